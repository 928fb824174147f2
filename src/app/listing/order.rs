//! Which records a list shows, and in which order.

use std::sync::Arc;

/// The places of records in the camp's own list, row by row.
#[derive(Clone, Debug)]
pub(super) enum Places {
    /// All of so many, in the camp's order: nothing to keep, though there be a million.
    All(u32),
    Some(Arc<[u32]>),
}

impl Default for Places {
    fn default() -> Self {
        Self::All(0)
    }
}

impl Places {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::All(count) => *count as usize,
            Self::Some(places) => places.len(),
        }
    }

    /// The place of a row's record.
    pub(super) fn at(&self, row: usize) -> Option<u32> {
        match self {
            Self::All(count) => u32::try_from(row).ok().filter(|row| row < count),
            Self::Some(places) => places.get(row).copied(),
        }
    }

    /// The row with the record at this place.
    pub(super) fn row_of(&self, place: u32) -> Option<usize> {
        match self {
            Self::All(count) => (place < *count).then_some(place as usize),
            Self::Some(places) => places.iter().position(|other| *other == place),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len()).filter_map(|row| self.at(row))
    }
}
