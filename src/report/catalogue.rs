//! The prints that there are, and what each of them is.
//!
//! A print is told in its own module, by a [`Kind`]; here is only the list of them. A further one is a variant of
//! [`Print`], where it stands in a list of them, and a line in [`Print::kind`].

use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::VariantArray;

use jiff::civil::Date;

use super::{
    Choice, Paper, PrintChoices, Remark, ReportError, attendance, board_numbers, certificates,
    crosstable, find_your_name, games, labels, ladder, letter, next_games, player_week, prizes,
    result_sheets, round_robin, season, slips, standings, summary, wall,
};
use crate::domain::{CampData, Days, LadderSystem};

/// What can be printed, in the order of a list.
#[derive(
    Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Deserialize, Serialize, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
pub enum Print {
    Standings,
    Wall,
    FindYourName,
    Crosstable,
    Games,
    Season,
    NextGames,
    RoundRobin,
    ResultSlips,
    BoardNumbers,
    ClubLadder,
    ChallengeBoard,
    GameCourier,
    RaceCode,
    CampLadder,
    Summary,
    Prizes,
    Certificates,
    PlayerWeek,
    ResultSheets,
    Attendance,
    Roster,
    Badges,
    Labels,
    Letter,
}

/// What a print is for, in the order of a list of prints.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PrintGroup {
    /// Results of the week.
    Results,
    /// Who plays whom, and what lies at the boards.
    Pairings,
    /// A ladder of the club's.
    Ladders,
    /// What is given out when the week ends.
    LastDay,
    /// Sheets to be filled in, and names to be worn, before games are played.
    Sheets,
}

impl PrintGroup {
    /// As a heading of a list.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Results => "Results",
            Self::Pairings => "Pairings and boards",
            Self::Ladders => "Ladders",
            Self::LastDay => "Last day",
            Self::Sheets => "Sheets and labels",
        }
    }
}

impl Print {
    /// Every print, in the order of a list of them.
    pub const ALL: [Self; Self::VARIANTS.len()] = match Self::VARIANTS.first_chunk() {
        Some(all) => *all,
        None => panic!("as many as there are variants"),
    };

    /// What is given out on the last day, unless the director chose otherwise.
    pub const LAST_DAY: [Self; 5] = [
        Self::Standings,
        Self::Summary,
        Self::Prizes,
        Self::Certificates,
        Self::PlayerWeek,
    ];

    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|print| print.word() == word)
    }

    pub(super) const fn kind(self) -> &'static Kind {
        match self {
            Self::Standings => &standings::KIND,
            Self::Wall => &wall::KIND,
            Self::FindYourName => &find_your_name::KIND,
            Self::Crosstable => &crosstable::KIND,
            Self::Games => &games::KIND,
            Self::Season => &season::KIND,
            Self::NextGames => &next_games::KIND,
            Self::RoundRobin => &round_robin::KIND,
            Self::ResultSlips => &slips::KIND,
            Self::BoardNumbers => &board_numbers::KIND,
            Self::ResultSheets => &result_sheets::KIND,
            Self::Attendance => &attendance::ATTENDANCE,
            Self::Roster => &attendance::ROSTER,
            Self::Letter => &letter::KIND,
            Self::Summary => &summary::KIND,
            Self::PlayerWeek => &player_week::KIND,
            Self::Prizes => &prizes::KIND,
            Self::Certificates => &certificates::KIND,
            Self::Badges => &labels::BADGES,
            Self::Labels => &labels::LABELS,
            Self::ClubLadder => &ladder::CLUB_LADDER,
            Self::ChallengeBoard => &ladder::CHALLENGE_BOARD,
            Self::GameCourier => &ladder::GAME_COURIER,
            Self::RaceCode => &ladder::RACE_CODE,
            Self::CampLadder => &ladder::CAMP_LADDER,
        }
    }

    /// The print of ladders of this system.
    pub const fn of_ladder(system: LadderSystem) -> Self {
        match system {
            LadderSystem::Club => Self::ClubLadder,
            LadderSystem::GameCourier => Self::GameCourier,
            LadderSystem::RaceCode => Self::RaceCode,
            LadderSystem::Camp => Self::CampLadder,
        }
    }

    /// The system of the ladders that it prints; `None` if it prints something else.
    pub fn ladder_system(self) -> Option<LadderSystem> {
        if self == Self::ChallengeBoard {
            return Some(LadderSystem::Club);
        }
        let mut systems = LadderSystem::VARIANTS.iter().copied();
        systems.find(|system| Self::of_ladder(*system) == self)
    }

    /// What the command line and the settings call it: "standings".
    pub const fn word(self) -> &'static str {
        self.kind().word
    }

    /// "Weekly standings"
    pub const fn title(self) -> &'static str {
        self.kind().title
    }

    /// A sentence for a list of prints: what it shows, and what it is for.
    pub const fn about(self) -> &'static str {
        self.kind().about
    }

    /// What it is for.
    pub const fn group(self) -> PrintGroup {
        self.kind().group
    }

    /// Whether it says nothing of a week that has no games.
    pub fn needs_games(self) -> bool {
        matches!(self.group(), PrintGroup::Results | PrintGroup::LastDay)
    }

    /// What can be chosen for it, in the order of a form.
    pub const fn choices(self) -> &'static [Choice] {
        self.kind().choices
    }

    /// What is chosen for it unless somebody chose otherwise.
    pub fn default_choices(self) -> PrintChoices {
        (self.kind().default_choices)()
    }

    /// Whether its pages have the camp's head and foot.
    pub const fn is_letterhead(self) -> bool {
        self.kind().is_letterhead
    }

    /// Whether sheets with an empty box in the place of a letter are worse than none: a family frames a certificate, a child wears a badge,
    /// and labels are on sheets that cost more than paper.
    pub(super) const fn is_whole_or_nothing(self) -> bool {
        matches!(self, Self::Certificates | Self::Badges | Self::Labels)
    }

    /// The file name of its template: "standings.typ".
    pub const fn template(self) -> &'static str {
        self.kind().template.file
    }
}

