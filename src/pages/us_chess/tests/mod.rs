//! Sections of US Chess, by keyboard: imported, rated, looked at.

mod explaining;
mod exporting;
mod forms;
mod importing;
mod losing;
mod members;
mod reports;
mod small;

use std::{fs, path::PathBuf};

use egui::{Key, Modifiers};
use tempfile::TempDir;

use super::UsChessPage;
use crate::{
    app::{Action, Command, Page, page::Logic as _, printing::PrintJob},
    domain::{
        Edit, LadderProblem,
        us_chess::{Change, Member, MemberKey},
    },
    pages::us_chess::logic::Lists,
    ui::tests::Driver,
};

/// Two players who are long established; who wins gains 400 / 18 or so by the rules of 2026.
const EVENT: &str = r#"{"event": {"id": "202608300103", "name": "Late Open", "ends": "2026-06-30"}, "sections": [
    {"number": 5, "name": "Reserve", "systems": ["regular"], "players": [
        {"pair": 1, "id": "30000001", "name": "Berger, Anna", "rounds": ["W2w"], "regular": {"rating": 1500}},
        {"pair": 2, "id": "30000002", "name": "Vang, Bo", "rounds": ["L1b"], "regular": {"rating": 1500}}]}]}"#;

fn file(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    path
}

/// A window at the page, with the sample camp, which has no sections.
fn at_page() -> Driver {
    page_of(Driver::new())
}

fn page_of(mut driver: Driver) -> Driver {
    driver.send(Command::OPEN_SAMPLE);
    driver.press_with(Modifiers::COMMAND, Key::Num9);
    assert_eq!(driver.app().page, Page::US_CHESS);
    driver
}

/// The same once a file was given to it, and the preview of that is shown.
fn with_file(name: &str, text: &str) -> Driver {
    let mut driver = at_page();
    give(&mut driver, &[(name, text)]);
    driver
}

/// Gives files to the page, by name and text.
fn give(driver: &mut Driver, files: &[(&str, &str)]) {
    let folder = tempfile::tempdir().expect("a folder");
    let files = files.iter().map(|(name, text)| file(&folder, name, text));
    let files = files.collect();
    driver.app().send(Action::ImportFiles(files));
    for _ in 0..4 {
        driver.settle();
    }
}

fn imported() -> Driver {
    let mut driver = with_file("event.json", EVENT);
    driver.click("Import");
    driver.settle();
    assert_eq!(driver.camp().us_chess_sections, 1);
    driver
}

fn is_importing(driver: &mut Driver) -> bool {
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    page.importing.is_some()
}

fn rated() -> Driver {
    let mut driver = imported();
    driver.click("Rate all…");
    driver.settle();
    assert!(driver.shows_words("1 section to be rated."));
    driver.click("Save ratings");
    driver.settle();
    driver
}

#[test]
fn a_camp_without_tournaments_never_sees_the_page() {
    let mut driver = Driver::with_sample();
    assert!(!driver.shows("US Chess"));
    driver.press_with(Modifiers::COMMAND, Key::Num9);
    assert!(driver.shows_words("No sections yet"));
    driver.send(Command::GO_PLAYERS);
    assert!(!driver.shows("US Chess"));
    let mut driver = imported();
    driver.send(Command::GO_PLAYERS);
    assert!(driver.shows("US Chess"));
}

#[test]
fn enter_saves_the_ratings_that_are_listed() {
    let mut driver = imported();
    driver.click("Rate all…");
    driver.settle();
    assert!(driver.shows_words("1 section to be rated."));
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.app().dialog.is_none());
    assert!(driver.shows("Late Open, 5 Reserve, Rated"));
    // The list has the keyboard.
    driver.press(Key::F2);
    assert!(driver.app().dialog.is_some());
}

#[test]
fn f6_goes_from_the_list_to_the_crosstable_and_back() {
    let mut driver = rated();
    let is_explaining = |driver: &mut Driver| {
        let page = driver.app().page_mut::<UsChessPage>().expect("the page");
        page.explaining.is_some()
    };
    driver.press(Key::F6);
    driver.press(Key::ArrowDown);
    assert!(!is_explaining(&mut driver));
    driver.press(Key::Enter);
    assert!(is_explaining(&mut driver));
    driver.press(Key::Escape);
    assert!(!is_explaining(&mut driver));
    // What has the keyboard now is the crosstable again: Shift+F6 leads to the list.
    driver.press_with(Modifiers::SHIFT, Key::F6);
    driver.press(Key::F2);
    assert!(driver.app().dialog.is_some());
}

