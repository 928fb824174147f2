//! What is new, with and without a camp.

use egui::Key;

use super::{
    WhatsNew,
    logic::{Part, Words, parts},
};
use crate::{
    app::{Command, page::Page},
    ui::tests::Driver,
};

fn plain(text: &str) -> Words {
    Words {
        text: text.to_owned(),
        is_name: false,
    }
}

#[test]
fn a_change_log_is_taken_apart() {
    let markdown =
        "# What is new\n\n## 1.0\n\n- Press *Undo*\n  or `Ctrl+Z` now.\n- 2 * 3\n\nThe end.\n";
    let name = |text: &str| Words {
        is_name: true,
        ..plain(text)
    };
    assert_eq!(
        parts(markdown),
        [
            Part::Version("1.0".to_owned()),
            Part::Change(vec![
                plain("Press "),
                name("Undo"),
                plain(" or "),
                name("Ctrl+Z"),
                plain(" now."),
            ]),
            Part::Change(vec![plain("2 * 3")]),
            Part::Paragraph(vec![plain("The end.")]),
        ]
    );
    assert_eq!(parts(""), []);
}

/// What is told at length nobody reads: it is several changes.
#[test]
fn no_change_is_longer_than_a_few_sentences() {
    let page = WhatsNew::default();
    let changes = page.parts.iter().filter_map(|part| match part {
        Part::Change(words) => Some(words.iter().map(|words| words.text.as_str())),
        Part::Version(_) | Part::Paragraph(_) => None,
    });
    let changes = changes.map(Iterator::collect::<String>);
    let long = changes
        .filter(|change| change.chars().count() > 700)
        .collect::<Vec<_>>();
    assert_eq!(long, Vec::<String>::new());
}

#[test]
fn it_is_read_over_the_welcome_page_and_left_again() {
    let mut driver = Driver::new();
    driver.send(Command::WHATS_NEW);
    assert_eq!(driver.app().session.over(), Some(Page::WHATS_NEW));
    let page = driver.app().page_mut::<WhatsNew>().expect("the page");
    let is_change = |part: &&Part| matches!(part, Part::Change(_));
    assert!(page.parts.iter().filter(is_change).count() > 10);
    assert!(driver.shows("Unreleased: the first version"));
    assert!(driver.has_keyboard("Back"));
    driver.press(Key::PageDown);
    driver.press(Key::Escape);
    assert_eq!(driver.app().session.over(), None);
    assert!(driver.shows("Import from Access…"));
}

#[test]
fn it_is_read_over_a_page_that_comes_back_as_it_was() {
    let mut driver = Driver::with_sample();
    driver.send(Command::GO_SEASON);
    driver.send(Command::WHATS_NEW);
    assert!(driver.shows("Unreleased: the first version"));
    driver.send(Command::NEW_RECORD);
    assert_eq!(driver.message(), "Close What’s new first (Esc)");
    driver.press(Key::Enter);
    assert_eq!(driver.app().session.over(), None);
    assert_eq!(driver.app().page, Page::SEASON);
    // It gives way to any page.
    driver.send(Command::WHATS_NEW);
    driver.send(Command::GO_PLAYERS);
    assert_eq!(driver.app().session.over(), None);
}
