//! The order of play: games that both copies have stay in their order, and what each has added stands between them by the time it was typed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;

use super::{
    Base, Cell, Copies, Key, MergeChoices, Placed, Plan, Prefer,
    three_way::{Clash, Conflict, Merged},
};

/// What is decided of the order of a week's games is known by this, and not by the week, of which other things may be decided.
fn ordering(week: &str) -> Key {
    Key::new("ordering", [week])
}

/// Gives the games of every week in which one was touched their places.
pub(super) fn set(
    copies: &Copies,
    base: &Base,
    choices: &MergeChoices,
    merged: &mut Merged,
    plan: &mut Plan,
) {
    let (ours, theirs) = (&copies.ours.orders, &copies.theirs.orders);
    let weeks = ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>();
    for week in weeks {
        let of = |orders: &BTreeMap<String, Vec<Placed>>, merged: &Merged| {
            let placed = orders.get(week).cloned().unwrap_or_default();
            let stays = |placed: &Placed| merged.has(&Key::new("game", [&placed.uid]));
            placed.into_iter().filter(stays).collect::<Vec<_>>()
        };
        let (here, there) = (of(ours, merged), of(theirs, merged));
        let key = ordering(week);
        let merging = Orders {
            before: base_order(copies, base, [&here, &there]),
            here: &here,
            there: &there,
        };
        let order = merging.merged(|| {
            let taken = choices.of(&key);
            plan.conflicts
                .push(Conflict::new(key.clone(), Clash::Order, taken));
            taken.unwrap_or(Prefer::Ours)
        });
        number(
            &order,
            &merging,
            |uid, ours| place_before(copies, base, uid, ours),
            merged,
        );
    }
}

/// The place that a game had when both copies had it last; nothing of one that was added since. `now` is its place here.
fn place_before(copies: &Copies, base: &Base, uid: &str, now: Option<i64>) -> Option<i64> {
    let key = Key::new("game", [uid]);
    match base.records.get(&key).map(|cells| cells.get("sequence")) {
        _ if !base.is_known => None,
        Some(Some(Cell::Whole(sequence))) => Some(*sequence),
        Some(_) => None,
        None if copies.ours.records.contains_key(&key) => None,
        // Nobody has touched it.
        None => now,
    }
}

/// The games that both copies had, in the order in which they had them.
fn base_order(copies: &Copies, base: &Base, [here, there]: [&[Placed]; 2]) -> Vec<String> {
    let there = uids(there).collect::<BTreeSet<_>>();
    let both = here
        .iter()
        .filter(|placed| there.contains(placed.uid.as_str()));
    let mut before = both
        .filter_map(|placed| {
            let place = place_before(copies, base, &placed.uid, Some(placed.sequence))?;
            Some((place, placed.uid.clone()))
        })
        .collect::<Vec<_>>();
    before.sort();
    before.into_iter().map(|(_, uid)| uid).collect()
}

struct Orders<'a> {
    /// Of the games that both copies had.
    before: Vec<String>,
    here: &'a [Placed],
    there: &'a [Placed],
}

impl<'a> Orders<'a> {
    /// All games in their order. `decide` is asked where both have moved games.
    fn merged(&self, decide: impl FnOnce() -> Prefer) -> Vec<&'a Placed> {
        let in_both = {
            let there = uids(self.there).collect::<BTreeSet<_>>();
            let both = uids(self.here).filter(|uid| there.contains(uid));
            both.collect::<BTreeSet<_>>()
        };
        let only = |order: &'a [Placed], which: &dyn Fn(&str) -> bool| {
            uids(order).filter(|uid| which(uid)).collect::<Vec<_>>()
        };
        let of_both = |order| only(order, &|uid| in_both.contains(uid));
        let (here, there) = (of_both(self.here), of_both(self.there));
        let spine = if here == there {
            here
        } else {
            let before = self.before.iter().map(String::as_str).collect::<Vec<_>>();
            let known = before.iter().copied().collect::<BTreeSet<_>>();
            let of_before = |order| only(order, &|uid| known.contains(uid));
            let (mine, other) = (of_before(self.here), of_before(self.there));
            let prefer = if mine == other {
                // The same games were typed on both in another order: a copy that has all of the other one's has been brought together
                // with it before.
                match (
                    in_both.len() == self.there.len(),
                    in_both.len() == self.here.len(),
                ) {
                    (true, false) => Prefer::Ours,
                    (false, true) => Prefer::Theirs,
                    _ if here < there => Prefer::Ours,
                    _ => Prefer::Theirs,
                }
            } else if other == before {
                Prefer::Ours
            } else if mine == before {
                Prefer::Theirs
            } else {
                decide()
            };
            match prefer {
                Prefer::Ours => here,
                Prefer::Theirs => there,
            }
        };
        self.along(&spine)
    }

    /// What only one copy has follows the game of both that it follows there.
    fn along(&self, spine: &[&str]) -> Vec<&'a Placed> {
        let known = spine.iter().copied().collect::<BTreeSet<_>>();
        let behind = |order: &'a [Placed]| {
            let mut behind = HashMap::<Option<&str>, Vec<&'a Placed>>::new();
            let mut last = None;
            for placed in order {
                if known.contains(placed.uid.as_str()) {
                    last = Some(placed.uid.as_str());
                } else {
                    behind.entry(last).or_default().push(placed);
                }
            }
            behind
        };
        let (mut here, mut there) = (behind(self.here), behind(self.there));
        let by_uid = self.here.iter().map(|placed| (placed.uid.as_str(), placed));
        let by_uid = by_uid.collect::<HashMap<_, _>>();
        let mut order = Vec::with_capacity(self.here.len() + self.there.len());
        for place in [None].into_iter().chain(spine.iter().copied().map(Some)) {
            order.extend(place.and_then(|uid| by_uid.get(uid)).copied());
            let added = [&mut here, &mut there].map(|it| it.remove(&place).unwrap_or_default());
            order.extend(by_time(added));
        }
        order
    }
}

