//! The history: what was changed, and back to any point of it.

use std::path::Path;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::HistoryPage;
use crate::{
    app::{Action, Command, Pane, settings::Settings},
    domain::{Edit, LadderProblem},
    storage::{BackupPlaces, CampFile, HistoryLimit, Mode},
    ui::tests::Driver,
};

/// The sample camp, renamed three times.
fn renamed() -> Driver {
    let mut driver = Driver::with_sample();
    for name in ["First", "Second", "Third"] {
        let edit = Edit::RenameCamp(name.to_owned());
        driver.app().send(Action::Change(edit));
        driver.settle();
    }
    driver
}

#[test]
fn the_history_lists_changes_and_goes_back_to_any_of_them() {
    let mut driver = renamed();
    driver.send(Command::HISTORY);
    assert!(driver.shows("Rename the camp, 2:30 PM, Current"));
    assert!(driver.shows("Rename the camp, 2:30 PM"));

    // The latest change is at the top, where the keyboard is; two further down is the first one.
    driver.press(Key::ArrowDown);
    driver.press(Key::ArrowDown);
    driver.press(Key::Enter);
    assert_eq!(driver.camp().name, "First");
    assert_eq!(driver.message(), "Undone: 2 changes");
    assert!(driver.shows("Rename the camp, 2:30 PM, Undone"));

    // And forth again.
    driver.press(Key::Home);
    driver.press(Key::Enter);
    assert_eq!(driver.camp().name, "Third");
    assert_eq!(driver.message(), "Redone: 2 changes");

    driver.press(Key::End);
    driver.press(Key::Enter);
    assert_eq!(driver.camp().name, "Sample camp");

    driver.press(Key::Escape);
    assert!(driver.app().page_mut::<HistoryPage>().is_none());
}

#[test]
fn tab_goes_through_the_buttons_in_reading_order() {
    let mut driver = renamed();
    driver.send(Command::HISTORY);
    driver.press(Key::ArrowDown);
    let buttons = ["Clear history…", "Limit…", "Back", "Go back to this point"];
    driver.focus(buttons[0]);
    let mut end = 0.0;
    for button in buttons {
        assert!(driver.has_keyboard(button), "{button}");
        let role = egui::accesskit::Role::Button;
        let place = driver.harness.get_by_role_and_label(role, button).rect();
        assert!(place.left() > end, "{button}");
        end = place.right();
        driver.press(Key::Tab);
    }
    let role = egui::accesskit::Role::Table;
    let list = driver.harness.get_by_role_and_label(role, "Changes").rect();
    assert!((list.right() - end).abs() < 1.0, "at the right edge: {end}");
}

#[test]
fn f6_goes_round_over_whatever_page_the_history_stands() {
    for below in [Command::GO_PLAYERS, Command::GO_STANDINGS] {
        let mut driver = renamed();
        driver.send(below);
        driver.press(Key::F6);
        driver.send(Command::HISTORY);
        for _ in 0..2 {
            assert!(driver.has_keyboard("Changes"), "{below:?}");
            driver.press(Key::F6);
            assert_eq!(driver.app().pane, Pane::SideBar, "{below:?}");
            assert!(!driver.has_keyboard("Changes"), "{below:?}");
            driver.press(Key::F6);
            assert_eq!(driver.app().pane, Pane::List, "{below:?}");
        }
    }
}

#[test]
fn f6_comes_back_to_an_empty_history() {
    let mut driver = Driver::with_sample();
    driver.send(Command::HISTORY);
    driver.press(Key::F6);
    if driver.app().pane != Pane::SideBar {
        driver.press(Key::F6);
    }
    assert_eq!(driver.app().pane, Pane::SideBar);
    driver.press(Key::F6);
    assert!(driver.has_keyboard("Limit…"));
}

#[test]
fn a_change_made_elsewhere_appears_in_the_open_history() {
    let mut driver = renamed();
    driver.send(Command::HISTORY);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().name, "Second");
    assert!(driver.shows("Rename the camp, 2:30 PM, Undone"));
    driver.send(Command::GO_PLAYERS);
    assert!(
        driver.app().page_mut::<HistoryPage>().is_none(),
        "another page closes it"
    );
}

