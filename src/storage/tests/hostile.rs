//! Camps that a stranger made to do harm: each is refused by name, nothing in it is run, and nothing is touched.

use rusqlite::config::DbConfig;

use super::*;

/// What is done to a sound camp file by another program, and a word that the refusal must have.
fn hostile() -> Vec<(String, &'static str)> {
    include_str!("../../../tests/fixtures/camps/hostile.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (sql, word) = line.split_once(" => ").expect("a deed and a word");
            let sql = sql.replace("{ESC}", "\u{1b}").replace("{BEL}", "\u{7}");
            (sql, word)
        })
        .collect()
}

/// Does something to a camp file that only another program would do.
pub(crate) fn spoil(path: &Path, sql: &str) {
    let other = Connection::open(path).expect("a database");
    other
        .set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)
        .expect("everything is allowed");
    other
        .pragma_update(None, "writable_schema", true)
        .expect("everything is allowed");
    other.execute_batch(sql).expect(sql);
}

/// A camp that is spoilt so.
fn spoilt(folder: &TempDir, sql: &str) -> PathBuf {
    let (path, mut camp) = new_file(folder);
    small_camp(&mut camp);
    drop(camp);
    spoil(&path, sql);
    path
}

#[test]
fn a_camp_that_another_program_changed_is_refused_by_name() {
    let hostile = hostile();
    assert!(hostile.len() > 20);
    for (sql, word) in &hostile {
        for (mode, log) in [
            (Mode::Change, false),
            (Mode::ReadOnly, false),
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

/// The layout is that of a camp, but what lies in it isn't.
#[test]
fn a_value_that_is_too_long_is_refused() {
    let folder = folder();
    for length in [81, 1 << 20, 6 << 20] {
        let path = spoilt(
            &folder,
            &format!("UPDATE person SET first_name = printf('%.*c', {length}, 'x') WHERE id = 1"),
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

/// A schema of many thousands of indexes would be read for minutes.
#[test]
fn a_schema_without_an_end_is_not_read_to_its_end() {
    let folder = folder();
    let path = spoilt(
        &folder,
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
         INSERT INTO sqlite_schema SELECT 'index', 'i' || i, 'person', 2, 'CREATE INDEX i' || i || ' ON person (notes)' FROM n",
    );
    let before = fs::read(&path).expect("the file");
    for mode in [Mode::Change, Mode::ReadOnly] {
        let began = std::time::Instant::now();
        let error = CampFile::open(&path, mode).expect_err("too many");
        assert!(matches!(error, OpenError::Stranger { .. }), "{error}");
        assert!(began.elapsed().as_secs() < 5, "{:?}", began.elapsed());
    }
    assert_eq!(fs::read(&path).expect("the file"), before);
}

/// An empty database with our number in its head is no camp, and stays empty.
#[test]
fn an_empty_file_with_our_number_is_no_camp() {
    let folder = folder();
    let path = folder.path().join("Empty.ladder");
    let other = Connection::open(&path).expect("a database");
    other
        .execute_batch(&format!(
            "PRAGMA application_id = {}; VACUUM",
            schema::APPLICATION_ID
        ))
        .expect("a file");
    drop(other);
    let before = fs::read(&path).expect("the file");
    for mode in [Mode::Change, Mode::ReadOnly] {
        let error = CampFile::open(&path, mode).expect_err("empty");
        assert!(matches!(error, OpenError::NotACamp { .. }), "{error}");
    }
    assert_eq!(fs::read(&path).expect("the file"), before);
}
