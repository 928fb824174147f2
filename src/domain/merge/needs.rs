//! A record of one copy may need another one that the other copy has deleted: one of the two goes, and it is said which.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Cell, Cells, Copies, Key, MergeChoices, Plan, Prefer, Side, State,
    three_way::{Clash, Conflict, Difference, Merged},
};

/// The records without which one can't be. A mark at a meeting stays where a copy has it of somebody whom it doesn't have any more.
fn needed(copies: &Copies, key: &Key, cells: &Cells) -> Vec<Key> {
    let mut needed = key.needs(cells);
    if key.table == "attendance" {
        let is_marked_without = |camper: &Key| {
            let mut sides = [&copies.ours, &copies.theirs].into_iter();
            sides.any(|side| {
                !side.records.contains_key(camper) && side.records.get(key) == Some(cells)
            })
        };
        needed.retain(|of| of.table != "person" || !is_marked_without(of));
    }
    needed
}

/// Takes back what was deleted, or leaves out what needs it.
pub(super) fn settle(
    copies: &Copies,
    wholes: &BTreeMap<Key, BTreeSet<&Key>>,
    choices: &MergeChoices,
    merged: &mut Merged,
    plan: &mut Plan,
) {
    // What is decided record by record may go round in a circle: nothing is taken from the other copy twice. What is brought back stays: all
    // that needs it and isn't a part of it needs, too, whatever it needs itself.
    let mut replaced = BTreeSet::new();
    loop {
        let missing = merged.records.iter().find_map(|(key, cells)| {
            let needed = needed(copies, key, cells.as_ref()?);
            let missing = needed.into_iter().find(|needed| !merged.has(needed))?;
            Some((key.clone(), missing))
        });
        let Some((key, missing)) = missing else {
            return;
        };
        let whole = missing.whole();
        let is_here = copies.ours.records.contains_key(&missing);
        let taken = choices.of(&whole);
        let mut conflicts = plan.conflicts.iter_mut();
        match conflicts.find(|known| known.key == whole) {
            None => plan
                .conflicts
                .push(conflict(&missing, taken, copies, merged)),
            Some(known) => known.lacks(&missing, copies),
        }
        let keeper = if is_here {
            &copies.ours
        } else {
            &copies.theirs
        };
        let keeps = is_here == (taken.unwrap_or(Prefer::Ours) == Prefer::Ours);
        if keeps && keeper.records.contains_key(&missing) {
            let parts = wholes.get(&whole).into_iter().flatten();
            for part in parts.filter(|part| !merged.has(part)).collect::<Vec<_>>() {
                if let Some(cells) = keeper.records.get(*part) {
                    merged.records.insert((*part).clone(), Some(cells.clone()));
                }
            }
            continue;
        }
        let other = if is_here {
            &copies.theirs
        } else {
            &copies.ours
        };
        if key.table == "us_entry" && missing.table == "us_member" {
            let section = key.whole();
            if replaced.insert(section.clone()) {
                // Rows of two crosstables are never mixed, and none is left out of one.
                for part in wholes.get(&section).into_iter().flatten() {
                    let cells = other.records.get(*part).cloned();
                    merged.records.insert((*part).clone(), cells);
                }
            } else if let Some(Some(cells)) = merged.records.get_mut(&key) {
                cells.insert("member_id".to_owned(), Cell::Empty);
            }
            continue;
        }
        let instead = other.records.get(&key).cloned();
        let is_elsewhere = instead.filter(|cells| {
            !needed(copies, &key, cells).contains(&missing) && replaced.insert(key.clone())
        });
        let column = named_by(&key, &missing);
        match (column, is_elsewhere, merged.records.get_mut(&key)) {
            (Some(column), instead, Some(Some(cells))) => {
                name_instead(cells, column, instead.as_ref());
            }
            (None, Some(cells), Some(record)) => *record = Some(cells),
            // Its parts go with it. What else needs this one in turn goes next.
            _ => {
                let parts = wholes.get(&key).into_iter().flatten();
                for part in parts.copied().chain([&key]) {
                    merged.records.insert(part.clone(), None);
                }
            }
        }
    }
}

