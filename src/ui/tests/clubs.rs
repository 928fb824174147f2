//! The fields that only clubs fill in, by keyboard: on players and games, and nowhere in a camp that is no club.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use jiff::civil::date;

use super::Driver;
use crate::{
    app::{Action, Command, Page},
    domain::{Edit, Field, LadderSystem, NewLadder, NewMeeting, Value},
};

fn change(driver: &mut Driver, edit: Edit) {
    driver.app().send(Action::Change(edit));
    driver.settle();
}

fn ladder(system: LadderSystem, settings: &[(&str, &str)]) -> Edit {
    let settings = settings.iter();
    let settings = settings.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Edit::AddLadder(NewLadder {
        name: "Thursday".to_owned(),
        system,
        settings: settings.collect(),
    })
}

/// Goes to the form of a page, with a new record.
fn new_record(driver: &mut Driver, page: Page) {
    driver.go(page);
    driver.send(Command::VIEW_FORM);
    driver.press_with(Modifiers::COMMAND, Key::Plus);
}

#[test]
fn a_camp_is_not_bothered_with_what_clubs_fill_in() {
    let mut driver = Driver::with_sample();
    new_record(&mut driver, Page::PLAYERS);
    assert!(!driver.shows("Joined") && !driver.shows("Background"));
    // Enter goes past what isn't there.
    driver.focus_field("Permanent rating at the start of the week");
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("Nickname"));
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("Birth date"));
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("Notes"));
    driver.send(Command::UNDO_RECORD);
    driver.send(Command::VIEW_DATASHEET);
    assert!(!driver.shows("Joined"));
    new_record(&mut driver, Page::GAMES);
    assert!(!driver.shows("Tournament"));
    driver.send(Command::UNDO_RECORD);
    driver.send(Command::VIEW_ENTRY);
    assert!(!driver.shows("Tournament"));
}

#[test]
fn the_joining_day_is_typed_in_the_form_and_in_the_datasheet() {
    let mut driver = Driver::with_size(1700.0, 760.0);
    driver.send(Command::OPEN_SAMPLE);
    let meeting = NewMeeting::new(date(2026, 7, 3));
    change(&mut driver, Edit::AddMeeting(meeting));
    new_record(&mut driver, Page::PLAYERS);
    driver.type_text("Lee");
    assert!(!driver.shows("Background"), "no ladder asks for it");
    driver.focus_field("Joined");
    driver.type_text("some day");
    driver.press_with(Modifiers::COMMAND, Key::S);
    assert!(driver.shows_words("“some day” is not a date"));
    assert!(driver.has_keyboard("Joined"));
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.press_with(Modifiers::COMMAND, Key::Semicolon);
    driver.press_with(Modifiers::COMMAND, Key::S);
    let added = driver.camp().players.last().cloned().expect("a player");
    assert_eq!(added.joined, Some(super::TODAY));
    driver.send(Command::VIEW_DATASHEET);
    assert!(driver.shows_words("Joined"));
    driver.press_with(Modifiers::COMMAND, Key::Z);
    assert!(driver.camp().player(added.id).is_none());
    driver.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(driver.camp().player(added.id), Some(&added));
}

#[test]
fn the_birth_date_is_the_same_in_all_weeks_and_in_no_list_unless_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::LAST_RECORD);
    driver.focus_field("Birth date");
    driver.type_text("some day");
    driver.press_with(Modifiers::COMMAND, Key::S);
    assert!(driver.shows_words("“some day” is not a date"));
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("2/28/2015");
    driver.press_with(Modifiers::COMMAND, Key::S);
    let born = Some(date(2015, 2, 28));
    let birth_date = |driver: &mut Driver| driver.camp().players[2].birth_date;
    assert_eq!(birth_date(&mut driver), born);
    assert!(
        driver
            .app()
            .label(Command::UNDO)
            .ends_with("birth date of Cy Rao")
    );
    driver.send(Command::UNDO);
    assert_eq!(birth_date(&mut driver), None);
    driver.send(Command::REDO);
    driver.next_week();
    assert_eq!(birth_date(&mut driver), born, "in the next week, too");
    driver.send(Command::WEEK_BEFORE);
    assert_eq!(birth_date(&mut driver), born);
    driver.send(Command::VIEW_DATASHEET);
    assert!(!driver.shows_words("2/28/2015"));
}

#[test]
fn the_background_is_typed_only_where_a_ladder_shows_it() {
    let mut driver = Driver::with_sample();
    change(&mut driver, ladder(LadderSystem::RaceCode, &[]));
    new_record(&mut driver, Page::PLAYERS);
    driver.type_text("Lee");
    assert!(driver.shows("Joined") && !driver.shows("Background"));
    let mut setup = driver.camp().ladders[0].clone();
    setup.settings = [("background".to_owned(), "yes".to_owned())].into();
    change(&mut driver, Edit::ChangeLadder(setup));
    driver.focus_field("Background");
    driver.type_text(" Hmong ");
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("Nickname"));
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("Birth date"));
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("Notes"));
    driver.press_with(Modifiers::COMMAND, Key::S);
    let added = driver.camp().players.last().cloned().expect("a player");
    assert_eq!(added.background, "Hmong");
    driver.send(Command::VIEW_DATASHEET);
    assert!(!driver.shows_words("Hmong"), "never in a list");
}

