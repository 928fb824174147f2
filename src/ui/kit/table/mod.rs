//! A data table: only visible rows are drawn, the whole table is one tab stop, and the keyboard moves the selected row.

mod cell;
mod grid;
mod keys;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, ops::Range};

use egui::{
    Align, CornerRadius, EventFilter, Frame, Id, Response, Role, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, Vec2, WidgetInfo,
};

pub use self::cell::Cell;
use self::{grid::Grid, keys::Pressed};
use super::tokens::{UiTokens as _, radius, size};

/// A column of a table.
#[derive(Clone, Debug)]
#[must_use]
pub struct Column<'a> {
    title: Cow<'a, str>,
    width: Width,
    align: Align,
    sortable: bool,
}

#[derive(Clone, Copy, Debug)]
enum Width {
    Fixed(f32),
    /// Shares what is left, but is never narrower than this.
    Flexible(f32),
}

impl<'a> Column<'a> {
    /// A column of this many points.
    pub fn fixed(title: impl Into<Cow<'a, str>>, width: f32) -> Self {
        Self::new(title, Width::Fixed(width))
    }

    /// A column that shares the room that is left, and is at least this wide.
    pub fn flexible(title: impl Into<Cow<'a, str>>, least: f32) -> Self {
        Self::new(title, Width::Flexible(least))
    }

    fn new(title: impl Into<Cow<'a, str>>, width: Width) -> Self {
        Self {
            title: title.into(),
            width,
            align: Align::Min,
            sortable: false,
        }
    }

    /// For numbers.
    pub fn right(mut self) -> Self {
        self.align = Align::Max;
        self
    }

    /// For marks and icons.
    pub fn centered(mut self) -> Self {
        self.align = Align::Center;
        self
    }

    /// A click on the title is reported as [`TableResponse::sort_clicked`].
    pub fn sortable(mut self) -> Self {
        self.sortable = true;
        self
    }

    fn least_width(&self) -> f32 {
        match self.width {
            Width::Fixed(width) | Width::Flexible(width) => width,
        }
    }
}

/// The column that the rows are sorted by, shown by an arrow in its title.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[must_use]
pub struct Sort {
    /// Index of the column.
    pub column: usize,
    /// Greatest first.
    pub descending: bool,
}

impl Sort {
    /// What a click on the title of `column` makes of this: that column, and the other way round the second time.
    pub fn clicked(self, column: usize) -> Self {
        Self {
            column,
            descending: self.column == column && !self.descending,
        }
    }
}

/// What happened in a table.
#[derive(Debug)]
pub struct TableResponse {
    /// The table as the one thing that takes the keyboard.
    pub response: Response,
    /// Another row was selected, or none any more.
    pub selection_changed: bool,
    /// Enter or a double click on this row.
    pub activated: Option<usize>,
    /// Delete was pressed on the selected row.
    pub delete_pressed: bool,
    /// The title of this column was clicked.
    pub sort_clicked: Option<usize>,
    /// This row was clicked with the other mouse button, or the menu key was pressed on it.
    pub menu_wanted: Option<usize>,
    /// The rows that were drawn.
    pub visible: Range<usize>,
}

