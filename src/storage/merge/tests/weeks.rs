//! Weeks that were closed, started or opened again on one copy while the other one was typed in, or on both.

use super::*;

/// What belongs to a closed week is what it was on one of the copies.
pub(super) fn are_closed_as_on_one(
    sides: [&State; 2],
    merged: &State,
) -> Result<(), TestCaseError> {
    let closed = merged.iter().filter(|(key, cells)| {
        key.table == "week" && matches!(cells.get("closed_on"), Some(Cell::Text(_)))
    });
    for (week, _) in closed {
        let of = |state: &State| {
            let games = state.iter();
            let is_of_week = |key: &Key, cells: &Cells| match key.table {
                "game" => cells.get("week_id") == Some(&Cell::Text(week.uid().to_owned())),
                "week_player" | "week_group" => key.uid() == week.uid(),
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

fn close(camp: &mut CampFile) {
    apply(camp, Edit::CloseWeek { on: TODAY });
}

fn start(camp: &mut CampFile) {
    let next = NextWeek {
        label: String::new(),
        opened_on: TODAY,
        players: Vec::new(),
    };
    apply(camp, Edit::StartWeek(Box::new(next)));
}

fn play(camp: &mut CampFile, white: i64, black: i64) {
    apply(
        camp,
        Edit::add_game(new_game(PlayerId(white), PlayerId(black))),
    );
}

fn week(camp: &CampFile) -> (i64, bool, usize) {
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
            row("Player", "Ann Yu"),
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
    assert_eq!(there.load().expect("a camp").players.len(), 3);
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
fn weeks_of_which_nothing_is_known_in_common_are_decided() {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    close(&mut theirs);
    ours.forget_history().expect("forgotten");
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert!(open.waits());
    let (here, ..) = both_ways(&ours, &theirs);
    assert_eq!(week(&here), (1, false, 2));
    let (there, ..) = both_ways(&theirs, &ours);
    assert_eq!(week(&there), (1, true, 2));
}
