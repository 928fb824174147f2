//! The standard formula, for players of more than eight games.
//!
//! Source: the texts of 2004 and 2015, "Standard rating formula"; `../shared/reference/us-chess-ratings.md` 1.8.

use super::{
    Bout, count,
    rules::{DualCut, Rules},
};

/// What the standard formula makes of a player's games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standard {
    pub k: f64,
    /// The score that the ratings promise.
    pub expected: f64,
    pub bonus: f64,
    pub rating: f64,
}

/// How K and the bonus are in a section.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Terms {
    pub half_k: bool,
    /// The cut of K above 2200, where it holds: in Regular, of a dual section.
    pub cut: Option<DualCut>,
    pub is_match: bool,
}

/// The score that is expected against an opponent: We.
#[must_use]
pub fn expected(rating: f64, opponent: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-(rating - opponent) / 400.0))
}

/// What the difference of scores is worth: K.
pub(super) fn k(terms: Terms, rating: f64, effective_games: f64, games: u32) -> f64 {
    let games = f64::from(games);
    let whole = if terms.half_k {
        400.0 / (effective_games + games / 2.0)
    } else {
        800.0 / (effective_games + games)
    };
    match terms.cut {
        Some(cut) if rating > cut.above => whole * cut.line.at(rating).max(cut.least),
        _ => whole,
    }
}

/// Whether these games can earn a bonus: three at least, and no opponent too often. `bouts` are in the order of opponents.
fn earns_bonus(rules: &Rules, terms: Terms, bouts: &[Bout]) -> bool {
    let met = bouts.chunk_by(|a, b| a.opponent == b.opponent);
    let most_often = met.map(<[Bout]>::len).max().unwrap_or(0);
    let allowed = match bouts.len() {
        0..3 => 0,
        3 => rules.repeats.in_three_games,
        _ => rules.repeats.in_more_games,
    };
    !terms.is_match && most_often <= allowed
}

/// The rating after games, which are in the order of opponents.
pub(super) fn standard(
    rules: &Rules,
    terms: Terms,
    rating: f64,
    effective_games: f64,
    bouts: &[Bout],
) -> Standard {
    let games = count(bouts);
    let halves = bouts.iter().map(|bout| bout.halves).sum::<u32>();
    let expected = bouts
        .iter()
        .map(|bout| expected(rating, bout.strength))
        .sum::<f64>();
    let k = k(terms, rating, effective_games, games);
    let gain = k * (f64::from(halves) / 2.0 - expected);
    let bonus = if earns_bonus(rules, terms, bouts) {
        (gain - rules.bonus * f64::from(games.max(4)).sqrt()).max(0.0)
    } else {
        0.0
    };
    Standard {
        k,
        expected,
        bonus,
        rating: rating + gain + bonus,
    }
}
