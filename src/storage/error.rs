//! What can go wrong with a camp file, each in a sentence that a director can act on.

use std::path::{Path, PathBuf};

use rusqlite::{ErrorCode, ffi, types::FromSqlError};
use thiserror::Error;

use super::{Holder, OutsideChange, UsChessRefusal};
use crate::domain::{FieldProblem, LadderProblem, Record, merge::MergeRefusal};

/// Why a camp file can't be opened or made.
#[derive(Debug, Error)]
pub enum OpenError {
    #[error("There is no file “{}”. Was it moved or renamed, or is it on a stick that isn’t plugged in?", .0.display())]
    NotThere(PathBuf),
    #[error("“{}” is a folder, not a camp file", .0.display())]
    Folder(PathBuf),
    #[error("“{}” is a device or a pipe, not a camp file", .0.display())]
    NotAFile(PathBuf),
    #[error(
        "“{}” can’t be opened as long as “{}” lies beside it, which is no plain file. Move that somewhere else, and open the camp again",
        camp.display(), beside.display()
    )]
    InTheWay { camp: PathBuf, beside: PathBuf },
    #[error(
        "“{}” can’t be opened as long as “{}” lies beside it, the rest of an unfinished change to another copy. Every name to move it aside is taken: move it somewhere else, and open the camp again",
        camp.display(), beside.display()
    )]
    NoNameAside { camp: PathBuf, beside: PathBuf },
    #[error(
        "“{}” has a name or a place that is too long for a camp file. Give it a shorter name, or put it into a folder nearer to the top",
        .0.display()
    )]
    LongPath(PathBuf),
    #[error(
        "“{}” was changed by another program: it has {what}. Nothing in it was run, and it was left as it was. Don’t use this file: ask whoever sent it, or open your last copy of the camp",
        path.display()
    )]
    Stranger {
        path: PathBuf,
        /// What Camp Ladder never makes: "a trigger called “x”".
        what: String,
    },
    #[error("“{}” is the camp itself, and no copy of it. Choose the copy", .0.display())]
    SameCamp(PathBuf),
    #[error("“{}” is not a camp file{}", path.display(), instead.map(|instead| format!(": {instead}")).unwrap_or_default())]
    NotACamp {
        path: PathBuf,
        /// What it is, and what to do with it.
        instead: Option<&'static str>,
    },
    #[error(
        "“{}” was made by a newer version of Camp Ladder. Install that version here, and open the file again",
        .0.display()
    )]
    Newer(PathBuf),
    #[error(
        "“{}” is open in another window or on another computer{}. Close it there, and try again",
        path.display(), holder.as_ref().map(|holder| format!(" ({holder})")).unwrap_or_default()
    )]
    InUse {
        path: PathBuf,
        holder: Option<Holder>,
    },
    #[error(
        "“{}” is damaged ({detail}). Keep it as it is: repair it into a new file, or open your last copy of it",
        path.display()
    )]
    Damaged { path: PathBuf, detail: String },
    #[error(
        "“{}” is read-only, or in a folder where nothing can be saved. Open it read-only, where “Save a copy…” gets you one you can change",
        .0.display()
    )]
    ReadOnly(PathBuf),
    #[error(
        "“{}” is of an earlier version of Camp Ladder, and is brought up to this one only after a backup, whose drive doesn’t answer. Open it read-only, where “Save a copy…” gets you one you can change, or open it again when the drive answers",
        .0.display()
    )]
    NotBackedUp(PathBuf),
    #[error("You have no permission to open “{}”. Ask whoever looks after this computer, or use a copy", .0.display())]
    NoPermission(PathBuf),
    #[error("There is already a file “{}”. Choose another name, or open that file", .0.display())]
    AlreadyThere(PathBuf),
    #[error("The folder “{}” doesn’t exist. Choose another one", .0.display())]
    NoFolder(PathBuf),
    #[error("Nothing can be saved in the folder “{}”. Choose another one", .0.display())]
    NothingSavedIn(PathBuf),
    #[error("“{name}” can’t be a camp’s name: {reason}")]
    BadName { name: String, reason: String },
    #[error(
        "“{}” could not be brought up to this version of Camp Ladder and was left as it was ({detail}). Check disk space and try again, or open your last copy",
        path.display()
    )]
    Upgrade { path: PathBuf, detail: String },
    #[error("The disk is full: “{}” can’t be saved. Make room, and try again", .0.display())]
    DiskFull(PathBuf),
    #[error("“{}” can’t be read or written ({detail})", path.display())]
    Disk { path: PathBuf, detail: String },
}

