//! What the keeper answers.

use std::path::PathBuf;

use jiff::{Timestamp, Zoned};

use super::{BackedUp, Followed, OldWeek, Ticket};
use crate::{
    app::{ListedBackup, dialogs::LastGood, reading::WasRead},
    domain::{CampData, Record, Week},
    storage::{
        Backup, BackupError, BackupsOf, HistoryMoved, LostHistory, MadeRoom, Mode, MovedAside,
        NextSteps, OpenError, OutsideChange, Step, StorageError, TakenCopy, WeekSummary,
    },
};

/// What the keeper answers.
#[derive(Debug)]
pub(in crate::app) enum Report {
    Opened(Box<Opened>),
    NotOpened(Box<NotOpened>),
    /// The window had given up waiting for a camp, and the one before is still open.
    GivenUp(GaveUp),
    /// The same where that is the camp that is open: it is so as before.
    StillOpen,
    /// There is no sample camp: the program itself is damaged.
    NoSample(String),
    Applied(Box<Saved>),
    Refused(Ticket, StorageError),
    /// Steps of the history were undone or redone; `HistoryNotMoved` if the file refused it.
    HistoryMoved(Box<HistoryMovedTo>),
    HistoryNotMoved(StorageError),
    /// The history, the oldest step first.
    History(Vec<Step>),
    /// The history is forgotten; `HistoryNotMoved` if the file refused it.
    Forgotten {
        /// Traces of it may be left in the file, as it could not be written anew.
        traces: bool,
        /// How many backups were deleted, where they were to go, too.
        backups: Option<Result<usize, BackupError>>,
    },
    /// Another week is shown; `NotLooked` if it can't be read.
    Looked(Box<State>),
    NotLooked(StorageError),
    /// The list of weeks, the first one first.
    WeekList(Vec<WeekSummary>),
    /// All weeks of the camp as it is at this revision, the first one first.
    Season {
        revision: u64,
        weeks: Result<Vec<CampData>, StorageError>,
    },
    /// What a page has asked for; nothing if no camp is open any more.
    Read(Option<WasRead>),
    /// A change was saved, but then the file could not be read, and was closed.
    Lost(StorageError),
    Closed,
    /// The whole file was looked through, and its records are sound; otherwise it is [not opened](Self::NotOpened).
    FileChecked(Option<LostHistory>),
    /// What somebody else did to the file, if anybody did.
    Outside(Option<OutsideChange>),
    /// The same, which nobody has asked for.
    FoundOutside(Option<OutsideChange>),
    /// What is to be written into this place; nothing where the window is to go on in it, or not everything can be read.
    CopyTaken(PathBuf, Option<Box<TakenCopy>>),
    CopySaved {
        path: PathBuf,
        /// From now on the copy is the camp that is open: the file itself can't be saved any more, or never could.
        goes_on: bool,
        /// What was saved later isn't in it.
        up_to: Option<Zoned>,
    },
    CopyNotSaved(PathBuf, OpenError),
    /// Nobody waits for the copy any more, and none was made.
    CopyGivenUp,
    /// A camp that can't be saved any more where it was is open here, in this new file, as it was held in memory.
    Rescued {
        path: PathBuf,
        state: Box<State>,
        up_to: Option<Zoned>,
    },
    /// A new camp file was made of a backup.
    Restored(PathBuf),
    /// A backup could not be used; the camp that was open still is.
    NotRestored(BackupError),
    /// A backup isn't saved as this new file.
    NotRestoredAs(Box<Backup>, PathBuf, BackupError),
    /// Nobody asked for it, or waits for it.
    BackedUp(BackedUp),
    /// A backup of this camp is begun; the last one before anything is done for it. What comes of it is [told](Self::BackedUp).
    BackupBegun(PathBuf),
    /// Nor for this.
    Followed(Followed),
    /// The last week of an old camp, which a new one continues.
    Old {
        path: Option<PathBuf>,
        camp: Result<Box<OldWeek>, OpenError>,
    },
}

impl Report {
    /// What is known of the place of the file after it, where `before` was known.
    pub(in crate::app) fn outside(&self, before: Option<OutsideChange>) -> Option<OutsideChange> {
        match self {
            Self::Outside(change) | Self::FoundOutside(change) => *change,
            Self::Applied(saved) => saved.outside,
            Self::HistoryMoved(to) => to.moved.outside,
            Self::Refused(_, StorageError::Outside(change))
            | Self::HistoryNotMoved(StorageError::Outside(change)) => Some(*change),
            Self::Opened(_) | Self::Rescued { .. } | Self::CopySaved { goes_on: true, .. } => None,
            _ => before,
        }
    }

