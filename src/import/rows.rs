//! The rows of a table as they were read.

use std::fmt;

/// Rows of texts, all texts one behind the other: a file may have a million rows.
#[derive(Clone, Default)]
pub struct Rows {
    text: String,
    /// Where each cell ends in [`Self::text`], in bytes. No file that is read is as long as that.
    ends: Vec<u32>,
    places: Vec<RowPlace>,
}

#[derive(Clone, Copy)]
struct RowPlace {
    line: u32,
    /// How many cells there are up to the end of the row.
    end: u32,
}

/// A row of a table, as text.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    rows: &'a Rows,
    at: usize,
}

/// The rows from some row on.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowsFrom<'a> {
    rows: &'a Rows,
    first: usize,
}

impl Rows {
    /// Adds a row: the line of the text file, or the row of the Access table, from 1, and its cells.
    pub(super) fn push<T: AsRef<str>>(&mut self, line: u64, cells: impl IntoIterator<Item = T>) {
        for cell in cells {
            self.text.push_str(cell.as_ref());
            self.ends.push(short(self.text.len()));
        }
        self.places.push(RowPlace {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            end: short(self.ends.len()),
        });
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = Row<'_>> + Clone {
        self.from(0).iter()
    }

    /// A row by its place, from 0.
    pub(super) fn row(&self, at: usize) -> Option<Row<'_>> {
        self.from(0).get(at)
    }

    pub(super) const fn from(&self, first: usize) -> RowsFrom<'_> {
        RowsFrom { rows: self, first }
    }

    fn cells_before(&self, row: usize) -> usize {
        let before = row.checked_sub(1).and_then(|at| self.places.get(at));
        before.map_or(0, |place| place.end as usize)
    }
}

fn short(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self
                .iter()
                .zip(other.iter())
                .all(|(one, other)| one == other)
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: AsRef<str>, R: IntoIterator<Item = T>> FromIterator<(u64, R)> for Rows {
    fn from_iter<I: IntoIterator<Item = (u64, R)>>(rows: I) -> Self {
        let mut collected = Self::default();
        for (line, cells) in rows {
            collected.push(line, cells);
        }
        collected
    }
}

impl<'a> Row<'a> {
    /// The line of the text file, or the row of the Access table, from 1.
    pub fn line(self) -> u64 {
        let place = self.rows.places.get(self.at);
        place.map_or(0, |place| place.line.into())
    }

    /// Its place among all rows of the table, from 0.
    pub(super) const fn place(self) -> usize {
        self.at
    }

    /// How many cells there are.
    pub(super) fn len(self) -> usize {
        self.rows.cells_before(self.at + 1) - self.rows.cells_before(self.at)
    }

    /// The text of one cell; blank where the row is too short.
    pub(super) fn cell(self, column: usize) -> &'a str {
        if column >= self.len() {
            return "";
        }
        let ends = &self.rows.ends;
        let at = self.rows.cells_before(self.at) + column;
        let start = at.checked_sub(1).and_then(|before| ends.get(before));
        let start = start.map_or(0, |start| *start as usize);
        let end = ends.get(at).map_or(start, |end| *end as usize);
        self.rows.text.get(start..end).unwrap_or_default()
    }

    pub(super) fn cells(self) -> impl Iterator<Item = &'a str> {
        (0..self.len()).map(move |column| self.cell(column))
    }

    pub(super) fn to_texts(self) -> Vec<String> {
        self.cells().map(str::to_owned).collect()
    }
}

/// Whether they say the same in the same line.
impl PartialEq for Row<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.line() == other.line() && self.cells().eq(other.cells())
    }
}

impl fmt::Debug for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Row")
            .field("line", &self.line())
            .field("cells", &self.to_texts())
            .finish()
    }
}

impl<'a> RowsFrom<'a> {
    pub(super) fn len(self) -> usize {
        self.rows.len() - self.first
    }

    pub(super) fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub(super) fn get(self, at: usize) -> Option<Row<'a>> {
        let at = self.first + at;
        (at < self.rows.len()).then_some(Row {
            rows: self.rows,
            at,
        })
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Row<'a>> + Clone {
        let rows = self.rows;
        (self.first..rows.len()).map(move |at| Row { rows, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_any_length_are_what_they_were() {
        let rows = [(1, vec!["a", "", "Kim, Ann"]), (3, vec![]), (4, vec!["ä"])];
        let rows = rows.into_iter().collect::<Rows>();
        let read = rows.iter().map(|row| (row.line(), row.to_texts()));
        let expected = [(1, vec!["a", "", "Kim, Ann"]), (3, vec![]), (4, vec!["ä"])];
        assert!(read.eq(expected.map(|(line, cells)| {
            (
                line,
                cells.into_iter().map(str::to_owned).collect::<Vec<_>>(),
            )
        })));
        let first = rows.from(0).get(0).expect("a row");
        assert_eq!((first.cell(2), first.cell(3)), ("Kim, Ann", ""));
        let rest = rows.from(1);
        assert_eq!(
            (rest.len(), rest.get(1).map(|row| row.cell(0))),
            (2, Some("ä"))
        );
        assert_eq!(rest.get(2), None);
    }
}
