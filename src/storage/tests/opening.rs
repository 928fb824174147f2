//! Opening: every way in which a file can be wrong is told apart, and none is made worse.

use super::*;

#[test]
fn a_file_that_is_not_there() {
    let folder = folder();
    let error = CampFile::open(&folder.path().join("No.ladder"), Mode::Change).expect_err("none");
    assert!(matches!(error, OpenError::NotThere(_)), "{error}");
}

#[test]
fn a_folder_is_no_camp_file() {
    let folder = folder();
    let error = CampFile::open(folder.path(), Mode::Change).expect_err("a folder");
    assert!(matches!(error, OpenError::Folder(_)), "{error}");
}

#[test]
fn other_files_are_not_camp_files() {
    let folder = folder();
    let path = folder.path().join("Other.ladder");
    let error = |content: &[u8]| {
        fs::write(&path, content).expect("a file");
        let error = CampFile::open(&path, Mode::Change).expect_err("not a camp file");
        assert!(matches!(error, OpenError::NotACamp { .. }), "{error}");
        assert_eq!(
            fs::read(&path).expect("the file"),
            content,
            "nothing has changed"
        );
        error.to_string()
    };
    assert!(error(b"").contains("it is empty"));
    error(b"Dear parents,");
    assert!(error(b"\0\x01\0\0Standard Jet DB\0").contains("Import from Access"));

    fs::remove_file(&path).expect("gone");
    let other = Connection::open(&path).expect("a database");
    other
        .execute_batch("CREATE TABLE recipe (name TEXT)")
        .expect("a table");
    drop(other);
    let error = CampFile::open(&path, Mode::Change).expect_err("not a camp file");
    assert!(
        error.to_string().contains("belongs to another program"),
        "{error}"
    );
}

/// “Save a copy…” is there once the camp is open.
#[test]
fn a_locked_file_says_where_a_copy_is_made() {
    let error = OpenError::ReadOnly("Camp.ladder".into()).to_string();
    let words = "Open it read-only, where “Save a copy…” gets you one";
    assert!(error.contains(words), "{error}");
}

#[test]
fn a_file_of_a_newer_version_is_left_alone() {
    let folder = folder();
    let (path, camp) = new_file(&folder);
    camp.connection
        .pragma_update(None, "user_version", 999)
        .expect("a version");
    drop(camp);
    let before = fs::read(&path).expect("the file");
    let error = CampFile::open(&path, Mode::Change).expect_err("newer");
    assert!(matches!(error, OpenError::Newer(_)), "{error}");
    assert_eq!(fs::read(&path).expect("the file"), before);
}

#[test]
fn a_file_that_is_open_says_by_whom() {
    let folder = folder();
    let (path, camp) = new_file(&folder);
    let error = CampFile::open(&path, Mode::Change).expect_err("in use");
    let OpenError::InUse {
        holder: Some(holder),
        ..
    } = &error
    else {
        panic!("{error}")
    };
    assert!(!holder.user.is_empty() && !holder.computer.is_empty());
    assert!(error.to_string().contains(&holder.user), "{error}");
    let looking = CampFile::open(&path, Mode::ReadOnly).expect_err("in use");
    assert!(matches!(looking, OpenError::InUse { .. }), "{looking}");
    drop(camp);
    CampFile::open(&path, Mode::Change).expect("free again");
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 1, "no note and no journal stay behind");
}

#[test]
fn a_damaged_file_is_told_from_a_sound_one() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    small_camp(&mut camp);
    assert_eq!(camp.damage().expect("a check"), Vec::<String>::new());
    drop(camp);
    let sound = fs::read(&path).expect("the file");

    for length in [sound.len() / 2, 50, 4096] {
        fs::write(&path, &sound[..length]).expect("a cut file");
        let error = CampFile::open(&path, Mode::Change).expect_err("a cut file");
        assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
    }
    let mut scribbled = sound.clone();
    scribbled[4096 + 8..4096 * 3].fill(0xA5);
    fs::write(&path, &scribbled).expect("a scribbled file");
    let error = CampFile::open(&path, Mode::Change).expect_err("a scribbled file");
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
}

