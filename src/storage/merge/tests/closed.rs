//! A week that both copies have closed with other games.

use std::collections::BTreeMap;

use super::{
    weeks::{close, play, start, week},
    *,
};
use crate::domain::{Game, Scope, Standings, System, Value};

/// In both, another game of the week was typed, and one of the next week.
fn closed_otherwise() -> (CampFile, CampFile) {
    let mut ours = small_camp();
    let mut theirs = copy(&ours);
    for (camp, white) in [(&mut ours, 3), (&mut theirs, 2)] {
        play(camp, white, 1);
        close(camp);
        start(camp);
        play(camp, white, 1);
    }
    (ours, theirs)
}

fn of_week(plan: &Plan) -> &crate::domain::merge::Conflict {
    let mut conflicts = plan.conflicts.iter();
    let found = conflicts.find(|it| matches!(it.clash, Clash::Week { .. }));
    found.expect("a week to decide")
}

fn reopen(camp: &mut CampFile) {
    let first = camp.load().expect("a camp").weeks[0].id;
    apply(camp, Edit::ReopenWeek(first));
}

#[test]
fn how_many_games_are_left_out_is_said_and_how_to_keep_them() {
    let (ours, theirs) = closed_otherwise();
    let open = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let way = open.way_to_keep_both(of_week(&open));
    let said = "To keep what both have typed in it, reopen week 1 here first. Then bring the copy back, and choose “Opened again, with what both have”";
    assert_eq!(way.as_deref(), Some(said));
    assert_eq!(open.left_out(of_week(&open)), None);
    for (taken, said) in [
        (Prefer::Ours, "1 game that only the copy has"),
        (Prefer::Theirs, "1 game that only this camp had"),
    ] {
        let decided = plan(&ours, &theirs, &prefer(taken)).plan;
        let left_out = decided.left_out(of_week(&decided));
        assert_eq!(left_out, Some(format!("Left out of week 1: {said}")));
    }
}

/// Whichever copy it is reopened in.
#[test]
fn a_week_that_is_reopened_first_has_the_games_of_both() {
    for is_here in [true, false] {
        let (mut ours, mut theirs) = closed_otherwise();
        reopen(if is_here { &mut ours } else { &mut theirs });
        let taken = if is_here {
            Prefer::Ours
        } else {
            Prefer::Theirs
        };
        let planned = bring(&mut ours, &theirs, &prefer(taken));
        let conflict = of_week(&planned);
        let first = planned.side_by_side(conflict).remove(0);
        let chosen = if is_here { first.ours } else { first.theirs };
        assert_eq!(chosen, "Opened again, with what both have");
        assert_eq!(planned.left_out(conflict), None);
        assert_eq!(planned.way_to_keep_both(conflict), None);
        assert_eq!(planned.corrected, []);
        assert_eq!(week(&ours), (1, false, 4));
        close(&mut ours);
        assert_eq!(week(&ours), (2, false, 2));
    }
}

fn corrected(plan: &Plan) -> Vec<String> {
    plan.corrected.iter().map(ToString::to_string).collect()
}

/// What stands on the sheet of each closed week.
fn sheets(camp: &CampFile) -> BTreeMap<i64, Vec<String>> {
    let weeks = camp.load().expect("a camp").weeks;
    let closed = weeks.iter().filter(|week| week.is_closed());
    let sheets = closed.map(|week| {
        let data = camp.load_week(week.id).expect("a week");
        let scopes = [Scope::Camp, Scope::ByGroup];
        let standings = scopes.map(|scope| Standings::new(&data, System::Weekly, scope, false));
        let lists = standings.iter().flat_map(|it| &it.sections);
        let rows = lists.flat_map(|list| list.rows.iter().map(move |row| (&list.group, row)));
        let rows = rows.map(|(list, row)| {
            let (place, name) = (row.shown_rank(), row.listed_name());
            let score = [row.won, row.drawn, row.lost];
            let (group, rating, change) = (&row.group, row.rating, row.change);
            let moved = row.moved;
            format!("{list:?}: {place} {name} {group} {rating} {change} {score:?} {moved:?}")
        });
        (week.number, rows.collect())
    });
    sheets.collect()
}

/// Every week is to be printed again whose sheet is another one, and no other.
pub(super) fn other_sheets_are_said(
    before: &CampFile,
    after: &CampFile,
    planned: &Plan,
) -> Result<(), TestCaseError> {
    let (is, becomes) = (sheets(before), sheets(after));
    let numbers = corrected(planned).into_iter().flat_map(|said| {
        let words = said.split([' ', ',']).skip(1);
        let words = words.take_while(|it| !it.starts_with(char::is_alphabetic) || *it == "and");
        words
            .filter_map(|it| it.parse::<i64>().ok())
            .collect::<Vec<_>>()
    });
    let said = numbers.collect::<BTreeSet<_>>();
    for (number, sheet) in &is {
        // How everybody has moved since a week that is open is nothing yet.
        let is_behind_closed = *number == 1 || {
            let mut sides = [&is, &becomes].into_iter();
            sides.all(|sheets| sheets.contains_key(&(number - 1)))
        };
        if let Some(other) = becomes.get(number).filter(|_| is_behind_closed) {
            let is_said = said.contains(number);
            prop_assert_eq!(
                sheet != other,
                is_said,
                "{:?} {:?} {:?}",
                said,
                sheet,
                other
            );
        }
    }
    Ok(())
}

