//! How the pages about weeks look.

pub(super) mod close;
pub(super) mod dialogs;
pub(super) mod list;
pub(super) mod start;

use egui::{Key, Modifiers, Ui};

use crate::{
    app::{
        Action, Pane,
        page::{Ctx, Outbox},
    },
    kit::{
        Button, Icon,
        page::{page_header, takes_escape},
    },
};

/// What holds for every page about weeks when it is drawn: its list may have the keyboard, and Esc leads back.
fn finish(ui: &Ui, ctx: &Ctx<'_>, out: &mut Outbox, has_keyboard: bool) {
    if has_keyboard {
        out.pane = Pane::List;
    }
    // While a box or a menu is open, Esc is theirs.
    if !ctx.has_dialog && takes_escape(ui) {
        out.send(Action::Back);
    }
}

/// A page narrower than this, in points, has no room for keys beside the words of its buttons.
const NARROW: f32 = 480.0;

/// The head of a page on which something is decided.
struct Head<'a> {
    title: &'a str,
    about: &'a str,
    /// What the page is for.
    go: &'a str,
    /// Why that can't be done now.
    refused: Option<&'a str>,
    /// Whether its button takes the keyboard.
    takes_keyboard: bool,
}

impl Head<'_> {
    /// Shows the head: whether it is to be done, or the page to be left. Ctrl+Enter does it wherever the keyboard is, or says why it can't be.
    fn show(&self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) -> [bool; 2] {
        let take = || ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
        // Taken also when it is refused: left to egui, it presses what has the keyboard.
        let is_pressed = !ctx.has_dialog && take();
        if let Some(reason) = self.refused.filter(|_| is_pressed) {
            out.notices.note(reason);
        }
        let mut goes = is_pressed && self.refused.is_none();
        let mut leaves = false;
        let is_narrow = ui.available_width() < NARROW;
        let about = if is_narrow { "" } else { self.about };
        page_header(ui, self.title, about, |ui| {
            let mut go = Button::primary(self.go).refused(self.refused);
            let mut cancel = Button::secondary("Cancel");
            if !is_narrow {
                go = go.icon(Icon::Check).shortcut("Ctrl+Enter");
                cancel = cancel.shortcut("Esc");
            }
            leaves = cancel.show(ui).clicked();
            let go = go.show(ui);
            if self.takes_keyboard {
                go.request_focus();
            }
            goes |= go.clicked();
        });
        [goes, leaves]
    }
}
