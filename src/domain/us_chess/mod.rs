//! Sections of US Chess events as they are entered and read from files. What is computed from them is in `rating::us_chess`.

mod adjustment;
mod called;
pub(crate) mod cells;
mod change;
mod crosstable;
mod difference;
mod double;
mod doubts;
mod entering;
mod id;
mod known;
mod limits;
mod member;
mod problem;
mod rated;
mod round;
mod standing;
mod time_control;

use jiff::civil::Date;
use strum::VariantArray;

use super::words::{self, by_word};

pub use self::{
    adjustment::{Adjusted, Adjustment, AdjustmentField, MAX_REASON},
    called::PlayersByName,
    change::{Change, Import, RatingsToSave, SectionHead},
    crosstable::{RowOrder, SectionTable},
    difference::Difference,
    doubts::{Doubt, SectionDoubt},
    id::{IdProblem, MemberId},
    known::{Known, KnownSections},
    limits::MAX_ROUNDS,
    member::{
        Account, Balance, Category, Credit, EventKey, LAST_EVENTS, Member, MemberKey, Role,
        SectionKey, names_of,
    },
    problem::{Contradiction, SectionProblem},
    rated::{Posted, SectionOrder, SectionRating},
    round::{Code, MAX_PAIR, Round, RoundProblem, Side},
    time_control::{
        Delay, MOST_CONTROLS, TimeControl, TimeControlProblem, read_controls, written_controls,
    },
};
pub(crate) use self::{
    called::pairs_in_key,
    crosstable::{
        Crosstable, CrosstableCell, CrosstableRating, CrosstableRatings, CrosstableView,
        key_of_games,
    },
};

/// The two rating systems. They are identical, and each has ratings of its own.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, VariantArray)]
pub enum System {
    Regular,
    Quick,
}

impl System {
    /// What files and the command line call it: "regular".
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Quick => "quick",
        }
    }

    /// The system of this word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        by_word(word, Self::word)
    }

    /// As it is shown: "Regular".
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Regular => "Regular",
            Self::Quick => "Quick",
        }
    }

    /// The one besides it.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Regular => Self::Quick,
            Self::Quick => Self::Regular,
        }
    }
}

/// Who plays whom in a section.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd, VariantArray)]
pub enum SectionKind {
    #[default]
    Swiss,
    RoundRobin,
    /// Two players, without a bonus.
    Match,
}

impl SectionKind {
    /// What files and the command line call it: "round-robin".
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Swiss => "swiss",
            Self::RoundRobin => "round-robin",
            Self::Match => "match",
        }
    }

    /// The kind of this word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        by_word(word, Self::word)
    }

    /// As it is shown: "Round robin".
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Swiss => "Swiss",
            Self::RoundRobin => "Round robin",
            Self::Match => "Match",
        }
    }
}

/// What all rated games before the section were: only wins and only losses are rated by a formula of their own.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd, VariantArray)]
pub enum History {
    Wins,
    Losses,
    #[default]
    Mixed,
}

impl History {
    /// What files call it: "wins".
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Losses => "losses",
            Self::Mixed => "mixed",
        }
    }

    /// The history of this word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        by_word(word, Self::word)
    }
}

/// What a player is in one of the two systems before a section, and what was published after it. Whatever isn't known is nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The rating before the section, at full precision; nothing for the unrated.
    pub rating: Option<f64>,
    /// The number of games that the rating goes by (N), which isn't always that of the games played; nothing for the long established.
    /// It says nothing of the unrated.
    pub games: Option<u32>,
    pub history: Option<History>,
    /// The floor that is stored with the member.
    pub floor: Option<f64>,
    /// The highest established rating after an event.
    pub peak: Option<f64>,
    /// Rated wins, draws, and events with three rated games or more, before the section: what a personal floor is made of.
    pub wins: Option<u32>,
    pub draws: Option<u32>,
    pub events: Option<u32>,
    /// The first rating to begin with in place of a computed one, and the games that it counts for.
    pub initial: Option<f64>,
    pub initial_games: Option<u32>,
    /// Whether the rating goes back to a first one that isn't certain.
    pub is_estimate: bool,
    /// How far a match may lower and raise the rating, as far as earlier matches leave room for that.
    pub match_room: Option<(f64, f64)>,
    /// The rating that was published after the section.
    pub post: Option<f64>,
    /// The number of games that was published with it, for provisional ratings.
    pub post_games: Option<u32>,
}

