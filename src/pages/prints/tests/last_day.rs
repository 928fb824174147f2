//! Several prints in one go, for the day on which the week ends.

use hayro_syntax::Pdf;

use super::*;
use crate::domain::{Edit, NextWeek};

impl Driver {
    /// Ticks a box, where the list has an entry of this name too.
    fn tick(&mut self, label: &str) {
        let tick = self.harness.get_by_role_and_label(Role::CheckBox, label);
        tick.click();
        self.settle();
    }
}

/// How many pages a print has by itself.
fn pages_of(driver: &mut Driver, print: Print) -> usize {
    driver.show_print(print);
    pages(driver)
}

fn pages(driver: &Driver) -> usize {
    let text = driver.page_count();
    let count = text.rsplit(' ').next().expect("a number");
    count.parse().expect("a number")
}

#[test]
fn everything_for_the_last_day_is_one_pdf_of_what_is_ticked() {
    let (mut driver, folder) = camp_in_a_file();
    let mut expected = 0;
    for print in [
        Print::Standings,
        Print::Prizes,
        Print::Certificates,
        Print::PlayerWeek,
    ] {
        expected += pages_of(&mut driver, print);
    }
    driver.show_print(Print::Standings);
    driver.click("Everything for the last day");
    assert_eq!(driver.prints().state.chosen, Chosen::LastDay);
    assert_eq!(pages(&driver), expected);

    // By keys: the first option is the first print.
    let wall = {
        let wall = driver
            .harness
            .get_by_role_and_label(Role::CheckBox, "Wall standings");
        wall.focus();
        driver.settle();
        driver.press(Key::Space);
        let with_wall = pages(&driver);
        driver.press(Key::Space);
        with_wall - expected
    };
    assert!(wall > 0);
    assert_eq!(pages(&driver), expected);
    driver.tick("Player’s week");
    let without = pages(&driver);
    assert!(without < expected);

    assert!(driver.app().why_not(Command::OPEN_PDF).is_some());
    let path = folder.path().join("All.pdf");
    driver.press_with(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::S);
    assert!(driver.shows("Save everything for the last day as PDF"));
    driver.press_with(Modifiers::COMMAND, Key::A);
    driver.type_text(&path.display().to_string());
    driver.press(Key::Enter);
    let pdf = fs::read(&path).expect("a PDF");
    let pages = Pdf::new(pdf).expect("a PDF").pages().len();
    assert_eq!(pages, without);
    assert!(driver.app().why_not(Command::OPEN_PDF).is_none());
    assert!(
        driver.app().why_not(Command::CHANGE_LAYOUT).is_some(),
        "each has its own"
    );

    for print in ["Weekly standings", "Prize list", "Certificates"] {
        driver.tick(print);
    }
    assert!(driver.shows_words("Nothing is chosen to be printed"));
}

#[test]
fn open_pdf_opens_what_is_chosen() {
    let (mut driver, folder) = camp_in_a_file();
    driver.send(Command::SAVE_PDF);
    driver.press_with(Modifiers::COMMAND, Key::A);
    let path = folder.path().join("Standings.pdf");
    driver.type_text(&path.display().to_string());
    driver.press(Key::Enter);
    assert!(driver.app().why_not(Command::OPEN_PDF).is_none() && driver.shows("Open PDF"));
    driver.show_print(Print::Wall);
    assert!(driver.app().why_not(Command::OPEN_PDF).is_some() && !driver.shows("Open PDF"));
    driver.show_print(Print::Standings);
    assert!(driver.app().why_not(Command::OPEN_PDF).is_none());
    driver.send(Command::RECALCULATE);
    assert!(
        driver.app().why_not(Command::OPEN_PDF).is_some(),
        "it shows the camp as it was before"
    );
}

#[test]
fn a_week_that_has_just_begun_offers_the_one_before() {
    let (mut driver, _folder) = camp_in_a_file();
    let today = now().date();
    driver.change(Edit::CloseWeek { on: today });
    driver.change(Edit::StartWeek(Box::new(NextWeek {
        label: String::new(),
        opened_on: today,
        players: Vec::new(),
    })));
    driver.show_print(Print::Certificates);
    assert!(driver.shows_words("No games in Week 2"));
    driver.click("Show Week 1");
    assert_eq!(driver.camp().week.number, 1);
    assert!(!driver.shows_words("No games in"));
    driver.show_print(Print::Badges);
    driver.app().send(Action::LookAtWeek(None));
    driver.settle();
    assert!(
        !driver.shows_words("No games in"),
        "badges are for the week to come"
    );
}

#[test]
fn the_options_are_in_view_beside_the_list() {
    let mut driver = sample();
    for (width, height) in [(1366.0, 768.0), (900.0, 640.0)] {
        driver.harness.set_size(egui::vec2(width, height));
        driver.settle();
        let screen = driver.harness.ctx.content_rect();
        for label in ["Paper", "Only the first", "Compare with the week before"] {
            let nodes = driver.harness.query_all_by_label(label);
            let rect = nodes.last().expect(label).rect();
            assert!(screen.contains_rect(rect), "{label} at {width}: {rect:?}");
        }
    }
}
