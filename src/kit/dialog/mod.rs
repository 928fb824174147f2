//! Questions that must be answered before anything else.

mod body;
mod give_back;
#[cfg(test)]
pub(crate) mod tests;

use std::cell::Cell;

use egui::{
    Align2, Context, Frame, Id, Key, Label, Margin, Modal, Modifiers, Pos2, Response, RichText,
    Role, Stroke, TextWrapMode, Ui, UiBuilder, Vec2, WidgetText, text::LayoutJob, vec2,
};

pub(super) use self::give_back::install;
pub use self::{body::height_of_list, give_back::has_left_keyboard_nowhere};
use self::{body::scrolling_body, give_back::GiveBack};
use super::{
    button::Button,
    held_keys, scrolling, theme,
    tokens::{UiTokens as _, radius, size, space},
};

/// How a dialog was left.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum DialogAnswer {
    /// The default button, or Enter.
    Confirmed,
    /// The further button, as "Don't save".
    Other,
    /// The cancel button, or Esc.
    Cancelled,
}

/// Says of a control, while it is shown, whether Enter would only be one more way to press it: a dialog takes the key from it then.
pub(super) fn leave_enter(ui: &Ui, control: Id, leaves: bool) {
    ui.data_mut(|data| data.insert_temp(control.with("leaves Enter"), leaves));
}

/// A modal dialog. Show it in every frame until it answers; nothing of it has to be kept.
///
/// Esc cancels and Enter confirms, unless the field that has the keyboard uses them, as notes and open lists do; what is lost for good is
/// confirmed at its button only. The keyboard goes to the first
/// field, else to the default button, and back to where it was.
///
/// Where it is higher than the window, its body scrolls between title and buttons and follows the keyboard; while that is at the buttons, the
/// keys scroll.
#[derive(Clone, Debug)]
#[must_use = "a dialog does nothing until it is shown"]
pub struct Dialog<'a> {
    title: &'a str,
    text: Option<&'a str>,
    confirm: Option<&'a str>,
    danger: bool,
    refused: Option<&'a str>,
    other: Option<&'a str>,
    cancel: Option<&'a str>,
    width: f32,
    begins_at_buttons: bool,
    /// Where it is asked in the sources.
    #[cfg(test)]
    asked_at: &'static std::panic::Location<'static>,
}

/// Room that the body has at least before the text above it scrolls along, in points: a field with what is wrong with it.
const LEAST_BODY: f32 = 96.0;

/// A title that names a record of a very long name has no more lines.
const TITLE_LINES: usize = 3;

#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent of each other, each of the frame before"
)]
struct Memory {
    /// What had the keyboard before.
    before: Option<Id>,
    /// What has it in the dialog, or had it when it answered, in case it is shown on.
    inside: Option<Id>,
    answered: bool,
    /// Whether nothing stood over it in the frame before.
    is_top: bool,
    /// Frames for which nothing has had the keyboard.
    without_keyboard: u8,
    /// Frames shown so far; the first one only measures.
    age: u8,
    /// Height of the frame before, in points. As it stands in the middle, a high one grows into its room over several frames.
    height: f32,
    /// Whether it has grown as far as it does.
    is_grown: bool,
    /// Height of its buttons, in points.
    foot: f32,
    /// Whether one of its buttons has the keyboard: the keys scroll its body then.
    is_at_buttons: bool,
    /// Where it stands since it was grown for the first time; until then in the middle of the window.
    place: Option<Place>,
}

impl Memory {
    /// Keeps the keyboard inside, at the end of each frame: a click beside everything takes it from what has it.
    fn look_for_keyboard(&mut self, ctx: &Context) {
        let focused = ctx.memory(egui::Memory::focused);
        if !self.is_top || focused.is_some() {
            // A list that stands over the dialog has it, or nothing needs to.
            self.without_keyboard = 0;
            if self.is_top && self.age > 1 {
                self.inside = focused;
            }
            return;
        }
        let clicked = ctx.input(|input| input.pointer.any_pressed() || input.pointer.any_click());
        if let Some(inside) = self.inside.filter(|_| clicked && !self.answered) {
            scrolling::comes_back(ctx, inside);
            return ctx.memory_mut(|memory| memory.request_focus(inside));
        }
        if self.without_keyboard < LOST {
            ctx.request_repaint();
        }
        self.without_keyboard = self.without_keyboard.saturating_add(1);
    }
}

/// Where a dialog stays, so that nothing of it moves away from under the pointer when something appears in it or goes.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Its upper edge, in points.
    top: f32,
    /// The greatest height it has had, in points: it gets no lower.
    height: f32,
    /// The window that it stands in.
    window: Vec2,
}

