//! A page that stands in place of another for a while: Esc leaves it, and the keyboard goes back to where it was.

use egui::{Context, Id, Order, Ui};

use crate::app::FocusTarget;

/// Where the keyboard was before, of each that stands over another.
#[derive(Debug, Default)]
pub(crate) struct Cover {
    came_from: Vec<Option<Id>>,
}

impl Cover {
    /// The page is shown. Whether it wasn't before.
    pub(crate) fn open(&mut self, ctx: &Context) -> bool {
        let opens = self.came_from.is_empty();
        if opens {
            self.came_from.push(keyboard_of_page(ctx));
        }
        opens
    }

    /// As many pages as this stand one over the other.
    pub(crate) fn stack(&mut self, ui: &Ui, height: usize, focus_next: &mut Option<FocusTarget>) {
        while self.came_from.len() < height {
            self.came_from.push(keyboard_of_page(ui.ctx()));
        }
        if let Some(came_from) = self.came_from.drain(height..).next() {
            give_back(ui, came_from, focus_next);
        }
    }

    /// The page isn't shown: if it was before, sends the keyboard to where it was then, unless it has gone elsewhere.
    pub(crate) fn close(&mut self, ui: &Ui, focus_next: &mut Option<FocusTarget>) {
        self.stack(ui, 0, focus_next);
    }
}

fn give_back(ui: &Ui, came_from: Option<Id>, focus_next: &mut Option<FocusTarget>) {
    if focus_next.is_some() {
        return;
    }
    match came_from {
        Some(id) => ui.memory_mut(|memory| memory.request_focus(id)),
        None => *focus_next = Some(FocusTarget::List),
    }
}

/// What has the keyboard on the page. What has it in a menu is gone when the menu is.
pub(crate) fn keyboard_of_page(ctx: &Context) -> Option<Id> {
    let focused = ctx.memory(egui::Memory::focused)?;
    let response = ctx.read_response(focused)?;
    (response.layer_id.order == Order::Background).then_some(focused)
}
