//! One file a form, named as the form is. Forms draw, and send what the director does.

mod datasheet;
pub(super) mod games;
pub(super) mod groups;
mod list;
mod navigation;
pub(super) mod players;
pub(super) mod standings;

use egui::Ui;

use self::datasheet::Datasheet;
use super::kit::{Button, Icon, page::page_header, segmented, tokens::space};
use crate::pages::looks::{
    field_box,
    fields::{self, Fields},
    record::{NARROW, reason, record_buttons, record_panel, record_title},
};
use crate::{
    app::{App, Command, View},
    domain::show_rating as number,
};

/// What the head of a form needs, in points: for its title, for each view, for the button.
const TITLE: f32 = 180.0;
const VIEW: f32 = 108.0;
const NEW: f32 = 176.0;

/// The head of a form: title, a button for a new record with the name `new` where there is one, and the switch between the
/// views, which gets a line of its own where there is no room beside the title.
fn form_header(ui: &mut Ui, app: &mut App, subtitle: &str, new: Option<&str>) {
    let views = app.page.views.iter().fold(0.0, |sum, _| sum + VIEW);
    let button = if new.is_some() { NEW } else { 0.0 };
    let has_room = ui.available_width() >= TITLE + views + button;
    page_header(ui, app.page.title, subtitle, |ui| {
        if let Some(new) = new {
            let add = Button::primary(new).icon(Icon::Add);
            command_button(ui, app, add, Command::NEW_RECORD);
        }
        if has_room {
            view_switch(ui, app);
        }
    });
    if !has_room {
        view_switch(ui, app);
    }
    ui.add_space(space::S);
}

/// The views of the form, where it has more than one.
fn view_switch(ui: &mut Ui, app: &mut App) {
    let views = app.page.views;
    let now = app.views.of(app.page);
    if let [_, _, ..] = views
        && let Some(chosen) = views.iter().position(|view| *view == now)
    {
        let titles = views.iter().map(|view| view.title()).collect::<Vec<_>>();
        if let Some(to) = segmented(ui, "View", &titles, chosen)
            && let Some(view) = views.get(to)
        {
            app.send(view.command());
        }
    }
}

/// Whether something is typed in a field of text that isn't saved yet, in this view of a form.
fn is_typing(view: View, fields: &Fields, datasheet: &Datasheet) -> bool {
    match view {
        View::Form => fields.is_typing(),
        View::Datasheet => datasheet.is_typing(),
        View::Entry | View::Check => false,
    }
}

/// A button in the head of a page that gives a command.
pub(super) fn command_button(ui: &mut Ui, app: &mut App, button: Button<'_>, command: Command) {
    let keys = command.keys();
    let why_not = app.why_not(command);
    if button.shortcut(&keys).refused(why_not).show(ui).clicked() {
        app.send(command);
    }
}
