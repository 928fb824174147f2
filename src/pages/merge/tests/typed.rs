//! What is being typed in a form when a copy is brought back.

use super::Bench;
use crate::{
    app::{Command, leaving::CANNOT_BE_SAVED},
    domain::{Edit, Field, Patch, PlayerId},
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
