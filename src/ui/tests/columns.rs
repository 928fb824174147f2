//! Custom columns in the window: made, typed, filtered, sorted, renamed and deleted, by keys and by mouse.

use egui::{Key, Modifiers, accesskit::Role};

use super::{Driver, TODAY};
use crate::{
    app::{Command, Page, listing::Listing, open_sample},
    domain::{CustomColumnId, Field, PlayerId, RecordKind},
};

const CTRL: Modifiers = Modifiers::COMMAND;

/// The datasheet of the players of the sample camp, in a window in which all columns have room, with the cursor in its first cell.
fn sheet() -> Driver {
    let mut driver = Driver::with_size(2600.0, 760.0);
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::VIEW_DATASHEET);
    driver.focus("Players");
    driver.press_with(CTRL, Key::Home);
    driver
}

impl Driver {
    /// What a player has in a column; `None` if there is none of this name.
    fn custom(&mut self, player: i64, name: &str) -> Option<String> {
        let camp = self.camp();
        let column = camp.player_column(name)?;
        let player = camp.player(PlayerId(player)).expect("the player");
        Some(player.custom.get(column.id).to_owned())
    }

    fn column(&mut self, name: &str) -> CustomColumnId {
        let camp = self.camp();
        camp.player_column(name).expect("the column").id
    }

    fn names_of_columns(&mut self) -> Vec<String> {
        let camp = self.camp();
        let columns = camp.columns_of(RecordKind::Player);
        columns.map(|column| column.name.clone()).collect()
    }

    fn rows_shown(&mut self) -> usize {
        self.app().listing().map_or(0, Listing::len)
    }

    /// The values of a column in the rows that are shown, one below the other.
    fn values_shown(&mut self, name: &str) -> Vec<String> {
        let what = crate::app::listing::ColumnId::Field(Field::Custom(self.column(name)));
        let camp = self.camp();
        let listing = self.app().listing().expect("a list");
        let rows = 0..listing.len();
        rows.map(|row| listing.text(&camp, row, what)).collect()
    }

    /// Opens the menu of the column under the cursor, and presses an entry of it.
    fn choose_in_column_menu(&mut self, entry: &str) {
        self.press_with(Modifiers::ALT, Key::ArrowDown);
        self.press_entry(Role::MenuItem, entry);
    }
}

#[test]
fn a_column_is_added_filled_sorted_filtered_and_undone_by_keys() {
    let mut driver = sheet();
    assert_eq!(driver.names_of_columns(), ["Grade", "School"]);
    // The last entry of the menu Record.
    driver.press_with(Modifiers::ALT, Key::R);
    driver.press(Key::ArrowUp);
    driver.press(Key::Enter);
    assert!(driver.shows("Custom columns of players"));
    driver.type_text("Room");
    driver.press(Key::Enter);
    assert_eq!(driver.names_of_columns(), ["Grade", "School", "Room"]);
    assert!(driver.message().starts_with("Column Room added"));
    driver.press(Key::Escape);
    driver.press_with(CTRL, Key::Home);

    // Behind the others, and typed one below the other.
    driver.press(Key::End);
    for room in ["12", "9", "100"] {
        driver.type_text(room);
        driver.press(Key::ArrowDown);
    }
    assert_eq!(driver.custom(1, "room").as_deref(), Some("12"));
    assert_eq!(driver.custom(2, "room").as_deref(), Some("9"));
    assert_eq!(driver.custom(3, "room").as_deref(), Some("100"));

    // By the number, and not by the letters; who has none comes last.
    driver.press_with(CTRL, Key::Home);
    driver.press(Key::End);
    driver.send(Command::SORT_DESCENDING);
    assert_eq!(driver.values_shown("Room")[..4], ["100", "12", "9", ""]);
    driver.send(Command::FILTER);
    assert!(driver.shows("Filter by Room"));
    driver.type_text("1");
    driver.press(Key::Enter);
    assert_eq!(driver.values_shown("Room"), ["100", "12"]);

    // Back to where it began: the three rooms, and then the column.
    for _ in 0..3 {
        driver.press_with(CTRL, Key::Z);
    }
    assert_eq!(driver.custom(1, "room").as_deref(), Some(""));
    driver.press_with(CTRL, Key::Z);
    assert_eq!(driver.names_of_columns(), ["Grade", "School"]);
    assert_eq!(driver.rows_shown(), 40, "a filter goes with its column");
    driver.press_with(CTRL, Key::Y);
    driver.press_with(CTRL, Key::Y);
    assert_eq!(driver.custom(1, "room").as_deref(), Some("12"));
}

