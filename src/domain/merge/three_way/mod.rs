//! What becomes of each record: what only one copy has changed is taken from there, and what both have is decided.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Base, Cell, Cells, Copies, Key, MergeChoices, Plan, Prefer, RecordChange, Side, State, Table,
    needs,
    us_chess::{self, OfSection},
    words::is_hidden,
};

/// Columns of a record that both copies have changed, each in its own way.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Difference {
    pub key: Key,
    pub columns: Vec<String>,
    /// `None` where the copy doesn't have the record.
    pub ours: Option<Cells>,
    pub theirs: Option<Cells>,
}

/// What both copies did to the same, and what can't be both.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Clash {
    /// With what becomes of other records that need a part that one copy doesn't have any more.
    Fields(Vec<Difference>),
    /// Deleted on one copy, and changed or needed on the other one.
    Deleted {
        /// Whether it was deleted here.
        here: bool,
    },
    /// The games of a week were put into another order on both.
    Order,
    /// A week was closed, and what belongs to it was changed on the other copy.
    Week {
        /// Whether the week is closed if it is taken as it is here, or as in the copy. Otherwise it is opened again with what both have.
        closed: [bool; 2],
        /// What only this copy and only the other one has of the week, and what isn't in it any more if the other one's week is taken.
        left_out: [Vec<Key>; 2],
        /// Campers among these whom no other week has: they stay in the camp, on the list of its last week.
        staying: Vec<Key>,
        /// What both have, each in its own way.
        differ: Vec<Difference>,
        /// Whether the games that both have stand in another order.
        is_ordered_anew: bool,
    },
}

/// Something that must be decided.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Conflict {
    /// What it is decided by: the record, or what is said of a week besides its own values: whether it is closed, the order of its games.
    pub key: Key,
    pub clash: Clash,
    /// What was decided.
    pub taken: Option<Prefer>,
    /// What the copy that still has it has changed in what the other one has deleted.
    pub changed: Vec<(Key, RecordChange)>,
    /// The records that are deleted with one that is deleted, or stay with it.
    pub with: Vec<Key>,
    /// The records that stay in any case, but name one that is deleted.
    pub without: Vec<Key>,
    /// Sections that are on both copies, and as they are on the one that has deleted it if it is deleted.
    pub replaced: Vec<Key>,
}

impl Conflict {
    pub(super) const fn new(key: Key, clash: Clash, taken: Option<Prefer>) -> Self {
        Self {
            key,
            clash,
            taken,
            changed: Vec::new(),
            with: Vec::new(),
            without: Vec::new(),
            replaced: Vec::new(),
        }
    }

    /// A part that one copy has deleted is needed: that is decided with what else both have changed.
    pub(super) fn lacks(&mut self, part: &Key, copies: &Copies) {
        let Clash::Fields(differences) = &mut self.clash else {
            return;
        };
        let [ours, theirs] =
            [&copies.ours, &copies.theirs].map(|side| side.records.get(part).cloned());
        let is_known = differences.iter().any(|it| it.key == *part);
        if is_known || ours.is_some() == theirs.is_some() {
            return;
        }
        let columns = ours.as_ref().or(theirs.as_ref());
        let columns = columns.map(|cells| cells.keys().cloned().collect());
        differences.push(Difference {
            key: part.clone(),
            columns: columns.unwrap_or_default(),
            ours,
            theirs,
        });
    }
}

/// What becomes of every record that either copy has touched.
#[derive(Debug, Default)]
pub(super) struct Merged {
    pub(super) records: BTreeMap<Key, Option<Cells>>,
    /// Games that no copy has touched, and that get another place: before and after.
    pub(super) moved: BTreeMap<String, (i64, i64)>,
}

impl Merged {
    pub(super) fn has(&self, key: &Key) -> bool {
        self.records.get(key).is_none_or(Option::is_some)
    }
}

/// Whether two states of a record are the same in all that is merged.
pub(super) fn same(table: &Table, one: Option<&Cells>, other: Option<&Cells>) -> bool {
    same_but(table.kept, one, other)
}

/// Whether two states of a record are the same in all but some columns.
pub(super) fn same_but(but: &[&str], one: Option<&Cells>, other: Option<&Cells>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => {
            let columns = one.keys().chain(other.keys());
            let mut columns = columns.filter(|column| !but.contains(&column.as_str()));
            columns.all(|column| one.get(column) == other.get(column))
        }
        _ => false,
    }
}

/// The records of both copies, each under the one that it is a part of.
fn wholes<'a>(sides: [&'a Side; 2], base: &'a State) -> BTreeMap<Key, BTreeSet<&'a Key>> {
    let mut wholes = BTreeMap::<_, BTreeSet<_>>::new();
    let keys = sides.into_iter().flat_map(|side| side.records.keys());
    for key in keys.chain(base.keys()) {
        wholes.entry(key.whole()).or_default().insert(key);
    }
    wholes
}

