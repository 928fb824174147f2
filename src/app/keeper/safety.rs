//! What the keeper does so that nothing is lost: it looks through a file, and writes copies of what it holds.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    super::paths::is_camp_file_name, GivenUp, Held, NotOpened, Report, backups::Backing,
    outlet::Image,
};
use crate::{
    import,
    storage::{BackupsOf, CampImage, Mode, OpenError, StorageError, TakenCopy, can_be_repaired},
};

/// Looks through the whole file. A damaged one is closed.
pub(super) fn check_file(slot: &mut Option<Held>, stop: Arc<AtomicBool>) -> Report {
    let Some(held) = slot else {
        return Report::FileChecked(None);
    };
    let checked = held.file.check_until(move || stop.load(Ordering::Relaxed));
    let path = held.file.path().to_owned();
    match checked {
        Ok(()) => Report::FileChecked(held.file.lost_history()),
        // A disk that doesn't answer now is no damage, and what is in memory can still be copied.
        Err(error) if !matches!(error, StorageError::Damaged(_)) => {
            tracing::warn!("the file could not be looked through: {error}");
            Report::FileChecked(None)
        }
        Err(error) => {
            *slot = None;
            let error = OpenError::from_loading(&path, &error);
            not_opened(path, error, true)
        }
    }
}

/// Why a file isn't open, and whether it could be imported instead. `closed`: the camp that was open before is closed.
pub(super) fn not_opened(path: PathBuf, error: OpenError, closed: bool) -> Report {
    let is_no_camp = matches!(error, OpenError::NotACamp { .. });
    let can_repair = can_be_repaired(&path, &error);
    let error = if can_repair { error.of_camp() } else { error };
    Report::NotOpened(Box::new(NotOpened {
        can_repair,
        can_import: is_no_camp
            && !can_repair
            && !is_camp_file_name(&path)
            && import::is_importable(&path),
        of: BackupsOf::place(&path),
        path,
        error,
        closed,
        made_room: None,
        backup: None,
        not_checked: None,
    }))
}

/// Whether the file is still the one that was opened.
pub(super) fn look_outside(held: Option<&Held>) -> Report {
    Report::Outside(held.and_then(|held| held.file.outside_change()))
}

/// Takes what a copy is written of. Nothing where the window is to go on in that with what is typed meanwhile, or not everything can be read: then
/// it is [saved](save_copy) here. Nothing is typed in a camp that is only looked at, and so it is [gone on in](go_on_in) once it is there.
pub(super) fn take_copy(held: Option<&Held>) -> Option<Box<TakenCopy>> {
    let is_taken = |held: &&Held| held.file.mode() == Mode::ReadOnly || !goes_on_in_copy(held);
    let held = held.filter(is_taken)?;
    match TakenCopy::of(&held.file) {
        Ok(taken) => Some(Box::new(taken)),
        Err(error) => {
            tracing::warn!("no copy was taken beside the file: {error}");
            None
        }
    }
}

/// Writes a copy that another keeper has taken, as long as somebody waits for it.
pub(super) fn write_copy(taken: &TakenCopy, path: PathBuf, given_up: &GivenUp) -> Report {
    match taken.save_if(&path, || !given_up.is_so()) {
        Ok(true) => Report::CopySaved {
            path,
            goes_on: false,
            up_to: None,
        },
        Ok(false) => Report::CopyGivenUp,
        Err(error) => Report::CopyNotSaved(path, error),
    }
}

/// Whether a copy takes the place of the file, as that can't be saved any more, or never could.
fn goes_on_in_copy(held: &Held) -> bool {
    let is_file = !held.file.path().as_os_str().is_empty();
    is_file && (held.file.mode() == Mode::ReadOnly || held.file.outside_change().is_some())
}

/// Writes the camp into a new file, and goes on there if its own can't be saved any more.
pub(super) fn save_copy(
    slot: &mut Option<Held>,
    image: Option<&Image>,
    path: PathBuf,
    backing: &Backing,
    revision: u64,
) -> Report {
    let Some(held) = slot else {
        return Report::CopyNotSaved(path.clone(), OpenError::NotThere(path));
    };
    let goes_on = goes_on_in_copy(held);
    let mut up_to = None;
    if let Err(error) = held.file.save_copy(&path) {
        // Pages that were not in memory can't be read any more.
        let Some(image) = image.filter(|image| image.camp.is_from(&held.file)) else {
            return Report::CopyNotSaved(path, error);
        };
        up_to = image.up_to();
        if goes_on && up_to.is_some() {
            return go_on(slot, Some(image), path, backing, revision);
        }
        if let Err(error) = image.camp.save_copy(&path) {
            return Report::CopyNotSaved(path, error);
        }
    }
    let goes_on = goes_on && takes_place_of_file(held, &path, backing);
    Report::CopySaved {
        path,
        goes_on,
        up_to,
    }
}

/// Goes on in a copy of a camp that is only looked at, which another keeper has written.
pub(super) fn go_on_in(held: Option<&mut Held>, path: PathBuf, backing: &Backing) -> Report {
    let held = held.filter(|held| goes_on_in_copy(held));
    Report::CopySaved {
        goes_on: held.is_some_and(|held| takes_place_of_file(held, &path, backing)),
        path,
        up_to: None,
    }
}

/// Opens a copy in the place of the file, if that is possible.
fn takes_place_of_file(held: &mut Held, copy: &Path, backing: &Backing) -> bool {
    match backing.open_without_backups(copy) {
        Ok(copy) => {
            held.file = copy;
            true
        }
        Err(error) => {
            tracing::warn!("the copy is there, and can't be opened: {error}");
            false
        }
    }
}

/// Writes a camp that is held in memory, by this keeper or another one, into a new file, and goes on there.
pub(super) fn go_on(
    slot: &mut Option<Held>,
    image: Option<&Image>,
    path: PathBuf,
    backing: &Backing,
    revision: u64,
) -> Report {
    let Some(image) = image else {
        let detail = format!(
            "the camp isn’t held in memory: it is larger than {} MB, or was just opened. Restore its last backup instead",
            CampImage::LARGEST_MEBIBYTES
        );
        let error = OpenError::Disk {
            path: path.clone(),
            detail,
        };
        return Report::CopyNotSaved(path, error);
    };
    if let Err(error) = image.camp.save_copy(&path) {
        return Report::CopyNotSaved(path, error);
    }
    let up_to = image.up_to();
    // Told before anything of the backups is touched: they may be on the drive that was left.
    let opened = Held::open(backing.open_without_backups(&path), &path).and_then(|mut now| {
        now.known.revision = revision;
        now.known.us_chess_revision = revision;
        // What was asked meanwhile was meant for the same camp.
        now.known.opened_at = slot.as_ref().map_or(revision, |held| held.known.opened_at);
        let next_steps = now.file.next_steps();
        let state = now.state(next_steps.map_err(|error| OpenError::from_loading(&path, &error))?);
        *slot = Some(now);
        Ok(state)
    });
    match opened {
        Ok(state) => Report::Rescued {
            path,
            state: Box::new(state),
            up_to,
        },
        Err(error) => {
            tracing::warn!("the copy is there, and can't be opened: {error}");
            Report::CopySaved {
                path,
                goes_on: false,
                up_to,
            }
        }
    }
}
