//! Backups of a file that can't be opened any more.

use super::{super::restoring::first_good, *};

/// Overwrites a part of a file.
fn overwrite(path: &Path, from: usize, count: usize) {
    let mut bytes = fs::read(path).expect("the camp");
    bytes[from..from + count].fill(0xa5);
    fs::write(path, bytes).expect("damaged");
}

/// Only what is known to be bad is passed over.
#[test]
fn an_older_backup_is_taken_only_where_the_newer_one_is_bad() {
    let mut bench = Bench::new();
    let mut made = Vec::new();
    for name in ["Red", "Green", "Blue"] {
        bench.add_group(name);
        bench.reasons();
        made.insert(0, bench.asked());
    }
    let newest = |error: fn(PathBuf) -> BackupError| {
        let first = RestoreSource::from(&made[0]);
        let used = first_good(made.clone(), |source| {
            if *source == first {
                return Err(error(made[0].path.clone()));
            }
            Ok(())
        });
        used.map(|used| used.map(|newest| (newest.backup, newest.unanswered)))
    };
    for bad in [BackupError::Changed, BackupError::NotThere] {
        let passed_over = newest(bad).expect("a backup");
        assert_eq!(passed_over, Some((made[1].clone(), None)));
    }
    let silent = newest(BackupError::NoAnswer).expect("a backup");
    assert_eq!(silent, Some((made[1].clone(), Some(made[0].clone()))));
    let no_room = |folder| BackupError::Unpacking {
        folder,
        detail: "no room".to_owned(),
    };
    let refused = newest(no_room);
    assert!(
        matches!(refused, Err(BackupError::Unpacking { .. })),
        "{refused:?}"
    );
    // There may be a good one where nobody answers.
    let of = |errors: [BackupError; 3]| {
        let errors = std::cell::RefCell::new(errors.into_iter());
        let used = |_: &RestoreSource| Err::<(), _>(errors.borrow_mut().next().expect("one each"));
        first_good(made.clone(), used)
    };
    let bad = || BackupError::Changed(PathBuf::new());
    let none = of([bad(), bad(), bad()]).expect("no error");
    assert!(none.is_none());
    let refused = of([bad(), BackupError::NoAnswer(PathBuf::new()), bad()]);
    assert!(
        matches!(refused, Err(BackupError::NoAnswer(_))),
        "{refused:?}"
    );
}

#[test]
fn those_of_a_file_that_is_damaged_and_was_renamed_are_found() {
    let mut bench = Bench::new();
    bench.add_group("Red");
    let (closed, made) = bench.close();
    assert!(!made.is_empty());
    let other = tempfile::tempdir().expect("a folder");
    let damage: [(&str, &[(usize, usize)]); 3] = [
        ("its head.ladder", &[(0, 100)]),
        ("its list of tables.ladder", &[(0, 4096)]),
        ("its end.ladder", &[(40, 20), (30_000, 5000)]),
    ];
    for (name, parts) in damage {
        let path = other.path().join(name);
        fs::copy(&closed.path, &path).expect("a copy");
        for (from, count) in parts {
            overwrite(&path, *from, *count);
        }
        assert!(CampFile::open(&path, Mode::ReadOnly).is_err(), "{name}");
        let of = BackupsOf::file(&path);
        assert_eq!(closed.places.backups(&of).len(), made.len(), "{name}");
    }
    let text = other.path().join("Notes.ladder");
    fs::write(&text, "No camp at all".repeat(1000)).expect("a text");
    assert_eq!(closed.places.backups(&BackupsOf::file(&text)), []);
}
