//! A stick that comes and goes, and what was deleted while it was away.

use super::*;
use crate::{app::page::Logic as _, domain::counted};

/// Waits until nothing is written any more.
fn until_all_is_there(bench: &mut Bench, stick: &Path) {
    let places = bench.driver.app().settings.backup_places();
    let places = places.expect("places for backups");
    let files = |place: &Path| {
        let camps = fs::read_dir(place).into_iter().flatten().flatten();
        let camps = camps.map(|camp| camp.path()).filter(|camp| camp.is_dir());
        camps
            .flat_map(|camp| backup_files(&camp))
            .collect::<Vec<_>>()
    };
    bench.driver.until(|_| {
        let all = files(&places.folder);
        !all.is_empty() && files(stick) == all
    });
}

/// A drive of the net that has gone.
#[test]
fn a_second_place_that_hangs_keeps_nobody_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let net = folder.path().join("net");
    fs::create_dir(&net).expect("a folder");
    let hang = Hang::new(&net);
    let begun = Instant::now();
    let mut bench = Bench::in_folder(folder, Some(net));
    bench.reopen();
    bench.rename("Second");
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    // The first place's are there before the second one is given up.
    driver.until(|driver| {
        let page = driver.app().page_mut::<BackupsPage>();
        page.is_some_and(|page| page.rows() > 0)
    });
    driver.until(|driver| driver.shows_words("doesn’t answer, so its backups aren’t listed"));
    driver.until(|driver| {
        let camp = driver.app().session.camp.as_ref().expect("a camp");
        camp.second == Ok(SecondPlace::NoAnswer)
    });
    let before = Instant::now();
    drop(bench);
    assert!(before.elapsed() < Duration::from_secs(10), "nobody waits");
    assert!(begun.elapsed() < Duration::from_mins(2));
    drop(hang);
}

/// The camp is gone on with by another keeper, and nobody answers any more what the one before was asked.
#[test]
fn what_nobody_answers_any_more_is_asked_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let stick = folder.path().join("stick");
    fs::create_dir(&stick).expect("a stick");
    let mut bench = Bench::in_folder(folder, Some(stick));
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.settle();
    let page = page(driver);
    page.second = None;
    page.ticket = Some(0);
    page.forget_questions();
    driver.until(|driver| {
        let page = driver.app().page_mut::<BackupsPage>();
        page.is_some_and(|page| page.second == Some(SecondPlace::Done))
    });
}

#[test]
fn a_stick_that_is_plugged_in_while_the_camp_is_closed_gets_what_it_lacks() {
    let folder = tempfile::tempdir().expect("a folder");
    let stick = folder.path().join("stick");
    let mut bench = Bench::in_folder(folder, Some(stick.clone()));
    bench.driver.send(Command::RESTORE);
    bench.driver.settle();
    assert!(bench.driver.shows_words("isn’t there now"));
    bench.driver.send(Command::CLOSE_CAMP);
    bench.driver.settle();
    fs::create_dir(&stick).expect("a stick");
    bench.reopen();
    let count = |folder: &Path| {
        let camps = fs::read_dir(folder).expect("the folder").flatten();
        let camps = camps.map(|entry| entry.path());
        let camps = camps.filter(|camp| camp.is_dir());
        camps.map(|camp| backup_files(&camp).len()).sum::<usize>()
    };
    let backups = bench.folder.path().join("backups");
    bench.driver.until(|_| {
        let own = count(&backups);
        own > 0 && count(&stick) == own
    });
}

