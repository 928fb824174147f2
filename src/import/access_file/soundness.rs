//! Whether a table's definition and its rows fit together: what is at a wrong place isn't taken for a value.

use std::collections::HashSet;

use jetdb::{ColumnDef, ColumnType, TableDef};

/// So many columns a table of Access can have.
const MAX_COLUMNS: usize = 255;

/// The columns that can't be what their definition says, by their places in it.
pub(super) fn damaged_columns(definition: &TableDef) -> HashSet<usize> {
    let columns = &definition.columns;
    let mut damaged = HashSet::new();
    for (at, column) in columns.iter().enumerate() {
        let is_alone = columns.iter().zip(0..).all(|(other, place)| {
            place == at || !is_same_place(column, other) && column.col_num != other.col_num
        });
        if !is_alone || !is_possible(definition, column) {
            damaged.insert(at);
        }
    }
    damaged
}

fn is_possible(definition: &TableDef, column: &ColumnDef) -> bool {
    // An expression's type is told elsewhere.
    if column.is_calculated {
        return true;
    }
    match column.col_type {
        ColumnType::Unknown(_) => false,
        // Decimals are stored in either way.
        ColumnType::Numeric => true,
        ColumnType::Memo | ColumnType::Ole => column.col_size == 0,
        ColumnType::Text if column.is_fixed => column.col_size > 0,
        ColumnType::Text | ColumnType::Binary => {
            !column.is_fixed && column.col_size > 0 && column.var_col_num < definition.num_var_cols
        }
        other => column.is_fixed && other.fixed_size() == Some(column.col_size.into()),
    }
}

/// Whether two columns have the same bytes of a row.
fn is_same_place(a: &ColumnDef, b: &ColumnDef) -> bool {
    let is_of_bits = |column: &ColumnDef| column.col_type == ColumnType::Boolean;
    let is_told_elsewhere = |column: &ColumnDef| is_of_bits(column) || column.is_calculated;
    if a.is_fixed != b.is_fixed || is_told_elsewhere(a) || is_told_elsewhere(b) {
        return false;
    }
    if !a.is_fixed {
        return a.var_col_num == b.var_col_num;
    }
    let end = |column: &ColumnDef| u32::from(column.fixed_offset) + u32::from(column.col_size);
    u32::from(a.fixed_offset) < end(b) && u32::from(b.fixed_offset) < end(a)
}

/// Whether a row is built as it says itself. It begins with the number of its columns, and ends with the places of the values
/// whose length varies, the last one first; then how many they are; then a bit for each column.
pub(super) fn is_sound_row(definition: &TableDef, row: &[u8]) -> bool {
    let has_places = definition.columns.iter().any(|column| !column.is_fixed);
    // Access 97 has other rows.
    if definition.text_encoding.is_jet3() || !has_places {
        return true;
    }
    places(row).is_some_and(|(places, start)| {
        let first = places.last().copied().unwrap_or(start);
        // A value that was longer once may leave room behind the last one.
        places.len() <= usize::from(definition.num_var_cols) + 1
            && places.first().is_some_and(|last| *last <= start)
            && ends_of_fixed(definition, row).all(|end| end <= first)
            && places.is_sorted_by(|later, earlier| later >= earlier)
    })
}

/// Where the values of a row end whose length is always the same. A row may be older than the last columns.
fn ends_of_fixed(definition: &TableDef, row: &[u8]) -> impl Iterator<Item = usize> {
    let columns = row
        .first_chunk()
        .map_or(0, |bytes| u16::from_le_bytes(*bytes));
    let is_here = move |column: &&ColumnDef| {
        let has_bytes = column.is_fixed && column.col_type != ColumnType::Boolean;
        has_bytes && !column.is_calculated && column.col_num < columns
    };
    let end =
        |column: &ColumnDef| 2 + usize::from(column.fixed_offset) + usize::from(column.col_size);
    definition.columns.iter().filter(is_here).map(end)
}

/// Where the values of a row are whose length varies, the end of the last one first, and where that is said.
fn places(row: &[u8]) -> Option<(Vec<usize>, usize)> {
    let number = |at: usize| {
        let bytes = row.get(at..)?.first_chunk()?;
        Some(usize::from(u16::from_le_bytes(*bytes)))
    };
    let columns = number(0).filter(|columns| (1..=MAX_COLUMNS).contains(columns))?;
    let count = row.len().checked_sub(columns.div_ceil(8) + 2)?;
    let start = count.checked_sub(2 * (number(count)? + 1))?;
    let places = (start..count).step_by(2).map(number);
    Some((places.collect::<Option<Vec<_>>>()?, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_ends_with_the_places_of_its_values() {
        // Two columns: a number of two bytes, and a text of three at 4..7.
        let row = [2, 0, 9, 9, b'L', b'e', b'e', 7, 0, 4, 0, 1, 0, 0b11];
        assert_eq!(places(&row), Some((vec![7, 4], 7)));
        assert_eq!(places(&row[1..]), None, "it begins later");
        assert_eq!(
            places(&row[..13]).map(|(_, start)| start),
            None,
            "it ends earlier"
        );
        assert_eq!(places(&[]), None);
        assert_eq!(places(&[255, 255, 0]), None);
    }
}
