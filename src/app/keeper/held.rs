//! The camp that the keeper has open.

use std::path::Path;

use super::{
    super::{
        paths::is_same_file,
        reading::{Reading, WasRead},
    },
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

/// What the window knows of a camp.
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

/// A camp that is closed for a moment.
pub(super) struct Closed {
    known: Known,
    /// What its last change was stamped with; `None` if that couldn't be read.
    stamp: Option<i64>,
    mode: Mode,
}

impl Closed {
    /// The revision at which it was opened.
    pub(super) const fn opened_at(&self) -> u64 {
        self.known.opened_at
    }
}

impl Held {
    /// Closes the file.
    pub(super) fn close(self) -> Closed {
        Closed {
            stamp: self.file.last_stamp(),
            mode: self.file.mode(),
            known: self.known,
        }
    }

    /// Whether this is a camp that was closed for a moment, and nobody else has changed it meanwhile.
    pub(super) fn is_still(&self, before: &Closed) -> bool {
        before.stamp.is_some()
            && self.file.last_stamp() == before.stamp
            && self.known.camp == before.known.camp
    }

    /// Whether the window can go on in that camp without a word, where this is the same one.
    pub(super) fn can_go_on_from(&self, before: &Closed) -> bool {
        self.file.mode() == before.mode && self.file.moved_aside().is_none()
    }

    /// The camp as the window knows it.
    pub(super) fn again(self, before: Closed) -> Self {
        Self {
            known: before.known,
            ..self
        }
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

    /// Whether a path leads to its file.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        is_same_file(self.file.path(), path)
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
