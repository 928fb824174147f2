//! The box that text is typed into: one look for form fields, the search box and the picker.

use egui::{
    Align2, Color32, CornerRadius, EventFilter, FocusDirection, Frame, Id, Key, KeyboardShortcut,
    Margin, Modifiers, Rect, Response, Shape, Stroke, StrokeKind, TextEdit, Ui, epaint::RectShape,
    text::CCursor, text::CCursorRange, vec2,
};

use super::{
    icon::{Icon, leading_rect},
    tokens::{UiTokens as _, radius, size},
};

/// A box to type into. Its caller gives the accessible name to the response: `labelled_by` or `accessible_name`.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent features of a box, each switched on by its name"
)]
#[must_use = "an input does nothing until it is shown"]
pub struct Input<'a> {
    id: Id,
    hint: &'a str,
    width: f32,
    rows: usize,
    right_aligned: bool,
    icon: Option<Icon>,
    room_right: i8,
    wrong: bool,
    keeps_escape: bool,
    ctrl_enter: bool,
    limit: usize,
}

impl<'a> Input<'a> {
    /// A box of one line, as wide as there is room.
    pub fn new(id: Id) -> Self {
        Self {
            id,
            hint: "",
            width: f32::INFINITY,
            rows: 1,
            right_aligned: false,
            icon: None,
            room_right: 0,
            wrong: false,
            keeps_escape: false,
            ctrl_enter: false,
            limit: usize::MAX,
        }
    }

    /// Shown weakly while nothing is typed. An example, never the only label.
    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    /// Width in points.
    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// More than one line: Enter makes a new one.
    pub fn rows(mut self, rows: usize) -> Self {
        self.rows = rows;
        self
    }

    /// For numbers, so that their places stand under each other.
    pub fn right_aligned(mut self) -> Self {
        self.right_aligned = true;
        self
    }

    /// An icon inside the box, before the text.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// Keeps `points` free at the right end, for a button that is drawn over the box.
    pub fn room_right(mut self, points: i8) -> Self {
        self.room_right = points;
        self
    }

    /// Outlines the box as wrong.
    pub fn wrong(mut self, wrong: bool) -> Self {
        self.wrong = wrong;
        self
    }

    /// Esc stays in the box instead of dropping the focus.
    pub fn keeps_escape(mut self, keeps: bool) -> Self {
        self.keeps_escape = keeps;
        self
    }

    /// A new line is Ctrl+Enter, as Enter alone goes on to the next field.
    pub fn new_line_by_ctrl_enter(mut self) -> Self {
        self.ctrl_enter = true;
        self
    }

    /// At most this many characters are taken.
    pub fn limit(mut self, characters: usize) -> Self {
        self.limit = characters;
        self
    }

    /// Shows the box. What stands in it is selected when the keyboard comes to it, so that typing replaces it.
    pub fn show(self, ui: &mut Ui, text: &mut String) -> Response {
        let t = ui.tokens();
        let width = self.width.min(ui.available_width());
        let background = ui.painter().add(Shape::Noop);

        let left = if self.icon.is_some() { 32 } else { 10 };
        // The line is centred by the margins, which also keep a short and an empty box equally high.
        let above = ((size::CONTROL - ui.text_style_height(&egui::TextStyle::Body)) / 2.0).floor();
        #[expect(clippy::cast_possible_truncation, reason = "a few points")]
        let above = above as i8;
        let margin = Margin {
            left,
            right: 10_i8.saturating_add(self.room_right),
            top: above,
            bottom: above,
        };
        let edit = if self.rows > 1 {
            let key = if self.ctrl_enter {
                KeyboardShortcut::new(Modifiers::COMMAND, Key::Enter)
            } else {
                KeyboardShortcut::new(Modifiers::NONE, Key::Enter)
            };
            TextEdit::multiline(text)
                .desired_rows(self.rows)
                .return_key(key)
        } else {
            TextEdit::singleline(text)
        };
        let align = match (self.right_aligned, self.rows > 1) {
            (true, _) => Align2::RIGHT_CENTER,
            (false, false) => Align2::LEFT_CENTER,
            (false, true) => Align2::LEFT_TOP,
        };
        let response = edit
            .id(self.id)
            .hint_text(self.hint.to_owned())
            .frame(Frame::NONE.inner_margin(margin))
            .align(align)
            .desired_width(width)
            .min_size(vec2(0.0, size::CONTROL))
            .char_limit(self.limit)
            .event_filter(EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                tab: false,
                escape: self.keeps_escape,
            })
            .show(ui)
            .response
            .response;

