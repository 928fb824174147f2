//! The columns of a table of games.

use jiff::civil::Date;

use super::{cells, extra_columns, further::Further};
use crate::{
    domain,
    import::{Field, Problem, recognise::Mapped, rows::Row, values::DateReading},
};

/// The columns of a table of games.
pub(super) struct Columns {
    pub(super) id: Option<usize>,
    pub(super) white: usize,
    pub(super) black: usize,
    pub(super) result: usize,
    pub(super) date: Option<(usize, DateReading)>,
    /// The lines whose dates are told together with the order of all.
    pub(super) told_dates: Vec<u64>,
    pub(super) further: Further,
    pub(super) extra: Vec<(usize, String)>,
}

impl Columns {
    pub(super) fn new(table: &Mapped<'_>) -> Option<Self> {
        Some(Self {
            id: table.column(Field::Id),
            white: table.column(Field::Is(domain::Field::White))?,
            black: table.column(Field::Is(domain::Field::Black))?,
            result: table.column(Field::Is(domain::Field::Result))?,
            date: table
                .column(Field::Is(domain::Field::Date))
                .zip(table.view.dates),
            told_dates: Vec::new(),
            further: Further::new(table),
            extra: extra_columns(table),
        })
    }

    /// The date of a row. One that can't be read is a problem, unless what is told of all dates names it.
    pub(super) fn date(
        &self,
        table: &Mapped<'_>,
        row: Row<'_>,
        problems: &mut Vec<Problem>,
    ) -> Option<Date> {
        let (column, reading) = self.date?;
        if self.told_dates.contains(&row.line()) {
            reading.parse(row.cell(column)).unwrap_or_default()
        } else {
            cells::date(table, row, column, reading, problems)
        }
    }
}
