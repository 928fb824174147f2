//! The text that Access writes "with formatting and layout": a table drawn with hyphens and bars.
//!
//! ```text
//! ---------------------
//! | GameID | White    |
//! ---------------------
//! | 1      | Kim, Ann |
//! ---------------------
//! ```
//! It has what the screen shows: names where the table holds numbers, cut off where the column was narrow.

use super::{Table, encoding::Decoded, source::Format};

/// Whether a text is such a table: a rule of hyphens, and below it a line between bars.
pub(super) fn is_formatted(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.next().is_some_and(is_rule) && lines.next().is_some_and(is_between_bars)
}

fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.bytes().all(|b| matches!(b, b'-' | b'+'))
}

fn is_between_bars(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 2 && line.starts_with('|') && line.ends_with('|')
}

/// Reads a table of which [`is_formatted`] holds. Its first row names the columns.
pub(super) fn read(file: &str, name: &str, decoded: &Decoded) -> Table {
    let mut blocks = blocks(&decoded.text).into_iter();
    let mut header = blocks.next().unwrap_or_default().into_iter();
    let header_line = header.next().map_or("", |line| line.text);
    let columns = Columns::new(header_line);
    let blocks = blocks.collect::<Vec<_>>();
    // Access rules off each row. A value with line breaks then makes a row of several lines.
    let is_ruled_off = blocks.len() > 1;
    let rows = blocks.iter().flat_map(|block| {
        if is_ruled_off {
            vec![columns.join(block)]
        } else {
            block.iter().map(|line| columns.row(*line)).collect()
        }
    });
    Table {
        file: file.to_owned(),
        name: name.to_owned(),
        format: Format::Formatted {
            encoding: decoded.encoding,
        },
        header: Some(columns.split(header_line)),
        rows: rows
            .filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()))
            .collect(),
        widths: Some(columns.widths()),
        is_unordered: false,
    }
}

#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    number: u64,
    text: &'a str,
}

/// The lines between two rules each.
fn blocks(text: &str) -> Vec<Vec<Line<'_>>> {
    let mut blocks = Vec::new();
    let mut block = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        if is_rule(line) {
            if !block.is_empty() {
                blocks.push(std::mem::take(&mut block));
            }
        } else if !line.trim().is_empty() {
            block.push(Line { number, text: line });
        }
    }
    if !block.is_empty() {
        blocks.push(block);
    }
    blocks
}

/// Where the bars of the header stand, in characters from the first of its line.
struct Columns {
    bars: Vec<usize>,
}

impl Columns {
    fn new(header: &str) -> Self {
        let bars = header
            .chars()
            .enumerate()
            .filter_map(|(at, c)| (c == '|').then_some(at))
            .collect();
        Self { bars }
    }

    /// How many characters fit between two bars, without the blank on either side.
    fn widths(&self) -> Vec<usize> {
        self.bars
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).saturating_sub(3).max(1))
            .collect()
    }

    fn row(&self, line: Line<'_>) -> (u64, Vec<String>) {
        (line.number, self.split(line.text))
    }

    /// One row of several lines.
    fn join(&self, block: &[Line<'_>]) -> (u64, Vec<String>) {
        let mut lines = block.iter();
        let first = lines.next().copied().unwrap_or(Line {
            number: 0,
            text: "",
        });
        let mut cells = self.split(first.text);
        for line in lines {
            for (cell, more) in cells.iter_mut().zip(self.split(line.text)) {
                if !more.is_empty() {
                    cell.push(' ');
                    cell.push_str(&more);
                }
            }
        }
        (first.number, cells)
    }

    /// The values of a line. They may contain bars themselves, so the header's bars are what counts, as long as
    /// the line keeps to them.
    fn split(&self, text: &str) -> Vec<String> {
        let letters = text.chars().collect::<Vec<_>>();
        let keeps_to_bars = self.bars.iter().all(|at| letters.get(*at) == Some(&'|'));
        if keeps_to_bars {
            self.bars
                .windows(2)
                .map(|pair| {
                    let value = letters[pair[0] + 1..pair[1]].iter().collect::<String>();
                    value.trim().to_owned()
                })
                .collect()
        } else {
            let text = text.trim();
            let text = text.strip_prefix('|').unwrap_or(text);
            let text = text.strip_suffix('|').unwrap_or(text);
            text.split('|')
                .map(|value| value.trim().to_owned())
                .collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::encoding::decode;

    fn table(text: &str) -> Table {
        assert!(is_formatted(text));
        read(
            "Games.txt",
            "Games",
            &decode(text.as_bytes()).expect("text"),
        )
    }

    #[test]
    fn values_stand_between_the_bars_of_the_header() {
        let table = table(
            "-----------------------\r\n| ID | White           |\r\n-----------------------\r\n\
             | 1  | Kim | Ann       |\r\n-----------------------\r\n| 2  | de la Cruz, Olá |\r\n-----------------------\r\n",
        );
        assert_eq!(
            table.header,
            Some(vec!["ID".to_owned(), "White".to_owned()])
        );
        assert_eq!(table.widths, Some(vec![2, 15]));
        let expected = [(4, ["1", "Kim | Ann"]), (6, ["2", "de la Cruz, Olá"])];
        assert_eq!(table.rows, expected.into_iter().collect());
    }

    #[test]
    fn a_value_of_two_lines_is_one_value() {
        let table = table(
            "-----------\n| ID | N  |\n-----------\n| 1  | ab |\n|    | cd |\n-----------\n| 2  | x  |\n-----------\n",
        );
        assert_eq!(table.rows.len(), 2);
        let first = table.rows.row(0).expect("a row");
        assert_eq!(first.to_texts(), ["1", "ab cd"]);
    }

    #[test]
    fn rows_without_rules_between_them_are_rows() {
        let table = table("------\n| ID |\n------\n| 1  |\n| 2  |\n------\n");
        assert_eq!(table.rows.len(), 2);
    }

    #[test]
    fn other_text_is_no_such_table() {
        assert!(!is_formatted("1,2\n3,4"));
        assert!(!is_formatted("---\nhello"));
        assert!(!is_formatted(""));
    }
}
