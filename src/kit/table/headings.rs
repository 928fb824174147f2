//! Headings over several columns: "Week 1" over its rank and its rating.

use egui::{Align2, Rect, Sense, Stroke, Ui};

use super::{cell::CELL_PADDING, grid::Grid, header::header_line};
use crate::kit::{
    input::elided,
    theme,
    tip::Tip as _,
    tokens::{UiTokens as _, size},
};

/// Height of the headings, in points.
pub(super) const HEADING: f32 = 26.0;

impl Grid<'_, '_> {
    /// Shows the headings over the titles, and a line at the left edge of each through the whole table.
    pub(super) fn headings(&self, ui: &mut Ui) {
        let strip = self
            .header_rect
            .with_max_y(self.header_rect.bottom() - size::HEADER);
        if strip.height() < 1.0 {
            return;
        }
        let t = ui.tokens();
        let shown = ui
            .clip_rect()
            .intersect(self.header_rect.union(self.view.body));
        let painter = ui
            .painter()
            .with_clip_rect(shown.with_min_x(self.view.body.left()));
        let bottom = self.scroll.row_rect(&self.view, self.view.rows).top();
        let heights = strip.top()..=bottom.min(self.view.body.bottom());
        for (at, heading, rect) in self.spans(strip) {
            painter.vline(rect.left(), heights.clone(), Stroke::new(1.0, t.border));
            if heading.is_empty() {
                continue;
            }
            header_line(&painter, rect.shrink2(egui::vec2(CELL_PADDING, 0.0)), t);
            let room = rect.width() - 2.0 * CELL_PADDING;
            let font = theme::medium(size::TEXT_SMALL);
            let text = elided(ui, heading, font, t.text_strong, room);
            let is_cut = text.elided;
            let place = Align2::CENTER_CENTER.anchor_size(rect.center(), text.size());
            painter.galley(place.min, text, t.text_strong);
            if is_cut {
                let id = self.id.with(("heading", at));
                let seen = rect.intersect(painter.clip_rect());
                ui.interact(seen, id, Sense::hover()).tip(heading);
            }
        }
    }

    /// The headings with where they lie, each over its columns, and the stretches without one between them.
    fn spans(&self, strip: Rect) -> Vec<(usize, &str, Rect)> {
        let mut spans: Vec<(usize, &str, Rect)> = Vec::new();
        for (at, placed) in self.placed.iter().enumerate() {
            let under = &self.table.columns[placed.column].under;
            let heading = under.as_deref().unwrap_or_default();
            let rect = self.column_rect(placed, strip);
            match spans.last_mut() {
                Some((_, last, span)) if *last == heading => *span = span.union(rect),
                _ => spans.push((at, heading, rect)),
            }
        }
        // Before the first there is the edge of the table.
        spans.retain(|(at, heading, _)| *at > 0 || !heading.is_empty());
        spans
    }
}
