//! The camp settings.

use std::{fs, path::Path};

use egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::Driver;
use crate::{
    app::{Action, Command, dialogs::Dialog},
    domain::{Colour, PictureKind, PublishedNames},
    storage::{CampFile, Mode},
};

/// A red square with a hole.
const SVG: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><path fill='red' d='M0 0h20v20h-20z'/></svg>";

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file");
    path.display().to_string()
}

impl Driver {
    fn settings(&mut self) -> crate::domain::CampSettings {
        self.camp().settings.as_ref().clone()
    }

    /// Replaces what stands in a field.
    fn fill(&mut self, label: &str, text: &str) {
        self.focus_field(label);
        self.press_with(Modifiers::COMMAND, Key::A);
        self.press(Key::Delete);
        self.type_text(text);
    }

    /// The paper in the dialog, as it is told to somebody who hears it.
    fn paper(&self) -> String {
        let mut images = self.harness.query_all_by_role(Role::Image);
        let paper = images.find_map(|image| {
            let words = image.accesskit_node().label()?;
            words.starts_with("How papers look").then_some(words)
        });
        paper.expect("a paper")
    }
}

#[test]
fn everything_is_changed_by_keyboard_and_undone_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = write(folder.path(), "knight.svg", SVG);
    let mut driver = Driver::with_sample();
    let before = driver.camp();
    driver.press_with(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::T);
    driver.type_text("Winter  camp");
    driver.press(Key::Tab);
    driver.type_text(" Next meeting: Monday ");
    driver.press(Key::Tab);
    // From black over slate to navy.
    assert!(driver.has_keyboard("Black"));
    driver.press(Key::ArrowRight);
    driver.press(Key::ArrowRight);
    driver.press(Key::Tab);
    assert!(driver.has_keyboard("Exact color"));
    driver.press(Key::Tab);
    driver.type_text(&picture);
    for field in ["Browse…", "Remove logo", "Campers on published pages"] {
        driver.press(Key::Tab);
        assert!(driver.has_keyboard(field), "{field}");
    }
    driver.press(Key::ArrowDown);
    driver.press(Key::ArrowDown);
    let paper = driver.paper();
    assert_eq!(
        paper,
        "How papers look: headed Winter  camp, with the logo, in the color #1d356d, the footer Next meeting: Monday"
    );
    driver.focus("Save");
    driver.press(Key::Enter);

    assert!(driver.app().dialog.is_none());
    assert_eq!(driver.camp().name, "Winter camp");
    let settings = driver.settings();
    assert_eq!(settings.footer, "Next meeting: Monday");
    assert_eq!(settings.colour, Some(Colour([0x1d, 0x35, 0x6d])));
    assert_eq!(settings.published_names, Some(PublishedNames::Initial));
    let logo = settings.logo.expect("a logo");
    assert_eq!(
        (logo.kind, logo.bytes.as_slice()),
        (PictureKind::Svg, SVG.as_bytes())
    );
    driver.send(Command::UNDO);
    assert_eq!(driver.message(), "Undone: change camp settings");
    let after = driver.camp();
    assert_eq!(
        (after.name, after.settings),
        (before.name, before.settings),
        "one step"
    );
}

#[test]
fn what_has_not_changed_is_not_saved() {
    let mut driver = Driver::with_sample();
    driver.send(Command::CAMP_SETTINGS);
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_none());
    assert!(driver.app().why_not(Command::UNDO).is_some());
    driver.send(Command::CAMP_SETTINGS);
    driver.fill("Footer", "Bring water");
    driver.press(Key::Escape);
    assert!(driver.app().dialog.is_none());
    assert_eq!(driver.settings().footer, "");
    driver.send(Command::CAMP_SETTINGS);
    driver.fill("Footer", "Bring water");
    driver.press(Key::Enter);
    assert_eq!(driver.settings().footer, "Bring water");
    driver.send(Command::UNDO);
    assert_eq!(driver.message(), "Undone: change camp settings");
}

#[test]
fn what_is_wrong_is_marked_and_stays() {
    let mut driver = Driver::with_sample();
    driver.send(Command::CAMP_SETTINGS);
    driver.fill("Footer", &"x".repeat(119));
    assert!(!driver.shows_words("of 160 characters"));
    driver.fill("Footer", &"x".repeat(121));
    assert!(driver.shows("121 of 160 characters"));
    driver.fill("Footer", &"x".repeat(161));
    let reason = "This text has 161 characters, and there is room for 160";
    assert!(driver.shows(reason), "while it is typed");
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_some());

    driver.fill("Footer", "");
    driver.fill("Name of the camp", "");
    driver.press(Key::Enter);
    assert!(driver.shows("Type the camp’s name"));
    driver.fill("Name of the camp", "Camp");
    driver.fill("Exact color", "#12345");
    assert!(!driver.shows_words("Type six digits"), "it is being typed");
    driver.press(Key::Tab);
    assert!(driver.shows_words("Type six digits"));
    driver.fill("Exact color", "#ffff00");
    assert!(driver.shows_words("Too light to be read on white paper: prints darker, as #"));
    let too_light = Colour([255, 255, 0]).legible_on_white().to_string();
    assert!(driver.paper().contains(&too_light));
    driver.press(Key::Enter);
    let yellow = Some(Colour([255, 255, 0]));
    assert_eq!(driver.settings().colour, yellow, "as it was typed");
}

