//! Campers whom no week has any more: choosing a week takes no camper out of the camp.

use super::SIDES;
use crate::domain::merge::{Cell, Cells, Copies, Key, Plan, Prefer, State};

/// A camper of one copy who is in no week any more, and the row of the list that he or she had.
pub(super) struct Homeless {
    pub(super) side: Prefer,
    pub(super) person: String,
    pub(super) listed: Cells,
}

impl Homeless {
    /// Puts the camper on the list of the last week. What has to be said of that.
    pub(super) fn take_in(
        self,
        week: &str,
        copies: &mut Copies,
        base: &State,
        plan: &Plan,
    ) -> Option<String> {
        let key = Key::new("week_player", [week, &self.person]);
        let is_elsewhere = |it: &Key| it.table == key.table && it.whole() == key.whole();
        let records = &copies.side(self.side).records;
        if records.keys().any(is_elsewhere) {
            return None;
        }
        let mut listed = self.listed;
        let group = listed.get("group_id").and_then(Cell::text);
        let gone = group.filter(|group| !stays(week, group, copies, base));
        let said = gone.map(|group| {
            let names = [
                plan.name(&key.whole()),
                plan.name(&Key::new("week", [week])),
                plan.name(&Key::new("camp_group", [group])),
            ];
            let [camper, week, group] = names;
            format!("{camper} has no group in {week}: group {group} isn’t in it")
        });
        if said.is_some() {
            listed.insert("group_id".to_owned(), Cell::Empty);
        }
        // Without games, the ratings are those of the beginning.
        if let Some(start) = listed.get("start_permanent").cloned()
            && start != Cell::Empty
            && listed.get("active") == Some(&Cell::Whole(1))
        {
            for column in ["weekly_rating", "permanent_rating"] {
                listed.insert(column.to_owned(), start.clone());
            }
        }
        copies.side_mut(self.side).records.insert(key, listed);
        said
    }
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
