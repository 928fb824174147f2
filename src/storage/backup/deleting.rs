//! Backups that were deleted while another place was away that has them, too: the second one, or one that was it before. What is to be deleted
//! there is remembered in the first place, until it is done.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    BackupError, BackupNote, BackupsOf,
    places::{Backup, read_small},
};
use crate::files::NewFile;

/// What is to be deleted is remembered in the folder of the camp, by this name.
const TO_DELETE: &str = "to delete in the second place.list";

/// Which places have backups of the camp besides, beside that.
const KEPT_IN: &str = "second places.list";

/// The backups of a camp that are to be deleted in a place.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub(super) struct ToDelete {
    /// The place.
    second: PathBuf,
    of: BackupsOf,
    /// Later ones stay.
    until: Timestamp,
}

impl ToDelete {
    pub(super) fn includes(&self, note: &BackupNote) -> bool {
        note.made <= self.until && self.of.include(note)
    }
}

/// Both lists are read and written by several threads, each for a while.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read<T: DeserializeOwned>(folder: &Path, name: &str) -> Vec<T> {
    let text = read_small(&folder.join(name));
    text.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

fn write<T: Serialize>(folder: &Path, name: &str, all: &[T]) -> Result<(), BackupError> {
    let place = folder.join(name);
    let refused = |error: std::io::Error| BackupError::of_folder(folder, &error);
    if all.is_empty() {
        return match fs::remove_file(&place) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(refused(error)),
            _ => Ok(()),
        };
    }
    let text = serde_json::to_string_pretty(all).map_err(|error| refused(error.into()))?;
    Ok(NewFile::write(&place, text.as_bytes())?.put()?)
}

/// Notes that a place has backups of the camp of this folder.
pub(super) fn keep_in(folder: &Path, place: &Path) -> Result<(), BackupError> {
    let _alone = alone();
    let mut kept = read::<PathBuf>(folder, KEPT_IN);
    if kept.iter().any(|known| known == place) {
        return Ok(());
    }
    kept.push(place.to_owned());
    write(folder, KEPT_IN, &kept)
}

/// Whether a place is known to have backups of the camp of this folder.
pub(super) fn is_kept_in(folder: &Path, place: &Path) -> bool {
    let kept = read::<PathBuf>(folder, KEPT_IN);
    kept.iter().any(|known| known == place)
}

/// Remembers that these backups of the camp of this folder are to be deleted in the second place, and in every other one that has some.
pub(super) fn remember(
    folder: &Path,
    second: Option<&Path>,
    of: &BackupsOf,
    until: Timestamp,
) -> Result<(), BackupError> {
    let _alone = alone();
    let mut places = read::<PathBuf>(folder, KEPT_IN);
    places.retain(|place| Some(place.as_path()) != second);
    places.extend(second.map(Path::to_owned));
    let mut all = read::<ToDelete>(folder, TO_DELETE);
    all.retain(|known| known.of != *of || !places.contains(&known.second));
    all.extend(places.into_iter().map(|second| ToDelete {
        second,
        of: of.clone(),
        until,
    }));
    write(folder, TO_DELETE, &all)
}

/// What is to be deleted in this place, for the camp of this folder in the first one.
pub(super) fn due(folder: &Path, second: &Path) -> Vec<ToDelete> {
    let mut all = read::<ToDelete>(folder, TO_DELETE);
    all.retain(|what| what.second == second);
    all
}

/// Where something is to be deleted, for the camp of this folder.
pub(super) fn places(folder: &Path) -> Vec<PathBuf> {
    let mut places = Vec::new();
    for what in read::<ToDelete>(folder, TO_DELETE) {
        if !places.contains(&what.second) {
            places.push(what.second);
        }
    }
    places
}

/// Deletes what is to be deleted in a place; `there` are its backups, one by one.
pub(super) fn carry_out(
    folder: &Path,
    second: &Path,
    there: impl Iterator<Item = Backup>,
    alive: impl Fn() -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let due = due(folder, second);
    if due.is_empty() {
        return Ok(());
    }
    for backup in there {
        alive()?;
        if due.iter().any(|what| what.includes(&backup.note)) {
            backup.delete()?;
        }
    }
    alive()?;
    // What was remembered meanwhile stays.
    let _alone = alone();
    let mut all = read::<ToDelete>(folder, TO_DELETE);
    all.retain(|what| !due.contains(what));
    write(folder, TO_DELETE, &all)
}
