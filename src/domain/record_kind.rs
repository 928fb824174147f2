//! The kinds of records that have fields.

use super::{CampData, Record};

/// A kind of record that is described by its fields, and listed.
#[derive(Clone, Copy, Debug, Eq, PartialEq, strum::VariantArray)]
pub enum RecordKind {
    Player,
    Group,
    Game,
}

impl RecordKind {
    /// What one of them is called: "player".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Group => "group",
            Self::Game => "game",
        }
    }

    /// What a list of them is called: "Players".
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Player => "Players",
            Self::Group => "Groups",
            Self::Game => "Games",
        }
    }

    /// How many a camp has.
    pub fn count(self, camp: &CampData) -> usize {
        match self {
            Self::Player => camp.players.len(),
            Self::Group => camp.groups.len(),
            Self::Game => camp.games.len(),
        }
    }

    /// The record at a place in the camp's own list.
    pub fn at(self, camp: &CampData, place: usize) -> Option<Record> {
        match self {
            Self::Player => camp.players.get(place).map(|player| player.id.into()),
            Self::Group => camp.groups.get(place).map(|group| group.id.into()),
            Self::Game => camp.games.get(place).map(|game| game.id.into()),
        }
    }
}
