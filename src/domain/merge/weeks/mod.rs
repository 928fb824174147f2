//! Weeks: what belongs to a closed week comes as it is on one of the copies, and is never mixed. Where the other copy has changed it, too, it is
//! decided whether the week stays closed without that, or is opened again with it.

mod corrected;
mod differing;
mod homeless;
mod printed;

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

pub use self::corrected::Corrected;
pub(super) use self::{corrected::corrected, printed::Printed};
use self::{
    differing::{Differing, is_touched},
    homeless::{Homeless, is_of_no_week, newcomers, take_in},
};
use super::{
    Base, Cell, Cells, Copies, Key, MergeChoices, Placed, Plan, Prefer, Side, State,
    said::Said,
    three_way::{Clash, Conflict, alike, same},
};
use crate::domain::sentence_case;

/// Why two copies can't be brought together.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum MergeRefusal {
    /// "columns called “Grade”"
    #[error("There would be two {0}. Change that of one of them, and bring the copy back again")]
    Twice(String),
    #[error("Two groups would be called {0}. Rename one of them, and bring the copy back again")]
    SameGroupName(String),
    #[error(
        "While {open} is open, {other} can’t be opened again. Close {open} where it is open, and bring the copy back again"
    )]
    AnotherWeekOpen { open: String, other: String },
}

/// What two copies of a week may differ in while it is the same week.
const STATE: [&str; 3] = ["first_day", "closed_on", "digest"];

const SIDES: [Prefer; 2] = [Prefer::Ours, Prefer::Theirs];

/// What becomes of a week.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Outcome {
    /// It is open, and what both have done is put together.
    Open,
    /// It is as it is on one of the copies.
    From(Prefer),
    /// It is decided: the copies have closed it with other games, or one has closed it and the other one has changed it.
    Decide,
}

/// What is decided of a week is known by this, and not by the week, of which other things may be decided.
pub(super) fn closing(week: &str) -> Key {
    Key::new("closing", [week])
}

impl Prefer {
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Ours => Self::Theirs,
            Self::Theirs => Self::Ours,
        }
    }

    const fn place(self) -> usize {
        match self {
            Self::Ours => 0,
            Self::Theirs => 1,
        }
    }
}

/// What comes of weeks.
pub(super) struct Settled {
    /// What has to be said of them.
    pub(super) said: Vec<Said>,
    /// Those of both that are as in the other copy.
    pub(super) taken: BTreeSet<String>,
}

/// Makes both copies, and what both had, agree on which weeks there are, which are closed, and what belongs to those that are.
/// `here` is what is here now.
///
/// # Errors
/// Two weeks are to be opened again.
pub(super) fn settle(
    copies: &mut Copies,
    (base, here): (&mut Base, &State),
    choices: &MergeChoices,
    plan: &mut Plan,
) -> Result<Settled, MergeRefusal> {
    let weeks = Weeks::new(copies, base);
    let outcomes = weeks.all.iter().map(|week| weeks.outcome(week));
    let mut outcomes = outcomes.collect::<Vec<_>>();
    // Only one week but the last is open at a time: the one that neither copy has closed, or else the earlier one.
    let last = weeks.all.last();
    let is_older = |(week, outcome): &(&String, &mut Outcome)| {
        **outcome == Outcome::Open && Some(*week) != last
    };
    let mut older = weeks.all.iter().zip(&mut outcomes).filter(is_older);
    let opened = older.find(|(week, _)| weeks.closed_on_one(week).is_none());
    let mut opened = opened.map(|(week, _)| week.clone());
    for (week, outcome) in weeks.all.iter().zip(&mut outcomes).filter(is_older) {
        if opened.get_or_insert_with(|| week.clone()) != week {
            *outcome = Outcome::Decide;
        }
    }
    let newcomers = newcomers(&weeks, copies, &base.records);
    let mut taken_before = None;
    let mut homeless = Vec::new();
    let mut kept = Vec::new();
    let mut taken = BTreeSet::new();
    for (week, outcome) in weeks.all.iter().zip(&mut outcomes) {
        if *outcome == Outcome::Decide {
            let instead = opened.as_deref().filter(|_| Some(week) != last);
            let differing = weeks.differing(week, copies);
            *outcome = match weeks.closed_on_one(week) {
                None if differing.is_none() => weeks.any_of(week, copies),
                // It is the same opened again.
                Some(closed) if differing.is_none() && (weeks.has_base || instead.is_some()) => {
                    Outcome::From(closed)
                }
                _ => weeks.decide((week, instead), differing, choices, plan)?,
            };
            if *outcome == Outcome::Open && Some(week) != last {
                opened = Some(week.clone());
            }
        }
        // A closed one keeps the ratings that it was started with.
        if weeks.is_on_both(week)
            && *outcome == Outcome::Open
            && let Some(prefer) = taken_before
        {
            start_as(copies, &base.records, week, prefer);
        }
        taken_before = None;
        match *outcome {
            Outcome::From(prefer) => {
                if prefer == Prefer::Ours {
                    kept.extend(weeks.kept_unasked(week, copies, plan));
                } else if weeks.is_on_both(week) {
                    taken.insert(week.clone());
                }
                homeless.extend(weeks.take(copies, base, week, prefer));
                let is_other = SIDES.into_iter().any(|side| weeks.is_touched(week, side));
                taken_before = is_other.then_some(prefer);
            }
            Outcome::Open | Outcome::Decide => open(copies, week),
        }
    }
    let listed = take_in((homeless, newcomers), &weeks, copies, &base.records);
    let current = opened.as_ref().or(last);
    if let Some(current) = current {
        for prefer in SIDES {
            let records = copies.side_mut(prefer).records.iter_mut();
            for (_, camp) in records.filter(|(key, _)| key.table == "camp") {
                camp.insert("current_week".to_owned(), Cell::Text(current.clone()));
            }
        }
    }
    let mut said = weeks.changes(here, copies, plan);
    said.extend(listed.said);
    plan.listed = listed.rows;
    said.extend(kept);
    Ok(Settled { said, taken })
}

