//! Players, groups and games: added, changed and deleted by keyboard.

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::Driver;
use crate::{
    app::{Action, Command, Page},
    domain::{Edit, Field, GameResult, Player},
};

#[test]
fn a_group_a_player_and_a_game_are_typed_without_a_mouse() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    assert!(driver.shows("First, the groups"), "says what to do first");

    driver.press_with(Modifiers::COMMAND, Key::Num2);
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    driver.type_text("Red");
    driver.press(Key::Tab);
    driver.type_text("400");
    driver.press_with(Modifiers::COMMAND, Key::S);
    assert_eq!(driver.camp().groups[0].initial_rating, Some(400));

    driver.press_with(Modifiers::COMMAND, Key::Num1);
    for (last, first) in [("Lee", "Ann"), ("Vang", "Bo")] {
        driver.press_with(Modifiers::COMMAND, Key::Plus);
        driver.type_text(last);
        driver.press(Key::Tab);
        driver.type_text(first);
        driver.press_with(Modifiers::SHIFT, Key::Enter);
    }
    let camp = driver.camp();
    let names = camp.players.iter().map(Player::listed_name);
    assert_eq!(names.collect::<Vec<_>>(), ["Lee, Ann", "Vang, Bo"]);
    assert_eq!(camp.players[0].start_permanent, Some(400));

    driver.press_with(Modifiers::COMMAND, Key::Num3);
    driver.send(Command::VIEW_FORM);
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    driver.type_text("va");
    driver.press(Key::Enter);
    driver.type_text("ann");
    driver.press(Key::Enter);
    driver.type_text("1");
    driver.press_with(Modifiers::COMMAND, Key::S);
    let game = driver.camp().games[0].clone();
    assert_eq!(
        (game.white, game.black, game.result),
        (camp.players[1].id, camp.players[0].id, GameResult::WhiteWon)
    );
    assert_eq!(
        game.date,
        Some(super::TODAY),
        "today, unless one says otherwise"
    );
    assert_eq!(driver.camp().players[1].ratings.weekly, 416);
    driver.press(Key::F9);
    assert_eq!(driver.message(), "2 players, 1 game, no rating changed");
    assert!(driver.shows("Ratings up to date"));
}

#[test]
fn what_is_wrong_stands_under_its_field_and_keeps_the_record() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GROUPS);
    driver.send(Command::NEW_RECORD);
    driver.type_text("purple");
    driver.press(Key::Tab);
    driver.type_text("a lot");
    driver.send(Command::SAVE_RECORD);
    assert!(driver.shows_words("There is already a group of this name"));
    assert!(driver.shows_words("“a lot” is not a whole number"));
    assert_eq!(driver.camp().groups.len(), 5, "nothing was saved");

    // Going elsewhere is refused too, as the record would be lost.
    driver.send(Command::GO_PLAYERS);
    assert_eq!(driver.app().page, Page::GROUPS);

    driver.send(Command::UNDO_RECORD);
    driver.send(Command::UNDO_RECORD);
    driver.send(Command::GO_PLAYERS);
    assert_eq!(driver.app().page, Page::PLAYERS);
}

#[test]
fn leaving_a_record_saves_it() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    let first = driver.players().editor.id().expect("the first player");
    driver.focus("Last name");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("Quill");
    driver.focus("Players");
    driver.press(Key::ArrowDown);
    assert_ne!(driver.players().editor.id(), Some(first));
    let camp = driver.camp();
    assert_eq!(
        camp.player(first).map(|player| player.last_name.as_str()),
        Some("Quill")
    );
}

#[test]
fn a_player_with_games_is_not_deleted_and_the_reason_is_said() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    let id = driver.players().editor.id().expect("a player");
    driver.press_with(Modifiers::COMMAND, Key::Minus);
    assert!(driver.shows_words("games this week and can’t be deleted"));
    assert_eq!(driver.camp().players.len(), 40);
    // The question begins on Make inactive.
    driver.press(Key::Enter);
    let camp = driver.camp();
    assert_eq!(camp.player(id).map(|player| player.active), Some(false));
    driver.press_with(Modifiers::COMMAND, Key::Minus);
    assert!(driver.message().contains("inactive already"));
}

