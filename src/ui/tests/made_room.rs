//! A camp is opened whose file was moved aside for a backup that never came: the program was killed in between.

use std::{
    fs,
    path::{Path, PathBuf},
};

use egui::{Key, Modifiers};
use jiff::{
    SignedDuration,
    tz::{self, TimeZone},
};

use super::{Driver, repairing::camp};
use crate::{
    app::{Action, Command, dialogs::Dialog, settings::Settings},
    storage::{BackupPlaces, BackupReason, CampFile, Mode, real_clock},
};

/// Moves a camp aside, as if that had been in this year.
pub(super) fn move_aside(path: &Path, year: i16) -> PathBuf {
    move_aside_as(path, &format!("{year}-07-06 10.00"))
}

fn move_aside_as(path: &Path, when: &str) -> PathBuf {
    let name = format!("Camp (before it was restored, {when}).ladder");
    let aside = path.with_file_name(name);
    fs::rename(path, &aside).expect("moved");
    aside
}

const WORK: &str = ".camp-ladder-x.tmp";

/// Leaves a backup half restored beside a camp that made room for it, as a program does that is killed.
fn leave_half_restored(aside: &Path) {
    let work = aside.with_file_name(WORK);
    fs::create_dir(&work).expect("a folder");
    let aside = aside.file_name().expect("a name");
    for name in ["lock".as_ref(), "restored.ladder".as_ref(), aside] {
        fs::write(work.join(name), "of a program that was killed").expect("a file");
    }
}

fn driver_with_backup_of(path: &Path, places: &BackupPlaces) -> Driver {
    let camp = CampFile::open(path, Mode::Change).expect("a camp");
    let snapshot = camp.snapshot(places, BackupReason::Asked);
    snapshot.expect("a copy").keep().expect("a backup");
    drop(camp);
    let mut settings = Settings::default();
    settings.keep_backups_in(places.folder.clone());
    Driver::with_settings(settings)
}

#[test]
fn a_camp_that_made_room_for_a_backup_that_never_came_is_put_back_by_enter() {
    let (_folder, path) = camp();
    let before = fs::read(&path).expect("the camp");
    let aside = move_aside(&path, 2026);
    leave_half_restored(&aside);
    let mut driver = Driver::new();
    driver.app().settings.remember(&path);
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert!(driver.shows_words("it was moved aside to make room for a backup"));
    assert!(driver.shows_words(&aside.display().to_string()));
    assert!(!driver.shows("Restore a backup…"), "there is none");
    driver.press(Key::Escape);
    let recent = &driver.app().settings.recent;
    assert!(recent.contains(&path), "it is found again");
    assert!(aside.exists() && !path.exists());

    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.app().dialog.is_none());
    assert_eq!(driver.camp().players.len(), 40);
    assert!(!aside.exists());
    assert_eq!(fs::read(&path).expect("the camp"), before);
}

#[test]
fn no_enter_puts_back_what_may_have_been_replaced() {
    let (_folder, path) = camp();
    let aside = move_aside(&path, 2026);
    let mut driver = Driver::new();
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert!(driver.shows_words("moved or renamed after that, open it where it is now"));
    assert!(driver.has_keyboard("Close"));
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.app().dialog.is_none() && driver.app().session.camp.is_none());
    assert!(aside.exists() && !path.exists());

    // What was cut short was another restore, or a backup that is saved as a new file.
    leave_half_restored(
        &path.with_file_name("Other (before it was restored, 2026-07-07 10.00).ladder"),
    );
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert!(driver.has_keyboard("Close"));
    driver.press(Key::Escape);
    fs::remove_dir_all(path.with_file_name(WORK)).expect("removed");

    leave_half_restored(&aside);
    driver.app().send(Action::Open(path));
    driver.settle();
    assert!(driver.shows_words("That was cut short: it has all that was saved"));
    assert!(driver.has_keyboard("Put it back"));
}

