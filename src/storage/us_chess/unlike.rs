//! Sections whose saved ratings don't follow from their crosstables, as something else than Camp Ladder has changed one of both.

use rusqlite::Connection;

use super::{
    accounts::{Kept, books_of_all, kept, last_of_event, members},
    event, head,
};
use crate::{
    domain::us_chess::{MemberKey, PlayersByName, Section, SectionHead, SectionRating},
    rating::us_chess::Books,
    storage::{CampFile, StorageError},
};

/// A section that was rated here with other ratings than its crosstable gives. Nothing tells which of both is right.
#[derive(Clone, Debug, PartialEq)]
pub struct UnlikeCrosstable {
    pub head: SectionHead,
    /// Who has other ratings, or why it can't be rated any more.
    what: String,
    /// Those whose records follow from these ratings.
    members: Vec<MemberKey>,
}

impl UnlikeCrosstable {
    /// "Section 202608300103:5: the ratings of Anna Berger (3) don’t follow from its crosstable. …", without a full stop.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!(
            "Section {}: {}. A failing disk or another program has changed it, and records that follow from it are left as they are. Restore a backup, or check the crosstable and rate the section again",
            self.head.called(),
            self.what
        )
    }

    /// Whether the record of a member follows from ratings that may be wrong.
    #[must_use]
    pub fn has(&self, member: MemberKey) -> bool {
        self.members.contains(&member)
    }
}

impl CampFile {
    /// The sections whose saved ratings don't follow from their crosstables. Those that keep the ratings that were published with them were
    /// never computed, and those that are out of date wait to be: both are taken as they are.
    ///
    /// # Errors
    /// The file is damaged, or the disk fails.
    pub fn sections_unlike_crosstables(&self) -> Result<Vec<UnlikeCrosstable>, StorageError> {
        unlike_crosstables(&self.connection, Later::AsComputed, &|| false)
    }
}

/// From what sections were rated that come after one whose ratings don't follow from its crosstable.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::storage) enum Later {
    /// From what its crosstable gives: something has changed it since.
    AsComputed,
    /// From what is saved of it.
    AsSaved,
}

/// The same, as far as it comes until `stop` says that nobody waits for it any more.
pub(in crate::storage) fn unlike_crosstables(
    connection: &Connection,
    later: Later,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<UnlikeCrosstable>, StorageError> {
    compare_all(connection, later, stop).map(|(unlike, _)| unlike)
}

/// The same, with the accounts after the last section.
pub(super) fn compare_all(
    connection: &Connection,
    later: Later,
    stop: &dyn Fn() -> bool,
) -> Result<(Vec<UnlikeCrosstable>, Books), StorageError> {
    let heads = head::heads(connection, false)?;
    let mut books = books_of_all(connection, &heads, 0)?;
    let last_of_event = last_of_event(&heads);
    let mut unlike = Vec::new();
    for (place, head) in heads.iter().enumerate().take_while(|_| !stop()) {
        if head.is_rated()
            && let Some(kept) = kept(connection, head)?
        {
            unlike.extend(compare(connection, head, &kept, &mut books, later)?);
        }
        if last_of_event.get(&*head.event_called) == Some(&place) {
            books.close_event(&head.event_called);
        }
    }
    Ok((unlike, books))
}

/// Compares a section with what its crosstable gives, and enters it into the books.
fn compare(
    connection: &Connection,
    head: &SectionHead,
    kept: &Kept,
    books: &mut Books,
    later: Later,
) -> Result<Option<UnlikeCrosstable>, StorageError> {
    let Kept {
        order,
        section,
        ratings,
    } = kept;
    if head.section.as_published || head.is_stale() {
        books.post(section, order, ratings);
        return Ok(None);
    }
    let mut rated = books.of(members(&section.entries), &order.event);
    let posting = rated.rate(&mut section.clone(), order);
    let is_entered_as_computed = match &posting {
        Ok(posting) => posting.ratings == *ratings || later == Later::AsComputed,
        Err(_) => false,
    };
    if is_entered_as_computed {
        books.take_in(rated, |_| true);
    } else {
        books.post(section, order, ratings);
    }
    match posting {
        Ok(posting) if posting.ratings == *ratings => Ok(None),
        Ok(posting) => {
            let rows = differing(section, ratings, &posting.ratings);
            otherwise(connection, head, &rows).map(Some)
        }
        Err(why) => Ok(Some(UnlikeCrosstable {
            head: head.clone(),
            what: format!("it is rated, and can’t be by its crosstable: {why}"),
            members: members(&section.entries).collect(),
        })),
    }
}

/// The places of those who have another rating in one system or both.
fn differing(section: &Section, saved: &[SectionRating], given: &[SectionRating]) -> Vec<usize> {
    let of = |ratings: &[SectionRating], row: usize| {
        let rows = ratings.iter();
        let rows = rows.map(|rating| (rating.system, rating.rows.get(row).cloned()));
        rows.collect::<Vec<_>>()
    };
    let rows = 0..section.entries.len();
    rows.filter(|row| of(saved, *row) != of(given, *row))
        .collect()
}

fn otherwise(
    connection: &Connection,
    head: &SectionHead,
    rows: &[usize],
) -> Result<UnlikeCrosstable, StorageError> {
    let section = Section {
        entries: event::entries(connection, head.key)?,
        ..head.section.clone()
    };
    let players = PlayersByName::new(&section);
    let entries = rows.iter().filter_map(|row| section.entries.get(*row));
    let mut names = entries.clone().map(|entry| players.of(entry.pair));
    let of = match (names.next(), names.count()) {
        // There are more ratings than rows.
        (None, _) => String::new(),
        (Some(first), 0) => format!(" of {first}"),
        (Some(first), more) => format!(" of {first} and {more} more"),
    };
    Ok(UnlikeCrosstable {
        head: head.clone(),
        what: format!("the ratings{of} don’t follow from its crosstable"),
        members: entries.filter_map(|entry| entry.member).collect(),
    })
}
