//! The table `accepted_problem`: what the director has called right among the problems of a week.

use std::collections::HashSet;

use rusqlite::{Connection, params};

use super::{StorageError, week};
use crate::domain::{Acceptance, WeekId, stays_accepted};

/// The keys of what is accepted in a week.
pub(super) fn of_week(connection: &Connection, week: WeekId) -> rusqlite::Result<HashSet<String>> {
    connection
        .prepare_cached("SELECT problem FROM accepted_problem WHERE week_id = ?1")?
        .query_map([week.0], |row| row.get(0))?
        .collect()
}

/// Accepts problems of a week, or no longer. What is as it shall be already stays so.
pub(super) fn save(connection: &Connection, acceptance: &Acceptance) -> Result<(), StorageError> {
    let week = week::by_id(connection, acceptance.week)?.id;
    let mut statement = connection.prepare_cached(if acceptance.accepted {
        "INSERT INTO accepted_problem (week_id, problem) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM accepted_problem WHERE week_id = ?1 AND problem = ?2"
    })?;
    for key in &acceptance.keys {
        statement.execute(params![week.0, key])?;
    }
    Ok(())
}

/// What is accepted in a week and true of the next one too is accepted in that as well.
pub(super) fn carry_over(
    connection: &Connection,
    from: WeekId,
    to: WeekId,
) -> rusqlite::Result<()> {
    let mut statement = connection
        .prepare_cached("INSERT INTO accepted_problem (week_id, problem) VALUES (?1, ?2)")?;
    for key in of_week(connection, from)? {
        if stays_accepted(&key) {
            statement.execute(params![to.0, key])?;
        }
    }
    Ok(())
}
