//! A table of a report, as it is shown and as it is exported.

use std::sync::Arc;

use jiff::civil::Date;

use crate::{
    app::exporting::{ExportedColumn, ExportedList},
    domain::{
        show_change, show_date,
        us_chess::{MemberKey, SectionKey},
    },
    pages::us_chess::is_found,
    spreadsheet::Cell,
};

/// As wide as "10/18/2026" needs it, in points.
const DAY: f32 = 108.0;

/// What the cells of a column hold.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::pages::us_chess) enum Holds {
    Text,
    /// They stand at the right.
    Numbers,
    Days,
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub(in crate::pages::us_chess) struct ReportColumn {
    pub(in crate::pages::us_chess) title: &'static str,
    /// In points; of a flexible column at least.
    pub(in crate::pages::us_chess) width: f32,
    pub(in crate::pages::us_chess) is_flexible: bool,
    pub(in crate::pages::us_chess) holds: Holds,
    /// It isn't shown, and is exported only where it is asked for by name.
    pub(in crate::pages::us_chess) is_private: bool,
}

impl ReportColumn {
    /// Text that takes what room there is.
    pub(super) const fn flexible(title: &'static str, least: f32) -> Self {
        Self {
            title,
            width: least,
            is_flexible: true,
            holds: Holds::Text,
            is_private: false,
        }
    }

    pub(super) const fn text(title: &'static str, width: f32) -> Self {
        Self {
            is_flexible: false,
            ..Self::flexible(title, width)
        }
    }

    pub(super) const fn number(title: &'static str, width: f32) -> Self {
        Self {
            holds: Holds::Numbers,
            ..Self::text(title, width)
        }
    }

    pub(super) const fn day(title: &'static str) -> Self {
        Self {
            holds: Holds::Days,
            ..Self::text(title, DAY)
        }
    }

    pub(super) const fn private(title: &'static str) -> Self {
        Self {
            is_private: true,
            ..Self::text(title, 0.0)
        }
    }
}

/// Where a row leads.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::pages::us_chess) enum Lead {
    Member(MemberKey),
    Section(SectionKey),
}

/// A row.
#[derive(Clone, Debug)]
pub(in crate::pages::us_chess) struct ReportRow {
    /// One for each column.
    pub(in crate::pages::us_chess) cells: Vec<Cell>,
    pub(in crate::pages::us_chess) lead: Option<Lead>,
}

/// A table.
#[derive(Debug)]
pub(in crate::pages::us_chess) struct ReportTable {
    pub(in crate::pages::us_chess) name: &'static str,
    /// What a row is counted as: "member".
    pub(super) noun: &'static str,
    pub(in crate::pages::us_chess) columns: &'static [ReportColumn],
    pub(in crate::pages::us_chess) rows: Vec<ReportRow>,
}

impl ReportTable {
    /// The places of the rows that are found by what is searched for.
    pub(in crate::pages::us_chess) fn found(&self, search: &str) -> Vec<usize> {
        let rows = self.rows.iter().enumerate();
        let found = rows.filter(|(_, row)| {
            let columns = self.columns.iter().zip(&row.cells);
            let shown = columns.filter(|(column, _)| !column.is_private);
            let texts = shown.map(|(_, cell)| shown_text(cell)).collect::<Vec<_>>();
            let texts = texts.iter().map(String::as_str).collect::<Vec<_>>();
            is_found(search, &texts)
        });
        found.map(|(place, _)| place).collect()
    }

    /// The rows that are found, for a file.
    pub(in crate::pages::us_chess) fn exported(self: &Arc<Self>, search: &str) -> ExportedList {
        let columns = self.columns.iter().map(|column| {
            let exported = if column.holds == Holds::Text {
                ExportedColumn::text(column.title)
            } else {
                ExportedColumn::number(column.title)
            };
            exported.by_name(column.is_private)
        });
        let (table, search) = (Arc::clone(self), search.to_owned());
        let list = ExportedList::new(self.name, self.noun, columns.collect(), move || {
            let rows = table.found(&search).into_iter();
            let rows = rows.filter_map(|place| table.rows.get(place));
            rows.map(|row| row.cells.clone()).collect()
        });
        list.of_all_weeks()
    }
}

/// A cell as it is shown.
pub(in crate::pages::us_chess) fn shown_text(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Number(number) => number.to_string(),
        Cell::Change(number) => show_change(*number),
        Cell::Exact(text) | Cell::Text(text) => text.clone(),
        Cell::Date(day) => show_date(*day),
        Cell::Time(moment) => moment.to_string(),
    }
}

/// A rating with two decimals.
pub(super) fn decimals(rating: f64) -> Cell {
    Cell::Exact(format!("{rating:.2}"))
}

pub(super) fn day(day: Option<Date>) -> Cell {
    day.map_or(Cell::Empty, Cell::Date)
}

pub(super) fn games(games: u32) -> Cell {
    Cell::whole(i64::from(games))
}
