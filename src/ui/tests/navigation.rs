//! From record to record, and back out of what was typed: as Access fingers know it.

use egui::{Event, Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;

use super::Driver;
use crate::{
    app::{Command, Page, Pane, listing::Listing},
    domain::Field,
};

/// The players of the sample camp, with the first one in its form and the keyboard in the list.
fn first_player() -> Driver {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver.press(Key::Home);
    driver
}

impl Driver {
    /// The row of the record that is shown, counted from 1 as the navigation bar does.
    fn number(&mut self) -> Option<usize> {
        self.app().current_row().map(|row| row + 1)
    }
}

#[test]
fn keys_and_the_bar_go_from_record_to_record() {
    let mut driver = first_player();
    driver.press_with(Modifiers::COMMAND, Key::PageDown);
    assert_eq!(driver.number(), Some(2));
    driver.press_with(Modifiers::COMMAND, Key::PageUp);
    driver.press_with(Modifiers::COMMAND, Key::PageUp);
    assert_eq!(driver.number(), Some(1), "there is none before the first");
    driver.click("Last record");
    assert_eq!(driver.number(), Some(40));
    driver.press_with(Modifiers::COMMAND, Key::PageDown);
    assert!(
        driver.players().editor.is_new(),
        "behind the last one is a new one"
    );
    assert!(driver.shows("New record") && driver.shows("of 41"));
    driver.press_with(Modifiers::COMMAND, Key::PageUp);
    assert_eq!(driver.number(), Some(40));
}

#[test]
fn f5_leads_to_the_box_for_a_number() {
    let mut driver = first_player();
    driver.press(Key::F5);
    assert!(driver.has_keyboard("Record number"));
    driver.type_text("17");
    driver.press(Key::Enter);
    assert_eq!(driver.number(), Some(17));
    driver.press(Key::F5);
    driver.type_text("41");
    driver.press(Key::Enter);
    assert_eq!(driver.message(), "Type a number from 1 to 40");
    assert_eq!(driver.number(), Some(17));
    driver.press(Key::F5);
    driver.press(Key::Escape);
    assert_eq!(driver.app().pane, Pane::List, "Esc leaves the box");
}

#[test]
fn navigation_follows_the_rows_that_are_shown() {
    let mut driver = first_player();
    driver.send(Command::FIND);
    driver.type_text("purple");
    let found = driver.app().listing().map_or(0, Listing::len);
    assert!(found > 1 && found < 40, "{found} of a group");
    assert!(driver.shows(&format!("of {found} (filtered)")));
    driver.send(Command::LAST_RECORD);
    assert_eq!(driver.number(), Some(found));
    driver.press_with(Modifiers::SHIFT, Key::F4);
    assert_eq!(driver.number(), Some(1), "Find next goes round the end");
    driver.send(Command::FILTER_OFF);
    assert!(driver.shows("of 40"));
}

#[test]
fn esc_undoes_the_field_and_then_the_record() {
    let mut driver = first_player();
    let saved = driver.players().editor.draft.clone();
    driver.focus("Last name");
    driver.type_text("Quill");
    driver.press(Key::Tab);
    driver.type_text("Zo");
    driver.press(Key::Escape);
    assert_eq!(
        driver.players().editor.draft.typed(Field::FirstName),
        saved.typed(Field::FirstName)
    );
    assert_eq!(
        driver.players().editor.draft.typed(Field::LastName),
        "Quill"
    );
    assert!(driver.has_keyboard("First name"), "the keyboard stays");
    assert!(driver.shows("Not saved yet"));
    driver.press(Key::Escape);
    assert_eq!(driver.players().editor.draft, saved);
    driver.press(Key::Escape);
    assert!(
        driver.players().editor.id().is_some(),
        "there is nothing more to undo"
    );
}

#[test]
fn esc_makes_an_empty_new_record_go_away() {
    let mut driver = first_player();
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    driver.type_text("Quill");
    driver.press(Key::Escape);
    assert_eq!(driver.players().editor.draft.typed(Field::LastName), "");
    assert!(driver.players().editor.is_new());
    driver.press(Key::Escape);
    assert!(!driver.players().editor.is_new());
    assert_eq!(driver.number(), Some(1), "a record is always shown");
    assert_eq!(driver.app().pane, Pane::List);
}

#[test]
fn tab_and_enter_go_over_the_ends_of_a_record() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GROUPS);
    driver.focus("Groups");
    driver.press(Key::Home);
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("Name"), "Enter opens the record");
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    assert_eq!(
        driver.app().pane,
        Pane::List,
        "Shift+Tab leads back to the list"
    );
    driver.press(Key::Tab);
    assert!(
        driver.has_keyboard("Name"),
        "and so does Tab into the record"
    );
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("Initial ladder rating"));
    driver.type_text("135");
    driver.press(Key::Tab);
    assert_eq!(driver.number(), Some(2), "Tab goes to the next record");
    assert!(driver.has_keyboard("Name"));
    assert_eq!(driver.camp().groups[0].initial_rating, Some(135));
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    assert_eq!(
        driver.number(),
        Some(1),
        "and Shift+Tab back to the last field"
    );
    assert!(driver.has_keyboard("Initial ladder rating"));
}

