//! Questions about a file that others have changed, and about copies.

use std::{fmt::Write as _, path::PathBuf};

use egui::Context;
use jiff::Zoned;

use super::{PathAnswer, PathQuestion, path_dialog};
use crate::{
    app::{
        Action, App, BackupAction, Command, FileFormat, Purpose, PutBack, RepairAction,
        dialogs::{Checking, Dialog, Discarding, LastGood, Offer, PathField, PlaceOfCamp},
    },
    domain::{counted, show_moment},
    kit::{self, Busy, Button, DialogAnswer, busy::is_late},
    storage::{Backup, MadeRoom, Mode},
};

/// A folder on a memory stick, as this system writes it.
const WHOLE_PATH: &str = if cfg!(windows) {
    r"E:\Backups"
} else {
    "/media/stick/Backups"
};

/// How long a check goes on before it is seen, in seconds: that of a usual camp is over by then.
const PATIENCE: f64 = 0.3;

pub(super) fn checking(ctx: &Context, mut checking: Checking) -> Option<Dialog> {
    if !is_late(ctx, &mut checking.since, PATIENCE) {
        return Some(Dialog::Checking(checking));
    }
    let answer = kit::Dialog::new("Check and mend")
        .cancel("Cancel")
        .show(ctx, |ui| {
            Busy::new("Comparing what follows from the records")
                .progress(checking.progress.fraction())
                .show(ui);
        });
    if answer.is_some() {
        checking.progress.cancel();
        return None;
    }
    Some(Dialog::Checking(checking))
}

pub(super) fn save_copy(ctx: &Context, app: &mut App, mut field: PathField) -> Option<Dialog> {
    let camp = app.session.camp.as_ref();
    let goes_on = camp.is_some_and(|camp| camp.outside.is_some() || camp.mode == Mode::ReadOnly);
    let answer = path_dialog(
        ctx,
        app,
        &mut field,
        &PathQuestion {
            title: "Save a copy of the camp",
            text: if goes_on && app.is_anything_typed() {
                "The camp is written into a new file, and you go on working there. What you are typing isn’t in it until you save it there."
            } else if goes_on {
                "Everything that this window shows is written into a new file, and you go on working there."
            } else {
                "The whole camp with its history, in a file of its own. You can work in it on another laptop, and bring it back later: “Bring a copy back…” makes one camp of both. This window stays in this one."
            },
            label: "Camp file",
            confirm: "Save the copy",
            saves: Some(FileFormat::Camp),
            purpose: Purpose::SaveCopy,
        },
    );
    match answer {
        PathAnswer::Typing => Some(Dialog::SaveCopy(field)),
        PathAnswer::Left => None,
        PathAnswer::Path(path) => {
            app.send(Action::SaveCopy(path));
            None
        }
    }
}

pub(super) fn restore_as(
    ctx: &Context,
    app: &mut App,
    backup: Box<Backup>,
    mut field: PathField,
) -> Option<Dialog> {
    let answer = path_dialog(
        ctx,
        app,
        &mut field,
        &PathQuestion {
            title: "Save the backup as a new file",
            text: "The camp as it was then, in a file of its own, which is opened. The file of the camp stays as it is.",
            label: "Camp file",
            confirm: "Save and open",
            saves: Some(FileFormat::Camp),
            purpose: Purpose::SaveCopy,
        },
    );
    match answer {
        PathAnswer::Typing => Some(Dialog::RestoreAs(backup, field)),
        PathAnswer::Left => None,
        PathAnswer::Path(path) => {
            app.send(BackupAction::SaveAs(backup, path));
            None
        }
    }
}

