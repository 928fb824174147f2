//! The tables `camp_group`, what a group is in all weeks, and `week_group`, what belongs to a week.

use std::collections::HashMap;

use rusqlite::{Connection, Row, named_params, params};

use super::{Refusal, StorageError, extra, uid::uid};
use crate::domain::{Group, GroupId, NewGroup, Record, RowPrint, WeekId, group_name_key};

/// All groups of a week, weakest first.
pub(super) fn all(connection: &Connection, week: WeekId) -> rusqlite::Result<Vec<Group>> {
    let mut extra = extra::all(connection, extra::Kind::Group)?;
    connection
        .prepare_cached(
            "SELECT week_group.*, camp_group.name FROM week_group JOIN camp_group ON camp_group.id = group_id
             WHERE week_id = ?1 ORDER BY skill_order, group_id",
        )?
        .query_map([week.0], |row| {
            let mut group = read(row)?;
            group.extra = extra.remove(&group.id.0).unwrap_or_default();
            Ok(group)
        })?
        .collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<Group> {
    Ok(Group {
        id: GroupId(row.get("group_id")?),
        name: row.get("name")?,
        initial_rating: row.get("initial_rating")?,
        skill_order: row.get("skill_order")?,
        extra: Vec::new(),
        imported_row: row.get::<_, Option<_>>("imported_row")?.map(RowPrint),
    })
}

/// Whether a week has groups at all: a club may do without.
pub(super) fn any(connection: &Connection, week: WeekId) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM week_group WHERE week_id = ?1")?
        .exists([week.0])
}

/// The numbers of a week's groups, by what their names are compared by.
pub(super) fn by_name(
    connection: &Connection,
    week: WeekId,
) -> rusqlite::Result<HashMap<String, GroupId>> {
    named(
        connection,
        "WHERE id IN (SELECT group_id FROM week_group WHERE week_id = ?1)",
        week,
    )
}

fn named(
    connection: &Connection,
    which: &str,
    week: WeekId,
) -> rusqlite::Result<HashMap<String, GroupId>> {
    connection
        .prepare_cached(&format!("SELECT name, id FROM camp_group {which}"))?
        .query_map([week.0], |row| {
            let name = row.get_ref(0)?.as_str()?;
            Ok((group_name_key(name), GroupId(row.get(1)?)))
        })?
        .collect()
}

/// Adds a group as the strongest one.
pub(super) fn add(
    connection: &Connection,
    week: WeekId,
    group: &NewGroup,
) -> Result<GroupId, StorageError> {
    refuse_if_taken(connection, week, &group.name, None)?;
    insert(connection, week, group)
}

/// Adds a group whose name is known to be free. Another week's group of that name is the same one.
pub(super) fn insert(
    connection: &Connection,
    week: WeekId,
    group: &NewGroup,
) -> Result<GroupId, StorageError> {
    refuse_if_invalid(group.problems())?;
    let elsewhere = named(
        connection,
        "WHERE id NOT IN (SELECT group_id FROM week_group WHERE week_id = ?1)",
        week,
    )?;
    let id = match elsewhere.get(&group_name_key(&group.name)) {
        Some(id) => *id,
        None => add_to_camp(connection, None, &group.name)?,
    };
    connection
        .prepare_cached(
            "INSERT INTO week_group (week_id, group_id, skill_order)
             SELECT ?1, ?2, coalesce(max(skill_order), 0) + 1 FROM week_group WHERE week_id = ?1",
        )?
        .execute([week.0, id.0])?;
    save_week(connection, week, id, group.initial_rating)?;
    Ok(id)
}

fn add_to_camp(
    connection: &Connection,
    id: Option<GroupId>,
    name: &str,
) -> rusqlite::Result<GroupId> {
    connection
        .prepare_cached("INSERT INTO camp_group (id, uid, name) VALUES (?1, ?2, ?3)")?
        .execute(params![id.map(|id| id.0), uid(), name])?;
    Ok(GroupId(connection.last_insert_rowid()))
}

/// Adds a group of an older camp, with its number.
pub(super) fn hand_down(
    connection: &Connection,
    week: WeekId,
    group: &Group,
) -> Result<(), StorageError> {
    add_to_camp(connection, Some(group.id), &group.name)?;
    connection
        .prepare_cached(
            "INSERT INTO week_group (week_id, group_id, skill_order) VALUES (?1, ?2, ?3)",
        )?
        .execute([week.0, group.id.0, group.skill_order])?;
    save(connection, week, group)
}

/// Saves name and initial rating, and the further columns.
pub(super) fn change(
    connection: &Connection,
    week: WeekId,
    group: &Group,
) -> Result<(), StorageError> {
    refuse_if_taken(connection, week, &group.name, Some(group.id))?;
    save(connection, week, group)
}

