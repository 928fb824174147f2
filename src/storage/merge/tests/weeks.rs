//! Weeks that were closed, started or opened again on one copy while the other one was typed in, or on both.

use super::*;
use crate::domain::Value;

/// What belongs to a closed week is what it was on one of the copies.
pub(super) fn are_closed_as_on_one(
    sides: [&State; 2],
    merged: &State,
) -> Result<(), TestCaseError> {
    let is_on_both = |person: &Key| sides.iter().all(|state| state.contains_key(person));
    let closed = merged.iter().filter(|(key, cells)| {
        key.table == "week" && matches!(cells.get("closed_on"), Some(Cell::Text(_)))
    });
    for (week, _) in closed {
        let of = |state: &State| {
            let games = state.iter();
            let is_of_week = |key: &Key, cells: &Cells| match key.table {
                "game" => cells.get("week_id") == Some(&Cell::Text(week.uid().to_owned())),
                // Choosing a week takes no camper out of the camp.
                "week_player" => key.uid() == week.uid() && is_on_both(&key.whole()),
                "week_group" => key.uid() == week.uid(),
                _ => false,
            };
            games
                .filter(|(key, cells)| is_of_week(key, cells))
                .map(|(key, cells)| (key.clone(), cells.clone()))
                .collect::<State>()
        };
        prop_assert!(sides.map(of).contains(&of(merged)), "{week:?}");
    }
    Ok(())
}

pub(super) fn close(camp: &mut CampFile) {
    apply(camp, Edit::CloseWeek { on: TODAY });
}

pub(super) fn start(camp: &mut CampFile) {
    let next = NextWeek {
        label: String::new(),
        opened_on: TODAY,
        players: Vec::new(),
    };
    apply(camp, Edit::StartWeek(Box::new(next)));
}

pub(super) fn play(camp: &mut CampFile, white: i64, black: i64) {
    apply(
        camp,
        Edit::add_game(new_game(PlayerId(white), PlayerId(black))),
    );
}

pub(super) fn week(camp: &CampFile) -> (i64, bool, usize) {
    let data = camp.load().expect("a camp");
    (data.week.number, data.week.is_closed(), data.games.len())
}

#[test]
fn a_week_that_was_closed_on_one_and_changed_on_the_other_stays_closed_or_is_opened_again() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    play(&mut theirs, 3, 1);
    close(&mut theirs);
    start(&mut theirs);
    play(&mut theirs, 2, 1);
    play(&mut ours, 1, 3);
    apply(&mut ours, Edit::AddPlayer(player("Yu")));
    play(&mut ours, 4, 3);
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let [conflict] = open.conflicts.as_slice() else {
        panic!("{:?}", open.conflicts);
    };
    assert_eq!(open.title(conflict), "Week 1");
    let rows = open.side_by_side(conflict).into_iter();
    let mut rows = rows
        .map(|row| (row.field, row.ours, row.theirs))
        .collect::<Vec<_>>();
    assert_eq!(
        rows.remove(0),
        (
            "Week".to_owned(),
            "Opened again, with what both have".to_owned(),
            "Stays closed".to_owned()
        )
    );
    rows.sort();
    let row = |thing: &str, name: &str| {
        (
            thing.to_owned(),
            format!("{name}: stays"),
            format!("{name}: left out"),
        )
    };
    assert_eq!(
        rows,
        [
            row("Game", "Ann Leewood 1–0 Ann Xiong, 7/6/2026"),
            row("Game", "Ann Yu 1–0 Ann Xiong, 7/6/2026"),
            (
                "Player".to_owned(),
                "Ann Yu: stays".to_owned(),
                "Ann Yu: stays, without games".to_owned()
            ),
        ]
    );
    // Opened again here, and so with the games of both; the next week waits.
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(week(&here), (1, false, 5));
    assert_eq!(here.load().expect("a camp").weeks.len(), 2);
    assert_eq!(here.load().expect("a camp").players.len(), 4);
    let mut here = here;
    close(&mut here);
    assert_eq!(week(&here), (2, false, 1));
    // As in the copy: closed, and without them.
    let (there, ..) = both_ways(&theirs, &ours);
    assert_eq!(week(&there), (2, false, 1));
    assert_eq!(there.load().expect("a camp").players.len(), 4);
}

