//! What part of the rows is in view, and the bars that move it.
//!
//! egui counts points in 32 bits, which tell neighbouring points apart up to row 500,000 only. Here the distance is
//! counted in 64 bits, and only what is in view becomes 32-bit points.

use std::ops::Range;

use egui::{Color32, Id, Key, Mesh, Modifiers, Rect, Sense, Shape, Ui, pos2, vec2};

use super::layout::Placed;
use crate::kit::tokens::UiTokens as _;

/// The room of a bar beside the rows, in points.
pub(super) const BAR: f32 = 12.0;
const THIN: f32 = 6.0;
const THICK: f32 = 9.0;
const SHORTEST_HANDLE: f32 = 32.0;

/// The width of a shadow where columns go on beyond an edge, in points.
const SHADOW: f32 = 14.0;

/// How far a table is scrolled, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::kit) struct Scroll {
    top: f64,
    left: f32,
}

/// The room for rows, and what is to be shown in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// Where rows are shown; columns scroll in the same width.
    pub(super) body: Rect,
    /// All rows that can be scrolled to.
    pub(super) rows: usize,
    /// Height of a row, in points.
    pub(super) row: f32,
    /// Width of all columns, in points.
    pub(super) width: f32,
}

impl View {
    /// The height of a row in 64 bits.
    fn row(&self) -> f64 {
        f64::from(self.row)
    }

    /// Where what stands below the rows begins: under the bar, if there is one.
    pub(super) fn foot(&self) -> f32 {
        let bar = if self.hidden_width() > 0.0 { BAR } else { 0.0 };
        self.body.bottom() + bar
    }

    pub(super) fn hidden_width(&self) -> f32 {
        (self.width - self.body.width()).max(0.0)
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "exact up to more rows than memory holds"
    )]
    pub(super) fn hidden_height(&self) -> f64 {
        let height = self.rows as f64 * self.row() - f64::from(self.body.height());
        height.max(0.0)
    }

    /// Whether everything is in view.
    pub(super) fn fits(&self) -> bool {
        self.hidden_width() <= 0.0 && self.hidden_height() <= 0.0
    }

    /// Rows that are wholly in view, at least one.
    pub(super) fn page(&self) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a window shows some dozens of rows"
        )]
        let rows = (self.body.height() / self.row).floor().max(1.0) as usize;
        rows
    }
}

/// From one color on the left to another on the right.
fn shade(ui: &Ui, rect: Rect, left: Color32, right: Color32) {
    let mut mesh = Mesh::default();
    mesh.colored_vertex(rect.left_top(), left);
    mesh.colored_vertex(rect.right_top(), right);
    mesh.colored_vertex(rect.left_bottom(), left);
    mesh.colored_vertex(rect.right_bottom(), right);
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(1, 2, 3);
    ui.painter().add(Shape::mesh(mesh));
}

impl Scroll {
    pub(super) fn load(ui: &Ui, table: Id) -> Self {
        ui.data(|data| data.get_temp(table.with("scroll")))
            .unwrap_or_default()
    }

    pub(super) fn store(self, ui: &Ui, table: Id) {
        ui.data_mut(|data| data.insert_temp(table.with("scroll"), self));
    }

    pub(super) fn left(self) -> f32 {
        self.left
    }

    /// A shadow where columns go on beyond an edge: half a number looks like another number.
    pub(super) fn shade_edges(self, ui: &Ui, columns: Rect, view: &View) {
        let shadow = ui.tokens().shadow;
        let width = SHADOW.min(columns.width() / 2.0);
        if self.left >= 1.0 {
            let edge = columns.with_max_x(columns.left() + width);
            shade(ui, edge, shadow, Color32::TRANSPARENT);
        }
        if view.hidden_width() - self.left >= 1.0 {
            let edge = columns.with_min_x(columns.right() - width);
            shade(ui, edge, Color32::TRANSPARENT, shadow);
        }
    }

    pub(super) fn clamp(&mut self, view: &View) {
        self.top = self.top.clamp(0.0, view.hidden_height());
        self.left = self.left.clamp(0.0, view.hidden_width());
    }

    /// Takes the wheel when the pointer is over the table and there is somewhere to scroll to; else whatever the table
    /// lies in may have it.
    pub(super) fn wheel(&mut self, ui: &Ui, rect: Rect, view: &View) {
        if !ui.rect_contains_pointer(rect) {
            return;
        }
        let before = *self;
        let delta = ui.input(egui::InputState::smooth_scroll_delta);
        self.top -= f64::from(delta.y);
        self.left -= delta.x;
        self.clamp(view);
        let moved = (
            self.left.to_bits() != before.left.to_bits(),
            self.top.to_bits() != before.top.to_bits(),
        );
        ui.input_mut(|input| {
            if moved.0 {
                input.smooth_scroll_delta.x = 0.0;
            }
            if moved.1 {
                input.smooth_scroll_delta.y = 0.0;
            }
        });
    }

