//! The titles of the columns: they sort, and can be dragged, by their edges too.

use egui::{
    Align, CornerRadius, CursorIcon, Rect, Response, Role, Sense, Stroke, Ui, Vec2, WidgetInfo,
    accesskit::SortDirection, pos2, vec2,
};

use super::{
    Column,
    cell::{CELL_PADDING, TITLE_POINTS},
    grid::Grid,
    layout::Placed,
};
use crate::kit::{
    icon::Icon,
    input::elided,
    theme,
    tokens::{Tokens, UiTokens as _, radius, size},
};

const MARK: f32 = 14.0;
const EDGE: f32 = 4.0;
const MENU: f32 = 20.0;

impl Grid<'_, '_> {
    /// Shows the titles, and does to the layout what is done to them.
    pub(super) fn header(&mut self, ui: &mut Ui) {
        header_ground(ui, self.header_rect);
        let strip = self
            .header_rect
            .with_min_y(self.header_rect.bottom() - size::HEADER);
        let mut child = ui.new_child(egui::UiBuilder::new().id_salt("titles").max_rect(strip));
        child.shrink_clip_rect(strip.with_min_x(self.view.body.left()));
        let placed = self.placed;
        let mut gap = None;
        for (place, at) in placed.iter().enumerate() {
            let rect = self.column_rect(at, strip);
            if rect.intersects(child.clip_rect()) {
                gap = self.title(&mut child, place, at, rect).or(gap);
            }
        }
        if self.table.adjustable {
            for at in placed {
                let rect = self.column_rect(at, strip);
                self.edge(&child, at, rect);
            }
        }
        if let Some(x) = gap {
            let line = Stroke::new(size::FOCUS, ui.tokens().accent);
            child.painter().vline(x, strip.y_range(), line);
        }
    }

