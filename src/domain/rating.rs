//! Ratings as numbers: their range, and how a typed one is read.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Every rating is a whole number in this range: that of an Access `Integer`, which the old program used.
pub(crate) const RATING_RANGE: RangeInclusive<i32> = -32_768..=32_767;

/// The two ratings that run side by side.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
pub struct Ratings {
    /// The posted one. Starts each week at the group's initial ladder rating.
    pub weekly: i32,
    /// For internal comparison: carried from week to week, never shown to campers.
    pub permanent: i32,
}

impl Ratings {
    /// Those of somebody new, who begins where the week does: at the initial rating of the group. What is blank counts as 0.
    #[must_use]
    pub(crate) fn of_new(start_permanent: Option<i32>, initial: Option<i32>) -> Self {
        Self {
            weekly: initial.unwrap_or(0),
            permanent: start_of_new(start_permanent, initial).unwrap_or(0),
        }
    }
}

/// The permanent rating with which somebody new starts the week: the one that is given, or that of the group.
#[must_use]
pub(crate) fn start_of_new(given: Option<i32>, initial: Option<i32>) -> Option<i32> {
    given.or(initial)
}

/// Why a typed rating can't be stored.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub(crate) enum RatingProblem {
    #[error("Type a rating, a whole number such as 1000")]
    Empty,
    #[error("“{0}” is not a whole number: type a rating such as 1000")]
    NotANumber(String),
    #[error("A rating lies between −32768 and 32767")]
    OutOfRange,
}

/// Reads a rating that a director typed. A real minus sign (−) counts as a hyphen.
///
/// # Errors
/// Anything but a whole number in [`RATING_RANGE`].
pub(crate) fn parse_rating(typed: &str) -> Result<i32, RatingProblem> {
    let text = typed.trim().replace('\u{2212}', "-");
    if text.is_empty() {
        return Err(RatingProblem::Empty);
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(&text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        let shown = text.chars().take(20).collect();
        return Err(RatingProblem::NotANumber(shown));
    }
    text.parse::<i32>()
        .ok()
        .filter(|rating| RATING_RANGE.contains(rating))
        .ok_or(RatingProblem::OutOfRange)
}

/// A rating as it is read, with a real minus sign: "1031", "−12".
#[must_use]
pub(crate) fn show_rating(rating: i32) -> String {
    rating.to_string().replace('-', "\u{2212}")
}

/// What a rating has gained or given: "+31", "−12", "0".
#[must_use]
pub(crate) fn show_change(change: i32) -> String {
    if change > 0 {
        format!("+{change}")
    } else {
        show_rating(change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_whole_numbers_in_range() {
        assert_eq!(parse_rating(" 1031 "), Ok(1031));
        assert_eq!(parse_rating("\u{2212}12"), Ok(-12));
        assert_eq!(parse_rating("32767"), Ok(32_767));
        assert_eq!(parse_rating("32768"), Err(RatingProblem::OutOfRange));
        assert_eq!(
            parse_rating("99999999999999999999"),
            Err(RatingProblem::OutOfRange)
        );
        assert_eq!(parse_rating(""), Err(RatingProblem::Empty));
        assert_eq!(
            parse_rating("12.5"),
            Err(RatingProblem::NotANumber("12.5".to_owned()))
        );
        assert_eq!(
            parse_rating("-"),
            Err(RatingProblem::NotANumber("-".to_owned()))
        );
    }

    #[test]
    fn what_is_shown_can_be_typed() {
        for rating in [-12, 0, 1031] {
            assert_eq!(parse_rating(&show_rating(rating)), Ok(rating));
            assert_eq!(parse_rating(&show_change(rating)), Ok(rating));
        }
        assert_eq!([-12, 0, 31].map(show_change), ["−12", "0", "+31"]);
    }
}
