//! The datasheet of a form: all its records as rows and columns, edited in place.
//!
//! A row is typed into the same [`Editor`] as the form's record, with the same checks: leaving the row saves it, and a
//! row that can't be saved keeps the cursor, with the reason at the cell.

mod cells;
mod columns;
mod menus;
mod selection;

use egui::{Key, Modifiers, Ui};

pub(super) use self::cells::Sheet;
use self::cells::{CellEditor, Fit, is_person};
use super::{
    super::kit::{
        CellAt, Column, EditStart, EmptyState, EndedBy, Icon, Table, TableResponse, TableState,
        table::pasted_cells,
    },
    list::sort_mark,
    navigation::NavigationBar,
};
use crate::{
    app::{
        Action, App, ClubFields, Command, KeyboardTo, OpenCamp, Page, Pane,
        editor::Editor,
        listing::{self, ListColumn, Listing, What, column_of},
    },
    domain::{Field, FieldProblem, Record, shortened},
};

/// So many letters of a pasted text stand in a message.
const ENOUGH: usize = 31;

/// A datasheet, as the window keeps it between frames.
#[derive(Debug, Default)]
pub(super) struct Datasheet {
    state: TableState,
    editor: CellEditor,
    navigation: NavigationBar,
    /// The layout of the columns has been taken from the settings, for a camp with these fields.
    arranged_for: Option<ClubFields>,
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

impl Datasheet {
    /// Whether something is typed in a cell of text that isn't saved yet.
    pub(super) fn is_typing(&self) -> bool {
        self.typing
    }

    /// Shows the datasheet with what stands around it.
    pub(super) fn show<D: Sheet>(&mut self, ui: &mut Ui, app: &mut App) {
        self.navigation.show(ui, app);
        let Some(list) = app.lists.of(D::PAGE) else {
            return;
        };
        let (listed, generation) = (list.columns(), list.generation());
        let columns = columns::of(app, listed);
        let fields = app.session.camp.as_ref().map(|camp| camp.fields);
        if self.arranged_for != fields {
            self.arranged_for = fields;
            self.state.layout = columns::remembered(app, D::PAGE, listed, &columns);
        }
        if self.seen_stay != app.stay {
            self.seen_stay = app.stay;
            let layout = &self.state.layout;
            self.state.layout = columns::without_internal(layout, listed, &columns);
        }
        if self.selected_in != generation {
            self.selected_in = generation;
            self.state.selection.clear();
        }
        self.follow::<D>(app, &columns);
        self.tick::<D>(app);
        self.past_the_end::<D>(ui, app, &columns);
        selection::bar(ui, app, &mut self.state);
        if let Some(answer) = self.table::<D>(ui, app, &columns) {
            self.take::<D>(ui, app, listed, &columns, &answer);
        }
        app.select(self.state.selection.ranges());
    }