#[test]
fn a_week_that_both_have_closed_alike_asks_nothing_and_the_next_one_is_one() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for (camp, white) in [(&mut ours, 3), (&mut theirs, 2)] {
        close(camp);
        start(camp);
        play(camp, white, 1);
    }
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.conflicts, []);
    assert_eq!(week(&here), (2, false, 2));
}

#[test]
fn a_week_that_both_have_closed_with_other_games_is_taken_from_one() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for (camp, white) in [(&mut ours, 3), (&mut theirs, 2)] {
        play(camp, white, 1);
        close(camp);
        start(camp);
        play(camp, white, 1);
    }
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let titles = open.conflicts.iter().map(|it| open.title(it));
    assert_eq!(titles.collect::<Vec<_>>(), ["Week 1"]);
    let rows = open.side_by_side(&open.conflicts[0]);
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0].ours, "Closed as it is here");
    assert_eq!(rows[1].ours, "Ann Xiong 1–0 Ann Leewood, 7/6/2026: stays");
    assert_eq!(rows[2].ours, "Ann Vang 1–0 Ann Leewood, 7/6/2026: left out");
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(week(&here), (2, false, 2));
}

#[test]
fn what_is_typed_in_a_week_that_waits_comes_to_it() {
    let mut ours = small_camp();
    close(&mut ours);
    start(&mut ours);
    let mut theirs = copy(&ours);
    let first = ours.load().expect("a camp").weeks[0].id;
    apply(&mut ours, Edit::ReopenWeek(first));
    play(&mut ours, 1, 3);
    play(&mut theirs, 2, 3);
    let (here, _, planned) = both_ways(&ours, &theirs);
    assert_eq!(planned.conflicts, []);
    assert_eq!(week(&here), (1, false, 3));
    let mut here = here;
    close(&mut here);
    assert_eq!(week(&here), (2, false, 1));
}

#[test]
fn the_ratings_of_a_week_that_waits_are_those_of_its_games() {
    let mut ours = small_camp();
    close(&mut ours);
    start(&mut ours);
    let mut theirs = copy(&ours);
    let first = ours.load().expect("a camp").weeks[0].id;
    apply(&mut ours, Edit::ReopenWeek(first));
    play(&mut theirs, 2, 3);
    let (here, there, _) = both_ways(&ours, &theirs);
    for mut camp in [here, there] {
        assert_eq!(week(&camp), (1, false, 2));
        // It gives way to the one that has waited.
        close(&mut camp);
        let data = camp.load().expect("a camp");
        assert_eq!((data.week.number, data.games.len()), (2, 1));
        let ratings = recalculate(&Ladder::new(&data), |_, _| ControlFlow::Continue(()));
        assert_eq!(ratings.expect("ratings").changed, 0);
    }
}

#[test]
fn weeks_of_which_nothing_is_known_in_common_are_decided() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    close(&mut theirs);
    apply(&mut ours, Edit::RenameCamp("Test camp 2".to_owned()));
    apply(&mut ours, Edit::RenameCamp("Test camp".to_owned()));
    ours.forget_history().expect("forgotten");
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert!(open.waits());
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(week(&here), (1, false, 2));
    let (there, ..) = both_ways(&theirs, &ours);
    assert_eq!(week(&there), (1, true, 2));
}

/// What stands on both sides of the first decision.
fn rows(plan: &Plan) -> Vec<(String, String, String)> {
    let rows = plan.side_by_side(&plan.conflicts[0]).into_iter();
    rows.map(|row| (row.field, row.ours, row.theirs)).collect()
}

