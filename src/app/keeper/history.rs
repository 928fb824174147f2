//! The history of the open camp: listed, gone back and forth in, forgotten.

use super::{Held, HistoryMovedTo, Keeper, Report, backups::Backing, request::Request};
use crate::storage::{HistoryMove, Refusal};

impl Keeper {
    /// Forgets the history for good.
    pub(in super::super) fn forget_history(&self, with_backups: bool) {
        self.ask(Request::ForgetHistory { with_backups });
    }

    /// Deletes the backups that were made before the history was cleared.
    pub(in super::super) fn delete_from_before(&self) {
        self.ask(Request::DeleteFromBefore);
    }
}

/// Goes back or forth in the history.
pub(super) fn move_in_history(slot: &mut Option<Held>, way: HistoryMove, revision: u64) -> Report {
    let Some(held) = slot else {
        return Report::HistoryNotMoved(Refusal::Outdated.into());
    };
    if let Some(refusal) = held.refusal() {
        return Report::HistoryNotMoved(refusal);
    }
    let moved = match held.file.move_in_history(way) {
        Ok(moved) => moved,
        Err(error) => return Report::HistoryNotMoved(error),
    };
    tracing::info!(
        "undone: {}, redone: {}",
        moved.undone.len(),
        moved.redone.len()
    );
    match held.follow(moved.changed, revision) {
        Ok(state) => Report::HistoryMoved(Box::new(HistoryMovedTo {
            moved,
            state,
            thinned: held.file.take_thinned(),
        })),
        Err(error) => {
            *slot = None;
            Report::Lost(error)
        }
    }
}

pub(super) fn list(held: Option<&Held>) -> Report {
    match held.map(|held| held.file.history()) {
        Some(Ok(steps)) => Report::History(steps),
        Some(Err(error)) => Report::HistoryNotMoved(error),
        None => Report::History(Vec::new()),
    }
}

/// Forgets the history, and deletes the backups, which have it still, if they are to go, too.
pub(super) fn forget(held: Option<&mut Held>, backing: &mut Backing, with_backups: bool) -> Report {
    let Some(held) = held else {
        return Report::Forgotten {
            traces: false,
            backups: None,
        };
    };
    match held.file.forget_history() {
        Ok(clean) => {
            // Of the camp without what was deleted: those from before are known by it, too.
            backing.back_up_at_once();
            Report::Forgotten {
                traces: !clean,
                backups: with_backups.then(|| backing.delete(held)),
            }
        }
        Err(error) => Report::HistoryNotMoved(error),
    }
}

/// Deletes the backups that were made before the history was cleared, and have it still.
pub(super) fn delete_from_before(held: Option<&Held>, backing: &Backing) -> Report {
    Report::DeletedFromBefore(held.map_or(Ok(0), |held| backing.delete_from_before(held)))
}
