//! The table `game`.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use jiff::Timestamp;
use rusqlite::{Connection, Row, Statement, params, types::Type};

use super::{
    StorageError, extra,
    group::{refuse_if_gone, refuse_if_invalid},
    history, player,
    value::{Changed, Columns, Given, Places, every},
    week::date,
};
use crate::{
    domain::{
        About, Described as _, Field, Game, GameElsewhere, GameId, GameResult, ImportedElsewhere,
        ImportedFrom, ImportedTexts, Moment, Patch, PlayerId, Record, RowPrint, WeekId,
    },
    rating::camp_ladder::LadderBuilder,
};

/// The games of a week, in order of play.
pub(super) fn of_week(connection: &Connection, week: WeekId) -> rusqlite::Result<Vec<Game>> {
    let mut extra = extra::of_games(connection, week)?;
    let mut games = bare(connection, week)?;
    for game in &mut games {
        if let Some(imported) = &mut game.imported
            && let Some(extra) = extra.remove(&game.id.0)
        {
            Arc::make_mut(&mut imported.texts).extra = extra.into();
        }
    }
    Ok(games)
}

/// The games of a week, in order of play, without the further columns of the old file.
pub(super) fn bare(connection: &Connection, week: WeekId) -> rusqlite::Result<Vec<Game>> {
    // Nothing that isn't read, as there may be a million rows.
    static SELECT: LazyLock<String> = LazyLock::new(|| {
        let columns = Columns::new::<Game>(every).and(&BESIDES).listed();
        format!("SELECT {columns} FROM game WHERE week_id = ?1 ORDER BY sequence")
    });
    let mut statement = connection.prepare_cached(&SELECT)?;
    let columns = Besides::new(&statement)?;
    let fields = Places::new(&statement)?;
    let mut texts = TextsKept::new();
    let mut games = Vec::<Game>::new();
    let mut rows = statement.query([week.0])?;
    while let Some(row) = rows.next()? {
        let imported = match row.get(columns.imported_number)? {
            Some(number) => Some(ImportedFrom {
                number,
                row: RowPrint(row.get(columns.imported_row)?),
                texts: kept_once(
                    &mut texts,
                    row.get_ref(columns.imported_result)?.as_str()?,
                    result(row, columns.imported_as)?,
                ),
            }),
            None => None,
        };
        let mut game = Game {
            id: GameId(row.get(columns.id)?),
            sequence: row.get(columns.sequence)?,
            entered: moment(row, columns.entered_at)?,
            verified: moment(row, columns.verified_at)?,
            imported,
            ..Game::blank()
        };
        fields.fill(row, &mut game)?;
        game.share_names(games.last());
        games.push(game);
    }
    // A list that has grown is up to twice as long as what it holds.
    games.shrink_to_fit();
    Ok(games)
}

