//! What is wrong with a file, and where.

use std::{error::Error, fmt};

/// Something in a file that can't be read, or can't be so.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problem {
    /// Counted from 1; nothing where the whole file is meant.
    pub line: Option<usize>,
    /// Where in the line, or in the file: `sections[0].players[2]`, or the title of a column.
    pub place: Option<String>,
    /// A sentence that says what is wrong, and what to do.
    pub what: String,
}

impl Problem {
    /// A problem of the file as a whole.
    pub fn new(what: impl fmt::Display) -> Self {
        Self {
            line: None,
            place: None,
            what: what.to_string(),
        }
    }

    /// A problem of a line, counted from 1.
    pub fn at_line(line: usize, what: impl fmt::Display) -> Self {
        Self::new(what).in_line(line)
    }

    /// The same in a line, counted from 1.
    #[must_use]
    pub fn in_line(self, line: usize) -> Self {
        Self {
            line: Some(line),
            ..self
        }
    }

    /// The same at a place.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Self {
        Self {
            place: Some(place.into()),
            ..self
        }
    }
}

impl fmt::Display for Problem {
    /// `line 3, sections[0].players[2]: There is no…`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, &self.place) {
            (Some(line), Some(place)) => write!(f, "line {line}, {place}: {}", self.what),
            (Some(line), None) => write!(f, "line {line}: {}", self.what),
            (None, Some(place)) => write!(f, "{place}: {}", self.what),
            (None, None) => f.write_str(&self.what),
        }
    }
}

impl Error for Problem {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_says_where_it_is_as_far_as_that_is_known() {
        let problem = Problem::new("Wrong");
        assert_eq!(problem.to_string(), "Wrong");
        assert_eq!(problem.clone().in_line(3).to_string(), "line 3: Wrong");
        let placed = problem.at("sections[0].players[2]");
        assert_eq!(placed.to_string(), "sections[0].players[2]: Wrong");
        assert_eq!(
            placed.in_line(3).to_string(),
            "line 3, sections[0].players[2]: Wrong"
        );
    }
}
