//! Gives the keyboard back to where it was before a dialog.

use egui::{Context, Event, Id, Key, Popup, Ui};

/// Who gets the keyboard after a dialog.
///
/// egui takes the keyboard from everything below a modal layer in the frame after it was last shown, too. So it is
/// given back at the end of that frame, by a callback of the context.
#[derive(Clone, Copy, Debug)]
pub(super) struct GiveBack {
    /// Nothing had it.
    to: Option<Id>,
    frames: u8,
}

impl GiveBack {
    fn id() -> Id {
        Id::unique("kit dialog gives the keyboard back")
    }

    pub(super) fn later(ctx: &Context, to: Option<Id>) {
        ctx.data_mut(|data| data.insert_temp(Self::id(), Self { to, frames: 1 }));
        ctx.request_repaint();
    }

    pub(super) fn forget(ctx: &Context) {
        ctx.data_mut(|data| data.remove::<Self>(Self::id()));
    }

    /// What gets the keyboard after a dialog that comes now: what had it before the one that led to this, if one did.
    pub(super) fn before_dialog(ctx: &Context) -> Option<Id> {
        if let Some(waiting) = ctx.data(|data| data.get_temp::<Self>(Self::id())) {
            Self::forget(ctx);
            return waiting.to;
        }
        let focused = ctx.memory(egui::Memory::focused);
        focused.or_else(|| Escaped::before(ctx))
    }

    fn end_of_frame(ctx: &Context) {
        HasGone::end_of_frame(ctx);
        let Some(waiting) = ctx.data(|data| data.get_temp::<Self>(Self::id())) else {
            return;
        };
        Self::forget(ctx);
        if waiting.frames > 0 {
            let frames = waiting.frames - 1;
            ctx.data_mut(|data| data.insert_temp(Self::id(), Self { frames, ..waiting }));
        } else {
            if let Some(to) = waiting.to {
                ctx.memory_mut(|m| m.request_focus(to));
            }
            let is_nowhere = waiting.to.is_none();
            ctx.data_mut(|data| data.insert_temp(Self::id(), HasGone { is_nowhere }));
        }
        ctx.request_repaint();
    }
}

/// A dialog has gone, and it isn't known yet whether something has the keyboard: egui notices late that a control is gone.
#[derive(Clone, Copy, Debug, Default)]
struct HasGone {
    /// Nothing had it at the end of the frame before.
    is_nowhere: bool,
}

impl HasGone {
    fn end_of_frame(ctx: &Context) {
        let Some(gone) = ctx.data_mut(|data| data.remove_temp::<Self>(GiveBack::id())) else {
            return;
        };
        let focused = ctx.memory(egui::Memory::focused);
        let is_nowhere = focused.is_none();
        let is_known = focused.map_or(gone.is_nowhere, |id| ctx.read_response(id).is_some());
        if !is_known {
            ctx.data_mut(|data| data.insert_temp(GiveBack::id(), Self { is_nowhere }));
            ctx.request_repaint();
        }
    }
}

/// Whether a dialog has just gone and nothing has the keyboard: as before the dialog, or since what had it is gone, too.
pub fn has_left_keyboard_nowhere(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp::<HasGone>(GiveBack::id()))
        .is_some()
        && ctx.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none())
        && !Popup::is_any_open(ctx)
}

/// What had the keyboard before Esc. egui takes it from there at once, and a page that Esc leads out of asks its question in the frame after.
#[derive(Clone, Copy, Debug, Default)]
struct Escaped {
    from: Option<Id>,
    /// The pass in which Esc was pressed.
    at: Option<u64>,
}

/// The question comes in so many passes: a frame may take two.
const PASSES: u64 = 2;

impl Escaped {
    fn id() -> Id {
        Id::unique("kit dialog comes by Esc")
    }

    fn before(ctx: &Context) -> Option<Id> {
        let last: Self = ctx.data(|data| data.get_temp(Self::id()))?;
        let now = ctx.cumulative_pass_nr();
        last.from
            .filter(|_| last.at.is_some_and(|at| now.saturating_sub(at) <= PASSES))
    }

    fn end_of_frame(ctx: &Context) {
        let is_escape = |event: &Event| {
            matches!(
                event,
                Event::Key {
                    key: Key::Escape,
                    pressed: true,
                    ..
                }
            )
        };
        // As it came: the page may have taken the key.
        let is_pressed = ctx.input(|input| input.raw.events.iter().any(is_escape));
        let focused = ctx.memory(egui::Memory::focused);
        let now = ctx.cumulative_pass_nr();
        ctx.data_mut(|data| {
            let last: &mut Self = data.get_temp_mut_or_default(Self::id());
            if is_pressed && focused.is_none() {
                last.at = Some(now);
            } else if focused.is_some() || last.at.is_none_or(|at| now.saturating_sub(at) >= PASSES)
            {
                *last = Self {
                    from: focused,
                    at: None,
                };
            }
        });
    }
}

/// Lets dialogs give the keyboard back; part of [`crate::kit::theme::install`].
pub(in crate::kit) fn install(ctx: &Context) {
    let end_of_frame = |ui: &mut Ui| {
        GiveBack::end_of_frame(ui.ctx());
        Escaped::end_of_frame(ui.ctx());
    };
    ctx.on_end_pass("kit dialog", std::sync::Arc::new(end_of_frame));
}
