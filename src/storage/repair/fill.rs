//! Rows on their way into the new file. The rules of its tables hold for each: a value that can't be is left out where a row can do
//! without it, and a row that can't be isn't saved.

use std::collections::{BTreeMap, HashMap};

use rusqlite::{Connection, ErrorCode, params_from_iter, types::Value};

use super::{
    Stop, Watch,
    gather::TableRows,
    pages::Payload,
    record::{self, Stored},
    tables::{Key, NUMBERS, Table},
};
use crate::storage::safety::{check, connection::quoted};

/// What became of the rows of a table.
#[derive(Debug, Default)]
pub(super) struct Filled {
    pub(super) saved: usize,
    /// Rows that were there, and can't be saved, with what is known of them.
    pub(super) refused: BTreeMap<Key, BTreeMap<usize, Value>>,
    /// Rows of which some columns were left out, or have letters that couldn't be read.
    pub(super) mended: BTreeMap<Key, Vec<usize>>,
}

/// Saves the rows of a table.
pub(super) fn fill(
    connection: &Connection,
    of: &TableRows<'_>,
    watch: &mut Watch<'_>,
) -> Result<Filled, Stop> {
    let mut filled = Filled::default();
    let mut rows = Inserter::new(connection, &of.table);
    if !of.rows.is_empty() {
        // What a new file begins with.
        connection.execute(&format!("DELETE FROM main.{}", quoted(&of.table.name)), [])?;
    }
    for (key, payload) in &of.rows {
        watch.filled_row()?;
        let told = of.told.get(key);
        let Some(mut values) = record::values(&payload.bytes) else {
            let told = told.cloned().unwrap_or_default();
            filled.refused.insert(key.clone(), told);
            continue;
        };
        put_number(&of.table, key, &mut values);
        for (at, value) in told.into_iter().flatten() {
            if let Some(stored) = values.get_mut(*at) {
                *stored = Stored::sound(value.clone());
            }
        }
        let spoilt = (0..values.len()).filter(|at| values[*at].is_spoilt);
        let mut mended = spoilt.collect::<Vec<_>>();
        mended.extend(keep_imported_number(&of.table, &mut values));
        let Some(left_out) = rows.insert_what_can_be(&values)? else {
            let known = values.into_iter().enumerate();
            let known = known.filter(|(_, it)| !it.is_spoilt);
            let known = known.map(|(at, it)| (at, it.value));
            filled.refused.insert(key.clone(), known.collect());
            continue;
        };
        filled.saved += 1;
        mended.extend(left_out);
        if !mended.is_empty() {
            mended.sort_unstable();
            mended.dedup();
            filled.mended.insert(key.clone(), mended);
        }
    }
    Ok(filled)
}

/// Keeps the greatest numbers that were ever given, so that none is given twice: those of the file's own list, if this is it, and those of
/// rows that are gone.
pub(super) fn keep_numbers(connection: &Connection, of: &TableRows<'_>) -> rusqlite::Result<()> {
    let mut keep = connection.prepare(
        "UPDATE main.sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1 AND ?2 BETWEEN 0 AND ?3",
    )?;
    let mut add = connection.prepare(
        "INSERT INTO main.sqlite_sequence (name, seq) SELECT ?1, 0
         WHERE ?1 NOT IN (SELECT name FROM main.sqlite_sequence)
             AND ?1 IN (SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql GLOB '*AUTOINCREMENT*')",
    )?;
    let mut keep = |table: &str, number: i64| {
        add.execute([table])?;
        keep.execute((table, number, check::MOST))
    };
    if of.table.name == NUMBERS {
        for payload in of.rows.values() {
            let values = record::values(&payload.bytes).unwrap_or_default();
            if let [
                Stored {
                    value: Value::Text(table),
                    ..
                },
                Stored {
                    value: Value::Integer(number),
                    ..
                },
            ] = values.as_slice()
            {
                keep(table, *number)?;
            }
        }
    }
    if let Some(Key::Row(number)) = of.missing.keys().next_back() {
        keep(&of.table.name, *number)?;
    }
    Ok(())
}

/// Whether a row could be one of the table's, as far as the table's own rules go.
pub(super) fn fits(
    connection: &Connection,
    table: &Table,
    key: &Key,
    payload: &Payload<'_>,
) -> bool {
    let Some(mut values) = record::values(&payload.bytes) else {
        return false;
    };
    put_number(table, key, &mut values);
    let mut rows = Inserter::new(connection, table);
    let refused = rows.refused(&values);
    refused.is_empty() && rows.tries(&values, &[]).unwrap_or(false)
}

