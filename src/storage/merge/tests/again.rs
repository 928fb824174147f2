//! A copy that is brought again: what was decided stands, and only what was changed since is asked.

use super::*;

fn note(camp: &mut CampFile, player: i64, notes: &str) {
    let patch = Patch::new(PlayerId(player), Field::Notes, notes);
    apply(camp, Edit::ChangePlayer(patch));
}

fn start_week(camp: &mut CampFile) {
    apply(camp, Edit::CloseWeek { on: TODAY });
    let next = NextWeek {
        label: String::new(),
        opened_on: TODAY,
        players: Vec::new(),
    };
    apply(camp, Edit::StartWeek(Box::new(next)));
}

fn notes(camp: &CampFile, player: i64) -> String {
    let data = camp.load().expect("a camp");
    data.player(PlayerId(player))
        .expect("a player")
        .notes
        .clone()
}

/// What is asked, and what would come.
fn asked(ours: &CampFile, theirs: &CampFile) -> (Vec<String>, Vec<String>) {
    let plan = plan(ours, theirs, &MergeChoices::default()).plan;
    let titles = plan.conflicts.iter().map(|it| plan.title(it));
    let coming = plan.coming().into_iter();
    (titles.collect(), coming.map(|it| it.to_string()).collect())
}

fn nothing() -> (Vec<String>, Vec<String>) {
    (Vec::new(), Vec::new())
}

fn vang() -> (Vec<String>, Vec<String>) {
    (vec!["Player Ann Vang".to_owned()], Vec::new())
}

/// Two copies that have noted something else of Vang.
fn two_notes() -> (CampFile, CampFile) {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    note(&mut ours, 2, "Here");
    note(&mut theirs, 2, "There");
    (ours, theirs)
}

#[test]
fn what_was_decided_is_asked_again_only_when_the_copy_has_changed_it_again() {
    let (mut ours, mut theirs) = two_notes();
    let before = dump(&ours);
    let planned = bring(&mut ours, &theirs, &prefer(Prefer::Ours));
    assert!(planned.changes_nothing() && !planned.is_empty());
    assert_eq!(notes(&ours, 2), "Here");
    assert_eq!(asked(&ours, &theirs), nothing());
    // It is a step, and goes with that.
    ours.move_in_history(HistoryMove::Undo).expect("undone");
    assert_eq!(dump(&ours), before);
    assert_eq!(asked(&ours, &theirs), vang());
    ours.move_in_history(HistoryMove::Redo).expect("redone");
    assert_eq!(asked(&ours, &theirs), nothing());
    // The other copy gets what was decided here.
    assert_eq!(
        asked(&theirs, &ours),
        (
            Vec::new(),
            vec!["Changed: Player Ann Vang (Notes: There to Here)".to_owned()]
        )
    );
    let first_name = Patch::new(PlayerId(2), Field::FirstName, "Anna");
    apply(&mut theirs, Edit::ChangePlayer(first_name));
    note(&mut theirs, 1, "Left-handed");
    let changed = |what: &str| format!("Changed: Player {what}");
    assert_eq!(
        asked(&ours, &theirs),
        (
            Vec::new(),
            vec![
                changed("Ann Leewood (Notes: – to Left-handed)"),
                changed("Anna Vang (First name: Ann to Anna)")
            ]
        )
    );
    bring(&mut ours, &theirs, &MergeChoices::default());
    assert_eq!(asked(&ours, &theirs), nothing());
    note(&mut theirs, 2, "There now");
    assert_eq!(asked(&ours, &theirs).0.len(), 1);
    bring(&mut ours, &theirs, &prefer(Prefer::Theirs));
    assert_eq!(notes(&ours, 2), "There now");
    assert_eq!(asked(&ours, &theirs), nothing());
}

#[test]
fn a_decision_stands_without_a_history() {
    let (mut ours, mut theirs) = two_notes();
    for camp in [&mut ours, &mut theirs] {
        camp.forget_history().expect("forgotten");
    }
    let planned = bring(&mut ours, &theirs, &prefer(Prefer::Ours));
    assert!(!planned.has_base);
    assert_eq!(asked(&ours, &theirs), nothing());
    ours.forget_history().expect("forgotten");
    assert_eq!(asked(&ours, &theirs), nothing());
    note(&mut theirs, 1, "Left-handed");
    assert_eq!(asked(&ours, &theirs).0, Vec::<String>::new());
    bring(&mut ours, &theirs, &MergeChoices::default());
    theirs.forget_history().expect("forgotten");
    assert_eq!(asked(&ours, &theirs), nothing());
    note(&mut theirs, 2, "There now");
    assert_eq!(asked(&ours, &theirs), vang());
}

