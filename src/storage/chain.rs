//! The chain of the weeks: each starts with the permanent ratings that the one before ends with. A week that is corrected breaks
//! it, and the weeks after it are mended one by one, as the director says.

use rusqlite::{Connection, params};

use super::week;
use crate::domain::{Player, StaleWeek, Week, WeekId};

/// The weeks that don't start from what the week before them ends with, but for the one that is `shown`: that is compared as it
/// changes (`domain::doubts`). As long as a week is open, nothing is said of the one after it.
pub(super) fn stale_weeks(
    connection: &Connection,
    shown: &Week,
) -> rusqlite::Result<Vec<StaleWeek>> {
    let mut stale = Vec::new();
    for pair in week::all(connection)?.windows(2) {
        let [before, week] = pair else { continue };
        if !before.is_closed() || week.id == shown.id {
            continue;
        }
        let players = other_starts(connection, before, week)?;
        if !players.is_empty() {
            stale.push(StaleWeek {
                week: week.clone(),
                before: before.clone(),
                players,
            });
        }
    }
    Ok(stale)
}

/// Who starts a week with another permanent rating than the week before ends with, by name.
fn other_starts(
    connection: &Connection,
    before: &Week,
    week: &Week,
) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached(
            "SELECT trim(first_name || ' ' || last_name)
             FROM week_player AS now JOIN week_player AS ended USING (person_id)
             JOIN person ON person.id = person_id
             WHERE now.week_id = ?1 AND ended.week_id = ?2
               AND CASE WHEN now.active OR now.left_midweek THEN now.start_permanent ELSE now.frozen_permanent END
                   IS NOT ended.permanent_rating
               AND (now.active OR now.left_midweek OR person_id NOT IN (
                   SELECT white_id FROM game WHERE week_id = ?1 AND counts
                   UNION SELECT black_id FROM game WHERE week_id = ?1 AND counts))
             ORDER BY last_name, first_name, person_id",
        )?
        .query_map([week.id.0, before.id.0], |row| row.get(0))?
        .collect()
}

/// Everybody starts the current week with the permanent rating that the week before ended with; for those who are inactive and
/// have no games in it, the frozen ratings follow.
pub(super) fn carry_starts(
    connection: &Connection,
    week: WeekId,
    before: &[Player],
) -> rusqlite::Result<()> {
    let mut carry = connection.prepare_cached(
        "UPDATE week_player SET start_permanent = ?3 WHERE week_id = ?1 AND person_id = ?2",
    )?;
    let mut freeze = connection.prepare_cached(
        "UPDATE week_player SET frozen_weekly = ?4, frozen_permanent = ?3
         WHERE week_id = ?1 AND person_id = ?2 AND NOT active AND NOT left_midweek AND frozen_permanent <> ?3
             AND NOT EXISTS (SELECT 1 FROM game WHERE week_id = ?1 AND counts AND white_id = ?2)
             AND NOT EXISTS (SELECT 1 FROM game WHERE week_id = ?1 AND counts AND black_id = ?2)",
    )?;
    for player in before {
        let ended = player.ratings;
        carry.execute(params![week.0, player.id.0, ended.permanent])?;
        freeze.execute(params![week.0, player.id.0, ended.permanent, ended.weekly])?;
    }
    Ok(())
}