impl Default for Record {
    /// The record of an unrated player.
    fn default() -> Self {
        Self {
            rating: None,
            games: Some(0),
            history: None,
            floor: None,
            peak: None,
            wins: None,
            draws: None,
            events: None,
            initial: None,
            initial_games: None,
            is_estimate: false,
            match_room: None,
            post: None,
            post_games: None,
        }
    }
}

/// A row of a crosstable. A member may have several in a section.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// The pairing number, from 1 to 9,999.
    pub pair: u16,
    /// The member in the camp file; nothing in other files.
    pub member: Option<MemberKey>,
    /// Nothing while a membership is pending.
    pub id: Option<MemberId>,
    /// "Last, First"
    pub name: String,
    pub state: Option<String>,
    pub birth: Option<Date>,
    pub fide: Option<u16>,
    pub cfc: Option<u16>,
    /// A cell a round.
    pub rounds: Vec<Round>,
    pub regular: Record,
    pub quick: Record,
}

/// Who an entry is of, as far as that is known: two entries of the same are one player.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum PlayerOf {
    Member(MemberKey),
    Id(MemberId),
}

impl Entry {
    /// Who it is; nothing for a pending membership that the camp file knows nothing of.
    #[must_use]
    pub fn known_as(&self) -> Option<PlayerOf> {
        self.member
            .map(PlayerOf::Member)
            .or(self.id.map(PlayerOf::Id))
    }

    /// What the player is in a system.
    #[must_use]
    pub const fn record(&self, system: System) -> &Record {
        match system {
            System::Regular => &self.regular,
            System::Quick => &self.quick,
        }
    }

    /// The same, to be changed.
    pub const fn record_mut(&mut self, system: System) -> &mut Record {
        match system {
            System::Regular => &mut self.regular,
            System::Quick => &mut self.quick,
        }
    }

    /// Points with those of byes and forfeits, in halves, where a game is played in a round; [`Section::halves`] knows of two.
    #[must_use]
    pub fn halves(&self) -> u32 {
        self.rounds.iter().map(|round| round.code().halves()).sum()
    }
}

/// What is rated at a time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    pub number: u16,
    pub name: String,
    pub kind: SectionKind,
    pub begins: Option<Date>,
    /// The day whose rules hold, and on which ages are counted. Where a section has none, its event has: see [`Event::ends_of`].
    pub ends: Option<Date>,
    /// Rated with half the K of usual sections, as directors could choose until 2006.
    pub half_k: bool,
    /// Up to three: "40/90", "G/60", "G/60;d5".
    pub time_controls: Vec<String>,
    /// None for a section that is kept and not rated, as blitz is; both for a dual one.
    pub systems: Vec<System>,
    pub is_blitz: bool,
    /// Whether the ratings that were published with it are kept, in place of computed ones.
    pub as_published: bool,
    pub entries: Vec<Entry>,
}

impl Section {
    #[must_use]
    pub fn is_rated_in(&self, system: System) -> bool {
        self.systems.contains(&system)
    }

    /// The section with the ratings before and after of each entry.
    #[must_use]
    pub fn with_ratings(mut self, ratings: &[SectionRating]) -> Self {
        for rating in ratings {
            for (entry, posted) in self.entries.iter_mut().zip(&rating.rows) {
                let record = entry.record_mut(rating.system);
                record.rating = posted.pre;
                record.games = posted.pre_games;
                record.post = posted.post;
                record.post_games = posted.games;
                record.is_estimate = posted.is_estimate;
            }
        }
        self
    }

    /// The most rounds that an entry has.
    #[must_use]
    pub fn rounds(&self) -> usize {
        let rounds = self.entries.iter().map(|entry| entry.rounds.len());
        rounds.max().unwrap_or(0)
    }

    /// Whether it is rated in both systems.
    #[must_use]
    pub fn is_dual(&self) -> bool {
        System::VARIANTS
            .iter()
            .all(|system| self.is_rated_in(*system))
    }
}

/// An event with its sections.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event {
    /// "202608300103"
    pub id: Option<String>,
    pub name: String,
    pub begins: Option<Date>,
    pub ends: Option<Date>,
    pub chief_td: Option<MemberId>,
    pub assistant_td: Option<MemberId>,
    pub affiliate: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip: Option<String>,
    pub sections: Vec<Section>,
}

impl Event {
    /// The day on which a section of it ends: its own, or else the event's.
    #[must_use]
    pub fn ends_of(&self, section: &Section) -> Option<Date> {
        section.ends.or(self.ends)
    }
}

#[cfg(test)]
mod tests;
