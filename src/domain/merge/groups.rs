//! The order of groups: no two that were added on the two copies have the same place, whichever copy is brought to which.

use std::collections::{BTreeMap, VecDeque};

use super::{Base, Cell, Copies, Key, Side, three_way::Merged};

/// A group of a week.
#[derive(Debug)]
struct Group {
    /// Its place, and its number, by which groups of one place are listed.
    listed: (i64, i64),
    uid: String,
    /// Whether it was added since the copies parted, or is decided to stay though a copy has deleted it: that one may have another one at its
    /// place.
    is_new: bool,
}

/// Gives the groups that were added to each week the next place behind those that have theirs already, and moves on whatever is behind.
pub(super) fn set(copies: &Copies, base: &Base, merged: &mut Merged) {
    let mut weeks = BTreeMap::<String, [VecDeque<Group>; 3]>::new();
    for (key, cells) in &merged.records {
        let (Some(cells), Some(uid)) = (cells, key.parts.get(1)) else {
            continue;
        };
        if key.table != "week_group" {
            continue;
        }
        let sides = [&copies.ours, &copies.theirs];
        let has = sides.map(|side| side.records.contains_key(key));
        let number = sides.iter().filter_map(|side| number(side, uid)).max();
        let is_on_both = has == [true; 2];
        let group = Group {
            listed: (whole(cells.get("skill_order")), number.unwrap_or(0)),
            uid: uid.clone(),
            is_new: !is_on_both || base.is_known && !base.records.contains_key(key),
        };
        let [both, here, there] = weeks.entry(key.uid().to_owned()).or_default();
        match has {
            [true, false] => here.push_back(group),
            [false, true] => there.push_back(group),
            _ => both.push_back(group),
        }
    }
    for (week, mut groups) in weeks {
        for groups in &mut groups {
            let order = |group: &Group| (group.listed, group.uid.clone());
            groups.make_contiguous().sort_by_cached_key(order);
        }
        place(&week, in_order(groups), merged);
    }
}

/// The groups of both copies, and before each those of either that stand before it there. Of these the one with the lower uid comes first,
/// whatever their places: a third copy may have moved one of them on, and whichever two are brought together first, the order is the same.
fn in_order([mut both, mut here, mut there]: [VecDeque<Group>; 3]) -> Vec<Group> {
    let mut order = Vec::new();
    loop {
        let next = both.front().map(|group| group.listed.0);
        let is_before = |group: &&Group| next.is_none_or(|next| group.listed.0 < next);
        let [one, other] = [&here, &there].map(|groups| groups.front().filter(is_before));
        let group = match (one, other) {
            (Some(one), Some(other)) if one.uid < other.uid => here.pop_front(),
            (Some(_), None) => here.pop_front(),
            (_, Some(_)) => there.pop_front(),
            (None, None) => both.pop_front(),
        };
        match group {
            Some(group) => order.push(group),
            None => return order,
        }
    }
}

fn place(week: &str, order: Vec<Group>, merged: &mut Merged) {
    let (mut last, mut moves) = (None, false);
    for group in order {
        let mut place = group.listed.0;
        // Two that had the same place before may keep it.
        if let Some(last) = last.filter(|last| place <= *last && (group.is_new || moves)) {
            place = last + 1;
            moves = true;
        }
        last = last.max(Some(place));
        let key = Key::new("week_group", [week, &group.uid]);
        if let Some(Some(cells)) = merged.records.get_mut(&key) {
            cells.insert("skill_order".to_owned(), Cell::Whole(place));
        }
    }
}

/// The number of a group in a copy.
fn number(side: &Side, uid: &str) -> Option<i64> {
    let group = side.records.get(&Key::new("camp_group", [uid]))?;
    Some(whole(group.get("id")))
}

fn whole(cell: Option<&Cell>) -> i64 {
    match cell {
        Some(Cell::Whole(number)) => *number,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(uid: &str, place: i64) -> Group {
        Group {
            listed: (place, 0),
            uid: uid.to_owned(),
            is_new: true,
        }
    }

    /// Each of three copies has added a group at the same place.
    #[test]
    fn whichever_two_of_three_copies_are_brought_together_first_the_order_is_the_same() {
        for [one, other, third] in [["a", "b", "c"], ["b", "c", "a"], ["a", "c", "b"]] {
            let groups = [
                vec![group("red", 1)],
                vec![group(one, 2), group(other, 3)],
                vec![group(third, 2)],
            ];
            let order = in_order(groups.map(VecDeque::from)).into_iter();
            let order = order.map(|group| group.uid).collect::<Vec<_>>();
            assert_eq!(order, ["red", "a", "b", "c"]);
        }
    }
}
