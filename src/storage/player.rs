//! The tables `person`, what is true of somebody at all times, and `week_player`, what belongs to a week.

use std::sync::LazyLock;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{
    Refusal, StorageError, extra,
    group::{self, refuse_if_gone, refuse_if_invalid},
    seal,
    uid::uid,
    value::{Changed, Columns, Given, Places, is_of_person, is_of_week},
    week, week_ladder,
};
use crate::domain::{
    Described as _, Field, GroupId, NextPlayer, Patch, Player, PlayerId, Ratings, Record,
    RecordKind, RowPrint, SavedRatings, WeekId, full_name, start_of_new,
};

/// What `week_player` has besides the key and the described fields.
const BESIDES: [&str; 7] = [
    "weekly_rating",
    "permanent_rating",
    "frozen_weekly",
    "frozen_permanent",
    "left_midweek",
    "imported_number",
    "imported_row",
];

/// What belongs to a player in a week, whichever week it is.
pub(super) fn columns_of_week() -> Columns {
    let columns = Columns::new::<Player>(is_of_week).and(&BESIDES);
    columns.and(&["person_id"])
}

static INSERT_IN_WEEK: LazyLock<String> = LazyLock::new(|| {
    let columns = columns_of_week().and(&["week_id"]);
    columns.insert_into("week_player")
});

/// All players of a week, by number.
pub(super) fn all(connection: &Connection, week: WeekId) -> rusqlite::Result<Vec<Player>> {
    let mut custom = extra::all(connection, RecordKind::Player)?;
    let mut players = bare(connection, week)?;
    for player in &mut players {
        player.custom = custom.remove(&player.id.0).unwrap_or_default();
    }
    Ok(players)
}

/// All players of a week, by number, without what they have in custom columns.
pub(super) fn bare(connection: &Connection, week: WeekId) -> rusqlite::Result<Vec<Player>> {
    let mut statement = connection.prepare_cached(
        "SELECT person.*, week_player.* FROM week_player JOIN person ON person.id = person_id
         WHERE week_id = ?1 ORDER BY person_id",
    )?;
    let fields = Places::new(&statement)?;
    statement
        .query_map([week.0], |row| read(row, &fields))?
        .collect()
}

fn read(row: &Row<'_>, fields: &Places<Player>) -> rusqlite::Result<Player> {
    let frozen = match (
        row.get("left_midweek")?,
        row.get("frozen_weekly")?,
        row.get("frozen_permanent")?,
    ) {
        (false, Some(weekly), Some(permanent)) => Some(Ratings { weekly, permanent }),
        _ => None,
    };
    let mut player = Player::blank();
    fields.fill(row, &mut player)?;
    Ok(Player {
        id: PlayerId(row.get("person_id")?),
        ratings: Ratings {
            weekly: row.get("weekly_rating")?,
            permanent: row.get("permanent_rating")?,
        },
        frozen,
        imported_number: row.get("imported_number")?,
        imported_row: row.get::<_, Option<_>>("imported_row")?.map(RowPrint),
        ..player
    })
}

/// Adds a player. Both ratings begin where the week does: at the group's initial rating.
pub(super) fn add(
    connection: &Connection,
    week: WeekId,
    player: &Player,
) -> Result<PlayerId, StorageError> {
    refuse_if_invalid(player.problems())?;
    let initial = match player.group {
        Some(group) => connection
            .prepare_cached(
                "SELECT initial_rating FROM week_group WHERE week_id = ?1 AND group_id = ?2",
            )?
            .query_row([week.0, group.0], |row| row.get::<_, Option<i32>>(0))
            .map_err(|error| gone_if_missing(error, Record::Group(group)))?,
        None if group::any(connection, week)? => {
            let name = full_name(&player.first_name, &player.last_name);
            return Err(Refusal::NoGroup(name).into());
        }
        None => None,
    };
    let start_permanent = start_of_new(player.start_permanent, initial);
    let ratings = Ratings::of_new(start_permanent, initial);
    let number = next_number(connection)?;
    insert(
        connection,
        week,
        &Player {
            id: number,
            ratings,
            start_permanent,
            frozen: None,
            imported_number: None,
            imported_row: None,
            ..player.clone()
        },
    )?;
    extra::change(
        connection,
        RecordKind::Player,
        number.0,
        player.custom.iter(),
    )?;
    Ok(number)
}

/// The next number that was never given: also not one that Access gave and that was imported.
pub(super) fn next_number(connection: &Connection) -> rusqlite::Result<PlayerId> {
    connection.query_row(
        "SELECT max(coalesce((SELECT max(id) FROM person), 0),
                    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'person'), 0), 0) + 1",
        [],
        |row| row.get(0).map(PlayerId),
    )
}

