//! What is known of a backup without unpacking it: a small text beside it.

use std::path::PathBuf;

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use serde::{Deserialize, Serialize};

use crate::{
    domain::{Edit, us_chess},
    storage::{Step, StepId},
};

/// Why a backup was made.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BackupReason {
    /// Before the first change since the camp was opened.
    Opened,
    Closed,
    /// While it was worked on, every few minutes.
    Working,
    BeforeImport,
    /// Before a week was closed, started or reopened.
    BeforeWeek,
    /// Before another copy was brought together with it.
    BeforeMerge,
    /// Before sections of US Chess were rated or their balances computed anew.
    BeforeRating,
    /// Before the file was brought up to a newer version of its tables.
    BeforeUpgrade,
    Asked,
}

impl BackupReason {
    /// As a list says it: "Before an import"
    pub const fn words(self) -> &'static str {
        match self {
            Self::Opened => "When it was opened",
            Self::Closed => "When it was closed",
            Self::Working => "While it was open",
            Self::BeforeImport => "Before an import",
            Self::BeforeWeek => "Before a week was closed, started or reopened",
            Self::BeforeMerge => "Before a copy was brought back",
            Self::BeforeRating => "Before sections were rated",
            Self::BeforeUpgrade => "Before the file was upgraded",
            Self::Asked => "You asked for it",
        }
    }

    /// Why a backup is made before a change, if one is: where much changes at once.
    pub(in crate::storage) fn before(edit: &Edit) -> Option<Self> {
        match edit {
            Edit::Import(_) | Edit::UsChess(us_chess::Change::Import(_)) => {
                Some(Self::BeforeImport)
            }
            Edit::CloseWeek { .. } | Edit::StartWeek(_) | Edit::ReopenWeek(_) => {
                Some(Self::BeforeWeek)
            }
            Edit::UsChess(us_chess::Change::SaveRatings(_) | us_chess::Change::SaveBalances(_)) => {
                Some(Self::BeforeRating)
            }
            Edit::Merge(_) => Some(Self::BeforeMerge),
            Edit::Together { edits, .. } => edits.iter().find_map(Self::before),
            _ => None,
        }
    }
}

/// How many records a camp has.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
pub struct BackupCounts {
    pub weeks: i64,
    /// Of all weeks, each once.
    pub players: i64,
    /// Of all weeks.
    pub games: i64,
}

/// What is known of a backup.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct BackupNote {
    pub made: Timestamp,
    pub reason: BackupReason,
    /// What the camp is called.
    pub camp: String,
    /// What tells the camp from all others, whatever its file is called.
    pub uid: String,
    /// Where the camp file lay.
    pub file: PathBuf,
    pub counts: BackupCounts,
    /// The last step of its history that was done. Numbers begin anew where the history is cleared.
    #[serde(default)]
    pub last_step: Option<StepId>,
    /// What its last change was stamped with (`save_stamp`): with the same stamp, nothing has changed since.
    pub stamp: i64,
    /// Bytes of the camp file, and of the packed one.
    pub size: u64,
    pub packed: u64,
    /// Of the camp file, in hexadecimal: a value that was flipped on the disk, and that SQLite takes for a value, shows.
    pub sha256: String,
}

impl BackupNote {
    /// Whether a change was made after the backup: by its number, as a change begins before the backup that is made because of it; by its time
    /// where numbers began anew.
    fn lacks(&self, step: &Step) -> bool {
        !step.undone && (Some(step.id) > self.last_step || step.at > self.made)
    }

    /// Those of a camp's steps that were made after the backup, in their order.
    pub fn later<'s>(&self, steps: &'s [Step]) -> impl DoubleEndedIterator<Item = &'s Step> {
        steps.iter().filter(|step| self.lacks(step))
    }

    /// By the clock and the time zone of this computer.
    pub fn made_here(&self) -> DateTime {
        self.made.to_zoned(TimeZone::system()).datetime()
    }
}
