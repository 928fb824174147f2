//! Opening, making and closing camps.

use std::{fs, path::Path};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::Driver;
use crate::{
    app::{Action, Command, Page, View, settings::Settings},
    domain::Edit,
    storage::{Backup, BackupPlaces, BackupReason, BackupsOf, CampFile, Mode, Occasion},
};

#[test]
fn the_first_screen_says_what_can_be_done() {
    let mut driver = Driver::new();
    for name in [
        "New camp…",
        "Import from Access…",
        "Open camp…",
        "Open the sample camp",
    ] {
        assert!(driver.shows(name), "{name}");
    }
    driver.click("Open the sample camp");
    assert_eq!(driver.camp().players.len(), 40);
    assert_eq!(driver.app().page, Page::STANDINGS);
}

#[test]
fn a_new_camp_is_made_by_keyboard_and_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("July.ladder");
    let mut driver = Driver::new();
    driver.press_with(Modifiers::COMMAND, Key::N);
    driver.type_text("July camp");
    driver.focus("File");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text(&path.display().to_string());
    driver.press(Key::Enter);
    assert_eq!(driver.camp().name, "July camp");
    assert_eq!(driver.app().settings.recent, std::slice::from_ref(&path));

    driver.send(Command::CLOSE_CAMP);
    assert!(driver.app().session.camp.is_none());
    assert!(driver.shows("July"), "a recent camp");
    driver.click("July");
    assert_eq!(driver.camp().name, "July camp");
}

#[test]
fn the_folders_of_recent_camps_stand_in_a_column_and_tell_the_whole_path() {
    let long = format!(
        "/camps/{}/2026",
        "a folder of a long name ".repeat(8).trim()
    );
    let folders = ["/camps", "/camps/of a club", long.as_str()];
    let names = ["June", "The first week of July", "August"];
    let paths = folders.iter().zip(names);
    let paths = paths.map(|(folder, name)| Path::new(folder).join(format!("{name}.ladder")));
    let recent = paths.collect::<Vec<_>>();
    let mut driver = Driver::new();
    driver.app().settings.recent.clone_from(&recent);
    driver.settle();
    let rects = folders.map(|folder| driver.harness.get_by_label(folder).rect());
    let longest = driver.harness.get_by_label(names[1]).rect();
    for rect in rects {
        assert!((rect.left() - rects[0].left()).abs() < 1.0, "{rects:?}");
        assert!(rect.left() > longest.right());
    }
    let card = driver.harness.get_by_label("Import from Access…").rect();
    assert!(rects[2].right() <= card.right() + 24.0, "it is cut");
    driver.harness.get_by_label(&long).hover();
    driver.harness.run_steps(40);
    assert!(driver.shows(&recent[2].display().to_string()));
}

/// The tip of one camp would cover the next one.
#[test]
fn no_tip_of_a_recent_camp_covers_another_one() {
    let long = format!("/camps/{}", "a folder of a long name ".repeat(8).trim());
    let folders = [long.as_str(), "/camps/of a club", "/camps"];
    let names = ["June", "July", "August"];
    let paths = folders.iter().zip(names);
    let paths = paths.map(|(folder, name)| Path::new(folder).join(format!("{name}.ladder")));
    let recent = paths.collect::<Vec<_>>();
    let mut driver = Driver::new();
    driver.app().settings.recent.clone_from(&recent);
    driver.settle();
    driver.harness.get_by_label(folders[1]).hover();
    driver.harness.run_steps(40);
    let whole = |at: usize| recent[at].display().to_string();
    assert!(!driver.shows(&whole(1)), "all of it is read without");
    driver.harness.get_by_label(&long).hover();
    driver.harness.run_steps(40);
    let tip = driver.harness.get_by_label(&whole(0)).rect();
    let first = driver.harness.get_by_label(names[0]).rect();
    assert!(tip.bottom() <= first.top(), "{tip} and {first}");
}

