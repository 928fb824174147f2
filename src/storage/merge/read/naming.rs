//! By what the records of a file are known in the other copy.

use super::{At, Reader};
use crate::{
    domain::merge::{Cell, Cells, TABLES, Table},
    storage::{
        StorageError,
        merge::cells::{read_row, text_of},
    },
};

impl Reader<'_> {
    /// The uid of what isn't there any more is in the history. A number may be somebody else's by now: that of a player who was deleted and of
    /// one who was imported since.
    pub(super) fn name_by_uids(&self) {
        let mut uids = self.uids.borrow_mut();
        for ((table, _), walked) in &self.walked {
            for at in At::ALL {
                let cells = self.then(walked, at);
                let Some((Cell::Whole(id), uid)) =
                    cells.and_then(|it| Some((it.get("id")?, it.get("uid")?)))
                else {
                    continue;
                };
                let record = (*table, *id);
                uids[at as usize].insert(record, text_of(uid));
                if at != At::Now && walked.now.is_none() {
                    let now = uids[At::Now as usize].entry(record);
                    now.or_insert_with(|| text_of(uid));
                }
            }
        }
    }

    /// What has no uid is known by its words as they were when both had it first: a column of further values by what it was called, a section
    /// by its event and its number. The numbers of those that are there now.
    pub(super) fn name_by_words(&self) -> Result<Vec<(&'static str, i64)>, StorageError> {
        let has_us_chess = self.has_us_chess();
        let mut numbers = Vec::new();
        for table in &TABLES {
            let Some(words) = table.words() else { continue };
            if table.is_us_chess() && !has_us_chess {
                continue;
            }
            let sql = format!("SELECT * FROM main.{}", table.name);
            let mut statement = self.connection.prepare_cached(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let cells = read_row(row)?;
                self.name_row(table, words, &cells, At::Parted)?;
                if let Some(Cell::Whole(id)) = cells.get("id") {
                    numbers.push((table.name, *id));
                }
            }
            for ((of, _), walked) in &self.walked {
                let mut states = At::ALL.into_iter().filter(|at| self.knows(*at));
                let first = states.find_map(|at| Some((at, self.then(walked, at)?)));
                if let Some((at, cells)) = first.filter(|_| *of == table.name) {
                    self.name_row(table, words, cells, at)?;
                }
            }
        }
        Ok(numbers)
    }

    fn name_row(
        &self,
        table: &'static Table,
        words: &[&str],
        cells: &Cells,
        at: At,
    ) -> Result<(), StorageError> {
        let Some(Cell::Whole(id)) = cells.get("id") else {
            return Ok(());
        };
        let mut known = Vec::new();
        for word in words {
            known.push(match (table.link(word), cells.get(*word)) {
                (Some(of), Some(Cell::Whole(id))) => self.uid(of, *id, at)?,
                (_, cell) => cell.map(text_of).unwrap_or_default().to_lowercase(),
            });
        }
        // A newer one may have the name that an older one had.
        let states = [[At::Parted; 2], [At::Brought, At::After]].into_iter();
        let earlier = states.take_while(|states| at == At::Now || !states.contains(&at));
        let earlier = earlier.filter(|states| states.iter().any(|at| self.knows(*at)));
        known.splice(0..0, earlier.map(|_| "new".to_owned()));
        let [.., now] = &mut *self.uids.borrow_mut();
        now.insert((table.name, *id), known.join(" "));
        Ok(())
    }
}
