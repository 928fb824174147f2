//! The tables of a camp file as the migrations make them: read from an empty file of that version, so that no table is named here.

use std::{
    collections::{BTreeMap, HashMap, btree_map::Entry},
    sync::{Mutex, PoisonError},
};

use rusqlite::{Connection, types::Value};

use super::record::Stored;
use crate::{
    domain::LadderSystem,
    storage::{safety::connection::quoted, schema, us_chess},
};

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
    /// The columns of its key, in their order: they are its first ones.
    pub(super) key: usize,
    /// Whether a row is found by its number, which stands beside the row and not in it.
    pub(super) has_rowid: bool,
    pub(super) links: Vec<Link>,
    pub(super) indexes: Vec<Index>,
}

#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    /// Whether a row can do without its value.
    pub(super) is_optional: bool,
    holds: Holds,
    /// The table that it is in.
    of: String,
    moment: Option<Moment>,
}

/// What a column's values are on the disk.
#[derive(Clone, Copy, Debug)]
enum Holds {
    Numbers,
    Texts,
    Anything,
}

/// What a text has to be that the schema only looks at from afar.
#[derive(Clone, Copy, Debug)]
enum Moment {
    Day,
    Time,
}

/// The columns that name a record of another table.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) columns: Vec<String>,
    pub(super) to: String,
    pub(super) its_columns: Vec<String>,
}

/// An index, which says of each row what some of its columns are.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) name: String,
    /// What its entries have, by the number of the table's column; `None` for the row's number.
    pub(super) columns: Vec<Option<usize>>,
    /// Whether every row is in it.
    pub(super) has_all: bool,
}

/// SQLite's own table of the greatest numbers that were ever given.
pub(super) const NUMBERS: &str = "sqlite_sequence";

/// What a row is found by.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) enum Key {
    Row(i64),
    Columns(Vec<KeyPart>),
}

#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) enum KeyPart {
    Number(i64),
    Text(String),
}

impl KeyPart {
    pub(super) fn new(value: &Value) -> Option<Self> {
        match value {
            Value::Integer(number) => Some(Self::Number(*number)),
            Value::Text(text) => Some(Self::Text(text.clone())),
            Value::Null | Value::Real(_) | Value::Blob(_) => None,
        }
    }

    fn value(self) -> Value {
        match self {
            Self::Number(number) => Value::Integer(number),
            Self::Text(text) => Value::Text(text),
        }
    }
}

impl Key {
    /// The values of the key's columns.
    pub(super) fn values(&self) -> Vec<Value> {
        match self {
            Self::Row(number) => vec![Value::Integer(*number)],
            Self::Columns(parts) => parts.iter().cloned().map(KeyPart::value).collect(),
        }
    }
}

impl Table {
    /// All tables of a version.
    pub(super) fn all(version: u32) -> rusqlite_migration::Result<Vec<Self>> {
        static KNOWN: Mutex<BTreeMap<u32, Vec<Table>>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let tables = match known.entry(version) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Self::in_file(&schema::empty(version)?)?),
        };
        Ok(tables.clone())
    }

    /// Those of a file that is laid out as the migrations make it.
    pub(super) fn in_file(connection: &Connection) -> rusqlite::Result<Vec<Self>> {
        let names = connection
            .prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = 'table'")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<Vec<(String, String)>>>()?;
        let table = |(name, sql): (String, String)| Self::new(connection, name, &sql);
        names.into_iter().map(table).collect()
    }

    fn new(connection: &Connection, name: String, sql: &str) -> rusqlite::Result<Self> {
        let has_rowid = !sql.ends_with("WITHOUT ROWID");
        let days = "'[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]";
        let mut key = 0;
        let columns = connection
            .prepare(&format!("PRAGMA main.table_info({})", quoted(&name)))?
            .query_map([], |row| {
                let column = row.get::<_, String>("name")?;
                let is_required = row.get::<_, bool>("notnull")?;
                let has_default = row.get::<_, Option<String>>("dflt_value")?.is_some();
                let is_key = row.get::<_, i64>("pk")? > 0;
                key += usize::from(is_key);
                let holds = match row.get::<_, String>("type")?.as_str() {
                    "INTEGER" => Holds::Numbers,
                    "TEXT" => Holds::Texts,
                    _ => Holds::Anything,
                };
                let is = |moment: &str| sql.contains(&format!("{column} GLOB {days}{moment}"));
                let moment = match (is("'"), is("T")) {
                    (true, _) => Some(Moment::Day),
                    (_, true) => Some(Moment::Time),
                    _ => None,
                };
                Ok(Column {
                    is_optional: !is_key && (!is_required || has_default),
                    holds,
                    of: name.clone(),
                    moment,
                    name: column,
                })
            })?
            .collect::<rusqlite::Result<Vec<_>>>()?;
        Ok(Self {
            links: links(connection, &name)?,
            indexes: indexes(connection, &name, has_rowid)?,
            name,
            columns,
            key,
            has_rowid,
        })
    }

    /// Whether it says something of the file, and nothing of the camp.
    pub(super) fn is_of_file(&self) -> bool {
        self.name == "save_stamp" || self.name == NUMBERS
    }

    pub(super) fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The key of a row; `None` if it has none.
    pub(super) fn key_of(&self, rowid: Option<i64>, values: &[Stored]) -> Option<Key> {
        if self.has_rowid {
            return rowid.map(Key::Row);
        }
        let values = values.get(..self.key)?;
        let part = |it: &Stored| match KeyPart::new(&it.value)? {
            // Another record has that number, or none.
            KeyPart::Number(_) if it.is_spoilt => None,
            part => Some(part),
        };
        let parts = values.iter().map(part);
        parts.collect::<Option<Vec<_>>>().map(Key::Columns)
    }

    /// Whether the key's one column is the row's number, and stands in the row as NULL.
    pub(super) fn is_numbered(&self) -> bool {
        self.has_rowid && self.key == 1
    }
}

