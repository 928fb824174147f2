//! The rows of a table, and what of them can't be read.

use std::collections::HashMap;

use jetdb::{ColumnType, FileError, PageReader, RowPosition, TableDef, TableRows, Value};

use super::{soundness::is_sound_row, survey::Survey};

/// Reads the definition of a table. Its map of pages may be damaged and name millions that the file doesn't have.
pub(super) fn definition(
    database: &mut PageReader,
    name: &str,
    page: u32,
) -> Result<TableDef, FileError> {
    let mut definition = jetdb::read_table_def(database, name, page)?;
    let pages = database.page_count();
    definition.data_pages.retain(|page| *page < pages);
    Ok(definition)
}

/// The rows of a table as Access stores them, held against everything else in the file that tells how many there are.
pub(super) struct Contents {
    pub(super) rows: Vec<Vec<Value>>,
    /// How many rows the table's definition counts.
    pub(super) counted: usize,
    /// At least so many rows are missing.
    pub(super) missing: usize,
    /// For each column, in how many rows it has a value that can't be read.
    pub(super) unreadable: Vec<usize>,
}

impl Contents {
    /// Reads these columns of all rows of the table that is defined on this page.
    pub(super) fn read(
        database: &mut PageReader,
        survey: &Survey,
        definition: &TableDef,
        page: u32,
        columns: &[usize],
    ) -> Self {
        let calculated = jetdb::calculated_column_types(database, definition);
        let mut found = Self {
            rows: Vec::new(),
            counted: definition.num_rows as usize,
            missing: 0,
            unreadable: vec![0; definition.columns.len()],
        };
        let mut values = Stored::default();
        let mut skipped = 0;
        let mut from = RowPosition::default();
        while (from.page as usize) < definition.data_pages.len() {
            let mut rows = TableRows::new(definition, &calculated)
                .with_columns(columns)
                .starting_at(from);
            while let Ok(Some(row)) = rows.next_row(database) {
                let number = definition.data_pages[row.position.page as usize];
                let Ok(stored) = values.of_row(database, number, row.position.row) else {
                    skipped += 1;
                    continue;
                };
                if !is_sound_row(definition, stored) {
                    skipped += 1;
                    continue;
                }
                found.note_unreadable(definition, &calculated, columns, &row.values, stored);
                found.rows.push(row.values);
            }
            skipped += rows.skipped_rows();
            // One page that isn't there takes no other with it.
            from = RowPosition {
                page: rows.position().page + 1,
                row: 0,
            };
        }
        let unvisited = survey.rows_elsewhere(page, &definition.data_pages);
        let uncounted = found.counted.saturating_sub(found.rows.len());
        found.missing = skipped.max(uncounted).max(unvisited);
        found
    }

    /// Compares the values with what the row says of itself: a value that is there and was read as none is lost.
    fn note_unreadable(
        &mut self,
        definition: &TableDef,
        calculated: &HashMap<String, ColumnType>,
        columns: &[usize],
        values: &[Value],
        stored: &[u8],
    ) {
        let is_old = definition.text_encoding.is_jet3();
        for at in columns {
            let (Some(column), Some(Value::Null), Some(unreadable)) = (
                definition.columns.get(*at),
                values.get(*at),
                self.unreadable.get_mut(*at),
            ) else {
                continue;
            };
            // What an expression came to may be nothing.
            let may_be_nothing =
                column.is_calculated && calculated.contains_key(&column.name.to_ascii_lowercase());
            if !may_be_nothing && has_value(stored, is_old, column.col_num) {
                *unreadable += 1;
            }
        }
    }
}

/// Whether a row says that it has a value in the column of this number. Its last bytes have a bit for each column.
fn has_value(row: &[u8], is_old: bool, column: u16) -> bool {
    let (columns, values) = match row {
        [low, values @ ..] if is_old => (usize::from(*low), values),
        [low, high, values @ ..] => (usize::from(u16::from_le_bytes([*low, *high])), values),
        _ => return false,
    };
    let column = usize::from(column);
    values
        .len()
        .checked_sub(columns.div_ceil(8))
        .and_then(|start| values.get(start + column / 8))
        .is_some_and(|bits| bits & (1 << (column % 8)) != 0)
}

/// The bytes of rows. The page that was read last is kept, as a page has many rows.
#[derive(Default)]
struct Stored {
    page: u32,
    bytes: Vec<u8>,
}

impl Stored {
    fn of_row(
        &mut self,
        database: &mut PageReader,
        page: u32,
        row: u16,
    ) -> Result<&[u8], FileError> {
        if self.page != page {
            self.bytes = database.read_page_copy(page)?;
            self.page = page;
        }
        let (start, size) = jetdb::find_row(database.format(), &self.bytes, page, row)?;
        Ok(self.bytes.get(start..start + size).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_which_values_it_has() {
        // Nine columns, of which the first, the third and the ninth have a value.
        let row = [9, 0, 1, 2, 3, 0b0000_0101, 0b1];
        let has = |column| has_value(&row, false, column);
        assert!(has(0) && has(2) && has(8));
        assert!(!has(1) && !has(7) && !has(9) && !has(100));
        let old = [3, 7, 7, 0b0000_0100];
        assert!(has_value(&old, true, 2));
        assert!(!has_value(&old, true, 0));
        for cut in [&[][..], &[9], &[9, 0], &[255, 255, 1]] {
            assert!(!has_value(cut, false, 0), "{cut:?}");
        }
    }
}
