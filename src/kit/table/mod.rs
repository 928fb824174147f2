//! A data table, from a plain list to a datasheet: only visible rows are drawn, the whole table is one tab stop, and the
//! keyboard moves the current row or cell.
//!
//! What a list doesn't ask for it doesn't have: columns that the user arranges, a cell cursor with editing, the
//! selection of several rows, record selectors, a row for a new record and totals are each switched on by a method of
//! [`Table`]. The table knows no values: it tells what is wanted, and the caller does it, or doesn't.

mod cell;
mod clipboard;
mod column;
mod editing;
mod grid;
mod header;
mod headings;
mod keys;
mod layout;
mod margins;
mod scroll;
mod selection;
mod state;
mod steps;
#[cfg(test)]
mod tests;

use egui::{
    CornerRadius, EventFilter, FocusDirection, Id, Key, Rect, Role, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, Vec2, WidgetInfo, vec2,
};

pub(super) use self::scroll::Scroll;
pub use self::{
    cell::{Cell, WIDEST_NAME, width_of_name},
    clipboard::{copied_text, pasted_cells},
    column::{Column, Sort},
    editing::EditCell,
    layout::{TableLayout, shared},
    selection::Selection,
    state::{CellAt, EditStart, EndedBy, TableResponse, TableState},
};
use self::{
    editing::{Editing, editor_id},
    grid::{DrawCell, Grid, cell_id, row_id},
    headings::HEADING,
    margins::SELECTOR,
    scroll::{BAR, View},
    steps::Paths,
};
use super::tokens::{UiTokens as _, radius, size};
use column::Width;

/// The line around a table, in points.
const OUTLINE: f32 = 1.0;

/// A table over rows that the caller keeps.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent features of a table, each switched on by its name"
)]
#[must_use = "a table does nothing until it is shown"]
pub struct Table<'a> {
    name: &'a str,
    columns: &'a [Column<'a>],
    rows: usize,
    sort: Option<Sort>,
    row_name: Option<&'a dyn Fn(usize) -> String>,
    cell_name: Option<&'a dyn Fn(usize, usize) -> String>,
    type_ahead: Option<&'a dyn Fn(usize) -> String>,
    empty: Option<&'a mut dyn FnMut(&mut Ui)>,
    totals: Option<&'a dyn Fn(usize) -> String>,
    reveal: Option<usize>,
    unsaved: Option<usize>,
    cells: bool,
    multiple: bool,
    adjustable: bool,
    column_menus: bool,
    selectors: bool,
    new_record: bool,
}

impl std::fmt::Debug for Table<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("name", &self.name)
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

