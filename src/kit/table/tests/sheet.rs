//! A datasheet: walking, selecting, scrolling.
#![expect(
    clippy::single_range_in_vec_init,
    reason = "one range of rows is what is meant"
)]
#![expect(
    clippy::float_cmp,
    reason = "rows and columns lie exactly side by side"
)]

use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::{super::*, driver::*};

#[test]
fn arrows_and_home_and_end_walk_over_cells() {
    let mut harness = sheet(100);
    assert_eq!(at(&harness), (0, NUMBER), "the cursor is there at once");
    plain(
        &mut harness,
        &[Key::ArrowRight, Key::ArrowDown, Key::ArrowDown],
    );
    assert_eq!(at(&harness), (2, NAME));
    plain(&mut harness, &[Key::End]);
    assert_eq!(at(&harness), (2, RATING));
    plain(&mut harness, &[Key::ArrowRight]);
    assert_eq!(at(&harness), (2, RATING), "an arrow stays in its row");
    plain(&mut harness, &[Key::Home, Key::ArrowLeft, Key::ArrowUp]);
    assert_eq!(at(&harness), (1, NUMBER));
    press(&mut harness, &[(Modifiers::COMMAND, Key::End)]);
    assert_eq!(at(&harness), (99, RATING));
    press(&mut harness, &[(Modifiers::COMMAND, Key::ArrowUp)]);
    assert_eq!(at(&harness), (0, RATING));
    press(&mut harness, &[(Modifiers::COMMAND, Key::ArrowDown)]);
    assert_eq!(at(&harness), (99, RATING), "the last record");
    plain(&mut harness, &[Key::ArrowDown]);
    assert_eq!(at(&harness), (100, RATING), "and then the new one");
    press(&mut harness, &[(Modifiers::COMMAND, Key::Home)]);
    assert_eq!(at(&harness), (0, NUMBER));
    plain(&mut harness, &[Key::PageDown]);
    let (page, _) = at(&harness);
    assert!((5..30).contains(&page), "a page is {page} rows");
    plain(&mut harness, &[Key::PageUp]);
    assert_eq!(at(&harness), (0, NUMBER));
}

#[test]
fn tab_and_enter_go_from_cell_to_cell_over_row_ends_to_the_new_record() {
    let mut harness = sheet(2);
    plain(&mut harness, &[Key::Tab, Key::Enter, Key::Tab]);
    assert_eq!(at(&harness), (0, RATING));
    plain(&mut harness, &[Key::Tab]);
    assert_eq!(at(&harness), (1, NUMBER));
    press(&mut harness, &[(Modifiers::SHIFT, Key::Tab)]);
    assert_eq!(at(&harness), (0, RATING));
    plain(
        &mut harness,
        &[Key::Tab, Key::Tab, Key::Tab, Key::Tab, Key::Tab],
    );
    assert_eq!(at(&harness), (2, NUMBER), "the row of a new record");
    harness.get_by_label("New record");
    assert!(
        !harness.get_by_label("After").is_focused(),
        "Tab stays inside"
    );
}

#[test]
fn control_tab_and_f6_are_left_to_others() {
    let mut harness = sheet(3);
    press(
        &mut harness,
        &[(Modifiers::COMMAND, Key::Tab), (Modifiers::NONE, Key::F6)],
    );
    assert_eq!(at(&harness), (0, NUMBER));
}

#[test]
fn the_current_cell_is_told_to_a_screen_reader() {
    let mut harness = sheet(3);
    plain(&mut harness, &[Key::ArrowDown, Key::ArrowRight]);
    let cell = harness.get_by_role_and_label(Role::Cell, "Name Player 1");
    assert!(cell.is_focused(), "as the active descendant of the table");
    let node = cell.accesskit_node().data();
    assert_eq!((node.row_index(), node.column_index()), (Some(1), Some(1)));
    let grid = harness.get_by_role_and_label(Role::Grid, "Players");
    assert_eq!(grid.accesskit_node().data().row_count(), Some(4));
    harness.get_by_role_and_label(Role::RowHeader, "Current record");
    harness.get_by_role_and_label(Role::RowHeader, "For a new record");
    harness.get_by_label("Totals: Name 3 players");
}

