//! Carries out what an import planned.

use std::{
    collections::{BTreeMap, HashMap, hash_map::Entry},
    sync::LazyLock,
};

use rusqlite::Connection;

use super::{
    Refusal, StorageError, extra, game, group, player,
    value::{Columns, Given},
};
use crate::domain::{
    About, Game, GameId, Group, GroupId, ImportChanges, ImportedGame, ImportedGroup,
    ImportedPlayer, Player, Ratings, Record, RecordKind, WeekId, group_name_key,
};

/// Saves groups, then players, then games.
pub(super) fn carry_out(
    connection: &Connection,
    week: WeekId,
    changes: &ImportChanges,
) -> Result<(), StorageError> {
    let mut by_name = group::by_name(connection, week)?;
    for group in &changes.groups {
        save_group(connection, week, group, &mut by_name)?;
    }
    if !changes.players.is_empty() {
        let present = player::all(connection, week)?;
        let groups = group::all(connection, week)?;
        for id in &changes.leaving {
            player::delete(connection, week, *id)?;
        }
        for player in &changes.players {
            let at = present.binary_search_by_key(&player.player.id, |present| present.id);
            let before = at.ok().and_then(|at| present.get(at));
            save_player(connection, week, player, before, (&groups, &by_name))?;
        }
    }
    for (id, game) in &changes.changed_games {
        change_game(connection, week, *id, game)?;
    }
    if !changes.new_games.is_empty() {
        add_games(connection, week, changes)?;
    }
    Ok(())
}

fn save_group(
    connection: &Connection,
    week: WeekId,
    group: &ImportedGroup,
    by_name: &mut HashMap<String, GroupId>,
) -> Result<(), StorageError> {
    let mut imported = Group::new(group.name.as_str(), group.initial_rating);
    let id = match by_name.entry(group_name_key(&group.name)) {
        Entry::Occupied(known) => *known.get(),
        Entry::Vacant(unknown) => *unknown.insert(group::insert(connection, week, &imported)?),
    };
    imported.id = id;
    // Not its place in the order of skill: the director orders the groups.
    group::save(connection, week, &imported)?;
    extra::import(connection, RecordKind::Group, id.0, &group.extra)?;
    if let Some(row) = group.row {
        group::remember_row(connection, week, id, row)?;
    }
    Ok(())
}

fn save_player(
    connection: &Connection,
    week: WeekId,
    imported: &ImportedPlayer,
    before: Option<&Player>,
    (groups, by_name): (&[Group], &HashMap<String, GroupId>),
) -> Result<(), StorageError> {
    let group = match &imported.group {
        Some(name) => Some(
            *by_name
                .get(&group_name_key(name))
                .ok_or_else(|| Refusal::UnknownGroup(name.clone()))?,
        ),
        None => None,
    };
    let ratings = imported
        .ratings
        .or(before.map(|before| before.ratings))
        .unwrap_or_else(|| first_ratings(imported, group, groups));
    let elsewhere;
    let known = if let Some(before) = before {
        before
    } else {
        elsewhere = player::known_elsewhere(connection, imported.player.id)?;
        &elsewhere
    };
    let player = Player {
        id: imported.player.id,
        group,
        ratings,
        frozen: frozen(imported, before, ratings),
        imported_number: imported.player.imported_number,
        imported_row: imported.player.imported_row,
        ..imported.over(known)
    };
    match before {
        Some(_) => player::overwrite(connection, week, &player)?,
        None => player::insert(connection, week, &player)?,
    }
    let number = player.id.0;
    Ok(extra::import(
        connection,
        RecordKind::Player,
        number,
        &imported.extra,
    )?)
}

/// What the week starts from for a player who is inactive. A file without ratings that makes somebody inactive here moves no rating.
fn frozen(imported: &ImportedPlayer, before: Option<&Player>, ratings: Ratings) -> Option<Ratings> {
    match before {
        _ if imported.player.active => None,
        Some(before) => imported.ratings.or(before.frozen),
        None => Some(ratings),
    }
}

/// Where a new player begins whose ratings the old file doesn't have.
fn first_ratings(imported: &ImportedPlayer, group: Option<GroupId>, groups: &[Group]) -> Ratings {
    let initial = groups
        .iter()
        .find(|present| Some(present.id) == group)
        .and_then(|group| group.initial_rating);
    Ratings::of_new(imported.player.start_permanent, initial)
}

/// What an import says of a game.
fn columns_of_game() -> Columns {
    Columns::new::<Game>(About::is_imported).and(&[
        "imported_number",
        "imported_result",
        "imported_as",
        "imported_row",
    ])
}

