//! Every command once, and every key once.

use std::collections::{HashMap, HashSet};

use egui::Key;
use egui_kittest::kittest::Queryable as _;
use strum::VariantArray as _;

use super::Driver;
use crate::app::{
    Command,
    access_keys::{ACCESS_KEYS, AccessKey, KeyGroup, Meaning, help},
    commands::{Group, MENUS, Shortcut},
};

fn commands() -> Vec<Command> {
    Driver::new().app().commands().to_vec()
}

#[test]
fn no_two_commands_share_a_key() {
    let mut taken = HashMap::new();
    for command in commands() {
        for shortcut in command.shortcuts() {
            if let Some(other) = taken.insert(shortcut, command) {
                panic!("{} is on {command:?} and {other:?}", shortcut.text());
            }
        }
    }
    assert!(taken.len() > 15, "most commands have a key");
}

#[test]
fn every_command_is_listed_once_and_has_a_place_of_its_own() {
    let mut seen = HashSet::new();
    for command in commands() {
        assert!(seen.insert(command.text()), "{command:?} stands twice");
    }
    // Those that lead to pages stand in the order of the pages.
    let has_place = |command: &Command| command.group() != Group::Pages;
    let places = commands().into_iter().filter(has_place).map(Command::place);
    let places = places.collect::<Vec<_>>();
    for pair in places.windows(2) {
        assert!(pair[0] < pair[1], "{pair:?}");
    }
}

#[test]
fn every_group_is_in_one_menu() {
    let in_menus = MENUS.iter().flat_map(|menu| menu.groups.iter().copied());
    let in_menus = in_menus.collect::<Vec<_>>();
    assert!(in_menus.is_sorted() && in_menus.windows(2).all(|pair| pair[0] != pair[1]));
    for command in commands() {
        assert!(in_menus.contains(&command.group()), "{command:?}");
    }
}

#[test]
fn every_key_that_is_a_command_is_that_commands_key() {
    for AccessKey { keys, meaning, .. } in ACCESS_KEYS {
        let Meaning::Command(command) = meaning else {
            continue;
        };
        let texts = command.shortcuts().iter().copied().map(Shortcut::text);
        let texts = texts.collect::<Vec<_>>();
        for key in *keys {
            assert!(texts.iter().any(|text| text == key), "{command:?}: {key}");
        }
    }
}

#[test]
fn no_key_stands_twice_in_the_table_or_has_two_meanings() {
    let mut seen = HashSet::new();
    for key in ACCESS_KEYS.iter().flat_map(|key| key.keys) {
        assert!(seen.insert(*key), "{key} stands twice");
    }
    for key in ACCESS_KEYS {
        if matches!(key.meaning, Meaning::Command(_)) {
            continue;
        }
        for shortcut in commands().iter().flat_map(|command| command.shortcuts()) {
            let text = shortcut.text();
            // Ctrl+Enter saves an import while its preview is open, and only then.
            let is_taken = key.keys.contains(&text.as_str()) && text != "Ctrl+Enter";
            assert!(!is_taken, "{text} is a command");
        }
    }
}

#[test]
fn help_shows_every_command_that_has_a_key() {
    let mut driver = Driver::new();
    let shown = KeyGroup::VARIANTS
        .iter()
        .copied()
        .flat_map(|group| help(driver.app().commands(), group));
    let shown = shown.map(|(_, text)| text).collect::<HashSet<_>>();
    for command in commands()
        .iter()
        .filter(|command| command.shortcut().is_some())
    {
        let text = Meaning::Command(*command).text();
        assert!(shown.contains(text), "{text}");
    }
}

#[test]
fn a_menu_begins_below_its_title_or_ends_at_the_edge_of_a_small_window() {
    let mut driver = Driver::with_size(450.0, 320.0);
    driver.send(Command::OPEN_SAMPLE);
    for (title, entry) in [
        ("Week", "Close week…"),
        ("Record", "Custom columns…"),
        ("Help", "Guide"),
    ] {
        driver.click(title);
        driver.harness.run_steps(10);
        let title = driver.harness.get_by_label(title).rect();
        let entries = driver.harness.query_all_by_label_contains(entry);
        let entry = entries
            .map(|node| node.rect())
            .find(|it| it.width() > 250.0);
        let entry = entry.expect("an entry of the menu");
        let is_below = (entry.left() - title.left()).abs() < 12.0;
        let is_at_edge = entry.right() > 430.0 && entry.left() < title.left();
        assert!(is_below || is_at_edge, "{title}: {entry}");
        driver.press(Key::Escape);
    }
}
