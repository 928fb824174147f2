//! Two copies of a camp become one: what each has done since they were the same is put together, record by record.
//!
//! A record is known here by what every copy knows it by, whatever number each has given it, and is a row of cells. [`Plan::new`] compares
//! three states of each: as both copies had it, as it is here, and as it is in the other copy.

mod alike;
mod base;
mod coming;
mod contrary;
mod groups;
mod imports;
mod left_out;
mod named;
mod namesakes;
mod needs;
mod numbers;
mod order;
mod problems;
mod said;
mod tables;
mod three_way;
mod us_chess;
mod weeks;
mod words;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::Timestamp;

pub(crate) use self::tables::{KnownBy, TABLES, Table, from_problem, in_problem, numbered};
use self::{base::Base, namesakes::Campers, said::Said, three_way::Merged, weeks::Printed};
pub use self::{
    coming::{Coming, How},
    contrary::Contrary,
    three_way::{Clash, Conflict, Difference},
    us_chess::UsChessTouched,
    weeks::{Corrected, MergeRefusal},
    words::{NOTHING_NEW, SideBySide, WRONG_CLOCK},
};
use super::{OtherWeek, full_name};

/// A value of a record. What names another record is the text that every copy knows that by.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Cell {
    Empty,
    Whole(i64),
    Text(String),
}

impl Cell {
    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Empty | Self::Whole(_) => None,
        }
    }

    fn is_blank(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Whole(_) => false,
            Self::Text(text) => text.is_empty(),
        }
    }
}

/// The values of a record, by column, without those that it is known by.
pub type Cells = BTreeMap<String, Cell>;

/// What a record is known by in every copy.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Key {
    pub table: &'static str,
    pub parts: Vec<String>,
}

impl Key {
    pub fn new<T: Into<String>>(table: &'static str, parts: impl IntoIterator<Item = T>) -> Self {
        Self {
            table,
            parts: parts.into_iter().map(Into::into).collect(),
        }
    }

    /// The first part: all there is of a record that has a `uid`.
    pub fn uid(&self) -> &str {
        self.parts.first().map_or("", String::as_str)
    }
}

/// Records of a state of the camp.
pub type State = BTreeMap<Key, Cells>;

/// A game in the order of play.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Placed {
    pub uid: String,
    pub sequence: i64,
    /// When it was typed.
    pub entered: Option<Timestamp>,
}

/// One of the two copies.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Every record that either copy has touched since, as it is here.
    pub records: State,
    /// The same records as the other copy has got them last, if it has since the two parted and that counts.
    pub brought: Option<State>,
    /// The same records right after those of the other copy had come here, if that counts.
    pub after: Option<State>,
    /// Whether those came with a third copy, or more of one came with them: what was done there in between isn't known.
    pub after_third: bool,
    /// The same records each time right after both copies had got the same of a third one since they parted, if that counts: as often on both,
    /// the first time first.
    pub thirds: Vec<State>,
    /// All games of the weeks in which a game was touched, by week.
    pub orders: BTreeMap<String, Vec<Placed>>,
    /// The numbers of all players.
    pub numbers: BTreeMap<String, i64>,
    /// Players who were deleted, whom marks at meetings may still name: the number and the name of each.
    pub gone: BTreeMap<String, (i64, String)>,
    /// The number that the next new player gets.
    pub next_player: i64,
    /// The groups of all weeks, each by its week and its own uid.
    pub groups: BTreeSet<(String, String)>,
    /// The numbers of what is known by its words: sections and adjustments of US Chess.
    pub numbered: BTreeMap<(&'static str, String), i64>,
    /// Its weeks up to the last closed one, the first one first, where the standings of a closed one may be others once both are one.
    pub printed: Arc<Vec<OtherWeek>>,
    /// The games that are there, where either copy has touched an accepted problem.
    pub games: BTreeSet<String>,
    /// What people call players, groups, weeks, meetings, ladders and columns.
    pub names: BTreeMap<Key, String>,
    /// Records that were made one with those of another copy since the two parted, by the table and a uid that they had before: the uid that they have now.
    pub formerly: BTreeMap<(&'static str, String), String>,
}

/// Campers, games and what has a name in a state, with no more than what tells them from others. What is the same in several states is there once.
pub type Told = BTreeMap<Arc<Key>, Arc<Cells>>;

/// A time at which one of two copies got the other one, or both had got a third one as it was in one state: what either has
/// touched of that.
#[derive(Clone, Debug, Default)]
pub struct Met {
    /// The later, the greater, and the same whichever copy is brought to which.
    pub age: i64,
    pub here: Told,
    pub there: Told,
    /// What came with the third one, here and there.
    pub came: Option<[BTreeSet<Arc<Key>>; 2]>,
}

/// Two copies, and what they had in common.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    pub ours: Side,
    pub theirs: Side,
    /// Every record that either copy has touched, as both had it when they parted; `None` where nobody knows.
    pub base: Option<State>,
    /// Each time that one has got the other one, or both a third one, since they parted.
    pub met: Vec<Met>,
    /// When the two parted, where all that the other one has since was typed after that.
    pub parted_at: Option<Timestamp>,
    /// Whether the other one was brought here as it is now.
    pub is_brought: bool,
    /// When they are compared.
    pub compared_at: Option<Timestamp>,
}