#[test]
fn a_file_is_shown_before_it_is_imported() {
    let mut driver = with_file("event.json", EVENT);
    assert!(driver.shows_words("event.json: JSON of an event, 1 section"));
    assert!(driver.shows_words("2 new members, 1 section. Ready to import."));
    driver.press(Key::Escape);
    assert_eq!(driver.camp().us_chess_sections, 0);
    let mut driver = imported();
    assert_eq!(driver.message(), "2 new members, 1 section imported");
    assert!(driver.shows("Late Open, 5 Reserve, Not rated"));
    assert!(driver.shows("1, Berger, Anna, 1.0 points"));
    assert!(
        driver.shows_words("Regular\u{a0}· "),
        "no line begins with the dot"
    );
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().us_chess_sections, 0);
}

#[test]
fn a_file_that_is_wrong_says_why() {
    let broken = EVENT.replace("\"L1b\"", "\"D1b\"");
    let mut driver = with_file("event.json", &broken);
    assert!(driver.shows_words("Stops: event.json, line"));
    assert!(driver.shows_words("Pair 1, round 1"));
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    assert_eq!(driver.camp().us_chess_sections, 0);
    let mut driver = with_file("notes.txt", "Dear director");
    assert!(driver.shows_words("no file of US Chess"));
    assert_eq!(driver.camp().us_chess_sections, 0);
}

#[test]
fn a_section_is_rated_once_the_changes_were_shown() {
    let mut driver = rated();
    assert!(driver.shows("Late Open, 5 Reserve, Rated"));
    // The reference's formulas by hand: 1500 counts for 16.49 effective games, so K is 800 / 17.49 = 45.74. The loser is met as 1500 − 45.74 / 2
    // = 1477.13 in step 5, and 45.74 · (1 − 0.5329) = 21.36; a game is too few for a bonus.
    let winner = "1521";
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    let (_, shown) = page.sections.crosstable.latest().expect("a crosstable");
    let shown = shown.as_ref().expect("read").as_ref().expect("there");
    let post = shown.table.section.entries[0]
        .regular
        .post
        .expect("a rating");
    assert_eq!(format!("{post:.0}"), winner);
    // What is shown is what Print and Save as PDF are about.
    let (camp, settings) = (driver.camp(), driver.app().settings.clone());
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    assert!(matches!(
        page.print_job(&camp, &settings),
        Some(PrintJob::Section(_))
    ));
    page.lists = Lists::Members;
    assert_eq!(page.print_job(&camp, &settings), None);
    page.lists = Lists::Sections;
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(driver.shows("Late Open, 5 Reserve, Not rated"));
}

#[test]
fn a_rating_is_taken_away_again() {
    let mut driver = rated();
    driver.click("Unrate section…");
    driver.settle();
    assert!(driver.shows_words("1 section to be unrated."));
    driver.press(Key::Escape);
    assert!(driver.shows("Late Open, 5 Reserve, Rated"));
    driver.click("Unrate section…");
    driver.settle();
    driver.click("Unrate");
    driver.settle();
    let done = driver.app().session.last_done.clone();
    assert_eq!(
        done.as_deref(),
        Some("Saved: Unrate section 5 Reserve of Late Open")
    );
    assert!(driver.shows("Late Open, 5 Reserve, Not rated"));
}

#[test]
fn a_member_has_a_history() {
    let mut driver = rated();
    driver.click("Members");
    driver.settle();
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    assert_eq!(page.lists, Lists::Members);
    assert!(driver.shows("Berger, Anna"));
    assert!(driver.shows("Late Open, 5 Reserve"));
    // Numbers and birth dates are in no list.
    assert!(!driver.shows_words("30000001"));
}

#[test]
fn an_estimate_is_marked() {
    // Nothing is known of the loser, whose first rating is a guess; the winner's rating is touched by it.
    let text = EVENT.replace(
        "\"rounds\": [\"L1b\"], \"regular\": {\"rating\": 1500}",
        "\"rounds\": [\"L1b\"]",
    );
    let mut driver = with_file("event.json", &text);
    driver.click("Import");
    driver.settle();
    driver.click("Rate all…");
    driver.settle();
    driver.click("Save ratings");
    driver.settle();
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    let shown = page.sections.shown().expect("a crosstable");
    let estimates = shown.table.section.entries.iter();
    let estimates = estimates.map(|entry| entry.regular.is_estimate);
    assert_eq!(estimates.collect::<Vec<_>>(), [true, true]);
    assert!(driver.shows_words("≈"));
    driver.click("Members");
    driver.settle();
    assert!(driver.shows_words("Vang, Bo, Regular rating ≈"));
    assert!(driver.shows_words("an estimate"));
}

/// How many problems the camp has, those of sections among them.
fn problems(driver: &mut Driver) -> usize {
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    camp.problems.len()
}

