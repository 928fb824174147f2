//! A week with the ratings that its games give, for prints that tell both.

use std::{borrow::Cow, ops::ControlFlow};

use super::Remark;
use crate::{
    domain::CampData,
    rating::camp_ladder::{Ladder, NoAnswer, recalculate},
};

/// The camp as a recalculation would leave it, so that a sheet can't contradict itself where the saved ratings are older
/// than the games; and what has to be said of it. Where the week can't be recalculated, the ratings are the saved ones.
pub(super) fn rated(camp: &CampData) -> (Cow<'_, CampData>, Vec<Remark>) {
    match recalculate(&Ladder::new(camp), |_, _| ControlFlow::Continue(())) {
        Ok(done) if done.changed > 0 => (
            Cow::Owned(camp.clone().with_ratings(&done.saved)),
            vec![Remark::OlderThanGames],
        ),
        Err(NoAnswer::Problems(problems)) => {
            let first = problems.first();
            let remark = first.map(|problem| Remark::NotRated(problem.sentence(camp)));
            (Cow::Borrowed(camp), remark.into_iter().collect())
        }
        Ok(_) | Err(NoAnswer::Cancelled) => (Cow::Borrowed(camp), Vec::new()),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::report::tests::camp;

    /// The camp as pressing Recalc Ratings leaves it.
    pub(in crate::report) fn recalculated(camp: &CampData) -> CampData {
        rated(camp).0.into_owned()
    }

    #[test]
    fn ratings_that_are_older_than_the_games_are_made_new_and_it_is_said() {
        let saved = camp(12);
        let (now, remarks) = rated(&saved);
        assert_eq!(remarks, [Remark::OlderThanGames]);
        let weekly = |camp: &CampData| {
            let players = camp.players.iter();
            players.map(|player| player.ratings.weekly).sum::<i32>()
        };
        // Three in each of four groups: what one gains in a game another one gives.
        assert_eq!(weekly(&now), 3 * (800 + 900 + 1000 + 1100));
        assert_ne!(weekly(&saved), weekly(&now));
        let (again, remarks) = rated(&now);
        assert_eq!((weekly(&again), remarks), (weekly(&now), vec![]));
    }

    #[test]
    fn a_week_that_cannot_be_rated_is_as_it_is_saved_and_it_is_said_why() {
        // Player 13 has no group.
        let saved = camp(13);
        let (same, remarks) = rated(&saved);
        assert_eq!(same.players, saved.players);
        let [Remark::NotRated(reason)] = remarks.as_slice() else {
            panic!("{remarks:?}")
        };
        assert!(reason.starts_with("Mai Last12 has no group"), "{reason}");
    }
}