#[test]
fn an_empty_history_says_what_it_is_for() {
    let mut driver = Driver::with_sample();
    driver.send(Command::HISTORY);
    assert!(driver.shows("Nothing to undo"));
    driver.send(Command::NEW_RECORD);
    assert_eq!(driver.message(), "Close History first (Esc)");
}

#[test]
fn the_history_is_forgotten_only_after_a_question() {
    let mut driver = renamed();
    driver.send(Command::HISTORY);
    driver.click("Clear history…");
    driver.press(Key::Escape);
    assert!(driver.shows("Rename the camp, 2:30 PM"), "Esc keeps it");
    assert!(driver.shows("Saved: Rename the camp"));
    driver.click("Clear history…");
    driver.click("Clear history");
    assert_eq!(driver.message(), "History cleared");
    assert!(!driver.shows("Saved: Rename the camp"));
    assert!(driver.shows("Nothing to undo"));
    driver.send(Command::UNDO);
    assert_eq!(driver.message(), "There is nothing to undo");
    assert_eq!(driver.camp().name, "Third");
}

#[test]
fn the_list_has_the_keyboard_again_after_a_question_that_was_asked_for_by_mouse() {
    let mut driver = renamed();
    driver.send(Command::HISTORY);
    for (question, answer) in [
        ("Clear history…", None),
        ("Clear history…", Some("Cancel")),
        ("Limit…", Some("Cancel")),
    ] {
        driver.press(Key::Home);
        driver.click(question);
        assert!(driver.app().dialog.is_some());
        match answer {
            Some(answer) => driver.click(answer),
            None => driver.press(Key::Escape),
        }
        driver.press(Key::ArrowDown);
        let page = driver.app().page_mut::<HistoryPage>().expect("the page");
        assert_eq!(page.selected, Some(1), "{question} {answer:?}");
    }
}

/// Also where nothing is changed before something is undone.
#[test]
fn a_history_that_gets_shorter_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut settings = Settings::default();
    settings.history = HistoryLimit {
        megabytes: 0,
        years: 50,
    };
    let mut driver = Driver::with_settings(settings);
    driver.app().send(Action::Create {
        path: path.clone(),
        name: "Test camp".to_owned(),
    });
    driver.settle();
    for name in ["First", "Second", "Third"] {
        let edit = Edit::RenameCamp(name.to_owned());
        driver.app().send(Action::Change(edit));
        driver.settle();
    }
    driver.send(Command::CLOSE_CAMP);
    driver.app().send(Action::Open(path));
    driver.settle();
    driver.send(Command::UNDO);
    assert_eq!(driver.camp().name, "Second");
    assert!(driver.shows_words("The oldest 2 changes left the history"));
}

#[test]
fn undo_lives_on_in_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut driver = Driver::with_new_camp(&path);
    driver
        .app()
        .send(Action::Change(Edit::RenameCamp("Renamed".to_owned())));
    driver.settle();
    driver.send(Command::CLOSE_CAMP);
    driver.app().send(Action::Open(path));
    driver.settle();
    assert_eq!(driver.camp().name, "Renamed");
    driver.send(Command::UNDO);
    assert_eq!(driver.camp().name, "Test camp");
    assert_eq!(driver.message(), "Undone: rename the camp");
    driver.send(Command::REDO);
    assert_eq!(driver.camp().name, "Renamed");
}

#[test]
fn a_history_that_is_being_read_is_not_called_empty() {
    let mut driver = Driver::with_sample();
    driver
        .app()
        .send(Action::Change(Edit::RenameCamp("Renamed".to_owned())));
    driver.settle();
    driver.app().send(Command::HISTORY);
    for _ in 0..4 {
        driver.harness.run_steps(1);
        assert!(!driver.shows("Nothing to undo"));
    }
    driver.settle();
    assert!(driver.shows_words("Rename the camp"));
}

#[test]
fn times_are_whole_in_a_small_window_and_the_keys_scroll_to_the_rest() {
    let mut driver = renamed();
    driver.harness.set_size(egui::vec2(450.0, 320.0));
    driver.send(Command::HISTORY);
    driver.settle();
    let of = |driver: &Driver, label: &str| driver.harness.get_by_label(label).rect();
    let is_whole = |driver: &Driver, title: &str, least: f32| {
        let (list, column) = (of(driver, "Changes"), of(driver, title));
        let [list, shown] = [list, column].map(|rect| rect.x_range());
        let is_in = list.min <= shown.min && shown.max <= list.max;
        assert!(is_in && column.width() >= least, "{column} in {list:?}");
    };
    is_whole(&driver, "When", 160.0);
    driver.press(Key::ArrowRight);
    is_whole(&driver, "What", 200.0);
    driver.press(Key::ArrowRight);
    is_whole(&driver, "State", 60.0);
}

