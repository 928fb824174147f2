//! Short messages. What went well stands at the lower left, where no button of a page is, and leaves by itself; what went wrong stays until it is closed, and so
//! has a room of its own below the page. So has what is too long to be read beside the page; it leaves by itself all the same.

#[cfg(test)]
mod tests;

use std::{path::PathBuf, time::Duration};

use egui::{
    Align, Align2, Area, Context, EventFilter, Frame, Id, Key, Margin, Modifiers, Order, Role,
    Stroke, TextStyle, Ui, scroll_area::ScrollAreaOutput, style::ScrollAnimation, vec2,
};

use super::{
    banner::tone_icon,
    button::Button,
    icon::{Icon, icon_label, small_icon_button},
    scrolling::{following_keyboard, scrolled_by_keys, take_scrolling_keys},
    theme,
    tokens::{Tone, UiTokens as _, radius, size, space},
};

/// How long a message stays that nobody has to act on, in seconds.
const SECONDS: f64 = 5.0;
/// The same of a long one, which takes longer to read.
const LONG_SECONDS: f64 = 12.0;
/// So many letters have room beside the page: what is deleted or changed with a click must not move the page from under the pointer.
const MOST_LETTERS: usize = 90;
const WIDTH: f32 = 320.0;
/// The room left free below the messages beside the page, in points: the status bar, and above it Recalc Ratings and how the ratings stand.
const BELOW: f32 = 132.0;
/// The same where there is no room beside the page: the status bar.
const ABOVE_STATUS: f32 = size::STATUS_BAR + space::S;
/// What stays takes at most this share of the window's height.
const MOST_OF_WINDOW: f32 = 0.35;
/// So many messages are shown at once, but for those that wait to be closed.
const MOST: usize = 3;
/// What stands beside and around the words of a message, in points: margins, icon and cross.
const BESIDE_WORDS: f32 = 90.0;
/// What stands above and below the words and the buttons of a message, in points.
const AROUND_WORDS: f32 = 36.0;

/// The messages that are shown now. Belongs to the window.
#[derive(Debug, Default)]
pub struct Toasts {
    messages: Vec<Toast>,
    next: u64,
    /// What else had the keyboard last.
    keyboard: Option<Id>,
    /// What gets it back at the end of the frame, so that the key that closed a message does nothing there.
    gives_back: Option<Id>,
    /// The upper edge of those that stand beside the page, in points.
    top: Option<f32>,
    /// The newest of those at the foot that were shown already.
    seen: u64,
    /// Whether the pointer is over those at the foot: they are being read.
    is_foot_read: bool,
}

/// What stands beside a button that takes something back.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Undo {
    Alone,
    /// With one that shows more of it.
    WithSee,
}

