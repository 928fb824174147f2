//! The table `us_rating`: what sections were rated with.

use std::str::FromStr;

use rusqlite::{Connection, params};
use strum::VariantArray as _;

use super::column::{read, text, word};
use crate::{
    domain::us_chess::{MemberKey, Posted, SectionKey, SectionOrder, SectionRating, System},
    storage::StorageError,
};

/// What a section was rated with, in each system in which it was.
pub(super) fn of_section(
    connection: &Connection,
    key: SectionKey,
) -> rusqlite::Result<Vec<SectionRating>> {
    connection
        .prepare_cached(
            "SELECT system, is_stale, posted FROM us_rating WHERE section_id = ?1 ORDER BY system DESC",
        )?
        .query_map([key.0], |row| {
            Ok(SectionRating {
                system: word(row, "system", System::of_word)?.unwrap_or(System::Regular),
                rows: read(row, "posted", read_posted)?,
                is_stale: row.get("is_stale")?,
            })
        })?
        .collect()
}

fn read_posted(text: &str) -> Option<Vec<Posted>> {
    text.lines().map(read_row).collect()
}

/// "1794 - 1817.31 1817.31 - 1600 0"
fn read_row(line: &str) -> Option<Posted> {
    let values = line.split(' ').collect::<Vec<_>>();
    let [
        pre,
        pre_games,
        before_floors,
        post,
        games,
        floor,
        is_estimate,
    ] = values[..]
    else {
        return None;
    };
    let mut posted = Posted {
        is_estimate: is_estimate == "1",
        ..Posted::default()
    };
    read_value(&mut posted.pre, pre)?;
    read_value(&mut posted.pre_games, pre_games)?;
    read_value(&mut posted.before_floors, before_floors)?;
    read_value(&mut posted.post, post)?;
    read_value(&mut posted.games, games)?;
    read_value(&mut posted.floor, floor)?;
    Some(posted)
}

/// Puts what a text says into its place: nothing for a dash.
fn read_value<T: FromStr>(place: &mut Option<T>, text: &str) -> Option<()> {
    if text != "-" {
        *place = Some(text.parse().ok()?);
    }
    Some(())
}

fn posted_text(rows: &[Posted]) -> String {
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let lines = rows.iter().map(|row| {
        let values = [
            text(row.pre),
            text(row.pre_games),
            text(row.before_floors),
            text(row.post),
            text(row.games),
            text(row.floor),
            Some(u8::from(row.is_estimate).to_string()),
        ];
        values.map(or_none).join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Makes the ratings of a section those that are given here.
pub(super) fn save(
    connection: &Connection,
    key: SectionKey,
    ratings: &[SectionRating],
) -> Result<(), StorageError> {
    for system in System::VARIANTS {
        if !ratings.iter().any(|rating| rating.system == *system) {
            connection
                .prepare_cached("DELETE FROM us_rating WHERE section_id = ?1 AND system = ?2")?
                .execute(params![key.0, system.word()])?;
        }
    }
    for rating in ratings {
        connection
            .prepare_cached(
                "INSERT INTO us_rating (section_id, system, is_stale, posted) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO UPDATE SET is_stale = excluded.is_stale, posted = excluded.posted",
            )?
            .execute(params![
                key.0,
                rating.system.word(),
                rating.is_stale,
                posted_text(&rating.rows)
            ])?;
    }
    Ok(())
}

/// Takes the ratings of a section away.
pub(super) fn delete(connection: &Connection, key: SectionKey) -> Result<(), StorageError> {
    connection
        .prepare_cached("DELETE FROM us_rating WHERE section_id = ?1")?
        .execute([key.0])?;
    Ok(())
}

/// Marks the ratings of a section: something that they were computed from has changed.
pub(super) fn mark_stale(connection: &Connection, key: SectionKey) -> Result<(), StorageError> {
    connection
        .prepare_cached("UPDATE us_rating SET is_stale = 1 WHERE section_id = ?1")?
        .execute([key.0])?;
    Ok(())
}

/// Marks the ratings of a member's sections that come after a place.
pub(super) fn mark_member_stale(
    connection: &Connection,
    member: MemberKey,
    after: &SectionOrder,
) -> Result<(), StorageError> {
    connection
        .prepare_cached(
            "UPDATE us_rating SET is_stale = 1 WHERE section_id IN (
                 SELECT us_section.id FROM us_entry JOIN us_section ON us_section.id = us_entry.section_id
                 JOIN us_event ON us_event.id = us_section.event_id
                 WHERE us_entry.member_id = ?1
                 AND (coalesce(us_section.ends, us_event.ends), coalesce(us_event.event_id, CAST(us_event.id AS TEXT)),
                      us_section.number) > (?2, ?3, ?4))",
        )?
        .execute(params![
            member.0,
            after.ends.to_string(),
            after.event,
            after.number
        ])?;
    Ok(())
}
