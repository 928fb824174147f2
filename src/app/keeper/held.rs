//! The camp that the keeper has open.

use std::path::Path;

use super::{
    super::reading::{Reading, WasRead},
    State,
};
use crate::{
    domain::{CampData, within_sentence},
    storage::{CampFile, Changed, Mode, NextSteps, OpenError, Refusal, StorageError},
};

/// An open file with what it holds.
pub(super) struct Held {
    pub(super) file: CampFile,
    pub(super) known: Known,
}

/// What the window knows of a camp, which stays while that is closed for a moment.
pub(super) struct Known {
    /// The current week.
    pub(super) camp: CampData,
    /// Another week, while that one is shown.
    pub(super) looked_at: Option<CampData>,
    pub(super) revision: u64,
    pub(super) us_chess_revision: u64,
    /// The revision at which it was opened, which tells it from every other camp.
    pub(super) opened_at: u64,
}

impl Held {
    /// Closes the file.
    pub(super) fn close(self) -> Known {
        self.known
    }

    /// The camp as the window knows it; `None` if it is another by now.
    pub(super) fn again(self, known: Known) -> Option<Self> {
        let is_same = self.known.camp == known.camp;
        is_same.then(|| Self { known, ..self })
    }

    pub(super) fn new(file: CampFile, camp: CampData) -> Self {
        let known = Known {
            camp,
            looked_at: None,
            revision: 0,
            us_chess_revision: 0,
            opened_at: 0,
        };
        Self { file, known }
    }

    pub(super) fn open(
        opened: Result<CampFile, OpenError>,
        path: &Path,
    ) -> Result<Self, OpenError> {
        let file = opened?;
        let camp = file
            .load()
            .map_err(|error| OpenError::from_loading(path, &error))?;
        Ok(Self::new(file, camp))
    }

    /// What the window is told.
    pub(super) fn state(&self, next_steps: NextSteps) -> State {
        let known = &self.known;
        State {
            camp: known.looked_at.as_ref().unwrap_or(&known.camp).clone(),
            current: known.camp.week.clone(),
            revision: known.revision,
            us_chess_revision: known.us_chess_revision,
            next_steps,
        }
    }

    /// Reads anew what has changed in the file.
    pub(super) fn follow(
        &mut self,
        changed: Changed,
        revision: u64,
    ) -> Result<State, StorageError> {
        let known = &mut self.known;
        let camp = self.file.reload(&known.camp, changed)?;
        let before = std::mem::replace(&mut known.camp, camp).week;
        let now = &known.camp.week;
        if (before.id, before.closed_on) != (now.id, now.closed_on) {
            // What is worked on from now on is what is shown.
            known.looked_at = None;
        } else if let Some(shown) = &mut known.looked_at {
            *shown = self.file.load_week(shown.week.id)?;
        }
        known.revision = revision;
        if changed.us_chess {
            known.us_chess_revision = revision;
        }
        Ok(self.state(self.file.next_steps()?))
    }

    /// Has something read from the file.
    pub(super) fn answer(&self, reading: Reading) -> WasRead {
        reading.answer(&self.file, self.known.revision)
    }

    /// Whether others may do something to its file that has to be known.
    pub(super) fn is_watched(&self) -> bool {
        self.file.mode() == Mode::Change && !self.file.path().as_os_str().is_empty()
    }

    /// Why nothing of a week can be changed or moved back now: what is shown isn't the one that it would happen to.
    pub(super) fn refusal(&self) -> Option<StorageError> {
        let shown = self.known.looked_at.as_ref()?.week.title();
        let current = within_sentence(&self.known.camp.week.name());
        Some(Refusal::OnlyLookedAt { shown, current }.into())
    }
}
