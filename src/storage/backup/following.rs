//! A place is brought up to the first one, for a camp: what it lacks is copied and read back, and what was deleted there goes.

use std::{fs, io, path::Path, time::Duration};

use flate2::read::GzDecoder;
use jiff::Timestamp;

use super::{
    Backup, BackupError, deleting,
    making::summed,
    places::{
        backups_in, folders, note_beside, of_camp, read_note, remove_without_note, thin, write_note,
    },
    slow_places::Pulse,
};
use crate::{
    files::{self, NewFile, folder_of},
    storage::real_clock,
};

/// Where the second place is synchronized, a packed camp of another computer comes with the time at which that made it, and its note later.
const NOTE_COMES: Duration = Duration::from_hours(7 * 24);

/// So often a packed camp is written that isn't read back as it was written.
const ATTEMPTS: usize = 2;

/// Deletes in a place what was deleted in the first one: of every camp, as this one may be the last that is opened while the place is there.
pub(super) fn delete_due(
    first: &Path,
    place: &Path,
    now: Timestamp,
    pulse: &Pulse<Result<(), BackupError>>,
) -> Result<(), BackupError> {
    for camp in folders(first) {
        let there = folders(place).into_iter();
        let there = there.flat_map(|folder| backups_in(&folder));
        deleting::carry_out(&camp, place, there, now, || pulse.beat())?;
    }
    Ok(())
}

/// Brings a place up to another one, for a camp.
pub(super) fn bring_up(
    first: &Path,
    second: &Path,
    uid: &str,
    now: Timestamp,
    pulse: &Pulse<Result<(), BackupError>>,
) -> Result<(), BackupError> {
    delete_due(first, second, now, pulse)?;
    let camp = of_camp(first, uid)?;
    deleting::keep_in(&camp, second)?;
    let folder = of_camp(second, uid)?;
    files::remove_leftovers(&folder);
    let mut files = Vec::new();
    let begun = real_clock().timestamp();
    for backup in backups_in(&camp) {
        pulse.beat()?;
        copy(&backup, &folder, || pulse.beat())?;
        if !files.contains(&backup.note.file) {
            files.push(backup.note.file);
        }
    }
    deleting::has_all(&camp, second, begun);
    for file in files {
        pulse.beat()?;
        thin(&folder, &file, now)?;
    }
    remove_without_note(&folder, |packed| files::is_older_than(packed, NOTE_COMES))
}

/// Copies a backup into a folder, unless that has it: with all its bytes, as far as their number tells. A stick is slow, and isn't read through
/// each time.
fn copy(
    backup: &Backup,
    folder: &Path,
    alive: impl Fn() -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let there = folder.join(backup.path.file_name().unwrap_or_default());
    let is_whole = fs::metadata(&there).is_ok_and(|about| about.len() == backup.note.packed);
    if !is_whole {
        // Another copy of the camp may have made one in the same second.
        if read_note(&there).is_some_and(|theirs| theirs.sha256 != backup.note.sha256) {
            return Ok(());
        }
        let Some(packed) = sound(backup) else {
            return Ok(());
        };
        put_checked(&packed, &there, |there| fs::read(there))?;
        alive()?;
    }
    let note = note_beside(&there);
    let has_note = fs::metadata(&note).is_ok_and(|about| about.len() > 0);
    if has_note {
        return Ok(());
    }
    write_note(&note, &backup.note)
}

/// A packed camp; `None` where it isn't any more what was packed, so that it doesn't take the place of a better one.
fn sound(backup: &Backup) -> Option<Vec<u8>> {
    let read = fs::read(&backup.path).and_then(|packed| {
        let unpacked = summed(&mut GzDecoder::new(packed.as_slice()), |_| Ok(()))?;
        Ok((packed, unpacked))
    });
    let note = &backup.note;
    let path = backup.path.display();
    match read {
        Ok((packed, (size, sha256))) if (size, &sha256) == (note.size, &note.sha256) => {
            Some(packed)
        }
        Ok(_) => {
            tracing::warn!("not copied, as it isn't what was packed: “{path}”");
            None
        }
        Err(error) => {
            tracing::warn!("not copied, as it can't be read ({error}): “{path}”");
            None
        }
    }
}

/// Puts a packed camp in its place, and reads it back: a stick that wears out doesn't keep what it takes.
fn put_checked(
    packed: &[u8],
    there: &Path,
    read_back: impl Fn(&Path) -> io::Result<Vec<u8>>,
) -> Result<(), BackupError> {
    for _ in 0..ATTEMPTS {
        NewFile::write(there, packed)?.put()?;
        // Also if nobody waits any more: what stays without it would be taken for whole the next time.
        if read_back(there).is_ok_and(|read| read == packed) {
            return Ok(());
        }
    }
    // Nobody takes it for a backup.
    let _ = fs::remove_file(there);
    Err(BackupError::Folder {
        folder: folder_of(there).to_owned(),
        detail: "what is read there isn't what was written".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn what_is_read_back_as_something_else_is_written_again_and_does_not_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let there = folder.path().join("camp.ladder.gz");
        let reads = Cell::new(0);
        let put = |good_from: u32| {
            reads.set(0);
            let read_back = |path: &Path| {
                reads.set(reads.get() + 1);
                let mut bytes = fs::read(path)?;
                if reads.get() < good_from {
                    bytes.pop();
                }
                Ok(bytes)
            };
            put_checked(b"packed", &there, read_back)
        };
        for good_from in [1, 2] {
            put(good_from).expect("there");
            assert_eq!(reads.get(), good_from);
            assert_eq!(fs::read(&there).expect("a file"), b"packed");
        }
        let refused = put(u32::MAX);
        assert!(
            matches!(refused, Err(BackupError::Folder { .. })),
            "{refused:?}"
        );
        assert!(!there.exists());
    }
}
