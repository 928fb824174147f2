//! The journal that a program left beside a camp file when it was killed in the middle of saving.
//!
//! SQLite rolls such a journal into whatever file lies at the camp's place, and so destroys an older copy that was put there in
//! between. Here it is first rolled into a copy, to see whether the two belong together: every change of a camp writes a stamp of its
//! own beside the stamp of the change before (`save_stamp`).

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};
#[cfg(windows)]
use std::{thread, time::Duration};

use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use super::{check, connection, from_outside::LONGEST_NAME};
use crate::{
    files,
    storage::{
        OpenError,
        open::{self, from_io},
        real_clock,
    },
};

/// How every journal begins, and how one ends that belongs to several files.
const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// A journal that doesn't belong to the camp file beside it, and where it is now.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "Beside the camp lay the rest of an unfinished change to another copy of it. That was moved aside, to “{}”, and the camp is as it was copied here. Look whether your last games are in it",
    .0.display()
)]
pub struct MovedAside(pub PathBuf);

/// "Camp.ladder-journal" beside "Camp.ladder"
pub(in crate::storage) fn path_beside(camp: &Path) -> PathBuf {
    with_ending(camp, "-journal")
}

/// "Camp.ladder-wal" beside "Camp.ladder"
fn log_beside(camp: &Path) -> PathBuf {
    with_ending(camp, "-wal")
}

/// The paths of a camp, its journal and its write-ahead log: whoever moves one moves all.
pub(in crate::storage) fn camp_and_beside(camp: &Path) -> [PathBuf; 3] {
    [camp.to_owned(), path_beside(camp), log_beside(camp)]
}

/// A file beside a camp that is called like it, and so much more: with so much of the camp's name as leaves room for that, and for a journal
/// of the file.
pub(in crate::storage) fn beside_called(camp: &Path, more: &str) -> PathBuf {
    let stem = camp.file_stem().unwrap_or_default().to_string_lossy();
    let room = LONGEST_NAME.saturating_sub(more.len());
    let mut name = String::new();
    // Windows counts in units of UTF-16, which are never more than the bytes.
    for c in stem.chars() {
        if name.len() + c.len_utf8() > room {
            break;
        }
        name.push(c);
    }
    camp.with_file_name(name + more)
}

fn with_ending(camp: &Path, ending: &str) -> PathBuf {
    let mut name = camp.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    camp.with_file_name(name)
}

