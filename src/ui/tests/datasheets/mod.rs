//! Datasheets: typed in place, filtered, pasted into, changed many rows at a time.

mod rows;

use egui::{Event, Key, Modifiers, ViewportCommand, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::Driver;
use crate::{
    app::{Command, Page, View, listing::Listing},
    domain::{Field, GameResult, RecordKind},
};

/// The datasheet of a form of the sample camp, with the cursor in its first cell.
fn sheet(page: Page, name: &str) -> Driver {
    let mut driver = Driver::with_sample();
    driver.go(page);
    driver.send(Command::VIEW_DATASHEET);
    driver.focus(name);
    driver.press_with(Modifiers::COMMAND, Key::Home);
    driver
}

/// The players' datasheet in a window in which all columns have room.
fn wide_sheet() -> Driver {
    let mut driver = Driver::with_size(2600.0, 760.0);
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::VIEW_DATASHEET);
    driver.focus("Players");
    driver.press_with(Modifiers::COMMAND, Key::Home);
    driver
}

impl Driver {
    fn copied(&mut self) -> String {
        self.harness.event(Event::Copy);
        self.harness.run_steps(1);
        let commands = &self.harness.output().platform_output.commands;
        let copied = commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        self.settle();
        copied.unwrap_or_default()
    }

    fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.to_owned()));
        self.settle();
    }

    /// Clicks the middle of a cell, where its box is if it has one. The last row is that of a new record.
    fn click_cell(&mut self, row: usize, title: &str) {
        let cells = self.harness.query_all_by_role(Role::Cell);
        let of_column = cells.filter(|cell| {
            let name = cell.accesskit_node().label().unwrap_or_default();
            name.strip_prefix(title)
                .is_some_and(|text| text.starts_with(' '))
        });
        let cell = of_column.skip(row).take(1).collect::<Vec<_>>();
        cell[0].click();
        self.settle();
    }

    /// Presses an entry of a menu, which may have to be scrolled to it.
    pub(super) fn press_entry(&mut self, role: Role, label: &str) {
        let entry = self.harness.get_by_role_and_label(role, label);
        entry.scroll_to_me();
        self.harness.run_steps(3);
        self.harness.get_by_role_and_label(role, label).click();
        self.settle();
    }

    fn rows(&mut self) -> usize {
        self.app().listing().map_or(0, Listing::len)
    }
}

#[test]
fn a_row_is_typed_in_place_and_saved_when_it_is_left() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    let first = driver.players().editor.id().expect("the first player");
    driver.press(Key::ArrowRight);
    driver.type_text("Quill");
    driver.press(Key::Tab);
    driver.type_text("Zoë");
    driver.press(Key::Tab);
    assert!(
        driver.players().editor.is_changed(),
        "the row is not left yet"
    );
    assert!(driver.shows("Not saved yet"));
    driver.press(Key::ArrowDown);
    assert_eq!(driver.camp().listed_name(first), "Quill, Zoë");
    assert_eq!(driver.app().current_row(), Some(1));
}

#[test]
fn esc_gives_up_the_cell_and_then_the_row() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    let saved = driver.players().editor.draft.clone();
    driver.press(Key::ArrowRight);
    driver.type_text("Quill");
    driver.press(Key::Tab);
    driver.type_text("Zo");
    driver.press(Key::Escape);
    assert_eq!(
        driver.players().editor.draft.typed(Field::LastName),
        "Quill"
    );
    assert_eq!(
        driver.players().editor.draft.typed(Field::FirstName),
        saved.typed(Field::FirstName)
    );
    driver.press(Key::Escape);
    assert_eq!(driver.players().editor.draft, saved);
}

#[test]
fn what_is_no_value_stays_in_its_cell_with_the_reason() {
    let mut driver = sheet(Page::GAMES, "Games");
    for _ in 0..4 {
        driver.press(Key::ArrowRight);
    }
    driver.type_text("2/31");
    driver.press(Key::Tab);
    assert!(driver.shows_words("There is no such day"));
    assert_eq!(
        driver.games().editor.draft.typed(Field::Date),
        "2/31",
        "nothing is lost"
    );
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("7/9");
    driver.press(Key::ArrowDown);
    let games = driver.camp().games;
    assert_eq!(games[0].date, Some(jiff::civil::date(2026, 7, 9)));
}

#[test]
fn games_are_typed_in_the_row_of_the_asterisk() {
    let mut driver = sheet(Page::GAMES, "Games");
    driver.send(Command::NEW_RECORD);
    driver.press(Key::Home);
    driver.press(Key::ArrowRight);
    for _ in 0..2 {
        for text in ["shah", "rao", "1"] {
            driver.type_text(text);
            driver.press(Key::Tab);
        }
        // Over the date and the box to White of the next game.
        driver.press(Key::Tab);
        driver.press(Key::Tab);
    }
    let games = driver.camp().games;
    assert_eq!(games.len(), 128);
    assert_eq!(games[127].result, GameResult::WhiteWon);
    assert!(driver.games().editor.is_new());
}

