//! The table `week`, and what happens to a whole week: it is closed, opened again, followed by the next one.

use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension as _, Row, params, types::ValueRef};

use super::{
    Refusal, StorageError, accepted, game,
    group::{self, refuse_if_invalid},
    player,
    safety::digest,
    uid::uid,
    value,
};
use crate::domain::{
    Days, NextWeek, OtherWeek, Week, WeekBefore, WeekDetails, WeekId, check_week_label,
};

/// A week at a glance.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WeekSummary {
    pub week: Week,
    /// The first and the last day, as [`Week::days`] has them.
    pub days: Days,
    /// Active players.
    pub players: usize,
    /// Games, fun games too.
    pub games: usize,
}

/// The week that is worked on, or was last. It may be closed.
pub(super) fn current(connection: &Connection) -> rusqlite::Result<Week> {
    one(connection, "id = (SELECT current_week FROM camp)", &[])
}

/// The current week, if it is open.
pub(super) fn open(connection: &Connection) -> Result<Week, StorageError> {
    let week = current(connection)?;
    if week.is_closed() {
        return Err(Refusal::WeekClosed(week.title()).into());
    }
    Ok(week)
}

/// All weeks, the first one first.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<Week>> {
    connection
        .prepare_cached(&format!("{SELECT} ORDER BY number"))?
        .query_map([], read)?
        .collect()
}

/// All weeks with what they hold, the first one first.
pub(super) fn summaries(connection: &Connection) -> rusqlite::Result<Vec<WeekSummary>> {
    let count = |sql: &str, week: &Week| -> rusqlite::Result<usize> {
        let count = connection
            .prepare_cached(sql)?
            .query_row([week.id.0], |row| row.get::<_, i64>(0))?;
        Ok(usize::try_from(count).unwrap_or(0))
    };
    let summary = |week: Week| {
        let played = connection
            .prepare_cached("SELECT min(played_on) AS first, max(played_on) AS last FROM game WHERE week_id = ?1")?
            .query_row([week.id.0], |row| Ok(date(row, "first")?.zip(date(row, "last")?)))?
            .map(|(first, last)| Days { first, last });
        Ok(WeekSummary {
            days: week.days(played),
            players: count(
                "SELECT count(*) FROM week_player WHERE week_id = ?1 AND active",
                &week,
            )?,
            games: count("SELECT count(*) FROM game WHERE week_id = ?1", &week)?,
            week,
        })
    };
    all(connection)?.into_iter().map(summary).collect()
}

/// A week by its record number.
pub(super) fn by_id(connection: &Connection, id: WeekId) -> Result<Week, StorageError> {
    let week = row_of(connection, id).optional()?;
    week.ok_or_else(|| Refusal::NoWeek(id.0).into())
}

pub(super) fn row_of(connection: &Connection, id: WeekId) -> rusqlite::Result<Week> {
    one(connection, "id = ?1", &[id.0])
}

/// How the week before this one ended.
pub(super) fn before(connection: &Connection, week: &Week) -> rusqlite::Result<Option<WeekBefore>> {
    let before = one(
        connection,
        "number < ?1 ORDER BY number DESC LIMIT 1",
        &[week.number],
    )
    .optional()?;
    let Some(week) = before else {
        return Ok(None);
    };
    Ok(Some(WeekBefore {
        groups: group::all(connection, week.id)?,
        players: player::bare(connection, week.id)?,
        week,
    }))
}

/// Every week but this one, the first one first.
pub(super) fn others(connection: &Connection, id: WeekId) -> rusqlite::Result<Vec<OtherWeek>> {
    let others = all(connection)?.into_iter().filter(|week| week.id != id);
    others.map(|week| whole(connection, week)).collect()
}

/// Every week up to the last closed one, the first one first.
pub(super) fn up_to_last_closed(connection: &Connection) -> rusqlite::Result<Vec<OtherWeek>> {
    let weeks = all(connection)?;
    let last = weeks.iter().rposition(Week::is_closed);
    let weeks = weeks.into_iter().take(last.map_or(0, |last| last + 1));
    weeks.map(|week| whole(connection, week)).collect()
}

fn whole(connection: &Connection, week: Week) -> rusqlite::Result<OtherWeek> {
    Ok(OtherWeek {
        groups: group::all(connection, week.id)?,
        players: player::bare(connection, week.id)?,
        games: game::bare(connection, week.id)?,
        week,
    })
}

/// The first week of a new camp opens by itself.
pub(super) fn open_first(connection: &Connection, today: Date) -> rusqlite::Result<WeekId> {
    begin(connection, 1, "", today)
}

