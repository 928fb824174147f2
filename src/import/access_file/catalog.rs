//! The list of tables in an Access file.

use jetdb::{FileError, PageReader, Value, format::CATALOG_PAGE};

use super::integer;

/// The object types of `MSysObjects`.
const LOCAL_TABLE: i64 = 1;
const ODBC_TABLE: i64 = 4;
const LINKED_TABLE: i64 = 6;

/// The tables that the file lists, without those of Access itself.
pub(super) struct Catalog {
    pub(super) entries: Vec<Entry>,
    /// Rows of the list that can't be read. Each may have been a table.
    pub(super) skipped: usize,
}

pub(super) struct Entry {
    pub(super) name: String,
    pub(super) place: TableIs,
}

/// Where a table's rows are.
pub(super) enum TableIs {
    Here {
        page: u32,
    },
    /// In another file, whose name is known if that file is an Access file.
    Linked {
        to: Option<String>,
    },
}

impl Catalog {
    pub(super) fn read(database: &mut PageReader) -> Result<Self, FileError> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
