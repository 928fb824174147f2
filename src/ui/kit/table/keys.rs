//! The keyboard of a table, and which part of it is in view.

use egui::{Id, Key, Modifiers, Response, Ui};

use crate::ui::kit::{
    choice::{TYPE_AHEAD_SECONDS, find_ahead, take_text},
    popup_list::{step, take_presses},
    tokens::size,
};

/// What the keyboard did to a table in this frame.
#[derive(Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent keys, each pressed or not"
)]
pub(super) struct Pressed {
    pub(super) moved: bool,
    pub(super) enter: bool,
    pub(super) delete: bool,
    pub(super) menu: bool,
}

/// What was in view in the last frame.
#[derive(Clone, Copy, Debug, Default)]
struct View {
    /// Points scrolled away above.
    offset: f32,
    /// Points of rows in view.
    height: f32,
}

#[derive(Clone, Debug, Default)]
struct Typed {
    text: String,
    at: f64,
}

/// Reads the keys of a table that has the keyboard and moves the selected row.
pub(super) fn read(
    ui: &Ui,
    id: Id,
    rows: usize,
    selected: &mut Option<usize>,
    type_ahead: Option<&dyn Fn(usize) -> String>,
) -> Pressed {
    let page = page(ui, id);
    let arrows = take_presses(ui, Key::ArrowDown) - take_presses(ui, Key::ArrowUp);
    let pages = take_presses(ui, Key::PageDown) - take_presses(ui, Key::PageUp);
    let mut to = *selected;
    if arrows != 0 || pages != 0 {
        to = step(to, arrows + pages * page, rows);
    }
    if take_either(ui, Key::Home) {
        to = step(None, 1, rows);
    }
    if take_either(ui, Key::End) {
        to = step(None, -1, rows);
    }
    if let Some(text) = type_ahead {
        to = typed(ui, id, rows, to, text).or(to);
    }
    let moved = to != *selected || arrows != 0 || pages != 0;
    *selected = to;
    Pressed {
        moved,
        enter: take_presses(ui, Key::Enter) > 0,
        delete: take_presses(ui, Key::Delete) > 0,
        menu: ui.input_mut(|i| i.consume_key(Modifiers::SHIFT, Key::F10)),
    }
}

fn take_either(ui: &Ui, key: Key) -> bool {
    ui.input_mut(|i| i.consume_key(Modifiers::NONE, key) || i.consume_key(Modifiers::COMMAND, key))
}

fn typed(
    ui: &Ui,
    id: Id,
    rows: usize,
    at: Option<usize>,
    text: &dyn Fn(usize) -> String,
) -> Option<usize> {
    let id = id.with("typed");
    let mut state: Typed = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let now = ui.input(|i| i.time);
    if now - state.at > TYPE_AHEAD_SECONDS {
        state.text.clear();
    }
    let letters = take_text(ui, !state.text.is_empty());
    if letters.is_empty() {
        return None;
    }
    state.text.push_str(&letters);
    state.at = now;
    let found = find_ahead(rows, at, &state.text, text);
    ui.data_mut(|data| data.insert_temp(id, state));
    found
}

/// Rows in view less one, so that a page keeps a row of the one before.
fn page(ui: &Ui, id: Id) -> isize {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a window shows some dozens of rows"
    )]
    let rows = (view(ui, id).height / size::ROW).floor() as isize;
    (rows - 1).max(1)
}

/// Where to scroll so that the row is wholly in view; `None` when it is already.
pub(super) fn offset_to_show(ui: &Ui, id: Id, row: usize) -> Option<f32> {
    let view = view(ui, id);
    #[expect(
        clippy::cast_precision_loss,
        reason = "exact up to 500,000 rows, then off by a point"
    )]
    let top = row as f32 * size::ROW;
    let bottom = top + size::ROW;
    if top < view.offset {
        Some(top)
    } else if bottom > view.offset + view.height && view.height > 0.0 {
        Some(bottom - view.height)
    } else {
        None
    }
}

fn view(ui: &Ui, id: Id) -> View {
    ui.data(|data| data.get_temp(id.with("view")))
        .unwrap_or_default()
}

pub(super) fn remember_view(table: &Response, offset: f32, height: f32) {
    let id = table.id.with("view");
    table
        .ctx
        .data_mut(|data| data.insert_temp(id, View { offset, height }));
}
