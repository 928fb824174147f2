//! The first screen: what can be opened.

use std::path::Path;

use egui::{Align, Layout, Response, Role, ScrollArea, Ui, UiBuilder, WidgetInfo, vec2};

use super::kit::{
    Busy, Button, Icon, UiTokens as _, icon,
    input::elided_in_the_middle,
    page::{card, section_title},
    scrolling::following_keyboard,
    theme,
    tip::Tip as _,
    tokens::{size, space},
};
use crate::app::{Action, App, Command, FocusTarget, Pane};

/// The widest that the screen gets, in points.
const WIDTH: f32 = 680.0;

/// The buttons on it are all as wide as this, in points.
const BUTTON: f32 = 214.0;

/// Words that would have less room than this beside a button, in points, have the button below them.
const LEAST_TEXT: f32 = 220.0;

/// A folder that would have less room than this beside the name of its camp, in points, stands below it.
const LEAST_FOLDER: f32 = 140.0;

/// Shows the screen.
pub(super) fn show(ui: &mut Ui, app: &mut App) {
    // There is no list: what is meant most often gets what is sent there.
    let is_opening = app.opening;
    let to_list = |to: &mut FocusTarget| !is_opening && *to == FocusTarget::List;
    let is_sent = app.focus_next.take_if(to_list).is_some();
    if is_sent {
        app.pane = Pane::List;
    }
    let margin = ((ui.available_width() - WIDTH) / 2.0).max(0.0);
    ScrollArea::vertical().show(ui, |ui| {
        following_keyboard(ui, |ui| {
            ui.add_space((ui.available_height() * 0.08).max(space::M));
            ui.horizontal_top(|ui| {
                ui.add_space(margin);
                ui.vertical(|ui| {
                    ui.set_width(WIDTH.min(ui.available_width()));
                    heading(ui);
                    ui.add_space(space::L);
                    if app.opening {
                        Busy::new("Opening the camp").show(ui);
                        return;
                    }
                    recent(ui, app, is_sent);
                    ways_in(ui, app, is_sent);
                });
            });
        });
    });
}

fn heading(ui: &mut Ui) {
    let t = ui.tokens();
    ui.horizontal(|ui| {
        logo(ui, 56.0);
        ui.add_space(space::S);
        ui.vertical(|ui| {
            let title = egui::RichText::new("Camp Ladder")
                .font(theme::bold(28.0))
                .color(t.text_strong);
            ui.label(title);
            let about = "Players, games, exact ratings and printed standings of a chess camp";
            weak_words(ui, about);
        });
    });
}

/// The program's icon, this many points wide.
fn logo(ui: &mut Ui, width: f32) {
    let id = egui::Id::unique("logo");
    let known = ui.data(|data| data.get_temp::<egui::TextureHandle>(id));
    let texture = known.unwrap_or_else(|| {
        let icon = crate::ui::icon();
        let size = [icon.width as usize, icon.height as usize];
        let image = egui::ColorImage::from_rgba_unmultiplied(size, &icon.rgba);
        let mut options = egui::TextureOptions::LINEAR;
        options.mipmap_mode = Some(egui::TextureFilter::Linear);
        let texture = ui.ctx().load_texture("logo", image, options);
        ui.data_mut(|data| data.insert_temp(id, texture.clone()));
        texture
    });
    let image = egui::Image::new(&texture)
        .fit_to_exact_size(vec2(width, width))
        .alt_text("Camp Ladder");
    ui.add(image);
}

fn ways_in(ui: &mut Ui, app: &mut App, is_sent: bool) {
    let ways = [
        (
            Command::NEW_CAMP,
            Icon::New,
            "New camp",
            "Begin with an empty ladder, and type groups and campers",
        ),
        (
            Command::IMPORT,
            Icon::Import,
            "Import from Access",
            "Bring over the Access file, or text that Access exported",
        ),
        (
            Command::OPEN_CAMP,
            Icon::Open,
            "Open a camp",
            "Open a camp file (.ladder)",
        ),
        (
            Command::NEW_CAMP_FROM_OLD,
            Icon::Players,
            "New camp from an old one",
            "Take groups, settings and campers over from an old camp",
        ),
        (
            Command::OPEN_SAMPLE,
            Icon::Standings,
            "Sample camp",
            "Try everything in a camp with invented names",
        ),
    ];
    for (command, icon, title, text) in ways {
        let t = ui.tokens();
        card(ui, |ui| {
            let beside = size::ICON + 2.0 * space::M + BUTTON + space::L;
            let is_below = ui.available_width() - beside < LEAST_TEXT;
            ui.horizontal(|ui| {
                icon::icon_label(ui, icon, t.accent);
                ui.add_space(space::S);
                ui.vertical(|ui| {
                    let for_button = if is_below { 0.0 } else { BUTTON + space::L };
                    ui.set_width(ui.available_width() - for_button);
                    ui.spacing_mut().item_spacing.y = space::XS;
                    let title = egui::RichText::new(title)
                        .font(theme::medium(size::TEXT_TITLE))
                        .color(t.text_strong);
                    ui.add(egui::Label::new(title).wrap());
                    weak_words(ui, text);
                    if is_below {
                        ui.add_space(space::XS);
                        way_in(ui, app, command, is_sent);
                    }
                });
                if !is_below {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        way_in(ui, app, command, is_sent);
                    });
                }
            });
        });
    }
}

