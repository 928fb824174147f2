//! A camp that is made appears whole or not at all.

use super::*;
use std::{
    io::{self, ErrorKind},
    path::Path,
};

use crate::storage::safety::new_file::{NewCampFile, not_made};

fn names_in(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let mut names = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect::<Vec<_>>();
    names.sort();
    names
}

#[test]
fn nothing_is_at_its_place_before_it_is_whole() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    let seed = crate::domain::CampSeed::default();
    let mut new = NewCampFile::begin(&path, "Test camp", TODAY, &seed).expect("a camp");
    new.apply(&Edit::RenameCamp("Other".to_owned()), &now())
        .expect("a change");
    assert!(!path.exists());
    let other_at_once = NewCampFile::begin(&path, "Second", TODAY, &seed).expect("another camp");
    let camp = new.finish().expect("the camp");
    assert_eq!(camp.load().expect("the camp").name, "Other");
    let late = other_at_once.finish().expect_err("there is one by now");
    assert!(matches!(late, OpenError::AlreadyThere(_)), "{late}");
    drop(camp);
    assert_eq!(names_in(&folder), ["Camp.ladder"]);
}

#[test]
fn a_camp_that_is_not_finished_leaves_nothing() {
    let folder = folder();
    let path = folder.path().join("Camp.ladder");
    let seed = crate::domain::CampSeed::default();
    drop(NewCampFile::begin(&path, "Test camp", TODAY, &seed).expect("a camp"));
    assert_eq!(names_in(&folder), Vec::<String>::new());
}

#[test]
fn places_that_no_camp_file_can_have_are_told() {
    let folder = folder();
    let long_name = folder.path().join(format!("{}.ladder", "n".repeat(250)));
    let mut deep = folder.path().to_owned();
    for _ in 0..6 {
        deep.push("d".repeat(90));
    }
    let deep = deep.join("Camp.ladder");
    for path in [long_name, deep] {
        let made = CampFile::create(&path, "Camp", TODAY).expect_err("too long");
        assert!(matches!(made, OpenError::LongPath(_)), "{made}");
        let opened = CampFile::open(&path, Mode::Change).expect_err("too long");
        assert!(matches!(opened, OpenError::LongPath(_)), "{opened}");
    }
    // The name would do, but not where it is made.
    let mut nearly = folder.path().to_owned();
    while nearly.as_os_str().len() < 380 {
        nearly.push("d".repeat(90));
    }
    nearly.push("d".repeat(495 - nearly.as_os_str().len() - "/a.ladder".len()));
    fs::create_dir_all(&nearly).expect("folders");
    let made = CampFile::create(&nearly.join("a.ladder"), "Camp", TODAY).expect_err("too long");
    assert!(matches!(made, OpenError::LongPath(_)), "{made}");
    // The longest that do.
    let name = format!("{}.ladder", "n".repeat(255 - "-journal.ladder".len()));
    let mut camp = CampFile::create(&folder.path().join(name), "Camp", TODAY).expect("a camp");
    small_camp(&mut camp);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_camp_file() {
    let folder = folder();
    let path = folder.path().join("Pipe.ladder");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo").success());
    for mode in [Mode::Change, Mode::ReadOnly] {
        let error = CampFile::open(&path, mode).expect_err("a pipe");
        assert!(matches!(error, OpenError::NotAFile(_)), "{error}");
    }
}

/// Nothing is there that could be opened, or was moved.
#[test]
fn a_place_where_nothing_can_be_made_is_told_as_a_folder() {
    let folder = folder();
    let refused = |place: &Path, kind: ErrorKind| not_made(place, &io::Error::from(kind));
    let place = folder.path().join("Camp.ladder");
    for kind in [
        ErrorKind::ReadOnlyFilesystem,
        ErrorKind::PermissionDenied,
        ErrorKind::NotFound,
    ] {
        let error = refused(&place, kind);
        let words = "Nothing can be saved in the folder";
        assert!(error.to_string().starts_with(words), "{error}");
    }
    let gone = folder.path().join("gone").join("Camp.ladder");
    let error = refused(&gone, ErrorKind::NotFound);
    assert!(matches!(error, OpenError::NoFolder(_)), "{error}");
    if cfg!(target_os = "linux") {
        let place = Path::new("/proc/Camp.ladder");
        let error = CampFile::create(place, "Camp", TODAY).expect_err("no room for files");
        assert!(matches!(error, OpenError::NothingSavedIn(_)), "{error}");
    }
}
