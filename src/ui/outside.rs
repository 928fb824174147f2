//! What somebody else did to the file of the camp, above every page, for as long as it holds.

use egui::Ui;

use super::kit::{Banner, tokens::space};
use crate::app::{App, Command};

pub(super) fn banner(ui: &mut Ui, app: &mut App) {
    let Some(why) = app.not_saved_because() else {
        return;
    };
    let what = format!("{why}. Nothing is saved any more");
    let mut banner = Banner::error(&what).action("Save a copy…");
    // In a low window the page needs the room.
    if ui.ctx().content_rect().height() >= 480.0 {
        banner = banner.detail("Save a copy of what this window holds, and go on in that.");
    }
    if banner.show(ui).is_some() {
        app.send(Command::SAVE_COPY);
    }
    ui.add_space(space::S);
}
