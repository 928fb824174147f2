//! A camp is had back: as a new file, or in the place of the one that is damaged, wrong or gone.

use std::{
    fs::{self, File},
    io::{ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags};

use super::{
    Backup, BackupError, BackupNote, BackupPlaces, Since,
    making::{summed, unpack},
    places,
    slow_places::{PATIENCE, ask},
};
use crate::{
    files::{self, WorkFolder},
    storage::{
        CampFile, Holder, HolderNote, Mode, OpenError, Step, StorageError,
        error::damage_in_words,
        history,
        open::from_io,
        real_clock,
        safety::{check, connection, journal, new_file},
    },
};

/// What a camp is called until it is in its place.
const UNPACKED: &str = "restored.ladder";

/// In the name of a file that made room for a backup.
const BEFORE: &str = " (before it was restored, ";
const ENDING: &str = ").ladder";

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
}

impl From<&Backup> for RestoreSource {
    fn from(backup: &Backup) -> Self {
        Self {
            path: backup.path.clone(),
            sha256: Some(backup.note.sha256.clone()),
            is_second: backup.is_second,
            twin: backup.twin.as_deref().map(|twin| Box::new(twin.into())),
        }
    }
}

impl RestoreSource {
    /// A packed camp, or a camp file, that the director names; with the note beside it, if it still has one.
    pub fn file(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            sha256: places::read_note(path).map(|note| note.sha256),
            is_second: false,
            twin: None,
        }
    }

    /// Whether the backup is what it was when it was made, and a sound camp.
    ///
    /// # Errors
    /// It isn't, or can't be read.
    pub fn verify(&self) -> Result<(), BackupError> {
        let work = tempfile::tempdir().map_err(|error| self.not_read(&error))?;
        self.unpack_to(&work.path().join(UNPACKED), work.path())
    }

    /// Opens the camp of the backup to look at it, in a folder of its own that goes with it.
    ///
    /// # Errors
    /// The disk refuses, or the backup can't be used.
    pub fn look(&self, places: &BackupPlaces) -> Result<CampFile, BackupError> {
        let refused = |error: std::io::Error| BackupError::of_folder(&places.folder, &error);
        places::make_private(&places.folder).map_err(refused)?;
        files::remove_leftovers(&places.folder);
        let work = WorkFolder::new(&places.folder).map_err(refused)?;
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let stem = name.strip_suffix(places::PACKED).unwrap_or(&name);
        let unpacked = work.path().join(format!("{stem} (backup).ladder"));
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
        Ok(files::put_new(&unpacked, place).map_err(|error| from_io(place, &error))?)
    }

    /// Puts the camp of the backup in a place, as [`Unpacked::put`] does.
    ///
    /// # Errors
    /// The camp is open somewhere, the disk refuses, or the backup can't be used.
    pub fn put_back(&self, place: &Path) -> Result<Option<PathBuf>, BackupError> {
        self.unpack_beside(place)?.put()
    }

    /// Unpacks and verifies the camp beside the place where it is to be. The file that is there isn't touched, and may be open here.
    ///
    /// # Errors
    /// The disk refuses, or the backup can't be used.
    pub fn unpack_beside(&self, place: &Path) -> Result<Unpacked, BackupError> {
        if place.is_dir() {
            return Err(OpenError::Folder(place.to_owned()).into());
        }
        let folder = files::folder_of(place);
        if !folder.is_dir() {
            return Err(OpenError::NoFolder(folder.to_owned()).into());
        }
        files::remove_leftovers(folder);
        let work = WorkFolder::new(folder).map_err(|error| from_io(place, &error))?;
        self.unpack_to(&work.path().join(UNPACKED), place)?;
        Ok(Unpacked {
            work,
            place: place.to_owned(),
        })
    }

    /// Unpacks and verifies; `goal` is what has no room if there is none. Where the backup isn't what it was, its twin is taken.
    fn unpack_to(&self, place: &Path, goal: &Path) -> Result<(), BackupError> {
        let unpacked = self.unpack_this_to(place, goal);
        let Some(twin) = &self.twin else {
            return unpacked;
        };
        match unpacked {
            Err(
                error @ (BackupError::Changed(_)
                | BackupError::NotThere(_)
                | BackupError::NotRead { .. }),
            ) => {
                tracing::warn!("taken from the second place: {error}");
                // What came of it so far is in the way.
                let _ = fs::remove_file(place);
                twin.unpack_this_to(place, goal).map_err(|_| error)
            }
            unpacked => unpacked,
        }
    }

    fn unpack_this_to(&self, place: &Path, goal: &Path) -> Result<(), BackupError> {
        let not_read = |error: std::io::Error| self.not_read(&error);
        let not_read = |error: std::io::Error| match error.kind() {
            // It is what comes that has no room.
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                BackupError::Open(OpenError::DiskFull(goal.to_owned()))
            }
            _ => not_read(error),
        };
        let mut file = File::create_new(place).map_err(not_read)?;
        let fetched = if self.is_second {
            let fetched = place.with_file_name(FETCHED);
            self.fetch(&fetched)?.map_err(not_read)?;
            Some(fetched)
        } else {
            None
        };
        let from = fetched.as_deref().unwrap_or(&self.path);
        let is_packed = is_packed(from).map_err(not_read)?;
        let (_, sha256) = if is_packed {
            unpack(from, &mut file).map_err(not_read)?
        } else {
            let mut camp = File::open(from).map_err(not_read)?;
            summed(&mut camp, |bytes| file.write_all(bytes)).map_err(not_read)?
        };
        file.sync_all().map_err(not_read)?;
        if let Some(fetched) = &fetched {
            fs::remove_file(fetched).map_err(not_read)?;
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
    fn fetch(&self, to: &Path) -> Result<std::io::Result<()>, BackupError> {
        // A folder for each camp is in it.
        let second = self.path.ancestors().nth(2).unwrap_or(&self.path);
        let (from, to) = (self.path.clone(), to.to_owned());
        let fetched = ask(second, PATIENCE, move |pulse| {
            let mut from = File::open(&from)?;
            let mut to = File::create_new(&to)?;
            let copied = summed(&mut from, |bytes| {
                pulse.beat().map_err(|_| ErrorKind::TimedOut)?;
                to.write_all(bytes)
            });
            copied.map(|_| ())
        });
        fetched.ok_or_else(|| BackupError::NoAnswer(self.path.clone()))
    }

    fn not_read(&self, error: &std::io::Error) -> BackupError {
        BackupError::of_reading(&self.path, error)
    }
}

