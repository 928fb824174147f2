//! Members and sections after two copies of the camp were brought together: what one has done may make ratings of the other one out of date.

use std::collections::BTreeSet;

use jiff::civil::Date;
use rusqlite::Connection;

use super::{
    Later, UnlikeCrosstable, accounts, event, head, rating, saving, unlike::compare_all,
    unlike_crosstables,
};
use crate::{
    domain::us_chess::{MemberKey, SectionHead, SectionKey},
    storage::StorageError,
};

/// What one of two copies has done.
#[derive(Debug, Default)]
pub(in crate::storage) struct DoneInCopy {
    /// Sections that it has added, changed or rated.
    pub(in crate::storage) sections: BTreeSet<SectionKey>,
    /// Members whose records it has changed otherwise.
    pub(in crate::storage) members: BTreeSet<MemberKey>,
}

/// Marks what is out of date, and makes all records of members what follows from the crosstables. What one copy has rated may also go by a
/// section that both have rated, each otherwise, or that the other one doesn't rate any more: only rating it again tells. Says which sections
/// that aren't marked are unlike their crosstables.
pub(in crate::storage) fn settle(
    connection: &Connection,
    done: &[DoneInCopy; 2],
) -> Result<BTreeSet<SectionKey>, StorageError> {
    let [ours, theirs] = done;
    for (by, of) in [(ours, theirs), (theirs, ours)] {
        mark(connection, by, of)?;
    }
    // What is saved of a section is credited, so that the accounts are those of the crosstables.
    let (unlike, books) = compare_all(connection, Later::AsSaved, &|| false)?;
    let balances = accounts::balances_of(connection, books)?;
    saving::save_balances(connection, &balances)?;
    Ok(keys(&unlike))
}

/// The rated sections whose ratings aren't those that their crosstables give.
pub(in crate::storage) fn unlike(
    connection: &Connection,
) -> Result<BTreeSet<SectionKey>, StorageError> {
    unlike_crosstables(connection, Later::AsSaved, &|| false).map(|unlike| keys(&unlike))
}

/// Marks the sections that must be rated again.
pub(in crate::storage) fn mark_out_of_date<'a>(
    connection: &Connection,
    sections: impl IntoIterator<Item = &'a SectionKey>,
) -> Result<(), StorageError> {
    for section in sections {
        rating::mark_stale(connection, *section)?;
    }
    Ok(())
}

fn keys(unlike: &[UnlikeCrosstable]) -> BTreeSet<SectionKey> {
    unlike.iter().map(|it| it.head.key).collect()
}

/// A rated section: when it ended, and who played.
struct Played {
    key: SectionKey,
    ends: Option<Date>,
    members: BTreeSet<MemberKey>,
}

/// Marks what one copy has rated of members with whom the other one has done something before. Two sections of one day are each before the
/// other one: which comes first may depend on numbers that each copy has given.
fn mark(connection: &Connection, by: &DoneInCopy, of: &DoneInCopy) -> Result<(), StorageError> {
    let earlier = rated(connection, by.sections.difference(&of.sections))?;
    for section in rated(connection, &of.sections)? {
        let is_before = |other: &Played| {
            let is_earlier = other.key != section.key && other.ends <= section.ends;
            is_earlier && !other.members.is_disjoint(&section.members)
        };
        if !by.members.is_disjoint(&section.members) || earlier.iter().any(is_before) {
            rating::mark_stale(connection, section.key)?;
        }
    }
    Ok(())
}

fn rated<'a>(
    connection: &Connection,
    sections: impl IntoIterator<Item = &'a SectionKey>,
) -> Result<Vec<Played>, StorageError> {
    let mut played = Vec::new();
    for key in sections {
        let Some(head) = head::head(connection, *key)?.filter(SectionHead::is_rated) else {
            continue;
        };
        let entries = event::entries(connection, *key)?;
        played.push(Played {
            key: *key,
            ends: head.section.ends,
            members: entries.iter().filter_map(|entry| entry.member).collect(),
        });
    }
    Ok(played)
}
