//! What a merge brings, record by record, for a preview.

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
};

use super::{Cell, Cells, Key, Plan, RecordChange, words::thing};
use crate::domain::{counted, sentence_case};

/// What becomes of a record. One that several things happen to is counted by the first of them.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum How {
    Added,
    Changed,
    Deleted,
    /// It gets another place in the order of play.
    Moved,
}

impl How {
    pub const ALL: [Self; 4] = [Self::Added, Self::Changed, Self::Deleted, Self::Moved];

    /// "Added"
    pub const fn title(self) -> &'static str {
        match self {
            Self::Added => "Added",
            Self::Changed => "Changed",
            Self::Deleted => "Deleted",
            Self::Moved => "Moved in the order of play",
        }
    }
}

/// A record that a merge changes here, with everything that is a part of it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Coming {
    pub key: Key,
    pub how: How,
    /// Whether it or a part of it isn't there any more.
    pub loses: bool,
    /// "Player Ann Lee"
    pub record: String,
    /// What is different: "Notes: “Here” to “There”". Of a new week, who is on its lists: "40 players".
    pub details: Vec<String>,
}

impl fmt::Display for Coming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.how.title(), self.record)?;
        if !self.details.is_empty() {
            write!(f, " ({})", self.details.join("; "))?;
        }
        Ok(())
    }
}

impl Plan {
    /// Every record that becomes another one here, kind by kind.
    pub fn coming(&self) -> Vec<Coming> {
        let mut wholes = BTreeMap::<Key, Vec<(&Key, &RecordChange)>>::new();
        let new_weeks = self.new_weeks();
        for (key, change) in &self.changes {
            // Whom a new week has on its lists is told with the week: nothing else becomes of them.
            if is_listing(key) && new_weeks.contains(key.uid()) {
                continue;
            }
            wholes.entry(key.whole()).or_default().push((key, change));
        }
        let coming = wholes.into_iter().map(|(key, changes)| {
            let how = how(&key, &changes);
            let details = match how {
                How::Changed => changes
                    .iter()
                    .flat_map(|(key, change)| self.details(key, change))
                    .collect(),
                How::Added if key.table == "week" => self.listed(&key),
                How::Added | How::Deleted | How::Moved => Vec::new(),
            };
            let place = changes.iter().find_map(|(of, change)| match change {
                RecordChange::Added(cells) if **of == key => cells.get("sequence").cloned(),
                _ => None,
            });
            let goes =
                |(_, change): &(&Key, &RecordChange)| matches!(change, RecordChange::Deleted(_));
            let coming = Coming {
                how,
                loses: changes.iter().any(goes),
                record: self.title_of(&key),
                details,
                key,
            };
            (place, coming)
        });
        // What is changed in nothing that anybody reads isn't told.
        let coming = coming.filter(|(_, it)| it.how != How::Changed || !it.details.is_empty());
        let mut coming = coming.collect::<Vec<_>>();
        // New games in the order of play, everything else by its name.
        coming.sort_by_cached_key(|(place, coming)| {
            let rank = super::words::rank(coming.key.table);
            (coming.how, rank, place.clone(), coming.record.clone())
        });
        coming.into_iter().map(|(_, coming)| coming).collect()
    }

    /// The uids of the weeks that are added.
    fn new_weeks(&self) -> HashSet<&str> {
        let weeks = self.changes.iter().filter(|(key, change)| {
            key.table == "week" && matches!(change, RecordChange::Added(_))
        });
        weeks.map(|(key, _)| key.uid()).collect()
    }

    /// Who and what is on the lists of a new week: "40 players", "5 groups"
    fn listed(&self, week: &Key) -> Vec<String> {
        let listed = LISTS.into_iter().filter_map(|table| {
            let rows = self.changes.iter().map(|(key, _)| key);
            let mut rows = rows.filter(|key| key.table == table && key.uid() == week.uid());
            let listed = thing(rows.next()?.whole().table);
            Some(counted(rows.count() + 1, listed))
        });
        listed.collect()
    }

    /// What is brought: "12 games added", "1 game deleted".
    pub fn summary(&self) -> Vec<String> {
        let coming = self.coming();
        let each = coming.iter().map(|it| (it.key.table, it.how));
        let mut lines = summed(&each.collect::<Vec<_>>());
        if coming.iter().any(|coming| coming.key.table == "camp") {
            lines.push("Name or settings of the camp changed".to_owned());
        }
        if lines.is_empty() && self.nothing_changes().is_none() {
            lines.push("A few details changed".to_owned());
        }
        lines
    }

