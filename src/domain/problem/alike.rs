//! Problems of one kind: what is said of many of them, and where they stand in a list.

use std::{collections::HashMap, ops::Range};

use super::{LadderProblem, ProblemKind, called, listed_by};
use crate::domain::{CampData, counted, doubts::MOST_MEETINGS};

/// The problems of a week, in the order of their list.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Problems {
    pub listed: Vec<LadderProblem>,
    /// What the director has called right.
    pub accepted: Vec<LadderProblem>,
}

impl Problems {
    /// Everything that was found in a week, in any order.
    #[must_use]
    pub(crate) fn new(found: Vec<LadderProblem>, camp: &CampData) -> Self {
        let (mut accepted, mut listed) = if camp.accepted.is_empty() {
            (Vec::new(), found)
        } else {
            let is_accepted = |problem: &LadderProblem| {
                let key = problem.key(camp);
                key.is_some_and(|key| camp.accepted.contains(&key))
            };
            found.into_iter().partition(is_accepted)
        };
        arrange(&mut listed);
        arrange(&mut accepted);
        Self { listed, accepted }
    }

    /// The same with what was found besides.
    #[must_use]
    pub(crate) fn and(mut self, found: &[LadderProblem], camp: &CampData) -> Self {
        if !found.is_empty() {
            let others = Self::new(found.to_vec(), camp);
            self.listed.extend(others.listed);
            self.accepted.extend(others.accepted);
            arrange(&mut self.listed);
            arrange(&mut self.accepted);
        }
        self
    }
}

/// Puts problems in the order of their list: what stops a recalculation, then what is doubtful, then notes. Within them those kinds come
/// first of which there are few, so that none is buried under many of another kind. Alike ones keep their order.
pub(crate) fn arrange(problems: &mut [LadderProblem]) {
    let mut counts = HashMap::<_, usize>::new();
    for problem in &*problems {
        *counts.entry(problem.kind()).or_default() += 1;
    }
    problems.sort_by_key(|problem| {
        let kind = problem.kind();
        // One sentence about all ratings is read before those about some.
        let is_of_all = kind == ProblemKind::RatingsOutOfDate;
        let count = counts.get(&kind).copied();
        (problem.severity(), !is_of_all, count, kind)
    });
}

/// The places of alike problems, kind by kind, in the order of their list. Found without going through all.
pub(crate) fn alike(problems: &[LadderProblem]) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = problems.get(from..)?;
        let kind = rest.first()?.kind();
        let found = from..from + rest.partition_point(|problem| problem.kind() == kind);
        from = found.end;
        Some(found)
    })
}

const _: () = assert!(MOST_MEETINGS == 3, "said in a word below");

impl LadderProblem {
    #[must_use]
    pub fn kind(&self) -> ProblemKind {
        self.into()
    }

