//! Short messages. What went well stands at the lower left, where no button of a page is, and leaves by itself; what went wrong stays until it is closed, and so
//! has a room of its own below the page.

use std::{path::PathBuf, time::Duration};

use egui::{Align2, Area, Context, Frame, Id, Margin, Order, Rect, Role, Stroke, Ui, vec2};

use super::{
    banner::tone_icon,
    button::Button,
    icon::{Icon, icon_label, small_icon_button},
    theme,
    tokens::{Tone, UiTokens as _, radius, size, space},
};

/// How long a message stays that nobody has to act on, in seconds.
const SECONDS: f64 = 5.0;
const WIDTH: f32 = 320.0;
/// The room left free below the messages beside the page, in points: the status bar, and above it Recalc Ratings and how the ratings stand.
const BELOW: f32 = 132.0;
/// The same where there is no room beside the page: the status bar.
const ABOVE_STATUS: f32 = size::STATUS_BAR + space::S;
/// What stays takes at most this share of the window's height.
const MOST_OF_WINDOW: f32 = 0.35;
/// So many messages are shown at once, but for those that wait to be closed.
const MOST: usize = 3;

/// The messages that are shown now. Belongs to the window.
#[derive(Debug, Default)]
pub struct Toasts {
    toasts: Vec<Toast>,
    next: u64,
    /// What else had the keyboard last.
    keyboard: Option<Id>,
}

#[derive(Debug)]
struct Toast {
    number: u64,
    tone: Tone,
    text: String,
    details: Option<String>,
    /// Whether a button takes back what is done.
    can_undo: bool,
    /// Whether a button shows more of it.
    can_see: bool,
    /// What a button opens.
    opens: Option<PathBuf>,
    open: bool,
    /// When it leaves, in the time of egui; set when it is first shown.
    until: Option<f64>,
    /// Where it was drawn last.
    frame: Rect,
}

impl Toasts {
    /// It is done.
    pub fn success(&mut self, text: impl Into<String>) {
        self.push(Tone::Success, text.into(), None);
    }

    /// It is done, and a button takes it back; another one shows more of it, if there is more.
    pub fn undoable(&mut self, text: impl Into<String>, can_see: bool) {
        self.forget_undo();
        self.success(text);
        if let Some(toast) = self.toasts.last_mut() {
            toast.can_undo = true;
            toast.can_see = can_see;
        }
    }

    /// It is done, and a button opens this file: the way back, which stays until it is closed.
    pub fn opening(&mut self, text: impl Into<String>, file: PathBuf) {
        self.success(text);
        if let Some(toast) = self.toasts.last_mut() {
            toast.opens = Some(file);
        }
    }

    /// What was done last is another thing, so that no button takes back what its message says.
    pub fn forget_undo(&mut self) {
        for toast in &mut self.toasts {
            (toast.can_undo, toast.can_see) = (false, false);
        }
    }

    /// What a button would take back is taken back by now: its message is true no longer.
    pub fn taken_back(&mut self) {
        self.toasts.retain(|toast| !toast.can_undo);
    }

    /// What this message says isn't true any more.
    pub fn withdraw(&mut self, text: &str) {
        self.toasts.retain(|toast| toast.text != text);
    }

    /// Worth knowing.
    pub fn info(&mut self, text: impl Into<String>) {
        self.push(Tone::Info, text.into(), None);
    }

    /// It went wrong: a sentence to act on, and details to pass on. Stays until closed.
    pub fn error(&mut self, text: impl Into<String>, details: Option<String>) {
        self.push(Tone::Danger, text.into(), details);
    }

    /// Whether nothing is shown.
    pub fn is_empty(&self) -> bool {
        self.toasts.is_empty()
    }

    fn push(&mut self, tone: Tone, text: String, details: Option<String>) {
        // The same message twice is one message, shown again.
        self.toasts.retain(|toast| toast.text != text);
        self.next += 1;
        self.toasts.push(Toast {
            number: self.next,
            tone,
            text,
            details,
            can_undo: false,
            can_see: false,
            opens: None,
            open: false,
            until: None,
            frame: Rect::NOTHING,
        });
        let leaves = |toast: &Toast| !toast.stays();
        while self.toasts.iter().filter(|toast| leaves(toast)).count() > MOST {
            if let Some(oldest) = self.toasts.iter().position(leaves) {
                self.toasts.remove(oldest);
            }
        }
    }

    /// Whether some stay until they are closed.
    pub fn has_staying(&self) -> bool {
        self.toasts.iter().any(Toast::stays)
    }

