//! Rows that are pasted and say the same as another one, or as a game that was typed.

use std::collections::HashMap;

use crate::{
    domain::{Game, PlayerId, is_same_again},
    import::{Place, ProblemKind},
};

/// What new games are compared with, by White and Black.
pub(super) struct Repeated<'a> {
    camp: HashMap<[PlayerId; 2], Vec<&'a Game>>,
    rows: HashMap<[PlayerId; 2], Vec<(Game, Place)>>,
}

impl<'a> Repeated<'a> {
    /// `games` are all those of the week.
    pub(super) fn new(games: &'a [Game]) -> Self {
        let mut camp = HashMap::<_, Vec<_>>::new();
        for game in games.iter().filter(|game| game.counts) {
            camp.entry([game.white, game.black]).or_default().push(game);
        }
        Self {
            camp,
            rows: HashMap::new(),
        }
    }

    /// What there is to say of a new game.
    pub(super) fn note(&mut self, game: &Game, place: &Place) -> Option<ProblemKind> {
        if !game.counts {
            return None;
        }
        let pair = [game.white, game.black];
        let rows = self.rows.entry(pair).or_default();
        let row = rows.iter().find(|(other, _)| is_same_again(other, game));
        let row = row.map(|(_, first)| ProblemKind::SameAsRow {
            first: first.clone(),
        });
        if row.is_none() {
            rows.push((game.clone(), place.clone()));
        }
        row.or_else(|| {
            let mut games = self.camp.get(&pair)?.iter();
            let game = games.find(|other| is_same_again(other, game))?;
            Some(ProblemKind::SameAsGame {
                number: game.sequence,
            })
        })
    }
}
