//! Whatever was done on both copies.

use super::{lost::Both, *};
use crate::domain::{Game, Value, Week};

/// Kinds of what is done on a copy, after those of [`any_change`].
const UNDO: u8 = KINDS;
pub(super) const TYPED_ON_BOTH: u8 = KINDS + 1;
pub(super) const ACCEPT: u8 = KINDS + 2;

fn steps_done(camp: &CampFile) -> usize {
    let steps = camp.history().expect("a history").into_iter();
    steps.filter(|step| !step.undone).count()
}

/// A new camper arrives and plays: that is typed on both, each on its own, now and then with another spelling.
pub(super) fn types_the_same_on_both(
    clock: &mut Clock,
    camps: [&mut CampFile; 2],
    a: usize,
    b: usize,
) {
    for (camp, is_misspelled) in camps.into_iter().zip([false, b.is_multiple_of(3)]) {
        let mut edit = any_change(camp, 5, 100 + a % 3, b);
        if let Edit::AddPlayer(player) = &mut edit
            && is_misspelled
        {
            player.last_name = player.last_name.replace("Player", "Palyer");
        }
        let _ = clock.apply(camp, &edit);
        let last = camp.load().expect("a camp").players.len().saturating_sub(1);
        let edit = any_change(camp, 9, last, b);
        let _ = clock.apply(camp, &edit);
    }
}

/// What both had in common is done before; after that, each change here or there, of a kind and to two records. Says whether they can be
/// brought together.
pub(super) fn come_to_the_same(
    before: Vec<(u8, usize, usize)>,
    after: Vec<(bool, u8, usize, usize)>,
) -> Result<bool, TestCaseError> {
    let mut clock = Clock::new();
    let mut ours = small_camp();
    for (kind, a, b) in before {
        let edit = any_change(&ours, kind, a, b);
        let _ = clock.apply(&mut ours, &edit);
    }
    let mut theirs = copy(&ours);
    for (is_here, kind, a, b) in after {
        if kind == TYPED_ON_BOTH {
            types_the_same_on_both(&mut clock, [&mut ours, &mut theirs], a, b);
            continue;
        }
        let camp = if is_here { &mut ours } else { &mut theirs };
        if kind == UNDO {
            camp.move_in_history(HistoryMove::Undo).expect("undone");
            continue;
        }
        let edit = match kind {
            ACCEPT => accepted::any_acceptance(camp, a, b),
            _ => any_change(camp, kind, a, b),
        };
        let _ = clock.apply(camp, &edit);
    }
    let read = ours.compare(&theirs).expect("two copies");
    let read_there = theirs.compare(&ours).expect("two copies");
    let makes_one = steps_done(&ours).is_multiple_of(2);
    let here = read.plan(&persons::decided(&read, Prefer::Ours, makes_one));
    let there = read_there.plan(&persons::decided(&read_there, Prefer::Theirs, makes_one));
    prop_assert_eq!(here.is_ok(), there.is_ok());
    let base = read.copies.base.clone().unwrap_or_default();
    let (here, there) = match (here, there) {
        (Ok(here), Ok(there)) => (here, there),
        (Err(refusal), _) | (_, Err(refusal)) => {
            let has_two = refused::has_two_of_one([&view(&ours), &view(&theirs)], &base);
            let is_open = matches!(refusal, MergeRefusal::AnotherWeekOpen { .. });
            prop_assert!(has_two || is_open, "{refusal}");
            return Ok(false);
        }
    };
    let old = dump(&ours);
    let (mut one, mut other) = (copy(&ours), copy(&theirs));
    let applied = [
        clock.apply(&mut one, &Edit::Merge(Box::new(here.clone()))),
        clock.apply(&mut other, &Edit::Merge(Box::new(there.clone()))),
    ];
    for result in applied {
        prop_assert!(result.is_ok(), "{:?}", result);
    }
    for (camp, plan) in [(&one, &here.plan), (&other, &there.plan)] {
        let follows = |week: &Week| week.is_closed() || !plan.changes_nothing();
        listed::ratings_are_those_of_the_games(camp, follows)?;
    }
    closed::other_sheets_are_said(&ours, &one, &here.plan)?;
    closed::other_sheets_are_said(&theirs, &other, &there.plan)?;
    let (this, that) = (view(&one), view(&other));
    prop_assert_eq!(differences(&this, &that), [], "{:?}", here.plan.conflicts);
    prop_assert_eq!(orders::groups(&one), orders::groups(&other));
    prop_assert_eq!(one.damage().expect("a look"), Vec::<String>::new());
    if here.plan.known_anew.is_empty() && there.plan.known_anew.is_empty() {
        weeks::are_closed_as_on_one([&view(&ours), &view(&theirs)], &this)?;
    }
    decided_one_by_one(&ours, &theirs, &here.plan)?;
    Both::since(base, [&ours, &theirs], [&here.plan, &there.plan]).nothing_is_lost_unsaid(&this)?;
    // Twice is once, and what was brought together is the same from either side.
    for next in [&theirs, &other] {
        let again = one
            .compare(next)
            .expect("two copies")
            .plan(&MergeChoices::default());
        prop_assert!(again.is_ok(), "{:?}", again);
        let again = again.expect("a plan").plan;
        prop_assert_eq!(again.changes, []);
        prop_assert_eq!(again.conflicts, []);
    }
    if steps_done(&one) > steps_done(&ours) {
        one.move_in_history(HistoryMove::Undo).expect("undone");
    }
    prop_assert_eq!(dump(&one), old);
    Ok(true)
}

