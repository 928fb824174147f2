//! The fields that only a club fills in: a camp without ladders and meetings is not bothered with them.

use crate::{
    domain::{CampData, Field},
    rating::Settings,
};

/// The settings of a ladder that shows the background of players, where it is turned on.
const BACKGROUND: (&str, &str) = ("background", "yes");

/// Which fields of players and games a camp has.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "one a field")]
pub struct ClubFields {
    joined: bool,
    background: bool,
    tournament: bool,
    group: bool,
}

impl ClubFields {
    /// Those that this camp has: where it keeps ladders, or has filled one in before.
    pub fn of(camp: &CampData) -> Self {
        let has_ladders = !camp.ladders.is_empty();
        Self {
            joined: has_ladders
                || !camp.meetings.is_empty()
                || camp.players.iter().any(|player| player.joined.is_some()),
            background: camp.ladders.iter().any(|ladder| {
                let (name, value) = BACKGROUND;
                Settings::of(ladder).is_ok_and(|settings| settings.get(name) == value)
            }),
            tournament: has_ladders || camp.games.iter().any(|game| !game.tournament.is_empty()),
            // A club may do without groups.
            group: !camp.groups.is_empty(),
        }
    }

    /// Whether there is this field, which may be one of every camp.
    pub const fn has(self, field: Field) -> bool {
        match field {
            Field::Joined => self.joined,
            Field::Background => self.background,
            Field::Tournament => self.tournament,
            Field::Group => self.group,
            _ => true,
        }
    }
}