#[test]
fn a_note_that_is_being_typed_makes_nobody_active_again() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    let id = driver.players().editor.id().expect("a player");
    driver.focus("Notes");
    driver.type_text("Left for home");
    driver.send(Command::DELETE_RECORD);
    driver.press(Key::Enter);
    assert_eq!(
        driver.players().editor.draft.typed(Field::Notes),
        "Left for home"
    );
    driver.focus("Players");
    driver.press(Key::ArrowDown);
    assert_ne!(driver.players().editor.id(), Some(id));
    let camp = driver.camp();
    let player = camp.player(id).expect("the player");
    assert_eq!(
        (player.active, player.notes.as_str()),
        (false, "Left for home")
    );
}

#[test]
fn a_note_that_is_being_typed_blanks_no_start_again() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    let id = driver.players().editor.id().expect("a player");
    let blank = Player {
        start_permanent: None,
        ..driver.camp().player(id).expect("the player").clone()
    };
    driver.app().send(Action::Change(Edit::put(&blank)));
    driver.settle();
    driver.focus("Notes");
    driver.type_text("Left-handed");
    driver.app().send(Action::Change(Edit::FillBlankStarts));
    driver.settle();
    driver.focus("Players");
    driver.press(Key::ArrowDown);
    let camp = driver.camp();
    let player = camp.player(id).expect("the player");
    assert!(player.start_permanent.is_some());
    assert_eq!(player.notes, "Left-handed");
}

#[test]
fn a_group_with_players_is_not_deleted_and_the_reason_is_said() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GROUPS);
    driver.focus("Groups");
    driver.press(Key::Home);
    driver.press_with(Modifiers::COMMAND, Key::Minus);
    assert!(
        driver
            .message()
            .contains("move them to another group first")
    );
    assert_eq!(driver.camp().groups.len(), 5);
}

#[test]
fn a_button_in_the_message_takes_a_deletion_back_until_something_else_is_done() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    driver.focus("Games");
    driver.press(Key::End);
    let before = driver.camp().games.clone();
    driver.press(Key::Delete);
    assert_eq!(driver.camp().games.len() + 1, before.len());
    driver.click("Undo what was done");
    assert_eq!(driver.camp().games, before);

    driver.press(Key::Delete);
    let player = driver.camp().players[0].clone();
    driver.change(Edit::put(&Player {
        notes: "Left-handed".to_owned(),
        ..player
    }));
    assert!(driver.shows_words("deleted"), "the message is still there");
    assert!(
        !driver.shows("Undo what was done"),
        "it would take back the notes"
    );
}

#[test]
fn a_key_that_is_held_down_deletes_one_record_alone() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    for view in [Command::VIEW_FORM, Command::VIEW_DATASHEET] {
        driver.send(view);
        for (modifiers, key) in [
            (Modifiers::COMMAND, Key::Minus),
            (Modifiers::NONE, Key::Delete),
        ] {
            driver.focus("Games");
            driver.press(Key::End);
            if view == Command::VIEW_DATASHEET && key == Key::Delete {
                // There it is for the row that is selected.
                driver.press_with(Modifiers::SHIFT, Key::Space);
            }
            let before = driver.camp().games.len();
            for _ in 0..3 {
                driver.harness.event(egui::Event::Key {
                    key,
                    physical_key: None,
                    pressed: true,
                    repeat: false,
                    modifiers,
                });
                driver.settle();
            }
            assert_eq!(driver.camp().games.len() + 1, before, "{key:?}");
            driver.harness.key_up(key);
            driver.settle();
        }
    }
}

#[test]
fn a_double_click_on_delete_deletes_one_record_alone() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    let before = driver.camp().games.len();
    // However slow the machine is.
    let delay = |options: &mut egui::Options| options.input_options.max_double_click_delay = 60.0;
    driver.harness.ctx.options_mut(delay);
    for _ in 0..3 {
        driver.click("Delete");
    }
    assert_eq!(driver.camp().games.len() + 1, before);
}

