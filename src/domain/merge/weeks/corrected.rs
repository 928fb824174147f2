//! Closed weeks whose standings are others once the copy is here: what was printed of them isn’t right any more.

use std::{
    collections::{BTreeSet, HashMap},
    fmt,
};

use super::{
    printed::{Differ, Printed},
    week_of,
};
use crate::domain::{
    counted,
    merge::{
        Base, Cell, Cells, Key, Plan, RecordChange, State,
        coming::{How, how, is_listing, summed},
    },
};

/// A closed week whose standings are others afterwards, or all that are so for one reason that isn’t their own.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Corrected {
    /// Their numbers, the first one first.
    weeks: Vec<i64>,
    why: Why,
    /// "3 games added, 1 player changed", if anything is told of the week itself.
    what: String,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Why {
    /// Both had it closed, and the copy has opened it since.
    Reopened,
    /// Each has closed it, and it is decided.
    AsInCopy,
    /// Campers or groups are called otherwise, or somebody is put on its list.
    Names,
    /// The week before has other standings.
    Moves,
}

impl Why {
    const fn is_of_week(self) -> bool {
        matches!(self, Self::Reopened | Self::AsInCopy)
    }
}

impl fmt::Display for Corrected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weeks = match self.weeks.as_slice() {
            [before @ .., last] if !before.is_empty() => {
                let before = before.iter().map(ToString::to_string);
                let before = before.collect::<Vec<_>>().join(", ");
                format!("Weeks {before} and {last}")
            }
            weeks => format!("Week {}", weeks.first().unwrap_or(&0)),
        };
        let is_one = self.weeks.len() == 1;
        let how = match (self.why, is_one) {
            (Why::Reopened, _) => "was opened and closed again in the copy",
            (Why::AsInCopy, _) => "is closed as in the copy",
            (Why::Names, true) => "lists other names",
            (Why::Names, false) => "list other names",
            (Why::Moves, true) => "shows other moves since the week before",
            (Why::Moves, false) => "show other moves since the week before",
        };
        let its = if is_one { "its" } else { "their" };
        write!(f, "{weeks} {how}")?;
        if !self.what.is_empty() {
            write!(f, " ({})", self.what)?;
        }
        write!(f, ": print {its} standings again")
    }
}

impl Plan {
    /// Of which closed weeks the standings are to be printed again.
    pub fn to_print_again(&self) -> Option<String> {
        let (only, others) = self.corrected.split_first()?;
        if others.is_empty() {
            return Some(only.to_string());
        }
        let how = if self.corrected.iter().all(|it| it.why.is_of_week()) {
            "are closed as in the copy: print their standings again"
        } else {
            "have other standings: print them again"
        };
        let weeks = self.corrected.iter().flat_map(|it| &it.weeks);
        let weeks = weeks.collect::<BTreeSet<_>>();
        let first = weeks.first()?;
        let more = counted(weeks.len() - 1, "more week");
        Some(format!("Week {first} and {more} {how}"))
    }
}

/// The closed weeks whose standings are others, the first one first. `here` is what is here now, and the plan has all that changes.
pub(in crate::domain::merge) fn corrected(
    here: &State,
    base: &Base,
    printed: &Printed<'_>,
    plan: &Plan,
) -> Vec<Corrected> {
    let is_closed = |cells: &Cells| matches!(cells.get("closed_on"), Some(Cell::Text(_)));
    let opened = plan.changes.iter().filter(|(key, change)| {
        let is_closed = |after| is_closed(after) || !after.contains_key("closed_on");
        key.table == "week"
            && matches!(change, RecordChange::Changed(_, after) if !is_closed(after))
    });
    let opened = opened.map(|(key, _)| key).collect::<Vec<_>>();
    let weeks = here
        .iter()
        .filter(|(key, cells)| key.table == "week" && is_closed(cells) && !opened.contains(key));
    let mut weeks = weeks.collect::<Vec<_>>();
    weeks.sort_by_key(|(_, cells)| cells.get("number"));
    let differing = weeks.into_iter().filter_map(|(key, cells)| {
        let number = match cells.get("number")? {
            Cell::Whole(number) => *number,
            Cell::Empty | Cell::Text(_) => return None,
        };
        Some((key, number, printed.differ(key, &plan.listed)?))
    });
    let differing = differing.collect::<Vec<_>>();
    let each = differing.iter().map(|(key, ..)| (key.uid(), Vec::new()));
    let mut changed = each.collect::<HashMap<_, _>>();
    if changed.is_empty() {
        return Vec::new();
    }
    for (key, change) in &plan.changes {
        let week = week_changed(key, change, here);
        if let Some(changed) = week.and_then(|week| changed.get_mut(week)) {
            changed.push((key, change));
        }
    }
    let mut corrected = Vec::<Corrected>::new();
    for (key, number, differ) in differing {
        let changed = changed.remove(key.uid()).unwrap_or_default();
        let why = match differ {
            Differ::Moves => Why::Moves,
            Differ::Rows if !printed.is_taken(key) || changed.is_empty() => Why::Names,
            Differ::Rows if base.records.get(key).is_some_and(is_closed) => Why::Reopened,
            Differ::Rows => Why::AsInCopy,
        };
        let mut known = corrected.iter_mut();
        if let Some(known) = known.find(|it| it.why == why && !why.is_of_week()) {
            known.weeks.push(number);
            continue;
        }
        let what = if why.is_of_week() {
            summed_in(&changed, plan)
        } else {
            String::new()
        };
        corrected.push(Corrected {
            weeks: vec![number],
            why,
            what,
        });
    }
    corrected
}

/// "3 games added, 1 player changed"
fn summed_in(changed: &[(&Key, &RecordChange)], plan: &Plan) -> String {
    let seen = changed.iter();
    let seen = seen.filter_map(|(key, change)| seen_of(key, change, plan));
    let mut seen = seen.collect::<Vec<_>>();
    // Games that only make room for others are no news.
    if seen.iter().any(|(_, how)| *how != How::Moved) {
        seen.retain(|(_, how)| *how != How::Moved);
    }
    summed(&seen).join(", ")
}

/// The week to which a record belongs that the standings go by.
fn week_changed<'a>(key: &'a Key, change: &'a RecordChange, here: &'a State) -> Option<&'a str> {
    match (key.table, change) {
        _ if is_listing(key) => Some(key.uid()),
        ("game", RecordChange::Added(game) | RecordChange::Deleted(game)) => week_of(game),
        ("game", RecordChange::Changed(..)) => week_of(here.get(key)?),
        _ => None,
    }
}

/// What becomes of it, by what people call it. Nothing if nobody reads that, and of whom the merge itself puts on a list, which is told.
fn seen_of(key: &Key, change: &RecordChange, plan: &Plan) -> Option<(&'static str, How)> {
    let how = how(key, &[(key, change)]);
    let is_read = || {
        let mut told = plan.told(key, change).into_iter();
        told.any(|[_, before, after]| before != after)
    };
    let is_seen = how != How::Changed || is_read();
    (is_seen && !plan.listed.contains(key)).then(|| (key.whole().table, how))
}
