//! The command `merge`: two copies of a camp on two laptops.

use std::{fs, path::Path};

use camp_ladder::{
    domain::{Edit, Field, Game, GameResult, Patch},
    storage::{CampFile, Mode, Occasion},
};

use crate::{program::Desk, tables::dump};

fn open(path: &Path) -> CampFile {
    CampFile::open(path, Mode::Change).expect("a camp")
}

fn apply(camp: &mut CampFile, edit: &Edit) {
    camp.apply(edit, &Occasion::now(edit.kind()))
        .expect("a change");
}

/// A copy, and a game of the first two players typed on both.
fn typed_on_both() -> Desk {
    let desk = Desk::with_sample();
    fs::copy(desk.camp(), desk.path("Copy.ladder")).expect("a copy");
    for path in [desk.camp(), desk.path("Copy.ladder")] {
        let mut camp = open(&path);
        let players = camp.load().expect("a camp").players;
        let game = Game::new(players[0].id, players[1].id, GameResult::Draw);
        apply(&mut camp, &Edit::add_game(game));
    }
    desk
}

fn games(path: &Path) -> usize {
    let camp = CampFile::open(path, Mode::ReadOnly).expect("a camp");
    camp.load().expect("a camp").games.len()
}

#[test]
fn a_game_that_was_typed_on_both_is_kept_once_or_both_are() {
    let desk = typed_on_both();
    let before = games(&desk.camp());
    let hint = "--keep-both keeps both of every one of them";
    let merge = ["merge", "Camp.ladder", "Copy.ladder"];
    let ran = desk.run(merge.iter().chain(&["--dry-run"])).succeeded();
    assert!(
        ran.err.contains("The same on both, and kept once: "),
        "{ran:?}"
    );
    assert!(ran.err.contains(hint), "{ran:?}");
    fs::copy(desk.camp(), desk.path("Once.ladder")).expect("a copy");
    desk.run(["merge", "Once.ladder", "Copy.ladder"])
        .succeeded();
    assert_eq!(games(&desk.path("Once.ladder")), before);
    let ran = desk.run(merge.iter().chain(&["--keep-both"])).succeeded();
    assert!(
        ran.err.contains("The same on both, and both kept: "),
        "{ran:?}"
    );
    assert!(!ran.err.contains(hint), "{ran:?}");
    assert!(ran.err.contains("1 game added"), "{ran:?}");
    assert_eq!(games(&desk.camp()), before + 1);
    // They are two from now on.
    let ran = desk.run(merge).succeeded();
    assert!(ran.err.contains("The copy has nothing new"), "{ran:?}");
}

#[test]
fn what_both_have_changed_is_named_and_waits_for_a_preference() {
    let desk = Desk::with_sample();
    fs::copy(desk.camp(), desk.path("Copy.ladder")).expect("a copy");
    for (path, notes) in [(desk.camp(), "Here"), (desk.path("Copy.ladder"), "There")] {
        let mut camp = open(&path);
        let player = camp.load().expect("a camp").players[0].id;
        let patch = Patch::new(player, Field::Notes, notes);
        apply(&mut camp, &Edit::ChangePlayer(patch));
    }
    let before = dump(&desk.camp());
    let ran = desk
        .run(["merge", "Camp.ladder", "Copy.ladder"])
        .refused("--prefer ours or --prefer theirs");
    let said = "Notes: here “Here”, in the copy “There”";
    assert!(ran.err.contains(said), "{ran:?}");
    assert!(dump(&desk.camp()) == before, "nothing was changed");
    let ran = desk
        .run(["merge", "Camp.ladder", "Copy.ladder", "--prefer", "theirs"])
        .succeeded();
    assert!(ran.err.contains("Brought back"), "{ran:?}");
    let camp = CampFile::open(&desk.camp(), Mode::ReadOnly).expect("a camp");
    assert_eq!(camp.load().expect("a camp").players[0].notes, "There");
}

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
    assert!(ran.err.starts_with("What would come:"), "{ran:?}");
    assert_eq!(dump(&desk.camp()), before);
    let ran = desk
        .run(["merge", "Camp.ladder", "Copy.ladder"])
        .succeeded();
    assert!(ran.err.contains("Brought back"), "{ran:?}");
    assert!(!ran.err.contains("would come"), "{ran:?}");
    let ran = desk
        .run(["merge", "Camp.ladder", "Copy.ladder"])
        .succeeded();
    assert!(ran.err.contains("The copy has nothing new"), "{ran:?}");
    let ran = desk
        .run(["merge", "Camp.ladder", "Copy.ladder", "--dry-run"])
        .says("Nothing was changed, as this was a dry run");
    assert!(ran.err.contains("The copy has nothing new"), "{ran:?}");
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
