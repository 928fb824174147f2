//! What all files with sections have alike: how their words and numbers are read, and what can't be so in a section.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use crate::domain::us_chess::{
    Contradiction, Entry, IdProblem, MAX_PAIR, MOST_CONTROLS, RoundProblem, Section, SectionKind,
    SectionProblem, System,
};

/// What files call a blitz section, beside the words of the two systems.
pub(super) const BLITZ: &str = "blitz";

/// A value that isn't as files have it, and what to do.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Fault {
    #[error("“{0}” is no pairing number: a number from 1 to 9,999 is needed")]
    Pair(String),
    #[error("“{0}” is no section number: a number from 1 to 9,999 is needed")]
    SectionNumber(String),
    #[error("Another section has the number {0}. Give one of them another number")]
    SectionTwice(u16),
    #[error("“{0}” is no type of a section: write swiss, round-robin or match")]
    Kind(String),
    #[error("“{0}” is no rating system: write regular, quick or blitz")]
    System(String),
    #[error("“{0}” stands here twice. Remove one of them")]
    SystemTwice(String),
    #[error("A section has up to three time controls, here are {0}")]
    TimeControls(usize),
    #[error("A section has up to 9,999 players, here are {0}. Check that it is one section")]
    Entries(usize),
    #[error("{0}")]
    Id(#[from] IdProblem),
    #[error("{0}")]
    Round(#[from] RoundProblem),
    #[error("{0}. Correct the result that is wrong")]
    Contradiction(SectionProblem),
}

/// As much of a value as a sentence shows.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(20).collect()
}

/// A pairing number, from 1 to 9,999.
pub(super) fn pair(text: &str) -> Result<u16, Fault> {
    whole(text)
        .filter(|pair| (1..=MAX_PAIR).contains(pair))
        .ok_or_else(|| Fault::Pair(excerpt(text)))
}

/// The number of a section, from 1.
pub(super) fn section_number(text: &str) -> Result<u16, Fault> {
    whole(text)
        .filter(|number| (1..=MAX_PAIR).contains(number))
        .ok_or_else(|| Fault::SectionNumber(excerpt(text)))
}

/// Digits and nothing else.
fn whole<T: std::str::FromStr>(text: &str) -> Option<T> {
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    is_whole.then(|| text.parse().ok()).flatten()
}

/// The type of a section, in small letters or capitals: "round-robin", "round robin".
pub(super) fn kind(text: &str) -> Result<SectionKind, Fault> {
    let word = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
    SectionKind::of_word(&word).ok_or_else(|| Fault::Kind(excerpt(text)))
}

/// Adds the system of a word, or blitz, to a section.
pub(super) fn add_system(section: &mut Section, text: &str) -> Result<(), Fault> {
    let word = text.trim().to_ascii_lowercase();
    let is_known = match System::of_word(&word) {
        Some(system) => {
            let is_known = section.is_rated_in(system);
            section.systems.push(system);
            is_known
        }
        None if word == BLITZ => std::mem::replace(&mut section.is_blitz, true),
        None => return Err(Fault::System(excerpt(text))),
    };
    if is_known {
        return Err(Fault::SystemTwice(word));
    }
    Ok(())
}

/// # Errors
/// More time controls than a section has.
pub(super) fn time_controls(number: usize) -> Result<(), Fault> {
    if number > MOST_CONTROLS {
        return Err(Fault::TimeControls(number));
    }
    Ok(())
}

/// # Errors
/// More entries than a section has.
pub(super) fn entries(number: usize) -> Result<(), Fault> {
    if number > usize::from(MAX_PAIR) {
        return Err(Fault::Entries(number));
    }
    Ok(())
}

/// What keeps a section from being rated, but for what only follows from rows of which the pairing number or a round couldn't be read.
/// The pairing number of such a row may be 0.
pub(super) fn contradictions(section: &Section, unread: &BTreeSet<usize>) -> Vec<SectionProblem> {
    let pairs = section.entries.iter().enumerate();
    // From behind, so that of two rows with one number the first is found, as it is by `Section::problems`.
    let rows = pairs
        .rev()
        .map(|(row, entry)| (entry.pair, row))
        .collect::<BTreeMap<_, _>>();
    let is_certain = |problem: &SectionProblem| match opponent(&problem.what) {
        _ if problem.what == Contradiction::PairTwice => true,
        // A section that isn't typed whole goes out and comes in as it is.
        _ if problem.what == Contradiction::NotEntered => false,
        _ if unread.contains(&problem.row) => false,
        Some(opponent) => match rows.get(&opponent) {
            Some(row) => !unread.contains(row),
            None => !rows.contains_key(&Entry::default().pair),
        },
        None => true,
    };
    let mut problems = section.problems();
    problems.retain(|problem| problem.what.prevents_rating() && is_certain(problem));
    problems
}

/// The pairing number that a contradiction is about.
const fn opponent(what: &Contradiction) -> Option<u16> {
    match what {
        Contradiction::NoPair
        | Contradiction::PairTwice
        | Contradiction::NotEntered
        | Contradiction::AgainstOneself => None,
        Contradiction::OneMember { opponent }
        | Contradiction::NoSuchOpponent { opponent }
        | Contradiction::NotMet { opponent, .. }
        | Contradiction::Results { opponent, .. }
        | Contradiction::Sides { opponent } => Some(*opponent),
    }
}

#[cfg(test)]
mod tests;
