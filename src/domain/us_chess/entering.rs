//! A result that is entered in a crosstable stands in two cells, and is typed once.

use super::{Entry, Round, Section};

impl Section {
    /// Enters a cell: of the entry at the place `row`, in a round from 0. The opponent's cell is filled where nothing stands in it; where
    /// something else does it stays, and both contradict each other. What the cell before had filled is taken away: then the number of that
    /// opponent is told, if it is another one now.
    pub fn enter(&mut self, row: usize, round: usize, cell: Round) -> Option<u16> {
        let entry = self.entries.get(row)?;
        let (pair, before) = (entry.pair, entry.cell(round));
        let two_games = self.has_two_games();
        self.entries.get_mut(row)?.set_cell(round, cell);
        let mut emptied = None;
        if let Some(mirror) = before.mirrored(pair, two_games)
            && let Some(other) = self.opponent_mut(before, row)
            && other.cell(round).without_side() == mirror.without_side()
        {
            other.set_cell(round, Round::BLANK);
            emptied = Some(other.pair).filter(|pair| cell.opponent() != Some(*pair));
        }
        let two_games = self.has_two_games();
        if let Some(mirror) = cell.mirrored(pair, two_games)
            && let Some(other) = self.opponent_mut(cell, row)
            && other.cell(round).is_blank()
        {
            other.set_cell(round, mirror);
        }
        emptied
    }

    /// Adds an entry with this many blank rounds at least. Where others have it for an opponent already, its cells are filled.
    pub fn add_entry(&mut self, mut entry: Entry, rounds: usize) {
        let rounds = rounds.max(self.rounds());
        let two_games = self.has_two_games();
        for other in &self.entries {
            for round in 0..other.rounds.len() {
                let cell = other.cell(round);
                if cell.opponent() == Some(entry.pair)
                    && entry.cell(round).is_blank()
                    && let Some(mirror) = cell.mirrored(other.pair, two_games)
                {
                    entry.set_cell(round, mirror);
                }
            }
        }
        if entry.rounds.len() < rounds {
            entry.rounds.resize(rounds, Round::BLANK);
        }
        self.entries.push(entry);
    }

    /// Gives all entries this many rounds. Rounds in which somebody has something stay.
    pub fn set_rounds(&mut self, rounds: usize) {
        let used = |entry: &Entry| {
            let last = entry.rounds.iter().rposition(|cell| !cell.is_blank());
            last.map_or(0, |round| round + 1)
        };
        let rounds = self.entries.iter().map(used).fold(rounds, usize::max);
        for entry in &mut self.entries {
            entry.rounds.resize(rounds, Round::BLANK);
        }
    }

    /// The lowest pairing number behind all that there are.
    #[must_use]
    pub fn next_pair(&self) -> u16 {
        let pairs = self.entries.iter().map(|entry| entry.pair);
        pairs.max().unwrap_or(0).saturating_add(1)
    }

    /// The number of cells in which nothing is entered yet.
    #[must_use]
    pub fn blanks(&self) -> usize {
        let cells = self.entries.iter().flat_map(|entry| &entry.rounds);
        cells.filter(|cell| cell.is_blank()).count()
    }

    /// The opponent of a cell, if it is another entry than the one at `row`.
    fn opponent_mut(&mut self, cell: Round, row: usize) -> Option<&mut Entry> {
        let opponent = cell.opponent()?;
        let mut entries = self.entries.iter_mut().enumerate();
        let found = entries.find(|(_, entry)| entry.pair == opponent);
        found.filter(|(at, _)| *at != row).map(|(_, entry)| entry)
    }
}

impl Entry {
    /// The cell of a round, from 0; behind the last one nothing is entered.
    #[must_use]
    pub fn cell(&self, round: usize) -> Round {
        self.rounds.get(round).copied().unwrap_or(Round::BLANK)
    }