/// What both had is known, though no step is left of it.
#[test]
fn a_copy_that_is_taken_after_the_history_was_cleared_asks_nothing() {
    let mut ours = small_camp();
    ours.forget_history().expect("forgotten");
    let mut theirs = copy(&ours);
    note(&mut theirs, 2, "There");
    note(&mut ours, 1, "Here");
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert!(planned.has_base && !planned.waits());
    assert_eq!(
        (notes(&here, 1), notes(&here, 2)),
        ("Here".to_owned(), "There".to_owned())
    );
    theirs.forget_history().expect("forgotten");
    assert!(!plan(&ours, &theirs, &MergeChoices::default()).plan.has_base);
}

#[test]
fn a_deletion_that_was_decided_against_stands() {
    for prefers in [Prefer::Ours, Prefer::Theirs] {
        let mut ours = small_camp();
        apply(&mut ours, Edit::AddPlayer(player("Yu")));
        let mut theirs = copy(&ours);
        apply(&mut ours, Edit::DeletePlayer(PlayerId(4)));
        let game = new_game(PlayerId(4), PlayerId(3));
        apply(&mut theirs, Edit::add_game(game));
        for _ in 0..2 {
            let (here, there, _) = both_ways(&ours, &theirs);
            assert_eq!(asked(&here, &there), nothing());
            bring(&mut ours, &theirs, &prefer(prefers));
            assert_eq!(asked(&ours, &theirs), nothing());
            bring(&mut theirs, &ours, &MergeChoices::default());
            assert_eq!(differences(&view(&ours), &view(&theirs)), []);
            std::mem::swap(&mut ours, &mut theirs);
        }
    }
}

/// Who is in a closed week of the other copy alone was put on the list of the last one here, and deleted there.
#[test]
fn who_was_deleted_here_is_not_put_on_a_list_again() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    start_week(&mut ours);
    apply(&mut theirs, Edit::AddPlayer(player("Yu")));
    bring(&mut ours, &theirs, &prefer(Prefer::Ours));
    assert_eq!(ours.load().expect("a camp").players.len(), 4);
    apply(&mut ours, Edit::DeletePlayer(PlayerId(4)));
    assert_eq!(asked(&ours, &theirs), nothing());
    apply(&mut theirs, Edit::RenameCamp("Other".to_owned()));
    assert_eq!(asked(&ours, &theirs).0, Vec::<String>::new());
    bring(&mut ours, &theirs, &MergeChoices::default());
    assert_eq!(ours.load().expect("a camp").players.len(), 3);
    // Who was changed there since is asked about.
    note(&mut theirs, 4, "There");
    assert_eq!(asked(&ours, &theirs).0, ["Player Ann Yu"]);
    both_ways(&ours, &theirs);
    both_ways(&theirs, &ours);
}

/// It was left out with the week of the other copy, as that is closed here.
#[test]
fn a_group_that_was_left_out_is_asked_about_once_it_is_renamed() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::CloseWeek { on: TODAY });
    apply(&mut theirs, Edit::AddGroup(Group::new("Blue", Some(500))));
    let week = (vec!["Week 1".to_owned()], Vec::new());
    for name in ["Green", "GREEN"] {
        assert_eq!(asked(&ours, &theirs), week);
        both_ways(&ours, &theirs);
        both_ways(&theirs, &ours);
        bring(&mut ours, &theirs, &prefer(Prefer::Ours));
        assert_eq!(orders::groups(&ours), ["Red"]);
        assert_eq!(asked(&ours, &theirs), nothing());
        let mut group = theirs.load().expect("a camp").groups[1].clone();
        group.name = name.to_owned();
        apply(&mut theirs, Edit::put(&group));
    }
    assert_eq!(asked(&ours, &theirs), week);
}

