//! Opening and making camp files.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use jiff::civil::Date;
use rusqlite::{
    Connection, OpenFlags, TransactionBehavior,
    backup::{Backup, StepResult},
    ffi,
};
use rusqlite_migration::Migrations;

use super::{
    BackupReason, Backups, CampFile, HolderNote, LostHistory, MovedAside, NewCampFile, OpenError,
    OutsideChange, StorageError, extra, group,
    history::{self, Thinning},
    player, real_clock,
    safety::{
        self,
        check::Damage,
        connection,
        from_outside::look_at,
        journal::{self, LeftJournal},
        outside::FileStamp,
        rebuild,
    },
    schema, seal, settings,
    uid::uid,
    week,
};
use crate::domain::CampSeed;

/// What a camp file is opened for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Mode {
    /// To change it. Nobody else can open it meanwhile.
    Change,
    /// To look and print: the file and its folder may be read-only.
    ReadOnly,
}

/// What becomes of a file of an older version that is opened to be changed.
pub(super) enum Upgrade<'b> {
    /// It is brought up to this one, after a backup where there is a place for it.
    After(Option<&'b mut Backups>),
    /// It stays as it is.
    Later,
}

/// Files up to this size, in bytes, are looked through before anything of them is shown: that takes less than 50 ms. In a larger one it
/// comes before the first change.
const CHECKED_AT_OPENING: u64 = 2 << 20;

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
        NewCampFile::begin(path, name, today, seed)?.finish()
    }

    /// A camp that is in no file: it is gone when the program ends.
    ///
    /// # Errors
    /// No memory.
    pub fn in_memory(name: &str, today: Date) -> Result<Self, StorageError> {
        let mut connection = schema::empty(schema::newest())
            .map_err(|error| StorageError::Damaged(error.to_string()))?;
        begin_camp(&mut connection, name, today, &CampSeed::default())?;
        Ok(Self::of_connection(
            connection,
            PathBuf::new(),
            Mode::Change,
        ))
    }

    /// Opens a camp file. One of an older version is brought up to this one, or a copy of it that is only looked at. A small file is
    /// [looked through](Self::check) at once, a large one before its first change.
    ///
    /// # Errors
    /// Each thing that can be wrong with a file has its own error; the file is as it was.
    pub fn open(path: &Path, mode: Mode) -> Result<Self, OpenError> {
        Self::open_with_backups(path, mode, None)
    }

    /// As [`Self::open`], of a camp that backups are kept of, where there is a place for them.
    ///
    /// # Errors
    /// As of [`Self::open`]. That no backup can be made is none: whoever finishes it hears of it.
    pub fn open_with_backups(
        path: &Path,
        mode: Mode,
        mut backups: Option<Backups>,
    ) -> Result<Self, OpenError> {
        let mut camp = Self::open_small_checked(path, mode, Upgrade::After(backups.as_mut()))?;
        if let Some(backups) = backups {
            camp.keep_backups(backups);
        }
        Ok(camp)
    }

    /// As [`Self::open`], while the place of the backups doesn't answer: one of an older version is only looked at.
    ///
    /// # Errors
    /// As of [`Self::open`]; or it is of an older version, and was to be changed.
    pub fn open_before_backups(path: &Path, mode: Mode) -> Result<Self, OpenError> {
        Self::open_small_checked(path, mode, Upgrade::Later)
    }

    fn open_small_checked(
        path: &Path,
        mode: Mode,
        upgrade: Upgrade<'_>,
    ) -> Result<Self, OpenError> {
        let mut camp = Self::open_with(path, mode, &migrations(path)?, upgrade)?;
        if camp.is_small {
            camp.check()
                .map_err(|error| OpenError::from_loading(path, &error))?;
        }
        Ok(camp)
    }

    /// As [`Self::open`] to look, to tell [all that is wrong](Self::damage) with the file. Nothing of it is written.
    ///
    /// # Errors
    /// As of [`Self::open`], but for damage that leaves something to look at.
    pub fn open_to_check(path: &Path) -> Result<Self, OpenError> {
        Self::open_with(path, Mode::ReadOnly, &migrations(path)?, Upgrade::Later)
    }

    pub(super) fn open_with(
        path: &Path,
        mode: Mode,
        migrations: &Migrations<'_>,
        upgrade_it: Upgrade<'_>,
    ) -> Result<Self, OpenError> {
        let size = look_at(path, mode)?;
        let in_sqlite = |error: rusqlite::Error| OpenError::from_sqlite(path, &error);
        let left = LeftJournal::find(path)?;
        let mut moved_aside = None;
        let mut connection = match (mode, left) {
            (Mode::ReadOnly, Some(left)) => left.in_memory().map_err(in_sqlite)?,
            (Mode::ReadOnly, None) => connection::to_read(path).map_err(in_sqlite)?,
            (Mode::Change, left) => {
                if let Some(left) = left {
                    moved_aside = left.move_aside()?;
                }
                connect_to_change(path).map_err(in_sqlite)?
            }
        };
        let version = trusted_version(path, &connection)?;
        let note = match mode {
            Mode::Change => write_note(path)?,
            Mode::ReadOnly => None,
        };
        let mut lost_history = None;
        let mut left_out = Vec::new();
        if version != schema::newest() {
            let in_storage = |error: StorageError| OpenError::from_loading(path, &error);
            let broken = refuse_damage(path, safety::check::integrity(&connection))?;
            lost_history = broken.lost_history();
            // What would come of it, before anything is written.
            let mut trial =
                rebuild::sound_copy(&connection, version, &broken).map_err(in_storage)?;
            upgrade(path, &mut trial, migrations)?;
            refuse_damage(path, safety::check::damage(&trial))?;
            if mode == Mode::ReadOnly {
                connection = trial;
                left_out = broken.into_list();
            } else {
                match upgrade_it {
                    Upgrade::After(Some(backups)) => backups.before_upgrade(&connection, path),
                    Upgrade::After(None) => {}
                    Upgrade::Later => return Err(OpenError::NotBackedUp(path.to_owned())),
                }
                if broken.is_none() {
                    upgrade(path, &mut connection, migrations)?;
                } else {
                    rebuild::write_over(&trial, &mut connection).map_err(in_storage)?;
                }
            }
        }
        if mode == Mode::Change {
            if is_in_write_ahead_mode(&connection).map_err(in_sqlite)? {
                refuse_damage(path, safety::check::damage(&connection))?;
            }
            settle(&connection).map_err(in_sqlite)?;
        }
        let mut camp = Self::of_connection(connection, path.to_owned(), mode);
        camp.note = note;
        camp.moved_aside = moved_aside;
        camp.lost_history = lost_history;
        camp.left_out = left_out;
        if mode == Mode::Change {
            let stamp = FileStamp::new(path).map_err(|error| from_io(path, &error))?;
            camp.stamp = Some(stamp);
        }
        camp.is_checked = false;
        camp.is_small = size <= CHECKED_AT_OPENING;
        Ok(camp)
    }

    /// A camp that was just made, or is still to be looked through.
    pub(super) fn of_connection(connection: Connection, path: PathBuf, mode: Mode) -> Self {
        static OPENINGS: AtomicU64 = AtomicU64::new(0);
        Self {
            connection,
            note: None,
            stamp: None,
            path,
            opening: OPENINGS.fetch_add(1, Ordering::Relaxed),
            mode,
            is_checked: true,
            is_small: true,
            moved_aside: None,
            beside: Damage::default(),
            lost_history: None,
            left_out: Vec::new(),
            has_begun: false,
            backups: None,
            thinning: Thinning::default(),
            work: None,
        }
    }

    /// Whether the whole file was looked through.
    pub fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// Has the database ask, every millisecond or so, whether to stop what it does.
    pub(super) fn ask_to_go_on(
        &self,
        stop: Option<impl Fn() -> bool + Send + 'static>,
    ) -> Result<(), StorageError> {
        /// Of the database's own small steps.
        const STEPS: i32 = 10_000;
        Ok(self.connection.progress_handler(STEPS, stop)?)
    }

    /// As [`Self::check`], until `stop` says that nobody waits for it any more; it comes before the first change then.
    ///
    /// # Errors
    /// As of [`Self::check`].
    pub fn check_until(
        &mut self,
        stop: impl Fn() -> bool + Clone + Send + 'static,
    ) -> Result<(), StorageError> {
        self.ask_to_go_on(Some(stop.clone()))?;
        let checked = self.check();
        self.ask_to_go_on(None::<fn() -> bool>)?;
        if stop() { Ok(()) } else { checked }
    }

    /// Looks through the whole file, once. Nothing is written before that. What is broken beside its records, [its
    /// history](Self::lost_history) for one, goes with the first change.
    ///
    /// # Errors
    /// Its records are damaged, or it was changed by another program.
    pub fn check(&mut self) -> Result<(), StorageError> {
        if !self.is_checked {
            let damage = safety::check::damage(&self.connection);
            let damage = damage.map_err(|error| self.naming(error.into()))?;
            if let Some(finding) = damage.records.first() {
                return Err(StorageError::Damaged(finding.clone()));
            }
            self.lost_history = self.lost_history.or(damage.lost_history());
            self.beside = damage;
            self.is_checked = true;
        }
        Ok(())
    }

    /// Everything that is wrong with the file itself, but for [single values](Self::strange_values), unless one of them keeps it from being
    /// looked through. Empty for a sound file.
    ///
    /// # Errors
    /// The file can't be read at all.
    pub fn damage(&self) -> Result<Vec<String>, StorageError> {
        let found = match safety::check::damage(&self.connection) {
            Ok(damage) => damage.into_list(),
            Err(error) => match self.naming(error.into()) {
                StorageError::Damaged(finding) => vec![finding],
                error => return Err(error),
            },
        };
        Ok([self.left_out.clone(), found].concat())
    }

    /// Whether the history can't be read, and is gone with the next change. Known once the file was [looked through](Self::check).
    pub fn lost_history(&self) -> Option<LostHistory> {
        self.lost_history
    }

    /// What the last change was stamped with; `None` if that can't be read. Two files that have the same one are copies of one moment.
    pub fn last_stamp(&self) -> Option<i64> {
        journal::last_stamp(&self.connection).ok()
    }

    /// What somebody else did to the file since the last change was saved.
    pub fn outside_change(&self) -> Option<OutsideChange> {
        self.stamp.as_ref()?.compare(&self.path)
    }

    /// The journal of another file that lay beside this one when it was opened.
    pub fn moved_aside(&self) -> Option<&MovedAside> {
        self.moved_aside.as_ref()
    }

    /// # Errors
    /// The file must not be changed: it is only looked at, damaged, or not the one any more that was opened.
    pub(super) fn refuse_unless_ours(&mut self) -> Result<(), StorageError> {
        if self.mode == Mode::ReadOnly {
            return Err(StorageError::ReadOnly);
        }
        if let Some(change) = self.outside_change() {
            return Err(change.into());
        }
        self.check()?;
        if !self.has_begun {
            self.back_up(BackupReason::Opened, &|| false);
            self.drop_what_is_broken()?;
            let was_backed_up = !self.needs_backup();
            self.begin_to_change()
                .map_err(|error| StorageError::of_commit(error).while_saving())?;
            self.has_begun = true;
            if was_backed_up {
                self.is_backed_up_as_it_is();
            }
            if let Some(change) = self.committed() {
                return Err(change.into());
            }
        }
        Ok(())
    }

    /// The same, and what is beyond the limit leaves the history.
    ///
    /// # Errors
    /// As of [`Self::refuse_unless_ours`].
    pub(super) fn refuse_unless_ours_and_thin(&mut self) -> Result<(), StorageError> {
        self.refuse_unless_ours()?;
        // What is undone is redone from the step on that is done last: none may go from between. The next change drops it.
        let thins = self.thinning.is_due && history::first_undone(&self.connection)?.is_none();
        self.thinning.is_due &= !thins;
        // A history that stays long keeps nobody from working.
        if thins && let Err(error) = self.thin_history(real_clock().timestamp()) {
            tracing::warn!("the history was not thinned: {error}");
        }
        if thins && let Some(change) = self.committed() {
            return Err(change.into());
        }
        Ok(())
    }

    /// Makes what the connection needs before the camp is changed by it (the history is written down, and sealed weeks stay as they are), and
    /// stamps the session. All of it or nothing.
    fn begin_to_change(&self) -> rusqlite::Result<()> {
        let transaction = self.connection.unchecked_transaction()?;
        history::install(&transaction)?;
        seal::install(&transaction)?;
        journal::stamp(&transaction)?;
        transaction.commit()
    }

    /// Takes note of the file as a change of our own left it. Returns what somebody else did to it meanwhile.
    pub(super) fn committed(&mut self) -> Option<OutsideChange> {
        let stamp = self.stamp.as_mut()?;
        match stamp.again(&self.path) {
            Ok(now) => {
                *stamp = now;
                None
            }
            Err(change) => Some(change),
        }
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
        Err(error) if HolderNote::path(path).is_dir() => {
            tracing::warn!("no note of who has the camp open: {error}");
            Err(OpenError::InTheWay {
                camp: path.to_owned(),
                beside: HolderNote::path(path),
            })
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

fn connect_to_change(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    lock(&connection)?;
    connection::restrict(&connection)?;
    Ok(connection)
}

/// Whether another program has left the file so that it writes a log ahead.
fn is_in_write_ahead_mode(connection: &Connection) -> rusqlite::Result<bool> {
    let mode =
        connection.pragma_query_value(None, "journal_mode", |row| row.get::<_, String>(0))?;
    Ok(mode == "wal")
}

/// Takes the lock of a file that is to be changed, for as long as it is open.
pub(super) fn lock(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(connection::PATIENCE)?;
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    connection.execute_batch("BEGIN EXCLUSIVE; COMMIT;")
}

/// How a file is written that is known to be ours.
pub(super) fn settle(connection: &Connection) -> rusqlite::Result<()> {
    // A camp file is copied, mailed and synchronised, and so it must be a single file: no write-ahead log.
    connection.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
    // While the file is open its journal stays, with nothing in it: what was deleted is to be gone.
    connection.pragma_update_and_check(None, "journal_size_limit", 0, |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "FULL")
}

/// The version of a file that has exactly the tables of that version. Nothing in it has been run by then.
fn trusted_version(path: &Path, connection: &Connection) -> Result<u32, OpenError> {
    let in_sqlite = |error: rusqlite::Error| OpenError::from_sqlite(path, &error);
    let version = connection
        .pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0))
        .map_err(in_sqlite)?;
    match safety::layout::stranger(connection, version).map_err(in_sqlite)? {
        // An empty file with our number in its head.
        None if version == 0 => Err(OpenError::NotACamp {
            path: path.to_owned(),
            instead: Some("there is nothing in it"),
        }),
        None => Ok(version),
        Some(what) => Err(OpenError::Stranger {
            path: path.to_owned(),
            what,
        }),
    }
}