pub(super) fn second_backups(ctx: &Context, app: &mut App, mut field: PathField) -> Option<Dialog> {
    let answer = path_dialog(
        ctx,
        app,
        &mut field,
        &PathQuestion {
            title: "A second place for backups",
            text: "A folder on a memory stick, or one that is synchronized. Each backup is copied there, too; if it isn’t there, as soon as it is. Whoever has the stick can read the camps.",
            label: "Folder",
            confirm: "Use this folder",
            saves: None,
            purpose: Purpose::BackupFolder,
        },
    );
    match answer {
        PathAnswer::Typing => Some(Dialog::SecondBackups(field)),
        PathAnswer::Left => None,
        // It would lie in whatever folder the program was started from.
        PathAnswer::Path(path) if !path.is_absolute() => {
            field.problem = Some(format!(
                "Type the whole path, such as “{WHOLE_PATH}”, or browse for the folder"
            ));
            Some(Dialog::SecondBackups(field))
        }
        PathAnswer::Path(path) => {
            app.send(BackupAction::ChooseSecondPlace(path));
            None
        }
    }
}

pub(super) fn missing_second_backups(
    ctx: &Context,
    app: &mut App,
    place: PathBuf,
    can_be_made: bool,
) -> Option<Dialog> {
    const KEEP: &str = "Keep the path";
    let text = format!(
        "There is no folder “{}”. If it is on a drive that isn’t connected now, keep the path: backups are copied there as soon as it is.",
        place.display()
    );
    let dialog = if can_be_made {
        let dialog = kit::Dialog::new("Make this folder?");
        dialog.confirm("Make the folder").other(KEEP)
    } else {
        // Made here, it would lie on this computer's own disk, in the way of a drive.
        kit::Dialog::new("Keep this path?").confirm(KEEP)
    };
    let answer = dialog
        .text(&text)
        .cancel("Go back")
        .width(560.0)
        .show(ctx, |_| {});
    match answer {
        None => return Some(Dialog::MissingSecondBackups { place, can_be_made }),
        Some(DialogAnswer::Confirmed) if can_be_made => {
            app.send(BackupAction::MakeSecondPlace(place));
        }
        Some(DialogAnswer::Confirmed | DialogAnswer::Other) => {
            app.send(BackupAction::SetSecondPlace(Some(place)));
        }
        Some(DialogAnswer::Cancelled) => {
            return Some(Dialog::SecondBackups(PathField::new(&place)));
        }
    }
    None
}

