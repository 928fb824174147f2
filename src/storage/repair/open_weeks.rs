//! What an open week has lost is kept with it, so that it is listed until it is called right. Closed weeks are known by their digests.

use std::collections::BTreeMap;

use rusqlite::{Connection, params, types::Value};

use super::{
    complete::Completed,
    fill::Filled,
    from_backup::Taken,
    gather::{Gathered, TableRows},
    tables::{Key, KeyPart},
};
use crate::{
    domain::{Missing, WeekId},
    storage::StorageError,
};

/// Keeps with each open week what is gone of it, and wasn't `taken` from a backup.
pub(super) fn keep_what_is_gone(
    new: &Connection,
    gathered: &Gathered<'_>,
    filled: &[Filled],
    done: &Completed,
    taken: &BTreeMap<String, Taken>,
) -> Result<(), StorageError> {
    let open = new
        .prepare("SELECT id FROM week WHERE closed_on IS NULL")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<Vec<i64>>>()?;
    let mut tables = gathered.tables.iter();
    let perhaps_more =
        tables.any(|of| of.is_about && ["game", "week_player"].contains(&of.table.name.as_str()));
    let games = gathered.tables.iter().zip(filled);
    let games = games.filter(|(of, _)| of.table.name == "game");
    let games = games.flat_map(|(of, filled)| weeks_of_gone(of, filled, taken.get("game")));
    let games = games.collect::<Vec<_>>();
    for week in open {
        let missing = Missing {
            week: WeekId(week),
            games: games.iter().filter(|of| **of == week).count(),
            players: stand_ins(done, week),
            perhaps_more,
        };
        if missing.is_any() {
            new.execute(
                "INSERT INTO accepted_problem (week_id, problem) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                params![week, missing.mark()],
            )?;
        }
    }
    Ok(())
}

/// The week of each game that is gone.
fn weeks_of_gone(of: &TableRows<'_>, filled: &Filled, taken: Option<&Taken>) -> Vec<i64> {
    let mut gone = of
        .missing
        .iter()
        .chain(&filled.refused)
        .collect::<BTreeMap<_, _>>();
    gone.retain(|key, _| taken.is_none_or(|taken| !taken.rows.contains(*key)));
    let week = of.table.column("week_id");
    let weeks = gone
        .into_values()
        .filter_map(|known| match known.get(&week?) {
            Some(Value::Integer(week)) => Some(*week),
            _ => None,
        });
    weeks.collect()
}

/// How many players of a week have nothing of it but what follows from the week before or from the group.
fn stand_ins(done: &Completed, week: i64) -> usize {
    let stand_ins = done.stand_ins.get("week_player").into_iter().flatten();
    let of_week = stand_ins.filter(
        |key| matches!(key, Key::Columns(parts) if parts.first() == Some(&KeyPart::Number(week))),
    );
    of_week.count()
}
