//! What was read, with what one should know of it.

use std::fmt::Display;

use super::Problem;

/// Something that was read from a file, and notes on what the file says that couldn't be taken over as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Noted<T> {
    pub value: T,
    /// None of these keeps the value from being used.
    pub notes: Vec<Problem>,
}

/// Something that is to be said of a place in a file.
pub(super) fn at(place: impl Display, what: &impl Display) -> Problem {
    Problem {
        line: None,
        place: Some(place.to_string()),
        what: what.to_string(),
    }
}