#[derive(Debug)]
struct Toast {
    number: u64,
    tone: Tone,
    text: String,
    details: Option<String>,
    /// With a button that takes back what is done.
    undo: Option<Undo>,
    /// What a button opens.
    opens: Option<PathBuf>,
    open: bool,
    /// When it leaves, in the time of egui; set when it is first shown.
    until: Option<f64>,
    /// Whether it says what was undone or redone last.
    is_of_history: bool,
    /// Whether one of its buttons has the keyboard.
    has_keyboard: bool,
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
        if let Some(toast) = self.messages.last_mut() {
            toast.undo = Some(if can_see { Undo::WithSee } else { Undo::Alone });
        }
    }

    /// It is done, and a button opens this file: the way back, which stays until it is closed.
    pub fn opening(&mut self, text: impl Into<String>, file: PathBuf) {
        self.success(text);
        if let Some(toast) = self.messages.last_mut() {
            toast.opens = Some(file);
        }
    }

    /// It is undone, or done again: the message of the time before holds no longer.
    pub fn of_history(&mut self, text: impl Into<String>) {
        self.messages.retain(|toast| !toast.is_of_history);
        self.success(text);
        if let Some(toast) = self.messages.last_mut() {
            toast.is_of_history = true;
        }
    }

    /// What was done last is another thing, so that no button takes back what its message says.
    pub fn forget_undo(&mut self) {
        for toast in &mut self.messages {
            toast.undo = None;
        }
    }

    /// What a button would take back is taken back by now: its message is true no longer.
    pub fn taken_back(&mut self) {
        self.messages.retain(|toast| toast.undo.is_none());
    }

    /// What this message says isn't true any more.
    pub fn withdraw(&mut self, text: &str) {
        self.messages.retain(|toast| toast.text != text);
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
        self.messages.is_empty()
    }

    fn push(&mut self, tone: Tone, text: String, details: Option<String>) {
        // The same message twice is one message, shown again.
        self.messages.retain(|toast| toast.text != text);
        self.next += 1;
        self.messages.push(Toast {
            number: self.next,
            tone,
            text,
            details,
            undo: None,
            opens: None,
            open: false,
            until: None,
            is_of_history: false,
            has_keyboard: false,
        });
        while self.leaving() > MOST {
            self.drop_oldest(|_| true);
        }
    }

    /// How many leave by themselves.
    fn leaving(&self) -> usize {
        self.messages.iter().filter(|toast| !toast.stays()).count()
    }

    /// The oldest of these that leave by themselves leaves now.
    fn drop_oldest(&mut self, of: impl Fn(&Toast) -> bool) {
        let mut messages = self.messages.iter();
        if let Some(oldest) = messages.position(|toast| !toast.stays() && of(toast)) {
            self.messages.remove(oldest);
        }
    }

    /// Whether some have room of their own below the page.
    pub fn has_at_foot(&self) -> bool {
        self.messages.iter().any(Toast::is_at_foot)
    }

    /// Whether a button of one of them has the keyboard.
    pub fn foot_has_keyboard(&self) -> bool {
        let mut at_foot = self.messages.iter().filter(|toast| toast.is_at_foot());
        at_foot.any(|toast| toast.has_keyboard)
    }

    /// The upper edge of those that stand beside the page, in points; nothing where none do.
    pub fn top(&self) -> Option<f32> {
        self.top
    }

    /// Esc closes the message that has the keyboard. Call before anything else takes the key.
    pub fn take_esc(&mut self, ctx: &Context) {
        let Some(at) = self.messages.iter().position(|toast| toast.has_keyboard) else {
            return;
        };
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            self.messages.remove(at);
            self.gives_back = self.keyboard;
            self.give_back(ctx);
        }
    }

    /// Shows those that stay until they are closed, and long ones, in room of their own, so that they cover nothing that is to be read or typed: the
    /// newest first, as there may be room for no more. What was pressed besides closing one. `takes_keyboard`: that goes to the first one.
    pub fn show_at_foot(&mut self, ui: &mut Ui, takes_keyboard: bool) -> Option<ToastAnswer> {
        let mut closed = None;
        let mut answer = None;
        let most = ui.ctx().content_rect().height() * MOST_OF_WINDOW;
        let by = if self.foot_has_keyboard() {
            scrolled_by_keys(ui, most)
        } else {
            0.0
        };
        let shown = egui::ScrollArea::vertical()
            .id_salt("kit toasts at the foot")
            .max_height(most)
            // Unless it is told, it is content with two lines.
            .min_scrolled_height(most)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                if by != 0.0 {
                    ui.scroll_with_delta_animation(vec2(0.0, by), ScrollAnimation::none());
                }
                following_keyboard(ui, |ui| {
                    let at_foot = self.messages.iter_mut().filter(|toast| toast.is_at_foot());
                    for (at, toast) in at_foot.rev().enumerate() {
                        if toast.number > self.seen {
                            self.seen = toast.number;
                            ui.scroll_to_cursor(Some(Align::TOP));
                        }
                        let room = Room {
                            width: ui.available_width() - space::M,
                            height: most,
                        };
                        if let Some(pressed) = toast.show(ui, room, takes_keyboard && at == 0) {
                            closed = Some(toast.number);
                            answer = pressed.answer();
                        }
                    }
                });
            });
        self.is_foot_read = ui.rect_contains_pointer(shown.inner_rect);
        if self.foot_has_keyboard() {
            keep_keys(ui, &shown);
        }
        self.messages.retain(|toast| Some(toast.number) != closed);
        self.follow_keyboard(ui.ctx(), closed.is_some());
        answer
    }

    /// Gives the keyboard back to what had it, once a message that had it is gone.
    fn give_back(&mut self, ctx: &Context) {
        if let Some(before) = self.gives_back.take() {
            ctx.memory_mut(|memory| memory.request_focus(before));
        }
    }

    /// Remembers what has the keyboard, unless a message has it; one that is gone had it, or was clicked.
    fn follow_keyboard(&mut self, ctx: &Context, is_gone: bool) {
        if is_gone {
            self.gives_back = self.keyboard;
            return;
        }
        if !self.messages.iter().any(|toast| toast.has_keyboard) {
            let focused = ctx.memory(egui::Memory::focused);
            self.keyboard = focused.or(self.keyboard);
        }
    }

    /// Shows the messages over the window, and below a question: they wait until that is answered. Call at the end of every frame. What was
    /// pressed besides closing one.
    pub fn show(&mut self, ctx: &Context, over: Over) -> Option<ToastAnswer> {
        let is_asked = ctx.memory(|memory| memory.top_modal_layer().is_some());
        self.give_back(ctx);
        let is_here = |toast: &Toast| over.with_foot || !toast.is_at_foot();
        if !self.messages.iter().any(is_here) {
            self.top = None;
            self.leave(ctx, is_asked);
            return None;
        }
        let place = match over.beside {
            Some(_) => (Align2::LEFT_BOTTOM, vec2(space::S, -BELOW)),
            None => (Align2::RIGHT_BOTTOM, vec2(-space::S, -ABOVE_STATUS)),
        };
        let mut closed = None;
        let mut answer = None;
        let area = Area::new(Id::unique("kit toasts"))
            .order(if is_asked {
                Order::Middle
            } else {
                Order::Foreground
            })
            .anchor(place.0, place.1)
            .default_width(WIDTH)
            .show(ctx, |ui| {
                for toast in self.messages.iter_mut().filter(|toast| is_here(toast)) {
                    let room = Room {
                        width: over.beside.map_or(WIDTH, |beside| WIDTH.min(beside)),
                        height: f32::INFINITY,
                    };
                    if let Some(pressed) = toast.show(ui, room, false) {
                        closed = Some(toast.number);
                        answer = pressed.answer();
                    }
                }
            });
        self.follow_keyboard(ctx, closed.is_some());
        self.give_back(ctx);
        let hovered = area.response.contains_pointer();
        let window = ctx.content_rect();
        let height = area.response.rect.height();
        let top = over.beside.map(|_| window.bottom() - BELOW - height);
        if top != self.top {
            // What stands beside the page makes room.
            self.top = top;
            ctx.request_repaint();
        }
        let is_too_high = top.is_some() && height > window.height() * MOST_OF_WINDOW;
        if is_too_high && !hovered && self.messages.iter().filter(|it| is_here(it)).count() > 1 {
            self.drop_oldest(is_here);
        }
        self.messages.retain(|toast| Some(toast.number) != closed);
        self.leave(ctx, hovered || is_asked);
        answer
    }

    /// Those leave whose time is over. `is_read`: the pointer is over those that lie over the window, or a question lies over them.
    fn leave(&mut self, ctx: &Context, is_read: bool) {
        let now = ctx.input(|input| input.time);
        let is_foot_read = std::mem::take(&mut self.is_foot_read);
        self.messages.retain_mut(|toast| {
            if toast.stays() {
                return true;
            }
            // Under the pointer it is being read, and with the keyboard it is answered.
            let is_read = is_read || is_foot_read && toast.is_at_foot() || toast.has_keyboard;
            if is_read || toast.until.is_none() {
                toast.until = Some(now + toast.seconds());
            }
            let left = toast.until.map_or(0.0, |until| until - now);
            if left > 0.0 {
                ctx.request_repaint_after(Duration::from_secs_f64(left));
            }
            left > 0.0
        });
    }
}