#[test]
fn a_column_is_renamed_and_deleted_by_mouse_after_its_values_are_counted() {
    let mut driver = sheet();
    driver.press(Key::End);
    driver.choose_in_column_menu("Rename column…");
    assert!(driver.shows("Rename column School"));
    driver.press_with(CTRL, Key::A);
    driver.type_text("grade");
    driver.click("Rename");
    assert!(driver.shows_words("There is already a column of this name"));
    driver.focus_field("Name");
    driver.press_with(CTRL, Key::A);
    driver.type_text("Rating");
    driver.click("Rename");
    assert!(driver.shows_words("The list has a column “Rating” already"));
    driver.focus_field("Name");
    driver.press_with(CTRL, Key::A);
    driver.type_text("School in fall");
    driver.click("Rename");
    assert_eq!(driver.names_of_columns(), ["Grade", "School in fall"]);
    let school = driver.custom(1, "School in fall").expect("a column");
    assert!(!school.is_empty());

    driver.focus("Players");
    driver.press_with(CTRL, Key::Home);
    driver.press(Key::End);
    driver.choose_in_column_menu("Delete column…");
    assert!(driver.shows_words("35 players have a value in it"));
    driver.click("Delete");
    assert_eq!(driver.names_of_columns(), ["Grade"]);
    assert!(
        driver
            .message()
            .starts_with("Column School in fall deleted")
    );
    driver.click("Undo what was done");
    assert_eq!(driver.custom(1, "School in fall"), Some(school));
}

#[test]
fn the_list_of_columns_leads_to_each() {
    let mut driver = Driver::with_sample();
    driver.go(Page::PLAYERS);
    driver.send(Command::COLUMNS);
    driver.click("Rename column Grade");
    driver.press_with(CTRL, Key::A);
    driver.type_text("Class");
    driver.press(Key::Enter);
    assert_eq!(driver.names_of_columns(), ["Class", "School"]);
    assert!(driver.shows("Custom columns of players"), "and back");
    driver.click("Delete column School");
    driver.click("Cancel");
    assert_eq!(driver.names_of_columns(), ["Class", "School"]);
    driver.focus_field("New column");
    driver.press(Key::Enter);
    assert!(driver.shows_words("Type a name for the column"));
    driver.click("Close");
    assert!(driver.app().dialog.is_none());
}

#[test]
fn grades_are_boxes_of_the_form_also_for_a_new_camper() {
    let mut driver = Driver::with_sample();
    driver.go(Page::PLAYERS);
    driver.send(Command::VIEW_FORM);
    driver.press_with(CTRL, Key::Plus);
    driver.focus_field("Last name");
    driver.type_text("Quill");
    driver.focus_field("Grade");
    driver.type_text(" 4 ");
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("School"), "Enter goes on");
    driver.type_text("x".repeat(201).as_str());
    driver.press_with(CTRL, Key::S);
    assert!(driver.shows_words("there is room for 200"));
    driver.press_with(CTRL, Key::A);
    driver.type_text("North");
    driver.press_with(CTRL, Key::S);
    let camp = driver.camp();
    let added = camp.players.last().expect("a player").id;
    assert_eq!(driver.custom(added.0, "Grade").as_deref(), Some("4"));
    assert_eq!(driver.custom(added.0, "School").as_deref(), Some("North"));

    // What is changed of somebody is that column alone, and named by it.
    driver.focus("Players");
    driver.press(Key::Home);
    driver.focus_field("Grade");
    driver.press_with(CTRL, Key::A);
    driver.type_text("12");
    driver.press_with(CTRL, Key::S);
    assert_eq!(driver.custom(1, "Grade").as_deref(), Some("12"));
    let name = driver.camp().full_name(PlayerId(1));
    let done = driver.app().session.last_done.clone();
    let done = done.unwrap_or_default();
    assert!(done.ends_with(&format!("Change Grade of {name}")), "{done}");
}