    fn set_cell(&mut self, round: usize, cell: Round) {
        if self.rounds.len() <= round {
            self.rounds.resize(round + 1, Round::BLANK);
        }
        if let Some(place) = self.rounds.get_mut(round) {
            *place = cell;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::us_chess::{Contradiction, tests::section};

    fn rows(section: &Section) -> Vec<String> {
        let rows = section.entries.iter().map(|entry| {
            let cells = entry.rounds.iter().map(ToString::to_string);
            cells.collect::<Vec<_>>().join(" ")
        });
        rows.collect()
    }

    fn cell(text: &str) -> Round {
        text.parse().expect(text)
    }

    #[test]
    fn a_result_is_typed_once() {
        let mut typed = section(&["- -", "- -", "- -"]);
        typed.enter(0, 0, cell("W3w"));
        typed.enter(1, 0, cell("B"));
        typed.enter(1, 1, cell("D3"));
        typed.enter(0, 1, cell("F"));
        assert_eq!(rows(&typed), ["W3w F", "B D3", "L1b D2"]);
        assert_eq!(typed.problems(), []);
        assert_eq!(typed.blanks(), 0);
    }

    #[test]
    fn what_was_filled_goes_with_what_filled_it() {
        let mut typed = section(&["-", "-", "-"]);
        typed.enter(0, 0, cell("W2"));
        typed.enter(0, 0, cell("W3"));
        assert_eq!(rows(&typed), ["W3", "-", "L1"]);
        typed.enter(2, 0, cell("D1"));
        // The result was wrong, from whichever side it is corrected.
        assert_eq!(rows(&typed), ["D3", "-", "D1"]);
        typed.enter(2, 0, Round::BLANK);
        assert_eq!(rows(&typed), ["-", "-", "-"]);
        // Both sides of a forfeit, and a colour that was given on one side only.
        typed.enter(0, 0, cell("X2"));
        assert_eq!(rows(&typed), ["X2", "F1", "-"]);
        typed.enter(1, 0, cell("U"));
        assert_eq!(rows(&typed), ["-", "U", "-"]);
    }

    #[test]
    fn two_games_in_a_round_are_typed_once_too() {
        let mut typed = section(&["- -", "- -"]);
        typed.enter(0, 0, cell("$2"));
        typed.enter(1, 1, cell("W1"));
        // Where a code says that two games are played, a win is one of each.
        assert_eq!(rows(&typed), ["$2 W2", "L1 W1"]);
        assert_eq!(typed.problems(), []);
    }

    #[test]
    fn what_somebody_else_has_stays_and_is_contradicted() {
        let mut typed = section(&["-", "-", "-"]);
        typed.enter(0, 0, cell("W2"));
        typed.enter(2, 0, cell("W2"));
        assert_eq!(rows(&typed), ["W2", "L1", "W2"]);
        let problems = typed.problems();
        let [problem] = problems.as_slice() else {
            panic!("{problems:?}");
        };
        assert_eq!((problem.row, problem.round), (2, Some(0)));
        assert!(matches!(
            problem.what,
            Contradiction::NotMet { opponent: 2, .. }
        ));
        // A game against oneself, and one against nobody, fill nothing.
        typed.enter(0, 1, cell("W1"));
        typed.enter(0, 2, cell("W9"));
        assert_eq!(rows(&typed), ["W2 W1 W9", "L1", "W2"]);
    }

    #[test]
    fn who_comes_later_has_what_others_have_with_him() {
        let mut typed = section(&["W3 L9 -", "- W3 -"]);
        assert_eq!(typed.next_pair(), 3);
        typed.add_entry(
            Entry {
                pair: 3,
                ..Entry::default()
            },
            2,
        );
        assert_eq!(rows(&typed), ["W3 L9 -", "- W3 -", "L1 L2 -"]);
        typed.set_rounds(1);
        assert_eq!(rows(&typed), ["W3 L9", "- W3", "L1 L2"]);
        typed.set_rounds(4);
        assert_eq!(rows(&typed)[1], "- W3 - -");
    }
}