#[test]
fn a_refused_save_leads_to_the_field_that_is_wrong() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GROUPS);
    driver.send(Command::NEW_RECORD);
    driver.type_text("Silver");
    driver.press(Key::Tab);
    driver.type_text("a lot");
    driver.press_with(Modifiers::SHIFT, Key::Tab);
    assert!(driver.has_keyboard("Name"));
    driver.press_with(Modifiers::COMMAND, Key::PageUp);
    assert!(driver.shows_words("“a lot” is not a whole number"));
    assert!(driver.has_keyboard("Initial ladder rating"));
    assert_eq!(
        driver.groups().editor.draft.typed(Field::GroupName),
        "Silver"
    );
}

#[test]
fn values_come_from_the_record_before_and_from_today() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    driver.focus("Games");
    driver.press(Key::End);
    let last = driver.games().editor.draft.clone();
    driver.send(Command::NEW_RECORD);
    driver.press_with(Modifiers::COMMAND, Key::Quote);
    assert_eq!(
        driver.games().editor.draft.player(Field::White),
        last.player(Field::White)
    );
    assert_eq!(driver.app().field, Some(Field::White));
    driver.focus_field("Date");
    driver.type_text("1/1");
    driver.press_with(Modifiers::COMMAND, Key::Semicolon);
    assert_eq!(driver.games().editor.draft.typed(Field::Date), "7/10/2026");
    driver.send(Command::COPY_FROM_PREVIOUS);
    assert_eq!(
        driver.games().editor.draft.typed(Field::Date),
        last.typed(Field::Date)
    );
    driver.send(Command::DEFAULT_VALUE);
    assert_eq!(driver.games().editor.draft.typed(Field::Date), "7/10/2026");
}

#[test]
fn undo_takes_back_letters_while_they_are_typed_and_changes_otherwise() {
    let mut driver = first_player();
    let id = driver.players().editor.id().expect("a player");
    let before = driver.camp().listed_name(id);
    driver.focus("Last name");
    driver.type_text("Quill");
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_ne!(
        driver.players().editor.draft.typed(Field::LastName),
        "Quill"
    );
    driver.type_text("Quill");
    driver.press_with(Modifiers::COMMAND, Key::S);
    assert!(driver.camp().listed_name(id).starts_with("Quill, "));
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().listed_name(id), before);
}

#[test]
fn f6_goes_through_the_parts_of_the_window() {
    let mut driver = first_player();
    let mut panes = Vec::new();
    for _ in 0..4 {
        driver.press(Key::F6);
        panes.push(driver.app().pane);
    }
    assert_eq!(
        panes,
        [Pane::Record, Pane::Navigation, Pane::SideBar, Pane::List]
    );
    driver.press_with(Modifiers::SHIFT, Key::F6);
    assert_eq!(driver.app().pane, Pane::SideBar);
    driver.press(Key::F11);
    assert!(!driver.app().settings.side_bar && !driver.shows("Ratings up to date"));
}