/// How many changes a damaged camp tells of that aren't in a backup; `None` where nothing of its history can be read. Nobody may have it
/// open here.
pub fn changes_since(damaged: &Path, note: &BackupNote) -> Option<usize> {
    let history = FileHistory::of(&to_read(damaged).ok()?)?;
    match note.since(&history) {
        Since::Changes(since) => Some(since.len()),
        Since::HasMore | Since::Unknown => None,
    }
}

/// The history of the file that a backup was made of, which nobody has open here; `None` if it isn't there, is another camp now, can't be
/// read, or its drive doesn't answer.
pub fn history_of(note: &BackupNote) -> Option<FileHistory> {
    let (file, uid) = (note.file.clone(), note.uid.clone());
    ask(files::folder_of(&note.file), PATIENCE, move |_| {
        let camp = to_read(&file).ok()?;
        let now = camp.query_row("SELECT uid FROM camp", [], |row| row.get::<_, String>(0));
        if now.ok()? != uid {
            return None;
        }
        FileHistory::of(&camp)
    })
    .flatten()
}

/// What a file tells of its changes.
#[derive(Clone, Debug)]
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
}

impl CampFile {
    /// What the file tells of its changes: nothing, where its history can't be read.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn file_history(&self) -> Result<FileHistory, StorageError> {
        Ok(FileHistory {
            steps: self.history()?,
            stamp: journal::last_stamp(&self.connection).ok(),
        })
    }
}

