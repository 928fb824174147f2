//! What happens to a camp file from outside while it is open.

use super::*;

/// Opens a camp with a game in it, and says where it is.
fn open_camp(folder: &TempDir) -> (PathBuf, CampFile) {
    let path = folder.path().join("in here").join("Camp.ladder");
    fs::create_dir(folder.path().join("in here")).expect("a folder");
    let mut camp = CampFile::create(&path, "Test camp", TODAY).expect("a camp");
    small_camp(&mut camp);
    (path, camp)
}

fn rename(name: &str) -> Edit {
    Edit::RenameCamp(name.to_owned())
}

/// What others can do to a file on Linux and macOS, and what is said of it.
#[cfg(unix)]
type Deed = (&'static str, fn(&Path), OutsideChange);

#[cfg(unix)]
fn deeds() -> [Deed; 9] {
    [
        (
            "deleted",
            |path| fs::remove_file(path).expect("gone"),
            OutsideChange::Gone,
        ),
        (
            "moved",
            |path| fs::rename(path, path.with_file_name("Other.ladder")).expect("moved"),
            OutsideChange::Gone,
        ),
        (
            "its folder removed",
            |path| fs::remove_dir_all(path.parent().expect("a folder")).expect("gone"),
            OutsideChange::Gone,
        ),
        (
            "its folder renamed",
            |path| {
                let folder = path.parent().expect("a folder");
                fs::rename(folder, folder.with_file_name("there")).expect("moved");
            },
            OutsideChange::Gone,
        ),
        (
            "replaced by a copy of its own",
            |path| {
                let copy = path.with_file_name("copy");
                fs::copy(path, &copy).expect("a copy");
                fs::rename(copy, path).expect("replaced");
            },
            OutsideChange::Replaced,
        ),
        (
            "replaced by another file",
            |path| {
                fs::remove_file(path).expect("gone");
                fs::write(path, "Dear parents,").expect("another file");
            },
            OutsideChange::Replaced,
        ),
        (
            "overwritten in its place by zeros",
            |path| {
                let bytes = vec![0; fs::read(path).expect("the file").len()];
                fs::write(path, bytes).expect("overwritten");
            },
            OutsideChange::Overwritten,
        ),
        (
            "a byte of it changed",
            |path| {
                let mut bytes = fs::read(path).expect("the file");
                *bytes.last_mut().expect("a byte") ^= 1;
                fs::write(path, bytes).expect("overwritten");
            },
            OutsideChange::Overwritten,
        ),
        (
            "cut off",
            |path| fs::write(path, "").expect("overwritten"),
            OutsideChange::Overwritten,
        ),
    ]
}

#[cfg(unix)]
#[test]
fn nothing_is_called_saved_in_a_file_that_is_another_one() {
    for (what, deed, change) in deeds() {
        // Before the first save as after it.
        for saves in [0, 1] {
            let folder = folder();
            let (path, camp) = open_camp(&folder);
            drop(camp);
            let mut camp = CampFile::open(&path, Mode::Change).expect("the camp");
            for _ in 0..saves {
                apply(&mut camp, rename("Saved"));
            }
            assert_eq!(camp.outside_change(), None);
            let before = camp.load().expect("the camp");
            // As the clock of a disk sees it, the file was saved a moment ago.
            std::thread::sleep(std::time::Duration::from_millis(20));
            deed(&path);
            assert_eq!(camp.outside_change(), Some(change), "{what}");
            let around = everything_in(folder.path());
            for edit in [rename("Lost"), Edit::FillBlankStarts] {
                let error = camp.apply(&edit, &now()).expect_err(what);
                assert!(
                    matches!(error, StorageError::Outside(told) if told == change),
                    "{what}: {error}"
                );
                assert!(error.to_string().contains("Save a copy…"), "{error}");
            }
            let turned = camp.move_in_history(HistoryMove::Undo);
            assert!(matches!(turned, Err(StorageError::Outside(_))), "{what}");
            let forgotten = camp.forget_history();
            assert!(matches!(forgotten, Err(StorageError::Outside(_))), "{what}");
            assert_eq!(camp.load().expect("what the program holds"), before);
            assert_eq!(everything_in(folder.path()), around, "{what}: left alone");

            let rescued = folder.path().join("Camp (rescued).ladder");
            camp.save_copy(&rescued).expect("a copy");
            drop(camp);
            let mut copy = CampFile::open(&rescued, Mode::Change).expect("the copy");
            assert_eq!(copy.load().expect("the camp"), before, "{what}");
            apply(&mut copy, rename("Saved again"));
        }
    }
}

/// Every file with its bytes, but for the note of who has the camp open.
#[cfg(unix)]
fn everything_in(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(everything_in(&path));
        } else {
            let bytes = fs::read(&path).expect("a file");
            found.push((path, bytes));
        }
    }
    found.sort();
    found
}

/// What came between the look before a change and the look after it.
#[cfg(unix)]
#[test]
fn a_change_is_not_called_saved_if_the_file_went_away_meanwhile() {
    let folder = folder();
    let (path, mut camp) = open_camp(&folder);
    fs::remove_file(&path).expect("gone");
    assert_eq!(camp.committed(), Some(OutsideChange::Gone));
    assert_eq!(camp.outside_change(), Some(OutsideChange::Gone));
}

#[test]
fn our_own_changes_are_no_changes_from_outside() {
    let folder = folder();
    let (_, mut camp) = open_camp(&folder);
    for number in 0..20 {
        apply(&mut camp, rename(&format!("Name {number}")));
        camp.move_in_history(HistoryMove::Undo).expect("undone");
        assert_eq!(camp.outside_change(), None);
    }
    assert!(camp.forget_history().expect("forgotten"));
    assert_eq!(camp.outside_change(), None);
    apply(&mut camp, rename("Last"));
}

#[test]
fn a_copy_never_replaces_a_file_and_is_whole() {
    let folder = folder();
    let (path, camp) = open_camp(&folder);
    let before = camp.load().expect("the camp");
    let letter = folder.path().join("Letter.ladder");
    fs::write(&letter, "Dear parents,").expect("a file");
    let refused = camp.save_copy(&letter).expect_err("there is a file");
    assert!(matches!(refused, OpenError::AlreadyThere(_)), "{refused}");
    let refused = camp.save_copy(&path).expect_err("the camp itself");
    assert!(matches!(refused, OpenError::AlreadyThere(_)), "{refused}");
    let nowhere = folder.path().join("no folder").join("Copy.ladder");
    let refused = camp.save_copy(&nowhere).expect_err("no folder");
    assert!(matches!(refused, OpenError::NoFolder(_)), "{refused}");

    let copy = folder.path().join("Copy.ladder");
    camp.save_copy(&copy).expect("a copy");
    drop(camp);
    for mode in [Mode::Change, Mode::ReadOnly] {
        let camp = CampFile::open(&copy, mode).expect("the copy");
        assert_eq!(camp.load().expect("the camp"), before);
    }
    let camp = CampFile::open(&path, Mode::ReadOnly).expect("the camp");
    let from_look = folder.path().join("From look.ladder");
    camp.save_copy(&from_look)
        .expect("a copy of what is looked at");
    let copy = CampFile::open(&from_look, Mode::Change).expect("the copy");
    assert_eq!(copy.load().expect("the camp"), before);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 5);
}