/// Those from before the file was renamed, too, of which the camp has no other name. A folder is reached by a link.
#[cfg(unix)]
#[test]
fn the_backups_that_go_with_the_history_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let [camps, link, backups] = ["camps", "link", "backups"].map(at);
    std::fs::create_dir(&camps).expect("a folder");
    std::os::unix::fs::symlink(&camps, &link).expect("a link");
    let mut settings = Settings::default();
    settings.keep_backups_in(backups.clone());
    let mut driver = Driver::with_settings(settings);
    let change = |driver: &mut Driver, path: &Path| {
        let name = "Test camp".to_owned();
        let path = path.to_owned();
        driver.app().send(Action::Create { path, name });
        driver.settle();
        let edit = Edit::RenameCamp("Changed".to_owned());
        driver.app().send(Action::Change(edit));
        driver.settle();
    };
    let places = BackupPlaces::only(backups);
    let count = |of: &Path| {
        let all = places.find_all().backups.into_iter();
        all.filter(|backup| backup.note.file == of).count()
    };
    // Another camp once lay where this one comes to lie.
    let [old, new] = ["Old.ladder", "New.ladder"].map(|name| camps.join(name));
    for path in [&new, &old] {
        change(&mut driver, path);
        driver.send(Command::CLOSE_CAMP);
        driver.until(|_| count(path) == 2);
    }
    std::fs::rename(&old, &new).expect("a new name");
    driver.app().send(Action::Open(link.join("New.ladder")));
    driver.until(|_| count(&new) == 3);
    driver.settle();
    driver.send(Command::HISTORY);
    driver.click("Clear history…");
    driver.until(|driver| driver.shows_words("3 backups on this computer"));
    assert!(driver.shows_words("also those of “Old.ladder” (not there any more)"));
    // Nothing is ticked yet.
    assert!(driver.shows_words("They would be deleted in every second place"));
    assert!(driver.shows_words("with those of other computers there"));
    driver.click("Delete the backups of this camp, too: they have what was deleted");
    driver.click("Clear history");
    // One of them was made before the change: a number would be another one than was counted.
    let cleared = "History cleared, and the backups of this camp deleted";
    driver.until(|driver| driver.message() == cleared);
    // The other camp’s stay, and there is a new one of this one.
    driver.until(|_| (count(&old), count(&new)) == (0, 3));
}

/// A camp with one change, and the two backups that were made of it until it was closed.
fn changed_and_closed() -> (tempfile::TempDir, BackupPlaces, Driver) {
    let folder = tempfile::tempdir().expect("a folder");
    let [camp, backups] = ["Camp.ladder", "backups"].map(|name| folder.path().join(name));
    let mut settings = Settings::default();
    settings.keep_backups_in(backups.clone());
    let places = BackupPlaces::only(backups);
    let mut driver = Driver::with_settings(settings);
    driver.app().send(Action::Create {
        path: camp,
        name: "Test camp".to_owned(),
    });
    driver.settle();
    let edit = Edit::RenameCamp("Changed".to_owned());
    driver.app().send(Action::Change(edit));
    driver.settle();
    driver.send(Command::CLOSE_CAMP);
    driver.until(|_| places.find_all().backups.len() == 2);
    (folder, places, driver)
}

