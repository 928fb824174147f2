//! Every command once, and every key once.

use std::collections::{HashMap, HashSet};

use super::*;

#[test]
fn no_two_commands_share_a_key() {
    let mut taken = HashMap::new();
    for command in Command::all() {
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
    for command in Command::all() {
        assert!(seen.insert(command.text()), "{command:?} stands twice");
    }
    let places = Command::all().iter().map(|command| command.0.place);
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
    for command in Command::all() {
        assert!(in_menus.contains(&command.group()), "{command:?}");
    }
}