/// Its sheet was printed here, and is another one then.
#[test]
fn a_closed_week_that_the_copy_has_closed_again_is_to_be_printed_again() {
    let mut ours = small_camp();
    close(&mut ours);
    start(&mut ours);
    let mut theirs = copy(&ours);
    reopen(&mut theirs);
    for white in [2, 3] {
        play(&mut theirs, white, 1);
    }
    let first = theirs.load().expect("a camp").games[0].id;
    apply(&mut theirs, Edit::DeleteGame(first));
    apply(
        &mut theirs,
        Edit::ChangePlayer(Patch::new(PlayerId(1), Field::Notes, "Left-handed")),
    );
    close(&mut theirs);
    play(&mut theirs, 2, 1);
    play(&mut ours, 3, 1);
    let (here, _, planned) = both_ways(&ours, &theirs);
    let said = "Week 1 was opened and closed again in the copy (2 games added, 1 game deleted): print its standings again";
    assert_eq!(corrected(&planned), [said]);
    assert_eq!(planned.to_print_again().as_deref(), Some(said));
    assert_eq!(week(&here), (2, false, 2));
    // Who has closed it again knows.
    let back = plan(&theirs, &ours, &MergeChoices::default()).plan;
    assert_eq!(back.corrected, []);
}

/// Week 1 is closed on both, and the copy has opened it, done something and closed it again.
fn closed_again(change: impl FnOnce(&mut CampFile)) -> (CampFile, CampFile) {
    let mut ours = small_camp();
    close(&mut ours);
    start(&mut ours);
    let mut theirs = copy(&ours);
    reopen(&mut theirs);
    change(&mut theirs);
    close(&mut theirs);
    (ours, theirs)
}

fn said_of(change: impl FnOnce(&mut CampFile)) -> Vec<String> {
    let (ours, theirs) = closed_again(change);
    let (here, _, planned) = both_ways(&ours, &theirs);
    other_sheets_are_said(&ours, &here, &planned).expect("the sheets");
    corrected(&planned)
}

pub(super) fn change_game(camp: &mut CampFile, change: impl FnOnce(&mut Game)) {
    let mut game = camp.load().expect("a camp").games[0].clone();
    change(&mut game);
    apply(camp, Edit::put(&game));
}

#[test]
fn what_is_not_on_the_standings_need_not_be_printed_again() {
    let nothing = Vec::<String>::new();
    assert_eq!(
        said_of(|camp| change_game(camp, |game| game.board = Some(3))),
        nothing
    );
    let start = |camp: &mut CampFile| {
        let mut lee = camp.load().expect("a camp").players[0].clone();
        lee.start_permanent = Some(777);
        apply(camp, Edit::put(&lee));
    };
    assert_eq!(said_of(start), nothing);
    // The same game once more, in place of the one that was deleted.
    let again = |camp: &mut CampFile| {
        let last = camp.load().expect("a camp").games[1].id;
        apply(camp, Edit::DeleteGame(last));
        play(camp, 2, 3);
    };
    assert_eq!(said_of(again), nothing);
}

#[test]
fn what_is_on_the_standings_is_to_be_printed_again() {
    let said = |what: &str| {
        let how = "Week 1 was opened and closed again in the copy";
        vec![format!("{how} ({what}): print its standings again")]
    };
    let lost = |game: &mut Game| game.result = GameResult::BlackWon;
    assert_eq!(
        said_of(|camp| change_game(camp, lost)),
        said("1 game changed")
    );
    let fun = |game: &mut Game| game.counts = false;
    assert_eq!(
        said_of(|camp| change_game(camp, fun)),
        said("1 game changed")
    );
    let inactive = |camp: &mut CampFile| {
        let left = Patch::new(PlayerId(3), Field::Active, Value::YesNo(false));
        apply(camp, Edit::ChangePlayer(left));
    };
    assert_eq!(said_of(inactive), said("1 player changed"));
}

