//! A backup is made in two parts: a quick copy of the camp's pages, by whoever holds the camp, and all the rest, which needs nobody's patience.

use std::{
    fs::{self, File},
    io::{self, Read, Write as _},
    path::{Path, PathBuf},
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use jiff::Timestamp;
use rusqlite::{
    Connection, OpenFlags,
    backup::{Backup as Copying, StepResult},
    ffi,
};
use sha2::{Digest as _, Sha256};

use super::{
    Backup, BackupCounts, BackupError, BackupNote, BackupPlaces, BackupReason, computer,
    places::{self, PACKED},
    whose::whole,
};
use crate::{
    files::{self, WorkFolder},
    storage::{
        CampFile, Step,
        error::damage_in_words,
        history, real_clock,
        safety::{check, connection, journal},
    },
};

/// Pages that are copied in one go: about a megabyte, a millisecond or two.
const PAGES: i32 = 256;

/// What the copy is called until it is packed.
const COPY: &str = "copy.ladder";
const PACKING: &str = "packed.gz";

/// So many backups with a later date a note names: with many more it would be [longer than notes are](places::LONGEST_NOTE).
const MOST_AHEAD: usize = 100;

/// So much of a camp's name is in the names of its backups.
const LETTERS_OF_NAME: usize = 50;

/// A copy of a camp that is still to be verified, packed and put into its place. Dropped, it is gone.
#[derive(Debug)]
pub struct Snapshot {
    work: WorkFolder,
    places: BackupPlaces,
    reason: BackupReason,
    made: Timestamp,
    /// Where the camp file lies.
    camp: PathBuf,
}

/// What tells the camp from all others.
pub(super) fn uid(camp: &CampFile) -> rusqlite::Result<String> {
    uid_of(&camp.connection)
}

pub(super) fn uid_of(connection: &Connection) -> rusqlite::Result<String> {
    connection.query_row("SELECT uid FROM main.camp", [], |row| row.get(0))
}

impl Snapshot {
    /// Copies the pages of a camp, unless `give_up` says meanwhile that somebody waits.
    ///
    /// # Errors
    /// It was given up, the camp can't be read, or the copy not be written.
    pub(super) fn take(
        connection: &Connection,
        camp: &Path,
        places: &BackupPlaces,
        reason: BackupReason,
        give_up: &dyn Fn() -> bool,
    ) -> Result<Self, BackupError> {
        let folder = &places.folder;
        let refused = |error: io::Error| BackupError::of_folder(folder, &error);
        places::make_private(folder).map_err(refused)?;
        files::remove_leftovers(folder);
        let work = WorkFolder::new(folder).map_err(refused)?;
        let place = work.path().join(COPY);
        let copy = || copy_pages(connection, &place, folder, give_up);
        copy().or_else(|error| {
            let is_full = matches!(error, BackupError::DiskFull(_));
            let uid = uid_of(connection).ok().filter(|_| is_full).ok_or(error)?;
            // Half a copy takes room, and nothing can be copied over it.
            fs::remove_file(&place).map_err(refused)?;
            places.thin(&uid, real_clock().timestamp())?;
            copy()
        })?;
        Ok(Self {
            work,
            places: places.clone(),
            reason,
            made: real_clock().timestamp(),
            camp: whole(camp),
        })
    }

    /// As if it had been made then.
    #[cfg(test)]
    pub(super) fn made_at(mut self, made: Timestamp) -> Self {
        self.made = made;
        self
    }

    /// Verifies the copy, packs it, reads what was packed back, and puts it into its place; what has served its time is removed.
    ///
    /// # Errors
    /// The copy is damaged, or the disk refuses; then there is nothing of it.
    pub fn keep(self) -> Result<Backup, BackupError> {
        let folder = &self.places.folder;
        let refused = |error: io::Error| BackupError::of_folder(folder, &error);
        let copy = self.work.path().join(COPY);
        let packing = self.work.path().join(PACKING);
        let about = About::verified(&copy)?;
        let (size, sha256) = pack(&copy, &packing).map_err(refused)?;
        let unpacked = unpack(&packing).map_err(refused)?;
        if unpacked != (size, sha256.clone()) {
            return Err(BackupError::Changed(packing));
        }
        let there = self.places.of_camp(&about.uid)?;
        let note = BackupNote {
            made: self.made,
            ahead: ahead_of(self.made, &self.camp, &there),
            reason: self.reason,
            camp: about.name,
            uid: about.uid,
            file: self.camp,
            computer: Some(computer::here(folder)?),
            counts: about.counts,
            last_step: about.last_step.as_ref().map(|step| step.id),
            last_step_at: about.last_step.map(|step| step.at),
            stamp: about.stamp,
            size,
            packed: fs::metadata(&packing).map_err(refused)?.len(),
            sha256,
        };
        let path = put(&packing, &there, &note)?;
        let kept = Backup {
            note,
            path,
            is_second: false,
            is_of_other_computer: false,
            twin: None,
        };
        // Room that isn't won, or a second place that can't be written to, is no reason to have no backup.
        if let Err(error) = self.places.thin(&kept.note.uid, self.made) {
            tracing::warn!("old backups were not removed: {error}");
        }
        Ok(kept)
    }
}

/// When those backups of a camp file were made, by their dates, that are there before one of this moment, and have a later date.
fn ahead_of(made: Timestamp, camp: &Path, folder: &Path) -> Vec<Timestamp> {
    let there = places::backups_in(folder).into_iter();
    let of_file = there.filter(|backup| backup.note.file == camp);
    let dates = of_file.map(|backup| backup.note.made);
    let mut ahead = dates.filter(|date| *date > made).collect::<Vec<_>>();
    ahead.sort();
    ahead.truncate(MOST_AHEAD);
    ahead
}

/// Copies every page.
fn copy_pages(
    connection: &Connection,
    path: &Path,
    folder: &Path,
    give_up: &dyn Fn() -> bool,
) -> Result<(), BackupError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let of_copy = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => BackupError::DiskFull(folder.to_owned()),
        Some(rusqlite::ErrorCode::CannotOpen | rusqlite::ErrorCode::PermissionDenied) => {
            BackupError::Folder {
                folder: folder.to_owned(),
                detail: error.to_string(),
            }
        }
        _ => BackupError::Camp(error),
    };
    let mut copy = Connection::open_with_flags(path, flags).map_err(of_copy)?;
    // It is read back before it counts, and gone if the program is ended before.
    copy.execute_batch("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
        .map_err(of_copy)?;
    let copying = Copying::new(connection, &mut copy).map_err(of_copy)?;
    loop {
        if give_up() {
            return Err(BackupError::GivenUp);
        }
        match copying.step(PAGES).map_err(of_copy)? {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            // Somebody else has begun to change the file.
            _ => {
                let busy = ffi::Error::new(ffi::SQLITE_BUSY);
                return Err(BackupError::Camp(rusqlite::Error::SqliteFailure(
                    busy, None,
                )));
            }
        }
    }
}

