//! The command `merge`: two copies of a camp on two laptops.

use std::fs;

use crate::{program::Desk, tables::dump};

#[test]
fn a_copy_is_brought_back() {
    let desk = Desk::with_sample();
    fs::copy(desk.camp(), desk.path("Copy.ladder")).expect("a copy");
    desk.run(["week", "Copy.ladder", "close"]).succeeded();
    let before = dump(&desk.camp());
    let ran = desk
        .run(["merge", "Camp.ladder", "Copy.ladder", "--dry-run"])
        .succeeded();
    assert!(
        ran.err.contains("Week 1 is closed, as in the copy"),
        "{ran:?}"
    );
    assert_eq!(dump(&desk.camp()), before);
    let ran = desk
        .run(["merge", "Camp.ladder", "Copy.ladder"])
        .succeeded();
    assert!(ran.err.contains("Brought back"), "{ran:?}");
    let ran = desk
        .run(["merge", "Camp.ladder", "Copy.ladder"])
        .succeeded();
    assert!(ran.err.contains("is in the camp already"), "{ran:?}");
    // The camp as it was before is among the backups.
    let is_before = |number: &str| {
        let out = format!("{number}.ladder");
        let ran = desk.run(["restore", "Camp.ladder", "--from", number, "--out", &out]);
        ran.code == Some(0) && dump(&desk.path(&out)) == before
    };
    assert!(["1", "2", "3", "4", "5"].into_iter().any(is_before));
}

#[test]
fn another_camp_is_no_copy() {
    let desk = Desk::with_sample();
    let before = dump(&desk.camp());
    let other = Desk::with_sample();
    fs::copy(other.camp(), desk.path("Other.ladder")).expect("another camp");
    let ran = desk.run(["merge", "Camp.ladder", "Other.ladder"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains("is another camp"), "{ran:?}");
    assert_eq!(dump(&desk.camp()), before);
}

#[test]
fn the_camp_itself_is_no_copy() {
    let desk = Desk::with_sample();
    let before = dump(&desk.camp());
    let ran = desk.run(["merge", "Camp.ladder", "./Camp.ladder"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains("is the camp itself"), "{ran:?}");
    assert_eq!(dump(&desk.camp()), before);
}