#[test]
fn the_button_of_another_message_leaves_undo_where_it_is() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    let before = driver.camp().games.clone();
    let gone = "/camps/No such camp.ladder".into();
    driver.app().notices.opens("Restored", gone);
    driver.focus("Games");
    driver.press(Key::Delete);
    assert_eq!(driver.camp().games.len() + 1, before.len());
    driver.click("Open that file");
    assert!(driver.shows("The camp was not opened"));
    driver.press(Key::Escape);
    driver.click("Undo what was done");
    assert_eq!(driver.camp().games, before);
}

#[test]
fn a_deleted_game_comes_back_by_undo() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    driver.focus("Games");
    driver.press(Key::End);
    let before = driver.camp();
    driver.press(Key::Delete);
    assert!(driver.message().starts_with("Game 126, "));
    assert_eq!(driver.camp().games.len(), 125);
    assert_eq!(
        driver.app().current_row(),
        Some(124),
        "its neighbour is shown"
    );
    assert!(driver.shows_words("deleted"));
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().games, before.games);
    assert!(!driver.shows_words("deleted"), "it is true no longer");
}

#[test]
fn a_search_finds_by_the_beginning_of_any_word() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::FIND);
    driver.type_text("nguy");
    assert!(driver.shows_words("Nguyễn, "), "accents don't matter");
    assert!(!driver.shows_words("Shah, Gael, number"));
    driver.press(Key::Escape);
    assert!(driver.shows_words("Shah, Gael, number"));
}

#[test]
fn groups_move_in_the_order_of_skill() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GROUPS);
    driver.focus("Groups");
    driver.press(Key::Home);
    driver.click("Move this group towards the strongest");
    let camp = driver.camp();
    let names = camp.groups.iter().map(|group| group.name.as_str());
    assert_eq!(names.collect::<Vec<_>>()[..2], ["Red", "Purple"]);
}

#[test]
fn what_is_typed_stays_when_a_record_is_not_deleted() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    driver.focus("Notes");
    driver.type_text("Plays the Sicilian");
    driver.send(Command::DELETE_RECORD);
    driver.press(Key::Escape);
    assert_eq!(driver.camp().players.len(), 40);
    assert_eq!(
        driver.players().editor.draft.typed(Field::Notes),
        "Plays the Sicilian"
    );
}

#[test]
fn printing_saves_the_game_that_is_being_typed() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    for command in [Command::SAVE_PDF, Command::PRINT] {
        let games = driver.camp().games.len();
        driver.send(Command::NEW_RECORD);
        driver.type_text("shah");
        driver.press(Key::Enter);
        driver.send(command);
        assert_eq!(driver.app().page, Page::GAMES, "half a game can't be saved");
        assert!(driver.app().dialog.is_none());
        driver.type_text("rao");
        driver.press(Key::Enter);
        driver.type_text("1");
        driver.send(command);
        assert_eq!(driver.app().page, Page::STANDINGS);
        assert_eq!(driver.camp().games.len(), games + 1);
        driver.press(Key::Escape);
        driver.send(Command::GO_GAMES);
        driver.send(Command::VIEW_FORM);
    }
}

#[test]
fn the_date_of_a_sheet_carries_over() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    driver.send(Command::NEW_RECORD);
    driver.type_text("shah");
    driver.press(Key::Enter);
    driver.type_text("rao");
    driver.press(Key::Enter);
    driver.type_text("1");
    driver.focus_field("Date");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("7/9");
    driver.send(Command::NEW_RECORD);
    assert_eq!(driver.games().editor.draft.typed(Field::Date), "7/9");
    let camp = driver.camp();
    let last = camp.games.last().expect("the game");
    assert_eq!(last.date, Some(jiff::civil::date(2026, 7, 9)));
    assert!(
        !driver.games().editor.is_changed(),
        "the new record is empty"
    );
}

#[test]
fn every_page_says_what_to_do_while_it_is_empty() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Camp.ladder"));
    for (page, title) in [
        (Page::GROUPS, "No groups yet"),
        (Page::GAMES, "Players come first"),
    ] {
        driver.go(page);
        let window = driver.harness.ctx.content_rect();
        let shown = driver.harness.get_by_label(title).rect();
        assert!(
            window.contains_rect(shown),
            "{title} is in sight: {shown:?}"
        );
    }
}