#[test]
fn the_folder_below_a_long_name_belongs_to_that() {
    let long = "a camp of a very long name ".repeat(4);
    let long = long.trim();
    let folders = ["/camps/long", "/camps/of a club"];
    let names = [long, "July"];
    let paths = folders.iter().zip(names);
    let paths = paths.map(|(folder, name)| Path::new(folder).join(format!("{name}.ladder")));
    let mut driver = Driver::new();
    driver.app().settings.recent = paths.collect();
    driver.settle();
    let of = |label: &str| driver.harness.get_by_label(label).rect();
    let (button, folder, next) = (of(long), of(folders[0]), of(names[1]));
    assert!(folder.top() >= button.bottom(), "it stands below");
    assert!(
        (folder.left() - button.left() - 36.0).abs() < 1.0,
        "{folder}"
    );
    let above = folder.center().y - button.center().y;
    let below = next.center().y - folder.center().y;
    assert!(above + 8.0 < below, "{above} and {below}");
}

#[test]
fn a_camp_that_keeps_its_name_saves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("July.ladder"));
    let revision = driver.app().session.camp.as_ref().map(|camp| camp.revision);
    let done = driver.app().session.last_done.clone();
    driver.send(Command::RENAME_CAMP);
    driver.settle();
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.app().dialog.is_none());
    assert_eq!(driver.app().session.last_done, done);
    let now = driver.app().session.camp.as_ref().map(|camp| camp.revision);
    assert_eq!(now, revision);
}

/// Whichever way a camp is opened, its first page has the keyboard as if one had gone there.
#[test]
fn the_list_of_a_camp_that_was_opened_has_the_keyboard() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("July.ladder");
    Driver::with_three_players(&path).send(Command::CLOSE_CAMP);
    let in_list = |driver: &mut Driver, how: &str| {
        assert_eq!(driver.app().page, Page::PLAYERS);
        driver.press(Key::ArrowDown);
        assert_eq!(driver.app().current_row(), Some(1), "{how}");
    };
    let mut driver = Driver::new();
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    in_list(&mut driver, "by the command line");

    driver.send(Command::CLOSE_CAMP);
    assert!(driver.has_keyboard("July"), "the recent camp");
    driver.press(Key::Enter);
    in_list(&mut driver, "a recent one");

    driver.send(Command::OPEN_CAMP);
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text(&path.display().to_string());
    driver.press(Key::Enter);
    in_list(&mut driver, "by its path, from a box");

    driver.send(Command::OPEN_SAMPLE);
    driver.press(Key::ArrowDown);
    let standings = driver.app().shown().and_then(|page| page.chosen().ok());
    assert!(standings.is_some(), "the arrows walk through the standings");
}

#[test]
fn a_camp_without_a_name_is_not_made() {
    let mut driver = Driver::new();
    driver.send(Command::NEW_CAMP);
    driver.press(Key::Enter);
    assert!(driver.shows_words("Type the camp’s name"));
    assert!(driver.app().session.camp.is_none());
    driver.press(Key::Escape);
    assert!(!driver.shows("Create"), "Esc leaves the question");
}

#[test]
fn a_file_that_is_no_camp_is_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Letter.ladder");
    fs::write(&path, "Dear parents,").expect("a file");
    let mut driver = Driver::new();
    driver.app().send(Action::Open(path));
    driver.settle();
    assert!(driver.shows_words("is not a camp file"));
    driver.press(Key::Escape);
    assert!(!driver.shows("The camp was not opened"));
    // The way on: another file was meant.
    driver
        .app()
        .send(Action::Open(folder.path().join("Camp.ladder")));
    driver.settle();
    assert!(
        driver.shows_words("Was it moved or renamed, or is it on a stick that isn’t plugged in?")
    );
    assert!(!driver.shows_words("?."));
    driver.press(Key::Enter);
    assert!(!driver.shows("The camp was not opened") && driver.shows("Open camp"));
}

#[test]
fn a_camp_that_is_open_elsewhere_says_by_whom() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let held = CampFile::create(&path, "Camp", super::TODAY).expect("a camp file");
    let mut driver = Driver::new();
    driver.app().send(Action::Open(path));
    driver.settle();
    assert!(driver.shows_words("is open in another window or on another computer (by "));
    drop(held);
    driver.click("Try again");
    assert_eq!(driver.camp().name, "Camp");
}