#[test]
fn deleted_backups_are_gone_everywhere_as_soon_as_can_be_and_a_new_one_is_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let (stick, drawer) = (folder.path().join("stick"), folder.path().join("drawer"));
    fs::create_dir(&stick).expect("a stick");
    let mut bench = Bench::in_folder(folder, Some(stick.clone()));
    let places = bench.driver.app().settings.backup_places();
    let places = places.expect("places for backups");
    let uid = places.find_all().backups.swap_remove(0).note.uid;
    let files = |place: &Path| backup_files(&place.join(&uid));
    // All of them: who is at the copy of one brings the stick back.
    bench
        .driver
        .until(|_| !files(&stick).is_empty() && files(&stick) == files(&places.folder));
    fs::rename(&stick, &drawer).expect("away");
    let aside = bench
        .camp()
        .with_file_name("Camp (before it was restored, x).ladder");
    fs::write(&aside, "what was there").expect("a file");
    let driver = &mut bench.driver;
    let before = driver
        .app()
        .session
        .camp
        .as_ref()
        .expect("a camp")
        .last_backup;
    assert!(before.is_some());
    driver.send(Command::HISTORY);
    driver.settle();
    driver.click("Clear history…");
    driver.until(|driver| driver.shows_words("“Camp (before it was restored, x).ladder”"));
    assert!(driver.has_keyboard("Cancel"));
    driver.click("Delete the backups of this camp, too: they have what was deleted");
    let all = counted(places.first().find_all().backups.len(), "backup");
    driver.until(|driver| driver.shows_words(&format!("{all} on this computer. They would be")));
    driver.click("Clear history");
    driver.settle();
    driver.until(|driver| {
        let camp = driver.app().session.camp.as_ref().expect("a camp");
        camp.with_deleted
            .as_ref()
            .is_some_and(|left| !left.is_empty())
            && camp.last_backup.is_some_and(|now| Some(now) > before)
    });
    assert_eq!(places.first().find_all().backups.len(), 1, "the new one");
    assert!(!files(&drawer).is_empty());
    fs::rename(&drawer, &stick).expect("there again");
    bench.reopen();
    bench.driver.until(|_| places.with_deleted(&uid).is_empty());
    let left = places.find_all().backups;
    assert!(left.iter().all(|backup| Some(backup.note.made) > before));
}

#[test]
fn a_place_that_is_lost_is_waited_for_until_the_director_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let stick = folder.path().join("stick");
    fs::create_dir(&stick).expect("a stick");
    let mut bench = Bench::in_folder(folder, Some(stick.clone()));
    let places = bench.driver.app().settings.backup_places();
    let places = places.expect("places for backups");
    until_all_is_there(&mut bench, &stick);
    let uid = places.first().find_all().backups.swap_remove(0).note.uid;
    fs::remove_dir_all(&stick).expect("lost");
    let driver = &mut bench.driver;
    driver.send(Command::HISTORY);
    driver.settle();
    driver.click("Clear history…");
    driver.click("Delete the backups of this camp, too: they have what was deleted");
    driver.click("Clear history");
    driver.until(|driver| {
        let camp = driver.app().session.camp.as_ref();
        camp.is_some_and(|camp| camp.with_deleted == Some(vec![stick.clone()]))
    });
    driver.send(Command::RESTORE);
    driver.settle();
    assert!(driver.shows_words("Backups that you deleted may still be in"));
    driver.until(|driver| driver.has_keyboard("Backups"));
    let button = format!("Stop waiting for “{}”…", stick.display());
    driver.click(&button);
    driver.press(Key::Enter);
    assert!(!driver.shows("Stop waiting for this place?"));
    assert_eq!(places.with_deleted(&uid), [stick], "it is on Keep waiting");
    driver.click(&button);
    driver.click("Stop waiting");
    // Nor does a message.
    driver.until(|driver| !driver.shows_words("may still be in"));
    assert!(driver.message().starts_with("No longer waiting for"));
    driver.until(|_| places.with_deleted(&uid).is_empty());
    driver.until(|driver| driver.has_keyboard("Backups"));
    driver.press(Key::Enter);
    assert!(
        driver.shows("Restore this backup?"),
        "the list has the keyboard"
    );
}

#[test]
fn a_second_place_that_is_no_whole_path_is_refused() {
    let mut driver = Driver::with_settings(Settings::default());
    let typed = PathField::new(Path::new("cbb"));
    driver.app().dialog = Some(Dialog::SecondBackups(typed));
    driver.settle();
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.shows_words("Type the whole path"));
    assert_eq!(driver.app().settings.second_backups, None);
}

/// A name with a letter too few, on a drive that is there.
#[test]
fn a_folder_that_is_not_there_is_asked_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("Backups of cmap");
    let asked = || {
        let mut driver = Driver::with_settings(Settings::default());
        driver.app().dialog = Some(Dialog::SecondBackups(PathField::new(&place)));
        driver.settle();
        driver.press(Key::Enter);
        driver.settle();
        assert!(driver.shows_words(&format!("There is no folder “{}”", place.display())));
        assert_eq!(driver.app().settings.second_backups, None);
        driver
    };
    let mut driver = asked();
    driver.press(Key::Escape);
    driver.settle();
    assert!(matches!(
        driver.app().dialog.take(),
        Some(Dialog::SecondBackups(_))
    ));
    assert_eq!(driver.app().settings.second_backups, None);

    let mut driver = asked();
    driver.click("Keep the path");
    assert!(!place.exists());
    let chosen = driver.app().settings.second_backups.clone();
    assert_eq!(chosen.as_ref(), Some(&place));

    let mut driver = asked();
    driver.click("Make the folder");
    assert!(place.is_dir());
    let chosen = driver.app().settings.second_backups.clone();
    assert_eq!(chosen.as_ref(), Some(&place));
}

