//! A camp whose drive doesn't answer: its keeper waits for that, and so another one makes the copy and goes on there, or has a backup back. And a copy
//! whose drive may not answer: another keeper writes it, so that the one of the camp waits for no drive but its own.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use super::super::{
    App, OpenCamp,
    keeper::{GivenUp, Keeper, Keeping, Report, Trust},
};
use super::backups;
use crate::storage::{
    Backup, BackupError, Mode, OpenError, OutsideChange, StorageError, TakenCopy,
};

/// Revisions that the old keeper may have told of meanwhile.
const BEYOND: u64 = 1 << 31;

/// A copy that is made, or a backup that is saved as a new file, without the keeper.
#[derive(Debug)]
pub(in super::super) struct Rescue {
    keeper: Keeper,
    path: PathBuf,
    /// Of which session, and at which revision, the camp was.
    of: Option<(u64, u64)>,
    /// Keeps a copy that the window doesn't go on in from appearing, once nobody waits for it any more.
    given_up: Option<GivenUp>,
    since: Instant,
}

impl Rescue {
    fn new(keeper: Keeper, path: PathBuf, of: Option<(u64, u64)>) -> Self {
        Self {
            keeper,
            path,
            of,
            given_up: None,
            since: Instant::now(),
        }
    }

    /// The copy that is being written while the window goes on in its own file, and for how long.
    pub(in super::super) fn writes(&self) -> Option<(&Path, Duration)> {
        let is_it = self.given_up.is_some();
        is_it.then(|| (self.path.as_path(), self.since.elapsed()))
    }
}

const UNDER_WAY: &str = "A copy is being saved already";

/// Another keeper, which has no camp open.
fn new_keeper(app: &App) -> io::Result<Keeper> {
    keeper_with(app, app.settings.keeping())
}

