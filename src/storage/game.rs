//! The table `game`.

use jiff::Timestamp;
use rusqlite::{Connection, Row, params, types::Type};

use super::{
    Refusal, StorageError, extra,
    group::{refuse_if_gone, refuse_if_invalid},
    history::moment,
    kept::Shelf,
    player,
    week::date,
};
use crate::{
    domain::{
        Game, GameElsewhere, GameId, GameResult, ImportedElsewhere, ImportedFrom, NewGame,
        PlayerId, Record, RowPrint, WeekId,
    },
    rating::camp_ladder::LadderBuilder,
};

/// The games of a week, in order of play.
pub(super) fn of_week(
    connection: &Connection,
    shelf: Shelf,
    week: WeekId,
) -> rusqlite::Result<Vec<Game>> {
    let mut extra = extra::all(connection, shelf, extra::Kind::Game)?;
    let mut games = bare(connection, shelf, week)?;
    for game in &mut games {
        if let Some(imported) = &mut game.imported {
            imported.extra = extra.remove(&game.id.0).unwrap_or_default();
        }
    }
    Ok(games)
}

/// The games of a week, in order of play, without the further columns of the old file.
pub(super) fn bare(
    connection: &Connection,
    shelf: Shelf,
    week: WeekId,
) -> rusqlite::Result<Vec<Game>> {
    connection
        .prepare_cached(&format!(
            "SELECT id, sequence, white_id, black_id, result, played_on, counts, imported_number, imported_result, imported_as, imported_row,
                 entered_at, verified_at, tournament
             FROM {} WHERE week_id = ?1 ORDER BY sequence",
            shelf.table("game")
        ))?
        .query_map([week.0], |row| {
            let id = GameId(row.get(0)?);
            let imported = match row.get(7)? {
                Some(number) => Some(Box::new(ImportedFrom {
                    number,
                    result_text: row.get(8)?,
                    result: result(row, 9)?,
                    row: RowPrint(row.get(10)?),
                    extra: Vec::new(),
                })),
                None => None,
            };
            Ok(Game {
                id,
                week,
                sequence: row.get(1)?,
                white: PlayerId(row.get(2)?),
                black: PlayerId(row.get(3)?),
                result: result(row, 4)?,
                date: date(row, 5)?,
                counts: row.get(6)?,
                entered: moment(row, 11)?,
                verified: moment(row, 12)?,
                imported,
            tournament: row.get(13)?,
})
        })?
        .collect()
}

/// The imported games of all weeks but this one.
pub(super) fn imported_elsewhere(
    connection: &Connection,
    week: WeekId,
) -> rusqlite::Result<ImportedElsewhere> {
    let game_of = |table: &str| {
        format!(
            "SELECT imported_number, {table}.imported_row, week.number, {table}.played_on
             FROM {table} JOIN week ON week.id = {table}.week_id
             WHERE week_id <> ?1 AND imported_number IS NOT NULL"
        )
    };
    let sql = format!("{} UNION ALL {}", game_of("kept_game"), game_of("game"));
    connection
        .prepare_cached(&sql)?
        .query_map([week.0], |row| {
            Ok(GameElsewhere {
                number: row.get(0)?,
                row: RowPrint(row.get(1)?),
                week: row.get(2)?,
                date: date(row, 3)?,
            })
        })?
        .collect()
}

/// Hands the games of a week that count to `ladder`, in order of play.
pub(super) fn replay_into(
    connection: &Connection,
    week: WeekId,
    ladder: &mut LadderBuilder,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "SELECT id, white_id, black_id, result FROM game
         WHERE week_id = ?1 AND counts = 1 ORDER BY sequence",
    )?;
    let mut rows = statement.query([week.0])?;
    while let Some(row) = rows.next()? {
        ladder.add_game(
            GameId(row.get(0)?),
            PlayerId(row.get(1)?),
            PlayerId(row.get(2)?),
            result(row, 3)?,
        );
    }
    Ok(())
}

fn result(row: &Row<'_>, column: usize) -> rusqlite::Result<GameResult> {
    let sign = row.get(column)?;
    GameResult::from_sign(sign).ok_or_else(|| {
        rusqlite::Error::FromSqlConversionFailure(
            column,
            Type::Integer,
            format!("{sign} is no result").into(),
        )
    })
}