impl OpenError {
    /// Somebody else has the file open; with who it is, where that is known.
    pub(super) fn in_use(path: &Path) -> Self {
        Self::InUse {
            path: path.to_owned(),
            holder: Holder::new(path),
        }
    }

    /// The error behind a failed database call on this file.
    pub(super) fn from_sqlite(path: &Path, error: &rusqlite::Error) -> Self {
        let path = path.to_owned();
        if is_damage(error) {
            let detail = damage_in_words(error);
            return Self::Damaged { path, detail };
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => Self::Stranger {
                path,
                what: "far more tables than a camp has".to_owned(),
            },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::in_use(&path),
            Some(ErrorCode::NotADatabase) => Self::NotACamp {
                path,
                instead: None,
            },
            Some(ErrorCode::ReadOnly) => Self::ReadOnly(path),
            Some(ErrorCode::PermissionDenied) => Self::NoPermission(path),
            Some(ErrorCode::DiskFull) => Self::DiskFull(path),
            _ => Self::Disk {
                path,
                detail: error.to_string(),
            },
        }
    }

    /// The same of a file that is a camp by its rows, and whose first page tells of nothing else.
    #[must_use]
    pub fn of_camp(self) -> Self {
        match self {
            Self::NotACamp {
                path,
                instead: None,
            } => Self::Damaged {
                path,
                detail: FIRST_PAGE.to_owned(),
            },
            error => error,
        }
    }

    /// The error behind a camp file that was opened and can't be loaded.
    pub fn from_loading(path: &Path, error: &StorageError) -> Self {
        let path = path.to_owned();
        match error {
            StorageError::ReadOnly => Self::ReadOnly(path),
            StorageError::Outside(OutsideChange::Gone) => Self::NotThere(path),
            StorageError::DiskFull => Self::DiskFull(path),
            StorageError::Damaged(detail) => Self::Damaged {
                path,
                detail: detail.clone(),
            },
            StorageError::Read(error)
            | StorageError::Write(error)
            | StorageError::Uncertain(error) => Self::from_sqlite(&path, error),
            StorageError::Outside(change) => Self::Disk {
                path,
                detail: change.to_string(),
            },
            StorageError::Refused(_) | StorageError::Mistake(_) => Self::Damaged {
                path,
                detail: error.to_string(),
            },
        }
    }
}

/// Whether an error is the file's own: what should be there isn't, or is something else. A disk that is gone is none.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    let Some(about) = error.sqlite_error() else {
        // Not of SQLite's making: a value of the wrong kind, a missing row.
        return true;
    };
    // The file ends before its last page.
    about.extended_code == ffi::SQLITE_IOERR_SHORT_READ
        // Longer than anything that is ever saved.
        || matches!(about.code, ErrorCode::DatabaseCorrupt | ErrorCode::TooBig)
        || is_of_no_known_kind(error)
}

/// Whether the first page says that the file is of a kind that there isn't.
fn is_of_no_known_kind(error: &rusqlite::Error) -> bool {
    matches!(error, rusqlite::Error::SqliteFailure(_, Some(text)) if text == "unsupported file format")
}

/// What is damaged of a file whose first page is.
const FIRST_PAGE: &str = "its first page can’t be read";

/// What is damaged, without the words of SQLite.
pub(super) fn damage_in_words(error: &rusqlite::Error) -> String {
    let said = error.to_string();
    if let Some(which) = said.strip_prefix("malformed database schema ") {
        return format!("its list of tables can’t be read: {which}");
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => FIRST_PAGE.to_owned(),
        _ if is_of_no_known_kind(error) => FIRST_PAGE.to_owned(),
        Some(ErrorCode::DatabaseCorrupt) => "its pages contradict each other".to_owned(),
        Some(ErrorCode::TooBig) => "a value is longer than any that is saved".to_owned(),
        Some(ErrorCode::SystemIoFailure) => "it ends too early".to_owned(),
        _ => value_in_words(error).unwrap_or(said),
    }
}

