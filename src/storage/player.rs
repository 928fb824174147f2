//! The table `player`.

use rusqlite::{Connection, Row, params};

use super::{
    Refusal, StorageError, extra,
    group::{self, refuse_if_gone, refuse_if_invalid},
    kept::Shelf,
    week::date,
};
use crate::domain::{
    GroupId, NewPlayer, NextPlayer, Player, PlayerId, Ratings, Record, RowPrint, SavedRatings,
    full_name,
};

const COLUMNS: &str =
    "id, last_name, first_name, group_id, active, weekly_rating, permanent_rating,
    start_permanent, frozen_weekly, frozen_permanent, notes, imported_row, joined_on, background";

/// All players, by number.
pub(super) fn all(connection: &Connection, shelf: Shelf) -> rusqlite::Result<Vec<Player>> {
    let mut extra = extra::all(connection, shelf, extra::Kind::Player)?;
    let mut players = bare(connection, shelf)?;
    for player in &mut players {
        player.extra = extra.remove(&player.id.0).unwrap_or_default();
    }
    Ok(players)
}

/// All players, by number, without the further columns of the old file.
pub(super) fn bare(connection: &Connection, shelf: Shelf) -> rusqlite::Result<Vec<Player>> {
    let table = shelf.table("player");
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM {table} ORDER BY id"))?
        .query_map([], read)?
        .collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<Player> {
    let frozen = match (row.get(8)?, row.get(9)?) {
        (Some(weekly), Some(permanent)) => Some(Ratings { weekly, permanent }),
        _ => None,
    };
    Ok(Player {
        id: PlayerId(row.get(0)?),
        last_name: row.get(1)?,
        first_name: row.get(2)?,
        group: row.get::<_, Option<_>>(3)?.map(GroupId),
        active: row.get(4)?,
        ratings: Ratings {
            weekly: row.get(5)?,
            permanent: row.get(6)?,
        },
        start_permanent: row.get(7)?,
        frozen,
        notes: row.get(10)?,
        extra: Vec::new(),
        imported_row: row.get::<_, Option<_>>(11)?.map(RowPrint),
        joined: date(row, 12)?,
        background: row.get(13)?,
    })
}

/// Adds a player. Both ratings begin where the week does: at the group's initial rating.
pub(super) fn add(connection: &Connection, player: &NewPlayer) -> Result<PlayerId, StorageError> {
    refuse_if_invalid(player.problems())?;
    let initial = match player.group {
        Some(group) => connection
            .prepare_cached("SELECT initial_rating FROM camp_group WHERE id = ?1")?
            .query_row([group.0], |row| row.get::<_, Option<i32>>(0))
            .map_err(|error| gone_if_missing(error, Record::Group(group)))?,
        None if group::any(connection)? => {
            let name = full_name(&player.first_name, &player.last_name);
            return Err(Refusal::NoGroup(name).into());
        }
        None => None,
    };
    let start_permanent = player.start_permanent.or(initial);
    let ratings = Ratings {
        weekly: initial.unwrap_or(0),
        permanent: start_permanent.unwrap_or(0),
    };
    let number = next_number(connection)?;
    let frozen = (!player.active).then_some(ratings);
    insert(
        connection,
        &Player {
            id: number,
            last_name: player.last_name.clone(),
            first_name: player.first_name.clone(),
            group: player.group,
            active: player.active,
            ratings,
            start_permanent,
            frozen,
            notes: player.notes.clone(),
            extra: Vec::new(),
            imported_row: None,
            joined: player.joined,
            background: player.background.clone(),
        },
    )?;
    Ok(number)
}

/// The next number that was never given: also not one that Access gave and that was imported.
pub(super) fn next_number(connection: &Connection) -> rusqlite::Result<PlayerId> {
    connection.query_row(
        "SELECT max(coalesce((SELECT max(id) FROM player), 0),
                    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'player'), 0), 0) + 1",
        [],
        |row| row.get(0).map(PlayerId),
    )
}

