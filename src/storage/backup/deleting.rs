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
    halves::remove_halves,
    places::{Backup, PACKED, folder_of_camp, is_ahead, read_note, read_small},
};
use crate::{files::NewFile, storage::uid::uid};

/// What is to be deleted is remembered in the folder of the camp, by this name.
const TO_DELETE: &str = "to delete in the second place.list";

/// Which places have backups of the camp besides, beside that.
const KEPT_IN: &str = "second places.list";

/// What tells a place from another one that comes to have its path: a stick that gets the letter of another.
const MARK: &str = "Camp Ladder backups.id";

/// A place that has backups of a camp.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub(super) struct Kept {
    #[serde(with = "crate::files::path_text")]
    place: PathBuf,
    pub(super) id: String,
    /// When the director had chosen it, last.
    #[serde(default)]
    pub(super) chosen: Option<Timestamp>,
    /// When it last had all that the first one has.
    #[serde(default)]
    last: Option<Timestamp>,
}

/// The backups of a camp that are to be deleted in a place.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub(super) struct ToDelete {
    /// The place.
    #[serde(with = "crate::files::path_text")]
    second: PathBuf,
    /// `None` where it isn't known to have any.
    #[serde(default)]
    id: Option<String>,
    of: BackupsOf,
    /// Later ones stay,
    until: Timestamp,
    /// but for these, which had been made by a clock that was ahead when they were deleted.
    #[serde(default)]
    ahead: Vec<Timestamp>,
}

impl ToDelete {
    /// Also one that is made only after this moment: by a clock that was ahead.
    pub(super) fn includes(&self, note: &BackupNote, now: Timestamp) -> bool {
        let made = note.made;
        let was_there = made <= self.until || self.ahead.contains(&made);
        (was_there || is_ahead(made, now)) && self.of.is_of_camp(note)
    }

    /// Whether the place that has this mark is meant, and not another stick that has come to have its path.
    pub(super) fn is_in(&self, mark: Option<&str>) -> bool {
        self.id.is_none() || self.id.as_deref() == mark
    }
}

/// Both lists are read and written by several threads, each for a while.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn read<T: DeserializeOwned>(folder: &Path, name: &str) -> Vec<T> {
    let text = read_small(&folder.join(name));
    text.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