/// Every other decision is for the other copy: that ends, and gives the same camp either way round.
fn decided_one_by_one(
    ours: &CampFile,
    theirs: &CampFile,
    planned: &Plan,
) -> Result<(), TestCaseError> {
    let keys = planned.conflicts.iter().map(|it| it.key.clone());
    let others = keys.step_by(2).collect::<Vec<_>>();
    let decided = |prefers: Prefer| MergeChoices {
        each: others
            .iter()
            .map(|key| (key.clone(), prefers.other()))
            .collect(),
        ..prefer(prefers)
    };
    let sides = [(ours, theirs, Prefer::Ours), (theirs, ours, Prefer::Theirs)];
    let plans = sides.map(|(one, other, prefers)| {
        let read = one.compare(other).expect("two copies");
        read.plan(&decided(prefers))
    });
    let [here, there] = plans;
    prop_assert_eq!(here.is_ok(), there.is_ok());
    let (Ok(here), Ok(there)) = (here, there) else {
        return Ok(());
    };
    let (mut one, mut other) = (copy(ours), copy(theirs));
    for (camp, merge) in [(&mut one, here), (&mut other, there)] {
        let edit = Edit::Merge(Box::new(merge));
        let done = camp.apply(&edit, &Occasion::now(edit.kind()));
        prop_assert!(done.is_ok(), "{:?}", done);
        prop_assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
        listed::ratings_are_those_of_the_games(camp, Week::is_closed)?;
    }
    let (this, that) = (view(&one), view(&other));
    prop_assert_eq!(differences(&this, &that), []);
    Ok(())
}

/// An older week was opened again in one copy, and a later one in the other, which has gone on since.
#[test]
fn of_two_weeks_that_were_opened_again_one_stays_open() {
    let start_and_close = [(21, 0, 0), (19, 0, 0)];
    let mut before = vec![(19, 0, 0)];
    for _ in 0..3 {
        before.extend(start_and_close);
        let reopen = |is_here, week| (is_here, 20, week, 0);
        let weeks = before.len() / 2 + 1;
        for week in 0..weeks {
            let after = vec![
                reopen(false, weeks - 1),
                reopen(false, week),
                (true, 21, 0, 0),
                reopen(true, weeks - 1),
                (true, 21, 0, 0),
            ];
            come_to_the_same(before.clone(), after).expect("one camp");
        }
    }
}

/// Somebody whom another week has is taken out of this one here, and is changed and plays in the copy.
#[test]
fn a_game_of_somebody_who_left_the_week_on_one_copy_is_told() {
    let mut ours = small_camp();
    apply(&mut ours, Edit::CloseWeek { on: TODAY });
    apply(
        &mut ours,
        Edit::StartWeek(Box::new(NextWeek {
            label: String::new(),
            opened_on: TODAY,
            players: Vec::new(),
        })),
    );
    let mut theirs = copy(&ours);
    let vang = theirs.load().expect("a camp").player(PlayerId(2)).cloned();
    let mut vang = vang.expect("Vang");
    vang.start_permanent = Some(777);
    apply(&mut theirs, Edit::put(&vang));
    apply(
        &mut theirs,
        Edit::add_game(new_game(PlayerId(2), PlayerId(1))),
    );
    apply(&mut ours, Edit::DeletePlayer(PlayerId(2)));
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let [conflict] = open.conflicts.as_slice() else {
        panic!("{:?}", open.conflicts);
    };
    assert_eq!(open.title(conflict), "Player Ann Vang");
    let rows = open.side_by_side(conflict);
    let game = rows.iter().filter(|row| row.field == "Game");
    let game = game.map(|row| (row.ours.as_str(), row.theirs.as_str()));
    let name = "Ann Vang 1–0 Ann Leewood, 7/6/2026";
    assert_eq!(
        game.collect::<Vec<_>>(),
        [(&*format!("{name}: left out"), &*format!("{name}: stays"))]
    );
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(here.load().expect("a camp").games.len(), 0);
    let (there, ..) = both_ways(&theirs, &ours);
    assert_eq!(there.load().expect("a camp").games.len(), 1);
    // As it came up first.
    let before = vec![(19, 0, 0), (21, 0, 0), (20, 20, 0), (14, 5, 0), (5, 0, 0)];
    let after = vec![
        (false, 5, 0, 0),
        (false, 9, 17, 0),
        (true, 5, 0, 0),
        (true, 7, 32, 0),
        (false, 29, 17, 3),
    ];
    come_to_the_same(before, after).expect("one camp");
}