/// What is wrong with a value, without the words of whatever has read it.
fn value_in_words(error: &rusqlite::Error) -> Option<String> {
    use rusqlite::Error;
    Some(match error {
        Error::Utf8Error(..) => LETTERS.to_owned(),
        Error::FromSqlConversionFailure(_, _, why) if why.is::<std::str::Utf8Error>() => {
            LETTERS.to_owned()
        }
        Error::FromSqlConversionFailure(_, _, why) if why.is::<jiff::Error>() => {
            "a day or a time in it can’t be".to_owned()
        }
        Error::FromSqlConversionFailure(_, _, why) if !why.is::<FromSqlError>() => why.to_string(),
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..) => {
            "a value is another one than can be saved there".to_owned()
        }
        Error::QueryReturnedNoRows => "a record is missing".to_owned(),
        _ => return None,
    })
}

const LETTERS: &str = "letters of a text can’t be read";

/// Why a change was refused. Nothing has changed.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Refusal {
    #[error("{}", .0.first().map_or("This can’t be saved", |problem| problem.reason.as_str()))]
    Invalid(Vec<FieldProblem>),
    #[error("There is already a group called {0}. Choose another name")]
    GroupNameTaken(String),
    #[error(
        "{name} has {games}, and those would be lost. Make the player inactive instead: then the standings leave {name} out"
    )]
    PlayerHasGames { name: String, games: String },
    #[error("The group {name} has {players}. Move them to another group first")]
    GroupHasPlayers { name: String, players: String },
    #[error("There is already a ladder called {0}. Choose another name")]
    LadderNameTaken(String),
    #[error("There is already a meeting on {0}. Open that one, or choose another day")]
    MeetingDayTaken(String),
    #[error("The ladder {0} has been deleted meanwhile")]
    NoLadder(String),
    #[error("This meeting has been deleted meanwhile")]
    NoMeeting,
    #[error("This column has been deleted meanwhile")]
    NoColumn,
    #[error("This change isn’t in the history any more. Choose another one to go back to")]
    StepGone,
    #[error("Choose a group for {0}")]
    NoGroup(String),
    #[error("This record has been deleted meanwhile")]
    Gone(Record),
    #[error("The ratings were computed from an older list of players. Press Recalc Ratings again")]
    Outdated,
    #[error(
        "{0} is closed, and kept as it is. Reopen it to correct something, or start the next week"
    )]
    WeekClosed(String),
    #[error("This was meant for the camp that was open before, and isn’t saved")]
    MeantForOther,
    #[error("{0} is still open. Close it first")]
    WeekOpen(String),
    #[error("{shown} is read-only. Go back to {current} to make changes")]
    OnlyLookedAt { shown: String, current: String },
    #[error("There is no week with the number {0} in this camp")]
    NoWeek(i64),
    #[error(
        "The ratings can’t be recalculated, and so the week can’t be closed. The list of problems says why"
    )]
    NotRecalculated(Vec<LadderProblem>),
    #[error("Player {0} isn’t in the camp any more. Choose another player")]
    UnknownPlayer(i64),
    #[error("The group {0}, which an imported player names, isn’t in the camp")]
    UnknownGroup(String),
    #[error(transparent)]
    UsChess(#[from] UsChessRefusal),
    #[error(
        "“{0}” is another camp, and not a copy of this one. To take players and games over from another camp, export and import them"
    )]
    AnotherCamp(String),
    #[error("The camp has changed since the copy was compared with it. Bring the copy back again")]
    MergeOutdated,
    #[error("Decide first what stays where both copies have changed the same")]
    MergeUndecided,
    #[error(transparent)]
    Merge(#[from] MergeRefusal),
}

