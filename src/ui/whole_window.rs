//! What stands in place of the whole window, with the strip of the page below at its foot.

use egui::{CentralPanel, Context, Frame, Id, Margin, Panel, Ui, ViewportCommand};

use crate::{app::App, kit::UiTokens as _, pages::looks::cover::keyboard_of_page};

/// What the window was like before something else took its place.
#[derive(Debug, Default)]
pub(super) struct FullScreen {
    before: Option<Before>,
}

#[derive(Clone, Copy, Debug)]
struct Before {
    /// Whether the whole screen has been asked for since.
    took_screen: bool,
    keyboard: Option<Id>,
}

impl FullScreen {
    /// Asks for the whole screen if that is wanted, and gives it back afterwards.
    pub(super) fn follow(&mut self, ctx: &Context, app: &mut App) {
        let is_shown = app.session.in_place_of_window().is_some();
        match (is_shown, self.before) {
            (true, None) => {
                let is_full = ctx.input(|input| input.viewport().fullscreen == Some(true));
                let takes_screen = !is_full;
                self.before = Some(Before {
                    took_screen: takes_screen,
                    keyboard: keyboard_of_page(ctx),
                });
                if takes_screen {
                    ctx.send_viewport_cmd(ViewportCommand::Fullscreen(true));
                }
            }
            (false, Some(before)) => {
                self.before = None;
                if before.took_screen {
                    ctx.send_viewport_cmd(ViewportCommand::Fullscreen(false));
                }
                if let Some(id) = before.keyboard.filter(|_| app.dialog.is_none()) {
                    app.focus_next = None;
                    ctx.memory_mut(|memory| memory.request_focus(id));
                }
            }
            _ => {}
        }
    }
}

/// Shows what stands in place of the whole window. Whether anything does.
pub(super) fn show(ui: &mut Ui, app: &mut App) -> bool {
    if app.session.in_place_of_window().is_none() {
        return false;
    }
    if app.strip().is_open() {
        strip(ui, app);
    }
    let frame = Frame::new().fill(ui.tokens().surface);
    CentralPanel::default().frame(frame).show(ui, |ui| {
        app.with_whole_window(|page, ctx, out| page.view(ui, ctx, out));
    });
    true
}

fn strip(ui: &mut Ui, app: &mut App) {
    let frame = Frame::new()
        .fill(ui.tokens().surface_sunken)
        .inner_margin(Margin::symmetric(16, 12));
    Panel::bottom("strip")
        .resizable(false)
        .frame(frame)
        .show(ui, |ui| {
            app.with_strip(|page, ctx, out| page.strip(ui, ctx, out));
        });
}