/// Goes through all records that a copy has touched.
pub(super) fn merge(
    copies: &Copies,
    &Base {
        records: ref base,
        is_known,
    }: &Base,
    choices: &MergeChoices,
    plan: &mut Plan,
) -> Merged {
    let (ours, theirs) = (&copies.ours, &copies.theirs);
    let mut merged = Merged::default();
    let wholes = wholes([ours, theirs], base);
    for (whole, parts) in &wholes {
        let taken = choices.of(whole);
        let in_base = base.contains_key(whole);
        let [here, there] = [ours, theirs].map(|side| side.records.contains_key(whole));
        if in_base && here != there {
            let keeper = if here { ours } else { theirs };
            let changed = parts.iter().filter_map(|key| {
                let change = change(key, base.get(key), keeper.records.get(key))?;
                Some(((*key).clone(), change))
            });
            let changed = changed.collect::<Vec<_>>();
            let from = if changed.is_empty() {
                if here { theirs } else { ours }
            } else {
                let clash = Clash::Deleted { here: !here };
                let conflict = Conflict::new(whole.clone(), clash, taken);
                plan.conflicts.push(Conflict {
                    changed,
                    ..conflict
                });
                copies.side(taken.unwrap_or(Prefer::Ours))
            };
            for key in parts {
                merged
                    .records
                    .insert((*key).clone(), from.records.get(key).cloned());
            }
            continue;
        }
        let mut differences = Vec::new();
        let of_section = (whole.table == "us_section")
            .then(|| us_chess::of_section(parts, [ours, theirs], base));
        if let Some(OfSection::From(prefer)) = of_section {
            let from = copies.side(prefer);
            for key in parts {
                let record = from.records.get(key).cloned();
                merged.records.insert((*key).clone(), record);
            }
            continue;
        }
        if of_section == Some(OfSection::Decide) {
            let from = copies.side(taken.unwrap_or(Prefer::Ours));
            for key in parts {
                let states = [ours, theirs].map(|side| side.records.get(key));
                merge_record(key, states, (None, true), taken, &mut differences);
                let record = from.records.get(key).cloned();
                merged.records.insert((*key).clone(), record);
            }
            plan.conflicts.push(Conflict::new(
                whole.clone(),
                Clash::Fields(differences),
                taken,
            ));
            continue;
        }
        let opening =
            us_chess::opening_of_added(whole, parts, [ours, theirs], base).filter(|_| is_known);
        for key in parts {
            if let Some(prefer) = opening.filter(|_| **key != *whole) {
                let record = copies.side(prefer).records.get(key).cloned();
                merged.records.insert((*key).clone(), record);
                continue;
            }
            let states = [ours, theirs].map(|side| side.records.get(key));
            let before = (base.get(key), !is_known);
            let after = merge_record(key, states, before, taken, &mut differences);
            merged.records.insert((*key).clone(), after);
        }
        if !differences.is_empty() {
            plan.conflicts.push(Conflict::new(
                whole.clone(),
                Clash::Fields(differences),
                taken,
            ));
        }
    }
    let needing = needs::needing(copies, &merged);
    needs::settle(copies, &wholes, choices, &mut merged, plan);
    needs::give_back(copies, base, plan, &mut merged);
    needs::name_needing(copies, &needing, plan);
    merged
}

pub(super) fn merge_record(
    key: &Key,
    [ours, theirs]: [Option<&Cells>; 2],
    (base, is_unknown): (Option<&Cells>, bool),
    taken: Option<Prefer>,
    differences: &mut Vec<Difference>,
) -> Option<Cells> {
    let table = key.table()?;
    let (Some(here), Some(there)) = (ours, theirs) else {
        if same(table, theirs, base) || same(table, ours, theirs) {
            return ours.cloned();
        }
        if same(table, ours, base) {
            return theirs.cloned();
        }
        let columns = ours.or(theirs).map(|it| it.keys().cloned().collect());
        differences.push(Difference {
            key: key.clone(),
            columns: columns.unwrap_or_default(),
            ours: ours.cloned(),
            theirs: theirs.cloned(),
        });
        return match taken {
            Some(Prefer::Theirs) => theirs.cloned(),
            _ => ours.cloned(),
        };
    };
    let mut after = here.clone();
    let mut open = Vec::new();
    for unit in table.units(&[here, there]) {
        let of = |cells: &Cells| {
            let cells = unit.iter().map(|column| cells.get(*column).cloned());
            cells.collect::<Vec<_>>()
        };
        let (one, other, before) = (of(here), of(there), base.map(of));
        if one == other || before.as_ref() == Some(&other) {
            continue;
        }
        let mut take = before.as_ref() == Some(&one);
        if !take {
            let is_added = base.is_none() && !is_unknown;
            if let Some(prefer) = settled(table, &unit, is_added, [here, there]) {
                take = prefer == Prefer::Theirs;
            } else {
                open.extend(unit.iter().map(|column| (*column).to_owned()));
                take = taken == Some(Prefer::Theirs);
            }
        }
        if take {
            for column in &unit {
                match there.get(*column) {
                    Some(cell) => after.insert((*column).to_owned(), cell.clone()),
                    None => after.remove(*column),
                };
            }
        }
    }
    if table.name == "game" {
        stays_verified(&mut after, [here, there]);
    }
    if !open.is_empty() {
        differences.push(Difference {
            key: key.clone(),
            columns: open,
            ours: ours.cloned(),
            theirs: theirs.cloned(),
        });
    }
    Some(after)
}