struct Weeks {
    /// The first one first.
    all: Vec<String>,
    /// What belongs to each week.
    records: BTreeMap<String, BTreeSet<Key>>,
    /// On which of the copies what belongs to a week was changed, in a way that the other one doesn't have.
    touched: BTreeMap<String, [Vec<Key>; 2]>,
    /// When each week was closed here, in the copy, and when both were the same; `None` where it isn't there.
    closed: BTreeMap<String, [Option<Cell>; 3]>,
    has_base: bool,
}

impl Weeks {
    fn new(copies: &Copies, base: &Base) -> Self {
        let states = [&copies.ours.records, &copies.theirs.records, &base.records];
        let mut numbered = BTreeSet::new();
        let mut closed = BTreeMap::<_, [Option<Cell>; 3]>::new();
        for (at, state) in states.into_iter().enumerate() {
            for (key, cells) in state.iter().filter(|(key, _)| key.table == "week") {
                if at < 2 {
                    numbered.insert((cells.get("number").cloned(), key.uid().to_owned()));
                }
                let on = cells.get("closed_on").cloned().unwrap_or(Cell::Empty);
                let week = closed.entry(key.uid().to_owned()).or_default();
                if let Some(place) = week.get_mut(at) {
                    *place = Some(on);
                }
            }
        }
        let mut weeks = Self {
            all: numbered.into_iter().map(|(_, uid)| uid).collect(),
            records: BTreeMap::new(),
            touched: BTreeMap::new(),
            closed,
            has_base: base.is_known,
        };
        let games = states.into_iter().flatten();
        let games = games.filter(|(key, _)| key.table == "game");
        let week_of_game = games
            .filter_map(|(key, cells)| Some((key.uid(), week_of(cells)?)))
            .collect::<BTreeMap<_, _>>();
        for key in states.into_iter().flat_map(BTreeMap::keys) {
            let week = match key.table {
                "week_group" | "week_player" => Some(key.uid()),
                "game" | "game_extra" => week_of_game.get(key.uid()).copied(),
                _ => None,
            };
            if let Some(week) = week {
                let records = weeks.records.entry(week.to_owned()).or_default();
                records.insert(key.clone());
            }
        }
        for (week, records) in &weeks.records {
            let touched = SIDES.map(|prefer| {
                let keys = records.iter();
                let keys = keys.filter(|key| is_touched(key, prefer, copies, base));
                keys.cloned().collect::<Vec<_>>()
            });
            weeks.touched.insert(week.clone(), touched);
        }
        weeks
    }

