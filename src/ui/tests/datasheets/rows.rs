//! What happens to which rows: boxes, clicks, namesakes, internal ratings, and selected rows.

use egui::{Key, Modifiers};

use super::*;
use crate::domain::{Field, RecordKind};

#[test]
fn a_box_that_is_clicked_in_another_row_is_that_rows() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    let before = driver.camp().players;
    driver.click_cell(1, "Active");
    assert_eq!(driver.app().current_row(), Some(1));
    assert_ne!(
        driver.players().editor.draft.is_yes(Field::Active),
        before[1].active
    );
    driver.press(Key::ArrowDown);
    let camp = driver.camp();
    assert_eq!(camp.players[0], before[0], "the row before stays");
    assert_ne!(camp.players[1].active, before[1].active);

    // Also where the row before must be saved first.
    driver.press(Key::Home);
    driver.press(Key::ArrowRight);
    driver.type_text("Quill");
    driver.press(Key::Tab);
    driver.click_cell(3, "Active");
    assert_eq!(driver.app().current_row(), Some(3));
    assert_ne!(
        driver.players().editor.draft.is_yes(Field::Active),
        before[3].active
    );
    let saved = driver.camp().players[2].clone();
    assert_eq!(
        (saved.last_name.as_str(), saved.active),
        ("Quill", before[2].active)
    );
}

#[test]
fn a_box_that_is_clicked_in_the_row_of_the_asterisk_is_the_new_records() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    driver.players().rows.search = "shah".to_owned();
    driver.settle();
    let rows = driver.rows();
    driver.press_with(Modifiers::COMMAND, Key::Home);
    let before = driver.camp().players;
    driver.click_cell(rows, "Active");
    assert!(driver.players().editor.is_new());
    assert!(!driver.players().editor.draft.is_yes(Field::Active));
    assert_eq!(driver.camp().players, before);
}

#[test]
fn nothing_is_ticked_where_the_row_before_cannot_be_left() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    for _ in 0..2 {
        driver.press(Key::ArrowRight);
        driver.press(Key::Delete);
    }
    let before = driver.camp().players;
    let draft = driver.players().editor.draft.clone();
    driver.click_cell(1, "Active");
    assert_eq!(driver.app().current_row(), Some(0), "a name is missing");
    assert_eq!(driver.players().editor.draft, draft);
    driver.send(Command::UNDO_RECORD);
    driver.press(Key::ArrowDown);
    assert_eq!(driver.camp().players, before);
}

#[test]
fn a_click_on_another_row_ends_editing_and_leads_there() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    let before = driver.camp().players;
    driver.press(Key::ArrowRight);
    driver.press(Key::F2);
    driver.click_cell(1, "First name");
    assert_eq!(driver.app().current_row(), Some(1));
    driver.type_text("Zed");
    driver.press(Key::ArrowDown);
    let camp = driver.camp();
    assert_eq!(camp.players[0], before[0], "the row before stays");
    assert_eq!(camp.players[1].first_name, "Zed");
}

#[test]
fn of_two_namesakes_the_one_with_the_number_is_pasted() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    let camp = driver.camp();
    let (first, second) = (&camp.players[0], &camp.players[1]);
    driver.press(Key::ArrowDown);
    driver.press(Key::ArrowRight);
    driver.paste(&first.last_name);
    driver.press(Key::Tab);
    driver.paste(&first.first_name);
    driver.press(Key::ArrowUp);
    assert_eq!(driver.camp().listed_name(second.id), first.listed_name());

    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_DATASHEET);
    driver.focus("Games");
    driver.send(Command::NEW_RECORD);
    driver.press(Key::Home);
    driver.press(Key::ArrowRight);
    driver.paste(&first.listed_name());
    assert!(driver.message().starts_with("Several players are called"));
    assert_eq!(driver.games().editor.draft.player(Field::White), None);
    driver.paste(&format!("{} ({})", first.listed_name(), second.id));
    assert_eq!(
        driver.games().editor.draft.player(Field::White),
        Some(second.id)
    );
    driver.press(Key::Escape);
    driver.press(Key::Tab);
    driver.paste(&camp.players[2].listed_name());
    assert_eq!(
        driver.games().editor.draft.player(Field::Black),
        Some(camp.players[2].id)
    );
}

#[test]
fn the_internal_ratings_are_hidden_again_when_the_page_is_left() {
    let mut driver = wide_sheet();
    let internal = ["Permanent (internal)", "Permanent at start of week"];
    let show = |driver: &mut Driver| {
        for title in internal {
            driver.press_with(Modifiers::ALT, Key::ArrowDown);
            driver.press_entry(Role::MenuItemCheckBox, title);
        }
        assert!(internal.iter().all(|title| driver.shows(title)));
    };
    show(&mut driver);
    let saved = driver.app().settings.columns.get(RecordKind::Player.name());
    let saved = saved.expect("the arrangement").to_string();
    assert!(saved.contains("\"permanent\"") && saved.contains("\"start permanent\""));

    driver.send(Command::GO_GAMES);
    driver.send(Command::GO_PLAYERS);
    assert!(!internal.iter().any(|title| driver.shows(title)));

    driver.press_with(Modifiers::COMMAND, Key::Home);
    show(&mut driver);
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::VIEW_DATASHEET);
    assert!(!internal.iter().any(|title| driver.shows(title)));
}

