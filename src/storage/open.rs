//! Opening and making camp files.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Read as _},
    path::Path,
    time::Duration,
};

use jiff::civil::Date;
use rusqlite::{
    Connection, OpenFlags, TransactionBehavior,
    backup::{Backup, StepResult},
    ffi,
};
use rusqlite_migration::Migrations;

use super::{
    CampFile, Holder, HolderNote, OpenError, StorageError, group, history, player, schema,
    settings, week,
};
use crate::domain::{CampSeed, check_camp_name};

/// What a camp file is opened for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Mode {
    /// To change it. Nobody else can open it meanwhile.
    Change,
    /// To look and print: the file and its folder may be read-only.
    Look,
}

/// Files up to this size, in bytes, are checked for damage when they are opened: some 50,000 games, and about 50 ms.
/// A larger one shows its damage where it is read, and `check` looks at all of it.
const CHECKED_AT_OPENING: u64 = 8 << 20;

/// A virus scanner or a backup program may hold a file for a moment.
const PATIENCE: Duration = Duration::from_millis(300);

impl CampFile {
    /// Makes a new camp file with nothing in it but an open first week.
    ///
    /// # Errors
    /// There is a file already, no folder, no permission, no room; or the name won't do.
    pub fn create(path: &Path, name: &str, today: Date) -> Result<Self, OpenError> {
        Self::create_from(path, name, today, &CampSeed::default())
    }

    /// Makes a new camp file with an open first week, and with what an older camp hands down.
    ///
    /// # Errors
    /// As [`Self::create`].
    pub fn create_from(
        path: &Path,
        name: &str,
        today: Date,
        seed: &CampSeed,
    ) -> Result<Self, OpenError> {
        if let Some(problem) = check_camp_name(name).into_iter().next() {
            return Err(OpenError::BadName {
                name: name.to_owned(),
                reason: problem.reason,
            });
        }
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(OpenError::NoFolder(folder.to_owned()));
        }
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(_) => {}
            Err(error) => return Err(from_io(path, &error)),
        }
        let made = Self::fill_new(path, name, today, seed);
        if made.is_err() {
            // The file that was made a moment ago, with nothing in it.
            if let Err(error) = fs::remove_file(path) {
                tracing::warn!("a camp file that could not be made stayed behind: {error}");
            }
        }
        made
    }

    fn fill_new(path: &Path, name: &str, today: Date, seed: &CampSeed) -> Result<Self, OpenError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let in_sqlite = |error: rusqlite::Error| OpenError::from_sqlite(path, &error);
        let mut connection = Connection::open_with_flags(path, flags).map_err(in_sqlite)?;
        prepare(&connection, Mode::Change).map_err(in_sqlite)?;
        upgrade(path, &mut connection, &migrations(path)?)?;
        history::install(&connection).map_err(in_sqlite)?;
        begin_camp(&mut connection, name, today, seed)
            .map_err(|error| OpenError::from_loading(path, &error))?;
        let note = HolderNote::write(path).map_err(|error| from_io(path, &error))?;
        Ok(Self {
            connection,
            _note: Some(note),
            path: path.to_owned(),
            mode: Mode::Change,
        })
    }

    /// A camp that is in no file: it is gone when the program ends.
    ///
    /// # Errors
    /// No memory.
    pub fn in_memory(name: &str, today: Date) -> Result<Self, StorageError> {
        let mut connection = Connection::open_in_memory()?;
        connection.pragma_update(None, "foreign_keys", true)?;
        let damaged = |error: rusqlite_migration::Error| StorageError::Damaged(error.to_string());
        let migrations = schema::migrations().map_err(damaged)?;
        schema::upgrade(&mut connection, &migrations).map_err(damaged)?;
        history::install(&connection)?;
        begin_camp(&mut connection, name, today, &CampSeed::default())?;
        Ok(Self {
            connection,
            _note: None,
            path: Path::new("").to_owned(),
            mode: Mode::Change,
        })
    }

    /// Opens a camp file. One of an older version is brought up to this one, or a copy of it that is only looked at.
    ///
    /// # Errors
    /// Each thing that can be wrong with a file has its own error; the file is as it was.
    pub fn open(path: &Path, mode: Mode) -> Result<Self, OpenError> {
        Self::open_with(path, mode, &migrations(path)?)
    }

    pub(super) fn open_with(
        path: &Path,
        mode: Mode,
        migrations: &Migrations<'_>,
    ) -> Result<Self, OpenError> {
        let size = look_at(path, mode)?;
        let in_sqlite = |error: rusqlite::Error| OpenError::from_sqlite(path, &error);
        let access = match mode {
            Mode::Change => OpenFlags::SQLITE_OPEN_READ_WRITE,
            Mode::Look => OpenFlags::SQLITE_OPEN_READ_ONLY,
        };
        let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(in_sqlite)?;
        prepare(&connection, mode).map_err(in_sqlite)?;
        let note = match mode {
            Mode::Change => write_note(path)?,
            Mode::Look => None,
        };
        if size <= CHECKED_AT_OPENING {
            quick_check(path, &connection)?;
        }
        let version = connection
            .pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0))
            .map_err(in_sqlite)?;
        if version != schema::newest() {
            match mode {
                Mode::Change => upgrade(path, &mut connection, migrations)?,
                Mode::Look => {
                    connection = in_memory_copy(&connection).map_err(in_sqlite)?;
                    upgrade(path, &mut connection, migrations)?;
                }
            }
        }
        week::current(&connection).map_err(in_sqlite)?;
        if mode == Mode::Change {
            history::install(&connection).map_err(in_sqlite)?;
        }
        Ok(Self {
            connection,
            _note: note,
            path: path.to_owned(),
            mode,
        })
    }
}

