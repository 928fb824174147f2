//! What was added on both copies and is one thing: a week of the same number, a group of the same name, a meeting of the same day, a camper or a game that
//! was typed twice.
//!
//! Of the two uids the lower one stays, so that it doesn't matter which copy is brought to which.

mod anew;
mod games;
mod persons;
mod spelling;
mod times;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use self::{
    anew::{Anew, follow},
    times::{Time, ever, times},
};
use super::{
    Cell, Cells, Copies, Key, MergeChoices, MergeRefusal, Plan, Prefer, Side, three_way::Merged,
};
use crate::domain::{group_name_key, name_key, show_date};

/// Makes one of what is one.
pub(super) fn unite(copies: &mut Copies, choices: &MergeChoices, plan: &mut Plan) {
    let tables = [
        "week",
        "camp_group",
        "extra_column",
        "ladder",
        "meeting",
        "us_member",
        "us_event",
    ];
    follow(copies, plan);
    unite_columns(copies, plan);
    let mut named = Anew::default();
    let times = times(copies, &[]);
    for table in tables {
        unite_named(copies, &times, table, (&mut named, plan));
    }
    named.settle(copies);
    // Games of a camper are one only if the camper is.
    let mut campers = Anew::default();
    persons::unite(copies, choices, (&mut campers, plan));
    campers.settle(copies);
    let mut played = Anew::default();
    games::unite(copies, choices, [&named, &campers], (&mut played, plan));
    played.settle(copies);
    plan.doubles.sort_by_cached_key(|double| {
        let (words, theirs) = (double.in_words.clone(), double.theirs.clone());
        (double.table == "game", words, theirs)
    });
}

/// What two records of a table can't have both. The camp file tells names of columns and ladders apart by their capitals beyond A to Z.
fn name_of(table: &str, cells: &Cells) -> Option<String> {
    let column = match table {
        "meeting" => "held_on",
        "us_member" => "member_id",
        "us_event" => "event_id",
        "week" | "us_section" => "number",
        _ => "name",
    };
    match cells.get(column) {
        Some(Cell::Text(name)) if table == "extra_column" => {
            let kind = cells.get("kind");
            let kind = kind.and_then(Cell::text).unwrap_or_default();
            Some(format!("{kind} {}", name.to_ascii_lowercase()))
        }
        Some(Cell::Whole(number)) if table == "us_section" => {
            let event = cells.get("event_id");
            let event = event.and_then(Cell::text).unwrap_or_default();
            Some(format!("{event} {number}"))
        }
        Some(Cell::Whole(number)) if table == "week" => Some(number.to_string()),
        Some(Cell::Text(name)) if table == "camp_group" => Some(group_name_key(name)),
        Some(Cell::Text(name)) => Some(name.to_ascii_lowercase()),
        _ => None,
    }
}

/// What no two records of a table are called that were added by hand, though a camp may have both: "École" and "école". The form of columns
/// takes accents, too, for nothing.
fn called(table: &str, cells: &Cells) -> Option<String> {
    let name = name_of(table, cells)?;
    Some(match table {
        "extra_column" => name_key(&name),
        _ => name.to_lowercase(),
    })
}

/// The records of a table that one copy has added, and the other one doesn't have.
fn added<'a>(
    copies: &'a Copies,
    of: &'a Side,
    other: &'a Side,
    table: &'static str,
) -> impl Iterator<Item = (&'a Key, &'a Cells)> {
    let base = copies.base.as_ref();
    let is_new = move |key: &Key| base.is_none_or(|base| !base.contains_key(key));
    only(of, other, table).filter(move |(key, _)| is_new(key))
}

/// The records of a table that the other copy doesn't have.
fn only<'a>(
    of: &'a Side,
    other: &'a Side,
    table: &'static str,
) -> impl Iterator<Item = (&'a Key, &'a Cells)> {
    let records = of.records.iter();
    records.filter(move |(key, _)| key.table == table && !other.records.contains_key(key))
}

