//! The tables `ladder` and `ladder_setting`.

use rusqlite::{Connection, params, types::Type};

use super::{Refusal, StorageError, group::refuse_if_invalid, uid::uid};
use crate::domain::{LadderId, LadderSetup, LadderSystem, NewLadder, SettingValues};

/// All ladders, by name.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<LadderSetup>> {
    let mut ladders = connection
        .prepare_cached("SELECT id, name, system FROM ladder ORDER BY name, id")?
        .query_map([], |row| {
            let word = row.get_ref(2)?.as_str()?;
            let system = LadderSystem::of_word(word).ok_or_else(|| {
                let unknown = format!("there is no ladder system “{word}”").into();
                rusqlite::Error::FromSqlConversionFailure(2, Type::Text, unknown)
            })?;
            Ok(LadderSetup {
                id: LadderId(row.get(0)?),
                name: row.get(1)?,
                system,
                settings: SettingValues::new(),
            })
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let mut settings =
        connection.prepare_cached("SELECT name, value FROM ladder_setting WHERE ladder_id = ?1")?;
    for ladder in &mut ladders {
        ladder.settings = settings
            .query_map([ladder.id.0], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
    }
    Ok(ladders)
}

/// Adds a ladder whose name no other one has.
pub(super) fn add(connection: &Connection, ladder: &NewLadder) -> Result<(), StorageError> {
    refuse_if_invalid(ladder.problems())?;
    refuse_if_taken(connection, &ladder.name, None)?;
    connection
        .prepare_cached("INSERT INTO ladder (uid, name, system) VALUES (?1, ?2, ?3)")?
        .execute([&uid(), &ladder.name, ladder.system.word()])?;
    let id = LadderId(connection.last_insert_rowid());
    save_settings(connection, id, &ladder.settings)
}

/// Saves name, system and settings.
pub(super) fn change(connection: &Connection, ladder: &LadderSetup) -> Result<(), StorageError> {
    refuse_if_invalid(ladder.problems())?;
    refuse_if_taken(connection, &ladder.name, Some(ladder.id))?;
    let changed = connection
        .prepare_cached("UPDATE ladder SET name = ?2, system = ?3 WHERE id = ?1")?
        .execute(params![ladder.id.0, ladder.name, ladder.system.word()])?;
    refuse_if_gone(changed, &ladder.name)?;
    save_settings(connection, ladder.id, &ladder.settings)
}

/// Deletes a ladder. Its players, meetings and games stay.
pub(super) fn delete(connection: &Connection, id: LadderId) -> Result<(), StorageError> {
    connection.execute("DELETE FROM ladder_setting WHERE ladder_id = ?1", [id.0])?;
    let deleted = connection
        .prepare_cached("DELETE FROM ladder WHERE id = ?1")?
        .execute([id.0])?;
    refuse_if_gone(deleted, "")
}

fn refuse_if_gone(rows: usize, name: &str) -> Result<(), StorageError> {
    if rows == 0 {
        return Err(Refusal::NoLadder(name.to_owned()).into());
    }
    Ok(())
}

fn refuse_if_taken(
    connection: &Connection,
    name: &str,
    owner: Option<LadderId>,
) -> Result<(), StorageError> {
    let is_taken = connection
        .prepare_cached("SELECT 1 FROM ladder WHERE name = ?1 AND id IS NOT ?2")?
        .exists(params![name, owner.map(|owner| owner.0)])?;
    if is_taken {
        return Err(Refusal::LadderNameTaken(name.to_owned()).into());
    }
    Ok(())
}

/// Writes what differs, so that the history holds what has changed and nothing else.
fn save_settings(
    connection: &Connection,
    id: LadderId,
    settings: &SettingValues,
) -> Result<(), StorageError> {
    let names = connection
        .prepare_cached("SELECT name FROM ladder_setting WHERE ladder_id = ?1")?
        .query_map([id.0], |row| row.get::<_, String>(0))?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    for name in names.iter().filter(|name| !settings.contains_key(*name)) {
        connection
            .prepare_cached("DELETE FROM ladder_setting WHERE ladder_id = ?1 AND name = ?2")?
            .execute(params![id.0, name])?;
    }
    for (name, value) in settings {
        connection
            .prepare_cached(
                "INSERT INTO ladder_setting (ladder_id, name, value) VALUES (?1, ?2, ?3)
                 ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value",
            )?
            .execute(params![id.0, name, value])?;
    }
    Ok(())
}