    fn is_touched(&self, week: &str, prefer: Prefer) -> bool {
        let touched = self.touched.get(week);
        touched.is_some_and(|touched| touched.get(prefer.place()).is_some_and(|it| !it.is_empty()))
    }

    fn is_on_both(&self, week: &str) -> bool {
        matches!(self.closed.get(week), Some([Some(_), Some(_), _]))
    }

    /// The copy on which a week is closed, where it is open on the other one.
    fn closed_on_one(&self, week: &str) -> Option<Prefer> {
        match self.closed.get(week)? {
            [Some(Cell::Empty), Some(Cell::Text(_)), _] => Some(Prefer::Theirs),
            [Some(Cell::Text(_)), Some(Cell::Empty), _] => Some(Prefer::Ours),
            _ => None,
        }
    }

    fn outcome(&self, week: &str) -> Outcome {
        let Some([here, there, before]) = self.closed.get(week) else {
            return Outcome::Open;
        };
        if let Some(closed) = self.closed_on_one(week) {
            let was_closed = matches!(before, Some(Cell::Text(_)));
            let is_touched = |prefer| self.is_touched(week, prefer);
            return if !self.has_base {
                Outcome::Decide
            } else if was_closed && !is_touched(closed) {
                Outcome::Open
            } else if !was_closed && !is_touched(closed.other()) {
                Outcome::From(closed)
            } else {
                Outcome::Decide
            };
        }
        match (here, there) {
            (Some(Cell::Text(_)), None) => Outcome::From(Prefer::Ours),
            (None, Some(Cell::Text(_))) => Outcome::From(Prefer::Theirs),
            (Some(Cell::Text(on)), Some(Cell::Text(other))) => {
                match SIDES.map(|prefer| self.is_touched(week, prefer)) {
                    [true, true] => Outcome::Decide,
                    [false, true] => Outcome::From(Prefer::Theirs),
                    [false, false] if on > other => Outcome::From(Prefer::Theirs),
                    _ => Outcome::From(Prefer::Ours),
                }
            }
            _ => Outcome::Open,
        }
    }

    /// Has it decided, and what is decided or stands until then. Where another week is open `instead`, this one can only stay closed.
    fn decide(
        &self,
        (week, instead): (&str, Option<&str>),
        differing: Differing,
        choices: &MergeChoices,
        plan: &mut Plan,
    ) -> Result<Outcome, MergeRefusal> {
        let key = closing(week);
        let closed = self.closed_on_one(week);
        let taken = choices.of(&key);
        let Differing {
            left_out,
            staying,
            differ,
            is_ordered_anew,
        } = differing;
        let clash = Clash::Week {
            closed: SIDES.map(|prefer| closed.is_none_or(|closed| closed == prefer)),
            left_out,
            staying,
            differ,
            is_ordered_anew,
        };
        plan.conflicts.push(Conflict::new(key, clash, taken));
        match (closed, instead) {
            (Some(closed), Some(open)) => {
                let is_decided = |week: &str| {
                    let mut conflicts = plan.conflicts.iter();
                    conflicts.all(|it| it.key != closing(week) || it.taken.is_some())
                };
                if taken == Some(closed.other()) && is_decided(open) {
                    let name = |week: &str| plan.name(&Key::new("week", [week]));
                    return Err(MergeRefusal::AnotherWeekOpen {
                        open: name(open),
                        other: name(week),
                    });
                }
                Ok(Outcome::From(closed))
            }
            (Some(closed), None) if taken.unwrap_or(Prefer::Ours) != closed => Ok(Outcome::Open),
            _ => Ok(Outcome::From(taken.unwrap_or(Prefer::Ours))),
        }
    }