/// Closes the current week, whose ratings are those of its games by now. One that was opened again gives way to the last.
pub(super) fn close(connection: &Connection, on: Date) -> Result<(), StorageError> {
    let mut week = open(connection)?;
    week.closed_on = Some(on);
    // It may have been started ahead of its first day.
    week.opened_on = week.opened_on.min(on);
    let digest = digest::of_week(connection, &week)?;
    connection.execute(
        "UPDATE week SET first_day = ?2, closed_on = ?3, digest = ?4 WHERE id = ?1",
        params![
            week.id.0,
            week.opened_on.to_string(),
            on.to_string(),
            digest
        ],
    )?;
    Ok(make_current(connection, last(connection)?.id)?)
}

/// Opens a closed week again. Only one week is worked on at a time.
pub(super) fn reopen(connection: &Connection, id: WeekId) -> Result<(), StorageError> {
    let week = by_id(connection, id)?;
    let current = current(connection)?;
    if !week.is_closed() {
        return Err(Refusal::WeekOpen(week.title()).into());
    }
    if current.id != week.id {
        if current.id != last(connection)?.id {
            return Err(Refusal::WeekOpen(current.title()).into());
        }
        make_current(connection, week.id)?;
    }
    connection.execute(
        "UPDATE week SET closed_on = NULL, digest = NULL WHERE id = ?1",
        [id.0],
    )?;
    Ok(())
}

/// Begins the week after the last one.
pub(super) fn start_next(connection: &Connection, next: &NextWeek) -> Result<(), StorageError> {
    refuse_if_invalid(check_week_label(&next.label))?;
    let current = current(connection)?;
    // If that is an older one, it was opened again.
    if !current.is_closed() {
        return Err(Refusal::WeekOpen(current.title()).into());
    }
    let week = begin(connection, current.number + 1, &next.label, next.opened_on)?;
    for (table, columns) in [
        ("week_group", group::columns_of_week().listed()),
        ("week_player", player::columns_of_week().listed()),
    ] {
        let sql = format!(
            "INSERT INTO {table} (week_id, {columns}) SELECT ?1, {columns} FROM {table} WHERE week_id = ?2"
        );
        connection.execute(&sql, [week.0, current.id.0])?;
    }
    accepted::carry_over(connection, current.id, week)?;
    player::start_week(connection, week, &next.players)
}

/// Gives a week another label, or other days.
pub(super) fn change(
    connection: &Connection,
    id: WeekId,
    details: &WeekDetails,
) -> Result<(), StorageError> {
    refuse_if_invalid(details.problems())?;
    let [first, last] = details.days.map(|day| day.map(|day| day.to_string()));
    let changed = connection.execute(
        "UPDATE week SET label = ?2, set_first_day = ?3, set_last_day = ?4 WHERE id = ?1",
        params![id.0, details.label, first, last],
    )?;
    if changed == 0 {
        return Err(Refusal::NoWeek(id.0).into());
    }
    Ok(())
}

fn begin(connection: &Connection, number: i64, label: &str, on: Date) -> rusqlite::Result<WeekId> {
    connection.execute(
        "INSERT INTO week (uid, number, label, first_day) VALUES (?1, ?2, ?3, ?4)",
        params![uid(), number, label, on.to_string()],
    )?;
    let week = WeekId(connection.last_insert_rowid());
    make_current(connection, week)?;
    Ok(week)
}

fn make_current(connection: &Connection, week: WeekId) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE camp SET current_week = ?1 WHERE current_week IS NOT ?1",
        [week.0],
    )?;
    Ok(())
}

pub(super) fn last(connection: &Connection) -> rusqlite::Result<Week> {
    one(connection, "TRUE ORDER BY number DESC LIMIT 1", &[])
}

const SELECT: &str = "SELECT * FROM week";

fn one(connection: &Connection, which: &str, numbers: &[i64]) -> rusqlite::Result<Week> {
    connection
        .prepare_cached(&format!("{SELECT} WHERE {which}"))?
        .query_row(rusqlite::params_from_iter(numbers), read)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Week> {
    let closed_on = date(row, "closed_on")?;
    let digest = row.as_ref().column_index("digest")?;
    Ok(Week {
        id: WeekId(row.get("id")?),
        number: row.get("number")?,
        label: row.get("label")?,
        opened_on: date(row, "first_day")?.unwrap_or_default(),
        closed_on,
        set_days: [date(row, "set_first_day")?, date(row, "set_last_day")?],
        // Closing writes it down, and only a repair takes it away.
        lacks_part: closed_on.is_some() && row.get_ref(digest)? == ValueRef::Null,
    })
}

/// A date as the camp file stores it, "2026-07-06".
pub(super) fn date(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<Date>> {
    let place = row.as_ref().column_index(column)?;
    value::date(row.get_ref(place)?, place)
}
