//! What is done to several rows at once.

use egui::Ui;

use super::super::super::kit::{
    Button, Column, Icon, MenuItem, TableState, UiTokens as _, menu_below, table::copied_text,
    tokens::space,
};
use crate::app::{Action, App, Page, bulk::Bulk, listing::ListColumn};

/// The bar above a datasheet in which rows are selected.
pub(super) fn bar(ui: &mut Ui, app: &mut App, state: &mut TableState) {
    let count = state.selection.len();
    if count < 2 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let text = format!("{count} rows selected");
        ui.label(egui::RichText::new(text).color(ui.tokens().text_strong));
        ui.add_space(space::S);
        let press = |ui: &mut Ui, app: &mut App, text: &str, bulk: Bulk| {
            if Button::secondary(text).small().show(ui).clicked() {
                app.send(Action::Bulk(bulk));
            }
        };
        match app.page {
            Page::PLAYERS => {
                let to_group = Button::secondary("Move to group")
                    .icon(Icon::Groups)
                    .small()
                    .show(ui);
                let groups = app
                    .session
                    .camp
                    .as_ref()
                    .map(|camp| camp.data.groups.clone());
                menu_below(&to_group, |ui| {
                    for group in groups.iter().flat_map(|groups| groups.iter()) {
                        if MenuItem::new(&group.name).show(ui).clicked() {
                            app.send(Action::Bulk(Bulk::MoveTo(group.id)));
                        }
                    }
                });
                press(ui, app, "Make active", Bulk::SetActive(true));
                press(ui, app, "Make inactive", Bulk::SetActive(false));
            }
            Page::GAMES => {
                press(ui, app, "Let them count", Bulk::SetCounts(true));
                press(ui, app, "Make fun games", Bulk::SetCounts(false));
            }
            _ => {}
        }
        let delete = Button::secondary("Delete…").icon(Icon::Delete).small();
        if delete.show(ui).clicked() {
            app.send(Action::Bulk(Bulk::Delete));
        }
        if Button::quiet("Select nothing").small().show(ui).clicked() {
            state.selection.clear();
        }
    });
    ui.add_space(space::S);
}

/// Copies the selected rows with the titles of their columns, or the cell under the cursor. What is for internal
/// comparison only is copied cell by cell or not at all.
pub(super) fn copy(
    ui: &Ui,
    app: &App,
    state: &TableState,
    listed: &[ListColumn],
    columns: &[Column<'_>],
) {
    let (Some(camp), Some(list)) = (&app.session.camp, app.listing()) else {
        return;
    };
    let text = |row: usize, column: usize| {
        let text = list.text(&camp.data, row, listed[column].what);
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
