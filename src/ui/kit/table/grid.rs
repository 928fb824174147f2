//! Draws the header and the visible rows.

use std::ops::Range;

use egui::{
    Align, Color32, CornerRadius, Id, Layout, Rangef, Rect, Role, Sense, Stroke, Ui, Vec2,
    WidgetInfo, accesskit::SortDirection, pos2, vec2,
};
use egui_extras::{TableBuilder, TableRow};

use super::{
    Cell, Column, Sort, Table, TableResponse, Width,
    cell::{CELL_PADDING, TITLE_POINTS},
    keys, row_id,
};
use crate::ui::kit::{
    icon::Icon,
    input::elided,
    theme,
    tokens::{UiTokens as _, radius, size},
};

/// One pass over the header and the visible rows.
pub(super) struct Grid<'g, 'a> {
    pub(super) id: Id,
    pub(super) table: &'g Table<'a>,
    pub(super) reveal: Option<usize>,
    pub(super) selected: &'g mut Option<usize>,
    pub(super) answer: &'g mut TableResponse,
}

impl Grid<'_, '_> {
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        cells: &mut impl FnMut(&mut Cell<'_>, usize, usize),
    ) {
        let columns = self.table.columns;
        let rows = self.table.rows;
        // Backgrounds reach from edge to edge, past the last column and below the scroll bar.
        let across = ui.max_rect().x_range();
        let focused = self.answer.response.has_focus();
        let offset = self
            .reveal
            .and_then(|row| keys::offset_to_show(ui, self.id, row));
        let mut builder = TableBuilder::new(ui)
            .id_salt(self.id)
            .striped(false)
            .sense(Sense::hover())
            .auto_shrink(false)
            .animate_scrolling(false)
            .min_scrolled_height(0.0)
            .cell_layout(Layout::left_to_right(Align::Center));
        for column in columns {
            builder = builder.column(match column.width {
                Width::Fixed(width) => egui_extras::Column::exact(width).clip(false),
                Width::Flexible(least) => egui_extras::Column::remainder().at_least(least),
            });
        }
        if let Some(offset) = offset {
            builder = builder.vertical_scroll_offset(offset);
        }
        let mut visible: Option<Range<usize>> = None;
        let body = builder.header(size::HEADER, |mut header| self.header(&mut header, across));
        let output = body.body(|body| {
            body.rows(size::ROW, rows, |mut row| {
                let index = row.index();
                visible = Some(visible.as_ref().map_or(index, |v| v.start)..index + 1);
                for (place, column) in columns.iter().enumerate() {
                    row.col(|ui| {
                        if place == 0 {
                            self.ground(ui, index, across, focused);
                        }
                        let mut cell = Cell::new(ui, column.align, *self.selected == Some(index));
                        cells(&mut cell, index, place);
                    });
                }
            });
        });
        keys::remember_view(
            &self.answer.response,
            output.state.clamped_offset().y,
            output.inner_rect.height(),
        );
        self.answer.visible = visible.unwrap_or(0..0);
    }

