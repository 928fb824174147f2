//! What is done to several rows at once.

use egui::Ui;

use super::FormSpec;
use crate::{
    app::{
        Action,
        form::{Bulk, Form},
        page::{Ctx, Outbox},
    },
    domain::Described,
    kit::{Button, Column, Icon, TableState, UiTokens as _, table::copied_text, tokens::space},
};

/// The bar above a datasheet in which rows are selected.
pub(super) fn bar(
    ui: &mut Ui,
    spec: &FormSpec,
    ctx: &Ctx<'_>,
    out: &mut Outbox,
    state: &mut TableState,
) {
    let count = state.selection.len();
    if count < 2 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let text = format!("{count} rows selected");
        ui.label(egui::RichText::new(text).color(ui.tokens().text_strong));
        ui.add_space(space::S);
        (spec.bulk)(ui, ctx, out);
        let delete = Button::secondary("Delete…").icon(Icon::Delete).small();
        if delete.show(ui).clicked() {
            out.send(Action::Bulk(Bulk::Delete));
        }
        if Button::quiet("Clear selection").small().show(ui).clicked() {
            state.selection.clear();
        }
    });
    ui.add_space(space::S);
}

/// Copies the selected rows with the titles of their columns, or the cell under the cursor. What is for internal
/// comparison only is copied cell by cell or not at all.
pub(super) fn copy<R: Described>(
    ui: &Ui,
    form: &Form<R>,
    ctx: &Ctx<'_>,
    state: &TableState,
    columns: &[Column<'_>],
) {
    let list = &form.rows.listing;
    let listed = list.columns(&ctx.camp.data);
    let text = |row: usize, column: usize| {
        let text = list.text(&ctx.camp.data, row, listed[column].what);
        // A spreadsheet reads a hyphen as a minus sign, and nothing else.
        text.replace('\u{2212}', "-")
    };
    if state.selection.is_empty() {
        if let Some(at) = state.cell().filter(|at| at.row < list.len()) {
            ui.copy_text(text(at.row, at.column));
        }
        return;
    }
    let rows = state.selection.rows().collect::<Vec<_>>();
    let mut shown = state.layout.shown(columns);
    shown.retain(|column| !listed[*column].internal);
    let copied = copied_text(rows.len() + 1, shown.len(), |row, place| {
        let column = shown[place];
        match row.checked_sub(1) {
            None => listed[column].title.to_owned(),
            Some(row) => text(rows[row], column),
        }
    });
    ui.copy_text(copied);
}

/// A button of the bar that does something to all selected rows.
pub(crate) fn bulk_button(ui: &mut Ui, out: &mut Outbox, text: &str, bulk: Bulk) {
    if Button::secondary(text).small().show(ui).clicked() {
        out.send(Action::Bulk(bulk));
    }
}