/// Says beside the file who has it open. On a full disk there is no room for that, but the camp can still be looked at, printed,
/// and made smaller.
fn write_note(path: &Path) -> Result<Option<HolderNote>, OpenError> {
    match HolderNote::write(path) {
        Ok(note) => Ok(Some(note)),
        Err(error) if error.kind() == ErrorKind::StorageFull => {
            tracing::warn!("nobody will be told who has the camp open: {error}");
            Ok(None)
        }
        Err(error) => Err(without_note(path, &error)),
    }
}

/// Why a camp file can't be changed beside which nothing can be written: there would be no room for a journal either.
pub(super) fn without_note(path: &Path, error: &io::Error) -> OpenError {
    match error.kind() {
        ErrorKind::PermissionDenied => OpenError::ReadOnly(path.to_owned()),
        _ => from_io(path, error),
    }
}

/// Tells from the outside what a path leads to, before SQLite touches it. Returns the size in bytes.
fn look_at(path: &Path, mode: Mode) -> Result<u64, OpenError> {
    let about = fs::metadata(path).map_err(|error| from_io(path, &error))?;
    if about.is_dir() {
        return Err(OpenError::Folder(path.to_owned()));
    }
    let mut file = File::open(path).map_err(|error| from_io(path, &error))?;
    let mut head = Vec::with_capacity(100);
    file.by_ref()
        .take(100)
        .read_to_end(&mut head)
        .map_err(|error| from_io(path, &error))?;
    let not_a_camp = |instead| OpenError::NotACamp {
        path: path.to_owned(),
        instead,
    };
    if head.is_empty() {
        return Err(not_a_camp(Some("it is empty")));
    }
    if is_access_file(&head) {
        return Err(not_a_camp(Some(
            "it is a Microsoft Access file. Choose “Import from Access” for it",
        )));
    }
    if !head.starts_with(b"SQLite format 3\0") {
        return Err(not_a_camp(None));
    }
    let [Some(version), Some(application)] = [60, 68].map(|at| number_at(&head, at)) else {
        return Err(OpenError::Damaged {
            path: path.to_owned(),
            detail: "its end is missing".to_owned(),
        });
    };
    if application != schema::APPLICATION_ID {
        return Err(not_a_camp(Some("it belongs to another program")));
    }
    if version > schema::newest() {
        return Err(OpenError::Newer(path.to_owned()));
    }
    if mode == Mode::Change {
        // The flag says it even to an administrator, whom the system would let write all the same.
        if about.permissions().readonly() {
            return Err(OpenError::ReadOnly(path.to_owned()));
        }
        if let Err(error) = OpenOptions::new().write(true).open(path) {
            return Err(match error.kind() {
                ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                    OpenError::ReadOnly(path.to_owned())
                }
                _ => from_io(path, &error),
            });
        }
    }
    Ok(about.len())
}

