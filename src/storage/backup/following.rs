//! A place is brought up to the first one, for a camp: what it lacks is copied and read back, the newest first, and what was deleted there goes.
//! What has rotted in one of them is mended from the other.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;
use jiff::Timestamp;

use super::{
    Backup, BackupError, BackupNote, deleting,
    halves::remove_left_waiting,
    making::summed,
    places::{
        backups_in, folders, newest_first, note_beside, of_camp, outdated, read_note, thin,
        write_note,
    },
    slow_places::Pulse,
};
use crate::{
    files::{self, NewFile, folder_of},
    storage::real_clock,
};

/// So much of the first place is read through each time, in bytes as the camps have them: all of most camps, and of the largest now this and now
/// that.
const READ_THROUGH: u64 = 32 << 20;

/// The same of the second one, which is slower: all of a small camp, and one backup of another one.
const READ_THROUGH_THERE: u64 = 4 << 20;

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

/// Brings a place, which was `chosen` then, up to another one, for a camp.
pub(super) fn bring_up(
    first: &Path,
    second: &Path,
    uid: &str,
    chosen: Option<Timestamp>,
    now: Timestamp,
    pulse: &Pulse<Result<(), BackupError>>,
) -> Result<(), BackupError> {
    delete_due(first, second, now, pulse)?;
    let camp = of_camp(first, uid)?;
    deleting::keep_in(&camp, second, chosen)?;
    let folder = of_camp(second, uid)?;
    files::remove_leftovers(&folder);
    let begun = real_clock().timestamp();
    let mut backups = backups_in(&camp);
    newest_first(&mut backups);
    let copied = copy_all(&backups, &folder, now, || pulse.beat());
    if copied.is_ok() {
        deleting::has_all(&camp, second, begun);
    }
    // It reads much, and whoever quits gives a stick seconds for the newest one.
    mend(&backups, &folder, now, READ_THROUGH, || pulse.beat())?;
    pulse.beat()?;
    // Where it is full, there is room for the newest one after this.
    thin(&folder, Backup::thinned, now, || pulse.beat())?;
    copied?;
    // Other halves stay: where the place is synchronized, a note comes long before its packed camp, or after it, with the time of the computer that
    // made it, and what is removed here would be removed there. What this computer has left undone is done by `copy`.
    remove_left_waiting(&camp, &folder, now)?;
    renew(&backups, &folder, now, READ_THROUGH_THERE, || pulse.beat())
}

/// Copies into a folder what it is to have. What is found to be rotten as it is read for that stands for no other one any more, and so the folder is
/// to have others instead.
fn copy_all(
    backups: &[Backup],
    folder: &Path,
    now: Timestamp,
    alive: impl Fn() -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let mut rotten = Vec::new();
    loop {
        let known = rotten.len();
        for backup in to_have(backups, &rotten, folder, now) {
            alive()?;
            if !copy(backup, folder, &alive)? {
                rotten.push(backup.path.clone());
            }
        }
        if rotten.len() == known {
            return Ok(());
        }
    }
}

/// Of backups, those that a folder is to have: not what is removed there as soon as its turn comes, or it would be copied again and again. One that
/// has lost bytes, as after a power cut, or is known to be rotten, stands for no other one: none is removed for it, either.
fn to_have<'b>(
    backups: &'b [Backup],
    rotten: &[PathBuf],
    folder: &Path,
    now: Timestamp,
) -> Vec<&'b Backup> {
    let is_whole = |backup: &Backup| {
        let is_rotten = rotten.contains(&backup.path);
        let there = beside(backup, folder);
        (has_all_bytes(&backup.path, &backup.note) && !is_rotten)
            || has_all_bytes(&there, &backup.note)
    };
    let is_known = |there: &Backup| {
        let mut names = backups.iter().map(|backup| backup.path.file_name());
        names.any(|name| name == there.path.file_name())
    };
    let whole = backups.iter().filter(|backup| is_whole(backup));
    let whole = whole.collect::<Vec<_>>();
    let mut others = backups_in(folder);
    others.retain(|there| !is_known(there) && is_whole(there));
    let made = whole.iter().copied().chain(&others);
    let outdated = outdated(made, now);
    let places = whole.into_iter().enumerate();
    let kept = places.filter(|(place, _)| !outdated.contains(place));
    kept.map(|(_, backup)| backup).collect()
}

