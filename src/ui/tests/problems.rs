//! The list of problems, by keyboard.

use egui::Key;

use super::Driver;
use crate::{
    app::{Action, Command, Page, dialogs::Dialog},
    domain::{Edit, Game, GameId, Record},
};

/// The sample camp, with a blank start, and a game that follows itself.
fn doubtful() -> (Driver, GameId) {
    let mut driver = Driver::with_sample();
    let mut player = driver.camp().players[0].clone();
    player.start_permanent = None;
    let last = driver.camp().games[125].clone();
    let again = Game {
        white: driver.camp().games[124].white,
        black: driver.camp().games[124].black,
        result: driver.camp().games[124].result,
        date: driver.camp().games[124].date,
        ..last
    };
    let id = again.id;
    for edit in [Edit::put(&player), Edit::put(&again)] {
        driver.app().send(Action::Change(edit));
    }
    driver.settle();
    (driver, id)
}

#[test]
fn the_list_is_gone_through_by_keyboard_and_leads_to_the_record() {
    let (mut driver, game) = doubtful();
    assert!(driver.shows("2 things to check"));
    driver.press(Key::F7);
    assert!(driver.shows("To check (2)") && driver.shows_words("Notes ("));
    assert!(driver.shows_words("has no permanent rating for the start"));
    driver.press(Key::ArrowDown);
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_none());
    assert_eq!(driver.app().page, Page::GAMES);
    assert_eq!(driver.games().editor.id(), Some(game));
    driver.send(Command::DELETE_RECORD);
    assert!(driver.shows("1 thing to check"), "the count follows");
}

#[test]
fn esc_closes_the_list_and_gives_the_keyboard_back() {
    let (mut driver, _) = doubtful();
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    let before = driver.players().editor.id();
    driver.press(Key::F7);
    driver.press(Key::ArrowDown);
    driver.press(Key::Escape);
    assert!(driver.app().dialog.is_none());
    assert_eq!(driver.players().editor.id(), before);
    driver.press(Key::ArrowDown);
    assert_ne!(
        driver.players().editor.id(),
        before,
        "the list has it again"
    );
}

#[test]
fn the_ends_of_the_list_stay_and_titles_are_passed_over() {
    let (mut driver, _) = doubtful();
    driver.press(Key::F7);
    driver.press(Key::ArrowUp);
    let selected = |driver: &mut Driver| match driver.app().dialog {
        Some(Dialog::Problems { selected }) => selected,
        _ => panic!("the list is closed"),
    };
    assert_eq!(selected(&mut driver), 0);
    driver.press(Key::End);
    let last = driver
        .app()
        .session
        .camp
        .as_ref()
        .expect("a camp")
        .problems
        .len()
        - 1;
    assert!(last >= 2);
    assert_eq!(selected(&mut driver), last);
    driver.press(Key::ArrowDown);
    assert_eq!(selected(&mut driver), last);
    for _ in 0..last {
        driver.press(Key::ArrowUp);
    }
    assert_eq!(selected(&mut driver), 0);
}

#[test]
fn what_is_only_worth_knowing_is_not_counted() {
    let mut driver = Driver::with_sample();
    assert!(driver.shows("No problems"));
    driver.click("No problems");
    assert!(driver.shows_words("campers are called Beatriz Chang: numbers 11 and 34"));
    driver.press(Key::End);
    driver.press(Key::Enter);
    assert_eq!(driver.app().page, Page::PLAYERS);
}

#[test]
fn unchecked_games_lead_to_the_second_pass() {
    let mut driver = Driver::with_sample();
    let first = driver.camp().games[0].id;
    driver.app().send(Action::Change(Edit::VerifyGame {
        game: first,
        verified: true,
    }));
    driver.settle();
    driver.press(Key::F7);
    assert!(driver.shows_words("125 games are not checked yet"));
    driver.press(Key::End);
    driver.press(Key::Enter);
    assert!(driver.is_checking() && driver.shows("1 of 126 checked"));
    assert!(driver.games_page().checking.only_unchecked());
    driver.app().send(Action::Show(Record::Game(first)));
    driver.settle();
    assert!(!driver.is_checking(), "a record is shown in its form");
}

#[test]
fn a_camp_without_doubts_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    driver.press(Key::F7);
    assert!(driver.shows("Problems with ratings appear here."));
    driver.press(Key::Escape);
    assert!(driver.app().dialog.is_none());
}

#[test]
fn ratings_that_are_out_of_date_stand_before_other_doubts() {
    let mut driver = Driver::with_sample();
    driver.send(Command::RATINGS_FOLLOW);
    let blank = crate::domain::Player {
        start_permanent: None,
        ..driver.camp().players[0].clone()
    };
    driver.app().send(Action::Change(Edit::put(&blank)));
    driver.settle();
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    let doubts = camp.problems_of(crate::domain::Severity::Doubtful);
    assert_eq!(doubts.len(), 2, "a blank start too");
    assert!(camp.is_out_of_date() && !camp.is_stopped());
    assert!(driver.shows("Recalc needed"));
    assert!(driver.shows("2 things to check"));
}
