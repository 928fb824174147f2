//! Games of the same two players and the same day that ended otherwise on each copy: perhaps one game, typed wrongly on one of them.

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
};

use super::{Cell, Cells, Copies, Key, Plan, State, three_way::Merged};
use crate::domain::{GameResult, counted};

/// Two games, one of each copy, that may be one, and ended otherwise on each.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Contrary {
    /// Of the one that is here: its number, before anything comes.
    number: Option<i64>,
    /// "Ana Lee against Ravi Shah"
    players: String,
    here: GameResult,
    there: GameResult,
}

impl fmt::Display for Contrary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "Game {number}")?,
            None => f.write_str("A game")?,
        }
        write!(
            f,
            " of {} ended {} here, and {} in the copy: check the sheet, and delete one of them if it was one game",
            self.players,
            self.here.score(),
            self.there.score()
        )
    }
}

impl Plan {
    /// Of which games both results are here afterwards: "Both results of Ana Lee against Ravi Shah, and of 2 more games, are here: check the
    /// sheets". By their players, as what comes may change their numbers.
    pub fn both_results(&self) -> Option<String> {
        let (first, others) = self.contrary.split_first()?;
        let players = &first.players;
        Some(match others.len() {
            0 => format!("Both results of {players} are here: check the sheet"),
            more => format!(
                "Both results of {players}, and of {}, are here: check the sheets",
                counted(more, "more game")
            ),
        })
    }
}

/// A game, as far as it is compared.
struct Played<'a> {
    week: &'a Cell,
    day: &'a Cell,
    players: [&'a Cell; 2],
    result: GameResult,
    number: Option<&'a Cell>,
}

impl<'a> Played<'a> {
    /// `None` without a day: nothing tells then that it may be the same one.
    fn of(game: &'a Cells) -> Option<Self> {
        let result = match game.get("result")? {
            Cell::Whole(sign) => GameResult::from_sign(*sign)?,
            Cell::Empty | Cell::Text(_) => return None,
        };
        Some(Self {
            week: game.get("week_id")?,
            day: game.get("played_on").filter(|day| !day.is_blank())?,
            players: [game.get("white_id")?, game.get("black_id")?],
            result,
            number: game.get("sequence"),
        })
    }

    /// The same for all games of two players on a day.
    fn meeting(&self) -> ([&'a Cell; 2], [&'a Cell; 2]) {
        let mut players = self.players;
        players.sort_unstable();
        ([self.week, self.day], players)
    }
}

/// Each game that comes, and the one that is only here which it contradicts.
pub(super) fn named(here: &State, copies: &Copies, merged: &Merged, plan: &Plan) -> Vec<Contrary> {
    let mut only_here = BTreeMap::<_, Vec<_>>::new();
    for (key, game) in here.iter().filter(|(key, _)| key.table == "game") {
        let is_only_here = !copies.theirs.records.contains_key(key) && merged.has(key);
        if let Some(game) = Played::of(game).filter(|_| is_only_here) {
            only_here.entry(game.meeting()).or_default().push(game);
        }
    }
    // What may be the same game is asked already.
    let doubles = plan.doubles.iter().map(|double| double.theirs.as_str());
    let asked = doubles.collect::<HashSet<_>>();
    let mut named = Vec::new();
    let records = merged.records.iter();
    for (key, game) in records.filter(|(key, _)| key.table == "game" && !here.contains_key(key)) {
        let is_asked = asked.contains(key.uid());
        let Some(theirs) = game.as_ref().and_then(Played::of).filter(|_| !is_asked) else {
            continue;
        };
        let Some(games) = only_here.get_mut(&theirs.meeting()) else {
            continue;
        };
        let contrary = |ours: &Played<'_>| {
            let result = theirs.result.as_played(theirs.players, ours.players);
            result.filter(|result| *result != ours.result)
        };
        let mut each = games.iter().enumerate();
        let found = each.find_map(|(at, ours)| Some((at, contrary(ours)?)));
        if let Some((at, result)) = found {
            let ours = games.remove(at);
            named.push(told(&ours, result, plan));
        }
    }
    named.sort_by(|one, other| (one.number, &one.players).cmp(&(other.number, &other.players)));
    named
}

fn told(ours: &Played<'_>, there: GameResult, plan: &Plan) -> Contrary {
    let [white, black] = ours.players.map(|player| {
        let uid = player.text().unwrap_or_default();
        plan.name(&Key::new("person", [uid]))
    });
    let number = match ours.number {
        Some(Cell::Whole(number)) => Some(*number),
        _ => None,
    };
    Contrary {
        number,
        players: format!("{white} against {black}"),
        here: ours.result,
        there,
    }
}
