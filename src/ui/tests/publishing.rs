//! Publishing: asked for by keys, done in a folder, opened in the browser.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::Driver;
use crate::{
    app::{Action, Command, dialogs::Dialog, publishing::WhatToPublish},
    domain::{Edit, LadderSystem, NewLadder, PublishedNames, SettingValues},
};

const CTRL_SHIFT: Modifiers = Modifiers {
    shift: true,
    ..Modifiers::COMMAND
};

/// A camp of the sample's players in a file of this folder.
fn camp_in(folder: &Path) -> (Driver, PathBuf) {
    let path = folder.join("Camp.ladder");
    let fixture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/camps/schema-1.ladder");
    fs::copy(fixture, &path).expect("a camp file");
    let mut driver = Driver::new();
    driver.app().send(Action::Open(path.clone()));
    driver.settle();
    (driver, path)
}

impl Driver {
    /// The folder that stands in the dialog.
    fn folder(&self) -> PathBuf {
        let field = self
            .harness
            .get_by_role_and_label(Role::TextInput, "Folder");
        field.accesskit_node().value().unwrap_or_default().into()
    }
}

#[test]
fn a_camp_is_published_by_keys_and_opened_in_the_browser() {
    static OPENED: AtomicUsize = AtomicUsize::new(0);
    let folder = tempfile::tempdir().expect("a folder");
    let (mut driver, _) = camp_in(folder.path());
    driver.app().openers.pages = |folder| {
        assert!(folder.join("index.html").is_file());
        OPENED.fetch_add(1, Ordering::Relaxed);
        Ok(())
    };
    driver.press_with(CTRL_SHIFT, Key::P);
    assert!(driver.has_keyboard("Names"), "what is to be decided first");
    let pages = driver.folder();
    assert_eq!(pages.parent(), Some(folder.path()), "beside the camp");
    driver.press(Key::Enter);
    assert!(driver.shows("The camp is published"));
    let index = fs::read_to_string(pages.join("index.html")).expect("a page");
    assert!(index.contains("<html"), "{index}");
    assert!(driver.has_keyboard("Open in the browser"));
    driver.press(Key::Enter);
    assert_eq!(OPENED.load(Ordering::Relaxed), 1);
    assert!(
        driver.shows("The camp is published"),
        "it stays until it is closed"
    );
    driver.press(Key::Escape);
    assert!(driver.app().dialog.is_none());

    let settings = driver.camp().settings;
    assert_eq!(settings.published_names, Some(PublishedNames::Initial));
}

#[test]
fn names_and_folder_are_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut driver, path) = camp_in(folder.path());
    let pages = folder.path().join("wall");
    driver.send(Command::PUBLISH);
    driver.focus_field("Folder");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text(&pages.display().to_string());
    driver.focus("Names");
    driver.press(Key::End);
    driver.send(Command::PUBLISH);
    assert_eq!(driver.app().settings.published.len(), 0, "not yet");
    driver.press(Key::Escape);
    assert_eq!(driver.camp().settings.published_names, None);

    driver.send(Command::PUBLISH);
    driver.focus_field("Folder");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text(&pages.display().to_string());
    driver.focus("Names");
    driver.press(Key::End);
    driver.app().send(Action::Publish);
    driver.settle();
    driver.press(Key::Escape);
    let names = driver.camp().settings.published_names;
    assert_eq!(names, Some(PublishedNames::Number));
    assert_eq!(driver.app().settings.published.get(&path), Some(&pages));
    let index = fs::read_to_string(pages.join("week-1.html")).expect("a page");
    assert!(index.contains("Camper 53"), "who leads");
    let words: Vec<&str> = index.split(|c: char| !c.is_alphabetic()).collect();
    for player in driver.camp().players.iter() {
        let name = player.first_name.as_str();
        assert!(!words.contains(&name), "{name}");
    }

    driver.send(Command::PUBLISH);
    assert_eq!(driver.folder(), pages);
    let Some(Dialog::Publish(dialog)) = &driver.app().dialog else {
        panic!("no dialog");
    };
    assert_eq!(dialog.names, PublishedNames::Number);
}

