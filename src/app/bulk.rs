//! What can be done to several records at once.

use std::ops::Range;

use super::{App, Page};
use crate::domain::{GroupId, Record};

/// The records that are selected in the datasheet that is shown, whatever rows they come to stand in.
#[derive(Debug, Default)]
pub struct Selected {
    records: Vec<Record>,
    /// The rows that they were read from: of which page and generation, and which.
    of: Option<(Page, u64, Vec<Range<usize>>)>,
}

impl Selected {
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    pub fn records(&self) -> &[Record] {
        &self.records
    }
}

impl App {
    /// Selects the records in these rows of the page that is shown. They are looked up when others are selected.
    pub fn select(&mut self, rows: &[Range<usize>]) {
        let (Some(camp), Some(list)) = (&self.session.camp, self.listing()) else {
            return self.session.selection.clear();
        };
        let (page, generation) = (self.page, list.generation());
        let is_known = self.session.selection.of.as_ref().is_some_and(|known| {
            (known.0, known.1, known.2.as_slice()) == (page, generation, rows)
        });
        if !is_known {
            let records = rows.iter().cloned().flatten();
            let records = records.filter_map(|row| list.record(&camp.data, row));
            self.session.selection = Selected {
                records: records.collect(),
                of: Some((page, generation, rows.to_vec())),
            };
        }
    }
}

/// A change of all selected rows of a datasheet, made and undone as one step.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Bulk {
    /// Moves players to a group.
    MoveTo(GroupId),
    /// Takes players out of the ladder, or back in.
    SetActive(bool),
    /// Has games count, or not.
    SetCounts(bool),
    /// Asks, and then deletes.
    Delete,
    /// Deletes; the director has been asked.
    DeleteNow,
}
