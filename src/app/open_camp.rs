//! The camp that is open.

use std::{
    ops::Range,
    path::{Path, PathBuf},
};

use super::ClubFields;
use crate::{
    domain::{CampData, LadderProblem, Severity, Week},
    storage::{Mode, NextSteps, OutsideChange},
};

/// Camps with more games are not checked for problems after every change, but by the recalculation itself.
const GAMES_CHECKED_AT_ONCE: usize = 200_000;

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
    /// The fields of players and games that only some camps have, as of this revision.
    pub fields: ClubFields,
    /// Goes up with every change.
    pub revision: u64,
    /// What is wrong or doubtful, as of this revision: what stops a recalculation first, and that the ratings are out of
    /// date before everything else that is doubtful.
    pub problems: Vec<LadderProblem>,
    /// What can be undone and redone next.
    pub next_steps: NextSteps,
    /// What somebody else did to the file: nothing is saved in it any more.
    pub outside: Option<OutsideChange>,
    /// Whether the whole file is still being looked through.
    pub is_being_checked: bool,
}

impl OpenCamp {
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
