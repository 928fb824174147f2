//! A camp whose drive doesn't answer: its keeper waits for that, and so another one makes the copy and goes on there.

use std::{io, path::PathBuf, sync::Arc};

use super::super::{
    App,
    keeper::{Keeper, Report},
};
use crate::storage::{OpenError, OutsideChange, StorageError};

/// Revisions that the old keeper may have told of meanwhile.
const BEYOND: u64 = 1 << 32;

/// Another keeper, which has no camp open.
fn new_keeper(app: &App) -> io::Result<Keeper> {
    let settings = &app.settings;
    Keeper::start(
        Arc::clone(&app.wake),
        app.clock,
        settings.ratings_follow,
        settings.keeping(),
    )
}

/// Leaves a keeper that waits for a drive to itself, and takes a new one. Whether that was so, and is possible.
pub(super) fn replace_keeper(app: &mut App) -> bool {
    if !app.keeper.is_held_up() {
        return false;
    }
    match new_keeper(app) {
        Ok(keeper) => {
            app.keeper = keeper;
            true
        }
        Err(error) => {
            tracing::error!("no other keeper: {error}");
            false
        }
    }
}

/// Writes what the keeper has saved last into a new file, which the window goes on in.
pub(super) fn rescue(app: &mut App, path: PathBuf) {
    let Some(camp) = &app.session.camp else {
        return;
    };
    if !app.keeper.is_in_memory() {
        let error = OpenError::Disk {
            path: path.clone(),
            detail: "The camp is too large to be held in memory, and its drive doesn't answer. Restore its last backup instead".to_owned(),
        };
        return app.copy_not_saved(&path, &error);
    }
    match new_keeper(app) {
        Ok(keeper) => {
            keeper.go_on_from(&app.keeper, path, camp.revision + BEYOND);
            app.rescuer = Some(keeper);
        }
        Err(error) => {
            let detail = error.to_string();
            let error = OpenError::Disk {
                path: path.clone(),
                detail,
            };
            app.copy_not_saved(&path, &error);
        }
    }
}

/// Takes what the other keeper says.
pub(super) fn collect(app: &mut App) {
    let Some(report) = app.rescuer.as_ref().map(Keeper::next_report) else {
        return;
    };
    match report {
        Ok(Some(Report::Rescued(path, state))) => {
            let Some(rescuer) = app.rescuer.take() else {
                return;
            };
            let left = std::mem::replace(&mut app.keeper, rescuer);
            // Whether they are in the file that was left isn't known: in the copy they aren't.
            let refused = StorageError::Outside(OutsideChange::Silent);
            for ticket in left.unanswered_changes() {
                app.refused(ticket, &refused);
            }
            app.session.moves_in_history = false;
            app.looked(*state);
            app.file_is(None);
            app.copy_saved(path, true);
        }
        Ok(Some(Report::CopyNotSaved(path, error))) => {
            app.rescuer = None;
            app.copy_not_saved(&path, &error);
        }
        Ok(Some(Report::FoundOutside(Some(OutsideChange::Silent)))) => {
            app.rescuer = None;
            app.notices.problem(
                "The drive of the copy doesn't answer, either: save the copy somewhere else",
            );
        }
        Ok(_) => {}
        Err(gone) => {
            app.rescuer = None;
            app.notices.problem(gone.to_string());
        }
    }
}