/// Adds a player of an older camp, with the number of there.
pub(super) fn hand_down(
    connection: &Connection,
    week: WeekId,
    player: &Player,
) -> Result<(), StorageError> {
    insert(connection, week, player)?;
    let values = player.custom.iter();
    Ok(extra::put(
        connection,
        RecordKind::Player,
        player.id.0,
        values,
    )?)
}

/// Puts a player who has a number already into a week. Somebody whom another week has is the same person in both.
pub(super) fn insert(
    connection: &Connection,
    week: WeekId,
    player: &Player,
) -> Result<(), StorageError> {
    static INSERT_PERSON: LazyLock<String> = LazyLock::new(|| {
        let person = Columns::new::<Player>(is_of_person).and(&["id", "uid"]);
        let person = person.insert_into("person");
        format!("{person} ON CONFLICT (id) DO NOTHING")
    });
    refuse_if_invalid(player.problems())?;
    let added = Given::new(player, is_of_person)
        .and("id", player.id.0)
        .and("uid", uid())
        .execute(connection.prepare_cached(&INSERT_PERSON)?)?;
    row_of_week(week, player).execute(connection.prepare_cached(&INSERT_IN_WEEK)?)?;
    if added > 0 {
        put_on_waiting_list(connection, week, player)?;
    }
    save_person(connection, player)
}

/// Who is new in a week that was opened again is on the list of the one that waits, too: nobody is added twice.
fn put_on_waiting_list(
    connection: &Connection,
    week: WeekId,
    player: &Player,
) -> Result<(), StorageError> {
    let last = week::last(connection)?;
    if last.id == week || last.is_closed() {
        return Ok(());
    }
    let has_group = connection
        .prepare_cached("SELECT 1 FROM week_group WHERE week_id = ?1 AND group_id = ?2")?
        .exists(params![last.id.0, player.group.map(|group| group.0)])?;
    let listed = Player {
        group: player.group.filter(|_| has_group),
        imported_number: None,
        imported_row: None,
        ..player.clone()
    };
    seal::lift(connection, true)?;
    row_of_week(last.id, &listed).execute(connection.prepare_cached(&INSERT_IN_WEEK)?)?;
    Ok(seal::lift(connection, false)?)
}

/// A player's row in a week.
fn row_of_week(week: WeekId, player: &Player) -> Given {
    // The table keeps ratings of everybody inactive.
    let frozen = (!player.active).then(|| player.frozen.unwrap_or(player.ratings));
    Given::new(player, is_of_week)
        .and("week_id", week.0)
        .and("person_id", player.id.0)
        .and("weekly_rating", player.ratings.weekly)
        .and("permanent_rating", player.ratings.permanent)
        .and("frozen_weekly", frozen.map(|frozen| frozen.weekly))
        .and("frozen_permanent", frozen.map(|frozen| frozen.permanent))
        .and(
            "left_midweek",
            i64::from(!player.active && player.frozen.is_none()),
        )
        .and("imported_number", player.imported_number)
        .and("imported_row", player.imported_row.map(|row| row.0))
}

/// Changes fields of a player. Whoever becomes inactive is replayed from the start of the week as before.
pub(super) fn change(
    connection: &Connection,
    week: WeekId,
    patch: &Patch<Player>,
) -> Result<(), StorageError> {
    let gone = |error| gone_if_missing(error, Record::Player(patch.id));
    let player = patch.applied_to(&find(connection, week, patch.id).map_err(gone)?);
    refuse_if_invalid(player.problems())?;
    let frozen = if patch.has(Field::Active) {
        format!(", {}", freeze(":active"))
    } else {
        String::new()
    };
    Changed::new(&player, |about| is_of_week(about) && patch.has(about.field))
        .of("week_id", week.0)
        .of("person_id", player.id.0)
        .update(connection, "week_player", &frozen)
        .map_err(|error| group_is_gone(error, player.group))?;
    Changed::new(&player, |about| {
        is_of_person(about) && patch.has(about.field)
    })
    .of("id", player.id.0)
    .update(connection, "person", "")?;
    extra::change(connection, RecordKind::Player, player.id.0, patch.custom())
}

