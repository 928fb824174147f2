//! Who might play whom now: a suggestion for those who are there, from their ratings and the games of the week.

use std::{cmp::Reverse, collections::HashMap};

use integer_blossom::min_weight_perfect_matching;

use super::{CampData, Player, PlayerId};

/// Two who have met in this week count as so many points further apart for each of their games, as the sheet says.
pub(crate) const POINTS_PER_GAME: i64 = 200;

/// So many are paired at once. More would take too long, by the cube of their number, and are paired in parts, from the top of the
/// ratings.
const MOST_AT_ONCE: usize = 200;

/// Each player once.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct NextGames {
    /// White and Black of each board, the board of the highest rating first.
    pub games: Vec<[PlayerId; 2]>,
    /// Who sits out, where the number of players is odd: who has played most in this week, of several the one who is rated lowest. So
    /// nobody sits out again before the others have.
    pub bye: Option<PlayerId>,
}

/// The games of these players of the camp's week for which the squares of the distances in rating are least in sum, where a distance
/// grows by [`POINTS_PER_GAME`] with each game that the two have played. Who has had White less has White.
///
/// The same players in any order get the same games. Takes tens of milliseconds for hundreds of players.
pub(crate) fn next_games(camp: &CampData, players: &[&Player]) -> NextGames {
    let week = Played::of(camp);
    let mut order = players.to_vec();
    order.sort_by_key(|player| (Reverse(player.ratings.weekly), player.id));
    let bye = if order.len().is_multiple_of(2) {
        None
    } else {
        let place = (0..order.len()).max_by_key(|place| (week.games(order[*place].id), *place));
        place.map(|place| order.remove(place).id)
    };
    let mut pairs = Vec::with_capacity(order.len() / 2);
    let parts = order.len().div_ceil(MOST_AT_ONCE).max(1);
    let size = order.len().div_ceil(parts).next_multiple_of(2).max(2);
    for part in order.chunks(size) {
        pairs.extend(nearest(part, &week));
    }
    let boards = pairs.into_iter().enumerate();
    NextGames {
        games: boards
            .map(|(board, [one, other])| week.colors(one, other, board))
            .collect(),
        bye,
    }
}

/// The best pairs of an even number of players who stand by rating, each with the higher one first, and the highest first.
fn nearest(players: &[&Player], week: &Played) -> Vec<[PlayerId; 2]> {
    let count = players.len();
    let mut costs = vec![0; count * count];
    for (row, one) in players.iter().enumerate() {
        for (column, other) in players.iter().enumerate().skip(row + 1) {
            let apart = i64::from(one.ratings.weekly) - i64::from(other.ratings.weekly);
            costs[row * count + column] = week.cost(one.id, other.id, apart);
        }
    }
    let mates = min_weight_perfect_matching(&costs, count);
    let pairs = mates.into_iter().enumerate();
    let once = pairs.filter(|(place, mate)| place < mate);
    once.map(|(place, mate)| [players[place].id, players[mate].id])
        .collect()
}

/// What the games of the week say of each player and of each two, fun games among them: who has met somebody has met somebody.
#[derive(Debug, Default)]
struct Played {
    colors: HashMap<PlayerId, Colors>,
    /// By the two, the lower number first: their games, and who had White in the last one.
    between: HashMap<[PlayerId; 2], (i64, PlayerId)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Colors {
    whites: i64,
    blacks: i64,
    /// Whether the last game was with White.
    white_last: bool,
}

fn both(one: PlayerId, other: PlayerId) -> [PlayerId; 2] {
    [one.min(other), one.max(other)]
}

impl Played {
    fn of(camp: &CampData) -> Self {
        let mut played = Self::default();
        for game in camp.games.iter() {
            let white = played.colors.entry(game.white).or_default();
            white.whites += 1;
            white.white_last = true;
            let black = played.colors.entry(game.black).or_default();
            black.blacks += 1;
            black.white_last = false;
            let (games, last) = played
                .between
                .entry(both(game.white, game.black))
                .or_insert((0, game.white));
            *games += 1;
            *last = game.white;
        }
        played
    }

    fn of_player(&self, player: PlayerId) -> Colors {
        self.colors.get(&player).copied().unwrap_or_default()
    }

    fn games(&self, player: PlayerId) -> i64 {
        let Colors { whites, blacks, .. } = self.of_player(player);
        whites + blacks
    }

    /// The square of how far two players are apart, this week's games among it.
    fn cost(&self, one: PlayerId, other: PlayerId, apart: i64) -> i64 {
        // Squares of more would reach the end of the numbers once the matching adds them up.
        const FURTHEST: i64 = 10_000_000;
        let games = self.between.get(&both(one, other));
        let games = games.map_or(0, |(games, _)| *games);
        let apart = games.saturating_mul(POINTS_PER_GAME) + apart.abs();
        apart.min(FURTHEST).pow(2)
    }

