//! Games typed at the foot of the projector, while the children watch.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::{Driver, on_projector};
use crate::{
    app::{Action, Command, Page, View},
    domain::{Edit, Field, GameResult},
    pages::games::entry::EntryAction,
};

/// Types a game: the two names, Tab after each, and the key of the result.
fn game(driver: &mut Driver, white: &str, black: &str, result: &str) {
    driver.type_text(white);
    driver.press(Key::Tab);
    driver.type_text(black);
    driver.press(Key::Tab);
    driver.type_text(result);
}

#[test]
fn a_game_that_is_typed_moves_the_ladder() {
    let mut driver = on_projector();
    let before = driver.camp().games.len();
    driver.press(Key::End);
    driver.press(Key::F2);
    assert!(driver.has_keyboard("White"));
    game(&mut driver, "kap", "shah", "1");
    assert_eq!(driver.camp().games.len(), before + 1);
    assert!(driver.has_keyboard("White"), "and the next one");
    assert_eq!(driver.page(), 1, "the page where it happened");
    assert!(driver.shows_words("Lena Kaplan, rating 1334, up 34, just now up 17"));
    assert!(driver.shows_words("Gael Shah, rating 1339, up 39, just now down 17"));
    assert!(!driver.shows_words("Mateo Khoury, rating 1311, up 11, just now"));
    driver.wait(11);
    assert!(!driver.shows_words("just now"));

    driver.press(Key::Escape);
    assert!(!driver.shows("White"), "the strip is closed");
    assert!(driver.has_keyboard("Standings on the projector"));
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.message(), "Undone", "and nobody is named");
    driver.press(Key::Home);
    assert_eq!(driver.camp().games.len(), before);
    assert!(driver.shows_words("Lena Kaplan, rating 1317, up 17, just now down 17"));
    driver.press(Key::Escape);
    assert!(!driver.is_on_projector());
    assert_eq!(driver.app().page, Page::STANDINGS, "where one came from");
}

#[test]
fn a_page_comes_back_with_what_was_searched_for() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.players().rows.search.push_str("kap");
    driver.send(Command::PROJECTOR);
    driver.press(Key::F2);
    assert!(driver.has_keyboard("White"));
    driver.press(Key::Escape);
    driver.press(Key::Escape);
    assert!(!driver.is_on_projector());
    assert_eq!(driver.app().page, Page::PLAYERS);
    assert_eq!(driver.players().rows.search, "kap");
}

#[test]
fn keys_of_the_strip_turn_no_pages() {
    let mut driver = on_projector();
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("White"));
    driver.type_text("de la");
    driver.press(Key::Home);
    driver.press(Key::ArrowLeft);
    driver.type_text("+");
    assert_eq!(driver.page(), 1);
    assert!(!driver.projector().is_paused());
    assert_eq!(driver.app().settings.projector.seconds, 12);
    // Esc goes out step by step: the list of names, what is typed, the strip, the projector.
    let mut steps = 0;
    while driver.is_on_projector() {
        driver.press(Key::Escape);
        steps += 1;
        assert!(steps < 6, "Esc leads out");
    }
    assert!(steps > 2, "not at once: {steps}");
}

#[test]
fn half_a_game_stays_in_the_strip() {
    let mut driver = on_projector();
    driver.press(Key::F2);
    driver.type_text("kap");
    driver.press(Key::Tab);
    driver.send(Command::PROJECTOR);
    assert!(!driver.is_on_projector());
    driver.send(Command::GO_GAMES);
    assert_eq!(driver.app().views.of(Page::GAMES), View::Entry);
    assert!(driver.entry().strip.draft.player(Field::White).is_some());
}

#[test]
fn the_last_game_is_corrected_in_the_strip() {
    let mut driver = on_projector();
    let before = driver.camp().games.len();
    driver.press(Key::F2);
    game(&mut driver, "kap", "shah", "1");
    driver.press(Key::Escape);
    assert_eq!(driver.camp().games.len(), before + 1);
    driver.press(Key::F8);
    let correcting = format!("Correcting game {}", before + 1);
    assert!(driver.shows(&correcting), "the strip is open again");
    driver.type_text("0");
    let games = driver.camp().games;
    assert_eq!(games.len(), before + 1);
    assert_eq!(games[before].result, GameResult::BlackWon);
}

#[test]
fn a_correction_that_cannot_be_saved_keeps_the_strip() {
    let mut driver = on_projector();
    driver.press(Key::F2);
    let last = driver.camp().games.last().expect("a game").id;
    driver.enter(EntryAction::Correct(last));
    driver.settle();
    driver.focus_field("Date");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("nonsense");
    driver.send(Command::PROJECTOR);
    assert!(driver.is_on_projector() && driver.shows("White"));
    assert!(driver.message().contains("Can’t save"));
    driver.press(Key::Escape);
    driver.send(Command::PROJECTOR);
    assert!(!driver.is_on_projector());
}

#[test]
fn a_closed_week_is_shown_and_not_typed_at() {
    let mut driver = on_projector();
    let on = jiff::civil::date(2026, 7, 10);
    driver.app().send(Action::Change(Edit::CloseWeek { on }));
    driver.settle();
    assert!(driver.shows("Gold") && driver.shows_words("1, Gael Shah, rating"));
    driver.press(Key::F2);
    assert!(!driver.shows("White"));
    assert!(
        driver.message().contains("is closed"),
        "{}",
        driver.message()
    );
}

#[test]
fn the_wall_follows_every_change_of_the_camp() {
    let mut driver = on_projector();
    driver.press(Key::Space);
    let last = driver.camp().games.last().expect("a game").clone();
    let mut changed = last.clone();
    changed.result = match last.result {
        GameResult::WhiteWon => GameResult::BlackWon,
        GameResult::Draw | GameResult::BlackWon => GameResult::WhiteWon,
    };
    let white = driver.camp().full_name(last.white);
    driver.app().send(Action::Change(Edit::put(&changed)));
    driver.settle();
    assert_eq!(driver.page(), 1, "a page that was stopped stays");
    let mut found = false;
    for _ in 0..5 {
        let line = format!("{white}, rating");
        let nodes = driver.harness.query_all_by_label_contains(&line);
        found |= nodes
            .filter_map(|node| node.accesskit_node().value())
            .any(|text| text.contains("just now"));
        driver.press(Key::ArrowRight);
    }
    assert!(found, "{white} has moved");
}

#[test]
fn ratings_that_wait_for_the_button_are_said() {
    let mut driver = Driver::with_sample();
    driver.send(Command::RATINGS_FOLLOW);
    driver.send(Command::PROJECTOR);
    driver.press(Key::Space);
    driver.press(Key::F2);
    game(&mut driver, "kap", "shah", "1");
    assert!(driver.shows("Recalc needed"));
    assert!(driver.shows_words("Lena Kaplan, rating 1317, up 17"));
    driver.press(Key::F9);
    assert!(!driver.shows("Recalc needed"));
    assert!(driver.shows_words("Lena Kaplan, rating 1334, up 34, just now up 17"));
}
