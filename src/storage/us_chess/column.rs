//! Values of the tables of US Chess as texts, and back.

use std::{fmt::Display, str::FromStr};

use jiff::civil::Date;
use rusqlite::{Error, Row, RowIndex, types::Type};
use strum::VariantArray as _;

use crate::domain::us_chess::{Code, History, Record, Round};

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
    let what = format!("{} letters that aren’t what is kept there", text.len()).into();
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

/// "W12 L4b H U"
pub(super) fn rounds_text(rounds: &[Round]) -> String {
    let cells = rounds.iter().map(ToString::to_string);
    cells.collect::<Vec<_>>().join(" ")
}

/// The same read back.
pub(super) fn read_rounds(text: &str) -> Option<Vec<Round>> {
    let cells = text.split_whitespace().map(|cell| cell.parse().ok());
    cells.collect()
}

/// Whether a cell of these stands for two games in a round.
pub(super) fn has_double(text: &str) -> bool {
    let mut doubles = Code::VARIANTS.iter().filter(|code| code.is_double());
    doubles.any(|code| text.contains(code.letter()))
}

/// "rating=554.22 N=40 post=656.85"; nothing for a record of which nothing was told.
pub(super) fn record_text(record: &Record) -> Option<String> {
    if *record == Record::default() {
        return None;
    }
    let games = |games: Option<u32>| games.map_or("-".to_owned(), |games| games.to_string());
    let fields = [
        ("rating", text(record.rating)),
        ("N", Some(games(record.games))),
        ("history", record.history.map(|it| it.word().to_owned())),
        ("floor", text(record.floor)),
        ("peak", text(record.peak)),
        ("wins", text(record.wins)),
        ("draws", text(record.draws)),
        ("events", text(record.events)),
        ("initial", text(record.initial)),
        ("initial_games", text(record.initial_games)),
        ("post", text(record.post)),
        ("post_games", text(record.post_games)),
    ];
    let fields = fields.into_iter();
    let fields = fields.filter_map(|(name, value)| Some(format!("{name}={}", value?)));
    Some(fields.collect::<Vec<_>>().join(" "))
}

/// The same read back.
pub(super) fn read_record(text: &str) -> Option<Record> {
    let mut record = Record::default();
    for field in text.split_whitespace() {
        let (name, value) = field.split_once('=')?;
        let number = || value.parse::<f64>().ok().map(Some);
        let count = || value.parse::<u32>().ok().map(Some);
        match name {
            "rating" => record.rating = number()?,
            "N" if value == "-" => record.games = None,
            "N" => record.games = count()?,
            "history" => record.history = Some(History::of_word(value)?),
            "floor" => record.floor = number()?,
            "peak" => record.peak = number()?,
            "wins" => record.wins = count()?,
            "draws" => record.draws = count()?,
            "events" => record.events = count()?,
            "initial" => record.initial = number()?,
            "initial_games" => record.initial_games = count()?,
            "post" => record.post = number()?,
            "post_games" => record.post_games = count()?,
            _ => return None,
        }
    }
    Some(record)
}