#[test]
fn an_order_of_games_that_was_decided_stands() {
    let mut ours = small_camp();
    apply(
        &mut ours,
        Edit::add_game(new_game(PlayerId(3), PlayerId(1))),
    );
    let mut theirs = copy(&ours);
    let games = ours.load().expect("a camp").games;
    for (camp, game) in [(&mut ours, 1), (&mut theirs, 2)] {
        let before = Some(games[0].id);
        let game = games[game].id;
        apply(camp, Edit::MoveGame { game, before });
    }
    assert_eq!(asked(&ours, &theirs).0.len(), 1);
    bring(&mut ours, &theirs, &prefer(Prefer::Ours));
    assert_eq!(asked(&ours, &theirs), nothing());
    bring(&mut theirs, &ours, &MergeChoices::default());
    assert_eq!(differences(&view(&ours), &view(&theirs)), []);
}

#[test]
fn what_one_copy_has_of_another_one_goes_along_to_a_third() {
    let (mut ours, mut theirs) = two_notes();
    let mut third = copy(&ours);
    apply(&mut theirs, Edit::AddPlayer(player("Yu")));
    bring(&mut ours, &theirs, &prefer(Prefer::Ours));
    apply(&mut ours, Edit::DeletePlayer(PlayerId(4)));
    bring(&mut third, &ours, &MergeChoices::default());
    assert_eq!(asked(&third, &theirs), nothing());
    note(&mut theirs, 3, "There");
    bring(&mut third, &theirs, &MergeChoices::default());
    assert_eq!(notes(&third, 2), "Here");
    bring(&mut ours, &third, &MergeChoices::default());
    assert_eq!(asked(&ours, &theirs), nothing());
}

/// Each brings the other one's on the same evening, and both go on the next day.
#[test]
fn copies_that_were_exchanged_go_on_from_what_both_have_then() {
    let (ours, theirs) = two_notes();
    let (mut here, mut there, _) = both_ways(&ours, &theirs);
    note(&mut here, 2, "Here now");
    note(&mut there, 1, "There");
    both_ways(&here, &there);
    let planned = plan(&here, &there, &MergeChoices::default()).plan;
    assert_eq!(planned.conflicts, []);
    assert_eq!(planned.summary(), ["1 player changed"]);
    // Where each has decided for its own, it isn't decided.
    let (mut here, mut there) = (copy(&ours), copy(&theirs));
    bring(&mut here, &theirs, &prefer(Prefer::Ours));
    bring(&mut there, &ours, &prefer(Prefer::Ours));
    assert_eq!(asked(&here, &there), vang());
    assert_eq!(asked(&there, &here), vang());
    bring(&mut here, &there, &prefer(Prefer::Theirs));
    assert_eq!(asked(&here, &there), nothing());
    assert_eq!(asked(&there, &here), nothing());
}

/// It was typed on both.
#[test]
fn a_game_that_was_made_one_stays_one_when_the_copy_corrects_it() {
    // Which of the two identities stays is left to chance.
    for _ in 0..6 {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        for camp in [&mut ours, &mut theirs] {
            let game = new_game(PlayerId(1), PlayerId(3));
            apply(camp, Edit::add_game(game));
        }
        bring(&mut ours, &theirs, &MergeChoices::default());
        let game = theirs.load().expect("a camp").games[2].id;
        let draw = Patch::new(game, Field::Result, GameResult::Draw);
        apply(&mut theirs, Edit::ChangeGame(draw));
        for keeps_both in [false, true] {
            let choices = MergeChoices {
                keeps_both,
                ..MergeChoices::default()
            };
            let mut here = copy(&ours);
            let planned = bring(&mut here, &theirs, &choices);
            assert_eq!((planned.conflicts, planned.doubles), (vec![], vec![]));
            let games = here.load().expect("a camp").games;
            assert_eq!((games.len(), games[2].result), (3, GameResult::Draw));
        }
        let (there, ..) = both_ways(&theirs, &ours);
        let games = there.load().expect("a camp").games;
        assert_eq!((games.len(), games[2].result), (3, GameResult::Draw));
    }
}

/// Two copies on which the same game was typed, which was made one here.
fn game_that_was_made_one() -> (CampFile, CampFile) {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for camp in [&mut ours, &mut theirs] {
        let game = new_game(PlayerId(1), PlayerId(3));
        apply(camp, Edit::add_game(game));
    }
    bring(&mut ours, &theirs, &MergeChoices::default());
    (ours, theirs)
}

