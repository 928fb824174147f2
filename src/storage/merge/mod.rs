//! Two copies of a camp: what they had in common follows from their histories, and what is brought together is one change of the camp here.

mod carry;
mod read;
#[cfg(test)]
mod tests;

pub(super) use self::carry::carry_out;
use super::{CampFile, StorageError, history};
use crate::domain::merge::{Copies, Merge, MergeChoices, MergeRefusal, Plan};

/// Two copies as they were read, to be planned with whatever is decided.
#[derive(Debug)]
pub struct ReadCopies {
    copies: Copies,
    after_step: Option<i64>,
}

impl ReadCopies {
    /// What bringing the other copy here would do.
    ///
    /// # Errors
    /// The two can't be brought together.
    pub fn plan(&self, choices: &MergeChoices) -> Result<Merge, MergeRefusal> {
        Ok(Merge {
            plan: Plan::new(&self.copies, choices)?,
            after_step: self.after_step,
        })
    }
}

impl CampFile {
    /// Reads what has happened here and in another copy since they were the same. Changes neither.
    ///
    /// # Errors
    /// The other one is another camp, or one of the two can't be read.
    pub fn compare(&self, other: &Self) -> Result<ReadCopies, StorageError> {
        Ok(ReadCopies {
            copies: read::copies(self, other)?,
            after_step: history::last_done(&self.connection)?.map(|step| step.0),
        })
    }
}
