//! A table of an Access file, from its stored values to text.

use std::collections::HashSet;

use jetdb::{ColumnDef, ColumnType, FileError, PageReader, TableDef, Value};

use super::{
    integer,
    rows::{Contents, definition},
    soundness::damaged_columns,
    survey::Survey,
};
use crate::import::{
    Field, ProblemKind, TableKind,
    recognise::kind_by_columns,
    source::{Format, Table},
};

/// A table's definition and rows, as Access stores them.
pub(super) struct Stored {
    definition: TableDef,
    contents: Contents,
}

impl Stored {
    pub(super) fn read(
        database: &mut PageReader,
        survey: &Survey,
        name: &str,
        page: u32,
    ) -> Result<Self, FileError> {
        let definition = definition(database, name, page)?;
        let columns = (0..definition.columns.len()).collect::<Vec<_>>();
        let contents = Contents::read(database, survey, &definition, page, &columns);
        Ok(Self {
            definition,
            contents,
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.contents.rows.is_empty() && self.contents.missing == 0
    }

    /// The table as text, in the order of its numbers, and what is wrong with it.
    pub(super) fn into_table(
        self,
        file: &str,
        name: &str,
        version: &'static str,
    ) -> (Table, Vec<ProblemKind>) {
        let mut problems = Vec::new();
        let Contents {
            mut rows,
            counted,
            missing,
            unreadable,
        } = self.contents;
        if missing > 0 {
            problems.push(ProblemKind::RowsDamaged { rows: missing });
        } else if rows.len() > counted {
            let rows = rows.len();
            problems.push(ProblemKind::MoreRows { rows, counted });
        }
        let mut columns = self
            .definition
            .columns
            .iter()
            .enumerate()
            .collect::<Vec<_>>();
        columns.retain(|(_, column)| !is_of_replication(column));
        columns.sort_by_key(|(_, column)| column.display_index);
        let damaged = damaged_columns(&self.definition);
        columns.retain(|(at, column)| {
            let is_kept = is_text_column(column) || damaged.contains(at);
            if !is_kept {
                let column = column.name.clone();
                problems.push(ProblemKind::ColumnNotText { column });
            }
            is_kept
        });
        for (at, column) in &columns {
            let rows = unreadable.get(*at).copied().unwrap_or(0);
            let column = column.name.clone();
            if damaged.contains(at) {
                problems.push(ProblemKind::ColumnDamaged { column });
            } else if rows > 0 {
                problems.push(ProblemKind::ValuesDamaged { column, rows });
            }
        }
        let number = number_column(name, &columns, &rows);
        if let Some(number) = number {
            rows.sort_by_key(|row| row.get(number).and_then(integer));
        }
        let rows = rows.iter().zip(1..).map(|(row, line)| {
            let columns = columns.iter();
            let cells = columns.map(|(at, _)| row.get(*at).map_or_else(String::new, text));
            (line, cells)
        });
        let table = Table {
            file: file.to_owned(),
            name: name.to_owned(),
            format: Format::Access { version },
            header: Some(
                columns
                    .iter()
                    .map(|(_, column)| column.name.clone())
                    .collect(),
            ),
            widths: None,
            is_unordered: number.is_none(),
            rows: rows.collect(),
        };
        (table, problems)
    }
}

/// The columns that Access adds where a file has several copies that are brought together. All of its own are hidden, but
/// a column of the camp that only looks hidden is kept.
fn is_of_replication(column: &ColumnDef) -> bool {
    let is_its_name = ["s_", "gen_"].iter().any(|start| {
        let found = column.name.get(..start.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(start))
    });
    column.is_hidden() && is_its_name
}

/// Pictures, attachments and lists of values don't fit into a cell of text.
fn is_text_column(column: &ColumnDef) -> bool {
    column.complex_id.is_none() && !matches!(column.col_type, ColumnType::Binary | ColumnType::Ole)
}

/// The column whose numbers tell the order of the rows: stored, they come in any order. Any other number, such as that
/// of the player who had White, would make another order of play, and other ratings.
fn number_column(
    table: &str,
    columns: &[(usize, &ColumnDef)],
    rows: &[Vec<Value>],
) -> Option<usize> {
    let names = columns
        .iter()
        .map(|(_, column)| column.name.clone())
        .collect::<Vec<_>>();
    let kind = kind_by_columns(&names).or_else(|| TableKind::of_name(table));
    let is_id = |column: &ColumnDef| {
        kind.and_then(|kind| Field::of_name(kind, &column.name)) == Some(Field::Id)
    };
    let tells_rows_apart = |at: usize| {
        let mut seen = HashSet::with_capacity(rows.len());
        rows.iter().all(|row| {
            let number = row.get(at).and_then(integer);
            number.is_some_and(|number| seen.insert(number))
        })
    };
    let with = |test: &dyn Fn(&ColumnDef) -> bool| {
        columns
            .iter()
            .find(|(at, column)| test(column) && tells_rows_apart(*at))
            .map(|(at, _)| *at)
    };
    with(&ColumnDef::is_auto_number).or_else(|| with(&is_id))
}

/// A value as text that is read back without doubt: dates in ISO order, Yes/No as words.
fn text(value: &Value) -> String {
    match value {
        Value::Bool(true) => "Yes".to_owned(),
        Value::Bool(false) => "No".to_owned(),
        Value::Byte(number) => number.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Long(number) => number.to_string(),
        Value::BigInt(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Double(number) => number.to_string(),
        Value::Timestamp(days) => jetdb::timestamp::format_default(*days),
        Value::Money(number) | Value::Numeric(number) => trimmed_fraction(number).to_owned(),
        Value::Text(text) | Value::Guid(text) | Value::DateTimeExtended(text) => {
            text.trim().to_owned()
        }
        // Blank, or of a kind whose column is left out.
        _ => String::new(),
    }
}

/// "75.5000" is 75.5, and "1031.0000" is 1031.
fn trimmed_fraction(number: &str) -> &str {
    if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, flags: u8) -> ColumnDef {
        ColumnDef {
            name: name.to_owned(),
            col_type: ColumnType::Long,
            col_num: 0,
            var_col_num: 0,
            fixed_offset: 0,
            col_size: 4,
            flags,
            is_fixed: true,
            scale: 0,
            precision: 0,
            is_calculated: false,
            display_index: 0,
            complex_id: None,
        }
    }

    #[test]
    fn only_a_number_of_its_own_orders_a_table() {
        const AUTO: u8 = jetdb::format::column_flags::AUTO_LONG;
        let order = |columns: &[ColumnDef], rows: &[[i32; 3]]| {
            let columns = columns.iter().enumerate().collect::<Vec<_>>();
            let rows = rows
                .iter()
                .map(|row| row.map(Value::Long).to_vec())
                .collect::<Vec<_>>();
            number_column("Ladder Games", &columns, &rows)
        };
        let rows = [[9, 2, 1], [7, 1, 2], [8, 3, 3]];
        let plain = [column("Round", 0), column("White", 0), column("Black", 0)];
        assert_eq!(order(&plain, &rows), None, "as Access stored them");
        let auto = [column("Round", 0), column("White", 0), column("Key", AUTO)];
        assert_eq!(order(&auto, &rows), Some(2));
        let game = [column("White", 0), column("Black", 0), column("Game", 0)];
        assert_eq!(order(&game, &rows), Some(2));
        let repeated = [[9, 2, 1], [7, 1, 1], [8, 3, 3]];
        assert_eq!(order(&game, &repeated), None, "no number of its own");
    }

    #[test]
    fn values_become_text_without_doubt() {
        assert_eq!(text(&Value::Timestamp(46_209.0)), "2026-07-06");
        assert_eq!(text(&Value::Money("75.5000".into())), "75.5");
        assert_eq!(text(&Value::Money("1000.0000".into())), "1000");
        assert_eq!(text(&Value::Bool(true)), "Yes");
        assert_eq!(text(&Value::Double(1031.0)), "1031");
        assert_eq!(text(&Value::Null), "");
    }
}