#[test]
fn a_club_without_groups_adds_its_players_by_keyboard() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_new_camp(&folder.path().join("Club.ladder"));
    new_record(&mut driver, Page::PLAYERS);
    for key in ["Lee", "Ann"] {
        driver.type_text(key);
        driver.press(Key::Enter);
    }
    assert!(driver.has_keyboard("Active"), "there is no group to choose");
    driver.press_with(Modifiers::COMMAND, Key::S);
    let camp = driver.camp();
    assert_eq!(camp.players.len(), 1);
    assert_eq!(camp.players[0].group, None);
    driver.send(Command::GO_GROUPS);
    driver.send(Command::GO_PLAYERS);
    assert!(!driver.shows("First, the groups"));
    assert!(driver.shows_words("Lee, Ann"));
}

#[test]
fn the_tournament_goes_on_by_itself_and_stays_from_game_to_game() {
    let mut driver = Driver::with_sample();
    let games = driver.camp().games.len();
    let mut game = driver.camp().games[0].clone();
    game.tournament = "Fall open".to_owned().into();
    change(&mut driver, Edit::put(&game));
    driver.send(Command::GO_GAMES);
    driver.send(Command::VIEW_ENTRY);
    driver.focus_field("Tournament");
    driver.type_text("fa");
    assert_eq!(
        driver.entry().strip.draft.typed(Field::Tournament),
        "Fall open"
    );
    driver.type_text("m");
    assert_eq!(
        driver.entry().strip.draft.typed(Field::Tournament),
        "Fam",
        "a letter replaces what was not typed"
    );
    driver.press(Key::Backspace);
    assert_eq!(driver.entry().strip.draft.typed(Field::Tournament), "Fa");
    driver.type_text("l");
    assert_eq!(
        driver.entry().strip.draft.typed(Field::Tournament),
        "Fall open"
    );
    for _ in 0..2 {
        let draft = &mut driver.entry().strip.draft;
        draft.set(Field::White, Value::Reference(game.white.0));
        draft.set(Field::Black, Value::Reference(game.black.0));
        driver.entry().cursor_to = Some(crate::pages::games::entry::Place::Result);
        driver.settle();
        driver.type_text("1");
    }
    let camp = driver.camp();
    assert_eq!(camp.games.len(), games + 2);
    let last = camp.games.iter().rev().take(2);
    assert!(
        last.into_iter()
            .all(|game| game.tournament.as_str() == "Fall open")
    );
    assert!(driver.entry().is_empty(), "the tournament is no game");
}

#[test]
fn the_tournament_is_typed_in_the_form_and_replaced_in_all_games() {
    let mut driver = Driver::with_sample();
    change(&mut driver, ladder(LadderSystem::GameCourier, &[]));
    let first = driver.camp().games[0].clone();
    driver
        .app()
        .send(Action::Show(crate::domain::Record::Game(first.id)));
    driver.settle();
    driver.focus_field("Tournament");
    driver.type_text("Fall open");
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("Board"));
    driver.type_text("1000");
    driver.press(Key::Enter);
    assert!(driver.has_keyboard("This game counts"));
    driver.press_with(Modifiers::COMMAND, Key::S);
    assert!(driver.shows_words("Type a whole number from 1 to 999, or nothing"));
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("12");
    driver.press_with(Modifiers::COMMAND, Key::S);
    assert_eq!(driver.camp().games[0].tournament.as_str(), "Fall open");
    assert_eq!(driver.camp().games[0].board, Some(12));
    driver.focus_field("Tournament");
    driver.press_with(Modifiers::COMMAND, Key::H);
    if let Some(crate::app::dialogs::Dialog::Replace(replace)) = &mut driver.app().dialog {
        replace.find = "Fall".to_owned();
        replace.with = "Winter".to_owned();
        assert_eq!(replace.field, Field::Tournament);
    }
    driver.app().send(Action::ReplaceAll);
    driver.settle();
    assert_eq!(driver.camp().games[0].tournament.as_str(), "Winter open");
    driver.app().send(Action::FindNextMatch);
    driver.settle();
    if let Some(crate::app::dialogs::Dialog::Replace(replace)) = &driver.app().dialog {
        // A message would lie below the question.
        assert_eq!(replace.said.as_deref(), Some("No matches"));
    }
    let count = driver
        .harness
        .query_all_by_label_contains("Tournament")
        .count();
    assert!(count > 0);
}
