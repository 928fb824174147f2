//! Delimited text: values separated by commas, semicolons, tabs or bars, with quotation marks around text.

use std::borrow::Cow;

use csv::{ByteRecord, ReaderBuilder};
use strum::VariantArray;

use super::{
    ReadFailure, Table,
    encoding::Decoded,
    quotes::Quotes,
    recognise::{heads_list_of_names, kind_by_columns},
    rows::Rows,
    source::Format,
};

/// How many lines are looked at to tell the delimiter.
const SNIFFED_LINES: usize = 200;

/// More lines than any note of a player has: a row that goes on for longer has an unclosed quotation mark.
const MAX_LINES_OF_ROW: u64 = 100;

/// What separates the columns of a text file.
#[derive(Clone, Copy, Debug, Eq, PartialEq, VariantArray)]
pub enum Delimiter {
    Comma,
    Semicolon,
    Tab,
    Bar,
}

impl Delimiter {
    const fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Bar => b'|',
        }
    }

    /// For people: "commas".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Comma => "commas",
            Self::Semicolon => "semicolons",
            Self::Tab => "tabs",
            Self::Bar => "vertical bars",
        }
    }

    /// The delimiter that most lines have equally often, outside of quotation marks.
    fn sniff(text: &str) -> Self {
        let score = |delimiter: Self| {
            let counts = counts_per_line(text, delimiter.byte());
            let most_frequent = counts
                .iter()
                .copied()
                .filter(|count| *count > 0)
                .max_by_key(|count| counts.iter().filter(|other| *other == count).count())
                .unwrap_or(0);
            let agreeing = counts.iter().filter(|count| **count == most_frequent);
            // Lines that agree, times columns: names with a comma inside agree less, or make fewer columns.
            agreeing.count() * most_frequent
        };
        // The first of equals wins, and the comma is first: it also serves a table of one column.
        Self::VARIANTS
            .iter()
            .copied()
            .rev()
            .max_by_key(|delimiter| score(*delimiter))
            .unwrap_or(Self::Comma)
    }
}

/// How often a delimiter stands outside of quotation marks, for each of the first lines that aren't blank.
fn counts_per_line(text: &str, delimiter: u8) -> Vec<usize> {
    let mut counts = Vec::new();
    let mut count = 0;
    let mut is_quoted = false;
    let mut is_blank = true;
    let mut before = b'\n';
    for byte in text.bytes() {
        // Only the mark that a cell begins with opens one.
        let is_beginning = before == delimiter || matches!(before, b'\n' | b'"');
        before = byte;
        match byte {
            b'"' if is_quoted || is_beginning => is_quoted = !is_quoted,
            b'\n' if !is_quoted => {
                if !is_blank {
                    counts.push(count);
                }
                if counts.len() == SNIFFED_LINES {
                    return counts;
                }
                (count, is_blank) = (0, true);
                continue;
            }
            _ if byte == delimiter && !is_quoted => count += 1,
            _ => {}
        }
        is_blank &= byte.is_ascii_whitespace() && byte != delimiter;
    }
    if !is_blank {
        counts.push(count);
    }
    counts
}

/// Reads a delimited text. Whether its first row names the columns is found out later.
///
/// # Errors
/// A quotation mark where none belongs: everything up to the next one would be one value.
pub(super) fn read(file: &str, name: &str, decoded: &Decoded) -> Result<Table, ReadFailure> {
    // Only the line feed counts as the end of a line below, and an old Macintosh wrote none.
    let old_macintosh;
    let text = if decoded.text.contains('\r') && !decoded.text.contains('\n') {
        old_macintosh = decoded.text.replace('\r', "\n");
        &old_macintosh
    } else {
        &decoded.text
    };
    let (delimiter, text, skipped_lines) = match declared_delimiter(text) {
        Some((delimiter, rest)) => (delimiter, rest, 1),
        None => (Delimiter::sniff(text), text.as_str(), 0),
    };
    let rows = read_rows(text, delimiter, skipped_lines)?;
    let is_list = delimiter == Delimiter::Comma && skipped_lines == 0 && is_list(&rows);
    let rows = if is_list { in_one_column(&rows) } else { rows };
    Ok(Table {
        file: file.to_owned(),
        name: name.to_owned(),
        format: Format::Delimited {
            delimiter,
            encoding: decoded.encoding,
        },
        header: None,
        widths: None,
        is_unordered: false,
        rows,
    })
}

/// Whether the rows are a list of names, in which a comma is none between columns: it stands below a title alone, or most rows have none.
fn is_list(rows: &Rows) -> bool {
    let all = rows.from(0);
    let Some(first) = all.get(0) else {
        return false;
    };
    let alone = all.iter().filter(|row| row.len() == 1).count();
    let has_titles = first.len() > 1 && kind_by_columns(&first.to_texts()).is_some();
    let is_most = alone * 2 > all.len() || alone * 2 == all.len() && first.len() == 1;
    let mut others = all.iter().filter(|row| row.len() > 1).peekable();
    let are_some = others.peek().is_some();
    // A group with its rating, for one, is in two columns.
    let are_names = others.all(|row| !row.cells().any(|cell| cell.contains(char::is_numeric)));
    if heads_list_of_names(first) {
        return are_names && all.iter().all(|row| row.len() <= 2);
    }
    is_most && are_some && are_names && !has_titles
}