/// It was taken, and a message said that it isn't there.
#[cfg(target_os = "linux")]
#[test]
fn a_name_among_those_of_drives_that_is_not_there_is_asked_about() {
    let place = Path::new("/mnt/no such stick");
    let asked = || {
        let mut driver = Driver::with_settings(Settings::default());
        driver.app().dialog = Some(Dialog::SecondBackups(PathField::new(place)));
        driver.settle();
        driver.press(Key::Enter);
        driver.settle();
        assert!(driver.shows_words("There is no folder “/mnt/no such stick”"));
        assert!(!driver.shows("Make the folder"), "it would be no drive");
        assert_eq!(driver.app().settings.second_backups, None);
        driver
    };
    let mut driver = asked();
    driver.click("Go back");
    assert!(matches!(
        driver.app().dialog.take(),
        Some(Dialog::SecondBackups(_))
    ));
    assert_eq!(driver.app().settings.second_backups, None);

    let mut driver = asked();
    driver.click("Keep the path");
    let chosen = driver.app().settings.second_backups.as_deref();
    assert_eq!(chosen, Some(place));
}

#[test]
fn the_list_has_the_keyboard_again_once_a_place_was_chosen_by_mouse() {
    let mut bench = Bench::new();
    bench.rename("Second");
    bench.back_up();
    let stick = bench.folder.path().join("stick");
    fs::create_dir(&stick).expect("a stick");
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.settle();
    driver.click("Choose second place…");
    driver.type_text(&stick.display().to_string());
    driver.click("Use this folder");
    driver.settle();
    assert_eq!(driver.app().settings.second_backups, Some(stick));
    driver.press(Key::ArrowDown);
    let page = page(driver);
    assert_eq!(page.selected, Some(1));
}

/// A long folder in the smallest window that has room for all.
#[test]
fn the_button_that_gives_a_place_up_is_no_wider_than_the_window() {
    let mut bench = Bench::new();
    let driver = &mut bench.driver;
    driver.harness.set_size(egui::vec2(900.0, 640.0));
    let place = bench
        .folder
        .path()
        .join("a folder of a long name/".repeat(12));
    driver.send(Command::RESTORE);
    driver.settle();
    let camp = driver.app().session.camp.as_mut();
    camp.expect("a camp").with_deleted = Some(vec![place.clone()]);
    driver.settle();
    let button = format!("Stop waiting for “{}”…", place.display());
    let button = driver.harness.get_by_label(&button).rect();
    let words = driver
        .harness
        .get_by_label_contains("Backups that you deleted");
    let window = driver.harness.ctx.content_rect();
    assert!(window.contains_rect(button), "{button}");
    assert!(words.rect().height() < 60.0, "{}", words.rect());
}

#[test]
fn a_file_is_no_second_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Camp.ladder");
    fs::write(&file, "a camp").expect("a file");
    for place in [file.clone(), file.join("Backups")] {
        let mut driver = Driver::with_settings(Settings::default());
        driver.app().dialog = Some(Dialog::SecondBackups(PathField::new(&place)));
        driver.settle();
        driver.press(Key::Enter);
        driver.settle();
        let reason = format!("“{}” is a file. Choose a folder", file.display());
        assert!(driver.shows_words(&reason));
        assert_eq!(driver.app().settings.second_backups, None);
        let dialog = driver.app().dialog.take();
        assert!(matches!(dialog, Some(Dialog::SecondBackups(_))));
    }
}

/// Only the list of problems said so.
#[test]
fn the_page_says_why_a_second_place_that_is_there_gets_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let [stick, other] = ["stick", "other"].map(|name| folder.path().join(name));
    for place in [&stick, &other] {
        fs::create_dir(place).expect("a folder");
    }
    let mut bench = Bench::in_folder(folder, Some(stick.clone()));
    until_all_is_there(&mut bench, &stick);
    let camps = fs::read_dir(&stick).expect("the stick").flatten();
    let mut camps = camps.map(|it| it.path()).filter(|it| it.is_dir());
    let camp = camps.next().expect("the folder of the camp");
    fs::remove_dir_all(&camp).expect("no folder");
    fs::write(&camp, "in the way").expect("a file");
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.send(Command::BACK_UP);
    let mut why = String::new();
    driver.until(|driver| {
        let camp = driver.app().session.camp.as_ref().expect("a camp");
        why = camp.second.clone().err().unwrap_or_default();
        !why.is_empty()
    });
    let begin = "The second place could not be brought up to date. ";
    assert!(why.starts_with(begin), "{why}");
    driver.until(|driver| driver.shows(&why));
    let set = BackupAction::SetSecondPlace(Some(other));
    driver.app().send(set);
    driver.until(|driver| !driver.shows(&why));
}

