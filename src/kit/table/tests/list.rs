//! The table driven by its accessible names.

use egui::{Key, Modifiers};
use egui_kittest::{
    Harness,
    kittest::{NodeT as _, Queryable as _},
};

use std::ops::Range;

use super::super::*;
use crate::kit::{Button, testing};

#[derive(Default)]
struct App {
    rows: usize,
    selected: Option<usize>,
    activated: Option<usize>,
    deleted: Option<usize>,
    sort: Option<usize>,
    visible: Range<usize>,
    drawn: usize,
}

const NAMES: [&str; 4] = ["Anna", "Bert", "Berta", "Zoe"];

fn name(row: usize) -> String {
    format!("{} {row}", NAMES[row % NAMES.len()])
}

fn harness(rows: usize) -> Harness<'static, App> {
    let app = App {
        rows,
        ..App::default()
    };
    // Two clicks within the time of a double click.
    let builder = testing::builder(egui::Theme::Light)
        .with_step_dt(0.02)
        .with_max_steps(20);
    let show = |ui: &mut Ui, app: &mut App| {
        Button::secondary("Before").show(ui);
        let columns = [
            Column::flexible("Name", 120.0).sortable(),
            Column::fixed("Rating", 90.0).right().sortable(),
        ];
        let mut drawn = 0;
        let answer = Table::new("Players", &columns, app.rows)
            .row_name(&name)
            .type_ahead(&name)
            .empty(&mut |ui| {
                ui.label("No players yet");
            })
            .show(ui, &mut app.selected, |cell, row, column| {
                drawn += 1;
                match column {
                    0 => cell.strong(&name(row)),
                    _ => cell.text(&row.to_string()),
                }
            });
        app.drawn = drawn;
        app.activated = answer.activated.or(app.activated);
        app.sort = answer.sort_clicked.or(app.sort);
        app.visible = answer.visible;
        if answer.delete_pressed {
            app.deleted = app.selected;
        }
    };
    builder.build_ui_state(show, app)
}

fn press(harness: &mut Harness<'_, App>, key: Key) -> Option<usize> {
    harness.key_press(key);
    harness.run();
    harness.state().selected
}

#[test]
fn keys_move_the_selected_row_and_keep_it_in_view() {
    let mut harness = harness(10_000);
    harness.get_by_label("Players").focus();
    harness.run();
    assert_eq!(press(&mut harness, Key::ArrowDown), Some(0));
    assert_eq!(press(&mut harness, Key::ArrowDown), Some(1));
    assert_eq!(press(&mut harness, Key::ArrowUp), Some(0));
    let page = press(&mut harness, Key::PageDown).expect("a row");
    assert!((5..30).contains(&page), "a page is {page} rows");
    assert_eq!(press(&mut harness, Key::End), Some(9_999));
    harness.run();
    assert!(harness.state().visible.contains(&9_999));
    assert!(harness.state().drawn < 100, "only visible rows are drawn");
    assert_eq!(press(&mut harness, Key::Home), Some(0));
    harness.run();
    assert_eq!(harness.state().visible.start, 0);
}

#[test]
fn left_and_right_scroll_to_columns_that_have_no_room() {
    let builder = testing::builder(egui::Theme::Light)
        .with_size(vec2(200.0, 200.0))
        .with_max_steps(20);
    let titles = ["When", "What", "State"];
    let mut harness = builder.build_ui_state(
        |ui, selected: &mut Option<usize>| {
            let columns = titles.map(|title| Column::fixed(title, 120.0));
            Table::new("Changes", &columns, 3).show(ui, selected, |cell, row, column| {
                cell.text(&format!("{row} {column}"));
            });
        },
        Some(1),
    );
    let left = |harness: &Harness<'_, _>, title| harness.get_by_label(title).rect().left();
    harness.get_by_label("Changes").focus();
    harness.run();
    let first = left(&harness, "When");
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert!(harness.get_by_label("What").rect().right() <= 200.0);
    harness.key_press(Key::ArrowRight);
    harness.key_press(Key::ArrowRight);
    harness.run();
    let last = harness.get_by_label("State").rect();
    assert!(last.right() <= 200.0 && last.left() >= 0.0, "{last:?}");
    for _ in 0..2 {
        harness.key_press(Key::ArrowLeft);
        harness.run();
    }
    assert!((left(&harness, "When") - first).abs() < 0.5);
    assert_eq!(*harness.state(), Some(1), "the row is the same");
}

#[test]
fn a_selected_row_in_view_does_not_scroll() {
    let mut harness = harness(100);
    harness.get_by_label("Players").focus();
    harness.run();
    press(&mut harness, Key::End);
    harness.run();
    let before = harness.state().visible.clone();
    press(&mut harness, Key::ArrowUp);
    press(&mut harness, Key::ArrowUp);
    harness.run();
    assert_eq!(harness.state().visible, before);
}

