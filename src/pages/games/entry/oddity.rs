//! What is odd about a game that is being typed, or was. None of it keeps a game from being saved, except a player
//! against himself.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp, Zoned, civil::Date};

use crate::domain::{CampData, GameId, GameResult, PlayerId, show_date};

/// Entries of the same pair within this time are likely to be one game typed twice.
pub(super) const SOON: SignedDuration = SignedDuration::from_hours(1);

/// Days from the other games of the week, or from today, within which a date is not odd.
const NEAR: i32 = 7;

/// Something odd.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Oddity {
    /// Can't be saved.
    SamePlayer,
    /// The same two players, in the game of this number, entered so many minutes before.
    PairAgain {
        number: i64,
        result: GameResult,
        minutes: i64,
    },
    /// The same two players, in the game of this number, entered on the same day, with another result.
    OtherResult {
        number: i64,
        result: GameResult,
    },
    Inactive(PlayerId),
    /// Far from the other games of the week, or from today where there are none.
    FarDate(Date),
    Fun,
}

impl Oddity {
    /// Whether the game can't be saved as it is.
    pub(crate) fn stops(&self) -> bool {
        *self == Self::SamePlayer
    }

    /// In words.
    pub(crate) fn sentence(&self, camp: &CampData) -> String {
        match self {
            Self::SamePlayer => "The same player is on both sides: choose another one".to_owned(),
            Self::PairAgain {
                number,
                result,
                minutes,
            } => {
                let when = match minutes {
                    ..1 => "just now".to_owned(),
                    1 => "1 minute earlier".to_owned(),
                    minutes => format!("{minutes} minutes earlier"),
                };
                format!("Same pair as game {number} ({}), {when}", result.score())
            }
            Self::OtherResult { number, result } => {
                let score = result.score();
                format!("Game {number}, same pair, ended {score}")
            }
            Self::Inactive(player) => format!("{} is inactive", camp.full_name(*player)),
            Self::FarDate(date) => {
                format!("{} is far from the other games", show_date(*date))
            }
            Self::Fun => "Fun games don’t change ratings".to_owned(),
        }
    }
}

/// A game as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairing {
    /// Its number, if it is saved.
    pub(super) id: Option<GameId>,
    pub(super) white: Option<PlayerId>,
    pub(super) black: Option<PlayerId>,
    pub(super) result: Option<GameResult>,
    pub(super) date: Option<Date>,
    pub(super) counts: bool,
    pub(super) entered: Timestamp,
}

/// A saved game that others are compared with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Earlier {
    pub(super) id: GameId,
    pub(super) number: i64,
    pub(super) white: PlayerId,
    pub(super) black: PlayerId,
    pub(super) result: GameResult,
    pub(super) entered: Timestamp,
}

/// What a game is compared with.
#[derive(Clone, Debug, Default)]
pub(super) struct Context {
    /// Games entered lately, the latest first.
    pub(super) lately: Vec<Earlier>,
    /// The dates of the week's games, and how many have each.
    pub(super) dates: BTreeMap<Date, usize>,
}

impl Context {
    /// What is odd about a game, at this time.
    pub(super) fn oddities(&self, camp: &CampData, game: &Pairing, now: &Zoned) -> Vec<Oddity> {
        let mut oddities = Vec::new();
        if game.white.is_some() && game.white == game.black {
            oddities.push(Oddity::SamePlayer);
        }
        if let Some((number, result)) = self.contradiction(game, now) {
            oddities.push(Oddity::OtherResult { number, result });
        } else if let Some(again) = self.pair_again(game) {
            oddities.push(again);
        }
        let inactive = |id: &PlayerId| camp.player(*id).is_some_and(|player| !player.active);
        let players = [game.white, game.black].into_iter().flatten();
        oddities.extend(players.filter(inactive).map(Oddity::Inactive));
        // Not of a line that nobody has begun.
        if game.white.or(game.black).is_some()
            && let Some(date) = game.date
            && !self.is_near(date, game.id.is_some(), now.date())
        {
            oddities.push(Oddity::FarDate(date));
        }
        if !game.counts {
            oddities.push(Oddity::Fun);
        }
        oddities
    }

    /// The number and result of the game of the same pair, entered on the same day, that ended otherwise.
    pub(super) fn contradiction(&self, game: &Pairing, now: &Zoned) -> Option<(i64, GameResult)> {
        game.result?;
        let day = |at: Timestamp| at.to_zoned(now.time_zone().clone()).date();
        let found = self
            .others(game)
            .filter(|earlier| day(earlier.entered) == day(game.entered))
            .find(|earlier| turned(earlier, game) != game.result)?;
        Some((found.number, found.result))
    }

    fn pair_again(&self, game: &Pairing) -> Option<Oddity> {
        let found = self
            .others(game)
            .find(|earlier| game.entered.duration_since(earlier.entered) <= SOON)?;
        Some(Oddity::PairAgain {
            number: found.number,
            result: found.result,
            minutes: game.entered.duration_since(found.entered).as_mins(),
        })
    }

    /// The other games of the same two players that were entered before.
    fn others<'a>(&'a self, game: &'a Pairing) -> impl Iterator<Item = &'a Earlier> {
        let at = (game.entered, game.id.map_or(i64::MAX, |id| id.0));
        self.lately.iter().filter(move |earlier| {
            Some(earlier.id) != game.id
                && (earlier.entered, earlier.id.0) < at
                && turned(earlier, game).is_some()
        })
    }

    /// Whether a date is near that of another game, or near today where there is none; `saved` says that the game itself is among
    /// the dates.
    fn is_near(&self, date: Date, saved: bool, today: Date) -> bool {
        let is_near = |other: Date| (date - other).get_days().abs() <= NEAR;
        let is_other =
            |(other, games): &(&Date, &usize)| **games > usize::from(saved && **other == date);
        let mut others = self.dates.iter().filter(is_other).peekable();
        if others.peek().is_none() {
            return is_near(today);
        }
        others.any(|(other, _)| is_near(*other))
    }
}

/// The earlier game's result as it would be with the colours of `game`; nothing if it is another pair.
fn turned(earlier: &Earlier, game: &Pairing) -> Option<GameResult> {
    let pair = [game.white?, game.black?];
    let played = [earlier.white, earlier.black];
    earlier.result.as_played(played, pair)
}
