//! The history of the open camp: listed, gone back and forth in, forgotten.

use super::{Held, HistoryMovedTo, Report, backups::Backing};
use crate::storage::{HistoryMove, Refusal};

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

/// Forgets the history, and deletes the backups by this one's side, which have it still.
pub(super) fn forget(held: Option<&mut Held>, backups: Option<&mut Backing>) -> Report {
    let Some(held) = held else {
        return Report::Forgotten {
            traces: false,
            backups: None,
        };
    };
    match held.file.forget_history() {
        Ok(clean) => Report::Forgotten {
            traces: !clean,
            backups: backups.map(|backing| backing.delete(held)),
        },
        Err(error) => Report::HistoryNotMoved(error),
    }
}