impl<'a> Table<'a> {
    /// A table of `rows` rows. The name is its accessible name, and its identity within the surrounding `Ui`.
    pub fn new(name: &'a str, columns: &'a [Column<'a>], rows: usize) -> Self {
        Self {
            name,
            columns,
            rows,
            sort: None,
            row_name: None,
            cell_name: None,
            type_ahead: None,
            empty: None,
            totals: None,
            reveal: None,
            unsaved: None,
            cells: false,
            multiple: false,
            adjustable: false,
            column_menus: false,
            selectors: false,
            new_record: false,
        }
    }

    /// Marks the column that the rows are sorted by.
    pub fn sort(mut self, sort: Option<Sort>) -> Self {
        self.sort = sort;
        self
    }

    /// One line that says a row to a screen reader: "Smith, Anna, rating 1534". Asked for visible rows only.
    pub fn row_name(mut self, name: &'a dyn Fn(usize) -> String) -> Self {
        self.row_name = Some(name);
        self
    }

    /// What says a cell (row, column) to a screen reader: "Rating 1534". Asked for visible cells only, and only
    /// with a cell cursor.
    pub fn cell_name(mut self, name: &'a dyn Fn(usize, usize) -> String) -> Self {
        self.cell_name = Some(name);
        self
    }

    /// The text of a row that typed letters lead to, usually its first column. With a cell cursor letters edit instead.
    pub fn type_ahead(mut self, text: &'a dyn Fn(usize) -> String) -> Self {
        self.type_ahead = Some(text);
        self
    }

    /// What to show instead of rows when there are none.
    pub fn empty(mut self, show: &'a mut dyn FnMut(&mut Ui)) -> Self {
        self.empty = Some(show);
        self
    }

    /// Brings this row into view now: a new record, the target of "lead me there".
    pub fn reveal(mut self, row: Option<usize>) -> Self {
        self.reveal = row;
        self
    }

    /// Gives the table a cursor that moves from cell to cell, and cells that can be edited: a datasheet.
    pub fn cells(mut self) -> Self {
        self.cells = true;
        self
    }

    /// Lets the user select several rows: [`TableState::selection`].
    pub fn multiple(mut self) -> Self {
        self.multiple = true;
        self
    }

    /// Lets the user drag titles to other places, and their edges to other widths: [`TableState::layout`].
    pub fn adjustable(mut self) -> Self {
        self.adjustable = true;
        self
    }

    /// Gives every column a menu that the caller shows: [`TableResponse::column_menu_wanted`].
    pub fn column_menus(mut self) -> Self {
        self.column_menus = true;
        self
    }

    /// Shows record selectors at the left edge, with a pencil in the row that is not saved yet.
    pub fn selectors(mut self, unsaved: Option<usize>) -> Self {
        self.selectors = true;
        self.unsaved = unsaved;
        self
    }

    /// Adds an empty row for a new record behind the last one. Its cells are drawn like others, with the number of
    /// rows as their row.
    pub fn new_record(mut self) -> Self {
        self.new_record = true;
        self
    }

    /// A row that stays at the foot: the text of each column, empty where there is nothing to add up.
    pub fn totals(mut self, total: &'a dyn Fn(usize) -> String) -> Self {
        self.totals = Some(total);
        self
    }

    /// The id that the table has in `ui`, to send the keyboard to it.
    pub fn id_in(&self, ui: &Ui) -> Id {
        Self::id_of(ui, self.name)
    }

    /// The same of a table that is made later, by its name.
    pub fn id_of(ui: &Ui, name: &str) -> Id {
        ui.make_persistent_id(("table", name))
    }

    /// Shows a list in all the room there is. `cells` draws one cell (row, column).
    pub fn show(
        self,
        ui: &mut Ui,
        selected: &mut Option<usize>,
        cells: impl FnMut(&mut Cell<'_>, usize, usize),
    ) -> TableResponse {
        let mut state = TableState {
            row: *selected,
            ..TableState::default()
        };
        let answer = self.show_state(ui, &mut state, cells, |_| {});
        *selected = state.row;
        answer
    }

    /// Shows a table with all that a [`TableState`] keeps, in all the room there is. `cells` draws one cell (row,
    /// column); `editor` shows the editor of the cell that is being edited.
    pub fn show_state(
        mut self,
        ui: &mut Ui,
        state: &mut TableState,
        mut cells: impl FnMut(&mut Cell<'_>, usize, usize),
        mut editor: impl FnMut(&mut EditCell<'_>),
    ) -> TableResponse {
        let id = self.id_in(ui);
        let rect = ui.available_rect_before_wrap();
        let row_before = state.row;
        self.trim(state);
        let view = self.view(ui, rect, state);

        editing::replay_held(ui, state);
        let editing = state.editing.map(|at| Editing::begin(ui, id, at, state));
        let mut answer = self.take_keyboard(ui, id, rect, &view, state);
        let mut scroll = self.scroll(ui, id, rect, &view, state);

        let builder = UiBuilder::new().max_rect(rect).accessibility_parent(id);
        let mut empty = self.empty.take();
        ui.scope_builder(builder, |ui| {
            ui.advance_cursor_after_rect(rect);
            self.draw(
                ui,
                (id, rect, view),
                state,
                &mut scroll,
                &mut answer,
                editing,
                (&mut cells, &mut editor),
            );
            if let (0, Some(show)) = (self.all_rows(), empty.as_mut()) {
                ui.scope_builder(UiBuilder::new().max_rect(view.body), |ui| show(ui));
            }
        });
        scroll.store(ui, id);
        answer.selection_changed = state.row != row_before;
        answer.whole_rows = !self.cells || !state.selection.is_empty();
        editing::remember_start(state, &answer);
        if !state.pending.is_empty() || !state.session.held.is_empty() || state.fit.is_some() {
            ui.request_repaint();
        }
        answer
    }

    /// All rows that the cursor can go to.
    fn all_rows(&self) -> usize {
        self.rows + usize::from(self.new_record)
    }

    /// Height of the titles, and of the headings over them if there are any.
    fn header_height(&self) -> f32 {
        let has_headings = self.columns.iter().any(|column| column.under.is_some());
        size::HEADER + if has_headings { HEADING } else { 0.0 }
    }

    /// Where the rows are, inside of everything that stands around them.
    fn view(&self, ui: &Ui, rect: Rect, state: &TableState) -> View {
        let mut body = rect.shrink(OUTLINE);
        body.min.y += self.header_height();
        if self.selectors {
            body.min.x += SELECTOR;
        }
        let row = ui.row_height();
        if self.totals.is_some() {
            body.max.y -= row;
        }
        body.max = body.max.max(body.min);
        let view = |body: Rect| {
            let placed = state.layout.place(self.columns, body.width());
            View {
                body,
                rows: self.all_rows(),
                row,
                width: placed.last().map_or(0.0, |last| last.left + last.width),
            }
        };
        // The bars stand beside the rows; each takes room from the other.
        let (tall, wide) = (vec2(BAR, 0.0), vec2(0.0, BAR));
        let without = |bars: Vec2| {
            view(Rect::from_min_max(
                body.min,
                (body.max - bars).max(body.min),
            ))
        };
        let plain = view(body);
        if plain.fits() {
            return plain;
        }
        if plain.hidden_height() > 0.0 {
            let tall_only = without(tall);
            if tall_only.hidden_width() <= 0.0 {
                return tall_only;
            }
        } else {
            let wide_only = without(wide);
            if wide_only.hidden_height() <= 0.0 {
                return wide_only;
            }
        }
        without(tall + wide)
    }

    /// Makes the table the one tab stop, and carries out its keys.
    fn take_keyboard(
        &self,
        ui: &Ui,
        id: Id,
        rect: Rect,
        view: &View,
        state: &mut TableState,
    ) -> TableResponse {
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        if has_focus {
            self.keep_keyboard(ui);
        }
        // Not CLICK: clicks belong to the rows, which then send the keyboard here.
        let mut answer = TableResponse::new(ui.interact(rect, id, Sense::FOCUSABLE));
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            tab: self.cells,
            // Whatever it does, the keyboard stays here.
            escape: true,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));

        let paths = Paths {
            rows: self.rows,
            all_rows: self.all_rows(),
            columns: state.layout.shown(self.columns),
            page: view.page(),
        };
        for step in std::mem::take(&mut state.pending) {
            self.go(state, step, false, &paths);
        }
        if has_focus && state.editing.is_none() {
            if self.cells && state.row.is_none() && paths.all_rows > 0 {
                state.row = Some(0);
            }
            self.take_keys(ui, state, &paths, &mut answer);
        }
        let role = if self.cells { Role::Grid } else { Role::Table };
        let (response, name) = (&answer.response, self.name);
        response.widget_info(|| WidgetInfo::labeled(role, ui.is_enabled(), name));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_row_count(paths.all_rows);
            node.set_column_count(paths.columns.len());
            if self.multiple {
                node.set_multiselectable();
            }
        });
        answer
    }

