//! Custom columns of players and groups, and what the old file says of games beside their fields: `extra_column`, and a table of values for each
//! kind of record.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, OptionalExtension as _, params};

use super::{Refusal, StorageError, group::refuse_if_invalid, uid::uid};
use crate::domain::{
    CustomColumn, CustomColumnId, CustomValues, ExtraField, RecordKind, WeekId, check_column_name,
    custom_problems,
};

/// What the tables call a kind of record.
const fn word(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Group => "group",
        RecordKind::Player => "person",
        RecordKind::Game => "game",
    }
}

/// The order of columns, the same on every copy of the camp: two that were added on two copies may have one position.
const ORDER: &str = "coalesce(extra_column.position, extra_column.id), extra_column.name";

/// What has custom columns. Those of games belong to a row of the old file, and are only shown.
const CUSTOM: [RecordKind; 2] = [RecordKind::Player, RecordKind::Group];

/// The custom columns of players and groups, in the order in which they came.
pub(super) fn columns(connection: &Connection) -> rusqlite::Result<Vec<CustomColumn>> {
    let mut columns = Vec::new();
    for kind in CUSTOM {
        columns.extend(columns_of(connection, kind)?);
    }
    Ok(columns)
}

/// The columns of a kind of records.
fn columns_of(connection: &Connection, kind: RecordKind) -> rusqlite::Result<Vec<CustomColumn>> {
    let word = word(kind);
    connection
        .prepare_cached(&format!(
            "SELECT id, name, coalesce(filled, 0) FROM extra_column LEFT JOIN
                 (SELECT column_id, count(*) AS filled FROM {word}_extra WHERE value <> '' GROUP BY column_id)
                 ON column_id = id
             WHERE kind = ?1 ORDER BY {ORDER}"
        ))?
        .query_map([word], |row| {
            let name = row.get::<_, String>(1)?;
            let mut column = CustomColumn::new(CustomColumnId(row.get(0)?), kind, name);
            column.filled = usize::try_from(row.get::<_, i64>(2)?).unwrap_or(0);
            Ok(column)
        })?
        .collect()
}

/// What all players, or all groups, have in their custom columns, by record number.
pub(super) fn all(
    connection: &Connection,
    kind: RecordKind,
) -> rusqlite::Result<HashMap<i64, CustomValues>> {
    let word = word(kind);
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {word}_id, column_id, value FROM {word}_extra ORDER BY {word}_id, column_id"
    ))?;
    let mut rows = statement.query([])?;
    let mut all = HashMap::<_, CustomValues>::new();
    while let Some(row) = rows.next()? {
        let values = all.entry(row.get(0)?).or_default();
        values.set(CustomColumnId(row.get(1)?), row.get::<_, String>(2)?);
    }
    Ok(all)
}

/// Puts values into custom columns of a record, each only if it is another one than before.
pub(super) fn put(
    connection: &Connection,
    kind: RecordKind,
    record: i64,
    values: impl IntoIterator<Item = (CustomColumnId, impl AsRef<str>)>,
) -> rusqlite::Result<()> {
    let word = word(kind);
    for (column, value) in values {
        let value = value.as_ref();
        if value.is_empty() {
            connection
                .prepare_cached(&format!(
                    "DELETE FROM {word}_extra WHERE {word}_id = ?1 AND column_id = ?2"
                ))?
                .execute([record, column.0])?;
        } else {
            connection
                .prepare_cached(&format!(
                    "INSERT INTO {word}_extra ({word}_id, column_id, value) VALUES (?1, ?2, ?3)
                     ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value"
                ))?
                .execute(params![record, column.0, value])?;
        }
    }
    Ok(())
}

/// Changes what a record has in custom columns.
///
/// # Errors
/// A value can't be kept, or a column was deleted meanwhile.
pub(super) fn change(
    connection: &Connection,
    kind: RecordKind,
    record: i64,
    values: impl IntoIterator<Item = (CustomColumnId, impl AsRef<str>)>,
) -> Result<(), StorageError> {
    for (column, value) in values {
        refuse_if_invalid(custom_problems(column, value.as_ref()))?;
        if kind_of(connection, column)? != kind {
            return Err(Refusal::NoColumn.into());
        }
        put(connection, kind, record, [(column, value)])?;
    }
    Ok(())
}

/// Puts what a row of the old file says into the custom columns of these names, which are made where there are none. A blank leaves what the
/// record has.
pub(super) fn import(
    connection: &Connection,
    kind: RecordKind,
    record: i64,
    fields: &[ExtraField],
) -> rusqlite::Result<()> {
    for (name, value) in fields {
        let column = CustomColumnId(number(connection, word(kind), name)?);
        if !value.is_empty() {
            put(connection, kind, record, [(column, value)])?;
        }
    }
    Ok(())
}

