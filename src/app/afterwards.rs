//! What happens once a change that was asked for is in the file: nothing is said of it before.

use std::fmt;

use super::{App, keeper::Ticket, weeks::WeekStep};
use crate::domain::Record;

/// What happens when a change has arrived; nothing of it if the file refuses the change.
#[derive(Debug)]
pub(super) enum Afterwards {
    /// Says something, with a button that takes it back.
    SayUndoable(String),
    /// Says something in the status bar, as one sees it where it was done; as above if it has moved ratings.
    Mention(String),
    /// Says it in the dialog Find and replace, while that is open.
    SayOfReplacing(String),
    /// The record is gone: shows the next one, if it was on the screen.
    Gone {
        record: Record,
        next: Option<Record>,
        sentence: String,
    },
    /// What a page has wanted to happen.
    Run(Then),
    /// Another week is the current one, or the same one is closed or open now.
    Week(WeekStep),
}

/// What is done then, once.
pub(super) struct Then(pub(super) Box<dyn FnOnce(&mut App)>);

impl fmt::Debug for Then {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Then")
    }
}

impl App {
    pub(super) fn afterwards(&mut self, ticket: Ticket, what: Afterwards) {
        self.session.awaited.push((ticket, what));
    }

    /// What is to happen now that a change is in the file, or would have.
    pub(super) fn take_awaited(&mut self, ticket: Ticket) -> Option<Afterwards> {
        let mut awaited = self.session.awaited.iter();
        let at = awaited.position(|(awaited, _)| *awaited == ticket)?;
        Some(self.session.awaited.swap_remove(at).1)
    }

    /// Whether another record, or the same one elsewhere, will be shown once a change is in the file.
    pub(super) fn awaits_another_record(&self) -> bool {
        let mut awaited = self.session.awaited.iter();
        let is_other =
            |what: &Afterwards| matches!(what, Afterwards::Gone { .. } | Afterwards::Week(_));
        awaited.any(|(_, what)| is_other(what))
    }

    /// Whether a week is being closed, opened again or started.
    pub fn is_week_step_running(&self) -> bool {
        let mut awaited = self.session.awaited.iter();
        awaited.any(|(_, what)| matches!(what, Afterwards::Week(_)))
    }
}
