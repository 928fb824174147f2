//! When the list of a page takes the keyboard: arrow keys do nothing while it is nowhere.

use egui::{Id, Popup, Ui};

use crate::{
    app::{
        FocusTarget, Pane,
        page::{Ctx, Outbox},
    },
    kit::dialog::has_left_keyboard_nowhere,
};

/// Whether the keyboard is sent to the list of the page.
pub(crate) fn is_sent_to_list(out: &mut Outbox) -> bool {
    let to_list = |to: &mut FocusTarget| *to == FocusTarget::List;
    out.focus_next.take_if(to_list).is_some()
}

/// Whether a list takes the keyboard: it is sent there, or a question has left it nowhere. F6 goes on from the list then.
pub(crate) fn comes_to_list(ui: &Ui, out: &mut Outbox) -> bool {
    let comes = is_sent_to_list(out) || has_left_keyboard_nowhere(ui.ctx());
    if comes {
        out.pane = Pane::List;
    }
    comes
}

/// The same of a list beside which nothing is typed: it also takes what a click has left nowhere, on a button or into a message.
pub(crate) fn stays_in_list(ui: &Ui, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
    let is_nowhere = !ctx.has_dialog
        && !Popup::is_any_open(ui.ctx())
        && ui.memory(|memory| memory.focused().is_none());
    comes_to_list(ui, out) || is_nowhere
}

/// Has such a list keep the keyboard, and take it where it `is_new`.
pub(crate) fn keep_in_list(ui: &Ui, (ctx, out): (&Ctx<'_>, &mut Outbox), list: Id, is_new: bool) {
    if stays_in_list(ui, ctx, out) || is_new {
        ui.memory_mut(|memory| memory.request_focus(list));
    }
    if ui.memory(|memory| memory.has_focus(list)) {
        out.pane = Pane::List;
    }
}
