//! The schema of a camp file and its history: `migrations/`, only ever added to.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::{Mutex, PoisonError},
};

use include_dir::{Dir, include_dir};
use rusqlite::Connection;
use rusqlite_migration::Migrations;

use super::open::in_memory_copy;

static MIGRATIONS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/migrations");

/// "CAMP", at offset 68 of every camp file.
pub(super) const APPLICATION_ID: u32 = 0x4341_4D50;

/// The schema that this version of the program writes: the number of its migrations.
pub(super) fn newest() -> u32 {
    u32::try_from(MIGRATIONS.dirs().count()).unwrap_or(u32::MAX)
}

/// Every step from an empty file to the newest schema.
pub(super) fn migrations() -> rusqlite_migration::Result<Migrations<'static>> {
    Migrations::from_directory(&MIGRATIONS)
}

/// Brings a file up to the newest schema, in one transaction: whole, or not at all.
pub(super) fn upgrade(
    connection: &mut Connection,
    migrations: &Migrations<'_>,
) -> rusqlite_migration::Result<()> {
    migrations.to_latest(connection)
}

/// A file in memory with the tables of this or an older version, and nothing in them. It is made once, which takes all migrations, and copied
/// from then on.
pub(super) fn empty(version: u32) -> rusqlite_migration::Result<Connection> {
    static MADE: Mutex<BTreeMap<u32, Connection>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let sample = match made.entry(version) {
        Entry::Occupied(entry) => entry.into_mut(),
        Entry::Vacant(entry) => {
            let mut connection = Connection::open_in_memory()?;
            let version = usize::try_from(version).unwrap_or(usize::MAX);
            migrations()?.to_version(&mut connection, version)?;
            entry.insert(connection)
        }
    };
    Ok(in_memory_copy(sample)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_build_a_sound_file() {
        let migrations = migrations().expect("migrations that can be read");
        migrations.validate().expect("migrations that run");
        let mut connection = Connection::open_in_memory().expect("memory");
        upgrade(&mut connection, &migrations).expect("an upgrade");
        let pragma = |name: &str| {
            connection
                .pragma_query_value(None, name, |row| row.get::<_, u32>(0))
                .expect("a pragma")
        };
        assert_eq!(pragma("application_id"), APPLICATION_ID);
        assert_eq!(pragma("user_version"), newest());
    }

    /// As two copies that have parted before there were any are brought up, each by itself.
    #[test]
    fn columns_of_old_camps_get_the_identity_of_the_first_name_that_is_known() {
        let migrations = migrations().expect("migrations");
        let mut connection = Connection::open_in_memory().expect("memory");
        migrations.to_version(&mut connection, 7).expect("a schema");
        connection
            .execute_batch(
                r#"INSERT INTO extra_column (id, kind, name) VALUES (1, 'person', 'Home'), (2, 'person', 'School'), (3, 'group', 'Room');
                   INSERT INTO history_step (id, name, done_at, undone) VALUES (5, 'a', '2026-07-06T08:00:00Z', 0),
                       (6, 'b', '2026-07-06T08:00:01Z', 0), (7, 'c', '2026-07-06T08:00:02Z', 0), (8, 'd', '2026-07-06T08:00:03Z', 1);
                   INSERT INTO history_row (step_id, place, table_name, record, what, before) VALUES
                       (5, 0, 'extra_column', 1, 'changed', '{"name":"School"}'), (6, 0, 'extra_column', 1, 'changed', '{"name":"House"}'),
                       (5, 1, 'extra_column', 3, 'changed', '{"name":"Another one"}'),
                       (6, 1, 'extra_column', 3, 'deleted', '{"id":3,"kind":"game","name":"Later"}'),
                       (8, 1, 'extra_column', 3, 'deleted', '{"id":3,"kind":"group","name":"Undone","position":9}'),
                       (7, 0, 'extra_column', 3, 'added', NULL), (8, 0, 'extra_column', 2, 'changed', '{"name":"Undone"}'),
                       (7, 1, 'extra_column', 4, 'deleted', 'damaged');"#,
            )
            .expect("an old camp");
        upgrade(&mut connection, &migrations).expect("an upgrade");
        let text = |sql: &str| {
            let text = connection.query_row(sql, [], |row| row.get::<_, String>(0));
            text.expect("a text")
        };
        let uids = "SELECT group_concat(uid, ', ') FROM (SELECT uid FROM extra_column ORDER BY id)";
        assert_eq!(text(uids), "person/1 school, person/2 school, group/3 room");
        let deleted = |step: i64| {
            let values =
                "json_extract(before, '$.uid') || ' at ' || json_extract(before, '$.position')";
            let of_step = format!("what = 'deleted' AND record = 3 AND step_id = {step}");
            text(&format!("SELECT {values} FROM history_row WHERE {of_step}"))
        };
        assert_eq!(deleted(6), "game/3 another one at 3");
        assert_eq!(deleted(8), "group/3 undone at 9");
    }

    #[test]
    fn every_table_is_strict() {
        let mut connection = Connection::open_in_memory().expect("memory");
        upgrade(&mut connection, &migrations().expect("migrations")).expect("an upgrade");
        let lax = connection
            .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite_%'")
            .expect("a statement")
            .query_map([], |row| row.get::<_, String>(0))
            .expect("a query")
            .collect::<Result<Vec<_>, _>>()
            .expect("names");
        assert_eq!(lax, Vec::<String>::new());
    }
}
