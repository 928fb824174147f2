//! What both copies had last of each record: what either has done to it is compared with that.

use std::collections::BTreeSet;

use super::{
    Cells, Copies, Key, State,
    three_way::{same, same_but},
};

/// What a game that was made one has of each copy's own, or of the copy on which it was typed first.
const OF_GAME: [&str; 3] = ["id", "sequence", "entered_at"];

/// The records of both copies as both had them last.
#[derive(Debug, Default)]
pub(super) struct Base {
    pub(super) records: State,
    /// Whether anything is known of that. Otherwise everything that differs is decided.
    pub(super) is_known: bool,
}

impl Base {
    /// What one copy has got of the other one since they parted is later than that. So a decision stands: whatever was decided against is what
    /// both had, and was changed on one.
    pub(super) fn of(copies: &Copies) -> Self {
        let (ours, theirs) = (&copies.ours, &copies.theirs);
        let known = match (&ours.brought, &theirs.brought) {
            (None, None) => copies.base.clone(),
            (Some(state), None) | (None, Some(state)) => Some(state.clone()),
            (Some(here), Some(there)) => Some(crossed(copies, [here, there])),
        };
        let mut base = Self {
            is_known: known.is_some(),
            records: known.unwrap_or_default(),
        };
        if let Some(parted) = &copies.base {
            base.add_thirds(parted, ours.thirds.iter().zip(&theirs.thirds));
        }
        base
    }

    /// What both have got of third copies, or seen deleted there: all of it that is the same on both, and of which nothing later is known.
    fn add_thirds<'a>(
        &mut self,
        parted: &State,
        thirds: impl Iterator<Item = (&'a State, &'a State)>,
    ) {
        let mut thirds = thirds.peekable();
        if thirds.peek().is_none() {
            return;
        }
        let records = self.records.iter();
        let as_parted = records.filter(|(key, cells)| was_same(key, Some(cells), parted.get(key)));
        let mut untold: BTreeSet<Key> = as_parted.map(|(key, _)| key.clone()).collect();
        for (here, there) in thirds {
            let new = here.keys().chain(there.keys());
            untold.extend(
                new.filter(|key| !self.records.contains_key(*key) && !parted.contains_key(*key))
                    .cloned(),
            );
            for key in &untold {
                let [here, there] = [here, there].map(|state| state.get(key));
                // A game that one of them made one with that of the third copy was typed when it was typed first.
                let is_game = key.table == "game";
                if !(was_same(key, here, there) || is_game && same_but(&OF_GAME, here, there)) {
                    continue;
                }
                // Whichever copy is brought to which: of a game the later time, so that the earlier one is taken.
                match here.max(there) {
                    Some(cells) => self.records.insert(key.clone(), cells.clone()),
                    None => self.records.remove(key),
                };
            }
        }
    }
}

/// Each copy has got the other one, and neither knows of that. Where the same came of a record on both, both had that. Otherwise it is
/// what one of the two has made of it before, if only one has.
fn crossed(copies: &Copies, brought: [&State; 2]) -> State {
    let after = [&copies.ours, &copies.theirs].map(|side| side.after.as_ref());
    let keys = brought.into_iter().chain(after.into_iter().flatten());
    let keys = keys.flat_map(State::keys);
    let record = |key: &Key| {
        let [here, there] = brought.map(|state| state.get(key));
        if let [Some(one), Some(other)] = after {
            let (one, other) = (one.get(key), other.get(key));
            if was_same(key, one, other) {
                // Whichever copy is brought to which.
                return one.min(other);
            }
        }
        if was_same(key, here, there) {
            return here.min(there);
        }
        let parted = copies.base.as_ref()?.get(key);
        if was_same(key, here, parted) {
            there
        } else if was_same(key, there, parted) {
            here
        } else {
            parted
        }
    };
    keys.filter_map(|key| Some((key.clone(), record(key)?.clone())))
        .collect()
}

/// Whether two states of a record are the same in all that is merged; of a week, or the current one of a camp, in all but what each copy has its
/// own of.
fn was_same(key: &Key, one: Option<&Cells>, other: Option<&Cells>) -> bool {
    if ["week", "camp"].contains(&key.table) {
        return same_but(&["id", "digest"], one, other);
    }
    key.table().is_some_and(|table| same(table, one, other))
}
