//! Sections with two games a round, which `SwissSys` reports with codes of its own.
//!
//! The codes stand for both games of a round: `$` two wins, `#` a win and a draw, `W` a win each, `%` two draws, `D` a draw and a loss, `L` two
//! losses (so read from rated events by the program Meow-Chess, `scripts/mock_uscf_importer.py`; US Chess tells it nowhere).

use crate::domain::us_chess::{Code, Contradiction, Section, SectionProblem};

/// Whether a section has such codes.
pub(super) fn is_in(section: &Section) -> bool {
    let mut rounds = section.entries.iter().flat_map(|entry| &entry.rounds);
    rounds.any(|round| round.code().is_double())
}

/// Whether what contradicts itself as single games fits as two games.
pub(super) fn fits(section: &Section, problem: &SectionProblem) -> bool {
    let Contradiction::Results { theirs, .. } = problem.what else {
        return false;
    };
    let entry = section.entries.get(problem.row);
    let mine = entry.and_then(|entry| entry.rounds.get(problem.round?));
    mine.is_some_and(|mine| {
        matches!(
            (mine.code(), theirs.code()),
            (Code::Dollar, Code::Loss)
                | (Code::Loss, Code::Dollar)
                | (Code::Hash, Code::Draw)
                | (Code::Draw, Code::Hash)
                | (Code::Win, Code::Win)
        )
    })
}