/// A copy of a file that must stay as it is.
pub(super) fn in_memory_copy(connection: &Connection) -> rusqlite::Result<Connection> {
    let mut copy = Connection::open_in_memory()?;
    copy_all(connection, &mut copy)?;
    Ok(copy)
}

/// Copies every page of a camp. From then on the copy is no more trusted than the camp.
pub(super) fn copy_all(connection: &Connection, copy: &mut Connection) -> rusqlite::Result<()> {
    let copied = Backup::new(connection, copy)?.step(-1)?;
    if copied != StepResult::Done {
        // Somebody has begun to change the file.
        let busy = ffi::Error::new(ffi::SQLITE_BUSY);
        return Err(rusqlite::Error::SqliteFailure(busy, None));
    }
    connection::restrict(copy)
}

/// Refuses records that are damaged. Returns what is broken beside them.
fn refuse_damage(path: &Path, found: rusqlite::Result<Damage>) -> Result<Damage, OpenError> {
    let mut found = found.map_err(|error| OpenError::from_sqlite(path, &error))?;
    if found.records.is_empty() {
        return Ok(found);
    }
    Err(OpenError::Damaged {
        path: path.to_owned(),
        detail: found.records.swap_remove(0),
    })
}

pub(super) fn migrations(path: &Path) -> Result<Migrations<'static>, OpenError> {
    schema::migrations().map_err(|error| OpenError::Upgrade {
        path: path.to_owned(),
        detail: error.to_string(),
    })
}

