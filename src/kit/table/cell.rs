//! What stands in one cell of a table.

use std::{borrow::Cow, fmt, sync::Arc};

use egui::{
    Align, Color32, CornerRadius, FontId, Galley, Id, Layout, Rect, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, Vec2, pos2, vec2,
};

use crate::kit::{
    icon::Icon,
    input::{elided, elided_in_the_middle, text_width},
    theme,
    tip::Tip as _,
    tokens::{UiTokens as _, radius, size},
};

/// Left and right of a cell's content, in points.
pub(super) const CELL_PADDING: f32 = 12.0;

/// For a longer name than this, in points, nothing else makes room in a list: it is cut.
pub const WIDEST_NAME: f32 = 240.0;

/// Size of column titles, in points.
pub(super) const TITLE_POINTS: f32 = 13.0;
/// Around the text of a badge, in points, both sides together.
const BADGE: Vec2 = vec2(14.0, 4.0);

/// The width of a column in which this name stands whole, as [`Cell::strong`] shows it, in points.
pub fn width_of_name(ui: &Ui, name: String) -> f32 {
    let text = text_width(ui, name, &theme::medium(size::TEXT));
    text.ceil() + 2.0 * CELL_PADDING
}

/// Draws into one cell. Text is painted, not laid out as widgets: it is cheap, never overflows, and a screen reader
/// hears each row once, by its name.
pub struct Cell<'u> {
    ui: &'u mut Ui,
    id: Id,
    full: Rect,
    rect: Rect,
    /// The right edge of the last cell of the row.
    end: f32,
    align: Align,
    selected: bool,
    /// Draw nothing; find out how wide the content is.
    measured: Option<f32>,
}

impl fmt::Debug for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cell")
            .field("rect", &self.rect)
            .finish_non_exhaustive()
    }
}

impl<'u> Cell<'u> {
    pub(super) fn new(ui: &'u mut Ui, id: Id, full: Rect, align: Align, selected: bool) -> Self {
        Self {
            ui,
            id,
            full,
            rect: full.shrink2(vec2(CELL_PADDING, 0.0)),
            end: full.right(),
            align,
            selected,
            measured: None,
        }
    }

    /// Tells it where the last cell of the row ends.
    pub(super) fn in_row_up_to(mut self, end: f32) -> Self {
        self.end = end;
        self
    }

    /// A cell that shows nothing, to ask how wide its content is.
    pub(super) fn measuring(ui: &'u mut Ui, id: Id, align: Align) -> Self {
        let full = Rect::from_min_size(ui.max_rect().min, vec2(10_000.0, ui.row_height()));
        Self {
            measured: Some(0.0),
            ..Self::new(ui, id, full, align, false)
        }
    }

    pub(super) fn measured(&self) -> f32 {
        self.measured.unwrap_or(0.0)
    }

    /// Takes the room of the cells behind it, too, which must be empty.
    pub fn reach_to_the_end(&mut self) -> &mut Self {
        self.full.max.x = self.full.max.x.max(self.end);
        self.rect.max.x = self.full.max.x - CELL_PADDING;
        self
    }

    /// Whether the cell is in a selected row.
    pub fn selected(&self) -> bool {
        self.selected
    }

    /// Ordinary text.
    pub fn text(&mut self, text: &str) {
        self.put(text, theme::regular(size::TEXT), self.ui.tokens().text);
    }

    /// Ordinary text that is told by both its ends, such as a file with its folder: it is cut in its middle.
    pub fn text_by_its_ends(&mut self, text: &str) {
        self.put_by_its_ends(text, &theme::regular(size::TEXT), Self::text);
    }

    /// A name that is told by both its ends, as those of two players are: it is cut in its middle.
    pub fn strong_by_its_ends(&mut self, text: &str) {
        self.put_by_its_ends(text, &theme::medium(size::TEXT), Self::strong);
    }

    fn put_by_its_ends(&mut self, text: &str, font: &FontId, put: fn(&mut Self, &str)) {
        let shown = self.with_both_ends(text, font);
        put(self, &shown);
        if shown != text {
            self.tip_when_cut(text);
        }
    }

