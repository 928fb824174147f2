//! Quotation marks where none belong. One that opens a cell swallows everything up to the next one: the rows in between would be
//! gone without a word.

use std::collections::HashMap;

use super::ReadFailure;

/// A cell between quotation marks, as it lies in the text of its row.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Quoted {
    /// Where its first mark is, and its last.
    opens: usize,
    closes: usize,
}

/// What the marks of a row say, in the way its reader takes them: a mark opens a quoted cell only at its beginning.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
struct Marks {
    quoted: Vec<Quoted>,
    /// The first quoted cell that goes on after its last mark.
    stray: Option<Quoted>,
    /// The mark that is never followed by one that closes.
    open: Option<usize>,
}

impl Marks {
    fn new(text: &str, delimiter: u8) -> Self {
        let bytes = text.as_bytes();
        let mut marks = Self::default();
        let mut at = 0;
        let is_end = |byte: u8| byte == delimiter || matches!(byte, b'\r' | b'\n');
        while let Some(&first) = bytes.get(at) {
            if first == b'"' {
                let Some(closes) = closing(bytes, at + 1) else {
                    marks.open = Some(at);
                    return marks;
                };
                let quoted = Quoted { opens: at, closes };
                marks.quoted.push(quoted);
                let rest = bytes.get(closes + 1..).unwrap_or_default();
                let mut rest = rest.iter().take_while(|byte| !is_end(**byte));
                if rest.any(|byte| !matches!(byte, b' ' | b'\t')) {
                    marks.stray.get_or_insert(quoted);
                }
                at = closes + 1;
            }
            while bytes.get(at).is_some_and(|byte| !is_end(*byte)) {
                at += 1;
            }
            at += 1;
        }
        marks
    }
}

/// The mark that closes a cell; two of them are one of its text.
fn closing(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += bytes.get(at..)?.iter().position(|byte| *byte == b'"')?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

/// Looks at the quotation marks of a file, a row after the other.
#[derive(Debug)]
pub(super) struct Quotes<'a> {
    delimiter: u8,
    /// Rows of several lines, each with the number of its first line.
    long: Vec<(u64, &'a str)>,
    /// Which line has the names of the columns, if any has.
    first_line: Option<u64>,
    shape: Shape,
}

impl<'a> Quotes<'a> {
    pub(super) fn new(delimiter: u8) -> Self {
        Self {
            delimiter,
            long: Vec::new(),
            first_line: None,
            shape: Shape::default(),
        }
    }

    /// Takes the text of a row, which begins in this line of the file.
    ///
    /// # Errors
    /// A mark that is never closed, or one inside a quoted cell.
    pub(super) fn add(&mut self, text: &'a str, line: u64) -> Result<(), ReadFailure> {
        let text = text.trim_matches(['\r', '\n']);
        self.first_line.get_or_insert(line);
        if !text.contains('"') {
            self.shape.add(&cells(text, self.delimiter));
            return Ok(());
        }
        let marks = Marks::new(text, self.delimiter);
        let line_at = |at: usize| line + line_ends(text.get(..at).unwrap_or(text));
        if let Some(stray) = marks.stray {
            return Err(ReadFailure::StrayQuote {
                from: line_at(stray.opens),
                to: line_at(stray.closes),
            });
        }
        if let Some(open) = marks.open {
            let line = line_at(open);
            return Err(ReadFailure::OpenQuote { line });
        }
        if text.contains('\n') {
            self.long.push((line, text));
        } else {
            self.shape.add(&cells(text, self.delimiter));
        }
        Ok(())
    }

    /// To be called after the last row.
    ///
    /// # Errors
    /// A row of several lines that look like rows of their own.
    pub(super) fn finish(self) -> Result<(), ReadFailure> {
        for (line, text) in &self.long {
            let mut lines = text.lines();
            // Its mark is one too many, and what follows is to be seen as without it.
            let first = lines.next().unwrap_or_default().replace('"', "");
            let first = cells(&first, self.delimiter);
            let is_row = self.shape.has_width(&first)
                && (self.first_line == Some(*line) || self.shape.fits(&first, true));
            let others = lines.map(|line| cells(line, self.delimiter));
            let others = others.filter(|cells| self.shape.fits(cells, false));
            let rows = usize::from(is_row) + others.count();
            if rows >= 2 {
                let marks = Marks::new(text, self.delimiter).quoted;
                let is_long = |quoted: &&Quoted| {
                    let inside = text.get(quoted.opens..quoted.closes);
                    inside.is_some_and(|inside| inside.contains('\n'))
                };
                let at = |at: usize| line + line_ends(text.get(..at).unwrap_or(text));
                let long = marks.iter().find(is_long).copied();
                return Err(ReadFailure::SwallowedRows {
                    from: long.map_or(*line, |quoted| at(quoted.opens)),
                    to: long.map_or(*line, |quoted| at(quoted.closes)),
                });
            }
        }
        Ok(())
    }
}

fn line_ends(text: &str) -> u64 {
    text.matches('\n').count() as u64
}

/// What a cell looks like from afar.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Look {
    Blank,
    Text { has_digits: bool, is_quoted: bool },
}

