//! Camps that a stranger made to do harm: each is refused by name, nothing in it is run, and nothing is touched.

use rusqlite::config::DbConfig;

use super::*;

/// What is done to a sound camp file by another program, and a word that the refusal must have.
pub(super) const HOSTILE: [(&str, &str); 24] = [
    // A column whose name is a statement: it once wrote a file of its choice.
    (
        "ALTER TABLE player ADD COLUMN \"id IS NULL BEGIN SELECT 1; END; VACUUM INTO 'x.hta'; /*\" TEXT",
        "a column “id IS NULL BEGIN",
    ),
    (
        "ALTER TABLE game ADD COLUMN \"id IS NULL BEGIN SELECT 1; END; ATTACH 'other.ladder' AS o; DELETE FROM o.player; /*\" TEXT",
        "a column “id IS NULL BEGIN",
    ),
    (
        "ALTER TABLE camp ADD COLUMN \"\u{1b}]0;x\u{7}\" TEXT",
        "a column “\u{FFFD}]0;x\u{FFFD}”",
    ),
    (
        "CREATE TRIGGER evil AFTER UPDATE ON player BEGIN DELETE FROM game; END",
        "a trigger called “evil”",
    ),
    (
        "CREATE TRIGGER \"player_changed\" AFTER UPDATE ON player BEGIN DELETE FROM game; END",
        "a trigger called “player_changed”",
    ),
    (
        "CREATE TRIGGER evil AFTER DELETE ON history_step BEGIN DELETE FROM player; END",
        "a trigger called “evil”",
    ),
    (
        "CREATE VIEW evil AS SELECT * FROM player",
        "a view called “evil”",
    ),
    (
        "ALTER TABLE player RENAME TO p; CREATE VIEW player AS SELECT * FROM p",
        "“p",
    ),
    ("CREATE VIRTUAL TABLE evil USING fts5(a)", "called “evil"),
    (
        "CREATE VIRTUAL TABLE evil USING rtree(a, b, c)",
        "called “evil",
    ),
    ("CREATE TABLE evil (a TEXT)", "a table called “evil”"),
    (
        "CREATE INDEX evil ON player (hex(last_name))",
        "an index called “evil”",
    ),
    (
        "CREATE INDEX evil ON player (last_name) WHERE active",
        "an index called “evil”",
    ),
    (
        "ALTER TABLE player ADD COLUMN evil TEXT AS (upper(last_name)) VIRTUAL",
        "a column “evil”",
    ),
    (
        "ALTER TABLE kept_player ADD COLUMN evil TEXT",
        "a column “evil”",
    ),
    (
        "ALTER TABLE player DROP COLUMN background",
        "“player” without the column “background”",
    ),
    (
        "ALTER TABLE player RENAME COLUMN notes TO evil",
        "a column “evil”",
    ),
    ("DROP TABLE attendance", "no table called “attendance”"),
    (
        "DROP INDEX game_by_white",
        "no index called “game_by_white”",
    ),
    (
        "UPDATE sqlite_schema SET sql = replace(sql, 'BETWEEN -32768 AND 32767', 'IS NOT sqlite_version()') WHERE name = 'camp_group'",
        "“camp_group”",
    ),
    (
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE player (id INTEGER PRIMARY KEY, x TEXT DEFAULT (load_extension(''y'')))' WHERE name = 'player'",
        "player",
    ),
    (
        "INSERT INTO sqlite_schema SELECT type, 'evil', tbl_name, rootpage, 'CREATE TABLE evil (a)' FROM sqlite_schema WHERE name = 'player'",
        "evil",
    ),
    (
        "INSERT INTO sqlite_schema SELECT * FROM sqlite_schema WHERE name = 'attendance'",
        "attendance",
    ),
    (
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE player (this is no sql' WHERE name = 'player'",
        "player",
    ),
];

/// A camp with a closed week, spoilt by a statement of a program that may do everything.
pub(super) fn spoilt(folder: &TempDir, sql: &str) -> PathBuf {
    let (path, mut camp) = new_file(folder);
    small_camp(&mut camp);
    drop(camp);
    let other = Connection::open(&path).expect("a database");
    other
        .set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)
        .expect("everything is allowed");
    other
        .pragma_update(None, "writable_schema", true)
        .expect("everything is allowed");
    other.execute_batch(sql).expect(sql);
    path
}

#[test]
fn a_camp_that_another_program_changed_is_refused_by_name() {
    for (sql, word) in HOSTILE {
        for (mode, log) in [
            (Mode::Change, false),
            (Mode::Look, false),
            (Mode::Change, true),
        ] {
            let folder = folder();
            let path = spoilt(&folder, sql);
            if log {
                let other = Connection::open(&path).expect("a database");
                // What can't even be read can't be switched over.
                let _ = other.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()));
            }
            let before = fs::read(&path).expect("the file");
            let error = CampFile::open(&path, mode).expect_err(sql);
            assert!(
                matches!(
                    error,
                    OpenError::Stranger { .. } | OpenError::Damaged { .. }
                ),
                "{sql}: {error}"
            );
            let sentence = error.to_string();
            assert!(sentence.contains(word), "{sql}: {sentence}");
            assert!(!sentence.contains('\u{1b}'), "{sentence:?}");
            assert_eq!(fs::read(&path).expect("the file"), before, "{sql}");
            let around = fs::read_dir(folder.path()).expect("the folder").count();
            assert_eq!(around, 1, "{sql}: no other file");
        }
    }
}

/// An older file is not brought up to this version before it is known to be what it says.
#[test]
fn nothing_is_run_in_an_older_file_either() {
    for sql in [
        "CREATE TRIGGER evil AFTER UPDATE ON camp BEGIN DELETE FROM game; END",
        "PRAGMA user_version = 2",
    ] {
        let folder = folder();
        let path = folder.path().join("Old.ladder");
        let fixture = "tests/fixtures/camps/schema-3.ladder";
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(fixture), &path).expect("a copy");
        let other = Connection::open(&path).expect("a database");
        other.execute_batch(sql).expect(sql);
        drop(other);
        let before = fs::read(&path).expect("the file");
        for mode in [Mode::Change, Mode::Look] {
            let error = CampFile::open(&path, mode).expect_err(sql);
            assert!(matches!(error, OpenError::Stranger { .. }), "{error}");
        }
        assert_eq!(fs::read(&path).expect("the file"), before);
    }
}

/// The layout is that of a camp, but what lies in it isn't.
#[test]
fn a_value_that_is_too_long_is_refused() {
    let folder = folder();
    for length in [81, 1 << 20, 6 << 20] {
        let path = spoilt(
            &folder,
            &format!("UPDATE player SET first_name = printf('%.*c', {length}, 'x') WHERE id = 1"),
        );
        let opened = CampFile::open(&path, Mode::Change).and_then(|camp| {
            camp.load()
                .map_err(|error| OpenError::from_loading(&path, &error))
        });
        let error = opened.expect_err("too long");
        assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
        fs::remove_file(path).expect("gone");
    }
}
