//! Whose ratings a change has moved: nobody's rating jumps without a word.

use crate::domain::{CampData, Ratings};

/// Players whose ratings are other ones than before a change, by name.
#[derive(Debug, Eq, PartialEq)]
pub struct RatingChanges(Vec<RatingChange>);

/// A player's ratings before and after a change.
#[derive(Debug, Eq, PartialEq)]
pub struct RatingChange {
    /// "de la Cruz, Ola"
    pub name: String,
    pub before: Ratings,
    pub after: Ratings,
}

impl RatingChanges {
    /// What has moved between two states of one week; whoever was added or deleted meanwhile isn't among them.
    pub(super) fn new(before: &CampData, after: &CampData) -> Self {
        if before.week.id != after.week.id {
            return Self(Vec::new());
        }
        let namesakes = after.namesakes();
        let moved = after.players.iter().filter_map(|player| {
            let before = before.player(player.id)?.ratings;
            (before != player.ratings).then(|| {
                let change = RatingChange {
                    name: player.listed_among(&namesakes),
                    before,
                    after: player.ratings,
                };
                (player.sort_key(), change)
            })
        });
        let mut moved = moved.collect::<Vec<_>>();
        moved.sort_by(|(one, _), (other, _)| one.cmp(other));
        Self(moved.into_iter().map(|(_, change)| change).collect())
    }

    pub fn list(&self) -> &[RatingChange] {
        &self.0
    }

    /// "63 ratings changed"
    pub fn sentence(&self) -> String {
        match self.0.len() {
            1 => "1 rating changed".to_owned(),
            count => format!("{count} ratings changed"),
        }
    }
}