fn keeper_with(app: &App, keeping: Keeping) -> io::Result<Keeper> {
    Keeper::start(
        Arc::clone(&app.wake),
        app.clock,
        app.settings.ratings_follow,
        keeping,
        Trust::AfterSilence,
        app.endings(),
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
    let Some(of) = current(app) else { return };
    if app.rescuer.is_some() {
        return app.notices.note(UNDER_WAY);
    }
    match new_keeper(app) {
        Ok(keeper) => {
            keeper.go_on_from(&app.keeper, path.clone(), of.1 + BEYOND);
            let of = Some(of);
            app.rescuer = Some(Rescue::new(keeper, path, of));
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

/// Has a copy written of the camp as it is now: while its own drive doesn't answer, of what was saved last.
pub(super) fn save_copy(app: &mut App, path: PathBuf) {
    if app.keeper.is_held_up() {
        return rescue(app, path);
    }
    if app.rescuer.is_some() || app.session.copying.is_some() {
        return app.notices.note(UNDER_WAY);
    }
    let given_up = app.keeper.take_copy(path.clone());
    app.session.copying = Some((path, given_up));
}

/// Writes what was taken for a copy without the keeper, which goes on saving whatever the drive of the copy does; or has the keeper save it, as the
/// window goes on in it.
pub(super) fn copy_taken(app: &mut App, path: &Path, taken: Option<Box<TakenCopy>>) {
    // Otherwise it is made of what was saved last by now.
    let Some((path, given_up)) = app.session.copying.take_if(|it| it.0 == path) else {
        return;
    };
    // It takes no backups.
    let keeping = Keeping {
        backups: None,
        ..app.settings.keeping()
    };
    let writer = taken.map(|taken| (taken, keeper_with(app, keeping)));
    if let Some((taken, Ok(keeper))) = writer {
        keeper.write_copy(taken, path.clone(), given_up.clone());
        app.rescuer = Some(Rescue {
            given_up: Some(given_up),
            ..Rescue::new(keeper, path, current(app))
        });
    } else {
        app.keeper.save_copy(path.clone(), given_up.clone());
        app.session.copying = Some((path, given_up));
    }
}

/// Makes a new camp file of a backup, also while the keeper waits for a drive.
pub(super) fn restore_as(app: &mut App, backup: Backup, path: PathBuf) {
    if !app.keeper.is_held_up() {
        return app.keeper.restore_as(backup, path);
    }
    if app.rescuer.is_some() {
        return app.notices.note(UNDER_WAY);
    }
    let of = current(app);
    match new_keeper(app) {
        Ok(keeper) => {
            keeper.restore_as(backup, path.clone());
            app.rescuer = Some(Rescue::new(keeper, path, of));
        }
        Err(error) => {
            let detail = error.to_string();
            let place = path.clone();
            let error = BackupError::Open(OpenError::Disk {
                path: place,
                detail,
            });
            backups::not_restored_as(app, Box::new(backup), &path, &error);
        }
    }
}

/// Waits no longer for a copy that is there, or can't be made: the drive has answered, and the keeper itself was sooner.
pub(super) fn forget(app: &mut App, path: &Path) {
    if let Some(rescue) = app.rescuer.take_if(|rescue| rescue.path == path) {
        rescue.keeper.forget_copy();
    }
}

/// The session, and the revision of its camp.
fn current(app: &App) -> Option<(u64, u64)> {
    let camp = app.session.camp.as_ref()?;
    Some((app.session.number, camp.revision))
}

/// Whether the camp of a session is open and only looked at: its copy is one that can be changed.
fn is_looked_at(app: &App, session: u64) -> bool {
    let camp = app.session.camp.as_ref();
    let is_in_file = |camp: &OpenCamp| camp.mode == Mode::ReadOnly && camp.path.is_some();
    app.session.number == session && camp.is_some_and(is_in_file)
}

/// Takes what the other keeper says.
pub(super) fn collect(app: &mut App) {
    let Some(report) = app.rescuer.as_ref().map(|it| it.keeper.next_report()) else {
        return;
    };
    match report {
        Ok(Some(Report::Rescued { path, state, up_to })) => {
            let Some(Rescue { keeper, of, .. }) = app.rescuer.take() else {
                return;
            };
            // The drive has answered, and more was saved there; or another camp is open.
            if current(app) != of || !app.keeper.is_held_up() {
                return app.copy_saved(path, false, up_to.as_ref());
            }
            let left = std::mem::replace(&mut app.keeper, keeper);
            // Whether they are in the file that was left isn't known: in the copy they aren't.
            let refused = StorageError::Outside(OutsideChange::Silent);
            for ticket in left.unanswered_changes() {
                app.refused(ticket, &refused);
            }
            forget_questions(app);
            app.looked(*state);
            app.file_is(None);
            app.copy_saved(path, true, up_to.as_ref());
        }
        Ok(Some(Report::CopySaved { path, up_to, .. })) => {
            let of = app.rescuer.take().and_then(|it| it.of);
            if of.is_some_and(|of| is_looked_at(app, of.0)) && !app.keeper.is_held_up() {
                // What came of it is said then.
                return app.keeper.go_on_in(path);
            }
            app.copy_saved(path, false, up_to.as_ref());
        }
        Ok(Some(Report::CopyNotSaved(path, error))) => {
            let of = app.rescuer.take().and_then(|it| it.of);
            if of.is_some_and(|of| of.0 == app.session.number) {
                return app.copy_not_saved(&path, &error);
            }
            // To be asked for another place now would be for another camp.
            tracing::warn!("no copy: {error}");
            app.notices.problem_beyond_camp(error.to_string());
        }
        Ok(Some(report @ (Report::Restored(_) | Report::NotRestoredAs(..)))) => {
            app.rescuer = None;
            app.take_report(report);
        }
        Ok(Some(Report::FoundOutside(Some(OutsideChange::Silent)))) => held_up(app),
        Ok(_) => {}
        Err(gone) => {
            leave(app);
            app.notices.problem(gone.to_string());
        }
    }
}

/// Says which drive holds the other keeper up, unless it has answered by now: the one that it writes to, or the one that the backups are on.
fn held_up(app: &mut App) {
    let Some(rescue) = &app.rescuer else { return };
    let Some(drive) = rescue.keeper.held_up_by() else {
        return;
    };
    let drive = drive.display();
    let text = if rescue.keeper.waits_for(&rescue.path) {
        format!("“{drive}” doesn’t answer: save the file somewhere else")
    } else {
        format!("“{drive}” doesn’t answer, and the backups are there. Try again once it does")
    };
    leave(app);
    app.notices.problem(text);
}

/// Cancels a copy that is being written while the window goes on in its own file.
pub(super) fn cancel_copy(app: &mut App) {
    if app.rescuer.as_ref().is_some_and(|it| it.given_up.is_some()) {
        leave(app);
        app.notices.note("No copy was saved");
    }
}

/// Leaves the other keeper to itself.
fn leave(app: &mut App) {
    let Some(left) = app.rescuer.take() else {
        return;
    };
    // What comes of it isn't told later, either.
    left.keeper.forget_copy();
    if let Some(given_up) = left.given_up {
        given_up.say();
    }
}

/// Nothing comes any more of what the keeper was asked that was left.
fn forget_questions(app: &mut App) {
    app.session.moves_in_history = false;
    app.session.mending = None;
    app.session.sections_asked = None;
    app.stop_publishing();
    if let Some(camp) = &mut app.session.camp {
        camp.is_being_checked = false;
    }
    let session = &mut app.session;
    for open in session.pages.iter_mut().chain(&mut session.over) {
        open.page.forget_questions();
    }
}
