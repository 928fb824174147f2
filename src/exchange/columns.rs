//! Which column of a table is what: found by the titles, unless somebody says otherwise.

use std::collections::{BTreeMap, BTreeSet};

use super::Problem;

/// So many rows of a file are shown beside what its columns were taken for.
const FIRST_ROWS: usize = 40;

/// What somebody says of columns, by their places in the file, counted from 0. All others are known by their titles.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Mapping(BTreeMap<usize, Option<String>>);

impl Mapping {
    /// Takes a column for the one that has this title here, or leaves it out.
    pub fn take(&mut self, place: usize, title: Option<String>) {
        self.0.insert(place, title);
    }
}

/// A column of a file.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ColumnOfFile {
    /// As the file has it. It may be empty.
    pub title: String,
    /// The title that the column has here, whatever the file calls it; nothing where it is left out.
    pub taken_for: Option<String>,
    /// Whether another column was taken for the same.
    pub is_twice: bool,
    /// Whether it has no title, and nobody says what it is.
    pub is_open: bool,
}

/// A row of a file, as it stands there.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RowOfFile {
    /// Counted from 1.
    pub line: usize,
    pub cells: Vec<String>,
}

/// A table with what its columns were taken for.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Table {
    pub columns: Vec<ColumnOfFile>,
    /// What a column can be taken for, by title.
    pub titles: Vec<String>,
    /// The titles of the columns that are needed, and are none of the file's.
    pub missing: Vec<String>,
    /// The first rows below the titles.
    pub rows: Vec<RowOfFile>,
}

impl Table {
    /// Keeps a row, if it is among the first ones.
    pub(super) fn show(&mut self, line: usize, cells: impl Iterator<Item = String>) {
        if self.rows.len() < FIRST_ROWS {
            let cells = cells.collect();
            self.rows.push(RowOfFile { line, cells });
        }
    }
}

/// What was read of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRead<T> {
    /// All of it, if there is no problem.
    pub value: T,
    pub table: Table,
    /// What keeps it from being used.
    pub problems: Vec<Problem>,
    /// What was left out.
    pub notes: Vec<Problem>,
}

impl<T> TableRead<T> {
    /// # Errors
    /// All problems, if there is any.
    pub fn checked(self) -> Result<T, Vec<Problem>> {
        if self.problems.is_empty() {
            Ok(self.value)
        } else {
            Err(self.problems)
        }
    }
}

/// What a column was taken for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum TakenFor<C> {
    Known(C),
    /// Because somebody says so, its title isn't known, or another column was taken for the same.
    LeftOut,
    /// It has no title, and nobody says what it is.
    Blank,
}

/// The titles of a table, as they were understood.
#[derive(Clone, Debug)]
pub(super) struct Titles<C> {
    pub(super) taken: Vec<TakenFor<C>>,
    /// Columns for which a second one was taken.
    pub(super) twice: Vec<C>,
    /// Titles that aren't known, of columns of which nobody says anything.
    pub(super) unknown: Vec<String>,
}

impl<C: Copy + Ord> Titles<C> {
    /// Takes each column for what is said of it, or else by its title; `column` finds the one of a title.
    pub(super) fn new(
        titles: &[String],
        mapping: &Mapping,
        column: impl Fn(&str) -> Option<C>,
    ) -> Self {
        let mut known = BTreeSet::new();
        let mut found = Self {
            taken: Vec::new(),
            twice: Vec::new(),
            unknown: Vec::new(),
        };
        for (place, title) in titles.iter().enumerate() {
            let wanted = match mapping.0.get(&place) {
                Some(said) => said.as_deref(),
                None if title.is_empty() => {
                    found.taken.push(TakenFor::Blank);
                    continue;
                }
                None => Some(title.as_str()),
            };
            let taken = match wanted.map(&column) {
                None => TakenFor::LeftOut,
                Some(Some(column)) if known.insert(column) => TakenFor::Known(column),
                Some(Some(column)) => {
                    found.twice.push(column);
                    TakenFor::LeftOut
                }
                Some(None) => {
                    found.unknown.push(title.clone());
                    TakenFor::LeftOut
                }
            };
            found.taken.push(taken);
        }
        found
    }

    pub(super) fn has(&self, column: C) -> bool {
        self.taken.contains(&TakenFor::Known(column))
    }

    /// The columns that were taken for something.
    pub(super) fn known(&self) -> impl Iterator<Item = C> {
        self.taken.iter().filter_map(|taken| match taken {
            TakenFor::Known(column) => Some(*column),
            TakenFor::LeftOut | TakenFor::Blank => None,
        })
    }

    /// The columns as a list shows them; `name` is what a column is called here.
    pub(super) fn columns(
        &self,
        titles: &[String],
        mapping: &Mapping,
        column: impl Fn(&str) -> Option<C>,
        name: impl Fn(C) -> String,
    ) -> Vec<ColumnOfFile> {
        let shown = |(place, title): (usize, &String)| {
            let said = mapping.0.get(&place);
            let wanted = said.map_or(Some(title.as_str()), Option::as_deref);
            let taken_for = wanted.and_then(&column);
            ColumnOfFile {
                title: title.clone(),
                taken_for: taken_for.map(&name),
                is_twice: taken_for.is_some_and(|column| self.twice.contains(&column)),
                is_open: said.is_none() && title.is_empty(),
            }
        };
        titles.iter().enumerate().map(shown).collect()
    }
}
