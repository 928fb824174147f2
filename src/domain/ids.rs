//! Record numbers. One type each, so that a White can't be stored where a group belongs.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! record_number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Deserialize, Serialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

/// What a row of an old file said when it was imported, as a number: two rows that say the same have the same one.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct RowPrint(pub i64);

record_number! {
    /// A camper's number: the `ID` of the old Access file, kept for good.
    PlayerId
}
record_number! {
    /// A camp group.
    GroupId
}
record_number! {
    /// A week of the camp.
    WeekId
}
record_number! {
    /// A ladder that the club keeps.
    LadderId
}
record_number! {
    /// A meeting of the club.
    MeetingId
}
record_number! {
    /// A game. Not its place in the order of play: that is [`Game::sequence`](super::Game::sequence).
    GameId
}
record_number! {
    /// A custom column.
    CustomColumnId
}