/// Adds a game that was typed `at` this moment, at its place in the order of play.
pub(super) fn add(
    connection: &Connection,
    week: WeekId,
    game: &NewGame,
    at: Timestamp,
) -> Result<GameId, StorageError> {
    refuse_if_invalid(game.problems())?;
    connection
        .prepare_cached(
            "INSERT INTO game (week_id, sequence, white_id, black_id, result, played_on, counts, entered_at, tournament)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            week.0,
            last_sequence(connection, week)? + 1,
            game.white.0,
            game.black.0,
            game.result.sign(),
            game.date.map(|date| date.to_string()),
            game.counts,
            at.to_string(),
            game.tournament,
        ])
        .map_err(|error| player::missing(connection, error, [game.white, game.black]))?;
    let id = GameId(connection.last_insert_rowid());
    if let Some(next) = game.before {
        move_before(connection, id, Some(next))?;
    }
    Ok(id)
}

/// The number of the last game of a week, 0 if there is none.
pub(super) fn last_sequence(connection: &Connection, week: WeekId) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("SELECT coalesce(max(sequence), 0) FROM game WHERE week_id = ?1")?
        .query_row([week.0], |row| row.get(0))
}

/// Moves a game to the place before another one of its week; the games in between make room. `None` moves it to the end.
pub(super) fn move_before(
    connection: &Connection,
    id: GameId,
    next: Option<GameId>,
) -> Result<(), StorageError> {
    let (week, from) = place(connection, id)?;
    let last = last_sequence(connection, week)?;
    let to = match next {
        None => last,
        Some(next) => {
            let (week_of_next, before) = place(connection, next)?;
            if week_of_next != week {
                return Err(Refusal::Gone(Record::Game(next)).into());
            }
            if before > from { before - 1 } else { before }
        }
    };
    if to == from {
        return Ok(());
    }
    let set = |id: GameId, sequence: i64| {
        connection
            .prepare_cached("UPDATE game SET sequence = ?2 WHERE id = ?1")?
            .execute([id.0, sequence])
    };
    // No two games of a week may have the same number, not even for a moment: out of the way first, then one by one from the
    // side on which there is room.
    set(id, -1)?;
    let (between, by) = if to < from {
        ("sequence >= ?2 AND sequence < ?3 ORDER BY sequence DESC", 1)
    } else {
        ("sequence <= ?2 AND sequence > ?3 ORDER BY sequence", -1)
    };
    let games = connection
        .prepare_cached(&format!(
            "SELECT id, sequence FROM game WHERE week_id = ?1 AND {between}"
        ))?
        .query_map([week.0, to, from], |row| {
            Ok((GameId(row.get(0)?), row.get::<_, i64>(1)?))
        })?
        .collect::<Result<Vec<_>, _>>()?;
    for (game, sequence) in games {
        set(game, sequence + by)?;
    }
    set(id, to)?;
    Ok(())
}

fn place(connection: &Connection, id: GameId) -> Result<(WeekId, i64), StorageError> {
    connection
        .prepare_cached("SELECT week_id, sequence FROM game WHERE id = ?1")?
        .query_row([id.0], |row| Ok((WeekId(row.get(0)?), row.get(1)?)))
        .map_err(|error| player::gone_if_missing(error, Record::Game(id)))
}

/// Records when players and result were compared with the paper, or that they were not.
pub(super) fn verify(
    connection: &Connection,
    id: GameId,
    at: Option<Timestamp>,
) -> Result<(), StorageError> {
    let changed = connection
        .prepare_cached("UPDATE game SET verified_at = ?2 WHERE id = ?1")?
        .execute(params![id.0, at.map(|at| at.to_string())])?;
    refuse_if_gone(changed, Record::Game(id))
}

/// Saves players, result, date and whether the game counts. Its place in the order of play stays. With other players or
/// another result it has to be compared with the paper again.
pub(super) fn change(connection: &Connection, game: &Game) -> Result<(), StorageError> {
    refuse_if_invalid(game.problems())?;
    let changed = connection
        .prepare_cached(
            "UPDATE game SET white_id = ?2, black_id = ?3, result = ?4, played_on = ?5, counts = ?6, tournament = ?7,
                 verified_at = CASE WHEN white_id = ?2 AND black_id = ?3 AND result = ?4 THEN verified_at END
             WHERE id = ?1",
        )?
        .execute(params![
            game.id.0,
            game.white.0,
            game.black.0,
            game.result.sign(),
            game.date.map(|date| date.to_string()),
            game.counts,
            game.tournament,
        ])
        .map_err(|error| player::missing(connection, error, [game.white, game.black]))?;
    refuse_if_gone(changed, Record::Game(game.id))
}

/// Deletes a game. The others keep their places.
pub(super) fn delete(connection: &Connection, id: GameId) -> Result<(), StorageError> {
    let deleted = connection
        .prepare_cached("DELETE FROM game WHERE id = ?1")?
        .execute([id.0])?;
    refuse_if_gone(deleted, Record::Game(id))
}
