//! A camp file that is written anew from its rows, without what is broken beside them: a history that can't be read, or pages in which
//! nothing is stored and which the file has lost count of.

use rusqlite::{Connection, backup::Backup, params_from_iter, types::ToSqlOutput};

use super::{check::Damage, connection::quoted};
use crate::storage::{CampFile, StorageError, history, open::in_memory_copy, schema};

/// A history that can't be read, of a camp that is whole without it.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "The history of this camp is damaged: what was done before can’t be undone any more. Players, games and ratings are whole. The history begins anew with the next change"
)]
pub struct LostHistory;

impl Damage {
    /// What is to be said of a file whose records are whole.
    pub(in crate::storage) fn lost_history(&self) -> Option<LostHistory> {
        (!self.history.is_empty()).then_some(LostHistory)
    }
}

impl CampFile {
    /// Writes the file anew, in one transaction, if anything is broken beside its records. Until then it stays as it is.
    ///
    /// # Errors
    /// The disk fails. The file is as it was.
    pub(in crate::storage) fn drop_what_is_broken(&mut self) -> Result<(), StorageError> {
        self.lost_history = None;
        if self.beside.is_beside_nothing() {
            return Ok(());
        }
        let sound = rebuilt(&self.connection, schema::newest(), &self.beside)?;
        write_over(&sound, &mut self.connection)?;
        self.beside = Damage::default();
        tracing::warn!("what was broken beside the records was dropped");
        Ok(())
    }
}

/// A copy in memory that has nothing of what is broken beside the records.
///
/// # Errors
/// A record can't be read, or there is no memory.
pub(in crate::storage) fn sound_copy(
    connection: &Connection,
    version: u32,
    broken: &Damage,
) -> Result<Connection, StorageError> {
    if broken.is_beside_nothing() {
        Ok(in_memory_copy(connection)?)
    } else {
        rebuilt(connection, version, broken)
    }
}

/// Every row of a file of this version in a new file in memory, but those of a broken history.
fn rebuilt(
    connection: &Connection,
    version: u32,
    broken: &Damage,
) -> Result<Connection, StorageError> {
    let mut new =
        schema::empty(version).map_err(|error| StorageError::Damaged(error.to_string()))?;
    let tables = new
        .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<Vec<String>>>()?;
    let transaction = new.transaction()?;
    // Each row is there before anybody asks for it.
    transaction.pragma_update(None, "defer_foreign_keys", true)?;
    for table in &tables {
        if broken.history.is_empty() || !history::has_table(table) {
            copy_rows(connection, &transaction, table)?;
        }
    }
    transaction.commit()?;
    Ok(new)
}

fn copy_rows(from: &Connection, to: &Connection, table: &str) -> rusqlite::Result<()> {
    let table = quoted(table);
    // What a new file begins with.
    to.execute(&format!("DELETE FROM main.{table}"), [])?;
    let mut rows = from.prepare(&format!("SELECT * FROM main.{table}"))?;
    let columns = rows
        .column_names()
        .iter()
        .map(|name| quoted(name))
        .collect::<Vec<_>>();
    let marks = vec!["?"; columns.len()].join(", ");
    let mut insert = to.prepare(&format!(
        "INSERT INTO main.{table} ({}) VALUES ({marks})",
        columns.join(", ")
    ))?;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let values = (0..columns.len()).map(|at| row.get_ref(at).map(ToSqlOutput::Borrowed));
        insert.execute(params_from_iter(
            values.collect::<rusqlite::Result<Vec<_>>>()?,
        ))?;
    }
    Ok(())
}

/// Puts every page of a file in memory into the open one, in one transaction: whatever its pages are, none of them is read as a table's.
///
/// # Errors
/// The disk fails. The open file is as it was.
pub(in crate::storage) fn write_over(
    sound: &Connection,
    open: &mut Connection,
) -> Result<(), StorageError> {
    open.flush_prepared_statement_cache();
    let written = Backup::new(sound, open).and_then(|backup| backup.step(-1));
    written.map_err(|error| StorageError::of_commit(error).while_saving())?;
    Ok(())
}
