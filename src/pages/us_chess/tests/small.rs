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

/// Where something of this name is seen, and whether that is all of it.
fn is_in_sight(driver: &Driver, label: &str) -> bool {
    let window = egui::Rect::from_min_size(egui::Pos2::ZERO, WINDOW);
    let mut nodes = driver.harness.query_all_by_label_contains(label);
    nodes.any(|node| window.contains_rect(node.rect()))
}

#[test]
fn a_camp_without_sections_says_how_to_begin_in_a_small_window() {
    let mut driver = page_of(Driver::with_size(WINDOW.x, WINDOW.y));
    driver.harness.run_steps(60);
    for label in ["No sections yet", "choose Import"] {
        assert!(is_in_sight(&driver, label), "{label}");
    }
    for command in [Command::IMPORT_SECTIONS, Command::NEW_EVENT] {
        for stop in 0.. {
            assert!(stop < 40, "{command:?}");
            driver.press(Key::Tab);
            if driver.has_keyboard(command.text()) {
                break;
            }
        }
        driver.harness.run_steps(60);
        let rect = driver.harness.get_by_label(command.text()).rect();
        assert!(is_in_sight(&driver, command.text()), "{command:?}: {rect}");
    }
}

#[test]
fn what_would_be_saved_is_seen_before_it_is_confirmed() {
    let mut driver = small();
    driver.send(Command::RATE_ALL);
    driver.settle();
    let seen = |driver: &Driver, title: &str| {
        let table = driver.harness.get_by_label("Who changes").rect();
        let title = driver.harness.query_all_by_label(title);
        let mut title = title.filter(|node| node.rect().width() > 1.0);
        title.any(|node| table.contains_rect(node.rect()))
    };
    for title in ["Name", "System", "After", "Change"] {
        assert!(seen(&driver, title), "{title}");
    }
    driver.press(Key::ArrowRight);
    driver.settle();
    assert!(seen(&driver, "Before"));
    driver.press(Key::Enter);
    driver.settle();
    assert!(driver.app().dialog.is_none());
}

#[test]
fn the_preview_of_an_import_begins_at_its_top_with_its_title() {
    let mut driver = small();
    // Scrolled down on the page before.
    driver.press(Key::F6);
    driver.harness.run_steps(60);
    give(
        &mut driver,
        &[("second.json", &EVENT.replace("0103", "0203"))],
    );
    driver.harness.run_steps(60);
    for label in ["Import preview", "Import", "Read again", "Cancel"] {
        let node = driver.harness.get_by_label(label);
        let rect = node.rect();
        assert!(rect.top() > 30.0, "{label}: {rect:?}");
    }
    let head = driver.harness.get_by_label("Import preview").rect();
    assert!(head.width() > 110.0, "{head:?}");
    let focused = driver.harness.ctx.memory(egui::Memory::focused);
    let focused = focused.and_then(|id| driver.harness.ctx.read_response(id));
    let focused = focused.expect("a button has the keyboard");
    assert!(focused.interact_rect.contains_rect(focused.rect));
    let line = driver.harness.get_by_label_contains("1 section, ");
    assert!(
        line.rect().height() > 30.0,
        "on two lines: {:?}",
        line.rect()
    );
}
