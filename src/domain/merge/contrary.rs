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
    /// The numbers that both have afterwards, of the one that is here first.
    numbers: Option<[i64; 2]>,
    /// "Ana Lee against Ravi Shah"
    pub(super) players: String,
    here: GameResult,
    there: GameResult,
}

impl fmt::Display for Contrary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} ended {} here, and {} in the copy: check the sheet, and delete ",
            self.players,
            self.here.score(),
            self.there.score()
        )?;
        match self.numbers {
            Some([here, there]) => write!(f, "game {here} or {there}")?,
            None => f.write_str("one of them")?,
        }
        f.write_str(" if it was one game")
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

/// What the other copy has got of this one since they parted, next to games of its own: whoever typed those there hadn't seen it. A second game
/// that was typed where the first one stood is another one.
struct Got<'a> {
    /// As both had it when they parted.
    parted: &'a State,
    /// What is here, as the other copy has got it last.
    brought: &'a State,
    /// The other copy right after that.
    after: &'a State,
}

impl<'a> Got<'a> {
    fn of(copies: &'a Copies) -> Option<Self> {
        Some(Self {
            parted: copies.base.as_ref()?,
            brought: copies.ours.brought.as_ref()?,
            after: copies.theirs.after.as_ref()?,
        })
    }

    fn has(&self, ours: &Key) -> bool {
        self.brought.contains_key(ours) && !self.parted.contains_key(ours)
    }
}

/// Each game that comes, and the one that is here which it contradicts: one that is only here, or that the other copy has got from here when it
/// had the one that comes.
pub(super) fn named(here: &State, copies: &Copies, merged: &Merged, plan: &Plan) -> Vec<Contrary> {
    let mut here_first = BTreeMap::<_, Vec<_>>::new();
    let got = Got::of(copies);
    let records = || merged.records.iter().filter(|(key, _)| key.table == "game");
    for (key, game) in records().filter(|(key, _)| here.contains_key(key)) {
        let is_only_here = !copies.theirs.records.contains_key(key);
        let is_got = got.as_ref().is_some_and(|got| got.has(key));
        let game = game.as_ref().filter(|_| is_only_here || is_got);
        if let Some(game) = game.and_then(Played::of) {
            let games = here_first.entry(game.meeting()).or_default();
            games.push((is_only_here, game));
        }
    }
    // What may be the same game is asked already.
    let doubles = plan.doubles.iter().map(|double| double.theirs.as_str());
    let asked = doubles.collect::<HashSet<_>>();
    let mut named = Vec::new();
    for (key, game) in records().filter(|(key, _)| !here.contains_key(key)) {
        let is_asked = asked.contains(key.uid());
        let Some(theirs) = game.as_ref().and_then(Played::of).filter(|_| !is_asked) else {
            continue;
        };
        let was_there = got.as_ref().is_some_and(|got| got.after.contains_key(key));
        let Some(games) = here_first.get_mut(&theirs.meeting()) else {
            continue;
        };
        let contrary = |ours: &Played<'_>| {
            let result = theirs.result.as_played(theirs.players, ours.players);
            result.filter(|result| *result != ours.result)
        };
        let each = games.iter().enumerate();
        let mut each = each.filter(|(_, (is_only_here, _))| *is_only_here || was_there);
        let found = each.find_map(|(at, (_, ours))| Some((at, contrary(ours)?)));
        if let Some((at, result)) = found {
            let (_, ours) = games.remove(at);
            named.push(told([&ours, &theirs], result, plan));
        }
    }
    named.sort_by(|one, other| (one.numbers, &one.players).cmp(&(other.numbers, &other.players)));
    named
}

fn told([ours, theirs]: [&Played<'_>; 2], there: GameResult, plan: &Plan) -> Contrary {
    let [white, black] = ours.players.map(|player| {
        let uid = player.text().unwrap_or_default();
        plan.name(&Key::new("person", [uid]))
    });
    let numbers = match [ours.number, theirs.number] {
        [Some(Cell::Whole(here)), Some(Cell::Whole(there))] => Some([*here, *there]),
        _ => None,
    };
    Contrary {
        numbers,
        players: format!("{white} against {black}"),
        here: ours.result,
        there,
    }
}