        let look = BoxLook {
            wrong: self.wrong,
            focused: response.has_focus(),
            hovered: response.hovered(),
            enabled: ui.is_enabled(),
        };
        ui.painter().set(background, look.shape(ui, response.rect));
        if let Some(icon) = self.icon {
            let at = leading_rect(response.rect, 9.0);
            icon.paint(ui.painter(), at, t.text_weak);
        }
        select_all_on_arrival(ui, &response, text);
        response
    }
}

/// How the frame of a field stands at this moment.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent states of one box"
)]
pub(super) struct BoxLook {
    pub(super) wrong: bool,
    pub(super) focused: bool,
    pub(super) hovered: bool,
    pub(super) enabled: bool,
}

impl BoxLook {
    /// The frame as a shape, to lie under what is inside.
    pub(super) fn shape(self, ui: &Ui, rect: Rect) -> RectShape {
        let t = ui.tokens();
        let (fill, outline) = match self {
            Self { enabled: false, .. } => (t.surface_sunken, Stroke::new(1.0, t.border)),
            Self {
                wrong: true,
                focused,
                ..
            } => {
                let width = if focused { size::FOCUS } else { 1.0 };
                (t.surface_raised, Stroke::new(width, t.danger))
            }
            Self { focused: true, .. } => {
                (t.surface_raised, Stroke::new(size::FOCUS, t.focus_ring))
            }
            Self { hovered: true, .. } => (t.surface_raised, Stroke::new(1.0, t.text_weak)),
            _ => (t.surface_raised, Stroke::new(1.0, t.border_control)),
        };
        RectShape::new(
            rect,
            CornerRadius::same(radius::CONTROL),
            fill,
            outline,
            StrokeKind::Inside,
        )
    }
}

/// Before the box with this id is drawn: Enter goes on from it as Tab does, and from an empty one nowhere. By itself a box gives the keyboard up,
/// to nothing.
pub fn go_on_by_enter(ui: &Ui, id: Id, is_empty: bool) {
    let is_pressed = ui.memory(|memory| memory.has_focus(id))
        && ui.input_mut(|input| {
            input.modifiers.is_none() && input.consume_key(Modifiers::NONE, Key::Enter)
        });
    if is_pressed && !is_empty {
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::Next));
    }
}

/// Whether what stands in the box with this id is left unselected, with the cursor behind it, when the keyboard comes to
/// it next: a letter that was typed before the box was there has begun its text.
pub(super) fn keep_cursor_on_arrival(ui: &Ui, id: Id, keep: bool) {
    ui.data_mut(|data| data.insert_temp(id.with("keep cursor"), keep));
}

/// Selects everything when the keyboard brings the focus. A click keeps its own cursor.
fn select_all_on_arrival(ui: &Ui, response: &Response, text: &str) {
    if !response.gained_focus() {
        return;
    }
    let by_pointer = ui.input(|i| i.pointer.any_down() || i.pointer.any_released());
    let keep = response.id.with("keep cursor");
    let keep = ui.data_mut(|data| data.remove_temp::<bool>(keep));
    if !by_pointer && keep != Some(true) {
        select_all(ui, response.id, text);
    }
}

/// Selects the whole text of the box with this id.
pub fn select_all(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let everything = CCursorRange::two(CCursor::default(), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(everything));
    TextEdit::store_state(ui.ctx(), id, state);
}

/// Whether the whole text of the box with this id is selected; an empty one always is.
pub fn is_all_selected(ui: &Ui, id: Id, text: &str) -> bool {
    let range = TextEdit::load_state(ui.ctx(), id).and_then(|state| state.cursor.char_range());
    let length = text.chars().count();
    length == 0
        || range.is_some_and(|range| {
            let [first, last] = range.sorted_cursors();
            first.index.0 == 0 && last.index.0 >= length
        })
}

/// Selects the whole text of the box with this id; if it is selected, puts the cursor behind it instead.
pub fn toggle_selection(ui: &Ui, id: Id, text: &str) {
    if !text.is_empty() && is_all_selected(ui, id, text) {
        let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
        let end = CCursorRange::one(CCursor::new(text.chars().count()));
        state.cursor.set_char_range(Some(end));
        TextEdit::store_state(ui.ctx(), id, state);
    } else {
        select_all(ui, id, text);
    }
}

