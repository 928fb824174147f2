//! What the lists of all forms share: the search box, the order, and which row is the record's.

use std::mem;

use egui::{FocusDirection, Id, Key, Modifiers, Ui};

use super::{form::FormSpec, keyboard::comes_to_list, row_menu::row_commands};
use crate::{
    app::{
        Action, Command, FocusTarget, Pane,
        form::{Form, Rows},
        listing::{ColumnId, Listing},
        page::{Ctx, Outbox},
    },
    domain::{CampData, Described},
    kit::{Column, EmptyState, Icon, SearchBox, Sort, Table, TableResponse, table::pasted_cells},
    spreadsheet,
};

/// What the list beside the record shows of the records of a form.
#[derive(Debug)]
pub(crate) struct ListSpec {
    pub(crate) name: &'static str,
    pub(crate) icon: Icon,
    pub(crate) columns: fn() -> Vec<(ColumnId, Column<'static>)>,
    /// The column in which typed letters find a row.
    pub(crate) type_ahead: ColumnId,
    /// What a row is called.
    pub(crate) row_name: fn(&CampData, &Listing, usize) -> String,
    /// What stands in the cell of a row and a column, where that isn't what the datasheet has there.
    pub(crate) text: fn(&CampData, &Listing, usize, ColumnId) -> Option<String>,
    /// How much such a cell stands out.
    pub(crate) tone: fn(&CampData, &Listing, usize, ColumnId) -> Tone,
    /// What stands there where a search finds nothing.
    pub(crate) nothing_found: &'static str,
    /// What stands there before the first record, and how that is added.
    pub(crate) none_yet: [&'static str; 2],
}

/// How much a cell stands out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Tone {
    Strong,
    Plain,
    Weak,
}

/// A list beside its record.
#[derive(Debug, Default)]
pub(crate) struct List {
    /// The last visit of the record that was brought into view.
    seen_visit: u64,
    seen_row: Option<usize>,
    is_new_visit: bool,
}

impl List {
    /// Shows the list. Whether to focus the record's first field.
    pub(crate) fn show<R: Described>(
        &mut self,
        ui: &mut Ui,
        form: &mut Form<R>,
        spec: &FormSpec,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
    ) -> bool {
        let of_row = spec.of_row;
        let spec = &spec.list;
        let camp = &ctx.camp.data;
        let list = &form.rows.listing;
        let (ids, columns): (Vec<_>, Vec<_>) = (spec.columns)().into_iter().unzip();
        let mut selected = form.current_row(camp);
        let reveals = self.is_elsewhere(selected) || self.is_new_visit;
        let row_name = |row: usize| (spec.row_name)(camp, list, row);
        let type_ahead = |row: usize| list.text(camp, row, spec.type_ahead);
        let is_filtered = list.is_filtered();
        let mut empty = |ui: &mut Ui| {
            let [title, text] = if is_filtered {
                [spec.nothing_found, "Shorten or clear the search."]
            } else {
                spec.none_yet
            };
            EmptyState::new(spec.icon, title, text).show(ui, |_| {});
        };
        let response = Table::new(spec.name, &columns, list.len())
            .sort(sort_mark(list, &ids))
            .row_name(&row_name)
            .type_ahead(&type_ahead)
            .reveal(selected.filter(|_| reveals))
            .empty(&mut empty)
            .show(ui, &mut selected, |cell, row, column| {
                let what = ids[column];
                let text = (spec.text)(camp, list, row, what);
                let text = text.unwrap_or_else(|| list.text(camp, row, what));
                match (spec.tone)(camp, list, row, what) {
                    Tone::Strong => cell.strong(&text),
                    Tone::Plain => cell.text(&text),
                    Tone::Weak => cell.weak(&text),
                }
            });
        let commands = [Command::FILTER_BY_SELECTION].iter().chain(of_row);
        let commands = commands.chain(&[Command::DELETE_RECORD]).copied();
        row_commands(ui, (ctx, out), spec.name, &response, commands);
        Self::take(ui, form, out, &ids, &response, selected)
    }

