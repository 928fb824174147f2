//! The preview in the window: what it lets happen meanwhile, and where it leads.

use std::{fs, path::PathBuf};

use egui::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tempfile::TempDir;

use super::super::ImportPage;
use crate::{
    app::{Action, Command, Page},
    domain::{Edit, Group},
    ui::tests::Driver,
};

const FIRST: &str = "Finish or cancel the import first";

fn file(folder: &TempDir) -> PathBuf {
    let path = folder.path().join("Camp Groups.csv");
    fs::write(&path, "Group,Initial Ladder Rating\r\nRed,400\r\n").expect("a file");
    path
}

/// A new camp with the preview of a group.
fn previewing() -> (Driver, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    driver.app().send(Action::ImportFiles(vec![file(&folder)]));
    driver.settle();
    assert!(driver.shows("1 group: 1 new, 0 changed, 0 unchanged, 0 skipped"));
    (driver, folder)
}

impl Driver {
    fn previews(&mut self) -> bool {
        self.app().page_mut::<ImportPage>().is_some()
    }

    /// Whether the side bar shows this page as chosen.
    fn has_chosen(&self, page: &str) -> bool {
        let item = self.harness.get_by_role_and_label(Role::Tab, page);
        item.accesskit_node().is_selected() == Some(true)
    }
}

#[test]
fn what_is_saved_is_not_called_back_and_another_page_waits_for_it() {
    let (mut driver, _folder) = previewing();
    driver.app().send(Command::SAVE_IMPORT);
    driver.app().send(Action::Back);
    driver.app().send(Command::GO_STANDINGS);
    driver.app().logic();
    let page = driver.app().page_mut::<ImportPage>();
    assert!(page.is_some_and(|page| page.state.is_saving()));
    driver.settle();
    let sentence = "Imported 1 group";
    assert_eq!(driver.message(), sentence);
    assert!(!driver.previews());
    assert_eq!(driver.app().page, Page::STANDINGS);
}

#[test]
fn no_page_is_chosen_meanwhile_and_choosing_one_closes_the_preview() {
    let (mut driver, _folder) = previewing();
    assert!(!driver.has_chosen("Ladder players"));
    let item = driver
        .harness
        .get_by_role_and_label(Role::Tab, "Ladder players");
    item.click();
    driver.settle();
    assert!(!driver.previews() && driver.has_chosen("Ladder players"));
    assert_eq!(driver.camp().groups.len(), 0);
}

#[test]
fn nothing_takes_the_place_of_the_preview_unasked() {
    let (mut driver, _folder) = previewing();
    let commands = [
        Command::HISTORY,
        Command::WHATS_NEW,
        Command::WEEKS,
        Command::CLOSE_WEEK,
        Command::CHANGE_WEEK,
        Command::PROJECTOR,
        Command::NEW_RECORD,
    ];
    for command in commands {
        driver.app().notices.note("Nothing");
        driver.send(command);
        assert_eq!(driver.message(), FIRST, "{command:?}");
        assert!(driver.previews(), "{command:?}");
    }
    driver.click("Cancel");
    assert!(!driver.previews());
    driver.send(Command::SAVE_IMPORT);
    let none = "There is no preview to save: begin with Import from Access or Bring a copy back";
    assert_eq!(driver.message(), none);
}

#[test]
fn pasted_campers_are_not_from_access() {
    let mut driver = Driver::with_sample();
    driver.app().send(Action::Go(Page::PLAYERS.into()));
    driver.settle();
    let rows = "Zo Quill\nQuip, Al\nBo Quote".to_owned();
    driver.app().send(Action::PasteCampers(rows));
    driver.settle();
    assert!(driver.shows("Import pasted rows") && driver.shows("What you pasted"));
    let split =
        "No comma in 2 of 3 names: their first word is taken as the first name, as in “Zo Quill”";
    assert!(driver.shows(&format!("what you pasted: {split}")));
    assert!(!driver.shows("Import from Access"));
    driver.send(Command::SAVE_IMPORT);
    driver.settle();
    // Where they are seen.
    assert_eq!(driver.app().page, Page::PLAYERS);
    assert_eq!(driver.message(), "Imported 3 players");
    let camp = driver.camp();
    for name in ["Quill, Zo", "Quip, Al", "Quote, Bo"] {
        assert!(
            camp.players.iter().any(|it| it.listed_name() == name),
            "{name}"
        );
    }
}

