//! The datasheet of a form: all its records as rows and columns, edited in place.
//!
//! A row is typed into the same [`Editor`](crate::app::editor::Editor) as the form's record, with the same checks: leaving the row saves it, and a
//! row that can't be saved keeps the cursor, with the reason at the cell.

mod cells;
mod columns;
mod editing;
mod menus;
mod selection;

use egui::{Key, Modifiers, Ui};

pub(crate) use self::selection::bulk_button;

use self::cells::{CellEditor, edit_cell, row_texts, toggle};
use super::{form::FormSpec, keyboard::comes_to_list, list::sort_mark, navigation::NavigationBar};
use crate::{
    app::{
        Action, CampFields, Command, FocusTarget, Pane,
        form::Form,
        listing::{ColumnId, ListColumn, column_of},
        page::{Ctx, Outbox},
    },
    domain::{Described, Field, Record},
    kit::{CellAt, Column, EditStart, EmptyState, EndedBy, Icon, Table, TableResponse, TableState},
};

/// A datasheet, as the window keeps it between frames.
#[derive(Debug, Default)]
pub(crate) struct Datasheet {
    state: TableState,
    editor: CellEditor,
    navigation: NavigationBar,
    /// The layout of the columns has been taken from the settings, for a camp with these fields and columns.
    arranged_for: Option<(CampFields, Vec<ColumnId>)>,
    /// The layout has been changed and not been remembered yet.
    is_rearranged: bool,
    /// The generation of the rows that the selection is of.
    selected_in: u64,
    seen_visit: u64,
    /// The stay on a page in which it was last shown.
    seen_stay: u64,
    /// What the last cell that was left held, and why it can't stay.
    refused: Option<(Field, String)>,
    /// The box that was ticked in another row: its record, nothing for the new one, which is still on its way here.
    ticked: Option<(Option<Record>, Field)>,
    /// The column whose menu is open, or was last.
    menu_of: usize,
    typing: bool,
}