    /// Scrolls as little as shows the whole row.
    #[expect(
        clippy::cast_precision_loss,
        reason = "exact up to more rows than memory holds"
    )]
    pub(super) fn reveal_row(&mut self, view: &View, row: usize) {
        let top = row as f64 * view.row();
        let height = f64::from(view.body.height());
        self.top = self.top.max(top + view.row() - height).min(top);
    }

    /// Scrolls as little as shows the whole column.
    pub(super) fn reveal_column(&mut self, view: &View, left: f32, width: f32) {
        self.left = self.left.max(left + width - view.body.width()).min(left);
    }

    /// Left and Right scroll to the next column that isn't wholly in view, where there is one: a list without a cell cursor has no other
    /// use for these keys.
    pub(super) fn sideways_by_keys(&mut self, ui: &Ui, view: &View, placed: &[Placed]) {
        if view.hidden_width() <= 0.0 {
            return;
        }
        let take = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        for _ in 0..take(Key::ArrowRight) {
            let edge = self.left + view.body.width();
            let beyond = |at: &&Placed| at.left + at.width > edge + 0.5;
            if let Some(at) = placed.iter().find(beyond) {
                self.reveal_column(view, at.left, at.width);
            }
        }
        for _ in 0..take(Key::ArrowLeft) {
            let beyond = |at: &&Placed| at.left < self.left - 0.5;
            if let Some(at) = placed.iter().rfind(beyond) {
                self.reveal_column(view, at.left, at.width);
            }
        }
    }

    /// The rows of which something is in view.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and no more than there are rows"
    )]
    pub(super) fn rows(self, view: &View) -> Range<usize> {
        let first = (self.top / view.row()).floor() as usize;
        let end = ((self.top + f64::from(view.body.height())) / view.row()).ceil() as usize;
        first.min(view.rows)..end.min(view.rows)
    }

    /// Where a row lies on the screen. Rows far out of view lie just outside of it.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "what is in view is some hundred points away"
    )]
    pub(super) fn row_rect(self, view: &View, row: usize) -> Rect {
        let below = row as f64 * view.row() - self.top;
        let height = f64::from(view.body.height());
        let below = below.clamp(-2.0 * view.row(), height + view.row()) as f32;
        let left_top = view.body.left_top() + vec2(0.0, below);
        Rect::from_min_size(left_top, vec2(view.body.width(), view.row))
    }

    /// The row at this height of the screen; while a drag goes on past the edges, the next one beyond them.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and no more than there are rows"
    )]
    pub(super) fn row_at(self, view: &View, y: f32) -> Option<usize> {
        let most = f64::from(view.body.height()) + view.row();
        let below = f64::from(y - view.body.top()).clamp(-view.row(), most);
        let row = ((self.top + below).max(0.0) / view.row()).floor() as usize;
        Some(row.min(view.rows.checked_sub(1)?))
    }

    /// Draws the bars beside the rows, and follows their handles. Whether one is held.
    pub(super) fn bars(&mut self, ui: &Ui, table: Id, view: &View) -> bool {
        let before = *self;
        let mut held = false;
        let body = view.body;
        let (high, wide) = (view.hidden_height(), view.hidden_width());
        if high > 0.0 {
            let edge = body.right();
            let track = Rect::from_x_y_ranges(edge..=edge + BAR, body.y_range());
            let track = track.shrink2(vec2(0.0, 2.0));
            #[expect(clippy::cast_possible_truncation, reason = "a share between 0 and 1")]
            let shares = (
                (self.top / high) as f32,
                (f64::from(body.height()) / (high + f64::from(body.height()))) as f32,
            );
            let bar = Bar {
                id: table.with("vertical"),
                track,
                upright: true,
            };
            if let Some(at) = bar.show(ui, shares.0, shares.1) {
                self.top = f64::from(at) * high;
                held = true;
            }
        }
        if wide > 0.0 {
            let edge = body.bottom();
            let track = Rect::from_x_y_ranges(body.x_range(), edge..=edge + BAR);
            let track = track.shrink2(vec2(2.0, 0.0));
            let bar = Bar {
                id: table.with("horizontal"),
                track,
                upright: false,
            };
            if let Some(at) = bar.show(ui, self.left / wide, body.width() / view.width) {
                self.left = at * wide;
                held = true;
            }
        }
        self.clamp(view);
        if *self != before {
            // The rows are drawn already.
            ui.request_repaint();
        }
        held
    }
}