    /// The week becomes what it is on one of the copies. Whom no week has any more there.
    fn take(
        &self,
        copies: &mut Copies,
        base: &mut Base,
        week: &str,
        prefer: Prefer,
    ) -> Vec<Homeless> {
        let from = copies
            .side(prefer)
            .clone_of_week(week, self.records.get(week));
        let to = copies.side_mut(prefer.other());
        let week_key = Key::new("week", [week]);
        if let Some(there) = from.records.get(&week_key) {
            let record = to.records.entry(week_key.clone());
            let record = record.or_insert_with(|| there.clone());
            copy_cells(there, record, &STATE);
        }
        match from.order {
            Some(order) => to.orders.insert(week.to_owned(), order),
            None => to.orders.remove(week),
        };
        to.groups.retain(|(of, _)| of != week);
        to.groups.extend(from.groups);
        let keys = || self.records.get(week).into_iter().flatten();
        let mut gone = BTreeMap::new();
        for key in keys().filter(|key| !from.records.contains_key(key)) {
            let whole = key.whole();
            if !["person", "camp_group"].contains(&whole.table) {
                continue;
            }
            // Whom the copy that is taken has deleted, and nobody has changed since, is deleted.
            let is_deleted = is_as_before(&whole, &to.records, &base.records);
            if let Some(cells) = to.records.get(key).filter(|_| !is_deleted) {
                gone.insert(whole, cells.clone());
            }
        }
        for key in keys() {
            for state in [&mut to.records, &mut base.records] {
                match from.records.get(key) {
                    Some(cells) => state.insert(key.clone(), cells.clone()),
                    None => state.remove(key),
                };
            }
        }
        self.restore(copies, week, prefer);
        let side = prefer.other();
        let mut homeless = Vec::new();
        for (whole, listed) in gone {
            if !is_of_no_week(copies, &whole, side) {
                continue;
            }
            if whole.table == "person" {
                homeless.push(Homeless {
                    side,
                    person: whole.uid().to_owned(),
                    listed,
                });
            } else {
                let records = &mut copies.side_mut(side).records;
                records.retain(|key, _| key.whole() != whole);
            }
        }
        homeless
    }

    /// Brings back who and what a copy has deleted that a closed week needs.
    fn restore(&self, copies: &mut Copies, week: &str, prefer: Prefer) {
        let (from, to) = copies.both_mut(prefer);
        let mut needed = BTreeSet::new();
        for key in self.records.get(week).into_iter().flatten() {
            if let Some(cells) = from.records.get(key) {
                needed.extend(key.needs(cells));
            }
        }
        needed.retain(|key| ["person", "camp_group", "extra_column"].contains(&key.table));
        needed.retain(|key| from.records.contains_key(key) && !to.records.contains_key(key));
        for key in needed {
            let parts = from.records.iter();
            let parts = parts.filter(|(part, _)| {
                let is_of_week = part.table().is_some_and(|table| table.is_of_week);
                !is_of_week && part.whole() == key
            });
            let parts = parts.map(|(part, cells)| (part.clone(), cells.clone()));
            to.records.extend(parts.collect::<Vec<_>>());
            if let Some(number) = from.numbers.get(key.uid()) {
                to.numbers.insert(key.uid().to_owned(), *number);
            }
        }
    }

    /// Games that the copy got from here and decided against, while it was decided here that the week stays closed: that stands, and isn't asked
    /// again.
    fn kept_unasked(&self, week: &str, copies: &Copies, plan: &Plan) -> Vec<Said> {
        let is_asked = plan.conflicts.iter().any(|it| it.key == closing(week));
        let Some(got) = copies.ours.brought.as_ref().filter(|_| !is_asked) else {
            return Vec::new();
        };
        let games = self.records.get(week).into_iter().flatten();
        let games = games.filter(|key| {
            let [here, there] = SIDES.map(|prefer| copies.side(prefer).records.contains_key(key));
            key.table == "game" && here && !there && got.contains_key(key)
        });
        let said = games.map(|game| Said::GameStays {
            game: game.clone(),
            week: Key::new("week", [week]),
        });
        said.collect()
    }

    /// What becomes of weeks here.
    fn changes(&self, before: &State, copies: &Copies, plan: &Plan) -> Vec<Said> {
        let is_closed = |cells: &Cells| matches!(cells.get("closed_on"), Some(Cell::Text(_)));
        let change = |week: &String| {
            let key = Key::new("week", [week]);
            let name = || sentence_case(&plan.name(&key));
            let after = copies.ours.records.get(&key);
            let after = after.or_else(|| copies.theirs.records.get(&key))?;
            match (before.get(&key).map(is_closed), is_closed(after)) {
                (None, _) => Some(format!(
                    "{} was started in the copy, and comes here",
                    name()
                )),
                (Some(false), true) => Some(format!("{} is closed, as in the copy", name())),
                (Some(true), false) => {
                    Some(format!("{} is opened again, with what both have", name()))
                }
                _ => None,
            }
        };
        let changes = self.all.iter().filter_map(change);
        changes.map(Said::Whole).collect()
    }
}

