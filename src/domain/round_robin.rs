//! Everybody meets everybody once: the Berger tables of FIDE's handbook (C.05, Annex 1), for any number of players.

/// A round: who sits where, by places in the list of players, counted from 0.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct RoundRobinRound {
    /// White and Black of each board, the first board first.
    pub games: Vec<[usize; 2]>,
    /// Who has no opponent, where the number of players is odd.
    pub bye: Option<usize>,
}

/// All rounds for so many players, in their order. Of two players who swap colors from game to game nobody has one color more
/// than once more than the other. One player or none has no rounds.
pub(crate) fn round_robin(players: usize) -> Vec<RoundRobinRound> {
    if players < 2 {
        return Vec::new();
    }
    // An odd number has a place that nobody holds, and whoever meets it has a bye. It stays on the first board; the others go
    // round it.
    let places = players.next_multiple_of(2);
    let last = places - 1;
    let round = |number: usize| {
        let middle = number * (places / 2) % last;
        let on_first = if number.is_multiple_of(2) {
            [middle, last]
        } else {
            [last, middle]
        };
        let others =
            (1..places / 2).map(|step| [(middle + step) % last, (middle + last - step) % last]);
        let is_held = |game: &[usize; 2]| game.iter().all(|place| *place < players);
        RoundRobinRound {
            games: [on_first]
                .into_iter()
                .chain(others)
                .filter(is_held)
                .collect(),
            bye: (last >= players).then_some(middle),
        }
    };
    (0..last).map(round).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// As the handbook prints a table: "1-4 2-3".
    fn written(players: usize) -> Vec<String> {
        let rounds = round_robin(players).into_iter();
        let written = rounds.map(|round| {
            let games = round.games.iter();
            let games = games.map(|[white, black]| format!("{}-{}", white + 1, black + 1));
            games.collect::<Vec<_>>().join(" ")
        });
        written.collect()
    }

    #[test]
    fn the_tables_are_those_of_the_handbook() {
        assert_eq!(written(4), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        assert_eq!(
            written(6),
            [
                "1-6 2-5 3-4",
                "6-4 5-3 1-2",
                "2-6 3-1 4-5",
                "6-5 1-4 2-3",
                "3-6 4-2 5-1"
            ]
        );
        assert_eq!(
            written(8),
            [
                "1-8 2-7 3-6 4-5",
                "8-5 6-4 7-3 1-2",
                "2-8 3-1 4-7 5-6",
                "8-6 7-5 1-4 2-3",
                "3-8 4-2 5-1 6-7",
                "8-7 1-6 2-5 3-4",
                "4-8 5-3 6-2 7-1"
            ]
        );
    }

    #[test]
    fn everybody_meets_everybody_once_and_colors_are_even() {
        for players in 2..=30 {
            let rounds = round_robin(players);
            assert_eq!(rounds.len(), players.next_multiple_of(2) - 1);
            let mut met = HashSet::new();
            let mut whites_more = vec![0_i32; players];
            let mut byes = HashSet::new();
            for round in &rounds {
                let mut seated = HashSet::new();
                for [white, black] in &round.games {
                    assert!(seated.insert(*white) && seated.insert(*black));
                    assert!(met.insert([*white.min(black), *white.max(black)]));
                    whites_more[*white] += 1;
                    whites_more[*black] -= 1;
                }
                if let Some(bye) = round.bye {
                    assert!(seated.insert(bye) && byes.insert(bye), "nobody has two");
                }
                assert_eq!(seated.len(), players, "everybody has a place in each round");
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
            assert!(whites_more.iter().all(|more| more.abs() <= 1), "{players}");
        }
    }

    #[test]
    fn one_player_alone_has_no_rounds() {
        assert!(round_robin(0).is_empty() && round_robin(1).is_empty());
    }
}
