//! The special formula, for players of eight games or fewer, and for those who have won or lost all of them.
//!
//! The rating is the one at which a straight line in place of the usual curve expects just the score that was made, where all former games
//! count as draws against the own rating. Source: the texts of 2004 and 2017, "Special rating formula";
//! `../shared/reference/us-chess-ratings.md` 1.7.

use super::Bout;
use crate::domain::us_chess::History;

/// How near 0 is near enough.
const TOLERANCE: f64 = 1e-7;

/// As far above an opponent nothing is lost any more, and as far below nothing won.
const REACH: f64 = 400.0;

/// What the special formula makes of a player's games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Special {
    /// The rating that former games count against: R0'.
    pub adjusted: f64,
    /// The score with that of former games: S'.
    pub score: f64,
    /// Neither capped nor held at a floor.
    pub rating: f64,
}

/// The score that is expected against an opponent, by a straight line: `PWe`.
#[must_use]
pub fn expected_straight(rating: f64, opponent: f64) -> f64 {
    (0.5 + (rating - opponent) / (2.0 * REACH)).clamp(0.0, 1.0)
}

/// The rating after games.
///
/// It goes from the adjusted rating from bend to bend of the sum of straight lines, until what is expected is the score. Where the sum is
/// level there, it stops at the first point that will do: at the adjusted rating itself, or at the near end. That is what the texts' rule
/// for such stretches comes to: with this beginning, the point always has an opponent or the adjusted rating within its reach, as the
/// ends of a level stretch are bends.
pub(super) fn special(
    rating: f64,
    effective_games: f64,
    history: History,
    bouts: &[Bout],
) -> Special {
    let halves = bouts.iter().map(|bout| bout.halves).sum::<u32>();
    let halves = f64::from(halves) / 2.0;
    let (adjusted, score) = match history {
        History::Wins => (rating - REACH, halves + effective_games),
        History::Losses => (rating + REACH, halves),
        History::Mixed => (rating, halves + effective_games / 2.0),
    };
    let too_much = |rating: f64| {
        let against_all = bouts
            .iter()
            .map(|bout| expected_straight(rating, bout.strength))
            .sum::<f64>();
        effective_games * expected_straight(rating, adjusted) + against_all - score
    };
    let strengths = bouts.iter().map(|bout| bout.strength);
    let mut bends = strengths
        .chain([adjusted])
        .flat_map(|strength| [strength - REACH, strength + REACH])
        .collect::<Vec<_>>();
    bends.sort_by(f64::total_cmp);
    let rating = if too_much(adjusted) > TOLERANCE {
        walk(
            adjusted,
            bends.into_iter().rev().filter(|bend| *bend < adjusted),
            too_much,
        )
    } else if too_much(adjusted) < -TOLERANCE {
        walk(
            adjusted,
            bends.into_iter().filter(|bend| *bend > adjusted),
            too_much,
        )
    } else {
        adjusted
    };
    Special {
        adjusted,
        score,
        rating,
    }
}

/// From one side of 0 to the first point on the way where `value` is 0, along bends between which it is straight.
fn walk(from: f64, bends: impl Iterator<Item = f64>, value: impl Fn(f64) -> f64) -> f64 {
    let mut at = from;
    let mut here = value(at);
    for bend in bends {
        let there = value(bend);
        if there.abs() > TOLERANCE && there.signum() == here.signum() {
            (at, here) = (bend, there);
            continue;
        }
        if (here - there).abs() < TOLERANCE {
            return bend;
        }
        return at + (bend - at) * here / (here - there);
    }
    at
}
