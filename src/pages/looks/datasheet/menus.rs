//! The menus of a column and of a row, and the reason at a cell.

use egui::{Area, Frame, Id, Order, Rect, Stroke, Ui, ViewportCommand, vec2};

use super::{FormSpec, columns};
use crate::{
    app::{
        Action, Command,
        form::Form,
        listing::{ColumnId, Listing, Order as SortedBy},
        page::{Ctx, Outbox},
    },
    domain::{CampField, Described, Field},
    kit::{
        Column, MenuItem, TableResponse, TableState, UiTokens as _, form::problem_line, menu_at,
        tokens::radius,
    },
    pages::looks::{
        columns::ColumnsDialog,
        row_menu::{command_item, row_menu},
    },
};

/// Sorts by a column: as said, or the other way round than it is.
pub(super) fn sort(list: &mut Listing, out: &mut Outbox, what: ColumnId, descending: Option<bool>) {
    match descending {
        Some(descending) => list.set_order(Some(SortedBy { what, descending })),
        None => list.sort_by(what),
    }
    // Worked out at the next turn, which nothing else may bring.
    out.send(Command::REQUERY);
}

/// The menu of a column. Whether the columns are arranged differently now.
pub(super) fn of_column<R: Described>(
    ui: &Ui,
    form: &mut Form<R>,
    ctx: &Ctx<'_>,
    out: &mut Outbox,
    (state, menu_of): (&mut TableState, &mut usize),
    columns: &[Column<'_>],
    wanted: Option<(usize, Rect)>,
) -> bool {
    let anchor = wanted.map(|(column, rect)| {
        *menu_of = column;
        rect
    });
    let column = *menu_of;
    let list = &mut form.rows.listing;
    let listed = list.columns(&ctx.camp.data);
    let Some(of) = listed.get(column) else {
        return false;
    };
    let before = state.layout.clone();
    menu_at(
        ui,
        Id::unique(("column menu", R::KIND.name())),
        anchor,
        |ui| {
            if MenuItem::new("Sort ascending").show(ui).clicked() {
                sort(list, out, of.what, Some(false));
            }
            if MenuItem::new("Sort descending").show(ui).clicked() {
                sort(list, out, of.what, Some(true));
            }
            if list.order().is_some() && MenuItem::new("Clear sort").show(ui).clicked() {
                list.set_order(None);
                out.send(Command::REQUERY);
            }
            ui.separator();
            if MenuItem::new("Filter…").show(ui).clicked() {
                out.send(Action::AskForFilter(of.what));
            }
            if list.filter(of.what).is_some() && MenuItem::new("Clear filter").show(ui).clicked() {
                list.set_filter(of.what, None);
                out.send(Command::REQUERY);
            }
            ui.separator();
            if MenuItem::new("Move left").show(ui).clicked() {
                state.layout.move_left(columns, column);
            }
            if MenuItem::new("Move right").show(ui).clicked() {
                state.layout.move_right(columns, column);
            }
            if MenuItem::new("Wider").show(ui).clicked() {
                state.widen(columns, column, 24.0);
            }
            if MenuItem::new("Narrower").show(ui).clicked() {
                state.widen(columns, column, -24.0);
            }
            if MenuItem::new("Best fit").show(ui).clicked() {
                state.fit(column);
            }
            ui.separator();
            if R::HAS_CUSTOM {
                custom_columns::<R>(ui, ctx, out, of.field);
                ui.separator();
            }
            for (at, other) in listed.iter().enumerate() {
                let shown = !columns
                    .get(at)
                    .is_some_and(|column| state.layout.is_hidden(column));
                let item = MenuItem::new(other.title).checked(shown);
                if item.show(ui).clicked() {
                    if shown {
                        state.layout.hide(columns, at);
                    } else {
                        state.layout.show(columns, at);
                    }
                }
            }
            if MenuItem::new("Reset columns").show(ui).clicked() {
                state.layout = columns::original(&listed, columns);
                columns::leave_out(ctx, &mut state.layout, &listed, columns);
            }
        },
    );
    state.layout != before
}

/// What can be done to the custom columns, and to the one whose menu it is.
fn custom_columns<R: Described>(
    ui: &mut Ui,
    ctx: &Ctx<'_>,
    out: &mut Outbox,
    field: Option<Field>,
) {
    let why_not = ctx.why_not(Command::COLUMNS);
    let item = |text| MenuItem::new(text).refused(why_not);
    let of_camp = field.and_then(|field| ctx.camp.data.field_of::<R>(field));
    if let Some(CampField::Custom(column)) = of_camp {
        if item("Rename column…").show(ui).clicked() {
            out.ask(ColumnsDialog::rename(column));
        }
        if item("Delete column…").show(ui).clicked() {
            out.ask(ColumnsDialog::delete(column));
        }
    }
    if item(Command::COLUMNS.text()).show(ui).clicked() {
        out.send(Command::COLUMNS);
    }
}

/// The menu of a row.
pub(super) fn of_row<R: Described>(
    ui: &Ui,
    spec: &FormSpec,
    ctx: &Ctx<'_>,
    out: &mut Outbox,
    answer: &TableResponse,
) {
    let in_list = [
        Command::COPY_FROM_PREVIOUS,
        Command::FILTER_BY_SELECTION,
        Command::FILTER,
    ];
    let commands = in_list.iter().chain(spec.of_row);
    let commands = commands.chain(&[Command::DELETE_RECORD]).copied();
    row_menu(ui, R::KIND.name(), answer, |ui| {
        clipboard(ui, ctx);
        ui.separator();
        for command in commands {
            command_item(ui, ctx, out, command);
        }
    });
}

/// What the keys do with the cell or the selected rows, which hear of it as of the keys: what was copied elsewhere is told by the system only
/// when it is asked, in one of the next frames.
fn clipboard(ui: &mut Ui, ctx: &Ctx<'_>) {
    let why_not = ctx.why_not_change_week.as_deref();
    let entries = [
        ("Cut", "Ctrl+X", why_not, ViewportCommand::RequestCut),
        ("Copy", "Ctrl+C", None, ViewportCommand::RequestCopy),
        ("Paste", "Ctrl+V", why_not, ViewportCommand::RequestPaste),
    ];
    for (text, keys, why_not, request) in entries {
        let item = MenuItem::new(text).shortcut(keys).refused(why_not);
        if item.show(ui).clicked() {
            ui.ctx().send_viewport_cmd(request);
            ui.ctx().request_repaint();
        }
    }
}

/// Shows why a cell can't stay as it is, below it.
pub(super) fn reason_below(ui: &Ui, below: Rect, reason: &str) {
    let t = ui.tokens();
    Area::new(Id::unique("reason at a cell"))
        .order(Order::Foreground)
        .fixed_pos(below.left_bottom() + vec2(0.0, 4.0))
        .constrain(true)
        .interactable(false)
        .show(ui.ctx(), |ui| {
            Frame::new()
                .fill(t.surface_raised)
                .stroke(Stroke::new(1.0, t.danger))
                .corner_radius(radius::CONTROL)
                .inner_margin(egui::Margin::symmetric(10, 6))
                .show(ui, |ui| {
                    ui.set_max_width(340.0);
                    problem_line(ui, reason);
                });
        });
}