/// Why something was not read or not saved. Whatever it was, the file is as it was before.
#[derive(Debug, Error)]
pub enum StorageError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("This camp is read-only. Change a copy of it: “Save a copy…” in the window makes one")]
    ReadOnly,
    #[error("{0}. Nothing is saved any more. Choose “Save a copy…” to keep what this window holds")]
    Outside(#[from] OutsideChange),
    #[error(
        "It isn’t certain that this was saved: the disk did not answer ({0}). Is the disk or the memory stick still there? Look whether the change is in the camp, and do it again if it isn’t"
    )]
    Uncertain(rusqlite::Error),
    #[error("The disk is full, and the change was not saved. Make room, and try again")]
    DiskFull,
    #[error(
        "The camp file is damaged ({0}). Close it, keep it as it is, and repair it into a new file, or open your last copy of it"
    )]
    Damaged(String),
    #[error("The camp file could not be read ({0}). Is the disk or the memory stick still there?")]
    Read(rusqlite::Error),
    #[error(
        "The camp file could not be written, and the change was not saved ({0}). Is the disk or the memory stick still there?"
    )]
    Write(rusqlite::Error),
    #[error(
        "This change does not fit the rest of the camp and was not saved ({0}). That is a mistake in Camp Ladder: please report it"
    )]
    Mistake(rusqlite::Error),
}

impl StorageError {
    /// An error of the last step of saving, after which the disk may have either state.
    pub(super) fn of_commit(error: rusqlite::Error) -> Self {
        const UNSURE: [i32; 5] = [
            ffi::SQLITE_IOERR_FSYNC,
            ffi::SQLITE_IOERR_DIR_FSYNC,
            ffi::SQLITE_IOERR_TRUNCATE,
            ffi::SQLITE_IOERR_DELETE,
            ffi::SQLITE_IOERR_CLOSE,
        ];
        let code = error.sqlite_error().map(|about| about.extended_code);
        if code.is_some_and(|code| UNSURE.contains(&code)) {
            Self::Uncertain(error)
        } else {
            error.into()
        }
    }

    /// Whether it was the disk, which may be as it should be a moment later.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::DiskFull | Self::Read(_) | Self::Write(_) | Self::Uncertain(_) => true,
            Self::Refused(_)
            | Self::ReadOnly
            | Self::Outside(_)
            | Self::Damaged(_)
            | Self::Mistake(_) => false,
        }
    }

    /// The same, of an error that was met on the way to save something.
    pub(super) fn while_saving(self) -> Self {
        match self {
            Self::Read(error) => Self::Write(error),
            other => other,
        }
    }
}

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> Self {
        if is_damage(&error) {
            return Self::Damaged(damage_in_words(&error));
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::DiskFull,
            Some(ErrorCode::NotADatabase) => Self::Damaged(damage_in_words(&error)),
            // SQLite looks itself when it begins its first journal.
            Some(ErrorCode::ReadOnly)
                if error.sqlite_extended_error_code() == Some(ffi::SQLITE_READONLY_DBMOVED) =>
            {
                Self::Outside(OutsideChange::Gone)
            }
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::ConstraintViolation) => Self::Mistake(error),
            _ => Self::Read(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::types::Type;

    use super::*;

    #[test]
    fn what_a_value_can_not_be_is_told_in_plain_words() {
        let of_column = |why| rusqlite::Error::FromSqlConversionFailure(7, Type::Text, why);
        let day = "2026-02-31".parse::<jiff::civil::Date>();
        let letters = String::from_utf8(vec![0xff]);
        let letters = letters.expect_err("no text").utf8_error();
        for (error, words) in [
            (
                of_column(day.expect_err("no day").into()),
                "a day or a time in it can’t be",
            ),
            (of_column(letters.into()), LETTERS),
            (letters.into(), LETTERS),
            (
                of_column("there is no ladder system “foo”".into()),
                "there is no ladder system “foo”",
            ),
            (
                rusqlite::Error::InvalidColumnType(7, "name".to_owned(), Type::Real),
                "a value is another one than can be saved there",
            ),
            (rusqlite::Error::QueryReturnedNoRows, "a record is missing"),
        ] {
            assert_eq!(damage_in_words(&error), words);
        }
    }
}
