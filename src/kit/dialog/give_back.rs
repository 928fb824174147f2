//! Gives the keyboard back to where it was before a dialog.

use egui::{Context, Id, Ui};

/// Who gets the keyboard after a dialog.
///
/// egui takes the keyboard from everything below a modal layer in the frame after it was last shown, too. So it is
/// given back at the end of that frame, by a callback of the context.
#[derive(Clone, Copy, Debug)]
pub(super) struct GiveBack {
    to: Id,
    frames: u8,
}

impl GiveBack {
    fn id() -> Id {
        Id::unique("kit dialog gives the keyboard back")
    }

    pub(super) fn later(ctx: &Context, to: Id) {
        ctx.data_mut(|data| data.insert_temp(Self::id(), Self { to, frames: 1 }));
        ctx.request_repaint();
    }

    pub(super) fn forget(ctx: &Context) {
        ctx.data_mut(|data| data.remove::<Self>(Self::id()));
    }

    fn end_of_frame(ctx: &Context) {
        let Some(waiting) = ctx.data(|data| data.get_temp::<Self>(Self::id())) else {
            return;
        };
        Self::forget(ctx);
        if waiting.frames == 0 {
            ctx.memory_mut(|m| m.request_focus(waiting.to));
        } else {
            let frames = waiting.frames - 1;
            ctx.data_mut(|data| data.insert_temp(Self::id(), Self { frames, ..waiting }));
        }
        ctx.request_repaint();
    }
}

/// Lets dialogs give the keyboard back; part of [`crate::kit::theme::install`].
pub(in crate::kit) fn install(ctx: &Context) {
    let end_of_frame = |ui: &mut Ui| GiveBack::end_of_frame(ui.ctx());
    ctx.on_end_pass("kit dialog", std::sync::Arc::new(end_of_frame));
}
