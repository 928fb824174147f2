//! Who might move up a group, by the results of the week.

use std::collections::HashMap;

use super::{CampData, GroupId, PlayerId, show_rating, words::in_points};

/// Fewer games say too little about a camper.
pub(super) const GAMES_TO_MOVE_UP: u32 = 5;

/// A camper who did well enough to be asked about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Promotion {
    pub player: PlayerId,
    pub from: GroupId,
    /// The next stronger group.
    pub to: GroupId,
    /// Games that count.
    pub games: u32,
    /// In half points: a win is 2, a draw 1.
    pub half_points: u32,
    /// The initial rating of [`Self::to`], where the weekly rating has reached it.
    pub reached: Option<i32>,
}

impl Promotion {
    /// "5½ points of 7 games", "1000 reached with 3 points of 6 games"
    #[must_use]
    pub(crate) fn reason(&self) -> String {
        let score = self.score();
        match self.reached.map(show_rating) {
            None => score,
            Some(rating) if self.did_well() => format!("{score}, and {rating} reached"),
            Some(rating) => format!("{rating} reached with {score}"),
        }
    }

    /// Whether the score alone is reason enough.
    const fn did_well(&self) -> bool {
        self.games >= GAMES_TO_MOVE_UP && self.half_points * 3 >= self.games * 4
    }

    /// "5½ points of 7 games"
    fn score(&self) -> String {
        let points = in_points(self.half_points);
        let points_word = if matches!(self.half_points, 1 | 2) {
            "point"
        } else {
            "points"
        };
        let games_word = if self.games == 1 { "game" } else { "games" };
        format!("{points} {points_word} of {} {games_word}", self.games)
    }
}

/// Active campers with at least [`GAMES_TO_MOVE_UP`] games and two thirds of the points, or with a weekly rating that has
/// reached the initial rating of the next stronger group. Weakest group first, in a group the best share first. A suggestion:
/// the director decides.
#[must_use]
pub(crate) fn promotions(camp: &CampData) -> Vec<Promotion> {
    let scores = scores(camp);
    let mut promotions = Vec::new();
    for pair in camp.groups.windows(2) {
        let [from, to] = pair else { continue };
        let mut moves = Vec::new();
        for player in camp
            .players
            .iter()
            .filter(|player| player.active && player.group == Some(from.id))
        {
            let (games, half_points) = scores.get(&player.id).copied().unwrap_or_default();
            let reached = to
                .initial_rating
                .filter(|initial| games > 0 && player.ratings.weekly >= *initial);
            let promotion = Promotion {
                player: player.id,
                from: from.id,
                to: to.id,
                games,
                half_points,
                reached,
            };
            if promotion.did_well() || reached.is_some() {
                moves.push(promotion);
            }
        }
        // Shares are compared as fractions: a/b before c/d if a·d is more than c·b.
        moves.sort_by(|a, b| {
            let (a_share, b_share) = (a.half_points * b.games, b.half_points * a.games);
            b_share
                .cmp(&a_share)
                .then(b.games.cmp(&a.games))
                .then(a.player.cmp(&b.player))
        });
        promotions.extend(moves);
    }
    promotions
}

/// Each player's games that count, and the half points of them.
fn scores(camp: &CampData) -> HashMap<PlayerId, (u32, u32)> {
    let mut scores = HashMap::<_, (u32, u32)>::new();
    for game in camp.games.iter().filter(|game| game.counts) {
        let white = u32::try_from(game.result.sign() + 1).unwrap_or(0);
        for (player, half_points) in [(game.white, white), (game.black, 2 - white)] {
            let score = scores.entry(player).or_default();
            score.0 += 1;
            score.1 += half_points;
        }
    }
    scores
}

#[cfg(test)]
mod tests;
