//! The camp that is open.

use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::{Timestamp, civil::Date};

use super::{CampFields, keeper::State, weeks::READ_ONLY};
use crate::{
    domain::{CampData, LadderProblem, Severity, Week, within_sentence},
    storage::{
        Backup, BackupsOf, FileHistory, MadeOf, Mode, NextSteps, OutsideChange, SecondPlace, Since,
    },
};

/// Camps with more games are not checked for problems after every change, but by the recalculation itself.
const GAMES_CHECKED_AT_ONCE: usize = 200_000;

/// What tells the backups of a camp from others.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ItsBackups {
    /// Which backups are of it.
    pub of: BackupsOf,
    /// What was done in it; `None` where that can't be read.
    pub history: Option<FileHistory>,
}

/// The camp that was open before a backup was looked into.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LookedFrom {
    pub path: PathBuf,
    pub mode: Mode,
    pub backups: Arc<ItsBackups>,
}

/// A backup with what is different now, as a job found out: the file of which it was made may be on a drive that hangs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ListedBackup {
    pub backup: Backup,
    pub since: Since,
    /// Of all camps, each counts as made of its file.
    pub made_of: MadeOf,
}

impl ListedBackup {
    /// As it stands to the camp that is worked on: of which file it was made, and what was done there since. May wait for a drive.
    pub fn new(backup: Backup, of: &BackupsOf, history: Option<&FileHistory>) -> Self {
        let made_of = history.map_or_else(
            || of.made_of(&backup),
            |history| of.made_of_with(&backup, history),
        );
        // What was done in a copy or another camp, and not here, isn't in this history.
        let history = history.filter(|_| made_of == MadeOf::File);
        Self {
            since: history.map_or(Since::Unknown, |history| backup.note.since(history)),
            backup,
            made_of,
        }
    }

    /// Where no camp is worked on.
    pub fn of_its_camp(backup: Backup) -> Self {
        Self {
            backup,
            since: Since::Unknown,
            made_of: MadeOf::File,
        }
    }
}

/// A camp that is open.
#[derive(Debug)]
pub struct OpenCamp {
    /// The week that is shown: the current one, or another one to be looked at.
    pub data: CampData,
    /// The week that is worked on, or was last.
    pub current: Week,
    /// Why nothing of the week that is shown can be changed: it is closed, or only looked at.
    pub why_sealed: Option<String>,
    /// `None` for the sample camp, which is in no file.
    pub path: Option<PathBuf>,
    pub mode: Mode,
    /// The backup that is looked into, where it is one.
    pub looked_into: Option<Box<ListedBackup>>,
    /// The fields of players and games that only some camps have, as of this revision.
    pub fields: CampFields,
    /// Goes up with every change.
    pub revision: u64,
    /// What is wrong or doubtful, as of this revision, alike ones together: what stops a recalculation first, and that the
    /// ratings are out of date before everything else that is doubtful.
    pub problems: Vec<LadderProblem>,
    /// What of it the director has called right, in the same order.
    pub accepted_problems: Vec<LadderProblem>,
    /// The revision at which members, events or sections of US Chess changed last.
    pub us_chess_revision: u64,
    /// What was found in sections of US Chess, once that was read from the file. What of it isn't accepted is among [`Self::problems`].
    pub us_chess_problems: Vec<LadderProblem>,
    /// What can be undone and redone next.
    pub next_steps: NextSteps,
    /// What somebody else did to the file: nothing is saved in it any more.
    pub outside: Option<OutsideChange>,
    /// Whether the whole file is still being looked through.
    pub is_being_checked: bool,
    /// When the last backup was made.
    pub last_backup: Option<Timestamp>,
    /// Why there is none that is newer.
    pub no_backup: Option<String>,
    /// What became of the second place of the backups, or what keeps them from there, in a sentence.
    pub second: Result<SecondPlace, String>,
    /// Where backups may still be that were deleted here: the second place, or what was it once. `None` until that was tried.
    pub with_deleted: Option<Vec<PathBuf>>,
    /// Those of these places that aren't known ever to have had any.
    pub unknown_with_deleted: Vec<PathBuf>,
    /// What the director asked for, of which the second place has not answered yet.
    pub(super) asked_of_second: Option<AskedOfSecond>,
    /// Whether backups are being deleted, and it isn't said yet where some may be left.
    pub(super) deletes_backups: bool,
    /// What a message says of the second place, until that has what it lacks.
    pub(super) said_of_second: Option<String>,
    /// What a message says of [`Self::with_deleted`].
    pub(super) said_of_deleted: Option<String>,
}

/// What a director asks for that goes to the second place of the backups, too.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum AskedOfSecond {
    /// To back up now.
    Backup,
    /// To use this place.
    Place,
}

/// “E:\Backups” and “F:\”.
pub(super) fn named(places: &[PathBuf]) -> Option<String> {
    let places = places.iter().map(|place| format!("“{}”", place.display()));
    let places = places.collect::<Vec<_>>().join(" and ");
    (!places.is_empty()).then_some(places)
}

impl OpenCamp {
    /// Whether its file, or its drive, keeps what is changed from being saved. In one that is only looked at nothing is.
    pub fn is_kept_from_saving(&self) -> bool {
        self.outside.is_some() && self.mode == Mode::Change
    }