fn correct_last_game(camp: &mut CampFile, result: GameResult) {
    let games = camp.load().expect("a camp").games;
    let game = games.last().expect("a game").id;
    let result = Patch::new(game, Field::Result, result);
    apply(camp, Edit::ChangeGame(result));
}

fn delete_last_game(camp: &mut CampFile) {
    let games = camp.load().expect("a camp").games;
    apply(camp, Edit::DeleteGame(games.last().expect("a game").id));
}

/// Of the games that were typed since the copies parted.
fn results(camp: &CampFile) -> Vec<GameResult> {
    let games = camp.load().expect("a camp").games;
    games[2..].iter().map(|game| game.result).collect()
}

fn clashes(plan: &Plan) -> Vec<&Clash> {
    plan.conflicts.iter().map(|it| &it.clash).collect()
}

/// It was corrected here, then the copy was brought again, and only then it was corrected in the copy.
#[test]
fn a_game_that_was_made_one_stays_one_when_both_correct_it_one_after_the_other() {
    // Which of the two identities stays is left to chance.
    for _ in 0..6 {
        let (mut ours, mut theirs) = game_that_was_made_one();
        correct_last_game(&mut ours, GameResult::Draw);
        for notes in ["Left-handed", "Right-handed"] {
            note(&mut theirs, 1, notes);
            let planned = bring(&mut ours, &theirs, &MergeChoices::default());
            assert_eq!((planned.conflicts, planned.doubles), (vec![], vec![]));
            assert_eq!(results(&ours), [GameResult::Draw]);
        }
        correct_last_game(&mut theirs, GameResult::BlackWon);
        let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
        let [conflict] = open.conflicts.as_slice() else {
            panic!("{:?}", open.conflicts);
        };
        let rows = open.side_by_side(conflict);
        let rows = rows.iter();
        let rows = rows.map(|row| (row.ours.as_str(), row.theirs.as_str()));
        assert_eq!(rows.collect::<Vec<_>>(), [("½–½", "0–1")]);
        assert_eq!(open.doubles, []);
        let (here, ..) = both_ways(&ours, &theirs);
        assert_eq!(results(&here), [GameResult::Draw]);
        let (there, ..) = both_ways(&theirs, &ours);
        // Either way round, the copy to which it is brought counts.
        assert_eq!(results(&there), [GameResult::BlackWon]);
    }
}

#[test]
fn what_a_copy_deletes_of_a_game_that_was_made_one_is_deleted() {
    for _ in 0..6 {
        let (mut ours, mut theirs) = game_that_was_made_one();
        delete_last_game(&mut theirs);
        let (here, _, planned) = both_ways(&ours, &theirs);
        assert_eq!(planned.conflicts, []);
        assert_eq!(planned.summary(), ["1 game deleted"]);
        assert_eq!(results(&here), []);
        // What was corrected here since is decided.
        correct_last_game(&mut ours, GameResult::Draw);
        let (here, _, planned) = both_ways(&ours, &theirs);
        assert_eq!(clashes(&planned), [&Clash::Deleted { here: false }]);
        assert_eq!(results(&here), [GameResult::Draw]);
        let (there, ..) = both_ways(&theirs, &ours);
        assert_eq!(results(&there), []);
    }
}

#[test]
fn a_game_that_was_made_one_and_deleted_here_is_decided_when_the_copy_corrects_it() {
    for _ in 0..6 {
        let (mut ours, mut theirs) = game_that_was_made_one();
        delete_last_game(&mut ours);
        note(&mut theirs, 1, "Left-handed");
        let planned = bring(&mut ours, &theirs, &MergeChoices::default());
        assert_eq!(planned.conflicts, []);
        assert_eq!(results(&ours), []);
        correct_last_game(&mut theirs, GameResult::Draw);
        let (here, _, planned) = both_ways(&ours, &theirs);
        assert_eq!(clashes(&planned), [&Clash::Deleted { here: true }]);
        assert_eq!(results(&here), []);
        let (there, ..) = both_ways(&theirs, &ours);
        assert_eq!(results(&there), [GameResult::Draw]);
    }
}

