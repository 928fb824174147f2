//! Weeks: which one is shown, whether it can be changed, and what stands in its way.

use std::path::PathBuf;

use jiff::civil::Date;

use super::{App, ClubFields, OpenCamp, keeper::State};
use crate::{
    domain::{CampData, Week, WeekId, within_sentence},
    storage::{Mode, NextSteps},
};

/// What has been done to a whole week.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum WeekStep {
    Closed(WeekId),
    Reopened(WeekId),
    Started,
}

impl OpenCamp {
    pub(super) fn new(state: State, path: Option<PathBuf>, mode: Mode) -> Self {
        Self {
            why_sealed: why_sealed(&state.camp.week, &state.current),
            fields: ClubFields::new(&state.camp),
            data: state.camp,
            current: state.current,
            path,
            mode,
            revision: state.revision,
            problems: Vec::new(),
            next_steps: state.next_steps,
            outside: None,
            is_being_checked: false,
        }
    }

    /// A camp without anything in it.
    pub(super) fn none() -> Self {
        Self::in_memory(CampData::new(String::new(), Week::new(1, Date::MIN)))
    }

    /// A camp in no file, as it was opened.
    pub(crate) fn in_memory(data: CampData) -> Self {
        let state = State {
            current: data.week.clone(),
            camp: data,
            revision: 1,
            next_steps: NextSteps::default(),
        };
        Self::new(state, None, Mode::Change)
    }

    /// Takes the camp as it is now. Whether another week is shown than before.
    pub(super) fn take(&mut self, state: State) -> bool {
        let is_other_week = self.data.week.id != state.camp.week.id;
        self.why_sealed = why_sealed(&state.camp.week, &state.current);
        self.fields = ClubFields::new(&state.camp);
        self.data = state.camp;
        self.current = state.current;
        self.revision = state.revision;
        self.next_steps = state.next_steps;
        is_other_week
    }

    /// Whether another week than the current one is shown, to be looked at.
    pub fn looks_back(&self) -> bool {
        self.data.week.id != self.current.id
    }

    /// The last week of the camp, which waits while an older one is open again.
    pub fn last_week(&self) -> &Week {
        self.data.weeks.last().unwrap_or(&self.current)
    }

    /// Whether the current week is an older one that was opened again.
    pub fn corrects_older_week(&self) -> bool {
        self.current.id != self.last_week().id
    }

    /// The week before the one that is shown, or after it.
    pub fn neighbour_week(&self, by: isize) -> Option<&Week> {
        let weeks = &self.data.weeks;
        let now = weeks.iter().position(|week| week.id == self.data.week.id)?;
        weeks.get(now.checked_add_signed(by)?)
    }

    /// Why a week can't be opened again; nothing if it can.
    pub fn why_not_reopen(&self, week: &Week) -> Option<&'static str> {
        if self.mode == Mode::Look {
            Some(TO_LOOK_ONLY)
        } else if !week.is_closed() {
            Some("This week is not closed")
        } else if self.corrects_older_week() {
            Some("Close the week that is open again first: one week is corrected at a time")
        } else {
            None
        }
    }
}

/// Why nothing of a camp can be changed that was opened to look and print.
pub(super) const TO_LOOK_ONLY: &str = "This camp is open to look and print only";

const GO_BACK_FIRST: &str = "Go back to the current week first: that is where changes are undone";

/// Why nothing of a week can be changed while it is shown.
fn why_sealed(shown: &Week, current: &Week) -> Option<String> {
    if shown.is_closed() {
        let name = shown.name();
        return Some(format!("{name} is closed. Reopen it to correct something"));
    }
    (shown.id != current.id).then(|| {
        let current = within_sentence(&current.name());
        format!("{} waits until {current} is closed again", shown.name())
    })
}

impl App {
    /// Why nothing of the camp can be changed; nothing if it can.
    pub fn why_not_change(&self) -> Option<&'static str> {
        let camp = self.session.camp.as_ref()?;
        (camp.mode == Mode::Look).then_some(TO_LOOK_ONLY)
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
    pub fn why_not_turn(&self) -> Option<&'static str> {
        let looks_back = self.session.camp.as_ref().is_some_and(OpenCamp::looks_back);
        let reason = looks_back.then_some(GO_BACK_FIRST);
        self.why_not_change().or(reason)
    }

    /// A week of the camp.
    pub fn week(&self, id: WeekId) -> Option<&Week> {
        let camp = self.session.camp.as_ref()?;
        camp.data.weeks.iter().find(|week| week.id == id)
    }
}
