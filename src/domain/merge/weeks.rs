//! Weeks: a week that was closed, started or opened again on one copy comes as it is, where the other one hasn't touched it.

use thiserror::Error;

use super::{
    Cell, Cells, Copies, Key, Side, State, TABLES, Table,
    three_way::{Merged, same},
};

/// Why two copies can't be brought together.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum MergeRefusal {
    #[error(
        "A week was closed, started or reopened here, and games, campers or groups of it were changed in the copy. Undo that here (“Undo” in the Edit menu), bring the copy back, and do it again"
    )]
    WeekHere,
    #[error(
        "A week was closed, started or reopened in the copy, and games, campers or groups of it were changed here. Open the copy, undo that there, and bring it back again"
    )]
    WeekThere,
    #[error(
        "Weeks were closed, started or reopened both here and in the copy. Undo that on one of the two, and bring the copy back again"
    )]
    WeekOnBoth,
    #[error(
        "The two copies aren’t in the same week, and what they had in common isn’t known, as a history was cleared. Close, start or reopen weeks in one of them until both are in the same one, and bring the copy back again"
    )]
    WeekUnknown,
    #[error(
        "Two columns, ladders, meetings, members or sections would have the same name, day or number. Change that of one of them, and bring the copy back again"
    )]
    Twice,
    #[error("Two groups would be called {0}. Rename one of them, and bring the copy back again")]
    SameGroupName(String),
}

/// What two copies of a week may differ in while it is the same week.
fn state<'a>(records: impl Iterator<Item = (&'a Key, &'a Cells)>) -> Vec<(&'a Key, Vec<&'a Cell>)> {
    let columns: [(&str, &[&str]); 2] = [
        ("week", &["number", "first_day", "closed_on", "digest"]),
        ("camp", &["current_week"]),
    ];
    let of = |(key, cells): (&'a Key, &'a Cells)| {
        let (_, columns) = columns.iter().find(|(table, _)| *table == key.table)?;
        let cells = columns.iter().filter_map(|column| cells.get(*column));
        Some((key, cells.collect()))
    };
    records.filter_map(of).collect()
}

/// Whether the weeks of the other copy are to be taken as they are.
pub(super) fn takes_theirs(copies: &Copies, base: &State) -> Result<bool, MergeRefusal> {
    let [ours, theirs] = [&copies.ours, &copies.theirs].map(|side| state(side.records.iter()));
    if ours == theirs {
        return Ok(false);
    }
    let before = state(base.iter());
    let is_touched = |side: &Side, other: &Side| {
        let tables = TABLES.iter().filter(|table| table.is_of_week);
        let mut tables = tables.map(|table| table.name);
        tables.any(|table| differs(side, base, other, table))
    };
    if copies.base.is_none() {
        return Err(MergeRefusal::WeekUnknown);
    }
    if ours != before && theirs != before {
        return Err(MergeRefusal::WeekOnBoth);
    }
    if ours == before {
        if is_touched(&copies.ours, &copies.theirs) {
            return Err(MergeRefusal::WeekThere);
        }
        return Ok(true);
    }
    if is_touched(&copies.theirs, &copies.ours) {
        return Err(MergeRefusal::WeekHere);
    }
    Ok(false)
}

/// Whether a copy has changed records of a table in a way that the other one doesn't have.
fn differs(side: &Side, base: &State, other: &Side, table: &'static str) -> bool {
    let Some(about) = Table::of(table) else {
        return false;
    };
    let of_table = |state: &State| {
        let keys = state.keys().filter(|key| key.table == table);
        keys.cloned().collect::<Vec<_>>()
    };
    let mut keys = of_table(&side.records);
    keys.extend(of_table(base));
    keys.iter().any(|key| {
        let here = side.records.get(key);
        let is_moved = |a: Option<&Cells>, b: Option<&Cells>| {
            let sequence = |cells: Option<&Cells>| cells.and_then(|it| it.get("sequence")).cloned();
            sequence(a) != sequence(b)
        };
        [base.get(key), other.records.get(key)]
            .into_iter()
            .all(|there| !same(about, here, there) || is_moved(here, there))
    })
}

/// What belongs to weeks becomes what it is in the other copy.
pub(super) fn take_theirs(copies: &Copies, merged: &mut Merged) {
    let (ours, theirs) = (&copies.ours.records, &copies.theirs.records);
    for key in ours.keys().chain(theirs.keys()) {
        let is_of_week = key.table().is_some_and(|table| table.is_of_week);
        if is_of_week {
            merged.records.insert(key.clone(), theirs.get(key).cloned());
        } else if ["week", "camp"].contains(&key.table) {
            let Some(there) = theirs.get(key) else {
                merged.records.insert(key.clone(), None);
                continue;
            };
            let record = merged.records.entry(key.clone()).or_default();
            let record = record.get_or_insert_with(|| there.clone());
            for column in ["number", "first_day", "closed_on", "digest", "current_week"] {
                if let Some(cell) = there.get(column) {
                    record.insert(column.to_owned(), cell.clone());
                }
            }
        }
    }
}
