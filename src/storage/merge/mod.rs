//! Two copies of a camp: what they had in common follows from their histories, and what is brought together is one change of the camp here.

mod carry;
mod cells;
mod lines;
mod listed;
mod printed;
mod read;
#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, path::Path};

use jiff::Timestamp;
use rusqlite::{
    Connection,
    backup::{Backup, StepResult},
    ffi,
};

use self::lines::Line;
pub(super) use self::{carry::carry_out, listed::rate_listed};
use super::{
    CampFile, Mode, OpenError, StorageError, history, is_same_file, safety::connection::restrict,
};
use crate::domain::merge::{Copies, Merge, MergeChoices, MergeRefusal, Plan};

/// Two copies as they were read, to be planned with whatever is decided.
#[derive(Debug)]
pub struct ReadCopies {
    copies: Copies,
    /// The name of the copy’s file, without its folder.
    file: Option<String>,
    after_step: Option<i64>,
    /// The states of other copies that are here afterwards.
    brought: BTreeSet<String>,
}

impl ReadCopies {
    /// What bringing the other copy here would do.
    ///
    /// # Errors
    /// The two can't be brought together.
    pub fn plan(&self, choices: &MergeChoices) -> Result<Merge, MergeRefusal> {
        Ok(Merge {
            plan: Plan::new(&self.copies, choices)?,
            file: self.file.clone(),
            after_step: self.after_step,
            brought: self.brought.clone(),
        })
    }
}

impl CampFile {
    /// Opens another copy of the camp in `own`, and looks through all of it, until `stop` says that nobody waits for it any more. Its file is let go
    /// of: what is compared later doesn't wait for a stick or a network drive that stops answering.
    ///
    /// # Errors
    /// It is the same file, or can't be opened to look at it.
    pub fn open_copy(
        path: &Path,
        own: Option<&Path>,
        stop: impl Fn() -> bool + Clone + Send + 'static,
    ) -> Result<Self, OpenError> {
        // Closing it again would give up the lock on the first.
        if own.is_some_and(|own| is_same_file(own, path)) {
            return Err(OpenError::SameCamp(path.to_owned()));
        }
        let mut copy = Self::open(path, Mode::ReadOnly)?;
        copy.check_until(stop.clone())
            .map_err(|error| OpenError::from_loading(path, &error))?;
        // One of an older version, or with a journal beside it, is in memory already.
        let is_in_memory = copy.connection.path() == Some("");
        if !is_in_memory
            && let Some(in_memory) = in_memory_until(&copy.connection, stop)
                .map_err(|error| OpenError::from_sqlite(path, &error))?
        {
            copy.connection = in_memory;
        }
        Ok(copy)
    }

    /// As [`Self::compare`], until `stop` says that nobody waits for it any more: then there is nothing.
    ///
    /// # Errors
    /// As of [`Self::compare`].
    pub fn compare_until(
        &self,
        other: &Self,
        stop: impl Fn() -> bool + Clone + Send + 'static,
    ) -> Result<Option<ReadCopies>, StorageError> {
        for camp in [self, other] {
            camp.ask_to_go_on(Some(stop.clone()))?;
        }
        let compared = self.compare(other);
        for camp in [self, other] {
            camp.ask_to_go_on(None::<fn() -> bool>)?;
        }
        if stop() { Ok(None) } else { compared.map(Some) }
    }

    /// Reads what has happened here and in another copy since they were the same. Changes neither.
    ///
    /// # Errors
    /// The other one is another camp, or one of the two can't be read.
    pub fn compare(&self, other: &Self) -> Result<ReadCopies, StorageError> {
        // A history that can't be read goes with the change.
        let last = match self.lost_history {
            None => history::last_done(&self.connection)?.map(|step| step.id),
            Some(_) => None,
        };
        let (here, there) = (Line::of(self)?, Line::of(other)?);
        let mut copies = read::copies((self, other), (&here, &there))?;
        printed::read(&mut copies, (self, other))?;
        copies.is_brought = here.has(&there);
        copies.compared_at = Some(Timestamp::now());
        copies.parted_at = match here.parted_from(&there) {
            Some(step) => history::done_at(&self.connection, step)?,
            None => None,
        };
        let file = other.path.file_name();
        Ok(ReadCopies {
            copies,
            file: file.map(|name| name.to_string_lossy().into_owned()),
            brought: here.copies_with(&there),
            after_step: last.map(|step| step.0),
        })
    }
}

/// Copies every page into memory, until `stop` says that nobody waits for it any more: then there is nothing.
fn in_memory_until(
    connection: &Connection,
    stop: impl Fn() -> bool,
) -> rusqlite::Result<Option<Connection>> {
    /// So many are copied before it is asked again: some milliseconds from a disk, a second or so from a slow network drive.
    const PAGES: i32 = 1000;
    let mut copy = Connection::open_in_memory()?;
    let backup = Backup::new(connection, &mut copy)?;
    loop {
        if stop() {
            return Ok(None);
        }
        match backup.step(PAGES)? {
            StepResult::Done => break,
            StepResult::More => {}
            // Somebody has begun to change the file.
            _ => {
                let busy = ffi::Error::new(ffi::SQLITE_BUSY);
                return Err(rusqlite::Error::SqliteFailure(busy, None));
            }
        }
    }
    drop(backup);
    restrict(&copy)?;
    Ok(Some(copy))
}
