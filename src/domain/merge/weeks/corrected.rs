//! Weeks that were closed here, and come closed with other games or players: what was printed of them isn’t right any more.

use std::{collections::HashMap, fmt};

use super::week_of;
use crate::domain::{
    counted,
    merge::{
        Base, Cell, Cells, Key, Plan, RecordChange, State,
        coming::{How, how, is_listing, summed},
    },
    sentence_case,
};

/// A closed week that is another one afterwards.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Corrected {
    /// "Week 1"
    week: String,
    /// "3 games added, 1 player changed"
    what: String,
    /// Whether both had it closed, and the copy has opened it since. Otherwise each has closed it, and it is decided.
    is_reopened: bool,
}

impl fmt::Display for Corrected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.is_reopened {
            "was opened and closed again in the copy"
        } else {
            "is closed as in the copy"
        };
        let Self { week, what, .. } = self;
        write!(f, "{week} {how} ({what}): print its standings again")
    }
}

impl Plan {
    /// Of which closed weeks the standings are to be printed again.
    pub fn to_print_again(&self) -> Option<String> {
        let (first, others) = self.corrected.split_first()?;
        Some(match others.len() {
            0 => first.to_string(),
            more => format!(
                "{} and {} are closed as in the copy: print their standings again",
                first.week,
                counted(more, "more week")
            ),
        })
    }
}

/// The closed weeks to which other games or players come, the first one first. `here` is what is here now, and the plan has all that changes.
pub(in crate::domain::merge) fn corrected(
    here: &State,
    base: &Base,
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
    if weeks.is_empty() {
        return Vec::new();
    }
    weeks.sort_by_key(|(_, cells)| cells.get("number"));
    let each = weeks.iter().map(|(key, _)| (key.uid(), Vec::new()));
    let mut changed = each.collect::<HashMap<_, _>>();
    for (key, change) in &plan.changes {
        let week = week_changed(key, change, here);
        if let Some(changed) = week.and_then(|week| changed.get_mut(week)) {
            changed.extend(seen(key, change, plan));
        }
    }
    let corrected = weeks.into_iter().filter_map(|(key, _)| {
        let mut changed = changed.remove(key.uid())?;
        // Games that only make room for others are no news.
        if changed.iter().any(|(_, how)| *how != How::Moved) {
            changed.retain(|(_, how)| *how != How::Moved);
        }
        (!changed.is_empty()).then(|| Corrected {
            week: sentence_case(&plan.name(key)),
            what: summed(&changed).join(", "),
            is_reopened: base.records.get(key).is_some_and(is_closed),
        })
    });
    corrected.collect()
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
fn seen(key: &Key, change: &RecordChange, plan: &Plan) -> Option<(&'static str, How)> {
    let how = how(key, &[(key, change)]);
    let is_read = || {
        let mut told = plan.told(key, change).into_iter();
        told.any(|[_, before, after]| before != after)
    };
    let is_seen = how != How::Changed || is_read();
    (is_seen && !plan.listed.contains(key)).then(|| (key.whole().table, how))
}