#[test]
fn names_are_chosen_first_and_seen_in_every_window() {
    for (width, height) in [(450.0, 320.0), (900.0, 640.0)] {
        let mut driver = Driver::with_size(width, height);
        driver.send(Command::OPEN_SAMPLE);
        driver.send(Command::PUBLISH);
        driver.harness.run_steps(10);
        let window = driver.harness.ctx.content_rect();
        let seen = |role, label: &str| {
            let rect = driver.harness.get_by_role_and_label(role, label).rect();
            assert!(window.contains_rect(rect), "{width}: {label} at {rect}");
            rect.top()
        };
        let names = seen(Role::ComboBox, "Names");
        for button in ["Publish", "Cancel"] {
            assert!(names < seen(Role::Button, button));
        }
        assert!(driver.has_keyboard("Names"));
        driver.press(Key::Escape);
        assert!(driver.app().dialog.is_none());
    }
}

#[test]
fn the_page_of_prints_leads_to_publishing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut driver, _) = camp_in(folder.path());
    driver.send(Command::GO_PRINTS);
    driver.click("Publish…");
    assert!(matches!(driver.app().dialog, Some(Dialog::Publish(_))));
}

#[test]
fn one_week_can_be_published_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut driver, _) = camp_in(folder.path());
    driver.send(Command::PUBLISH);
    let pages = driver.folder();
    driver.focus_choice("Standings");
    driver.press(Key::End);
    driver.app().send(Action::Publish);
    driver.settle();
    assert!(driver.shows("The camp is published"));
    assert!(pages.join("week-1.html").is_file());
    assert!(!pages.join("season.html").exists());
}

#[test]
fn a_ladder_can_be_published_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut driver, _) = camp_in(folder.path());
    let ladder = NewLadder {
        name: "Friday league".to_owned(),
        system: LadderSystem::RaceCode,
        settings: SettingValues::new(),
    };
    let add = Edit::AddLadder(ladder);
    driver.app().send(Action::Change(add));
    driver.settle();
    driver.send(Command::PUBLISH);
    let pages = driver.folder();
    driver.focus_choice("Standings");
    driver.press(Key::End);
    assert!(!driver.shows("Games"), "it tells of no single games");
    driver.press(Key::Enter);
    for _ in 0..4 {
        driver.settle();
    }
    assert!(driver.shows("The camp is published"));
    let index = fs::read_to_string(pages.join("index.html")).expect("a page");
    assert!(index.contains("Friday league"));
    assert!(!pages.join("week-1.html").exists());
}

#[test]
fn a_folder_that_will_not_do_is_told_where_it_was_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut driver, _) = camp_in(folder.path());
    for (typed, words) in [
        (String::new(), "Type a folder, or browse for it"),
        (
            folder.path().join("none/pages").display().to_string(),
            "The folder “",
        ),
        (
            folder.path().display().to_string(),
            "Camp.ladder” is in this folder",
        ),
    ] {
        driver.send(Command::PUBLISH);
        driver.focus_field("Folder");
        driver.press_with(Modifiers::COMMAND, Key::A);
        driver.press(Key::Backspace);
        if !typed.is_empty() {
            driver.type_text(&typed);
        }
        driver.press(Key::Enter);
        assert!(driver.shows_words(words), "{words}");
        assert!(driver.has_keyboard("Folder"), "{words}");
        driver.press(Key::Escape);
    }
    assert!(!folder.path().join("index.html").exists());
}

#[test]
fn publishing_can_be_left_and_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut driver, _) = camp_in(folder.path());
    driver.send(Command::PUBLISH);
    let pages = driver.folder();
    driver.app().send(Action::Publish);
    driver.app().send(Action::LeavePublishing);
    driver.settle();
    assert!(driver.app().dialog.is_none());
    assert!(!pages.exists());
}

#[test]
fn pages_that_are_being_written_are_waited_for_and_not_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut driver, _) = camp_in(folder.path());
    driver.send(Command::PUBLISH);
    driver.app().send(Action::Publish);
    driver.app().logic();
    assert!(driver.app().why_not(Command::PUBLISH).is_some());
    driver.app().send(Command::QUIT);
    driver.app().logic();
    driver.settle();
    assert!(driver.app().may_close());
    assert!(driver.app().why_not(Command::PUBLISH).is_none());
    let settings = driver.camp().settings;
    let pages = driver.app().settings.published.len();
    assert_eq!(
        pages == 1,
        settings.published_names.is_some(),
        "both are remembered, or nothing was published"
    );
}

#[test]
fn a_folder_that_is_typed_without_a_way_is_beside_the_camp() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut driver, _) = camp_in(folder.path());
    driver.send(Command::PUBLISH);
    driver.focus_field("Folder");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("wall");
    driver.press(Key::Enter);
    assert!(driver.shows("The camp is published"));
    assert!(folder.path().join("wall/index.html").is_file());
}