#[test]
fn f6_goes_on_without_a_camp() {
    let mut driver = Driver::new();
    driver.app().notices.problem("The stick isn’t there");
    driver.settle();
    assert!(driver.has_keyboard("Import from Access…"));
    driver.press(Key::F6);
    assert!(driver.has_keyboard("Close message"));
    driver.press(Key::F6);
    assert!(driver.has_keyboard("Import from Access…"));
    driver.press_with(Modifiers::SHIFT, Key::F6);
    assert!(driver.has_keyboard("Close message"));
}

#[test]
fn f2_and_the_zoom_box_serve_a_field_of_text() {
    let mut driver = first_player();
    driver.focus("First name");
    let first = driver
        .players()
        .editor
        .draft
        .typed(Field::FirstName)
        .to_owned();
    driver.press(Key::F2);
    driver.type_text("x");
    assert_eq!(
        driver.players().editor.draft.typed(Field::FirstName),
        format!("{first}x")
    );
    driver.press(Key::F2);
    driver.type_text("Zo");
    assert_eq!(driver.players().editor.draft.typed(Field::FirstName), "Zo");
    driver.focus("Notes");
    driver.press_with(Modifiers::SHIFT, Key::F2);
    assert!(driver.shows("Zoom"));
    driver.type_text("Plays the Sicilian");
    driver.press(Key::Tab);
    driver.press(Key::Enter);
    assert_eq!(
        driver.players().editor.draft.typed(Field::Notes),
        "Plays the Sicilian"
    );
    assert!(driver.has_keyboard("Notes"));
}

#[test]
fn the_keyboard_walks_through_the_menus() {
    let mut driver = first_player();
    driver.press(Key::F10);
    assert!(driver.has_keyboard("Camp"));
    driver.press(Key::ArrowRight);
    driver.press(Key::ArrowRight);
    assert!(driver.has_keyboard("Record"));
    driver.press(Key::ArrowDown);
    driver.press(Key::End);
    driver.press(Key::Escape);
    assert!(driver.has_keyboard("Record"));
    driver.press(Key::Escape);
    driver.press(Key::ArrowDown);
    assert_eq!(driver.number(), Some(2), "the list has the keyboard again");
    driver.press_with(Modifiers::ALT, Key::G);
    driver.press(Key::ArrowDown);
    driver.press(Key::Enter);
    assert_eq!(driver.app().page, Page::GROUPS);
}

#[test]
fn letters_lead_to_the_entries_of_a_menu_opened_by_the_mouse() {
    let mut driver = first_player();
    driver.click("Camp");
    assert!(driver.has_keyboard("Camp"));
    driver.type_text("r");
    assert!(driver.has_keyboard("Rename camp…"));
    driver.type_text("r");
    assert!(driver.has_keyboard("Restore a backup…"));
    driver.type_text("n");
    assert!(driver.has_keyboard("New camp…"), "it goes on at the top");
    driver.press(Key::Escape);
    driver.press(Key::Escape);
    driver.press(Key::ArrowDown);
    assert_eq!(driver.number(), Some(2), "the list has the keyboard again");
}