/// Which camp a file holds, and how much.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HeldCamp {
    pub name: String,
    /// What tells the camp from all others, whatever its file is called.
    pub uid: String,
    pub counts: BackupCounts,
}

impl HeldCamp {
    /// Of a camp file that nobody has open here; `None` where it can't be read.
    pub fn of(file: &Path) -> Option<Self> {
        let About {
            name, uid, counts, ..
        } = About::read(&connection::to_read(file).ok()?).ok()?;
        Some(Self { name, uid, counts })
    }
}

/// What a copy holds.
struct About {
    name: String,
    uid: String,
    counts: BackupCounts,
    last_step: Option<Step>,
    stamp: i64,
}

impl About {
    /// Of a copy that is looked through, as a camp is that is opened.
    fn verified(path: &Path) -> Result<Self, BackupError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let damaged = |error: rusqlite::Error| BackupError::Damaged(damage_in_words(&error));
        let copy = Connection::open_with_flags(path, flags).map_err(damaged)?;
        connection::restrict(&copy).map_err(damaged)?;
        if let Some(finding) = check::damaged_records(&copy)
            .map_err(damaged)?
            .into_iter()
            .next()
        {
            return Err(BackupError::Damaged(finding));
        }
        Self::read(&copy).map_err(damaged)
    }

    fn read(copy: &Connection) -> rusqlite::Result<Self> {
        let count = |rows: &str| {
            let sql = format!("SELECT count(*) FROM main.{rows}");
            copy.query_row(&sql, [], |row| row.get::<_, i64>(0))
        };
        let of_week = "week_player WHERE week_id = (SELECT current_week FROM main.camp)";
        let (name, uid) = copy.query_row("SELECT name, uid FROM main.camp", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
        Ok(Self {
            name,
            uid,
            counts: BackupCounts {
                weeks: count("week")?,
                players: count(of_week)?,
                games: count("game")?,
            },
            // A history that can't be read is no part of a camp.
            last_step: history::last_done(copy).unwrap_or_default(),
            stamp: journal::last_stamp(copy)?,
        })
    }
}

