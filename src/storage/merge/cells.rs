//! Rows of a camp file as the records of a merge.

use rusqlite::types::Value;
use serde_json::Value as Json;

use crate::{
    domain::merge::{Cell, Cells},
    storage::StorageError,
};

pub(super) fn read_row(row: &rusqlite::Row<'_>) -> Result<Cells, StorageError> {
    read_columns(row, row.as_ref().column_count())
}

pub(super) fn read_columns(row: &rusqlite::Row<'_>, columns: usize) -> Result<Cells, StorageError> {
    let read = |at: usize| {
        let name = row.as_ref().column_name(at)?.to_owned();
        Ok((name, cell(row.get(at)?)?))
    };
    (0..columns).map(read).collect()
}

/// Text and whole numbers are all that the tables hold.
pub(super) fn cell(value: Value) -> Result<Cell, StorageError> {
    match value {
        Value::Null => Ok(Cell::Empty),
        Value::Integer(number) => Ok(Cell::Whole(number)),
        Value::Text(text) => Ok(Cell::Text(text)),
        Value::Real(_) | Value::Blob(_) => Err(damaged("a value of no kind")),
    }
}

pub(super) fn text_of(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Whole(number) => number.to_string(),
        Cell::Text(text) => text.clone(),
    }
}

pub(super) fn cells_of_json(text: &str) -> Result<Cells, StorageError> {
    let unreadable = || damaged("a record that can’t be read");
    let members = serde_json::from_str::<serde_json::Map<String, Json>>(text);
    let members = members.map_err(|_| unreadable())?.into_iter();
    let cell = |(column, value)| {
        let cell = match value {
            Json::Null => Cell::Empty,
            Json::String(text) => Cell::Text(text),
            Json::Number(number) => Cell::Whole(number.as_i64().ok_or_else(unreadable)?),
            Json::Bool(_) | Json::Array(_) | Json::Object(_) => return Err(unreadable()),
        };
        Ok((column, cell))
    };
    members.map(cell).collect()
}

pub(super) fn damaged(what: &str) -> StorageError {
    StorageError::Damaged(format!("the history names {what}"))
}