#[test]
fn each_wrong_file_is_told_in_its_own_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, content: &[u8]| write(folder.path(), name, content);
    let mut photo = b"\xff\xd8\xff\xe0".to_vec();
    photo.resize(5_000_000, 0);
    let files = [
        (
            write("letter.png", b"Dear parents,"),
            "This is not a picture",
        ),
        (write("photo.jpg", &photo), "This picture has 5.0 MB"),
        (
            write("cut.png", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"),
            "This PNG file is damaged or cut short",
        ),
        (
            write("page.svg", b"<html><svg></html>"),
            "This SVG file is damaged or cut short",
        ),
        (folder.path().display().to_string(), "is a folder"),
        (
            folder.path().join("no.png").display().to_string(),
            "There is no file",
        ),
    ];
    let mut driver = Driver::with_sample();
    driver.send(Command::CAMP_SETTINGS);
    for (path, words) in files {
        driver.fill("Logo", &path);
        driver.press(Key::Tab);
        assert!(driver.shows_words(words), "{words}");
        assert!(driver.paper().contains("without a logo"));
    }
    driver.focus("Save");
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_some(), "the file would be lost");
    driver.click("Remove logo");
    driver.focus("Save");
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_none());
}

/// Enter in the field of the logo means that file, which isn't read yet.
#[test]
fn enter_reads_the_logo_before_it_saves() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = write(folder.path(), "knight.svg", SVG);
    let mut driver = Driver::with_sample();
    driver.send(Command::CAMP_SETTINGS);
    driver.fill("Logo", &picture);
    driver.press(Key::Enter);
    assert!(driver.app().dialog.is_none());
    assert!(driver.settings().logo.is_some());

    // The logo that is there already is shown, and stays when something else changes.
    driver.send(Command::CAMP_SETTINGS);
    assert!(driver.paper().contains("with the logo"));
    driver.fill("Footer", "Bring water");
    driver.press(Key::Enter);
    assert!(driver.settings().logo.is_some());
    driver.send(Command::CAMP_SETTINGS);
    driver.click("Remove logo");
    driver.focus("Save");
    driver.press(Key::Enter);
    assert_eq!(driver.settings().logo, None);
}

#[test]
fn a_picture_that_is_dropped_on_the_window_is_the_logo() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = write(folder.path(), "knight.svg", SVG);
    let mut driver = Driver::with_sample();
    driver.send(Command::CAMP_SETTINGS);
    driver
        .app()
        .send(Action::ImportFiles(vec![picture.clone().into()]));
    driver.settle();
    assert!(matches!(
        &driver.app().dialog,
        Some(Dialog::CampSettings(form)) if form.logo.path == picture && form.logo.is_there()
    ));
    assert!(driver.app().session.over().is_none());
}

#[test]
fn a_camp_to_look_at_keeps_its_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Camp.ladder");
    drop(CampFile::create(&path, "Camp", super::TODAY).expect("a camp file"));
    let mut driver = Driver::new();
    driver.app().send(Action::OpenReadOnly(path));
    driver.settle();
    let mode = driver.app().session.camp.as_ref().map(|camp| camp.mode);
    assert_eq!(mode, Some(Mode::ReadOnly));
    driver.send(Command::CAMP_SETTINGS);
    assert!(driver.app().dialog.is_none());
    assert_eq!(driver.message(), "This camp is read-only");
}

#[test]
fn every_size_of_window_reaches_every_field() {
    for (width, height) in [(600.0, 427.0), (787.0, 507.0), (900.0, 640.0)] {
        let mut driver = Driver::with_size(width, height);
        driver.send(Command::OPEN_SAMPLE);
        driver.send(Command::CAMP_SETTINGS);
        let window = driver.harness.ctx.content_rect();
        for _ in 0..9 {
            driver.press(Key::Tab);
            let id = driver.harness.ctx.memory(egui::Memory::focused);
            let focused = id.and_then(|id| driver.harness.ctx.read_response(id));
            let rect = focused.expect("something has the keyboard").interact_rect;
            assert!(
                window.contains_rect(rect) && rect.height() >= 18.0,
                "{rect:?} in {width} by {height}"
            );
        }
        driver.press(Key::Escape);
        assert!(driver.app().dialog.is_none());
    }
}
