//! What keys do where a game can't be saved yet, in another view, and under another page.

use egui::{Key, Modifiers};

use super::*;

#[test]
fn a_key_behind_a_game_that_cannot_be_saved_does_nothing() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    let before = driver.camp().games.len();
    driver.press(Key::Tab);
    driver.type_text("rao");
    driver.press(Key::Tab);
    let ctx = driver.harness.ctx.clone();
    let dealt = |driver: &mut Driver, events| {
        let mut input = egui::RawInput {
            events,
            ..egui::RawInput::default()
        };
        eframe::App::raw_input_hook(driver.harness.state_mut(), &ctx, &mut input);
        input.events
    };
    // Both before the next frame is drawn.
    let keys = vec![egui::Event::Text("1".to_owned()), key_event(Key::F8)];
    for event in dealt(&mut driver, keys) {
        driver.harness.event(event);
    }
    driver.harness.step();
    assert!(driver.app().forget_keys);
    assert!(dealt(&mut driver, Vec::new()).is_empty(), "it waits");
    driver.settle();
    assert!(dealt(&mut driver, Vec::new()).is_empty(), "it is gone");
    assert!(driver.shows_words("Choose who had White"));
    assert_eq!(driver.camp().games.len(), before, "nothing is taken back");
}

#[test]
fn single_letters_count_only_where_games_are_typed() {
    let mut driver = entry();
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.type_text("rao");
    driver.press(Key::Tab);
    let takes = |driver: &mut Driver| {
        let app = driver.app();
        let view = app.view();
        app.shown().is_some_and(|page| page.takes_single_keys(view))
    };
    assert!(takes(&mut driver));
    driver.send(Command::NEXT_VIEW);
    assert!(!takes(&mut driver));
}

#[test]
fn half_a_game_is_taken_back_also_under_the_history() {
    let mut driver = entry();
    driver.type_text("shah");
    driver.press(Key::Tab);
    assert!(driver.entry().is_changed());
    driver.send(Command::HISTORY);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(!driver.entry().is_changed());
}
