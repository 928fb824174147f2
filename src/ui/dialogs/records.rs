//! The questions about records: what can't be deleted, filters, find and replace, the zoom box.

use std::ops::Range;

use egui::{Context, ScrollArea, Ui};

use super::super::kit::{
    self, Button, DialogAnswer, Form,
    input_check::check_box,
    scrolling::following_keyboard,
    tokens::{size, space},
};
use crate::{
    app::{
        Action, App,
        dialogs::{Dialog, FilterDialog},
        form::Bulk,
        replacement::Replace,
    },
    domain::PlayerId,
};

pub(super) fn deactivate_instead(
    ctx: &Context,
    app: &mut App,
    player: PlayerId,
    reason: String,
) -> Option<Dialog> {
    let answer = kit::Dialog::new("A player with games can’t be deleted")
        .text(&reason)
        .confirm("Make inactive")
        .cancel("Cancel")
        .show(ctx, |_| {});
    match answer {
        None => Some(Dialog::DeactivateInstead { player, reason }),
        Some(DialogAnswer::Confirmed) => {
            app.send(Action::SetActive(player, false));
            None
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => None,
    }
}

pub(super) fn delete_several(ctx: &Context, app: &mut App, what: String) -> Option<Dialog> {
    let text = format!("Delete {what}? You can undo this (Ctrl+Z).");
    let answer = kit::Dialog::new("Delete records")
        .text(&text)
        .danger("Delete")
        .cancel("Cancel")
        .show(ctx, |_| {});
    match answer {
        None => Some(Dialog::DeleteSeveral { what }),
        Some(DialogAnswer::Confirmed) => {
            app.send(Action::Bulk(Bulk::DeleteNow));
            None
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => None,
    }
}

/// The height of the list of values, in points.
const VALUES: f32 = 240.0;

/// Which values of a column are shown.
pub(super) fn choose_filter(
    ctx: &Context,
    app: &mut App,
    mut filter: FilterDialog,
) -> Option<Dialog> {
    let title = format!("Filter by {}", filter.title);
    let answer = kit::Dialog::new(&title)
        .confirm("Filter")
        .other("Show all")
        .cancel("Cancel")
        .show(ctx, |ui| {
            Form::above()
                .field("Contains")
                .help("Any part of the value; capitals and accents don’t matter")
                .text(ui, &mut filter.letters);
            let Some(values) = &mut filter.values else {
                return;
            };
            if !filter.letters.trim().is_empty() {
                return;
            }
            ui.add_space(space::M);
            ui.horizontal(|ui| {
                for (text, shown) in [("All", true), ("None", false)] {
                    if Button::secondary(text).small().show(ui).clicked() {
                        for value in values.iter_mut() {
                            value.2 = shown;
                        }
                    }
                }
            });
            ui.add_space(space::XS);
            let has_room =
                kit::dialog::height_of_list(ui, VALUES, ui.min_rect().height()) >= VALUES;
            let count = values.len();
            let mut rows = |ui: &mut Ui, rows: Range<usize>| {
                for at in rows {
                    let Some((text, count, shown)) = values.get_mut(at) else {
                        continue;
                    };
                    let text = if text.is_empty() { "(empty)" } else { text };
                    let id = ui.make_persistent_id(("value", at));
                    check_box(ui, id, &format!("{text} ({count})"), shown);
                }
            };
            if has_room {
                ScrollArea::vertical()
                    .max_height(VALUES)
                    .auto_shrink([false, true])
                    .show_rows(ui, size::CONTROL, count, |ui, seen| {
                        following_keyboard(ui, |ui| rows(ui, seen));
                    });
            } else {
                // They scroll with everything else.
                rows(ui, 0..count);
            }
        });
    match answer {
        None => Some(Dialog::Filter(filter)),
        Some(DialogAnswer::Confirmed) => {
            app.send(Action::SetFilter(filter.what, filter.choice()));
            None
        }
        Some(DialogAnswer::Other) => {
            app.send(Action::SetFilter(filter.what, None));
            None
        }
        Some(DialogAnswer::Cancelled) => None,
    }
}

/// Finds and replaces in one column. The dialog stays until it is closed.
pub(super) fn replacing(ctx: &Context, app: &mut App, mut replace: Replace) -> Option<Dialog> {
    let columns = replace.columns(&app.session.camp.as_ref()?.data);
    let titles = columns
        .iter()
        .map(|column| column.title)
        .collect::<Vec<_>>();
    let mut pressed = None;
    let answer = kit::Dialog::new("Find and replace")
        .confirm("Find next")
        .cancel("Close")
        .width(520.0)
        .show(ctx, |ui| {
            let form = Form::above();
            let problem = replace.problem.clone();
            form.field("Find what")
                .problem(problem.as_deref())
                .text(ui, &mut replace.find);
            ui.add_space(space::S);
            form.field("Replace with").text(ui, &mut replace.with);
            ui.add_space(space::S);
            let mut chosen = columns
                .iter()
                .position(|column| column.field == Some(replace.field));
            form.field("In the column").choice(ui, &titles, &mut chosen);
            let field = chosen.and_then(|at| columns.get(at)?.field);
            replace.field = field.unwrap_or(replace.field);
            ui.add_space(space::S);
            for (text, value) in [
                ("The whole field only", &mut replace.whole),
                ("Capitals must match", &mut replace.match_case),
            ] {
                let id = ui.make_persistent_id(("replace", text));
                check_box(ui, id, text, value);
            }
            ui.add_space(space::S);
            ui.horizontal(|ui| {
                for (text, all) in [("Replace", false), ("Replace all", true)] {
                    if Button::secondary(text).show(ui).clicked() {
                        pressed = Some(all);
                    }
                }
            });
            if let Some(said) = &replace.said {
                ui.add_space(space::S);
                ui.label(said);
            }
        });
    let action = match (pressed, answer) {
        (_, Some(DialogAnswer::Cancelled | DialogAnswer::Other)) => return None,
        (Some(true), _) => Some(Action::ReplaceAll),
        (Some(false), _) => Some(Action::ReplaceOne),
        (None, Some(DialogAnswer::Confirmed)) => Some(Action::FindNextMatch),
        (None, None) => None,
    };
    if let Some(action) = action {
        app.send(action);
    }
    Some(Dialog::Replace(replace))
}

/// A large box for the text of one field.
pub(super) fn zoom(
    ctx: &Context,
    app: &mut App,
    title: String,
    mut text: String,
) -> Option<Dialog> {
    let answer = kit::Dialog::new("Zoom")
        .confirm("OK")
        .cancel("Cancel")
        .width(640.0)
        .show(ctx, |ui| {
            Form::above().field(&title).notes(ui, 12, &mut text);
        });
    match answer {
        None => Some(Dialog::Zoom { title, text }),
        Some(DialogAnswer::Confirmed) => {
            app.send(Action::SetText(text));
            None
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => None,
    }
}