    /// What is said where no record becomes another one that anybody reads.
    pub fn nothing_changes(&self) -> Option<&'static str> {
        // Nobody reads the place of a column, but sees it.
        let is_seen = |(_, change): &(Key, RecordChange)| match change {
            RecordChange::Changed(before, _) => before.contains_key("position"),
            RecordChange::Added(_) | RecordChange::Deleted(_) => false,
        };
        if self.changes.iter().any(is_seen) || !self.coming().is_empty() {
            return None;
        }
        let is_decided = !(self.conflicts.is_empty() && self.doubles.is_empty());
        Some(if is_decided && !self.changes_nothing() {
            "Your decisions are kept; nothing else changes"
        } else {
            "Everything stays as it is here"
        })
    }

    /// Which weeks are started, closed or opened again: "Week 1 closed, week 2 started"
    pub fn weeks_turned(&self) -> Option<String> {
        let is_closed = |cells: &Cells| {
            let closed_on = cells.get("closed_on")?;
            Some(!closed_on.is_blank())
        };
        let turned = self.changes.iter().filter_map(|(key, change)| {
            let turned = match change {
                _ if key.table != "week" => return None,
                RecordChange::Added(after) if is_closed(after) == Some(true) => {
                    "started and closed"
                }
                RecordChange::Added(_) => "started",
                RecordChange::Changed(before, after) => match [before, after].map(is_closed) {
                    [Some(false), Some(true)] => "closed",
                    [Some(true), Some(false)] => "opened again",
                    _ => return None,
                },
                RecordChange::Deleted(_) => return None,
            };
            Some((self.name(key), turned))
        });
        let mut turned = turned.collect::<Vec<_>>();
        // Week 10 after week 9.
        turned.sort_by_key(|(week, _)| (week.len(), week.clone()));
        let more = turned.len().saturating_sub(WEEKS);
        let turned = turned.into_iter().take(WEEKS);
        let mut said = turned
            .map(|(week, turned)| format!("{week} {turned}"))
            .collect::<Vec<_>>();
        said.extend((more > 0).then(|| format!("and {}", counted(more, "more week"))));
        (!said.is_empty()).then(|| sentence_case(&said.join(", ")))
    }

    /// What is different in a record: "Notes: Here to There".
    fn details(&self, key: &Key, change: &RecordChange) -> Vec<String> {
        if is_listing(key) && matches!(change, RecordChange::Deleted(_)) {
            return self.as_changed(key, change);
        }
        let told = self.told(key, change).into_iter();
        let detail = |[field, before, after]: [String; 3]| match change {
            RecordChange::Added(_) => format!("{field}: {after}"),
            RecordChange::Deleted(_) => format!("{field}: no longer {before}"),
            RecordChange::Changed(..) => format!("{field}: {before} to {after}"),
        };
        told.map(detail).collect()
    }

    /// What people read of a change: each field, before and after.
    pub(super) fn told(&self, key: &Key, change: &RecordChange) -> Vec<[String; 3]> {
        let none = Cells::new();
        let (before, after) = match change {
            RecordChange::Added(after) => (&none, after),
            RecordChange::Changed(before, after) => (before, after),
            RecordChange::Deleted(before) => (before, &none),
        };
        let columns = before.keys().chain(after.keys());
        let columns = columns.collect::<std::collections::BTreeSet<_>>();
        let is_told = |column: &&String| {
            // What is computed follows from the rest, and what is each copy's own isn't seen.
            let is_kept = key
                .table()
                .is_some_and(|it| it.kept.contains(&column.as_str()));
            let is_seen = [("person", "id"), ("week", "closed_on")];
            let is_seen = is_seen.contains(&(key.table, column.as_str()));
            (!is_kept || is_seen) && !super::words::is_hidden(column)
        };
        let told = |column: &String| {
            let [before, after] =
                [before, after].map(|cells| self.shown(key.table, column, cells.get(column)));
            [self.field(key, column), before, after]
        };
        columns.into_iter().filter(is_told).map(told).collect()
    }
}

/// What becomes of so many records: "12 games added", "1 game deleted".
pub(super) fn summed(coming: &[(&str, How)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (table, thing) in super::words::NAMES {
        for how in How::ALL {
            let count = coming.iter().filter(|it| **it == (table, how)).count();
            if count > 0 {
                let done = how.title().to_lowercase();
                lines.push(format!("{} {done}", counted(count, thing)));
            }
        }
    }
    lines
}

/// So many weeks are named in a message.
const WEEKS: usize = 3;

/// The lists of a week.
const LISTS: [&str; 2] = ["week_player", "week_group"];

/// Whether it says that somebody, or a group, is on a list of a week.
pub(super) fn is_listing(key: &Key) -> bool {
    LISTS.contains(&key.table)
}

pub(super) fn how(whole: &Key, changes: &[(&Key, &RecordChange)]) -> How {
    let of_whole = changes.iter().find(|(key, _)| *key == whole);
    match of_whole.map(|(_, change)| change) {
        Some(RecordChange::Added(_)) => How::Added,
        Some(RecordChange::Deleted(_)) => How::Deleted,
        _ if changes.iter().all(|(_, change)| is_move(change)) => How::Moved,
        _ => How::Changed,
    }
}

fn is_move(change: &RecordChange) -> bool {
    let is_place = |cells: &BTreeMap<String, Cell>| cells.keys().all(|it| it == "sequence");
    matches!(change, RecordChange::Changed(before, _) if is_place(before))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Double, ReadsHere},
        *,
    };

    /// A game that reads the same on both is kept once, and was typed earlier on the other copy.
    #[test]
    fn what_nobody_reads_is_no_change_that_is_told() {
        let changed = |column: &str| {
            let cells = |number| Cells::from([(column.to_owned(), Cell::Whole(number))]);
            let key = Key::new("game", ["1"]);
            vec![(key, RecordChange::Changed(cells(1), cells(2)))]
        };
        let double = Double {
            table: "game",
            ours: "1".to_owned(),
            theirs: "2".to_owned(),
            in_words: "Ann Lee 1–0 Ravi Shah".to_owned(),
            here: ReadsHere::Same,
            is_one: true,
        };
        let mut plan = Plan {
            changes: changed("entered_at"),
            doubles: vec![double],
            ..Plan::default()
        };
        let kept = "Your decisions are kept; nothing else changes";
        assert_eq!(plan.nothing_changes(), Some(kept));
        assert_eq!(plan.summary(), Vec::<String>::new());
        plan.doubles.clear();
        let stays = "Everything stays as it is here";
        assert_eq!(plan.nothing_changes(), Some(stays));
        plan.changes = changed("position");
        assert_eq!(plan.nothing_changes(), None);
        assert_eq!(plan.summary(), ["A few details changed"]);
        plan.changes = changed("result");
        assert_eq!(plan.nothing_changes(), None);
        assert_eq!(plan.summary(), ["1 game changed"]);
    }
}