    /// Puts the cursor where the record is, and where the keyboard is sent.
    fn follow<D: Sheet>(&mut self, app: &mut App, columns: &[Column<'_>]) {
        let row = shown_row(app);
        let shown = self.state.layout.shown(columns);
        let editor = D::editor(app);
        // While a row is on its way to the file the cursor is ahead of it.
        if editor.target().is_some() && !editor.is_saving() && self.state.row != row {
            self.state.row = row;
            if let Some(at) = self.state.cell() {
                self.state.go_to(at);
            }
            if self.state.editing.is_some() {
                self.state.leave(EndedBy::Elsewhere);
                // The cell that had the keyboard is gone: the next letters are for the row that is shown now.
                app.keyboard_to.get_or_insert(KeyboardTo::List);
            }
            if app.is_new_record() {
                self.state.column = first_to_type(D::PAGE, &shown);
            }
        }
        let column = match app.keyboard_to {
            Some(KeyboardTo::FirstField) => shown.first().copied(),
            Some(KeyboardTo::LastField) => shown.last().copied(),
            Some(KeyboardTo::Field(field)) => column_of(D::PAGE, field),
            _ => return,
        };
        let Some(column) = column else { return };
        let field = match app.keyboard_to.replace(KeyboardTo::List) {
            Some(KeyboardTo::Field(field)) => Some(field),
            _ => None,
        };
        self.state.layout.show(columns, column);
        if let Some(row) = self.state.row {
            let at = CellAt { row, column };
            if self.state.editing != Some(at) {
                self.state.go_to(at);
                let is_wrong = field.is_some_and(|field| D::editor(app).problem(field).is_some());
                if is_wrong {
                    self.edit::<D>(app, at, &EditStart::Content);
                }
            }
        }
    }

    /// Ticks the box of another row, once that row's record is shown. If the one before can't be left, nothing is ticked.
    fn tick<D: Sheet>(&mut self, app: &mut App) {
        let Some((record, field)) = self.ticked.take() else {
            return;
        };
        let is_shown = match record {
            Some(record) => app.record() == Some(record),
            None => app.is_new_record(),
        };
        if D::editor(app).is_saving() {
            self.ticked = Some((record, field));
        } else if is_shown {
            D::editor_mut(app).draft.toggle(field);
        }
    }

    /// Tab behind the last cell of a new record saves it and begins the next one.
    fn past_the_end<D: Sheet>(&mut self, ui: &Ui, app: &mut App, columns: &[Column<'_>]) {
        let rows = app.listing().map_or(0, Listing::len);
        let shown = self.state.layout.shown(columns);
        let at_end = self.state.editing.is_none()
            && self.state.row == Some(rows)
            && shown.last() == Some(&self.state.column);
        if !at_end || app.pane != Pane::List || !D::editor(app).is_changed() {
            return;
        }
        let pressed = ui.input_mut(|input| {
            !input.modifiers.shift
                && (input.consume_key(Modifiers::NONE, Key::Tab)
                    || input.consume_key(Modifiers::NONE, Key::Enter))
        });
        if pressed {
            ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
            self.begin_next::<D>(app, &shown);
        }
    }

    /// Saves the new record, and goes to the first cell of the next one that can be typed into.
    fn begin_next<D: Sheet>(&mut self, app: &mut App, shown: &[usize]) {
        self.state.column = first_to_type(D::PAGE, shown);
        app.send(Command::NEW_RECORD);
    }

    fn table<D: Sheet>(
        &mut self,
        ui: &mut Ui,
        app: &mut App,
        columns: &[Column<'_>],
    ) -> Option<TableResponse> {
        let is_new_visit =
            std::mem::replace(&mut self.seen_visit, D::editor(app).visit()) != self.seen_visit;
        let mark = sort_mark(app, &whats(D::PAGE));
        let typed = D::row_texts(app);
        let problems = D::editor(app).problems().to_vec();
        let can_change = app.why_not(Command::NEW_RECORD).is_none();
        // Not where the cursor is: while a row is on its way to the file, that is ahead of it.
        let current = shown_row(app);
        let unsaved = current.filter(|_| D::editor(app).is_changed());
        self.editor.prepare(app, D::editor(app).version());
        let (list, camp, draft) = D::parts(app)?;
        let listed = list.columns();
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
        let mut table = Table::new(D::NAME, columns, rows)
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
        Some(table.show_state(
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
                } else if matches!(listed.what, What::PlayerNumber | What::Sequence) {
                    cell.weak(if row == rows { "(new)" } else { &text });
                } else {
                    cell.text(&text);
                }
            },
            |edit| {
                if let Some(field) = listed[edit.at.column].field {
                    let wrong = problems.iter().any(|problem| problem.field == field);
                    draft.edit_cell(field, edit, editor, wrong);
                }
            },
        ))
    }

    /// Takes in what was done in the table.
    fn take<D: Sheet>(
        &mut self,
        ui: &mut Ui,
        app: &mut App,
        listed: &'static [ListColumn],
        columns: &[Column<'_>],
        answer: &TableResponse,
    ) {
        let rows = app.listing().map_or(0, Listing::len);
        let to_list = |to: &mut KeyboardTo| *to == KeyboardTo::List;
        if app.keyboard_to.take_if(to_list).is_some() {
            answer.response.request_focus();
        }
        let has_keyboard = answer.response.has_focus() || self.state.editing.is_some();
        if has_keyboard {
            app.pane = Pane::List;
            app.field = listed
                .get(self.state.column)
                .and_then(|column| column.field);
        }
        let row_before = self.state.row;
        if let Some((at, by)) = answer.edit_ended {
            self.leave::<D>(app, listed, columns, at, by);
        }
        // A click on another row ends the editing of a cell, and leads there at once.
        if answer.selection_changed || self.state.row != row_before {
            match self.state.row {
                Some(row) if row == rows => app.send(Command::NEW_RECORD),
                Some(row) => app.send(Action::ShowRow(row)),
                None => {}
            }
        }
        if let Some((at, start)) = &answer.edit_wanted {
            self.edit::<D>(app, *at, start);
        }
        if let Some(at) = answer.toggled {
            self.toggle::<D>(app, listed, at);
        }
        if answer.delete_pressed {
            self.delete::<D>(app, listed, answer.whole_rows);
        }
        if answer.copy_wanted || answer.cut_wanted {
            selection::copy(ui, app, &self.state, listed, columns);
            if answer.cut_wanted {
                self.delete::<D>(app, listed, answer.whole_rows);
            }
        }
        if let Some(text) = &answer.pasted {
            self.paste::<D>(app, listed, text);
        }
        if let Some(column) = answer.sort_clicked.and_then(|column| listed.get(column)) {
            menus::sort(app, column.what, None);
        }
        if answer.activated.is_some_and(|row| row < rows) {
            app.send(Command::VIEW_FORM);
        }
        self.is_rearranged |= answer.layout_changed;
        self.is_rearranged |= menus::of_column(
            ui,
            app,
            (&mut self.state, &mut self.menu_of),
            listed,
            columns,
            answer.column_menu_wanted,
        );
        menus::of_row(ui, app, answer);
        if self.is_rearranged && !ui.input(|input| input.pointer.any_down()) {
            self.is_rearranged = false;
            columns::remember(app, D::PAGE, &self.state.layout, listed, columns);
        }
        let escaped = answer.response.has_focus()
            && self.state.editing.is_none()
            && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if escaped && D::editor(app).is_changed() {
            app.send(Command::UNDO_RECORD);
        }
        let editing = self
            .state
            .editing
            .and_then(|at| listed.get(at.column)?.field);
        self.typing = editing.is_some_and(|field| D::editor(app).is_field_changed(field));
        self.reason::<D>(ui, app, listed, answer);
    }

    /// The box in a cell was ticked, or its tick taken away.
    fn toggle<D: Sheet>(&mut self, app: &mut App, listed: &[ListColumn], at: CellAt) {
        let field = listed.get(at.column).and_then(|column| column.field);
        let Some(field) = field.filter(|_| can_type(app)) else {
            return;
        };
        if is_current(app, at.row) {
            D::editor_mut(app).draft.toggle(field);
        } else if let (Some(camp), Some(list)) = (&app.session.camp, app.listing()) {
            self.ticked = Some((list.record(&camp.data, at.row), field));
        }
    }

    /// Begins to edit a cell, if it can be edited.
    fn edit<D: Sheet>(&mut self, app: &mut App, at: CellAt, start: &EditStart) {
        let columns = listing::columns(D::PAGE);
        let Some(field) = columns.get(at.column).and_then(|column| column.field) else {
            return app
                .notices
                .note("This column follows from the others and can't be typed");
        };
        if let Some(reason) = app.why_not_change_week().map(str::to_owned) {
            return app.notices.note(reason);
        }
        if columns::is_check(&columns[at.column]) || !is_current(app, at.row) {
            return;
        }
        let is_typed = matches!(start, EditStart::Typed(_));
        if is_typed && let Some(text) = D::editor_mut(app).draft.text_mut(field) {
            text.clear();
        }
        self.refused = None;
        if is_person(field) {
            let person = D::editor(app).draft.person(field);
            self.editor.begin_person(person.filter(|_| !is_typed));
        } else {
            self.editor.begin_value();
        }
        self.state.editing = Some(at);
    }

    /// The editing of a cell ends, unless what is typed in it can't stay.
    fn leave<D: Sheet>(
        &mut self,
        app: &mut App,
        listed: &[ListColumn],
        columns: &[Column<'_>],
        at: CellAt,
        by: EndedBy,
    ) {
        let Some(field) = listed.get(at.column).and_then(|column| column.field) else {
            return self.state.leave(by);
        };
        self.refused = None;
        if by == EndedBy::Escape {
            D::editor_mut(app).undo_field(field);
            return self.state.leave(by);
        }
        if let Some(reason) = self.why_it_cannot_stay::<D>(app, field) {
            self.refused = Some((field, reason));
            return;
        }
        let rows = app.listing().map_or(0, Listing::len);
        let shown = self.state.layout.shown(columns);
        let is_last = at.row == rows && shown.last() == Some(&at.column);
        if is_last && by == EndedBy::Next {
            self.state.leave(EndedBy::Elsewhere);
            self.begin_next::<D>(app, &shown);
        } else {
            self.state.leave(by);
        }
    }

    /// Why what is typed in a cell is no value at all. An empty cell may stay until the row is left.
    fn why_it_cannot_stay<D: Sheet>(&mut self, app: &mut App, field: Field) -> Option<String> {
        if is_person(field) && self.editor.player.unresolved() {
            return Some("No player of this name or number".to_owned());
        }
        let is_blank = D::editor_mut(app)
            .draft
            .text_mut(field)
            .is_none_or(|text| text.trim().is_empty());
        if is_blank {
            return None;
        }
        let problems = problems_of::<D>(app);
        let problem = problems.into_iter().find(|problem| problem.field == field);
        problem.map(|problem| problem.reason)
    }

    /// Empties the cell, or deletes the selected rows.
    fn delete<D: Sheet>(&mut self, app: &mut App, listed: &[ListColumn], whole_rows: bool) {
        if whole_rows {
            return app.send(Command::DELETE_RECORD);
        }
        let field = listed
            .get(self.state.column)
            .and_then(|column| column.field);
        if let (Some(field), true) = (field, can_type(app))
            && self.state.row.is_some_and(|row| is_current(app, row))
            && !columns::is_check(&listed[self.state.column])
        {
            D::editor_mut(app).take_field(field, &D::default());
        }
    }

    /// One cell goes into the cell under the cursor, several are imported.
    fn paste<D: Sheet>(&mut self, app: &mut App, listed: &[ListColumn], text: &str) {
        // A comma in a single line is one in the cell: names have one where a name is chosen.
        let is_one_cell = !text.trim().contains(['\t', '\n', '\r']);
        if !is_one_cell {
            let cells = pasted_cells(text);
            if !cells.is_empty() {
                app.send(Action::ImportPasted(text.to_owned()));
            }
            return;
        }
        let cell = text.trim();
        let Some(at) = self.state.cell() else { return };
        let field = listed.get(at.column).and_then(|column| column.field);
        let holds_text =
            field.is_some_and(|field| D::editor_mut(app).draft.text_mut(field).is_some());
        if field.is_none() || holds_text || !can_type(app) {
            self.edit::<D>(app, at, &EditStart::Content);
        }
        let (Some(field), true) = (field, can_type(app) && is_current(app, at.row)) else {
            return;
        };
        match D::paste(app, field, cell, &mut self.editor) {
            Fit::Taken => {}
            Fit::NoValue => {
                let reason = format!(
                    "“{}” is no value of this column",
                    shortened(cell.trim(), ENOUGH)
                );
                app.notices.note(reason);
            }
            Fit::Several => app.notices.note(format!(
                "Several players are called “{}”: add the number, as in “Lee, Ann (12)”",
                shortened(cell.trim(), ENOUGH)
            )),
        }
    }

    /// The reason why the cell under the cursor can't stay as it is, below it.
    fn reason<D: Sheet>(&self, ui: &Ui, app: &App, listed: &[ListColumn], answer: &TableResponse) {
        let field = listed
            .get(self.state.column)
            .and_then(|column| column.field);
        let Some((field, below)) = field.zip(answer.cursor_rect) else {
            return;
        };
        let is_current = self.state.row.is_some_and(|row| is_current(app, row));
        let refused = self.refused.as_ref().filter(|(of, _)| *of == field);
        let reason = refused.map(|(_, reason)| reason.as_str());
        let reason = reason.or_else(|| D::editor(app).problem(field).filter(|_| is_current));
        if let Some(reason) = reason {
            menus::reason_below(ui, below, reason);
        }
    }
}

/// The first of the columns shown that can be typed into, where a new record begins; the first, if none can.
fn first_to_type(page: Page, shown: &[usize]) -> usize {
    let listed = listing::columns(page);
    let can_be_typed = |column: &&usize| {
        let column = listed.get(**column);
        column.is_some_and(|column| column.field.is_some())
    };
    let first = shown.iter().find(can_be_typed).or(shown.first());
    first.copied().unwrap_or(0)
}

/// The row of the record that the editor shows.
fn shown_row(app: &App) -> Option<usize> {
    if app.is_new_record() {
        app.listing().map(Listing::len)
    } else {
        app.current_row()
    }
}

/// Whether the row is that of the record that is typed.
fn is_current(app: &App, row: usize) -> bool {
    shown_row(app) == Some(row)
}

fn can_type(app: &App) -> bool {
    app.why_not_change_week().is_none()
}

/// What is wrong with the row as it is typed now.
fn problems_of<D: Sheet>(app: &App) -> Vec<FieldProblem> {
    let Some(OpenCamp { data, .. }) = &app.session.camp else {
        return Vec::new();
    };
    let editor: &Editor<D> = D::editor(app);
    let edit = editor.draft.edit(data, editor.id(), app.today());
    edit.err().unwrap_or_default()
}

fn whats(page: Page) -> Vec<What> {
    let columns = listing::columns(page);
    columns.iter().map(|column| column.what).collect()
}