impl std::str::FromStr for Print {
    type Err = String;

    /// Reads the word of a print.
    fn from_str(word: &str) -> Result<Self, String> {
        Self::of_word(word).ok_or_else(|| {
            let words = Self::ALL.map(Self::word).join(", ");
            format!("there is no such print; there is {words}")
        })
    }
}

/// A print, as its module tells it.
#[derive(Debug)]
pub(super) struct Kind {
    /// What the command line and the settings call it.
    pub(super) word: &'static str,
    /// What a list calls it.
    pub(super) title: &'static str,
    /// A sentence: what it shows, and what it is for.
    pub(super) about: &'static str,
    pub(super) group: PrintGroup,
    /// What can be chosen. Whatever else the choices say is passed over.
    pub(super) choices: &'static [Choice],
    /// What is chosen unless somebody chose otherwise: [`PrintChoices::default`] for most.
    pub(super) default_choices: fn() -> PrintChoices,
    pub(super) template: Template,
    /// Whether its pages have the head and foot of a sheet. Labels have no room for them, and what hangs on a child's wall
    /// is none of the camp's papers.
    pub(super) is_letterhead: bool,
    /// Gathers what the template reads, on the day that the sheets say they were printed.
    pub(super) fill: fn(&CampData, &PrintChoices, Date) -> Result<Filled, ReportError>,
}

/// A template of this program, by name and text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Template {
    /// "standings.typ": what an error calls it, and a template of the director's own that replaces it.
    pub(super) file: &'static str,
    pub(super) text: &'static str,
}

/// The weeks that a print is of.
#[derive(Debug)]
pub(super) struct Period {
    /// "Week 3: Gold camp", "Weeks 1 to 3"
    pub(super) weeks: String,
    pub(super) days: Days,
}

/// What a document is called, and what its sheets say at their head beside the camp's name.
#[derive(Debug)]
pub(super) struct Head {
    /// "School Chess Camp – Week 3: Gold camp – standings by group"
    pub(super) title: String,
    /// "Weekly standings"
    pub(super) document: &'static str,
    /// "Week 3: Gold camp", "Weeks 1 to 3"
    pub(super) weeks: String,
    /// "November 16–20, 2026"; empty where the template says it otherwise.
    pub(super) days: String,
    /// Whether it shows ratings that are older than the games.
    pub(super) is_outdated: bool,
}

/// What a template reads, ready to be typeset.
#[derive(Debug)]
pub(super) struct Filled {
    /// What the document is called behind camp and week: "standings by group".
    what: String,
    /// What it is of; the week that is shown, where it says nothing else.
    period: Option<Period>,
    pub(super) report: Value,
    /// The paper, where it isn't to choose: a sheet of labels is what it is.
    pub(super) paper: Option<Paper>,
    /// Whether there are ratings in it, or what follows from them.
    pub(super) has_ratings: bool,
    /// What is not on the pages as the director wants it, and why.
    pub(super) remarks: Vec<Remark>,
}

impl Filled {
    pub(super) fn new(what: String, report: &impl Serialize) -> Result<Self, ReportError> {
        match serde_json::to_value(report) {
            Ok(report) => Ok(Self {
                what,
                period: None,
                report,
                paper: None,
                has_ratings: true,
                remarks: Vec::new(),
            }),
            Err(error) => Err(ReportError::NotFilled(error.to_string())),
        }
    }

    /// The same, of something else than the week that is shown.
    pub(super) fn of(mut self, period: Period) -> Self {
        self.period = Some(period);
        self
    }

    /// What its sheets say of themselves, and what its file is called.
    pub(super) fn head(&self, document: &'static str, camp: &CampData) -> Head {
        let (weeks, days) = match &self.period {
            Some(period) => (period.weeks.clone(), period.days),
            None => (camp.week.title(), camp.week_days()),
        };
        Head {
            title: format!("{} – {weeks} – {}", camp.name, self.what),
            document,
            weeks,
            days: days.to_string(),
            is_outdated: false,
        }
    }

    /// The same, on this paper only.
    pub(super) fn on(mut self, paper: Paper) -> Self {
        self.paper = Some(paper);
        self
    }

    /// The same, of what doesn't depend on ratings.
    pub(super) fn without_ratings(mut self) -> Self {
        self.has_ratings = false;
        self
    }

    /// The same, with what must be said of it.
    pub(super) fn remarked(mut self, remarks: Vec<Remark>) -> Self {
        self.remarks = remarks;
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_print_is_told_by_one_word_and_says_what_it_is() {
        let mut words = HashSet::new();
        for print in Print::ALL {
            assert!(words.insert(print.word()), "{}", print.word());
            assert_eq!(print.word().parse(), Ok(print));
            assert_eq!(
                serde_json::to_value(print).expect("a word"),
                Value::from(print.word()),
                "settings and command line agree"
            );
            assert!(print.about().ends_with('.') && print.title().len() < 40);
            assert!(
                std::path::Path::new(print.template())
                    .extension()
                    .is_some_and(|ending| ending == "typ")
            );
        }
        assert!("nothing".parse::<Print>().is_err());
    }
}
