//! Campers whom a merge puts on the list of a week, which may be closed: neither copy has had them there without their games, and so neither
//! knows their ratings.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, OptionalExtension as _};

use crate::{
    domain::{PlayerId, WeekId, merge::Key},
    storage::{StorageError, player, safety::digest, seal, week},
};

/// Gives them the ratings that a recalculation would, as they have no games.
pub(in crate::storage) fn rate_listed(
    connection: &Connection,
    listed: &BTreeSet<Key>,
) -> Result<(), StorageError> {
    let mut weeks = BTreeMap::<_, Vec<_>>::new();
    for key in listed {
        if let Some((week, player)) = numbers(connection, key)? {
            weeks.entry(week).or_default().push(player);
        }
    }
    seal::lift(connection, true)?;
    for (week, players) in &weeks {
        player::begin(connection, *week, players)?;
    }
    seal::lift(connection, false)?;
    for id in weeks.into_keys() {
        let week = week::row_of(connection, id)?;
        if week.is_closed() && !week.lacks_part {
            digest::renew(connection, &week)?;
        }
    }
    Ok(())
}

/// The week and the camper of a row, if it is there.
fn numbers(connection: &Connection, row: &Key) -> rusqlite::Result<Option<(WeekId, PlayerId)>> {
    let [week, person] = row.parts.as_slice() else {
        return Ok(None);
    };
    connection
        .prepare_cached(
            "SELECT week_id, person_id FROM main.week_player
             JOIN main.week ON week.id = week_id JOIN main.person ON person.id = person_id
             WHERE week.uid = ?1 AND person.uid = ?2",
        )?
        .query_row([week, person], |row| {
            Ok((WeekId(row.get(0)?), PlayerId(row.get(1)?)))
        })
        .optional()
}
