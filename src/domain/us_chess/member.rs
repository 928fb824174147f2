//! Members, and what their records hold. All of a record but its opening balance and adjustments follows from crosstables.

use std::{collections::BTreeMap, fmt};

use jiff::civil::Date;
use strum::VariantArray;

use super::{History, MemberId, Record, System, words::by_word};

/// How many of the last events a record names.
pub const LAST_EVENTS: usize = 5;

/// The number by which the camp file knows a member, also one whose membership is pending.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct MemberKey(pub i64);

/// The number by which the camp file knows a section.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SectionKey(pub i64);

/// The number by which the camp file knows an event.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct EventKey(pub i64);

/// A member as lists of members tell of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Nothing while the membership is pending.
    pub id: Option<MemberId>,
    pub last_name: String,
    pub first_name: String,
    pub state: Option<String>,
    pub birth: Option<Date>,
    /// The last day of the membership.
    pub expires: Option<Date>,
    pub fide: Option<u16>,
    pub cfc: Option<u16>,
    /// Whether the floor of a life master holds for the member, who may not want it, before the first adjustment that says otherwise.
    pub floor_2200_allowed: bool,
    /// What the old files said.
    pub opening: Balance,
}

impl Default for Member {
    fn default() -> Self {
        Self {
            id: None,
            last_name: String::new(),
            first_name: String::new(),
            state: None,
            birth: None,
            expires: None,
            fide: None,
            cfc: None,
            floor_2200_allowed: true,
            opening: Balance::default(),
        }
    }
}

impl Member {
    /// "Last, First"
    #[must_use]
    pub fn listed_name(&self) -> String {
        match (self.last_name.is_empty(), self.first_name.is_empty()) {
            (false, false) => format!("{}, {}", self.last_name, self.first_name),
            (false, true) => self.last_name.clone(),
            (true, _) => self.first_name.clone(),
        }
    }
}

/// Both names of "Last, First"; without a comma all of it is the last name.
#[must_use]
pub fn names_of(listed: &str) -> (String, String) {
    let (last, first) = listed.split_once(',').unwrap_or((listed, ""));
    (last.trim().to_owned(), first.trim().to_owned())
}

/// What a member has in both systems, and as a director: before all crosstables, or after them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Balance {
    /// The day as of which this is an opening balance; nothing where that isn't known.
    pub on: Option<Date>,
    pub regular: Account,
    pub quick: Account,
    /// How often which credit was earned as a director.
    pub director: BTreeMap<Credit, u32>,
}

impl Balance {
    #[must_use]
    pub const fn account(&self, system: System) -> &Account {
        match system {
            System::Regular => &self.regular,
            System::Quick => &self.quick,
        }
    }

    /// The same, to be changed.
    pub const fn account_mut(&mut self, system: System) -> &mut Account {
        match system {
            System::Regular => &mut self.regular,
            System::Quick => &mut self.quick,
        }
    }
}

/// What a member has in a system.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// At full precision; nothing for the unrated.
    pub rating: Option<f64>,
    /// The number of games that the rating goes by (N); nothing for the long established. FIDE and other first ratings add to it.
    pub games: Option<u32>,
    /// The number of games played.
    pub played: u32,
    pub history: Option<History>,
    /// Never lowered but by hand. A floor of prize money is one, too.
    pub floor: Option<f64>,
    /// The highest established rating after an event.
    pub peak: Option<f64>,
    /// Rated wins, draws, and events with three rated games or more; nothing where old files don't tell.
    pub wins: Option<u32>,
    pub draws: Option<u32>,
    pub events: Option<u32>,
    /// The rating before the last section.
    pub previous: Option<f64>,
    /// The last sections, the latest one first: "202608300103:5".
    pub last_events: Vec<String>,
    /// By the lower bound of a class, the games played with an established rating of it before floors.
    pub titles: BTreeMap<u16, u32>,
    /// Whether the rating goes back to a first one that isn't certain. An established rating doesn't any more.
    pub is_estimate: bool,
    /// By how much each match of the last three years changed the rating, the oldest first: rules limit what they do together.
    pub by_matches: Vec<(Date, f64)>,
}

impl Default for Account {
    /// That of somebody who hasn't played.
    fn default() -> Self {
        Self {
            rating: None,
            games: Some(0),
            played: 0,
            history: None,
            floor: None,
            peak: None,
            wins: Some(0),
            draws: Some(0),
            events: Some(0),
            previous: None,
            last_events: Vec::new(),
            titles: BTreeMap::new(),
            is_estimate: false,
            by_matches: Vec::new(),
        }
    }
}

impl Account {
    /// The account as a record with which a section begins.
    #[must_use]
    pub fn record(&self) -> Record {
        Record {
            rating: self.rating,
            games: self.games,
            history: self.history,
            floor: self.floor,
            peak: self.peak,
            wins: self.wins,
            draws: self.draws,
            events: self.events,
            is_estimate: self.is_estimate,
            ..Record::default()
        }
    }

    /// Somebody who is rated has won, drawn or lost: where no game is told, nobody knows how often.
    pub fn forget_counts_that_nobody_told(&mut self) {
        let counts = [self.wins, self.draws, self.events];
        if self.rating.is_some() && self.played == 0 && counts == [Some(0); 3] {
            (self.wins, self.draws, self.events) = (None, None, None);
        }
    }

    /// The opening balance of a member of whom a crosstable tells this.
    #[must_use]
    pub fn of_record(record: &Record) -> Self {
        Self {
            rating: record.rating,
            games: if record.rating.is_some() {
                record.games
            } else {
                Some(0)
            },
            history: record.history,
            floor: record.floor,
            // An established rating has been a peak itself.
            peak: record
                .peak
                .or(record.rating.filter(|_| record.games.is_none())),
            // Of somebody who is rated, nobody knows how often he or she has won.
            wins: record.wins.or(record.rating.is_none().then_some(0)),
            draws: record.draws.or(record.rating.is_none().then_some(0)),
            events: record.events.or(record.rating.is_none().then_some(0)),
            ..Self::default()
        }
    }
}

/// What a director was at an event.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, VariantArray)]
pub enum Role {
    Chief,
    Assistant,
}

impl Role {
    /// What files call it: "chief".
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Chief => "chief",
            Self::Assistant => "assistant",
        }
    }

    /// The role of this word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        by_word(word, Self::word)
    }
}

/// The category of an event by which directors' experience is counted.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, VariantArray)]
pub enum Category {
    /// 300 players or more.
    A,
    /// From 100 players.
    B,
    /// From 50 players.
    C,
    /// Fewer than 50 players.
    D,
    RoundRobin,
    /// Matches, and events of too few rounds: they are kept, and count for no level.
    Other,
}

impl Category {
    /// What files call it: "A", "round-robin".
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::D => "D",
            Self::RoundRobin => "round-robin",
            Self::Other => "other",
        }
    }

    /// The category of this word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        by_word(word, Self::word)
    }
}

/// A credit of a director: in which role, and at which kind of event.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Credit {
    pub role: Role,
    pub category: Category,
}

impl fmt::Display for Credit {
    /// "Chief director, category C"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = match self.role {
            Role::Chief => "Chief director",
            Role::Assistant => "Assistant director",
        };
        match self.category {
            Category::RoundRobin => write!(f, "{role}, round robin"),
            Category::Other => write!(f, "{role}, other event"),
            category => write!(f, "{role}, category {}", category.word()),
        }
    }
}
