//! Repairing a damaged camp: asked which and where to, under way, done.

use egui::{Context, Response, Ui};

use super::super::kit::{self, Busy, Button, DialogAnswer, Form, Icon, tokens::space};
use crate::{
    app::{
        Action, App, Purpose, RepairAction,
        dialogs::{Dialog, PathField},
        repairing::{RepairDialog, RepairStage},
    },
    jobs::Progress,
    storage::Repaired,
};

const WIDTH: f32 = 600.0;

pub(super) fn repair(
    ctx: &Context,
    app: &mut App,
    mut dialog: Box<RepairDialog>,
) -> Option<Dialog> {
    match dialog.stage.clone() {
        RepairStage::Asking => ask(ctx, app, &mut dialog),
        RepairStage::UnderWay(progress) => under_way(ctx, app, &progress),
        RepairStage::Done {
            place,
            repaired,
            mut is_copied,
        } => {
            let place_shown = place.display().to_string();
            match done(ctx, &repaired, &place_shown, &mut is_copied) {
                None => {
                    dialog.stage = RepairStage::Done {
                        place,
                        repaired,
                        is_copied,
                    }
                }
                Some(DialogAnswer::Confirmed) => {
                    app.send(Action::Open(place));
                    return None;
                }
                Some(DialogAnswer::Cancelled | DialogAnswer::Other) => return None,
            }
        }
    }
    Some(Dialog::Repair(dialog))
}

fn ask(ctx: &Context, app: &mut App, dialog: &mut RepairDialog) {
    let mut browse = None;
    let answer = kit::Dialog::new("Repair a damaged camp")
        .text("Everything that can be read of the damaged file is saved in a new one. The damaged file stays as it is.")
        .confirm("Repair")
        .cancel("Cancel")
        .width(WIDTH)
        .show(ctx, |ui| {
            let before = dialog.damaged.path.clone();
            let (damaged, is_wanted) =
                path(ui, "Damaged camp file", "Browse for the damaged camp…", &mut dialog.damaged);
            if is_wanted {
                browse = Some(Purpose::DamagedCamp);
            }
            if dialog.damaged.path != before {
                dialog.follow_name();
            }
            ui.add_space(space::M);
            let before = dialog.new.path.clone();
            let (new, is_wanted) =
                path(ui, "New camp file", "Choose another place…", &mut dialog.new);
            if is_wanted {
                browse = Some(Purpose::RepairedCamp);
            }
            dialog.new_was_chosen |= dialog.new.path != before;
            if dialog.keyboard_to_problem {
                let mut fields = [(&dialog.damaged, damaged), (&dialog.new, new)].into_iter();
                let wrong = fields.find(|(field, _)| field.problem.is_some());
                // A dialog that has just come gives the keyboard to its first field, so that this may take two frames.
                dialog.keyboard_to_problem = wrong.is_some_and(|(_, typed)| {
                    let is_there = typed.has_focus();
                    typed.request_focus();
                    !is_there
                });
            }
            ui.add_space(space::M);
            Form::above()
                .field("From the newest backup")
                .check(ui, "Fill in what is missing", &mut dialog.with_backup);
        });
    if let Some(purpose) = browse {
        app.send(Action::Browse(purpose));
    }
    match answer {
        None => {}
        Some(DialogAnswer::Confirmed) => app.send(RepairAction::Start),
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => app.send(RepairAction::Leave),
    }
}

/// A path that is typed, and whether it is to be browsed for.
fn path(ui: &mut Ui, label: &str, browse: &str, field: &mut PathField) -> (Response, bool) {
    let typed = Form::above()
        .field(label)
        .problem(field.problem.as_deref())
        .text(ui, &mut field.path);
    if typed.changed() {
        field.problem = None;
    }
    ui.add_space(space::XS);
    let button = Button::secondary(browse).icon(Icon::Open).show(ui);
    (typed, button.clicked())
}

fn under_way(ctx: &Context, app: &mut App, progress: &Progress) {
    let answer = kit::Dialog::new("Repairing")
        .cancel("Cancel")
        .show(ctx, |ui| {
            Busy::new("Reading what is left")
                .progress(progress.fraction())
                .show(ui);
        });
    if answer.is_some() {
        app.send(RepairAction::Leave);
    }
}

fn done(
    ctx: &Context,
    repaired: &Repaired,
    place: &str,
    is_copied: &mut bool,
) -> Option<DialogAnswer> {
    let (title, text) = if repaired.is_whole() {
        (
            "The camp is repaired",
            format!("Everything was saved in “{place}”"),
        )
    } else if repaired.lacks_nothing() {
        (
            "The camp is repaired",
            format!("All records are in “{place}”, some of them as the backup has them"),
        )
    } else {
        (
            "Not everything could be saved",
            format!("What could be saved is in “{place}”"),
        )
    };
    let text = format!("{text}. Keep the damaged file as it is.");
    kit::Dialog::new(title)
        .text(&text)
        .confirm("Open the repaired camp")
        .cancel("Close")
        .width(WIDTH)
        .begins_at_buttons()
        .show(ctx, |ui| {
            for line in repaired.lines_in_short() {
                ui.label(line);
            }
            ui.add_space(space::S);
            // To be kept beside the damaged file, or sent to whoever helps.
            let button = if *is_copied {
                Button::secondary("Copied").icon(Icon::Check)
            } else {
                Button::secondary("Copy")
            };
            if button.show(ui).clicked() {
                *is_copied = true;
                ui.copy_text(format!("{text}\n\n{}", repaired.lines().join("\n")));
            }
        })
}