#[test]
fn a_draw_has_keys_on_every_keyboard() {
    for key in ["½", "5", "=", ".", "d", "D"] {
        let mut driver = Driver::with_sample();
        driver.send(Command::GO_GAMES);
        driver.send(Command::VIEW_FORM);
        driver.send(Command::NEW_RECORD);
        driver.focus_result();
        driver.type_text(key);
        let result = driver.games().editor.draft.result();
        assert_eq!(result, Some(GameResult::Draw), "{key}");
    }
}

#[test]
fn an_empty_new_record_is_no_reason_not_to_recalculate() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    driver.send(Command::NEW_RECORD);
    driver.press(Key::F9);
    assert_eq!(driver.message(), "40 players, 126 games, no rating changed");
    assert!(driver.games().editor.is_new(), "and it stays");
}

#[test]
fn a_mark_goes_when_its_field_is_put_right() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GROUPS);
    driver.send(Command::NEW_RECORD);
    driver.type_text("purple");
    driver.send(Command::SAVE_RECORD);
    assert!(driver.shows_words("There is already a group of this name"));
    driver.type_text(" two");
    assert!(!driver.shows_words("There is already a group of this name"));
    assert!(driver.shows_words("Type a rating"), "the other mark stays");
}

#[test]
fn keys_lead_to_the_list_and_through_it() {
    let mut driver = Driver::with_sample();
    driver.press_with(Modifiers::COMMAND, Key::Num1);
    driver.press(Key::ArrowDown);
    assert!(
        driver.players().editor.id().is_some(),
        "the list has the keyboard"
    );
    driver.send(Command::FIND);
    driver.type_text("shah");
    driver.press(Key::Enter);
    driver.press(Key::ArrowDown);
    let id = driver
        .players()
        .editor
        .id()
        .expect("the player that was found");
    assert_eq!(driver.camp().listed_name(id), "Shah, Gael");
}

/// What the search found is not what the form beside the list shows, until it is chosen.
#[test]
fn a_record_that_the_search_hides_is_not_deleted() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::NEW_RECORD);
    driver.type_text("Delgado");
    driver.send(Command::SAVE_RECORD);
    let found = driver.players().editor.id().expect("the new player");
    driver.focus("Players");
    driver.press(Key::Home);
    let hidden = driver.players().editor.id();
    driver.send(Command::FIND);
    driver.type_text("delg");
    driver.press_with(Modifiers::COMMAND, Key::Minus);
    assert_ne!(hidden, Some(found));
    let said = driver.message();
    assert!(said.contains("isn’t in it"), "{said}");
    let button = |driver: &Driver| {
        let button = driver.harness.get_by_role_and_label(Role::Button, "Delete");
        button.accesskit_node().is_disabled()
    };
    assert!(button(&driver), "nor does its button offer it");
    assert_eq!(driver.camp().players.len(), 41);
    assert_eq!(driver.players().editor.id(), hidden);
    // Enter leads to what was found, and Delete is about that.
    driver.press(Key::Enter);
    assert_eq!(driver.players().editor.id(), Some(found));
    assert!(!button(&driver));
    driver.press_with(Modifiers::COMMAND, Key::Minus);
    assert!(driver.message().starts_with("Delgado"));
    assert_eq!(driver.camp().player(found), None);
}

#[test]
fn down_leads_from_the_search_to_what_it_found() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    for key in [Key::ArrowDown, Key::Enter] {
        driver.send(Command::FIND);
        driver.press_with(Modifiers::COMMAND, Key::A);
        driver.type_text("shah");
        driver.press(key);
        let id = driver.players().editor.id().expect("a player");
        // The one that is shown stays, as it was found, too.
        assert_eq!(driver.camp().listed_name(id), "Shah, Gael");
    }
}

#[test]
fn undo_in_a_field_brings_nothing_back_from_another_record() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GROUPS);
    driver.send(Command::NEW_RECORD);
    driver.type_text("Silver");
    driver.press(Key::Tab);
    driver.type_text("1500");
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    assert_eq!(driver.camp().groups.len(), 6);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.groups().editor.draft.typed(Field::GroupName), "");
}
