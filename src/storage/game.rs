//! The table `game`.

use rusqlite::{Connection, Row, params, types::Type};

use super::{
    StorageError, extra,
    group::{refuse_if_gone, refuse_if_invalid},
    player,
    week::date,
};
use crate::{
    domain::{Game, GameId, GameResult, ImportedFrom, NewGame, PlayerId, Record, RowPrint, WeekId},
    rating::camp_ladder::LadderBuilder,
};

/// The games of a week, in order of play.
pub(super) fn of_week(connection: &Connection, week: WeekId) -> rusqlite::Result<Vec<Game>> {
    let mut extra = extra::all(connection, extra::Kind::Game)?;
    connection
        .prepare_cached(
            "SELECT id, sequence, white_id, black_id, result, played_on, counts, imported_number, imported_result, imported_as, imported_row
             FROM game WHERE week_id = ?1 ORDER BY sequence",
        )?
        .query_map([week.0], |row| {
            let id = GameId(row.get(0)?);
            let imported = match row.get(7)? {
                Some(number) => Some(Box::new(ImportedFrom {
                    number,
                    result_text: row.get(8)?,
                    result: result(row, 9)?,
                    row: RowPrint(row.get(10)?),
                    extra: extra.remove(&id.0).unwrap_or_default(),
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
                imported,
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

/// Adds a game after all others of the week.
pub(super) fn add(
    connection: &Connection,
    week: WeekId,
    game: &NewGame,
) -> Result<GameId, StorageError> {
    refuse_if_invalid(game.problems())?;
    connection
        .prepare_cached(
            "INSERT INTO game (week_id, sequence, white_id, black_id, result, played_on, counts)
             SELECT ?1, coalesce(max(sequence), 0) + 1, ?2, ?3, ?4, ?5, ?6 FROM game WHERE week_id = ?1",
        )?
        .execute(params![
            week.0,
            game.white.0,
            game.black.0,
            game.result.sign(),
            game.date.map(|date| date.to_string()),
            game.counts,
        ])
        .map_err(|error| player::missing(connection, error, [game.white, game.black]))?;
    Ok(GameId(connection.last_insert_rowid()))
}

/// Saves players, result, date and whether the game counts. Its place in the order of play stays.
pub(super) fn change(connection: &Connection, game: &Game) -> Result<(), StorageError> {
    refuse_if_invalid(game.problems())?;
    let changed = connection
        .prepare_cached(
            "UPDATE game SET white_id = ?2, black_id = ?3, result = ?4, played_on = ?5, counts = ?6
             WHERE id = ?1",
        )?
        .execute(params![
            game.id.0,
            game.white.0,
            game.black.0,
            game.result.sign(),
            game.date.map(|date| date.to_string()),
            game.counts,
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