/// "Muñoz, Mia" is one value.
fn in_one_column(rows: &Rows) -> Rows {
    let mut list = Rows::default();
    for row in rows.from(0).iter() {
        let cells = row.cells().filter(|cell| !cell.is_empty());
        let whole = cells.collect::<Vec<_>>().join(", ");
        list.push(row.line(), [whole]);
    }
    list
}

/// Excel understands a first line `sep=;`, and some programs write it.
fn declared_delimiter(text: &str) -> Option<(Delimiter, &str)> {
    let (first, rest) = text.split_once('\n')?;
    let declared = first.trim_end_matches('\r').strip_prefix("sep=")?;
    let delimiter = Delimiter::VARIANTS
        .iter()
        .copied()
        .find(|delimiter| declared.as_bytes() == [delimiter.byte()])?;
    Some((delimiter, rest))
}

fn read_rows(text: &str, delimiter: Delimiter, skipped_lines: u64) -> Result<Rows, ReadFailure> {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter.byte())
        .from_reader(text.as_bytes());
    let mut rows = Rows::default();
    let mut record = ByteRecord::new();
    let mut quotes = Quotes::new(delimiter.byte());
    // Reading from memory meets no errors, and rows may be of any length.
    while reader.read_byte_record(&mut record).unwrap_or(false) {
        let start = record.position().map_or(0, csv::Position::byte);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let end = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
        let line = first_line(&record, text, start) + skipped_lines;
        if reader.position().line() + skipped_lines > line + MAX_LINES_OF_ROW {
            return Err(ReadFailure::OpenQuote { line });
        }
        quotes.add(text.get(start..end).unwrap_or_default(), line)?;
        let trimmed = |cell| match String::from_utf8_lossy(cell) {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
        };
        let mut cells = record.iter().map(trimmed);
        if cells.any(|cell| !cell.is_empty()) {
            rows.push(line, record.iter().map(trimmed));
        }
    }
    quotes.finish()?;
    Ok(rows)
}

/// The line a record starts on. The reader counts the blank lines before a record as part of it.
fn first_line(record: &ByteRecord, text: &str, start: usize) -> u64 {
    let line = record.position().map_or(1, csv::Position::line);
    let blank_lines = text
        .as_bytes()
        .get(start..)
        .unwrap_or_default()
        .iter()
        .take_while(|b| matches!(b, b'\r' | b'\n'))
        .filter(|b| **b == b'\n')
        .count();
    line + blank_lines as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{encoding::decode, rows::Row};

    fn table(text: &str) -> Result<Table, ReadFailure> {
        read(
            "Games.csv",
            "Games",
            &decode(text.as_bytes()).expect("text"),
        )
    }

    fn delimiter(text: &str) -> Delimiter {
        match table(text).expect("a table").format {
            Format::Delimited { delimiter, .. } => delimiter,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn delimiters_are_told_by_what_repeats() {
        assert_eq!(delimiter("1,\"Kim; Ann\",3\n2,b,4\n"), Delimiter::Comma);
        assert_eq!(
            delimiter("1;Kim, Ann;Lee, Bo;1-0\n2;Cho, Al;Roe, Cy;0-1"),
            Delimiter::Semicolon
        );
        assert_eq!(
            delimiter("1\tKim, Ann\tLee\n2\tRoe, Al\tVu\n"),
            Delimiter::Tab
        );
        assert_eq!(delimiter("a|b|c\nd|e|f\n"), Delimiter::Bar);
        assert_eq!(delimiter("sep=;\n1;2,5\n"), Delimiter::Semicolon);
        assert_eq!(delimiter("one\ntwo\n"), Delimiter::Comma);
    }

    #[test]
    fn lines_are_counted_through_blank_ones_and_quoted_breaks() {
        let table =
            table("\r\n1,\"a\r\nb\",x\r\n\r\n,,\r\n2,\"say \"\"hi\"\"\",y\r\n").expect("a table");
        let lines = table.rows.iter().map(Row::line).collect::<Vec<_>>();
        assert_eq!(lines, [2, 6]);
        let texts = table.rows.iter().map(Row::to_texts);
        let expected = [["1", "a\r\nb", "x"], ["2", "say \"hi\"", "y"]];
        assert!(texts.eq(expected), "{:?}", table.rows);
    }

    #[test]
    fn an_old_macintosh_has_lines_too() {
        let table = table("1,a\r2,b\r").expect("a table");
        let expected = [(1, ["1", "a"]), (2, ["2", "b"])];
        assert_eq!(table.rows, expected.into_iter().collect());
    }

    #[test]
    fn a_quotation_mark_left_open_is_named_with_its_line() {
        let short = table("1,a\n2,\"b\n3,c\n").expect_err("never closed");
        assert!(
            matches!(short, ReadFailure::OpenQuote { line: 2 }),
            "{short}"
        );
        let long = format!("1,a\n2,\"b\n{}\"x\n", "3,c\n".repeat(500));
        assert!(matches!(
            table(&long),
            Err(ReadFailure::OpenQuote { line: 2 })
        ));
    }
}
