//! What stands around the rows: the record selectors at their left, and the totals at the foot.

use egui::{Align, CornerRadius, Rect, Role, Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo, vec2};

use super::{
    Cell,
    grid::{Grid, cell_id},
};
use crate::kit::{
    icon::Icon,
    tokens::{UiTokens as _, radius},
};

/// Width of the record selectors, in points.
pub(super) const SELECTOR: f32 = 30.0;
const MARK: f32 = 13.0;

impl Grid<'_, '_> {
    /// The strip of record selectors: marks of the current, the unsaved and the new record.
    pub(super) fn selectors(&mut self, ui: &Ui) {
        if !self.table.selectors {
            return;
        }
        let body = self.view.body;
        let strip = body
            .with_min_x(body.left() - SELECTOR)
            .with_max_x(body.left());
        // No tab stop: Shift+Space selects the current row.
        let response = ui.interact(strip, self.id.with("selectors"), Sense::CLICK | Sense::DRAG);
        self.select_by(ui, &response);
        let t = ui.tokens();
        let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(strip));
        let heights = self.header_rect.top()..=body.bottom();
        let edge = Stroke::new(1.0, t.border);
        ui.painter().vline(strip.right() - 0.5, heights, edge);
        for row in self.answer.visible.clone() {
            let Some((icon, words)) = self.mark_of(row) else {
                continue;
            };
            let lies = Rect::from_x_y_ranges(
                strip.x_range(),
                self.scroll.row_rect(&self.view, row).y_range(),
            );
            let center = lies.center() + vec2(1.0, 0.0);
            let color = if self.state.row == Some(row) {
                t.accent
            } else {
                t.text_weak
            };
            icon.paint(
                &painter,
                Rect::from_center_size(center, Vec2::splat(MARK)),
                color,
            );
            if self.spoken {
                let node = ui.interact(
                    lies.intersect(body.union(strip)),
                    self.id.with(("mark", row)),
                    Sense::hover(),
                );
                node.widget_info(|| WidgetInfo::labeled(Role::RowHeader, true, words));
            }
        }
    }

    /// The mark of a row and its meaning in words.
    fn mark_of(&self, row: usize) -> Option<(Icon, &'static str)> {
        if self.table.unsaved == Some(row) {
            Some((Icon::Edit, "Not saved yet"))
        } else if row == self.table.rows {
            Some((Icon::Asterisk, "For a new record"))
        } else if self.state.row == Some(row) {
            Some((Icon::ChevronRight, "Current record"))
        } else {
            None
        }
    }

    /// The totals, pinned below the rows.
    pub(super) fn totals(&self, ui: &mut Ui) {
        let Some(total) = self.table.totals else {
            return;
        };
        let t = ui.tokens();
        let top = self.view.foot();
        let height = top..=top + self.view.row;
        let strip = Rect::from_x_y_ranges(self.header_rect.x_range(), height);
        let corner = radius::CARD - 1;
        let corner = CornerRadius {
            sw: corner,
            se: corner,
            ..CornerRadius::ZERO
        };
        ui.painter().rect_filled(strip, corner, t.surface_sunken);
        let line = Stroke::new(1.0, t.border_control);
        ui.painter().hline(strip.x_range(), strip.top() + 0.5, line);
        let texts = self.placed.iter().map(|placed| total(placed.column));
        let texts = texts.collect::<Vec<_>>();
        let id = self.id.with("totals");
        ui.interact(strip, id, Sense::hover()).widget_info(|| {
            let said = self
                .placed
                .iter()
                .zip(&texts)
                .filter(|(_, text)| !text.is_empty());
            let said = said
                .map(|(placed, text)| format!("{} {text}", self.table.columns[placed.column].title))
                .collect::<Vec<_>>();
            WidgetInfo::labeled(Role::Row, true, format!("Totals: {}", said.join(", ")))
        });
        let mut child = ui.new_child(UiBuilder::new().id_salt("totals").max_rect(strip));
        child.shrink_clip_rect(strip.with_min_x(self.view.body.left()));
        for (placed, text) in self.placed.iter().zip(&texts) {
            let rect = self.column_rect(placed, strip);
            if !text.is_empty() && rect.intersects(child.clip_rect()) {
                let column = &self.table.columns[placed.column];
                let id = cell_id(id, 0, placed.column);
                Cell::new(&mut child, id, rect, column.align, false).strong(text);
            }
        }
        if self.table.selectors {
            let at = strip.with_max_x(strip.left() + SELECTOR);
            let id = id.with("sum");
            Cell::new(ui, id, at.expand2(vec2(8.0, 0.0)), Align::Center, false).weak("Σ");
        }
    }
}