/// The copy whose value is taken where both have changed the same.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Prefer {
    Ours,
    Theirs,
}

/// What the director has decided.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct MergeChoices {
    /// Where nothing is decided for a conflict by itself.
    pub prefer: Option<Prefer>,
    /// By the [`Conflict::key`].
    pub each: BTreeMap<Key, Prefer>,
    /// Games and players of the other copy that are decided otherwise than they are offered: others than those that read the same here, and the
    /// same as those that were typed with the colors swapped, or are nearly called so.
    pub otherwise: BTreeSet<String>,
    /// Whether nothing is one that reads the same on both, but for the same row of a file.
    pub keeps_both: bool,
}

impl MergeChoices {
    /// What is decided by this key.
    pub fn of(&self, key: &Key) -> Option<Prefer> {
        self.each.get(key).copied().or(self.prefer)
    }

    /// Whether a game or a player of the other copy is the one that reads the same here, or likely so.
    pub fn is_one(&self, theirs: &str, is_likely: bool) -> bool {
        !self.keeps_both && self.otherwise.contains(theirs) != is_likely
    }
}

/// What becomes of a record here.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum RecordChange {
    Added(Cells),
    /// The columns that differ, before and after.
    Changed(Cells, Cells),
    Deleted(Cells),
}

/// A player who gets another number, as somebody else has it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Renumbered {
    pub player: String,
    pub from: i64,
    pub to: i64,
    /// Who keeps the number.
    pub keeps: Option<String>,
    /// Whether it was the number here, or in the other copy.
    pub here: bool,
}

/// How what reads so in the other copy reads here.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ReadsHere {
    Same,
    /// The same row of two files, with another result or day.
    Row(String),
    ColorsSwapped,
    /// First and last name the other way round.
    NamesSwapped,
    /// Nearly the same name: how it reads here.
    Nearly(String),
}

/// A game or a new player who reads the same on both copies, or nearly so, or a game that is the same row of a file on both.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Double {
    pub table: &'static str,
    /// Its uid here.
    pub ours: String,
    /// Its uid in the other copy.
    pub theirs: String,
    pub in_words: String,
    pub here: ReadsHere,
    /// Whether it is kept once.
    pub is_one: bool,
}