#[test]
fn several_players_change_their_group_as_one_step() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    let before = driver.camp();
    for _ in 0..4 {
        driver.press_with(Modifiers::SHIFT, Key::ArrowDown);
    }
    assert!(driver.shows("5 rows selected"));
    driver.click("Move to group");
    driver.click("Blue");
    let camp = driver.camp();
    let blue = camp.groups.iter().find(|group| group.name == "Blue");
    let blue = blue.map(|group| group.id);
    assert!(camp.players[..5].iter().all(|player| player.group == blue));
    // Who was there already isn't counted.
    let moved = before.players[..5].iter();
    let moved = moved.filter(|player| player.group != blue).count();
    let said = format!("{moved} players moved to Blue");
    assert!(moved < 5 && driver.message().starts_with(&said));
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().players, before.players);
}

#[test]
fn several_games_are_deleted_after_a_question_that_names_their_number() {
    let mut driver = sheet(Page::GAMES, "Games");
    let before = driver.camp().games;
    driver.press_with(Modifiers::SHIFT, Key::ArrowDown);
    driver.press_with(Modifiers::SHIFT, Key::ArrowDown);
    driver.press(Key::Delete);
    assert!(driver.shows_words("Delete 3 games?"));
    driver.press(Key::Tab);
    driver.press(Key::Enter);
    assert_eq!(driver.camp().games.len(), before.len() - 3);
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(driver.camp().games, before);
}

#[test]
fn rows_are_copied_with_their_titles_and_pasted_through_the_preview() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    driver.press_with(Modifiers::SHIFT, Key::ArrowDown);
    let copied = driver.copied();
    let lines = copied.lines().collect::<Vec<_>>();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("No.\tLast name\tFirst name\tGroup\tActive\tRating"));
    driver.paste("Last name\tFirst name\tGroup\nQuill\tZoe\tRed\nQuill\tMax\tBlue\n");
    assert!(
        driver.app().session.over() == Some(Page::IMPORT),
        "the preview is open"
    );
    driver.send(Command::SAVE_IMPORT);
    let camp = driver.camp();
    assert_eq!(camp.players.len(), 42, "{}", driver.message());
    assert!(
        camp.players
            .iter()
            .any(|player| player.listed_name() == "Quill, Max")
    );
    // The first of those that are new, as one that was typed would be.
    let selected = driver.players().editor.id().expect("a player");
    assert_eq!(driver.camp().listed_name(selected), "Quill, Zoe");
    assert_eq!(driver.app().view(), View::Datasheet);
    driver.press(Key::ArrowDown);
    let next = driver.players().editor.id().expect("a player");
    assert_eq!(driver.camp().listed_name(next), "Quill, Max");
}

#[test]
fn rows_are_pasted_in_the_list_of_a_form_too() {
    let mut driver = Driver::with_sample();
    driver.go(Page::PLAYERS);
    assert_eq!(driver.app().view(), View::Form);
    driver.focus("Players");
    driver.paste("Quill");
    assert!(driver.message().starts_with("Here you can paste rows"));
    driver.paste("Last name\tFirst name\tGroup\nQuill\tZoe\tRed\nQuill\tMax\tBlue\n");
    assert_eq!(driver.app().session.over(), Some(Page::IMPORT));
    driver.send(Command::SAVE_IMPORT);
    assert_eq!(driver.camp().players.len(), 42, "{}", driver.message());
    assert_eq!(driver.app().view(), View::Form);
    let shown = driver.players().editor.id().expect("a player");
    assert_eq!(driver.camp().listed_name(shown), "Quill, Zoe");
}

#[test]
fn rows_that_come_back_bring_nothing_that_follows_from_games() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    driver.press_with(Modifiers::SHIFT, Key::ArrowDown);
    let copied = driver.copied();
    let before = driver.camp().players[0].clone();
    driver.paste(&copied.replace("Bergström", "Quill"));
    driver.send(Command::SAVE_IMPORT);
    let player = driver.camp().players[0].clone();
    assert_eq!(player.last_name, "Quill");
    assert_eq!(player.custom, before.custom);
    assert_eq!(driver.camp().players.len(), 40, "by their numbers");
}

#[test]
fn copied_games_are_added_whatever_their_place_in_the_order_of_play() {
    let mut driver = sheet(Page::GAMES, "Games");
    // The game at place 1 has another number in the old file.
    driver.send(Command::MOVE_GAME_DOWN);
    driver.press_with(Modifiers::COMMAND, Key::Home);
    driver.press_with(Modifiers::SHIFT, Key::ArrowDown);
    let copied = driver.copied();
    let before = driver.camp().games;
    driver.paste(&copied);
    driver.send(Command::SAVE_IMPORT);
    let games = driver.camp().games;
    assert_eq!(games.len(), before.len() + 2, "{}", driver.message());
    assert_eq!(games[..before.len()], before[..]);
    assert_eq!(driver.games().editor.id(), Some(games[before.len()].id));
}