/// Which of two values is taken without a question, as nothing that anybody typed depends on it. The same one whichever copy is brought to which.
fn settled(
    table: &Table,
    unit: &[&str],
    is_added: bool,
    [ours, theirs]: [&Cells; 2],
) -> Option<Prefer> {
    let first = *unit.first()?;
    let value = |cells: &Cells, column: &str| cells.get(column).cloned().unwrap_or(Cell::Empty);
    let [one, other] = [ours, theirs].map(|cells| {
        let cells = unit.iter().map(|column| value(cells, column));
        cells.collect::<Vec<_>>()
    });
    let the_greater = || {
        if one > other {
            Prefer::Ours
        } else {
            Prefer::Theirs
        }
    };
    let are_blank = |cells: &[Cell]| cells.iter().all(Cell::is_blank);
    let the_first = || match the_greater() {
        _ if are_blank(&one) => Prefer::Theirs,
        _ if are_blank(&other) => Prefer::Ours,
        greater => greater.other(),
    };
    match (table.name, first) {
        // The same game was typed when it was typed first, and checked when it was checked last. Nobody moves a column: it has another position only
        // where it was made one of two, and then the first.
        ("game", "entered_at") | ("extra_column", "position") => Some(the_first()),
        ("game", "verified_at") | (_, "imported_as" | "imported_row" | "imported_number") => {
            Some(the_greater())
        }
        // Made inactive on both: what was held at that moment starts nothing.
        ("week_player", "active") => {
            let left = ["active", "left_midweek"];
            let both = left.map(|column| (value(ours, column), value(theirs, column)));
            let is_same = both.iter().all(|(here, there)| here == there);
            let midweek = both.last().is_some_and(|(here, _)| *here == Cell::Whole(1));
            (is_same && midweek).then(the_greater)
        }
        ("week_group", "skill_order") if is_added => Some(the_greater()),
        // A member is opened by the first section, whichever copy has it.
        ("us_member", "opened_on") if is_added => Some(the_first()),
        // Computed, and out of date by what either has done.
        ("us_rating", _) => Some(the_greater()),
        // Nobody is asked to choose between two that read the same.
        _ if reads_the_same(unit, [ours, theirs]) => Some(the_greater()),
        _ if is_added && are_blank(&one) => Some(Prefer::Theirs),
        _ if is_added && are_blank(&other) => Some(Prefer::Ours),
        _ => None,
    }
}

/// What a copy that keeps a record has done to it, or to a part of it; nothing where that reads as before.
fn change(key: &Key, before: Option<&Cells>, now: Option<&Cells>) -> Option<RecordChange> {
    if reads_as_before(key, now, before) {
        return None;
    }
    match (before.cloned(), now.cloned()) {
        (Some(before), Some(now)) => Some(RecordChange::Changed(before, now)),
        (None, Some(now)) => Some(RecordChange::Added(now)),
        (Some(before), None) => Some(RecordChange::Deleted(before)),
        (None, None) => None,
    }
}

/// Whether a copy that keeps a record has it as both had it, in all that anybody reads. A game that was made one was typed when it was typed first.
fn reads_as_before(key: &Key, now: Option<&Cells>, before: Option<&Cells>) -> bool {
    let Some(table) = key.table() else {
        return true;
    };
    match (now, before) {
        (Some(now), Some(before)) => {
            let units = table.units(&[now, before]);
            let mut units = units.iter();
            units.all(|unit| reads_the_same(unit, [now, before]))
        }
        _ => same(table, now, before),
    }
}

/// Whether two records read the same in some columns.
fn reads_the_same(unit: &[&str], [one, other]: [&Cells; 2]) -> bool {
    let mut columns = unit.iter();
    columns.all(|column| is_hidden(column) || alike(one.get(*column), other.get(*column)))
}

/// Whether two values read the same.
pub(super) fn alike(one: Option<&Cell>, other: Option<&Cell>) -> bool {
    let is_blank = |cell: Option<&Cell>| cell.is_none_or(Cell::is_blank);
    one == other || is_blank(one) && is_blank(other)
}

/// Whoever changes players or result has to compare the game with the paper again: it was compared where it was the same.
fn stays_verified(after: &mut Cells, sides: [&Cells; 2]) {
    let compared = ["white_id", "black_id", "result"];
    let is_this = |side: &&Cells| {
        let mut compared = compared.iter();
        compared.all(|column| side.get(*column) == after.get(*column))
    };
    let of_this = sides.into_iter().filter(is_this).collect::<Vec<_>>();
    let verified = match of_this.as_slice() {
        [] => Cell::Empty,
        [one] => one.get("verified_at").cloned().unwrap_or(Cell::Empty),
        _ => return,
    };
    after.insert("verified_at".to_owned(), verified);
}

#[cfg(test)]
mod tests;
