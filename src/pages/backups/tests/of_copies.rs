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
    let page = driver.app().page_mut::<BackupsPage>().expect("the page");
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
