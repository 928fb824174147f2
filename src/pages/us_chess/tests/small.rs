//! Forms in a window of 900 × 640 pixels at 200 %.

use egui_kittest::kittest::Queryable as _;

use super::*;

const WINDOW: egui::Vec2 = egui::vec2(450.0, 320.0);

/// Every button of a dialog is in sight, and every field comes into sight with the keyboard.
fn assert_fits(driver: &mut Driver, buttons: &[&str]) {
    let is_seen = |rect: egui::Rect| {
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, WINDOW);
        window.contains_rect(rect)
    };
    for button in buttons {
        let rect = driver.harness.get_by_label(button).rect();
        assert!(is_seen(rect), "{button}: {rect:?}");
    }
    // Round once, by Tab alone.
    let mut seen = Vec::new();
    for _ in 0..80 {
        driver.press(Key::Tab);
        driver.harness.run_steps(4);
        let focused = driver.harness.ctx.memory(egui::Memory::focused);
        if seen.contains(&focused) {
            break;
        }
        seen.push(focused);
        let focused = focused.and_then(|id| driver.harness.ctx.read_response(id));
        let rect = focused.expect("something has the keyboard").rect;
        assert!(
            is_seen(egui::Rect::from_center_size(
                rect.center(),
                egui::vec2(8.0, 8.0)
            )),
            "{rect:?}"
        );
    }
    assert!(seen.len() >= buttons.len());
}

fn small() -> Driver {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = page_of(Driver::with_size(WINDOW.x, WINDOW.y));
    let path = file(&folder, "event.json", EVENT);
    driver.app().send(Action::ImportFiles(vec![path]));
    for _ in 0..4 {
        driver.settle();
    }
    driver.click("Import");
    driver.settle();
    driver
}

#[test]
fn forms_of_sections_fit_a_small_window() {
    let mut driver = small();
    for (command, confirm) in [
        (Command::NEW_EVENT, "Add the event"),
        (Command::EVENT_DETAILS, "Save"),
        (Command::NEW_SECTION, "Add the section"),
        (Command::SECTION_DETAILS, "Save"),
        (Command::DELETE_EVENT, "Delete"),
    ] {
        driver.send(command);
        assert_fits(&mut driver, &[confirm, "Cancel"]);
        driver.press(Key::Escape);
        assert!(driver.app().dialog.is_none(), "{command:?}");
    }
}

#[test]
fn forms_of_members_fit_a_small_window() {
    let mut driver = small();
    driver
        .app()
        .page_mut::<UsChessPage>()
        .expect("the page")
        .lists = Lists::Members;
    driver.settle();
    for (command, buttons) in [
        (Command::NEW_MEMBER, &["Add the member", "Cancel"][..]),
        (Command::EDIT_MEMBER, &["Save", "Cancel"]),
        (Command::OPENING_BALANCE, &["Save", "Cancel"]),
        (Command::ADJUSTMENTS, &["Close"]),
        (Command::LINK_CAMPER, &["Link", "Cancel"]),
    ] {
        driver.send(command);
        assert_fits(&mut driver, buttons);
        driver.press(Key::Escape);
        assert!(driver.app().dialog.is_none(), "{command:?}");
    }
    driver.send(Command::ADJUSTMENTS);
    driver.click("Add an adjustment…");
    assert_fits(&mut driver, &["Add", "Cancel"]);
}

#[test]
fn the_preview_of_an_import_fits_a_small_window() {
    let list = "ID,Last name,First name,Regular\n30000001,Berger,Anna,abc\n";
    let mut driver = page_of(Driver::with_size(WINDOW.x, WINDOW.y));
    give(&mut driver, &[("event.json", EVENT), ("members.csv", list)]);
    driver.click("Look at its columns");
    assert_fits(&mut driver, &["Import", "Cancel"]);
}