#[test]
fn a_check_box_is_toggled_by_space_and_by_a_click_on_it() {
    let mut harness = sheet(3);
    plain(&mut harness, &[Key::ArrowRight, Key::ArrowRight]);
    harness.key_press(Key::Space);
    harness.event(Event::Text(" ".to_owned()));
    harness.run();
    let told = harness.state_mut().told.toggled.take();
    assert_eq!(
        told,
        Some(CellAt {
            row: 0,
            column: ACTIVE
        })
    );
    type_text(&mut harness, "x");
    assert_eq!(harness.state().started, None, "letters mean nothing here");
    let boxes = harness.get_all_by_label("Active true").collect::<Vec<_>>();
    boxes[2].click();
    harness.run();
    let told = harness.state_mut().told.toggled.take();
    assert_eq!(
        told,
        Some(CellAt {
            row: 2,
            column: ACTIVE
        })
    );
}

#[test]
fn shift_and_control_select_rows() {
    let mut harness = sheet(1_000_000);
    plain(&mut harness, &[Key::ArrowDown, Key::ArrowDown]);
    assert!(harness.state().state.selection.is_empty());
    press(&mut harness, &[(Modifiers::SHIFT, Key::ArrowDown); 3]);
    assert_eq!(harness.state().state.selection.ranges(), [2..6]);
    press(&mut harness, &[(Modifiers::SHIFT, Key::ArrowUp); 5]);
    assert_eq!(harness.state().state.selection.ranges(), [0..3]);
    plain(&mut harness, &[Key::ArrowDown]);
    assert!(
        harness.state().state.selection.is_empty(),
        "walking on selects nothing"
    );
    press(&mut harness, &[(Modifiers::COMMAND, Key::A)]);
    assert_eq!(harness.state().state.selection.len(), 1_000_000);
    plain(&mut harness, &[Key::Delete]);
    assert_eq!(harness.state().told.deleted, Some(true), "whole rows");
    plain(&mut harness, &[Key::Escape]);
    assert!(harness.state().state.selection.is_empty());
    plain(&mut harness, &[Key::Delete]);
    assert_eq!(harness.state().told.deleted, Some(false), "the cell");

    press(&mut harness, &[(Modifiers::COMMAND, Key::Space)]);
    plain(&mut harness, &[Key::ArrowDown, Key::ArrowDown]);
    press(&mut harness, &[(Modifiers::COMMAND, Key::Space)]);
    assert_eq!(harness.state().state.selection.ranges(), [1..2, 3..4]);
    press(&mut harness, &[(Modifiers::SHIFT, Key::Space)]);
    assert_eq!(harness.state().state.selection.ranges(), [3..4]);

    harness
        .get_by_label("Rating 1006")
        .click_modifiers(Modifiers::SHIFT);
    harness.run();
    assert_eq!(harness.state().state.selection.ranges(), [3..7]);
    harness
        .get_by_label("Rating 1004")
        .click_modifiers(Modifiers::COMMAND);
    harness.run();
    assert_eq!(harness.state().state.selection.ranges(), [3..4, 5..7]);
    let row = harness.get_by_role_and_label(Role::Row, "Row 5");
    assert_eq!(row.accesskit_node().is_selected(), Some(true));
    harness.get_by_label("Rating 1000").click();
    harness.run();
    assert!(harness.state().state.selection.is_empty());
}

#[test]
fn record_selectors_select_rows() {
    let mut harness = sheet(50);
    let row = |harness: &Driver, row: usize| {
        let rect = harness.get_by_label(&format!("Row {row}")).rect();
        rect.left_center() - vec2(12.0, 0.0)
    };
    let (second, fifth) = (row(&harness, 1), row(&harness, 4));
    harness.drag_at(second);
    harness.run();
    assert_eq!(harness.state().state.selection.ranges(), [1..2]);
    harness.hover_at(fifth);
    harness.run();
    harness.drop_at(fifth);
    harness.run();
    assert_eq!(harness.state().state.selection.ranges(), [1..5]);
    assert_eq!(harness.state().state.row, Some(4));
}

