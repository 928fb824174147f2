//! Pasted rows in the window: what is to be seen before they are imported, and what is told after.

use super::super::ImportPage;
use crate::{
    app::{Action, Command, Page},
    domain::PlayerId,
    ui::tests::Driver,
};

/// The sample camp with the preview of rows that were pasted among its games.
fn games(rows: &[&str]) -> Driver {
    let mut driver = Driver::with_sample();
    paste(&mut driver, rows);
    driver
}

fn paste(driver: &mut Driver, rows: &[&str]) {
    driver.app().send(Action::Go(Page::GAMES.into()));
    driver.settle();
    let rows = rows.join("\n").replace(',', "\t");
    let rows = format!("White\tBlack\tResult\tDate\n{rows}\n");
    driver.app().send(Action::ImportPasted(rows));
    driver.settle();
}

#[test]
fn where_nobody_is_known_the_keyboard_is_at_the_choice_of_a_player() {
    let mut driver = games(&["Nobody,Someone,1-0,7/9/2025", "Someone,Else,0-1,7/9/2025"]);
    assert!(driver.shows("Nothing in these rows can be imported yet"));
    assert!(driver.shows_words("Choose below which player is meant by each name"));
    assert!(driver.has_keyboard("Player “Else”"));
    driver.type_text("1");
    driver.press(egui::Key::Enter);
    driver.settle();
    let page = driver.app().page_mut::<ImportPage>().expect("the preview");
    let who = page.state.choices().who.values();
    assert_eq!(who.collect::<Vec<_>>(), [&PlayerId(1)]);
    // Where a row can be imported, that is what Enter does.
    let mut driver = games(&["Nobody,1,1-0,7/9/2025", "1,2,0-1,7/9/2025"]);
    assert!(driver.has_keyboard("Import"));
    driver.app().send(Action::Back);
    driver.settle();
    let mut driver = games(&["1,1,1-0,7/9/2025"]);
    assert!(driver.shows("Nothing in these rows can be imported"));
    assert!(driver.has_keyboard("Cancel"));
    driver.app().send(Action::Back);
}

#[test]
fn what_came_without_a_date_or_was_skipped_is_told_after_the_import_and_noted_in_the_camp() {
    let mut driver = games(&[
        "1,2,0-1,7/9/2025",
        "2,1,0-1,7/9/2O25",
        "1,2,1/2,7/9/2025",
        "1,2,1-0,",
        "Nobody,2,1-0,7/9/2025",
    ]);
    driver.send(Command::SAVE_IMPORT);
    driver.settle();
    let message = driver.message();
    let told = "Imported 4 games. 1 row skipped, 2 games have no date";
    assert!(message.starts_with(told), "{message}");
    driver.send(Command::PROBLEMS);
    driver.settle();
    assert!(driver.shows_words("2 games have no date"));
}

#[test]
fn names_of_several_and_games_that_are_here_are_seen_without_unfolding() {
    let rows = ["1,2,0-1,7/9/2025", "2,1,0-1,7/9/2025"];
    let mut driver = games(&rows);
    driver.send(Command::SAVE_IMPORT);
    driver.settle();
    paste(&mut driver, &[rows[0], rows[1], "1,2,1-0,7/9/2025"]);
    assert!(driver.shows("2 rows are games that are here already. See the notes below."));
    assert!(!driver.shows("Ready to import."));
    assert!(driver.shows_words("This row was imported before, as game"));
}
