//! Games of two files that had no numbers, and got the same ones when they were imported, each on its own copy.

use std::collections::BTreeSet;

use super::{Cell, Cells, three_way::Merged};

/// No two games of a week have the same number in the old file: one of them is as if it had been typed, the same one whichever copy is
/// brought to which.
pub(super) fn number_once(merged: &mut Merged) {
    let mut known = BTreeSet::new();
    let records = merged.records.iter_mut();
    let games = records.filter(|(key, _)| key.table == "game");
    for cells in games.filter_map(|(_, cells)| cells.as_mut()) {
        let number = |cells: &Cells| cells.get("imported_number").cloned();
        let Some(number @ Cell::Whole(_)) = number(cells) else {
            continue;
        };
        if !known.insert((cells.get("week_id").cloned(), number)) {
            for column in [
                "imported_number",
                "imported_result",
                "imported_as",
                "imported_row",
            ] {
                cells.insert(column.to_owned(), Cell::Empty);
            }
        }
    }
}
