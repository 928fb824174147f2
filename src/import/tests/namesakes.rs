//! Campers of one name in lists without numbers: who is whom, in whatever order the rows stand.

use super::*;
use crate::import::{Choices, TableKind};

const TITLES: &str = "Last Name,First Name,Group,School\n";

/// The row of an Ann Lee.
fn ann(group: &str, school: &str) -> String {
    format!("Lee,Ann,{group},{school}\n")
}

fn list(rows: &[String]) -> Source {
    text("Players.csv", &format!("{TITLES}{}", rows.concat()))
}

/// As many Ann Lees, in Red, Blue and Green, in this order. `are_typed`: no row of a file was imported as them.
fn camp(count: usize, are_typed: bool) -> CampData {
    let groups = "Group,Initial Ladder Rating\nRed,400\nBlue,1000\nGreen,1300\n";
    let rows = ["Red", "Blue", "Green"].map(|group| ann(group, ""));
    let files = [text("Groups.csv", groups), list(&rows[..count])];
    let mut camp = applied(&empty_camp(), &plan(&files, &empty_camp()).changes);
    if are_typed {
        for player in Arc::make_mut(&mut camp.players) {
            player.imported_row = None;
        }
    }
    camp
}

/// Every order of the rows.
fn orders(rows: &[String]) -> Vec<Vec<String>> {
    if rows.is_empty() {
        return vec![Vec::new()];
    }
    let each = (0..rows.len()).flat_map(|at| {
        let mut others = rows.to_vec();
        let first = others.remove(at);
        let rest = orders(&others).into_iter();
        rest.map(move |rest| [vec![first.clone()], rest].concat())
    });
    each.collect()
}

/// What the rows change in the camp: the same in every order, and the whole of it is there afterwards.
fn changes(camp: &CampData, rows: &[String]) -> Vec<String> {
    let all = orders(rows).into_iter().map(|rows| {
        let plan = plan(&[list(&rows)], camp);
        assert_eq!((plan.players.added, plan.players.left_out), (0, 0));
        let camp = applied(camp, &plan.changes);
        let again = self::plan(&[list(&rows)], &camp);
        assert!(again.brings_nothing(), "{rows:?}: {again:#?}");
        plan.changes_in_words
    });
    let mut all = all.collect::<Vec<_>>();
    for changed in &mut all {
        changed.sort();
    }
    all.dedup();
    assert_eq!(all.len(), 1, "{all:#?}");
    all.remove(0)
}

const NOTHING: [&str; 0] = [];

#[test]
fn a_row_that_a_camper_was_imported_from_is_that_one_wherever_it_stands_among_namesakes() {
    let camp = camp(2, false);
    let [red, blue, green] = ["Red", "Blue", "Green"].map(|group| ann(group, ""));
    assert_eq!(changes(&camp, &[red.clone(), blue.clone()]), NOTHING);
    // Who has changed is the other one.
    assert_eq!(
        changes(&camp, &[red.clone(), green.clone()]),
        ["Ann Lee (2): group Blue becomes Green"]
    );
    assert_eq!(
        changes(&camp, &[blue, green]),
        ["Ann Lee (1): group Red becomes Green"]
    );
    assert_eq!(
        changes(&camp, &[red, ann("Red", "North")]),
        ["Ann Lee (2): group Blue becomes Red, School none becomes North"]
    );
}

#[test]
fn namesakes_who_were_typed_are_told_apart_by_what_the_camp_has_of_them() {
    for are_typed in [false, true] {
        let camp = camp(2, are_typed);
        let rows = ["Red", "Blue"].map(|group| ann(group, "North"));
        assert_eq!(
            changes(&camp, &rows),
            [
                "Ann Lee (1): School none becomes North",
                "Ann Lee (2): School none becomes North"
            ]
        );
        // One who isn't in the list takes nothing from the other one, and a row that says less takes what is left.
        assert_eq!(changes(&camp, &[ann("Blue", "")]), NOTHING);
        assert_eq!(changes(&camp, &[ann("", ""), ann("Red", "")]), NOTHING);
        assert_eq!(changes(&camp, &[ann("", ""), ann("Blue", "")]), NOTHING);
    }
}

#[test]
fn three_namesakes_stay_who_they_are_in_any_order_and_when_one_is_missing() {
    let rows = ["Red", "Blue", "Green"].map(|group| ann(group, ""));
    for are_typed in [false, true] {
        let camp = camp(3, are_typed);
        assert_eq!(changes(&camp, &rows), NOTHING);
        for missing in 0..3 {
            let mut others = rows.to_vec();
            others.remove(missing);
            assert_eq!(changes(&camp, &others), NOTHING, "{missing}");
            assert_eq!(changes(&camp, &rows[missing..=missing]), NOTHING);
        }
        let moved = [ann("Red", "North"), ann("Red", ""), rows[2].clone()];
        assert_eq!(
            changes(&camp, &moved),
            ["Ann Lee (2): group Blue becomes Red, School none becomes North"]
        );
    }
}

#[test]
fn namesakes_are_told_apart_by_birth_dates_where_nothing_else_does() {
    let mut camp = camp(2, true);
    let days = [date(2014, 5, 1), date(2016, 9, 20)];
    for (player, day) in Arc::make_mut(&mut camp.players).iter_mut().zip(days) {
        player.birth_date = Some(day);
    }
    for rows in [
        "Lee,Ann,9/20/2016\nLee,Ann,5/1/2014\n",
        "Lee,Ann,9/20/2016\n",
    ] {
        let rows = format!("Last Name,First Name,Birth Date\n{rows}");
        let plan = plan(&[text("Players.csv", &rows)], &camp);
        assert!(plan.brings_nothing(), "{:#?}", plan.changes_in_words);
    }
}

#[test]
fn namesakes_in_two_lists_are_told_apart_as_in_one() {
    for are_typed in [false, true] {
        let camp = camp(2, are_typed);
        let lists = [list(&[ann("", "North")]), list(&[ann("Red", "")])];
        let plan = plan(&lists, &camp);
        assert_eq!(
            plan.changes_in_words,
            ["Ann Lee (2): School none becomes North"]
        );
    }
}

#[test]
fn a_row_that_stands_twice_beside_a_namesake_is_named() {
    let rows = [ann("Red", ""), ann("Red", "")];
    for camp in [camp(2, false), camp(1, false)] {
        let mut choices = Choices::default();
        choices.kinds.insert(0, TableKind::Players);
        let plan = Plan::new(&[list(&rows)], &camp, &choices);
        let notes = sentences(&plan, Severity::Note);
        let twice =
            "line 3: Several players are called Ann Lee, without numbers. Taken as number 2";
        assert!(notes.iter().any(|note| note.contains(twice)), "{notes:#?}");
    }
    // Two campers who came with two rows that say the same are no news.
    let twins = applied(&empty_camp(), &plan(&[list(&rows)], &empty_camp()).changes);
    assert_eq!(plan(&[list(&rows)], &twins).shared_names(), 0);
}