#[test]
fn a_new_row_begins_with_the_first_cell_that_can_be_typed_into() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    for _ in 0..6 {
        driver.press(Key::ArrowRight);
    }
    driver.press_with(Modifiers::COMMAND, Key::Plus);
    driver.type_text("Quill");
    driver.press(Key::Tab);
    driver.type_text("Zoë");
    driver.press_with(Modifiers::SHIFT, Key::Enter);
    let added = driver
        .camp()
        .players
        .last()
        .map(crate::domain::Player::listed_name);
    assert_eq!(added.as_deref(), Some("Quill, Zoë"), "{}", driver.message());
}

#[test]
fn what_is_typed_after_a_command_goes_into_the_row_that_is_shown_then() {
    for (command, row) in [
        (Command::NEXT_RECORD, 1),
        (Command::LAST_RECORD, 39),
        (Command::NEW_RECORD, 40),
    ] {
        let mut driver = sheet(Page::PLAYERS, "Players");
        driver.press(Key::ArrowRight);
        driver.type_text("Quill");
        driver.send(command);
        driver.type_text("Ash");
        driver.press(Key::Tab);
        driver.press_with(Modifiers::SHIFT, Key::Enter);
        let players = driver.camp().players;
        let typed = |name: &str| players.iter().position(|player| player.last_name == name);
        assert_eq!(
            (typed("Quill"), typed("Ash")),
            (Some(0), Some(row)),
            "{command:?}"
        );
    }
    let mut driver = sheet(Page::PLAYERS, "Players");
    driver.press(Key::ArrowRight);
    driver.type_text("Quill");
    driver.send(Command::SORT_DESCENDING);
    driver.press(Key::Escape);
    assert!(
        !driver.players().editor.is_changed(),
        "Esc still reaches the row"
    );
}

#[test]
fn shift_f10_opens_the_menu_of_the_row() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    driver.press(Key::ArrowRight);
    driver.press_with(Modifiers::SHIFT, Key::F10);
    assert!(!driver.has_keyboard("Camp"), "F10 alone leads to the menus");
    assert!(driver.shows_words("Filter by selection"));
}

#[test]
fn letters_lead_on_in_the_menu_of_a_row_as_in_the_menus() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    driver.press(Key::ArrowRight);
    let before = driver.camp();
    driver.press_with(Modifiers::SHIFT, Key::F10);
    assert!(driver.has_keyboard("Cut"));
    driver.type_text("p");
    assert!(driver.has_keyboard("Paste"));
    driver.type_at_once(None, "ff");
    assert!(driver.has_keyboard("Filter this column…"));
    driver.type_text("q");
    assert!(driver.has_keyboard("Filter this column…"), "none begins so");
    driver.press(Key::Escape);
    assert!(driver.has_keyboard("Players"));
    assert!(!driver.players().editor.is_changed());
    assert_eq!(driver.camp(), before);
}

#[test]
fn games_that_are_sorted_are_not_said_to_be_in_the_order_of_play() {
    let mut driver = Driver::with_size(1600.0, 760.0);
    driver.send(Command::OPEN_SAMPLE);
    driver.go(Page::GAMES);
    driver.send(Command::VIEW_DATASHEET);
    driver.focus("Games");
    assert!(driver.shows_words("this week, in the order of play"));
    driver.press(Key::ArrowRight);
    driver.send(Command::SORT_DESCENDING);
    assert!(!driver.shows_words("in the order of play"));
    assert!(driver.shows_words("games this week"));
}

#[test]
fn the_menu_of_a_row_cuts_copies_and_pastes_as_the_keys_do() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    driver.press(Key::ArrowRight);
    for (entry, request) in [
        ("Cut", ViewportCommand::RequestCut),
        ("Copy", ViewportCommand::RequestCopy),
        ("Paste", ViewportCommand::RequestPaste),
    ] {
        driver.press_with(Modifiers::SHIFT, Key::F10);
        let entry = driver.harness.get_by_role_and_label(Role::MenuItem, entry);
        entry.click_accesskit();
        let is_requested = (0..3).any(|_| {
            driver.harness.run_steps(1);
            let windows = driver.harness.output().viewport_output.values();
            windows
                .flat_map(|window| &window.commands)
                .any(|command| *command == request)
        });
        assert!(is_requested, "{request:?}");
        driver.settle();
    }
    // It is heard where the keyboard has come back to.
    driver.paste("Quill");
    let typed = driver.players().editor.draft.typed(Field::LastName);
    assert_eq!(typed, "Quill");
}

