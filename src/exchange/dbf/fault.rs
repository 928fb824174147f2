//! What can be said of a record.

use jiff::civil::Date;
use thiserror::Error;

use crate::domain::us_chess::{IdProblem, MemberId, RoundProblem};

/// What is wrong with a record, and what to do.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub(super) enum Fault {
    #[error("The field {0} is missing. Export the report again in format 2C")]
    NoField(&'static str),
    #[error("Between the fields of rounds, {0} is missing. Export the report again")]
    NoRound(String),
    #[error("There is no event in this file. Export the report again")]
    NoEvent,
    #[error("“{0}” is no date: year, month and day are needed, like 20260830")]
    Date(String),
    #[error("{0} is in the future. Correct the date")]
    Future(Date),
    #[error("The last day, {ends}, is before the first, {begins}. Correct one of the two")]
    EndsBefore { begins: Date, ends: Date },
    #[error("{0}. Correct it, or leave it empty while the membership is pending")]
    Id(#[from] IdProblem),
    #[error("“{text}” isn’t a number from {least} to {most}. Correct it")]
    Number {
        text: String,
        least: usize,
        most: usize,
    },
    #[error("Another event has the id “{0}”. Give each event of the files an id of its own")]
    EventTwice(String),
    #[error(
        "The file has several events, and this one has no id. Give each of them an id, or export them one by one"
    )]
    NoEventId,
    #[error("No event in THEXPORT.DBF has the id “{0}”. The three files must be of one export")]
    NoSuchEvent(String),
    #[error(
        "{told} sections are told, but TSEXPORT.DBF has {found}. The three files must be of one export"
    )]
    Sections { told: usize, found: usize },
    #[error(
        "Another section of the event has number {0}. Number the sections anew and export again"
    )]
    SectionTwice(u16),
    #[error("TSEXPORT.DBF has no section {0}. The three files must be of one export")]
    NoSuchSection(u16),
    #[error("“{0}” is no rating system: R, Q, D for both, or B for blitz is needed")]
    System(String),
    #[error("“{0}” is no type of section: S, C, R, M or 2 is needed")]
    Kind(String),
    #[error("“{0}” are more than three time controls. Leave some out")]
    TimeControls(String),
    #[error(
        "{told} rounds are told, but TDEXPORT.DBF has fields for {found}. The three files must be of one export"
    )]
    Rounds { told: usize, found: usize },
    #[error(
        "The last pairing number is told as {told}, but TDEXPORT.DBF has {found} players. The three files must be of one export"
    )]
    LastPair { told: usize, found: usize },
    #[error("{0}")]
    Round(#[from] RoundProblem),
    #[error(
        "The section has only {rounds} rounds, but here is “{text}”. Correct the number of rounds or the result"
    )]
    Beyond { rounds: usize, text: String },
    #[error("“{0}” is no rating: a number of up to four digits is needed, or nothing")]
    Rating(String),
    #[error("{0}. Correct the result that is wrong and export again")]
    Contradiction(String),
}

/// What isn't taken over as it stands.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub(super) enum Note {
    #[error("The record is marked as deleted and was skipped")]
    Deleted,
    #[error("The cell is empty: read as an unplayed round")]
    Empty,
    #[error(
        "Z is read as an unplayed round. US Chess has rated it as a half-point bye: change it to H if it was one"
    )]
    Z,
    #[error("No rating system is told: choose one before rating")]
    NoSystem,
    #[error("The section has a director of its own, {0}. Only directors of events are kept")]
    SectionDirector(MemberId),
    #[error("Other directors aren’t kept: {0}")]
    OtherDirectors(String),
    #[error(
        "The section has two games a round, told by $, # or %: both are rated, and W stands for a win and a loss"
    )]
    Double,
    #[error(
        "The section has two games a round. Each was made a round of its own, as US Chess does"
    )]
    Divided,
    #[error(
        "The results stand by opponents, not by rounds. Rounds in which nobody plays twice were made of them; check these if they matter"
    )]
    ByOpponents,
    #[error("{0}. Colours aren’t rated")]
    Sides(String),
}
