//! Rows that say the same as a game that was typed, or, if they are pasted, as another one of them.

use std::collections::HashMap;

use crate::{
    domain::{Game, PlayerId, is_same_again},
    import::{Place, ProblemKind},
};

/// By White and Black.
type ByPlayers<T> = HashMap<[PlayerId; 2], Vec<T>>;

/// What new games are compared with.
pub(super) struct Repeated<'a> {
    camp: ByPlayers<&'a Game>,
    /// For what is pasted: an old file has each of its games once.
    rows: Option<ByPlayers<(Game, Place)>>,
}

impl<'a> Repeated<'a> {
    /// `games` are all those of the week. Those of an old file are no others than its rows.
    pub(super) fn new(games: &'a [Game], are_rows_pasted: bool) -> Self {
        let games = games.iter().filter(|game| game.counts);
        let mut camp = ByPlayers::<_>::new();
        for game in games.filter(|game| are_rows_pasted || game.imported.is_none()) {
            camp.entry([game.white, game.black]).or_default().push(game);
        }
        Self {
            camp,
            rows: are_rows_pasted.then(HashMap::new),
        }
    }

    /// What there is to say of a new game.
    pub(super) fn note(&mut self, game: &Game, place: &Place) -> Option<ProblemKind> {
        if !game.counts {
            return None;
        }
        let pair = [game.white, game.black];
        if let Some(rows) = &mut self.rows {
            let rows = rows.entry(pair).or_default();
            let row = rows.iter().find(|(other, _)| is_same_again(other, game));
            if let Some((_, first)) = row {
                let first = first.clone();
                return Some(ProblemKind::SameAsRow { first });
            }
            rows.push((game.clone(), place.clone()));
        }
        // Each is the same as one row.
        let games = self.camp.get_mut(&pair)?;
        let at = games.iter().position(|other| is_same_again(other, game))?;
        let number = games.remove(at).sequence;
        Some(ProblemKind::SameAsGame { number })
    }
}