/// A row's number stands beside it, and in it as NULL.
fn put_number(table: &Table, key: &Key, values: &mut [Stored]) {
    if let (true, Key::Row(number), Some(first)) = (table.is_numbered(), key, values.first_mut()) {
        first.value = Value::Integer(*number);
    }
}

/// A game is found by its number in the old file when that is imported again. What else is gone of the row there is as if the row had been
/// changed since: which columns that are.
fn keep_imported_number(table: &Table, values: &mut [Stored]) -> Vec<usize> {
    let at = |column| table.column(column).filter(|at| *at < values.len());
    let columns = ["imported_number", "imported_row", "result", "imported_as"];
    let [Some(number), Some(row), Some(result), Some(taken_for)] = columns.map(at) else {
        return Vec::new();
    };
    if table.name != "game" || !values[number].is_number() {
        return Vec::new();
    }
    let result = values[result].value.clone();
    let mut stood_in = Vec::new();
    for (at, stand_in) in [(row, Value::Integer(0)), (taken_for, result)] {
        if !values[at].is_number() {
            values[at] = Stored::sound(stand_in);
            stood_in.push(at);
        }
    }
    stood_in
}

struct Inserter<'c, 't> {
    connection: &'c Connection,
    table: &'t Table,
    /// The statements for rows with so many values, without these columns.
    statements: HashMap<(usize, Vec<usize>), String>,
}

impl<'c, 't> Inserter<'c, 't> {
    fn new(connection: &'c Connection, table: &'t Table) -> Self {
        Self {
            connection,
            table,
            statements: HashMap::new(),
        }
    }

    /// The values that can't be what they stand for.
    fn refused(&self, values: &[Stored]) -> Vec<usize> {
        let columns = self.table.columns.iter().zip(values).enumerate();
        let refused = columns.filter(|(_, (column, it))| column.refuses(it));
        refused.map(|(at, _)| at).collect()
    }

    /// Inserts a row without the values that it can't have and can do without. Which those are; `None` if it can't be saved.
    fn insert_what_can_be(&mut self, values: &[Stored]) -> rusqlite::Result<Option<Vec<usize>>> {
        let mut out = self.refused(values);
        let columns = &self.table.columns;
        if out.iter().any(|at| !columns[*at].is_optional) {
            return Ok(None);
        }
        if self.insert(values, &out)? {
            return Ok(Some(out));
        }
        // Everything that a row can do without is left out, and taken back as far as the table's rules allow it.
        let optional = (0..values.len()).filter(|at| columns[*at].is_optional);
        let optional = optional.collect::<Vec<_>>();
        let refused = std::mem::replace(&mut out, optional.clone());
        if !self.tries(values, &out)? {
            return Ok(None);
        }
        for column in optional.into_iter().filter(|at| !refused.contains(at)) {
            let without = out.iter().copied().filter(|at| *at != column);
            let without = without.collect::<Vec<_>>();
            if self.tries(values, &without)? {
                out = without;
            }
        }
        Ok(self.insert(values, &out)?.then_some(out))
    }

    /// Whether a row can be inserted so. It isn't.
    fn tries(&mut self, values: &[Stored], out: &[usize]) -> rusqlite::Result<bool> {
        self.connection.execute_batch("SAVEPOINT trial")?;
        let fits = self.insert(values, out);
        self.connection
            .execute_batch("ROLLBACK TO trial; RELEASE trial")?;
        fits
    }

    /// Inserts a row without some columns. Whether the table's rules allow it.
    fn insert(&mut self, values: &[Stored], out: &[usize]) -> rusqlite::Result<bool> {
        let table = self.table;
        let is_in = |at: &usize| !out.contains(at);
        let key = (values.len(), out.to_vec());
        let statement = self.statements.entry(key).or_insert_with(|| {
            let columns = (0..values.len()).filter(is_in);
            let columns = columns.filter_map(|at| table.columns.get(at));
            let columns = columns.map(|column| quoted(&column.name));
            let columns = columns.collect::<Vec<_>>();
            format!(
                "INSERT INTO main.{} ({}) VALUES ({})",
                quoted(&table.name),
                columns.join(", "),
                vec!["?"; columns.len()].join(", ")
            )
        });
        let given = (0..values.len()).filter(is_in).map(|at| &values[at].value);
        let inserted = self
            .connection
            .prepare_cached(statement)?
            .execute(params_from_iter(given));
        match inserted {
            Ok(_) => Ok(true),
            Err(error)
                if matches!(
                    error.sqlite_error_code(),
                    Some(
                        ErrorCode::ConstraintViolation
                            | ErrorCode::TypeMismatch
                            | ErrorCode::TooBig
                    )
                ) =>
            {
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }
}