    pub(super) fn new(state: State, path: Option<PathBuf>, mode: Mode) -> Self {
        Self {
            why_sealed: why_sealed(&state.camp.week, &state.current),
            fields: CampFields::new(&state.camp),
            data: state.camp,
            current: state.current,
            path,
            mode,
            looked_into: None,
            revision: state.revision,
            problems: Vec::new(),
            accepted_problems: Vec::new(),
            us_chess_revision: state.us_chess_revision,
            us_chess_problems: Vec::new(),
            next_steps: state.next_steps,
            outside: None,
            is_being_checked: false,
            last_backup: None,
            no_backup: None,
            second: Ok(SecondPlace::Done),
            with_deleted: None,
            unknown_with_deleted: Vec::new(),
            asked_of_second: None,
            said_of_second: None,
            said_of_deleted: None,
            deletes_backups: false,
        }
    }

    /// Whether a place is known to have had backups that were deleted here.
    pub fn is_known_with_deleted(&self, place: &Path) -> bool {
        let mut unknown = self.unknown_with_deleted.iter();
        !unknown.any(|other| other == place)
    }

    /// “E:\Backups” and “F:\”: where backups may still be that were deleted here, and of which places that isn't known.
    pub(super) fn places_with_deleted(&self) -> [Option<String>; 2] {
        let left = self.with_deleted.iter().flatten().cloned();
        let (known, unknown): (Vec<_>, Vec<_>) =
            left.partition(|place| self.is_known_with_deleted(place));
        [named(&known), named(&unknown)]
    }

    /// A camp without anything in it.
    pub(super) fn none() -> Self {
        Self::in_memory(CampData::new(String::new(), Week::new(1, Date::MIN)))
    }

    /// A camp in no file, as it was opened.
    pub(crate) fn in_memory(data: CampData) -> Self {
        let state = State {
            current: data.week.clone(),
            camp: data,
            revision: 1,
            us_chess_revision: 1,
            next_steps: NextSteps::default(),
        };
        Self::new(state, None, Mode::Change)
    }

    /// Takes the camp as it is now. Whether another week is shown than before.
    pub(super) fn take(&mut self, state: State) -> bool {
        let is_other_week = self.data.week.id != state.camp.week.id;
        self.why_sealed = why_sealed(&state.camp.week, &state.current);
        self.fields = CampFields::new(&state.camp);
        self.data = state.camp;
        self.current = state.current;
        self.revision = state.revision;
        self.us_chess_revision = state.us_chess_revision;
        self.next_steps = state.next_steps;
        is_other_week
    }

    /// Whether another week than the current one is shown, to be looked at.
    pub fn shows_other_week(&self) -> bool {
        self.data.week.id != self.current.id
    }

    /// The last week of the camp, which waits while an older one is open again.
    pub fn last_week(&self) -> &Week {
        self.data.weeks.last().unwrap_or(&self.current)
    }

    /// Whether the current week is an older one that was opened again.
    pub fn corrects_older_week(&self) -> bool {
        self.current.id != self.last_week().id
    }

    /// The week before the one that is shown, or after it.
    pub fn neighbour_week(&self, by: isize) -> Option<&Week> {
        let weeks = &self.data.weeks;
        let now = weeks.iter().position(|week| week.id == self.data.week.id)?;
        weeks.get(now.checked_add_signed(by)?)
    }

    /// Why a week can't be opened again; nothing if it can.
    pub fn why_not_reopen(&self, week: &Week) -> Option<&'static str> {
        if self.mode == Mode::ReadOnly {
            Some(READ_ONLY)
        } else if !week.is_closed() {
            Some("This week is not closed")
        } else if self.corrects_older_week() {
            Some("Close the week that is open again first: one week is corrected at a time")
        } else {
            None
        }
    }

    /// "Summer camp.ladder", or what a camp in no file is called.
    pub fn file_name(&self) -> String {
        self.path.as_deref().and_then(Path::file_name).map_or_else(
            || "Sample camp, not saved".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    }

    /// Whether [`Self::problems`] follows every change; in a longer week only Recalc Ratings looks for what stops it.
    pub fn is_looked_through(&self) -> bool {
        self.data.games.len() <= GAMES_CHECKED_AT_ONCE
    }

    /// The places of the problems of this severity, which stand together. Found without going through all: they are
    /// asked for in every frame, and a camp has thousands.
    pub fn problems_of(&self, severity: Severity) -> Range<usize> {
        let end = |is_before: &dyn Fn(Severity) -> bool| {
            self.problems
                .partition_point(|problem| is_before(problem.severity()))
        };
        end(&|other| other < severity)..end(&|other| other <= severity)
    }

    /// Whether the saved ratings are older than the games.
    pub fn is_out_of_date(&self) -> bool {
        let first = self
            .problems
            .get(self.problems_of(Severity::Doubtful).start);
        matches!(first, Some(LadderProblem::RatingsOutOfDate { .. }))
    }

    /// Whether something keeps Recalc Ratings from starting.
    pub fn is_stopped(&self) -> bool {
        !self.problems_of(Severity::Stops).is_empty()
    }
}

/// Why nothing of a week can be changed while it is shown.
fn why_sealed(shown: &Week, current: &Week) -> Option<String> {
    if shown.is_closed() {
        let name = shown.name();
        return Some(format!("{name} is closed. Reopen it to correct something"));
    }
    (shown.id != current.id).then(|| {
        let current = within_sentence(&current.name());
        format!("{} is on hold until {current} is closed", shown.name())
    })
}