/// Whether a file lies there. A pipe would be waited for, and a link followed.
fn plain_file(beside: &Path, camp: &Path) -> Result<bool, OpenError> {
    match beside.symlink_metadata() {
        Ok(about) if about.is_file() => Ok(true),
        Ok(_) => Err(OpenError::InTheWay {
            camp: camp.to_owned(),
            beside: beside.to_owned(),
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(from_io(camp, &error)),
    }
}

/// In the name of a journal that was moved aside, and its end.
const UNFINISHED: &str = " (unfinished change, ";
const ENDING: &str = ").journal";

/// Whether a file is called as a journal that was moved aside: it has pages as they were before.
pub(in crate::storage) fn is_called_aside(name: &str) -> bool {
    name.contains(UNFINISHED) && name.ends_with(ENDING)
}

/// A journal that was left, with two copies of the camp file: as it is, and with the journal rolled in.
#[derive(Debug)]
pub(in crate::storage) struct LeftJournal {
    camp: PathBuf,
    folder: TempDir,
    belongs: bool,
    /// The files that would be rolled in.
    beside: Vec<PathBuf>,
}

const AS_IT_IS: &str = "as it is.ladder";
const ROLLED_BACK: &str = "rolled back.ladder";

impl LeftJournal {
    /// Looks for a journal that would be rolled in, and whether it belongs to the file. Changes nothing.
    ///
    /// # Errors
    /// The disk fails, has no room for the copies, or file and journal are damaged both.
    pub(in crate::storage) fn find(camp: &Path) -> Result<Option<Self>, OpenError> {
        let Some((mut left, is_foreign)) = Self::copies(camp)? else {
            return Ok(None);
        };
        let rolled_back = left.copy(ROLLED_BACK).ok().filter(|_| !is_foreign);
        let rolled_back = rolled_back.filter(is_sound);
        left.belongs = rolled_back.is_some_and(|copy| left.belongs_to(&copy));
        if !left.belongs {
            let is_whole = left.copy(AS_IT_IS).is_ok_and(|copy| is_sound(&copy));
            if !is_whole {
                return Err(OpenError::Damaged {
                    path: left.camp,
                    detail: "the program was stopped while it saved, and the journal beside the file doesn’t mend it"
                        .to_owned(),
                });
            }
        }
        Ok(Some(left))
    }

    /// The copies, and whether the journal is another file's for certain. Nothing where there is no journal.
    fn copies(camp: &Path) -> Result<Option<(Self, bool)>, OpenError> {
        let (journal, log) = (path_beside(camp), log_beside(camp));
        let refused = |error: io::Error| from_io(camp, &error);
        // A journal that is finished begins with zeros, or is empty.
        let is_begun = |head: Vec<u8>| head.first().is_some_and(|first| *first != 0);
        let has_journal = plain_file(&journal, camp)?
            && is_begun(head_of(&journal).map_err(|error| from_io(&journal, &error))?);
        // Ours never have a write-ahead log: it is another program's, or another file's.
        let has_log = plain_file(&log, camp)? && fs::metadata(&log).is_ok_and(|log| log.len() > 0);
        if !(has_journal || has_log) {
            return Ok(None);
        }
        // Whoever only reads the file doesn't keep SQLite from rolling the journal in, unseen.
        if is_held_elsewhere(camp) {
            return Err(OpenError::in_use(camp));
        }
        let folder = tempfile::tempdir().map_err(refused)?;
        let copy = |from: &Path, name: &str| fs::copy(from, folder.path().join(name));
        copy(camp, AS_IT_IS).map_err(refused)?;
        let is_foreign = has_log || names_others(&journal).map_err(refused)?;
        if !is_foreign {
            copy(camp, ROLLED_BACK).map_err(refused)?;
            copy(&journal, &format!("{ROLLED_BACK}-journal")).map_err(refused)?;
        }
        let left = Self {
            camp: camp.to_owned(),
            folder,
            belongs: false,
            beside: [(has_journal, journal), (has_log, log)]
                .into_iter()
                .filter_map(|(is_there, path)| is_there.then_some(path))
                .collect(),
        };
        Ok(Some((left, is_foreign)))
    }

    /// The copy to repair of a file that may be damaged, with its journal rolled in if that belongs to it; `None` where there is no journal.
    ///
    /// # Errors
    /// As of [`Self::find`], but for damage.
    pub(in crate::storage) fn to_repair(camp: &Path) -> Result<Option<Self>, OpenError> {
        let Some((mut left, is_foreign)) = Self::copies(camp)? else {
            return Ok(None);
        };
        let rolled_back = left.copy(ROLLED_BACK).ok().filter(|_| !is_foreign);
        left.belongs = rolled_back.is_some_and(|copy| left.belongs_to(&copy));
        Ok(Some(left))
    }

    /// The copy of the file as it is without its unfinished change.
    pub(in crate::storage) fn path(&self) -> PathBuf {
        self.folder.path().join(self.name())
    }

    fn name(&self) -> &'static str {
        if self.belongs { ROLLED_BACK } else { AS_IT_IS }
    }

    /// Puts a journal out of the way that doesn't belong to the file. One that does is left for SQLite to roll in.
    ///
    /// # Errors
    /// The folder can't be written to, or has as many as there are names for.
    pub(in crate::storage) fn move_aside(self) -> Result<Option<MovedAside>, OpenError> {
        if self.belongs {
            return Ok(None);
        }
        let now = real_clock().strftime("%Y-%m-%d %H.%M").to_string();
        let name =
            |number: &str| beside_called(&self.camp, &format!("{UNFINISHED}{now}{number}{ENDING}"));
        let mut aside = PathBuf::new();
        for beside in &self.beside {
            aside =
                files::free_place(name, files::is_free).ok_or_else(|| OpenError::NoNameAside {
                    camp: self.camp.clone(),
                    beside: beside.clone(),
                })?;
            fs::rename(beside, &aside).map_err(|error| open::without_note(&self.camp, &error))?;
        }
        tracing::warn!("a journal of another file was moved aside");
        Ok(Some(MovedAside(aside)))
    }

    /// The camp in memory, as it is without its unfinished change: for a file that can't be written to.
    ///
    /// # Errors
    /// No memory.
    pub(in crate::storage) fn in_memory(&self) -> rusqlite::Result<Connection> {
        open::in_memory_copy(&self.copy(self.name())?)
    }

    fn copy(&self, name: &str) -> rusqlite::Result<Connection> {
        let path = self.folder.path().join(name);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let copy = Connection::open_with_flags(path, flags)?;
        connection::restrict(&copy)?;
        Ok(copy)
    }

    /// Whether the file is what the journal's change began with, or on its way from there.
    fn belongs_to(&self, rolled_back: &Connection) -> bool {
        let now = self.copy(AS_IT_IS);
        match (now.as_ref().map(stamps), stamps(rolled_back)) {
            (Ok(Ok(now)), Ok(before)) if [now.last, now.before_it].contains(&before.last) => true,
            // Of a file that was being written anew, half has other pages where these were read.
            (Ok(Ok(_)), Ok(_)) if now.as_ref().is_ok_and(is_sound) => false,
            // Half of a change may be too little to be read.
            _ => self.is_one_change_later(),
        }
    }

    /// By SQLite's own count of changes.
    fn is_one_change_later(&self) -> bool {
        let count = |name: &str| {
            let head = head_of(&self.folder.path().join(name)).ok()?;
            let bytes = head.get(24..28)?.try_into().ok()?;
            Some(u32::from_be_bytes(bytes))
        };
        let counts = count(AS_IT_IS).zip(count(ROLLED_BACK));
        counts.is_some_and(|(now, before)| now == before || now == before.wrapping_add(1))
    }
}

/// What the last two changes were stamped with.
struct Stamps {
    last: i64,
    before_it: i64,
}

fn stamps(connection: &Connection) -> rusqlite::Result<Stamps> {
    let sql = "SELECT last, before_it FROM main.save_stamp";
    connection.query_row(sql, [], |row| {
        Ok(Stamps {
            last: row.get(0)?,
            before_it: row.get(1)?,
        })
    })
}

/// What the last change was stamped with.
pub(in crate::storage) fn last_stamp(connection: &Connection) -> rusqlite::Result<i64> {
    stamps(connection).map(|stamps| stamps.last)
}

/// Stamps a change, so that its journal can be told from that of any other. The beginning of a session is stamped and committed by
/// itself: of two computers that go on from the same copy, neither is then one stamp further than the copy.
pub(in crate::storage) fn stamp(connection: &Connection) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE main.save_stamp SET before_it = last, last = random()")?
        .execute([])?;
    Ok(())
}

