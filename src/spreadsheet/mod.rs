//! A table as spreadsheets read it: a row of titles, and rows of cells. One table gives CSV and XLSX.

mod csv;
mod xlsx;

use std::io;

use jiff::{
    Zoned,
    civil::{Date, DateTime},
};
use rust_xlsxwriter::XlsxError;
use strum::VariantArray;
use thiserror::Error;

pub(crate) use self::csv::{MARK, begins_formula, harmless};

/// What a file with a table is.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, VariantArray)]
pub enum Format {
    Csv,
    #[default]
    Xlsx,
}

impl Format {
    /// The ending of such a file, without its dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Xlsx => "xlsx",
            Self::Csv => "csv",
        }
    }
}

/// Why a table was not written. None of it can be the director's doing.
#[derive(Debug, Error)]
pub enum SheetError {
    #[error("A list could not be written as CSV: {0}")]
    Csv(#[from] io::Error),
    #[error("A list could not be written for Excel: {0}")]
    Xlsx(#[from] XlsxError),
}

/// A table.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// What its tab is called: "Week 3". [`tab_name`] makes one of any text.
    pub(crate) tab: String,
    /// What the document is called.
    pub(crate) title: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Column {
    pub(crate) title: String,
    /// Text stands at the left, numbers at the right.
    pub(crate) is_text: bool,
}

/// What is in a cell. A number or a day stays one, so that a spreadsheet can sort and add.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Cell {
    Empty,
    Number(i32),
    /// A gain or a loss, which is shown with its sign: +12, −3.
    Change(i32),
    /// A number with all its digits, which may be more than a spreadsheet's numbers hold.
    Exact(String),
    Date(Date),
    /// To the second.
    Time(DateTime),
    Text(String),
}

impl Sheet {
    /// The content of a file with the table. `day` is the one that an XLSX file says it was made on.
    ///
    /// # Errors
    /// A table that the format doesn't allow: more than 1,048,575 rows for Excel, say.
    pub(crate) fn write(&self, format: Format, day: Date) -> Result<Vec<u8>, SheetError> {
        Ok(match format {
            Format::Csv => csv::write(self)?,
            Format::Xlsx => xlsx::write(self, day)?,
        })
    }
}

impl Column {
    pub(crate) fn text(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            is_text: true,
        }
    }

    pub(crate) fn number(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            is_text: false,
        }
    }
}

impl Cell {
    /// No text leaves the cell empty.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        if text.is_empty() {
            Self::Empty
        } else {
            Self::Text(text)
        }
    }

    /// A number as it is shown, with the sign that it is shown with; what is none stays a text.
    pub(crate) fn shown_number(text: &str) -> Self {
        let number = text.replace('\u{2212}', "-").parse().map(Self::whole);
        match number {
            Ok(Self::Number(number)) if text.starts_with(['+', '\u{2212}']) => Self::Change(number),
            Ok(number) => number,
            Err(_) => Self::text(text),
        }
    }

    pub(crate) fn whole(number: i64) -> Self {
        i32::try_from(number).map_or_else(|_| Self::Exact(number.to_string()), Self::Number)
    }

    /// Day and time to the minute, as lists show them.
    pub(crate) fn time(moment: &Zoned) -> Self {
        let minute = moment.datetime().with().second(0).subsec_nanosecond(0);
        minute.build().map_or(Self::Empty, Self::Time)
    }

    pub(crate) fn count(count: usize) -> Self {
        i64::try_from(count).map_or(Self::Empty, Self::whole)
    }
}

/// A text as the name of a tab: at most 31 characters without `[]:*?/\` and without an apostrophe at an end, as Excel wants it.
pub(crate) fn tab_name(text: &str) -> String {
    let allowed = text.chars().map(|c| match c {
        '[' | ']' | ':' | '*' | '?' | '/' | '\\' => '-',
        c if c.is_control() => ' ',
        c => c,
    });
    let name = allowed.take(31).collect::<String>();
    let name = name.trim_matches(|c: char| c == '\'' || c.is_whitespace());
    if name.is_empty() || name.eq_ignore_ascii_case("history") {
        // "History" is a name that Excel keeps for itself.
        return "List".to_owned();
    }
    name.to_owned()
}

#[cfg(test)]
pub(crate) mod tests;