    /// Shows those that stay until they are closed, in room of their own, so that they cover nothing that is to be read or typed. What
    /// was pressed besides closing one.
    pub fn show_staying(&mut self, ui: &mut Ui) -> Option<ToastAnswer> {
        let mut closed = None;
        let mut answer = None;
        let most = ui.ctx().content_rect().height() * MOST_OF_WINDOW;
        egui::ScrollArea::vertical()
            .id_salt("kit toasts that stay")
            .max_height(most)
            // Unless it is told, it is content with two lines.
            .min_scrolled_height(most)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                for toast in self.toasts.iter_mut().filter(|toast| toast.stays()) {
                    let width = ui.available_width() - space::M;
                    if let Some(pressed) = toast.show(ui, width) {
                        closed = Some(toast.number);
                        answer = pressed.answer();
                    }
                }
            });
        self.toasts.retain(|toast| Some(toast.number) != closed);
        self.follow_keyboard(ui.ctx(), closed.is_some());
        answer
    }

    /// Gives the keyboard back to what had it, once the button of a message that had it is gone, or was clicked.
    fn follow_keyboard(&mut self, ctx: &Context, is_gone: bool) {
        if is_gone {
            if let Some(before) = self.keyboard {
                ctx.memory_mut(|memory| memory.request_focus(before));
            }
            return;
        }
        let is_in_message = |control: &Id| {
            let control = ctx.read_response(*control).map(|control| control.rect);
            let mut frames = self.toasts.iter().map(|toast| toast.frame);
            control.is_some_and(|control| frames.any(|frame| frame.contains_rect(control)))
        };
        let focused = ctx.memory(egui::Memory::focused);
        let elsewhere = focused.filter(|control| !is_in_message(control));
        self.keyboard = elsewhere.or(self.keyboard);
    }

    /// Shows the messages over the window. Call at the end of every frame. What was pressed besides closing one.
    pub fn show(&mut self, ctx: &Context, over: Over) -> Option<ToastAnswer> {
        let is_here = |toast: &Toast| over.with_staying || !toast.stays();
        if !self.toasts.iter().any(is_here) {
            return None;
        }
        let place = match over.beside {
            Some(_) => (Align2::LEFT_BOTTOM, vec2(space::S, -BELOW)),
            None => (Align2::RIGHT_BOTTOM, vec2(-space::S, -ABOVE_STATUS)),
        };
        let now = ctx.input(|i| i.time);
        let mut closed = None;
        let mut answer = None;
        let area = Area::new(Id::unique("kit toasts"))
            .order(Order::Foreground)
            .anchor(place.0, place.1)
            .default_width(WIDTH)
            .show(ctx, |ui| {
                for toast in self.toasts.iter_mut().filter(|toast| is_here(toast)) {
                    let width = over.beside.map_or(WIDTH, |beside| WIDTH.min(beside));
                    if let Some(pressed) = toast.show(ui, width) {
                        closed = Some(toast.number);
                        answer = pressed.answer();
                    }
                }
            });
        self.follow_keyboard(ctx, closed.is_some());
        let hovered = area.response.contains_pointer();
        self.toasts.retain_mut(|toast| {
            if Some(toast.number) == closed {
                return false;
            }
            if toast.stays() {
                return true;
            }
            // Under the pointer it is being read.
            if hovered || toast.until.is_none() {
                toast.until = Some(now + SECONDS);
            }
            let left = toast.until.map_or(0.0, |until| until - now);
            if left > 0.0 {
                ctx.request_repaint_after(Duration::from_secs_f64(left));
            }
            left > 0.0
        });
        answer
    }
}

/// Where messages lie over the window.
#[derive(Clone, Copy, Debug)]
pub struct Over {
    /// The width of what stands beside the page, in points, in which they cover nothing of it; `None` where nothing does.
    pub beside: Option<f32>,
    /// Whether those that stay have no room of their own.
    pub with_staying: bool,
}

/// What is wanted of a message.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ToastAnswer {
    /// What is done is to be taken back.
    Undo,
    /// More is to be shown of it.
    See,
    /// This file is to be opened.
    Open(PathBuf),
}

/// What was pressed in a message.
#[derive(Clone, Debug)]
enum Pressed {
    Close,
    Answer(ToastAnswer),
}

impl Pressed {
    fn answer(self) -> Option<ToastAnswer> {
        match self {
            Self::Close => None,
            Self::Answer(answer) => Some(answer),
        }
    }
}

impl Toast {
    /// Whether it waits until it is closed.
    fn stays(&self) -> bool {
        matches!(self.tone, Tone::Warning | Tone::Danger) || self.opens.is_some()
    }