/// Saves a group whose name is known to be its own.
pub(super) fn save(
    connection: &Connection,
    week: WeekId,
    group: &Group,
) -> Result<(), StorageError> {
    refuse_if_invalid(group.problems())?;
    let changed = save_week(connection, week, group.id, group.initial_rating)?;
    refuse_if_gone(changed, Record::Group(group.id))?;
    connection
        .prepare_cached("UPDATE camp_group SET name = ?2 WHERE id = ?1")?
        .execute(params![group.id.0, group.name])?;
    extra::save(connection, extra::Kind::Group, group.id.0, &group.extra)?;
    Ok(())
}

fn save_week(
    connection: &Connection,
    week: WeekId,
    id: GroupId,
    initial_rating: Option<i32>,
) -> rusqlite::Result<usize> {
    connection
        .prepare_cached(
            "UPDATE week_group SET initial_rating = :initial_rating
             WHERE week_id = :week_id AND group_id = :group_id",
        )?
        .execute(named_params! {
            ":week_id": week.0,
            ":group_id": id.0,
            ":initial_rating": initial_rating,
        })
}

/// Remembers the row that was imported as this group.
pub(super) fn remember_row(
    connection: &Connection,
    week: WeekId,
    id: GroupId,
    row: RowPrint,
) -> rusqlite::Result<usize> {
    connection
        .prepare_cached(
            "UPDATE week_group SET imported_row = ?3 WHERE week_id = ?1 AND group_id = ?2",
        )?
        .execute([week.0, id.0, row.0])
}

/// Takes a group that nobody is in out of the week, and out of the camp if no other week has it.
pub(super) fn delete(
    connection: &Connection,
    week: WeekId,
    id: GroupId,
) -> Result<(), StorageError> {
    let players = connection
        .prepare_cached("SELECT count(*) FROM week_player WHERE week_id = ?1 AND group_id = ?2")?
        .query_row([week.0, id.0], |row| row.get::<_, i64>(0))?;
    if players > 0 {
        let name =
            connection.query_row("SELECT name FROM camp_group WHERE id = ?1", [id.0], |row| {
                row.get(0)
            })?;
        let players = match players {
            1 => "one player".to_owned(),
            _ => format!("{players} players"),
        };
        return Err(Refusal::GroupHasPlayers { name, players }.into());
    }
    let deleted = connection
        .prepare_cached("DELETE FROM week_group WHERE week_id = ?1 AND group_id = ?2")?
        .execute([week.0, id.0])?;
    refuse_if_gone(deleted, Record::Group(id))?;
    connection
        .prepare_cached(
            "DELETE FROM camp_group WHERE id = ?1
             AND NOT EXISTS (SELECT 1 FROM week_group WHERE group_id = ?1)",
        )?
        .execute([id.0])?;
    Ok(())
}

/// Gives the groups of a week this order of skill, weakest first. Groups that aren't named come after them.
pub(super) fn order(
    connection: &Connection,
    week: WeekId,
    groups: &[GroupId],
) -> Result<(), StorageError> {
    let present = connection
        .prepare_cached(
            "SELECT group_id FROM week_group WHERE week_id = ?1 ORDER BY skill_order, group_id",
        )?
        .query_map([week.0], |row| row.get(0).map(GroupId))?
        .collect::<Result<Vec<_>, _>>()?;
    if present == groups {
        return Ok(());
    }
    let named = i64::try_from(groups.len()).unwrap_or(i64::MAX);
    connection.execute(
        "UPDATE week_group SET skill_order = skill_order + ?2 WHERE week_id = ?1",
        [week.0, named],
    )?;
    for (place, id) in (1_i64..).zip(groups) {
        let changed = connection
            .prepare_cached(
                "UPDATE week_group SET skill_order = ?3 WHERE week_id = ?1 AND group_id = ?2",
            )?
            .execute([week.0, id.0, place])?;
        refuse_if_gone(changed, Record::Group(*id))?;
    }
    Ok(())
}

fn refuse_if_taken(
    connection: &Connection,
    week: WeekId,
    name: &str,
    except: Option<GroupId>,
) -> Result<(), StorageError> {
    match by_name(connection, week)?.get(&group_name_key(name)) {
        Some(id) if Some(*id) != except => Err(Refusal::GroupNameTaken(name.to_owned()).into()),
        _ => Ok(()),
    }
}

/// Turns what is wrong with a record into a refusal.
pub(super) fn refuse_if_invalid(
    problems: Vec<crate::domain::FieldProblem>,
) -> Result<(), StorageError> {
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Refusal::Invalid(problems).into())
    }
}

/// Turns "no row was touched" into a refusal.
pub(super) fn refuse_if_gone(touched: usize, record: Record) -> Result<(), StorageError> {
    if touched == 0 {
        Err(Refusal::Gone(record).into())
    } else {
        Ok(())
    }
}