    /// Who has White and who has Black: White goes to who has had it less; then to who had Black last; then the two swap the colors
    /// of their last game; and before any game the higher one has White on every other board.
    fn colors(&self, one: PlayerId, other: PlayerId, board: usize) -> [PlayerId; 2] {
        let wants_black = |player| {
            let colors = self.of_player(player);
            (colors.whites - colors.blacks, colors.white_last)
        };
        let had_white = |player| {
            let last = self.between.get(&both(one, other));
            last.is_some_and(|(_, white)| *white == player)
        };
        let key = |player| (wants_black(player), had_white(player));
        let other_first = match key(one).cmp(&key(other)) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => !board.is_multiple_of(2),
        };
        if other_first {
            [other, one]
        } else {
            [one, other]
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;
    use crate::domain::{Game, GameResult, Ratings, Week};

    fn camp(ratings: &[i32], games: &[(usize, usize)]) -> CampData {
        let players = ratings.iter().zip(1..).map(|(weekly, id)| Player {
            id: PlayerId(id),
            ratings: Ratings {
                weekly: *weekly,
                permanent: 0,
            },
            ..Player::default()
        });
        let id = |place: &usize| PlayerId(i64::try_from(*place).expect("few"));
        let games = games
            .iter()
            .map(|(white, black)| Game::new(id(white), id(black), GameResult::Draw));
        CampData {
            players: players.collect::<Vec<_>>().into(),
            games: games.collect::<Vec<_>>().into(),
            ..CampData::new("Test camp", Week::new(1, date(2026, 7, 6)))
        }
    }

    fn of(camp: &CampData) -> (Vec<[i64; 2]>, Option<i64>) {
        let next = next_games(camp, &camp.players.iter().collect::<Vec<_>>());
        let games = next.games.iter();
        let games = games.map(|game| game.map(|player| player.0));
        (games.collect(), next.bye.map(|player| player.0))
    }

    #[test]
    fn neighbors_in_rating_meet_and_colors_alternate_from_board_to_board() {
        let camp = camp(&[1000, 1300, 1010, 1310], &[]);
        assert_eq!(of(&camp), (vec![[4, 2], [1, 3]], None));
    }

    #[test]
    fn who_has_met_meets_somebody_else_where_that_is_not_far() {
        let met = |others: i32| camp(&[1310, 1300, others + 10, others], &[(1, 2), (3, 4)]);
        // 100 points further are nearer than somebody again.
        let (games, _) = of(&met(1200));
        assert_eq!(games, [[1, 3], [4, 2]]);
        // 1000 points are not.
        let (games, _) = of(&met(300));
        assert_eq!(games, [[2, 1], [4, 3]], "with the other color");
    }

    #[test]
    fn who_has_played_most_sits_out_and_nobody_twice() {
        let mut games = Vec::new();
        let mut byes = Vec::new();
        for _ in 0..5 {
            let camp = camp(&[1500, 1400, 1300, 1200, 1100], &games);
            let (next, bye) = of(&camp);
            byes.push(bye.expect("one sits out"));
            let place = |player: i64| usize::try_from(player).expect("few");
            games.extend(
                next.iter()
                    .map(|[white, black]| (place(*white), place(*black))),
            );
        }
        assert_eq!(byes[0], 5, "the lowest, before any game");
        byes.sort_unstable();
        assert_eq!(byes, [1, 2, 3, 4, 5]);
    }

    #[test]
    fn white_goes_to_who_has_had_it_less() {
        // Player 1 has had White twice, player 2 once and Black once.
        let camp = camp(&[1300, 1290, 500, 490], &[(1, 3), (2, 4), (1, 4), (3, 2)]);
        let (games, _) = of(&camp);
        assert_eq!(games[0], [2, 1]);
    }

    /// The least sum of costs over all ways to pair, by trying them all.
    fn least(costs: &dyn Fn(usize, usize) -> i64, left: &[usize]) -> i64 {
        let Some((first, rest)) = left.split_first() else {
            return 0;
        };
        let sums = rest.iter().map(|mate| {
            let others = rest.iter().copied().filter(|other| other != mate);
            costs(*first, *mate) + least(costs, &others.collect::<Vec<_>>())
        });
        sums.min().unwrap_or(0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// As good as the best of all ways to pair, however the players stand in the list.
        #[test]
        fn the_games_are_the_best_that_there_are(
            ratings in proptest::collection::vec(600_i32..1600, 0..=8),
            games in proptest::collection::vec((1_usize..=8, 1_usize..=8), 0..20),
        ) {
            let games = games.into_iter().filter(|(white, black)| {
                white != black && white.max(black) <= &ratings.len()
            });
            let camp = camp(&ratings, &games.collect::<Vec<_>>());
            let players = camp.players.iter().collect::<Vec<_>>();
            let next = next_games(&camp, &players);
            let reversed = players.iter().rev().copied().collect::<Vec<_>>();
            prop_assert_eq!(&next, &next_games(&camp, &reversed));

            let week = Played::of(&camp);
            let cost = |one: PlayerId, other: PlayerId| {
                let rating = |id| i64::from(camp.player(id).expect("there").ratings.weekly);
                week.cost(one, other, rating(one) - rating(other))
            };
            let seated = (0..players.len()).filter(|place| Some(players[*place].id) != next.bye);
            let seated = seated.collect::<Vec<_>>();
            prop_assert_eq!(seated.len(), 2 * next.games.len());
            let sum = next.games.iter().map(|[white, black]| cost(*white, *black)).sum::<i64>();
            let best = least(&|one, other| cost(players[one].id, players[other].id), &seated);
            prop_assert_eq!(sum, best);
        }
    }

    #[test]
    fn a_whole_school_is_paired_in_parts_and_everybody_once() {
        let ratings = (0..1001)
            .map(|place| 600 + place * 37 % 1200)
            .collect::<Vec<_>>();
        let (games, bye) = of(&camp(&ratings, &[]));
        let mut players = games.concat();
        players.extend(bye);
        players.sort_unstable();
        assert_eq!(players, (1..=1001).collect::<Vec<_>>());
    }
}