#[test]
fn a_read_only_camp_can_be_looked_at_and_not_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    drop(CampFile::create(&path, "Camp", super::TODAY).expect("a camp file"));
    let mut permissions = fs::metadata(&path).expect("the file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("read-only");
    let mut driver = Driver::new();
    driver.app().send(Action::Open(path));
    driver.settle();
    driver.click("Open read-only");
    let mode = driver.app().session.camp.as_ref().map(|camp| camp.mode);
    assert_eq!(mode, Some(Mode::ReadOnly));
    driver.send(Command::RECALCULATE);
    assert_eq!(driver.message(), "This camp is read-only");
}

#[test]
fn every_command_of_the_menus_does_something_or_says_why_not() {
    for command in Driver::new().app().commands().to_vec() {
        let mut driver = Driver::new();
        let before = driver.app().settings.clone();
        driver.send(command);
        let said = !driver.message().is_empty();
        let done = driver.app().dialog.is_some()
            || driver.app().session.camp.is_some()
            || driver.app().session.over().is_some()
            || driver.app().quitting
            || driver.app().settings != before
            // What is chosen already, and what has the keyboard.
            || [
                Command::THEME_SYSTEM,
                Command::ROWS_COMFORTABLE,
                Command::ZOOM_RESET,
                Command::MENUS,
                Command::NEXT_PANE,
                Command::PREVIOUS_PANE,
            ]
            .contains(&command);
        assert!(said || done, "{command:?}");
    }
}

#[test]
fn each_camp_is_looked_at_as_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, other) = (
        folder.path().join("One.ladder"),
        folder.path().join("Other.ladder"),
    );
    for path in [&one, &other] {
        drop(CampFile::create(path, "Camp", super::TODAY).expect("a camp file"));
    }
    let mut driver = Driver::new();
    let open = |driver: &mut Driver, path: &Path| {
        driver.app().send(Action::Open(path.to_owned()));
        driver.settle();
        driver.send(Command::GO_PLAYERS);
    };
    open(&mut driver, &one);
    driver.send(Command::VIEW_DATASHEET);
    let order = crate::app::listing::Order {
        what: crate::app::listing::ColumnId::Field(crate::domain::Field::FirstName),
        descending: true,
    };
    driver.players().rows.listing.set_order(Some(order));
    open(&mut driver, &other);
    driver.send(Command::VIEW_FORM);
    driver.players().rows.listing.set_order(None);
    open(&mut driver, &one);
    assert_eq!(driver.app().views.of(Page::PLAYERS), View::Datasheet);
    assert_eq!(driver.players().rows.listing.order(), Some(order));
    open(&mut driver, &other);
    assert_eq!(driver.app().views.of(Page::PLAYERS), View::Form);
    assert_eq!(driver.players().rows.listing.order(), None);
}

#[test]
fn a_camp_stays_open_until_another_one_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut driver = Driver::with_new_camp(&path);
    driver
        .app()
        .send(Action::Open(folder.path().join("Nowhere.ladder")));
    driver.settle();
    assert!(driver.shows_words("There is no file"));
    driver.press(Key::Enter);
    assert_eq!(driver.camp().name, "Test camp");

    // The very file that is open is opened anew.
    driver.app().send(Action::Open(path));
    driver.settle();
    assert_eq!(driver.camp().name, "Test camp");
    assert!(driver.app().dialog.is_none());
}

/// What was worked out for one camp must not be drawn for the next one, which has fewer records.
#[test]
fn a_smaller_camp_after_a_larger_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Small.ladder");
    drop(CampFile::create(&path, "Small camp", super::TODAY).expect("a camp file"));
    let mut driver = Driver::with_sample();
    for page in driver.pages() {
        driver.go(page);
    }
    driver.app().send(Action::Open(path));
    driver.settle();
    for page in driver.pages() {
        driver.go(page);
    }
    assert_eq!(driver.camp().name, "Small camp");
    assert!(!driver.shows_words("Shah, Gael"));
}

/// Neither is waited for while there is a window.
#[test]
fn the_settings_and_a_last_backup_are_saved_once_the_window_is_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let [path, place, backups] = ["Camp.ladder", "settings.json", "backups"].map(at);
    let mut settings = Settings::load(place.clone());
    settings.keep_backups_in(backups.clone());
    let mut driver = Driver::with_settings(settings);
    let name = "Camp".to_owned();
    driver.app().send(Action::Create {
        path: path.clone(),
        name,
    });
    driver.settle();
    let rename = Edit::RenameCamp("Small camp".to_owned());
    driver.app().send(Action::Change(rename));
    driver.settle();
    driver.app().settings.window = Some([700.0, 500.0]);
    let endings = driver.app().endings();
    driver.app().end();
    drop(driver);
    drop(endings);
    assert_eq!(Settings::load(place).window, Some([700.0, 500.0]));
    let kept = BackupPlaces::only(backups).backups(&BackupsOf::file(&path));
    let is_last = |backup: &Backup| backup.note.reason == BackupReason::Closed;
    assert!(kept.iter().any(is_last));
}

