//! A backup that is looked into is put back in the place of the camp that was open.

use super::{of_copies::date_backup, *};
use crate::{domain::show_second_from, storage::Backup};

/// The camp was renamed since the backup was made.
#[test]
fn it_goes_where_the_camp_is_now_and_says_what_would_be_missing() {
    let mut bench = Bench::new();
    let places = BackupPlaces::only(bench.folder.path().join("backups"));
    let asked = |it: &&Backup| it.note.reason == BackupReason::Asked;
    let backups = places.find_all().backups;
    let backup = backups.iter().find(asked).expect("a backup");
    date_backup(backup, &now().timestamp().to_string());
    bench.rename("Second");
    let before = bench.camp();
    let after = bench.folder.path().join("elsewhere").join("Moved.ladder");
    fs::create_dir(after.parent().expect("a folder")).expect("a folder");
    bench.driver.send(Command::CLOSE_CAMP);
    bench.driver.settle();
    fs::rename(&before, &after).expect("moved");
    // The one that lacks a change.
    let choose = |bench: &mut Bench| {
        bench.driver.send(Command::RESTORE);
        bench.driver.settle();
        let page = page(&mut bench.driver);
        let mut rows = (0..page.rows()).filter_map(|row| page.row(row));
        let asked = rows.position(|listed| listed.backup.note.reason == BackupReason::Asked);
        page.selected = asked;
        let chosen = page.chosen().expect("a backup");
        assert_eq!(chosen.backup.note.file, before);
        let renamed = vec!["Rename the camp".to_owned()];
        assert_eq!(chosen.since, Since::Changes(renamed));
        assert_eq!(chosen.made_of, MadeOf::File);
        // It had another name.
        assert!(bench.driver.harness.query_by_label("File").is_some());
    };
    let look = |bench: &mut Bench| {
        bench.driver.app().send(Action::Open(after.clone()));
        bench.driver.settle();
        choose(bench);
        bench.driver.click("Open read-only");
        bench.driver.settle();
        assert_eq!(bench.driver.camp().name, "First");
    };
    let is_asked_and_done = |bench: &mut Bench| {
        let driver = &mut bench.driver;
        assert!(driver.shows_words(&format!("in “{}” becomes", after.display())));
        assert!(driver.shows_words("1 change since then will be missing"));
        driver.click("Restore");
        driver.settle();
        let camp = driver.app().session.camp.as_ref().expect("a camp");
        assert_eq!(camp.path.as_ref(), Some(&after));
        assert_eq!(camp.mode, Mode::Change);
        assert_eq!(driver.camp().name, "First");
        assert!(!before.exists());
    };
    look(&mut bench);
    bench.driver.click("Restore…");
    is_asked_and_done(&mut bench);
    bench.rename("Third");
    look(&mut bench);
    choose(&mut bench);
    bench.driver.press(Key::Enter);
    is_asked_and_done(&mut bench);
}

/// The file of which it was made may be on a drive that hangs by then.
#[test]
fn what_the_list_says_of_it_is_said_without_another_look_at_its_file() {
    let mut bench = Bench::new();
    bench.rename("Second");
    let before = bench.camp();
    let driver = &mut bench.driver;
    driver.send(Command::CLOSE_CAMP);
    driver.settle();
    driver.send(Command::RESTORE);
    let renamed = Since::Changes(vec!["Rename the camp".to_owned()]);
    driver.until(|driver| {
        let page = driver.app().page_mut::<BackupsPage>();
        let page = page.expect("the page");
        let mut rows = (0..page.rows()).filter_map(|row| page.row(row));
        let asked = rows.position(|listed| listed.backup.note.reason == BackupReason::Asked);
        page.selected = asked;
        page.chosen().is_some_and(|chosen| chosen.since == renamed)
    });
    driver.click("Open read-only");
    driver.settle();
    fs::remove_file(&before).expect("gone");
    driver.click("Restore…");
    assert!(driver.shows_words(&format!("in “{}” becomes", before.display())));
    assert!(driver.shows_words("1 change since then will be missing"));
}

/// Chooses the backup that was asked for.
fn choose(driver: &mut Driver) {
    driver.send(Command::RESTORE);
    driver.settle();
    let page = driver.app().page_mut::<BackupsPage>();
    let page = page.expect("the page");
    let mut rows = (0..page.rows()).filter_map(|row| page.row(row));
    page.selected = rows.position(|listed| listed.backup.note.reason == BackupReason::Asked);
    assert!(page.chosen().is_some());
}

