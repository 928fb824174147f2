//! What is known of a backup without unpacking it: a small text beside it.

use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp, civil::DateTime, tz::TimeZone};
use serde::{Deserialize, Serialize};

use crate::{
    domain::{Edit, us_chess},
    storage::{FileHistory, Step, StepId},
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
            Self::Opened => "At opening",
            Self::Closed => "At closing",
            Self::Working => "While open",
            Self::BeforeImport => "Before an import",
            Self::BeforeWeek => "Before a week’s end or start",
            Self::BeforeMerge => "Before a copy came back",
            Self::BeforeRating => "Before rating sections",
            Self::BeforeUpgrade => "Before an upgrade",
            Self::Asked => "You asked for it",
        }
    }

    /// So long before it may a change have begun that is made after it.
    pub(super) const fn begun_before(self) -> SignedDuration {
        match self {
            Self::Closed | Self::Working | Self::Asked => SignedDuration::ZERO,
            Self::Opened
            | Self::BeforeImport
            | Self::BeforeWeek
            | Self::BeforeMerge
            | Self::BeforeRating
            | Self::BeforeUpgrade => SignedDuration::from_mins(1),
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
    /// Of the current week, as the window counts them; in notes of earlier versions of all weeks, each once.
    pub players: i64,
    /// Of all weeks.
    pub games: i64,
}

/// What is different now in a file that was backed up.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Since {
    /// The names of the steps that the backup lacks, the latest first.
    Changes(Vec<String>),
    /// The backup has steps that the file lacks.
    HasMore,
    /// Another camp lies in the place of the file.
    OtherCamp,
    /// Nobody knows.
    Unknown,
}

/// What is known of a backup.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct BackupNote {
    pub made: Timestamp,
    /// When others of the file were made, by their dates, that there were already: by a clock that was ahead. At most a hundred, the earliest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ahead: Vec<Timestamp>,
    pub reason: BackupReason,
    /// What the camp is called.
    pub camp: String,
    /// What tells the camp from all others, whatever its file is called.
    pub uid: String,
    /// Where the camp file lay.
    #[serde(with = "crate::files::path_text")]
    pub file: PathBuf,
    /// What tells the computer from others on which that is, and nothing else of it. Notes of earlier versions have none.
    #[serde(default)]
    pub computer: Option<String>,
    pub counts: BackupCounts,
    /// The last step of its history that was done. Numbers begin anew where the history is cleared.
    #[serde(default)]
    pub last_step: Option<StepId>,
    /// When that was done: another step may have its number later.
    #[serde(default)]
    pub last_step_at: Option<Timestamp>,
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

    /// What was done since in the file of which it was made.
    pub fn since(&self, now: &FileHistory) -> Since {
        let later = self.later(&now.steps).rev();
        let later = later.map(|step| step.name.clone()).collect::<Vec<_>>();
        let is_earlier = |step: &&Step| Some(step.id) <= self.last_step && step.at <= self.made;
        let mut earlier = now.steps.iter().filter(is_earlier).peekable();
        let tells_of_it = earlier.peek().is_some();
        let is_last = |step: &Step| {
            let has_its_time = self.last_step_at.is_none_or(|at| step.at == at);
            Some(step.id) == self.last_step && has_its_time && !step.undone
        };
        if now.stamp == Some(self.stamp) || earlier.any(is_last) {
            Since::Changes(later)
        } else if tells_of_it {
            // It was taken back, or an older backup was restored.
            Since::HasMore
        } else if later.is_empty() {
            // A history that was cleared or thinned tells nothing of what it lacks.
            Since::Unknown
        } else {
            Since::Changes(later)
        }
    }

    /// What a new file of it is called where nobody says otherwise.
    pub fn new_name(&self) -> String {
        let name = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let made = self.made_here().strftime("%Y-%m-%d %H.%M");
        format!("{name} (backup of {made}).ladder")
    }

    /// By the clock and the time zone of this computer.
    pub fn made_here(&self) -> DateTime {
        self.made.to_zoned(TimeZone::system()).datetime()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAMP: i64 = 7;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("a time")
    }

    /// Made after the second step.
    fn note() -> BackupNote {
        BackupNote {
            made: at(250),
            ahead: Vec::new(),
            reason: BackupReason::Asked,
            camp: String::new(),
            uid: String::new(),
            file: PathBuf::new(),
            computer: None,
            counts: BackupCounts::default(),
            last_step: Some(StepId(2)),
            last_step_at: Some(at(200)),
            stamp: STAMP,
            size: 0,
            packed: 0,
            sha256: String::new(),
        }
    }

    /// Steps by number and second; one that was undone has a negative number.
    fn since(steps: &[(i64, i64)]) -> Since {
        let step = |(id, second): &(i64, i64)| Step {
            id: StepId(id.abs()),
            name: id.abs().to_string(),
            at: at(*second),
            undone: *id < 0,
        };
        note().since(&FileHistory {
            steps: steps.iter().map(step).collect(),
            stamp: Some(STAMP + 1),
        })
    }

    #[test]
    fn what_was_done_since_is_told_by_the_steps() {
        let changes = |names: &[&str]| {
            let names = names.iter().map(ToString::to_string);
            Since::Changes(names.collect())
        };
        let first = [(1, 100), (2, 200)];
        assert_eq!(since(&first), changes(&[]));
        let later = [(3, 240), (4, 400)];
        assert_eq!(since(&[first, later].concat()), changes(&["4", "3"]));
        assert_eq!(
            since(&[first, [(3, 300), (-4, 400)]].concat()),
            changes(&["3"])
        );
        // The last one of the backup was taken back.
        assert_eq!(since(&[(1, 100), (-2, 200)]), Since::HasMore);
        // An older backup was restored, and then others took the numbers.
        assert_eq!(since(&[(1, 100)]), Since::HasMore);
        assert_eq!(since(&[(1, 100), (2, 300), (3, 400)]), Since::HasMore);
        // It was made after another backup was restored that has been left again.
        assert_eq!(since(&[(1, 100), (2, 150), (3, 170)]), Since::HasMore);
        // The history was thinned, or cleared.
        assert_eq!(since(&[(5, 500)]), changes(&["5"]));
        assert_eq!(since(&[(1, 500)]), changes(&["1"]));
        assert_eq!(since(&[]), Since::Unknown);
        let history = FileHistory {
            steps: Vec::new(),
            stamp: Some(STAMP),
        };
        assert_eq!(note().since(&history), changes(&[]));
    }
}
