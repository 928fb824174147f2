//! Members with several entries in a section are one player, with the games of all of them.
//!
//! Source: the seed's procedure for duplicate numbers; `../shared/reference/us-chess-ratings.md` 1.12.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::NotRated;
use crate::domain::us_chess::{Entry, Record, Section, System};

/// A member in a section, or an entry without a number.
#[derive(Clone, Debug)]
pub(super) struct Player<'a> {
    /// The lowest pairing number.
    pub pair: u16,
    /// The places of the entries in the section, with their pairing numbers, and by these.
    pub rows: Vec<(usize, u16)>,
    pub record: &'a Record,
    pub other: &'a Record,
    pub birth: Option<Date>,
    pub fide: Option<u16>,
    pub cfc: Option<u16>,
    /// In the order of opponents, and not of rounds.
    pub games: Vec<Game>,
}

/// A game of a player that is rated.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Game {
    /// The place of the opponent among the players.
    pub opponent: usize,
    pub halves: u32,
    /// The opponent's entry, the one that has it, and the round from 0.
    pub opponent_pair: u16,
    pub pair: u16,
    pub round: usize,
}

/// The players of a section by their lowest pairing numbers. Nobody is skipped: a section in which results contradict each other was
/// refused before.
pub(super) fn players(section: &Section, system: System) -> Result<Vec<Player<'_>>, NotRated> {
    let mut entries = section.entries.iter().enumerate().collect::<Vec<_>>();
    entries.sort_by_key(|(_, entry)| entry.pair);
    let mut members = BTreeMap::new();
    let mut places = BTreeMap::new();
    let mut gathered = Vec::<Vec<(usize, &Entry)>>::new();
    for (row, entry) in entries {
        let next = gathered.len();
        let place = entry
            .known_as()
            .map_or(next, |known| *members.entry(known).or_insert(next));
        places.insert(entry.pair, place);
        match gathered.get_mut(place) {
            Some(rows) => rows.push((row, entry)),
            None => gathered.push(vec![(row, entry)]),
        }
    }
    let players = gathered.iter().map(|rows| player(rows, &places, system));
    players.filter_map(Result::transpose).collect()
}

/// One player of the entries of a member; nothing of no entries.
fn player<'a>(
    rows: &[(usize, &'a Entry)],
    places: &BTreeMap<u16, usize>,
    system: System,
) -> Result<Option<Player<'a>>, NotRated> {
    let Some((_, lowest)) = rows.first() else {
        return Ok(None);
    };
    let entries = || rows.iter().map(|(_, entry)| *entry);
    let games = entries().flat_map(|entry| {
        let cells = entry.rounds.iter().enumerate();
        cells.filter_map(|(round, cell)| {
            let opponent_pair = cell.game()?;
            Some(Game {
                opponent: *places.get(&opponent_pair)?,
                halves: cell.code().halves(),
                pair: entry.pair,
                round,
                opponent_pair,
            })
        })
    });
    let mut games = games.collect::<Vec<_>>();
    games.sort_unstable();
    Ok(Some(Player {
        pair: lowest.pair,
        rows: rows.iter().map(|(row, entry)| (*row, entry.pair)).collect(),
        record: record(lowest, rows, system)?,
        other: record(lowest, rows, system.other())?,
        birth: entries().find_map(|entry| entry.birth),
        fide: entries().find_map(|entry| entry.fide),
        cfc: entries().find_map(|entry| entry.cfc),
        games,
    }))
}

/// The record of a member: that of the lowest entry that has a rating, which the others must not contradict.
fn record<'a>(
    lowest: &'a Entry,
    rows: &[(usize, &'a Entry)],
    system: System,
) -> Result<&'a Record, NotRated> {
    let told = |entry: &'a Entry| {
        let record = entry.record(system);
        (record.rating, record.games, record.initial)
    };
    let mut known = rows.iter().map(|(_, entry)| *entry).filter(|entry| {
        let (rating, _, initial) = told(entry);
        rating.or(initial).is_some()
    });
    let first = known.next().unwrap_or(lowest);
    match known.find(|other| told(other) != told(first)) {
        Some(other) => Err(NotRated::DifferentRatings {
            first: first.pair,
            other: other.pair,
        }),
        None => Ok(first.record(system)),
    }
}
