//! Players' places in a list, by their numbers.

use std::collections::HashMap;

use crate::domain::PlayerId;

/// Where a player stands in a list of entrants.
///
/// Camper numbers are nearly always small and dense, and then a table is an order of magnitude faster than a hash;
/// numbers that Access drew at random go through the hash.
#[derive(Debug)]
pub(super) enum Places {
    Table { first: i64, places: Vec<u32> },
    Hash(HashMap<PlayerId, u32>),
}

/// What [`Places::Table`] holds for a number that no player has.
const NOBODY: u32 = u32::MAX;

impl Places {
    /// `players` in the order of the list.
    pub(super) fn new(players: impl ExactSizeIterator<Item = PlayerId> + Clone) -> Self {
        let count = players.len();
        let numbers = || players.clone().map(|player| player.0);
        let first = numbers().min().unwrap_or(0);
        let last = numbers().max().unwrap_or(-1);
        let span = usize::try_from(last.saturating_sub(first).saturating_add(1));
        match span {
            Ok(span) if span <= count * 8 + 1024 => {
                let mut places = vec![NOBODY; span];
                for (place, number) in (0_u32..).zip(numbers()) {
                    if let Some(entry) = slot(number, first).and_then(|at| places.get_mut(at)) {
                        *entry = place;
                    }
                }
                Self::Table { first, places }
            }
            _ => Self::Hash(players.zip(0..).collect()),
        }
    }

    pub(super) fn of(&self, player: PlayerId) -> Option<u32> {
        match self {
            Self::Table { first, places } => slot(player.0, *first)
                .and_then(|at| places.get(at).copied())
                .filter(|place| *place != NOBODY),
            Self::Hash(places) => places.get(&player).copied(),
        }
    }
}

fn slot(number: i64, first: i64) -> Option<usize> {
    usize::try_from(number.checked_sub(first)?).ok()
}
