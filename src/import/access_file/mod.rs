//! Access files, 97 to 2019: their tables, and the program code in them.

mod catalog;
mod rows;
mod soundness;
mod stored;
mod survey;

use std::{
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
};

use jetdb::{FileError, JetVersion, PageReader, Value};

use self::{
    catalog::{Catalog, TableIs},
    stored::Stored,
    survey::Survey,
};
use super::{
    Place, Problem, ProblemKind, ReadFailure, RuleCheck, Severity,
    recognise::kind_by_columns,
    source::{Source, Table},
};
use crate::jobs::Progress;

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
    let survey = guarded(|| Ok(Survey::read(&mut database)))?;
    let catalog = guarded(|| Catalog::read(&mut database, &survey))?;
    if catalog.damaged > 0 {
        let rows = catalog.damaged;
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
                match guarded(|| Stored::read(&mut database, &survey, &entry.name, *page)) {
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
    found.add_unlisted(&mut database, &survey, &catalog, version);
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

/// Everything by which the tables of a file are found: what its list of tables and its pages say.
#[cfg(test)]
#[derive(Debug, Eq, Hash, PartialEq)]
pub(super) struct ListOfTables(String);

#[cfg(test)]
pub(super) fn list_of_tables(bytes: Vec<u8>) -> Option<ListOfTables> {
    let mut database = guarded(|| PageReader::open_reader(Cursor::new(bytes))).ok()?;
    let survey = guarded(|| Ok(Survey::read(&mut database))).ok()?;
    let catalog = guarded(|| Catalog::read(&mut database, &survey)).ok()?;
    Some(ListOfTables(format!("{catalog:?} {survey:?}")))
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

    /// Adds the tables that the list of tables has lost, and says how many rows are left of others.
    fn add_unlisted(
        &mut self,
        database: &mut PageReader,
        survey: &Survey,
        catalog: &Catalog,
        version: &'static str,
    ) {
        let mut known = catalog.definitions.clone();
        let mut names = Vec::new();
        for page in survey.definitions_beside(&catalog.definitions) {
            let name = format!("Unnamed table {page}");
            // Not everything that looks like a definition is one, and its rows are counted below.
            let Ok(stored) = guarded(|| Stored::read(database, survey, &name, page)) else {
                continue;
            };
            known.insert(page);
            if stored.is_empty() {
                continue;
            }
            let (table, mut problems) = stored.into_table(&self.file, &name, version);
            // Where the whole list is lost, most of these are tables of Access itself.
            if table.header.as_deref().and_then(kind_by_columns).is_none() {
                problems.clear();
            }
            self.add_table((table, problems));
            names.push(name);
        }
        if !names.is_empty() {
            self.note(
                Severity::LeftOut,
                ProblemKind::UnlistedTables { tables: names },
            );
        }
        let rows = survey.rows_beside(&known);
        if rows > 0 {
            self.note(Severity::LeftOut, ProblemKind::UnlistedRows { rows });
        }
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

fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Byte(number) => Some(i64::from(*number)),
        Value::Int(number) => Some(i64::from(*number)),
        Value::Long(number) => Some(i64::from(*number)),
        Value::BigInt(number) => Some(*number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
