//! Recalc Ratings in the window.

use egui::{Key, Modifiers};

use super::Driver;
use crate::{
    app::{Action, Command, Page},
    domain::{Edit, Field, GameResult, LadderProblem, Record},
    rating::camp_ladder,
};

#[test]
fn the_window_lives_while_the_ratings_are_recalculated() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    driver.focus("Games");
    driver.app().send(Command::RECALCULATE);
    // Scrolling goes on at once, whatever the job does.
    for _ in 0..3 {
        driver.harness.key_press(Key::PageDown);
        driver.harness.run_steps(1);
    }
    driver.settle();
    assert_eq!(driver.message(), "40 players, 126 games, no rating changed");
    assert!(
        driver.games().editor.id().is_some(),
        "the list was scrolled"
    );
}

#[test]
fn cancel_leaves_everything_as_it_was() {
    let mut driver = Driver::with_sample();
    // As in the old program: only the button moves the ratings.
    driver.send(Command::RATINGS_FOLLOW);
    let last = driver.camp().games[125].id;
    driver.app().send(Action::Change(Edit::DeleteGame(last)));
    driver.settle();
    let before = driver.camp();
    driver.app().send(Command::RECALCULATE);
    driver.app().send(Action::CancelRecalculation);
    driver.settle();
    assert_eq!(
        driver.message(),
        "Recalc Ratings was cancelled: nothing has changed"
    );
    assert_eq!(driver.camp(), before);
    assert!(driver.shows("Recalc needed"));
}

#[test]
fn what_stops_a_recalculation_is_named_and_leads_to_the_record() {
    let mut driver = Driver::with_sample();
    let mut group = driver.camp().groups[1].clone();
    group.initial_rating = None;
    let id = group.id;
    driver.app().send(Action::Change(Edit::put(&group)));
    driver.settle();
    let before = driver.camp();
    driver.send(Command::RECALCULATE);
    assert!(driver.shows_words("The group Red has no initial ladder rating"));
    assert!(driver.message().starts_with("Not recalculated"));
    assert_eq!(driver.camp(), before);

    driver.click("Show");
    assert_eq!(driver.app().page, Page::GROUPS);
    assert_eq!(driver.groups().editor.id(), Some(id));
    driver.app().send(Action::Show(Record::Group(id)));
    driver.settle();
    driver.focus_field("Initial ladder rating");
    driver.type_text("400");
    driver.send(Command::SAVE_RECORD);
    assert!(!driver.shows_words("has no initial ladder rating"));
}

#[test]
fn blank_starts_are_filled_with_one_click() {
    let mut driver = Driver::with_sample();
    let mut player = driver.camp().players[0].clone();
    player.start_permanent = None;
    let id = player.id;
    driver.app().send(Action::Change(Edit::put(&player)));
    driver.settle();
    driver.click("1 thing to check");
    assert!(driver.shows_words("has no permanent rating for the start of the week"));
    driver.click("Use the initial rating of the group for all blank ones");
    let camp = driver.camp();
    let player = camp.player(id).expect("the player");
    let initial = player
        .group
        .and_then(|group| camp.group(group))
        .and_then(|group| group.initial_rating);
    assert_eq!(player.start_permanent, initial);
}

#[test]
fn ratings_follow_a_change_at_once_and_are_undone_with_it() {
    let mut driver = Driver::with_sample();
    let before = driver.camp();
    let mut game = before.games[17].clone();
    game.result = match game.result {
        GameResult::WhiteWon => GameResult::BlackWon,
        _ => GameResult::WhiteWon,
    };
    let number = game.sequence;
    driver.app().send(Action::Change(Edit::put(&game)));
    driver.settle();
    let after = driver.camp();
    assert_ne!(after.players, before.players, "ratings have moved");
    assert!(driver.shows("Ratings up to date"));
    let problems = camp_ladder::problems(&after);
    assert!(!problems.iter().any(LadderProblem::counts));

    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(
        driver.message(),
        format!("Undone: change result of game {number}")
    );
    assert_eq!(driver.camp(), before);
    driver.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(driver.camp(), after);
    driver.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(driver.message(), "There is nothing to redo");
}

#[test]
fn undo_takes_back_what_is_typed_before_what_was_saved() {
    let mut driver = Driver::with_sample();
    let name = driver.camp().name;
    driver
        .app()
        .send(Action::Change(Edit::RenameCamp("Another name".to_owned())));
    driver.settle();
    driver.send(Command::GO_GROUPS);
    driver.send(Command::NEW_RECORD);
    driver.type_text("Silver");
    driver.send(Command::UNDO);
    assert_eq!(driver.groups().editor.draft.typed(Field::GroupName), "");
    assert_eq!(driver.camp().name, "Another name");
    driver.send(Command::UNDO);
    assert_eq!(driver.camp().name, name);
}