/// The columns: what stands in each, and how it looks.
type Columns<'a> = (&'a [ListColumn<'a>], &'a [Column<'a>]);

impl Datasheet {
    /// Whether something is typed in a cell of text that isn't saved yet.
    pub(crate) fn is_typing(&self) -> bool {
        self.typing
    }

    /// The columns in their order, each with whether it is shown, and without those of fields that the camp doesn't have.
    pub(crate) fn arranged<'a, R: Described>(
        &self,
        form: &Form<R>,
        ctx: &Ctx<'a>,
    ) -> Vec<(ListColumn<'a>, bool)> {
        let camp = &ctx.camp.data;
        let listed = form.rows.listing.columns(camp);
        let columns = columns::of(camp, &form.rows.listing, &listed);
        let ids = listed.iter().map(|column| column.what).collect();
        let layout = if self.arranged_for == Some((ctx.camp.fields, ids)) {
            self.state.layout.clone()
        } else {
            columns::remembered(ctx, R::KIND, &listed, &columns)
        };
        let layout = if self.seen_stay == ctx.stay {
            layout
        } else {
            columns::without_internal(&layout, &listed, &columns)
        };
        let shown = layout.shown(&columns);
        let left_out = columns::left_out(ctx, &listed);
        let order = layout.order(&columns).into_iter();
        let arranged = order.map(|at| (at, shown.contains(&at)));
        let there = arranged.filter(|(at, is_shown)| *is_shown || !left_out.contains(at));
        there.map(|(at, is_shown)| (listed[at], is_shown)).collect()
    }

    /// Shows the datasheet with what stands around it.
    pub(crate) fn show<R: Described>(
        &mut self,
        ui: &mut Ui,
        form: &mut Form<R>,
        spec: &FormSpec,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
    ) {
        self.navigation.show(ui, form, ctx, out);
        let list = &form.rows.listing;
        let camp = &ctx.camp.data;
        let (listed, generation) = (&list.columns(camp), list.generation());
        let columns = columns::of(camp, list, listed);
        let ids = listed.iter().map(|column| column.what).collect();
        let arranged_for = Some((ctx.camp.fields, ids));
        if self.arranged_for != arranged_for {
            self.arranged_for = arranged_for;
            // What stood in a place among the columns may stand in another one now.
            if self.state.editing.is_some() {
                self.state.leave(EndedBy::Elsewhere);
            }
            self.state.column = self.state.column.min(columns.len() - 1);
            self.menu_of = 0;
            self.state.layout = columns::remembered(ctx, R::KIND, listed, &columns);
        }
        if self.seen_stay != ctx.stay {
            self.seen_stay = ctx.stay;
            let layout = &self.state.layout;
            self.state.layout = columns::without_internal(layout, listed, &columns);
        }
        if self.selected_in != generation {
            self.selected_in = generation;
            self.state.selection.clear();
        }
        self.follow(form, ctx, out, (listed, &columns));
        self.tick(form);
        self.past_the_end(ui, form, out, (listed, &columns));
        selection::bar(ui, spec, ctx, out, &mut self.state);
        let answer = self.table(ui, form, ctx, out, (listed, &columns));
        self.take(ui, form, ctx, out, (listed, &columns), &answer);
        menus::of_row::<R>(ui, spec, ctx, out, &answer);
        form.rows
            .select(&ctx.camp.data, self.state.selection.ranges());
    }

    /// Puts the cursor where the record is, and where the keyboard is sent.
    fn follow<R: Described>(
        &mut self,
        form: &mut Form<R>,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        (listed, columns): Columns<'_>,
    ) {
        let row = form.shown_row(&ctx.camp.data);
        let shown = self.state.layout.shown(columns);
        let editor = &form.editor;
        // While a row is on its way to the file the cursor is ahead of it.
        if editor.target().is_some() && !editor.is_saving() && self.state.row != row {
            self.state.row = row;
            if let Some(at) = self.state.cell() {
                self.state.go_to(at);
            }
            if self.state.editing.is_some() {
                self.state.leave(EndedBy::Elsewhere);
                // The cell that had the keyboard is gone: the next letters are for the row that is shown now.
                out.focus_next.get_or_insert(FocusTarget::List);
            }
            if form.editor.is_new() {
                self.state.column = first_to_type(listed, &shown);
            }
        }
        let column = match out.focus_next {
            Some(FocusTarget::FirstField) => shown.first().copied(),
            Some(FocusTarget::LastField) => shown.last().copied(),
            Some(FocusTarget::Field(field)) => column_of(listed, field),
            _ => return,
        };
        let Some(column) = column else { return };
        let field = match out.focus_next.replace(FocusTarget::List) {
            Some(FocusTarget::Field(field)) => Some(field),
            _ => None,
        };
        self.state.layout.show(columns, column);
        if let Some(row) = self.state.row {
            let at = CellAt { row, column };
            if self.state.editing != Some(at) {
                self.state.go_to(at);
                let is_wrong = field.is_some_and(|field| form.editor.problem(field).is_some());
                if is_wrong {
                    self.edit(form, ctx, out, at, &EditStart::Content);
                }
            }
        }
    }

    /// Ticks the box of another row, once that row's record is shown. If the one before can't be left, nothing is ticked.
    fn tick<R: Described>(&mut self, form: &mut Form<R>) {
        let Some((record, field)) = self.ticked.take() else {
            return;
        };
        let is_shown = match record {
            Some(record) => form.record() == Some(record),
            None => form.editor.is_new(),
        };
        if form.editor.is_saving() {
            self.ticked = Some((record, field));
        } else if is_shown {
            toggle(&mut form.editor.draft, field);
        }
    }

    /// Tab behind the last cell of a new record saves it and begins the next one.
    fn past_the_end<R: Described>(
        &mut self,
        ui: &Ui,
        form: &mut Form<R>,
        out: &mut Outbox,
        (listed, columns): Columns<'_>,
    ) {
        let rows = form.rows.listing.len();
        let shown = self.state.layout.shown(columns);
        let at_end = self.state.editing.is_none()
            && self.state.row == Some(rows)
            && shown.last() == Some(&self.state.column);
        if !at_end || out.pane != Pane::List || !form.editor.is_changed() {
            return;
        }
        let pressed = ui.input_mut(|input| {
            !input.modifiers.shift
                && (input.consume_key(Modifiers::NONE, Key::Tab)
                    || input.consume_key(Modifiers::NONE, Key::Enter))
        });
        if pressed {
            ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
            self.begin_next(out, listed, &shown);
        }
    }

    /// Saves the new record, and goes to the first cell of the next one that can be typed into.
    fn begin_next(&mut self, out: &mut Outbox, listed: &[ListColumn<'_>], shown: &[usize]) {
        self.state.column = first_to_type(listed, shown);
        out.send(Command::NEW_RECORD);
    }

    fn table<R: Described>(
        &mut self,
        ui: &mut Ui,
        form: &mut Form<R>,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        (listed, columns): Columns<'_>,
    ) -> TableResponse {
        let is_new_visit =
            std::mem::replace(&mut self.seen_visit, form.editor.visit()) != self.seen_visit;
        let ids = listed.iter().map(|column| column.what);
        let mark = sort_mark(&form.rows.listing, &ids.collect::<Vec<_>>());
        let typed = row_texts(form, &ctx.camp.data);
        let problems = form.editor.problems().to_vec();
        let can_change = ctx.why_not(Command::NEW_RECORD).is_none();
        // Not where the cursor is: while a row is on its way to the file, that is ahead of it.
        let current = form.shown_row(&ctx.camp.data);
        let unsaved = current.filter(|_| form.editor.is_changed());
        self.editor.prepare(form, ctx, out.field);
        let (list, camp) = (&form.rows.listing, &ctx.camp.data);
        let draft = &mut form.editor.draft;
        let rows = list.len();
        let text = |row: usize, column: usize| {
            let typed = typed.get(column).filter(|_| current == Some(row));
            typed
                .cloned()
                .flatten()
                .unwrap_or_else(|| list.text(camp, row, listed[column].what))
        };
        let wrong = |row: usize, column: usize| {
            current == Some(row)
                && listed[column]
                    .field
                    .is_some_and(|field| problems.iter().any(|problem| problem.field == field))
        };
        let total = |column: usize| list.total(camp, listed[column].what);
        let row_name = |row: usize| {
            if row == rows {
                "New record".to_owned()
            } else {
                let named = listed.iter().zip(0..).take(4);
                let named = named.map(|(_, column)| text(row, column));
                named.collect::<Vec<_>>().join(", ")
            }
        };
        let cell_name = |row: usize, column: usize| {
            let (title, text) = (listed[column].title, text(row, column));
            if wrong(row, column) {
                format!("{title} {text}, wrong")
            } else {
                format!("{title} {text}")
            }
        };
        let mut empty = |ui: &mut Ui| {
            EmptyState::new(
                Icon::Filter,
                "Nothing to show",
                "The search or a filter hides all records, or there are none yet.",
            )
            .show(ui, |_| {});
        };
        let mut table = Table::new(R::KIND.plural(), columns, rows)
            .sort(mark)
            .row_name(&row_name)
            .cell_name(&cell_name)
            .cells()
            .multiple()
            .adjustable()
            .column_menus()
            .selectors(unsaved)
            .totals(&total)
            .reveal(self.state.row.filter(|_| is_new_visit))
            .empty(&mut empty);
        if can_change {
            table = table.new_record();
        }
        let editor = &mut self.editor;
        table.show_state(
            ui,
            &mut self.state,
            |cell, row, column| {
                let listed = &listed[column];
                let text = text(row, column);
                if row == rows && current != Some(row) {
                    if column == 0 {
                        cell.weak("(new)");
                    }
                } else if wrong(row, column) {
                    cell.wrong(&text);
                } else if listed.field.is_some() && columns::is_check(listed) {
                    cell.check(text == "Yes");
                } else if matches!(listed.what, ColumnId::PlayerNumber | ColumnId::Sequence) {
                    cell.weak(if row == rows { "(new)" } else { &text });
                } else {
                    cell.text(&text);
                }
            },
            |edit| {
                if let Some(field) = listed[edit.at.column].field {
                    let wrong = problems.iter().any(|problem| problem.field == field);
                    edit_cell(draft, field, edit, editor, wrong);
                }
            },
        )
    }

    /// Takes in what was done in the table.
    fn take<R: Described>(
        &mut self,
        ui: &mut Ui,
        form: &mut Form<R>,
        ctx: &Ctx<'_>,
        out: &mut Outbox,
        (listed, columns): Columns<'_>,
        answer: &TableResponse,
    ) {
        let rows = form.rows.listing.len();
        if comes_to_list(ui, out) {
            answer.response.request_focus();
        }
        let has_keyboard = answer.response.has_focus() || self.state.editing.is_some();
        if has_keyboard {
            out.pane = Pane::List;
            out.field = listed
                .get(self.state.column)
                .and_then(|column| column.field);
        }
        let row_before = self.state.row;
        if let Some((at, by)) = answer.edit_ended {
            self.leave(form, ctx, out, columns, at, by);
        }
        // A click on another row ends the editing of a cell, and leads there at once.
        if answer.selection_changed || self.state.row != row_before {
            match self.state.row {
                Some(row) if row == rows => out.send(Command::NEW_RECORD),
                Some(row) => out.send(Action::ShowRow(row)),
                None => {}
            }
        }
        if let Some((at, start)) = &answer.edit_wanted {
            self.edit(form, ctx, out, *at, start);
        }
        if let Some(at) = answer.toggled {
            self.toggle(form, ctx, listed, at);
        }
        if answer.delete_pressed {
            self.delete(form, ctx, out, listed, answer.whole_rows);
        }
        if answer.copy_wanted || answer.cut_wanted {
            selection::copy(ui, form, ctx, &self.state, columns);
            if answer.cut_wanted {
                self.delete(form, ctx, out, listed, answer.whole_rows);
            }
        }
        if let Some(text) = &answer.pasted {
            self.paste(form, ctx, out, listed, text);
        }
        if let Some(column) = answer.sort_clicked.and_then(|column| listed.get(column)) {
            menus::sort(&mut form.rows.listing, out, column.what, None);
        }
        if answer.activated.is_some_and(|row| row < rows) {
            out.send(Command::VIEW_FORM);
        }
        self.is_rearranged |= answer.layout_changed;
        self.is_rearranged |= menus::of_column(
            ui,
            form,
            ctx,
            out,
            (&mut self.state, &mut self.menu_of),
            columns,
            answer.column_menu_wanted,
        );
        if self.is_rearranged && !ui.input(|input| input.pointer.any_down()) {
            self.is_rearranged = false;
            columns::remember(ctx, out, R::KIND, &self.state.layout, listed, columns);
        }
        let escaped = answer.response.has_focus()
            && self.state.editing.is_none()
            && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if escaped && form.editor.is_changed() {
            out.send(Command::UNDO_RECORD);
        }
        let editing = self
            .state
            .editing
            .and_then(|at| listed.get(at.column)?.field);
        self.typing = editing.is_some_and(|field| form.editor.is_field_changed(field));
        self.reason(ui, form, ctx, listed, answer);
    }
}

/// The first of the columns shown that can be typed into, where a new record begins; the first, if none can.
fn first_to_type(listed: &[ListColumn<'_>], shown: &[usize]) -> usize {
    let can_be_typed = |column: &&usize| {
        let column = listed.get(**column);
        column.is_some_and(|column| column.field.is_some())
    };
    let first = shown.iter().find(can_be_typed).or(shown.first());
    first.copied().unwrap_or(0)
}

/// Whether the row is that of the record that is typed.
fn is_current<R: Described>(form: &Form<R>, ctx: &Ctx<'_>, row: usize) -> bool {
    form.shown_row(&ctx.camp.data) == Some(row)
}

fn can_type(ctx: &Ctx<'_>) -> bool {
    ctx.why_not_change_week.is_none()
}