const EVENT: &str = r#"{"event": {"id": "202608300103", "name": "Late Open", "ends": "2026-06-30"}, "sections": [
    {"number": 5, "name": "Reserve", "systems": ["regular"], "players": [
        {"pair": 1, "id": "30000001", "name": "Berger, Anna", "rounds": ["W2w"], "regular": {"rating": 1500}},
        {"pair": 2, "id": "30000002", "name": "Vang, Bo", "rounds": ["L1b"], "regular": {"rating": 1500}}]}]}"#;

const CROSSTABLES: &str = "A page for each section of US Chess";

#[test]
fn crosstables_are_published_where_they_are_asked_for_and_that_is_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut driver, path) = camp_in(folder.path());
    driver.send(Command::PUBLISH);
    assert!(!driver.shows(CROSSTABLES), "the camp has no sections");
    driver.press(Key::Escape);

    let event = folder.path().join("event.json");
    fs::write(&event, EVENT).expect("a file");
    driver.press_with(Modifiers::COMMAND, Key::Num9);
    driver.app().send(Action::ImportFiles(vec![event]));
    for _ in 0..4 {
        driver.settle();
    }
    driver.click("Import");
    driver.settle();
    driver.send(Command::PUBLISH);
    let pages = driver.folder();
    assert!(driver.shows_words("Never included: US Chess IDs, birth dates, states and colors."));
    driver.app().send(Action::Publish);
    driver.settle();
    assert!(driver.shows("The camp is published"));
    assert!(!pages.join("crosstable-1.html").exists(), "nobody asked");
    driver.press(Key::Escape);

    for all_weeks in [true, false] {
        driver.send(Command::PUBLISH);
        if all_weeks {
            driver.focus("Crosstables");
            driver.press(Key::Space);
        } else {
            driver.focus_choice("Standings");
            driver.press(Key::ArrowDown);
        }
        let Some(Dialog::Publish(dialog)) = &driver.app().dialog else {
            panic!("no dialog");
        };
        assert!(dialog.besides.crosstables, "ticked, and then remembered");
        let is_all = dialog.what == WhatToPublish::AllWeeks;
        assert_eq!(is_all, all_weeks);
        driver.app().send(Action::Publish);
        for _ in 0..4 {
            driver.settle();
        }
        assert!(driver.shows("The camp is published"));
        let page = fs::read_to_string(pages.join("crosstable-1.html")).expect("a page");
        assert!(page.contains("Anna B.") && !page.contains("30000001"));
        driver.press(Key::Escape);
    }
    let remembered = &driver.app().settings.published_crosstables;
    assert!(remembered.contains(&path), "{remembered:?}");
}

#[test]
fn games_and_sheets_are_published_where_they_are_asked_for_and_that_is_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut driver, path) = camp_in(folder.path());
    driver.send(Command::PUBLISH);
    let pages = driver.folder();
    assert!(!driver.shows("Sheets"), "paper has full names only");
    driver.focus("Names");
    driver.press(Key::Home);
    driver.focus("Games");
    driver.press(Key::Space);
    driver.focus("Sheets");
    driver.press(Key::Space);
    driver.app().send(Action::Publish);
    for _ in 0..4 {
        driver.settle();
    }
    assert!(driver.shows("The camp is published"));
    for name in ["week-1-games.html", "week-1-crosstable.pdf", "week-1.pdf"] {
        assert!(pages.join(name).is_file(), "{name}");
    }
    driver.press(Key::Escape);
    let settings = &driver.app().settings;
    assert!(settings.published_games.contains(&path));
    assert!(settings.published_pdfs.contains(&path));

    // By first names and initials there is no sheet, whatever was ticked before.
    driver.send(Command::PUBLISH);
    driver.focus("Names");
    driver.press(Key::Home);
    driver.press(Key::ArrowDown);
    assert!(!driver.shows("Sheets"));
    let Some(Dialog::Publish(dialog)) = &driver.app().dialog else {
        panic!("no dialog");
    };
    assert_eq!(dialog.names, PublishedNames::Initial);
    assert!(dialog.besides.games && dialog.besides.pdfs, "remembered");
    driver.app().send(Action::Publish);
    for _ in 0..4 {
        driver.settle();
    }
    assert!(driver.shows("The camp is published"));
    assert!(pages.join("week-1-games.html").is_file());
    assert!(!pages.join("week-1.pdf").exists());
}
