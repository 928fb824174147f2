//! A page that stands in place of another for a while: Esc leaves it, and the keyboard goes back to where it was.

use egui::{Context, Id, Order, Ui};

use crate::app::FocusTarget;

/// Where the keyboard was before.
#[derive(Debug, Default)]
pub(crate) struct Cover {
    is_open: bool,
    came_from: Option<Id>,
}

impl Cover {
    /// The page is shown. Whether it wasn't before.
    pub(crate) fn open(&mut self, ctx: &Context) -> bool {
        let opens = !std::mem::replace(&mut self.is_open, true);
        if opens {
            self.came_from = keyboard_of_page(ctx);
        }
        opens
    }

    /// The page isn't shown: if it was before, sends the keyboard to where it was then, unless it has gone elsewhere.
    pub(crate) fn close(&mut self, ui: &Ui, focus_next: &mut Option<FocusTarget>) {
        if !std::mem::replace(&mut self.is_open, false) {
            return;
        }
        let came_from = self.came_from.take();
        if focus_next.is_some() {
            return;
        }
        match came_from {
            Some(id) => ui.memory_mut(|memory| memory.request_focus(id)),
            None => *focus_next = Some(FocusTarget::List),
        }
    }
}

/// What has the keyboard on the page. What has it in a menu is gone when the menu is.
pub(crate) fn keyboard_of_page(ctx: &Context) -> Option<Id> {
    let focused = ctx.memory(egui::Memory::focused)?;
    let response = ctx.read_response(focused)?;
    (response.layer_id.order == Order::Background).then_some(focused)
}
