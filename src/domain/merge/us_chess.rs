//! Sections of US Chess: each is one thing, whose rows belong together, and what one copy has done may make ratings of the other one out of date.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Cell, Cells, Copies, Key, MergeRefusal, Prefer, Side, State, Table,
    three_way::{Merged, same_but},
};
use crate::domain::{show_date, us_chess::Adjusted};

/// What one of two copies has done since they were the same.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct UsChessTouched {
    /// Sections that were added, changed or rated, by their words, or that aren't in the end what the other copy has made of them.
    pub sections: BTreeSet<String>,
    /// The members who were in a section that was deleted or is another one in the end, or of whom something was changed, by their uids.
    pub members: BTreeSet<String>,
}

/// What each copy has done that the other one hasn't, as far as it is there in the end.
pub(super) fn touched(copies: &Copies, base: &State, merged: &Merged) -> [UsChessTouched; 2] {
    let mut undone = Vec::new();
    let mut touched = [
        (&copies.ours, &copies.theirs),
        (&copies.theirs, &copies.ours),
    ]
    .map(|(side, other)| {
        let mut undone_here = UsChessTouched::default();
        let mut touched = UsChessTouched::default();
        let keys = side.records.keys().chain(base.keys());
        for key in keys.filter(|key| key.table().is_some_and(Table::is_us_chess)) {
            let states = [&side.records, base, &other.records].map(|state| state.get(key));
            let [here, before, there] = states;
            let after = merged.records.get(key).and_then(Option::as_ref);
            let stays = is_same(key, here, after);
            if is_same(key, here, before) || is_same(key, here, there) {
                continue;
            }
            let whole = key.whole();
            if !stays {
                // As somebody in a section is deleted, that isn't there in the end, or is as on the other copy: what the copy has rated
                // after it is out of date.
                if key.table == "us_entry" {
                    let cells = [here, after].into_iter().flatten();
                    let members = cells.filter_map(|cells| named(cells, "member_id"));
                    undone_here.members.extend(members.map(str::to_owned));
                }
                if whole.table == "us_section" && merged.has(&whole) {
                    undone_here.sections.insert(whole.uid().to_owned());
                }
                continue;
            }
            match whole.table {
                "us_section" if side.records.contains_key(&whole) => {
                    touched.sections.insert(whole.uid().to_owned());
                }
                "us_event" => {
                    let sections = side.records.iter().chain(base);
                    let of_event = sections.filter(|(section, cells)| {
                        section.table == "us_section" && named(cells, "event_id") == Some(key.uid())
                    });
                    touched
                        .sections
                        .extend(of_event.map(|(section, _)| section.uid().to_owned()));
                }
                "us_member" => {
                    touched.members.insert(whole.uid().to_owned());
                }
                _ => {}
            }
            let cells = [here, before].into_iter().flatten();
            let members = cells.filter_map(|cells| named(cells, "member_id"));
            if key.table != "us_member" {
                touched.members.extend(
                    members
                        .filter(|_| whole.table != "us_section" || here.is_none())
                        .map(str::to_owned),
                );
            }
        }
        undone.push(undone_here);
        touched
    });
    for (touched, undone) in touched.iter_mut().zip(undone.into_iter().rev()) {
        touched.sections.extend(undone.sections);
        touched.members.extend(undone.members);
    }
    touched
}

/// The record that a column names.
fn named<'a>(cells: &'a Cells, column: &str) -> Option<&'a str> {
    match cells.get(column) {
        Some(Cell::Text(known_by)) => Some(known_by),
        _ => None,
    }
}

/// Whether two states of a record are the same, but for whether a rating is out of date: that follows from other sections.
fn is_same(key: &Key, one: Option<&Cells>, other: Option<&Cells>) -> bool {
    key.table().is_some() && same_but(&["id", "is_stale"], one, other)
}

/// What becomes of a section that both copies have.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum OfSection {
    /// Both have changed its crosstable, each in its own way: rows of two crosstables are never mixed.
    Decide,
    /// One has changed its crosstable: it has the ratings that belong to that.
    From(Prefer),
    /// Its crosstable is the same. Ratings are computed: where both have rated it anew, either is out of date.
    Ratings,
}

pub(super) fn of_section(
    parts: &BTreeSet<&Key>,
    [ours, theirs]: [&Side; 2],
    base: &State,
) -> OfSection {
    let differ = |one: &State, other: &State| {
        let mut parts = parts.iter().filter(|key| key.table != "us_rating");
        parts.any(|key| !is_same(key, one.get(*key), other.get(*key)))
    };
    if !differ(&ours.records, &theirs.records) {
        OfSection::Ratings
    } else if !differ(&theirs.records, base) {
        OfSection::From(Prefer::Ours)
    } else if !differ(&ours.records, base) {
        OfSection::From(Prefer::Theirs)
    } else {
        OfSection::Decide
    }
}

/// Which copy's opening balance a member has who was added on both: that of the earlier section, as if both had been on one copy. Nothing
/// of anybody else.
pub(super) fn opening_of_added(
    whole: &Key,
    parts: &BTreeSet<&Key>,
    [ours, theirs]: [&Side; 2],
    base: &State,
) -> Option<Prefer> {
    let is_added = whole.table == "us_member" && !base.contains_key(whole);
    let opened = |side: &Side| {
        let member = side.records.get(whole)?;
        let day = member.get("opened_on").cloned().unwrap_or(Cell::Empty);
        let records = parts.iter().filter(|key| ***key != *whole);
        let records = records.map(|key| side.records.get(*key).cloned());
        // One of no day was typed by hand later, or by nobody.
        Some((day == Cell::Empty, day, records.collect::<Vec<_>>()))
    };
    let (here, there) = (opened(ours)?, opened(theirs)?);
    is_added.then_some(if here <= there {
        Prefer::Ours
    } else {
        Prefer::Theirs
    })
}

/// Two corrections of one value of a member for one day, each of another copy: the later one holds, and which that is nobody knows.
pub(super) fn adjusted_twice(
    copies: &Copies,
    merged: &Merged,
    names: &BTreeMap<Key, String>,
) -> Option<MergeRefusal> {
    let (ours, theirs) = (&copies.ours, &copies.theirs);
    let there = adjusted_only(theirs, ours, merged).collect::<Vec<_>>();
    let twice = adjusted_only(ours, theirs, merged).find(|one| {
        there.iter().any(|other| {
            let mut columns = ["member_id", "adjusted_on", "what"].into_iter();
            let is_same = columns.all(|column| one.get(column) == other.get(column));
            is_same && one.get("value") != other.get("value")
        })
    })?;
    let text = |column: &str| named(twice, column).unwrap_or_default();
    let member = names.get(&Key::new("us_member", [text("member_id")]));
    let member = member.map_or("", String::as_str);
    let what = text("what");
    let what = Adjusted::of_words(what).map_or_else(|| what.to_owned(), |it| it.to_string());
    let day = text("adjusted_on");
    let day = day.parse().map_or_else(|_| day.to_owned(), show_date);
    let both = format!("US Chess corrections of {member}’s {what} for {day}");
    Some(MergeRefusal::Twice(both))
}

/// The corrections that only one copy has, and that are there in the end.
fn adjusted_only<'a>(
    of: &'a Side,
    other: &'a Side,
    merged: &'a Merged,
) -> impl Iterator<Item = &'a Cells> {
    let records = merged.records.iter();
    records.filter_map(move |(key, cells)| {
        let is_only = of.records.contains_key(key) && !other.records.contains_key(key);
        cells
            .as_ref()
            .filter(|_| is_only && key.table == "us_adjustment")
    })
}
