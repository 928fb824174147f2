//! Inactive players of the camp of whom a list brings new games: nothing makes them active again by itself.

use std::collections::{BTreeMap, HashSet};

use crate::{
    domain::{CampData, Game, ImportedPlayer, PlayerId},
    import::{Place, Problem, ProblemKind, Severity},
};

/// Those who stay inactive, and their new games.
pub(super) struct Inactive {
    players: HashSet<PlayerId>,
    /// How many each has, and where the first one stands.
    games: BTreeMap<PlayerId, (usize, Place)>,
}

impl Inactive {
    /// `imported` are the players of the files, as the camp will have them.
    pub(super) fn new(camp: &CampData, imported: &[ImportedPlayer]) -> Self {
        let inactive = camp.players.iter().filter(|player| !player.active);
        let mut players = inactive.map(|player| player.id).collect::<HashSet<_>>();
        for imported in imported.iter().filter(|imported| imported.player.active) {
            players.remove(&imported.player.id);
        }
        Self {
            players,
            games: BTreeMap::new(),
        }
    }

    /// Counts a new game.
    pub(super) fn note(&mut self, game: &Game, place: &Place) {
        for player in [game.white, game.black] {
            if self.players.contains(&player) {
                let first = || (0, place.clone());
                self.games.entry(player).or_insert_with(first).0 += 1;
            }
        }
    }

    /// What there is to say of each, who is called by `name`.
    pub(super) fn problems(
        self,
        name: impl Fn(PlayerId) -> String,
    ) -> impl Iterator<Item = Problem> {
        self.games.into_iter().map(move |(id, (games, first))| {
            let player = name(id);
            let inactive = ProblemKind::InactivePlayer { player, games };
            Problem::new(first, Severity::Note, inactive)
        })
    }
}
