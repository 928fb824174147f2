//! What is to be checked in sections, read in one walk.

use std::collections::HashMap;

use rusqlite::Connection;

use super::{
    column::{parsed, word},
    event, head, rating,
};
use crate::{
    domain::{
        LadderProblem, SectionToCheck, ThingToCheck, is_stand_in_name,
        us_chess::{MemberKey, PlayersByName, Section, SectionHead, SectionKey, System},
    },
    rating::us_chess::{ToCheck, to_check},
    storage::{CampFile, StorageError},
};

/// A section with what is to be checked in it.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedSection {
    pub head: SectionHead,
    pub found: Vec<Found>,
}

/// Something to be checked, and the sentence that says it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub what: ToCheck,
    /// What it is known by once it is called right.
    key: String,
    pub sentence: String,
}

impl From<&Found> for ThingToCheck {
    fn from(found: &Found) -> Self {
        Self {
            key: found.key.clone(),
            sentence: found.sentence.clone(),
        }
    }
}

impl CheckedSection {
    /// What the program's list of problems says of it; nothing of a section that is only not rated yet.
    #[must_use]
    pub fn problem(&self) -> Option<LadderProblem> {
        let things = self.found.iter().filter(|found| !found.what.is_state());
        let section = SectionToCheck {
            section: self.head.key,
            title: self.head.title(),
            things: things.map(ThingToCheck::from).collect(),
        };
        if section.things.is_empty() {
            None
        } else if self.found.iter().any(|found| found.what.counts()) {
            Some(LadderProblem::UsChessSection(section))
        } else {
            Some(LadderProblem::UsChessNotes(section))
        }
    }
}

impl CampFile {
    /// What stands in for names of members, events and sections that a damaged file has lost.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn lost_us_chess_names(&self) -> Result<Vec<String>, StorageError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT last_name FROM main.us_member UNION ALL SELECT name FROM main.us_event
             UNION ALL SELECT name FROM main.us_section",
        )?;
        let names = statement.query_map([], |row| row.get::<_, String>(0))?;
        let names = names.collect::<rusqlite::Result<Vec<_>>>()?.into_iter();
        Ok(names.filter(|name| is_stand_in_name(name)).collect())
    }

    /// The sections in which something is to be checked, in the order in which they are rated; a section that only waits to be rated is among
    /// them. Each is read once.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn sections_to_check(&self) -> Result<Vec<CheckedSection>, StorageError> {
        let connection = &self.connection;
        let now = ratings_now(connection)?;
        let mut checked = Vec::new();
        for head in head::heads(connection, true)? {
            let found = look_at(connection, &head, &now)?;
            if !found.is_empty() {
                checked.push(CheckedSection { head, found });
            }
        }
        Ok(checked)
    }
}

impl CampFile {
    /// A section with what is to be checked in it, also if that is nothing; nothing where there is no such section.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn section_to_check(
        &self,
        key: SectionKey,
    ) -> Result<Option<CheckedSection>, StorageError> {
        let connection = &self.connection;
        let Some(head) = head::head(connection, key)? else {
            return Ok(None);
        };
        let now = if head.is_rated() {
            RatingsNow::new()
        } else {
            ratings_now(connection)?
        };
        let found = look_at(connection, &head, &now)?;
        Ok(Some(CheckedSection { head, found }))
    }
}

type RatingsNow = HashMap<(MemberKey, System), f64>;

fn ratings_now(connection: &Connection) -> rusqlite::Result<RatingsNow> {
    let mut statement = connection.prepare_cached(
        "SELECT member_id, system, rating FROM us_account WHERE balance = 'now' AND rating IS NOT NULL",
    )?;
    let mut rows = statement.query([])?;
    let mut now = HashMap::new();
    while let Some(row) = rows.next()? {
        let system = word(row, "system", System::of_word)?;
        if let Some((system, rating)) = system.zip(parsed(row, "rating")?) {
            now.insert((MemberKey(row.get("member_id")?), system), rating);
        }
    }
    Ok(now)
}

fn look_at(
    connection: &Connection,
    head: &SectionHead,
    now: &RatingsNow,
) -> Result<Vec<Found>, StorageError> {
    let section = Section {
        entries: event::entries(connection, head.key)?,
        ..head.section.clone()
    };
    let ratings = if head.is_rated() {
        rating::of_section(connection, head.key)?
    } else {
        Vec::new()
    };
    let rating = |key, system| now.get(&(key, system)).copied();
    let players = PlayersByName::new(&section);
    let found = to_check(head, &section, &ratings, rating).into_iter();
    let found = found.map(|what| Found {
        key: what.key(&section),
        sentence: what.in_words(&players),
        what,
    });
    Ok(found.collect())
}