fn is_sound(connection: &Connection) -> bool {
    check::damaged_records(connection).is_ok_and(|damage| damage.is_empty())
}

/// The first hundred bytes.
pub(in crate::storage) fn head_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(100);
    File::open(path)?.take(100).read_to_end(&mut head)?;
    Ok(head)
}

/// Whether a journal says that further files are changed together with this one. Ours never do, and rolling one in deletes a file
/// that it names.
fn names_others(journal: &Path) -> io::Result<bool> {
    let mut file = File::open(journal)?;
    if file.metadata()?.len() < 16 {
        return Ok(false);
    }
    let mut end = [0; 8];
    file.seek(SeekFrom::End(-8))?;
    file.read_exact(&mut end)?;
    Ok(end == MAGIC)
}

/// Whether another program has the camp open. Then its journal is its own affair.
#[cfg(unix)]
pub(in crate::storage) fn is_held_elsewhere(camp: &Path) -> bool {
    use rustix::fs::{FlockOperation, fcntl_lock};
    let Ok(file) = OpenOptions::new().read(true).write(true).open(camp) else {
        return false;
    };
    fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive).is_err()
}

/// A virus scanner, or a program that synchronizes, reads a file for a moment whenever it was written, and is waited for.
#[cfg(windows)]
pub(in crate::storage) fn is_held_elsewhere(camp: &Path) -> bool {
    use std::os::windows::fs::OpenOptionsExt as _;
    let is_held = || {
        let alone = OpenOptions::new().read(true).share_mode(0).open(camp);
        // A sharing violation.
        alone.is_err_and(|error| error.raw_os_error() == Some(32))
    };
    (0..PATIENCE).all(|attempt| {
        if attempt > 0 {
            thread::sleep(MOMENT);
        }
        is_held()
    })
}

#[cfg(windows)]
const PATIENCE: u32 = 15;
#[cfg(windows)]
const MOMENT: Duration = Duration::from_millis(100);