/// Packs a file and writes it through to the disk. Returns size and SHA-256 of what was packed.
fn pack(from: &Path, to: &Path) -> io::Result<(u64, String)> {
    let mut packer = GzEncoder::new(File::create_new(to)?, Compression::default());
    let mut from = File::open(from)?;
    let read = summed(&mut from, |bytes| packer.write_all(bytes))?;
    packer.finish()?.sync_all()?;
    Ok(read)
}

/// Unpacks a file to see what comes out: its size and SHA-256.
///
/// # Errors
/// The file is damaged, or a disk fails.
fn unpack(from: &Path) -> io::Result<(u64, String)> {
    summed(&mut unpacking(from)?, |_| Ok(()))
}

/// What comes out of a packed file.
///
/// # Errors
/// It can't be opened.
pub(super) fn unpacking(from: &Path) -> io::Result<impl Read> {
    Ok(GzDecoder::new(io::BufReader::new(File::open(from)?)))
}

/// Reads to the end, hands on what is read, and says how much it was and its SHA-256.
pub(super) fn summed(
    from: &mut dyn Read,
    mut hand_on: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<(u64, String)> {
    use std::fmt::Write as _;
    let mut sum = Sha256::new();
    let mut size = 0;
    let mut buffer = vec![0; 64 << 10];
    loop {
        let count = match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let bytes = buffer.get(..count).unwrap_or_default();
        sum.update(bytes);
        hand_on(bytes)?;
        size += bytes.len() as u64;
    }
    let mut text = String::new();
    for byte in sum.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    Ok((size, text))
}

/// Puts a packed camp into its folder: the camp first, as what has no note is no backup.
fn put(packed: &Path, folder: &Path, note: &BackupNote) -> Result<PathBuf, BackupError> {
    let stem = note.file.file_stem().unwrap_or_default().to_string_lossy();
    let stem = files::plain_name(&stem, LETTERS_OF_NAME);
    let made = note.made_here().strftime("%Y-%m-%d %H.%M.%S").to_string();
    // Two within a second have names of their own.
    let name = |number: &str| folder.join(format!("{stem}, {made}{number}{PACKED}"));
    let free = files::free_place(name, |place| place.symlink_metadata().is_err());
    let place = free.unwrap_or_else(|| name(", 100"));
    let refused = |error: io::Error| BackupError::of_folder(folder, &error);
    files::put_new(packed, &place).map_err(refused)?;
    if let Err(error) = places::write_note(&places::note_beside(&place), note) {
        let _ = fs::remove_file(&place);
        return Err(error);
    }
    // Without its note it was deleted meanwhile, with all backups of the camp, by another window that has a copy of it.
    if !place.exists() {
        let _ = fs::remove_file(places::note_beside(&place));
        return Err(BackupError::NotThere(place));
    }
    Ok(place)
}