pub(super) fn close_unsaved(ctx: &Context, app: &mut App, action: Box<Action>) -> Option<Dialog> {
    let why = app.not_saved_because();
    let text = format!(
        "{}. Your latest changes may not be in any file. Save a copy before you close.",
        why.as_deref().unwrap_or("The camp is not saved")
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

pub(super) fn discard(ctx: &Context, app: &mut App, asked: Discarding) -> Option<Dialog> {
    let answer = kit::Dialog::new(asked.loss.question)
        .text(asked.loss.text)
        .danger("Discard")
        .cancel("Go back")
        .show(ctx, |_| {});
    if answer.is_none() {
        return Some(Dialog::Discard(asked));
    }
    if answer == Some(DialogAnswer::Confirmed) {
        app.send(Action::Discard(asked.by));
    }
    asked.before.map(|dialog| *dialog)
}

/// What is said of a backup that is offered for a camp that was not opened: of which camp, and what would be missing.
fn about_backup(last: &LastGood, now: &Zoned) -> String {
    let moment = |of: &Backup| show_moment(&of.note.made.to_zoned(now.time_zone().clone()));
    let (note, made) = (&last.backup.note, moment(&last.backup));
    let players = counted(note.counts.players, "player");
    let games = counted(note.counts.games, "game");
    let mut text = format!(
        "There is a good backup of the camp “{}”, made {made}, with {players} and {games}.",
        note.camp
    );
    if last.may_be_older {
        text.push_str(" There may be a newer one in the folder that can’t be read.");
    }
    if last.is_of_other_file {
        let _ = write!(text, " It was made of {}.", last.backup.named_file());
    }
    if last.may_be_other {
        text.push_str(if last.place == PlaceOfCamp::HasFile {
            " Nothing in this file says which camp it is: the backup may be of another one that was here before."
        } else {
            " It may be of another camp than the one that was here."
        });
    }
    match last.since {
        Some(0) => text.push_str(" The file tells of no change after it."),
        Some(count) => {
            let count = counted(count, "change");
            let _ = write!(
                text,
                " The file tells of {count} after it, which would be missing."
            );
        }
        None => text.push_str(" It can’t be told what was changed since: that would be missing."),
    }
    if let Some(newer) = &last.newer {
        let _ = write!(
            text,
            " Another file of this camp, {}, has a newer one, made {}, which may lack something of this file: choose “Other backups…” for it.",
            newer.named_file(),
            moment(newer)
        );
    }
    if let Some(newer) = &last.unanswered {
        let _ = write!(
            text,
            " {}: choose “Other backups…” for it when it does.",
            newer.newer_unanswered(now.time_zone().clone())
        );
    }
    if last.place == PlaceOfCamp::HasFile {
        text.push_str(" The file that is there now is moved aside, and kept.");
    }
    if last.place == PlaceOfCamp::HasNoFolder {
        text.push_str(" The folder of the camp isn’t there now: if it is on a stick, plug that in and open the camp again, or choose “Other backups…” and save one as a new file.");
    }
    text
}

/// What is said of the file that was moved aside for a backup, where nothing is in its place.
fn about_made_room(made_room: &MadeRoom) -> String {
    let path = made_room.path().display();
    let what = format!("“{path}” lies beside it: it was moved aside to make room for a backup.");
    if made_room.is_cut_short {
        format!("{what} That was cut short: it has all that was saved. Put it back to go on in it.")
    } else {
        format!(
            "{what} If the backup was restored and the camp was moved or renamed after that, open it where it is now: this is the camp as it was before. If restoring was cut short, it has all that was saved: put it back to go on in it."
        )
    }
}

const REPAIR: &str = "Repair into a new file…";
const OTHERS: &str = "Other backups…";

/// The buttons of what can be done with a file that was not opened.
fn offering<'a>(
    dialog: kit::Dialog<'a>,
    offer: Option<&Offer>,
    can_repair: bool,
) -> kit::Dialog<'a> {
    const RESTORE: &str = "Restore that backup";
    match offer {
        Some(Offer::Look) => dialog.confirm("Open read-only").cancel("Close"),
        Some(Offer::Import) => dialog.confirm("Import this file…").cancel("Cancel"),
        Some(Offer::Restore(last)) if last.place == PlaceOfCamp::HasNoFolder => {
            dialog.confirm(OTHERS).cancel("Close")
        }
        Some(Offer::Restore(last)) => {
            // Neither another camp nor another file of it must come in the place of one because somebody pressed Enter, nor an older state of one
            // that is perhaps only moved, or has a newer backup.
            let is_doubtful = last.is_of_other_file
                || last.since.is_none()
                || last.may_be_other
                || last.may_be_older;
            let dialog = if is_doubtful {
                dialog.danger(RESTORE)
            } else {
                dialog.confirm(RESTORE)
            };
            dialog
                .other(if can_repair { REPAIR } else { OTHERS })
                .cancel("Close")
                .begins_at_buttons()
        }
        Some(Offer::PutBack {
            made_room,
            has_backup,
        }) => {
            const PUT_BACK: &str = "Put it back";
            let dialog = if *has_backup {
                dialog.other(Command::RESTORE.text())
            } else {
                dialog
            };
            // What somebody has replaced must not come back because somebody pressed Enter.
            let dialog = if made_room.is_cut_short {
                dialog.confirm(PUT_BACK)
            } else {
                dialog.danger(PUT_BACK)
            };
            dialog.cancel("Close").begins_at_buttons()
        }
        _ if can_repair => dialog.confirm(REPAIR).cancel("Close").begins_at_buttons(),
        Some(Offer::Another) => dialog.confirm(Command::OPEN_CAMP.text()).cancel("Close"),
        Some(Offer::Again) => dialog.confirm("Try again").cancel("Close"),
        None => dialog.confirm("Close"),
    }
}

