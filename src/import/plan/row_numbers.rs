//! The numbers of games that their file doesn't number.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use jiff::civil::Date;

use crate::domain::{Game, RowPrint};

/// The games that earlier imports brought into the open week, by their number in the old file.
pub(super) type Present<'a> = BTreeMap<i64, &'a Game>;

/// Finds the numbers of games without one.
#[derive(Default)]
pub(super) struct RowNumbers {
    /// The numbers of the week's imported games by their row.
    by_row: HashMap<RowPrint, VecDeque<i64>>,
    /// The numbers that were found.
    taken: BTreeSet<i64>,
    /// The last day of the list: likely also that of a row without one, or with one that can't be read.
    day: Option<Date>,
    /// The first of them that is behind all games of the week.
    pub(super) further_from: Option<i64>,
}

impl RowNumbers {
    /// `games` are all those of the week.
    pub(super) fn new(games: &[Game]) -> Self {
        let mut by_row = HashMap::<_, VecDeque<_>>::new();
        for imported in games.iter().filter_map(|game| game.imported.as_ref()) {
            let numbers = by_row.entry(imported.row).or_default();
            numbers.push_back(imported.number);
        }
        Self {
            by_row,
            ..Self::default()
        }
    }

    /// The number of a game that the file doesn't number. It is the game of the week that the very same row was imported as; failing
    /// that the one of its row in the file, unless that is the place of another day: then this is another list, and a further game, which
    /// comes behind all others.
    pub(super) fn find(
        &mut self,
        present: &Present<'_>,
        in_file: i64,
        print: RowPrint,
        date: Option<Date>,
    ) -> i64 {
        self.day = date.or(self.day);
        let mut known = self.by_row.get_mut(&print);
        let mut known = std::iter::from_fn(|| known.as_deref_mut()?.pop_front());
        let same_row = known.find(|number| !self.taken.contains(number));
        let is_free = !self.taken.contains(&in_file) && may_stand_at(present, in_file, self.day);
        let last = present.last_key_value().map(|(last, _)| *last);
        let number = same_row.or(is_free.then_some(in_file)).unwrap_or_else(|| {
            let last = last.max(self.taken.last().copied());
            last.map_or(1, |last| last + 1)
        });
        self.taken.insert(number);
        if last.is_none_or(|last| number > last) {
            let first = self.further_from.map_or(number, |first| first.min(number));
            self.further_from = Some(first);
        }
        number
    }
}

/// Whether a game of this day may have this number in a list that isn't numbered. Where no game has it, as the row was left out or its
/// game deleted, the day is to be one between those of the games about it: a further list must not come before older games.
fn may_stand_at(present: &Present<'_>, number: i64, date: Option<Date>) -> bool {
    let Some(date) = date else {
        return true;
    };
    if let Some(game) = present.get(&number) {
        return game.date.is_none_or(|day| day == date);
    }
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