/// Copies a backup into a folder, unless that has it: with all its bytes, as far as their number tells. A stick is slow, and is read through
/// [part by part](renew). `false` where it is rotten, and so isn't copied.
fn copy(
    backup: &Backup,
    folder: &Path,
    alive: impl Fn() -> Result<(), BackupError>,
) -> Result<bool, BackupError> {
    let there = beside(backup, folder);
    if !has_all_bytes(&there, &backup.note) {
        // Another copy of the camp may have made one in the same second.
        if read_note(&there).is_some_and(|theirs| theirs.sha256 != backup.note.sha256) {
            return Ok(true);
        }
        let Some(packed) = sound(&backup.path, &backup.note) else {
            return Ok(false);
        };
        put_checked(&packed, &there, |there| fs::read(there))?;
        alive()?;
    }
    let note = note_beside(&there);
    let has_note = fs::metadata(&note).is_ok_and(|about| about.len() > 0);
    if !has_note {
        write_note(&note, &backup.note)?;
    }
    Ok(true)
}

/// Where a backup lies in another folder.
pub(super) fn beside(backup: &Backup, folder: &Path) -> PathBuf {
    folder.join(backup.path.file_name().unwrap_or_default())
}

pub(super) fn has_all_bytes(packed: &Path, note: &BackupNote) -> bool {
    fs::metadata(packed).is_ok_and(|about| about.len() == note.packed)
}

/// Puts what isn't any more what was packed back into the first place, from another folder that has it sound. It reads through about `bytes` of
/// what seems whole, from another one on each second.
pub(super) fn mend(
    backups: &[Backup],
    folder: &Path,
    now: Timestamp,
    bytes: u64,
    alive: impl Fn() -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let mut read = 0_u64;
    for backup in from_another(backups, now) {
        let Backup { path, note, .. } = backup;
        let there = beside(backup, folder);
        if !has_all_bytes(&there, note) {
            continue;
        }
        alive()?;
        if has_all_bytes(path, note) {
            if read >= bytes {
                continue;
            }
            read = read.saturating_add(note.size);
            if sound(path, note).is_some() {
                continue;
            }
        }
        let Some(packed) = sound(&there, note) else {
            continue;
        };
        alive()?;
        match put_checked(&packed, path, |path| fs::read(path)) {
            Ok(()) => tracing::warn!("mended from the second place: “{}”", path.display()),
            Err(error) => tracing::warn!("not mended: {error}"),
        }
        // Without its note it was deleted meanwhile.
        if !note_beside(path).exists() {
            let _ = fs::remove_file(path);
        }
    }
    Ok(())
}

/// Copies again what a place has with all its bytes, and not as they were. It reads through about `bytes`, from another one on each second, and at
/// least one: what was written is read back from the memory of the computer, and only in a later session from the stick itself.
pub(super) fn renew(
    backups: &[Backup],
    folder: &Path,
    now: Timestamp,
    bytes: u64,
    alive: impl Fn() -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let mut read = 0_u64;
    for backup in from_another(backups, now) {
        if read >= bytes {
            break;
        }
        let Backup { path, note, .. } = backup;
        let there = beside(backup, folder);
        let is_it = |theirs: BackupNote| theirs.sha256 == note.sha256;
        if !has_all_bytes(&there, note) || !read_note(&there).is_some_and(is_it) {
            continue;
        }
        alive()?;
        read = read.saturating_add(note.size);
        if sound(&there, note).is_some() {
            continue;
        }
        let Some(packed) = sound(path, note) else {
            continue;
        };
        alive()?;
        put_checked(&packed, &there, |there| fs::read(there))?;
        tracing::warn!("copied again: “{}”", there.display());
    }
    Ok(())
}

/// All of them, beginning with another one on each second.
fn from_another(backups: &[Backup], now: Timestamp) -> impl Iterator<Item = &Backup> {
    let count = backups.len().max(1) as u64;
    let from = usize::try_from(now.as_second().unsigned_abs() % count).unwrap_or_default();
    backups.iter().cycle().skip(from).take(backups.len())
}

/// A packed camp; `None` where it isn't any more what was packed, so that it doesn't take the place of a better one.
pub(super) fn sound(path: &Path, note: &BackupNote) -> Option<Vec<u8>> {
    let read = fs::read(path).and_then(|packed| {
        let unpacked = summed(&mut GzDecoder::new(packed.as_slice()), |_| Ok(()))?;
        Ok((packed, unpacked))
    });
    let path = path.display();
    match read {
        Ok((packed, (size, sha256))) if (size, &sha256) == (note.size, &note.sha256) => {
            Some(packed)
        }
        Ok(_) => {
            tracing::warn!("passed over, as it isn't what was packed: “{path}”");
            None
        }
        Err(error) => {
            tracing::warn!("passed over, as it can't be read ({error}): “{path}”");
            None
        }
    }
}

/// Puts a packed camp in its place, and reads it back: some drives don't keep what they take. What the computer itself still has in its memory
/// tells nothing of that, so it is [read through](renew) later, too.
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
        detail: "what is read there isn’t what was written".to_owned(),
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
