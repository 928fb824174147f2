//! What somebody else did to the file of the camp, above every page, for as long as it holds.

use egui::Ui;

use super::kit::{Banner, tokens::space};
use crate::app::{App, Command};

pub(super) fn banner(ui: &mut Ui, app: &mut App) {
    let Some(change) = app.camp.as_ref().and_then(|camp| camp.outside) else {
        return;
    };
    let what = format!("{change}. Nothing is saved any more");
    let banner = Banner::error(&what)
        .detail("Save a copy of what this window holds, and go on in that.")
        .action("Save a copy…");
    if banner.show(ui).is_some() {
        app.send(Command::SaveCopy);
    }
    ui.add_space(space::S);
}