pub(super) fn write<T: Serialize>(folder: &Path, name: &str, all: &[T]) -> Result<(), BackupError> {
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

/// What a place is marked with, as far as it is.
pub(super) fn mark_of(place: &Path) -> Option<String> {
    read_small(&place.join(MARK))
}

/// Whether nobody is allowed to see how a place is marked.
pub(super) fn hides_mark(place: &Path) -> bool {
    let mark = place.join(MARK);
    // Opening a pipe waits for somebody to write into it.
    let seen = fs::metadata(&mark).and_then(|about| {
        if about.is_file() {
            fs::File::open(&mark).map(drop)
        } else {
            Ok(())
        }
    });
    seen.is_err_and(|error| error.kind() == ErrorKind::PermissionDenied)
}

/// The same; it is marked if it isn't yet.
pub(super) fn marked(place: &Path) -> Result<String, BackupError> {
    if let Some(mark) = mark_of(place) {
        return Ok(mark);
    }
    let id = uid();
    NewFile::write(&place.join(MARK), id.as_bytes())?.put()?;
    Ok(id)
}

/// What was in a place and got backups of the camp of this folder.
pub(super) fn kept_in(folder: &Path, place: &Path) -> Vec<Kept> {
    let mut kept = read::<Kept>(folder, KEPT_IN);
    kept.retain(|kept| kept.place == place);
    kept
}

/// Notes that a place, which is marked and was `chosen` then, has backups of the camp of this folder.
pub(super) fn keep_in(
    folder: &Path,
    place: &Path,
    chosen: Option<Timestamp>,
) -> Result<(), BackupError> {
    let id = marked(place)?;
    let place = place.to_owned();
    let _alone = alone();
    let mut kept = read::<Kept>(folder, KEPT_IN);
    let known = kept.iter_mut().find(|it| it.place == place && it.id == id);
    match known {
        Some(it) if it.chosen == chosen => return Ok(()),
        Some(it) => it.chosen = chosen,
        None => kept.push(Kept {
            place,
            id,
            chosen,
            last: None,
        }),
    }
    write(folder, KEPT_IN, &kept)
}

/// Notes that a place had by then what the first one has of the camp of this folder. That this can't be noted keeps no backups from it.
pub(super) fn has_all(folder: &Path, place: &Path, then: Timestamp) {
    let mark = mark_of(place);
    let _alone = alone();
    let mut kept = read::<Kept>(folder, KEPT_IN);
    let it = kept
        .iter_mut()
        .find(|kept| kept.place == place && Some(&kept.id) == mark.as_ref());
    let Some(it) = it else { return };
    it.last = Some(then);
    if let Err(error) = write(folder, KEPT_IN, &kept) {
        tracing::warn!("not noted what the second place has: {error}");
    }
}

/// When a place had all last, for the camp of this folder.
pub(super) fn last_there(folder: &Path, place: &Path) -> Option<Timestamp> {
    let kept = kept_in(folder, place).into_iter();
    kept.filter_map(|kept| kept.last).max()
}

/// Remembers that these backups of the camp of this folder are to be deleted in the second place, and in every other one that has some: those that
/// were made until then, and those of a clock that was ahead.
pub(super) fn remember(
    folder: &Path,
    second: Option<&Path>,
    of: &BackupsOf,
    until: Timestamp,
    ahead: &[Timestamp],
) -> Result<(), BackupError> {
    let _alone = alone();
    let kept = read::<Kept>(folder, KEPT_IN);
    let unknown = second.filter(|second| kept.iter().all(|kept| kept.place != *second));
    let places = kept.into_iter().map(|kept| (kept.place, Some(kept.id)));
    let places = places.chain(unknown.map(|second| (second.to_owned(), None)));
    let mut all = read::<ToDelete>(folder, TO_DELETE);
    for (second, id) in places {
        let mut what = ToDelete {
            second,
            id,
            of: of.clone(),
            until,
            ahead: ahead.to_vec(),
        };
        all.retain(|known| {
            let is_it = known.of == what.of && known.second == what.second && known.id == what.id;
            if is_it {
                // It isn't done yet, and by now this one tells nothing of what was there then.
                what.until = what.until.max(known.until);
                what.ahead.extend(&known.ahead);
            }
            !is_it
        });
        all.push(what);
    }
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

/// Those of them of which nothing tells whether they ever had any: from here they got none, but other computers may share them.
pub(super) fn unknown_places(folder: &Path) -> Vec<PathBuf> {
    let all = read::<ToDelete>(folder, TO_DELETE);
    let is_known = |place: &PathBuf| {
        let mut there = all.iter().filter(|what| what.second == *place);
        there.any(|what| what.id.is_some())
    };
    let mut unknown = places(folder);
    unknown.retain(|place| !is_known(place));
    unknown
}

/// Deletes by `now` what is to be deleted in a place; `there` are its backups, one by one. What isn't known to be gone is left for the next time.
pub(super) fn carry_out(
    folder: &Path,
    second: &Path,
    there: impl Iterator<Item = Backup>,
    now: Timestamp,
    alive: impl Fn() -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let mut due = due(folder, second);
    if due.is_empty() {
        return Ok(());
    }
    let mark = mark_of(second);
    due.retain(|what| what.is_in(mark.as_deref()));
    for backup in there {
        alive()?;
        if due.iter().any(|what| what.includes(&backup.note, now)) {
            backup.delete()?;
        }
    }
    for uid in due.iter().filter_map(|what| what.of.uid()) {
        remove_halves(&folder_of_camp(second, uid), |_| true)?;
    }
    alive()?;
    due.retain(|what| {
        let folder = what.of.uid().map(|uid| folder_of_camp(second, uid));
        folder.is_none_or(|folder| has_none(&folder, |note| what.includes(note, now)))
    });
    // A stick that was pulled out meanwhile still has them all.
    if !second.is_dir() || mark_of(second) != mark {
        return Ok(());
    }
    // What was remembered meanwhile stays.
    let _alone = alone();
    let mut all = read::<ToDelete>(folder, TO_DELETE);
    all.retain(|what| !due.contains(what));
    write(folder, TO_DELETE, &all)
}

/// Whether the folder of a camp has no backup that is meant. One that can't be read may be: it may be kept online only, and its drive may be gone by
/// now.
pub(super) fn has_none(folder: &Path, is_meant: impl Fn(&BackupNote) -> bool) -> bool {
    let mut entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return error.kind() == ErrorKind::NotFound,
    };
    entries.all(|entry| {
        entry.is_ok_and(|entry| {
            let path = entry.path();
            let is_packed = path.to_string_lossy().ends_with(PACKED);
            !is_packed || read_note(&path).is_some_and(|note| !is_meant(&note))
        })
    })
}

/// Gives up deleting anything in a place, for the camp of this folder: it is lost, and no backups of it are known to be there any more.
pub(super) fn give_up(folder: &Path, second: &Path) -> Result<(), BackupError> {
    let _alone = alone();
    let mut all = read::<ToDelete>(folder, TO_DELETE);
    let mut kept = read::<Kept>(folder, KEPT_IN);
    kept.retain(|kept| {
        let is_it = |what: &ToDelete| what.second == kept.place && what.is_in(Some(&kept.id));
        kept.place != second || !all.iter().any(is_it)
    });
    write(folder, KEPT_IN, &kept)?;
    all.retain(|what| what.second != second);
    write(folder, TO_DELETE, &all)
}

/// Forgets that a place has backups, as it has none of the camp of this folder any more.
pub(super) fn forget(folder: &Path, place: &Path) -> Result<(), BackupError> {
    let mark = mark_of(place);
    let _alone = alone();
    let mut kept = read::<Kept>(folder, KEPT_IN);
    let is_it = |kept: &Kept| kept.place == place && Some(&kept.id) == mark.as_ref();
    let before = kept.len();
    kept.retain(|kept| !is_it(kept));
    if kept.len() == before {
        return Ok(());
    }
    write(folder, KEPT_IN, &kept)
}