    /// In its first frame with the keyboard nothing yet keeps egui from reading a key of the table as a wish to leave it.
    fn keep_keyboard(&self, ui: &Ui) {
        let arrows = [
            Key::ArrowUp,
            Key::ArrowDown,
            Key::ArrowLeft,
            Key::ArrowRight,
        ];
        let is_ours = ui.input(|input| {
            arrows.iter().any(|key| input.key_pressed(*key))
                || (self.cells && input.key_pressed(Key::Tab))
        });
        if is_ours {
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        }
    }

    /// Where the table is scrolled to: by the wheel, or by what must be seen.
    fn scroll(&self, ui: &Ui, id: Id, rect: Rect, view: &View, state: &mut TableState) -> Scroll {
        let mut scroll = Scroll::load(ui, id);
        scroll.clamp(view);
        scroll.wheel(ui, rect, view);
        let moved = std::mem::take(&mut state.reveal);
        let row = self.reveal.or(state.row.filter(|_| moved));
        if let Some(row) = state.editing.map(|at| at.row).filter(|_| moved).or(row) {
            scroll.reveal_row(view, row);
        }
        if !self.cells && ui.memory(|memory| memory.has_focus(id)) {
            let placed = state.layout.place(self.columns, view.body.width());
            scroll.sideways_by_keys(ui, view, &placed);
        }
        if self.cells && moved {
            let column = state.editing.map_or(state.column, |at| at.column);
            let placed = state.layout.place(self.columns, view.body.width());
            if let Some(at) = placed.iter().find(|placed| placed.column == column) {
                scroll.reveal_column(view, at.left, at.width);
            }
        }
        scroll.clamp(view);
        scroll
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the one place where all parts of a table meet"
    )]
    fn draw(
        &self,
        ui: &mut Ui,
        (id, rect, view): (Id, Rect, View),
        state: &mut TableState,
        scroll: &mut Scroll,
        answer: &mut TableResponse,
        editing: Option<Editing>,
        (cells, editor): (&mut DrawCell<'_>, &mut dyn FnMut(&mut EditCell<'_>)),
    ) {
        let focused = ui.memory(|memory| memory.has_focus(id) || memory.has_focus(editor_id(id)));
        outline(ui, rect);
        let inside = rect.shrink(OUTLINE);
        let placed = state.layout.place(self.columns, view.body.width());
        state.drawn = vec![f32::NAN; self.columns.len()];
        for at in &placed {
            state.drawn[at.column] = at.width;
        }
        let mut grid = Grid {
            id,
            table: self,
            state,
            placed: &placed,
            view,
            header_rect: inside.with_max_y(inside.top() + self.header_height()),
            scroll: *scroll,
            focused,
            spoken: ui.ctx().accesskit_node_builder(id, |_| ()).is_some(),
            answer,
        };
        grid.rows(ui, cells);
        grid.selectors(ui);
        grid.totals(ui);
        grid.header(ui);
        grid.headings(ui);
        grid.fit(ui, cells);
        let columns = inside.with_max_y(view.body.bottom());
        scroll.shade_edges(ui, columns.with_min_x(view.body.left()), &view);
        let scrolls = scroll.bars(ui, id, &view);
        if let Some(editing) = editing
            && let Some(rect) = grid.cell_rect(editing.at)
        {
            editing.show(ui, self, (rect, inside, scrolls), grid.answer, editor);
        } else if ui.memory(|memory| memory.had_focus_last_frame(id) && memory.focused().is_none())
        {
            // A click on a title or a bar is a click elsewhere for egui; here it is one in the table.
            let clicked =
                ui.input(|input| input.pointer.any_pressed() || input.pointer.any_released());
            if clicked && ui.rect_contains_pointer(rect) {
                grid.answer.response.request_focus();
            }
        }
        self.tell_active(ui, id, state, answer);
        if focused {
            let ring = Stroke::new(size::FOCUS, ui.tokens().focus_ring);
            let corner = CornerRadius::same(radius::CARD);
            ui.painter()
                .rect_stroke(rect, corner, ring, StrokeKind::Inside);
        }
    }

    /// A screen reader then follows the current row or cell while the table keeps the keyboard.
    fn tell_active(&self, ui: &Ui, id: Id, state: &TableState, answer: &TableResponse) {
        let Some(row) = state.row.filter(|row| answer.visible.contains(row)) else {
            return;
        };
        let active = match answer.cursor_rect {
            Some(_) if self.cells => cell_id(id, row, state.column),
            _ => row_id(id, row),
        };
        if ui.ctx().has_accesskit_node(active) {
            ui.ctx().accesskit_node_builder(id, |node| {
                node.set_active_descendant(active.accesskit_id());
            });
        }
    }
}

/// The room for the columns of a table that is shown here, beside its outline and a scroll bar, in points.
pub fn room_for_columns(ui: &Ui) -> f32 {
    ui.available_width() - 2.0 * OUTLINE - BAR
}

fn outline(ui: &Ui, rect: Rect) {
    let t = ui.tokens();
    ui.painter().rect(
        rect,
        CornerRadius::same(radius::CARD),
        t.surface_raised,
        Stroke::new(OUTLINE, t.border),
        StrokeKind::Inside,
    );
}
