//! What every page of an Access file says by itself: which table its rows are of, or that it defines one.

use std::collections::{BTreeMap, BTreeSet};

use jetdb::{PageReader, PageType};

use super::guarded;

/// The map of the pages that nothing uses any more is the first row of the first page.
const FREE_PAGES: u32 = 1 << 8;

/// Where a page of rows names the page of its table's definition, and a definition the page it goes on at.
const POINTER: usize = 4;

/// A deleted row has this mark at its place.
const IS_DELETED: u16 = jetdb::format::row::DELETE_FLAG;

/// The pages in use. They are found without the list of tables and without the maps that tables have of their pages, so
/// that what one of these has lost can be missed.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// By the page of a table's definition: each page that says that it has rows of this table, and how many.
    rows: BTreeMap<u32, BTreeMap<u32, usize>>,
    /// The pages at which a table's definition begins.
    definitions: BTreeSet<u32>,
}

impl Survey {
    pub(super) fn read(database: &mut PageReader) -> Self {
        // What a deleted table leaves behind is still in the file, and on this list.
        let free = guarded(|| {
            let map = database.read_pg_row(FREE_PAGES)?;
            jetdb::map::collect_page_numbers(database, &map)
        });
        let free = free
            .unwrap_or_default()
            .into_iter()
            .collect::<BTreeSet<_>>();
        let rows_at = database.format().data_row_count_pos;
        let mut survey = Self::default();
        let mut continued = BTreeSet::new();
        for number in (1..database.page_count()).filter(|number| !free.contains(number)) {
            let Ok(page) = database.read_page(number) else {
                continue;
            };
            let pointer = pointer(page);
            match page.first().copied().map(PageType::try_from) {
                Some(Ok(PageType::Data)) => {
                    let rows = live_rows(page, rows_at);
                    if rows > 0 {
                        survey.rows.entry(pointer).or_default().insert(number, rows);
                    }
                }
                Some(Ok(PageType::TableDefinition)) => {
                    survey.definitions.insert(number);
                    continued.insert(pointer);
                }
                _ => {}
            }
        }
        survey.definitions.retain(|page| !continued.contains(page));
        // Long values, and the maps of pages themselves, which name no table.
        for other in [u32::from_le_bytes(*b"LVAL"), 0, 1] {
            survey.rows.remove(&other);
        }
        survey
    }

    /// The definitions that aren't among these.
    pub(super) fn definitions_beside(&self, known: &BTreeSet<u32>) -> Vec<u32> {
        self.definitions.difference(known).copied().collect()
    }

    /// How many rows say that they are of a table that isn't among these.
    pub(super) fn rows_beside(&self, known: &BTreeSet<u32>) -> usize {
        let unknown = self.rows.iter().filter(|(table, _)| !known.contains(table));
        unknown.flat_map(|(_, pages)| pages.values()).sum()
    }

    /// How many rows say that they are of this table, and lie on other pages than these.
    pub(super) fn rows_elsewhere(&self, table: u32, pages: &[u32]) -> usize {
        let Some(own) = self.rows.get(&table) else {
            return 0;
        };
        let visited = pages.iter().collect::<BTreeSet<_>>();
        own.iter()
            .filter(|(page, _)| !visited.contains(page))
            .map(|(_, rows)| rows)
            .sum()
    }
}

/// The page that a page leads to.
fn pointer(page: &[u8]) -> u32 {
    page.get(POINTER..)
        .and_then(|bytes| bytes.first_chunk())
        .map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// How many rows a page has that aren't deleted. `at` is where their number is; their places follow.
fn live_rows(page: &[u8], at: usize) -> usize {
    let numbers = page.get(at..).unwrap_or_default();
    let (numbers, _) = numbers.as_chunks::<2>();
    let mut numbers = numbers.iter().map(|bytes| u16::from_le_bytes(*bytes));
    let count = numbers.next().unwrap_or(0);
    numbers
        .take(count.into())
        .filter(|place| place & IS_DELETED == 0)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_are_deleted_do_not_count() {
        let page = [0xAA, 3, 0, 0x10, 0x0F, 0x20, 0x4F, 0x30, 0x8F, 0x40, 0x0F];
        assert_eq!(live_rows(&page, 1), 2, "one of three is deleted");
        assert_eq!(live_rows(&[0xFF; 5], 1), 0, "more rows than there is room");
        assert_eq!(live_rows(&[], 12), 0);
    }

    #[test]
    fn rows_are_missed_by_the_table_that_they_name() {
        let survey = Survey {
            rows: BTreeMap::from([
                (30, BTreeMap::from([(37, 98), (39, 95)])),
                (27, BTreeMap::from([(35, 48)])),
            ]),
            definitions: BTreeSet::from([27, 30]),
        };
        assert_eq!(survey.rows_elsewhere(30, &[37, 39, 40]), 0);
        assert_eq!(survey.rows_elsewhere(30, &[39]), 98);
        assert_eq!(survey.rows_elsewhere(5, &[]), 0);
        assert_eq!(survey.rows_beside(&BTreeSet::from([27])), 193);
        assert_eq!(survey.definitions_beside(&BTreeSet::from([27])), [30]);
    }
}