#[test]
fn a_pasted_cell_goes_into_the_cell_under_the_cursor() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    driver.press(Key::ArrowRight);
    driver.paste("Quill");
    assert_eq!(
        driver.players().editor.draft.typed(Field::LastName),
        "Quill"
    );
    driver.press(Key::Tab);
    driver.press(Key::Tab);
    driver.paste("no such group");
    assert!(driver.message().contains("isn’t valid here"));
    driver.paste("Blue");
    driver.press(Key::ArrowDown);
    let camp = driver.camp();
    assert_eq!(camp.players[0].last_name, "Quill");
    assert_eq!(camp.group_name(camp.players[0].group), "Blue");
}

#[test]
fn a_value_is_filtered_by_and_columns_are_sorted() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    for _ in 0..3 {
        driver.press(Key::ArrowRight);
    }
    let camp = driver.camp();
    let group = camp.players[0].group;
    let members = camp.players.iter().filter(|player| player.group == group);
    let members = members.count();
    driver.send(Command::FILTER_BY_SELECTION);
    assert_eq!(driver.rows(), members);
    assert!(driver.shows(&format!("of {members} (filtered)")));
    driver.send(Command::SORT_DESCENDING);
    driver.send(Command::FILTER_OFF);
    assert_eq!(driver.rows(), 40);
    let order = driver.app().listing().and_then(Listing::order);
    assert!(order.is_some_and(|order| order.descending));
    driver.send(Command::FILTER);
    assert!(driver.shows("Filter by Group"));
    driver.type_text("pur");
    driver.press(Key::Enter);
    assert!(driver.rows() < 40);
}

#[test]
fn columns_are_hidden_and_remembered() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    assert!(!driver.shows("Permanent (internal)"));
    driver.press_with(Modifiers::ALT, Key::ArrowDown);
    assert!(
        driver.shows("Sort ascending"),
        "the menu of the column is open"
    );
    driver.press_entry(Role::MenuItemCheckBox, "Won");
    assert!(!driver.shows("Won"));
    let saved = driver
        .app()
        .settings
        .columns
        .get(RecordKind::Player.name())
        .cloned();
    let saved = saved.expect("it is remembered").to_string();
    assert!(saved.contains("won"), "{saved}");

    // What cannot be read is as if nothing had been arranged.
    let mut other = Driver::with_sample();
    let broken = serde_json::json!({"order": 7});
    let key = Page::PLAYERS.title.to_owned();
    other.app().settings.columns.insert(key, broken);
    other.send(Command::GO_PLAYERS);
    other.send(Command::VIEW_DATASHEET);
    assert!(other.shows("Won"));
}

#[test]
fn both_views_show_the_same_record() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    driver.press(Key::ArrowDown);
    driver.press(Key::ArrowDown);
    let id = driver.players().editor.id();
    driver.press_with(Modifiers::COMMAND, Key::Period);
    assert_eq!(driver.app().views.of(Page::PLAYERS), View::Form);
    assert_eq!(driver.players().editor.id(), id);
    driver.press_with(Modifiers::COMMAND, Key::PageDown);
    driver.press_with(Modifiers::COMMAND, Key::Comma);
    driver.press(Key::ArrowDown);
    assert_eq!(driver.app().current_row(), Some(4));
}

#[test]
fn bad_input_is_refused_with_a_reason_and_nothing_is_lost() {
    let mut driver = sheet(Page::PLAYERS, "Players");
    driver.press(Key::ArrowRight);
    let long = "x".repeat(1000);
    for (typed, reason) in [
        (long.as_str(), "has 1000 characters"),
        ("Ann\u{202E}a", "can’t be printed"),
    ] {
        driver.press(Key::F2);
        driver.press_with(Modifiers::COMMAND, Key::A);
        driver.type_text(typed);
        driver.press(Key::Tab);
        assert!(driver.shows_words(reason), "{reason}");
        assert_eq!(driver.players().editor.draft.typed(Field::LastName), typed);
        driver.press(Key::Escape);
    }
    for typed in ["Łé Ünïqe", "O’Neil-Ñandú"] {
        driver.type_text(typed);
        driver.press(Key::ArrowDown);
        driver.press(Key::ArrowUp);
        assert!(
            !driver
                .players()
                .editor
                .draft
                .typed(Field::LastName)
                .is_empty()
        );
    }
    driver.paste("\u{0}\u{1}\u{2}PK\u{3}\u{4}\n\u{0}\t\u{0}");
    assert_eq!(driver.camp().players.len(), 40);
    driver.send(Command::SAVE_IMPORT);
    assert!(!driver.message().is_empty(), "there is nothing to import");
    assert_eq!(driver.camp().players.len(), 40);
}