/// Where messages have no room, arrows lead to no other button, and keys that scroll them do nothing on the page.
fn keep_keys<R>(ui: &Ui, shown: &ScrollAreaOutput<R>) {
    let has_room = shown.content_size.y <= shown.inner_rect.height() + 1.0;
    let focused = ui.memory(egui::Memory::focused);
    let Some(button) = focused.filter(|_| !has_room) else {
        return;
    };
    let arrows = EventFilter {
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(button, arrows));
    take_scrolling_keys(ui);
}

/// Where messages lie over the window.
#[derive(Clone, Copy, Debug)]
pub struct Over {
    /// The width of what stands beside the page, in points, in which they cover nothing of it; `None` where nothing does.
    pub beside: Option<f32>,
    /// Whether there is no room of their own for those that stay, and long ones.
    pub with_foot: bool,
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

/// The room for a message, in points.
#[derive(Clone, Copy, Debug)]
struct Room {
    width: f32,
    height: f32,
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

    /// Whether it is more than can be read beside the page.
    fn is_long(&self) -> bool {
        self.text.chars().nth(MOST_LETTERS).is_some()
    }

    /// Whether it stands below the page, in room of its own.
    fn is_at_foot(&self) -> bool {
        self.stays() || self.is_long()
    }

    /// How long it stays if it leaves by itself, in seconds.
    fn seconds(&self) -> f64 {
        if self.is_long() {
            LONG_SECONDS
        } else {
            SECONDS
        }
    }

