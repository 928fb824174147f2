//! Access files, 97 to 2019: their tables, and the program code in them.

use std::{
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
};

use jetdb::{
    ColumnDef, ColumnType, FileError, JetVersion, PageReader, TableDef, Value, format::CATALOG_PAGE,
};

use super::{
    Place, Problem, ProblemKind, ReadFailure, RuleCheck, Severity,
    source::{Format, Row, Source, Table},
};
use crate::jobs::Progress;

/// The object types of `MSysObjects`.
const LOCAL_TABLE: i64 = 1;
const ODBC_TABLE: i64 = 4;
const LINKED_TABLE: i64 = 6;

/// Reads every table of an Access file that a person made.
///
/// The bytes are a copy in memory, so it doesn't matter that the file may be open in Access.
///
/// # Errors
/// A password, an encryption, damage that leaves nothing to read, or a file without tables of its own.
pub(super) fn read(file: &str, bytes: Vec<u8>, progress: &Progress) -> Result<Source, ReadFailure> {
    let size = bytes.len() as u64;
    let mut database = guarded(|| PageReader::open_reader(Cursor::new(bytes)))?;
    let version = version_name(database.header().version);
    let mut found = Source {
        file: file.to_owned(),
        tables: Vec::new(),
        problems: Vec::new(),
        rules: RuleCheck::NoCode,
    };
    let page_size = database.format().page_size as u64;
    if !size.is_multiple_of(page_size) {
        found.note(Severity::LeftOut, ProblemKind::FileCutOff);
    }
    let catalog = guarded(|| Catalog::read(&mut database))?;
    if catalog.skipped > 0 {
        let rows = catalog.skipped;
        found.note(Severity::LeftOut, ProblemKind::CatalogDamaged { rows });
    }
    let mut failure = None;
    for (entry, done) in catalog.entries.iter().zip(1..) {
        if progress.is_cancelled() {
            return Err(ReadFailure::Cancelled);
        }
        match &entry.place {
            TableIs::Linked { to } => found.note(
                Severity::LeftOut,
                ProblemKind::LinkedTable {
                    table: entry.name.clone(),
                    file: to.clone(),
                },
            ),
            TableIs::Here { page } => {
                match guarded(|| Stored::read(&mut database, &entry.name, *page)) {
                    Ok(stored) => found.add_table(stored.into_table(file, &entry.name, version)),
                    Err(reason) => {
                        found.note(
                            Severity::LeftOut,
                            ProblemKind::TableDamaged {
                                table: entry.name.clone(),
                            },
                        );
                        failure = Some(reason);
                    }
                }
            }
        }
        progress.report(done, catalog.entries.len() + 1);
    }
    let has_links = catalog
        .entries
        .iter()
        .any(|entry| matches!(entry.place, TableIs::Linked { .. }));
    if found.tables.is_empty() && !has_links {
        return Err(failure.unwrap_or(ReadFailure::NoTables));
    }
    found.rules = rules(&mut database);
    Ok(found)
}

impl Source {
    fn note(&mut self, severity: Severity, kind: ProblemKind) {
        let place = Place::file(&self.file);
        self.problems.push(Problem::new(place, severity, kind));
    }

    fn add_table(&mut self, (table, problems): (Table, Vec<ProblemKind>)) {
        for kind in problems {
            let problem = Problem::new(table.place(), Severity::LeftOut, kind);
            self.problems.push(problem);
        }
        self.tables.push(table);
    }
}

/// Runs a piece of reading and turns what goes wrong into words. The reader of Access files is not known to panic
/// on a damaged file, but files are damaged in ways that nobody tried.
fn guarded<T>(read: impl FnOnce() -> Result<T, FileError>) -> Result<T, ReadFailure> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(FileError::PasswordRequired | FileError::InvalidPassword)) => {
            Err(ReadFailure::Password)
        }
        Ok(Err(FileError::UnsupportedEncryption { .. })) => Err(ReadFailure::Encryption),
        Ok(Err(error)) => Err(ReadFailure::Damaged {
            detail: error.to_string(),
        }),
        Err(_) => Err(ReadFailure::Damaged {
            detail: "its structure makes no sense".to_owned(),
        }),
    }
}

/// What the ladder's code computes with. A file without code is as good as any.
fn rules(database: &mut PageReader) -> RuleCheck {
    let project = catch_unwind(AssertUnwindSafe(|| jetdb::read_vba_project(database)));
    match project {
        Ok(Ok(project)) => {
            RuleCheck::of_modules(project.modules.iter().map(|module| module.source.as_str()))
        }
        Ok(Err(error)) => {
            tracing::warn!(%error, "the program code of an Access file can't be read");
            RuleCheck::Unreadable
        }
        Err(_) => RuleCheck::Unreadable,
    }
}

const fn version_name(version: JetVersion) -> &'static str {
    match version {
        JetVersion::Jet3 => "97",
        JetVersion::Jet4 => "2000–2003",
        JetVersion::Ace12 => "2007",
        JetVersion::Ace14 => "2010",
        JetVersion::Ace15 => "2013",
        JetVersion::Ace16 => "2016",
        JetVersion::Ace17 => "2019",
        _ => "after 2019",
    }
}