/// One scroll bar: only a handle, as everywhere in the program.
struct Bar {
    id: Id,
    track: Rect,
    upright: bool,
}

impl Bar {
    /// Shows the handle at this share of the way, as long as this share of the track; tells where it has been dragged to.
    fn show(&self, ui: &Ui, at: f32, length: f32) -> Option<f32> {
        let axis = usize::from(self.upright);
        let track = self.track;
        let length = (track.size()[axis] * length).max(SHORTEST_HANDLE.min(track.size()[axis]));
        let way = (track.size()[axis] - length).max(0.0);
        let start = track.min[axis] + way * at;

        // No tab stop: the keyboard scrolls by moving the cursor.
        let response = ui.interact(track, self.id, Sense::CLICK | Sense::DRAG);
        let pointer = response.interact_pointer_pos().map(|pointer| pointer[axis]);
        let mut dragged_to = None;
        let mut start = start;
        if let (Some(pointer), true) = (pointer, response.is_pointer_button_down_on()) {
            let grip: Option<f32> = ui.data(|data| data.get_temp(self.id));
            let grip = grip.unwrap_or_else(|| {
                let inside = pointer - start;
                // A click beside the handle brings its middle to the pointer.
                if (0.0..=length).contains(&inside) {
                    inside
                } else {
                    length / 2.0
                }
            });
            ui.data_mut(|data| data.insert_temp(self.id, grip));
            if way > 0.0 {
                let share = ((pointer - grip - track.min[axis]) / way).clamp(0.0, 1.0);
                start = track.min[axis] + way * share;
                dragged_to = Some(share);
            }
        } else {
            ui.data_mut(|data| data.remove_temp::<f32>(self.id));
        }

        let t = ui.tokens();
        let held = response.is_pointer_button_down_on();
        let thickness = if held || response.hovered() {
            THICK
        } else {
            THIN
        };
        let color = match (held, response.hovered()) {
            (true, _) => t.text_weak,
            (false, true) => t.border_control,
            (false, false) => t.scroll_handle,
        };
        let handle = if self.upright {
            Rect::from_min_size(
                pos2(track.right() - thickness - 2.0, start),
                vec2(thickness, length),
            )
        } else {
            Rect::from_min_size(
                pos2(start, track.bottom() - thickness - 2.0),
                vec2(length, thickness),
            )
        };
        ui.painter().rect_filled(handle, thickness / 2.0, color);
        dragged_to
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exactness is what is tested")]
mod tests {
    use super::*;

    const VIEW: View = View {
        body: Rect {
            min: pos2(0.0, 0.0),
            max: pos2(400.0, 615.0),
        },
        rows: 1_000_000,
        row: 30.0,
        width: 400.0,
    };

    #[test]
    fn the_last_of_a_million_rows_stands_exactly_at_the_foot() {
        let mut scroll = Scroll::default();
        for row in [999_999, 999_998, 700_001] {
            scroll.reveal_row(&VIEW, row);
            scroll.clamp(&VIEW);
            assert!(scroll.rows(&VIEW).contains(&row));
        }
        scroll.reveal_row(&VIEW, 999_999);
        assert_eq!(scroll.row_rect(&VIEW, 999_999).bottom(), 615.0);
        assert_eq!(scroll.row_rect(&VIEW, 999_998).bottom(), 585.0);
        assert_eq!(scroll.rows(&VIEW), 999_979..1_000_000);
        scroll.top -= 1.0;
        assert_eq!(
            scroll.row_rect(&VIEW, 999_998).bottom(),
            586.0,
            "one point is one point, even here"
        );
    }

    #[test]
    fn a_row_in_view_moves_nothing() {
        let mut scroll = Scroll::default();
        scroll.reveal_row(&VIEW, 100);
        let before = scroll;
        for row in [99, 90, 100] {
            scroll.reveal_row(&VIEW, row);
        }
        assert_eq!(scroll, before);
        scroll.reveal_row(&VIEW, 3);
        assert_eq!(scroll.rows(&VIEW).start, 3);
        assert_eq!(VIEW.page(), 20);
    }

    #[test]
    fn few_rows_do_not_scroll() {
        let view = View { rows: 3, ..VIEW };
        let mut scroll = Scroll {
            top: 50.0,
            left: 9.0,
        };
        scroll.clamp(&view);
        assert_eq!(scroll, Scroll::default());
        assert_eq!(scroll.rows(&view), 0..3);
    }
}
