//! Result sheets that were typed twice: their games come again in the same order.

use std::collections::{HashMap, HashSet};

use super::{LadderProblem, is_same_again, typed_twice};
use crate::domain::{CampData, Game};

/// Two players meet again, and one of them wins again, on one day. So many pairs in a row don't: not in the same order, with the same
/// colors and the same results.
const PAIRS: usize = 3;

/// For each game, by its place in the camp, the place of the last one before that says the same; none for most.
pub(super) struct SameBefore(Vec<Option<u32>>);

impl SameBefore {
    /// Of so many games.
    pub(super) fn new(games: usize) -> Self {
        Self(vec![None; games])
    }

    /// Takes in all games of a pair, in the order of play, each with its place. Without a date nobody knows whether it is the same day.
    pub(super) fn note<'a>(&mut self, games: impl Iterator<Item = (usize, &'a Game)>) {
        let mut seen = HashMap::new();
        for (place, game) in games.filter(|(_, game)| game.date.is_some()) {
            let says = (game.white, game.result, game.date);
            let before = seen.insert(says, (place, game));
            let before = before.filter(|(_, before)| is_same_again(before, game));
            if let (Some((before, _)), Some(here)) = (before, self.0.get_mut(place)) {
                *here = u32::try_from(before).ok();
            }
        }
    }

    /// The games of sheets that were typed again.
    pub(super) fn doubts(&self, camp: &CampData) -> Vec<LadderProblem> {
        let same = self.0.iter().zip(0_usize..);
        let same =
            same.filter_map(|(before, place)| Some((usize::try_from((*before)?).ok()?, place)));
        let same = same.collect::<Vec<_>>();
        let runs = same.chunk_by(|(before, place), (next_before, next)| {
            before + 1 == *next_before && place + 1 == *next
        });
        let mut doubts = Vec::new();
        for run in runs {
            let pair = |(_, place): &(usize, usize)| {
                let game = camp.games.get(*place)?;
                Some((game.white.min(game.black), game.white.max(game.black)))
            };
            // A few pairs who play each other again and again come at a smaller distance.
            let distance = run.first().map_or(0, |(before, place)| place - before);
            if distance < PAIRS || run.iter().filter_map(pair).collect::<HashSet<_>>().len() < PAIRS
            {
                continue;
            }
            for (before, place) in run {
                if let (Some(first), Some(again)) =
                    (camp.games.get(*before), camp.games.get(*place))
                {
                    doubts.push(typed_twice(first, again));
                }
            }
        }
        doubts
    }
}
