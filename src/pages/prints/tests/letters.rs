//! Certificates with letters that no font has.

use super::*;
use crate::domain::Edit;

/// Of no font: nothing is meant by it.
const NO_LETTER: char = '\u{2E9A}';

#[test]
fn certificates_with_empty_boxes_are_saved_only_once_that_is_said_again() {
    let (mut driver, folder) = camp_in_a_file();
    let tofu = egui::MissingGlyphPolicy::Tofu;
    driver.harness.ctx.set_missing_glyph_policy(tofu);
    driver.change(Edit::RenameCamp(format!("Camp {NO_LETTER}")));
    let save = |driver: &mut Driver, print: Print| {
        driver.show_print(print);
        let path = folder.path().join(format!("{}.pdf", print.word()));
        driver.press_with(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::S);
        driver.press_with(Modifiers::COMMAND, Key::A);
        driver.type_text(&path.display().to_string());
        driver.press(Key::Enter);
        path
    };
    let path = save(&mut driver, Print::Standings);
    assert!(path.exists(), "a list is legible all the same");

    let path = save(&mut driver, Print::Certificates);
    assert!(driver.shows("Letters are missing on these sheets"));
    assert!(driver.shows_words("put a font that has them into a folder “Fonts”"));
    assert!(!path.exists());
    driver.click("Cancel");
    assert!(!path.exists() && driver.app().dialog.is_none());

    save(&mut driver, Print::Certificates);
    driver.click("Save anyway");
    assert!(fs::read(&path).expect("a PDF").starts_with(b"%PDF"));
    assert!(driver.app().dialog.is_none());
}