#[test]
fn a_camp_in_a_folder_that_is_copied_to_other_computers_says_so_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let within = folder.path().join("Dropbox");
    fs::create_dir(&within).expect("a folder");
    let [here, there] = [folder.path(), &within].map(|it| it.join("Camp.ladder"));
    for path in [&here, &there] {
        drop(CampFile::create(path, "Camp", super::TODAY).expect("a camp file"));
    }
    let place = folder.path().join("settings.json");
    let mut driver = Driver::with_settings(Settings::load(place.clone()));
    let open = |driver: &mut Driver, path: &Path| {
        driver.app().notices.done("Before it");
        driver.app().send(Action::Open(path.to_owned()));
        driver.settle();
        assert_eq!(driver.camp().name, "Camp");
        driver.message()
    };
    assert_eq!(open(&mut driver, &here), "Before it");
    let told = open(&mut driver, &there);
    assert!(told.starts_with("This camp lies in Dropbox. "), "{told}");
    assert!(driver.shows_words(&told));
    driver.send(Command::CLOSE_CAMP);
    assert_eq!(open(&mut driver, &there), "Before it");
    // Nor in the next window.
    let endings = driver.app().endings();
    driver.app().end();
    drop(driver);
    drop(endings);
    let mut driver = Driver::with_settings(Settings::load(place));
    assert_eq!(open(&mut driver, &there), "Before it");
}

#[test]
fn quitting_saves_the_record_that_is_being_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    let mut driver = Driver::with_new_camp(&path);
    driver.send(Command::GO_GROUPS);
    driver.send(Command::NEW_RECORD);
    driver.type_text("Red");
    driver.send(Command::QUIT);
    assert!(!driver.app().quitting, "a group needs a rating");
    assert!(driver.shows("Quit without it"));
    driver.press(Key::Escape);
    driver.focus_field("Initial ladder rating");
    driver.type_text("400");
    driver.send(Command::QUIT);
    assert!(driver.app().quitting);
    drop(driver);
    let camp = CampFile::open(&path, Mode::Change).expect("the camp file");
    assert_eq!(camp.load().expect("a camp").groups[0].name, "Red");
}

#[test]
fn a_camp_gets_another_name() {
    let mut driver = Driver::with_sample();
    driver.send(Command::RENAME_CAMP);
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("  Winter   camp ");
    driver.press(Key::Enter);
    assert_eq!(driver.camp().name, "Winter camp");
}

#[test]
fn files_wait_for_a_camp() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("Camp Groups.csv");
    fs::write(&table, "Group,Initial Ladder Rating\r\nRed,400\r\n").expect("a file");
    let mut driver = Driver::new();
    driver.app().send(Action::ImportFiles(vec![table]));
    driver.settle();
    assert!(driver.shows("Which camp are these files for?"));
    assert!(driver.has_keyboard("New camp…"));
    driver.app().send(Action::Create {
        path: folder.path().join("Camp.ladder"),
        name: "Camp".to_owned(),
    });
    driver.settle();
    driver.send(Command::SAVE_IMPORT);
    assert_eq!(driver.camp().groups[0].name, "Red");
}

#[test]
fn the_first_screen_has_the_keyboard_again_after_files_that_wait_for_a_camp() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("Camp Groups.csv");
    fs::write(&table, "Group,Initial Ladder Rating\r\nRed,400\r\n").expect("a file");
    let mut driver = Driver::new();
    driver.press(Key::Enter);
    driver.type_text(&table.display().to_string());
    driver.press(Key::Enter);
    assert!(driver.shows("Which camp are these files for?"));
    assert!(driver.has_keyboard("New camp…"));
    driver.press(Key::Enter);
    driver.press(Key::Escape);
    assert!(driver.has_keyboard("New camp…"), "after the next question");
    driver.press(Key::Escape);
    assert!(!driver.shows("Which camp are these files for?"));
    assert!(driver.has_keyboard(Command::IMPORT.text()));
}