/// What stays, though one copy has deleted it, has again what went with that alone: the values of a column, the camper of a US Chess member.
pub(super) fn give_back(copies: &Copies, base: &State, plan: &Plan, merged: &mut Merged) {
    for conflict in &plan.conflicts {
        let (of, keeper) = match conflict.clash {
            Clash::Deleted { here: true } => (&conflict.key, &copies.theirs),
            Clash::Deleted { here: false } => (&conflict.key, &copies.ours),
            _ => continue,
        };
        let named = match of.table {
            "extra_column" => "column_id",
            "person" => "person_id",
            _ => continue,
        };
        if !merged.has(of) {
            continue;
        }
        for (key, cells) in &keeper.records {
            let needed = key.needs(cells);
            if key.whole() == *of || !needed.contains(of) || base.get(key) != Some(cells) {
                continue;
            }
            let has_all = needed.iter().all(|needed| merged.has(needed));
            match merged.records.get_mut(key).filter(|_| has_all) {
                Some(record @ None) if of.table == "extra_column" => {
                    *record = Some(cells.clone());
                }
                Some(Some(record)) if record.get(named) == Some(&Cell::Empty) => {
                    let cell = cells.get(named).cloned().unwrap_or(Cell::Empty);
                    record.insert(named.to_owned(), cell);
                }
                _ => {}
            }
        }
    }
}

/// The column by which a record names what is missing, where it stays without that: somebody who was put into a group that is gone, and a
/// member of US Chess whose camper is.
fn named_by(key: &Key, missing: &Key) -> Option<&'static str> {
    match key.table {
        "week_player" if missing.table.ends_with("group") => Some("group_id"),
        "us_member" => Some("person_id"),
        _ => None,
    }
}

/// Names what the record names on the other copy, if anything. All else that was done to it stays.
fn name_instead(cells: &mut Cells, column: &str, instead: Option<&Cells>) {
    let named = instead.and_then(|instead| instead.get(column).cloned());
    cells.insert(column.to_owned(), named.unwrap_or(Cell::Empty));
}

/// What is decided of a record that is missing.
fn conflict(missing: &Key, taken: Option<Prefer>, copies: &Copies, merged: &Merged) -> Conflict {
    let whole = missing.whole();
    let has = |side: &Side| side.records.contains_key(missing);
    let is_here = has(&copies.ours);
    // Who has left a week is still in the camp.
    if whole == *missing || is_here == has(&copies.theirs) || !merged.has(&whole) {
        return Conflict::new(whole, Clash::Deleted { here: !is_here }, taken);
    }
    let mut conflict = Conflict::new(whole, Clash::Fields(Vec::new()), taken);
    conflict.lacks(missing, copies);
    conflict
}

/// What each record needs that only one of the copies has, before any of that is settled.
pub(super) fn needing(copies: &Copies, merged: &Merged) -> BTreeMap<Key, Vec<Key>> {
    let is_on_one = |of: &Key| {
        let sides = [&copies.ours, &copies.theirs];
        let [here, there] = sides.map(|side| side.records.contains_key(of));
        here != there
    };
    let records = merged.records.iter();
    let needing = records.filter_map(|(key, cells)| {
        let mut needed = needed(copies, key, cells.as_ref()?);
        needed.retain(is_on_one);
        (!needed.is_empty()).then(|| (key.clone(), needed))
    });
    needing.collect()
}

/// Where two copies differ in what needs a record, and whether that follows from what is decided of it.
struct Open<'a> {
    needing: &'a BTreeMap<Key, Vec<Key>>,
    /// What is decided itself.
    decided: BTreeSet<Key>,
}

impl Open<'_> {
    /// Whether a record of a copy may need another one in the end. One that only the other copy has changed is as it is there, whatever is decided.
    fn may_need(&self, key: &Key, is_it: impl Fn(&Key) -> bool) -> bool {
        let needed = self.needing.get(key);
        let is_decided = [key, &key.whole()]
            .iter()
            .any(|it| self.decided.contains(*it));
        is_decided || needed.is_some_and(|needed| needed.iter().any(is_it))
    }
}

