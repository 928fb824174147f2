//! The fields that only some camps have: a camp without ladders and meetings is not bothered with those of a club.

use crate::{
    domain::{About, CampData, Camps, Described, Field, Game, Group, Player},
    rating::Settings,
};

/// Which fields of players, groups and games a camp has.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct CampFields {
    /// A bit for each field that it doesn't have.
    missing: u64,
}

impl CampFields {
    /// Those that this camp has: where it keeps ladders, say, or has filled one in before.
    pub fn new(camp: &CampData) -> Self {
        let missing = described()
            .filter(|about| !is_field_of(camp, about))
            .fold(0, |missing, about| missing | bit(about.field));
        Self { missing }
    }

    /// Whether there is this field, which may be one of every camp, or a custom column.
    pub fn has(self, field: Field) -> bool {
        self.missing & bit(field) == 0
    }
}

fn described() -> impl Iterator<Item = &'static About<'static>> {
    let players = Player::FIELDS.iter().map(|spec| &spec.about);
    let groups = Group::FIELDS.iter().map(|spec| &spec.about);
    let games = Game::FIELDS.iter().map(|spec| &spec.about);
    players.chain(groups).chain(games)
}

/// The bit of a described field; none of any other.
fn bit(field: Field) -> u64 {
    let place = described().position(|about| about.field == field);
    place.map_or(0, |place| 1 << place)
}

/// Whether a camp has a field.
pub(super) fn is_field_of(camp: &CampData, about: &About<'_>) -> bool {
    match about.camps {
        Camps::Every => true,
        Camps::WithGroups => !camp.groups.is_empty(),
        Camps::Clubs(is_one) => is_one(camp),
        Camps::WithLadder { setting, value } => camp.ladders.iter().any(|ladder| {
            Settings::of(ladder).is_ok_and(|settings| settings.get(setting) == value)
        }),
    }
}
