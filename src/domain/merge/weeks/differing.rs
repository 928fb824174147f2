//! In what two copies of a week differ, for the decision which of them it is.

use std::collections::BTreeSet;

use super::{Outcome, SIDES, Weeks};
use crate::domain::merge::{
    Base, Cells, Copies, Key, Prefer,
    three_way::{Difference, alike, merge_record, same_but},
    words::is_hidden,
};

/// In what of a week two copies differ, as far as it depends on which of them it is; as of [`Clash::Week`](super::super::Clash::Week).
pub(super) struct Differing {
    pub(super) left_out: [Vec<Key>; 2],
    pub(super) staying: Vec<Key>,
    pub(super) differ: Vec<Difference>,
    pub(super) is_ordered_anew: bool,
}

impl Differing {
    pub(super) fn is_none(&self) -> bool {
        let is_whole = self.left_out.iter().all(Vec::is_empty);
        is_whole && self.differ.is_empty() && !self.is_ordered_anew
    }
}

impl Weeks {
    /// The week reads the same on both: the same one is taken whichever copy is brought to which.
    pub(super) fn any_of(&self, week: &str, copies: &Copies) -> Outcome {
        let of = |prefer: Prefer| {
            let closed = self.closed.get(week);
            let on = closed.and_then(|closed| closed.get(prefer.place()).cloned());
            let keys = self.records.get(week).into_iter().flatten();
            let records = keys.map(|key| copies.side(prefer).records.get(key));
            (on, records.collect::<Vec<_>>())
        };
        Outcome::From(if of(Prefer::Ours) >= of(Prefer::Theirs) {
            Prefer::Ours
        } else {
            Prefer::Theirs
        })
    }

    /// In what of a week the copies differ: what was changed or deleted on either. What only the one has done that has closed it is so either way.
    pub(super) fn differing(&self, week: &str, copies: &Copies) -> Differing {
        let closed = self.closed_on_one(week);
        let touched = self.touched.get(week).cloned().unwrap_or_default();
        let sides = SIDES.into_iter().zip(&touched);
        let at_stake = sides.filter(|(prefer, _)| closed != Some(*prefer));
        let at_stake = at_stake.flat_map(|(_, keys)| keys).collect::<BTreeSet<_>>();
        let main = |key: &Key| match key.table {
            "game_extra" => Key::new("game", [key.uid()]),
            _ => key.clone(),
        };
        let has = |prefer: Prefer, key: &Key| copies.side(prefer).records.contains_key(key);
        let on_both = |key: &Key| {
            let main = main(key);
            SIDES.into_iter().all(|prefer| has(prefer, &main))
        };
        let left_out = SIDES.map(|prefer| {
            let keys = at_stake.iter();
            let keys = keys.filter(|key| has(prefer, key) && !on_both(key));
            let wholes = keys.map(|key| key.whole()).collect::<BTreeSet<_>>();
            wholes.into_iter().collect::<Vec<_>>()
        });
        let is_homeless = |prefer: Prefer, key: &Key| {
            let other = copies.side(prefer.other());
            let of_weeks = copies.side(prefer).records.keys();
            let mut of_weeks = of_weeks.filter(|it| it.table == "week_player");
            let elsewhere = |it: &Key| it.whole() == *key && it.uid() != week;
            let is_new = key.table == "person" && !other.records.contains_key(key);
            is_new && has(prefer, key) && !of_weeks.any(elsewhere)
        };
        // Whom the other copy has deleted isn't in the camp there.
        let has_touched = |prefer: Prefer, key: &Key| {
            let mut keys = touched.get(prefer.place()).into_iter().flatten();
            keys.any(|it| it.whole() == *key)
        };
        let staying = SIDES.iter().zip(&left_out).flat_map(|(prefer, keys)| {
            let is_staying = |key: &&Key| is_homeless(*prefer, key) && has_touched(*prefer, key);
            let staying = keys.iter().filter(is_staying);
            staying.cloned().collect::<Vec<_>>()
        });
        let differ = at_stake
            .iter()
            .copied()
            .filter(|key| on_both(key))
            .filter_map(|key| {
                let [ours, theirs] = SIDES.map(|prefer| copies.side(prefer).records.get(key));
                let columns = [ours, theirs].into_iter().flatten().flat_map(Cells::keys);
                let columns = columns.cloned().collect::<BTreeSet<_>>();
                let cell = |cells: Option<&Cells>, column: &String| cells?.get(column).cloned();
                let kept = key.table().map_or(&[][..], |table| table.kept);
                let differs = |column: &String| {
                    let [one, other] = [ours, theirs].map(|cells| cell(cells, column));
                    let is_seen = !kept.contains(&column.as_str()) && !is_hidden(column);
                    is_seen && !alike(one.as_ref(), other.as_ref())
                };
                let columns = columns.into_iter().filter(differs).collect::<Vec<_>>();
                (!columns.is_empty()).then(|| Difference {
                    key: key.clone(),
                    columns,
                    ours: ours.cloned(),
                    theirs: theirs.cloned(),
                })
            });
        let [ours, theirs] = SIDES.map(|prefer| games(week, prefer, copies));
        let shared = |games: &[&str], others: &[&str]| {
            let others = others.iter().copied().collect::<BTreeSet<_>>();
            let shared = games.iter().filter(|game| others.contains(*game));
            shared.map(|game| (*game).to_owned()).collect::<Vec<_>>()
        };
        Differing {
            staying: staying.collect(),
            differ: differ.collect(),
            is_ordered_anew: shared(&ours, &theirs) != shared(&theirs, &ours),
            left_out,
        }
    }
}

