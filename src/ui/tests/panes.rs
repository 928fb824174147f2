//! F6 goes round the parts of the window, also on pages that take the keyboard nowhere by themselves.

use egui::{Key, Modifiers};

use super::*;
use crate::app::{FocusTarget, Pane};

#[test]
fn f6_comes_back_to_the_control_that_it_has_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Ladder Players.csv");
    std::fs::write(&file, "Last Name,First Name\nQuill,Zoe\n").expect("a file");
    let mut driver = Driver::with_sample();
    driver.app().send(Action::ImportFiles(vec![file]));
    driver.settle();
    driver.focus("Cancel");
    driver.press(Key::F6);
    driver.press(Key::F6);
    while driver.app().pane != Pane::List {
        driver.press(Key::F6);
    }
    assert!(driver.has_keyboard("Cancel"));
}

#[test]
fn the_keyboard_goes_back_to_where_it_was_before_a_page_on_which_f6_was_pressed() {
    let mut driver = Driver::with_sample();
    driver.go(Page::PLAYERS);
    driver.focus("Last record");
    driver.app().send(Action::Go(Page::WHATS_NEW.into()));
    driver.settle();
    assert!(driver.has_keyboard("Back"));
    driver.press(Key::F6);
    driver.press(Key::F6);
    driver.press(Key::Escape);
    assert!(driver.has_keyboard("Last record"));
}

#[test]
fn what_is_sent_to_no_place_of_a_page_goes_nowhere_later() {
    let mut driver = Driver::with_sample();
    driver.go(Page::PRINTS);
    driver.app().focus_next = Some(FocusTarget::Search);
    driver.settle();
    assert_eq!(driver.app().focus_next, None);
    assert!(driver.has_keyboard("What to print"));
}

#[test]
fn f6_passes_the_sheets_where_there_is_nothing_to_print() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    driver.go(Page::PRINTS);
    assert!(driver.shows("Nothing to print"));
    let mut panes = Vec::new();
    for _ in 0..4 {
        driver.press(Key::F6);
        panes.push(driver.app().pane);
    }
    let around = [Pane::Record, Pane::Sheets, Pane::SideBar, Pane::List];
    assert_eq!(panes, around);
}

#[test]
fn f6_goes_between_the_projector_and_the_strip_at_its_foot() {
    let mut driver = Driver::with_sample();
    driver.send(Command::PROJECTOR);
    let wall = "Standings on the projector";
    driver.press(Key::F6);
    assert!(driver.has_keyboard(wall), "there is nothing else");
    driver.press(Key::F2);
    assert!(driver.has_keyboard("White"));
    for _ in 0..2 {
        driver.press(Key::F6);
        assert!(driver.has_keyboard(wall));
        driver.press_with(Modifiers::SHIFT, Key::F6);
        assert!(driver.has_keyboard("White"));
    }
}