/// As [`history::moment`], for a moment that many games have.
fn moment(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Moment>> {
    let at = history::moment(row, column)?;
    at.map(Moment::try_from).transpose().map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}

/// The texts of imported results that were met, by what they were taken for.
type TextsKept = HashMap<GameResult, HashMap<String, Arc<ImportedTexts>>>;

/// What nearly all rows have one of a few of, once for all of them.
fn kept_once(texts: &mut TextsKept, text: &str, taken_for: GameResult) -> Arc<ImportedTexts> {
    let texts = texts.entry(taken_for).or_default();
    if let Some(kept) = texts.get(text) {
        return Arc::clone(kept);
    }
    let kept = Arc::new(ImportedTexts {
        result: text.into(),
        taken_for,
        extra: Box::default(),
    });
    texts.insert(text.to_owned(), Arc::clone(&kept));
    kept
}

/// What the table has besides the week, the described fields and what two copies of a camp are merged by.
const BESIDES: [&str; 8] = [
    "id",
    "sequence",
    "imported_number",
    "imported_result",
    "imported_as",
    "imported_row",
    "entered_at",
    "verified_at",
];

/// Where [`BESIDES`] stand in a statement.
struct Besides {
    id: usize,
    sequence: usize,
    imported_number: usize,
    imported_result: usize,
    imported_as: usize,
    imported_row: usize,
    entered_at: usize,
    verified_at: usize,
}

impl Besides {
    fn new(statement: &Statement<'_>) -> rusqlite::Result<Self> {
        let at = |name| statement.column_index(name);
        Ok(Self {
            id: at("id")?,
            sequence: at("sequence")?,
            imported_number: at("imported_number")?,
            imported_result: at("imported_result")?,
            imported_as: at("imported_as")?,
            imported_row: at("imported_row")?,
            entered_at: at("entered_at")?,
            verified_at: at("verified_at")?,
        })
    }
}

/// The imported games of all weeks but this one.
pub(super) fn imported_elsewhere(
    connection: &Connection,
    week: WeekId,
) -> rusqlite::Result<ImportedElsewhere> {
    connection
        .prepare_cached(
            "SELECT imported_number, imported_row, number, played_on
             FROM game JOIN week ON week.id = week_id
             WHERE week_id <> ?1 AND imported_number IS NOT NULL ORDER BY number, sequence",
        )?
        .query_map([week.0], |row| {
            Ok(GameElsewhere {
                number: row.get("imported_number")?,
                row: RowPrint(row.get("imported_row")?),
                week: row.get("number")?,
                date: date(row, "played_on")?,
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
    game: &Game,
    before: Option<GameId>,
    at: Timestamp,
) -> Result<GameId, StorageError> {
    static INSERT: LazyLock<String> = LazyLock::new(|| {
        let columns = Columns::new::<Game>(every);
        columns
            .and(&["week_id", "sequence", "entered_at"])
            .insert_into("game")
    });
    refuse_if_invalid(game.problems())?;
    Given::new(game, every)
        .and("week_id", week.0)
        .and("sequence", last_sequence(connection, week)? + 1)
        .and("entered_at", at.to_string())
        .execute(connection.prepare_cached(&INSERT)?)
        .map_err(|error| player::missing(connection, week, error, [game.white, game.black]))?;
    let id = GameId(connection.last_insert_rowid());
    if before.is_some() {
        move_before(connection, week, id, before)?;
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
    week: WeekId,
    id: GameId,
    next: Option<GameId>,
) -> Result<(), StorageError> {
    let from = place(connection, week, id)?;
    let last = last_sequence(connection, week)?;
    let to = match next {
        None => last,
        Some(next) => {
            let before = place(connection, week, next)?;
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

fn place(connection: &Connection, week: WeekId, id: GameId) -> Result<i64, StorageError> {
    connection
        .prepare_cached("SELECT sequence FROM game WHERE id = ?1 AND week_id = ?2")?
        .query_row([id.0, week.0], |row| row.get(0))
        .map_err(|error| player::gone_if_missing(error, Record::Game(id)))
}

/// Records when players and result were compared with the paper, or that they were not.
pub(super) fn verify(
    connection: &Connection,
    week: WeekId,
    id: GameId,
    at: Option<Timestamp>,
) -> Result<(), StorageError> {
    let changed = connection
        .prepare_cached("UPDATE game SET verified_at = ?3 WHERE id = ?1 AND week_id = ?2")?
        .execute(params![id.0, week.0, at.map(|at| at.to_string())])?;
    refuse_if_gone(changed, Record::Game(id))
}

/// Whoever changes players or result has to compare the game with the paper again.
pub(super) const STAYS_VERIFIED: &str =
    "verified_at = CASE WHEN white_id = :white_id AND black_id = :black_id AND result = :result
         THEN verified_at END";

/// Changes fields of a game. Its place in the order of play stays.
pub(super) fn change(
    connection: &Connection,
    week: WeekId,
    patch: &Patch<Game>,
) -> Result<(), StorageError> {
    static SELECT: LazyLock<String> = LazyLock::new(|| {
        let columns = Columns::new::<Game>(every).listed();
        format!("SELECT {columns} FROM game WHERE week_id = ?1 AND id = ?2")
    });
    let gone = |error| player::gone_if_missing(error, Record::Game(patch.id));
    let mut statement = connection.prepare_cached(&SELECT)?;
    let fields = Places::new(&statement)?;
    let present = statement.query_row([week.0, patch.id.0], |row| {
        let mut game = Game::blank();
        fields.fill(row, &mut game)?;
        Ok(game)
    });
    let game = patch.applied_to(&present.map_err(gone)?);
    refuse_if_invalid(game.problems())?;
    // What is compared is compared as a whole.
    let compared = [Field::White, Field::Black, Field::Result];
    let is_other = compared.iter().any(|field| patch.has(*field));
    let verified = if is_other {
        format!(", {STAYS_VERIFIED}")
    } else {
        String::new()
    };
    let is_changed =
        |about: &About| patch.has(about.field) || is_other && compared.contains(&about.field);
    Changed::new(&game, is_changed)
        .of("id", patch.id.0)
        .of("week_id", week.0)
        .update(connection, "game", &verified)
        .map_err(|error| player::missing(connection, week, error, [game.white, game.black]))?;
    Ok(())
}

/// Deletes a game. The others keep their places.
pub(super) fn delete(
    connection: &Connection,
    week: WeekId,
    id: GameId,
) -> Result<(), StorageError> {
    let deleted = connection
        .prepare_cached("DELETE FROM game WHERE id = ?1 AND week_id = ?2")?
        .execute([id.0, week.0])?;
    refuse_if_gone(deleted, Record::Game(id))
}
