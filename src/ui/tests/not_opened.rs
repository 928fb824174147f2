//! What is asked about a camp that could not be opened, and where that leads.

use std::fs;

use egui::Key;

use super::{
    Driver,
    repairing::{camp, damage},
};
use crate::{
    app::{Action, settings::Settings},
    storage::{BackupPlaces, BackupReason, CampFile, Mode},
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