#[test]
fn pasted_games_come_last_and_access_has_not_rated_them() {
    let mut driver = Driver::with_sample();
    driver.app().send(Action::Go(Page::GAMES.into()));
    driver.settle();
    let rows = "White\tBlack\tResult\n1\t2\t0-1\n2\t1\t1-0\n".to_owned();
    driver.app().send(Action::ImportPasted(rows.clone()));
    driver.settle();
    assert!(driver.shows("2 games: 2 new, 0 changed, 0 unchanged, 0 skipped"));
    for untrue in ["Rate as Access did", "The games have no numbers"] {
        assert!(!driver.shows(untrue), "{untrue}");
    }
    let page = driver.app().page_mut::<ImportPage>().expect("the preview");
    let plan = page.state.plan().expect("a plan");
    let numbers = plan.changes.new_games.iter().map(|game| game.from.number);
    assert_eq!(plan.changes.further_from, numbers.min());
    driver.send(Command::SAVE_IMPORT);
    driver.settle();
    let message = driver.message();
    assert!(message.starts_with("Imported 2 games"), "{message}");
    assert!(!message.contains("old file"), "{message}");

    // The same rows once more.
    driver.app().send(Action::ImportPasted(rows));
    driver.settle();
    assert!(driver.shows("Everything in these rows is in the camp already"));
}

#[test]
fn a_pasted_row_that_is_there_twice_is_said_where_it_is_ready() {
    let mut driver = Driver::with_sample();
    let rows = "White\tBlack\tResult\tDate\n1\t2\t0-1\t7/9/2025\n1\t2\t0-1\t7/9/2025\n";
    driver.app().send(Action::Go(Page::GAMES.into()));
    driver.settle();
    driver.app().send(Action::ImportPasted(rows.to_owned()));
    driver.settle();
    assert!(driver.shows("1 row is the same as another game. See the note below."));
    assert!(!driver.shows("Ready to import."));
}

#[test]
fn a_change_of_the_camp_has_it_compared_anew() {
    let (mut driver, _folder) = previewing();
    let red = Group {
        name: "Red".to_owned(),
        initial_rating: Some(400),
        ..Group::default()
    };
    driver.app().send(Action::Change(Edit::AddGroup(red)));
    driver.settle();
    assert!(driver.shows("1 group: 0 new, 0 changed, 1 unchanged, 0 skipped"));
    driver.send(Command::UNDO);
    assert!(driver.shows("1 group: 1 new, 0 changed, 0 unchanged, 0 skipped"));
}

#[test]
fn files_that_wait_for_a_camp_are_not_for_the_sample() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::new();
    driver.app().send(Action::ImportFiles(vec![file(&folder)]));
    driver.settle();
    assert!(driver.shows("Which camp are these files for?"));
    driver.send(Command::OPEN_SAMPLE);
    assert!(!driver.previews());
    // Those that are previewed already go along into another camp.
    driver.app().send(Action::ImportFiles(vec![file(&folder)]));
    driver.settle();
    assert!(driver.shows("Camp Groups.csv"));
    driver.app().send(Action::Create {
        path: folder.path().join("Camp.ladder"),
        name: "Camp".to_owned(),
    });
    driver.settle();
    assert!(driver.shows("1 group: 1 new, 0 changed, 0 unchanged, 0 skipped"));
    driver.send(Command::CLOSE_CAMP);
    assert!(!driver.previews());
}
