//! A camp is had back: as a new file, or in the place of the one that is damaged, wrong or gone.

use std::{
    env,
    fs::{self, File},
    io::{self, ErrorKind, Read, Write as _},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags};

use super::{
    Backup, BackupError, BackupNote, BackupPlaces, BackupsOf, NewestGood, Since,
    aside::Aside,
    following::has_all_bytes,
    making::{HeldCamp, summed, uid_of, unpacking},
    places,
    slow_places::{PATIENCE, ask},
    whose::whole,
};
use crate::{
    files::{self, WorkFolder},
    storage::{
        CampFile, Mode, OpenError, Step, StorageError,
        error::damage_in_words,
        history,
        open::from_io,
        safety::{
            check, connection,
            journal::{self, LeftJournal},
            new_file,
        },
    },
};

/// What a camp is called until it is in its place.
pub(super) const UNPACKED: &str = "restored.ladder";

/// What a backup of the second place is called while it is here.
const FETCHED: &str = "fetched.gz";

/// A file that a camp can be had back from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RestoreSource {
    path: PathBuf,
    /// SHA-256 of the camp file, in hexadecimal, where it is known.
    sha256: Option<String>,
    /// Whether it lies in the second place.
    is_second: bool,
    /// Where the same can be had if this is damaged.
    twin: Option<Box<Self>>,
    /// What a new file of it is called where nobody says otherwise.
    new_name: String,
}

impl From<&Backup> for RestoreSource {
    fn from(backup: &Backup) -> Self {
        Self {
            path: backup.path.clone(),
            sha256: Some(backup.note.sha256.clone()),
            is_second: backup.is_second,
            twin: backup.twin.as_deref().map(|twin| Box::new(twin.into())),
            new_name: backup.note.new_name(),
        }
    }
}

