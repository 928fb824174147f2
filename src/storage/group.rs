//! The table `camp_group`.

use std::collections::HashMap;

use rusqlite::{Connection, Row, params};

use super::{Refusal, StorageError, extra, kept::Shelf};
use crate::domain::{Group, GroupId, NewGroup, Record, RowPrint, group_name_key};

/// All groups, weakest first.
pub(super) fn all(connection: &Connection, shelf: Shelf) -> rusqlite::Result<Vec<Group>> {
    let mut extra = extra::all(connection, shelf, extra::Kind::Group)?;
    connection
        .prepare_cached(&format!(
            "SELECT id, name, initial_rating, skill_order, imported_row FROM {} ORDER BY skill_order, id",
            shelf.table("camp_group")
        ))?
        .query_map([], |row| {
            let mut group = read(row)?;
            group.extra = extra.remove(&group.id.0).unwrap_or_default();
            Ok(group)
        })?
        .collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<Group> {
    Ok(Group {
        id: GroupId(row.get(0)?),
        name: row.get(1)?,
        initial_rating: row.get(2)?,
        skill_order: row.get(3)?,
        extra: Vec::new(),
        imported_row: row.get::<_, Option<_>>(4)?.map(RowPrint),
    })
}

/// Whether the camp has groups at all: a club may do without.
pub(super) fn any(connection: &Connection) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM camp_group")?
        .exists([])
}

/// The numbers of all groups, by what their names are compared by.
pub(super) fn by_name(connection: &Connection) -> rusqlite::Result<HashMap<String, GroupId>> {
    connection
        .prepare_cached("SELECT name, id FROM camp_group")?
        .query_map([], |row| {
            let name = row.get_ref(0)?.as_str()?;
            Ok((group_name_key(name), GroupId(row.get(1)?)))
        })?
        .collect()
}

/// Adds a group as the strongest one.
pub(super) fn add(connection: &Connection, group: &NewGroup) -> Result<GroupId, StorageError> {
    refuse_if_taken(connection, &group.name, None)?;
    insert(connection, group)
}

/// Adds a group whose name is known to be free.
pub(super) fn insert(connection: &Connection, group: &NewGroup) -> Result<GroupId, StorageError> {
    refuse_if_invalid(group.problems())?;
    connection
        .prepare_cached(
            "INSERT INTO camp_group (name, initial_rating, skill_order)
             SELECT ?1, ?2, coalesce(max(skill_order), 0) + 1 FROM camp_group",
        )?
        .execute(params![group.name, group.initial_rating])?;
    Ok(GroupId(connection.last_insert_rowid()))
}

/// Adds a group of an older camp, with its number.
pub(super) fn hand_down(connection: &Connection, group: &Group) -> Result<(), StorageError> {
    connection
        .prepare_cached("INSERT INTO camp_group (id, name, skill_order) VALUES (?1, ?2, ?3)")?
        .execute(params![group.id.0, group.name, group.skill_order])?;
    save(connection, group)
}

/// Saves name and initial rating, and the further columns.
pub(super) fn change(connection: &Connection, group: &Group) -> Result<(), StorageError> {
    refuse_if_taken(connection, &group.name, Some(group.id))?;
    save(connection, group)
}

/// Saves a group whose name is known to be its own.
pub(super) fn save(connection: &Connection, group: &Group) -> Result<(), StorageError> {
    refuse_if_invalid(group.problems())?;
    let changed = connection
        .prepare_cached("UPDATE camp_group SET name = ?2, initial_rating = ?3 WHERE id = ?1")?
        .execute(params![group.id.0, group.name, group.initial_rating])?;
    refuse_if_gone(changed, Record::Group(group.id))?;
    extra::save(connection, extra::Kind::Group, group.id.0, &group.extra)?;
    Ok(())
}

/// Remembers the row that was imported as this group.
pub(super) fn remember_row(
    connection: &Connection,
    id: GroupId,
    row: RowPrint,
) -> rusqlite::Result<usize> {
    connection
        .prepare_cached("UPDATE camp_group SET imported_row = ?2 WHERE id = ?1")?
        .execute([id.0, row.0])
}

/// Deletes a group that nobody is in.
pub(super) fn delete(connection: &Connection, id: GroupId) -> Result<(), StorageError> {
    let players = connection
        .prepare_cached("SELECT count(*) FROM player WHERE group_id = ?1")?
        .query_row([id.0], |row| row.get::<_, i64>(0))?;
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
        .prepare_cached("DELETE FROM camp_group WHERE id = ?1")?
        .execute([id.0])?;
    refuse_if_gone(deleted, Record::Group(id))
}

/// Gives the groups this order of skill, weakest first. Groups that aren't named come after them.
pub(super) fn order(connection: &Connection, groups: &[GroupId]) -> Result<(), StorageError> {
    let present = connection
        .prepare_cached("SELECT id FROM camp_group ORDER BY skill_order, id")?
        .query_map([], |row| row.get(0).map(GroupId))?
        .collect::<Result<Vec<_>, _>>()?;
    if present == groups {
        return Ok(());
    }
    let named = i64::try_from(groups.len()).unwrap_or(i64::MAX);
    connection.execute(
        "UPDATE camp_group SET skill_order = skill_order + ?1",
        [named],
    )?;
    for (place, id) in (1_i64..).zip(groups) {
        let changed = connection
            .prepare_cached("UPDATE camp_group SET skill_order = ?2 WHERE id = ?1")?
            .execute([id.0, place])?;
        refuse_if_gone(changed, Record::Group(*id))?;
    }
    Ok(())
}

fn refuse_if_taken(
    connection: &Connection,
    name: &str,
    except: Option<GroupId>,
) -> Result<(), StorageError> {
    match by_name(connection)?.get(&group_name_key(name)) {
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