/// The tables that the file lists, without those of Access itself.
struct Catalog {
    entries: Vec<Entry>,
    /// Rows of the list that can't be read. Each may have been a table.
    skipped: usize,
}

struct Entry {
    name: String,
    place: TableIs,
}

/// Where a table's rows are.
enum TableIs {
    Here {
        page: u32,
    },
    /// In another file, whose name is known if that file is an Access file.
    Linked {
        to: Option<String>,
    },
}

impl Catalog {
    fn read(database: &mut PageReader) -> Result<Self, FileError> {
        let definition = jetdb::read_table_def(database, "MSysObjects", CATALOG_PAGE)?;
        let result = jetdb::read_table_rows(database, &definition)?;
        let column = |name: &str| {
            definition
                .columns
                .iter()
                .position(|column| column.name == name)
        };
        let (id, name, kind) = (column("Id"), column("Name"), column("Type"));
        let (flags, link) = (column("Flags"), column("Database"));
        let mut entries = Vec::new();
        for row in &result.rows {
            let value = |column: Option<usize>| column.and_then(|at| row.get(at));
            let Some(Value::Text(name)) = value(name) else {
                continue;
            };
            let flags = value(flags).and_then(integer).unwrap_or(0);
            if is_of_access_itself(name, flags) {
                continue;
            }
            let place = match value(kind).and_then(integer) {
                // A definition's page has 24 bits of the object's number.
                Some(LOCAL_TABLE) => value(id).and_then(integer).and_then(|id| {
                    let page = u32::try_from(id & 0x00FF_FFFF).ok()?;
                    Some(TableIs::Here { page })
                }),
                Some(LINKED_TABLE | ODBC_TABLE) => Some(TableIs::Linked {
                    to: value(link).and_then(file_name),
                }),
                _ => None,
            };
            if let Some(place) = place {
                let name = name.clone();
                entries.push(Entry { name, place });
            }
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Self {
            entries,
            skipped: result.skipped_rows,
        })
    }
}

/// Tables that Access keeps for itself, hides, or hasn't deleted yet.
fn is_of_access_itself(name: &str, flags: i64) -> bool {
    let hidden = i64::from(jetdb::catalog_flags::SYSTEM | jetdb::catalog_flags::HIDDEN);
    let is_system_name = name
        .get(..4)
        .is_some_and(|start| start.eq_ignore_ascii_case("msys"));
    flags & hidden != 0 || is_system_name || name.starts_with('~')
}

/// The last part of a path that Windows wrote.
fn file_name(path: &Value) -> Option<String> {
    let Value::Text(path) = path else {
        return None;
    };
    path.rsplit(['\\', '/'])
        .next()
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
}

fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Byte(number) => Some(i64::from(*number)),
        Value::Int(number) => Some(i64::from(*number)),
        Value::Long(number) => Some(i64::from(*number)),
        Value::BigInt(number) => Some(*number),
        _ => None,
    }
}

/// A table's definition and rows, as Access stores them.
struct Stored {
    definition: TableDef,
    rows: Vec<Vec<Value>>,
    skipped: usize,
}

impl Stored {
    fn read(database: &mut PageReader, name: &str, page: u32) -> Result<Self, FileError> {
        let definition = jetdb::read_table_def(database, name, page)?;
        let result = jetdb::read_table_rows(database, &definition)?;
        Ok(Self {
            definition,
            rows: result.rows,
            skipped: result.skipped_rows,
        })
    }

    /// The table as text, in the order of its numbers, and what is wrong with it.
    fn into_table(
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

    #[test]
    fn tables_of_access_itself_are_no_tables_of_the_camp() {
        assert!(is_of_access_itself("MSysACEs", 0));
        assert!(is_of_access_itself("~TMPCLP12", 0));
        assert!(is_of_access_itself(
            "Anything",
            i64::from(jetdb::catalog_flags::HIDDEN)
        ));
        assert!(!is_of_access_itself("Ladder Games", 0));
        assert!(!is_of_access_itself("Liga", 0));
    }

    #[test]
    fn a_link_is_told_by_the_file_it_leads_to() {
        let name = |path: &str| file_name(&Value::Text(path.to_owned()));
        assert_eq!(
            name(r"C:\Camp\camp_be.accdb").as_deref(),
            Some("camp_be.accdb")
        );
        assert_eq!(name(""), None);
        assert_eq!(file_name(&Value::Null), None);
    }

    #[test]
    fn a_file_that_only_looks_like_access_is_damaged() {
        let mut bytes = b"\x00\x01\x00\x00Standard ACE DB\x00\x05".to_vec();
        let cut = read("camp.accdb", bytes.clone(), &Progress::default());
        assert!(matches!(cut, Err(ReadFailure::Damaged { .. })));
        bytes.resize(16_384, 0);
        let zeros = read("camp.accdb", bytes, &Progress::default());
        assert!(zeros.is_err());
    }
}
