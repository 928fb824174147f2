//! The numbers of games that their file doesn't number, or numbers anew.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use jiff::civil::Date;

use super::print::Print;
use crate::domain::{Game, PlayerId, RowPrint};

/// The games that earlier imports brought into the open week, by their number in the old file.
pub(super) type Present<'a> = BTreeMap<i64, &'a Game>;

/// A row of a list of games.
#[derive(Clone, Copy)]
pub(super) struct ListRow {
    /// That of its game in the old file, or of its row in the list.
    pub(super) number: i64,
    pub(super) date: Option<Date>,
    /// White and Black.
    pub(super) players: [PlayerId; 2],
    /// What else it says.
    pub(super) rest: Print,
}

impl ListRow {
    pub(super) fn print(self) -> RowPrint {
        self.print_with(self.players, self.date)
    }

    /// Whether the players are those of a game, whatever their colors.
    pub(super) fn is_of_pair(self, game: &Game) -> bool {
        let pair = [game.white, game.black];
        self.players.iter().all(|player| pair.contains(player))
    }

    /// The print that the row has if it is of these players and this day.
    fn print_with(self, [white, black]: [PlayerId; 2], date: Option<Date>) -> RowPrint {
        let date = date.map_or_else(String::new, |date| date.to_string());
        let print = self.rest.number("white", white.0).number("black", black.0);
        print.field("date", &date).done()
    }
}

/// Finds the numbers of games without one.
#[derive(Default)]
pub(super) struct RowNumbers {
    /// The numbers of the week's imported games by their row.
    by_row: HashMap<RowPrint, VecDeque<i64>>,
    /// The numbers that were found.
    taken: BTreeSet<i64>,
    /// The last day of the list: likely also that of a row without one, or with one that can't be read.
    day: Option<Date>,
    /// Whether rows that say anything new are further games, whatever stands in their places.
    adds: bool,
    /// The first of them that is behind all games of the week.
    pub(super) further_from: Option<i64>,
}

impl RowNumbers {
    /// `games` are all those of the week.
    pub(super) fn new(games: &[Game], adds: bool) -> Self {
        let mut by_row = HashMap::<_, VecDeque<_>>::new();
        for imported in games.iter().filter_map(|game| game.imported.as_ref()) {
            let numbers = by_row.entry(imported.row).or_default();
            numbers.push_back(imported.number);
        }
        Self {
            by_row,
            adds,
            ..Self::default()
        }
    }

    /// Whether rows that have numbers are those of a list that counts anew, and was added as new games before: more of them are games of other
    /// numbers than games of their own, which would get another day by one. A game whose day alone is corrected is its own.
    pub(super) fn count_anew(
        &self,
        present: &Present<'_>,
        rows: impl Iterator<Item = ListRow>,
    ) -> bool {
        let [mut own, mut others] = [0, 0];
        let mut is_of_another_day = false;
        for row in rows {
            let print = row.print();
            let game = present.get(&row.number);
            let is_own = |game: &&Game| {
                let with_its_day = row.print_with(row.players, game.date);
                [print, with_its_day]
                    .iter()
                    .any(|it| is_imported_from(game, *it))
            };
            if game.is_some_and(is_own) {
                own += 1;
            } else if self.by_row.contains_key(&print) {
                others += 1;
                let day = game.and_then(|game| game.date);
                is_of_another_day |= day.is_some() && row.date.is_some() && day != row.date;
            }
        }
        others > own && is_of_another_day
    }

    /// A row takes the place of the game with its number. If that was one of another pair, no row of a list is that game any more.
    pub(super) fn take(&mut self, game: &Game, row: ListRow) {
        if !row.is_of_pair(game) && !is_imported_from(game, row.print()) {
            self.taken.insert(row.number);
        }
    }

    /// The numbers of the games of a list that doesn't number them, in its order. A game is the one of the week that the very same row was
    /// imported as; failing that, the one in the place of its row, if that was corrected (see [`Self::is_corrected`]). Otherwise it is a
    /// further game, which comes behind all others.
    /// None gets a number that is `given` by a file beside the list.
    pub(super) fn find(
        &mut self,
        present: &Present<'_>,
        list: &[ListRow],
        given: impl Fn(i64) -> bool,
    ) -> Vec<i64> {
        let same = list.iter().map(|row| self.same_row(row.print()));
        let same = same.collect::<Vec<_>>();
        // How far the numbers of games are ahead of those of their rows, about each row: after it, where rows were imported before.
        let mut after = vec![None; list.len()];
        let mut next = None;
        for (at, (row, same)) in list.iter().zip(&same).enumerate().rev() {
            after[at] = next;
            next = same.map(|number| number - row.number).or(next);
        }
        let mut before = None;
        let mut numbers = Vec::with_capacity(list.len());
        for ((row, same), after) in list.iter().zip(same).zip(after) {
            self.day = row.date.or(self.day);
            let number =
                same.unwrap_or_else(|| self.number(present, *row, [before, after], &given));
            before = Some(number - row.number);
            self.note(present, number);
            numbers.push(number);
        }
        numbers
    }

