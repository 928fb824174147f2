//! Room for what comes: no two records may have a name, a number, a day or a place both, not even for a moment.

use std::collections::BTreeSet;

use rusqlite::{Connection, types::Value as Sql};

use super::{Carrying, is_free};
use crate::{
    domain::merge::{Cell, Key, RecordChange, TABLES, Table},
    storage::{StorageError, merge::cells::cell, safety::connection::quoted},
};

/// A column that no two records of a table have alike, perhaps within what other columns name.
struct Unique {
    column: String,
    may_be_empty: bool,
}

impl Carrying<'_> {
    /// Has every record give up what it doesn't keep, before another one takes that.
    pub(super) fn make_room(&self) -> Result<(), StorageError> {
        for table in &TABLES {
            if self.changes_of(table).next().is_some() {
                for unique in unique_columns(self.connection, table)? {
                    self.free_column(table, &unique)?;
                }
            }
        }
        Ok(())
    }

    fn changes_of(&self, table: &Table) -> impl Iterator<Item = (&Key, &RecordChange)> {
        let changes = self.merge.plan.changes.iter();
        let of_table = changes.filter(move |(key, _)| key.table == table.name);
        of_table.map(|(key, change)| (key, change))
    }

    fn free_column(&self, table: &'static Table, unique: &Unique) -> Result<(), StorageError> {
        let leaving = self.changes_of(table).filter_map(|(key, change)| {
            let (before, after) = match change {
                RecordChange::Changed(before, after) => (before, after),
                // One that is deleted before all else makes room by that.
                RecordChange::Deleted(before) if !is_free(table) => (before, before),
                RecordChange::Deleted(_) | RecordChange::Added(_) => return None,
            };
            let value = before.get(&unique.column)?;
            let goes = after.contains_key(&unique.column) && *value != Cell::Empty;
            goes.then_some((key, value))
        });
        let leaving = leaving.collect::<Vec<_>>();
        if leaving.is_empty() {
            return Ok(());
        }
        let column = quoted(&unique.column);
        let mut taken = BTreeSet::new();
        if !unique.may_be_empty {
            taken = self.values_of(table, &unique.column)?;
        }
        let mut places = (i64::MIN..=9999).rev().map(Cell::Whole);
        // Written as a day that there never is: it may stand for a name and for a day.
        let mut texts = (0..).map(|at| Cell::Text(format!("{:04}-{:02}-00", at / 100, at % 100)));
        for (key, value) in leaving {
            let is_unused = |cell: &Cell| !taken.contains(cell);
            let instead = match value {
                _ if unique.may_be_empty => None,
                Cell::Text(_) => texts.find(is_unused),
                Cell::Whole(_) | Cell::Empty => places.find(is_unused),
            };
            let instead = match instead {
                Some(Cell::Whole(number)) => Sql::Integer(number),
                Some(Cell::Text(text)) => Sql::Text(text),
                Some(Cell::Empty) | None => Sql::Null,
            };
            let (which, of) = self.which(table, key)?;
            let sql = format!("UPDATE main.{} SET {column} = ? WHERE {which}", table.name);
            let values = [instead].into_iter().chain(of).collect::<Vec<_>>();
            super::one(self.execute(&sql, &values)?)?;
        }
        Ok(())
    }

    /// What the records of a table have in a column, and what others are to have.
    fn values_of(&self, table: &Table, column: &str) -> Result<BTreeSet<Cell>, StorageError> {
        let coming = self
            .changes_of(table)
            .filter_map(|(_, change)| match change {
                RecordChange::Added(after) | RecordChange::Changed(_, after) => {
                    after.get(column).cloned()
                }
                RecordChange::Deleted(_) => None,
            });
        let mut values = coming.collect::<BTreeSet<_>>();
        let sql = format!("SELECT {} FROM main.{}", quoted(column), table.name);
        let mut statement = self.connection.prepare(&sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            values.insert(cell(row.get(0)?)?);
        }
        Ok(values)
    }
}

/// What the schema says that no two records have alike, but what they are known by.
fn unique_columns(connection: &Connection, table: &Table) -> Result<Vec<Unique>, StorageError> {
    // Of several columns together the last one tells records apart that have the others alike. What only some records have isn't emptied: other
    // columns may have to be empty with it.
    let mut statement = connection.prepare_cached(
        r#"SELECT list.name, info.name, col."notnull" = 0 AND list.partial = 0
           FROM pragma_index_list(?1, 'main') AS list
           JOIN pragma_index_info(list.name, 'main') AS info
           JOIN pragma_table_info(?1, 'main') AS col ON col.name = info.name
           WHERE list."unique" AND list.origin <> 'pk' ORDER BY list.seq, info.seqno"#,
    )?;
    let columns = statement.query_map([table.name], |row| {
        let unique = Unique {
            column: row.get(1)?,
            may_be_empty: row.get(2)?,
        };
        Ok((row.get::<_, String>(0)?, unique))
    })?;
    let mut unique = Vec::<(String, Unique)>::new();
    for column in columns {
        let (index, column) = column?;
        unique.retain(|(known, _)| *known != index);
        unique.push((index, column));
    }
    Ok(unique.into_iter().map(|(_, unique)| unique).collect())
}