/// A memory stick that was pulled out is no damage, and a mistake of the program is neither.
#[test]
fn a_disk_that_is_gone_is_told_from_damage() {
    use rusqlite::{Error, ffi};
    let error = |code| Error::SqliteFailure(ffi::Error::new(code), None);
    let path = Path::new("E:/Camp.ladder");
    let opened = |code| OpenError::from_sqlite(path, &error(code));
    assert!(matches!(
        opened(ffi::SQLITE_IOERR_READ),
        OpenError::Disk { .. }
    ));
    assert!(matches!(
        opened(ffi::SQLITE_IOERR_SHORT_READ),
        OpenError::Damaged { .. }
    ));
    let loaded = |code| StorageError::from(error(code));
    let gone = loaded(ffi::SQLITE_IOERR_READ);
    assert!(!gone.to_string().contains("not saved"), "{gone}");
    assert!(matches!(
        OpenError::from_loading(path, &gone),
        OpenError::Disk { .. }
    ));
    let gone = gone.while_saving().to_string();
    assert!(gone.contains("the change was not saved"), "{gone}");
    let mistake = loaded(ffi::SQLITE_CONSTRAINT_UNIQUE).while_saving();
    assert!(matches!(mistake, StorageError::Mistake(_)), "{mistake}");

    let folder = folder();
    let (path, camp) = new_file(&folder);
    camp.connection
        .execute("UPDATE camp SET current_week = NULL", [])
        .expect("no week");
    drop(camp);
    let error = CampFile::open(&path, Mode::Change).expect_err("no week");
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
}

#[test]
fn a_read_only_file_can_be_looked_at() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    small_camp(&mut camp);
    drop(camp);
    let mut permissions = fs::metadata(&path).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("read-only");

    let error = CampFile::open(&path, Mode::Change).expect_err("read-only");
    assert!(matches!(error, OpenError::ReadOnly(_)), "{error}");
    let mut camp = CampFile::open(&path, Mode::ReadOnly).expect("a look");
    assert_eq!(camp.load().expect("a camp").games.len(), 1);
    let refused = camp
        .apply(&Edit::FillBlankStarts, &now())
        .expect_err("nothing is changed");
    assert!(matches!(refused, StorageError::ReadOnly), "{refused}");
}

/// What any version of the program has saved can be looked at where it can't be brought up to this one.
#[test]
fn a_file_of_any_schema_is_looked_at_and_left_as_it_is() {
    let folder = folder();
    let path = folder.path().join("Old.ladder");
    for schema in 1..=schema::newest() {
        let name = format!("tests/fixtures/camps/schema-{schema}.ladder");
        let old = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("a camp file");
        fs::write(&path, &old).expect("a copy");
        let mut camp = CampFile::open(&path, Mode::ReadOnly).expect("a look");
        let data = camp.load().expect("a camp");
        assert!(!data.players.is_empty() && data.weeks.len() == 1);
        let refused = camp.apply(&Edit::FillBlankStarts, &now());
        assert!(matches!(refused, Err(StorageError::ReadOnly)));
        drop(camp);
        assert_eq!(fs::read(&path).expect("the file"), old, "schema {schema}");
        let around = fs::read_dir(folder.path()).expect("the folder").count();
        assert_eq!(around, 1, "nothing beside it");
    }
}

/// Whoever only wants to know what is wrong with a file doesn't have it changed, nor what lies beside it.
#[test]
fn a_check_leaves_a_file_of_any_schema_and_a_left_journal_as_they_are() {
    let folder = folder();
    let path = folder.path().join("Old.ladder");
    let journal = safety::journal::path_beside(&path);
    for schema in 1..=schema::newest() {
        let name = format!("tests/fixtures/camps/schema-{schema}.ladder");
        let old = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("a camp file");
        for beside in [None, Some("a journal of nobody")] {
            fs::write(&path, &old).expect("a copy");
            if let Some(beside) = beside {
                fs::write(&journal, beside).expect("a journal");
            }
            let camp = CampFile::open_to_check(&path).expect("a look");
            assert_eq!(camp.damage().expect("a look"), Vec::<String>::new());
            assert!(!camp.load().expect("a camp").players.is_empty());
            drop(camp);
            assert_eq!(fs::read(&path).expect("the file"), old, "schema {schema}");
            let left = fs::read_to_string(&journal).ok();
            assert_eq!(left.as_deref(), beside, "schema {schema}");
            let around = fs::read_dir(folder.path()).expect("the folder").count();
            assert_eq!(around, 1 + usize::from(beside.is_some()));
            let _ = fs::remove_file(&journal);
        }
    }
}