impl RestoreSource {
    /// A packed camp, or a camp file, that the director names; with the note beside it, if it still has one.
    pub fn file(path: &Path) -> Self {
        let note = places::read_note(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let new_name = note.as_ref().map(BackupNote::new_name);
        Self {
            path: path.to_owned(),
            new_name: new_name.unwrap_or_else(|| format!("{} (restored).ladder", stem(&name))),
            sha256: note.map(|note| note.sha256),
            is_second: false,
            twin: None,
        }
    }

    /// What a new file of it is called where nobody says otherwise: "Camp (backup of 2026-07-10 19.05).ladder"
    pub fn new_name(&self) -> &str {
        &self.new_name
    }

    /// Whether the backup is what it was when it was made, and a sound camp.
    ///
    /// # Errors
    /// It isn't, or can't be read; or nobody knows, as it can't be unpacked to be looked at.
    pub fn verify(&self) -> Result<(), BackupError> {
        self.unpacked(|_| ())
    }

    /// What the camp of the backup tells of its changes; `None` where its history can't be read. The backup is verified.
    pub(super) fn history(&self) -> Result<Option<FileHistory>, BackupError> {
        self.unpacked(|camp| FileHistory::of(&connection::to_read(camp).ok()?))
    }

    /// Unpacks and verifies the camp, and looks at it, in a folder that goes then.
    fn unpacked<T>(&self, look: impl FnOnce(&Path) -> T) -> Result<T, BackupError> {
        let refused = |detail: String| BackupError::Unpacking {
            folder: env::temp_dir(),
            detail,
        };
        let work = tempfile::tempdir().map_err(|error| refused(error.to_string()))?;
        let camp = work.path().join(UNPACKED);
        match self.unpack_to(&camp, work.path()) {
            Ok(()) => Ok(look(&camp)),
            // It isn't the place of a camp that has no room.
            Err(BackupError::Open(OpenError::DiskFull(_))) => {
                Err(refused("the disk is full".to_owned()))
            }
            Err(error) => Err(error),
        }
    }

    /// Opens the camp of the backup to look at it, in a folder of its own that goes with it.
    ///
    /// # Errors
    /// The disk refuses, or the backup can't be used.
    pub fn look(&self, places: &BackupPlaces) -> Result<CampFile, BackupError> {
        let refused = |error: io::Error| BackupError::of_folder(&places.folder, &error);
        places::make_private(&places.folder).map_err(refused)?;
        files::remove_leftovers(&places.folder);
        let work = WorkFolder::new(&places.folder).map_err(refused)?;
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let unpacked = work.path().join(format!("{} (backup).ladder", stem(&name)));
        self.unpack_to(&unpacked, &unpacked)?;
        let mut camp = CampFile::open(&unpacked, Mode::ReadOnly)?;
        camp.work = Some(work);
        Ok(camp)
    }

    /// Makes a new camp file of the backup, which appears whole or not at all.
    ///
    /// # Errors
    /// There is a file already, no folder, no room; or the backup can't be used.
    pub fn save_as(&self, place: &Path) -> Result<(), BackupError> {
        let work = new_file::begin_in(place)?;
        let unpacked = work.path().join(UNPACKED);
        self.unpack_to(&unpacked, place)?;
        Ok(files::put_new(&unpacked, place).map_err(|error| new_file::not_made(place, &error))?)
    }

    /// Puts the camp of the backup in a place, as [`Unpacked::put`] does.
    ///
    /// # Errors
    /// The camp is open somewhere, the disk refuses, or the backup can't be used.
    pub fn put_back(&self, place: &Path) -> Result<Option<PathBuf>, BackupError> {
        Ok(self.unpack_beside(place)?.put()?)
    }

    /// Unpacks and verifies the camp beside the place where it is to be. The file that is there isn't touched, and may be open here.
    ///
    /// # Errors
    /// The disk refuses, or the backup can't be used.
    pub fn unpack_beside(&self, place: &Path) -> Result<Unpacked, BackupError> {
        // A link stays, and leads to the camp from then on.
        let place = &files::behind_links(place);
        if place.is_dir() {
            return Err(OpenError::Folder(place.to_owned()).into());
        }
        let folder = files::folder_of(place);
        if !folder.is_dir() {
            return Err(OpenError::NoFolder(folder.to_owned()).into());
        }
        files::remove_leftovers(folder);
        let work = WorkFolder::new(folder).map_err(|error| new_file::not_made(place, &error))?;
        self.unpack_to(&work.path().join(UNPACKED), place)?;
        Ok(Unpacked {
            work,
            place: place.clone(),
        })
    }

    /// Unpacks and verifies; `goal` is what has no room if there is none. Where the backup isn't what it was, its twin is taken.
    fn unpack_to(&self, place: &Path, goal: &Path) -> Result<(), BackupError> {
        let unpacked = self.unpack_this_to(place, goal);
        let Some(twin) = &self.twin else {
            return unpacked;
        };
        match unpacked {
            Err(error) if error.is_of_backup() => {
                tracing::warn!("taken from the second place: {error}");
                // What came of it so far is in the way.
                let _ = fs::remove_file(place);
                let unpacked = twin.unpack_this_to(place, goal);
                unpacked.map_err(|other| if other.is_of_backup() { error } else { other })
            }
            unpacked => unpacked,
        }
    }

    fn unpack_this_to(&self, place: &Path, goal: &Path) -> Result<(), BackupError> {
        let not_read = |error: io::Error| self.not_read(&error);
        // It is what comes that has no room, or may not be there.
        let refused = |error: io::Error| match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                BackupError::Open(OpenError::DiskFull(goal.to_owned()))
            }
            _ => BackupError::Unpacking {
                folder: files::folder_of(place).to_owned(),
                detail: error.to_string(),
            },
        };
        let failed = |failed: Failed| match failed {
            Failed::Reading(error) => not_read(error),
            Failed::Writing(error) => refused(error),
        };
        let mut file = File::create_new(place).map_err(refused)?;
        let fetched = if self.is_second {
            let fetched = place.with_file_name(FETCHED);
            self.fetch(&fetched)?.map_err(failed)?;
            Some(fetched)
        } else {
            None
        };
        let from = fetched.as_deref().unwrap_or(&self.path);
        let sha256 = if is_packed(from).map_err(not_read)? {
            let mut packed = unpacking(from).map_err(not_read)?;
            copy(&mut packed, &mut file, || Ok(())).map_err(failed)?
        } else {
            // Half of a change may be in it that its journal takes back.
            let left = LeftJournal::find(&self.path)?;
            let from = left.as_ref();
            let from = from.map_or_else(|| self.path.clone(), LeftJournal::path);
            let mut camp = File::open(from).map_err(not_read)?;
            copy(&mut camp, &mut file, || Ok(())).map_err(failed)?
        };
        file.sync_all().map_err(refused)?;
        if let Some(fetched) = &fetched {
            fs::remove_file(fetched).map_err(refused)?;
        }
        drop(file);
        if self.sha256.as_ref().is_some_and(|wanted| *wanted != sha256) {
            return Err(BackupError::Changed(self.path.clone()));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let not_sound = |detail: String| BackupError::NotRead {
            path: self.path.clone(),
            detail,
        };
        let found = Connection::open_with_flags(place, flags).and_then(|camp| {
            connection::restrict(&camp).and_then(|()| check::damaged_records(&camp))
        });
        match found.map(|found| found.into_iter().next()) {
            Ok(None) => Ok(()),
            Ok(Some(finding)) => Err(not_sound(finding)),
            Err(error) => Err(not_sound(damage_in_words(&error))),
        }
    }

