//! The chain of the weeks: each starts with the permanent ratings that the one before ends with. A week that is corrected breaks
//! it, and the weeks after it are mended one by one, as the director says.

use rusqlite::{Connection, params};

use super::week;
use crate::domain::{Player, StaleWeek, Week};

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
    let (then, now) = (
        week::shelf(connection, before.id)?,
        week::shelf(connection, week.id)?,
    );
    let game = now.table("game");
    let sql = format!(
        "SELECT trim(now.first_name || ' ' || now.last_name)
         FROM {} AS now JOIN {} AS ended ON ended.id = now.id
         WHERE coalesce(now.frozen_permanent, now.start_permanent) IS NOT ended.permanent_rating
           AND (now.active OR now.id NOT IN (
               SELECT white_id FROM {game} WHERE counts UNION SELECT black_id FROM {game} WHERE counts))
         ORDER BY now.last_name, now.first_name, now.id",
        now.table("player"),
        then.table("player"),
    );
    connection
        .prepare_cached(&sql)?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// Everybody starts the current week with the permanent rating that the week before ended with; for those who are inactive and
/// have no games in it, the frozen ratings follow.
pub(super) fn carry_starts(connection: &Connection, before: &[Player]) -> rusqlite::Result<()> {
    let mut carry =
        connection.prepare_cached("UPDATE player SET start_permanent = ?2 WHERE id = ?1")?;
    let mut freeze = connection.prepare_cached(
        "UPDATE player SET frozen_weekly = ?3, frozen_permanent = ?2
         WHERE id = ?1 AND NOT active AND frozen_permanent <> ?2 AND NOT EXISTS (
             SELECT 1 FROM game WHERE counts AND (white_id = ?1 OR black_id = ?1))",
    )?;
    for player in before {
        let ended = player.ratings;
        carry.execute(params![player.id.0, ended.permanent])?;
        freeze.execute(params![player.id.0, ended.permanent, ended.weekly])?;
    }
    Ok(())
}