/// The key of what is decided by this title.
fn decided_by(plan: &Plan, title: &str) -> Key {
    let mut conflicts = plan.conflicts.iter();
    let conflict = conflicts.find(|it| plan.title(it) == title);
    conflict.expect("a decision").key.clone()
}

/// Each copy has moved the same camper into the group that the other one has deleted.
#[test]
fn who_is_in_a_group_that_is_gone_on_either_copy_is_in_none() {
    let mut ours = small_camp();
    for name in ["Blue", "Green"] {
        apply(&mut ours, Edit::AddGroup(Group::new(name, Some(500))));
    }
    let mut theirs = copy(&ours);
    let groups = ours.load().expect("a camp").groups;
    let of = |name: &str| {
        let mut groups = groups.iter();
        groups.find(|it| it.name == name).expect("a group").id
    };
    let moves = [(&mut ours, "Green", "Blue"), (&mut theirs, "Blue", "Green")];
    for (camp, to, deleted) in moves {
        let to = Value::Reference(of(to).0);
        let patch = Patch::new(PlayerId(1), Field::Group, to);
        apply(camp, Edit::ChangePlayer(patch));
        apply(camp, Edit::DeleteGroup(of(deleted)));
    }
    let views = [
        (&ours, &theirs, Prefer::Ours),
        (&theirs, &ours, Prefer::Theirs),
    ]
    .map(|(one, other, prefers)| {
        let open = plan(one, other, &prefer(prefers)).plan;
        let green = decided_by(&open, "Group Green");
        let choices = MergeChoices {
            each: [(green, prefers.other())].into(),
            ..prefer(prefers)
        };
        let mut here = copy(one);
        bring(&mut here, other, &choices);
        let data = here.load().expect("a camp");
        assert_eq!((data.groups.len(), data.players.len()), (1, 3));
        assert_eq!(data.player(PlayerId(1)).expect("Leewood").group, None);
        view(&here)
    });
    assert_eq!(differences(&views[0], &views[1]), []);
}

/// A game of somebody whom the other copy has deleted.
#[test]
fn a_game_goes_where_only_its_player_is_decided() {
    let mut ours = small_camp();
    apply(&mut ours, Edit::AddPlayer(player("Yu")));
    let mut theirs = copy(&ours);
    apply(&mut theirs, Edit::DeletePlayer(PlayerId(4)));
    apply(
        &mut ours,
        Edit::add_game(new_game(PlayerId(4), PlayerId(3))),
    );
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let choices = MergeChoices {
        each: [(decided_by(&open, "Player Ann Yu"), Prefer::Theirs)].into(),
        ..MergeChoices::default()
    };
    let planned = bring(&mut ours, &theirs, &choices);
    assert_eq!(planned.conflicts.len(), 1);
    let data = ours.load().expect("a camp");
    assert_eq!((data.players.len(), data.games.len()), (3, 2));
}

fn swap(game: &mut Game) {
    std::mem::swap(&mut game.white, &mut game.black);
}

fn black_won(game: &mut Game) {
    game.result = GameResult::BlackWon;
}

/// Only the colors were wrong: the same one has won.
fn swap_all(game: &mut Game) {
    swap(game);
    black_won(game);
}

/// One copy has swapped the players, the other one has changed who won: of the two no third game is made that neither has.
#[test]
fn who_played_and_who_won_are_decided_together() {
    let players = [("Ann Vang", "Ann Leewood"), ("Ann Leewood", "Ann Vang")];
    let changes: [(fn(&mut Game), _); 2] = [(swap, Some(("1–0", "0–1"))), (swap_all, None)];
    for (change, results) in changes {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        closed::change_game(&mut ours, change);
        closed::change_game(&mut theirs, black_won);
        let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
        let [conflict] = open.conflicts.as_slice() else {
            panic!("{:?}", open.conflicts);
        };
        let rows = open.side_by_side(conflict);
        let rows = rows
            .iter()
            .map(|row| (row.ours.as_str(), row.theirs.as_str()));
        let expected = players.into_iter().chain(results);
        assert_eq!(rows.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
            let (here, ..) = both_ways(one, other);
            let [here, one] =
                [&here, one].map(|camp| camp.load().expect("a camp").games[0].clone());
            assert_eq!(here, one);
        }
    }
}

#[test]
fn what_is_typed_on_both_is_one_whatever_else_is_done() {
    let typed = |is_here| (is_here, TYPED_ON_BOTH, 1, 1);
    let note = |is_here, player| (is_here, 6, player, 1);
    let after = vec![
        note(true, 0),
        typed(true),
        note(false, 3),
        typed(true),
        (true, 7, 3, 0),
    ];
    come_to_the_same(Vec::new(), after).expect("one camp");
}

#[test]
fn whatever_both_have_done_they_come_to_the_same_camp() {
    use proptest::collection::vec;
    let before = vec((0..KINDS, 0_usize..40, 0_usize..40), 0..25);
    let after = vec(
        (any::<bool>(), 0..=TYPED_ON_BOTH, 0_usize..40, 0_usize..40),
        0..25,
    );
    most_come_together(cases(48, file!()), &(before, after), |(before, after)| {
        come_to_the_same(before, after)
    });
}