/// Nobody has opened the week for that.
#[test]
fn standings_with_another_name_are_to_be_printed_again() {
    let rename_group = |camp: &mut CampFile| {
        let mut red = camp.load().expect("a camp").groups[0].clone();
        red.name = "Crimson".to_owned();
        apply(camp, Edit::put(&red));
    };
    let rename = |camp: &mut CampFile| {
        let anna = Patch::new(PlayerId(1), Field::FirstName, "Anna");
        apply(camp, Edit::ChangePlayer(anna));
    };
    let note = |camp: &mut CampFile| {
        let note = Patch::new(PlayerId(1), Field::Notes, "Left-handed");
        apply(camp, Edit::ChangePlayer(note));
    };
    let said = "Week 1 lists other names: print its standings again";
    let changes: [(fn(&mut CampFile), _); 3] = [
        (rename, Some(said)),
        (rename_group, Some(said)),
        (note, None),
    ];
    for (change, expected) in changes {
        let mut ours = small_camp();
        close(&mut ours);
        start(&mut ours);
        let mut theirs = copy(&ours);
        change(&mut theirs);
        play(&mut ours, 3, 1);
        let (_, _, planned) = both_ways(&ours, &theirs);
        assert_eq!(corrected(&planned), Vec::from_iter(expected));
        // What was renamed here is on the sheets already, or isn’t the copy’s doing.
        let back = plan(&theirs, &ours, &MergeChoices::default()).plan;
        assert_eq!(corrected(&back), Vec::<String>::new());
    }
}

/// Whoever had left by then isn’t on the sheet.
#[test]
fn all_weeks_with_another_name_are_one_line() {
    let mut ours = small_camp();
    for number in 1..=3 {
        close(&mut ours);
        start(&mut ours);
        if number == 2 {
            let left = Patch::new(PlayerId(1), Field::Active, Value::YesNo(false));
            apply(&mut ours, Edit::ChangePlayer(left));
        }
    }
    let mut theirs = copy(&ours);
    let anna = Patch::new(PlayerId(1), Field::FirstName, "Anna");
    apply(&mut theirs, Edit::ChangePlayer(anna));
    let planned = plan(&ours, &theirs, &MergeChoices::default()).plan;
    let said = "Weeks 1 and 2 list other names: print their standings again";
    assert_eq!(corrected(&planned), [said]);
    assert_eq!(planned.to_print_again().as_deref(), Some(said));
}

/// The sheet of week 2 says how everybody has moved since week 1.
#[test]
fn standings_after_a_corrected_week_show_other_moves() {
    let recalc_and_close = |camp: &mut CampFile| {
        listed::recalc(camp);
        close(camp);
    };
    let mut ours = small_camp();
    recalc_and_close(&mut ours);
    start(&mut ours);
    play(&mut ours, 1, 2);
    recalc_and_close(&mut ours);
    let mut theirs = copy(&ours);
    reopen(&mut theirs);
    for black in [1, 2] {
        play(&mut theirs, 3, black);
    }
    recalc_and_close(&mut theirs);
    let (_, _, planned) = both_ways(&ours, &theirs);
    let said = [
        "Week 1 was opened and closed again in the copy (2 games added): print its standings again",
        "Week 2 shows other moves since the week before: print its standings again",
    ];
    assert_eq!(corrected(&planned), said);
    let both = "Week 1 and 1 more week have other standings: print them again";
    assert_eq!(planned.to_print_again().as_deref(), Some(both));
}

#[test]
fn a_week_that_is_closed_alike_again_need_not_be_printed_again() {
    let mut ours = small_camp();
    let on = date(2026, 7, 9);
    apply(&mut ours, Edit::CloseWeek { on });
    start(&mut ours);
    let mut theirs = copy(&ours);
    reopen(&mut theirs);
    close(&mut theirs);
    let planned = bring(&mut ours, &theirs, &MergeChoices::default());
    assert_eq!(planned.corrected, []);
    let closed = ours.load().expect("a camp").weeks[0].closed_on;
    assert_eq!(closed, Some(TODAY));
}

#[test]
fn of_two_that_were_closed_otherwise_the_one_of_the_copy_is_to_be_printed_again() {
    let (ours, theirs) = closed_otherwise();
    let decided = |taken| plan(&ours, &theirs, &prefer(taken)).plan;
    let said =
        "Week 1 is closed as in the copy (1 game added, 1 game deleted): print its standings again";
    assert_eq!(corrected(&decided(Prefer::Theirs)), [said]);
    assert_eq!(decided(Prefer::Ours).corrected, []);
}

#[test]
fn several_weeks_that_are_to_be_printed_again_are_one_sentence() {
    let mut ours = small_camp();
    for _ in 0..3 {
        close(&mut ours);
        start(&mut ours);
    }
    let mut theirs = copy(&ours);
    let weeks = theirs.load().expect("a camp").weeks.clone();
    for old in &weeks[..3] {
        apply(&mut theirs, Edit::ReopenWeek(old.id));
        play(&mut theirs, 3, 1);
        close(&mut theirs);
    }
    let planned = plan(&ours, &theirs, &MergeChoices::default()).plan;
    assert_eq!(planned.corrected.len(), 3);
    let said = "Week 1 and 2 more weeks are closed as in the copy: print their standings again";
    assert_eq!(planned.to_print_again().as_deref(), Some(said));
}
