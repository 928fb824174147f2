//! Crosstables of US Chess that have lost rows: what a section was rated with is told in the order of its rows.

use rusqlite::{Connection, params};

use crate::storage::StorageError;

/// Closes the rows of crosstables up, and what they were rated with likewise. Ratings that don't fit any more are taken away: how many.
pub(super) fn close_up(connection: &Connection) -> Result<usize, StorageError> {
    let sections = connection
        .prepare("SELECT id FROM us_section")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<Vec<i64>>>()?;
    let mut taken_away = 0;
    for section in sections {
        let places = connection
            .prepare_cached("SELECT place FROM us_entry WHERE section_id = ?1 ORDER BY place")?
            .query_map([section], |row| row.get(0))?
            .collect::<rusqlite::Result<Vec<i64>>>()?;
        taken_away += fit_ratings(connection, section, &places)?;
        for (now, before) in places.iter().enumerate() {
            connection
                .prepare_cached(
                    "UPDATE us_entry SET place = ?3 WHERE section_id = ?1 AND place = ?2 AND place <> ?3",
                )?
                .execute(params![section, before, i64::try_from(now).unwrap_or(0)])?;
        }
    }
    Ok(taken_away)
}

fn fit_ratings(
    connection: &Connection,
    section: i64,
    places: &[i64],
) -> Result<usize, StorageError> {
    let ratings = connection
        .prepare_cached("SELECT system, posted FROM us_rating WHERE section_id = ?1")?
        .query_map([section], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<Vec<(String, String)>>>()?;
    let mut taken_away = 0;
    for (system, posted) in ratings {
        let lines = posted.lines().collect::<Vec<_>>();
        let line = |place: &i64| lines.get(usize::try_from(*place).ok()?).copied();
        let kept = places.iter().map(line).collect::<Option<Vec<_>>>();
        match kept {
            Some(kept) if kept.len() == lines.len() => {}
            Some(kept) => {
                connection.execute(
                    "UPDATE us_rating SET posted = ?3, is_stale = 1 WHERE section_id = ?1 AND system = ?2",
                    params![section, system, kept.join("\n")],
                )?;
            }
            None => {
                taken_away += connection.execute(
                    "DELETE FROM us_rating WHERE section_id = ?1 AND system = ?2",
                    params![section, system],
                )?;
            }
        }
    }
    Ok(taken_away)
}
