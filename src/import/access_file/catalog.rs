//! The list of tables in an Access file.

use std::collections::BTreeSet;

use jetdb::{FileError, ObjectType, PageReader, Value, format::CATALOG_PAGE};

use super::{
    integer,
    rows::{Contents, definition},
    survey::Survey,
};

/// The tables that the file lists, without those of Access itself.
#[derive(Debug)]
pub(super) struct Catalog {
    pub(super) entries: Vec<Entry>,
    /// Places of the list that can't be read. Each may have been a table.
    pub(super) damaged: usize,
    /// The pages of all definitions that the list leads to, those of Access itself too.
    pub(super) definitions: BTreeSet<u32>,
}

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) place: TableIs,
}

/// Where a table's rows are.
#[derive(Debug)]
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
    pub(super) fn read(database: &mut PageReader, survey: &Survey) -> Result<Self, FileError> {
        let definition = definition(database, "MSysObjects", CATALOG_PAGE)?;
        let column = |name: &str| {
            definition
                .columns
                .iter()
                .position(|column| column.name == name)
        };
        let columns = ["Id", "Name", "Type", "Database"].map(column);
        let [id, name, kind, link] = columns;
        let columns = columns.into_iter().flatten().collect::<Vec<_>>();
        let list = Contents::read(database, survey, &definition, CATALOG_PAGE, &columns);
        let mut catalog = Self {
            entries: Vec::new(),
            damaged: list.missing,
            definitions: BTreeSet::from([CATALOG_PAGE]),
        };
        for row in &list.rows {
            let value = |column: Option<usize>| column.and_then(|at| row.get(at));
            let kind = value(kind)
                .and_then(integer)
                .and_then(|kind| ObjectType::try_from(i32::try_from(kind).ok()?).ok());
            // A definition's page has 24 bits of the object's number.
            let page = value(id)
                .and_then(integer)
                .and_then(|id| u32::try_from(id & 0x00FF_FFFF).ok());
            let (Some(Value::Text(name)), Some(kind), Some(page)) = (value(name), kind, page)
            else {
                catalog.damaged += 1;
                continue;
            };
            let place = match kind {
                ObjectType::Table => {
                    catalog.definitions.insert(page);
                    TableIs::Here { page }
                }
                ObjectType::LinkedTable | ObjectType::LinkedOdbcTable => TableIs::Linked {
                    to: value(link).and_then(file_name),
                },
                _ => continue,
            };
            if !is_of_access_itself(name) {
                let name = name.clone();
                catalog.entries.push(Entry { name, place });
            }
        }
        catalog.entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(catalog)
    }
}

/// Tables that Access keeps for itself, or hasn't deleted yet. The marks that say so beside a table's name aren't looked
/// at: a single bit of them that falls over would take a table of the camp away.
fn is_of_access_itself(name: &str) -> bool {
    let starts_with = |start: &str| {
        name.get(..start.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(start))
    };
    starts_with("msys") || starts_with("usys") || starts_with("~tmp") || is_of_lists(name)
}

/// The values of columns that hold lists are in tables "f_", a number of 32 digits, "_" and the column's name.
fn is_of_lists(name: &str) -> bool {
    let number = name.strip_prefix("f_").and_then(|rest| rest.get(..33));
    number
        .and_then(|number| number.strip_suffix('_'))
        .is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_hexdigit()))
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
        for name in [
            "MSysACEs",
            "USysRibbons",
            "~TMPCLP12",
            "f_0123456789ABCDEF0123456789ABCDEF_Photos",
        ] {
            assert!(is_of_access_itself(name), "{name}");
        }
        for name in ["Ladder Games", "Liga", "~adder Games", "f_games", ""] {
            assert!(!is_of_access_itself(name), "{name}");
        }
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
