//! Every key of the Access table, pressed in the window.

use egui::{Event, Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::Queryable as _;

use super::Driver;
use crate::{
    app::{
        Command, Page, Pane,
        access_keys::{ACCESS_KEYS, Meaning},
        dialogs::Dialog,
        listing::Listing,
    },
    domain::Field,
};

const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;

fn ctrl_shift() -> Modifiers {
    CTRL.plus(SHIFT)
}

/// A form of the sample camp with its second record, and the keyboard in the list.
fn form(page: Page, list: &str) -> Driver {
    let mut driver = Driver::with_sample();
    driver.go(page);
    driver.send(Command::VIEW_FORM);
    driver.focus(list);
    driver.press(Key::Home);
    driver.press(Key::ArrowDown);
    driver
}

fn players() -> Driver {
    form(Page::PLAYERS, "Players")
}

fn games() -> Driver {
    form(Page::GAMES, "Games")
}

impl Driver {
    fn row(&mut self) -> Option<usize> {
        self.app().current_row()
    }

    fn focused(&self, label: &str) -> bool {
        let mut named = self.harness.query_all_by_label(label);
        named.any(|node| node.is_focused())
    }

    fn last_name(&mut self) -> String {
        self.players()
            .editor
            .draft
            .typed(Field::LastName)
            .to_owned()
    }
}

#[test]
fn ui_access_keys() {
    for key in ACCESS_KEYS.iter().flat_map(|key| key.keys) {
        check(key);
    }
    let meaningless = ACCESS_KEYS
        .iter()
        .filter(|key| matches!(key.meaning, Meaning::Nothing(_)));
    assert_eq!(meaningless.count(), 2, "a key without a meaning says why");
}

/// Presses a key where it means something, and looks at what it did.
fn check(key: &str) {
    match key {
        "Tab" | "Enter" | "Shift+Tab" | "Esc" | "F2" | "F4" | "Alt+Down" | "Space"
        | "Ctrl+Enter" => in_fields(key),
        "Ctrl+'" | "Ctrl+Shift+'" | "Ctrl+;" | "Shift+F2" | "Ctrl+C" | "Ctrl+X" | "Ctrl+V"
        | "Ctrl+Z" => on_values(key),
        "Ctrl++" | "Ctrl+S" | "Shift+Enter" | "Ctrl+−" | "Ctrl+PgDn" | "Ctrl+PgUp"
        | "Ctrl+Home" | "Ctrl+End" | "F5" => on_records(key),
        "Ctrl+F" | "Shift+F4" | "Ctrl+H" | "Shift+F9" | "Ctrl+Up" | "Ctrl+Down" | "Shift+Down"
        | "Alt+Up" => {
            in_lists(key);
        }
        "F9" | "F7" | "F6" | "Ctrl+Tab" | "Shift+F6" | "Ctrl+Shift+Tab" | "F10" | "F11"
        | "Ctrl+P" | "F1" => in_the_window(key),
        "Ctrl+Shift+;" | "Ctrl+Alt+Space" => means_nothing(key),
        _ => panic!("{key} is not checked"),
    }
}

fn in_fields(key: &str) {
    let mut driver = players();
    driver.focus("Last name");
    match key {
        "Tab" => {
            driver.press(Key::Tab);
            assert!(driver.focused("First name"), "{key}");
        }
        "Enter" => {
            driver.press(Key::Enter);
            assert!(driver.focused("First name"), "{key}");
        }
        "Shift+Tab" => {
            driver.press(Key::Tab);
            driver.press_with(SHIFT, Key::Tab);
            assert!(driver.focused("Last name"), "{key}");
        }
        "Esc" => {
            let saved = driver.players().editor.draft.clone();
            driver.type_text("Quill");
            driver.press(Key::Tab);
            driver.type_text("Zo");
            driver.press(Key::Escape);
            assert_eq!(driver.last_name(), "Quill", "{key}");
            driver.press(Key::Escape);
            assert_eq!(driver.players().editor.draft, saved, "{key}");
        }
        "F2" => {
            driver.press(Key::F2);
            driver.type_text("y");
            assert!(driver.last_name().ends_with('y') && driver.last_name().len() > 1);
        }
        "F4" | "Alt+Down" => {
            driver.press(Key::Tab);
            driver.press(Key::Tab);
            if key == "F4" {
                driver.press(Key::F4);
            } else {
                driver.press_with(Modifiers::ALT, Key::ArrowDown);
            }
            assert!(driver.shows("Purple"), "{key} opens the list of groups");
        }
        "Space" => {
            let active = driver.players().editor.draft.is_yes(Field::Active);
            driver.harness.get_by_label("Active").focus();
            driver.settle();
            driver.press(Key::Space);
            assert_ne!(
                driver.players().editor.draft.is_yes(Field::Active),
                active,
                "{key}"
            );
        }
        _ => {
            driver.focus("Notes");
            driver.type_text("one");
            driver.press_with(CTRL, Key::Enter);
            driver.type_text("two");
            assert_eq!(
                driver.players().editor.draft.typed(Field::Notes),
                "one\ntwo",
                "{key}"
            );
        }
    }
}

fn on_values(key: &str) {
    match key {
        "Ctrl+'" | "Ctrl+Shift+'" => {
            let mut driver = players();
            driver.focus("Last name");
            let before = driver.camp().players[0].last_name.clone();
            let held = if key == "Ctrl+'" { CTRL } else { ctrl_shift() };
            driver.press_with(held, Key::Quote);
            assert_eq!(driver.last_name(), before, "{key}");
        }
        "Ctrl+;" => {
            let mut driver = games();
            driver.focus_field("Date");
            driver.type_text("1/1");
            driver.press_with(CTRL, Key::Semicolon);
            assert_eq!(
                driver.games().editor.draft.typed(Field::Date),
                "7/10/2026",
                "{key}"
            );
        }
        "Shift+F2" => {
            let mut driver = players();
            driver.focus("Notes");
            driver.press_with(SHIFT, Key::F2);
            assert!(matches!(driver.app().dialog, Some(Dialog::Zoom { .. })));
        }
        "Ctrl+C" | "Ctrl+X" | "Ctrl+V" => {
            let mut driver = players();
            driver.send(Command::VIEW_DATASHEET);
            driver.press(Key::Home);
            driver.press(Key::ArrowRight);
            let name = driver.last_name();
            let event = match key {
                "Ctrl+C" => Event::Copy,
                "Ctrl+X" => Event::Cut,
                _ => Event::Paste("Quill".to_owned()),
            };
            driver.harness.event(event);
            driver.harness.run_steps(1);
            let commands = &driver.harness.output().platform_output.commands;
            let copies = commands.iter().any(
                |command| matches!(command, egui::OutputCommand::CopyText(text) if *text == name),
            );
            driver.settle();
            assert_eq!(copies, key != "Ctrl+V", "{key}");
            let now = match key {
                "Ctrl+C" => name.as_str(),
                "Ctrl+X" => "",
                _ => "Quill",
            };
            assert_eq!(driver.last_name(), now, "{key}");
        }
        _ => {
            let mut driver = games();
            let games = driver.camp().games;
            driver.press_with(CTRL, Key::Minus);
            assert_eq!(driver.camp().games.len(), games.len() - 1);
            driver.press_with(CTRL, Key::Z);
            assert_eq!(driver.camp().games, games, "{key}");
        }
    }
}

fn on_records(key: &str) {
    let mut driver = games();
    let count = driver.camp().games.len();
    match key {
        "Ctrl++" => {
            driver.press_with(CTRL, Key::Plus);
            assert!(driver.games().editor.is_new(), "{key}");
        }
        "Ctrl+S" | "Shift+Enter" => {
            driver.focus_field("Date");
            driver.type_text("7/1");
            if key == "Ctrl+S" {
                driver.press_with(CTRL, Key::S);
            } else {
                driver.press_with(SHIFT, Key::Enter);
            }
            let saved = driver.camp().games[1].date;
            assert_eq!(saved, Some(jiff::civil::date(2026, 7, 1)), "{key}");
            assert_eq!(driver.row(), Some(1), "{key} stays");
        }
        "Ctrl+−" => {
            driver.press_with(CTRL, Key::Minus);
            assert_eq!(driver.camp().games.len(), count - 1, "{key}");
        }
        "Ctrl+PgDn" => {
            driver.press_with(CTRL, Key::PageDown);
            assert_eq!(driver.row(), Some(2), "{key}");
        }
        "Ctrl+PgUp" => {
            driver.press_with(CTRL, Key::PageUp);
            assert_eq!(driver.row(), Some(0), "{key}");
        }
        "Ctrl+Home" | "Ctrl+End" => {
            driver.focus_result();
            let (pressed, row, field) = if key == "Ctrl+Home" {
                (Key::Home, 0, Field::White)
            } else {
                (Key::End, count - 1, Field::Counts)
            };
            driver.press_with(CTRL, pressed);
            assert_eq!(driver.row(), Some(row), "{key}");
            assert_eq!(driver.app().field, Some(field), "{key}");
        }
        _ => {
            driver.press(Key::F5);
            assert!(driver.focused("Record number"), "{key}");
        }
    }
}

fn in_lists(key: &str) {
    let mut driver = players();
    match key {
        "Ctrl+F" => {
            driver.press_with(CTRL, Key::F);
            assert!(driver.focused("Search players"), "{key}");
        }
        "Shift+F4" => {
            driver.press_with(CTRL, Key::F);
            driver.type_text("purple");
            driver.press_with(SHIFT, Key::F4);
            let first = driver.row();
            driver.press_with(SHIFT, Key::F4);
            assert_ne!(driver.row(), first, "{key}");
        }
        "Ctrl+H" => {
            driver.press_with(CTRL, Key::H);
            assert!(matches!(driver.app().dialog, Some(Dialog::Replace(_))));
        }
        "Shift+F9" => {
            let before = driver.app().listing().map(Listing::generation);
            driver.press_with(SHIFT, Key::F9);
            assert_ne!(driver.app().listing().map(Listing::generation), before);
        }
        "Alt+Up" => {
            driver.send(Command::VIEW_DATASHEET);
            // On a column with a list of its own.
            for title in ["Last name", "First name", "Group"] {
                driver.press(Key::ArrowRight);
                driver.press_with(Modifiers::ALT, Key::ArrowUp);
                assert!(driver.shows("Sort ascending"), "{key} on {title}");
                driver.press(Key::Escape);
            }
        }
        _ => {
            driver.send(Command::VIEW_DATASHEET);
            match key {
                "Ctrl+Up" => driver.press_with(CTRL, Key::ArrowUp),
                "Ctrl+Down" => driver.press_with(CTRL, Key::ArrowDown),
                _ => driver.press_with(SHIFT, Key::ArrowDown),
            }
            match key {
                "Ctrl+Up" => assert_eq!(driver.row(), Some(0), "{key}"),
                "Ctrl+Down" => assert_eq!(driver.row(), Some(39), "{key}"),
                _ => assert_eq!(driver.app().selected(), 2, "{key}"),
            }
        }
    }
}

fn in_the_window(key: &str) {
    let mut driver = players();
    match key {
        "F9" => {
            driver.press(Key::F9);
            assert_eq!(driver.message(), "40 players, 126 games, no rating changed");
        }
        "F7" => {
            driver.press(Key::F7);
            assert!(driver.shows("Close"), "{key} lists what is doubtful");
        }
        "F6" => {
            driver.press(Key::F6);
            assert_eq!(driver.app().pane, Pane::Record, "{key}");
        }
        "Ctrl+Tab" => {
            driver.press_with(CTRL, Key::Tab);
            assert_eq!(driver.app().pane, Pane::Record, "{key}");
        }
        "Shift+F6" => {
            driver.press_with(SHIFT, Key::F6);
            assert_eq!(driver.app().pane, Pane::SideBar, "{key}");
        }
        "Ctrl+Shift+Tab" => {
            driver.press_with(ctrl_shift(), Key::Tab);
            assert_eq!(driver.app().pane, Pane::SideBar, "{key}");
        }
        "F10" => {
            driver.press(Key::F10);
            assert!(driver.focused("Camp"), "{key}");
        }
        "F11" => {
            driver.press(Key::F11);
            assert!(!driver.app().settings.side_bar, "{key}");
        }
        "Ctrl+P" => {
            driver.press_with(CTRL, Key::P);
            assert!(driver.app().dialog.is_some(), "{key}");
        }
        _ => {
            driver.press(Key::F1);
            assert!(driver.shows("Undo the field; once more, undo the record"));
            assert!(driver.shows("Keys on Ladder players"));
            assert!(driver.shows("Copy from record above"));
        }
    }
}

fn means_nothing(key: &str) {
    if key == "Ctrl+Shift+;" {
        // Access puts the time there. The key says what is printed on it with Shift: a colon. Where a semicolon needs Shift
        // (on a German keyboard), the same modifiers with that are Ctrl+;, which puts today there.
        for (pressed, date) in [(Key::Colon, "1/1"), (Key::Semicolon, "7/10/2026")] {
            let mut driver = games();
            driver.focus_field("Date");
            driver.press_with(CTRL, Key::A);
            driver.type_text("1/1");
            driver.harness.event(Event::Key {
                key: pressed,
                physical_key: Some(Key::Semicolon),
                pressed: true,
                repeat: false,
                modifiers: ctrl_shift(),
            });
            driver.settle();
            assert_eq!(
                driver.games().editor.draft.typed(Field::Date),
                date,
                "{key}"
            );
        }
        return;
    }
    let mut driver = players();
    driver.focus("Notes");
    let before = (driver.players().editor.draft.clone(), driver.message());
    driver.press_with(CTRL.plus(Modifiers::ALT), Key::Space);
    let after = (driver.players().editor.draft.clone(), driver.message());
    assert_eq!(after, before, "{key}");
    assert!(driver.app().dialog.is_none() && driver.players().editor.id().is_some());
}

#[test]
fn find_and_replace_changes_all_or_nothing() {
    let mut driver = players();
    driver.focus("Notes");
    driver.type_text("Plays e4");
    driver.press_with(CTRL, Key::S);
    driver.press_with(CTRL, Key::H);
    driver.type_text("E4");
    driver.press(Key::Tab);
    driver.type_text("d4");
    driver.click("Replace all");
    assert!(driver.shows_words("1 record changed"));
    assert_eq!(driver.camp().players[1].notes, "Plays d4");
    driver.press(Key::Escape);
    driver.press_with(CTRL, Key::Z);
    assert_eq!(driver.camp().players[1].notes, "Plays e4");

    // A first name can be empty, and one of 81 letters can't be.
    driver.focus("First name");
    driver.press_with(CTRL, Key::H);
    let before = driver.camp().players;
    driver.type_text("a");
    driver.press(Key::Tab);
    driver.type_text(&"x".repeat(81));
    driver.click("Replace all");
    assert!(driver.shows_words("Nothing replaced"));
    assert_eq!(driver.camp().players, before);
}

#[test]
fn a_menu_that_is_higher_than_the_window_scrolls() {
    let mut driver = Driver::with_size(700.0, 420.0);
    driver.send(Command::OPEN_SAMPLE);
    driver.press_with(Modifiers::ALT, Key::V);
    driver.press(Key::End);
    let last = {
        let mut entries = driver.harness.query_all_by_label_contains("size");
        let last = entries.find(egui_kittest::Node::is_focused);
        last.expect("the last entry has the keyboard").rect()
    };
    assert!(last.bottom() < 420.0, "{last:?}");
    driver.press(Key::Escape);
    driver.click("View");
    let first = driver.harness.get_by_label_contains("Datasheet").rect();
    assert!(
        first.top() > 0.0,
        "it opens at its beginning again: {first:?}"
    );
}

#[test]
fn no_menu_scrolls_on_a_screen_of_768_points() {
    // A window that fills it, without title and task bar.
    let mut driver = Driver::with_size(1366.0, 690.0);
    driver.send(Command::OPEN_SAMPLE);
    let roles = [Role::MenuItem, Role::MenuItemCheckBox];
    let entries = |driver: &Driver| {
        let of_role = |role| driver.harness.query_all_by_role(role);
        let rects = roles.into_iter().flat_map(of_role).map(|node| node.rect());
        rects.collect::<Vec<_>>()
    };
    for menu in crate::app::commands::MENUS {
        // That of a page which the camp has nothing of is there while the page is shown.
        if !driver.shows(menu.title) {
            driver.go(Page::US_CHESS);
        }
        driver.press_with(Modifiers::ALT, menu.letter);
        let opened = entries(&driver);
        assert!(opened.len() > 1, "{}", menu.title);
        assert!(opened.iter().all(|entry| entry.height() >= 28.0));
        let last = opened
            .iter()
            .fold(0.0, |bottom: f32, entry| bottom.max(entry.bottom()));
        assert!(last < 690.0, "{} ends at {last}", menu.title);
        driver.press(Key::End);
        assert_eq!(entries(&driver), opened, "{} has scrolled", menu.title);
        driver.press(Key::Escape);
        driver.press(Key::Escape);
    }
}
