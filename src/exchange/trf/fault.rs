//! What can be said of a line.

use jiff::civil::Date;
use thiserror::Error;

use crate::domain::us_chess::{IdProblem, RoundProblem};

/// What is wrong with a line, and what to do.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub(super) enum Fault {
    #[error(
        "No line begins with 001: there are no players in this file. Save the tournament as a TRF file"
    )]
    NoPlayers,
    #[error(
        "The fields don’t stand in their columns: column {0} must be blank. Save the file again, and don’t change blanks in it"
    )]
    Shifted(usize),
    #[error("“{0}” is no starting rank: a number from 1 to 9,999 is needed in columns 5 to 8")]
    Pair(String),
    #[error(
        "The line is long enough for {0} rounds, but a section has at most 99. Save the file again"
    )]
    Rounds(usize),
    #[error(
        "“{0}” is no rating: a number of up to four digits is needed in columns 49 to 52, or nothing"
    )]
    Rating(String),
    #[error("“{0}” is no date: year, month and day are needed, like 2026/08/30")]
    Date(String),
    #[error("{0} is in the future. Correct the date")]
    Future(Date),
    #[error("The last day, {ends}, is before the first, {begins}. Correct one of the two")]
    EndsBefore { begins: Date, ends: Date },
    #[error("“{0}” are no points: they look like 4.5, in columns 81 to 84")]
    Points(String),
    #[error(
        "Round {round}: “{text}” is no opponent: a starting rank, or 0000 for nobody, is needed in columns {from} to {to}"
    )]
    Opponent {
        round: usize,
        text: String,
        from: usize,
        to: usize,
    },
    #[error("Round {round}: “{text}” is no colour: w, b or - is needed in column {column}")]
    Colour {
        round: usize,
        text: String,
        column: usize,
    },
    #[error(
        "Round {round}: “{text}” is no result: 1, =, 0, +, -, W, D, L, H, F, U or Z is needed in column {column}"
    )]
    Result {
        round: usize,
        text: String,
        column: usize,
    },
    #[error("Round {round}: {problem}")]
    Round { round: usize, problem: RoundProblem },
    #[error("{0}. Correct it, or leave it empty while the membership is pending")]
    Id(#[from] IdProblem),
    #[error("No line 001 has the starting rank {0}. Correct one of the two")]
    NoSuchPlayer(u16),
    #[error(
        "{told} players are told, but {found} lines begin with 001: the file may be cut off. Save it again"
    )]
    Players { told: usize, found: usize },
    #[error("{0}. Correct the result that is wrong")]
    Contradiction(String),
}

/// What isn't taken over as it stands.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub(super) enum Note {
    #[error("Only the year of birth, {0}, is told: the birth date stays empty")]
    BirthYear(i16),
    #[error("The results give {counted} points, but {told} are told. Points aren’t rated")]
    Points { counted: String, told: String },
    #[error(
        "Round {round}: “{letter}” is a game of less than one move, which isn’t rated: read as {read}"
    )]
    ShortGame {
        round: usize,
        letter: char,
        read: String,
    },
    #[error("Round {round}: the game against {opponent} has no result: read as an unplayed round")]
    NoResult { round: usize, opponent: u16 },
    #[error("Teams aren’t kept")]
    Teams,
    #[error("Names of arbiters aren’t kept: {0}")]
    Arbiter(String),
    #[error("No rating system is told: choose one before rating")]
    NoSystem,
    #[error("{0}. Colours aren’t rated")]
    Sides(String),
}