#[test]
fn settings_cannot_show_the_internal_ratings() {
    for hidden in [
        serde_json::json!({}),
        serde_json::json!({"hidden": [
            "number", "last name", "first name", "group", "active", "rating", "won", "drawn", "lost", "notes"
        ]}),
    ] {
        let mut driver = Driver::with_size(2600.0, 760.0);
        driver.send(Command::OPEN_SAMPLE);
        let key = Page::PLAYERS.title.to_owned();
        driver.app().settings.columns.insert(key, hidden);
        driver.send(Command::GO_PLAYERS);
        driver.send(Command::VIEW_DATASHEET);
        assert!(driver.shows("Won"));
        assert!(!driver.shows("Permanent (internal)"));
        assert!(!driver.shows("Permanent at start of week"));
    }
}

#[test]
fn the_internal_ratings_are_copied_cell_by_cell_only() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    driver.press_with(Modifiers::ALT, Key::ArrowDown);
    driver.press_entry(Role::MenuItemCheckBox, "Permanent (internal)");
    driver.focus("Players");
    driver.press(Key::End);
    // Behind it stand the custom columns Grade and School.
    driver.press(Key::ArrowLeft);
    driver.press(Key::ArrowLeft);
    let permanent = driver.camp().players[0].ratings.permanent;
    assert_eq!(driver.copied(), permanent.to_string());
    driver.press_with(Modifiers::COMMAND, Key::A);
    let copied = driver.copied();
    assert_eq!(copied.lines().count(), 41);
    assert!(!copied.contains("Permanent"));
}

#[test]
fn the_one_selected_row_is_deleted_wherever_the_cursor_is() {
    for key in [Key::Delete, Key::X] {
        let mut driver = sheet(Page::GAMES, "Games");
        let before = driver.camp().games;
        driver.press(Key::ArrowDown);
        driver.press_with(Modifiers::COMMAND, Key::Space);
        for _ in 0..3 {
            driver.press(Key::ArrowDown);
        }
        assert_eq!(
            (driver.app().selected(), driver.app().current_row()),
            (1, Some(4))
        );
        if key == Key::X {
            driver.harness.event(Event::Cut);
            driver.settle();
        } else {
            driver.press(key);
        }
        let games = driver.camp().games;
        assert_eq!(games.len(), before.len() - 1);
        assert!(games.iter().all(|game| game.id != before[1].id));
        assert_eq!(
            driver.games().editor.id(),
            Some(before[4].id),
            "the cursor stays"
        );
    }
}

#[test]
fn what_is_done_to_selected_rows_is_said_when_it_is_saved() {
    let mut driver = sheet(Page::GAMES, "Games");
    driver.press_with(Modifiers::SHIFT, Key::ArrowDown);
    let bulk = crate::app::form::Bulk::SetCounts(false);
    driver.app().send(crate::app::Action::Bulk(bulk));
    driver.app().logic();
    assert_eq!(driver.message(), "", "it is on its way");
    driver.settle();
    let said = driver.message();
    let moved = said.strip_prefix("2 games are fun games now. ");
    assert!(
        moved.is_some_and(|moved| moved.ends_with(" ratings changed")),
        "{said}"
    );
}

#[test]
fn selected_games_stay_selected_where_another_one_comes_before_them() {
    let mut driver = sheet(Page::GAMES, "Games");
    let before = driver.camp().games;
    driver.press(Key::ArrowDown);
    driver.press_with(Modifiers::SHIFT, Key::ArrowDown);
    let first = crate::domain::Edit::DeleteGame(before[0].id);
    driver.app().send(crate::app::Action::Change(first));
    driver.app().logic();
    while driver
        .app()
        .session
        .camp
        .as_ref()
        .is_some_and(|camp| camp.data.games.len() == before.len())
    {
        driver.app().logic();
    }
    let bulk = crate::app::form::Bulk::DeleteNow;
    driver.app().send(crate::app::Action::Bulk(bulk));
    driver.app().logic();
    driver.settle();
    let games = driver.camp().games;
    assert_eq!(games[..], before[3..]);
}

#[test]
fn every_key_that_moves_a_game_moves_it() {
    let mut driver = sheet(Page::GAMES, "Games");
    let before = driver.camp().games;
    driver.press_with(Modifiers::COMMAND, Key::ArrowDown);
    let game = driver.games().editor.id();
    driver.app().send(Command::MOVE_GAME_UP);
    driver.app().send(Command::MOVE_GAME_UP);
    driver.settle();
    let games = driver.camp().games;
    assert_eq!(Some(games[before.len() - 3].id), game);
}

#[test]
fn what_is_shown_by_the_time_a_record_is_deleted_stays() {
    let mut driver = sheet(Page::GAMES, "Games");
    let before = driver.camp().games;
    driver.app().send(Command::DELETE_RECORD);
    driver.app().send(crate::app::Action::ShowRow(5));
    driver.settle();
    assert_eq!(driver.camp().games.len(), before.len() - 1);
    assert_eq!(driver.games().editor.id(), Some(before[5].id));

    // Two are two, however fast.
    driver.app().send(Command::DELETE_RECORD);
    driver.app().send(Command::DELETE_RECORD);
    driver.settle();
    assert_eq!(driver.camp().games.len(), before.len() - 3);
}

#[test]
fn the_room_below_the_rows_has_the_menu_of_the_new_record() {
    let mut driver = sheet(Page::GROUPS, "Groups");
    let table = driver.harness.get_by_role_and_label(Role::Grid, "Groups");
    let place = table.rect().center();
    driver.harness.hover_at(place);
    driver.settle();
    for pressed in [true, false] {
        driver.harness.event(Event::PointerButton {
            pos: place,
            button: egui::PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    driver.settle();
    let paste = driver
        .harness
        .get_by_role_and_label(Role::MenuItem, "Paste");
    assert!(
        paste.rect().distance_to_pos(place) < 120.0,
        "at the pointer"
    );
    assert!(driver.app().is_new_record());
    driver.press(Key::Escape);
    assert!(driver.has_keyboard("Groups"));
}