/// The event with a rating after it that isn't what is computed, and a player without a number.
fn with_things_to_check() -> Driver {
    let text = EVENT
        .replace(
            "\"rounds\": [\"L1b\"], \"regular\": {\"rating\": 1500}",
            "\"rounds\": [\"L1b\"], \"regular\": {\"rating\": 1500, \"post\": 1300}",
        )
        .replace("\"pair\": 1, \"id\": \"30000001\"", "\"pair\": 1");
    let mut driver = with_file("event.json", &text);
    driver.click("Import");
    for _ in 0..3 {
        driver.settle();
    }
    driver
}

#[test]
fn what_is_to_be_checked_stands_with_the_section_and_in_a_list() {
    let mut driver = with_things_to_check();
    assert!(driver.shows("1 thing to check"));
    driver.click("Rate all…");
    driver.settle();
    driver.click("Save ratings");
    driver.settle();
    driver.click("2 things to check");
    assert!(driver.shows_words("Bo Vang (2): Regular 1300 after it by the file, 1"));
    driver.click("To check");
    driver.settle();
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    let all = page.to_check.all().map(|all| all.map(<[_]>::len));
    assert_eq!(all, Some(Ok(2)));
    page.sections.chosen = None;
    driver.click("Open section");
    driver.settle();
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    assert_eq!(page.lists, Lists::Sections);
    assert!(page.sections.shown().is_some());
}

#[test]
fn the_list_of_problems_leads_to_sections() {
    let before = problems(&mut Driver::with_sample());
    let mut driver = with_things_to_check();
    // One line for the section: a note, and no fault.
    assert_eq!(problems(&mut driver), before + 1);
    driver.send(Command::GO_PLAYERS);
    driver.press(Key::F7);
    driver.settle();
    driver.click(
        "Notes: US Chess, Late Open 5 Reserve: Anna Berger (1): 1 player without a member’s number. Type it once it is known",
    );
    driver.press(Key::Enter);
    driver.settle();
    assert_eq!(driver.app().page, Page::US_CHESS);
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    assert!(page.sections.chosen.is_some());
    // What is undone is not listed any more.
    driver.press_with(Modifiers::COMMAND, Key::Z);
    for _ in 0..3 {
        driver.settle();
    }
    assert_eq!(problems(&mut driver), before);
}

#[test]
fn a_section_that_is_out_of_date_is_something_to_put_right() {
    let mut driver = rated();
    driver.settle();
    let before = problems(&mut driver);
    let is_told = |driver: &mut Driver| {
        let camp = driver.app().session.camp.as_ref().expect("a camp");
        let mut problems = camp.problems.iter();
        problems.any(|it| matches!(it, LadderProblem::UsChessSection(_)))
    };
    assert!(!is_told(&mut driver));
    // First ratings go by the birth date.
    let born = Member {
        id: "30000001".parse().ok(),
        last_name: "Berger".to_owned(),
        first_name: "Anna".to_owned(),
        birth: Some(jiff::civil::date(2012, 4, 1)),
        ..Member::default()
    };
    let change = Change::ChangeMember(MemberKey(1), Box::new(born));
    driver.app().send(Action::Change(Edit::UsChess(change)));
    for _ in 0..4 {
        driver.settle();
    }
    assert!(is_told(&mut driver));
    assert_eq!(problems(&mut driver), before + 1);
}

#[test]
fn a_section_is_rated_out_of_order_where_one_says_so() {
    let mut driver = imported();
    // The same two, a month later.
    let later = EVENT
        .replace("202608300103", "202607040001")
        .replace("Late Open", "Later Open")
        .replace("2026-06-30", "2026-07-04");
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, "later.json", &later);
    driver.app().send(Action::ImportFiles(vec![path]));
    for _ in 0..4 {
        driver.settle();
    }
    driver.click("Import");
    for _ in 0..4 {
        driver.settle();
    }
    let page = driver.app().page_mut::<UsChessPage>().expect("the page");
    let all = page.all().expect("all").sections.clone();
    let later = all.iter().find(|head| head.event_name == "Later Open");
    page.show_section(later.expect("a section").key);
    driver.settle();
    driver.send(Command::RATE_SECTION);
    driver.settle();
    assert!(driver.shows("No ratings to save"));
    assert!(driver.shows_words("Nothing changes."));
    assert!(driver.shows_words("Later Open 5 Reserve: "));
    driver.press(Key::Escape);
    driver.send(Command::RATE_OUT_OF_ORDER);
    driver.settle();
    assert!(driver.shows_words("1 section to be rated."));
    driver.click("Save ratings");
    driver.settle();
    assert!(driver.shows("Later Open, 5 Reserve, Rated"));
    assert!(driver.shows("Late Open, 5 Reserve, Not rated"));
}
