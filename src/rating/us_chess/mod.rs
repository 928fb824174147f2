//! The ratings that US Chess computes of a section.
//!
//! ```text
//! Section ─▶ duplicates.rs: one player a member, with the games of all entries
//!          ─▶ first.rs: where the unrated begin           (step 1)
//!          ─▶ section.rs: every player, from the opponents' strengths before the section (3 and 4), and again from what came of it (5)
//!               ├─▶ special.rs: eight games or fewer, or nothing but wins, or but losses
//!               └─▶ standard.rs: all others
//!          ─▶ floors.rs
//! ```
//!
//! What changed from year to year is in [`Rules`]. All formulas are told in `../shared/reference/us-chess-ratings.md`, with their sources.

mod books;
pub mod directors;
mod duplicates;
mod explanation;
mod first;
mod floors;
pub mod peaks;
mod rules;
mod section;
mod special;
mod standard;
pub mod systems;
pub mod titles;
mod to_check;
pub mod upload;

use thiserror::Error;

pub use self::{
    books::{Books, MemberBooks, NotPosted, Posting},
    explanation::{Explanation, HeldBy, NotExplained},
    first::{Basis, First},
    floors::{absolute_floor, explaining_floor, peak_floor, title_floor},
    rules::{
        AbsoluteFloor, ByAge, Conversion, DualCut, EffectiveGames, Line, MatchRules, OtherSystem,
        PeakFloors, Repeats, Rules, TitleFloor,
    },
    section::{Computed, Formula, MatchBreach, PlayedGame, Rated, Row, rate},
    special::{Special, expected_straight},
    standard::{Standard, expected},
    to_check::{ToCheck, to_check},
};
use crate::domain::us_chess::{SectionProblem, System};

/// A game as the formulas see it. A player's are in the order of the opponents' pairing numbers, so that sums don't depend on the rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bout {
    /// Who it was, to see who met whom more than once.
    opponent: usize,
    strength: f64,
    /// The score in halves.
    halves: u32,
}

/// How many there are, as numbers that ratings are computed with.
fn count<T>(all: &[T]) -> u32 {
    u32::try_from(all.len()).unwrap_or(u32::MAX)
}

/// Why a section isn't rated.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum NotRated {
    #[error("The section isn’t rated in the {} system", .0.word())]
    NotInSystem(System),
    #[error("Results contradict each other. {}", in_words(.0))]
    Contradictions(Vec<SectionProblem>),
    #[error("Pair {pair}, round {}: two games need the opponent’s number", round + 1)]
    NoOpponent { pair: u16, round: usize },
    #[error("Pair {pair} has {value}, which is no rating")]
    NoRating { pair: u16, value: f64 },
    #[error("Pair {first} and pair {other} are the same member with different ratings")]
    DifferentRatings { first: u16, other: u16 },
    #[error("Sections were rated with half the K until March 2006 only")]
    HalfK,
}

/// The first contradiction, and how many there are besides.
fn in_words(problems: &[SectionProblem]) -> String {
    match problems {
        [] => String::new(),
        [only] => only.to_string(),
        [first, others @ ..] => format!("{first}; and {} more", others.len()),
    }
}

#[cfg(test)]
pub(crate) mod tests;