#[test]
fn the_letter_that_leads_into_a_menu_is_no_letter_of_an_entry() {
    let mut driver = first_player();
    let pressed = Event::Key {
        key: Key::C,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::ALT,
    };
    driver.harness.input_mut().events.push(pressed.clone());
    driver.harness.step();
    // The text has its turn later: on a slow machine much later.
    let later = driver.harness.ctx.input(|input| input.time) + 3.0;
    driver.harness.input_mut().time = Some(later);
    let text = Event::Text("c".to_owned());
    driver.harness.input_mut().events.push(text.clone());
    driver.settle();
    assert!(driver.has_keyboard("New camp…"));
    driver.type_text("c");
    assert!(!driver.has_keyboard("New camp…"), "it comes only once");

    // Where it doesn't come at all, what is typed at once counts.
    driver.press(Key::Home);
    driver.harness.input_mut().events.push(pressed);
    driver.harness.step();
    let typed = Event::Key {
        key: Key::C,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    driver.harness.input_mut().events.extend([typed, text]);
    driver.settle();
    assert!(!driver.has_keyboard("New camp…"), "typed anew");
}

#[test]
fn letters_typed_while_a_menu_opens_each_lead_on_in_it() {
    let mut driver = first_player();
    let stroke = |key: Key, modifiers: Modifiers| {
        let pressed = |pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers,
        };
        let text = Event::Text(key.name().to_lowercase());
        [pressed(true), text, pressed(false)]
    };
    let strokes = [
        stroke(Key::C, Modifiers::ALT),
        stroke(Key::R, Modifiers::NONE),
        stroke(Key::R, Modifiers::NONE),
    ];
    driver.deal(strokes.concat());
    assert!(driver.has_keyboard("Restore a backup…"));
}

/// What comes after a key.
type Then = fn(&mut Driver);

#[test]
fn arrows_in_a_menu_that_scrolls_count_however_fast_they_come() {
    let up = |driver: &mut Driver| {
        let up = Event::Key {
            key: Key::ArrowUp,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        driver.harness.input_mut().events.push(up);
    };
    let ways: [(&str, Then); 3] = [
        ("slowly", Driver::settle),
        ("one a frame", |driver| driver.harness.step()),
        ("in one frame", |_| {}),
    ];
    let mut driver = first_player();
    driver.harness.set_size(egui::vec2(450.0, 320.0));
    driver.settle();
    for times in [1, 4, 9] {
        for (how, then) in ways {
            driver.press_with(Modifiers::ALT, Key::C);
            assert!(driver.has_keyboard("New camp…"));
            for _ in 0..times {
                up(&mut driver);
                then(&mut driver);
            }
            driver.settle();
            let entries = driver.harness.query_all_by_role(Role::MenuItem);
            let places = entries.map(|entry| entry.is_focused()).collect::<Vec<_>>();
            let places = places.iter().rev().position(|is_focused| *is_focused);
            assert_eq!(places, Some(times - 1), "{times} times, {how}");
            driver.press(Key::Escape);
            driver.press(Key::Escape);
        }
    }
}

#[test]
fn a_menu_that_scrolls_is_as_wide_whenever_it_opens() {
    let mut driver = first_player();
    driver.harness.set_size(egui::vec2(640.0, 480.0));
    driver.settle();
    let mut widths = Vec::new();
    for _ in 0..3 {
        driver.press_with(Modifiers::ALT, Key::C);
        driver.settle();
        widths.push(driver.harness.get_by_label("New camp…").rect().width());
        driver.press(Key::Escape);
        driver.press(Key::Escape);
    }
    let is_first = |width: &f32| (width - widths[0]).abs() < 0.5;
    assert!(widths.iter().all(is_first), "{widths:?}");
    assert!((200.0..400.0).contains(&widths[0]), "{widths:?}");
}

#[test]
fn an_open_menu_gives_way_to_the_one_under_the_mouse() {
    let mut driver = first_player();
    driver.click("Camp");
    for title in ["Edit", "Go"] {
        driver.harness.get_by_label(title).hover();
        driver.harness.run();
    }
    assert!(!driver.shows("New camp…"));
    let mut entries = driver.harness.query_all_by_role(Role::MenuItem);
    assert!(entries.next().is_some());
    drop(entries);
    assert!(driver.has_keyboard("Go"));
    driver.click("Go");
    let mut entries = driver.harness.query_all_by_role(Role::MenuItem);
    assert!(entries.next().is_none(), "closed");
    drop(entries);
    driver.press(Key::ArrowDown);
    assert_eq!(driver.number(), Some(2), "the list has the keyboard again");
}

#[test]
fn a_menu_in_which_nothing_can_be_chosen_lets_the_keyboard_go_on_and_out() {
    let mut driver = first_player();
    driver.send(Command::HISTORY);
    let refused = driver.app().why_not(Command::SORT_ASCENDING).is_some();
    assert!(
        refused,
        "the menu Record has nothing to offer over the history"
    );
    driver.press_with(Modifiers::ALT, Key::R);
    assert!(driver.shows_words("Sort ascending"));
    driver.press(Key::ArrowLeft);
    assert!(driver.shows_words("Find and replace"));
    assert!(!driver.shows_words("Sort ascending"));
    driver.press(Key::ArrowRight);
    assert!(driver.shows_words("Sort ascending"));
    driver.press(Key::Escape);
    assert!(!driver.shows_words("Sort ascending"), "closed");
    assert!(driver.has_keyboard("Record"));
    driver.press(Key::Escape);
    assert!(!driver.has_keyboard("Record"));
}

#[test]
fn the_list_has_the_keyboard_when_the_record_under_the_cursor_is_undone() {
    let mut driver = first_player();
    driver.send(Command::NEW_RECORD);
    driver.type_text("Quill");
    driver.press_with(Modifiers::COMMAND, Key::S);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.number(), Some(1), "the new record is gone");
    driver.press(Key::ArrowDown);
    assert_eq!(driver.number(), Some(2));
}