impl Place {
    /// Where it stands now that it is higher: whatever is under the pointer stays there, as far as the window has room.
    fn grown_to(self, height: f32, foot: f32, pointer: Option<Pos2>) -> Self {
        let more = height - self.height;
        let buttons = self.top + self.height - f32::from(MARGIN) - foot;
        let is_at_foot = pointer.is_some_and(|pointer| pointer.y >= buttons);
        let wanted = if is_at_foot {
            self.top - more
        } else {
            self.top
        };
        let lowest = self.window.y - height - LEAST_EDGE;
        Self {
            top: wanted.min(lowest).max(LEAST_EDGE),
            height,
            ..self
        }
    }
}

/// For so many frames nothing has the keyboard before it goes to where it begins: a list that is folded in gives it back a frame later.
const LOST: u8 = 3;

/// Between title and text there is less than between other things, by so many points.
const ABOVE_TEXT: f32 = -2.0;

/// Between the edge of a dialog and what is in it, in points.
const MARGIN: i8 = 24;

/// Both strokes around a dialog, in points.
const STROKES: f32 = 2.0;

/// The least room between a dialog that has grown and the edge of the window, in points.
const LEAST_EDGE: f32 = 8.0;

impl<'a> Dialog<'a> {
    /// A dialog with this title, which also identifies it.
    #[cfg_attr(test, track_caller)]
    pub fn new(title: &'a str) -> Self {
        Self {
            #[cfg(test)]
            asked_at: std::panic::Location::caller(),
            title,
            text: None,
            confirm: None,
            danger: false,
            refused: None,
            other: None,
            cancel: None,
            width: 440.0,
            begins_at_buttons: false,
        }
    }

    /// One or two sentences: what will happen.
    pub fn text(mut self, text: &'a str) -> Self {
        self.text = Some(text);
        self
    }

    /// The default button, named by what it does.
    pub fn confirm(mut self, text: &'a str) -> Self {
        self.confirm = Some(text);
        self
    }

    /// The default button takes something away. Then the keyboard starts on Cancel.
    pub fn danger(mut self, text: &'a str) -> Self {
        self.danger = true;
        self.confirm(text)
    }

    /// Why the default button cannot be pressed now, if so.
    pub fn refused(mut self, reason: Option<&'a str>) -> Self {
        self.refused = reason;
        self
    }

    /// A third way, at the left.
    pub fn other(mut self, text: &'a str) -> Self {
        self.other = Some(text);
        self
    }

    /// The button that leaves everything as it is.
    pub fn cancel(mut self, text: &'a str) -> Self {
        self.cancel = Some(text);
        self
    }

    /// Width in points.
    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// The keyboard begins at the default button, though the body has controls, too.
    pub fn begins_at_buttons(mut self) -> Self {
        self.begins_at_buttons = true;
        self
    }