/// There was one copy of each backup, and it was said that all is well.
#[test]
fn the_folder_of_the_first_backups_is_no_second_place() {
    let bench = Bench::new();
    let Bench { folder, mut driver } = bench;
    let [first, inside] = ["backups", "backups/Camps"].map(|name| folder.path().join(name));
    let another = folder.path().join("backups 2");
    fs::create_dir(&another).expect("a folder");
    let choose = |place: &Path| BackupAction::ChooseSecondPlace(place.to_owned());
    let keep = |place: &Path| BackupAction::SetSecondPlace(Some(place.to_owned()));
    for place in [&first, &another.join("../backups"), &inside] {
        for action in [choose(place), keep(place)] {
            driver.app().dialog = None;
            driver.app().send(action);
            driver.settle();
            assert!(driver.shows_words("The first backups are in this folder already"));
            let dialog = &driver.app().dialog;
            assert!(matches!(dialog, Some(Dialog::SecondBackups(_))));
            assert_eq!(driver.app().settings.second_backups, None);
        }
    }
    assert!(!inside.exists());
    driver.app().dialog = None;
    driver.app().send(choose(&another));
    driver.settle();
    assert_eq!(driver.app().settings.second_backups, Some(another));
}

/// A stick that is in a drawer, or a name with a letter too few.
#[test]
fn it_is_told_that_the_second_place_got_nothing() {
    let mut bench = Bench::new();
    let stick = bench.folder.path().join("stick");
    let away = format!("The second place “{}” isn’t there now", stick.display());
    let set = BackupAction::SetSecondPlace(Some(stick.clone()));
    bench.driver.app().send(set);
    bench
        .driver
        .until(|driver| driver.message().starts_with(&away));
    bench.driver.send(Command::BACK_UP);
    let only_here = format!("Backed up on this computer only. {away}");
    bench
        .driver
        .until(|driver| driver.message().starts_with(&only_here));
    bench.driver.settle();
    assert!(!bench.driver.shows("Backed up"), "nor that all is well");
    fs::create_dir(&stick).expect("a stick");
    bench.back_up();
    bench.driver.until(|driver| !driver.shows_words(&away));
    assert_eq!(bench.driver.message(), "Backed up");
}

#[test]
fn what_is_said_of_the_second_place_goes_with_the_place_and_with_the_camp() {
    let mut bench = Bench::new();
    let stick = bench.folder.path().join("stick");
    let other = bench.folder.path().join("other");
    fs::create_dir(&other).expect("a folder");
    let set = |place: &Path| BackupAction::SetSecondPlace(Some(place.to_owned()));
    let only_here = "Backed up on this computer only.";
    let driver = &mut bench.driver;
    for leave in [set(&other).into(), Action::Do(Command::CLOSE_CAMP)] {
        driver.app().send(set(&stick));
        driver.send(Command::BACK_UP);
        driver.until(|driver| driver.shows_words(only_here));
        driver.app().send(leave);
        driver.settle();
        assert!(!driver.shows_words(only_here));
    }
}

#[test]
fn the_page_follows_the_second_place() {
    let mut bench = Bench::new();
    let stick = bench.folder.path().join("stick");
    let away = format!("Second place: “{}” isn’t there now", stick.display());
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.settle();
    let set = |place: &Path| BackupAction::SetSecondPlace(Some(place.to_owned()));
    driver.app().send(set(&stick));
    driver.until(|driver| driver.shows_words(&away));
    let other = stick.with_file_name("other");
    fs::create_dir(&other).expect("a folder");
    driver.app().send(set(&other));
    let there = format!("Second place: “{}”", other.display());
    driver.until(|driver| driver.shows(&there));
    driver.app().send(set(&stick));
    driver.until(|driver| driver.shows_words(&away));
    fs::create_dir(&stick).expect("a stick");
    driver.send(Command::BACK_UP);
    driver.until(|driver| !driver.shows_words(&away));
    let there = format!("Second place: “{}”", stick.display());
    driver.until(|driver| driver.shows(&there));
}