    /// The number of the game that the very same row was imported as.
    fn same_row(&mut self, print: RowPrint) -> Option<i64> {
        let numbers = self.by_row.get_mut(&print)?;
        let mut numbers = std::iter::from_fn(|| numbers.pop_front());
        let found = numbers.find(|number| !self.taken.contains(number))?;
        self.taken.insert(found);
        Some(found)
    }

    /// The number of a row that says something new. `ahead` tells how far the numbers before and after it are ahead of those of their rows.
    fn number(
        &self,
        present: &Present<'_>,
        row: ListRow,
        ahead: [Option<i64>; 2],
        given: impl Fn(i64) -> bool,
    ) -> i64 {
        let places = ahead.map(|ahead| ahead.map(|ahead| row.number + ahead));
        let all = places.into_iter().flatten().chain([row.number]);
        let mut free =
            all.filter(|number| *number > 0 && !self.taken.contains(number) && !given(*number));
        let found = free.find(|number| match present.get(number) {
            Some(game) => {
                let stand = places.map(|place| place == Some(*number));
                let before = present.range(..number).next_back();
                let after = present.range(number + 1..).next();
                let about = [before, after].map(|found| found.map(|(_, game)| *game));
                self.is_corrected(game, row, stand, about)
            }
            None => may_stand_at(present, *number, self.day),
        });
        found.unwrap_or_else(|| {
            let present = present.last_key_value().map(|(last, _)| *last);
            let last = present.max(self.taken.last().copied());
            let mut behind = last.map_or(1, |last| last + 1)..;
            behind.find(|number| !given(*number)).unwrap_or(i64::MAX)
        })
    }

    /// Whether a row in the place of a game that was imported from another row is that game, corrected in the list since. Another list of the
    /// day has other games in these places, so both players must be the same, or the rows before and after it `stand` where they stood; at the
    /// end of all games one of these and one of the players are enough. Another list of another day may well have the same pair, so the day is
    /// corrected only between two rows that stand, and an end of a day is an end only for a row that differs by one player alone. `about` are
    /// the games before and after it.
    fn is_corrected(
        &self,
        game: &Game,
        row: ListRow,
        stand: [bool; 2],
        about: [Option<&Game>; 2],
    ) -> bool {
        let players = [game.white, game.black];
        let same = row.players.iter().filter(|it| players.contains(it)).count();
        let in_place = row.players.iter().zip(&players);
        let in_place = in_place.filter(|(one, other)| one == other).count();
        let beside = stand.iter().filter(|stands| **stands).count();
        let is_rest_same = is_imported_from(game, row.print_with(players, game.date));
        let is_of_day = self.day.is_none() || game.date.is_none() || game.date == self.day;
        let is_at_end = about.contains(&None);
        let is_that = match (same, beside) {
            (2, 2) if !is_of_day => in_place == 2 && is_rest_same,
            _ if !is_of_day => false,
            (2, _) | (_, 2) => true,
            (1, 1) if is_at_end => true,
            (1, 1) => in_place == 1 && is_rest_same && is_at_end_of_day(game, stand, about),
            _ => false,
        };
        !self.adds && is_that
    }

    fn note(&mut self, present: &Present<'_>, number: i64) {
        self.taken.insert(number);
        let last = present.last_key_value();
        if last.is_none_or(|(last, _)| number > *last) {
            let first = self.further_from.map_or(number, |first| first.min(number));
            self.further_from = Some(first);
        }
    }
}

/// Whether a game was imported from this very row.
pub(super) fn is_imported_from(game: &Game, row: RowPrint) -> bool {
    let imported = game.imported.as_ref();
    imported.is_some_and(|imported| imported.row == row)
}

/// Whether a game is the first or the last of several of its day, and the row on the side of the day stands.
fn is_at_end_of_day(game: &Game, stand: [bool; 2], about: [Option<&Game>; 2]) -> bool {
    let dates = about.map(|other| other.and_then(|other| other.date));
    let (Some(day), [Some(before), Some(after)]) = (game.date, dates) else {
        return false;
    };
    match [before == day, after == day] {
        [true, false] => stand[0],
        [false, true] => stand[1],
        _ => false,
    }
}

/// Whether a game of this day may have a number that no game has, as its row was left out or its game deleted: the day is to be one between
/// those of the games about it, as a further list must not come before older games.
fn may_stand_at(present: &Present<'_>, number: i64, date: Option<Date>) -> bool {
    let Some(date) = date else {
        return true;
    };
    let before = present.range(..number).next_back();
    let after = present.range(number..).next();
    let [before, after] = [before, after].map(|found| found.and_then(|(_, game)| game.date));
    match (before, after) {
        // The newest may stand first.
        (Some(before), Some(after)) => (before.min(after)..=before.max(after)).contains(&date),
        (None, Some(after)) => date <= after,
        (_, None) => true,
    }
}
