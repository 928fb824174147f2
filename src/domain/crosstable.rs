//! Who met whom in a list of players, and how the games ended: on paper and on the web.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
};

use serde::{Serialize, Serializer};

use super::{
    CampData, Game, PlayerId,
    us_chess::{Code, Side},
    words::in_points,
};

/// A square of more players is nothing that anybody reads: of a longer list, the games of each stand in a row.
pub(crate) const MOST_IN_SQUARE: usize = 15;

/// What a crosstable shows of a player of its list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CrosstableRow {
    /// In order of play.
    pub games: Vec<GameInOrder>,
    /// Only the opponents that the player met, by their places.
    pub met: Vec<Met>,
    /// Against everybody who isn't listed.
    pub others: Score,
    /// Against everybody.
    pub total: Score,
}

/// A game of a player among all that he or she played.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct GameInOrder {
    /// The opponent's place in the list, counted from 0; `None` for somebody who isn't listed.
    pub opponent: Option<usize>,
    pub is_white: bool,
    pub played: Played,
}

impl fmt::Display for GameInOrder {
    /// "W12b": how it ended, the opponent's line counted from 1, and the own color; "(D\*w)" of a fun game with somebody who isn't listed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.played.code().letter();
        let side = if self.is_white {
            Side::White
        } else {
            Side::Black
        }
        .letter();
        let opponent = self.opponent.map(|place| (place + 1).to_string());
        let opponent = opponent.as_deref().unwrap_or("*");
        if self.played.counts {
            write!(f, "{code}{opponent}{side}")
        } else {
            write!(f, "({code}{opponent}{side})")
        }
    }
}

impl Serialize for GameInOrder {
    /// As it is told: "W12b".
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The games of two players of a list, in order of play.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Met {
    /// The opponent's place in the list, counted from 0.
    pub place: usize,
    pub games: Vec<Played>,
}

/// A game from the row's view.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Played {
    /// In half points: 2, 1 or 0.
    pub halves: u32,
    pub counts: bool,
}

impl Played {
    pub(crate) const fn code(self) -> Code {
        match self.halves {
            2 => Code::Win,
            1 => Code::Draw,
            _ => Code::Loss,
        }
    }
}

impl fmt::Display for Played {
    /// "1", "½" or "0"; "(½)" of a fun game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = in_points(self.halves);
        if self.counts {
            f.write_str(&points)
        } else {
            write!(f, "({points})")
        }
    }
}

impl Serialize for Played {
    /// As it is told: "½".
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Score {
    /// In half points, of games that count.
    pub halves: u32,
    /// Games that count.
    pub games: u32,
    /// Games that don't.
    pub fun: u32,
}

impl fmt::Display for Score {
    /// "7½ / 12", "7½ / 12 (2)" with two fun games, "–" of no games.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted =
            (self.games > 0).then(|| format!("{} / {}", in_points(self.halves), self.games));
        let fun = (self.fun > 0).then(|| format!("({})", self.fun));
        let parts = [counted, fun].into_iter().flatten().collect::<Vec<_>>();
        if parts.is_empty() {
            f.write_str("–")
        } else {
            f.write_str(&parts.join(" "))
        }
    }
}

impl Serialize for Score {
    /// As it is told: "7½ / 12".
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromIterator<Played> for Score {
    fn from_iter<I: IntoIterator<Item = Played>>(games: I) -> Self {
        let mut score = Self::default();
        for game in games {
            score.add(game);
        }
        score
    }
}

impl Score {
    const fn add(&mut self, game: Played) {
        if game.counts {
            self.halves += game.halves;
            self.games += 1;
        } else {
            self.fun += 1;
        }
    }
}

/// The games of each player, in order of play.
pub(crate) struct GamesOf(HashMap<PlayerId, Vec<GameOf>>);

/// A game from a player's view.
struct GameOf {
    opponent: PlayerId,
    is_white: bool,
    played: Played,
}

impl GamesOf {
    /// Those of the week that count, and with `fun_games` all others too.
    #[must_use]
    pub(crate) fn new(camp: &CampData, fun_games: bool) -> Self {
        let mut games = HashMap::<_, Vec<_>>::with_capacity(camp.players.len());
        let kept = |game: &&Game| game.counts || fun_games;
        for game in camp.games.iter().filter(kept) {
            let sign = game.result.sign();
            for (player, opponent, is_white, sign) in [
                (game.white, game.black, true, sign),
                (game.black, game.white, false, -sign),
            ] {
                let played = Played {
                    halves: (sign + 1).unsigned_abs(),
                    counts: game.counts,
                };
                games.entry(player).or_default().push(GameOf {
                    opponent,
                    is_white,
                    played,
                });
            }
        }
        Self(games)
    }