/// Another person's stick has got its letter, or it was emptied.
#[test]
fn another_drive_in_the_second_place_gets_nothing_until_it_is_chosen_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (stick, drawer) = (folder.path().join("stick"), folder.path().join("drawer"));
    fs::create_dir(&stick).expect("a stick");
    let mut bench = Bench::in_folder(folder, Some(stick.clone()));
    until_all_is_there(&mut bench, &stick);
    fs::rename(&stick, &drawer).expect("away");
    fs::create_dir(&stick).expect("another stick");
    let driver = &mut bench.driver;
    driver.send(Command::RESTORE);
    driver.send(Command::BACK_UP);
    let another = format!(
        "The second place “{}” is another drive or an empty folder now",
        stick.display()
    );
    let only_here = format!("Backed up on this computer only. {another}");
    driver.until(|driver| driver.message().starts_with(&only_here));
    let on_page = format!("Second place: “{}” is another drive", stick.display());
    driver.until(|driver| driver.shows_words(&on_page));
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    let mut problems = camp.problems.iter().map(|it| it.sentence(&camp.data));
    assert!(problems.any(|it| it.starts_with(&another)));
    assert_eq!(fs::read_dir(&stick).expect("it").count(), 0);
    driver.click("Change second place…");
    driver.click("Use this folder");
    until_all_is_there(&mut bench, &stick);
    bench.driver.until(|driver| !driver.shows_words(&another));
}

/// Both stood together: that they are gone, and that they may still be there.
#[test]
fn what_is_said_of_deleted_backups_goes_with_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let (stick, drawer) = (folder.path().join("stick"), folder.path().join("drawer"));
    fs::create_dir(&stick).expect("a stick");
    let mut bench = Bench::in_folder(folder, Some(stick.clone()));
    until_all_is_there(&mut bench, &stick);
    fs::rename(&stick, &drawer).expect("away");
    let driver = &mut bench.driver;
    driver.send(Command::HISTORY);
    driver.settle();
    driver.click("Clear history…");
    driver.click("Delete the backups of this camp, too: they have what was deleted");
    driver.click("Clear history");
    driver.until(|driver| driver.shows_words("Backups of this camp may still be in"));
    fs::rename(&drawer, &stick).expect("there again");
    driver.send(Command::BACK_UP);
    driver.until(|driver| driver.shows_words("The deleted backups are gone from"));
    driver.settle();
    assert!(!driver.shows_words("may still be in"));
}

#[test]
fn each_deletion_says_where_backups_are_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let (stick, drawer) = (folder.path().join("stick"), folder.path().join("drawer"));
    fs::create_dir(&stick).expect("a stick");
    let mut bench = Bench::in_folder(folder, Some(stick.clone()));
    until_all_is_there(&mut bench, &stick);
    fs::rename(&stick, &drawer).expect("away");
    let delete = |driver: &mut Driver, button: &str| {
        driver.send(Command::HISTORY);
        driver.settle();
        driver.click("Clear history…");
        // An empty history is only asked about for its backups.
        let too = "Delete the backups of this camp, too: they have what was deleted";
        if driver.shows(too) {
            driver.click(too);
        }
        driver.click(button);
        driver.until(|driver| driver.shows_words("Backups of this camp may still be in"));
    };
    delete(&mut bench.driver, "Clear history");
    bench.reopen();
    let driver = &mut bench.driver;
    driver.until(|driver| {
        let camp = driver.app().session.camp.as_ref().expect("a camp");
        camp.with_deleted == Some(vec![stick.clone()]) && camp.last_backup.is_some()
    });
    assert!(!driver.shows_words("may still be in"), "it is another stay");
    delete(driver, "Delete backups");
}

/// It is in a shop yet, and other computers may share it all the same.
#[test]
fn of_a_place_that_never_got_a_backup_none_is_told_to_be_left_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let stick = folder.path().join("stick");
    let mut bench = Bench::in_folder(folder, Some(stick.clone()));
    let driver = &mut bench.driver;
    driver.until(|driver| {
        let camp = driver.app().session.camp.as_ref();
        camp.is_some_and(|camp| camp.with_deleted.is_some())
    });
    driver.send(Command::HISTORY);
    driver.settle();
    driver.click("Clear history…");
    driver.click("Delete the backups of this camp, too: they have what was deleted");
    driver.click("Clear history");
    driver.until(|driver| driver.shows_words("No backups of this camp are known to be in"));
    driver.send(Command::RESTORE);
    driver.until(|driver| driver.shows_words("No backups that you deleted are known to be in"));
    assert!(!driver.shows_words("may still be in"));
    let button = format!("Stop waiting for “{}”…", stick.display());
    assert!(driver.shows(&button));
    fs::create_dir(&stick).expect("a stick");
    driver.send(Command::BACK_UP);
    driver.until(|driver| !driver.shows(&button));
    assert!(!driver.shows_words("are gone from"), "there were none");
}
