//! CSV as every spreadsheet reads it: UTF-8, commas, lines that end as RFC 4180 says.

use std::io;

use super::{Cell, Sheet};
use crate::domain::is_unprintable;

/// Excel takes a CSV file for one of the country's old encoding unless it begins with this mark, and then shows two
/// wrong letters for each é. Other spreadsheets, and this program's own import, know the mark and leave it away.
pub(crate) const MARK: char = '\u{FEFF}';

/// A time as spreadsheets read it: without the T that the standard puts between day and time.
const TIME: &str = "%Y-%m-%d %H:%M:%S";

/// # Errors
/// None in practice: it is written into memory.
pub(super) fn write(sheet: &Sheet) -> Result<Vec<u8>, io::Error> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(MARK.to_string().into_bytes());
    writer.write_record(sheet.columns.iter().map(|column| harmless(&column.title)))?;
    for row in &sheet.rows {
        writer.write_record(row.iter().map(text))?;
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// Numbers have a plain hyphen for a minus, without which they would be texts, and days stand as ISO 8601 writes them, which every country's
/// spreadsheet reads alike.
fn text(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Number(number) | Cell::Change(number) => number.to_string(),
        Cell::Exact(digits) => digits.clone(),
        Cell::Date(day) => day.to_string(),
        Cell::Time(time) => time.strftime(TIME).to_string(),
        Cell::Text(text) => harmless(text),
    }
}

/// A text that no spreadsheet takes for a formula: with an apostrophe before the sign that would begin one. Where a semicolon or
/// a tab separates cells, as it does for Excel in many countries, a cell may begin within the text too. What can't be printed, and
/// a terminal would obey, has a mark in its place.
///
/// For texts only: a number such as −16 has to stay one.
pub(crate) fn harmless(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len() + 1);
    let mut begins = true;
    for c in text.chars() {
        if begins && begins_formula(c) {
            harmless.push('\'');
        }
        let is_seen = !is_unprintable(c) || matches!(c, '\t' | '\r' | '\n');
        harmless.push(if is_seen {
            c
        } else {
            char::REPLACEMENT_CHARACTER
        });
        begins = matches!(c, ';' | '\t' | '\r' | '\n');
    }
    harmless
}

/// The signs that the Open Worldwide Application Security Project names under "CSV injection", with their wide forms, which
/// Excel takes for the same in East Asian countries.
pub(crate) fn begins_formula(c: char) -> bool {
    matches!(
        c,
        '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_becomes_a_text() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-Ann", "'-Ann"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t'=1"),
            ("\r=1", "'\r'=1"),
            ("＝1", "'＝1"),
            ("＋1", "'＋1"),
            ("－1", "'－1"),
            ("＠A", "'＠A"),
            ("Ann;=1+1", "Ann;'=1+1"),
            ("Jean-Luc P.", "Jean-Luc P."),
            ("O'Brien", "O'Brien"),
            (
                "Ann\u{1b}[2J\u{9b}K\u{202e}",
                "Ann\u{fffd}[2J\u{fffd}K\u{fffd}",
            ),
            ("", ""),
        ] {
            assert_eq!(harmless(text), expected);
        }
    }
}
