//! The camp ladder of the School Chess Association, the arithmetic behind **Recalc Ratings**.
//!
//! Source: the association's "SCA Chess Camp Ladder Rating Algorithm" and the Access button that came with it.
//! The winner gains 16 and the loser gives 16; then the higher rated player of the two gives a 25th of the
//! difference to the other, whoever won, and 15 at most. Both the weekly and the permanent rating follow the same
//! rule, each from its own difference.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::domain::{
    CampData, GameId, GameResult, LadderProblem, PlayerId, RATING_RANGE, Ratings, SavedRatings,
};

/// What a win is worth between equal players.
pub const WIN: i32 = 16;

/// A difference of this many points or more moves [`MAX_STEP`].
pub const FULL_DIFFERENCE: i32 = 375;

/// The points of difference that move one point.
pub const POINTS_A_STEP: i32 = 25;

/// The most that a difference of ratings moves.
pub const MAX_STEP: i32 = 15;

/// No game moves a rating further than this.
const MAX_CHANGE: i64 = (WIN + MAX_STEP) as i64;

/// So many games are replayed between two looks at the progress and at the cancel button.
const GAMES_A_BREATH: usize = 1 << 16;

/// What the difference of two ratings (White's minus Black's, before the game) takes from White and gives to
/// Black: 15 with its sign if it is beyond 375, else a whole 25th of it, cut towards zero.
///
/// One expression serves both branches of the old program, as 375 itself is 15 steps of 25.
#[must_use]
pub fn step(difference: i32) -> i32 {
    difference.clamp(-FULL_DIFFERENCE, FULL_DIFFERENCE) / POINTS_A_STEP
}

/// What a game adds to White's rating and takes from Black's.
#[must_use]
pub fn change(white: i32, black: i32, result: GameResult) -> i32 {
    WIN * result.sign() - step(white - black)
}

/// A player before the first game of the week.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Entrant {
    pub id: PlayerId,
    pub start: Ratings,
    /// The ratings that are saved now; only to tell how many a recalculation changed.
    pub saved: Ratings,
}

/// A game that counts, between two places of [`Ladder::entrants`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Pairing {
    pub white: u32,
    pub black: u32,
    pub result: GameResult,
}

/// The week as the arithmetic wants it: start ratings and games in order of play.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Ladder {
    pub entrants: Vec<Entrant>,
    pub games: Vec<Pairing>,
    /// Doubtful points found on the way; they don't stop a recalculation.
    pub doubts: Vec<LadderProblem>,
}

/// A finished recalculation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Recalculation {
    pub saved: SavedRatings,
    pub players: usize,
    pub games: usize,
    /// Players whose weekly or permanent rating isn't what it was.
    pub changed: usize,
    pub doubts: Vec<LadderProblem>,
}

/// Why there is no answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum NoAnswer {
    /// The answer would be wrong, for these reasons. Nothing has changed.
    Problems(Vec<LadderProblem>),
    /// Somebody pressed Cancel.
    Cancelled,
}