impl Column {
    /// Whether a value can't be what it stands for, though the schema would take it: a number becomes a text there.
    pub(super) fn refuses(&self, stored: &Stored) -> bool {
        let text = match (self.holds, &stored.value) {
            (_, Value::Null) | (Holds::Anything, _) => return false,
            (Holds::Numbers, Value::Integer(_)) => return stored.is_spoilt,
            (Holds::Texts, Value::Text(text)) => text,
            (Holds::Numbers | Holds::Texts, _) => return true,
        };
        // A part of what nobody reads as a text isn't that.
        if let Some(is_readable) = is_readable(&self.of, &self.name, text) {
            return stored.is_spoilt || !is_readable;
        }
        match self.moment {
            None => false,
            Some(Moment::Day) => text.parse::<jiff::civil::Date>().is_err(),
            Some(Moment::Time) => text.parse::<jiff::Timestamp>().is_err(),
        }
    }
}

/// Whether a text can be read that isn't for people; `None` if it is.
fn is_readable(table: &str, column: &str, text: &str) -> Option<bool> {
    match (table, column) {
        ("ladder", "system") => Some(LadderSystem::of_word(text).is_some()),
        _ => us_chess::is_readable(table, column, text),
    }
}

fn links(connection: &Connection, table: &str) -> rusqlite::Result<Vec<Link>> {
    let mut links = HashMap::<i64, Link>::new();
    let mut statement =
        connection.prepare(&format!("PRAGMA main.foreign_key_list({})", quoted(table)))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let to = row.get::<_, String>("table")?;
        let link = links.entry(row.get("id")?).or_insert_with(|| Link {
            columns: Vec::new(),
            to,
            its_columns: Vec::new(),
        });
        link.columns.push(row.get("from")?);
        link.its_columns.push(row.get("to")?);
    }
    let mut links = links.into_iter().collect::<Vec<_>>();
    links.sort_unstable_by_key(|(number, _)| *number);
    Ok(links.into_iter().map(|(_, link)| link).collect())
}

fn indexes(connection: &Connection, table: &str, has_rowid: bool) -> rusqlite::Result<Vec<Index>> {
    let mut statement =
        connection.prepare(&format!("PRAGMA main.index_list({})", quoted(table)))?;
    let listed = statement.query_map([], |row| {
        let is_key = row.get::<_, String>("origin")? == "pk";
        Ok((row.get("name")?, row.get::<_, bool>("partial")?, is_key))
    })?;
    let mut indexes = Vec::new();
    for listed in listed {
        let (name, is_partial, is_key): (String, _, _) = listed?;
        // That is the table itself.
        if is_key && !has_rowid {
            continue;
        }
        let columns = connection
            .prepare(&format!("PRAGMA main.index_xinfo({})", quoted(&name)))?
            .query_map([], |row| row.get::<_, i64>("cid"))?
            .map(|number| number.map(|number| usize::try_from(number).ok()))
            .collect::<rusqlite::Result<Vec<_>>>()?;
        indexes.push(Index {
            name,
            columns,
            has_all: !is_partial,
        });
    }
    Ok(indexes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read without SQLite goes by this.
    #[test]
    fn the_key_of_every_table_is_its_first_columns() {
        for version in 1..=schema::newest() {
            let empty = schema::empty(version).expect("a schema");
            let tables = Table::all(version).expect("tables");
            assert!(tables.len() > 15);
            for table in tables {
                if table.name == "sqlite_sequence" {
                    continue;
                }
                assert!(table.key > 0, "{}", table.name);
                assert!(!table.has_rowid || table.is_numbered(), "{}", table.name);
                let sql = format!("SELECT pk FROM pragma_table_info('{}')", table.name);
                let mut statement = empty.prepare(&sql).expect("a statement");
                let places = statement.query_map([], |row| row.get::<_, i64>(0));
                let places = places.expect("a query").collect::<Result<Vec<_>, _>>();
                for (at, place) in places.expect("places").into_iter().enumerate() {
                    let is_in_order = place == i64::try_from(at + 1).expect("few columns");
                    assert!(place == 0 || is_in_order, "{}", table.name);
                }
            }
        }
    }
}
