//! What stands around the pages: menu, list of pages, status bar.

use egui::{Color32, Panel, ScrollArea, Ui};

use super::{
    kit::{
        self, Busy, Button, Icon, NavItem, StatusBar, UiTokens as _,
        busy::progress_bar,
        icon_button,
        nav::nav_title,
        scrolling::following_keyboard,
        status_bar::{long_status_item, status_button, status_item, status_item_or},
        theme,
        tip::Tip as _,
        tokens::{Tokens, size, space},
    },
    menus,
};
use crate::{
    app::{Action, App, Command, FocusTarget, OpenCamp, Pane},
    domain::{Severity, counted, grouped, show_date, show_time},
    storage::Mode,
};

/// The height of the button Recalc Ratings with the line above it, in points.
const RECALC: f32 = 76.0;

/// The width of the side bar where it has icons only, in points.
pub(super) const RAIL: f32 = 68.0;

/// In a side bar lower than this, in points, everything stands closer together.
const LOW: f32 = 590.0;

/// The menus.
pub(super) fn menu_bar(ui: &mut Ui, app: &mut App) {
    let frame = egui::Frame::new()
        .fill(ui.tokens().surface)
        .inner_margin(egui::Margin::symmetric(8, 3));
    Panel::top("menu").frame(frame).show(ui, |ui| {
        egui::MenuBar::new().ui(ui, |ui| menus::show(ui, app));
    });
}

/// The camp, its pages, and the button that the program is about. `messages`: the upper edge of those that stand in front of it.
pub(super) fn side_bar(ui: &mut Ui, app: &mut App, messages: Option<f32>) {
    let Some(camp) = &app.session.camp else {
        return;
    };
    let t = ui.tokens();
    let name = egui::RichText::new(&camp.data.name)
        .font(theme::bold(size::TEXT_TITLE))
        .color(t.text_strong);
    let week = camp.data.week.title();
    let is_low = ui.available_height() < LOW;
    if is_low {
        ui.spacing_mut().item_spacing.y = 2.0;
    }
    let is_rail = ui.available_width() < RAIL;
    if !is_rail {
        ui.add_space(space::S);
        ui.add(egui::Label::new(name).truncate());
        ui.add(egui::Label::new(egui::RichText::new(week).color(t.text_weak)).truncate());
        if is_low {
            ui.add_space(space::XS);
        } else {
            ui.add_space(space::M);
            nav_title(ui, "Ladder");
        }
    }
    let foot = if is_rail && !app.is_recalculating() {
        size::CONTROL
    } else {
        RECALC
    };
    let room = ui.available_height() - foot - space::S;
    let above = messages.map_or(room, |top| top - ui.cursor().top() - space::S);
    ScrollArea::vertical()
        .max_height(room.min(above).max(size::NAV))
        .show(ui, |ui| {
            following_keyboard(ui, |ui| page_list(ui, app, (is_low, is_rail)));
        });
    // At the foot of the bar, where it stays whatever stands above.
    let least = if is_low { 0.0 } else { space::M };
    ui.add_space((ui.available_height() - foot).max(least));
    if is_rail {
        recalc_icon(ui, app);
    } else {
        recalc_button(ui, app);
    }
}

