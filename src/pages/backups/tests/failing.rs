//! Backups that fail, and a second place that stays away.

use std::sync::mpsc;

use jiff::{SignedDuration, Timestamp};

use super::*;
use crate::{jobs::Job, pages::backups::logic::Read};

#[test]
fn a_failing_backup_is_a_problem_of_the_list_until_one_is_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let backups = folder.path().join("backups");
    fs::write(&backups, "in the way").expect("a file");
    let mut settings = Settings::default();
    settings.keep_backups_in(backups.clone());
    let mut driver = Driver::with_settings(settings);
    driver.app().send(Action::Create {
        path: folder.path().join("Camp.ladder"),
        name: "Test camp".to_owned(),
    });
    driver.settle();
    driver.send(Command::BACK_UP);
    driver.until(has_failed);
    fs::remove_file(&backups).expect("out of the way");
    driver.send(Command::BACK_UP);
    driver.until(|driver| !has_failed(driver));
}

#[test]
fn backups_in_a_folder_that_can_not_be_read_are_not_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let backups = folder.path().join("backups");
    // A file can't be listed by anybody.
    fs::write(&backups, "in the way").expect("a file");
    let mut settings = Settings::default();
    settings.keep_backups_in(backups.clone());
    let mut driver = Driver::with_settings(settings);
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::RESTORE);
    driver.settle();
    assert!(driver.shows("The backups can’t be read"));
    assert!(driver.shows_words(&format!("“{}”", backups.display())));
    assert!(!driver.shows("There is no backup yet"));
}

/// Whether a backup that failed is among the problems.
fn has_failed(driver: &mut Driver) -> bool {
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    let mut sentences = camp.problems.iter().map(|it| it.sentence(&camp.data));
    sentences.any(|sentence| sentence.starts_with("The last backup failed."))
}

/// The disk was full when it was packed, say.
#[test]
fn a_backup_that_fails_at_closing_is_told_on_the_first_page_and_at_the_next_opening() {
    let mut bench = Bench::new();
    let camp = bench.driver.app().session.camp.as_ref().expect("a camp");
    let before = camp.last_backup;
    let backups = fs::read_dir(bench.folder.path().join("backups"));
    let there = backups.expect("the folder").flatten();
    let mut there = there.map(|it| it.path()).filter(|it| it.is_dir());
    let there = there.next().expect("the folder of the camp");
    let aside = bench.folder.path().join("aside");
    fs::rename(&there, &aside).expect("away");
    fs::write(&there, "in the way").expect("a file");
    bench.rename("Last");
    bench.driver.send(Command::CLOSE_CAMP);
    bench
        .driver
        .until(|driver| driver.shows_words("Camp.ladder” was not backed up when it was closed."));
    let camp = bench.camp();
    bench.driver.app().send(Action::Open(camp));
    bench.driver.settle();
    bench.driver.until(has_failed);
    fs::remove_file(&there).expect("out of the way");
    fs::rename(&aside, &there).expect("there again");
    bench.reopen();
    bench.driver.until(|driver| {
        let camp = driver.app().session.camp.as_ref().expect("a camp");
        camp.last_backup > before
    });
    assert!(!has_failed(&mut bench.driver));
}

/// When it is opened again it may be too late for the file.
#[test]
fn a_last_backup_that_fails_when_the_window_is_gone_is_told_at_the_next_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let [camp, backups] = ["Camp.ladder", "backups"].map(|name| folder.path().join(name));
    fs::write(&backups, "in the way").expect("a file");
    let start = || {
        let place = folder.path().join("settings").join("settings.json");
        let mut settings = Settings::load(place);
        settings.keep_backups_in(backups.clone());
        Driver::with_settings(settings)
    };
    let mut driver = start();
    driver.app().send(Action::Create {
        path: camp.clone(),
        name: "Test camp".to_owned(),
    });
    driver.settle();
    let rename = Edit::RenameCamp("Last".to_owned());
    driver.app().send(Action::Change(rename));
    driver.settle();
    driver.send(Command::QUIT);
    drop(driver);
    let mut driver = start();
    let said = format!(
        "“{}” was not backed up when it was closed. ",
        camp.display()
    );
    let message = driver.message();
    assert!(message.starts_with(&said), "{message}");
    drop(driver);
    assert_eq!(start().message(), "", "it is told once");
}

