//! Questions about a file that others have changed, and about copies.

use egui::Context;

use super::{PathAnswer, PathQuestion, path_dialog};
use crate::{
    app::{
        Action, App, Command, Purpose,
        dialogs::{Dialog, PathField},
        with_ending,
    },
    kit::{self, DialogAnswer},
    storage::Mode,
};

pub(super) fn save_copy(ctx: &Context, app: &mut App, mut field: PathField) -> Option<Dialog> {
    let camp = app.session.camp.as_ref();
    let goes_on = camp.is_some_and(|camp| camp.outside.is_some() || camp.mode == Mode::ReadOnly);
    let answer = path_dialog(
        ctx,
        app,
        &mut field,
        &PathQuestion {
            title: "Save a copy of the camp",
            text: if goes_on {
                "Everything that this window shows is written into a new file, and you go on working there."
            } else {
                "The whole camp with its history, in a file of its own. You go on working in this one."
            },
            label: "Camp file",
            confirm: "Save the copy",
            purpose: Purpose::SaveCopy,
        },
    );
    match answer {
        PathAnswer::Typing => Some(Dialog::SaveCopy(field)),
        PathAnswer::Left => None,
        PathAnswer::Path(path) => {
            app.send(Action::SaveCopy(with_ending(&path, "ladder")));
            None
        }
    }
}

pub(super) fn close_unsaved(ctx: &Context, app: &mut App, action: Box<Action>) -> Option<Dialog> {
    let change = app.session.camp.as_ref().and_then(|camp| camp.outside);
    let text = format!(
        "{}. Your latest changes may not be in any file. Save a copy before you close.",
        change.map_or_else(
            || "The camp is not saved".to_owned(),
            |change| change.to_string()
        )
    );
    let answer = kit::Dialog::new("The camp is not saved")
        .text(&text)
        .confirm("Save a copy first…")
        .other("Close without a copy")
        .cancel("Go back")
        .width(560.0)
        .show(ctx, |_| {});
    match answer {
        None => Some(Dialog::CloseUnsaved(action)),
        Some(DialogAnswer::Confirmed) => {
            app.send(Command::SAVE_COPY);
            None
        }
        Some(DialogAnswer::Other) => {
            app.send(Action::CloseUnsaved(action));
            None
        }
        Some(DialogAnswer::Cancelled) => None,
    }
}