/// Ratings and notes of a camper change with every game and every word.
#[test]
fn of_each_time_no_more_is_kept_than_tells_campers_apart_and_that_once() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::AddPlayer(player("Yu")));
    for notes in ["One", "Two", "Three"] {
        note(&mut ours, 4, notes);
        note(&mut theirs, 1, notes);
        bring(&mut ours, &theirs, &MergeChoices::default());
    }
    let read = ours.compare(&theirs).expect("two copies");
    let told = read.copies.met.iter().map(|met| {
        let name = Cell::Text("Yu".to_owned());
        let mut campers = met.here.values();
        campers.find(|cells| cells.get("last_name") == Some(&name))
    });
    let told = told.collect::<Option<Vec<_>>>().expect("Yu, each time");
    assert_eq!(told.len(), 3);
    let columns = told[0].keys().map(String::as_str);
    let columns = columns.collect::<Vec<_>>();
    assert_eq!(columns, ["first_name", "id", "last_name"]);
    assert!(told.iter().all(|it| std::sync::Arc::ptr_eq(it, told[0])));
}

/// It was typed on both, and both were kept: the one of the copy was deleted here since.
#[test]
fn a_game_that_was_kept_beside_another_one_does_not_become_that() {
    for _ in 0..6 {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        for camp in [&mut ours, &mut theirs] {
            let game = new_game(PlayerId(1), PlayerId(3));
            apply(camp, Edit::add_game(game));
        }
        let own = ours.load().expect("a camp").games[2].id;
        let keep_both = MergeChoices {
            keeps_both: true,
            ..MergeChoices::default()
        };
        bring(&mut ours, &theirs, &keep_both);
        let games = ours.load().expect("a camp").games;
        let other = games[2..].iter().find(|game| game.id != own);
        apply(&mut ours, Edit::DeleteGame(other.expect("a game").id));
        for notes in ["Left-handed", "Right-handed"] {
            note(&mut theirs, 1, notes);
            let planned = bring(&mut ours, &theirs, &MergeChoices::default());
            assert_eq!((planned.conflicts, planned.doubles), (vec![], vec![]));
        }
        assert_eq!(ours.load().expect("a camp").games.len(), 3);
        let game = theirs.load().expect("a camp").games[2].id;
        let draw = Patch::new(game, Field::Result, GameResult::Draw);
        apply(&mut theirs, Edit::ChangeGame(draw));
        assert_eq!(asked(&ours, &theirs).0.len(), 1);
    }
}

/// Which uid is the lower one is chance: it is tried until both were.
#[test]
fn a_game_that_was_deleted_and_typed_again_is_none_that_was_made_one() {
    let uids = |camp: &CampFile| {
        let records = view(camp).into_keys();
        let games = records.filter(|key| key.table == "game");
        games.map(|key| key.parts).collect::<Vec<_>>()
    };
    let mut was_lower = BTreeSet::new();
    while was_lower.len() < 2 {
        let mut ours = small_camp();
        let game = || Edit::add_game(new_game(PlayerId(1), PlayerId(2)));
        let mut theirs = copy(&ours);
        // What both had when they parted is known by nobody then.
        note(&mut theirs, 3, "Before");
        theirs.forget_history().expect("forgotten");
        let before = uids(&ours);
        apply(&mut ours, game());
        bring(&mut theirs, &ours, &prefer(Prefer::Ours));
        delete_last_game(&mut ours);
        apply(&mut ours, game());
        note(&mut theirs, 3, "There");
        let [deleted, typed] = [&theirs, &ours].map(|camp| {
            let mut added = uids(camp);
            added.retain(|uid| !before.contains(uid));
            added
        });
        was_lower.insert(typed < deleted);
        bring(&mut ours, &theirs, &prefer(Prefer::Theirs));
        bring(&mut theirs, &ours, &prefer(Prefer::Ours));
        assert_eq!(differences(&view(&ours), &view(&theirs)), []);
        let mut expected = [before, typed].concat();
        expected.sort();
        assert_eq!(uids(&ours), expected);
    }
}

/// The copy has nothing new then, and isn’t the same.
#[test]
fn what_the_copy_has_undone_stays_here_and_comes_back_there() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    note(&mut theirs, 2, "There");
    bring(&mut ours, &theirs, &MergeChoices::default());
    theirs.move_in_history(HistoryMove::Undo).expect("undone");
    let here = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert!(here.is_empty());
    assert_ne!(notes(&ours, 2), notes(&theirs, 2));
    let there = plan(&theirs, &ours, &MergeChoices::default()).plan;
    let listed = there.coming().into_iter().map(|it| it.record);
    assert_eq!(listed.collect::<Vec<_>>(), ["Player Ann Vang"]);
}