impl Look {
    fn new(cell: &str) -> Self {
        let cell = cell.trim();
        let text = cell.trim_matches('"');
        if text.is_empty() {
            return Self::Blank;
        }
        Self::Text {
            has_digits: text.bytes().any(|byte| byte.is_ascii_digit()),
            is_quoted: cell.starts_with('"'),
        }
    }

    fn unquoted(self) -> Self {
        match self {
            Self::Blank => Self::Blank,
            Self::Text { has_digits, .. } => Self::Text {
                has_digits,
                is_quoted: false,
            },
        }
    }
}

fn cells(line: &str, delimiter: u8) -> Vec<Look> {
    let mut looks = Vec::new();
    let mut start = 0;
    let mut is_quoted = false;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'"' if is_quoted || line.get(start..at).is_some_and(str::is_empty) => {
                is_quoted = !is_quoted;
            }
            _ if byte == delimiter && !is_quoted => {
                looks.push(Look::new(line.get(start..at).unwrap_or_default()));
                start = at + 1;
            }
            _ => {}
        }
    }
    looks.push(Look::new(line.get(start..).unwrap_or_default()));
    looks
}

/// How most rows of one line look.
#[derive(Debug, Default)]
struct Shape {
    rows: usize,
    widths: HashMap<usize, usize>,
    columns: Vec<HashMap<Look, usize>>,
}

impl Shape {
    fn add(&mut self, row: &[Look]) {
        if row.iter().all(|look| *look == Look::Blank) {
            return;
        }
        self.rows += 1;
        *self.widths.entry(row.len()).or_default() += 1;
        if self.columns.len() < row.len() {
            self.columns.resize_with(row.len(), HashMap::new);
        }
        for (column, look) in self.columns.iter_mut().zip(row) {
            *column.entry(*look).or_default() += 1;
        }
    }

    /// Whether a line has as many cells as most rows.
    fn has_width(&self, row: &[Look]) -> bool {
        row.len() >= self.width().unwrap_or(row.len())
    }

    fn width(&self) -> Option<usize> {
        let widths = self.widths.iter();
        let width = widths.max_by_key(|&(width, rows)| (*rows, *width));
        width.map(|(width, _)| *width)
    }

    /// Whether a line could be a row: each of its cells looks as others in its column do.
    fn fits(&self, row: &[Look], unquoted: bool) -> bool {
        let as_seen = |look: Look| if unquoted { look.unquoted() } else { look };
        let looks_usual = |(look, column): (&Look, &HashMap<Look, usize>)| {
            let seen = column.iter().filter(|(seen, _)| **seen != Look::Blank);
            let rows = seen.clone().map(|(_, rows)| rows).sum::<usize>();
            let alike = seen.filter(|(seen, _)| as_seen(**seen) == as_seen(*look));
            let alike = alike.map(|(_, rows)| rows).sum::<usize>();
            // Where nearly all rows look alike, one that doesn't is none.
            *look == Look::Blank || alike * 10 > rows
        };
        let width = self.width().unwrap_or(row.len());
        self.has_width(row)
            && row.iter().any(|look| *look != Look::Blank)
            && row.iter().zip(&self.columns).take(width).all(looks_usual)
    }
}
