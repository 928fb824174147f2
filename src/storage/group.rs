//! The tables `camp_group`, what a group is in all weeks, and `week_group`, what belongs to a week.

use std::{collections::HashMap, sync::LazyLock};

use rusqlite::Connection;

use super::{
    Refusal, StorageError, extra,
    uid::uid,
    value::{Changed, Columns, Given, Places, is_of_person, is_of_week},
};
use crate::domain::{
    Described as _, Group, GroupId, Patch, Record, RecordKind, RowPrint, WeekId, group_name_key,
};

/// What `week_group` has besides the key and the described fields.
const BESIDES: [&str; 2] = ["skill_order", "imported_row"];

/// What belongs to a group in a week, whichever week it is.
pub(super) fn columns_of_week() -> Columns {
    let columns = Columns::new::<Group>(is_of_week).and(&BESIDES);
    columns.and(&["group_id"])
}

/// All groups of a week, weakest first.
pub(super) fn all(connection: &Connection, week: WeekId) -> rusqlite::Result<Vec<Group>> {
    let mut custom = extra::all(connection, RecordKind::Group)?;
    let mut statement = connection.prepare_cached(
        "SELECT camp_group.*, week_group.* FROM week_group JOIN camp_group ON camp_group.id = group_id
         WHERE week_id = ?1 ORDER BY skill_order, group_id",
    )?;
    let fields = Places::new(&statement)?;
    statement
        .query_map([week.0], |row| {
            let mut group = Group::blank();
            fields.fill(row, &mut group)?;
            group.id = GroupId(row.get("group_id")?);
            group.skill_order = row.get("skill_order")?;
            group.imported_row = row.get::<_, Option<_>>("imported_row")?.map(RowPrint);
            group.custom = custom.remove(&group.id.0).unwrap_or_default();
            Ok(group)
        })?
        .collect()
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
    group: &Group,
) -> Result<GroupId, StorageError> {
    refuse_if_taken(connection, week, &group.name, None)?;
    let id = insert(connection, week, group)?;
    extra::change(connection, RecordKind::Group, id.0, group.custom.iter())?;
    Ok(id)
}

/// Adds a group whose name is known to be free. Another week's group of that name is the same one.
pub(super) fn insert(
    connection: &Connection,
    week: WeekId,
    group: &Group,
) -> Result<GroupId, StorageError> {
    refuse_if_invalid(group.problems())?;
    let elsewhere = named(
        connection,
        "WHERE id NOT IN (SELECT group_id FROM week_group WHERE week_id = ?1)",
        week,
    )?;
    let id = match elsewhere.get(&group_name_key(&group.name)) {
        Some(id) => *id,
        None => add_to_camp(connection, None, group)?,
    };
    connection
        .prepare_cached(
            "INSERT INTO week_group (week_id, group_id, skill_order)
             SELECT ?1, ?2, coalesce(max(skill_order), 0) + 1 FROM week_group WHERE week_id = ?1",
        )?
        .execute([week.0, id.0])?;
    save_week(connection, week, id, group)?;
    Ok(id)
}

fn add_to_camp(
    connection: &Connection,
    id: Option<GroupId>,
    group: &Group,
) -> rusqlite::Result<GroupId> {
    static INSERT: LazyLock<String> = LazyLock::new(|| {
        let columns = Columns::new::<Group>(is_of_person).and(&["id", "uid"]);
        columns.insert_into("camp_group")
    });
    Given::new(group, is_of_person)
        .and("id", id.map(|id| id.0))
        .and("uid", uid())
        .execute(connection.prepare_cached(&INSERT)?)?;
    Ok(GroupId(connection.last_insert_rowid()))
}

/// Adds a group of an older camp, with its number.
pub(super) fn hand_down(
    connection: &Connection,
    week: WeekId,
    group: &Group,
) -> Result<(), StorageError> {
    add_to_camp(connection, Some(group.id), group)?;
    connection
        .prepare_cached(
            "INSERT INTO week_group (week_id, group_id, skill_order) VALUES (?1, ?2, ?3)",
        )?
        .execute([week.0, group.id.0, group.skill_order])?;
    save(connection, week, group)?;
    let values = group.custom.iter();
    Ok(extra::put(
        connection,
        RecordKind::Group,
        group.id.0,
        values,
    )?)
}

/// Changes fields of a group.
pub(super) fn change(
    connection: &Connection,
    week: WeekId,
    patch: &Patch<Group>,
) -> Result<(), StorageError> {
    let mut groups = all(connection, week)?.into_iter();
    let present = groups.find(|group| group.id == patch.id);
    let present = present.ok_or(Refusal::Gone(Record::Group(patch.id)))?;
    let group = patch.applied_to(&present);
    refuse_if_taken(connection, week, &group.name, Some(group.id))?;
    refuse_if_invalid(group.problems())?;
    Changed::new(&group, |about| is_of_week(about) && patch.has(about.field))
        .of("week_id", week.0)
        .of("group_id", group.id.0)
        .update(connection, "week_group", "")?;
    Changed::new(&group, |about| {
        is_of_person(about) && patch.has(about.field)
    })
    .of("id", group.id.0)
    .update(connection, "camp_group", "")?;
    extra::change(connection, RecordKind::Group, group.id.0, patch.custom())
}

/// Saves a group whose name is known to be its own.
pub(super) fn save(
    connection: &Connection,
    week: WeekId,
    group: &Group,
) -> Result<(), StorageError> {
    static UPDATE: LazyLock<String> = LazyLock::new(|| {
        let fields = Columns::new::<Group>(is_of_person).set();
        format!("UPDATE camp_group SET {fields} WHERE id = :id")
    });
    refuse_if_invalid(group.problems())?;
    let changed = save_week(connection, week, group.id, group)?;
    refuse_if_gone(changed, Record::Group(group.id))?;
    Given::new(group, is_of_person)
        .and("id", group.id.0)
        .execute(connection.prepare_cached(&UPDATE)?)?;
    Ok(())
}

fn save_week(
    connection: &Connection,
    week: WeekId,
    id: GroupId,
    group: &Group,
) -> rusqlite::Result<usize> {
    static UPDATE: LazyLock<String> = LazyLock::new(|| {
        let fields = Columns::new::<Group>(is_of_week).set();
        format!("UPDATE week_group SET {fields} WHERE week_id = :week_id AND group_id = :group_id")
    });
    Given::new(group, is_of_week)
        .and("week_id", week.0)
        .and("group_id", id.0)
        .execute(connection.prepare_cached(&UPDATE)?)
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
