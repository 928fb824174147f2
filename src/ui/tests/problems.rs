//! The list of problems, by keyboard and by mouse.

use egui::{Key, Modifiers};

use super::Driver;
use crate::{
    app::{Action, Command, Page, dialogs::Dialog},
    domain::{Edit, Game, GameId, LadderProblem, Record, Severity},
    storage::OutsideChange,
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
    // What is seldom found stands first.
    driver.press(Key::ArrowDown);
    driver.press(Key::ArrowUp);
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
    let row = |driver: &mut Driver| match &driver.app().dialog {
        Some(Dialog::Problems(list)) => list.row(),
        _ => panic!("the list is closed"),
    };
    assert_eq!(row(&mut driver), 1, "below the first title");
    // Two doubts, a title and two notes.
    driver.press(Key::End);
    assert_eq!(row(&mut driver), 5);
    driver.press(Key::ArrowDown);
    assert_eq!(row(&mut driver), 5);
    driver.press(Key::ArrowUp);
    driver.press(Key::ArrowUp);
    assert_eq!(row(&mut driver), 2, "the title is passed over");
    driver.press(Key::ArrowUp);
    driver.press(Key::ArrowUp);
    assert_eq!(row(&mut driver), 1);
}

#[test]
fn what_is_only_worth_knowing_is_no_problem_and_told_beside() {
    let mut driver = Driver::with_sample();
    let camp = driver.app().session.camp.as_ref().expect("a camp");
    let notes = camp.problems_of(Severity::Note).len();
    assert!(notes > 1);
    driver.click(&format!("No problems, {notes} notes"));
    assert!(driver.shows_words("campers are called Beatriz Chang: numbers 11 and 34"));
    driver.press(Key::Home);
    driver.press(Key::Enter);
    assert_eq!(driver.app().page, Page::PLAYERS);
}

#[test]
fn no_problems_are_not_spoken_of_while_the_file_is_gone() {
    let mut driver = Driver::with_sample();
    let camp = driver.app().session.camp.as_mut().expect("a camp");
    camp.outside = Some(OutsideChange::Gone);
    driver.settle();
    assert!(driver.shows("Not saved") && !driver.shows_words("No problems"));
    let camp = driver.app().session.camp.as_mut().expect("a camp");
    camp.outside = None;
    driver.settle();
    assert!(driver.shows_words("No problems"));
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
    driver.press(Key::Home);
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
    let doubts = camp.problems_of(Severity::Doubtful);
    assert_eq!(doubts.len(), 2, "a blank start too");
    assert!(camp.is_out_of_date() && !camp.is_stopped());
    assert!(driver.shows("Recalc needed"));
    assert!(driver.shows("2 things to check"));
}

/// The sample camp, of which four campers have no start rating, and a game follows itself.
fn with_alike_ones() -> Driver {
    let (mut driver, _) = doubtful();
    for at in 1..4 {
        let mut player = driver.camp().players[at].clone();
        player.start_permanent = None;
        driver.app().send(Action::Change(Edit::put(&player)));
        driver.settle();
    }
    driver
}

const ALIKE: &str =
    "To check: 4 campers have no permanent rating for the start of the week and count as 0";

impl Driver {
    /// How many are listed and how many accepted.
    fn problems(&mut self) -> (usize, usize) {
        let camp = self.app().session.camp.as_ref().expect("a camp");
        (camp.problems.len(), camp.accepted_problems.len())
    }
}

#[test]
fn alike_ones_are_one_line_that_unfolds_by_keys_and_leads_to_each_record() {
    let mut driver = with_alike_ones();
    assert!(driver.shows("5 things to check"));
    driver.press(Key::F7);
    assert!(driver.shows("To check (5)") && driver.shows(ALIKE));
    assert!(!driver.shows_words("has no permanent rating"));
    driver.press(Key::ArrowDown);
    assert!(driver.shows("Show each"));
    driver.press(Key::ArrowRight);
    assert!(driver.shows("Hide each") && driver.shows_words("has no permanent rating"));
    driver.press(Key::ArrowLeft);
    assert!(!driver.shows_words("has no permanent rating"));
    driver.press(Key::Enter);
    driver.press(Key::ArrowDown);
    driver.press(Key::ArrowDown);
    let second = driver.camp().players[1].id;
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_none());
    assert_eq!(driver.app().record(), Some(Record::Player(second)));
}