    /// Copies the backup from the second place, which may hang.
    fn fetch(&self, to: &Path) -> Result<Result<(), Failed>, BackupError> {
        // A folder for each camp is in it.
        let second = self.path.ancestors().nth(2).unwrap_or(&self.path);
        let (from, to) = (self.path.clone(), to.to_owned());
        let fetched = ask(second, PATIENCE, move |pulse| {
            let mut from = File::open(&from).map_err(Failed::Reading)?;
            let mut to = File::create_new(&to).map_err(Failed::Writing)?;
            let alive = || pulse.beat().map_err(|_| ErrorKind::TimedOut.into());
            copy(&mut from, &mut to, alive).map(|_| ())
        });
        fetched.ok_or_else(|| BackupError::NoAnswer(self.path.clone()))
    }

    fn not_read(&self, error: &io::Error) -> BackupError {
        BackupError::of_reading(&self.path, error)
    }
}

/// The name of a camp file, packed or not, without its ending.
fn stem(name: &str) -> &str {
    let stem = name.strip_suffix(places::PACKED);
    stem.or_else(|| name.strip_suffix(".ladder"))
        .unwrap_or(name)
}

/// What went wrong while a backup was copied or unpacked: with it, or with what was to come of it.
#[derive(Debug)]
enum Failed {
    Reading(io::Error),
    Writing(io::Error),
}

/// Copies to the end, and says the SHA-256 of what was copied.
fn copy(
    from: &mut dyn Read,
    to: &mut File,
    alive: impl Fn() -> io::Result<()>,
) -> Result<String, Failed> {
    let mut is_refused = false;
    let copied = summed(from, |bytes| {
        alive()?;
        to.write_all(bytes).inspect_err(|_| is_refused = true)
    });
    match copied {
        Ok((_, sha256)) => Ok(sha256),
        Err(error) if is_refused => Err(Failed::Writing(error)),
        Err(error) => Err(Failed::Reading(error)),
    }
}