    /// Shows the dialog with this body, and tells when it is answered.
    pub fn show(self, ctx: &Context, body: impl FnOnce(&mut Ui)) -> Option<DialogAnswer> {
        let id = Id::unique(("dialog", self.title));
        #[cfg(test)]
        tests::note_place(ctx, self.asked_at);
        let mut memory = Self::enter(ctx, id);
        let t = ctx.tokens();
        let role = if self.danger {
            Role::AlertDialog
        } else {
            Role::Dialog
        };
        let window = ctx.content_rect().size();
        memory.place = memory.place.filter(|place| place.window == window);
        let area = Modal::default_area(id)
            .role(role)
            .accessible_name(self.title);
        let area = match memory.place {
            None => area,
            Some(place) => area.anchor(Align2::CENTER_TOP, vec2(0.0, place.top)),
        };
        let frame = Frame::new()
            .fill(t.surface_raised)
            .stroke(Stroke::new(1.0, t.border))
            .corner_radius(radius::DIALOG)
            .shadow(ctx.style_of(ctx.theme()).visuals.window_shadow)
            .inner_margin(Margin::same(MARGIN));
        let keyboard_at = ctx.memory(egui::Memory::focused);
        let leaves_enter = |control: Id| {
            let leaves = ctx.data(|data| data.get_temp(control.with("leaves Enter")));
            leaves.unwrap_or(false)
        };
        let is_left = memory.is_top && keyboard_at.is_some_and(leaves_enter);
        let entered = is_left && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter));
        let modal = Modal::new(id)
            .area(area)
            .frame(frame)
            .backdrop_color(t.backdrop);
        let shown = modal.show(ctx, |ui| {
            ui.set_width(self.width.min(ctx.content_rect().width() - 96.0));
            self.contents(ui, &mut memory, body)
        });

        let rect = shown.response.rect;
        let height = rect.height();
        memory.is_grown = (height - memory.height).abs() < 0.5;
        memory.height = height;
        if !memory.is_grown {
            ctx.request_repaint();
        }
        match &mut memory.place {
            None if memory.is_grown => {
                memory.place = Some(Place {
                    top: rect.top() - ctx.content_rect().top(),
                    height,
                    window,
                });
            }
            Some(place) if height > place.height + 0.5 => {
                let pointer = ctx.input(|input| input.pointer.latest_pos());
                *place = place.grown_to(height, memory.foot, pointer);
                // It isn't seen where it stood before.
                ctx.request_discard("a dialog has grown");
            }
            _ => {}
        }

        memory.is_top = shown.is_top_modal && !shown.any_popup_open;
        let answer = shown.inner.or_else(|| {
            if !memory.is_top {
                return None;
            }
            if ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape)) {
                return Some(DialogAnswer::Cancelled);
            }
            // A field of one line gives the keyboard up on Enter; notes and buttons keep it.
            let kept = keyboard_at.is_some() && ctx.memory(egui::Memory::focused) == keyboard_at;
            let pressed = || ctx.input(|i| i.key_pressed(Key::Enter) && i.modifiers.is_none());
            let enter = entered || !kept && pressed();
            // What is lost for good waits for its button.
            let can = self.confirm.is_some() && self.refused.is_none() && !self.danger;
            if let Some(field) = keyboard_at.filter(|_| enter && !can) {
                // What is wrong there is mended there.
                ctx.memory_mut(|memory| memory.request_focus(field));
            }
            (enter && can && memory.age > 1).then_some(DialogAnswer::Confirmed)
        });

        if answer.is_some() {
            memory.answered = true;
            memory.inside = keyboard_at;
            ctx.memory_mut(egui::Memory::stop_text_input);
            GiveBack::later(ctx, memory.before);
        }
        memory.look_for_keyboard(ctx);
        let pass = ctx.cumulative_pass_nr();
        ctx.data_mut(|data| data.insert_temp(id, (memory, pass)));
        answer
    }

    /// What is remembered of this dialog, if it was shown in the frame before.
    fn enter(ctx: &Context, id: Id) -> Memory {
        let now = ctx.cumulative_pass_nr();
        let last: Option<(Memory, u64)> = ctx.data(|data| data.get_temp(id));
        let last = last
            .filter(|&(_, pass)| now.saturating_sub(pass) <= 1)
            .map(|(memory, _)| memory);
        match last {
            Some(memory) if memory.answered => {
                held_keys::something_stays(ctx);
                // Shown on after an answer: the keyboard stays inside.
                GiveBack::forget(ctx);
                if let Some(inside) = memory.inside {
                    ctx.memory_mut(|m| m.request_focus(inside));
                }
                Memory {
                    answered: false,
                    ..memory
                }
            }
            Some(memory) => Memory {
                age: memory.age.saturating_add(1),
                ..memory
            },
            None => {
                held_keys::question_has_come(ctx);
                Memory {
                    before: GiveBack::before_dialog(ctx),
                    inside: None,
                    answered: false,
                    is_top: false,
                    without_keyboard: 0,
                    age: 0,
                    height: 0.0,
                    is_grown: false,
                    foot: 0.0,
                    is_at_buttons: false,
                    place: None,
                }
            }
        }
    }

    fn contents(
        &self,
        ui: &mut Ui,
        memory: &mut Memory,
        body: impl FnOnce(&mut Ui),
    ) -> Option<DialogAnswer> {
        let t = ui.tokens();
        // The frame before, the window was still allowed to take the keyboard; from now on only the dialog is.
        let comes = memory.age == 1;
        // What had it is gone, or there was nothing that takes it when the dialog came.
        let is_lost = memory.is_top && memory.without_keyboard >= LOST;
        let arriving = comes || is_lost;
        if arriving {
            if let Some(focused) = ui.memory(egui::Memory::focused) {
                ui.memory_mut(|m| m.surrender_focus(focused));
            }
            // The next widget that can take the keyboard gets it: the first one of the body.
            if !self.begins_at_buttons {
                ui.memory_mut(|m| m.move_focus(egui::FocusDirection::Next));
            }
        }
        let above = ui.cursor().top();
        ui.add(Label::new(title(ui, self.title)).wrap());
        let text = self.text.map(|text| RichText::new(text).color(t.text));
        let gap = ui.spacing().item_spacing.y;
        let text_height = text.clone().map_or(0.0, |text| {
            let galley = WidgetText::from(text).into_galley(
                ui,
                Some(TextWrapMode::Wrap),
                ui.available_width(),
                egui::TextStyle::Body,
            );
            galley.size().y + gap
        });
        let around = 2.0 * (f32::from(MARGIN) + LEAST_EDGE) + STROKES + space::S + space::M + gap;
        let foot = memory.foot.max(size::CONTROL);
        let room = ui.ctx().content_rect().height() - around - (ui.cursor().top() - above) - foot;
        let stays = room - text_height >= LEAST_BODY;
        let (above, within) = if stays { (text, None) } else { (None, text) };
        let room = if stays { room - text_height } else { room };
        let show_text = |ui: &mut Ui, text: Option<RichText>| {
            if let Some(text) = text {
                ui.add_space(ABOVE_TEXT);
                ui.add(Label::new(text).wrap());
            }
        };
        show_text(ui, above);
        ui.add_space(space::S);
        scrolling_body(ui, memory, room.max(size::CONTROL), |ui| {
            show_text(ui, within);
            body(ui);
        });
        ui.add_space(space::M);
        if let Some(place) = memory.place {
            // What has gone leaves its room, so that the buttons stay.
            let inside = place.height - 2.0 * f32::from(MARGIN) - STROKES;
            let used = ui.cursor().top() - ui.min_rect().top();
            ui.add_space((inside - used - memory.foot).max(0.0));
        }
        let body_took = arriving && ui.memory(|m| m.focused().is_some());
        let above = ui.cursor().top();
        let (answer, is_at_buttons) = self.buttons(ui, arriving && !body_took);
        memory.is_at_buttons = is_at_buttons;
        memory.foot = ui.min_rect().bottom() - above;
        answer
    }

    /// Shows the buttons. What was pressed, and whether one of them has the keyboard.
    fn buttons(&self, ui: &mut Ui, arriving: bool) -> (Option<DialogAnswer>, bool) {
        if arriving {
            ui.memory_mut(|m| m.move_focus(egui::FocusDirection::None));
        }
        let other = self.other.map(Button::secondary);
        let cancel = self
            .cancel
            .map(|text| Button::secondary(text).min_width(88.0));
        let confirm = self.confirm.map(|text| {
            let button = if self.danger {
                Button::danger(text)
            } else {
                Button::primary(text)
            };
            button.min_width(88.0).refused(self.refused)
        });
        // Wherever it stands it is the same one, so that it keeps the keyboard when the window or the type gets larger.
        let show = |ui: &mut Ui, name: &str, button: Button<'_>| {
            let same = UiBuilder::new().scope_id(Id::unique(("dialog", self.title, name)));
            ui.scope_builder(same, |ui| button.show(ui)).inner
        };
        let has_keyboard = Cell::new(false);
        let at = |button: &Response| has_keyboard.set(has_keyboard.get() || button.has_focus());
        let show_other = |ui: &mut Ui, other: Option<Button<'_>>| {
            let other = show(ui, "other", other?);
            at(&other);
            other.clicked().then_some(DialogAnswer::Other)
        };
        let gap = ui.spacing().item_spacing.x;
        let width_of = |ui: &Ui, button: &Option<Button<'_>>| {
            button.as_ref().map_or(0.0, |button| button.width(ui) + gap)
        };
        let at_right = width_of(ui, &confirm) + width_of(ui, &cancel);
        let width = width_of(ui, &other) + at_right;
        let (above, beside) = if width > ui.available_width() {
            (other, None)
        } else {
            (None, other)
        };
        let mut answer = show_other(ui, above);
        ui.horizontal(|ui| {
            answer = show_other(ui, beside).or(answer);
            ui.set_min_height(size::CONTROL);
            // At the right, and drawn from left to right: so Tab goes through them, too.
            ui.add_space((ui.available_width() - at_right + gap).max(0.0));
            if let Some(confirm) = confirm {
                let confirm = show(ui, "confirm", confirm);
                at(&confirm);
                if arriving && !self.danger && self.refused.is_none() {
                    confirm.request_focus();
                }
                if confirm.clicked() {
                    answer = Some(DialogAnswer::Confirmed);
                }
            }
            if let Some(cancel) = cancel {
                let cancel = show(ui, "cancel", cancel);
                at(&cancel);
                if arriving && (self.danger || self.confirm.is_none()) {
                    cancel.request_focus();
                }
                if cancel.clicked() {
                    answer = Some(DialogAnswer::Cancelled);
                }
            }
        });
        (answer, has_keyboard.get())
    }
}

/// The title in lines of the width that there is.
fn title(ui: &Ui, title: &str) -> LayoutJob {
    let color = ui.tokens().text_strong;
    let mut job = LayoutJob::simple(
        title.to_owned(),
        theme::medium(18.0),
        color,
        ui.available_width(),
    );
    job.wrap.max_rows = TITLE_LINES;
    job
}