#[test]
fn alike_ones_unfold_and_lead_to_each_record_by_mouse() {
    let mut driver = with_alike_ones();
    driver.click("5 things to check");
    driver.click(ALIKE);
    assert!(
        !driver.shows_words("has no permanent rating"),
        "it is chosen"
    );
    driver.click("Show each");
    let name = driver.camp().players[2].clone();
    let name = driver.camp().full_name(name.id);
    let line = format!(
        "To check: {name} has no permanent rating for the start of the week, and it counts as 0"
    );
    driver.click(&line);
    driver.click("Open player");
    let third = driver.camp().players[2].id;
    assert_eq!(driver.app().record(), Some(Record::Player(third)));
}

#[test]
fn what_is_right_is_accepted_by_a_key_and_undone() {
    let mut driver = with_alike_ones();
    let all = driver.problems().0;
    driver.press(Key::F7);
    driver.press(Key::ArrowDown);
    driver.press(Key::Space);
    assert!(driver.shows("To check (1)") && !driver.shows(ALIKE));
    assert_eq!(driver.problems(), (all - 4, 4));
    assert!(driver.shows("4 accepted · Show"));
    // The line after it is chosen, a note by now.
    driver.press(Key::Space);
    assert_eq!(driver.problems(), (all - 5, 5));
    driver.press(Key::Escape);
    assert!(driver.shows("1 thing to check"));
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.message(), "Undone: accept 1 shared name");
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.message(), "Undone: accept 4 blank start ratings");
    assert!(driver.shows("5 things to check"));
    driver.press_with(Modifiers::COMMAND, Key::Y);
    assert!(driver.shows("1 thing to check"));
}

#[test]
fn what_is_accepted_is_listed_again_by_mouse() {
    let mut driver = with_alike_ones();
    driver.click("5 things to check");
    driver.click(ALIKE);
    driver.click("OK, that is right");
    driver.click("4 accepted · Show");
    assert!(driver.shows("4 accepted · Hide"));
    let accepted = ALIKE.replace("To check", "Accepted");
    driver.click(&accepted);
    driver.click("List again");
    assert!(driver.shows(ALIKE) && driver.shows("To check (5)"));
    assert_eq!(driver.problems().1, 0);
}

#[test]
fn what_has_to_be_put_right_can_t_be_accepted() {
    let mut driver = Driver::with_sample();
    driver.send(Command::RATINGS_FOLLOW);
    let only = driver.camp().games[0].id;
    driver.app().send(Action::Change(Edit::DeleteGame(only)));
    driver.settle();
    driver.press(Key::F7);
    let before = driver.problems();
    driver.press(Key::Space);
    driver.click("OK, that is right");
    assert_eq!(driver.problems(), before);
    assert!(driver.shows_words("are out of date. Press Recalc Ratings"));
}

#[test]
fn another_fact_lists_what_was_accepted_again() {
    let mut driver = with_alike_ones();
    driver.press(Key::F7);
    driver.press(Key::ArrowDown);
    driver.press(Key::Space);
    driver.press(Key::Escape);
    assert!(driver.shows("1 thing to check"));
    let mut player = driver.camp().players[0].clone();
    player.first_name = "Somebody".to_owned();
    driver.app().send(Action::Change(Edit::put(&player)));
    driver.settle();
    assert!(driver.shows("2 things to check"));
    assert_eq!(driver.problems().1, 3);
}

#[test]
fn what_keeps_ratings_from_being_computed_is_one_line_above_the_page_for_alike_ones() {
    let mut driver = Driver::with_sample();
    for at in 0..2 {
        let mut player = driver.camp().players[at].clone();
        player.group = None;
        driver.app().send(Action::Change(Edit::put(&player)));
        driver.settle();
    }
    assert!(driver.shows_words("2 campers have no group, so there is no rating to start from"));
    driver.click("Show");
    assert!(driver.shows("Must be fixed (2)"));
}

#[test]
fn a_key_that_is_held_down_accepts_one_line_alone() {
    let mut driver = with_alike_ones();
    driver.press(Key::F7);
    let all = driver.problems().0;
    for repeat in [false, true, true] {
        driver.harness.event(egui::Event::Key {
            key: Key::Space,
            physical_key: None,
            pressed: true,
            repeat,
            modifiers: Modifiers::NONE,
        });
        driver.settle();
    }
    assert_eq!(driver.problems(), (all - 1, 1));
}

#[test]
fn a_problem_of_the_backups_leads_to_them() {
    for problem in [LadderProblem::NoBackup, LadderProblem::NoSecondBackup] {
        let mut driver = Driver::with_sample();
        let camp = driver.app().session.camp.as_mut().expect("a camp");
        camp.problems = vec![problem("It has had no backup yet".to_owned())];
        driver.press(Key::F7);
        assert!(driver.shows("Open Backups"));
        driver.press(Key::Enter);
        driver.settle();
        assert!(driver.app().dialog.is_none());
        assert!(driver.shows("There is no backup yet"), "the page");
    }
}