/// What comes of the first of these backups that can be used, with that one. Those that are bad are passed over, and so are those whose place
/// doesn't answer, unless there is no other; the first of those is named.
///
/// # Errors
/// Something else than the backups keeps anybody from finding out: no room to unpack them, or a place that doesn't answer.
pub(super) fn first_good<T>(
    backups: Vec<Backup>,
    used: impl Fn(&RestoreSource) -> Result<T, BackupError>,
) -> Result<Option<NewestGood<T>>, BackupError> {
    let mut unanswered = None;
    for backup in backups {
        match used(&RestoreSource::from(&backup)) {
            Ok(used) => {
                return Ok(Some(NewestGood {
                    backup,
                    used,
                    newer: None,
                    unanswered: unanswered.map(|(backup, _)| backup),
                }));
            }
            Err(error @ BackupError::NoAnswer(_)) => {
                unanswered.get_or_insert((backup, error));
            }
            Err(error) if error.is_of_backup() => tracing::warn!("passed over: {error}"),
            Err(error) => return Err(error),
        }
    }
    unanswered.map_or(Ok(None), |(_, error)| Err(error))
}

/// How many changes a damaged camp tells of that aren't in a backup; `None` where nothing of its history can be read, it is the history of
/// another camp, or nothing in it tells what a backup of another file has of it, whose history may have been cleared. Nobody may have it open
/// here.
pub fn changes_since(damaged: &Path, of: &BackupsOf, backup: &Backup) -> Option<usize> {
    let note = &backup.note;
    let camp = connection::to_read(damaged).ok()?;
    if uid_of(&camp).is_ok_and(|uid| uid != note.uid) {
        return None;
    }
    let history = FileHistory::of(&camp)?;
    if !of.is_of_file(backup) && !history.goes_on_from(note) {
        return None;
    }
    match note.since(&history) {
        Since::Changes(since) => Some(since.len()),
        Since::HasMore | Since::OtherCamp | Since::Unknown => None,
    }
}

/// What lies where a backup was made.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum LiesThere {
    /// The camp of the backup.
    ItsCamp(FileHistory),
    OtherCamp,
}

impl LiesThere {
    /// What is different there.
    pub fn since(&self, note: &BackupNote) -> Since {
        match self {
            Self::ItsCamp(history) => note.since(history),
            Self::OtherCamp => Since::OtherCamp,
        }
    }
}

/// What lies in the place of the file that a backup was made of, which may be opened here meanwhile; `None` if nothing is there, it can't be
/// read, or its drive doesn't answer.
pub fn lies_where_made(note: &BackupNote) -> Option<LiesThere> {
    let (file, uid) = (note.file.clone(), note.uid.clone());
    ask(files::folder_of(&note.file), PATIENCE, move |_| {
        let camp = connection::to_read_shared(&file).ok()?;
        if uid_of(&camp).ok()? == uid {
            FileHistory::of(&camp).map(LiesThere::ItsCamp)
        } else {
            Some(LiesThere::OtherCamp)
        }
    })
    .flatten()
}

impl BackupPlaces {
    /// Whether the newest backup of a camp file in the first place has all that is in it now, and all its own bytes, as far as their number tells.
    pub fn has_as_it_is(&self, camp: &Path) -> bool {
        let file = whole(camp);
        let mut backups = self.first().find_all().backups.into_iter();
        let newest = backups.find(|backup| backup.note.file == file);
        newest.is_some_and(|Backup { path, note, .. }| {
            let there = lies_where_made(&note).filter(|_| has_all_bytes(&path, &note));
            there.is_some_and(|there| there.since(&note) == Since::Changes(Vec::new()))
        })
    }
}

/// What a file tells of its changes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FileHistory {
    pub steps: Vec<Step>,
    /// What its last change was stamped with, whatever the history says; `None` if that can't be read.
    pub stamp: Option<i64>,
}

impl FileHistory {
    fn of(camp: &Connection) -> Option<Self> {
        Some(Self {
            steps: history::all(camp).ok()?,
            stamp: journal::last_stamp(camp).ok(),
        })
    }