fn is_access_file(head: &[u8]) -> bool {
    head.get(4..)
        .is_some_and(|rest| rest.starts_with(b"Standard Jet") || rest.starts_with(b"Standard ACE"))
}

/// A number of the file's head, as SQLite's file format stores it.
fn number_at(head: &[u8], at: usize) -> Option<u32> {
    let bytes = head.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_be_bytes(bytes))
}

/// Sets the connection up, and takes the lock of a file that is to be changed.
fn prepare(connection: &Connection, mode: Mode) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    match mode {
        Mode::Change => {
            connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
            // A camp file is copied, mailed and synchronised, and so it must be a single file: no write-ahead log.
            connection.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.execute_batch("BEGIN EXCLUSIVE; COMMIT;")
        }
        Mode::Look => connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())),
    }
}

/// A copy of a file that must stay as it is.
fn in_memory_copy(connection: &Connection) -> rusqlite::Result<Connection> {
    let mut copy = Connection::open_in_memory()?;
    let copied = Backup::new(connection, &mut copy)?.step(-1)?;
    if copied != StepResult::Done {
        // Somebody has begun to change the file.
        let busy = ffi::Error::new(ffi::SQLITE_BUSY);
        return Err(rusqlite::Error::SqliteFailure(busy, None));
    }
    copy.pragma_update(None, "trusted_schema", false)?;
    copy.pragma_update(None, "foreign_keys", true)?;
    Ok(copy)
}

fn quick_check(path: &Path, connection: &Connection) -> Result<(), OpenError> {
    let finding = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))
        .map_err(|error| OpenError::from_sqlite(path, &error))?;
    if finding == "ok" {
        return Ok(());
    }
    Err(OpenError::Damaged {
        path: path.to_owned(),
        detail: finding,
    })
}

fn migrations(path: &Path) -> Result<Migrations<'static>, OpenError> {
    schema::migrations().map_err(|error| OpenError::Upgrade {
        path: path.to_owned(),
        detail: error.to_string(),
    })
}

fn upgrade(
    path: &Path,
    connection: &mut Connection,
    migrations: &Migrations<'_>,
) -> Result<(), OpenError> {
    schema::upgrade(connection, migrations).map_err(|error| match error {
        rusqlite_migration::Error::RusqliteError { err, .. }
            if err.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull) =>
        {
            OpenError::DiskFull(path.to_owned())
        }
        error => OpenError::Upgrade {
            path: path.to_owned(),
            detail: error.to_string(),
        },
    })
}

/// The first rows of a new camp file.
fn begin_camp(
    connection: &mut Connection,
    name: &str,
    today: Date,
    seed: &CampSeed,
) -> Result<(), StorageError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute("INSERT INTO camp (id, name) VALUES (1, ?1)", [name])?;
    week::open_first(&transaction, today)?;
    settings::save(&transaction, &seed.settings)?;
    for group in &seed.groups {
        group::hand_down(&transaction, group)?;
    }
    for player in &seed.players {
        player::insert(&transaction, player)?;
    }
    transaction.commit()?;
    Ok(())
}

/// The error behind a failed call of the operating system.
fn from_io(path: &Path, error: &io::Error) -> OpenError {
    let path = path.to_owned();
    match error.kind() {
        ErrorKind::NotFound => OpenError::NotThere(path),
        ErrorKind::AlreadyExists => OpenError::AlreadyThere(path),
        ErrorKind::PermissionDenied => OpenError::NoPermission(path),
        ErrorKind::ReadOnlyFilesystem => OpenError::ReadOnly(path),
        ErrorKind::StorageFull => OpenError::DiskFull(path),
        ErrorKind::IsADirectory => OpenError::Folder(path),
        // What Windows says of a file that another program holds without sharing it.
        _ if error.raw_os_error() == Some(32) && cfg!(windows) => OpenError::InUse {
            holder: Holder::of(&path),
            path,
        },
        _ => OpenError::Disk {
            path,
            detail: error.to_string(),
        },
    }
}