/// The games of a week of a copy, in their order.
fn games<'a>(week: &str, prefer: Prefer, copies: &'a Copies) -> Vec<&'a str> {
    let placed = copies.side(prefer).orders.get(week).into_iter().flatten();
    placed.map(|placed| placed.uid.as_str()).collect()
}

/// Whether a copy has changed what belongs to a week, in a way that the other one wouldn't have if both were put together. A group of it that the
/// other copy doesn't have any more, as it was deleted there or left out with the week, belongs to it.
pub(super) fn is_touched(key: &Key, prefer: Prefer, copies: &Copies, base: &Base) -> bool {
    differs(key, prefer, copies, base) || is_changed_group(key, prefer, copies, base)
}

fn is_changed_group(of_week: &Key, prefer: Prefer, copies: &Copies, base: &Base) -> bool {
    let (side, other) = (copies.side(prefer), copies.side(prefer.other()));
    let group = of_week.whole();
    if of_week.table != "week_group"
        || !side.records.contains_key(of_week)
        || other.records.contains_key(&group)
    {
        return false;
    }
    let mut records = side.records.keys();
    records.any(|key| {
        let is_of_week = key.table().is_some_and(|table| table.is_of_week);
        !is_of_week && key.whole() == group && differs(key, prefer, copies, base)
    })
}

/// Whether a copy has changed a record in a way that the other one wouldn't have if both were put together.
fn differs(key: &Key, prefer: Prefer, copies: &Copies, base: &Base) -> bool {
    let Some(table) = key.table() else {
        return false;
    };
    let states = [&copies.ours, &copies.theirs].map(|side| side.records.get(key));
    let [here, there] = match prefer {
        Prefer::Ours => states,
        Prefer::Theirs => [states[1], states[0]],
    };
    let before = base.records.get(key);
    let known = (before, !base.is_known);
    let merged = merge_record(key, states, known, Some(prefer), &mut Vec::new());
    let sequence = |cells: Option<&Cells>| cells.and_then(|it| it.get("sequence")).cloned();
    let mut others = [before, there].into_iter();
    let is_moved = others.all(|other| sequence(other) != sequence(here));
    // The number of the file is set where somebody gets another one, also in weeks that nobody works in.
    let kept = match table.name {
        "week_player" => [table.kept, &["imported_number"]].concat(),
        _ => table.kept.to_vec(),
    };
    is_moved || !same_but(&kept, merged.as_ref(), there)
}
