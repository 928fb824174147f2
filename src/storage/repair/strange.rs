//! Values that the rules of the tables let in, and that can't be what they stand for: what a repair leaves out is named before it.

use std::collections::BTreeMap;

use rusqlite::{
    Connection,
    types::{Value, ValueRef},
};

use super::{
    record::Stored,
    report::{column_title, name},
    tables::{Key, Table},
};
use crate::storage::{
    CampFile, StorageError,
    error::{damage_in_words, is_damage},
    history,
    safety::{check::NAMED, connection::quoted},
    settings,
};

impl CampFile {
    /// Days, times, words and texts of records that can't be read, the first ones of them: "the date of game 65 of week 2, … can’t be read".
    ///
    /// # Errors
    /// The pages can't be read, or the disk fails.
    pub fn strange_values(&self) -> Result<Vec<String>, StorageError> {
        Ok(strange_values(&self.connection)?)
    }

    /// An error of reading records. Where a value can't be what it stands for, it says which, and not only what that was to be.
    pub(in crate::storage) fn naming(&self, error: StorageError) -> StorageError {
        if !matches!(error, StorageError::Damaged(_)) {
            return error;
        }
        let strange = strange_values(&self.connection).unwrap_or_default();
        let first = strange.into_iter().next();
        first.map_or(error, StorageError::Damaged)
    }
}

fn strange_values(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut found = Vec::new();
    for table in Table::in_file(connection)? {
        // What is wrong with the history is told by itself: a camp can do without.
        if table.is_of_file() || history::has_table(&table.name) {
            continue;
        }
        let sql = format!("SELECT * FROM main.{}", quoted(&table.name));
        let mut statement = connection.prepare(&sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let values = (0..table.columns.len()).map(|at| row.get_ref(at).map(stored));
            let values = values.collect::<rusqlite::Result<Vec<_>>>()?;
            let columns = table.columns.iter().zip(&values);
            let strange = columns.filter(|(column, it)| it.is_spoilt || column.refuses(it));
            for (column, _) in strange {
                if found.len() == NAMED {
                    return Ok(found);
                }
                found.push(in_words(connection, &table, &column.name, &values));
            }
        }
    }
    // A logo is a picture, which nothing of its column tells.
    if found.is_empty()
        && let Err(error) = settings::read(connection)
    {
        if !is_damage(&error) {
            return Err(error);
        }
        found.push(damage_in_words(&error));
    }
    Ok(found)
}

fn stored(value: ValueRef<'_>) -> Stored {
    let mut is_spoilt = false;
    let value = match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => {
            is_spoilt = str::from_utf8(text).is_err();
            Value::Text(String::from_utf8_lossy(text).into_owned())
        }
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
    };
    Stored { value, is_spoilt }
}

fn in_words(connection: &Connection, table: &Table, column: &str, values: &[Stored]) -> String {
    let rowid = match values.first().map(|it| &it.value) {
        Some(Value::Integer(number)) => Some(*number),
        _ => None,
    };
    let known = values.iter().map(|it| it.value.clone());
    let known = known.enumerate().collect::<BTreeMap<_, _>>();
    let key = table.key_of(rowid, values);
    let key = key.unwrap_or_else(|| Key::Columns(Vec::new()));
    format!(
        "the {} of {} can’t be read",
        column_title(table, column),
        name(connection, table, &key, &known)
    )
}