#[test]
fn the_record_stays_in_sight_when_the_list_is_sorted() {
    let mut driver = first_player();
    driver.focus_field("Last name");
    driver.send(Command::SORT_DESCENDING);
    assert!(driver.app().current_row() > Some(30), "far down the list");
    let row = "Bergström, Kenji, number 1,";
    assert!(driver.shows_words(row), "in the list");
    driver.send(Command::SORT_ASCENDING);
    driver.send(Command::NEXT_VIEW);
    driver.focus("Players");
    driver.press(Key::ArrowRight);
    driver.send(Command::SORT_DESCENDING);
    assert!(driver.app().current_row() > Some(30));
    assert!(
        driver.shows_words("1, Bergström, Kenji, Red"),
        "in the datasheet"
    );
}

#[test]
fn games_are_moved_and_inserted_in_the_order_of_play() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_FORM);
    driver.focus("Games");
    driver.press(Key::Home);
    let (first, second) = {
        let games = driver.camp().games;
        (games[0].id, games[1].id)
    };
    driver.send(Command::MOVE_GAME_DOWN);
    assert_eq!(driver.camp().games[1].id, first);
    driver.send(Command::MOVE_GAME_UP);
    assert_eq!(driver.camp().games[0].id, first);
    driver.press(Key::ArrowDown);
    driver.send(Command::INSERT_GAME);
    assert!(driver.shows("New game before 2"));
    driver.type_text("shah");
    driver.press(Key::Enter);
    driver.type_text("rao");
    driver.press(Key::Enter);
    driver.type_text("1");
    driver.press_with(Modifiers::COMMAND, Key::S);
    let games = driver.camp().games;
    assert_eq!(
        (games.len(), games[0].id, games[2].id),
        (127, first, second)
    );
}

#[test]
fn esc_closes_a_box_over_every_page_and_view() {
    let mut driver = Driver::with_sample();
    for page in [Page::PLAYERS, Page::GROUPS, Page::GAMES, Page::STANDINGS] {
        driver.go(page);
        let views = page.views;
        for at in 0..views.len().max(1) {
            if let Some(view) = views.get(at) {
                driver.send(view.command());
            }
            driver.press(Key::F7);
            assert!(driver.app().dialog.is_some(), "{page:?} {at}");
            driver.press(Key::Escape);
            assert!(driver.app().dialog.is_none(), "{page:?} {at}");
        }
    }
}
