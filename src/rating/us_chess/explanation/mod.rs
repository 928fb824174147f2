//! A section rated once more, to be told game by game.

use thiserror::Error;

use super::{Computed, NotRated, PlayedGame, Rated, Row, Rules, rate};
use crate::domain::us_chess::{Posted, Record, Section, System};

/// Why there is nothing to be told of a section.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum NotExplained {
    #[error("It keeps the ratings that were published with it. Nothing is computed")]
    AsPublished,
    #[error("It has no day on which it ended")]
    NoDay,
    #[error("It ended before 2001. Of these years no rules are known, and nothing is computed")]
    BeforeRules,
    #[error("{0}")]
    NotRated(#[from] NotRated),
}

/// How the ratings of a section come about in a system.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    pub rules: Rules,
    pub rated: Rated,
}

/// Which floor kept a rating from falling.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum HeldBy {
    /// That of a life master.
    LifeMaster,
    /// The one that the member had before the section, which may be one of prize money.
    Stored,
    /// Two classes below the highest rating.
    Peak,
    /// The one that everybody has, and that grows by wins, draws and events.
    Personal,
}

impl HeldBy {
    /// "the floor two classes below the highest rating"
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::LifeMaster => "the floor of a life master",
            Self::Stored => "the floor that the member had before",
            Self::Peak => "the floor two classes below the highest rating",
            Self::Personal => "the floor that everybody has",
        }
    }
}

impl Explanation {
    /// Rates a section whose entries have the records with which their members begin it.
    ///
    /// # Errors
    /// Nothing is computed of the section, or it can't be rated.
    pub fn new(section: &Section, system: System) -> Result<Self, NotExplained> {
        if section.as_published {
            return Err(NotExplained::AsPublished);
        }
        let ends = section.ends.ok_or(NotExplained::NoDay)?;
        let rules = Rules::on(ends).ok_or(NotExplained::BeforeRules)?;
        let rated = rate(section, system, &rules)?;
        Ok(Self { rules, rated })
    }

    /// An entry's row.
    #[must_use]
    pub fn row(&self, pair: u16) -> Option<&Row> {
        self.rated.rows.iter().find(|row| row.pair == pair)
    }

    /// The other entries of the same member, by their pairing numbers.
    #[must_use]
    pub fn rated_with(&self, row: &Row) -> Vec<u16> {
        let rows = self.rated.rows.iter();
        let others = rows.filter(|other| other.rated_as == row.rated_as && other.pair != row.pair);
        let mut others = others.map(|other| other.pair).collect::<Vec<_>>();
        others.sort_unstable();
        others
    }

    /// Which floor kept the rating where it is; nothing where none did. `posted` is what was saved, which knows the floor of a life master.
    #[must_use]
    pub fn held_by(
        &self,
        record: &Record,
        computed: &Computed,
        posted: Option<&Posted>,
    ) -> Option<(f64, HeldBy)> {
        let told = posted.and_then(|posted| Some((posted.before_floors?, posted.post?)));
        let (before_floors, post) = told.unwrap_or((computed.before_floors, computed.post));
        if post <= before_floors {
            return None;
        }
        let is = |floor: f64| (floor - post).abs() < f64::EPSILON;
        let peaks = self.rules.peak_floors;
        let title = self.rules.title_floor;
        let has_peak_floor = peaks.systems.contains(&self.rated.system)
            && (peaks.lowest..=peaks.highest).contains(&post);
        let by = match record.floor {
            Some(floor) if is(floor) => HeldBy::Stored,
            _ if title.systems.contains(&self.rated.system) && is(title.floor) => {
                HeldBy::LifeMaster
            }
            _ if has_peak_floor => HeldBy::Peak,
            _ => HeldBy::Personal,
        };
        Some((post, by))
    }
}

impl Computed {
    /// All games that were rated, by entry and round.
    #[must_use]
    pub fn by_round(&self) -> Vec<&PlayedGame> {
        let mut games = self.played.iter().collect::<Vec<_>>();
        games.sort_by_key(|game| (game.pair, game.round));
        games
    }
}

#[cfg(test)]
mod tests;