/// A player of a week.
fn find(connection: &Connection, week: WeekId, id: PlayerId) -> rusqlite::Result<Player> {
    let mut statement = connection.prepare_cached(
        "SELECT person.*, week_player.* FROM week_player JOIN person ON person.id = person_id
         WHERE week_id = ?1 AND person_id = ?2",
    )?;
    let fields = Places::new(&statement)?;
    statement.query_row([week.0, id.0], |row| read(row, &fields))
}

/// What all weeks know of somebody whom an import brings into a week: blank if that is nobody.
pub(super) fn known_elsewhere(connection: &Connection, id: PlayerId) -> rusqlite::Result<Player> {
    let mut statement = connection.prepare_cached(
        "SELECT person.*, week_player.* FROM person JOIN week_player ON person_id = person.id
         WHERE person.id = ?1 ORDER BY week_id DESC LIMIT 1",
    )?;
    let fields = Places::new(&statement)?;
    let known = statement.query_row([id.0], |row| read(row, &fields));
    let mut person = Player::blank();
    if let Some(known) = known.optional()? {
        let of_person = Player::FIELDS.iter();
        for spec in of_person.filter(|spec| is_of_person(&spec.about)) {
            (spec.set)(&mut person, (spec.get)(&known));
        }
    }
    Ok(person)
}

/// Writes down when a player becomes active, or not, as the parameter `active` says: what was held at that moment, and that the week is
/// replayed from its start all the same.
fn freeze(active: &str) -> String {
    let frozen = |rating: &str| {
        format!(
            "frozen_{rating} = CASE WHEN {active} THEN NULL WHEN active THEN {rating}_rating ELSE frozen_{rating} END"
        )
    };
    format!(
        "{}, {}, left_midweek = CASE WHEN {active} THEN 0 WHEN active THEN 1 ELSE left_midweek END",
        frozen("weekly"),
        frozen("permanent")
    )
}

/// Saves all fields of a player.
pub(super) fn overwrite(
    connection: &Connection,
    week: WeekId,
    player: &Player,
) -> Result<(), StorageError> {
    static UPDATE: LazyLock<String> = LazyLock::new(|| {
        let all = Columns::new::<Player>(is_of_week).and(&BESIDES).set();
        format!("UPDATE week_player SET {all} WHERE week_id = :week_id AND person_id = :person_id")
    });
    refuse_if_invalid(player.problems())?;
    let saved = row_of_week(week, player).execute(connection.prepare_cached(&UPDATE)?)?;
    refuse_if_gone(saved, Record::Player(player.id))?;
    save_person(connection, player)
}

/// Saves what is true of a player in all weeks.
fn save_person(connection: &Connection, player: &Player) -> Result<(), StorageError> {
    static UPDATE: LazyLock<String> = LazyLock::new(|| {
        let fields = Columns::new::<Player>(is_of_person).set();
        format!("UPDATE person SET {fields} WHERE id = :id")
    });
    Given::new(player, is_of_person)
        .and("id", player.id.0)
        .execute(connection.prepare_cached(&UPDATE)?)?;
    Ok(())
}

