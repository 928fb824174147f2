//! Backups that were deleted while the second place was away: what is to be deleted there is remembered in the first place, until it is done.

use std::{
    fs,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    BackupError, BackupNote, BackupsOf,
    places::{Backup, read_small},
};
use crate::files::NewFile;

/// What is to be deleted is remembered in the folder of the camp, by this name.
const TO_DELETE: &str = "to delete in the second place.list";

/// The backups of a camp that are to be deleted in a place.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub(super) struct ToDelete {
    pub(super) second: PathBuf,
    pub(super) of: BackupsOf,
    /// Later ones stay.
    pub(super) until: Timestamp,
}

impl ToDelete {
    pub(super) fn includes(&self, note: &BackupNote) -> bool {
        note.made <= self.until && self.of.include(note)
    }
}

/// What is to be deleted in places that aren't there, for the camp of this folder in the first place.
fn remembered(folder: &Path) -> Vec<ToDelete> {
    let text = read_small(&folder.join(TO_DELETE));
    text.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

fn write(folder: &Path, all: &[ToDelete]) -> Result<(), BackupError> {
    let place = folder.join(TO_DELETE);
    let refused = |error: std::io::Error| BackupError::of_folder(folder, &error);
    if all.is_empty() {
        return match fs::remove_file(&place) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(refused(error)),
            _ => Ok(()),
        };
    }
    let text = serde_json::to_string_pretty(all).map_err(|error| refused(error.into()))?;
    Ok(NewFile::write(&place, text.as_bytes())?.put()?)
}

/// Remembers what is to be deleted.
pub(super) fn remember(folder: &Path, what: ToDelete) -> Result<(), BackupError> {
    let mut all = remembered(folder);
    all.retain(|other| other.second != what.second || other.of != what.of);
    all.push(what);
    write(folder, &all)
}

/// What is to be deleted in this place, for the camp of this folder in the first one.
pub(super) fn due(folder: &Path, second: &Path) -> Vec<ToDelete> {
    let mut all = remembered(folder);
    all.retain(|what| what.second == second);
    all
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
    // What was remembered meanwhile stays.
    let mut all = remembered(folder);
    all.retain(|what| !due.contains(what));
    write(folder, &all)
}