pub(super) fn upgrade(
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
pub(super) fn begin_camp(
    connection: &mut Connection,
    name: &str,
    today: Date,
    seed: &CampSeed,
) -> Result<(), StorageError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    journal::stamp(&transaction)?;
    transaction.execute(
        "INSERT INTO camp (id, uid, name) VALUES (1, ?1, ?2)",
        [&uid(), name],
    )?;
    let week = week::open_first(&transaction, today)?;
    settings::save(&transaction, &seed.settings)?;
    for column in &seed.columns {
        extra::hand_down_column(&transaction, column)?;
    }
    for group in &seed.groups {
        group::hand_down(&transaction, week, group)?;
    }
    for player in &seed.players {
        player::hand_down(&transaction, week, player)?;
    }
    transaction.commit()?;
    Ok(())
}

/// The error behind a failed call of the operating system.
pub(super) fn from_io(path: &Path, error: &io::Error) -> OpenError {
    let path = path.to_owned();
    match error.kind() {
        ErrorKind::NotFound => OpenError::NotThere(path),
        ErrorKind::AlreadyExists => OpenError::AlreadyThere(path),
        ErrorKind::PermissionDenied => OpenError::NoPermission(path),
        ErrorKind::ReadOnlyFilesystem => OpenError::ReadOnly(path),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => OpenError::DiskFull(path),
        ErrorKind::IsADirectory => OpenError::Folder(path),
        ErrorKind::InvalidFilename => OpenError::LongPath(path),
        // What Windows says of a file that another program holds without sharing it.
        _ if error.raw_os_error() == Some(32) && cfg!(windows) => OpenError::in_use(&path),
        _ => OpenError::Disk {
            path,
            detail: error.to_string(),
        },
    }
}
