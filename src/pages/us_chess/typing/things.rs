//! What is to be looked at in a section while it is typed.

use crate::domain::us_chess::{Contradiction, Section};

/// Something in a section, with its place.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::pages::us_chess) struct Thing {
    pub(in crate::pages::us_chess) row: usize,
    /// From 0; nothing where the whole row is meant.
    pub(in crate::pages::us_chess) round: Option<usize>,
    /// Whether the section can't be rated with it.
    pub(in crate::pages::us_chess) is_wrong: bool,
    /// "Pair 3, round 2: 7 has W4, which doesn't fit"
    pub(in crate::pages::us_chess) sentence: String,
}

/// What can't be so, and then what is odd. Cells in which nothing is entered yet are no news.
pub(super) fn of(section: &Section) -> Vec<Thing> {
    let wrong = section.problems().into_iter();
    let wrong = wrong.filter(|problem| problem.what != Contradiction::NotEntered);
    let wrong = wrong.map(|problem| Thing {
        row: problem.row,
        round: problem.round,
        is_wrong: problem.what.prevents_rating(),
        sentence: problem.to_string(),
    });
    let odd = section.doubts().into_iter().map(|doubt| Thing {
        row: doubt.row,
        round: doubt.round,
        is_wrong: false,
        sentence: doubt.to_string(),
    });
    wrong.chain(odd).collect()
}
