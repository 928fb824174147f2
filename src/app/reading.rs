//! What a page has the keeper read from the camp file, beyond what a camp always holds: by a question of its own, so that nobody else has to
//! know what it is about.

use std::{any::Any, fmt, sync::Arc};

use super::page::Ticket;
use crate::storage::CampFile;

/// What is read, whatever that is.
type Value = Arc<dyn Any + Send + Sync>;

/// Reads something from the camp file, on the keeper's thread.
pub(crate) struct Reading {
    pub(super) ticket: Ticket,
    read: Box<dyn FnOnce(&CampFile) -> Value + Send>,
}

impl fmt::Debug for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reading {}", self.ticket)
    }
}

impl Reading {
    pub(super) fn new<T: Send + Sync + 'static>(
        ticket: Ticket,
        read: impl FnOnce(&CampFile) -> T + Send + 'static,
    ) -> Self {
        let read = Box::new(move |file: &CampFile| -> Value { Arc::new(read(file)) });
        Self { ticket, read }
    }

    /// Reads it.
    pub(super) fn answer(self, file: &CampFile, revision: u64) -> WasRead {
        WasRead {
            ticket: self.ticket,
            revision,
            value: (self.read)(file),
        }
    }
}

/// What was read of the camp as it was at a revision.
#[derive(Clone, Debug)]
pub struct WasRead {
    ticket: Ticket,
    pub revision: u64,
    value: Value,
}

impl WasRead {
    /// What was read, if it is the answer to the question of this number.
    pub fn of<T: Send + Sync + 'static>(&self, ticket: Ticket) -> Option<Arc<T>> {
        let is_it = self.ticket == ticket;
        is_it
            .then(|| Arc::clone(&self.value).downcast().ok())
            .flatten()
    }
}
