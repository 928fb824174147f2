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

#[test]
fn keys_wait_from_the_result_until_the_next_game_is_there() {
    let mut driver = entry();
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.type_text("rao");
    driver.press(Key::Tab);
    assert!(driver.entry().takes_single_keys && !driver.app().advances_after_save());
    driver.enter(EntryAction::Result(GameResult::Draw));
    assert!(
        driver.app().advances_after_save(),
        "before anything is saved"
    );
    driver.settle();
    assert!(!driver.app().advances_after_save() && !driver.entry().takes_single_keys);

    // A game that can't be saved: what was typed ahead is dropped, what stands in the strip stays.
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.enter(EntryAction::Result(GameResult::Draw));
    driver.app().logic();
    assert!(driver.app().forget_keys);
    let draft = driver.entry().strip.draft.clone();
    assert!(draft.player(Field::White).is_some() && draft.player(Field::Black).is_none());
}

#[test]
fn a_game_that_the_file_refuses_stays_typed_and_keys_typed_ahead_are_dropped() {
    let mut driver = entry();
    let group = driver.camp().groups[0].id;
    driver.app().send(Action::Change(Edit::AddPlayer(Player {
        last_name: "Quimby".to_owned(),
        first_name: "Ada".to_owned(),
        group: Some(group),
        ..Player::default()
    })));
    driver.settle();
    let before = driver.camp().games.len();
    let added = driver.camp().players.last().expect("a player").id;
    driver.type_text("quimby");
    driver.press(Key::Tab);
    driver.type_text("rao");
    driver.press(Key::Tab);
    let draft = driver.entry().strip.draft.clone();
    assert_eq!(draft.player(Field::White), Some(added));

    // The player goes while the result is pressed, and the next game is typed before the file has answered.
    driver.app().send(Action::Change(Edit::DeletePlayer(added)));
    driver.app().logic();
    driver.enter(EntryAction::Result(GameResult::Draw));
    let ctx = driver.harness.ctx.clone();
    let mut ahead = egui::RawInput {
        events: vec![
            egui::Event::Text("shah".to_owned()),
            key_event(Key::Tab),
            egui::Event::Text("lor".to_owned()),
            key_event(Key::Tab),
            egui::Event::Text("1".to_owned()),
        ],
        ..egui::RawInput::default()
    };
    eframe::App::raw_input_hook(driver.harness.state_mut(), &ctx, &mut ahead);
    assert!(ahead.events.is_empty(), "they wait");
    driver.settle();
    assert_eq!(driver.camp().games.len(), before, "nothing is saved");
    let reason = driver.entry().strip.refusal().map(str::to_owned);
    assert_eq!(
        driver.entry().strip.draft.player(Field::Black),
        draft.player(Field::Black)
    );
    assert_eq!(driver.entry().strip.draft.result(), Some(GameResult::Draw));
    assert!(driver.shows_words(&reason.expect("a reason")));
    assert!(driver.has_keyboard("Result"));
    eframe::App::raw_input_hook(driver.harness.state_mut(), &ctx, &mut ahead);
    assert!(ahead.events.is_empty(), "nothing waits any more");

    // And the game can be put right.
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    driver.type_text("shah");
    driver.press(Key::Tab);
    driver.press(Key::Tab);
    driver.type_text("1");
    assert_eq!(driver.camp().games.len(), before + 1);
    assert_eq!(driver.players_of_last_game().0, "Shah, Gael");
}