#[test]
fn what_both_closed_weeks_have_is_no_decision() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let typed = [(&mut ours, 3, "Here"), (&mut theirs, 2, "There")];
    for (camp, white, notes) in typed {
        play(camp, 1, 3);
        play(camp, white, 1);
        apply(
            camp,
            Edit::ChangePlayer(Patch::new(PlayerId(1), Field::Notes, notes)),
        );
        // Inactive with other ratings, as other games were played.
        apply(
            camp,
            Edit::ChangePlayer(Patch::new(PlayerId(2), Field::Active, Value::YesNo(false))),
        );
        close(camp);
    }
    let check = |ours: &CampFile, theirs: &CampFile| {
        let open = plan(ours, theirs, &MergeChoices::default()).plan;
        let titles = open.conflicts.iter().map(|it| open.title(it));
        assert_eq!(titles.collect::<Vec<_>>(), ["Player Ann Leewood", "Week 1"]);
        assert_eq!(open.doubles.len(), 1);
        let week = open.side_by_side(&open.conflicts[1]);
        let fields = week.iter().map(|row| row.field.as_str());
        assert_eq!(fields.collect::<Vec<_>>(), ["Week", "Game", "Game"]);
        // Closed on both.
        assert_eq!(open.weeks, Vec::<String>::new());
        let theirs = plan(ours, theirs, &prefer(Prefer::Theirs)).plan;
        assert_eq!(theirs.weeks, Vec::<String>::new());
    };
    check(&ours, &theirs);
    both_ways(&ours, &theirs);
    for camp in [&mut ours, &mut theirs] {
        start(camp);
    }
    check(&ours, &theirs);
    both_ways(&ours, &theirs);
    both_ways(&theirs, &ours);
}

/// An older week is open here, and the week in which the copy has typed was closed.
#[test]
fn what_was_typed_in_a_closed_week_is_not_left_out_unasked_while_an_older_one_is_open() {
    let mut ours = small_camp();
    close(&mut ours);
    start(&mut ours);
    let mut theirs = copy(&ours);
    play(&mut theirs, 2, 1);
    close(&mut ours);
    start(&mut ours);
    let first = ours.load().expect("a camp").weeks[0].id;
    apply(&mut ours, Edit::ReopenWeek(first));
    let opened_again = [
        (&ours, &theirs, Prefer::Theirs),
        (&theirs, &ours, Prefer::Ours),
    ];
    for (one, other, taken) in opened_again {
        let open = plan(one, other, &MergeChoices::default()).plan;
        assert!(open.waits());
        assert_eq!(open.title(&open.conflicts[0]), "Week 2");
        let read = one.compare(other).expect("two copies");
        let refused = read.plan(&prefer(taken)).expect_err("two open weeks");
        assert_eq!(
            refused.to_string(),
            "While week 1 is open, week 2 can’t be opened again. Close week 1 where it is open, and bring the copy back again"
        );
    }
    // Stays closed, as it was decided.
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(week(&here), (1, false, 2));
    // What was to be done first is enough.
    close(&mut ours);
    let (here, ..) = both_ways(&theirs, &ours);
    assert_eq!(week(&here), (2, false, 1));
}

#[test]
fn a_closed_week_that_is_the_same_on_both_asks_nothing() {
    let mut clock = Clock::new();
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let game = Edit::add_game(new_game(PlayerId(1), PlayerId(3)));
    // The game was typed first on the copy that has the week open.
    for camp in [&mut theirs, &mut ours] {
        clock.apply(camp, &game).expect("a game");
    }
    close(&mut ours);
    for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let open = plan(one, other, &MergeChoices::default()).plan;
        assert_eq!(open.conflicts, []);
        let (here, ..) = both_ways(one, other);
        assert_eq!(week(&here), (1, true, 3));
    }
}

#[test]
fn a_game_that_was_deleted_in_a_week_that_is_closed_on_the_other_copy_is_named() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    close(&mut ours);
    let games = theirs.load().expect("a camp").games;
    apply(&mut theirs, Edit::DeleteGame(games[0].id));
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let game = "Ann Leewood 1–0 Ann Vang, 7/6/2026";
    let expected = [
        ["Week", "Stays closed", "Opened again, with what both have"].map(str::to_owned),
        [
            "Game".to_owned(),
            format!("{game}: stays"),
            format!("{game}: left out"),
        ],
    ];
    let said = rows(&open).into_iter();
    let said = said.map(|(field, ours, theirs)| [field, ours, theirs]);
    assert_eq!(said.collect::<Vec<_>>(), expected);
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(week(&here), (1, true, 2));
    let (here, ..) = both_ways(&theirs, &ours);
    assert_eq!(week(&here), (1, false, 1));
}

