//! Backups of other files of the camp stand beside those of its own.

use super::*;
use crate::storage::{Backup, Snapshot};

/// By the clock of the window, and not by that of the computer.
pub(super) fn date_backup(backup: &Backup, made: &str) {
    let note = backup.path.with_extension("").with_extension("json");
    let text = fs::read_to_string(&note).expect("the note");
    let text = text.replace(&backup.note.made.to_string(), made);
    fs::write(&note, text).expect("another time");
}

/// A copy to take along that was opened once: nothing tells it from the camp before it was moved.
#[test]
fn a_copy_in_which_nothing_was_done_is_not_chosen_and_the_question_names_it() {
    for place in ["Taken along.ladder", "stick/Camp.ladder"] {
        let mut bench = Bench::new();
        let path = bench.folder.path().join(place);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        bench.driver.app().send(Action::SaveCopy(path.clone()));
        bench.driver.settle();
        let places = BackupPlaces::only(bench.folder.path().join("backups"));
        let copy = CampFile::open(&path, Mode::ReadOnly).expect("the copy");
        let snapshot = copy.snapshot(&places, BackupReason::Opened);
        let backup = snapshot.and_then(Snapshot::keep).expect("a backup");
        drop(copy);
        date_backup(&backup, "2026-07-10T20:00:00Z");
        let camp = bench.camp();
        let driver = &mut bench.driver;
        driver.send(Command::RESTORE);
        driver.settle();
        let page = page(driver);
        let file_of = |row| page.row(row).map(|listed| listed.backup.note.file.clone());
        assert_eq!(file_of(0), Some(camp.clone()), "{place}");
        assert_eq!(file_of(page.rows() - 1), Some(path.clone()), "{place}");
        let chosen = page.chosen().expect("a backup");
        assert_eq!(chosen.backup.note.file, camp, "{place}");
        assert!(driver.shows("Newest first; those of other files at the end"));
        driver.press(Key::End);
        driver.press(Key::Enter);
        let words = format!("“{}” was at", path.display());
        assert!(driver.shows_words(&words), "{words}");
        driver.press(Key::Enter);
        driver.settle();
        assert!(!driver.message().starts_with("Restored"), "{place}");
    }
}

/// The history of the open camp goes on from it, but the camp was further by then.
#[test]
fn an_older_state_in_another_file_is_told_as_one_and_not_chosen() {
    let mut bench = Bench::new();
    let older = bench.folder.path().join("Older.ladder");
    bench.driver.app().send(Action::SaveCopy(older.clone()));
    bench.driver.settle();
    bench.rename("Second");
    let places = BackupPlaces::only(bench.folder.path().join("backups"));
    let copy = CampFile::open(&older, Mode::ReadOnly).expect("the copy");
    let snapshot = copy.snapshot(&places, BackupReason::Asked);
    let backup = snapshot.and_then(Snapshot::keep).expect("a backup");
    date_backup(&backup, "2026-07-10T20:00:00Z");
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.settle();
    assert!(driver.harness.query_by_label("File").is_some(), "a column");
    let camp = bench.camp();
    let driver = &mut bench.driver;
    let page = page(driver);
    let chosen = page.chosen().expect("a backup");
    assert_eq!(chosen.backup.note.file, camp);
    driver.press(Key::End);
    driver.press(Key::Enter);
    let words = format!("becomes what its copy “{}” was at", older.display());
    assert!(driver.shows_words(&words), "{words}");
    driver.press(Key::Enter);
    driver.settle();
    assert_eq!(driver.camp().name, "Second", "the keyboard is on Cancel");
}