    /// Takes in what was done in the table with these columns. Whether to focus the record's first field.
    fn take<R: Described>(
        ui: &Ui,
        form: &mut Form<R>,
        out: &mut Outbox,
        columns: &[ColumnId],
        response: &TableResponse,
        selected: Option<usize>,
    ) -> bool {
        if comes_to_list(ui, out) {
            response.response.request_focus();
        }
        let mut leads_on = response.activated.is_some();
        if response.response.has_focus() {
            out.pane = Pane::List;
        }
        // egui has carried the keyboard away already.
        if response.response.lost_focus() {
            leads_on |= tab_leads_to_record(ui, form);
        }
        if response.selection_changed
            && let Some(row) = selected
        {
            out.send(Action::ShowRow(row));
        }
        if response.delete_pressed {
            out.send(Command::DELETE_RECORD);
        }
        if let Some(text) = &response.pasted
            && !paste_rows(text, out)
        {
            out.notices.note(
                "Here you can paste rows. One cell is pasted in Datasheet view or in a field",
            );
        }
        let clicked = response.sort_clicked.and_then(|column| columns.get(column));
        if let Some(what) = clicked {
            form.rows.listing.sort_by(*what);
            // Worked out at the next turn, which nothing else may bring.
            out.send(Command::REQUERY);
        }
        leads_on
    }

    /// Whether the record is shown anew in this frame, for which the list then scrolls to it.
    pub(crate) fn is_new_visit(&mut self, visit: u64) -> bool {
        self.is_new_visit = mem::replace(&mut self.seen_visit, visit) != visit;
        self.is_new_visit
    }

    /// Whether the record stands in another row than in the frame before: sorted, filtered, or another record. The list
    /// is scrolled there then.
    fn is_elsewhere(&mut self, row: Option<usize>) -> bool {
        mem::replace(&mut self.seen_row, row) != row
    }
}

/// Has rows that were copied elsewhere shown before they are imported. Whether it is rows, and not one cell.
pub(super) fn paste_rows(text: &str, out: &mut Outbox) -> bool {
    // A comma in a single line is one in the cell: names have one where a name is chosen.
    let is_rows = text.trim().contains(['\t', '\n', '\r']);
    if is_rows && !pasted_cells(text).is_empty() {
        out.send(Action::ImportPasted(text.to_owned()));
    }
    is_rows
}

/// What stands in the cell of a row and a column, as a file has it: what stands in place of a number that there isn't is left out.
pub(crate) fn exported_cell(
    spec: &ListSpec,
    camp: &CampData,
    list: &Listing,
    row: usize,
    what: ColumnId,
) -> spreadsheet::Cell {
    match list.cell(camp, row, what) {
        spreadsheet::Cell::Text(text) => {
            let shown = (spec.text)(camp, list, row, what);
            spreadsheet::Cell::Text(shown.unwrap_or(text))
        }
        cell => cell,
    }
}

/// Whether Tab was pressed to get from the list into the record, which stands before it in the order of drawing.
fn tab_leads_to_record<R: Described>(ui: &Ui, form: &Form<R>) -> bool {
    let is_shown = form.record().is_some() || form.editor.is_new();
    let pressed = is_shown
        && ui.input_mut(|input| {
            !input.modifiers.shift && input.consume_key(Modifiers::NONE, Key::Tab)
        });
    if pressed {
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        ui.request_repaint();
    }
    pressed
}

/// The mark of the order in the titles of these columns.
pub(crate) fn sort_mark(list: &Listing, columns: &[ColumnId]) -> Option<Sort> {
    let order = list.order()?;
    let column = columns.iter().position(|what| *what == order.what)?;
    Some(Sort {
        column,
        descending: order.descending,
    })
}

/// The search box of a list, where Find leads.
pub(crate) fn search(ui: &mut Ui, name: &str, rows: &mut Rows, out: &mut Outbox, width: f32) {
    let id = Id::unique(("search", name));
    if out
        .focus_next
        .take_if(|to| *to == FocusTarget::Search)
        .is_some()
    {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let response = SearchBox::new(name)
        .width(width)
        .id(id)
        .show(ui, &mut rows.search);
    // From the words to what they found.
    let down = response.has_focus() && ui.input(|input| input.key_pressed(Key::ArrowDown));
    let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if down || enter {
        out.send(Action::ShowFound);
        out.focus_next = Some(FocusTarget::List);
    }
    if response.changed() {
        ui.request_repaint();
    }
}
