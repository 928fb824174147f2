//! The second pass through the games, by keyboard.

use std::cell::Cell;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::Driver;
use crate::{
    app::{Action, Command, Page, View},
    domain::{CampData, Edit, Game, GameResult, Group, Player, PlayerId},
    kit::testing::painted_texts,
};

thread_local! {
    static RUNG: Cell<usize> = const { Cell::new(0) };
}

/// A camp file with two players and games of these results, in the second pass.
fn checking(file: &std::path::Path, results: &[GameResult]) -> Driver {
    let mut driver = Driver::with_new_camp(file);
    driver.app().bell = || RUNG.set(RUNG.get() + 1);
    RUNG.set(0);
    let group = Edit::AddGroup(Group::new("Red", Some(400)));
    driver.app().send(Action::Change(group));
    driver.settle();
    let group = driver.camp().groups[0].id;
    for (last_name, first_name) in [("Lee", "Ann"), ("Vang", "Bo")] {
        let player = Player {
            last_name: last_name.to_owned(),
            first_name: first_name.to_owned(),
            group: Some(group),
            ..Player::default()
        };
        driver.app().send(Action::Change(Edit::AddPlayer(player)));
    }
    for result in results {
        let game = Game {
            date: Some(super::TODAY),
            ..Game::new(PlayerId(1), PlayerId(2), *result)
        };
        driver.app().send(Action::Change(Edit::add_game(game)));
    }
    driver.settle();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_CHECK);
    driver
}

fn verified(camp: &CampData) -> Vec<bool> {
    let games = camp.games.iter();
    games.map(|game| game.verified.is_some()).collect()
}

fn results(camp: &CampData) -> Vec<GameResult> {
    camp.games.iter().map(|game| game.result).collect()
}

use GameResult::{BlackWon, Draw, WhiteWon};

#[test]
fn results_that_agree_and_ticks_check_one_game_after_the_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = checking(&folder.path().join("A.ladder"), &[WhiteWon, Draw, BlackWon]);
    assert!(driver.shows("0 of 3 checked"));
    driver.type_text("1");
    assert!(driver.shows("1 of 3 checked"));
    driver.press(Key::Space);
    driver.type_text("b");
    assert_eq!(verified(&driver.camp()), [true, true, true]);
    assert!(driver.shows("3 of 3 checked") && driver.shows("Every game is checked"));
    let at = driver.camp().games[0].verified.expect("a moment");
    assert_eq!(at.timestamp(), super::now().timestamp());
    assert!(driver.shows("Checked 7/10/2026 2:30 PM"), "says when");
    assert_eq!(RUNG.get(), 0);
}

#[test]
fn letters_that_come_together_are_one_result_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = checking(&folder.path().join("A.ladder"), &[WhiteWon, Draw, BlackWon]);
    driver.type_text("150");
    assert_eq!(verified(&driver.camp()), [true, true, true]);
}

#[test]
fn a_difference_stops_beeps_and_leaves_everything_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = checking(&folder.path().join("A.ladder"), &[WhiteWon, Draw, BlackWon]);
    // The second 1 differs; the 0, and what follows, was typed ahead.
    driver.type_text("110");
    assert!(driver.shows("You typed 1–0, the camp has ½–½"));
    assert_eq!(RUNG.get(), 1);
    assert_eq!(verified(&driver.camp()), [true, false, false]);
    driver.type_text("0");
    driver.press(Key::Space);
    driver.press(Key::ArrowDown);
    driver.type_text("5");
    assert!(
        driver.shows("You typed 1–0, the camp has ½–½"),
        "still there"
    );
    assert_eq!(verified(&driver.camp()), [true, false, false]);

    driver.press(Key::Escape);
    assert!(!driver.shows_words("You typed"));
    assert_eq!(results(&driver.camp()), [WhiteWon, Draw, BlackWon]);
    assert_eq!(verified(&driver.camp()), [true, false, false]);
    driver.type_text("5");
    assert_eq!(verified(&driver.camp()), [true, true, false], "goes on");
}

#[test]
fn one_key_overwrites_and_undo_takes_it_back_in_one_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = checking(&folder.path().join("A.ladder"), &[WhiteWon, Draw]);
    driver.type_text("0");
    assert!(driver.shows("Change to 0–1"));
    assert_eq!(results(&driver.camp()), [WhiteWon, Draw]);
    driver.press(Key::Enter);
    assert_eq!(results(&driver.camp()), [BlackWon, Draw]);
    assert_eq!(verified(&driver.camp()), [true, false]);
    assert_eq!(
        driver.camp().players[0].ratings.weekly,
        385,
        "ratings follow"
    );
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(results(&driver.camp()), [WhiteWon, Draw]);
    assert_eq!(verified(&driver.camp()), [false, false]);
    assert!(driver.shows("Undone: change result of game 1 to 0–1"));
    // Undo has led back to the game.
    driver.type_text("1");
    assert_eq!(verified(&driver.camp()), [true, false]);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(verified(&driver.camp()), [false, false]);
    driver.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(verified(&driver.camp()), [true, false]);
    driver.type_text("5");
    assert_eq!(verified(&driver.camp()), [true, true]);
}

#[test]
fn an_enter_in_the_rhythm_of_typing_overwrites_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = checking(&folder.path().join("A.ladder"), &[WhiteWon, Draw]);
    let rhythm = [
        egui::Event::Text("0".to_owned()),
        super::key_event(Key::Enter),
    ];
    for event in rhythm {
        driver.harness.event(event);
    }
    driver.harness.run_steps(2);
    driver.settle();
    assert!(driver.shows_words("You typed 0–1"));
    assert_eq!(results(&driver.camp()), [WhiteWon, Draw]);
}

