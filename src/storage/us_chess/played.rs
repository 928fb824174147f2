//! Where a member played, and against whom.

use std::collections::HashMap;

use rusqlite::Connection;

use super::{
    column::{has_double, read, read_rounds},
    event::given,
    head, rating,
};
use crate::{
    domain::us_chess::{Entry, MemberKey, Section, SectionHead, SectionKey},
    storage::{CampFile, StorageError},
};

/// A section in which a member is entered, as far as it is about the member.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedSection {
    pub head: SectionHead,
    /// Those of the member, and of whom they name as opponents, in the order of the section: with names, cells, and the ratings before and
    /// after it.
    pub entries: Vec<Entry>,
    /// By a cell of whomever.
    pub has_two_games: bool,
}

impl PlayedSection {
    /// The points of an entry, in halves.
    #[must_use]
    pub fn halves(&self, entry: &Entry) -> u32 {
        if self.has_two_games {
            entry.halves_of_two_games()
        } else {
            entry.halves()
        }
    }
}

impl CampFile {
    /// The sections in which a member is entered, in the order in which they are rated.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn played_by(&self, member: MemberKey) -> Result<Vec<PlayedSection>, StorageError> {
        let connection = &self.connection;
        let opponents = opponents(connection, member)?;
        let mut played = Vec::new();
        for head in head::heads_of_member_without_ratings(connection, member)? {
            let met = opponents.get(&head.key).map_or(&[][..], Vec::as_slice);
            played.push(played_in(connection, head, member, met)?);
        }
        Ok(played)
    }
}

/// The pairing numbers that the entries of a member name, by section.
fn opponents(
    connection: &Connection,
    member: MemberKey,
) -> rusqlite::Result<HashMap<SectionKey, Vec<u16>>> {
    let mut statement = connection
        .prepare_cached("SELECT section_id, rounds FROM us_entry WHERE member_id = ?1")?;
    let mut rows = statement.query([member.0])?;
    let mut opponents = HashMap::<_, Vec<_>>::new();
    while let Some(row) = rows.next()? {
        let cells = read(row, 1, read_rounds)?;
        let met = cells.iter().filter_map(|cell| cell.opponent());
        opponents
            .entry(SectionKey(row.get(0)?))
            .or_default()
            .extend(met);
    }
    Ok(opponents)
}

/// Reads the entries of a member in a section, and of those who were met.
fn played_in(
    connection: &Connection,
    mut head: SectionHead,
    member: MemberKey,
    met: &[u16],
) -> rusqlite::Result<PlayedSection> {
    let mut statement = connection.prepare_cached(
        "SELECT pair, member_id, name, rounds, regular, quick FROM us_entry WHERE section_id = ?1 ORDER BY place",
    )?;
    let mut rows = statement.query([head.key.0])?;
    let mut entries = Vec::with_capacity(met.len() + 1);
    let mut places = Vec::with_capacity(met.len() + 1);
    let mut has_two_games = false;
    let mut place = 0;
    while let Some(row) = rows.next()? {
        let pair = row.get(0)?;
        let of = row.get::<_, Option<i64>>(1)?.map(MemberKey);
        has_two_games = has_two_games || read(row, 3, |text| Some(has_double(text)))?;
        if of == Some(member) || met.contains(&pair) {
            entries.push(Entry {
                pair,
                member: of,
                name: row.get(2)?,
                rounds: read(row, 3, read_rounds)?,
                regular: given(row, 4)?,
                quick: given(row, 5)?,
                ..Entry::default()
            });
            places.push(place);
        }
        place += 1;
    }
    let ratings = rating::of_rows(connection, head.key, &places)?;
    let rated = ratings.iter();
    head.rated = rated
        .map(|rating| (rating.system, rating.is_stale))
        .collect();
    let section = Section {
        entries,
        ..Section::default()
    };
    let section = section.with_ratings(&ratings);
    Ok(PlayedSection {
        head,
        entries: section.entries,
        has_two_games,
    })
}
