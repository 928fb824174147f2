//! What is asked about a camp that could not be opened, and where that leads.

use std::fs;

use egui::Key;

use super::{
    Driver,
    repairing::{camp, damage},
};
use crate::{
    app::{Action, Command, settings::Settings},
    domain::Edit,
    storage::{BackupPlaces, BackupReason, CampFile, Mode, Occasion},
};

/// The older one of the second place was offered as if there were no other, and Enter put it in the place of the camp.
#[test]
fn it_is_said_that_the_first_place_could_not_be_looked_into() {
    let (folder, path) = camp();
    let [here, stick] = ["backups", "stick"].map(|name| folder.path().join(name));
    fs::create_dir(&stick).expect("a stick");
    let places = BackupPlaces {
        second: Some(stick.clone()),
        ..BackupPlaces::only(here.clone())
    };
    let camp = CampFile::open(&path, Mode::ReadOnly).expect("a camp");
    let snapshot = camp.snapshot(&places, BackupReason::Asked);
    let backup = snapshot.expect("a copy").keep().expect("a backup");
    drop(camp);
    let followed = places.follow(&backup.note.uid, backup.note.made);
    followed.expect("on the stick");
    let damaged = damage(&path);
    let mut settings = Settings::default();
    settings.keep_backups_in(here.clone());
    settings.second_backups = Some(stick);
    let mut driver = Driver::with_settings(settings);
    let unread = format!("The backups in “{}” can’t be read", here.display());
    let newer = "There may be a newer one in the folder that can’t be read";
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert!(driver.shows_words("There is a good backup of the camp"));
    assert!(!driver.shows_words(&unread) && !driver.shows_words(newer));
    assert!(driver.has_keyboard("Restore that backup"));
    driver.press(Key::Escape);

    // A file can't be listed by anybody.
    fs::remove_dir_all(&here).expect("gone");
    fs::write(&here, "in the way").expect("a file");
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert!(driver.shows_words("There is a good backup of the camp"));
    assert!(driver.shows_words(&unread) && driver.shows_words(newer));
    assert!(!driver.shows_words("on another computer"), "nobody knows");
    assert!(driver.has_keyboard("Close"));
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.app().dialog.is_none() && driver.app().session.camp.is_none());
    assert_eq!(fs::read(&path).expect("the file"), damaged, "as it was");

    // The list has those of the second place, and says the same.
    driver.app().send(Action::Open(path));
    driver.settle();
    driver.click("Other backups…");
    driver.settle();
    assert!(driver.shows("Restore…") && driver.shows_words(&unread));
}

/// The list was that of the open camp, and from there one of its backups would have been restored.
#[test]
fn while_another_camp_is_open_the_backups_of_the_damaged_one_are_listed() {
    let (folder, path) = camp();
    let backups = folder.path().join("backups");
    let mut settings = Settings::default();
    settings.keep_backups_in(backups.clone());
    let mut driver = Driver::with_settings(settings);
    let open = folder.path().join("Open.ladder");
    let mut damaged = CampFile::open(&path, Mode::Change).expect("a camp");
    let edit = Edit::RenameCamp("The damaged one".to_owned());
    damaged
        .apply(&edit, &Occasion::now("Rename"))
        .expect("a name");
    let snapshot = damaged.snapshot(&BackupPlaces::only(backups), BackupReason::Asked);
    snapshot.expect("a copy").keep().expect("a backup");
    drop(damaged);
    damage(&path);
    driver.app().send(Action::Create {
        path: open.clone(),
        name: "The open one".to_owned(),
    });
    driver.settle();
    driver.send(Command::BACK_UP);
    driver.until(|driver| driver.message().starts_with("Backed up"));
    let of_camp = |driver: &mut Driver| {
        driver.until(|driver| driver.shows_words("You asked for it"));
        assert!(driver.shows("Newest first") && driver.shows("Back up now"));
        driver.press(Key::Enter);
        assert!(driver.shows_words("The camp “The open one” in"));
        driver.press(Key::Escape);
    };
    // Also where those of the open camp are listed just then.
    driver.send(Command::RESTORE);
    of_camp(&mut driver);
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert!(driver.shows_words("There is a good backup of the camp “The damaged one”"));
    driver.click("Other backups…");
    driver.until(|driver| driver.shows("Of all camps, newest first"));
    driver.until(|driver| driver.shows_words("The damaged one"));
    driver.settle();
    assert!(!driver.shows("Back up now"), "of the open one");
    driver.press(Key::Enter);
    let asked = format!("The camp “The damaged one” in “{}” becomes", path.display());
    assert!(driver.shows_words(&asked));
    driver.press(Key::Escape);
    driver.press(Key::Escape);
    assert!(driver.shows_words("There is a good backup of the camp “The damaged one”"));
    driver.click("Close");
    driver.send(Command::RESTORE);
    of_camp(&mut driver);
    driver.press(Key::Escape);

    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    driver.click("Other backups…");
    driver.until(|driver| driver.shows_words("The damaged one"));
    driver.settle();
    driver.click("Restore…");
    driver.click("Restore");
    driver.settle();
    assert_eq!(driver.camp().name, "The damaged one");
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    assert_eq!(camp.path.as_ref(), Some(&path));
    let kept = CampFile::open(&open, Mode::ReadOnly).expect("the other one");
    assert_eq!(kept.load().expect("a camp").name, "The open one");
}

/// Its backup would have been restored in the place of the camp that was open before.
#[test]
fn a_backup_of_a_damaged_camp_does_not_go_where_another_one_is_looked_into_from() {
    let (folder, path) = camp();
    let backups = folder.path().join("backups");
    let damaged = CampFile::open(&path, Mode::ReadOnly).expect("a camp");
    let snapshot = damaged.snapshot(&BackupPlaces::only(backups.clone()), BackupReason::Asked);
    snapshot.expect("a copy").keep().expect("a backup");
    drop(damaged);
    damage(&path);
    let mut settings = Settings::default();
    settings.keep_backups_in(backups);
    let mut driver = Driver::with_settings(settings);
    driver.app().send(Action::Create {
        path: folder.path().join("Open.ladder"),
        name: "The open one".to_owned(),
    });
    driver.settle();
    driver.send(Command::BACK_UP);
    driver.until(|driver| driver.message().starts_with("Backed up"));
    let look_into = |driver: &mut Driver| {
        driver.until(|driver| driver.shows_words("You asked for it"));
        driver.settle();
        driver.click("Open read-only");
        driver.settle();
        assert!(driver.shows_words("Nothing you do here is kept"));
    };
    driver.send(Command::RESTORE);
    look_into(&mut driver);
    assert!(driver.shows("Back to the camp"));
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    driver.click("Other backups…");
    driver.until(|driver| driver.shows("Of all camps, newest first"));
    look_into(&mut driver);
    driver.click("Restore…");
    let asked = format!("in “{}” becomes", path.display());
    assert!(driver.shows_words(&asked));
}
