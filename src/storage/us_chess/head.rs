//! Sections as lists of sections have them: from `us_section`, with what `us_event` and `us_rating` know of each.

use std::collections::BTreeSet;

use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension as _, Row, named_params};

use super::event::read_section;
use crate::{
    domain::{
        CampData, Edit,
        us_chess::{EventKey, MemberKey, SectionHead, SectionKey, System},
    },
    storage::CampFile,
};

/// By place, as [`read_head`] reads them: columns are found by name too slowly for rows that are read by the hundred thousand.
const HEADS: &str = "SELECT us_section.number, us_section.name, us_section.kind, coalesce(us_section.begins, us_event.begins) AS first_day,
     coalesce(us_section.ends, us_event.ends) AS last_day, us_section.half_k, us_section.time_controls, us_section.is_regular,
     us_section.is_quick, us_section.is_blitz, us_section.as_published,
     us_section.id, us_event.id, coalesce(us_event.event_id, CAST(us_event.id AS TEXT)) AS called, us_event.name,
     iif(:counted, (SELECT count(*) FROM us_entry WHERE us_entry.section_id = us_section.id), 0),
     iif(:with_ratings, (SELECT is_stale FROM us_rating WHERE us_rating.section_id = us_section.id AND system = 'regular'), NULL),
     iif(:with_ratings, (SELECT is_stale FROM us_rating WHERE us_rating.section_id = us_section.id AND system = 'quick'), NULL)
     FROM us_section JOIN us_event ON us_event.id = us_section.event_id";

impl CampFile {
    /// What is done by an edit, in the words of a menu. `camp` is the camp before it, which knows no sections of US Chess: these are read.
    #[must_use]
    pub fn name_of(&self, edit: &Edit, camp: &CampData) -> String {
        let name = || {
            let Edit::UsChess(change) = edit else {
                return None;
            };
            // A file that can't be read says so when the edit is carried out.
            let section = head(&self.connection, change.section()?).ok().flatten()?;
            Some(change.name_in(&section))
        };
        name().unwrap_or_else(|| edit.name(camp))
    }
}

/// All sections in the order in which they are rated; those of no day come first. Their entries are counted where that is wanted.
pub(super) fn heads(
    connection: &Connection,
    is_counted: bool,
) -> rusqlite::Result<Vec<SectionHead>> {
    connection
        .prepare_cached(&format!(
            "{HEADS} ORDER BY last_day, called, us_section.number"
        ))?
        .query_map(
            named_params! { ":counted": is_counted, ":with_ratings": true },
            read_head,
        )?
        .collect()
}

pub(super) fn head(
    connection: &Connection,
    key: SectionKey,
) -> rusqlite::Result<Option<SectionHead>> {
    connection
        .prepare_cached(&format!("{HEADS} WHERE us_section.id = :section"))?
        .query_row(
            named_params! { ":counted": true, ":with_ratings": true, ":section": key.0 },
            read_head,
        )
        .optional()
}

/// These sections and all others of their players, in the order in which they are rated. Entries aren't counted.
pub(super) fn heads_of_players_of(
    connection: &Connection,
    sections: &[SectionKey],
) -> rusqlite::Result<Vec<SectionHead>> {
    let mut keys = sections.iter().map(|key| key.0).collect::<BTreeSet<_>>();
    for section in sections {
        let mut others = connection.prepare_cached(
            "SELECT DISTINCT us_entry.section_id FROM us_entry AS own JOIN us_entry ON us_entry.member_id = own.member_id
             WHERE own.section_id = ?1",
        )?;
        let mut rows = others.query([section.0])?;
        while let Some(row) = rows.next()? {
            keys.insert(row.get(0)?);
        }
    }
    let mut heads = Vec::new();
    for key in keys {
        let mut one =
            connection.prepare_cached(&format!("{HEADS} WHERE us_section.id = :section"))?;
        let named = named_params! { ":counted": false, ":with_ratings": true, ":section": key };
        heads.extend(one.query_row(named, read_head).optional()?);
    }
    heads.sort_by(|one, other| in_order(one).cmp(&in_order(other)));
    Ok(heads)
}

/// What sections are ordered by; those of no day come first.
fn in_order(head: &SectionHead) -> (Option<Date>, &str, u16) {
    (head.section.ends, &head.event_called, head.section.number)
}

/// The sections of an event, by number.
pub(super) fn heads_of_event(
    connection: &Connection,
    event: EventKey,
) -> rusqlite::Result<Vec<SectionHead>> {
    connection
        .prepare_cached(&format!(
            "{HEADS} WHERE us_event.id = :event ORDER BY us_section.number"
        ))?
        .query_map(
            named_params! { ":counted": true, ":with_ratings": true, ":event": event.0 },
            read_head,
        )?
        .collect()
}

/// The sections in which a member is entered, in the order in which they are rated.
pub(super) fn heads_of_member(
    connection: &Connection,
    member: MemberKey,
) -> rusqlite::Result<Vec<SectionHead>> {
    of_member(connection, member, true)
}

/// The same without what they are rated in, for who reads the ratings too: to find some, others are read whole.
pub(super) fn heads_of_member_without_ratings(
    connection: &Connection,
    member: MemberKey,
) -> rusqlite::Result<Vec<SectionHead>> {
    of_member(connection, member, false)
}

fn of_member(
    connection: &Connection,
    member: MemberKey,
    with_ratings: bool,
) -> rusqlite::Result<Vec<SectionHead>> {
    connection
        .prepare_cached(&format!(
            "{HEADS} WHERE us_section.id IN (SELECT section_id FROM us_entry WHERE member_id = :member)
             ORDER BY last_day, called, us_section.number"
        ))?
        .query_map(
            named_params! { ":counted": false, ":with_ratings": with_ratings, ":member": member.0 },
            read_head,
        )?
        .collect()
}

fn read_head(row: &Row<'_>) -> rusqlite::Result<SectionHead> {
    let mut rated = Vec::new();
    for (system, column) in [(System::Regular, 16), (System::Quick, 17)] {
        if let Some(is_stale) = row.get::<_, Option<bool>>(column)? {
            rated.push((system, is_stale));
        }
    }
    let entries = row.get::<_, i64>(15)?;
    Ok(SectionHead {
        section: read_section(row)?,
        key: SectionKey(row.get(11)?),
        event: EventKey(row.get(12)?),
        event_called: row.get(13)?,
        event_name: row.get(14)?,
        entries: usize::try_from(entries).unwrap_or(0),
        rated,
    })
}