/// The same with its values, and the week.
fn row_of_game(week: WeekId, game: &ImportedGame) -> Given {
    Given::new(&game.game, About::is_imported)
        .and("week_id", week.0)
        .and("imported_number", game.from.number)
        .and("imported_result", game.from.texts.result.to_string())
        .and("imported_as", game.from.texts.taken_for.sign())
        .and("imported_row", game.from.row.0)
}

fn change_game(
    connection: &Connection,
    week: WeekId,
    id: GameId,
    game: &ImportedGame,
) -> Result<(), StorageError> {
    static UPDATE: LazyLock<String> = LazyLock::new(|| {
        let columns = columns_of_game().set();
        let verified = game::STAYS_VERIFIED;
        format!("UPDATE game SET {columns}, {verified} WHERE id = :id AND week_id = :week_id")
    });
    let changed = row_of_game(week, game)
        .and("id", id.0)
        .execute(connection.prepare_cached(&UPDATE)?)
        .map_err(|error| {
            player::missing(connection, week, error, [game.game.white, game.game.black])
        })?;
    group::refuse_if_gone(changed, Record::Game(id))?;
    extra::save_of_game(connection, id.0, &game.from.texts.extra)?;
    Ok(())
}

/// Adds games at their places in the order of play: after the imported game with the next lower number, or first
/// of all imported games. So a game that was left out of a first import (because its result wasn't clear, say) still
/// comes where it was played, and games typed since then stay where they are. Further games come last.
fn add_games(
    connection: &Connection,
    week: WeekId,
    changes: &ImportChanges,
) -> Result<(), StorageError> {
    // The present order of play, and where the imported ones stand in it.
    let present = connection
        .prepare_cached(
            "SELECT id, imported_number FROM game WHERE week_id = ?1 ORDER BY sequence",
        )?
        .query_map([week.0], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, Option<i64>>(1)?))
        })?
        .collect::<Result<Vec<_>, _>>()?;
    let mut last_sequence = game::last_sequence(connection, week)?;
    let places = present
        .iter()
        .zip(0_usize..)
        .filter_map(|((_, number), place)| Some(((*number)?, place)))
        .collect::<BTreeMap<_, _>>();
    let first_imported = places.values().copied().min();

    // For each place in the present order, the new games that come right after it; key 0 is "before everything".
    let mut after = BTreeMap::<usize, Vec<i64>>::new();
    let mut sorted = changes.new_games.iter().collect::<Vec<_>>();
    sorted.sort_by_key(|game| game.from.number);
    for game in sorted {
        let number = game.from.number;
        let behind = places.range(..number).next_back();
        let place = match behind {
            _ if changes.further_from.is_some_and(|first| number >= first) => present.len(),
            Some((_, place)) => place + 1,
            None => first_imported.unwrap_or(present.len()),
        };
        last_sequence += 1;
        let id = insert_game(connection, week, last_sequence, game)?;
        after.entry(place).or_default().push(id);
    }

    // Every new game stands at the end now. That is right unless one belongs before a present game.
    if after.keys().all(|place| *place == present.len()) {
        return Ok(());
    }
    let mut order = Vec::with_capacity(present.len() + changes.new_games.len());
    for place in 0..=present.len() {
        order.extend(after.remove(&place).unwrap_or_default());
        order.extend(present.get(place).map(|(id, _)| *id));
    }
    renumber(connection, week, &order)?;
    Ok(())
}

fn insert_game(
    connection: &Connection,
    week: WeekId,
    sequence: i64,
    game: &ImportedGame,
) -> Result<i64, StorageError> {
    static INSERT: LazyLock<String> = LazyLock::new(|| {
        let columns = columns_of_game().and(&["week_id", "sequence"]);
        columns.insert_into("game")
    });
    row_of_game(week, game)
        .and("sequence", sequence)
        .execute(connection.prepare_cached(&INSERT)?)
        .map_err(|error| {
            player::missing(connection, week, error, [game.game.white, game.game.black])
        })?;
    let id = connection.last_insert_rowid();
    if !game.from.texts.extra.is_empty() {
        extra::save_of_game(connection, id, &game.from.texts.extra)?;
    }
    Ok(id)
}

/// Gives the games of a week the sequence numbers 1, 2, … in this order.
fn renumber(connection: &Connection, week: WeekId, order: &[i64]) -> rusqlite::Result<()> {
    // Out of the way first: no two games of a week may have the same number, not even for a moment.
    connection.execute(
        "UPDATE game SET sequence = -1 - sequence WHERE week_id = ?1",
        [week.0],
    )?;
    let mut statement = connection.prepare_cached("UPDATE game SET sequence = ?2 WHERE id = ?1")?;
    for (sequence, id) in (1_i64..).zip(order) {
        statement.execute([*id, sequence])?;
    }
    Ok(())
}
