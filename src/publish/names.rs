//! How published pages name the players, and who has a page.

use std::collections::{HashMap, HashSet};

use crate::domain::{
    CampData, Player, PlayerId, PublicNames, PublishedNames, latest_players, name_key,
};

/// The published name of everybody, which is the same on every page.
#[derive(Debug)]
pub(super) struct Names {
    public: PublicNames,
    /// Where everybody stands in a list by name.
    places: HashMap<PlayerId, usize>,
    /// Who is listed in one of the weeks.
    listed: HashSet<PlayerId>,
}

impl Names {
    /// Names are those of the latest week that has the player: a name may have been corrected. Whoever would share a published
    /// name with somebody in one of the weeks, active or not, has his or her number with it. Ladders may have players of weeks
    /// that aren't published. `listed` are those of the weeks that
    /// have pages, and `newest` is the last week of all.
    pub(super) fn new(
        newest: &CampData,
        weeks: &[CampData],
        listed: &[CampData],
        manner: PublishedNames,
    ) -> Self {
        let mut everybody = latest_players(weeks);
        if !newest.ladders.is_empty() {
            let others = newest.other_weeks.iter().rev();
            for player in others.flat_map(|other| &other.players) {
                everybody.entry(player.id).or_insert(player);
            }
        }
        let mut players = everybody.into_values().collect::<Vec<_>>();
        let names = PublicNames::new(newest, players.iter().copied(), manner);
        sort(&mut players, &names, manner);
        let ids = players.iter().map(|player| player.id);
        let active = listed.iter().flat_map(|camp| camp.players.iter());
        let active = active.filter(|player| player.active);
        Self {
            places: ids.zip(0..).collect(),
            listed: active.map(|player| player.id).collect(),
            public: names,
        }
    }

    pub(super) fn shown(&self, id: PlayerId) -> String {
        self.public.of(id)
    }

    /// What a list by name is sorted by. The order of last names would tell something about them where they aren't shown.
    pub(super) fn place(&self, id: PlayerId) -> usize {
        self.places.get(&id).copied().unwrap_or(usize::MAX)
    }

    /// Whether the player is listed in one of the weeks, as active in it.
    pub(super) fn is_listed(&self, id: PlayerId) -> bool {
        self.listed.contains(&id)
    }

    /// Everybody who is listed in one of the weeks, by name.
    pub(super) fn listed(&self) -> Vec<PlayerId> {
        let mut listed = self.listed.iter().copied().collect::<Vec<_>>();
        listed.sort_by_key(|id| (self.place(*id), *id));
        listed
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
