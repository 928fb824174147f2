//! Every command once, and every key once.

use std::collections::HashMap;

use super::*;

#[test]
fn no_two_commands_share_a_key() {
    let mut taken = HashMap::new();
    for command in Command::ALL.iter().copied() {
        for shortcut in [command.shortcut(), command.other_shortcut()]
            .into_iter()
            .flatten()
        {
            if let Some(other) = taken.insert(shortcut, command) {
                panic!("{} is on {command:?} and {other:?}", shortcut.text());
            }
        }
    }
    assert!(taken.len() > 15, "most commands have a key");
}

#[test]
fn every_command_is_listed_once() {
    let mut texts = Command::ALL
        .iter()
        .copied()
        .map(Command::text)
        .collect::<Vec<_>>();
    texts.sort_unstable();
    let all = texts.len();
    texts.dedup();
    assert_eq!(texts.len(), all);
}
