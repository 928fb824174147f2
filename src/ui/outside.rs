//! What somebody else did to the file of the camp, and a copy that takes long, above every page, for as long as it holds.

use std::time::Duration;

use egui::Ui;

use super::{banner::bar, kit::Banner};
use crate::app::{Action, App, Command, OpenCamp};

/// A copy is written for so long before it is seen: that of a usual camp is there by then.
const SOON: Duration = Duration::from_secs(1);

pub(super) fn banner(ui: &mut Ui, app: &mut App) {
    copy_under_way(ui, app);
    let Some(why) = app.not_saved_because() else {
        return;
    };
    let camp = app.session.camp.as_ref();
    let what = if camp.is_some_and(OpenCamp::is_kept_from_saving) {
        format!("{why}. Nothing is saved any more")
    } else {
        why
    };
    let mut banner = Banner::error(&what).action("Save a copy…");
    // In a low window the page needs the room.
    if ui.ctx().content_rect().height() >= 480.0 {
        banner = banner.detail("Save a copy of what this window holds, and go on in that.");
    }
    if bar(ui, app, banner).is_some() {
        app.send(Command::SAVE_COPY);
    }
}

/// A slow stick keeps nobody from working on.
fn copy_under_way(ui: &mut Ui, app: &mut App) {
    let Some((copy, since)) = app.writes_copy() else {
        return;
    };
    let waits = SOON.saturating_sub(since);
    if !waits.is_zero() {
        return ui.ctx().request_repaint_after(waits);
    }
    let what = format!("A copy is being saved: “{}”", copy.display());
    let banner = Banner::info(&what).action("Cancel");
    if bar(ui, app, banner).is_some() {
        app.send(Action::CancelCopy);
    }
}
