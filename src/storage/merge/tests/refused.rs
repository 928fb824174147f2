//! Two copies that can't be brought together have something of which no camp has two.

use super::*;

/// What no two records of a table have alike.
const ONCE: [(&str, &str); 4] = [
    ("camp_group", "name"),
    ("ladder", "name"),
    ("meeting", "held_on"),
    ("extra_column", "name"),
];

/// What a record is called that has a name or a day of its own.
fn name(key: &Key, cells: &Cells) -> Option<(&'static str, String)> {
    let (table, column) = ONCE.into_iter().find(|(table, _)| *table == key.table)?;
    match cells.get(column) {
        Some(Cell::Text(name)) => Some((table, name.to_lowercase())),
        _ => None,
    }
}

/// Whether a record here and another one of the other copy have a name or a day alike. Two that are new are made one.
pub(super) fn has_two_of_one([ours, theirs]: [&State; 2], base: &State) -> bool {
    let is_new = |key: &Key, other: &State| !base.contains_key(key) && !other.contains_key(key);
    let are_two =
        |here: &Key, there: &Key| here != there && !(is_new(here, theirs) && is_new(there, ours));
    ours.iter().any(|(here, cells)| {
        let called = name(here, cells);
        let mut others = theirs.iter();
        called.is_some()
            && others.any(|(there, cells)| name(there, cells) == called && are_two(here, there))
    })
}