#[test]
fn keys_that_wait_for_their_turn_are_thrown_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = checking(&folder.path().join("A.ladder"), &[WhiteWon, Draw]);
    let ctx = driver.harness.ctx.clone();
    let deal = |driver: &mut Driver, events: Vec<egui::Event>| {
        let mut input = egui::RawInput {
            events,
            ..egui::RawInput::default()
        };
        eframe::App::raw_input_hook(driver.harness.state_mut(), &ctx, &mut input);
        let dealt = input.events.len();
        for event in input.events {
            driver.harness.event(event);
        }
        driver.settle();
        dealt
    };
    // All within one frame: the second turn is that of Enter.
    let typed = ["0", "5"].map(|letter| egui::Event::Text(letter.to_owned()));
    let [differs, ahead] = typed;
    assert_eq!(
        deal(
            &mut driver,
            vec![differs, super::key_event(Key::Enter), ahead]
        ),
        1
    );
    assert!(driver.shows_words("You typed 0–1"));
    for _ in 0..4 {
        assert_eq!(deal(&mut driver, Vec::new()), 0, "nothing waits any more");
    }
    assert_eq!(results(&driver.camp()), [WhiteWon, Draw]);
    assert_eq!(verified(&driver.camp()), [false, false]);
    // What is typed after that is heard.
    assert_eq!(deal(&mut driver, vec![super::key_event(Key::Escape)]), 1);
    assert!(!driver.shows_words("You typed"));
}

#[test]
fn what_is_checked_is_in_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("A.ladder");
    let mut driver = checking(&file, &[WhiteWon, Draw, BlackWon]);
    driver.type_text("1");
    driver.send(Command::CLOSE_CAMP);
    driver.app().send(Action::Open(file));
    driver.settle();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_CHECK);
    assert!(driver.shows("1 of 3 checked"));
    driver.type_text("5");
    assert_eq!(verified(&driver.camp()), [true, true, false]);

    // A result that is changed has to be compared again.
    let changed = Game {
        result: Draw,
        ..driver.camp().games[0].clone()
    };
    driver.app().send(Action::Change(Edit::put(&changed)));
    driver.settle();
    assert!(driver.shows("1 of 3 checked"));
}

#[test]
fn checked_games_can_be_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = checking(&folder.path().join("A.ladder"), &[WhiteWon, Draw]);
    driver.click("Only unchecked");
    driver.type_text("1");
    assert!(!driver.shows_words("Game 1: "), "it is gone");
    driver.type_text("5");
    assert!(driver.shows_words("Show all games"));
    driver.click("Only unchecked");
    assert!(driver.shows_words("Game 1: Lee, Ann against Vang, Bo, White won, checked"));
}

#[test]
fn f2_opens_the_form_and_what_is_typed_there_is_saved_before_it_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = checking(&folder.path().join("A.ladder"), &[WhiteWon, Draw]);
    driver.press(Key::F2);
    assert!(!driver.is_checking());
    driver.focus_result();
    driver.type_text("0");
    driver.send(Command::VIEW_CHECK);
    assert_eq!(results(&driver.camp()), [BlackWon, Draw]);
    driver.type_text("0");
    assert_eq!(verified(&driver.camp()), [true, false]);
}

#[test]
fn a_problem_leads_to_its_game_although_another_one_was_deleted_since() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = checking(&folder.path().join("A.ladder"), &[WhiteWon, Draw]);
    let [first, second] = [0, 1].map(|place| driver.camp().games[place].id);
    let inserted = Game {
        date: Some(super::TODAY),
        ..Game::new(PlayerId(1), PlayerId(2), BlackWon)
    };
    driver.app().send(Action::Change(Edit::AddGame {
        game: inserted,
        before: Some(second),
    }));
    driver.settle();
    assert!(driver.shows("0 of 3 checked"));
    driver.send(Command::VIEW_FORM);
    driver.app().send(Action::Change(Edit::DeleteGame(first)));
    driver.settle();
    // The list was made while there were three games.
    driver.app().send(Action::Go(
        Page::GAMES.in_view(View::Check, Some(second.into())),
    ));
    driver.settle();
    let camp = driver.camp();
    let current = driver
        .games_page()
        .checking
        .current(&camp)
        .map(|game| game.id);
    assert_eq!(current, Some(second));
    assert!(driver.shows("0 of 2 checked"));
}

/// As wide as a window of 900 pixels is at 150 %.
#[test]
fn in_a_small_window_what_to_do_and_the_names_are_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = checking(&folder.path().join("Camp.ladder"), &[WhiteWon]);
    let mut player = driver.camp().players[0].clone();
    player.last_name = "Featherstone".to_owned();
    driver.change(Edit::put(&player));
    let painted = |driver: &Driver| {
        let painted = painted_texts(driver.harness.output()).into_iter();
        let whole = painted.filter(|it| !it.is_cut).map(|it| it.text);
        whole.collect::<Vec<_>>()
    };
    driver.harness.set_size(egui::vec2(600.0, 900.0));
    driver.settle();
    let what = "Type the result from the sheet: 1, 0 or 5. Space if it is the same";
    assert!(painted(&driver).iter().any(|text| text == what));
    let hint = driver.harness.get_by_label(what).rect();
    let button = driver.harness.get_by_label("Open in the form").rect();
    assert!(hint.right() <= button.left(), "{hint} and {button}");
    // The one that is listed, and the one of the card.
    let name = "Featherstone, Ann";
    let names = painted(&driver).into_iter().filter(|text| text == name);
    assert_eq!(names.count(), 2);
}
