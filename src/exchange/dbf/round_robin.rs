//! Round robins whose fields don't stand for rounds, but for opponents: the first for the first player, and so on, one's own being empty
//! (so the program Meow-Chess tells of the format's description, `research/notes/US_CHESS_REPORTING.md`).

use crate::domain::us_chess::{Code, Round, Section, SectionKind};

/// The section with its games put into rounds in which nobody plays twice, if it is such a round robin; which rounds they really were, the
/// files don't tell.
pub(super) fn by_rounds(section: &Section) -> Option<Section> {
    let is_by_opponents = section.kind == SectionKind::RoundRobin
        && section.entries.len() > 2
        && prevents(section)
        && (0..section.entries.len()).all(|row| stands_by_opponents(section, row) == Some(true));
    let unplayed = Round::new(Code::Unplayed, None, None).ok()?;
    if !is_by_opponents {
        return None;
    }
    // The last place stays empty in a round robin of an odd number of players.
    let last = section.entries.len().next_multiple_of(2) - 1;
    let mut by_rounds = section.clone();
    for (row, entry) in by_rounds.entries.iter_mut().enumerate() {
        let mut rounds = vec![unplayed; last];
        for (column, cell) in entry.rounds.iter().enumerate() {
            // Each sum occurs once for every player; whoever plays the last one would play himself or herself.
            let sum = match (row == last, column == last) {
                (true, _) => 2 * column,
                (_, true) => 2 * row,
                _ => row + column,
            };
            if let Some(round) = rounds.get_mut(sum % last).filter(|_| column != row) {
                *round = *cell;
            }
        }
        entry.rounds = rounds;
    }
    Some(by_rounds).filter(|section| !prevents(section))
}

/// Whether something speaks against rating the section.
fn prevents(section: &Section) -> bool {
    let problems = section.problems();
    problems
        .iter()
        .any(|problem| problem.what.prevents_rating())
}

/// Whether each cell of a row is that against the player of the same place; nothing if there is no such row.
fn stands_by_opponents(section: &Section, row: usize) -> Option<bool> {
    let rounds = &section.entries.get(row)?.rounds;
    let fits = rounds
        .iter()
        .zip(&section.entries)
        .enumerate()
        .all(|(column, (cell, other))| match cell.opponent() {
            Some(pair) => column != row && pair == other.pair,
            None => column != row || cell.code() == Code::Unplayed,
        });
    Some(fits && rounds.len() == section.entries.len())
}
