//! A camp whose drive doesn't answer: its keeper waits for that, and so another one makes the copy and goes on there.

use std::{io, path::PathBuf, sync::Arc};

use super::super::{
    App,
    keeper::{Keeper, Report},
};
use crate::storage::{OpenError, OutsideChange, StorageError};

/// Revisions that the old keeper may have told of meanwhile.
const BEYOND: u64 = 1 << 32;

impl App {
    /// Another keeper, which has no camp open.
    fn new_keeper(&self) -> io::Result<Keeper> {
        let settings = &self.settings;
        Keeper::start(
            Arc::clone(&self.wake),
            self.clock,
            settings.ratings_follow,
            settings.keeping(),
        )
    }

    /// Leaves a keeper that waits for a drive to itself, and takes a new one. Whether that was so, and is possible.
    pub(super) fn replace_keeper(&mut self) -> bool {
        if !self.keeper.is_held_up() {
            return false;
        }
        match self.new_keeper() {
            Ok(keeper) => {
                self.keeper = keeper;
                true
            }
            Err(error) => {
                tracing::error!("no other keeper: {error}");
                false
            }
        }
    }

    /// Writes what the keeper has saved last into a new file, which the window goes on in.
    pub(super) fn rescue(&mut self, path: PathBuf) {
        let Some(camp) = &self.session.camp else {
            return;
        };
        if !self.keeper.is_in_memory() {
            let error = OpenError::Disk {
                path: path.clone(),
                detail: "The camp is too large to be held in memory, and its drive doesn't answer. Restore its last backup instead".to_owned(),
            };
            return self.copy_not_saved(&path, &error);
        }
        match self.new_keeper() {
            Ok(keeper) => {
                keeper.go_on_from(&self.keeper, path, camp.revision + BEYOND);
                self.rescuer = Some(keeper);
            }
            Err(error) => {
                let detail = error.to_string();
                let error = OpenError::Disk {
                    path: path.clone(),
                    detail,
                };
                self.copy_not_saved(&path, &error);
            }
        }
    }

    /// Takes what the other keeper says.
    pub(super) fn collect_rescue(&mut self) {
        let Some(report) = self.rescuer.as_ref().map(Keeper::next_report) else {
            return;
        };
        match report {
            Ok(None) => {}
            Ok(Some(Report::Rescued(path, state))) => {
                let Some(rescuer) = self.rescuer.take() else {
                    return;
                };
                let left = std::mem::replace(&mut self.keeper, rescuer);
                // Whether they are in the file that was left isn't known: in the copy they aren't.
                let refused = StorageError::Outside(OutsideChange::Silent);
                for ticket in left.unanswered_changes() {
                    self.refused(ticket, &refused);
                }
                self.session.moves_in_history = false;
                self.looked(*state);
                self.file_is(None);
                self.copy_saved(path, true);
            }
            Ok(Some(Report::CopyNotSaved(path, error))) => {
                self.rescuer = None;
                self.copy_not_saved(&path, &error);
            }
            Ok(Some(Report::FoundOutside(Some(OutsideChange::Silent)))) => {
                self.rescuer = None;
                self.notices.problem(
                    "The drive of the copy doesn't answer, either: save the copy somewhere else",
                );
            }
            Ok(Some(_)) => {}
            Err(gone) => {
                self.rescuer = None;
                self.notices.problem(gone.to_string());
            }
        }
    }
}