    /// What is wrong with all of these, which are alike, and what to do. Of one alone its own sentence.
    #[must_use]
    pub fn sentence_of_all(alike: &[Self], camp: &CampData) -> String {
        let (first, count) = match alike {
            [] => return String::new(),
            [one] => return one.sentence(camp),
            [first, ..] => (first, alike.len()),
        };
        match first.kind() {
            ProblemKind::NoGroup => format!(
                "{count} campers have no group, so there is no rating to start from. Choose a group for each"
            ),
            ProblemKind::NoInitialRating => format!(
                "{count} groups have campers but no initial ladder rating. Type the ratings in Camp groups"
            ),
            ProblemKind::UnknownPlayer => {
                format!("{count} players of games aren’t in Ladder players. Choose other players")
            }
            ProblemKind::SamePlayer => {
                format!("{count} games have the same player on both sides. Correct each")
            }
            ProblemKind::OutOfRange => format!(
                "The ratings of {count} campers leave the range from −32768 to 32767. Check the initial ratings of the groups and the start-of-week ratings"
            ),
            ProblemKind::BlankStart => format!(
                "{count} campers have no permanent rating for the start of the week and count as 0"
            ),
            ProblemKind::InactiveWithGames => {
                format!("{count} inactive campers have games. Make them active, or check the games")
            }
            ProblemKind::UnclearResult => format!(
                "Imported: {count} different texts are unclear as results. Check them against the sheets"
            ),
            ProblemKind::TypedTwice => format!(
                "{count} games are the same as earlier ones. Delete those that were typed twice"
            ),
            ProblemKind::FarDate => format!(
                "The dates of {count} games are more than a month from all others of the week. Check month and year"
            ),
            ProblemKind::DatedAhead => format!(
                "The dates of {count} games are later than the day of typing. Check month and day"
            ),
            ProblemKind::NoDate => format!(
                "{count} games have no date, and most others have one. Type the dates if you know them"
            ),
            ProblemKind::FarStart => format!(
                "{count} campers start the week with a permanent rating far from that of their group. Check the start-of-week ratings and the groups"
            ),
            ProblemKind::SamePair => {
                format!("{count} pairs have met more than three times this week")
            }
            ProblemKind::NameLost => {
                let records = alike.iter().filter_map(Self::record).collect::<Vec<_>>();
                format!(
                    "{count} names were lost with a damaged file. Type them: {}",
                    listed_by(count, |at| called(camp, records[at]))
                )
            }
            ProblemKind::SharedName => format!(
                "{count} names are shared by several campers. Use the number when you type their games"
            ),
            ProblemKind::StaleWeek => format!(
                "{count} weeks: start ratings differ from the end of the week before. Begin with the first one"
            ),
            ProblemKind::WeekLacksPart => format!(
                "{count} weeks aren’t what they were when they were closed, as a damaged file has lost parts of them. Their ratings aren’t computed anew from what is left. Restore them from a backup, or reopen each to compute them all the same"
            ),
            ProblemKind::MissingSinceRepair => format!(
                "Of {count} weeks something is missing since the repair. Restore a backup, or type it again, and then accept this"
            ),
            ProblemKind::LadderNotComputed => {
                format!("{count} ladders can’t be computed. Set them up again")
            }
            ProblemKind::UsChessSection => {
                format!("{count} sections of US Chess have something to put right")
            }
            ProblemKind::UsChessNotes => {
                format!("{count} sections of US Chess have something to check")
            }
            // There is never more than one of these.
            ProblemKind::NoGroupsAtAll
            | ProblemKind::LostHistory
            | ProblemKind::NoBackup
            | ProblemKind::NoSecondBackup
            | ProblemKind::RatingsOutOfDate
            | ProblemKind::OtherStarts
            | ProblemKind::NotChecked => first.sentence(camp),
        }
    }

    /// What these are, which are alike, within the name of a change: "9 inactive campers with games".
    #[must_use]
    pub fn in_words(alike: &[Self]) -> String {
        let counted = |what| counted(alike.len(), what);
        match alike.first().map(Self::kind) {
            Some(ProblemKind::NoGroupsAtAll) => "a camp without groups".to_owned(),
            Some(ProblemKind::BlankStart) => counted("blank start rating"),
            Some(ProblemKind::FarStart) => counted("unusual start rating"),
            Some(ProblemKind::InactiveWithGames) => {
                format!("{} with games", counted("inactive camper"))
            }
            Some(ProblemKind::UnclearResult) => counted("unclear result"),
            Some(ProblemKind::TypedTwice) => counted("repeated game"),
            Some(ProblemKind::FarDate | ProblemKind::DatedAhead) => counted("unusual date"),
            Some(ProblemKind::NoDate) => format!("{} without a date", counted("game")),
            Some(ProblemKind::SamePair) => format!("{} with many games", counted("pair")),
            Some(ProblemKind::SharedName) => counted("shared name"),
            Some(ProblemKind::WeekLacksPart | ProblemKind::MissingSinceRepair) => {
                counted("damaged week")
            }
            Some(ProblemKind::UsChessSection | ProblemKind::UsChessNotes) => {
                format!("{} of US Chess", counted("section"))
            }
            _ => counted("problem"),
        }
    }
}