/// Nothing is put in the place of a file that is only looked at, whichever way leads to the question.
#[test]
fn a_camp_that_is_read_only_stays_where_it_is() {
    let mut bench = Bench::new();
    let before = bench.camp();
    let copy = bench.folder.path().join("Copy.ladder");
    let driver = &mut bench.driver;
    driver.send(Command::CLOSE_CAMP);
    driver.settle();
    fs::copy(&before, &copy).expect("a copy");
    driver.app().send(Action::OpenReadOnly(copy.clone()));
    driver.settle();
    choose(driver);
    let asked = format!("in “{}” becomes", before.display());
    // What was done since in the copy tells nothing of the other file.
    let missing = "What was changed since then will be missing";
    assert!(!driver.shows_words("Nothing has changed since"));
    driver.press(Key::Enter);
    assert!(driver.shows_words(&asked));
    assert!(driver.shows_words(missing));
    driver.press(Key::Enter);
    driver.settle();
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.mode, Mode::ReadOnly, "the keyboard is on Cancel");
    driver.click("Open read-only");
    driver.settle();
    driver.click("Restore…");
    assert!(driver.shows_words(&asked));
    assert!(driver.shows_words(missing));
    driver.press(Key::Escape);
    driver.click("Back to the camp");
    driver.settle();
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.path, Some(copy));
    assert_eq!(camp.mode, Mode::ReadOnly, "it comes back as it was");
}

/// A copy was saved without the drive of the camp, and the window goes on in it.
#[test]
fn it_goes_where_the_window_has_gone_on() {
    let mut bench = Bench::new();
    let copy = bench.folder.path().join("Copy.ladder");
    let driver = &mut bench.driver;
    choose(driver);
    let camp = driver.app().session.camp.as_mut();
    camp.expect("a camp").path = Some(copy.clone());
    driver.click("Open read-only");
    driver.settle();
    driver.click("Restore…");
    assert!(driver.shows_words(&format!("in “{}” becomes", copy.display())));
}

/// Of several backups of one minute, the bar and its question tell which one is looked into.
#[test]
fn what_is_looked_into_is_told_to_the_second() {
    let mut bench = Bench::new();
    let driver = &mut bench.driver;
    choose(driver);
    let page = page(driver);
    let made = page.chosen().expect("a backup").backup.note.made;
    driver.click("Open read-only");
    driver.settle();
    let now = driver.app().now();
    let made = made.to_zoned(now.time_zone().clone());
    let when = show_second_from(&made, now.date());
    assert!(driver.shows_words(&format!("A backup of {when}")));
    driver.click("Restore…");
    assert!(driver.shows_words(&format!("becomes what it was at {when}")));
}

/// It lies in a folder of the program, under the name of a backup.
#[test]
fn a_copy_of_it_is_proposed_as_for_one_of_the_list() {
    let mut bench = Bench::new();
    let driver = &mut bench.driver;
    choose(driver);
    driver.click("Open read-only");
    driver.settle();
    driver.send(Command::SAVE_COPY);
    driver.settle();
    let Some(Dialog::RestoreAs(_, field)) = &driver.app().dialog else {
        panic!("no question");
    };
    let proposed = field.typed().expect("a path");
    let name = proposed.file_name().expect("a name").to_string_lossy();
    assert!(name.starts_with("Camp (backup of "), "{name}");
    assert_eq!(proposed.parent(), Some(bench.folder.path()));
}

/// The camp that is open is the backup itself then.
#[test]
fn another_camp_than_the_one_before_is_told_as_such() {
    let mut bench = Bench::new();
    bench.is_followed_by_another_camp();
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.settle();
    driver.press(Key::End);
    driver.click("Open read-only");
    driver.settle();
    let words = "It is another camp than the one that you had open before";
    driver.click("Restore…");
    assert!(driver.shows_words(words));
    driver.press(Key::Escape);
    driver.send(Command::RESTORE);
    driver.settle();
    driver.press(Key::End);
    driver.press(Key::Enter);
    assert!(driver.shows_words(words));
}

/// Nothing is known then of what lies in its place.
#[test]
fn where_no_camp_was_open_another_one_of_the_place_is_told_as_such() {
    let mut bench = Bench::new();
    bench.is_followed_by_another_camp();
    let driver = &mut bench.driver;
    driver.send(Command::CLOSE_CAMP);
    driver.settle();
    driver.send(Command::RESTORE);
    driver.settle();
    driver.click("Open read-only");
    driver.settle();
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    assert!(camp.looked_into.is_some());
    driver.send(Command::RESTORE);
    driver.settle();
    driver.press(Key::End);
    driver.press(Key::Enter);
    assert!(driver.shows_words("Another camp was in this place, too"));
}
