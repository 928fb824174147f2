//! Draws the visible rows, and sends clicks where they belong.

use egui::{
    Align, Color32, Id, Modifiers, PointerButton, Rect, Response, Role, Sense, Stroke, StrokeKind,
    Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use super::{
    Cell, CellAt, EditStart, EndedBy, Table, TableResponse, TableState,
    cell::{CELL_PADDING, check_rect},
    column::Editor,
    layout::Placed,
    scroll::{Scroll, View},
};
use crate::kit::tokens::{UiTokens as _, size};

pub(super) type DrawCell<'c> = dyn FnMut(&mut Cell<'_>, usize, usize) + 'c;

/// One pass over the titles, the visible rows, and what stands around them.
pub(super) struct Grid<'g, 'a> {
    pub(super) id: Id,
    pub(super) table: &'g Table<'a>,
    pub(super) state: &'g mut TableState,
    pub(super) placed: &'g [Placed],
    pub(super) view: View,
    /// From edge to edge of the table.
    pub(super) header_rect: Rect,
    pub(super) scroll: Scroll,
    pub(super) focused: bool,
    /// Whether somebody listens who needs a node for every cell.
    pub(super) spoken: bool,
    pub(super) answer: &'g mut TableResponse,
}

impl Grid<'_, '_> {
    /// Where a column lies in a strip of the table.
    pub(super) fn column_rect(&self, placed: &Placed, strip: Rect) -> Rect {
        let left = self.view.body.left() + placed.left - self.scroll.left();
        Rect::from_x_y_ranges(left..=left + placed.width, strip.y_range())
    }

    /// Where a cell lies on the screen, if its column is shown.
    pub(super) fn cell_rect(&self, at: CellAt) -> Option<Rect> {
        let placed = self
            .placed
            .iter()
            .find(|placed| placed.column == at.column)?;
        Some(self.column_rect(placed, self.scroll.row_rect(&self.view, at.row)))
    }

    pub(super) fn rows(&mut self, ui: &mut Ui, cells: &mut DrawCell<'_>) {
        let rows = self.scroll.rows(&self.view);
        let body = self.view.body;
        let across = self.header_rect.x_range();
        let mut child = ui.new_child(UiBuilder::new().id_salt("rows").max_rect(body));
        child.shrink_clip_rect(Rect::from_x_y_ranges(across, body.y_range()));
        let shown = child.clip_rect();
        for row in rows.clone() {
            let rect = self.scroll.row_rect(&self.view, row);
            child.set_clip_rect(shown);
            self.row(&child, row, rect);
            child.set_clip_rect(shown.intersect(body));
            self.cells(&mut child, row, rect, cells);
        }
        child.set_clip_rect(shown);
        self.below_rows(&child);
        self.lines(&child);
        self.cursor(&child);
        self.answer.visible = rows;
    }

    /// The room below the rows of a datasheet has the menu of the new record.
    fn below_rows(&mut self, ui: &Ui) {
        let body = self.view.body;
        let last = self.scroll.row_rect(&self.view, self.view.rows).top();
        if !self.table.cells || !self.table.new_record || last >= body.bottom() {
            return;
        }
        let id = self.id.with("below the rows");
        let below = body.with_min_y(last.max(body.top()));
        let response = ui.interact(below, id, Sense::CLICK);
        // Keys find that menu at the new record.
        ui.ctx()
            .accesskit_node_builder(id, egui::accesskit::Node::set_hidden);
        if response.secondary_clicked() {
            self.clicked(ui, self.table.rows, &response);
        }
    }