/// What a merge does here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub changes: Vec<(Key, RecordChange)>,
    pub conflicts: Vec<Conflict>,
    pub renumbered: Vec<Renumbered>,
    pub doubles: Vec<Double>,
    /// Records here that are known by another uid from now on: the table, before and after.
    pub known_anew: Vec<(&'static str, String, String)>,
    /// Games of one pair and day that ended otherwise on each copy, and are both kept.
    pub contrary: Vec<Contrary>,
    /// Whether anything was made one that isn't remembered yet.
    pub is_to_remember: bool,
    /// What becomes of weeks here: "Week 1 is closed, as in the copy". And whether their order may be wrong, and which marks at meetings are
    /// left out.
    pub weeks: Vec<String>,
    /// Closed weeks whose standings are others: what was printed of them isn’t right any more.
    pub corrected: Vec<Corrected>,
    /// Campers who are put on the list of a week in which they have no games: their rows of that week. Their ratings are those of its start.
    pub listed: BTreeSet<Key>,
    /// Whether it is known what the copies had in common.
    pub has_base: bool,
    /// The numbers here of what is known by its words, and of what isn't here any more: those by which something here may still name it.
    pub numbered: BTreeMap<(&'static str, String), i64>,
    /// What each copy has done to members and sections of US Chess, which may have made ratings of the other one out of date.
    pub us_chess: [UsChessTouched; 2],
    names: BTreeMap<Key, String>,
    /// What is called otherwise as long as its name isn’t decided: a decision keeps its title.
    titles: BTreeMap<Key, String>,
}

impl Plan {
    /// Compares two copies. Everything that isn't decided yet stays as it is here.
    ///
    /// # Errors
    /// The two can't be brought together, with what to do.
    pub fn new(read: &Copies, choices: &MergeChoices) -> Result<Self, MergeRefusal> {
        let mut copies = read.clone();
        let mut plan = Self::default();
        alike::unite(&mut copies, choices, &mut plan);
        let campers = Campers::new(read, &copies);
        let mut base = Base::of(&copies);
        plan.has_base = base.is_known;
        plan.numbered.clone_from(&copies.ours.numbered);
        plan.know_gone(&copies);
        plan.names.extend(copies.theirs.names.clone());
        plan.names.extend(copies.ours.names.clone());
        let here = copies.ours.records.clone();
        // Also those that a closed week leaves out.
        let games = [&copies.theirs, &copies.ours].into_iter();
        let games = games.flat_map(|side| &side.records);
        let games = games.filter(|(key, _)| key.table == "game");
        let games = games.map(|(key, cells)| (key.clone(), cells.clone()));
        let games = games.collect::<State>();
        let weeks::Settled { mut said, taken } =
            weeks::settle(&mut copies, (&mut base, &here), choices, &mut plan)?;
        let mut merged = three_way::merge(&copies, &base, choices, &mut plan);
        plan.name_as_merged(&merged);
        for key in here.keys() {
            // What a week leaves out that is taken from the other copy.
            merged.records.entry(key.clone()).or_default();
        }
        problems::leave_unknown(&copies, &mut merged);
        imports::number_once(&mut merged);
        groups::set(&copies, &base, &mut merged);
        plan.us_chess = us_chess::touched(&copies, &base.records, &merged);
        order::set(&copies, &base, choices, &mut merged, &mut plan);
        if order::is_clock_wrong(&copies, &base) {
            said.push(Said::Whole(WRONG_CLOCK.to_owned()));
        }
        numbers::set((&copies, &base), &mut merged, &mut plan, &mut said);
        numbers::know_returning(&copies, (&here, &merged), &mut plan);
        // Until all is decided, it may be decided so that there is one.
        if !plan.waits()
            && let Some(refusal) = alike::twice(&copies, &merged, &plan.names)
                .or_else(|| us_chess::adjusted_twice(&copies, &merged, &plan.names))
        {
            return Err(refusal);
        }
        plan.tell_campers_apart(&copies, &merged);
        plan.name_games(&games, &campers);
        plan.weeks = said.iter().map(|it| plan.in_words(it)).collect();
        plan.contrary = contrary::named(&here, &copies, &merged, &plan);
        for (key, after) in &merged.records {
            let before = here.get(key);
            let change = match (before, after) {
                (None, Some(after)) => RecordChange::Added(after.clone()),
                (Some(before), None) => RecordChange::Deleted(before.clone()),
                (Some(before), Some(after)) => {
                    let differing = |of: &Cells, other: &Cells| {
                        let cells = of.iter();
                        let cells = cells.filter(|(column, cell)| other.get(*column) != Some(cell));
                        cells
                            .map(|(column, cell)| (column.clone(), cell.clone()))
                            .collect::<Cells>()
                    };
                    let changed = differing(after, before);
                    if changed.is_empty() {
                        continue;
                    }
                    RecordChange::Changed(differing(before, after), changed)
                }
                (None, None) => continue,
            };
            plan.changes.push((key.clone(), change));
        }
        // Games that nobody touched, and that make room for others.
        for (uid, (before, after)) in &merged.moved {
            let sequence = |number| Cells::from([("sequence".to_owned(), Cell::Whole(number))]);
            let moved = RecordChange::Changed(sequence(*before), sequence(*after));
            plan.changes.push((Key::new("game", [uid]), moved));
        }
        let printed = Printed::new(&copies, &merged, &campers, &taken);
        plan.corrected = weeks::corrected(&here, &base, &printed, &plan);
        let mut conflicts = std::mem::take(&mut plan.conflicts);
        conflicts.sort_by_cached_key(|conflict| plan.place_of(conflict, &copies));
        plan.conflicts = conflicts;
        Ok(plan)
    }

    /// Marks at meetings may be of somebody who was deleted: by the number of here, if he or she ever had one.
    fn know_gone(&mut self, copies: &Copies) {
        let numbers = &copies.ours.numbers;
        for side in [&copies.theirs, &copies.ours] {
            let gone = side.gone.iter();
            for (uid, (number, name)) in gone.filter(|(uid, _)| !numbers.contains_key(*uid)) {
                // Who came and went in between is known by the number alone.
                for known_by in [uid, &format!("#{number}")] {
                    let key = Key::new("person", [known_by]);
                    self.names.insert(key, name.clone());
                }
                self.numbered.insert(("person", uid.clone()), *number);
            }
        }
    }

    /// Whatever is called otherwise in what comes of both is called so from now on, whether that is decided or only the copy has changed it.
    fn name_as_merged(&mut self, merged: &Merged) {
        let called = merged.records.iter();
        let called = called.filter_map(|(key, cells)| Some((key, name_of(key, cells.as_ref()?)?)));
        for (key, name) in called {
            self.names.insert(key.clone(), name);
        }
        for Conflict { key, clash, .. } in &self.conflicts {
            let Clash::Fields(differences) = clash else {
                continue;
            };
            let mut own = differences.iter().filter(|it| it.key == *key);
            let cells = merged.records.get(key).and_then(Option::as_ref);
            if let (Some(cells), Some(Difference { columns, ours, .. })) = (cells, own.next()) {
                let mut undecided = cells.clone();
                let ours = ours.iter().flatten();
                undecided.extend(
                    ours.filter(|(column, _)| columns.contains(column))
                        .map(|(column, cell)| (column.clone(), cell.clone())),
                );
                let title = name_of(key, &undecided);
                let title = title.filter(|title| self.names.get(key) != Some(title));
                self.titles.extend(title.map(|title| (key.clone(), title)));
            }
        }
    }

    /// Whether no record becomes another one here.
    pub fn changes_nothing(&self) -> bool {
        self.changes.is_empty() && self.known_anew.is_empty()
    }

    /// Whether nothing has to be brought or told, and nothing to be remembered: what was decided against or is left out isn't asked or told
    /// again, and what was made one stays one.
    pub fn is_empty(&self) -> bool {
        let is_one = self.doubles.iter().any(|double| double.is_one);
        let is_told = !(self.conflicts.is_empty() && self.weeks.is_empty());
        self.changes_nothing() && !is_told && !is_one && !self.is_to_remember
    }

    /// Whether something has to be decided before it can be carried out.
    pub fn waits(&self) -> bool {
        self.conflicts
            .iter()
            .any(|conflict| conflict.taken.is_none())
    }
}

/// What people call a camper, or something else that has a name of its own.
fn name_of(key: &Key, cells: &Cells) -> Option<String> {
    let text = |column: &str| cells.get(column).and_then(Cell::text);
    match key.table {
        "person" | "us_member" => {
            let first = text("first_name").unwrap_or_default();
            Some(full_name(first, text("last_name").unwrap_or_default()))
        }
        "camp_group" | "ladder" | "extra_column" => text("name").map(str::to_owned),
        _ => None,
    }
}

/// A merge, ready to be carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Merge {
    pub plan: Plan,
    /// The name of the copy’s file, without its folder.
    pub file: Option<String>,
    /// The last step of the history here when it was planned: anything newer may not fit.
    pub after_step: Option<i64>,
    /// The states of other copies that are here afterwards, each by its name.
    pub brought: BTreeSet<String>,
}