/// The pages. `is_low`: close together; `is_rail`: icons only.
fn page_list(ui: &mut Ui, app: &mut App, (is_low, is_rail): (bool, bool)) {
    let shows_page = app.why_another_comes_first().is_none();
    let listed = app.pages().filter_map(|spec| Some((spec, spec.listed()?)));
    let listed = listed.filter(|(spec, listed)| app.is_listed(spec, listed));
    let listed = listed.map(|(spec, listed)| (spec.page, listed));
    let listed = listed.collect::<Vec<_>>();
    // A page that isn't listed is come to from elsewhere.
    let current = listed.iter().position(|(page, _)| app.page == *page);
    let to_focus = app.focus_next == Some(FocusTarget::SideBar);
    for (at, (page, listed)) in listed.into_iter().enumerate() {
        let keys = listed.command.keys();
        let count = app
            .session
            .camp
            .as_ref()
            .and_then(|camp| (listed.count)(&camp.data))
            .map(grouped);
        let mut item = NavItem::new(listed.icon, page.title)
            .selected(shows_page && app.page == page)
            .low(is_low)
            .icon_only(is_rail)
            .shortcut(&keys);
        if let Some(count) = &count {
            item = item.count(count);
        }
        let response = item.show(ui);
        if to_focus && at == current.unwrap_or(0) {
            app.focus_next = None;
            response.request_focus();
        }
        if response.has_focus() {
            app.pane = Pane::SideBar;
        }
        if response.clicked() {
            if !shows_page {
                app.send(Action::Back);
            }
            app.send(listed.command);
        }
    }
}

/// Recalc Ratings where there is room for an icon.
fn recalc_icon(ui: &mut Ui, app: &mut App) {
    let t = ui.tokens();
    if app.is_recalculating() {
        ui.vertical_centered(kit::busy::spinner);
        if app.recalculating().is_some() {
            let cancel = icon_button(ui, Icon::Close, "Cancel Recalc Ratings");
            if cancel.clicked() {
                app.send(Action::CancelRecalculation);
            }
        }
        return;
    }
    let Some((_, state)) = ratings_state(t, app) else {
        return;
    };
    let why_not = app.why_not(Command::RECALCULATE).map(str::to_owned);
    let button = Button::primary("")
        .icon(Icon::Recalc)
        .refused(why_not.as_deref())
        .min_width(ui.available_width());
    let text = Command::RECALCULATE.text();
    let keys = Command::RECALCULATE.keys();
    let response = button.show(ui).accessible_name(text);
    let response = response.tip(format!("{text} ({keys}): {state}"));
    if response.clicked() {
        app.send(Command::RECALCULATE);
    }
}

/// How the ratings stand, with its colour; nothing where no camp is open.
fn ratings_state(t: &Tokens, app: &App) -> Option<(Color32, String)> {
    let camp = app.session.camp.as_ref()?;
    let closed = format!("{} is closed", camp.data.week.name());
    let (color, state) = if camp.data.week.is_closed() {
        (t.text_weak, closed.as_str())
    } else if camp.is_stopped() {
        (t.danger, "Fix problems first (F7)")
    } else if camp.is_out_of_date() {
        (t.warning, "Recalc needed")
    } else {
        (t.success, "Ratings up to date")
    };
    Some((color, state.to_owned()))
}

fn recalc_button(ui: &mut Ui, app: &mut App) {
    let t = ui.tokens();
    if app.is_recalculating() {
        let share = app
            .recalculating()
            .and_then(crate::jobs::Progress::fraction);
        let mut busy = Busy::new("Recalculating");
        if app.recalculating().is_some() {
            busy = busy.cancel("Cancel");
        }
        if busy.show(ui) {
            app.send(Action::CancelRecalculation);
        }
        // Under the words, as the side bar is too narrow for both.
        if let Some(share) = share {
            progress_bar(ui, "Recalculating", share, ui.available_width());
        }
        return;
    }
    let Some((color, state)) = ratings_state(t, app) else {
        return;
    };
    ui.add(egui::Label::new(egui::RichText::new(state).color(color).small()).wrap());
    ui.add_space(space::XS);
    let keys = Command::RECALCULATE.keys();
    let why_not = app.why_not(Command::RECALCULATE).map(str::to_owned);
    let button = Button::primary(Command::RECALCULATE.text())
        .icon(Icon::Recalc)
        .shortcut(&keys)
        .refused(why_not.as_deref())
        .min_width(ui.available_width());
    if button.show(ui).clicked() {
        app.send(Command::RECALCULATE);
    }
}

/// That there are no problems; so many notes may still be worth knowing.
fn no_problems(camp: &OpenCamp) -> String {
    match camp.problems_of(Severity::Note).len() {
        0 => "No problems".to_owned(),
        notes => format!("No problems, {}", counted(notes, "note")),
    }
}

