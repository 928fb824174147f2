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

#[test]
fn enter_in_an_empty_name_leaves_the_keyboard_there() {
    let mut driver = entry();
    driver.game("shah", "rao", "1");
    let before = driver.camp().games.len();
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("White"));
    driver.type_text("rao");
    driver.press(Key::Tab);
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("Black"));
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.type_text("0");
    assert_eq!(driver.camp().games.len(), before + 1);
}

#[test]
fn enter_goes_on_from_what_is_filled_in_as_tab_does() {
    let mut driver = entry();
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.type_text("rao");
    driver.press(Key::Tab);
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    for next in ["Black", "Result"] {
        driver.press(Key::Enter);
        assert!(driver.has_keyboard(next));
    }
    driver.press(Key::Tab);
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("Counts"), "from the date");
}

#[test]
fn enter_goes_on_from_a_name_in_the_form_of_a_game() {
    let mut driver = entry();
    driver.send(Command::VIEW_FORM);
    let role = egui::accesskit::Role::EditableComboBox;
    let name = |driver: &Driver, name: &str| {
        let node = driver.harness.get_by_role_and_label(role, name);
        node.is_focused()
    };
    driver.harness.get_by_role_and_label(role, "White").focus();
    driver.settle();
    driver.press(Key::Enter);
    assert!(name(&driver, "Black"));
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("Result"));
}