    /// One title; while it is dragged, where the gap is that it would go to.
    fn title(&mut self, ui: &mut Ui, place: usize, at: &Placed, rect: Rect) -> Option<f32> {
        let column = &self.table.columns[at.column];
        let id = self.id.with(("title", &*column.key));
        // No tab stop: the keyboard sorts and moves columns by commands of the caller.
        let mut sense = Sense::hover();
        if column.sortable || self.table.column_menus {
            sense |= Sense::CLICK;
        }
        if self.table.adjustable {
            sense |= Sense::CLICK | Sense::DRAG;
        }
        let response = ui.interact(rect, id, sense);
        let sorted = self.table.sort.filter(|sort| sort.column == at.column);
        response
            .widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, &*column.full_title()));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_column_index(place);
            if column.filtered {
                node.set_description("Filtered");
            }
            if let Some(sort) = sorted {
                node.set_sort_direction(if sort.descending {
                    SortDirection::Descending
                } else {
                    SortDirection::Ascending
                });
            }
        });
        if response.dragged() {
            ui.painter()
                .rect_filled(rect, 0, ui.tokens().surface_pressed);
        }
        self.paint_title(ui, column, rect, at.column, response.hovered());
        if response.clicked() && column.sortable {
            self.answer.sort_clicked = Some(at.column);
        }
        if self.table.column_menus {
            self.menu_button(ui, at.column, rect, &response);
        }
        if let Some((wanted, below)) = &mut self.answer.column_menu_wanted {
            // A key has asked before the titles were placed.
            if *wanted == at.column {
                *below = rect;
            }
        }
        if self.table.adjustable {
            self.drag(at, &response)
        } else {
            None
        }
    }

    fn paint_title(&self, ui: &Ui, column: &Column<'_>, rect: Rect, index: usize, hovered: bool) {
        let t = ui.tokens();
        let sorted = self.table.sort.filter(|sort| sort.column == index);
        let color = if sorted.is_some() || (column.sortable && hovered) {
            t.text_strong
        } else {
            t.text_weak
        };
        let mut marks = Vec::new();
        if let Some(sort) = sorted {
            marks.push(if sort.descending {
                Icon::ChevronDown
            } else {
                Icon::ChevronUp
            });
        }
        if column.filtered {
            marks.push(Icon::Filter);
        }
        let inside = rect.shrink2(vec2(CELL_PADDING, 0.0));
        let room = marks.iter().fold(0.0, |room, _| room + MARK);
        let font = theme::medium(TITLE_POINTS);
        let text = elided(ui, &column.title, font, color, inside.width() - room);
        let width = text.size().x + room;
        let left = match column.align {
            Align::Min => inside.left(),
            Align::Center => inside.center().x - width / 2.0,
            Align::Max => inside.right() - width,
        };
        // Right-aligned titles keep their last letter over the last figure: the marks go before them.
        let (marks_left, text_left) = if column.align == Align::Max {
            (left, left + room)
        } else {
            (left + text.size().x + 3.0, left)
        };
        let mut center = pos2(marks_left + 5.0, inside.center().y);
        for mark in marks {
            mark.paint(
                ui.painter(),
                Rect::from_center_size(center, Vec2::splat(11.0)),
                t.accent,
            );
            center.x += MARK;
        }
        let top = inside.center().y - text.size().y / 2.0;
        ui.painter().galley(pos2(text_left, top), text, color);
    }

    /// The button of the column's menu: seen where the pointer is, found by a screen reader in every column.
    fn menu_button(&mut self, ui: &Ui, column: usize, rect: Rect, title: &Response) {
        let t = ui.tokens();
        // At the end where the title is not.
        let left = match self.table.columns[column].align {
            Align::Max => rect.left() + EDGE,
            Align::Min | Align::Center => rect.right() - EDGE - MENU,
        };
        let at = Rect::from_x_y_ranges(left..=left + MENU, rect.top() + 1.0..=rect.bottom() - 1.0);
        let id = title.id.with("menu");
        let button = ui.interact(at, id, Sense::CLICK);
        let name = self.table.columns[column].full_title();
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Menu of {name}")));
        if title.contains_pointer() {
            let (fill, color) = if button.hovered() {
                (t.surface_pressed, t.text_strong)
            } else {
                (t.surface_sunken, t.text_weak)
            };
            ui.painter()
                .rect_filled(at.shrink2(vec2(0.0, 3.0)), radius::SMALL, fill);
            let icon = Rect::from_center_size(at.center(), Vec2::splat(11.0));
            Icon::ChevronDown.paint(ui.painter(), icon, color);
        }
        if button.clicked() || title.secondary_clicked() {
            self.answer.column_menu_wanted = Some((column, rect));
        }
    }

    /// Moves a column whose title is dropped over another; before that, tells where the gap is that it would go to.
    fn drag(&mut self, at: &Placed, title: &Response) -> Option<f32> {
        let pointer = title.interact_pointer_pos()?;
        if !title.dragged() && !title.drag_stopped() {
            return None;
        }
        let x = pointer.x - self.view.body.left() + self.scroll.left();
        let middle = |placed: &&Placed| placed.left + placed.width / 2.0 < x;
        let gap = self.placed.iter().filter(middle).count();
        let from = self
            .placed
            .iter()
            .position(|placed| placed.column == at.column);
        // The column itself leaves a gap behind when it goes to the right.
        let to = gap - usize::from(from.is_some_and(|from| from < gap));
        if title.drag_stopped() {
            let layout = &mut self.state.layout;
            self.answer.layout_changed |= layout.move_to(self.table.columns, at.column, to);
            return None;
        }
        let next = self.placed.get(gap);
        let left = next.map_or(self.view.width, |placed| placed.left);
        let x = self.view.body.left() + left - self.scroll.left();
        (from != Some(to)).then_some(x)
    }

    /// The right edge of a title: dragged, it makes the column wider; a double click fits it.
    fn edge(&mut self, ui: &Ui, at: &Placed, rect: Rect) {
        let grip = Rect::from_x_y_ranges(rect.right() - EDGE..=rect.right() + EDGE, rect.y_range());
        if !grip.intersects(ui.clip_rect()) {
            return;
        }
        let column = &self.table.columns[at.column];
        let id = self.id.with(("edge", &*column.key));
        let response = ui.interact(grip, id, Sense::CLICK | Sense::DRAG);
        let t = ui.tokens();
        let color = if response.hovered() || response.dragged() {
            ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
            t.accent
        } else {
            t.border
        };
        let line = rect.shrink2(vec2(0.0, 8.0)).y_range();
        ui.painter()
            .vline(rect.right() - 0.5, line, Stroke::new(1.0, color));
        if response.double_clicked() {
            self.state.fit(at.column);
        } else if let (true, Some(pointer)) = (response.dragged(), response.interact_pointer_pos())
        {
            let width = pointer.x - rect.left();
            self.state
                .layout
                .set_width(self.table.columns, at.column, width);
            self.answer.layout_changed = true;
        }
    }

    /// Points that the title needs.
    pub(super) fn title_width(&self, ui: &Ui, column: usize) -> f32 {
        let column = &self.table.columns[column];
        let font = theme::medium(TITLE_POINTS);
        let color = ui.tokens().text_weak;
        let text = ui
            .painter()
            .layout_no_wrap(column.title.to_string(), font, color);
        // Room for both marks, so that sorting doesn't cut the title.
        text.size().x + 2.0 * MARK + 2.0 * CELL_PADDING
    }
}

fn header_ground(ui: &Ui, strip: Rect) {
    let t = ui.tokens();
    let corner = radius::CARD - 1;
    let corner = CornerRadius {
        nw: corner,
        ne: corner,
        ..CornerRadius::ZERO
    };
    ui.painter().rect_filled(strip, corner, t.surface_sunken);
    ui.painter().hline(
        strip.x_range(),
        strip.bottom() - 0.5,
        Stroke::new(1.0, t.border),
    );
}

/// The line between a heading and the titles under it.
pub(super) fn header_line(painter: &egui::Painter, over: Rect, t: &Tokens) {
    let line = Stroke::new(1.0, t.border_control);
    painter.hline(over.x_range(), over.bottom() - 0.5, line);
}
