//! Halves of backups: packed camps that have no note, and notes whose packed camp is gone, as the program was ended by force between the two, or only
//! one of them has come into a synchronized folder. They are no backups, and nothing else would ever list, thin or delete them.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize, de::IgnoredAny};

use super::{
    BackupError, deleting,
    places::{
        LONGEST_NOTE, NOTE, PACKED, backups_in, ending_with, note_beside, packed_in, read_note,
        remove,
    },
};

/// So long a packed camp waits in a second place for its note, which may come from another computer.
const WAITED_FOR: SignedDuration = SignedDuration::from_hours(31 * 24);

/// Which ones wait is remembered in the folder of the camp in the first place, by this name.
const WAITING: &str = "without a note in the second place.list";

/// A packed camp in the second place that has no note.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
struct Waiting {
    #[serde(with = "crate::files::path_text")]
    packed: PathBuf,
    /// When it was found. What is synchronized keeps its own time, which may be of last year.
    since: Timestamp,
}

/// Removes the halves in the folder of a camp. What is just being made is a half for a moment; `is_left` says what isn't.
pub(super) fn remove_halves(
    folder: &Path,
    is_left: impl Fn(&Path) -> bool,
) -> Result<(), BackupError> {
    let mut left = packed_in(folder).filter(|packed| is_left(packed) && lacks_note(packed));
    left.try_for_each(|packed| {
        remove(&packed)?;
        remove(&note_beside(&packed))
    })?;
    let notes = ending_with(folder, NOTE).filter(|note| is_left(note));
    let mut alone = notes.filter(|note| is_alone(note));
    alone.try_for_each(|note| remove(&note))
}

/// Whether the packed camp of a note is gone. One of a newer version may be of something else.
fn is_alone(note: &Path) -> bool {
    let name = note.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.strip_suffix(NOTE).unwrap_or(&name);
    let packed = note.with_file_name(format!("{stem}{PACKED}"));
    let is_gone = |error: std::io::Error| error.kind() == ErrorKind::NotFound;
    packed.symlink_metadata().is_err_and(is_gone)
        && (read_note(&packed).is_some() || lacks_note(&packed))
}

/// Whether a packed camp has no note, or one of which nothing can be made out. That of a newer version is one.
fn lacks_note(packed: &Path) -> bool {
    let note = note_beside(packed);
    match fs::metadata(&note) {
        Ok(about) if about.is_file() && about.len() < LONGEST_NOTE => {
            let text = fs::read(&note);
            text.is_ok_and(|text| serde_json::from_slice::<IgnoredAny>(&text).is_err())
        }
        Ok(_) => false,
        // What can't be read now may be one.
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

/// Removes from the folder of a camp in the second place the packed camps that have waited for their notes too long, where a newer backup lies
/// there. They hold what is known of children. `first` is the folder of the camp in the first place.
pub(super) fn remove_left_waiting(
    first: &Path,
    folder: &Path,
    now: Timestamp,
) -> Result<(), BackupError> {
    let known = deleting::read::<Waiting>(first, WAITING);
    let made = backups_in(folder)
        .into_iter()
        .map(|backup| backup.note.made);
    let newest = made.filter(|made| *made <= now).max();
    // Those of a stick that is used by turns with this one wait there.
    let is_elsewhere = |known: &&Waiting| {
        !known.packed.exists() && now.duration_since(known.since) < WAITED_FOR * 2
    };
    let elsewhere = known.iter().filter(is_elsewhere);
    let mut waiting = elsewhere.cloned().collect::<Vec<_>>();
    for packed in packed_in(folder).filter(|packed| lacks_note(packed)) {
        let found = known.iter().find(|known| known.packed == packed);
        let since = found.map_or(now, |known| known.since);
        let has_newer = newest.is_some_and(|newest| newest > since);
        if has_newer && now.duration_since(since) > WAITED_FOR {
            remove(&packed)?;
            remove(&note_beside(&packed))?;
        } else {
            waiting.push(Waiting { packed, since });
        }
    }
    waiting.sort_by(|one, other| one.packed.cmp(&other.packed));
    if waiting == known {
        return Ok(());
    }
    deleting::write(first, WAITING, &waiting)
}