    /// As much of a text as the cell has room for; all of it where only its width is asked for.
    fn with_both_ends<'t>(&self, text: &'t str, font: &FontId) -> Cow<'t, str> {
        if self.measured.is_some() {
            text.into()
        } else {
            elided_in_the_middle(self.ui, text, font, self.rect.width()).into()
        }
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

    /// What can't stay as it is; the reason is shown elsewhere.
    pub fn wrong(&mut self, text: &str) {
        let color = self.ui.tokens().danger;
        if self.measured.is_none() {
            let edge = self.full.shrink(1.5);
            let stroke = Stroke::new(1.0, color);
            self.ui
                .painter()
                .rect_stroke(edge, radius::SMALL, stroke, StrokeKind::Inside);
        }
        self.put(text, theme::regular(size::TEXT), color);
    }

    /// A short word in a rounded field: a state, a kind.
    pub fn badge(&mut self, text: &str, color: Color32, fill: Color32) {
        let font = theme::medium(size::TEXT_SMALL);
        let Some(galley) = self.galley(text, font, color, BADGE.x) else {
            return;
        };
        let rect = self.place(galley.size() + BADGE);
        self.ui.painter().rect_filled(rect, radius::SMALL, fill);
        self.ui
            .painter()
            .galley(rect.min + BADGE / 2.0, galley, color);
    }

    /// An icon; the row's name must tell what it means.
    pub fn icon(&mut self, icon: Icon, color: Color32) {
        if !self.measures(size::ICON) {
            let rect = self.place(Vec2::splat(size::ICON));
            icon.paint(self.ui.painter(), rect, color);
        }
    }

    /// A check box, for a column that is one ([`Column::with_check`](super::Column::with_check)).
    pub fn check(&mut self, on: bool) {
        if self.measures(size::ICON) {
            return;
        }
        let t = self.ui.tokens();
        let square = check_rect(self.rect, self.align);
        let (fill, outline) = if on {
            (t.accent_fill, Stroke::NONE)
        } else {
            (t.surface_raised, Stroke::new(1.0, t.border_control))
        };
        let corner = CornerRadius::same(radius::SMALL);
        self.ui
            .painter()
            .rect(square, corner, fill, outline, StrokeKind::Inside);
        if on {
            Icon::Check.paint(self.ui.painter(), square.shrink(2.5), t.on_fill);
        }
    }

    /// Any widgets. They are tab stops of their own, unless they sense no focus.
    pub fn widgets<R>(&mut self, add: impl FnOnce(&mut Ui) -> R) -> R {
        let layout = match self.align {
            _ if self.measured.is_some() => Layout::left_to_right(Align::Center),
            Align::Max => Layout::right_to_left(Align::Center),
            Align::Min | Align::Center => Layout::left_to_right(Align::Center),
        };
        // A child that reports no size: what it shows cannot widen the column.
        let builder = UiBuilder::new()
            .id_salt(self.id)
            .max_rect(self.rect)
            .layout(layout);
        let mut child = self.ui.new_child(builder);
        if self.measured.is_some() {
            child.set_invisible();
        } else {
            child.shrink_clip_rect(self.full);
        }
        let answer = add(&mut child);
        let width = child.min_rect().width();
        self.measures(width);
        answer
    }

    fn put(&mut self, text: &str, font: FontId, color: Color32) {
        let Some(galley) = self.galley(text, font, color, 0.0) else {
            return;
        };
        let cut = galley.elided;
        let rect = self.place(galley.size());
        self.ui.painter().galley(rect.min, galley, color);
        if cut {
            self.tip_when_cut(text);
        }
    }

    /// All of a text that is cut, under the pointer.
    fn tip_when_cut(&self, whole: &str) {
        if self.ui.rect_contains_pointer(self.full) {
            let id = self.id.with("cut");
            let response = self.ui.interact(self.full, id, Sense::hover());
            response.tip(whole);
        }
    }

    /// The text, cut to fit beside `margin` points; nothing if only its width is asked for.
    fn galley(
        &mut self,
        text: &str,
        font: FontId,
        color: Color32,
        margin: f32,
    ) -> Option<Arc<Galley>> {
        if self.measured.is_some() {
            let painter = self.ui.painter();
            let width = painter
                .layout_no_wrap(text.to_owned(), font, color)
                .size()
                .x;
            self.measures(width + margin);
            return None;
        }
        let room = self.rect.width() - margin;
        Some(elided(self.ui, text, font, color, room))
    }

    /// Notes the width of what would be shown, if that is what is asked for.
    fn measures(&mut self, width: f32) -> bool {
        if let Some(measured) = &mut self.measured {
            *measured = measured.max(width);
        }
        self.measured.is_some()
    }

    fn place(&self, wanted: Vec2) -> Rect {
        place(self.rect, self.align, wanted)
    }
}

/// Where the box of a check box stands inside a cell.
pub(super) fn check_rect(inside: Rect, align: Align) -> Rect {
    place(inside, align, Vec2::splat(size::ICON))
}

fn place(inside: Rect, align: Align, wanted: Vec2) -> Rect {
    let left = match align {
        Align::Min => inside.left(),
        Align::Center => inside.center().x - wanted.x / 2.0,
        Align::Max => inside.right() - wanted.x,
    };
    Rect::from_min_size(pos2(left, inside.center().y - wanted.y / 2.0), wanted)
}
