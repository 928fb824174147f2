//! Campers whom the last week doesn't have, though nobody has taken them off its list: no week has them any more, as another one was chosen, or the
//! copy that has started it didn't know of them.

use std::collections::BTreeSet;

use super::{SIDES, Weeks};
use crate::domain::merge::{Cell, Cells, Copies, Key, Prefer, State, said::Said};

/// A camper of one copy who is in no week any more, and the row of the list that he or she had.
pub(super) struct Homeless {
    pub(super) side: Prefer,
    pub(super) person: String,
    pub(super) listed: Cells,
}

/// Who was put on the list of the last week.
#[derive(Default)]
pub(super) struct Listed {
    pub(super) rows: BTreeSet<Key>,
    /// What has to be said of that.
    pub(super) said: Vec<Said>,
}

impl Homeless {
    /// Puts the camper on the list of the last week.
    fn take_in(self, week: &str, copies: &mut Copies, base: &State, listed: &mut Listed) {
        let key = Key::new("week_player", [week, &self.person]);
        let is_elsewhere = |it: &Key| it.table == key.table && it.whole() == key.whole();
        let records = &copies.side(self.side).records;
        if !records.keys().any(is_elsewhere) {
            listed.said.extend(self.put_on_list(&key, copies, base));
            listed.rows.insert(key);
        }
    }

    /// What has to be said of that. The ratings follow when it is carried out: of a group that neither copy has touched, nothing is known here.
    fn put_on_list(self, key: &Key, copies: &mut Copies, base: &State) -> Option<Said> {
        let mut listed = self.listed;
        let group = listed.get("group_id").and_then(Cell::text);
        let group = group.map(ToOwned::to_owned);
        let said = group.and_then(|uid| {
            let group = Key::new("camp_group", [&uid]);
            let of_list = key.clone();
            if !stays(key.uid(), &uid, copies, base) {
                listed.insert("group_id".to_owned(), Cell::Empty);
                return Some(Said::NoGroup {
                    listed: of_list,
                    group,
                });
            }
            starts_blank(&listed).then_some(Said::StartsBlank {
                listed: of_list,
                group,
            })
        });
        let records = &mut copies.side_mut(self.side).records;
        records.insert(key.clone(), listed);
        said
    }
}

/// Whether somebody starts the week with a permanent rating that is blank.
fn starts_blank(listed: &Cells) -> bool {
    let plays = ["active", "left_midweek"]
        .into_iter()
        .any(|column| listed.get(column) == Some(&Cell::Whole(1)));
    plays && listed.get("start_permanent") == Some(&Cell::Empty)
}

/// A camper whom a copy has added.
pub(super) struct Newcomer {
    side: Prefer,
    person: String,
    /// Whether the last week is over.
    is_over: bool,
}

/// Campers whom one copy has added while the other one has started the last week.
pub(super) fn newcomers(weeks: &Weeks, copies: &Copies, base: &State) -> Vec<Newcomer> {
    let last = weeks.all.last().and_then(|last| weeks.closed.get(last));
    let (side, closed_on) = match last {
        Some([Some(on), None, None]) => (Prefer::Theirs, on),
        Some([None, Some(on), None]) => (Prefer::Ours, on),
        _ => return Vec::new(),
    };
    let is_over = *closed_on != Cell::Empty;
    let other = &copies.side(side.other()).records;
    let persons = copies.side(side).records.keys();
    let added = persons
        .filter(|key| key.table == "person" && !other.contains_key(key) && !base.contains_key(key));
    let added = added.map(|key| key.uid().to_owned());
    added
        .map(|person| Newcomer {
            side,
            person,
            is_over,
        })
        .collect()
}

impl Newcomer {
    /// Puts the camper on the list of the last week, as the newest one ends that has him or her.
    fn join(
        self,
        last: &str,
        before: &[String],
        copies: &mut Copies,
        base: &State,
        listed: &mut Listed,
    ) {
        let Self {
            side,
            person,
            is_over,
        } = self;
        let row = |week: &str| Key::new("week_player", [week, &person]);
        let records = &copies.side(side).records;
        let key = row(last);
        if records.contains_key(&key) {
            return;
        }
        let mut rows = before
            .iter()
            .rev()
            .filter_map(|week| records.get(&row(week)));
        let Some(mut row) = rows.next().cloned() else {
            return;
        };
        let start = row.get("permanent_rating").cloned();
        row.insert("start_permanent".to_owned(), start.unwrap_or(Cell::Empty));
        for column in ["imported_number", "imported_row"] {
            row.insert(column.to_owned(), Cell::Empty);
        }
        // Nobody plays in a week that is over.
        let is_active = !is_over && row.get("active") == Some(&Cell::Whole(1));
        row.insert("active".to_owned(), Cell::Whole(i64::from(is_active)));
        row.insert("left_midweek".to_owned(), Cell::Whole(0));
        for (frozen, rating) in [
            ("frozen_weekly", "weekly_rating"),
            ("frozen_permanent", "permanent_rating"),
        ] {
            let held = row.get(rating).cloned().filter(|_| !is_active);
            row.insert(frozen.to_owned(), held.unwrap_or(Cell::Empty));
        }
        let newcomer = Homeless {
            side,
            person,
            listed: row,
        };
        let said = newcomer.put_on_list(&key, copies, base);
        listed.said.extend(said);
        listed.rows.insert(key);
    }
}

/// Puts them on the list of the last week.
pub(super) fn take_in(
    (homeless, newcomers): (Vec<Homeless>, Vec<Newcomer>),
    weeks: &Weeks,
    copies: &mut Copies,
    base: &State,
) -> Listed {
    let mut listed = Listed::default();
    let Some((last, before)) = weeks.all.split_last() else {
        return listed;
    };
    for it in homeless {
        it.take_in(last, copies, base, &mut listed);
    }
    for it in newcomers {
        it.join(last, before, copies, base, &mut listed);
    }
    listed
}

/// Whether a week has a group in the end. Only one copy may have the week.
fn stays(week: &str, group: &str, copies: &Copies, base: &State) -> bool {
    let of_week = (week.to_owned(), group.to_owned());
    match SIDES.map(|prefer| copies.side(prefer).groups.contains(&of_week)) {
        [true, true] => true,
        [false, false] => false,
        // One copy has added it, or the other one has taken it out.
        _ => !base.contains_key(&Key::new("week_group", [week, group])),
    }
}

/// Whether a camper or a group that a copy has added is nowhere once the only week that had it is another one.
pub(super) fn is_of_no_week(copies: &Copies, whole: &Key, prefer: Prefer) -> bool {
    let (side, other) = (copies.side(prefer), copies.side(prefer.other()));
    let of_week = match whole.table {
        "person" => "week_player",
        "camp_group" => "week_group",
        _ => return false,
    };
    let is_it = |key: &Key| key.table == of_week && key.whole() == *whole;
    // One that nobody has touched is on both.
    let is_added = side.records.contains_key(whole) && !other.records.contains_key(whole);
    is_added && !side.records.keys().any(is_it)
}
