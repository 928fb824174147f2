//! What was chosen in the preview of files, and everything that would throw it away.

use super::*;
use crate::domain::{PlayerId, Record};

const ASKED: &str = "Discard what you have decided?";

/// Two sections beside one that the camp has; the file of one is left out.
fn chosen() -> Driver {
    let mut driver = imported();
    let [first, second] =
        [6, 7].map(|number| EVENT.replace("\"number\": 5", &format!("\"number\": {number}")));
    give(
        &mut driver,
        &[("first.json", &first), ("second.json", &second)],
    );
    driver.click("Import second.json");
    assert!(still_has_it(&mut driver));
    driver
}

fn still_has_it(driver: &mut Driver) -> bool {
    driver.shows_words("1 section. Ready to import.")
}

fn send(driver: &mut Driver, action: impl Into<Action>) {
    driver.app().send(action);
    driver.settle();
}

/// A way to lose what was chosen.
type Way<'a> = &'a dyn Fn(&mut Driver);

/// By keys and by the mouse.
#[test]
fn what_was_chosen_is_not_thrown_away_unasked_whatever_would_do_it() {
    let mut driver = chosen();
    let ways: [(&str, Way<'_>); 10] = [
        ("cancel", &|driver| driver.click("Cancel")),
        ("Esc", &|driver| driver.press(Key::Escape)),
        ("close the camp", &|driver| {
            driver.press_with(Modifiers::COMMAND, Key::W);
        }),
        ("quit", &|driver| driver.send(Command::QUIT)),
        ("the sample camp", &|driver| {
            driver.send(Command::OPEN_SAMPLE);
        }),
        ("another page", &|driver| {
            driver.press_with(Modifiers::COMMAND, Key::Num2);
        }),
        ("this page", &|driver| {
            driver.press_with(Modifiers::COMMAND, Key::Num9);
        }),
        ("a record", &|driver| {
            send(driver, Action::Show(Record::Player(PlayerId(1))));
        }),
        ("print", &|driver| driver.send(Command::PRINT)),
        ("a PDF", &|driver| driver.send(Command::SAVE_PDF)),
    ];
    for (what, way) in ways {
        way(&mut driver);
        assert!(driver.shows(ASKED), "{what}");
        // The keyboard begins where nothing is lost.
        driver.press(Key::Enter);
        assert!(!driver.shows(ASKED), "{what}");
        assert!(still_has_it(&mut driver), "{what}");
        assert!(!driver.app().quitting, "{what}");
    }
}

#[test]
fn whoever_discards_what_was_chosen_gets_what_was_asked_for() {
    let mut driver = chosen();
    driver.press(Key::Escape);
    driver.click("Discard");
    assert!(!is_importing(&mut driver));
    // The list has the keyboard.
    driver.press(Key::F2);
    assert!(driver.app().dialog.is_some());

    let mut driver = chosen();
    driver.send(Command::GO_GAMES);
    driver.click("Discard");
    assert_eq!(driver.app().page, Page::GAMES);
    assert!(!is_importing(&mut driver));

    let mut driver = chosen();
    driver.send(Command::CLOSE_CAMP);
    driver.click("Discard");
    assert!(driver.app().session.camp.is_none());
}

/// The next week, as it is decided elsewhere, is lost with the camp alone, and each is told by itself.
#[test]
fn what_else_would_be_lost_is_asked_about_next() {
    let mut driver = Driver::with_sample();
    driver.app().send(Action::CloseWeek);
    driver.settle();
    driver.press(Key::Enter);
    driver.press(Key::Space);
    let chosen = |driver: &mut Driver| {
        driver.send(Command::GO_US_CHESS);
        give(driver, &[("event.json", EVENT)]);
        driver.click("Import event.json");
    };
    chosen(&mut driver);
    driver.send(Command::GO_GAMES);
    driver.click("Discard");
    assert_eq!(driver.app().page, Page::GAMES);

    chosen(&mut driver);
    driver.send(Command::CLOSE_CAMP);
    assert!(driver.shows_words("Nothing has been imported yet"));
    driver.click("Discard");
    assert!(driver.shows_words("The next week isn’t started yet"));
    assert!(driver.app().session.camp.is_some());
    driver.click("Discard");
    assert!(driver.app().session.camp.is_none());
}

#[test]
fn nothing_is_asked_where_nothing_is_lost() {
    let mut driver = chosen();
    // Further files come to those that are shown.
    let third = EVENT.replace("\"number\": 5", "\"number\": 8");
    give(&mut driver, &[("third.json", &third)]);
    assert!(driver.shows_words("2 sections. Ready to import."));
    // What stands over the page comes and goes.
    let rows = "Last name\tFirst name\nQuill\tZo\n".to_owned();
    send(&mut driver, Action::PasteCampers(rows));
    assert_eq!(driver.app().session.over(), Some(Page::IMPORT));
    send(&mut driver, Action::Back);
    assert!(driver.shows_words("2 sections. Ready to import."));
    // What was chosen is taken back.
    driver.click("Import second.json");
    driver.press(Key::Escape);
    assert!(!driver.shows(ASKED));
    assert!(!is_importing(&mut driver));
}
