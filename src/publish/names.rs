//! How published pages name the campers.

use std::collections::HashMap;

use crate::domain::{
    CampData, Player, PlayerId, PublicNames, PublishedNames, latest_players, name_key,
};

/// The published name of everybody, which is the same on every page.
#[derive(Debug)]
pub(super) struct Names {
    names: PublicNames,
    /// Where everybody stands in a list by name.
    places: HashMap<PlayerId, usize>,
}

impl Names {
    /// Names are those of the latest week that has the player: a name may have been corrected. Whoever would share a published
    /// name with somebody in one of the weeks, active or not, has his or her number with it. Ladders may have players of weeks
    /// that aren't published.
    pub(super) fn new(weeks: &[CampData], manner: PublishedNames) -> Self {
        let mut everybody = latest_players(weeks);
        if let Some(newest) = weeks.last()
            && !newest.ladders.is_empty()
        {
            let others = newest.other_weeks.iter().rev();
            for player in others.flat_map(|other| &other.players) {
                everybody.entry(player.id).or_insert(player);
            }
        }
        let mut players = everybody.into_values().collect::<Vec<_>>();
        let names = PublicNames::new(players.iter().copied(), manner);
        sort(&mut players, &names, manner);
        let ids = players.iter().map(|player| player.id);
        Self {
            places: ids.zip(0..).collect(),
            names,
        }
    }

    pub(super) fn shown(&self, id: PlayerId) -> String {
        self.names.of(id)
    }

    /// What a list by name is sorted by. The order of last names would tell something about them where they aren't shown.
    pub(super) fn place(&self, id: PlayerId) -> usize {
        self.places.get(&id).copied().unwrap_or(usize::MAX)
    }
}

fn sort(players: &mut [&Player], names: &PublicNames, manner: PublishedNames) {
    match manner {
        PublishedNames::Full => players.sort_by_cached_key(|player| player.sort_key()),
        PublishedNames::Initial => {
            players.sort_by_cached_key(|player| (name_key(&names.of(player.id)), player.id));
        }
        PublishedNames::Number => players.sort_by_key(|player| player.id),
    }
}