/// Each has brought the other one's copy as it was before, and decided for its own week.
#[test]
fn a_game_that_was_decided_against_in_the_copy_is_named_where_its_week_stays_closed() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    close(&mut ours);
    let games = theirs.load().expect("a camp").games;
    apply(&mut theirs, Edit::DeleteGame(games[0].id));
    let before = [copy(&ours), copy(&theirs)];
    bring(&mut ours, &before[1], &prefer(Prefer::Ours));
    bring(&mut theirs, &before[0], &prefer(Prefer::Ours));
    assert_eq!((week(&ours), week(&theirs)), ((1, true, 2), (1, false, 1)));
    let planned = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert!(planned.changes_nothing() && !planned.is_empty());
    let game = "Ann Leewood 1–0 Ann Vang, 7/6/2026";
    let stays = "stays, though it was deleted in the copy: week 1 stays as it was closed here";
    assert_eq!(planned.weeks, [format!("Game {game} {stays}")]);
    let (here, there, _) = both_ways(&ours, &theirs);
    assert_eq!(week(&here), (1, true, 2));
    // Nor is it said again.
    for other in [&theirs, &there] {
        let again = plan(&here, other, &MergeChoices::default()).plan;
        assert!(again.is_empty(), "{:?}", again.weeks);
    }
}

#[test]
fn which_of_two_closed_weeks_it_is_is_asked_where_another_game_was_deleted_on_each() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for (camp, deleted) in [(&mut ours, 0), (&mut theirs, 1)] {
        let games = camp.load().expect("a camp").games;
        apply(camp, Edit::DeleteGame(games[deleted].id));
        close(camp);
    }
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert!(open.waits());
    let said = rows(&open);
    assert_eq!(said.len(), 3);
    assert!(said.contains(&(
        "Game".to_owned(),
        "Ann Leewood 1–0 Ann Vang, 7/6/2026: left out".to_owned(),
        "Ann Leewood 1–0 Ann Vang, 7/6/2026: stays".to_owned(),
    )));
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(week(&here), (1, true, 1));
}

#[test]
fn a_week_that_was_closed_here_is_opened_again_as_such() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    play(&mut ours, 3, 1);
    close(&mut ours);
    play(&mut theirs, 2, 1);
    let here = plan(&ours, &theirs, &prefer(Prefer::Theirs)).plan;
    assert_eq!(here.weeks, ["Week 1 is opened again, with what both have"]);
    let there = plan(&theirs, &ours, &prefer(Prefer::Theirs)).plan;
    assert_eq!(there.weeks, ["Week 1 is closed, as in the copy"]);
}

#[test]
fn choosing_a_week_takes_no_camper_out_of_the_camp() {
    for is_started in [false, true] {
        let mut ours = small_camp();
        let mut theirs = copy(&ours);
        apply(&mut ours, Edit::AddPlayer(player("Haug")));
        play(&mut ours, 4, 1);
        play(&mut theirs, 2, 1);
        for camp in [&mut ours, &mut theirs] {
            close(camp);
        }
        if is_started {
            start(&mut theirs);
        }
        let planned = plan(&ours, &theirs, &prefer(Prefer::Theirs)).plan;
        let deleted = planned.coming().into_iter();
        let deleted = deleted.filter(|it| it.key.table == "person");
        let deleted = deleted.filter(|it| it.how == crate::domain::merge::How::Deleted);
        assert_eq!(deleted.count(), 0);
        let stays = (
            "Player".to_owned(),
            "Ann Haug: stays".to_owned(),
            "Ann Haug: stays, without games".to_owned(),
        );
        let rows = rows(&planned);
        assert!(rows.contains(&stays), "{rows:?}");
        // Either way round, and whichever week is taken.
        for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
            let (here, ..) = both_ways(one, other);
            let records = view(&here);
            let name = Cell::Text("Haug".to_owned());
            let mut names = records.values().map(|cells| cells.get("last_name"));
            assert!(names.any(|it| it == Some(&name)), "{is_started}");
        }
    }
}

/// Only one copy has the last week.
#[test]
fn who_was_added_in_a_week_that_stays_closed_keeps_the_group() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    close(&mut ours);
    start(&mut ours);
    apply(&mut theirs, Edit::AddPlayer(player("Yu")));
    let stays_closed = [
        (&ours, &theirs, Prefer::Ours),
        (&theirs, &ours, Prefer::Theirs),
    ];
    for (one, other, taken) in stays_closed {
        let mut here = copy(one);
        let planned = bring(&mut here, other, &prefer(taken));
        let data = here.load().expect("a camp");
        assert_eq!((data.week.number, data.players.len()), (2, 4));
        let red = data.groups[0].id;
        let groups = data.players.iter().map(|player| player.group);
        assert_eq!(groups.collect::<Vec<_>>(), [Some(red); 4]);
        let ratings = recalculate(&Ladder::new(&data), |_, _| ControlFlow::Continue(()));
        assert!(ratings.is_ok());
        assert!(!planned.weeks.iter().any(|said| said.contains("Yu")));
    }
    both_ways(&ours, &theirs);
}