#[test]
fn a_new_camper_who_is_typed_meanwhile_gets_the_new_column_and_keeps_what_is_typed() {
    let mut driver = Driver::with_sample();
    driver.go(Page::PLAYERS);
    driver.send(Command::VIEW_FORM);
    driver.press_with(CTRL, Key::Plus);
    driver.focus_field("Last name");
    driver.type_text("Quill");
    driver.send(Command::COLUMNS);
    driver.type_text("Room");
    driver.press(Key::Enter);
    driver.press(Key::Escape);
    driver.focus_field("Room");
    driver.type_text("12");
    driver.press_with(CTRL, Key::S);
    let camp = driver.camp();
    let added = camp.players.last().expect("a player");
    assert_eq!(added.last_name, "Quill");
    let added = added.id.0;
    assert_eq!(driver.custom(added, "Room").as_deref(), Some("12"));
}

#[test]
fn custom_columns_are_searched_and_replaced() {
    let mut driver = sheet();
    let (_, sample) = open_sample(TODAY).expect("the sample camp");
    let school = sample.player_column("School").expect("a column").id;
    let at = |name: &str| {
        let players = sample.players.iter();
        let there = players.filter(|player| player.custom.get(school).starts_with(name));
        there.count()
    };
    let maple = at("Maple Grove");
    assert!(maple > 1 && maple < 40);
    driver.send(Command::FIND);
    driver.type_text("maple grove");
    assert_eq!(driver.rows_shown(), maple);
    driver.send(Command::FILTER_OFF);
    assert_eq!(driver.rows_shown(), 40);

    driver.focus("Players");
    driver.press(Key::End);
    driver.press_with(CTRL, Key::H);
    driver.type_text("Maple Grove");
    driver.press(Key::Tab);
    driver.type_text("Oak");
    driver.click("Replace all");
    assert!(driver.shows_words(&format!("{maple} records changed")));
    let camp = driver.camp();
    let mut players = camp.players.iter();
    assert!(players.all(|player| !player.custom.get(school).starts_with("Maple")));
}

#[test]
fn a_column_is_hidden_by_its_name_in_every_camp() {
    let mut driver = sheet();
    driver.press(Key::End);
    driver.press_with(Modifiers::ALT, Key::ArrowDown);
    driver.press_entry(Role::MenuItemCheckBox, "Grade");
    assert!(!driver.shows("Grade"));
    let settings = driver.app().settings.clone();
    let mut other = Driver::with_settings(settings);
    other.send(Command::OPEN_SAMPLE);
    other.send(Command::GO_PLAYERS);
    other.send(Command::VIEW_DATASHEET);
    let hidden = other.app().settings.columns.clone();
    assert!(hidden["player"].to_string().contains("custom: grade"));
    assert!(!other.shows("Grade"));
}

#[test]
fn groups_have_columns_of_their_own() {
    let mut driver = Driver::with_sample();
    driver.go(Page::GROUPS);
    driver.send(Command::VIEW_FORM);
    driver.send(Command::COLUMNS);
    assert!(driver.shows("Custom columns of groups"));
    driver.type_text("Instructor");
    driver.press(Key::Enter);
    driver.press(Key::Escape);
    driver.focus("Groups");
    driver.press(Key::Home);
    driver.focus_field("Instructor");
    driver.type_text("Pat");
    driver.press_with(CTRL, Key::S);
    let camp = driver.camp();
    let column = camp.columns_of(RecordKind::Group).next().expect("a column");
    assert_eq!(camp.groups[0].custom.get(column.id), "Pat");
    driver.go(Page::GAMES);
    driver.send(Command::VIEW_FORM);
    let why_not = driver.app().why_not(Command::COLUMNS).map(str::to_owned);
    assert_eq!(
        why_not.as_deref(),
        Some("Only available on Ladder players and Camp groups")
    );
}
