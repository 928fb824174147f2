//! The table `us_rating`: what sections were rated with.

use std::{
    fmt::{Display, Write as _},
    str::FromStr,
};

use rusqlite::{Connection, params};

use super::column::{read, word};
use crate::{
    domain::us_chess::{MemberKey, Posted, SectionKey, SectionOrder, SectionRating, System},
    storage::StorageError,
};

/// What a section was rated with, in each system in which it was.
pub(super) fn of_section(
    connection: &Connection,
    key: SectionKey,
) -> rusqlite::Result<Vec<SectionRating>> {
    ratings(connection, key, read_posted)
}

/// The same of a few rows, whose places go up.
pub(super) fn of_rows(
    connection: &Connection,
    key: SectionKey,
    places: &[usize],
) -> rusqlite::Result<Vec<SectionRating>> {
    let end = places.last().map_or(0, |last| last + 1);
    ratings(connection, key, |text| {
        let lines = text.lines().take(end).enumerate();
        let wanted = lines.filter(|(place, _)| places.binary_search(place).is_ok());
        wanted.map(|(_, line)| read_row(line)).collect()
    })
}

fn ratings(
    connection: &Connection,
    key: SectionKey,
    read_rows: impl Fn(&str) -> Option<Vec<Posted>>,
) -> rusqlite::Result<Vec<SectionRating>> {
    connection
        .prepare_cached(
            "SELECT system, is_stale, posted FROM us_rating WHERE section_id = ?1 ORDER BY system DESC",
        )?
        .query_map([key.0], |row| {
            Ok(SectionRating {
                system: word(row, 0, System::of_word)?.unwrap_or(System::Regular),
                rows: read(row, 2, &read_rows)?,
                is_stale: row.get(1)?,
            })
        })?
        .collect()
}

pub(super) fn read_posted(text: &str) -> Option<Vec<Posted>> {
    text.lines().map(read_row).collect()
}

/// "1794 - 1817.31 1817.31 - 1600 0"
fn read_row(line: &str) -> Option<Posted> {
    let mut values = line.split(' ');
    let mut posted = Posted::default();
    read_value(&mut posted.pre, values.next()?)?;
    read_value(&mut posted.pre_games, values.next()?)?;
    read_value(&mut posted.before_floors, values.next()?)?;
    read_value(&mut posted.post, values.next()?)?;
    read_value(&mut posted.games, values.next()?)?;
    read_value(&mut posted.floor, values.next()?)?;
    posted.is_estimate = values.next()? == "1";
    values.next().is_none().then_some(posted)
}

/// Puts what a text says into its place: nothing for a dash.
fn read_value<T: FromStr>(place: &mut Option<T>, text: &str) -> Option<()> {
    if text != "-" {
        *place = Some(text.parse().ok()?);
    }
    Some(())
}

fn posted_text(rows: &[Posted]) -> String {
    // Of five ratings and counts of a row each may have up to twenty figures.
    let mut text = String::with_capacity(rows.len() * 64);
    for (place, row) in rows.iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        write_value(&mut text, row.pre);
        write_count(&mut text, row.pre_games);
        let written = text.len();
        write_value(&mut text, row.before_floors);
        // Most ratings are held by no floor, and figures cost more than a copy of them.
        if row.before_floors.map(f64::to_bits) == row.post.map(f64::to_bits) {
            text.extend_from_within(written..);
        } else {
            write_value(&mut text, row.post);
        }
        write_count(&mut text, row.games);
        match row.floor.and_then(whole) {
            Some(floor) => write_count(&mut text, Some(floor)),
            None => write_value(&mut text, row.floor),
        }
        text.push(if row.is_estimate { '1' } else { '0' });
    }
    text
}

/// A rating that has no decimals, as nearly all floors; nothing for any other.
fn whole(rating: f64) -> Option<u32> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what isn't the same any more is no whole number"
    )]
    let whole = rating as u32;
    (f64::from(whole).to_bits() == rating.to_bits()).then_some(whole)
}

/// Adds a number of games as [`write_value`] does, figure by figure: three of them stand in each row.
fn write_count(text: &mut String, count: Option<u32>) {
    let Some(count) = count else {
        text.push_str("- ");
        return;
    };
    let mut power = 1;
    while count / power >= 10 {
        power *= 10;
    }
    while power > 0 {
        text.extend(char::from_digit(count / power % 10, 10));
        power /= 10;
    }
    text.push(' ');
}

/// Adds a value, or a dash for nothing, and a blank.
fn write_value<T: Display>(text: &mut String, value: Option<T>) {
    match value {
        // Nothing fails that writes into a text.
        Some(value) => drop(write!(text, "{value}")),
        None => text.push('-'),
    }
    text.push(' ');
}

/// Saves what a section is rated with in each of these systems.
pub(super) fn save(
    connection: &Connection,
    key: SectionKey,
    ratings: &[SectionRating],
) -> Result<(), StorageError> {
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

/// Takes the ratings of a section in a system away.
pub(super) fn drop_in(
    connection: &Connection,
    key: SectionKey,
    system: System,
) -> Result<(), StorageError> {
    connection
        .prepare_cached("DELETE FROM us_rating WHERE section_id = ?1 AND system = ?2")?
        .execute(params![key.0, system.word()])?;
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
