//! The pages about weeks in a small window with large type.

use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;
use crate::{domain::GameResult, kit::tokens::size};

/// 900 by 640 pixels at 200 %.
const SMALL: egui::Vec2 = egui::vec2(450.0, 320.0);

fn small() -> Driver {
    let mut driver = Driver::with_size(SMALL.x, SMALL.y);
    driver.send(Command::OPEN_SAMPLE);
    driver
}

#[test]
fn what_has_the_keyboard_is_in_sight_before_a_week_is_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = Driver::with_three_players(&folder.path().join("Camp.ladder"));
    for (white, black) in [(1, 2), (1, 3), (2, 3)] {
        driver.add_game(white, black, GameResult::WhiteWon);
        driver.add_game(white, black, GameResult::WhiteWon);
    }
    driver.harness.set_size(SMALL);
    driver.send(Command::CLOSE_WEEK);
    let seen = |driver: &mut Driver| {
        driver.harness.run_steps(60);
        let focused = driver.harness.ctx.memory(egui::Memory::focused);
        let focused = focused.expect("something has the keyboard");
        let control = driver.harness.ctx.read_response(focused);
        let control = control.expect("it is drawn");
        assert!(
            control
                .interact_rect
                .contains_rect(control.rect.shrink(1.0)),
            "{:?} of {:?}",
            control.interact_rect,
            control.rect
        );
        (focused, control.rect)
    };
    let (list, rect) = seen(&mut driver);
    assert!(
        rect.height() > 90.0,
        "{rect} {:?}",
        driver.harness.ctx.read_response(list)
    );
    for _ in 0..6 {
        driver.press(Key::ArrowDown);
        let (_, rect) = seen(&mut driver);
        let mut rows = driver.harness.query_all_by_role(egui::Role::ListBoxOption);
        let chosen =
            rows.find(|row| row.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True));
        let chosen = chosen.expect("a chosen row").rect();
        assert!(rect.expand(1.0).contains_rect(chosen), "{chosen:?}");
    }
    for stop in 0.. {
        assert!(stop < 60);
        driver.press(Key::Tab);
        if seen(&mut driver).0 == list {
            break;
        }
    }
}

#[test]
fn several_rows_are_in_sight_when_a_week_is_started_in_a_small_window() {
    let mut driver = small();
    driver.send(Command::CLOSE_WEEK);
    driver.press_with(Modifiers::COMMAND, Key::Enter);
    driver.press(Key::Escape);
    driver.send(Command::START_WEEK);
    driver.press(Key::ArrowDown);
    driver.harness.run_steps(60);
    let focused = driver.harness.ctx.memory(egui::Memory::focused);
    let sheet = focused.and_then(|sheet| driver.harness.ctx.read_response(sheet));
    let seen = sheet.expect("the sheet has the keyboard").interact_rect;
    assert!(seen.height() >= size::HEADER + 3.0 * size::ROW, "{seen:?}");
}
