//! Whether a camp file has the tables that Camp Ladder makes, and nothing else. Looked at before anything in the file is run.

use std::{collections::BTreeMap, sync::OnceLock};

use rusqlite::{Connection, types::Value};

use super::connection::quoted;
use crate::{domain::is_unprintable, storage::schema};

/// The objects of a schema by their names: what each is, of which table, and the text that made it.
type Objects = BTreeMap<String, Object>;

#[derive(Debug, Eq, PartialEq)]
struct Object {
    kind: String,
    table: String,
    sql: Option<String>,
}

/// What a file has that Camp Ladder never makes, or lacks, in words; `None` if it is as the migrations up to `version` make it.
///
/// # Errors
/// The schema can't be read.
pub(in crate::storage) fn stranger(
    connection: &Connection,
    version: u32,
) -> rusqlite::Result<Option<String>> {
    static NEWEST: OnceLock<Result<Objects, String>> = OnceLock::new();
    let older;
    let expected = if version == schema::newest() {
        NEWEST.get_or_init(|| expected(version))
    } else {
        older = expected(version);
        &older
    };
    let expected = match expected {
        Ok(expected) => expected,
        Err(error) => return Ok(Some(format!("tables of no version ({error})"))),
    };
    let mut statement =
        connection.prepare("SELECT type, name, tbl_name, sql FROM main.sqlite_schema")?;
    let mut rows = statement.query([])?;
    let mut missing = expected.keys().collect::<Vec<_>>();
    while let Some(row) = rows.next()? {
        let text = |column| match row.get::<_, Value>(column)? {
            Value::Text(text) => Ok(Some(text)),
            Value::Null => Ok(None),
            other => Ok::<_, rusqlite::Error>(Some(format!("{other:?}"))),
        };
        let name = text(1)?.unwrap_or_default();
        let object = Object {
            kind: text(0)?.unwrap_or_default(),
            table: text(2)?.unwrap_or_default(),
            sql: text(3)?,
        };
        let place = missing.iter().position(|expected| **expected == name);
        match (expected.get(&name), place) {
            (Some(known), Some(place)) if *known == object => {
                missing.swap_remove(place);
            }
            (Some(known), Some(_)) if known.kind == "table" && is_plain_table(&object) => {
                return Ok(Some(other_columns(connection, &name, known)?));
            }
            _ => {
                let (kind, name) = (kind_in_words(&object), shown(&name));
                let article = if kind == "index" { "an" } else { "a" };
                return Ok(Some(format!("{article} {kind} called “{name}”")));
            }
        }
    }
    Ok(missing.first().map(|name| {
        let kind = kind_in_words(&expected[*name]);
        format!("no {kind} called “{}”", shown(name))
    }))
}

/// The schema that the migrations up to a version make.
fn expected(version: u32) -> Result<Objects, String> {
    let empty = schema::empty(version).map_err(|error| error.to_string())?;
    objects(&empty).map_err(|error| error.to_string())
}

fn objects(connection: &Connection) -> rusqlite::Result<Objects> {
    connection
        .prepare("SELECT name, type, tbl_name, sql FROM main.sqlite_schema")?
        .query_map([], |row| {
            let object = Object {
                kind: row.get(1)?,
                table: row.get(2)?,
                sql: row.get(3)?,
            };
            Ok((row.get(0)?, object))
        })?
        .collect()
}

/// Asking for the columns of any other one would start what is behind it.
fn is_plain_table(object: &Object) -> bool {
    let sql = object.sql.as_deref().unwrap_or_default();
    object.kind == "table" && sql.starts_with("CREATE TABLE")
}

fn kind_in_words(object: &Object) -> &str {
    let sql = object.sql.as_deref().unwrap_or_default();
    let is_virtual = sql
        .trim_start()
        .get(..14)
        .is_some_and(|start| start.eq_ignore_ascii_case("create virtual"));
    match object.kind.as_str() {
        "table" if is_virtual => "virtual table",
        kind @ ("table" | "view" | "trigger" | "index") => kind,
        _ => "thing",
    }
}

/// Which column of a table isn't as the migrations make it.
fn other_columns(connection: &Connection, table: &str, known: &Object) -> rusqlite::Result<String> {
    let sample = Connection::open_in_memory()?;
    if let Some(sql) = &known.sql
        && !table.starts_with("sqlite_")
    {
        sample.execute_batch(sql)?;
    }
    let (ours, theirs) = (columns(&sample, table)?, columns(connection, table)?);
    let other = theirs.iter().find(|column| !ours.contains(column));
    let missing = ours.iter().find(|column| !theirs.contains(column));
    let table = shown(table);
    Ok(match (other, missing) {
        (Some((name, _)), _) => format!(
            "a column “{}” of the table “{table}” that isn’t Camp Ladder’s",
            shown(name)
        ),
        (None, Some((name, _))) => format!("a table “{table}” without the column “{name}”"),
        (None, None) => format!("a table “{table}” with other rules than Camp Ladder’s"),
    })
}

/// The names of a table's columns, each with what else is said of it.
fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<(String, String)>> {
    connection
        .prepare(&format!("PRAGMA main.table_xinfo({})", quoted(table)))?
        .query_map([], |row| {
            let about = (2..7).map(|at| row.get::<_, Value>(at));
            let about = about.collect::<rusqlite::Result<Vec<_>>>()?;
            Ok((row.get(1)?, format!("{about:?}")))
        })?
        .collect()
}

/// A name of the file's own, short enough for a sentence and without anything that a terminal would obey.
pub(in crate::storage) fn shown(name: &str) -> String {
    const LONGEST: usize = 60;
    let mut letters = name.chars();
    let mut shown = letters
        .by_ref()
        .take(LONGEST)
        .map(|c| {
            if is_unprintable(c) {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        })
        .collect::<String>();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}