/// It is said as long as it is so.
#[test]
fn that_a_camp_was_not_backed_up_when_it_was_closed_is_withdrawn_once_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let [camp, backups] = ["Camp.ladder", "backups"].map(|name| folder.path().join(name));
    fs::write(&backups, "in the way").expect("a file");
    let mut settings = Settings::default();
    settings.keep_backups_in(backups.clone());
    let mut driver = Driver::with_settings(settings);
    driver.app().send(Action::Create {
        path: camp.clone(),
        name: "Test camp".to_owned(),
    });
    driver.settle();
    let rename = Edit::RenameCamp("Last".to_owned());
    driver.app().send(Action::Change(rename));
    driver.settle();
    driver.send(Command::CLOSE_CAMP);
    let said = "was not backed up when it was closed";
    driver.until(|driver| driver.shows_words(said));
    fs::remove_file(&backups).expect("out of the way");
    driver.app().send(Action::Open(camp));
    driver.until(|driver| !driver.shows_words(said));
    assert_eq!(BackupPlaces::only(backups).find_all().backups.len(), 1);
}

/// A stick that is lost: nothing waits for it, and so it is said.
#[test]
fn a_second_place_that_stays_away_for_days_is_a_problem_of_the_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let stick = folder.path().join("stick");
    let backups = folder.path().join("backups");
    let mut bench = Bench::in_folder(folder, Some(stick.clone()));
    let sentence = format!(
        "The second place “{}” has had no backup of this camp yet",
        stick.display()
    );
    let has_problem = |driver: &mut Driver| {
        let camp = driver.app().session.camp.as_ref().expect("a camp");
        let mut sentences = camp.problems.iter().map(|it| it.sentence(&camp.data));
        sentences.any(|it| it.starts_with(&sentence))
    };
    bench.driver.until(|driver| {
        let camp = driver.app().session.camp.as_ref().expect("a camp");
        camp.second == Ok(SecondPlace::OutOfReach)
    });
    assert!(!has_problem(&mut bench.driver), "it may be in a drawer");
    bench.driver.send(Command::CLOSE_CAMP);
    bench.driver.settle();
    // As if they had been made days ago.
    let days_ago = Timestamp::now() - SignedDuration::from_hours(4 * 24);
    let camps = fs::read_dir(&backups).expect("the folder").flatten();
    for file in camps.flat_map(|camp| fs::read_dir(camp.path()).into_iter().flatten()) {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "json") {
            let Ok(note) = fs::read_to_string(&path) else {
                continue;
            };
            let mut note = serde_json::from_str::<serde_json::Value>(&note).expect("JSON");
            note["made"] = days_ago.to_string().into();
            fs::write(&path, note.to_string()).expect("an older note");
        }
    }
    bench.reopen();
    bench.driver.until(has_problem);
    fs::create_dir(&stick).expect("a stick");
    bench.back_up();
    bench.driver.until(|driver| !has_problem(driver));
}

/// The page was empty.
#[test]
fn it_is_said_that_the_first_place_is_being_read_and_then_that_it_does_not_answer() {
    let mut bench = Bench::new();
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.settle();
    let (answer, waits) = mpsc::channel::<()>();
    let hangs = Job::start(
        "a place that hangs",
        || (),
        move |_| {
            let _ = waits.recv();
            Read {
                second: Some(SecondPlace::Done),
                ..Read::default()
            }
        },
    );
    let page = page(driver);
    page.list = None;
    page.job = Some(hangs.expect("a thread"));
    driver.until(|driver| driver.shows_words("The backups are being read…"));
    driver.until(|driver| driver.shows_words("The place of the backups doesn’t answer"));
    let place = bench.folder.path().join("backups");
    let place = format!("“{}” gives no answer", place.display());
    assert!(driver.shows_words(&place));
    drop(answer);
    driver.until(|driver| driver.shows_words("There is no backup yet"));
}

/// It was said that there is no backup on this computer.
#[test]
fn where_looking_for_backups_fails_that_is_said_and_they_are_looked_for_again() {
    let mut bench = Bench::new();
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.settle();
    for (has_list, words) in [
        (false, "The backups could not be listed. Try again"),
        (true, "Not all backups could be listed. Try again"),
    ] {
        let fails = Job::start("a look that fails", || (), |_| panic!("on purpose"));
        let page = page(driver);
        page.list = page.list.take().filter(|_| has_list);
        page.second = None;
        page.job = Some(fails.expect("a thread"));
        driver.until(|driver| driver.shows_words(words));
        assert_eq!(driver.shows("The backups can’t be read"), !has_list);
        for wrong in ["There is no backup", "is being read", "doesn’t answer"] {
            assert!(!driver.shows_words(wrong), "{wrong}");
        }
        driver.click("Try again");
        driver.until(|driver| {
            let page = driver.app().page_mut::<BackupsPage>();
            page.is_some_and(|page| page.rows() > 0 && page.second == Some(SecondPlace::Done))
        });
        assert!(!driver.shows_words("could not be listed") && !driver.shows("Try again"));
    }
}
