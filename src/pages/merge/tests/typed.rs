//! What is being typed in a form, and which week is shown, when a copy is brought back.

use std::fs;

use super::{Bench, game};
use crate::{
    app::{Action, Command, leaving::CANNOT_BE_SAVED},
    domain::{Edit, Field, NextWeek, Patch, PlayerId},
    storage::{CampFile, Mode, Occasion},
    ui::tests::Driver,
};

/// Types into the form of the first player, and saves nothing.
fn type_names(driver: &mut Driver, names: [(Field, &str); 2]) {
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::VIEW_FORM);
    let editor = &mut driver.players().editor;
    assert_eq!(editor.id(), Some(PlayerId(1)));
    for (field, text) in names {
        editor.set_text(field, text.to_owned());
    }
    driver.settle();
    assert!(driver.players().editor.is_changed());
}

#[test]
fn what_is_typed_and_not_saved_yet_is_compared() {
    let mut bench = Bench::new();
    let renamed = Patch::new(PlayerId(1), Field::FirstName, "Cyrus");
    bench.change_copy([Edit::ChangePlayer(renamed)]);
    let typed = [(Field::FirstName, "Cyril"), (Field::LastName, "Leewood")];
    type_names(&mut bench.driver, typed);
    bench.compare();
    let driver = &mut bench.driver;
    assert_eq!(driver.camp().players[0].first_name, "Cyril");
    assert!(driver.shows("1 decision needed."));
    driver.click("All as in the copy");
    driver.settle();
    driver.click("Bring together");
    driver.settle();
    // Nor does the form save the other one later.
    driver.send(Command::GO_GAMES);
    assert_eq!(driver.camp().players[0].first_name, "Cyrus");
}

#[test]
fn what_cannot_be_saved_is_put_right_first() {
    let mut bench = Bench::new();
    let typed = [(Field::FirstName, ""), (Field::LastName, "")];
    type_names(&mut bench.driver, typed);
    bench.driver.send(Command::BRING_BACK);
    assert!(bench.page().is_none());
    let driver = &mut bench.driver;
    assert_eq!(driver.message(), CANNOT_BE_SAVED);
    assert!(driver.players().editor.is_changed());
    driver.send(Command::UNDO_RECORD);
    driver.send(Command::BRING_BACK);
    assert!(bench.page().is_some());
}

/// What was brought back is taken back where it is seen: in the current week.
#[test]
fn a_copy_that_is_brought_back_while_a_closed_week_is_shown_can_be_taken_back() {
    let mut bench = Bench::new();
    let on = bench.driver.camp().week.opened_on;
    bench.driver.send(Command::CLOSE_CAMP);
    let own = bench.folder.path().join("Camp.ladder");
    let mut camp = CampFile::open(&own, Mode::Change).expect("the camp");
    let next = NextWeek {
        label: String::new(),
        opened_on: on,
        players: Vec::new(),
    };
    for edit in [Edit::CloseWeek { on }, Edit::StartWeek(Box::new(next))] {
        camp.apply(&edit, &Occasion::now(edit.kind()))
            .expect("a change");
    }
    drop(camp);
    fs::copy(&own, bench.copy()).expect("a copy");
    bench.change_copy([game(1, 2)]);
    bench.driver.app().send(Action::Open(own));
    bench.driver.settle();
    let first = bench.driver.camp().weeks[0].id;
    bench.driver.app().send(Action::LookAtWeek(Some(first)));
    bench.driver.settle();
    bench.compare();
    let driver = &mut bench.driver;
    driver.click("Bring together");
    driver.settle();
    assert!(
        driver
            .message()
            .starts_with("Copy brought back: 1 game added")
    );
    assert_eq!(driver.camp().week.number, 1);
    driver.click("Undo what was done");
    driver.settle();
    let undone = "Undone: bring back Copy.ladder (1 game added)";
    assert_eq!(driver.message(), undone);
    let camp = driver.camp();
    assert_eq!((camp.week.number, camp.games.len()), (2, 0));
}
