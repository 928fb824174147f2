//! The numbers that the rows of a table have in the old file.

use crate::import::{recognise::Mapped, rows::Row, source::Table, values::parse_whole};

/// The numbers of a table with the places of their rows, in their order. A list, as a hash table for a million rows takes five times the room.
pub(super) struct Numbers<'a> {
    table: &'a Table,
    sorted: Vec<(i64, u32)>,
}

impl<'a> Numbers<'a> {
    /// `rows` are those of the table that are read.
    pub(super) fn new(
        table: &Mapped<'a>,
        column: usize,
        rows: impl Iterator<Item = Row<'a>>,
    ) -> Self {
        let numbered = |row: Row<'a>| {
            let number = parse_whole(row.cell(column)).ok()??;
            Some((number, u32::try_from(row.place()).ok()?))
        };
        let mut sorted = rows.filter_map(numbered).collect::<Vec<_>>();
        sorted.sort_unstable();
        sorted.shrink_to_fit();
        Self {
            table: table.table,
            sorted,
        }
    }

    /// The first row of a number, with its table.
    pub(super) fn first(&self, number: i64) -> Option<(&'a Table, Row<'a>)> {
        let at = self.sorted.partition_point(|(other, _)| *other < number);
        let (_, place) = self.sorted.get(at).filter(|(other, _)| *other == number)?;
        Some((self.table, self.table.rows.row(*place as usize)?))
    }
}
