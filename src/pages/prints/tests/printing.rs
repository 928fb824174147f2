//! What is asked before sheets are printed, and what stops it.

use super::*;
use crate::{app::dialogs::Dialog, report::print::Printer};

impl Driver {
    /// Asks how to print, on a computer with a printer.
    fn ask_how_to_print(&mut self) {
        self.press_with(Modifiers::COMMAND, Key::P);
        let Some(Dialog::Print(dialog)) = &mut self.app().dialog else {
            panic!("no dialog");
        };
        dialog.printers = Some(Ok(vec![Printer {
            name: "Office".to_owned(),
            is_default: true,
        }]));
        self.settle();
    }
}

/// The sample's standings by group, of which the second page is looked at.
fn second_page() -> Driver {
    let mut driver = sample();
    let mut choices = driver.chosen();
    choices.scope = PrintScope::ByGroup;
    driver.app().send(Action::Choose(Print::Standings, choices));
    driver.settle();
    driver.press(Key::PageDown);
    assert_eq!(driver.page_count(), "Page 2 of 2");
    driver
}

#[test]
fn before_printing_one_sees_how_many_sheets_come_out() {
    let mut driver = second_page();
    driver.ask_how_to_print();
    assert!(driver.shows("2 sheets, or 1 if the printer is set to both sides"));
    driver.focus_field("Copies");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("3");
    assert!(driver.shows("6 sheets, or 3 if the printer is set to both sides"));
    driver.press(Key::Tab);
    assert!(driver.has_keyboard("Pages"));
    driver.press(Key::ArrowDown);
    assert!(driver.shows("3 sheets"), "of the page that is looked at");
    driver.press(Key::ArrowDown);
    driver.press(Key::Tab);
    assert!(driver.has_keyboard("Which pages"));
    driver.type_text("1-3");
    assert!(driver.shows("Type pages from 1 to 2"));
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_some(), "nothing is printed so");
    driver.press(Key::Backspace);
    driver.type_text("2");
    driver.focus_choice("Sides");
    driver.press(Key::End);
    let Some(Dialog::Print(dialog)) = &driver.app().dialog else {
        panic!("no dialog");
    };
    assert_eq!(dialog.sheets(), "3 sheets", "on both sides");
    driver.press(Key::Escape);
    assert!(driver.app().dialog.is_none());
}

#[test]
fn a_page_alone_is_not_asked_which_of_them() {
    let mut driver = sample();
    driver.ask_how_to_print();
    assert!(driver.shows("1 sheet"));
    assert!(!driver.shows("Pages") && !driver.shows("Sides"));
}

#[test]
fn sheets_that_are_laid_out_for_both_sides_are_printed_so() {
    let mut driver = sample();
    driver.show_print(Print::PlayerWeek);
    let mut choices = driver.chosen();
    choices.both_sides = true;
    driver
        .app()
        .send(Action::Choose(Print::PlayerWeek, choices));
    driver.settle();
    driver.ask_how_to_print();
    let campers = driver.camp().players.iter().filter(|it| it.active).count();
    assert!(driver.shows(&format!("{campers} sheets")), "one for each");
}

#[test]
fn a_wrong_number_stops_what_would_be_printed_with_another() {
    let mut driver = sample();
    driver.focus_field("Only the first");
    driver.type_text("3x");
    let reason = "“Only the first”: Type a number from 1 to 9999, or nothing for all";
    for command in [Command::PRINT, Command::SAVE_PDF] {
        driver.send(command);
        assert!(driver.app().dialog.is_none());
        assert_eq!(driver.message(), reason);
    }
    driver.send(Command::GO_STANDINGS);
    driver.send(Command::SAVE_PDF);
    assert!(driver.app().dialog.is_some(), "another page isn't stopped");
    driver.press(Key::Escape);
    driver.send(Command::GO_PRINTS);
    driver.focus_field("Only the first");
    driver.press(Key::End);
    driver.press(Key::Backspace);
    driver.send(Command::SAVE_PDF);
    assert!(driver.app().dialog.is_some(), "mended");
}