/// Goes on with what was typed at the end of the box with this id as the first of the `known` texts that begins so,
/// in capitals or not. What was not typed is selected: the next letter replaces it, and Tab or Enter takes it.
///
/// `before` is what stood in the box before the letters of this frame.
pub fn complete(ui: &Ui, id: Id, before: &str, text: &mut String, known: &[String]) {
    let typed = text.chars().count();
    let state = TextEdit::load_state(ui.ctx(), id);
    let Some(mut state) = state.filter(|_| typed > 0 && is_typed_on(ui, before, text)) else {
        return;
    };
    let cursor = state.cursor.char_range();
    let is_at_end = cursor.is_some_and(|range| {
        let [first, last] = range.sorted_cursors();
        first.index.0 == typed && last.index.0 == typed
    });
    let begins = text.to_lowercase();
    let mut known = known.iter();
    let Some(found) = known.find(|known| is_at_end && known.to_lowercase().starts_with(&begins))
    else {
        return;
    };
    text.clone_from(found);
    let rest = CCursorRange::two(CCursor::new(text.chars().count()), CCursor::new(typed));
    state.cursor.set_char_range(Some(rest));
    TextEdit::store_state(ui.ctx(), id, state);
}

/// Whether letters have come to the text, and not gone.
fn is_typed_on(ui: &Ui, before: &str, text: &str) -> bool {
    let is_typed = |event: &egui::Event| matches!(event, egui::Event::Text(_));
    text != before && ui.input(|input| input.events.iter().any(is_typed))
}

/// The width of a text in one line, in points.
pub fn text_width(ui: &Ui, text: String, font: &egui::FontId) -> f32 {
    let color = Color32::PLACEHOLDER;
    let galley = ui.painter().layout_no_wrap(text, font.clone(), color);
    galley.size().x
}

/// Text that has an ellipsis in its middle where it is wider than `width`, as a path is told by both its ends.
pub fn elided_in_the_middle(ui: &Ui, text: &str, font: &egui::FontId, width: f32) -> String {
    let letters = text.chars().count();
    let shortened = |kept: usize| {
        let head = text.chars().take(kept.div_ceil(2));
        let tail = text.chars().skip(letters - kept / 2);
        head.chain(['…']).chain(tail).collect::<String>()
    };
    let fits = |text: String| text_width(ui, text, font) <= width;
    if fits(text.to_owned()) {
        return text.to_owned();
    }
    // As many letters as there is room for: so many fit, and one more than the second number doesn't.
    let (mut fitting, mut most) = (0, letters.saturating_sub(1));
    while fitting < most {
        let kept = (fitting + most).div_ceil(2);
        if fits(shortened(kept)) {
            fitting = kept;
        } else {
            most = kept - 1;
        }
    }
    shortened(fitting)
}

/// Text cut to `width` with an ellipsis, ready to paint.
pub fn elided(
    ui: &Ui,
    text: &str,
    font: egui::FontId,
    color: Color32,
    width: f32,
) -> std::sync::Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(0.0));
    ui.painter().layout_job(job)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::testing;

    #[test]
    fn a_long_path_keeps_both_its_ends() {
        let path = "/media/ann/camps of the chess club/2026/July";
        let font = super::super::theme::regular(14.0);
        testing::harness(|ui| {
            let width = |text: &str| {
                let (text, font) = (text.to_owned(), font.clone());
                let galley = ui.painter().layout_no_wrap(text, font, Color32::BLACK);
                galley.size().x
            };
            let whole = width(path);
            assert_eq!(elided_in_the_middle(ui, path, &font, whole), path);
            let cut = elided_in_the_middle(ui, path, &font, whole / 2.0);
            let (head, tail) = cut.split_once('…').expect("it is cut");
            assert!(path.starts_with(head) && path.ends_with(tail), "{cut}");
            assert!(head.chars().count() - tail.chars().count() <= 1, "{cut}");
            // As much as there is room for: with one letter more it would be wider.
            assert!(width(&cut) <= whole / 2.0 && width(&cut) > whole / 2.0 - 20.0);
            assert_eq!(elided_in_the_middle(ui, path, &font, 0.0), "…");
        });
    }
}
