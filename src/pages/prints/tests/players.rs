//! One player's sheets: found on the page of prints, or printed from where the player is shown.

use super::*;
use crate::{
    domain::{CampData, Player, PlayerId, Record},
    report::Certificate,
};

impl Driver {
    /// What stands in the box for one player.
    fn player_box(&self) -> String {
        let field = self
            .harness
            .get_by_role_and_label(Role::EditableComboBox, "One player");
        field.accesskit_node().value().unwrap_or_default()
    }
}

/// Somebody whose name nobody else's is like.
fn one_of_many(camp: &CampData) -> Player {
    let mut players = camp.players.iter();
    let is_one_of_a_kind = |player: &&Player| {
        let same = camp.players.iter();
        same.filter(|other| other.last_name == player.last_name)
            .count()
            == 1
    };
    let player = players.find(is_one_of_a_kind);
    player.expect("somebody of that name alone").clone()
}

#[test]
fn the_week_of_the_player_who_is_shown_is_a_key_away() {
    let mut driver = Driver::with_sample();
    let player = one_of_many(&driver.camp());
    driver.app().send(Action::Show(Record::Player(player.id)));
    driver.settle();
    driver.press_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::R);
    assert_eq!(driver.app().page, Page::PRINTS);
    assert_eq!(
        driver.prints().state.chosen,
        Chosen::Print(Print::PlayerWeek)
    );
    assert_eq!(driver.chosen().player, Some(player.id));
    assert_eq!(driver.page_count(), "Page 1 of 1");
    assert!(
        driver.first_page().contains(&player.full_name()),
        "{}",
        driver.first_page()
    );
    assert_eq!(driver.player_box(), player.listed_name());
    driver.send(Command::SAVE_PDF);
    let proposed = driver
        .harness
        .get_by_role_and_label(Role::TextInput, "PDF file");
    let proposed = proposed.accesskit_node().value().unwrap_or_default();
    let name = format!("player’s week, {}.pdf", player.full_name());
    assert!(proposed.ends_with(&name), "{proposed}");
}

#[test]
fn it_is_printed_from_the_standings_and_from_an_explanation_too() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_PLAYERS);
    driver.send(Command::GO_STANDINGS);
    assert_eq!(
        driver.app().why_not(Command::PRINT_PLAYER_WEEK),
        Some("Choose a player first")
    );
    driver.press(Key::Home);
    let player = driver.standings().selected.expect("a line");
    driver.click("Print this player’s week");
    assert_eq!(driver.chosen().player, Some(player));
    assert_eq!(
        driver.app().why_not(Command::PRINT_PLAYER_WEEK),
        Some("Choose Player’s week in the list, and the player there")
    );

    driver.send(Command::GO_GAMES);
    assert_eq!(
        driver.app().why_not(Command::PRINT_PLAYER_WEEK),
        Some("Choose a player in Ladder players or in the standings first")
    );
    let other = PlayerId(if player.0 == 1 { 2 } else { 1 });
    driver
        .app()
        .send(Action::Go(Page::EXPLANATION.of(Record::Player(other))));
    driver.settle();
    driver.send(Command::PRINT_PLAYER_WEEK);
    assert_eq!(driver.app().page, Page::PRINTS);
    assert_eq!(driver.chosen().player, Some(other));
}

#[test]
fn one_player_is_found_by_typing_and_forgotten_with_the_camp() {
    let mut driver = sample();
    driver.show_print(Print::PlayerWeek);
    let everybody = driver.page_count();
    assert_ne!(everybody, "Page 1 of 1");
    let player = one_of_many(&driver.camp());
    driver.focus("One player");
    driver.type_text(&player.last_name);
    driver.press(Key::Enter);
    assert_eq!(driver.chosen().player, Some(player.id));
    assert_eq!(driver.page_count(), "Page 1 of 1");
    assert!(driver.first_page().contains(&player.full_name()));

    driver.focus("One player");
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text("zzzz");
    assert!(driver.shows("Choose a player of the list, or empty the box for everybody"));
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.press(Key::Backspace);
    assert_eq!(driver.chosen().player, None);
    assert_eq!(driver.page_count(), everybody);

    // By number.
    driver.type_text(&player.id.to_string());
    driver.press(Key::Enter);
    assert_eq!(driver.chosen().player, Some(player.id));
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_PRINTS);
    driver.show_print(Print::PlayerWeek);
    assert_eq!(driver.chosen().player, None);
    assert_eq!(driver.player_box(), "");
}

#[test]
fn own_words_are_asked_for_where_a_certificate_says_them() {
    let mut driver = sample();
    driver.show_print(Print::Certificates);
    assert!(
        driver.first_page().contains("Winner"),
        "{}",
        driver.first_page()
    );
    assert!(!driver.shows("In your words"));
    driver.focus_choice("Award");
    driver.press(Key::End);
    assert_eq!(driver.chosen().certificate, Certificate::Own);
    assert!(
        driver
            .first_page()
            .contains("for taking part in the chess camp"),
        "{}",
        driver.first_page()
    );
    driver.focus_field("In your words");
    driver.type_text("for fair play");
    assert_eq!(driver.chosen().words, "for fair play");
    assert!(
        driver.first_page().contains("for fair play"),
        "{}",
        driver.first_page()
    );
}

#[test]
fn ratings_that_are_older_than_the_games_are_told_and_made_new() {
    let mut driver = sample();
    driver.send(Command::RATINGS_FOLLOW);
    let mut game = driver.camp().games.to_vec().remove(0);
    game.result = match game.result {
        crate::domain::GameResult::WhiteWon => crate::domain::GameResult::BlackWon,
        _ => crate::domain::GameResult::WhiteWon,
    };
    let change = Edit::put(&game);
    driver.app().send(Action::Change(change));
    driver.settle();
    driver.show_print(Print::Prizes);
    assert!(driver.shows_words("These sheets show the new ratings"));
    // The button of the side bar has the same name, and comes first.
    let buttons = driver.harness.query_all_by_label("Recalc Ratings");
    buttons.last().expect("the banner’s button").click();
    driver.settle();
    assert!(!driver.shows_words("These sheets show the new ratings"));
}

#[test]
fn it_waits_for_a_record_that_is_on_its_way_to_the_file() {
    let mut driver = Driver::with_sample();
    let player = one_of_many(&driver.camp());
    driver.app().send(Action::Show(Record::Player(player.id)));
    driver.settle();
    driver.focus_field("First name");
    driver.type_text("ab");
    driver.app().send(Command::SAVE_RECORD);
    driver.app().send(Command::PRINT_PLAYER_WEEK);
    driver.settle();
    assert_eq!(driver.app().page, Page::PRINTS);
    assert_eq!(
        driver.prints().state.chosen,
        Chosen::Print(Print::PlayerWeek)
    );
    assert_eq!(driver.chosen().player, Some(player.id));
    let renamed = driver.camp().full_name(player.id);
    assert_ne!(renamed, player.full_name());
    assert!(driver.first_page().contains(&renamed));
}