/// As when the program was ended after the history was cleared and before they were deleted: the button was grey from then on.
#[test]
fn backups_that_outlived_the_history_are_deleted_alone() {
    let (folder, places, mut driver) = changed_and_closed();
    let camp = folder.path().join("Camp.ladder");
    let count = || places.find_all().backups.len();
    driver.app().send(Action::Open(camp));
    driver.settle();
    driver.send(Command::UNDO);
    driver.send(Command::HISTORY);
    driver.click("Clear history…");
    assert!(driver.shows_words("1 undone change can’t be redone afterwards"));
    driver.click("Clear history");
    driver.settle();
    assert!(driver.shows("Nothing to undo"));
    assert!(count() >= 2, "not ticked");

    while !driver.has_keyboard("Clear history…") {
        driver.press(Key::Tab);
    }
    driver.press(Key::Enter);
    driver.until(|driver| driver.shows_words("They would be deleted in every second place"));
    assert!(driver.shows("Delete the backups of this camp?"));
    driver.click("Delete backups");
    driver.until(|driver| driver.message() == "Backups of this camp deleted");
    driver.settle();
    // There was nothing to delete for a moment, and nothing had it since.
    let keyboard = driver.harness.ctx.memory(egui::Memory::focused);
    assert!(keyboard.is_some());
    // One is made anew.
    driver.until(|_| count() == 1);
}

/// Once its message was closed, the status bar said that there are no problems.
#[test]
fn a_history_that_cant_be_read_is_among_the_problems_until_a_new_one_begins() {
    let (folder, _places, mut driver) = changed_and_closed();
    let camp = folder.path().join("Camp.ladder");
    crate::storage::spoil(&camp, "UPDATE history_row SET before = 'nonsense'");
    driver.app().send(Action::Open(camp));
    driver.settle();
    driver.click("Close message");
    driver.press(Key::F7);
    assert!(driver.shows_words("The history is damaged, and what was done before"));
    driver.press(Key::Enter);
    assert!(driver.shows("Back up now"), "the page of the backups");
    let is_listed = |driver: &mut Driver| {
        let camp = driver.app().session.camp.as_ref().expect("a camp");
        camp.problems.contains(&LadderProblem::LostHistory)
    };
    assert!(is_listed(&mut driver));
    let edit = Edit::RenameCamp("Once more".to_owned());
    driver.app().send(Action::Change(edit));
    driver.settle();
    assert!(!is_listed(&mut driver));
}

/// The message that is shown goes, too: by then it wasn't true any more.
#[test]
fn what_is_said_of_a_history_that_cant_be_read_goes_once_another_one_begins() {
    for clears in [false, true] {
        let (folder, _places, mut driver) = changed_and_closed();
        let camp = folder.path().join("Camp.ladder");
        crate::storage::spoil(&camp, "UPDATE history_row SET before = 'nonsense'");
        driver.app().send(Action::Open(camp));
        driver.settle();
        assert!(driver.shows_words("The history of this camp is damaged"));
        if clears {
            driver.send(Command::HISTORY);
            driver.click("Clear history…");
            driver.until(|driver| driver.shows_words("2 backups on this computer"));
            driver.click("Clear history");
        } else {
            let edit = Edit::RenameCamp("Once more".to_owned());
            driver.app().send(Action::Change(edit));
        }
        driver.settle();
        assert!(!driver.shows_words("The history of this camp is damaged"));
    }
}

/// It was called empty, and its backups were offered to be deleted, which may be all that is left of it.
#[test]
fn a_history_that_cant_be_read_is_not_called_empty_and_keeps_its_backups() {
    let (folder, places, mut driver) = changed_and_closed();
    let camp = folder.path().join("Camp.ladder");
    let count = || places.find_all().backups.len();
    crate::storage::spoil(&camp, "UPDATE history_row SET before = 'nonsense'");
    driver.app().send(Action::Open(camp.clone()));
    driver.settle();
    driver.send(Command::UNDO);
    assert_eq!(driver.message(), "The history of this camp can’t be read");
    driver.send(Command::HISTORY);
    assert!(driver.shows("The history can’t be read"));
    assert!(!driver.shows("Nothing to undo"));
    driver.click("Open Backups");
    assert!(driver.app().page_mut::<HistoryPage>().is_none());
    driver.send(Command::HISTORY);

    driver.click("Clear history…");
    driver.until(|driver| driver.shows_words("2 backups on this computer"));
    assert!(driver.shows("Clear the history?"));
    assert!(driver.shows_words("Its history can’t be read"));
    driver.click("Clear history");
    driver.settle();
    assert_eq!(driver.message(), "History cleared");
    assert!(driver.shows("Nothing to undo"));
    assert!(count() >= 2, "not ticked");
    driver.send(Command::CLOSE_CAMP);
    let damage = CampFile::open(&camp, Mode::ReadOnly).map(|camp| camp.damage());
    assert_eq!(damage.expect("the camp").expect("a look"), [""; 0]);
}