/// Adds a player who has a number already.
pub(super) fn insert(connection: &Connection, player: &Player) -> Result<(), StorageError> {
    let marks = "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14";
    let sql = format!("INSERT INTO player ({COLUMNS}) VALUES ({marks})");
    save(connection, player, &sql)
}

/// Saves what a form edits. The ratings are those of the camp file and not of the form, which may have been opened before
/// the last recalculation: whoever becomes inactive keeps the ratings of now.
pub(super) fn change(connection: &Connection, player: &Player) -> Result<(), StorageError> {
    refuse_if_invalid(player.problems())?;
    let saved = connection
        .prepare_cached(&format!(
            "UPDATE player SET last_name = ?2, first_name = ?3, group_id = ?4, active = ?5,
                start_permanent = ?6, notes = ?7, joined_on = ?8, background = ?9, {}
             WHERE id = ?1",
            freeze("?5")
        ))?
        .execute(params![
            player.id.0,
            player.last_name,
            player.first_name,
            player.group.map(|group| group.0),
            player.active,
            player.start_permanent,
            player.notes,
            player.joined.map(|joined| joined.to_string()),
            player.background,
        ])?;
    refuse_if_gone(saved, Record::Player(player.id))?;
    extra::save(connection, extra::Kind::Player, player.id.0, &player.extra)?;
    Ok(())
}

/// Sets the frozen ratings when a player becomes active, or not, as the parameter `active` says.
fn freeze(active: &str) -> String {
    let frozen = |rating: &str| {
        format!(
            "frozen_{rating} = CASE WHEN {active} THEN NULL WHEN active THEN {rating}_rating ELSE frozen_{rating} END"
        )
    };
    format!("{}, {}", frozen("weekly"), frozen("permanent"))
}

/// Saves all fields of a player.
pub(super) fn overwrite(connection: &Connection, player: &Player) -> Result<(), StorageError> {
    let sql = "UPDATE player SET last_name = ?2, first_name = ?3, group_id = ?4, active = ?5,
            weekly_rating = ?6, permanent_rating = ?7, start_permanent = ?8,
            frozen_weekly = ?9, frozen_permanent = ?10, notes = ?11,
            imported_row = ?12, joined_on = ?13, background = ?14
         WHERE id = ?1";
    save(connection, player, sql)
}

/// Executes a statement whose parameters are the fields of a player, in the order of [`COLUMNS`].
fn save(connection: &Connection, player: &Player, sql: &str) -> Result<(), StorageError> {
    refuse_if_invalid(player.problems())?;
    let saved = connection.prepare_cached(sql)?.execute(params![
        player.id.0,
        player.last_name,
        player.first_name,
        player.group.map(|group| group.0),
        player.active,
        player.ratings.weekly,
        player.ratings.permanent,
        player.start_permanent,
        player.frozen.map(|frozen| frozen.weekly),
        player.frozen.map(|frozen| frozen.permanent),
        player.notes,
        player.imported_row.map(|row| row.0),
        player.joined.map(|joined| joined.to_string()),
        player.background,
    ])?;
    refuse_if_gone(saved, Record::Player(player.id))?;
    extra::save(connection, extra::Kind::Player, player.id.0, &player.extra)?;
    Ok(())
}

/// Deletes a player who has no games in the current week. Weeks that are kept have players of their own.
pub(super) fn delete(connection: &Connection, id: PlayerId) -> Result<(), StorageError> {
    let games = connection
        .prepare_cached("SELECT count(*) FROM game WHERE white_id = ?1 OR black_id = ?1")?
        .query_row([id.0], |row| row.get::<_, i64>(0))?;
    if games > 0 {
        let name = connection.query_row(
            "SELECT trim(first_name || ' ' || last_name) FROM player WHERE id = ?1",
            [id.0],
            |row| row.get(0),
        )?;
        let games = match games {
            1 => "a game".to_owned(),
            _ => format!("{games} games"),
        };
        return Err(Refusal::PlayerHasGames { name, games }.into());
    }
    let deleted = connection
        .prepare_cached("DELETE FROM player WHERE id = ?1")?
        .execute([id.0])?;
    refuse_if_gone(deleted, Record::Player(id))
}