/// A table over rows that the caller keeps.
#[must_use = "a table does nothing until it is shown"]
pub struct Table<'a> {
    name: &'a str,
    columns: &'a [Column<'a>],
    rows: usize,
    sort: Option<Sort>,
    row_name: Option<&'a dyn Fn(usize) -> String>,
    type_ahead: Option<&'a dyn Fn(usize) -> String>,
    empty: Option<&'a mut dyn FnMut(&mut Ui)>,
    reveal: Option<usize>,
    frame: bool,
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
            type_ahead: None,
            empty: None,
            reveal: None,
            frame: true,
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

    /// The text of a row that typed letters lead to, usually its first column.
    pub fn type_ahead(mut self, text: &'a dyn Fn(usize) -> String) -> Self {
        self.type_ahead = Some(text);
        self
    }

    /// What to show instead of rows when there are none.
    pub fn empty(mut self, show: &'a mut dyn FnMut(&mut Ui)) -> Self {
        self.empty = Some(show);
        self
    }

    /// Brings this row into view now: a new record, the target of "take me there".
    pub fn reveal(mut self, row: Option<usize>) -> Self {
        self.reveal = row;
        self
    }

    /// Whether the table has an outline of its own; without one it fills its pane.
    pub fn framed(mut self, frame: bool) -> Self {
        self.frame = frame;
        self
    }

    /// The id that the table has in `ui`, to send the keyboard to it.
    pub fn id_in(&self, ui: &Ui) -> Id {
        ui.make_persistent_id(("table", self.name))
    }

    /// Shows the table in all the room there is. `cells` draws one cell of one row.
    pub fn show(
        mut self,
        ui: &mut Ui,
        selected: &mut Option<usize>,
        mut cells: impl FnMut(&mut Cell<'_>, usize, usize),
    ) -> TableResponse {
        let id = self.id_in(ui);
        let before = *selected;
        *selected = selected.filter(|&row| row < self.rows);
        let rect = ui.available_rect_before_wrap();

        let has_focus = ui.memory(|memory| memory.has_focus(id));
        let mut pressed = Pressed::default();
        if has_focus {
            pressed = keys::read(ui, id, self.rows, selected, self.type_ahead);
        }

        // Not CLICK: clicks belong to the rows, which then send the keyboard here.
        let response = ui.interact(rect, id, Sense::FOCUSABLE);
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            tab: false,
            escape: false,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        response.widget_info(|| WidgetInfo::labeled(Role::Table, ui.is_enabled(), self.name));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_row_count(self.rows);
            node.set_column_count(self.columns.len());
        });

        let mut answer = TableResponse {
            response,
            selection_changed: false,
            activated: pressed.enter.then_some(*selected).flatten(),
            delete_pressed: pressed.delete && selected.is_some(),
            sort_clicked: None,
            menu_wanted: pressed.menu.then_some(*selected).flatten(),
            visible: 0..0,
        };
        let reveal = self.reveal.or(if pressed.moved { *selected } else { None });
        let mut empty = self.empty.take();

        let builder = UiBuilder::new().max_rect(rect).accessibility_parent(id);
        ui.scope_builder(builder, |ui| {
            let frame = if self.frame {
                Self::outline(ui)
            } else {
                Frame::NONE
            };
            frame.show(ui, |ui| {
                ui.spacing_mut().item_spacing = Vec2::ZERO;
                self.draw(ui, id, reveal, selected, &mut answer, &mut cells);
                if let (0, Some(show)) = (self.rows, empty.as_mut()) {
                    // The rows have taken all the room: what is shown instead stands in their place.
                    let mut body = rect;
                    body.min.y += size::HEADER;
                    ui.scope_builder(UiBuilder::new().max_rect(body), |ui| show(ui));
                }
            });
        });
        if self.frame && has_focus {
            let ring = Stroke::new(size::FOCUS, ui.tokens().focus_ring);
            ui.painter().rect_stroke(
                rect,
                CornerRadius::same(radius::CARD),
                ring,
                StrokeKind::Inside,
            );
        }
        if let Some(row) = selected.filter(|row| answer.visible.contains(row)) {
            // A screen reader then follows the selected row while the table keeps the keyboard.
            let active = row_id(id, row).accesskit_id();
            ui.ctx()
                .accesskit_node_builder(id, |node| node.set_active_descendant(active));
        }
        answer.selection_changed = *selected != before;
        answer
    }

    fn outline(ui: &Ui) -> Frame {
        let t = ui.tokens();
        Frame::new()
            .fill(t.surface_raised)
            .stroke(Stroke::new(1.0, t.border))
            .corner_radius(CornerRadius::same(radius::CARD))
    }

    fn draw(
        &self,
        ui: &mut Ui,
        id: Id,
        reveal: Option<usize>,
        selected: &mut Option<usize>,
        answer: &mut TableResponse,
        cells: &mut impl FnMut(&mut Cell<'_>, usize, usize),
    ) {
        let bar = ui.spacing().scroll.allocated_width();
        let least: f32 = self.columns.iter().map(Column::least_width).sum();
        let mut grid = Grid {
            id,
            table: self,
            reveal,
            selected,
            answer,
        };
        if least + bar <= ui.available_width() {
            grid.show(ui, cells);
        } else {
            egui::ScrollArea::horizontal()
                .auto_shrink(false)
                .show(ui, |ui| {
                    ui.set_width(least + bar);
                    grid.show(ui, cells);
                });
        }
    }
}

fn row_id(table: Id, row: usize) -> Id {
    table.with(("row", row))
}