pub(super) fn cannot_open(
    ctx: &Context,
    app: &mut App,
    (path, reason): (PathBuf, String),
    offer: Option<Offer>,
    can_repair: bool,
) -> Option<Dialog> {
    let end = if reason.ends_with('?') { "" } else { "." };
    let mut text = format!("{reason}{end}");
    let about = match &offer {
        Some(Offer::Restore(last)) => Some(about_backup(last, &app.now())),
        Some(Offer::PutBack { made_room, .. }) => Some(about_made_room(made_room)),
        _ => None,
    };
    if let Some(about) = about {
        let _ = write!(text, "\n\n{about}");
    }
    let dialog = kit::Dialog::new("The camp was not opened")
        .text(&text)
        .width(520.0);
    let dialog = offering(dialog, offer.as_ref(), can_repair);
    // What has no room beside the other buttons: of a damaged file all backups, of one that is gone the way to where it may be now.
    let further = match &offer {
        _ if can_repair => Some((OTHERS, Command::RESTORE)),
        Some(Offer::Restore(last)) if last.place != PlaceOfCamp::HasFile => {
            Some((Command::OPEN_CAMP.text(), Command::OPEN_CAMP))
        }
        Some(Offer::PutBack { .. }) => Some((Command::OPEN_CAMP.text(), Command::OPEN_CAMP)),
        _ => None,
    };
    let mut leads_on = None;
    let answer = dialog.show(ctx, |ui| {
        if let Some((text, command)) = further
            && Button::quiet(text).show(ui).clicked()
        {
            leads_on = Some(command);
        }
    });
    let is_confirmed = answer == Some(DialogAnswer::Confirmed);
    let has_no_folder =
        matches!(&offer, Some(Offer::Restore(last)) if last.place == PlaceOfCamp::HasNoFolder);
    let is_for_others = leads_on == Some(Command::RESTORE)
        || (answer == Some(DialogAnswer::Other) && !can_repair)
        || (is_confirmed && has_no_folder);
    let repairs = can_repair
        && match &offer {
            None | Some(Offer::Another | Offer::Again) => is_confirmed,
            Some(Offer::Restore(_)) => answer == Some(DialogAnswer::Other),
            Some(Offer::Look | Offer::Import | Offer::PutBack { .. }) => false,
        };
    let is_for_another = leads_on == Some(Command::OPEN_CAMP)
        || (is_confirmed && !repairs && offer == Some(Offer::Another));
    // Each of these leads back here.
    if is_for_others {
        app.send(Action::LeadOn(Command::RESTORE));
    } else if repairs {
        app.send(RepairAction::Ask(path.clone()));
    } else if is_for_another {
        app.send(Command::OPEN_CAMP);
    } else if answer.is_some() {
        if is_confirmed {
            take_offer(app, path, offer);
        }
        return None;
    }
    Some(Dialog::CannotOpen {
        path,
        reason,
        offer,
        can_repair,
    })
}

/// Does with the file what was offered.
fn take_offer(app: &mut App, path: PathBuf, offer: Option<Offer>) {
    match offer {
        Some(Offer::Look) => app.send(Action::OpenReadOnly(path)),
        Some(Offer::Import) => app.send(Action::ImportFiles(vec![path])),
        Some(Offer::Restore(last)) => {
            let backup = PutBack::Backup(Box::new(last.backup));
            app.send(BackupAction::PutBack(backup, path));
        }
        Some(Offer::PutBack { made_room, .. }) => {
            app.send(BackupAction::PutBack(PutBack::MadeRoom(made_room), path));
        }
        Some(Offer::Again) => app.send(Action::Open(path)),
        Some(Offer::Another) | None => {}
    }
}