/// Which file is open, and what should be looked at.
pub(super) fn status_bar(ui: &mut Ui, app: &mut App) {
    Panel::bottom("status")
        .frame(StatusBar::frame(ui))
        .show(ui, |ui| {
            let t = ui.tokens();
            let Some(camp) = &app.session.camp else {
                return;
            };
            let file = camp.file_name();
            let path = camp
                .path
                .as_ref()
                .map_or_else(String::new, |path| path.display().to_string());
            let mode = camp.mode;
            let week = &camp.data.week;
            let sealed = camp.why_sealed.as_ref().map(|_| {
                let [state, short] = if week.is_closed() {
                    ["closed", "Closed"]
                } else {
                    ["on hold", "On hold"]
                };
                (format!("{}, {state}", week.name()), short)
            });
            let done = app.session.last_done.clone();
            let is_saving = app.session.is_saving_record();
            let stops = camp.problems_of(Severity::Stops).len();
            let doubts = camp.problems_of(Severity::Doubtful).len();
            let is_looked_through = camp.is_looked_through();
            let (is_unsaved, is_being_checked) =
                (camp.is_kept_from_saving(), camp.is_being_checked);
            let is_file_in_order = camp.outside.is_none();
            let last_backup = camp.last_backup.map(|at| {
                let at = at.to_zoned(app.now().time_zone().clone());
                if at.date() == app.now().date() {
                    format!("Backup {}", show_time(&at))
                } else {
                    format!("Backup {}", show_date(at.date()))
                }
            });
            let mut asked = false;
            StatusBar::show(
                ui,
                |ui| {
                    // Before what may take its room.
                    if is_unsaved {
                        status_item(ui, Some((Icon::Error, t.danger)), "Not saved");
                    }
                    let item = long_status_item(ui, Some((Icon::File, t.text_weak)), &file);
                    if !path.is_empty() {
                        item.tip(path);
                    }
                    if mode == Mode::ReadOnly {
                        status_item(ui, Some((Icon::Info, t.info)), "Read-only");
                    }
                    if let Some((sealed, short)) = &sealed {
                        status_item_or(ui, Some((Icon::Calendar, t.info)), sealed, short);
                    }
                    if let Some(backup) = &last_backup {
                        status_item(ui, None, backup);
                    }
                    if is_being_checked {
                        status_item(ui, None, "Checking file…");
                    }
                    // Of a camp to look and print nothing is ever saved.
                    let can_be_saved = mode == Mode::Change && !is_unsaved;
                    if can_be_saved && is_saving {
                        status_item(ui, None, "Saving…");
                    } else if can_be_saved && let Some(done) = &done {
                        let icon = Some((Icon::Check, t.success));
                        // "Saved: Rename the camp"
                        let short = done.split(':').next().unwrap_or_default();
                        let item = status_item_or(ui, icon, done, short);
                        ui.ctx().accesskit_node_builder(item.id, |node| {
                            node.set_live(egui::accesskit::Live::Polite);
                        });
                    }
                },
                |ui| {
                    if doubts > 0 {
                        let text = format!("{} to check", counted(doubts, "thing"));
                        asked |= status_button(ui, Icon::Warning, t.warning, &text).clicked();
                    }
                    if stops > 0 {
                        let text = counted(stops, "problem");
                        asked |= status_button(ui, Icon::Error, t.danger, &text).clicked();
                    }
                    if stops + doubts == 0 && !is_looked_through {
                        let text = "Too many games to look for problems";
                        asked |= status_button(ui, Icon::Info, t.info, text).clicked();
                    } else if stops + doubts == 0 && is_file_in_order {
                        let text = no_problems(camp);
                        asked |= status_button(ui, Icon::Check, t.success, &text).clicked();
                    }
                },
            );
            if asked {
                app.send(Command::PROBLEMS);
            }
        });
}