#[test]
fn a_table_that_is_opened_as_a_camp_can_be_imported() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("Camp Groups.csv");
    fs::write(&table, "Group,Initial Ladder Rating\r\nRed,400\r\n").expect("a file");
    let mut driver = Driver::new();
    // As it is double-clicked, or dragged onto the program.
    driver.app().send(Action::Open(table.clone()));
    driver.settle();
    driver.click("Import this file…");
    assert!(driver.shows("Which camp are these files for?"));

    // As it is typed.
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    driver.send(Command::OPEN_CAMP);
    driver.type_text(&table.display().to_string());
    driver.press(Key::Enter);
    assert!(driver.shows_words("is not a camp file"));
    driver.press(Key::Enter);
    driver.send(Command::SAVE_IMPORT);
    assert_eq!(driver.camp().groups[0].name, "Red");

    // A picture is neither, and a camp file of nobody's can't be imported.
    let picture = folder.path().join("Logo.png");
    fs::write(&picture, b"\x89PNG\r\n\x1a\n").expect("a file");
    driver.app().send(Action::Open(picture));
    driver.settle();
    assert!(driver.shows("Close") && !driver.shows("Import this file…"));
}

#[test]
fn a_mistyped_path_is_refused_where_it_is_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    for command in [Command::OPEN_CAMP, Command::IMPORT] {
        let nowhere = folder.path().join("No such file.csv");
        driver.send(command);
        driver.press_with(Modifiers::COMMAND, Key::A);
        driver.type_text(&nowhere.display().to_string());
        driver.press(Key::Enter);
        assert!(driver.shows_words("There is no file"), "{command:?}");
        let label = if command == Command::IMPORT {
            "File or folder"
        } else {
            "Camp file"
        };
        assert!(driver.has_keyboard(label), "{command:?}");
        driver.press(Key::Escape);
        assert!(driver.app().dialog.is_none());
    }
}

/// Camps lie where people put them, and are called what people call them.
#[test]
fn a_camp_of_a_long_name_in_any_script_is_opened_copied_and_brought_together() {
    let long = "a".repeat(200);
    for (folder, name) in [
        ("Лагерь 夏のキャンプ é 🏕", long.as_str()),
        (long.as_str(), "Été – Σκάκι 象棋, 100% #1"),
    ] {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join(folder);
        fs::create_dir(&folder).expect("a folder");
        let [path, copy] = [name, "Копия 新"].map(|name| folder.join(format!("{name}.ladder")));
        let mut settings = Settings::default();
        settings.keep_backups_in(home.path().join("backups"));
        let mut driver = Driver::with_settings(settings);
        // Letters that the program's font doesn't have are drawn as boxes.
        let tofu = egui::MissingGlyphPolicy::Tofu;
        driver.harness.ctx.set_missing_glyph_policy(tofu);
        let act = |driver: &mut Driver, action: Action| {
            driver.app().send(action);
            driver.settle();
        };
        let create = Action::Create {
            path: path.clone(),
            name: "Here".to_owned(),
        };
        act(&mut driver, create);
        act(&mut driver, Action::SaveCopy(copy.clone()));
        let mut there = CampFile::open(&copy, Mode::Change).expect("the copy");
        let renamed = Edit::RenameCamp("There".to_owned());
        let applied = there.apply(&renamed, &Occasion::now("Rename the camp"));
        applied.expect("a change");
        drop(there);
        act(&mut driver, Command::CLOSE_CAMP.into());
        assert!(driver.app().session.camp.is_none());
        assert_eq!(driver.app().settings.recent, std::slice::from_ref(&path));
        act(&mut driver, Action::Open(path));
        assert_eq!(driver.camp().name, "Here");
        driver.send(Command::BRING_BACK);
        act(&mut driver, Action::ImportFiles(vec![copy]));
        driver.until(|driver| driver.shows_words("Ready to bring together"));
        driver.click("Bring together");
        driver.until(|driver| driver.camp().name == "There");
        driver.until(|driver| {
            let camp = driver.app().session.camp.as_ref().expect("a camp");
            camp.last_backup.is_some()
        });
    }
}
