//! Weeks other than the current one: the tables `kept_…`, which hold them row by row.

use rusqlite::Connection;

use super::safety::connection::quoted;
use crate::domain::WeekId;

/// The tables that hold a week, those that others refer to first.
const TABLES: [&str; 6] = [
    "camp_group",
    "player",
    "game",
    "group_extra",
    "player_extra",
    "game_extra",
];

/// Where the records of a week lie.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Shelf {
    /// The camp's current week.
    Current,
    Kept(WeekId),
}

impl Shelf {
    /// What stands for one of the [`TABLES`] in a statement that reads.
    pub(super) fn table(self, name: &str) -> String {
        match self {
            Self::Current => name.to_owned(),
            Self::Kept(week) => format!("(SELECT * FROM kept_{name} WHERE week_id = {week})"),
        }
    }
}

/// Keeps the current week as it is: a copy of each of its rows.
pub(super) fn keep(connection: &Connection, week: WeekId) -> rusqlite::Result<()> {
    for table in TABLES {
        let columns = columns(connection, table)?;
        let sql = format!(
            "INSERT INTO kept_{table} (week_id, {columns}) SELECT ?1, {columns} FROM {table} ORDER BY 1, 2"
        );
        connection.execute(&sql, [week.0])?;
    }
    Ok(())
}

/// Makes a kept week the one that lies in the tables of the current week, which must have been kept itself.
pub(super) fn bring_back(connection: &Connection, week: WeekId) -> rusqlite::Result<()> {
    // Those that refer to others first, so that nothing is deleted in passing.
    for table in TABLES.into_iter().rev() {
        connection.execute(&format!("DELETE FROM {table}"), [])?;
    }
    for table in TABLES {
        let columns = columns(connection, table)?;
        let week_of = if has_week(table) { "week_id, " } else { "" };
        let sql = format!(
            "INSERT INTO {table} ({week_of}{columns}) SELECT {week_of}{columns} FROM kept_{table} WHERE week_id = ?1"
        );
        connection.execute(&sql, [week.0])?;
        connection.execute(
            &format!("DELETE FROM kept_{table} WHERE week_id = ?1"),
            [week.0],
        )?;
    }
    Ok(())
}

/// Whether the table says of which week a row is, even while there is only one.
fn has_week(table: &str) -> bool {
    table == "game"
}

/// The columns of a table but for the week's, for a statement.
fn columns(connection: &Connection, table: &str) -> rusqlite::Result<String> {
    let names = connection
        .prepare_cached(
            "SELECT name FROM pragma_table_info(?1, 'main') WHERE name <> 'week_id' ORDER BY cid",
        )?
        .query_map([table], |row| row.get::<_, String>(0))?
        .map(|name| Ok(quoted(&name?)))
        .collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(names.join(", "))
}
