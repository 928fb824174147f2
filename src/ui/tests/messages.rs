//! Messages at the edge of the window.

use egui::Role;
use egui_kittest::kittest::Queryable as _;

use super::Driver;
use crate::app::Command;

/// The players of the sample camp, with the keyboard in the list.
fn players(width: f32, height: f32) -> Driver {
    let mut driver = Driver::with_size(width, height);
    driver.send(Command::OPEN_SAMPLE);
    driver.send(Command::GO_PLAYERS);
    driver.focus("Players");
    driver
}

/// Beside the scroll bar that messages bring, a page that was just wide enough has its record below its list.
#[test]
fn a_page_keeps_its_least_room_above_messages() {
    let mut driver = players(911.0, 512.0);
    for place in ["first", "second"] {
        let why = format!("The {place} place isn’t there now. ");
        driver.app().notices.problem(why.repeat(6));
    }
    driver.settle();
    driver.harness.run_steps(6);
    let list = driver
        .harness
        .get_by_role_and_label(Role::Table, "Players")
        .rect();
    let field = driver
        .harness
        .get_by_role_and_label(Role::TextInput, "Last name")
        .rect();
    let bar = driver.harness.get_by_label("Record number").rect();
    assert!(
        field.is_positive() && field.top() > list.bottom(),
        "{field}"
    );
    assert!(bar.top() > field.bottom(), "{bar} {field}");
}
