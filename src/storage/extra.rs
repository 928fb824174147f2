//! Further columns of the old file: `extra_column`, and a table of values for each kind of record.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension as _, params, params_from_iter};

use crate::domain::WeekId;

/// The kind of record that a further column belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Group,
    Person,
    Game,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Group => "group",
            Self::Person => "person",
            Self::Game => "game",
        }
    }
}

/// The values of all records of a kind, by record number, in the order of the old file's columns.
pub(super) fn all(
    connection: &Connection,
    kind: Kind,
) -> rusqlite::Result<HashMap<i64, Vec<(String, String)>>> {
    values(connection, kind, "", &[])
}

/// The values of a week's games.
pub(super) fn of_games(
    connection: &Connection,
    week: WeekId,
) -> rusqlite::Result<HashMap<i64, Vec<(String, String)>>> {
    let of_week = "JOIN game ON game.id = value.game_id WHERE game.week_id = ?1";
    values(connection, Kind::Game, of_week, &[week.0])
}

fn values(
    connection: &Connection,
    kind: Kind,
    which: &str,
    numbers: &[i64],
) -> rusqlite::Result<HashMap<i64, Vec<(String, String)>>> {
    let word = kind.word();
    let mut statement = connection.prepare_cached(&format!(
        "SELECT value.{word}_id, extra_column.name, value.value
         FROM {word}_extra AS value JOIN extra_column ON extra_column.id = value.column_id {which}
         ORDER BY value.{word}_id, value.column_id"
    ))?;
    let mut rows = statement.query(params_from_iter(numbers))?;
    let mut extra = HashMap::<_, Vec<_>>::new();
    while let Some(row) = rows.next()? {
        let fields = extra.entry(row.get(0)?).or_default();
        fields.push((row.get(1)?, row.get(2)?));
    }
    Ok(extra)
}

/// Replaces the values of one record. Those that are the same are not written again.
pub(super) fn save(
    connection: &Connection,
    kind: Kind,
    record: i64,
    fields: &[(String, String)],
) -> rusqlite::Result<()> {
    let word = kind.word();
    let present = connection
        .prepare_cached(&format!(
            "SELECT extra_column.name, value.value
             FROM {word}_extra AS value JOIN extra_column ON extra_column.id = value.column_id
             WHERE value.{word}_id = ?1 ORDER BY value.column_id"
        ))?
        .query_map([record], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<Vec<(String, String)>>>()?;
    if present == fields {
        return Ok(());
    }
    connection
        .prepare_cached(&format!("DELETE FROM {word}_extra WHERE {word}_id = ?1"))?
        .execute([record])?;
    for (name, value) in fields {
        let column = column(connection, word, name)?;
        connection
            .prepare_cached(&format!(
                "INSERT INTO {word}_extra ({word}_id, column_id, value) VALUES (?1, ?2, ?3)
                 ON CONFLICT DO UPDATE SET value = excluded.value"
            ))?
            .execute(params![record, column, value])?;
    }
    Ok(())
}

/// The number of a further column, given on its first use.
fn column(connection: &Connection, word: &str, name: &str) -> rusqlite::Result<i64> {
    let known = connection
        .prepare_cached("SELECT id FROM extra_column WHERE kind = ?1 AND name = ?2")?
        .query_row([word, name], |row| row.get(0))
        .optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    connection
        .prepare_cached("INSERT INTO extra_column (kind, name) VALUES (?1, ?2)")?
        .execute([word, name])?;
    Ok(connection.last_insert_rowid())
}