    /// Whether it goes on from a backup: whose last step is in it, also if that was taken back since.
    pub(super) fn goes_on_from(&self, note: &BackupNote) -> bool {
        let is_its_last =
            |step: &Step| Some(step.id) == note.last_step && Some(step.at) == note.last_step_at;
        self.stamp == Some(note.stamp) || self.steps.iter().any(is_its_last)
    }

    /// Whether it had more than a backup when that was made, which is then of a copy that was left behind.
    pub(super) fn was_ahead_of(&self, note: &BackupNote) -> bool {
        let begun = note.reason.begun_before();
        let mut later = note.later(&self.steps);
        later.any(|step| note.made.duration_since(step.at) > begun)
    }
}

impl CampFile {
    /// What the file tells of its changes: nothing, where its history can't be read.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn file_history(&self) -> Result<FileHistory, StorageError> {
        Ok(FileHistory {
            steps: self.history()?,
            stamp: self.last_stamp(),
        })
    }
}

/// The camp of a backup, verified, beside the place where it is to be. Dropped, it is gone.
#[derive(Debug)]
pub struct Unpacked {
    work: WorkFolder,
    place: PathBuf,
}

impl Unpacked {
    /// What is to come there; `None` where that can't be read.
    pub fn held(&self) -> Option<HeldCamp> {
        HeldCamp::of(&self.work.path().join(UNPACKED))
    }

    /// Puts the camp in its place, where nobody may have one open. What lies there is moved aside first, with its journal, which would
    /// otherwise be rolled into the camp that comes there; if anything fails, it is moved back. Returns where it is now. Where the program is
    /// killed in between, or it can't be moved back, [`super::MadeRoom::of_gone`] finds it.
    ///
    /// # Errors
    /// The camp is open somewhere, or the disk refuses. Then it can be tried again.
    pub fn put(&self) -> Result<Option<PathBuf>, OpenError> {
        let place = &self.place;
        if place.exists() && journal::is_held_elsewhere(place) {
            return Err(OpenError::in_use(place));
        }
        let unpacked = self.work.path().join(UNPACKED);
        files::let_others_as(place, &unpacked);
        let mut aside = Aside::new(place, self.work.path());
        let put = aside
            .move_away()
            .and_then(|()| files::put_new(&unpacked, place));
        if let Err(error) = put {
            aside.move_back();
            return Err(from_io(place, &error));
        }
        Ok(aside.camp())
    }
}

/// By how gzip files begin (RFC 1952).
fn is_packed(path: &Path) -> io::Result<bool> {
    Ok(journal::head_of(path)?.starts_with(&[0x1f, 0x8b]))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    /// A folder for what is unpacked that is full, forbidden or gone says nothing of the backup.
    #[test]
    fn what_can_not_be_unpacked_is_not_taken_for_bad() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Camp.ladder");
        let today = date(2026, 7, 6);
        drop(CampFile::create(&path, "Test camp", today).expect("a camp"));
        let source = RestoreSource::file(&path);
        source.verify().expect("a sound camp");
        let gone = folder.path().join("gone").join(UNPACKED);
        let second = RestoreSource {
            is_second: true,
            ..source.clone()
        };
        for source in [&source, &second] {
            let refused = source.unpack_to(&gone, &gone).expect_err("no folder");
            assert!(
                matches!(refused, BackupError::Unpacking { .. }),
                "{refused:?}"
            );
            assert!(!refused.is_of_backup());
        }
        // What is fetched has no room.
        let place = folder.path().join(UNPACKED);
        fs::write(folder.path().join(FETCHED), "in the way").expect("a file");
        let refused = second.unpack_to(&place, &place).expect_err("in the way");
        assert!(!refused.is_of_backup(), "{refused:?}");
        let lost = RestoreSource::file(&folder.path().join("Lost.ladder"));
        let refused = lost.verify().expect_err("there is none");
        assert!(refused.is_of_backup(), "{refused:?}");
    }
}
