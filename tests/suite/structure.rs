//! How far the program has come on its way to one home for each thing. `structure.txt` names the files that still know what is another
//! file's; it is only ever made shorter.

use std::collections::BTreeSet;

use crate::architecture::source;

/// What is looked for, and how it is found in a line of code.
struct Kind {
    name: &'static str,
    is_in: fn(&str) -> bool,
    /// The layers whose own business it is.
    at_home: &'static [&'static str],
}

const KINDS: [Kind; 3] = [
    Kind {
        name: "a field",
        is_in: |line| {
            let mut words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            words.any(|word| FIELDS.contains(&word.to_lowercase().trim_end_matches("_on")))
        },
        at_home: &["domain", "rating"],
    },
    Kind {
        name: "a page",
        is_in: |line| names_one_of(line, "Page::"),
        at_home: &["pages"],
    },
    Kind {
        name: "methods of App",
        is_in: |line| line.starts_with("impl App {"),
        at_home: &[],
    },
];

/// Two fields that were added late, of a player and of a game: a file that knows them would have to know the next one too.
const FIELDS: [&str; 2] = ["joined", "tournament"];

/// Whether a line has `head` with a name behind it: `Page::PLAYERS`.
fn names_one_of(line: &str, head: &str) -> bool {
    line.match_indices(head).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + head.len()..].chars().next();
        after.is_some_and(char::is_uppercase)
            && !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
    })
}

#[test]
fn no_file_knows_what_is_another_files_that_did_not_before() {
    let listed = include_str!("structure.txt");
    let listed = listed.lines().filter(|line| !line.starts_with('#'));
    let listed = listed.map(str::to_owned).collect::<BTreeSet<_>>();
    let mut found = BTreeSet::new();
    for file in source() {
        let code = file.code.split("#[cfg(test)]\nmod tests {").next();
        for kind in &KINDS {
            let is_at_home = kind.at_home.iter().any(|home| file.layer() == *home);
            let is_in = || code.is_some_and(|code| code.lines().any(kind.is_in));
            if !file.is_test() && !is_at_home && is_in() {
                found.insert(format!("{}: {}", kind.name, file.name));
            }
        }
    }
    let new = found.difference(&listed).collect::<Vec<_>>();
    assert!(new.is_empty(), "find a home for these instead: {new:#?}");
    let gone = listed.difference(&found).collect::<Vec<_>>();
    assert!(gone.is_empty(), "done; take them off the list: {gone:#?}");
}