    /// The rows of a list of these players, in its order.
    #[must_use]
    pub(crate) fn crosstable(
        &self,
        list: impl Iterator<Item = PlayerId> + Clone,
    ) -> Vec<CrosstableRow> {
        let places = list.clone().zip(0..).collect::<HashMap<_, _>>();
        list.map(|player| self.row(player, &places)).collect()
    }

    fn row(&self, player: PlayerId, places: &HashMap<PlayerId, usize>) -> CrosstableRow {
        let mut games = Vec::new();
        let mut met = BTreeMap::<usize, Vec<Played>>::new();
        let (mut others, mut total) = (Score::default(), Score::default());
        for game in self.0.get(&player).into_iter().flatten() {
            let opponent = places.get(&game.opponent).copied();
            games.push(GameInOrder {
                opponent,
                is_white: game.is_white,
                played: game.played,
            });
            total.add(game.played);
            match opponent {
                Some(place) => met.entry(place).or_default().push(game.played),
                None => others.add(game.played),
            }
        }
        let met = met.into_iter();
        CrosstableRow {
            games,
            met: met.map(|(place, games)| Met { place, games }).collect(),
            others,
            total,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::civil::date;

    use super::*;
    use crate::domain::{GameResult, Week};

    /// Three who met one another, and one who isn't listed.
    #[test]
    fn games_are_seen_from_each_row_and_add_up() {
        let mut camp = CampData::new("Test camp", Week::new(1, date(2026, 7, 6)));
        let game = |white, black, result| Game::new(PlayerId(white), PlayerId(black), result);
        let fun = Game {
            counts: false,
            ..game(1, 2, GameResult::BlackWon)
        };
        camp.games = Arc::new(vec![
            game(1, 2, GameResult::WhiteWon),
            game(2, 1, GameResult::Draw),
            fun,
            game(3, 1, GameResult::WhiteWon),
            game(4, 2, GameResult::BlackWon),
        ]);
        let players = [1, 2, 3].map(PlayerId).into_iter();
        let rows = GamesOf::new(&camp, true).crosstable(players.clone());
        let played = |halves, counts| Played { halves, counts };
        let met = |row: usize, place: usize| {
            let mut met = rows[row].met.iter();
            met.find(|met| met.place == place)
                .map(|met| met.games.clone())
        };
        let (won, drawn, lost) = (played(2, true), played(1, true), played(0, true));
        assert_eq!(met(0, 1), Some(vec![won, drawn, played(0, false)]));
        assert_eq!(met(1, 0), Some(vec![lost, drawn, played(2, false)]));
        assert_eq!(met(0, 2), Some(vec![lost]));
        assert_eq!(met(1, 2), None);
        let in_order = |opponent, is_white, played| GameInOrder {
            opponent,
            is_white,
            played,
        };
        assert_eq!(
            rows[1].games,
            [
                in_order(Some(0), false, lost),
                in_order(Some(0), true, drawn),
                in_order(Some(0), false, played(2, false)),
                in_order(None, false, won),
            ]
        );
        let score = |halves, games, fun| Score { halves, games, fun };
        let totals = rows.iter().map(|row| row.total).collect::<Vec<_>>();
        assert_eq!(totals, [score(3, 3, 1), score(3, 3, 1), score(2, 1, 0)]);
        let others = rows.iter().map(|row| row.others.games);
        assert_eq!(others.collect::<Vec<_>>(), [0, 1, 0]);

        let told = |place: usize| [rows[place].total, rows[place].others].map(|it| it.to_string());
        assert_eq!(told(0), ["1½ / 3 (1)", "–"]);
        assert_eq!(told(1), ["1½ / 3 (1)", "1 / 1"]);
        let of_fun = [played(1, false), played(2, false)];
        assert_eq!(of_fun.map(|game| game.to_string()), ["(½)", "(1)"]);
        assert_eq!(of_fun.into_iter().collect::<Score>().to_string(), "(2)");

        let counted = GamesOf::new(&camp, false).crosstable(players);
        assert_eq!(counted[0].total, score(3, 3, 0));
        assert_eq!(counted[0].met[0].games, [won, drawn]);
    }
}