    /// What lies under a row: stripes, selection, and the one node that says it to a screen reader.
    fn row(&mut self, ui: &Ui, row: usize, rect: Rect) {
        let id = row_id(self.id, row);
        let response = ui.interact(rect.intersect(self.view.body), id, Sense::CLICK);
        if response.clicked() || response.secondary_clicked() || response.double_clicked() {
            self.clicked(ui, row, &response);
        }
        self.ground(ui, row, rect, response.hovered());
        let selected = self.is_selected(row);
        response.widget_info(|| WidgetInfo::labeled(Role::Row, true, self.name_of_row(row)));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_selected(selected);
            node.set_row_index(row);
        });
    }

    fn ground(&self, ui: &Ui, row: usize, rect: Rect, hovered: bool) {
        let t = ui.tokens();
        let rect = Rect::from_x_y_ranges(self.header_rect.x_range(), rect.y_range());
        let current = self.state.row == Some(row);
        let focused = self.focused || self.answer.response.has_focus();
        let fill = match (self.is_selected(row), focused) {
            (true, true) => t.selection,
            (true, false) => t.selection_idle,
            (false, _) if current => t.selection_idle,
            (false, _) if hovered && !self.table.cells => t.surface_hover,
            _ if row % 2 == 1 => t.zebra,
            _ => Color32::TRANSPARENT,
        };
        ui.painter().rect_filled(rect, 0, fill);
        let mark = Rect::from_min_max(
            rect.left_top() + vec2(1.0, 5.0),
            pos2(rect.left() + 4.0, rect.bottom() - 5.0),
        );
        if current {
            ui.painter().rect_filled(mark, 1.5, t.accent);
        } else if self.state.selection.anchor() == Some(row) && self.is_selected(row) {
            let line = Stroke::new(1.0, t.accent);
            ui.painter()
                .rect_stroke(mark, 1.5, line, StrokeKind::Inside);
        }
    }

    /// Whether the row as a whole is selected.
    fn is_selected(&self, row: usize) -> bool {
        if self.table.cells || (self.table.multiple && !self.state.selection.is_empty()) {
            self.state.selection.contains(row)
        } else {
            self.state.row == Some(row)
        }
    }

    fn name_of_row(&self, row: usize) -> String {
        match self.table.row_name {
            _ if row >= self.table.rows => "New record".to_owned(),
            Some(name) => name(row),
            None => (row + 1).to_string(),
        }
    }

    fn cells(&self, ui: &mut Ui, row: usize, rect: Rect, cells: &mut DrawCell<'_>) {
        let spoken = self.spoken && self.table.cells;
        let mut spoken_ui = spoken.then(|| {
            let builder = UiBuilder::new()
                .id_salt(("cells", row))
                .max_rect(rect)
                .accessibility_parent(row_id(self.id, row));
            ui.new_child(builder)
        });
        let selected = self.is_selected(row);
        let last = self.placed.last();
        let end = last.map_or(rect.right(), |last| self.column_rect(last, rect).right());
        for (place, placed) in self.placed.iter().enumerate() {
            let rect = self.column_rect(placed, rect);
            if !rect.intersects(ui.clip_rect()) {
                continue;
            }
            let id = cell_id(self.id, row, placed.column);
            if let Some(ui) = &mut spoken_ui {
                self.speak(ui, id, rect, row, (place, placed.column));
            }
            let column = &self.table.columns[placed.column];
            let at = CellAt {
                row,
                column: placed.column,
            };
            if self.state.editing != Some(at) {
                let cell = Cell::new(ui, id, rect, column.align, selected);
                let mut cell = cell.in_row_up_to(end);
                cells(&mut cell, row, placed.column);
            }
        }
    }

    /// The node that says a cell to a screen reader.
    fn speak(&self, ui: &Ui, id: Id, rect: Rect, row: usize, (place, column): (usize, usize)) {
        let name = match self.table.cell_name {
            Some(name) => name(row, column),
            None => self.table.columns[column].title.to_string(),
        };
        let response = ui.interact(rect, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Cell, true, &name));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_row_index(row);
            node.set_column_index(place);
        });
    }

    /// Hairlines between the columns of a datasheet.
    fn lines(&self, ui: &Ui) {
        if !self.table.cells {
            return;
        }
        let line = Stroke::new(1.0, ui.tokens().border);
        let last = self.scroll.row_rect(&self.view, self.view.rows).top();
        let body = self.view.body;
        let heights = body.top()..=last.clamp(body.top(), body.bottom());
        for placed in self.placed {
            let right = self.column_rect(placed, body).right();
            if body.x_range().contains(right) {
                ui.painter().vline(right - 0.5, heights.clone(), line);
            }
        }
    }

    /// The outline of the current cell.
    fn cursor(&mut self, ui: &Ui) {
        let Some(row) = self.state.row else { return };
        let row_rect = self.scroll.row_rect(&self.view, row);
        let cell = self.state.cell().and_then(|at| self.cell_rect(at));
        let rect = if self.table.cells {
            cell
        } else {
            Some(row_rect)
        };
        let body = self.view.body;
        self.answer.cursor_rect = rect.filter(|rect| rect.intersects(body));
        if let (true, Some(rect)) = (self.table.cells, self.answer.cursor_rect) {
            let t = ui.tokens();
            let line = if self.focused || self.answer.response.has_focus() {
                Stroke::new(size::FOCUS, t.focus_ring)
            } else {
                Stroke::new(1.0, t.border_control)
            };
            let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(body));
            painter.rect_stroke(rect, 2, line, StrokeKind::Inside);
        }
    }

    fn clicked(&mut self, ui: &Ui, row: usize, response: &Response) {
        let pointer = response.interact_pointer_pos();
        let column = pointer.and_then(|at| self.column_at(at.x));
        if self.table.cells {
            let at = CellAt {
                row,
                column: column.unwrap_or(self.state.column),
            };
            self.cell_clicked(ui, at, response);
            return;
        }
        let at = column.map(|column| CellAt { row, column });
        let on_check = at.filter(|at| self.is_on_check(*at, response));
        if on_check.is_some() && !response.secondary_clicked() {
            self.answer.toggled = on_check;
        }
        // egui also calls it a double click when the first one hit another row.
        if on_check.is_none() && response.double_clicked() && self.state.row == Some(row) {
            self.answer.activated = Some(row);
        }
        self.choose_row(
            row,
            ui.input(|input| input.modifiers),
            response.secondary_clicked(),
        );
        if response.secondary_clicked() {
            self.answer.menu_wanted = Some(row);
        }
    }

    fn cell_clicked(&mut self, ui: &Ui, at: CellAt, response: &Response) {
        self.answer.response.request_focus();
        if let Some(editing) = self.state.editing {
            if editing != at {
                self.answer.edit_ended = Some((editing, EndedBy::Click(at)));
            }
            return;
        }
        let modifiers = ui.input(|input| input.modifiers);
        let same = self.state.cell() == Some(at);
        if response.secondary_clicked() {
            if !self.state.selection.contains(at.row) {
                self.state.go_to(at);
            }
            self.answer.menu_wanted = Some(at.row);
            return;
        }
        if self.table.multiple && (modifiers.shift || modifiers.command) {
            self.choose_row(at.row, modifiers, false);
            self.state.column = at.column;
            return;
        }
        if self.is_on_check(at, response) {
            self.answer.toggled = Some(at);
        } else if response.double_clicked() && same {
            self.answer.edit_wanted = Some((at, EditStart::Content));
        }
        self.state.go_to(at);
    }

    fn is_on_check(&self, at: CellAt, response: &Response) -> bool {
        let column = &self.table.columns[at.column];
        let inside = self
            .cell_rect(at)
            .map(|rect| rect.shrink2(vec2(CELL_PADDING, 0.0)));
        let pointer = response.interact_pointer_pos();
        column.editor == Editor::Check
            && inside.zip(pointer).is_some_and(|(inside, pointer)| {
                check_rect(inside, column.align)
                    .expand(4.0)
                    .contains(pointer)
            })
    }

    /// Makes a row current by the pointer, and selects as the keys that are held say.
    pub(super) fn choose_row(&mut self, row: usize, modifiers: Modifiers, for_menu: bool) {
        let before = self.state.row;
        self.answer.response.request_focus();
        self.state.row = Some(row);
        self.state.reveal = true;
        if !self.table.multiple || row >= self.table.rows {
            return;
        }
        let selection = &mut self.state.selection;
        if for_menu && selection.contains(row) {
            // The menu is for all of them.
        } else if modifiers.shift {
            selection.extend(before.unwrap_or(row).min(self.table.rows - 1), row);
        } else if modifiers.command {
            if let (true, Some(before)) = (selection.is_empty() && !self.table.cells, before) {
                selection.select_only(before);
            }
            selection.toggle(row);
        } else {
            selection.select_only(row);
        }
    }

    fn column_at(&self, x: f32) -> Option<usize> {
        let x = x - self.view.body.left() + self.scroll.left();
        let under = |placed: &&Placed| (placed.left..placed.left + placed.width).contains(&x);
        self.placed.iter().find(under).map(|placed| placed.column)
    }

    /// Makes a column as wide as its title and the visible cells need.
    pub(super) fn fit(&mut self, ui: &mut Ui, cells: &mut DrawCell<'_>) {
        let Some(column) = self.state.fit.take() else {
            return;
        };
        if column >= self.table.columns.len() {
            return;
        }
        let mut widest = self.title_width(ui, column);
        for row in self.answer.visible.clone() {
            let mut cell = Cell::measuring(ui, self.id, Align::Min);
            cells(&mut cell, row, column);
            widest = widest.max(cell.measured() + 2.0 * CELL_PADDING);
        }
        let layout = &mut self.state.layout;
        layout.set_width(self.table.columns, column, widest.ceil());
        self.answer.layout_changed = true;
        ui.request_repaint();
    }

    /// Selects rows by the strip at their left: one by a click, several by dragging.
    pub(super) fn select_by(&mut self, ui: &Ui, strip: &Response) {
        let Some(pointer) = strip.interact_pointer_pos() else {
            return;
        };
        let row = self.scroll.row_at(&self.view, pointer.y);
        let secondary = strip.secondary_clicked();
        let pressed = strip.is_pointer_button_down_on()
            && ui.input(|input| input.pointer.button_pressed(PointerButton::Primary));
        let Some(row) = row else { return };
        if let Some(editing) = self.state.editing {
            if pressed {
                let at = CellAt { row, ..editing };
                self.answer.edit_ended = Some((editing, EndedBy::Click(at)));
            }
            return;
        }
        let modifiers = ui.input(|input| input.modifiers);
        if pressed || secondary {
            self.choose_row(row, modifiers, secondary);
            if secondary {
                self.answer.menu_wanted = Some(row);
            }
        } else if strip.dragged() && self.table.multiple && self.state.row != Some(row) {
            self.choose_row(row, modifiers | Modifiers::SHIFT, false);
            ui.request_repaint();
        }
        if strip.double_clicked() && self.state.row == Some(row) {
            self.answer.activated = Some(row);
        }
    }
}

pub(super) fn row_id(table: Id, row: usize) -> Id {
    table.with(("row", row))
}

pub(super) fn cell_id(table: Id, row: usize, column: usize) -> Id {
    table.with(("cell", row, column))
}