fn weak_words(ui: &mut Ui, text: &str) {
    let text = egui::RichText::new(text).color(ui.tokens().text_weak);
    ui.add(egui::Label::new(text).wrap());
}

/// The button of a way in.
fn way_in(ui: &mut Ui, app: &mut App, command: Command, is_sent: bool) {
    // A key with Shift would make its button wider than the others.
    let keys = command
        .shortcut()
        .filter(|keys| !keys.shift)
        .map_or_else(String::new, crate::app::commands::Shortcut::text);
    let is_first = command == Command::IMPORT && app.settings.recent.is_empty();
    let button = if is_first {
        Button::primary(command.text())
    } else {
        Button::secondary(command.text())
    };
    let button = if keys.is_empty() {
        button
    } else {
        button.shortcut(&keys)
    };
    let button = button.min_width(BUTTON).show(ui);
    if is_first {
        takes_keyboard(&button, app, is_sent);
    }
    if button.clicked() {
        app.send(command);
    }
}

/// The button that is meant most often has the keyboard if that is sent here, and as long as nothing else wants it.
fn takes_keyboard(button: &Response, app: &App, is_sent: bool) {
    let is_free = button.ctx.memory(|memory| memory.focused().is_none());
    if is_sent || is_free && app.dialog.is_none() && app.focus_next.is_none() {
        button.request_focus();
    }
}

fn recent(ui: &mut Ui, app: &mut App, is_sent: bool) {
    if app.settings.recent.is_empty() {
        return;
    }
    section_title(ui, "Recent camps");
    ui.add_space(space::XS);
    let mut open = None;
    let room = ui.available_width();
    let names = app.settings.recent.iter().map(|path| {
        path.file_stem().map_or_else(
            || path.display().to_string(),
            |name| name.to_string_lossy().into_owned(),
        )
    });
    let names = names.collect::<Vec<_>>();
    let buttons = names.iter().enumerate().map(|(at, name)| {
        let button = if at == 0 {
            Button::primary(name)
        } else {
            Button::quiet(name)
        };
        let button = button.icon(Icon::File).max_width(room);
        let width = button.width(ui);
        (button, width)
    });
    let buttons = buttons.collect::<Vec<_>>();
    // Folders stand in a column, behind the longest name that leaves room for them.
    let widths = buttons.iter().map(|(_, width)| *width);
    let widths = widths.filter(|width| room - width >= LEAST_FOLDER);
    let column = widths.fold(0.0, f32::max);
    let recent = app.settings.recent.iter().zip(buttons).enumerate();
    let top = ui.cursor().top();
    for (at, (path, (button, width))) in recent {
        let is_beside = width <= column;
        let indent = button.text_indent(ui);
        ui.horizontal(|ui| {
            let button = button.show(ui);
            if at == 0 {
                takes_keyboard(&button, app, is_sent);
            }
            if button.clicked() {
                open = Some(path.clone());
            }
            if is_beside {
                ui.add_space(column - width);
                folder_label(ui, path, top);
            }
        });
        if !is_beside {
            // Under the name, and nearer to it than to the next one.
            ui.add_space(-space::S);
            let room = ui.available_rect_before_wrap();
            let room = room.with_min_x(room.left() + indent);
            let below = UiBuilder::new().max_rect(room);
            ui.scope_builder(below, |ui| folder_label(ui, path, top));
            ui.add_space(space::XS);
        }
    }
    ui.add_space(space::L);
    if let Some(path) = open {
        app.send(Action::Open(path));
    }
}

/// The folder of a camp; where it is cut, the pointer shows the whole path above the list of camps, which begins at `top`.
fn folder_label(ui: &mut Ui, path: &Path, top: f32) {
    let folder = path.parent().map(Path::display);
    let folder = folder.map_or_else(String::new, |folder| folder.to_string());
    let font = theme::regular(size::TEXT);
    let shown = elided_in_the_middle(ui, &folder, &font, ui.available_width());
    let is_cut = shown != folder;
    let shown = egui::RichText::new(shown)
        .font(font)
        .color(ui.tokens().text_weak);
    let label = ui.add(egui::Label::new(shown).extend());
    label.widget_info(|| WidgetInfo::labeled(Role::Label, true, &folder));
    if is_cut {
        label.tip_above(top, path.display().to_string());
    }
}
