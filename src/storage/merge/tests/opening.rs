//! A copy is opened and let go of, and read no further than somebody waits for it.

use std::{cell::Cell as Counter, fs};

use super::*;

#[test]
fn a_copy_is_read_into_memory_unless_nobody_waits_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Copy.ladder");
    drop(CampFile::create(&path, "Test camp", TODAY).expect("a camp"));
    let given_up = CampFile::open_copy(&path, None, || true).expect("a copy");
    assert_ne!(given_up.connection.path(), Some(""));
    drop(given_up);
    let read = CampFile::open_copy(&path, None, || false).expect("a copy");
    assert_eq!(read.connection.path(), Some(""));
    fs::remove_file(&path).expect("gone");
    assert_eq!(read.load().expect("a camp").name, "Test camp");
}

#[test]
fn a_large_copy_is_given_up_in_between() {
    let large = Connection::open_in_memory().expect("a database");
    large
        .execute_batch("CREATE TABLE note (text); INSERT INTO note VALUES (zeroblob(10000000))")
        .expect("a large table");
    let asked = Counter::new(0);
    let ask = |most: usize| {
        asked.set(0);
        let copied = in_memory_until(&large, || {
            asked.set(asked.get() + 1);
            asked.get() > most
        });
        copied.expect("a look").is_some()
    };
    assert!(!ask(2));
    assert!(ask(usize::MAX) && asked.get() > 2, "{}", asked.get());
}