fn to_read(camp: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let camp = Connection::open_with_flags(camp, flags)?;
    connection::restrict(&camp)?;
    Ok(camp)
}

/// The camp of a backup, verified, beside the place where it is to be. Dropped, it is gone.
#[derive(Debug)]
pub struct Unpacked {
    work: WorkFolder,
    place: PathBuf,
}

impl Unpacked {
    /// Puts the camp in its place, where nobody may have one open. What lies there is moved aside first, with its journal, which would
    /// otherwise be rolled into the camp that comes there; if anything fails, it is moved back. Returns where it is now.
    ///
    /// # Errors
    /// The camp is open somewhere, or the disk refuses.
    pub fn put(self) -> Result<Option<PathBuf>, BackupError> {
        let place = &self.place;
        if place.exists() && journal::is_held_elsewhere(place) {
            return Err(OpenError::InUse {
                holder: Holder::new(place),
                path: place.clone(),
            }
            .into());
        }
        let mut aside = Aside::new(place);
        let put = aside
            .move_away()
            .and_then(|()| files::put_new(&self.work.path().join(UNPACKED), place));
        if let Err(error) = put {
            aside.move_back();
            return Err(from_io(place, &error).into());
        }
        Ok(aside.moved.into_iter().next().map(|(_, to)| to))
    }
}

/// The names of the files beside a camp that were moved aside: those that made room for backups, with their journals, and the rest of
/// unfinished changes. They have what camps had then.
pub fn moved_aside_beside(camp: &Path) -> Vec<String> {
    let entries = fs::read_dir(files::folder_of(camp)).into_iter().flatten();
    let names = entries.flatten().map(|entry| entry.file_name());
    let names = names.filter_map(|name| name.into_string().ok());
    let made_room = |name: &str| {
        let mut beside = journal::camp_and_beside(Path::new(ENDING)).into_iter();
        name.contains(BEFORE) && beside.any(|it| name.ends_with(&*it.to_string_lossy()))
    };
    let mut names = names
        .filter(|name| made_room(name) || journal::is_called_aside(name))
        .collect::<Vec<_>>();
    names.sort();
    names
}

/// By how gzip files begin (RFC 1952).
fn is_packed(path: &Path) -> std::io::Result<bool> {
    Ok(journal::head_of(path)?.starts_with(&[0x1f, 0x8b]))
}

/// A camp file that makes room, with what lies beside it and belongs to it.
struct Aside {
    place: PathBuf,
    /// From where to where; the camp itself first.
    moved: Vec<(PathBuf, PathBuf)>,
}

impl Aside {
    fn new(place: &Path) -> Self {
        Self {
            place: place.to_owned(),
            moved: Vec::new(),
        }
    }

    /// The journal keeps its name beside the camp, so that the two can still be opened together.
    fn move_away(&mut self) -> std::io::Result<()> {
        let now = real_clock().strftime("%Y-%m-%d %H.%M").to_string();
        let name = |number: &str| {
            let more = format!("{BEFORE}{now}{number}{ENDING}");
            journal::beside_called(&self.place, &more)
        };
        let is_free = |path: &Path| {
            let paths = journal::camp_and_beside(path);
            paths.iter().all(|path| files::is_free(path))
        };
        let aside = files::free_place(name, is_free).ok_or(ErrorKind::AlreadyExists)?;
        let from = journal::camp_and_beside(&self.place);
        for (from, to) in from.into_iter().zip(journal::camp_and_beside(&aside)) {
            match fs::rename(&from, &to) {
                Ok(()) => self.moved.push((from, to)),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        // It names whoever had the file open that isn't there any more.
        let _ = fs::remove_file(HolderNote::path(&self.place));
        Ok(())
    }

    fn move_back(&mut self) {
        for (from, to) in self.moved.drain(..).rev() {
            if let Err(error) = fs::rename(&to, &from) {
                tracing::error!("a camp that was moved aside stays there: {error}");
            }
        }
    }
}
