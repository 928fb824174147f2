//! The states that a camp went through, each by a name that no other state of any copy has; and which states of other copies are in it.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, params};

/// A state that a camp went through.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::storage) struct PastState {
    /// The last step that was done by then; 0: none that the history still has.
    pub(in crate::storage) step: i64,
    pub(in crate::storage) name: String,
}

/// The table with the names of other copies' states.
pub(super) const COPIES: &str = "history_copy";

/// A step that is joined by what follows from it has more rows afterwards.
const NAME: &str =
    "id || ' ' || done_at || ' ' || (SELECT count(*) FROM main.history_row WHERE step_id = id)";

/// All states that the history knows, the oldest first.
pub(in crate::storage) fn states(connection: &Connection) -> rusqlite::Result<Vec<PastState>> {
    connection
        .prepare_cached(&format!(
            "SELECT 0, state FROM main.history_start
             UNION ALL SELECT id, {NAME} FROM main.history_step WHERE NOT undone ORDER BY 1"
        ))?
        .query_map([], |row| {
            Ok(PastState {
                step: row.get(0)?,
                name: row.get(1)?,
            })
        })?
        .collect()
}

/// When a step was done that the history still has.
pub(in crate::storage) fn done_at(
    connection: &Connection,
    step: i64,
) -> rusqlite::Result<Option<Timestamp>> {
    let at = connection
        .prepare_cached("SELECT done_at FROM main.history_step WHERE id = ?1")?
        .query_row([step], |row| super::moment(row, 0))
        .optional()?;
    Ok(at.flatten())
}

/// The history is to begin after a step that goes, or after one before it that is done.
pub(super) fn begin_after(connection: &Connection, step: i64) -> rusqlite::Result<()> {
    connection
        .prepare_cached(&format!(
            "INSERT OR REPLACE INTO main.history_start (id, state)
             SELECT 1, {NAME} FROM main.history_step WHERE NOT undone AND id <= ?1 ORDER BY id DESC LIMIT 1"
        ))?
        .execute([step])?;
    Ok(())
}

/// Begins the history of a camp that may lack what it once had: nobody knows which states are in it. How many rows and steps go.
pub(in crate::storage) fn begin_anew(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute_batch(&format!(
        "DELETE FROM main.{COPIES};
         INSERT OR REPLACE INTO main.history_start (id, state) VALUES (1, random());"
    ))?;
    let steps = connection.execute("DELETE FROM main.history_step", [])?;
    Ok(steps + connection.execute("DELETE FROM main.history_row", [])?)
}

/// The states of other copies that are in this one, each with the step since which it is; 0: before the history begins.
pub(in crate::storage) fn copies(
    connection: &Connection,
) -> rusqlite::Result<BTreeMap<String, i64>> {
    let mut copies = connection
        .prepare(&format!("SELECT state FROM main.{COPIES}"))?
        .query_map([], |row| Ok((row.get(0)?, 0)))?
        .collect::<rusqlite::Result<BTreeMap<String, i64>>>()?;
    for (state, since) in got(connection)? {
        if let Some(known) = copies.get_mut(&state) {
            *known = since;
        }
    }
    Ok(copies)
}

/// Every state of another copy that ever came here, also those that are not remembered any more, with the step by which it did, the first one first.
pub(in crate::storage) fn got(connection: &Connection) -> rusqlite::Result<Vec<(String, i64)>> {
    let mut statement = connection.prepare_cached(
        "SELECT record, step_id FROM main.history_row JOIN main.history_step ON history_step.id = step_id
         WHERE table_name = ?1 AND what = 'added' AND NOT undone ORDER BY step_id, place",
    )?;
    let rows = statement.query_map([COPIES], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// From now on, these states of other copies are in this one.
pub(in crate::storage) fn save_copies(
    connection: &Connection,
    states: &BTreeSet<String>,
) -> rusqlite::Result<()> {
    let known = copies(connection)?;
    let forgotten = known.keys().filter(|state| !states.contains(*state));
    for state in forgotten {
        let sql = format!("DELETE FROM main.{COPIES} WHERE state = ?1");
        connection.prepare_cached(&sql)?.execute([state])?;
    }
    for state in states.iter().filter(|state| !known.contains_key(*state)) {
        let sql = format!("INSERT INTO main.{COPIES} (state) VALUES (?1)");
        connection.prepare_cached(&sql)?.execute(params![state])?;
    }
    Ok(())
}
