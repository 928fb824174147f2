//! The JSON of an event with its sections: everything that they hold, in and out, ratings at full precision.
//!
//! ```json
//! {"event": {"id": "202608300103", "name": "Late Summer Open", "begins": "2026-08-30", …},
//!  "sections": [
//!   {"number": 5, "name": "Reserve", "type": "swiss", …, "time_controls": ["G/25;d5"], "systems": ["regular", "quick"],
//!    "players": [
//!     {"pair": 1, "id": "30000001", "name": "Last, First", …, "rounds": ["W4", "D6w", "B", "X3", "X"],
//!      "regular": {"rating": 554.22, "games": 40, …, "post": 656.85, "post_games": null},
//!      "quick": {"rating": null, "games": 0, …}}]}]}
//! ```
//!
//! A key that is missing is unknown, and so is null, but for the `games` of a rating: null says long established, as it does without the
//! key, and only an unrated player's missing `games` are 0, those of [`Record::default`]. So null and 0 stay apart there, too. A section
//! without a number has that of its place in the list. A section that is kept as blitz has the word among its systems.
//!
//! An optional text is never empty: what is blank in a file is unknown. [`Entry::member`] and [`Record::match_room`] are what a camp file
//! knows besides, and are in no other.
//!
//! [`Entry::member`]: crate::domain::us_chess::Entry::member
//! [`Record::match_room`]: crate::domain::us_chess::Record::match_room
//! [`Record::default`]: crate::domain::us_chess::Record

mod document;
mod read;
mod write;

use jiff::civil::Date;
use thiserror::Error;

use self::read::Reader;
pub use self::write::write;
use super::Problem;
use crate::domain::us_chess::Event;

/// What is wrong with the JSON itself, and what to do.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Fault {
    #[error("This file is empty. Save it again")]
    Empty,
    #[error("The file ends too early. Save it again")]
    CutOff,
    #[error(
        "This is no JSON, at letter {column} of the line: {reason}. Correct it, or save the file again"
    )]
    Syntax { column: usize, reason: String },
    #[error("An object in braces is needed here, not {0}")]
    NotAnObject(String),
    #[error("A list in brackets is needed here, not {0}")]
    NotAList(String),
    #[error("A text in quotation marks is needed here, not {0}")]
    NotAText(String),
    #[error("A number without quotation marks is needed here, not {0}")]
    NotANumber(String),
    #[error("true or false is needed here, not {0}")]
    NotYesOrNo(String),
    #[error("This text has a character that doesn’t exist. Write it again")]
    Character,
    #[error("“{0}” is no key that is known here. Correct it, or remove it with its value")]
    UnknownKey(String),
    #[error("“{0}” stands here twice. Remove one of them")]
    KeyTwice(String),
    #[error("“{0}” is missing, and can’t be left out")]
    Missing(&'static str),
    #[error("“{0}” is no history: write wins, losses or mixed")]
    History(String),
}

/// Reads an event. The file may begin with a byte order mark. `today` tells which dates are in the future.
///
/// # Errors
/// Everything that isn't as the format has it, in the order of the lines: keys that nobody knows, texts for numbers, cells and ids that
/// are none, ratings outside of 0 to 4,000, dates in the future, sections and pairing numbers that are there twice, and what contradicts
/// itself so that a section can't be rated. Only of a text that isn't JSON nothing but the first fault is known.
pub fn read(text: &str, today: Date) -> Result<Event, Vec<Problem>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut reader = Reader::new(text, today);
    let event = reader.event();
    let mut problems = reader.into_problems();
    if problems.is_empty() {
        return Ok(event);
    }
    problems.sort_by_key(|problem| problem.line);
    Err(problems)
}

#[cfg(test)]
mod tests;