/// What were one when one copy got the other one stay one, whatever they are called since.
fn unite_named(
    copies: &Copies,
    times: &[Time<'_>],
    table: &'static str,
    (anew, plan): (&mut Anew, &mut Plan),
) {
    let [ours, theirs] = [Prefer::Ours, Prefer::Theirs].map(|prefer| ever(copies, prefer, table));
    let mut found = Vec::new();
    for Time { age, states, .. } in times {
        let [here, there] = states;
        let here = here.iter().copied();
        let here = here.filter(|(key, _)| key.table == table && !theirs.contains(key.uid()));
        let there = there.iter().copied();
        let there = there.filter(|(key, _)| key.table == table && !ours.contains(key.uid()));
        let pairs = of_one_name(table, here, there).into_iter();
        found.extend(pairs.map(|pair| (*age, pair)));
    }
    // The first time says it, whichever copy is brought to which.
    found.sort_by_key(|(age, [here, there])| (*age, *here.min(there), *here.max(there)));
    let now = of_one_name(
        table,
        added(copies, &copies.ours, &copies.theirs, table),
        added(copies, &copies.theirs, &copies.ours, table),
    );
    let mut known = BTreeSet::new();
    for [here, there] in found.into_iter().map(|(_, pair)| pair).chain(now) {
        if !known.contains(here) && !known.contains(there) {
            known.extend([here, there]);
            anew.unite(table, [here, there], copies, plan);
        }
    }
}

/// Records here and in the other copy that have the same name.
fn of_one_name<'a>(
    table: &str,
    here: impl Iterator<Item = (&'a Key, &'a Cells)>,
    there: impl Iterator<Item = (&'a Key, &'a Cells)>,
) -> Vec<[&'a str; 2]> {
    let mut here = here.collect::<Vec<_>>();
    let mut there = there.collect::<Vec<_>>();
    let mut pairs = Vec::new();
    for name in [name_of, called] {
        let by_name = |records: &[(&'a Key, &'a Cells)]| {
            let named = records.iter();
            let named = named.filter_map(|(key, cells)| Some((name(table, cells)?, key.uid())));
            named.collect::<BTreeMap<_, _>>()
        };
        let ours = by_name(&here);
        let found = by_name(&there).into_iter();
        let found = found.filter_map(|(name, there)| Some([*ours.get(&name)?, there]));
        let found = found.collect::<Vec<_>>();
        let mine = found.iter().map(|[here, _]| *here).collect::<HashSet<_>>();
        here.retain(|(key, _)| !mine.contains(key.uid()));
        let other = found.iter().map(|[_, there]| *there);
        let other = other.collect::<HashSet<_>>();
        there.retain(|(key, _)| !other.contains(key.uid()));
        pairs.extend(found);
    }
    pairs
}

/// A column that one copy has deleted and added again is the one that the other copy has by this name.
fn unite_columns(copies: &mut Copies, plan: &mut Plan) {
    const TABLE: &str = "extra_column";
    let mut again = Anew::default();
    let (ours, theirs) = (&copies.ours, &copies.theirs);
    let here = only(ours, theirs, TABLE);
    let there = only(theirs, ours, TABLE);
    for pair in of_one_name(TABLE, here, there) {
        let base = copies.base.as_ref();
        let was_on_both = |uid| base.is_some_and(|base| base.contains_key(&Key::new(TABLE, [uid])));
        if let [true, false] | [false, true] = pair.map(was_on_both) {
            again.unite(TABLE, pair, copies, plan);
        }
    }
    again.settle_ever(copies);
}

/// What no camp has twice, and would have here.
pub(super) fn twice(
    copies: &Copies,
    merged: &Merged,
    names: &BTreeMap<Key, String>,
) -> Option<MergeRefusal> {
    const ONCE: [&str; 6] = [
        "extra_column",
        "ladder",
        "meeting",
        "us_member",
        "us_event",
        "us_section",
    ];
    if let Some(name) = name_of_two_groups([&copies.ours, &copies.theirs], merged, names) {
        return Some(MergeRefusal::SameGroupName(name.to_owned()));
    }
    let (mut known, mut campers) = (BTreeSet::new(), BTreeSet::new());
    merged.records.iter().find_map(|(key, cells)| {
        let camper = cells.as_ref()?.get("person_id").and_then(Cell::text);
        if let Some(camper) = camper.filter(|_| key.table == "us_member")
            && !campers.insert(camper)
        {
            let name = names.get(&Key::new("person", [camper]));
            let name = name.map_or("", String::as_str);
            return Some(MergeRefusal::Twice(format!("US Chess members for {name}")));
        }
        let table = ONCE.into_iter().find(|table| *table == key.table)?;
        let cells = cells.as_ref()?;
        let name = name_of(table, cells)?;
        if known.insert((table, name)) {
            return None;
        }
        let text = |column: &str| cells.get(column).and_then(Cell::text).unwrap_or_default();
        let name = names.get(key).map_or("", String::as_str);
        Some(MergeRefusal::Twice(match table {
            "extra_column" => format!("columns called “{}”", text("name")),
            "ladder" => format!("ladders called “{}”", text("name")),
            "meeting" => {
                let day = text("held_on");
                let day = day.parse().map_or_else(|_| day.to_owned(), show_date);
                format!("meetings on {day}")
            }
            "us_member" => format!("US Chess members with the number {}", text("member_id")),
            "us_event" => format!("US Chess events with the number {}", text("event_id")),
            _ => format!("US Chess sections {name}"),
        }))
    })
}

/// What two groups of a week would be called, of which the copies may have touched only one.
fn name_of_two_groups<'a>(
    sides: [&'a Side; 2],
    merged: &'a Merged,
    names: &'a BTreeMap<Key, String>,
) -> Option<&'a str> {
    let groups = sides.into_iter().flat_map(|side| &side.groups);
    let mut known = BTreeSet::new();
    groups
        .collect::<BTreeSet<_>>()
        .into_iter()
        .filter(|(week, group)| merged.has(&Key::new("week_group", [week, group])))
        .find_map(|(week, group)| {
            let key = Key::new("camp_group", [group]);
            let touched = merged.records.get(&key).and_then(Option::as_ref);
            let name = touched.and_then(|cells| cells.get("name")?.text());
            let name = name.or_else(|| names.get(&key).map(String::as_str))?;
            let is_first = known.insert((week, group_name_key(name)));
            (!is_first).then_some(name)
        })
}
