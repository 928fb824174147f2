//! Who might move up a group, by the results of the week.

use std::collections::HashMap;

use super::{CampData, GroupId, PlayerId};

/// Fewer games say too little about a camper.
pub const GAMES_TO_MOVE_UP: usize = 5;

/// A camper who did well enough to be asked about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Promotion {
    pub player: PlayerId,
    pub from: GroupId,
    /// The next stronger group.
    pub to: GroupId,
    /// Games that count.
    pub games: usize,
    /// In half points: a win is 2, a draw 1.
    pub half_points: usize,
}

impl Promotion {
    /// "5½ points of 7 games"
    #[must_use]
    pub fn reason(&self) -> String {
        let half = if self.half_points.is_multiple_of(2) {
            ""
        } else {
            "½"
        };
        let points = match self.half_points / 2 {
            0 if !half.is_empty() => half.to_owned(),
            whole => format!("{whole}{half}"),
        };
        format!("{points} points of {} games", self.games)
    }
}

/// Active campers with at least [`GAMES_TO_MOVE_UP`] games and two thirds of the points, or with a weekly rating that has
/// reached the initial rating of the next stronger group. Weakest group first, in a group the best share first. A suggestion:
/// the director decides.
#[must_use]
pub fn promotions(camp: &CampData) -> Vec<Promotion> {
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
            let did_well = games >= GAMES_TO_MOVE_UP && half_points * 3 >= games * 4;
            let arrived = games > 0
                && to
                    .initial_rating
                    .is_some_and(|initial| player.ratings.weekly >= initial);
            if did_well || arrived {
                moves.push(Promotion {
                    player: player.id,
                    from: from.id,
                    to: to.id,
                    games,
                    half_points,
                });
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
fn scores(camp: &CampData) -> HashMap<PlayerId, (usize, usize)> {
    let mut scores = HashMap::<_, (usize, usize)>::new();
    for game in camp.games.iter().filter(|game| game.counts) {
        let white = usize::try_from(game.result.sign() + 1).unwrap_or(0);
        for (player, half_points) in [(game.white, white), (game.black, 2 - white)] {
            let score = scores.entry(player).or_default();
            score.0 += 1;
            score.1 += half_points;
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_written_in_halves() {
        let reason = |half_points| {
            Promotion {
                player: PlayerId(1),
                from: GroupId(1),
                to: GroupId(2),
                games: 6,
                half_points,
            }
            .reason()
        };
        assert_eq!(reason(9), "4½ points of 6 games");
        assert_eq!(reason(8), "4 points of 6 games");
        assert_eq!(reason(1), "½ points of 6 games");
        assert_eq!(reason(0), "0 points of 6 games");
    }
}
