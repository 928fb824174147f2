//! A table of entries as CSV: a row each, with the event and the section repeated in every row, so that one file can hold several of both.
//!
//! ```text
//! Event ID,Event,Begins,Ends,Section,Section name,Type,Systems,Time controls,Pair,ID,Name,State,FIDE,CFC,Regular,Regular N,…,R1,R2
//! 202608300103,Late Open,2026-08-30,2026-08-30,5,Reserve,swiss,"regular, quick","40/90, G/60",1,30000001,"Last, First",MN,,,554.22,,…,W4,D6w
//! ```
//!
//! Columns come in any order, by their titles; pairing number, name and rounds are needed, and everything else is unknown where it is
//! missing. A column whose title isn't known is left out. Rows without a section's number are of section 1. An empty cell says nothing: of a rating that the player has none, of its
//! games (N) that they are 0 without a rating and that it is long established with one, of a round that the player wasn't listed any more
//! if none follows, and otherwise that it wasn't played. Several time controls or systems have commas between them, which no control has:
//! "40/90, G/60;d5".
//!
//! What CSV can't hold: an event's directors, affiliate and place; of records the history, floor, peak, career and first rating; blanks
//! around texts and what can't be printed; events and sections without an entry.

mod column;
mod guard;
mod read;
mod write;

use thiserror::Error;

use self::column::Column;
pub use self::{read::read, write::write};
use super::Problem;

/// A row of a table, and where it stands.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Row {
    /// The line in which it begins, counted from 1.
    pub line: usize,
    pub cells: Vec<String>,
}

/// What is wrong with the table itself, and what to do.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Fault {
    #[error("This file is empty. Save it again")]
    Empty,
    #[error(
        "A quotation mark stands alone here or in a row before. Correct it, or save the file again"
    )]
    Quote,
    #[error(
        "There is no column “{0}”. The first row has the titles of the columns: Pair, Name and R1 are needed"
    )]
    Missing(String),
    #[error("“{0}” is no column of a table of entries. Correct the title, or remove the column")]
    Unknown(String),
    #[error("“{0}” is left out: it is no column of a table of entries")]
    LeftOut(String),
    #[error("There are two columns “{0}”. Remove one of them")]
    Twice(String),
    #[error("“{0}” stands in a column without a title. Check that no cell is missing or too many")]
    Untitled(String),
    #[error(
        "“{here}” stands here, but “{before}” in line {line} for the same event and section. Correct one of them"
    )]
    Differs {
        here: String,
        before: String,
        line: usize,
    },
    #[error("“{0}” is neither yes nor no")]
    YesOrNo(String),
}

/// Whether a title is that of the first round.
pub(super) fn is_first_round(title: &str) -> bool {
    Column::of_title(title) == Some(Column::Round(1))
}

/// The rows of a CSV text with commas, semicolons or tabs between the cells, whichever its first line has most of.
///
/// # Errors
/// A quotation mark without another one: everything behind it would be one cell.
pub fn rows(text: &str) -> Result<Vec<Row>, Problem> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let first = text.trim_start().lines().next().unwrap_or_default();
    let count = |delimiter: u8| first.bytes().filter(|byte| *byte == delimiter).count();
    // The last of equals is taken, which is the comma.
    let delimiter = [b'\t', b';', b',']
        .into_iter()
        .max_by_key(|one| count(*one));
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter.unwrap_or(b','))
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut record = csv::StringRecord::new();
    let (mut line, mut counted) = (1, 0);
    // Reading from memory meets no errors, and rows may be of any length.
    while reader.read_record(&mut record).unwrap_or(false) {
        let start = record.position().map_or(0, csv::Position::byte);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        // The reader takes the blank lines before a row for a part of it.
        let blank = text.get(start..).unwrap_or_default().bytes();
        let start = start + blank.take_while(|b| matches!(b, b'\r' | b'\n')).count();
        let passed = text.get(counted..start).unwrap_or_default();
        line += passed.matches('\n').count();
        counted = start;
        rows.push(Row {
            line,
            cells: record.iter().map(str::to_owned).collect(),
        });
    }
    if !text.matches('"').count().is_multiple_of(2) {
        return Err(Problem::new(Fault::Quote).in_line(line));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests;
