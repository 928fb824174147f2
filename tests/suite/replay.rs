//! The old program's button once more, word for word from its Visual Basic and slow, to compare ours with. It shares nothing with
//! the program's own arithmetic, and it is checked against the ratings of a real Access file itself.

use std::collections::BTreeMap;

use crate::sample::{self, Expected};

/// A row of Ladder Players.
#[derive(Clone, Debug)]
pub(crate) struct OldPlayer {
    pub id: i64,
    pub group: String,
    pub active: bool,
    pub rating: i64,
    pub permanent: i64,
    pub start: i64,
}

/// A row of Ladder Games.
#[derive(Clone, Debug)]
pub(crate) struct OldGame {
    pub white: i64,
    pub black: i64,
    pub outcome: String,
}

/// `Recalc_Ratings()`: everything but `(1-0)` is a draw.
pub(crate) fn recalc_ratings(
    groups: &BTreeMap<String, i64>,
    players: &[OldPlayer],
    games: &[OldGame],
) -> Expected {
    // First reset all campers' ratings back to their start-of-week ratings based on group.
    let mut table = players
        .iter()
        .map(|player| {
            let ratings = if player.active {
                (groups[&player.group], player.start)
            } else {
                (player.rating, player.permanent)
            };
            (player.id, ratings)
        })
        .collect::<Expected>();
    // Nz(DLookup(…)): whoever isn't there counts as 0, and an UPDATE of nobody changes nothing.
    let look_up = |table: &Expected, id: i64| table.get(&id).copied().unwrap_or((0, 0));
    for game in games {
        let (weekly_player, permanent_player) = look_up(&table, game.white);
        let (weekly_opponent, permanent_opponent) = look_up(&table, game.black);
        let won = game.outcome == "(1-0)";
        let player = (
            weekly_player + bonus(won) - step(weekly_player, weekly_opponent),
            permanent_player + bonus(won) - step(permanent_player, permanent_opponent),
        );
        let opponent = (
            weekly_opponent - bonus(won) - step(weekly_opponent, weekly_player),
            permanent_opponent - bonus(won) - step(permanent_opponent, permanent_player),
        );
        for (id, ratings) in [(game.white, player), (game.black, opponent)] {
            if let Some(row) = table.get_mut(&id) {
                *row = ratings;
            }
        }
    }
    table
}

const fn bonus(won: bool) -> i64 {
    if won { 16 } else { 0 }
}

/// `IIf(Abs(a - b) > 375, 15 * Sgn(a - b), Int(Abs(a - b) / 25) * Sgn(a - b))`
const fn step(a: i64, b: i64) -> i64 {
    let difference = a - b;
    if difference.abs() > 375 {
        15 * difference.signum()
    } else {
        difference.abs() / 25 * difference.signum()
    }
}

/// The sample's tables as the old program had them.
pub(crate) fn sample_tables() -> (BTreeMap<String, i64>, Vec<OldPlayer>, Vec<OldGame>) {
    let [groups, players, games] = sample::files("csv");
    let number = |text: &String| {
        if text.is_empty() {
            0
        } else {
            text.parse::<i64>().expect("a number")
        }
    };
    let groups = sample::records(&groups)
        .iter()
        .map(|row| (row[0].clone(), number(&row[1])))
        .collect();
    let players = sample::records(&players)
        .iter()
        .map(|row| OldPlayer {
            id: number(&row[0]),
            group: row[3].clone(),
            active: row[4] == "1",
            rating: number(&row[5]),
            permanent: number(&row[6]),
            start: number(&row[7]),
        })
        .collect();
    let games = sample::records(&games)
        .iter()
        .map(|row| OldGame {
            white: number(&row[1]),
            black: number(&row[2]),
            outcome: row[3].clone(),
        })
        .collect();
    (groups, players, games)
}

#[test]
fn the_port_of_the_old_program_gives_the_ratings_that_access_gave() {
    let (groups, players, games) = sample_tables();
    assert_eq!(
        recalc_ratings(&groups, &players, &games),
        sample::expected()
    );
}