/// Takes a player who has no games in the week out of it, and out of the camp if no other week has him or her.
pub(super) fn delete(
    connection: &Connection,
    week: WeekId,
    id: PlayerId,
) -> Result<(), StorageError> {
    let games = connection
        .prepare_cached(
            "SELECT count(*) FROM game WHERE week_id = ?1 AND (white_id = ?2 OR black_id = ?2)",
        )?
        .query_row([week.0, id.0], |row| row.get::<_, i64>(0))?;
    if games > 0 {
        let name = connection.query_row(
            "SELECT trim(first_name || ' ' || last_name) FROM person WHERE id = ?1",
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
        .prepare_cached("DELETE FROM week_player WHERE week_id = ?1 AND person_id = ?2")?
        .execute([week.0, id.0])?;
    refuse_if_gone(deleted, Record::Player(id))?;
    connection
        .prepare_cached(
            "DELETE FROM person WHERE id = ?1
             AND NOT EXISTS (SELECT 1 FROM week_player WHERE person_id = ?1)",
        )?
        .execute([id.0])?;
    Ok(())
}

/// Active players whose permanent rating at the start of the week is blank get their group's initial rating.
pub(super) fn fill_blank_starts(connection: &Connection, week: WeekId) -> rusqlite::Result<usize> {
    connection.execute(
        &format!(
            "UPDATE week_player SET start_permanent = {INITIAL_RATING}
             WHERE week_id = ?1 AND start_permanent IS NULL AND active = 1"
        ),
        [week.0],
    )
}

/// The initial rating of the group that the row of a `week_player` names.
const INITIAL_RATING: &str = "(SELECT initial_rating FROM week_group
     WHERE week_group.week_id = week_player.week_id AND week_group.group_id = week_player.group_id)";

/// Everybody begins a week, into which the players of the week before were taken over: with the permanent rating of now, and the initial
/// rating of his or her group. Whoever isn't there keeps the ratings of the last day.
pub(super) fn start_week(
    connection: &Connection,
    week: WeekId,
    decided: &[NextPlayer],
) -> Result<(), StorageError> {
    let mut decide = connection.prepare_cached(&format!(
        "UPDATE week_player SET group_id = ?3, active = ?4, {} WHERE week_id = ?1 AND person_id = ?2",
        freeze("?4")
    ))?;
    for player in decided {
        let group = player.group.map(|group| group.0);
        let changed = decide
            .execute(params![week.0, player.id.0, group, player.stays])
            .map_err(|error| group_is_gone(error, player.group))?;
        refuse_if_gone(changed, Record::Player(player.id))?;
    }
    // Also of those who were inactive before: they may have played until they were made inactive in the middle of the week.
    connection.execute(
        &format!(
            "UPDATE week_player SET start_permanent = permanent_rating,
                 weekly_rating = CASE WHEN active THEN coalesce({INITIAL_RATING}, weekly_rating) ELSE weekly_rating END,
                 frozen_weekly = CASE WHEN NOT active THEN weekly_rating END,
                 frozen_permanent = CASE WHEN NOT active THEN permanent_rating END,
                 left_midweek = 0
             WHERE week_id = ?1"
        ),
        [week.0],
    )?;
    Ok(())
}

/// Players without games have the ratings with which they begin the week. A permanent one that is blank is that of the group.
pub(super) fn begin(
    connection: &Connection,
    week: WeekId,
    players: &[PlayerId],
) -> Result<(), StorageError> {
    let mut fill = connection.prepare_cached(&format!(
        "UPDATE week_player SET start_permanent = {INITIAL_RATING}
         WHERE week_id = ?1 AND person_id = ?2 AND start_permanent IS NULL AND (active OR left_midweek)"
    ))?;
    for player in players {
        fill.execute([week.0, player.0])?;
    }
    let entrants = week_ladder(connection, week)?.entrants.into_iter();
    let ratings = entrants.map(|entrant| {
        let begins = players.contains(&entrant.id);
        let ratings = if begins { entrant.start } else { entrant.saved };
        (entrant.id, ratings)
    });
    let ratings = ratings.collect();
    save_ratings(connection, week, &SavedRatings { ratings })
}

/// Saves the ratings of a recalculation. They are those of all players of the week, or they are refused.
pub(super) fn save_ratings(
    connection: &Connection,
    week: WeekId,
    saved: &SavedRatings,
) -> Result<(), StorageError> {
    let players = connection.query_row(
        "SELECT count(*) FROM week_player WHERE week_id = ?1",
        [week.0],
        |row| row.get::<_, i64>(0),
    )?;
    if usize::try_from(players) != Ok(saved.ratings.len()) {
        return Err(Refusal::Outdated.into());
    }
    // A rating that is the same is not written again, so that the history holds what has changed and nothing else.
    let mut update = connection.prepare_cached(
        "UPDATE week_player SET weekly_rating = ?3, permanent_rating = ?4
         WHERE week_id = ?1 AND person_id = ?2 AND (weekly_rating <> ?3 OR permanent_rating <> ?4)",
    )?;
    for (id, ratings) in &saved.ratings {
        let changed = update.execute([
            week.0,
            id.0,
            i64::from(ratings.weekly),
            i64::from(ratings.permanent),
        ])?;
        if changed == 0 && !is_in(connection, week, *id)? {
            return Err(Refusal::Outdated.into());
        }
    }
    Ok(())
}

fn is_in(connection: &Connection, week: WeekId, player: PlayerId) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM week_player WHERE week_id = ?1 AND person_id = ?2")?
        .exists([week.0, player.0])
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

/// A game whose player isn't in its week fails a foreign key. This names the player.
pub(super) fn missing(
    connection: &Connection,
    week: WeekId,
    error: rusqlite::Error,
    players: [PlayerId; 2],
) -> StorageError {
    if error.sqlite_error_code() != Some(rusqlite::ErrorCode::ConstraintViolation) {
        return error.into();
    }
    let is_there = |player: &PlayerId| is_in(connection, week, *player).unwrap_or(false);
    match players.iter().find(|player| !is_there(player)) {
        Some(player) => Refusal::UnknownPlayer(player.0).into(),
        None => error.into(),
    }
}