    /// Whether it was asked for.
    pub(super) fn is_answer(&self) -> bool {
        !matches!(
            self,
            Self::BackedUp(_) | Self::BackupBegun(_) | Self::Followed(_) | Self::FoundOutside(_)
        )
    }
}

/// The open camp as it is now.
#[derive(Debug)]
pub(in crate::app) struct State {
    /// The week that is shown: the current one, or another one to be looked at.
    pub(in crate::app) camp: CampData,
    /// The week that is worked on, or was last.
    pub(in crate::app) current: Week,
    pub(in crate::app) revision: u64,
    /// The revision at which what there is of US Chess changed last.
    pub(in crate::app) us_chess_revision: u64,
    pub(in crate::app) next_steps: NextSteps,
}

/// A file that was not opened.
#[derive(Debug)]
pub(in crate::app) struct NotOpened {
    pub(in crate::app) path: PathBuf,
    pub(in crate::app) error: OpenError,
    /// The camp that was open before is closed.
    pub(in crate::app) closed: bool,
    /// It is a file that can be imported into a camp.
    pub(in crate::app) can_import: bool,
    /// What can be read of it can be saved in a new file.
    pub(in crate::app) can_repair: bool,
    /// Which backups are of it.
    pub(in crate::app) of: BackupsOf,
    /// The file that was in its place before a backup was to come there, where nothing is now.
    pub(in crate::app) made_room: Option<MadeRoom>,
    /// The newest good backup of it, where that would help.
    pub(in crate::app) backup: Option<Box<LastGood>>,
    /// Why nobody knows whether there is one, or a newer one, in a sentence.
    pub(in crate::app) not_checked: Option<String>,
}

/// A camp that isn't open as nobody waited for it any more.
#[derive(Debug)]
pub(in crate::app) struct GaveUp {
    /// `None` for one that has no file of its own.
    pub(in crate::app) path: Option<PathBuf>,
    /// It was made, or restored, all the same.
    pub(in crate::app) is_made: bool,
    /// The file that was in its place before it was restored.
    pub(in crate::app) replaced: Option<PathBuf>,
}

impl GaveUp {
    /// Of which nothing was made.
    pub(super) const fn of(path: Option<PathBuf>) -> Self {
        Self {
            path,
            is_made: false,
            replaced: None,
        }
    }
}

/// A camp that was opened.
#[derive(Debug)]
pub(in crate::app) struct Opened {
    pub(in crate::app) state: State,
    /// What requests for it are known by: an earlier revision where the same camp was open before.
    pub(super) known_by: u64,
    /// `None` for the sample camp, which is in no file.
    pub(in crate::app) path: Option<PathBuf>,
    pub(in crate::app) mode: Mode,
    /// Whether the whole file was looked through.
    pub(in crate::app) is_checked: bool,
    pub(in crate::app) moved_aside: Option<MovedAside>,
    /// When the newest backup of it was made.
    pub(in crate::app) last_backup: Option<Timestamp>,
    /// The backup that is looked into, if it is one.
    pub(in crate::app) backup: Option<Box<ListedBackup>>,
    /// When the backup was made from which it was restored just now.
    pub(in crate::app) restored: Option<Timestamp>,
    /// The file that was in its place before it was restored.
    pub(in crate::app) replaced: Option<PathBuf>,
}

/// A camp after steps of its history were undone or redone.
#[derive(Debug)]
pub(in crate::app) struct HistoryMovedTo {
    pub(in crate::app) moved: HistoryMoved,
    pub(in crate::app) state: State,
    /// That changes have left the history, as it is limited.
    pub(in crate::app) thinned: Option<String>,
}

/// A change that was saved.
#[derive(Debug)]
pub(in crate::app) struct Saved {
    pub(in crate::app) ticket: Ticket,
    /// What was done, in the words of a menu.
    pub(in crate::app) name: String,
    pub(in crate::app) state: State,
    pub(in crate::app) added: Option<Record>,
    /// The week is too long for the ratings to have followed in passing.
    pub(in crate::app) ratings_wait: bool,
    /// What somebody else did to the file meanwhile: the change is in no file.
    pub(in crate::app) outside: Option<OutsideChange>,
    /// That changes have left the history, as it is limited.
    pub(in crate::app) thinned: Option<String>,
}
