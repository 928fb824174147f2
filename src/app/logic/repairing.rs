//! Damaged camp files: what can be read of one is saved in a new file.

use std::path::{Path, absolute};

use super::super::{
    App, FileFormat, RepairAction,
    commands::{Entry, Group, commands},
    dialogs::{Dialog, PathField},
    paths::{at_once, may_be_same_file},
    repairing::{RepairDialog, RepairEnd, RepairStage, Repairing},
};

use crate::storage::OpenError;

commands! {
    /// Saves what can be read of a damaged camp file in a new one.
    REPAIR = Entry::new("Repair a damaged camp…", Group::Camp, 6, |app| ask(app, None))
        .why_not(|app| app.repairing.is_some().then_some("A camp is being repaired: wait a moment"));
}

pub(super) fn carry_out(app: &mut App, action: RepairAction) {
    match action {
        RepairAction::Ask(damaged) => ask(app, Some(&damaged)),
        RepairAction::Start => start(app),
        RepairAction::Leave => leave(app),
    }
}

fn ask(app: &mut App, damaged: Option<&Path>) {
    let before = Dialog::take_cannot_open(&mut app.dialog);
    let dialog = RepairDialog::new(damaged, app.now(), before);
    app.dialog = Some(Dialog::Repair(Box::new(dialog)));
}

/// Repairs as the dialog says.
fn start(app: &mut App) {
    let Some(Dialog::Repair(dialog)) = &mut app.dialog else {
        return;
    };
    dialog.keyboard_to_problem = true;
    let damaged = dialog.damaged.typed_camp(PathField::BLANK);
    let blank = "Choose where to save the new camp";
    let new = dialog.new.typed_for(FileFormat::Camp, blank);
    let (Some(damaged), Some(new)) = (damaged, new) else {
        return;
    };
    let [damaged, new] = [damaged, new].map(|path| absolute(&path).unwrap_or(path));
    let looked_for = damaged.clone();
    // A slow drive is asked again by the repair itself.
    if !at_once(move || looked_for.exists()).unwrap_or(true) {
        dialog.damaged.problem = Some(OpenError::NotThere(damaged).to_string());
        return;
    }
    let open = app.session.camp.as_ref();
    let open = open.and_then(|camp| camp.path.as_deref());
    // A camp file is not opened a second time: closing it again would give up the lock on the first.
    if open.is_some_and(|open| may_be_same_file(open, &damaged)) {
        let reason =
            "This camp is open here, and is not damaged. To repair it all the same, close it first";
        dialog.damaged.problem = Some(reason.to_owned());
        return;
    }
    let backups = dialog.with_backup.then(|| app.settings.backup_places());
    match Repairing::start(damaged, new, backups.flatten(), &app.wake) {
        Ok(repairing) => {
            dialog.stage = RepairStage::UnderWay(repairing.progress());
            app.repairing = Some(repairing);
        }
        Err(reason) => dialog.new.problem = Some(reason),
    }
}

/// Leaves the dialog. What is under way ends before anything is written.
fn leave(app: &mut App) {
    app.dialog = match app.dialog.take() {
        Some(Dialog::Repair(dialog)) => dialog.before.map(|asked| *asked),
        _ => None,
    };
    if let Some(repairing) = &app.repairing {
        repairing.cancel();
    }
}

/// Says what came of it.
pub(super) fn collect(app: &mut App) {
    if app.quitting
        && let Some(repairing) = &app.repairing
    {
        repairing.cancel();
    }
    let Some(end) = app.repairing.as_ref().and_then(Repairing::look) else {
        return;
    };
    app.repairing = None;
    let dialog = match &mut app.dialog {
        Some(Dialog::Repair(dialog)) => Some(dialog),
        _ => None,
    };
    match (end, dialog) {
        (RepairEnd::Cancelled, _) => app
            .notices
            .note("The repair was cancelled. Nothing was saved"),
        (RepairEnd::Repaired(place, repaired), Some(dialog)) => {
            dialog.stage = RepairStage::Done {
                place,
                repaired,
                is_copied: false,
            };
        }
        (RepairEnd::Repaired(place, _), None) => {
            let place = place.display();
            app.notices.done(format!("Repaired as “{place}”"));
        }
        (RepairEnd::NotRepaired(reason, is_of_damaged), Some(dialog)) => {
            dialog.stage = RepairStage::Asking;
            dialog.keyboard_to_problem = true;
            let field = if is_of_damaged {
                &mut dialog.damaged
            } else {
                &mut dialog.new
            };
            field.problem = Some(reason);
        }
        (RepairEnd::NotRepaired(reason, _), None) => app.notices.problem(reason),
    }
}
