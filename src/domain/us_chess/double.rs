//! Two games in a round, which `SwissSys` reports with codes of its own: `$`, `#` and `%`, and another meaning of the usual ones.
//!
//! Source: the program Meow-Chess, `scripts/mock_uscf_importer.py` and the reports in `test/fixtures/boylston`, which were sent to US Chess in
//! 2026; beside them lies what US Chess rated of them: each round as two, with a game each. In which order the two were played, no report
//! tells, and no rating depends on it.

use std::borrow::Cow;

use super::{Code, Entry, Round, Section, Side};

/// What a code stands for where two games are played in a round.
struct Double {
    code: Code,
    /// Both games, in the order that fits the opponent's.
    games: [Code; 2],
    /// What the opponent has; nothing for what has no opponent.
    reciprocal: Option<Code>,
}

static DOUBLES: [Double; 11] = [
    double(Code::Dollar, [Code::Win, Code::Win], Some(Code::Loss)),
    double(Code::Hash, [Code::Win, Code::Draw], Some(Code::Draw)),
    double(Code::Win, [Code::Win, Code::Loss], Some(Code::Win)),
    double(Code::Percent, [Code::Draw, Code::Draw], Some(Code::Percent)),
    double(Code::Draw, [Code::Loss, Code::Draw], Some(Code::Hash)),
    double(Code::Loss, [Code::Loss, Code::Loss], Some(Code::Dollar)),
    double(
        Code::ForfeitWin,
        [Code::ForfeitWin, Code::ForfeitWin],
        Some(Code::ForfeitLoss),
    ),
    double(
        Code::ForfeitLoss,
        [Code::ForfeitLoss, Code::ForfeitLoss],
        Some(Code::ForfeitWin),
    ),
    double(Code::FullBye, [Code::FullBye, Code::FullBye], None),
    double(Code::HalfBye, [Code::HalfBye, Code::HalfBye], None),
    double(Code::Unplayed, [Code::Unplayed, Code::Unplayed], None),
];

const fn double(code: Code, games: [Code; 2], reciprocal: Option<Code>) -> Double {
    Double {
        code,
        games,
        reciprocal,
    }
}

impl Code {
    fn as_two(self) -> Option<&'static Double> {
        DOUBLES.iter().find(|double| double.code == self)
    }

    /// What the opponent has where two games are played in a round; nothing for what has no opponent.
    #[must_use]
    pub fn reciprocal_of_two(self) -> Option<Self> {
        self.as_two()?.reciprocal
    }
}

impl Section {
    /// Whether two games are played in each round: then some code says so.
    #[must_use]
    pub fn has_two_games(&self) -> bool {
        let mut rounds = self.entries.iter().flat_map(|entry| &entry.rounds);
        rounds.any(|cell| cell.code().is_double())
    }

    /// The section with each game as a round of its own, as it is rated.
    #[must_use]
    pub fn by_games(&self) -> Cow<'_, Self> {
        if self.has_two_games() {
            Cow::Owned(self.divided())
        } else {
            Cow::Borrowed(self)
        }
    }

    /// Each round as two, whatever the codes are.
    #[must_use]
    pub fn divided(&self) -> Self {
        let entries = self.entries.iter().map(|entry| Entry {
            rounds: entry
                .rounds
                .iter()
                .flat_map(|cell| both(entry.pair, *cell))
                .collect(),
            ..entry.clone()
        });
        Self {
            entries: entries.collect(),
            ..self.clone()
        }
    }

    /// Points of the entries with those of byes and forfeits, as a crosstable has them, in halves.
    #[must_use]
    pub fn halves(&self) -> Vec<u32> {
        self.by_games().entries.iter().map(Entry::halves).collect()
    }
}

impl Entry {
    /// Points as [`Self::halves`] has them, where two games are played in each round.
    #[must_use]
    pub fn halves_of_two_games(&self) -> u32 {
        let rounds = self.rounds.iter();
        let games = rounds.flat_map(|cell| both(self.pair, *cell));
        games.map(|game| game.code().halves()).sum()
    }
}

/// Both games of a round. A game against nobody is none.
fn both(pair: u16, cell: Round) -> [Round; 2] {
    let mut games = cell.code().as_two().map_or([cell.code(); 2], |it| it.games);
    // A win each: the lower pairing number has the first one.
    if cell.code() == Code::Win && cell.opponent().is_some_and(|opponent| opponent < pair) {
        games.reverse();
    }
    // The colours are those of the first game, and changed for the second.
    let sides = [cell.side(), cell.side().map(Side::other)];
    let [first, second] = [0, 1].map(|at| Round::new(games[at], cell.opponent(), sides[at]));
    [first, second].map(|game| game.unwrap_or(Round::UNPLAYED))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(rows: &[&str]) -> Section {
        let entries = (1..).zip(rows).map(|(pair, rounds)| Entry {
            pair,
            rounds: rounds
                .split_whitespace()
                .map(|cell| cell.parse().expect(cell))
                .collect(),
            ..Entry::default()
        });
        Section {
            entries: entries.collect(),
            ..Section::default()
        }
    }

    fn rows(section: &Section) -> Vec<String> {
        let entries = section.entries.iter();
        let rows = entries.map(|entry| {
            let cells = entry.rounds.iter().map(ToString::to_string);
            cells.collect::<Vec<_>>().join(" ")
        });
        rows.collect()
    }

    #[test]
    fn each_code_is_two_games_that_fit_those_of_the_opponent() {
        let double = section(&[
            "$2w #3 W4 %2 X5 B",
            "L1b W4 H %1 U H",
            "U D1 X H F H",
            "H W2 W1 U B U",
        ]);
        assert!(double.has_two_games());
        assert_eq!(
            rows(&double.by_games()),
            [
                "W2w W2b W3 D3 W4 L4 D2 D2 X5 X5 B B",
                "L1b L1w W4 L4 H H D1 D1 U U H H",
                "U U L1 D1 X X H H F F H H",
                "H H L2 W2 L1 W1 U U B B U U",
            ]
        );
        // Twice as many points as the rounds would give: 2 + 1.5 + 1 + 1 + 2 + 2, 0 + 1 + 1 + 1 + 0 + 1 and so on, in halves.
        assert_eq!(double.halves(), [19, 8, 9, 10]);
        let single = section(&["W2 B", "L1 U"]);
        assert!(!single.has_two_games());
        assert!(matches!(single.by_games(), Cow::Borrowed(_)));
        assert_eq!(single.halves(), [4, 0]);
    }

    #[test]
    fn results_of_two_games_fit_by_a_table_of_their_own() {
        for (one, two) in [("$", "L"), ("#", "D"), ("W", "W"), ("%", "%"), ("X", "F")] {
            // The second round says that two games are played in each.
            let fits = section(&[&format!("{one}2 %2"), &format!("{two}1 %1")]);
            assert_eq!(fits.problems(), [], "{one} {two}");
            let single = fits.by_games();
            assert_eq!(single.problems(), [], "{one} {two}");
            for other in ["$", "#", "W", "%", "D", "L", "X", "F"] {
                let cells = [&*format!("{one}2 %2"), &*format!("{other}1 %1")];
                let is_right = section(&cells).problems().is_empty();
                assert_eq!(is_right, other == two, "{one} {other}");
            }
        }
        // A code of two games on one side only.
        assert_eq!(section(&["%2", "%"]).problems().len(), 1);
        // In a section of single games a win has a loss across.
        assert_eq!(section(&["W2", "W1"]).problems().len(), 2);
    }
}
