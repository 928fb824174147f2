//! What single games of the week did to the weekly ratings.

use std::collections::{BTreeMap, BTreeSet};

use super::{Ladder, change};
use crate::domain::{CampData, GameId, Severity};

/// What a game did to the weekly ratings of its players.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Moved {
    /// White's rating before the game.
    pub white: i32,
    /// Black's rating before the game.
    pub black: i32,
    /// What White gained and Black gave.
    pub change: i32,
}

/// What these games did, for those of them that count. Nothing while something keeps the ladder from being computed.
///
/// Replays the week once, whatever the number of games asked for.
pub fn moves(camp: &CampData, wanted: &BTreeSet<GameId>) -> BTreeMap<GameId, Moved> {
    let ladder = Ladder::of(camp);
    let mut found = BTreeMap::new();
    let is_stopped = ladder
        .problems
        .iter()
        .any(|problem| problem.severity() == Severity::Stops);
    if is_stopped {
        return found;
    }
    let mut ratings = ladder
        .entrants
        .iter()
        .map(|entrant| entrant.start.weekly)
        .collect::<Vec<_>>();
    // Nothing stops the ladder, so every game that counts is on it.
    let games = camp.games.iter().filter(|game| game.counts);
    for (game, pairing) in games.zip(&ladder.games) {
        let (white_at, black_at) = (pairing.white as usize, pairing.black as usize);
        let (white, black) = (ratings[white_at], ratings[black_at]);
        let change = change(white, black, pairing.result);
        ratings[white_at] = white + change;
        ratings[black_at] = black - change;
        if wanted.contains(&game.id) {
            let moved = Moved {
                white,
                black,
                change,
            };
            found.insert(game.id, moved);
        }
    }
    found
}
