//! A datasheet: titles, and columns that the user arranges.
#![expect(
    clippy::float_cmp,
    reason = "rows and columns lie exactly side by side"
)]

use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable as _;

use super::{super::*, driver::*};

#[test]
fn titles_sort_move_and_open_menus() {
    let mut harness = sheet(5);
    harness
        .get_by_role_and_label(Role::ColumnHeader, "Name")
        .click();
    harness.run();
    assert_eq!(harness.state().told.sort, Some(NAME));
    harness.get_by_label("Menu of Rating").click();
    harness.run();
    let (column, below) = harness.state_mut().told.column_menu.take().expect("a menu");
    assert_eq!(column, RATING);
    assert!(below.is_positive());
    plain(&mut harness, &[Key::ArrowRight]);
    press(&mut harness, &[(Modifiers::ALT, Key::ArrowDown)]);
    let (column, below) = harness.state_mut().told.column_menu.take().expect("a menu");
    assert_eq!(column, NAME);
    assert!(below.is_positive(), "it knows where its title is");

    let from = harness
        .get_by_role_and_label(Role::ColumnHeader, "No.")
        .rect()
        .center();
    let to = harness
        .get_by_role_and_label(Role::ColumnHeader, "Rating")
        .rect()
        .right_center();
    harness.drag_at(from);
    harness.run();
    harness.hover_at(to);
    harness.run();
    harness.drop_at(to);
    harness.run();
    let sheet = harness.state();
    assert!(sheet.told.layout_changed);
    assert_eq!(
        sheet.state.layout.shown(&columns()),
        [NAME, ACTIVE, RATING, NUMBER]
    );
    assert_eq!(sheet.told.sort, Some(NAME), "dragging doesn't sort");
    plain(&mut harness, &[Key::End]);
    assert_eq!(
        at(&harness).1,
        NUMBER,
        "keys follow the order on the screen"
    );
}

#[test]
fn edges_are_dragged_and_fitted() {
    let mut harness = sheet(5);
    let rating = |harness: &Driver| {
        harness
            .get_by_role_and_label(Role::ColumnHeader, "Rating")
            .rect()
    };
    let before = rating(&harness);
    let edge = harness
        .get_by_role_and_label(Role::ColumnHeader, "No.")
        .rect()
        .right_center();
    harness.drag_at(edge);
    harness.run();
    harness.hover_at(edge + vec2(40.0, 0.0));
    harness.run();
    harness.drop_at(edge + vec2(40.0, 0.0));
    harness.run();
    let number = harness
        .get_by_role_and_label(Role::ColumnHeader, "No.")
        .rect();
    assert_eq!(number.width(), 110.0);
    assert_eq!(
        rating(&harness),
        before,
        "the flexible column gives the room"
    );

    let name = |harness: &Driver| {
        harness
            .get_by_role_and_label(Role::ColumnHeader, "Name")
            .rect()
            .width()
    };
    let wide = name(&harness);
    let columns = columns();
    harness.state_mut().state.fit(NAME);
    harness.run();
    assert!(
        name(&harness) < wide && name(&harness) > 60.0,
        "{}",
        name(&harness)
    );
    let fitted = name(&harness);
    harness.state_mut().state.widen(&columns, NAME, 25.0);
    harness.run();
    assert_eq!(name(&harness), fitted + 25.0);
    harness.state_mut().state.layout.hide(&columns, NAME);
    harness.run();
    assert!(
        harness
            .query_by_role_and_label(Role::ColumnHeader, "Name")
            .is_none()
    );
    harness.state_mut().state.layout.reset();
    harness.run();
    assert_eq!(name(&harness), wide + 40.0);
}

#[test]
fn a_hidden_column_loses_the_cursor_and_its_editor() {
    let mut harness = sheet(5);
    plain(&mut harness, &[Key::ArrowRight]);
    type_text(&mut harness, "x");
    harness.state_mut().state.layout.hide(&columns(), NAME);
    harness.run();
    assert_eq!(harness.state().state.editing, None);
    assert_eq!(harness.state().state.column, NUMBER);
}

#[test]
fn wide_columns_scroll_and_the_cursor_stays_in_view() {
    let mut harness = sheet(50);
    harness
        .state_mut()
        .state
        .layout
        .set_width(&columns(), NAME, 1100.0);
    harness.run();
    let table = harness.get_by_label("Players").rect();
    plain(&mut harness, &[Key::End]);
    harness.run();
    let title = harness
        .get_by_role_and_label(Role::ColumnHeader, "Rating")
        .rect();
    assert!(title.right() <= table.right() && title.left() > table.left());
    let cell = harness.get_by_label("Rating 1000").rect();
    assert_eq!(
        cell.x_range(),
        title.x_range(),
        "titles and cells scroll together"
    );
    plain(&mut harness, &[Key::Home]);
    harness.run();
    let title = harness
        .get_by_role_and_label(Role::ColumnHeader, "No.")
        .rect();
    assert!(title.left() >= table.left());
}
