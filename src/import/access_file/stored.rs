//! A table of an Access file, from its stored values to text.

use jetdb::{ColumnDef, ColumnType, FileError, PageReader, TableDef, Value};

use super::integer;
use crate::import::{
    ProblemKind,
    source::{Format, Row, Table},
};

/// A table's definition and rows, as Access stores them.
pub(super) struct Stored {
    definition: TableDef,
    rows: Vec<Vec<Value>>,
    skipped: usize,
}

impl Stored {
    pub(super) fn read(
        database: &mut PageReader,
        name: &str,
        page: u32,
    ) -> Result<Self, FileError> {
        let definition = jetdb::read_table_def(database, name, page)?;
        let result = jetdb::read_table_rows(database, &definition)?;
        Ok(Self {
            definition,
            rows: result.rows,
            skipped: result.skipped_rows,
        })
    }

    /// The table as text, in the order of its numbers, and what is wrong with it.
    pub(super) fn into_table(
        mut self,
        file: &str,
        name: &str,
        version: &'static str,
    ) -> (Table, Vec<ProblemKind>) {
        let mut problems = Vec::new();
        let expected = self.definition.num_rows as usize;
        if self.skipped > 0 || self.rows.len() < expected {
            let rows = self.skipped.max(expected.saturating_sub(self.rows.len()));
            problems.push(ProblemKind::RowsDamaged { rows });
        }
        let mut columns = self
            .definition
            .columns
            .iter()
            .enumerate()
            .collect::<Vec<_>>();
        columns.retain(|(_, column)| !column.is_hidden());
        columns.sort_by_key(|(_, column)| column.display_index);
        columns.retain(|(_, column)| {
            let is_kept = is_text_column(column);
            if !is_kept {
                let column = column.name.clone();
                problems.push(ProblemKind::ColumnNotText { column });
            }
            is_kept
        });
        if let Some(number) = number_column(&columns) {
            self.rows
                .sort_by_key(|row| row.get(number).and_then(integer));
        }
        let rows = self.rows.iter().zip(1..).map(|(row, line)| Row {
            line,
            cells: columns
                .iter()
                .map(|(at, _)| row.get(*at).map_or_else(String::new, text))
                .collect(),
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
            rows: rows.collect(),
        };
        (table, problems)
    }
}

/// Pictures, attachments and lists of values don't fit into a cell of text.
fn is_text_column(column: &ColumnDef) -> bool {
    column.complex_id.is_none() && !matches!(column.col_type, ColumnType::Binary | ColumnType::Ole)
}

/// The column whose numbers tell the order of the rows: stored, they come in any order.
fn number_column(columns: &[(usize, &ColumnDef)]) -> Option<usize> {
    let is_whole = |column: &ColumnDef| {
        matches!(
            column.col_type,
            ColumnType::Byte | ColumnType::Int | ColumnType::Long | ColumnType::BigInt
        )
    };
    columns
        .iter()
        .find(|(_, column)| column.is_auto_number())
        .or_else(|| columns.iter().find(|(_, column)| is_whole(column)))
        .map(|(at, _)| *at)
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
