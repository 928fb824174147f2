//! What stands in one cell of a table.

use std::fmt;

use egui::{Align, Color32, FontId, Layout, Rect, Ui, UiBuilder, Vec2, pos2, vec2};

use crate::ui::kit::{
    icon::Icon,
    input::elided,
    theme,
    tokens::{UiTokens as _, radius, size},
};

/// Left and right of a cell's content, in points.
pub(super) const CELL_PADDING: f32 = 12.0;
/// Size of column titles, in points.
pub(super) const TITLE_POINTS: f32 = 13.0;

/// Draws into one cell. Text is painted, not laid out as widgets: it is cheap, never overflows, and a screen reader
/// hears each row once, by its name.
pub struct Cell<'u> {
    ui: &'u mut Ui,
    rect: Rect,
    align: Align,
    selected: bool,
}

impl fmt::Debug for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cell")
            .field("rect", &self.rect)
            .finish_non_exhaustive()
    }
}

impl<'u> Cell<'u> {
    pub(super) fn new(ui: &'u mut Ui, align: Align, selected: bool) -> Self {
        let rect = ui.max_rect().shrink2(vec2(CELL_PADDING, 0.0));
        Self {
            ui,
            rect,
            align,
            selected,
        }
    }

    /// Whether the cell is in the selected row.
    pub fn selected(&self) -> bool {
        self.selected
    }

    /// Ordinary text.
    pub fn text(&mut self, text: &str) {
        self.put(text, theme::regular(size::TEXT), self.ui.tokens().text);
    }

    /// What one looks for in the row: its name.
    pub fn strong(&mut self, text: &str) {
        self.put(
            text,
            theme::medium(size::TEXT),
            self.ui.tokens().text_strong,
        );
    }

    /// What is of less interest.
    pub fn weak(&mut self, text: &str) {
        self.put(text, theme::regular(size::TEXT), self.ui.tokens().text_weak);
    }

    /// Text in a colour of the tokens; the text itself must tell the same.
    pub fn colored(&mut self, text: &str, color: Color32) {
        self.put(text, theme::regular(size::TEXT), color);
    }

    /// A short word in a rounded field: a state, a kind.
    pub fn badge(&mut self, text: &str, color: Color32, fill: Color32) {
        let galley = elided(
            self.ui,
            text,
            theme::medium(size::TEXT_SMALL),
            color,
            self.rect.width() - 14.0,
        );
        let rect = self.place(galley.size() + vec2(14.0, 4.0));
        self.ui.painter().rect_filled(rect, radius::SMALL, fill);
        self.ui
            .painter()
            .galley(rect.min + vec2(7.0, 2.0), galley, color);
    }

    /// An icon; the row's name must tell what it means.
    pub fn icon(&mut self, icon: Icon, color: Color32) {
        let rect = self.place(Vec2::splat(size::ICON));
        icon.paint(self.ui.painter(), rect, color);
    }

    /// Any widgets. They are tab stops of their own, unless they sense no focus.
    pub fn widgets<R>(&mut self, add: impl FnOnce(&mut Ui) -> R) -> R {
        let layout = match self.align {
            Align::Max => Layout::right_to_left(Align::Center),
            Align::Min | Align::Center => Layout::left_to_right(Align::Center),
        };
        // A child that reports no size: what it shows cannot widen the column.
        let mut child = self
            .ui
            .new_child(UiBuilder::new().max_rect(self.rect).layout(layout));
        child.shrink_clip_rect(self.ui.max_rect());
        add(&mut child)
    }

    fn put(&mut self, text: &str, font: FontId, color: Color32) {
        let galley = elided(self.ui, text, font, color, self.rect.width());
        let cut = galley.elided;
        let rect = self.place(galley.size());
        self.ui.painter().galley(rect.min, galley, color);
        if cut && self.ui.rect_contains_pointer(self.ui.max_rect()) {
            self.ui.response().clone().on_hover_text(text);
        }
    }

    fn place(&self, wanted: Vec2) -> Rect {
        let left = match self.align {
            Align::Min => self.rect.left(),
            Align::Center => self.rect.center().x - wanted.x / 2.0,
            Align::Max => self.rect.right() - wanted.x,
        };
        Rect::from_min_size(pos2(left, self.rect.center().y - wanted.y / 2.0), wanted)
    }
}
