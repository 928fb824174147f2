//! The games that were entered last, with what they did and what is odd about them.

use std::{cmp::Reverse, collections::BTreeMap};

use jiff::Zoned;

use super::{
    oddity::{Context, Earlier, Oddity, Pairing, SOON},
    outlook::WeekEnd,
};
use crate::{
    domain::{CampData, Game, GameId, Moment, System},
    rating::camp_ladder::explain::{Working, explain_games},
};

/// So many games stay in view.
const LATEST: usize = 10;

/// With more games than this, what the last ones did and the next one will do isn't worked out from all games after each:
/// a replay would be felt.
const GAMES_REPLAYED_AT_ONCE: usize = 200_000;

/// A game that was entered lately.
#[derive(Clone, Debug)]
pub(crate) struct EnteredGame {
    pub id: GameId,
    /// What it did to the weekly ratings, if it counts.
    pub moved: Option<Working>,
    pub oddities: Vec<Oddity>,
}

/// What was entered lately, as of a revision of the camp.
#[derive(Debug, Default)]
pub(super) struct Entered {
    of: Option<u64>,
    pub(super) latest: Vec<EnteredGame>,
    pub(super) context: Context,
    pub(super) week_end: WeekEnd,
}

impl Entered {
    /// Looks at the camp anew if it has changed.
    pub(super) fn follow(&mut self, camp: &CampData, revision: u64, now: &Zoned) {
        if self.of == Some(revision) {
            return;
        }
        self.of = Some(revision);
        let typed = camp.games.iter().filter(|game| game.entered.is_some());
        let typed = typed.collect::<Vec<_>>();
        let latest = latest(typed.clone());
        self.context = context(camp, typed, &latest, now);
        let mut played = Vec::new();
        self.week_end = if camp.games.len() > GAMES_REPLAYED_AT_ONCE {
            WeekEnd::AsSaved
        } else {
            let wanted = latest.iter().map(|game| game.id).collect();
            match explain_games(camp, &wanted) {
                Ok((games, ratings)) => {
                    played = games;
                    WeekEnd::Played(ratings)
                }
                Err(_) => WeekEnd::Stopped,
            }
        };
        let moved = |id: GameId| {
            let game = played.iter().find(|game| game.id == id && game.counts)?;
            Some(game.working(System::Weekly))
        };
        self.latest = latest
            .iter()
            .map(|game| EnteredGame {
                id: game.id,
                moved: moved(game.id),
                oddities: self.context.oddities(camp, &pairing(game, now), now),
            })
            .collect();
    }
}

/// The game that was entered last.
pub(crate) fn newest(camp: &CampData) -> Option<&Game> {
    let typed = camp.games.iter().filter(|game| game.entered.is_some());
    typed.max_by_key(|game| order(game))
}

/// The order in which games were entered. Those of one moment have the order of their numbers.
fn order(game: &Game) -> (Option<Moment>, GameId) {
    (game.entered, game.id)
}

/// The last of these games, the latest first.
fn latest(mut typed: Vec<&Game>) -> Vec<&Game> {
    if typed.len() > LATEST {
        typed.select_nth_unstable_by_key(LATEST, |game| Reverse(order(game)));
        typed.truncate(LATEST);
    }
    typed.sort_unstable_by_key(|game| Reverse(order(game)));
    typed
}

fn context(camp: &CampData, mut typed: Vec<&Game>, latest: &[&Game], now: &Zoned) -> Context {
    let today = now
        .start_of_day()
        .map_or(now.timestamp(), |day| day.timestamp());
    let oldest = latest.last().and_then(|game| game.entered);
    let oldest = oldest.map_or(today, Moment::timestamp);
    let since = oldest.min(today).checked_sub(SOON).unwrap_or(today);
    typed.retain(|game| game.entered.is_some_and(|at| at.timestamp() >= since));
    typed.sort_unstable_by_key(|game| Reverse(order(game)));
    let mut dates = BTreeMap::new();
    for date in camp.games.iter().filter_map(|game| game.date) {
        *dates.entry(date).or_default() += 1;
    }
    let lately = typed.into_iter().filter_map(|game| {
        Some(Earlier {
            id: game.id,
            number: game.sequence,
            white: game.white,
            black: game.black,
            result: game.result,
            entered: game.entered?.timestamp(),
        })
    });
    Context {
        lately: lately.collect(),
        dates,
    }
}

fn pairing(game: &Game, now: &Zoned) -> Pairing {
    Pairing {
        id: Some(game.id),
        white: Some(game.white),
        black: Some(game.black),
        result: Some(game.result),
        date: game.date,
        counts: game.counts,
        entered: game.entered.map_or(now.timestamp(), Moment::timestamp),
    }
}