/// Names in each conflict what of a copy can't be without what the other one doesn't have.
pub(super) fn name_needing(copies: &Copies, needing: &BTreeMap<Key, Vec<Key>>, plan: &mut Plan) {
    let decided = plan
        .conflicts
        .iter()
        .flat_map(|conflict| match &conflict.clash {
            Clash::Fields(differences) => differences.iter().map(|it| it.key.clone()).collect(),
            _ => vec![conflict.key.clone()],
        });
    let open = Open {
        needing,
        decided: decided.collect(),
    };
    for conflict in &mut plan.conflicts {
        match &mut conflict.clash {
            Clash::Deleted { here } => {
                let keeper = if *here { Prefer::Theirs } else { Prefer::Ours };
                let needing = Needing::new(&conflict.key, keeper, copies, &open);
                conflict.with = needing.going.into_iter().collect();
                conflict.without = needing.staying.into_iter().collect();
                conflict.replaced = needing.replaced.into_iter().collect();
            }
            Clash::Fields(differences) => {
                let parts = differences.iter();
                let needing = parts.flat_map(|part| needing_part(part, copies, &open));
                let needing = needing.collect::<Vec<_>>();
                differences.extend(needing);
            }
            Clash::Order | Clash::Week { .. } => {}
        }
    }
}

/// What becomes of other records where only one copy has a part of a record: a game of a camper who isn't in the week any more on the other one.
fn needing_part(part: &Difference, copies: &Copies, open: &Open<'_>) -> Vec<Difference> {
    let (keeper, other, is_here) = match (&part.ours, &part.theirs) {
        (Some(_), None) => (&copies.ours, &copies.theirs, true),
        (None, Some(_)) => (&copies.theirs, &copies.ours, false),
        _ => return Vec::new(),
    };
    let whole = part.key.whole();
    if whole == part.key {
        return Vec::new();
    }
    let records = keeper.records.iter();
    let needing = records.filter(|(key, cells)| {
        key.whole() != whole
            && needed(copies, key, cells).contains(&part.key)
            && open.may_need(key, |of| *of == part.key)
    });
    needing
        .map(|(key, cells)| {
            let instead = other.records.get(key);
            let instead = instead.filter(|cells| !needed(copies, key, cells).contains(&part.key));
            let instead = match named_by(key, &part.key) {
                Some(column) => {
                    let mut cells = cells.clone();
                    name_instead(&mut cells, column, instead);
                    Some(cells)
                }
                None => instead.cloned(),
            };
            let kept = key.table().map_or(&[][..], |table| table.kept);
            let differs = |column: &&String, instead: &Cells| {
                !kept.contains(&column.as_str()) && instead.get(*column) != cells.get(*column)
            };
            let columns = instead.as_ref().map(|instead| {
                let columns = cells.keys().filter(|column| differs(column, instead));
                columns.cloned().collect::<Vec<_>>()
            });
            let cells = Some(cells.clone());
            let (ours, theirs) = if is_here {
                (cells, instead)
            } else {
                (instead, cells)
            };
            Difference {
                key: key.clone(),
                columns: columns.unwrap_or_default(),
                ours,
                theirs,
            }
        })
        .collect()
}

/// What becomes of the records of a copy that need a record, once that is deleted.
#[derive(Debug, Default)]
struct Needing {
    going: BTreeSet<Key>,
    /// What can be without it, though a part can't.
    staying: BTreeSet<Key>,
    /// Sections that are as on the other copy then: rows of two crosstables are never mixed.
    replaced: BTreeSet<Key>,
}

impl Needing {
    fn new(whole: &Key, keeper: Prefer, copies: &Copies, open: &Open<'_>) -> Self {
        let [side, other] = [keeper, keeper.other()].map(|prefer| &copies.side(prefer).records);
        let mut needing = Self::default();
        for (key, cells) in side {
            let is_it = |of: &Key| of.whole() == *whole;
            let needs = || {
                let needed = needed(copies, key, cells);
                needed.iter().any(is_it) && open.may_need(key, is_it)
            };
            let of = key.whole();
            if of == *whole || !needs() {
                continue;
            }
            // No section is one without one of its rows. A member of US Chess is one without a camper, too.
            let is_row = key.table == "us_entry";
            let is_new_section = side.contains_key(&of) && !other.contains_key(&of);
            let becomes = if is_row && !is_new_section {
                &mut needing.replaced
            } else if is_row || of == *key && key.table != "us_member" {
                &mut needing.going
            } else {
                &mut needing.staying
            };
            becomes.insert(of);
        }
        needing.staying.retain(|key| !needing.going.contains(key));
        needing
    }
}
