//! The forms that aren't pages of their own yet. They draw, and send what the director does.

pub(super) mod standings;

use egui::Ui;

use super::kit::Button;
use crate::{
    app::{App, Command},
    domain::show_rating as number,
};

/// A button in the head of a page that gives a command.
pub(super) fn command_button(ui: &mut Ui, app: &mut App, button: Button<'_>, command: Command) {
    let keys = command.keys();
    let why_not = app.why_not(command);
    if button.shortcut(&keys).refused(why_not).show(ui).clicked() {
        app.send(command);
    }
}
