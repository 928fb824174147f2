//! What a week has come to, before it is closed.

use crate::domain::{CampData, Scope, Section, Standings, StandingsRow, System};

/// So many players are named who share the first place.
const NAMED: usize = 3;

/// A week at its end.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Closing {
    /// Active players.
    pub players: usize,
    /// All games, fun games too.
    pub games: usize,
    /// Games that were not compared with the paper a second time.
    pub unchecked: usize,
    /// The best of each group, the strongest group first.
    pub winners: Vec<Winner>,
}

/// Who is first in a group.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Winner {
    pub group: String,
    /// "Gael Shah and Ana Rao"; nothing where nobody of the group has played.
    pub names: Option<String>,
    /// The weekly rating.
    pub rating: i32,
}

impl Closing {
    /// A week as its saved ratings have it.
    #[must_use]
    pub(super) fn new(camp: &CampData) -> Self {
        let unchecked = camp.games.iter().filter(|game| game.verified.is_none());
        let standings = Standings::new(camp, System::Weekly, Scope::ByGroup, false);
        Self {
            players: camp.players.iter().filter(|player| player.active).count(),
            games: camp.games.len(),
            unchecked: unchecked.count(),
            winners: standings.sections.iter().map(Winner::new).collect(),
        }
    }
}

impl Winner {
    /// The first of those who have played: a rating that nobody has moved wins nothing.
    fn new(section: &Section) -> Self {
        let played = || section.rows.iter().filter(|row| row.games > 0);
        let best = played().next();
        let first = played().take_while(|row| Some(row.rating) == best.map(|best| best.rating));
        let first = first.collect::<Vec<_>>();
        Self {
            group: section.group.clone().unwrap_or_default(),
            names: best.map(|_| names(&first)),
            rating: best.map_or(0, |best| best.rating),
        }
    }
}

/// "Gael Shah", "Gael Shah and Ana Rao", "Gael Shah, Ana Rao and 3 more"
fn names(rows: &[&StandingsRow]) -> String {
    let name = |row: &&StandingsRow| row.names().join(" ").trim().to_owned();
    match rows {
        [] => String::new(),
        [one] => name(one),
        [first @ .., last] if rows.len() <= NAMED => {
            let first = first.iter().map(name).collect::<Vec<_>>();
            format!("{} and {}", first.join(", "), name(last))
        }
        _ => {
            let (named, rest) = rows.split_at(NAMED - 1);
            let named = named.iter().map(name).collect::<Vec<_>>();
            format!("{} and {} more", named.join(", "), rest.len())
        }
    }
}

#[cfg(test)]
mod tests;