/// Active players whose permanent rating at the start of the week is blank get their group's initial rating.
pub(super) fn fill_blank_starts(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute(
        "UPDATE player SET start_permanent =
            (SELECT initial_rating FROM camp_group WHERE camp_group.id = player.group_id)
         WHERE start_permanent IS NULL AND active = 1",
        [],
    )
}

/// Everybody begins the next week: with the permanent rating of now, and the initial rating of his or her group. Whoever
/// isn't there keeps the ratings of the last day.
pub(super) fn start_week(
    connection: &Connection,
    decided: &[NextPlayer],
) -> Result<(), StorageError> {
    let mut decide = connection.prepare_cached(&format!(
        "UPDATE player SET group_id = ?2, active = ?3, {} WHERE id = ?1",
        freeze("?3")
    ))?;
    for player in decided {
        let group = player.group.map(|group| group.0);
        let changed = decide
            .execute(params![player.id.0, group, player.stays])
            .map_err(|error| group_is_gone(error, player.group))?;
        refuse_if_gone(changed, Record::Player(player.id))?;
    }
    // Also of those who were inactive before: they may have played until they were made inactive in the middle of the week.
    connection.execute(
        "UPDATE player SET start_permanent = permanent_rating,
            weekly_rating = CASE WHEN active THEN coalesce(
                (SELECT initial_rating FROM camp_group WHERE camp_group.id = player.group_id),
                weekly_rating) ELSE weekly_rating END,
            frozen_weekly = CASE WHEN NOT active THEN weekly_rating END,
            frozen_permanent = CASE WHEN NOT active THEN permanent_rating END",
        [],
    )?;
    Ok(())
}

/// Saves the ratings of a recalculation. They are those of all players, or they are refused.
pub(super) fn save_ratings(
    connection: &Connection,
    saved: &SavedRatings,
) -> Result<(), StorageError> {
    let players = connection.query_row("SELECT count(*) FROM player", [], |row| {
        row.get::<_, i64>(0)
    })?;
    if usize::try_from(players) != Ok(saved.ratings.len()) {
        return Err(Refusal::Outdated.into());
    }
    // A rating that is the same is not written again, so that the history holds what has changed and nothing else.
    let mut update = connection.prepare_cached(
        "UPDATE player SET weekly_rating = ?2, permanent_rating = ?3
         WHERE id = ?1 AND (weekly_rating <> ?2 OR permanent_rating <> ?3)",
    )?;
    let mut is_there = connection.prepare_cached("SELECT 1 FROM player WHERE id = ?1")?;
    for (id, ratings) in &saved.ratings {
        let changed = update.execute(params![id.0, ratings.weekly, ratings.permanent])?;
        if changed == 0 && !is_there.exists([id.0])? {
            return Err(Refusal::Outdated.into());
        }
    }
    Ok(())
}

/// A player whose group isn't there fails a foreign key. This names the group.
fn group_is_gone(error: rusqlite::Error, group: Option<GroupId>) -> StorageError {
    let is_refused = error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation);
    match group.filter(|_| is_refused) {
        Some(group) => Refusal::Gone(Record::Group(group)).into(),
        None => error.into(),
    }
}

/// A record that was asked for by its number and isn't there.
pub(super) fn gone_if_missing(error: rusqlite::Error, record: Record) -> StorageError {
    match error {
        rusqlite::Error::QueryReturnedNoRows => Refusal::Gone(record).into(),
        error => error.into(),
    }
}

/// A game whose player isn't there fails a foreign key. This names the player.
pub(super) fn missing(
    connection: &Connection,
    error: rusqlite::Error,
    players: [PlayerId; 2],
) -> StorageError {
    if error.sqlite_error_code() != Some(rusqlite::ErrorCode::ConstraintViolation) {
        return error.into();
    }
    let is_there = |player: &PlayerId| {
        connection
            .query_row("SELECT 1 FROM player WHERE id = ?1", [player.0], |_| Ok(()))
            .is_ok()
    };
    match players.iter().find(|player| !is_there(player)) {
        Some(player) => Refusal::UnknownPlayer(player.0).into(),
        None => error.into(),
    }
}
