//! Values of the tables of US Chess as texts, and back.

use std::{fmt::Display, str::FromStr};

use jiff::civil::Date;
use rusqlite::{Error, Row, RowIndex, types::Type};

/// A value of a column in which it stands as text; nothing for NULL.
pub(super) fn parsed<T: FromStr>(
    row: &Row<'_>,
    column: impl RowIndex + Copy,
) -> rusqlite::Result<Option<T>> {
    let place = column.idx(row.as_ref())?;
    match row.get_ref(place)?.as_str_or_null()? {
        None => Ok(None),
        Some(text) => text.parse().map(Some).map_err(|_| strange(place, text)),
    }
}

/// The variant of a word.
pub(super) fn word<T>(
    row: &Row<'_>,
    column: impl RowIndex + Copy,
    of_word: impl Fn(&str) -> Option<T>,
) -> rusqlite::Result<Option<T>> {
    let place = column.idx(row.as_ref())?;
    match row.get_ref(place)?.as_str_or_null()? {
        None => Ok(None),
        Some(text) => of_word(text).map(Some).ok_or_else(|| strange(place, text)),
    }
}

/// What `read` makes of a text.
pub(super) fn read<T>(
    row: &Row<'_>,
    column: impl RowIndex + Copy,
    read: impl Fn(&str) -> Option<T>,
) -> rusqlite::Result<T> {
    let place = column.idx(row.as_ref())?;
    let text = row.get_ref(place)?.as_str()?;
    read(text).ok_or_else(|| strange(place, text))
}

fn strange(place: usize, text: &str) -> Error {
    // What it is may be a birth date.
    let what = format!("{} letters that aren't what is kept there", text.len()).into();
    Error::FromSqlConversionFailure(place, Type::Text, what)
}

/// A value as the text of a column.
pub(super) fn text<T: Display>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}

/// "2200=310 2000=355", or one a line
pub(super) fn pairs<K: Display, V: Display>(pairs: impl Iterator<Item = (K, V)>) -> String {
    let pairs = pairs.map(|(key, value)| format!("{key}={value}"));
    pairs.collect::<Vec<_>>().join(" ")
}

/// The same read back.
pub(super) fn read_pairs<K: FromStr, V: FromStr, C: FromIterator<(K, V)>>(text: &str) -> Option<C> {
    let pairs = text.split_whitespace().map(|pair| {
        let (key, value) = pair.split_once('=')?;
        Some((key.parse().ok()?, value.parse().ok()?))
    });
    pairs.collect()
}

/// A day of a column; nothing for NULL.
pub(super) fn day(row: &Row<'_>, column: impl RowIndex + Copy) -> rusqlite::Result<Option<Date>> {
    parsed(row, column)
}
