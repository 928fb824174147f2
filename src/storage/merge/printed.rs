//! What the standings of closed weeks are made of, on two copies.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    domain::merge::{Cell, Copies, Key},
    storage::{CampFile, StorageError, week},
};

/// Reads it where two copies may differ in it, which they seldom do.
pub(super) fn read(
    copies: &mut Copies,
    (ours, theirs): (&CampFile, &CampFile),
) -> Result<(), StorageError> {
    if may_differ(copies) {
        for (side, camp) in [(&mut copies.ours, ours), (&mut copies.theirs, theirs)] {
            side.printed = Arc::new(week::up_to_last_closed(&camp.connection)?);
        }
    }
    Ok(())
}

fn may_differ(copies: &Copies) -> bool {
    let sides = [&copies.ours, &copies.theirs];
    let records = || sides.into_iter().flat_map(|side| &side.records);
    let closed = records().filter(|(key, cells)| {
        key.table == "week" && matches!(cells.get("closed_on"), Some(Cell::Text(_)))
    });
    let closed = closed.map(|(key, _)| key.uid()).collect::<BTreeSet<_>>();
    if closed.is_empty() {
        return false;
    }
    let mut of_weeks = records().filter(|(key, cells)| match (key.table, cells.get("week_id")) {
        ("week_player" | "week_group", _) => closed.contains(key.uid()),
        ("game", Some(Cell::Text(week))) => closed.contains(week.as_str()),
        _ => false,
    });
    let differs = |key: &Key| {
        let [here, there] = sides.map(|side| side.records.get(key));
        here != there
    };
    let differ_in_name = |key: &Key| {
        let [here, there] = sides.map(|side| (side.names.get(key), side.numbers.get(key.uid())));
        here != there
    };
    let mut named = copies.ours.names.keys().filter(|key| {
        let is_on_both = copies.theirs.names.contains_key(*key);
        is_on_both && ["person", "camp_group"].contains(&key.table)
    });
    of_weeks.any(|(key, _)| differs(key)) || named.any(differ_in_name)
}