    /// What lies under a row: stripes, selection, and the one node that says it to a screen reader.
    fn ground(&mut self, ui: &Ui, index: usize, across: Rangef, focused: bool) {
        let t = ui.tokens();
        let rect = Rect::from_x_y_ranges(across, ui.max_rect().y_range());
        let id = row_id(self.id, index);
        let response = ui.interact(rect, id, Sense::CLICK);
        // egui also calls it a double click when the first one hit another row.
        if response.double_clicked() && *self.selected == Some(index) {
            self.answer.activated = Some(index);
        }
        if response.clicked() || response.secondary_clicked() {
            *self.selected = Some(index);
            self.answer.response.request_focus();
        }
        if response.secondary_clicked() {
            self.answer.menu_wanted = Some(index);
        }

        let selected = *self.selected == Some(index);
        let fill = match (selected, focused || response.clicked(), response.hovered()) {
            (true, true, _) => t.selection,
            (true, false, _) => t.selection_idle,
            (false, _, true) => t.surface_hover,
            _ if index % 2 == 1 => t.zebra,
            _ => Color32::TRANSPARENT,
        };
        ui.painter().rect_filled(rect, 0, fill);
        if selected {
            let mark = Rect::from_min_max(
                rect.left_top() + vec2(1.0, 5.0),
                pos2(rect.left() + 4.0, rect.bottom() - 5.0),
            );
            ui.painter().rect_filled(mark, 1.5, t.accent);
        }

        let name = self
            .table
            .row_name
            .map_or_else(|| format!("{}", index + 1), |name| name(index));
        response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &name));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_selected(selected);
            node.set_row_index(index);
        });
    }

    fn header(&mut self, header: &mut TableRow<'_, '_>, across: Rangef) {
        for (place, column) in self.table.columns.iter().enumerate() {
            header.col(|ui| {
                if place == 0 {
                    header_ground(ui, across);
                }
                let sorted = self.table.sort.filter(|sort| sort.column == place);
                if title(ui, self.id.with(("title", place)), column, sorted) {
                    self.answer.sort_clicked = Some(place);
                }
            });
        }
    }
}

fn header_ground(ui: &Ui, across: Rangef) {
    let t = ui.tokens();
    let rect = Rect::from_x_y_ranges(across, ui.max_rect().y_range()).shrink2(vec2(1.0, 0.0));
    let corner = CornerRadius {
        nw: radius::CARD - 1,
        ne: radius::CARD - 1,
        ..CornerRadius::ZERO
    };
    let rect = rect.with_min_y(rect.top() + 1.0);
    ui.painter().rect_filled(rect, corner, t.surface_sunken);
    ui.painter()
        .hline(across, rect.bottom(), Stroke::new(1.0, t.border));
}

/// The title of a column; tells whether it was clicked.
fn title(ui: &mut Ui, id: Id, column: &Column<'_>, sorted: Option<Sort>) -> bool {
    let t = ui.tokens();
    let rect = ui.max_rect();
    // No tab stop: the keyboard sorts by a command of the caller.
    let sense = if column.sortable {
        Sense::CLICK
    } else {
        Sense::hover()
    };
    let response = ui.interact(rect, id, sense);
    response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, &*column.title));
    ui.ctx().accesskit_node_builder(id, |node| {
        if let Some(sort) = sorted {
            node.set_sort_direction(if sort.descending {
                SortDirection::Descending
            } else {
                SortDirection::Ascending
            });
        }
    });

    let color = if sorted.is_some() || (column.sortable && response.hovered()) {
        t.text_strong
    } else {
        t.text_weak
    };
    let inside = rect.shrink2(vec2(CELL_PADDING, 0.0));
    let arrow_room = if sorted.is_some() { 14.0 } else { 0.0 };
    let text = elided(
        ui,
        &column.title,
        theme::medium(TITLE_POINTS),
        color,
        inside.width() - arrow_room,
    );
    let width = text.size().x + arrow_room;
    let left = match column.align {
        Align::Min => inside.left(),
        Align::Center => inside.center().x - width / 2.0,
        Align::Max => inside.right() - width,
    };
    // Right-aligned titles keep their last letter over the last figure: the arrow goes before them.
    let (arrow_left, text_left) = if column.align == Align::Max {
        (left, left + arrow_room)
    } else {
        (left + text.size().x + 3.0, left)
    };
    if let Some(sort) = sorted {
        let icon = if sort.descending {
            Icon::ChevronDown
        } else {
            Icon::ChevronUp
        };
        let at =
            Rect::from_center_size(pos2(arrow_left + 5.0, inside.center().y), Vec2::splat(11.0));
        icon.paint(ui.painter(), at, t.accent);
    }
    ui.painter().galley(
        pos2(text_left, inside.center().y - text.size().y / 2.0),
        text,
        color,
    );
    response.clicked()
}