#[test]
fn what_made_room_goes_before_an_older_backup_and_a_newer_one_before_it() {
    let (folder, path) = camp();
    let places = BackupPlaces::only(folder.path().join("backups"));
    let mut driver = driver_with_backup_of(&path, &places);
    let aside = move_aside(&path, 2099);
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert!(driver.shows("Put it back") && driver.shows("Restore a backup…"));
    assert!(!driver.shows("Restore that backup"));
    driver.click("Restore a backup…");
    driver.settle();
    assert!(driver.shows("Save as new file…"));
    driver.press(Key::Escape);
    assert!(
        driver.shows("Put it back"),
        "the way back leads to the question"
    );
    driver.press(Key::Escape);

    fs::rename(&aside, &path).expect("moved");
    let aside = move_aside(&path, 2000);
    driver.app().send(Action::Open(path));
    driver.settle();
    assert!(driver.shows("Restore that backup") && !driver.shows("Put it back"));
    assert!(
        driver.shows_words(&aside.display().to_string()),
        "it is named"
    );
    assert!(driver.shows_words("lies beside it, from before it was restored"));
}

/// By their clocks, what made room was later: it would have come back by Enter, in the place of a newer backup.
#[test]
fn a_newer_backup_goes_before_what_made_room_in_another_time_zone() {
    let (folder, path) = camp();
    let places = BackupPlaces::only(folder.path().join("backups"));
    let mut driver = driver_with_backup_of(&path, &places);
    let before = real_clock().timestamp() - SignedDuration::from_hours(1);
    let east = before.to_zoned(TimeZone::fixed(tz::offset(14)));
    let aside = move_aside_as(&path, &east.strftime("%Y-%m-%d %H.%M %z").to_string());
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    assert!(driver.shows("Restore that backup") && !driver.shows("Put it back"));
    driver.press(Key::Escape);

    // And by their clocks, this one was earlier.
    fs::rename(&aside, &path).expect("moved");
    let after = real_clock().timestamp() + SignedDuration::from_hours(1);
    let west = after.to_zoned(TimeZone::fixed(tz::offset(-12)));
    move_aside_as(&path, &west.strftime("%Y-%m-%d %H.%M %z").to_string());
    driver.app().send(Action::Open(path));
    driver.settle();
    assert!(driver.shows("Put it back") && !driver.shows("Restore that backup"));
}

/// The home folder was proposed, and Esc left no way to what lies beside the file.
#[test]
fn opening_another_camp_begins_in_the_folder_of_the_one_that_is_gone_and_leads_back() {
    let (folder, path) = camp();
    move_aside(&path, 2026);
    // The one that was open last isn’t meant.
    let mut driver = Driver::with_new_camp(&folder.path().join("Other.ladder"));
    driver.app().send(Action::Open(path));
    driver.settle();
    driver.click("Open camp…");
    driver.settle();
    let proposed = match &driver.app().dialog {
        Some(Dialog::OpenCamp(field, _)) => field.typed(),
        other => panic!("{other:?}"),
    };
    assert_eq!(proposed.as_deref(), Some(folder.path()));
    driver.press(Key::Escape);
    assert!(driver.shows("Put it back"));
    driver.press(Key::Escape);
    assert!(driver.app().dialog.is_none());
}

#[test]
fn what_made_room_takes_the_place_of_no_file_that_came_meanwhile() {
    let (_folder, path) = camp();
    let aside = move_aside(&path, 2026);
    let mut driver = Driver::new();
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    fs::write(&path, "another file").expect("a file");
    driver.click("Put it back");
    driver.settle();
    assert!(driver.shows_words("There is already a file"));
    assert!(aside.exists());
    assert_eq!(fs::read(&path).expect("the file"), b"another file");
}

#[test]
fn what_made_room_keeps_the_ending_of_its_name_where_that_is_not_typed() {
    let (_folder, path) = camp();
    move_aside(&path, 2026);
    let mut driver = Driver::new();
    driver.send(Command::OPEN_CAMP);
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text(&path.with_extension("").display().to_string());
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.shows_words(&format!("There is no file “{}”", path.display())));
    driver.click("Put it back");
    driver.settle();
    assert_eq!(driver.camp().players.len(), 40);
    assert!(path.exists() && !path.with_extension("").exists());
}