impl Copies {
    pub(super) const fn side(&self, prefer: Prefer) -> &Side {
        match prefer {
            Prefer::Ours => &self.ours,
            Prefer::Theirs => &self.theirs,
        }
    }

    const fn side_mut(&mut self, prefer: Prefer) -> &mut Side {
        match prefer {
            Prefer::Ours => &mut self.ours,
            Prefer::Theirs => &mut self.theirs,
        }
    }

    /// One copy, to be read, and the other one.
    const fn both_mut(&mut self, prefer: Prefer) -> (&Side, &mut Side) {
        match prefer {
            Prefer::Ours => (&self.ours, &mut self.theirs),
            Prefer::Theirs => (&self.theirs, &mut self.ours),
        }
    }
}

/// A week of a copy: its records, its groups, and the order of its games.
struct OfWeek {
    records: State,
    groups: BTreeSet<(String, String)>,
    order: Option<Vec<Placed>>,
}

impl Side {
    fn clone_of_week(&self, week: &str, keys: Option<&BTreeSet<Key>>) -> OfWeek {
        let own = Key::new("week", [week]);
        let keys = keys.into_iter().flatten().chain([&own]);
        let records = keys.filter_map(|key| Some((key.clone(), self.records.get(key)?.clone())));
        let groups = self.groups.iter().filter(|(of, _)| of == week);
        OfWeek {
            records: records.collect(),
            groups: groups.cloned().collect(),
            order: self.orders.get(week).cloned(),
        }
    }
}

fn week_of(game: &Cells) -> Option<&str> {
    game.get("week_id").and_then(Cell::text)
}

fn copy_cells(from: &Cells, to: &mut Cells, columns: &[&str]) {
    for column in columns {
        if let Some(cell) = from.get(*column) {
            to.insert((*column).to_owned(), cell.clone());
        }
    }
}

/// Both copies have the week open, if they have it.
fn open(copies: &mut Copies, week: &str) {
    let key = Key::new("week", [week]);
    let days = SIDES.map(|prefer| {
        let record = copies.side(prefer).records.get(&key);
        record.and_then(|it| it.get("first_day")).cloned()
    });
    let first = days.into_iter().flatten().min();
    for prefer in SIDES {
        if let Some(record) = copies.side_mut(prefer).records.get_mut(&key) {
            for column in ["closed_on", "digest"] {
                record.insert(column.to_owned(), Cell::Empty);
            }
            if let Some(first) = &first {
                record.insert("first_day".to_owned(), first.clone());
            }
        }
    }
}

/// A week that was started on both copies starts with what comes of the closed week before it.
fn start_as(copies: &mut Copies, base: &State, week: &str, prefer: Prefer) {
    let (from, to) = copies.both_mut(prefer);
    let players = from.records.iter();
    let players = players.filter(|(key, _)| key.table == "week_player" && key.uid() == week);
    for (key, cells) in players.filter(|(key, _)| !base.contains_key(key)) {
        if let Some(record) = to.records.get_mut(key) {
            copy_cells(cells, record, &["start_permanent"]);
            // Who was inactive already was so with the ratings of that week.
            if alike(record.get("active"), cells.get("active")) {
                copy_cells(
                    cells,
                    record,
                    &["frozen_weekly", "frozen_permanent", "left_midweek"],
                );
            }
        }
    }
}

/// Whether both had a camper or a group, and a copy has everything of that as both had it.
fn is_as_before(whole: &Key, now: &State, before: &State) -> bool {
    let is_same = |key: &Key| {
        let table = key.table();
        table.is_some_and(|table| same(table, now.get(key), before.get(key)))
    };
    let keys = now.keys().chain(before.keys());
    let mut keys = keys.filter(|key| key.whole() == *whole);
    before.contains_key(whole) && keys.all(is_same)
}

#[cfg(test)]
mod tests {
    use super::super::TABLES;

    #[test]
    fn every_table_of_a_week_is_known_by_its_week() {
        let of_week = TABLES.iter().filter(|table| table.is_of_week);
        let known = of_week.map(|table| table.name).collect::<Vec<_>>();
        assert_eq!(known, ["week_group", "week_player", "game", "game_extra"]);
    }
}