/// Whether a game that comes was typed before the copies parted, or later than now, as far as it says: its place follows from that.
pub(super) fn is_clock_wrong(copies: &Copies, base: &Base) -> bool {
    let orders = copies.theirs.orders.iter();
    let mut coming = orders.flat_map(|(week, order)| {
        let here = copies.ours.orders.get(week).map_or(&[][..], Vec::as_slice);
        let here = uids(here).collect::<BTreeSet<_>>();
        let is_new = |uid: &str| !base.records.contains_key(&Key::new("game", [uid]));
        let new = order.iter();
        new.filter(move |placed| !here.contains(&*placed.uid) && is_new(&placed.uid))
    });
    coming.any(|placed| {
        let is_before = |parted: Timestamp| placed.entered.is_some_and(|entered| entered < parted);
        let is_after = |now: Timestamp| placed.entered.is_some_and(|entered| entered > now);
        copies.parted_at.is_some_and(is_before) || copies.compared_at.is_some_and(is_after)
    })
}

fn uids(order: &[Placed]) -> impl Iterator<Item = &str> {
    order.iter().map(|placed| placed.uid.as_str())
}

/// Two lists as one: each keeps its own order, and what was typed earlier comes first.
fn by_time([one, other]: [Vec<&Placed>; 2]) -> Vec<&Placed> {
    let mut order = Vec::with_capacity(one.len() + other.len());
    let (mut one, mut other) = (one.into_iter().peekable(), other.into_iter().peekable());
    loop {
        let time = |placed: &&Placed| (placed.entered, placed.uid.clone());
        let next = match (one.peek().map(time), other.peek().map(time)) {
            (Some(here), Some(there)) if here <= there => one.next(),
            (Some(_), None) => one.next(),
            _ => other.next(),
        };
        match next {
            Some(placed) => order.push(placed),
            None => return order,
        }
    }
}

/// Gives games the numbers that they had, and higher ones where others come before them. Where one copy has this very order, its numbers
/// stand.
fn number(
    order: &[&Placed],
    orders: &Orders<'_>,
    place_before: impl Fn(&str, Option<i64>) -> Option<i64>,
    merged: &mut Merged,
) {
    let is_whole = |placed: &[Placed]| {
        let order = order.iter().map(|it| it.uid.as_str());
        order.eq(uids(placed))
    };
    let [is_ours, is_theirs] = [orders.here, orders.there].map(is_whole);
    let had = |placed: &[Placed]| {
        let placed = placed.iter().map(|it| (it.uid.clone(), it.sequence));
        placed.collect::<HashMap<_, _>>()
    };
    let (here, there) = (had(orders.here), had(orders.there));
    let mut last = 0;
    for placed in order {
        let [ours, theirs] = [&here, &there].map(|had| had.get(&placed.uid).copied());
        let before = place_before(&placed.uid, ours);
        let wanted = match (is_ours, is_theirs) {
            (true, false) => ours,
            (false, true) => theirs,
            _ if theirs.is_some() && theirs == before => ours.or(theirs),
            _ if ours.is_some() && ours == before => theirs.or(ours),
            _ => ours.max(theirs),
        };
        let sequence = wanted.unwrap_or(0).max(last + 1);
        last = sequence;
        match merged.records.get_mut(&Key::new("game", [&placed.uid])) {
            Some(Some(cells)) => {
                cells.insert("sequence".to_owned(), Cell::Whole(sequence));
            }
            Some(None) => {}
            None => {
                if let Some(before) = ours.filter(|before| *before != sequence) {
                    merged.moved.insert(placed.uid.clone(), (before, sequence));
                }
            }
        }
    }
}
