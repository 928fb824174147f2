//! The order in which a crosstable is printed.

use std::cmp::Ordering;

use crate::domain::us_chess::{Section, System};

impl Section {
    /// The system whose ratings order the rows: the preferred one, or the only one that the section is rated in.
    #[must_use]
    pub fn ordering_system(&self, preferred: System) -> System {
        let other = preferred.other();
        if self.is_rated_in(other) && !self.is_rated_in(preferred) {
            other
        } else {
            preferred
        }
    }

    /// The places of the entries, from 0, as a crosstable lists them: by final score, then by the published rating after the section, then
    /// by pairing number.
    #[must_use]
    pub fn standing(&self, preferred: System) -> Vec<usize> {
        let system = self.ordering_system(preferred);
        self.standing_by(|row| self.entries.get(row)?.record(system).post)
    }

    /// The same with other ratings after the section, by the place of the entry. Who has none comes after all who have the same score.
    #[must_use]
    pub fn standing_by(&self, post: impl Fn(usize) -> Option<f64>) -> Vec<usize> {
        let entries = self.entries.iter().zip(self.halves()).enumerate();
        let mut rows = entries
            .map(|(row, (entry, halves))| (row, halves, post(row), entry.pair))
            .collect::<Vec<_>>();
        rows.sort_by(|one, other| {
            let score = other.1.cmp(&one.1);
            let rating = || descending(one.2, other.2);
            score.then_with(rating).then(one.3.cmp(&other.3))
        });
        rows.into_iter().map(|(row, ..)| row).collect()
    }
}

/// The higher rating first, and none last.
fn descending(one: Option<f64>, other: Option<f64>) -> Ordering {
    match (one, other) {
        (Some(one), Some(other)) => other.total_cmp(&one),
        _ => other.is_some().cmp(&one.is_some()),
    }
}

#[cfg(test)]
mod tests;
