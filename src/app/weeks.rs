//! Weeks: which one is shown, whether it can be changed, and what stands in its way.

use super::{App, OpenCamp};
use crate::{
    domain::{Week, WeekId},
    storage::Mode,
};

/// What has been done to a whole week.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum WeekStep {
    Closed(WeekId),
    Reopened(WeekId),
    Started,
}

/// Why nothing of a camp can be changed that was opened to look and print.
pub(super) const READ_ONLY: &str = "This camp is read-only";

const GO_BACK_FIRST: &str = "Go back to the current week first: that is where changes are undone";

impl App {
    /// Why nothing of the camp can be changed; nothing if it can.
    pub fn why_not_change(&self) -> Option<&'static str> {
        let camp = self.session.camp.as_ref()?;
        (camp.mode == Mode::ReadOnly).then_some(READ_ONLY)
    }

    /// Why nothing can be changed of the week that is shown, its groups, players and games; nothing if it can.
    pub fn why_not_change_week(&self) -> Option<&str> {
        let sealed = || self.session.camp.as_ref()?.why_sealed.as_deref();
        self.why_not_change().or_else(sealed)
    }

    /// Whether the week that is shown can be changed; if it can't, says why.
    pub(super) fn may_change_week(&mut self) -> bool {
        let reason = self.why_not_change_week().map(str::to_owned);
        let may_change = reason.is_none();
        if let Some(reason) = reason {
            self.notices.note(reason);
        }
        may_change
    }

    /// Why nothing can be undone or redone now, whatever there is: it would happen in a week that isn't seen.
    pub fn why_not_move_in_history(&self) -> Option<&'static str> {
        let shows_other_week = self
            .session
            .camp
            .as_ref()
            .is_some_and(OpenCamp::shows_other_week);
        let reason = shows_other_week.then_some(GO_BACK_FIRST);
        self.why_not_change().or(reason)
    }

    /// A week of the camp.
    pub fn week(&self, id: WeekId) -> Option<&Week> {
        let camp = self.session.camp.as_ref()?;
        camp.data.weeks.iter().find(|week| week.id == id)
    }
}
