//! What the caller keeps of a table between frames, and what a frame tells it.

use std::ops::Range;

use egui::{Event, Rect, Response};

use super::{Column, Selection, Table, TableLayout, steps::Step};

/// One cell: a row as it is shown, and an index into the columns given to the table, wherever the user has put them.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct CellAt {
    /// Row, counted from 0; the number of rows for the row of a new record.
    pub row: usize,
    /// Index of the column.
    pub column: usize,
}

/// Where the cursor is, what is selected, what is being edited, and how the columns are arranged.
#[derive(Clone, Debug, Default)]
pub struct TableState {
    /// The current row; the number of rows for the row of a new record.
    pub row: Option<usize>,
    /// The current column of a table with a cell cursor.
    pub column: usize,
    /// The selected rows of a table with multiple selection. Without a cell cursor the current row is always one of them
    /// once the user has moved; with one, walking from cell to cell selects nothing.
    pub selection: Selection,
    /// How the user has arranged the columns.
    pub layout: TableLayout,
    /// The cell that is being edited. Set it when [`TableResponse::edit_wanted`] asks for it, or at will; end it
    /// with [`Self::leave`].
    pub editing: Option<CellAt>,

    pub(super) session: Session,
    pub(super) pending: Vec<Step>,
    pub(super) reveal: bool,
    pub(super) fit: Option<usize>,
    /// Widths of the last frame, by column; not a number for those that are hidden.
    pub(super) drawn: Vec<f32>,
}

/// How far the editing of a cell has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Session {
    /// The editor has been shown.
    pub(super) begun: bool,
    /// The frame before has asked for it.
    pub(super) wanted: bool,
    /// What was typed begins the new content: the cursor goes behind it instead of selecting it.
    pub(super) typed: bool,
    /// Keys that were pressed after the one that began or ended editing, to be handled in the next frame.
    pub(super) held: Vec<Event>,
}

impl TableState {
    /// The current cell, once there is a current row.
    pub fn cell(&self) -> Option<CellAt> {
        let column = self.column;
        self.row.map(|row| CellAt { row, column })
    }

    /// Puts the cursor into a cell, brings it into view, and selects nothing.
    pub fn go_to(&mut self, at: CellAt) {
        self.row = Some(at.row);
        self.column = at.column;
        self.selection.clear();
        self.reveal = true;
    }

    /// Ends editing and goes on to where its end leads, once the rows are drawn anew: to the next cell after Tab. Call
    /// it when what was typed is accepted, or given up. A caller that refuses doesn't call it, and the cell stays open.
    pub fn leave(&mut self, by: EndedBy) {
        self.editing = None;
        self.session.begun = false;
        match by {
            EndedBy::Next => self.pending.push(Step::Next),
            EndedBy::Previous => self.pending.push(Step::Previous),
            EndedBy::Down => self.pending.push(Step::Down),
            EndedBy::Up => self.pending.push(Step::Up),
            EndedBy::Click(at) => self.go_to(at),
            EndedBy::Escape | EndedBy::Elsewhere => {}
        }
    }

    /// Makes a column wider, or narrower by a negative number of points, as dragging its edge does.
    pub fn widen(&mut self, columns: &[Column<'_>], column: usize, points: f32) {
        let now = self
            .drawn
            .get(column)
            .copied()
            .filter(|width| !width.is_nan());
        let now = now.unwrap_or_else(|| columns.get(column).map_or(0.0, Column::ordinary_width));
        self.layout.set_width(columns, column, now + points);
    }

    /// Makes a column as wide as what is seen of it needs, as a double click on its edge does; when the table is next
    /// shown.
    pub fn fit(&mut self, column: usize) {
        self.fit = Some(column);
    }
}

/// How the editing of a cell shall begin.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum EditStart {
    /// F2 or a double click: with the present content, all of it selected.
    Content,
    /// These letters were typed and replace the content. Begin with an empty content: the table types the letters into
    /// the editor itself, so that a picker finds, and a choice chooses, by them.
    Typed(String),
    /// F4 or Alt+Down: with the list of the editor open.
    List,
}

/// What ended the editing of a cell, and so where the cursor is to go.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum EndedBy {
    /// Tab or Enter.
    Next,
    /// Shift+Tab.
    Previous,
    /// Arrow down.
    Down,
    /// Arrow up.
    Up,
    /// Esc: what was typed is given up.
    Escape,
    /// A click on another cell of the table.
    Click(CellAt),
    /// The keyboard has left the table.
    Elsewhere,
}

/// What happened in a table.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent events, each of which happened or not"
)]
pub struct TableResponse {
    /// The table as the one thing that takes the keyboard.
    pub response: Response,
    /// Another row is current, or none any more.
    pub selection_changed: bool,
    /// Enter or a double click on this row; with a cell cursor, a double click on its record selector.
    pub activated: Option<usize>,
    /// Delete was pressed. Whole rows are meant when [`Self::whole_rows`] says so, else the content of the cell.
    pub delete_pressed: bool,
    /// Whether rows as a whole are selected: always without a cell cursor, with one when the selection isn't empty.
    pub whole_rows: bool,
    /// The title of this column was clicked.
    pub sort_clicked: Option<usize>,
    /// A menu for this row is wanted: secondary click, Shift+F10.
    pub menu_wanted: Option<usize>,
    /// A menu for this column is wanted, below this rectangle: its button, a secondary click on its title, Alt+Up,
    /// and Alt+Down where the cells have no list.
    pub column_menu_wanted: Option<(usize, Rect)>,
    /// This cell shall be edited. The caller sets [`TableState::editing`], or doesn't.
    pub edit_wanted: Option<(CellAt, EditStart)>,
    /// The editing of this cell shall end. The caller calls [`TableState::leave`], or doesn't.
    pub edit_ended: Option<(CellAt, EndedBy)>,
    /// The check box in this cell was meant: by Space or a click on it.
    pub toggled: Option<CellAt>,
    /// Ctrl+C: copies what is selected, or else the current cell.
    pub copy_wanted: bool,
    /// Ctrl+X: as with [`Self::copy_wanted`], and then be emptied.
    pub cut_wanted: bool,
    /// This text was pasted onto the current cell: [`pasted_cells`](super::pasted_cells) reads it.
    pub pasted: Option<String>,
    /// The user has arranged the columns differently.
    pub layout_changed: bool,
    /// The current cell, or row, where it is in view.
    pub cursor_rect: Option<Rect>,
    /// The rows that were drawn.
    pub visible: Range<usize>,
}

impl TableResponse {
    pub(super) fn new(response: Response) -> Self {
        Self {
            response,
            selection_changed: false,
            activated: None,
            delete_pressed: false,
            whole_rows: false,
            sort_clicked: None,
            menu_wanted: None,
            column_menu_wanted: None,
            edit_wanted: None,
            edit_ended: None,
            toggled: None,
            copy_wanted: false,
            cut_wanted: false,
            pasted: None,
            layout_changed: false,
            cursor_rect: None,
            visible: 0..0,
        }
    }
}

impl Table<'_> {
    /// Forgets what the rows don't have, so that nothing points past their end.
    pub(super) fn trim(&self, state: &mut TableState) {
        let all = self.all_rows();
        state.row = state.row.filter(|row| *row < all);
        state.selection.truncate(self.rows);
        let shown = state.layout.shown(self.columns);
        let gone = |at: &mut CellAt| at.row >= all || !shown.contains(&at.column);
        if state.editing.take_if(gone).is_some() {
            state.session.begun = false;
        }
        if !shown.contains(&state.column) {
            state.column = shown.first().copied().unwrap_or(0);
        }
    }
}