/// The file may be written, but not the folder: it is offered to look at.
#[test]
fn a_file_in_a_folder_that_nobody_may_write_to_can_be_looked_at() {
    let folder = folder();
    let (path, camp) = new_file(&folder);
    drop(camp);
    let error = open::without_note(&path, &std::io::ErrorKind::PermissionDenied.into());
    assert!(matches!(error, OpenError::ReadOnly(_)), "{error}");

    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let allow = |mode| {
            let permissions = fs::Permissions::from_mode(mode);
            fs::set_permissions(folder.path(), permissions).expect("permissions");
        };
        allow(0o555);
        // An administrator may write all the same.
        let is_administrator = fs::write(folder.path().join("x"), "").is_ok();
        let opened = CampFile::open(&path, Mode::Change);
        allow(0o755);
        match opened {
            Ok(_) => assert!(is_administrator),
            Err(error) => assert!(matches!(error, OpenError::ReadOnly(_)), "{error}"),
        }
    }
}

#[test]
fn a_new_camp_never_replaces_a_file() {
    let folder = folder();
    let path = folder.path().join("Letter.ladder");
    fs::write(&path, "Dear parents,").expect("a file");
    let error = CampFile::create(&path, "Camp", TODAY).expect_err("a file is there");
    assert!(matches!(error, OpenError::AlreadyThere(_)), "{error}");
    assert_eq!(
        fs::read_to_string(&path).expect("the file"),
        "Dear parents,"
    );

    let nowhere = folder.path().join("no folder").join("Camp.ladder");
    let error = CampFile::create(&nowhere, "Camp", TODAY).expect_err("no folder");
    assert!(matches!(error, OpenError::NoFolder(_)), "{error}");

    let nameless = folder.path().join("Nameless.ladder");
    let error = CampFile::create(&nameless, " ", TODAY).expect_err("no name");
    assert!(matches!(error, OpenError::BadName { .. }), "{error}");
    assert!(!nameless.exists());
}

#[test]
fn the_journal_is_rolled_back_and_writes_are_synced() {
    let folder = folder();
    let (_, camp) = new_file(&folder);
    let text = |name: &str| {
        camp.connection
            .pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0))
            .expect("a pragma")
    };
    assert_eq!(text("journal_mode"), "delete".to_owned().into());
    assert_eq!(text("locking_mode"), "exclusive".to_owned().into());
    assert_eq!(text("synchronous"), 2.into(), "2 is FULL");
    assert_eq!(text("foreign_keys"), 1.into());
}

/// A file that another tool left in write-ahead mode becomes a single file again.
#[test]
fn a_write_ahead_log_is_folded_in() {
    let folder = folder();
    let (path, mut camp) = new_file(&folder);
    small_camp(&mut camp);
    drop(camp);
    let tool = Connection::open(&path).expect("a database");
    tool.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))
        .expect("WAL");
    drop(tool);
    let camp = CampFile::open(&path, Mode::Change).expect("the camp file");
    assert_eq!(camp.load().expect("a camp").games.len(), 1);
    drop(camp);
    let head = fs::read(&path).expect("the file");
    assert_eq!(
        head[18..20],
        [1, 1],
        "the file's head says rollback journal"
    );
}

/// As other tools open files: whoever only looks at such a camp leaves it as a single file.
#[test]
fn a_camp_with_a_log_written_ahead_is_looked_at_and_nothing_comes_beside_it() {
    let folder = folder();
    for name in ["Camp.ladder", "Лагерь 夏 é, 100% #1.ladder"] {
        let path = folder.path().join(name);
        let mut camp = CampFile::create(&path, "Test camp", TODAY).expect("a camp");
        small_camp(&mut camp);
        drop(camp);
        let tool = Connection::open(&path).expect("a database");
        tool.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))
            .expect("WAL");
        drop(tool);
        let file = fs::read(&path).expect("the file");
        assert_eq!(file[18..20], [2, 2], "the file's head says so");
        let beside = || {
            let entries = fs::read_dir(folder.path()).expect("the folder");
            let names = entries.map(|entry| entry.expect("an entry").file_name());
            let mut names = names.collect::<Vec<_>>();
            names.sort();
            names
        };
        let log = folder.path().join(format!("{name}-wal"));
        for has_empty_log in [false, true] {
            if has_empty_log {
                fs::write(&log, "").expect("an empty log");
            }
            let before = beside();
            let camp = CampFile::open(&path, Mode::ReadOnly).expect("to look at");
            assert_eq!(camp.load().expect("a camp").games.len(), 1);
            assert_eq!(beside(), before, "{name}");
            drop(camp);
            drop(CampFile::open_to_check(&path).expect("to look at"));
            assert_eq!(beside(), before, "{name}");
        }
        assert!(fs::read(&path).expect("the file") == file);
        fs::remove_file(&log).expect("no log");
    }
}
