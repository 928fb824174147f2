//! Undoes a step, or redoes it: each record it touched becomes what it was, the last one first.

use std::collections::{HashMap, hash_map::Entry};

use rusqlite::{Connection, ToSql, params_from_iter, types::Value};
use serde_json::{Map, Value as Json};

use super::{
    StepId,
    record::{Columns, TABLES, Table, begin_recording},
};
use crate::storage::{Changed, StorageError, safety::connection::quoted};

/// What a step did to a record.
struct HistoryRow {
    table: Table,
    key: Value,
    before: Option<Map<String, Json>>,
    was_deleted: bool,
}

/// Undoes a step that is done, and redoes one that is undone. What does the opposite is written down in its place.
pub(super) fn undo_or_redo(
    connection: &Connection,
    step: StepId,
    changed: &mut Changed,
) -> Result<(), StorageError> {
    let rows = rows(connection, step)?;
    connection.execute("DELETE FROM history_row WHERE step_id = ?1", [step.0])?;
    begin_recording(connection, Some(step))?;
    let mut known = HashMap::new();
    for row in &rows {
        let columns = match known.entry(row.table.name) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(Columns::new(connection, row.table.name)?),
        };
        // The week is looked up while the record is there.
        if row.before.is_none() {
            row.table.touched(connection, &row.key, changed)?;
        }
        restore(connection, row, columns)?;
        if row.before.is_some() {
            row.table.touched(connection, &row.key, changed)?;
        }
    }
    begin_recording(connection, None)?;
    Ok(())
}

fn rows(connection: &Connection, step: StepId) -> Result<Vec<HistoryRow>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT table_name, record, what, before FROM history_row
         WHERE step_id = ?1 ORDER BY place DESC",
    )?;
    let mut found = statement.query([step.0])?;
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        let name = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        let table = TABLES
            .into_iter()
            .find(|table| table.name == name)
            .ok_or_else(|| damaged("a table that isn’t there"))?;
        let before = match row
            .get_ref(3)?
            .as_str_or_null()
            .map_err(rusqlite::Error::from)?
        {
            Some(text) => Some(
                serde_json::from_str(text).map_err(|_| damaged("a record that can’t be read"))?,
            ),
            None => None,
        };
        rows.push(HistoryRow {
            table,
            key: row.get(1)?,
            before,
            was_deleted: row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)? == "deleted",
        });
    }
    Ok(rows)
}

fn restore(
    connection: &Connection,
    row: &HistoryRow,
    columns: &Columns,
) -> Result<(), StorageError> {
    let table = row.table.name;
    let Some(before) = &row.before else {
        let sql = format!("DELETE FROM main.{table} WHERE {}", columns.has_key(1));
        return one(connection.prepare_cached(&sql)?.execute([&row.key])?);
    };
    // Only names of columns that the table has become part of a statement.
    if before.is_empty() || !before.keys().all(|name| columns.all.contains(name)) {
        return Err(damaged("a column that isn’t there"));
    }
    let names = before.keys().map(|name| quoted(name)).collect::<Vec<_>>();
    let mut values = before.values().map(value).collect::<Result<Vec<_>, _>>()?;
    let sql = if row.was_deleted {
        let marks = vec!["?"; names.len()].join(", ");
        format!(
            "INSERT INTO main.{table} ({}) VALUES ({marks})",
            names.join(", ")
        )
    } else {
        let settings = (1..)
            .zip(&names)
            .map(|(number, name)| format!("{name} = ?{number}"));
        let settings = settings.collect::<Vec<_>>().join(", ");
        values.push(row.key.clone());
        let has_key = columns.has_key(values.len());
        format!("UPDATE main.{table} SET {settings} WHERE {has_key}")
    };
    let values = values.iter().map(|value| value as &dyn ToSql);
    one(connection
        .prepare_cached(&sql)?
        .execute(params_from_iter(values))?)
}

/// Text and whole numbers are all that the tables hold.
fn value(json: &Json) -> Result<Value, StorageError> {
    match json {
        Json::Null => Ok(Value::Null),
        Json::String(text) => Ok(Value::Text(text.clone())),
        Json::Number(number) => number
            .as_i64()
            .map(Value::Integer)
            .ok_or_else(|| damaged("a number that isn’t whole")),
        Json::Bool(_) | Json::Array(_) | Json::Object(_) => Err(damaged("a value of no kind")),
    }
}

/// A history that fits its camp touches exactly the record it names.
fn one(touched: usize) -> Result<(), StorageError> {
    if touched == 1 {
        Ok(())
    } else {
        Err(damaged("a record that isn’t there"))
    }
}

fn damaged(what: &str) -> StorageError {
    StorageError::Damaged(format!("the history names {what}"))
}