#[test]
fn who_comes_into_a_week_without_the_group_is_named() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    close(&mut ours);
    start(&mut ours);
    let added = Edit::AddGroup(Group::new("Blue", Some(500)));
    apply(&mut theirs, added);
    let blue = theirs.load().expect("a camp").groups[1].id;
    let in_blue = Player {
        group: Some(blue),
        ..player("Yu")
    };
    apply(&mut theirs, Edit::AddPlayer(in_blue));
    let planned = plan(&ours, &theirs, &prefer(Prefer::Ours)).plan;
    assert_eq!(
        planned.weeks,
        ["Ann Yu has no group in week 2: group Blue isn’t in it"]
    );
    let (here, ..) = both_ways(&ours, &theirs);
    let data = here.load().expect("a camp");
    let yu = data.players.iter().find(|player| player.last_name == "Yu");
    assert_eq!(yu.expect("Yu").group, None);
}

#[test]
fn who_left_a_week_that_is_closed_as_here_is_not_put_on_its_list() {
    let mut ours = small_camp();
    close(&mut ours);
    start(&mut ours);
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::DeletePlayer(PlayerId(1)));
    close(&mut ours);
    play(&mut theirs, 2, 3);
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(week(&here), (2, true, 0));
    assert_eq!(here.load().expect("a camp").players.len(), 2);
}

/// A group is called like one of the copy, which isn't in the week any more once that is as it is here.
#[test]
fn a_group_that_a_week_leaves_out_takes_no_name() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    let mut red = ours.load().expect("a camp").groups[0].clone();
    red.name = "Blue".to_owned();
    apply(&mut ours, Edit::put(&red));
    close(&mut ours);
    apply(&mut theirs, Edit::AddGroup(Group::new("blue", Some(500))));
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(week(&here), (1, true, 2));
    let groups = here.load().expect("a camp").groups;
    let names = groups.iter().map(|group| group.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["Blue"]);
}

#[test]
fn a_new_number_is_told_when_it_is_given() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    apply(&mut ours, Edit::AddPlayer(player("Yu")));
    apply(&mut theirs, Edit::AddPlayer(player("Zhao")));
    let planned = bring(&mut ours, &theirs, &MergeChoices::default());
    assert_eq!(planned.renumbered.len(), 1);
    let again = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert_eq!(again.renumbered, []);
}

/// The copy that has started the next week didn't know of them.
#[test]
fn who_was_added_while_the_other_copy_started_the_next_week_is_on_its_list() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    close(&mut theirs);
    start(&mut theirs);
    apply(&mut ours, Edit::AddPlayer(player("Yu")));
    play(&mut ours, 4, 1);
    for is_closed in [false, true] {
        if is_closed {
            close(&mut ours);
        }
        for (one, other, taken) in [
            (&ours, &theirs, Prefer::Ours),
            (&theirs, &ours, Prefer::Theirs),
        ] {
            let mut here = copy(one);
            bring(&mut here, other, &prefer(taken));
            if !is_closed {
                // Opened again with what both have, it is closed once more.
                assert_eq!(week(&here), (1, false, 3));
                close(&mut here);
            }
            assert_eq!(week(&here), (2, false, 0));
            let data = here.load().expect("a camp");
            let yu = data.players.iter().find(|player| player.last_name == "Yu");
            let yu = yu.expect("Yu");
            assert_eq!((yu.group, yu.active), (Some(data.groups[0].id), true));
            assert!(yu.start_permanent.is_some());
        }
        both_ways(&ours, &theirs);
        both_ways(&theirs, &ours);
    }
    // In a week that is over, nobody begins to play.
    close(&mut theirs);
    let (here, ..) = both_ways(&ours, &theirs);
    let data = here.load().expect("a camp");
    let yu = data.players.iter().find(|player| player.last_name == "Yu");
    assert!(!yu.expect("Yu").active);
    assert_eq!(data.week.number, 2);
}