    /// Whether it stands with its buttons above its words, as below them they would be out of sight.
    fn begins_with_buttons(&self, ui: &Ui, room: Room) -> bool {
        let words = ui.painter().layout(
            self.text.clone(),
            TextStyle::Body.resolve(ui.style()),
            ui.tokens().text_strong,
            room.width - BESIDE_WORDS,
        );
        words.size().y + size::CONTROL_SMALL + AROUND_WORDS > room.height
    }

    /// Draws the message. `takes_keyboard`: what is to be pressed first gets it.
    fn show(&mut self, ui: &mut Ui, room: Room, takes_keyboard: bool) -> Option<Pressed> {
        let t = ui.tokens();
        self.has_keyboard = false;
        let has_buttons = self.undo.is_some() || self.opens.is_some();
        let is_above = has_buttons && self.begins_with_buttons(ui, room);
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
            ui.set_width(room.width - 22.0);
            if is_above {
                pressed = self.button_row(ui, takes_keyboard);
            }
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
                let close = small_icon_button(ui, Icon::Close, "Close message");
                if takes_keyboard && !has_buttons {
                    close.request_focus();
                }
                self.has_keyboard |= close.has_focus();
                if close.clicked() {
                    pressed = Some(Pressed::Close);
                }
            });
            if has_buttons && !is_above {
                ui.add_space(space::XS);
                let answer = self.button_row(ui, takes_keyboard);
                pressed = pressed.take().or(answer);
            }
        });
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

    fn button_row(&mut self, ui: &mut Ui, takes_keyboard: bool) -> Option<Pressed> {
        let row = ui.horizontal(|ui| self.buttons(ui, takes_keyboard));
        row.inner.map(Pressed::Answer)
    }

    fn buttons(&mut self, ui: &mut Ui, takes_keyboard: bool) -> Option<ToastAnswer> {
        if let Some(file) = &self.opens {
            let open = Button::secondary("Open that file").small().show(ui);
            if takes_keyboard {
                open.request_focus();
            }
            self.has_keyboard |= open.has_focus();
            return open.clicked().then(|| ToastAnswer::Open(file.clone()));
        }
        let see = (self.undo == Some(Undo::WithSee)).then(|| {
            let see = Button::secondary("See").small().show(ui);
            self.has_keyboard |= see.has_focus();
            see.clicked()
        });
        let undo = Button::secondary("Undo").small().shortcut("Ctrl+Z");
        let undo = undo.show(ui).accessible_name("Undo what was done");
        self.has_keyboard |= undo.has_focus();
        match (see.unwrap_or(false), undo.clicked()) {
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
            let more = Button::quiet(label).small().show(ui);
            if more.clicked() {
                self.open = !self.open;
            }
            let copy = Button::quiet("Copy details").small().show(ui);
            self.has_keyboard |= more.has_focus() || copy.has_focus();
            if copy.clicked() {
                ui.copy_text(format!("{}\n{details}", self.text));
            }
        });
    }
}
