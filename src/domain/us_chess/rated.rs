//! What a section was rated with, as its crosstable keeps it.

use jiff::civil::Date;

use super::System;

/// The order in which sections are rated: by the day on which they end, then by event and number.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SectionOrder {
    pub ends: Date,
    /// The event's id, or else its number in the camp file.
    pub event: String,
    pub number: u16,
}

/// What an entry had before and after a section in a system.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Posted {
    /// Nothing for the unrated.
    pub pre: Option<f64>,
    /// N before; nothing for the long established.
    pub pre_games: Option<u32>,
    /// The rating after, before any floor (PEPF); nothing for who stays unrated.
    pub before_floors: Option<f64>,
    pub post: Option<f64>,
    /// N after; nothing for the long established.
    pub games: Option<u32>,
    /// The floor that held.
    pub floor: Option<f64>,
    /// Whether a first rating that isn't certain has a part in it.
    pub is_estimate: bool,
}

/// A section as it was rated in a system.
#[derive(Clone, Debug, PartialEq)]
pub struct SectionRating {
    pub system: System,
    /// In the order of the entries. Entries of one member have the same.
    pub rows: Vec<Posted>,
    /// Whether something that it was computed from has changed since.
    pub is_stale: bool,
}
