//! The numbers of the reference and of its sources, a real crosstable, second plain models of the formulas, and properties.

#[cfg(shared_data)]
mod crosstable;
mod models;
mod properties;
pub(crate) mod random;
mod sections;
mod worked;

use super::*;
use crate::domain::us_chess::{Entry, MemberId, Record, Round, Section};

fn rules(name: &str) -> Rules {
    Rules::named(name).expect(name)
}

#[track_caller]
fn assert_near(value: f64, expected: f64, tolerance: f64) {
    assert!(
        (value - expected).abs() <= tolerance,
        "{value}, not {expected}"
    );
}

/// Games against opponents who are all different.
fn bouts(games: &[(f64, u32)]) -> Vec<Bout> {
    let games = games.iter().enumerate();
    let bouts = games.map(|(opponent, (strength, halves))| Bout {
        opponent,
        strength: *strength,
        halves: *halves,
    });
    bouts.collect()
}

fn cells(rounds: &str) -> Vec<Round> {
    let cells = rounds.split([' ', ',']).filter(|cell| !cell.is_empty());
    cells.map(|cell| cell.parse().expect(cell)).collect()
}

/// Of a rating that is long established.
fn established(rating: f64) -> Record {
    Record {
        rating: Some(rating),
        games: None,
        ..Record::default()
    }
}

fn provisional(rating: f64, games: u32) -> Record {
    Record {
        rating: Some(rating),
        games: Some(games),
        ..Record::default()
    }
}

fn unrated(initial: f64) -> Record {
    Record {
        initial: Some(initial),
        initial_games: Some(0),
        ..Record::default()
    }
}

/// A Regular section, with the pairing numbers from 1 on.
fn section(rows: &[(&str, Record)]) -> Section {
    let entries = (1..).zip(rows).map(|(pair, (rounds, record))| Entry {
        pair,
        rounds: cells(rounds),
        regular: record.clone(),
        ..Entry::default()
    });
    Section {
        systems: vec![System::Regular],
        entries: entries.collect(),
        ..Section::default()
    }
}

fn member(number: u32) -> Option<MemberId> {
    MemberId::read(&format!("{number:08}")).expect("a number")
}

fn rated(section: &Section, set: &str) -> Rated {
    rate(section, System::Regular, &rules(set)).expect("a section that can be rated")
}

fn computed(rated: &Rated, pair: u16) -> &Computed {
    let row = rated.rows.iter().find(|row| row.pair == pair);
    let computed = row.and_then(|row| row.computed.as_ref());
    computed.expect("a player who has played")
}