    /// Draws the message.
    fn show(&mut self, ui: &mut Ui, width: f32) -> Option<Pressed> {
        let t = ui.tokens();
        let id = ui.make_persistent_id(("toast", self.number));
        let mut pressed = None;
        let frame = Frame::new()
            .fill(t.surface_raised)
            .stroke(Stroke::new(1.0, t.border))
            .corner_radius(radius::CARD)
            .shadow(ui.visuals().popup_shadow)
            .inner_margin(Margin {
                left: 14,
                right: 8,
                top: 8,
                bottom: 8,
            });
        let shown = frame.show(ui, |ui| {
            ui.set_width(width - 22.0);
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.add_space(5.0);
                    icon_label(ui, tone_icon(self.tone), t.tone(self.tone));
                });
                ui.vertical(|ui| {
                    ui.set_width(ui.available_width() - 34.0);
                    ui.add_space(4.0);
                    let text = egui::RichText::new(&self.text).color(t.text_strong);
                    ui.add(egui::Label::new(text).wrap());
                    self.show_details(ui);
                });
                if small_icon_button(ui, Icon::Close, "Close message").clicked() {
                    pressed = Some(Pressed::Close);
                }
            });
            if self.can_undo || self.opens.is_some() {
                ui.add_space(space::XS);
                ui.horizontal(|ui| {
                    let answer = self.buttons(ui).map(Pressed::Answer);
                    pressed = pressed.take().or(answer);
                });
            }
        });
        self.frame = shown.response.rect;
        let alert = matches!(self.tone, Tone::Warning | Tone::Danger);
        let response = ui.interact(shown.response.rect, id, egui::Sense::hover());
        let role = if alert { Role::Alert } else { Role::Status };
        response.widget_info(|| egui::WidgetInfo::labeled(role, true, &self.text));
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_live(if alert {
                egui::accesskit::Live::Assertive
            } else {
                egui::accesskit::Live::Polite
            });
        });
        pressed
    }

    fn buttons(&self, ui: &mut Ui) -> Option<ToastAnswer> {
        if let Some(file) = &self.opens {
            let open = Button::secondary("Open that file").small().show(ui);
            return open.clicked().then(|| ToastAnswer::Open(file.clone()));
        }
        let see = self.can_see && Button::secondary("See").small().show(ui).clicked();
        let undo = Button::secondary("Undo").small().shortcut("Ctrl+Z");
        let undo = undo.show(ui).accessible_name("Undo what was done");
        match (see, undo.clicked()) {
            (true, _) => Some(ToastAnswer::See),
            (_, true) => Some(ToastAnswer::Undo),
            _ => None,
        }
    }

    fn show_details(&mut self, ui: &mut Ui) {
        let Some(details) = &self.details else { return };
        let t = ui.tokens();
        if self.open {
            egui::ScrollArea::vertical()
                .max_height(140.0)
                .show(ui, |ui| {
                    let text = egui::RichText::new(details)
                        .font(theme::regular(13.0))
                        .color(t.text_weak);
                    ui.add(egui::Label::new(text).wrap().selectable(true));
                });
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            ui.add_space(-10.0);
            let label = if self.open {
                "Hide details"
            } else {
                "Show details"
            };
            if Button::quiet(label).small().show(ui).clicked() {
                self.open = !self.open;
            }
            if Button::quiet("Copy details").small().show(ui).clicked() {
                ui.copy_text(format!("{}\n{details}", self.text));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::kit::testing;

    #[test]
    fn success_leaves_and_an_error_stays_until_closed() {
        let mut toasts = Toasts::default();
        toasts.success("Saved");
        toasts.error(
            "The file could not be written",
            Some("os error 28".to_owned()),
        );
        let mut harness = testing::harness_with(toasts, |ui, toasts: &mut Toasts| {
            toasts.show_staying(ui);
            let over = Over {
                beside: Some(WIDTH),
                with_staying: false,
            };
            toasts.show(ui.ctx(), over);
        });
        harness.run_ok();
        harness.get_by_role_and_label(Role::Status, "Saved");
        harness.get_by_role_and_label(Role::Alert, "The file could not be written");
        harness.run_steps(30);
        assert!(
            harness
                .query_by_role_and_label(Role::Status, "Saved")
                .is_none()
        );
        harness.get_by_label("Show details").click();
        harness.run_steps(3);
        harness.get_by_label("os error 28");
        harness.get_by_label("Close message").click();
        harness.run_steps(3);
        assert!(harness.state().is_empty());
    }

    #[test]
    fn what_stays_is_as_high_as_it_needs() {
        let mut toasts = Toasts::default();
        let text = "The file that was there is beside it. ".repeat(8);
        toasts.opening(text, PathBuf::from("Camp.ladder"));
        let mut harness = testing::harness_with(toasts, |ui, toasts: &mut Toasts| {
            ui.set_width(400.0);
            egui::Panel::bottom("messages").show(ui, |ui| toasts.show_staying(ui));
        });
        harness.set_size(vec2(400.0, 800.0));
        harness.run_ok();
        let button = harness.get_by_label("Open that file").rect();
        let window = harness.ctx.content_rect();
        assert!(window.contains_rect(button), "{button} in {window}");
    }

    #[test]
    fn the_keyboard_goes_back_to_where_it_was_once_a_message_is_closed() {
        let mut toasts = Toasts::default();
        toasts.error("The file could not be written", None);
        let mut harness = testing::harness_with(toasts, |ui, toasts: &mut Toasts| {
            Button::secondary("Work").show(ui);
            toasts.show_staying(ui);
        });
        harness.run_ok();
        harness.get_by_label("Work").focus();
        harness.run_steps(3);
        harness.get_by_label("Close message").click();
        harness.run_steps(3);
        assert!(harness.state().is_empty());
        assert!(harness.get_by_label("Work").is_focused());
    }
}