#[test]
fn the_end_of_a_million_rows_is_exact() {
    let mut harness = sheet(1_000_000);
    press(&mut harness, &[(Modifiers::COMMAND, Key::End)]);
    assert_eq!(at(&harness).0, 999_999);
    let last = harness.get_by_label("Row 999999").rect();
    let before = harness.get_by_label("Row 999998").rect();
    let totals = harness.get_by_label("Totals: Name 1000000 players").rect();
    assert_eq!(last.bottom(), totals.top());
    assert_eq!(before.bottom(), last.top());
    assert_eq!(before.height(), last.height());
    let visible = harness.state().visible.clone();
    assert_eq!(visible.end, 1_000_000);
    assert!(visible.len() < 40, "only visible rows are drawn");
}

#[test]
fn the_wheel_only_scrolls() {
    let mut harness = sheet(1000);
    plain(&mut harness, &[Key::ArrowDown, Key::ArrowRight]);
    press(&mut harness, &[(Modifiers::SHIFT, Key::ArrowDown)]);
    let before = harness.state().state.clone();
    wheel(&mut harness, -300.0);
    let first = harness.state().visible.start;
    assert!((9..=10).contains(&first), "10 rows are 300 points: {first}");
    let after = &harness.state().state;
    assert_eq!(after.cell(), before.cell());
    assert_eq!(after.selection, before.selection);
    assert_eq!(after.layout, before.layout);
    plain(&mut harness, &[Key::ArrowUp]);
    assert_eq!(
        harness.state().visible.start,
        1,
        "a key brings the cursor back into view"
    );
}

#[test]
fn the_clipboard_is_the_callers() {
    let mut harness = sheet(5);
    for event in [Event::Copy, Event::Cut, Event::Paste("a\tb".to_owned())] {
        harness.event(event);
        harness.run();
    }
    let told = &harness.state().told;
    assert!(told.copy && told.cut);
    assert_eq!(told.pasted.as_deref(), Some("a\tb"));
    // In an editor they belong to the text.
    harness.state_mut().told = Told::default();
    plain(&mut harness, &[Key::ArrowRight]);
    type_text(&mut harness, "ab");
    press(&mut harness, &[(Modifiers::COMMAND, Key::A)]);
    harness.event(Event::Paste("pasted".to_owned()));
    harness.run();
    assert_eq!(harness.state().draft, "pasted");
    assert_eq!(harness.state().told.pasted, None);
    assert!(harness.state().state.selection.is_empty());
}

#[test]
fn a_table_at_rest_repaints_nothing() {
    let mut harness = sheet(1000);
    plain(&mut harness, &[Key::ArrowRight]);
    type_text(&mut harness, "x");
    harness.run();
    assert!(!harness.ctx.has_requested_repaint());
}

#[test]
fn rows_that_go_away_take_the_cursor_with_them() {
    let mut harness = sheet(100);
    press(
        &mut harness,
        &[(Modifiers::COMMAND, Key::A), (Modifiers::COMMAND, Key::End)],
    );
    harness.state_mut().rows = 3;
    harness.state_mut().new_record = false;
    harness.run();
    let state = &harness.state().state;
    assert_eq!(
        state.row,
        Some(0),
        "the keyboard is in the table: somewhere it must be"
    );
    assert_eq!(harness.state().visible, 0..3);
}

#[test]
fn a_right_click_below_the_rows_is_one_on_the_new_record() {
    for new_record in [true, false] {
        for rows in [0, 3] {
            let mut harness = sheet(rows);
            harness.state_mut().new_record = new_record;
            harness.run();
            let table = harness.get_by_label("Players").rect();
            // Above the totals.
            let place = table.left_bottom() + vec2(150.0, -90.0);
            harness.hover_at(place);
            harness.run();
            for pressed in [true, false] {
                harness.event(Event::PointerButton {
                    pos: place,
                    button: egui::PointerButton::Secondary,
                    pressed,
                    modifiers: Modifiers::NONE,
                });
            }
            harness.run();
            let wanted = new_record.then_some(rows);
            assert_eq!(harness.state().told.row_menu, wanted, "{rows}");
            if new_record {
                assert_eq!(at(&harness), (rows, NAME));
            }
        }
    }
}