/// Adds a custom column.
pub(super) fn add_column(
    connection: &Connection,
    kind: RecordKind,
    name: &str,
) -> Result<(), StorageError> {
    let columns = columns_of(connection, kind)?;
    refuse_if_invalid(check_column_name(&columns, kind, name, None))?;
    number(connection, word(kind), name)?;
    Ok(())
}

/// Adds a custom column of an older camp, with its number.
pub(super) fn hand_down_column(
    connection: &Connection,
    column: &CustomColumn,
) -> rusqlite::Result<()> {
    insert(connection, Some(column.id), word(column.kind), &column.name)
}

/// Puts a column behind all others, with a number that is free if none is given.
fn insert(
    connection: &Connection,
    id: Option<CustomColumnId>,
    word: &str,
    name: &str,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO extra_column (id, kind, name, position, uid)
             SELECT ?1, ?2, ?3, 1 + coalesce(max(coalesce(position, id)), 0), ?4 FROM extra_column",
        )?
        .execute(params![id.map(|id| id.0), word, name, uid()])?;
    Ok(())
}

pub(super) fn rename_column(
    connection: &Connection,
    id: CustomColumnId,
    name: &str,
) -> Result<(), StorageError> {
    let kind = kind_of(connection, id)?;
    let columns = columns_of(connection, kind)?;
    refuse_if_invalid(check_column_name(&columns, kind, name, Some(id)))?;
    connection
        .prepare_cached("UPDATE extra_column SET name = ?2 WHERE id = ?1")?
        .execute(params![id.0, name])?;
    Ok(())
}

/// Deletes a custom column with what stands in it.
pub(super) fn delete_column(
    connection: &Connection,
    id: CustomColumnId,
) -> Result<(), StorageError> {
    let word = word(kind_of(connection, id)?);
    connection
        .prepare_cached(&format!("DELETE FROM {word}_extra WHERE column_id = ?1"))?
        .execute([id.0])?;
    connection
        .prepare_cached("DELETE FROM extra_column WHERE id = ?1")?
        .execute([id.0])?;
    Ok(())
}

/// What has a custom column.
fn kind_of(connection: &Connection, id: CustomColumnId) -> Result<RecordKind, StorageError> {
    let found = connection
        .prepare_cached("SELECT kind FROM extra_column WHERE id = ?1")?
        .query_row([id.0], |row| row.get::<_, String>(0))
        .optional()?;
    let mut kinds = CUSTOM.into_iter();
    let kind = kinds.find(|kind| found.as_deref() == Some(word(*kind)));
    Ok(kind.ok_or(Refusal::NoColumn)?)
}

/// What the old file says of a week's games beside their fields, by game.
pub(super) fn of_games(
    connection: &Connection,
    week: WeekId,
) -> rusqlite::Result<HashMap<i64, Vec<ExtraField>>> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT game_id, extra_column.name, value
         FROM game_extra JOIN extra_column ON extra_column.id = column_id JOIN game ON game.id = game_id
         WHERE game.week_id = ?1 ORDER BY game_id, {ORDER}"
    ))?;
    let mut rows = statement.query([week.0])?;
    let mut extra = HashMap::<_, Vec<_>>::new();
    while let Some(row) = rows.next()? {
        let fields = extra.entry(row.get(0)?).or_default();
        fields.push((row.get(1)?, row.get(2)?));
    }
    Ok(extra)
}

/// Replaces what the old file says of a game beside its fields. What is the same is not written again.
pub(super) fn save_of_game(
    connection: &Connection,
    game: i64,
    fields: &[ExtraField],
) -> rusqlite::Result<()> {
    let present = connection
        .prepare_cached(
            "SELECT extra_column.name, value
             FROM game_extra JOIN extra_column ON extra_column.id = column_id
             WHERE game_id = ?1",
        )?
        .query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<HashSet<ExtraField>>>()?;
    if present.len() == fields.len() && fields.iter().all(|field| present.contains(field)) {
        return Ok(());
    }
    connection
        .prepare_cached("DELETE FROM game_extra WHERE game_id = ?1")?
        .execute([game])?;
    for (name, value) in fields {
        let column = number(connection, word(RecordKind::Game), name)?;
        connection
            .prepare_cached(
                "INSERT INTO game_extra (game_id, column_id, value) VALUES (?1, ?2, ?3)
                 ON CONFLICT DO UPDATE SET value = excluded.value",
            )?
            .execute(params![game, column, value])?;
    }
    Ok(())
}

/// The number of a column, given on its first use.
fn number(connection: &Connection, word: &str, name: &str) -> rusqlite::Result<i64> {
    let known = connection
        .prepare_cached("SELECT id FROM extra_column WHERE kind = ?1 AND name = ?2")?
        .query_row([word, name], |row| row.get(0))
        .optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    insert(connection, None, word, name)?;
    Ok(connection.last_insert_rowid())
}