#[test]
fn enter_double_click_and_delete_are_told() {
    let mut harness = harness(10);
    harness.get_by_label("Berta 2").click();
    harness.run();
    assert_eq!(harness.state().selected, Some(2));
    assert!(
        harness.get_by_label("Berta 2").is_focused(),
        "the table tells its row"
    );
    press(&mut harness, Key::Enter);
    assert_eq!(harness.state().activated, Some(2));
    press(&mut harness, Key::Delete);
    assert_eq!(harness.state().deleted, Some(2));
    harness.get_by_label("Anna 4").click();
    harness.get_by_label("Zoe 3").click();
    harness.run();
    assert_eq!(
        harness.state().activated,
        Some(2),
        "two rows in quick succession are no double click"
    );
    harness.run_steps(30);
    harness.get_by_label("Zoe 3").click();
    harness.get_by_label("Zoe 3").click();
    harness.run();
    assert_eq!(harness.state().activated, Some(3));
}

#[test]
fn letters_lead_to_a_row() {
    let mut harness = harness(10);
    harness.get_by_label("Players").focus();
    harness.run();
    harness.event(egui::Event::Text("b".into()));
    harness.run();
    assert_eq!(harness.state().selected, Some(1));
    harness.event(egui::Event::Text("b".into()));
    harness.run();
    assert_eq!(harness.state().selected, Some(2));
}

#[test]
fn the_table_is_one_tab_stop() {
    let mut harness = harness(10);
    harness.get_by_label("Before").focus();
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    assert!(harness.get_by_label("Players").is_focused());
    harness.key_press(Key::Tab);
    harness.run();
    assert!(harness.get_by_label("Before").is_focused());
}

#[test]
fn titles_sort_and_say_so() {
    let mut harness = harness(10);
    harness
        .get_by_role_and_label(Role::ColumnHeader, "Rating")
        .click();
    harness.run();
    assert_eq!(harness.state().sort, Some(1));
    let sort = Sort {
        column: 1,
        descending: false,
    };
    assert!(sort.clicked(1).descending);
    assert!(!sort.clicked(0).descending);
}

#[test]
fn rows_say_their_name_and_whether_they_are_selected() {
    let mut harness = harness(10);
    harness.get_by_label("Anna 0").click();
    harness.run();
    let row = harness.get_by_role_and_label(Role::Row, "Anna 0");
    assert_eq!(row.accesskit_node().is_selected(), Some(true));
    let row = harness.get_by_label("Bert 1");
    assert_eq!(row.accesskit_node().is_selected(), Some(false));
}

#[test]
fn an_empty_table_says_so() {
    let harness = harness(0);
    harness.get_by_label("No players yet");
}

#[test]
fn a_list_can_have_several_rows_selected() {
    let show = |ui: &mut Ui, state: &mut TableState| {
        let columns = [Column::flexible("Name", 120.0)];
        Table::new("Players", &columns, 20)
            .multiple()
            .row_name(&name)
            .type_ahead(&name)
            .show_state(ui, state, |cell, row, _| cell.text(&name(row)), |_| {});
    };
    let mut harness = testing::builder(egui::Theme::Light)
        .with_max_steps(20)
        .build_ui_state(show, TableState::default());
    let rows =
        |harness: &Harness<'_, TableState>| harness.state().selection.rows().collect::<Vec<_>>();
    harness.get_by_label("Players").focus();
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    assert_eq!(rows(&harness), [0], "the current row is selected");
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
    harness.run();
    assert_eq!(rows(&harness), [0, 1]);
    harness
        .get_by_label("Anna 4")
        .click_modifiers(Modifiers::COMMAND);
    harness.run();
    assert_eq!(rows(&harness), [0, 1, 4]);
    let row = harness.get_by_role_and_label(Role::Row, "Bert 1");
    assert_eq!(row.accesskit_node().is_selected(), Some(true));
    harness.key_press(Key::ArrowUp);
    harness.run();
    assert_eq!(rows(&harness), [3]);
    harness.event(egui::Event::Text("z".into()));
    harness.run();
    assert_eq!(rows(&harness), [7], "letters lead there and select");
    harness.key_press(Key::End);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    assert_eq!(rows(&harness).len(), 20);
    assert_eq!(harness.state().row, Some(19));
}

#[test]
fn a_list_of_check_boxes_is_ticked_by_space_and_by_a_click_on_a_box() {
    let show = |ui: &mut Ui, told: &mut Option<CellAt>| {
        let columns = [
            Column::flexible("Name", 120.0),
            Column::fixed("Comes", 60.0).with_check(),
        ];
        let mut selected = Some(2);
        let answer = Table::new("Players", &columns, 5).row_name(&name).show(
            ui,
            &mut selected,
            |cell, row, column| match column {
                0 => cell.text(&name(row)),
                _ => cell.check(row == 1),
            },
        );
        *told = answer.toggled.or(*told);
    };
    let mut harness = testing::builder(egui::Theme::Light).build_ui_state(show, None);
    harness.get_by_label("Players").focus();
    harness.run();
    harness.key_press(Key::Space);
    harness.run();
    let comes = |row| Some(CellAt { row, column: 1 });
    assert_eq!(harness.state_mut().take(), comes(2), "the current row");
    let row = harness.get_by_label("Zoe 3").rect();
    harness.drag_at(row.left_center() + vec2(20.0, 0.0));
    harness.drop_at(row.left_center() + vec2(20.0, 0.0));
    harness.run();
    assert_eq!(harness.state_mut().take(), None, "not the box");
    let check = egui::pos2(row.right() - 60.0 + 20.0, row.center().y);
    harness.drag_at(check);
    harness.drop_at(check);
    harness.run();
    assert_eq!(harness.state_mut().take(), comes(3));
}
