//! Backups of the open camp: made by themselves, and when the director asks for one.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    super::{
        Action, App, BackupAction, FocusTarget, ItsBackups, ListedBackup, LookedFrom, OpenCamp,
        PutBack,
        commands::{Entry, Group, Needs, commands},
        dialogs::{Dialog, PathField},
        keeper::{BackedUp, Followed},
        notices::Notices,
        open_camp::{AskedOfSecond, named},
        paths::{
            Missing, at_hand_or_documents, file_in_the_way, is_within, make_folder, missing_folder,
        },
        untold::not_backed_up,
    },
    camps::look_for_problems,
    rescue,
};
use crate::storage::{Backup, BackupError, BackupReason, Mode, OpenError, SecondPlace};

const BACKED_UP: &str = "Backed up";

commands! {
    /// Makes a backup of the camp as it is.
    BACK_UP = Entry::new("Back up now", Group::Camp, 4, back_up)
        .needs(Needs::Camp)
        .why_not(why_not_back_up);
}

fn why_not_back_up(app: &App) -> Option<&'static str> {
    let camp = app.session.camp.as_ref()?;
    if camp.path.is_none() {
        Some("The sample camp is in no file")
    } else if camp.mode == Mode::ReadOnly {
        Some("Nothing changes in a camp that is read-only")
    } else if app.settings.backup_places().is_none() {
        Some("This computer has no folder for backups")
    } else {
        None
    }
}

fn back_up(app: &mut App) {
    app.keeper.back_up();
}

/// Takes a place that somebody has typed; a folder that isn't there, though its drive is or may be, is asked about first.
fn choose_second_place(app: &mut App, place: PathBuf) {
    let missing = missing_folder(&place);
    if let Some(missing) = missing.filter(|_| why_no_second_place(app, &place).is_none()) {
        app.dialog = Some(Dialog::MissingSecondBackups {
            place,
            can_be_made: missing == Missing::OnDrive,
        });
    } else {
        set_second_place(app, Some(place));
    }
}

fn make_second_place(app: &mut App, place: PathBuf) {
    if let Err(error) = make_folder(&place) {
        tracing::warn!("{} could not be made: {error}", place.display());
        let reason = "This folder can’t be made there. Choose another one".to_owned();
        let field = PathField::refused(&place, reason.clone());
        return app.ask_again(Dialog::SecondBackups(field), reason);
    }
    set_second_place(app, Some(place));
}

/// What keeps a folder from being the second place.
fn why_no_second_place(app: &App, place: &Path) -> Option<String> {
    if let Some(file) = file_in_the_way(place) {
        return Some(format!("“{}” is a file. Choose a folder", file.display()));
    }
    let first = app.settings.backup_places()?.folder;
    is_within(place, &first).then(|| {
        "The first backups are in this folder already. Choose another one, best on another drive"
            .to_owned()
    })
}

/// Has backups made in a second place, too.
fn set_second_place(app: &mut App, place: Option<PathBuf>) {
    let refused = place.as_deref().and_then(|place| {
        let reason = why_no_second_place(app, place)?;
        Some((place, reason))
    });
    if let Some((place, reason)) = refused {
        let field = PathField::refused(place, reason.clone());
        return app.ask_again(Dialog::SecondBackups(field), reason);
    }
    if let Some(camp) = app.session.camp.as_mut() {
        camp.asked_of_second = place.is_some().then_some(AskedOfSecond::Place);
        withdraw(&mut app.notices, &mut camp.said_of_second);
        // What was the matter with the one before.
        camp.second = Ok(SecondPlace::Done);
        look_for_problems(camp);
    }
    if place.is_none() {
        // The button that had the keyboard is gone.
        app.focus_next = Some(FocusTarget::List);
    }
    app.settings.choose_second_place(place);
    app.settings.save_in_background();
    app.keeper.keep_otherwise(app.settings.keeping());
}

/// Deletes no more backups in a place that is lost.
fn give_up_place(app: &mut App, place: PathBuf) {
    if let Some(camp) = app.session.camp.as_mut() {
        withdraw(&mut app.notices, &mut camp.said_of_deleted);
        let left = camp.with_deleted.iter_mut();
        left.for_each(|left| left.retain(|other| *other != place));
    }
    app.notices.done(format!(
        "No longer waiting for “{}”: what was not deleted there stays",
        place.display()
    ));
    app.keeper.give_up_place(place);
    // The button that had the keyboard is gone.
    app.focus_next = Some(FocusTarget::List);
}

pub(super) fn carry_out(app: &mut App, action: BackupAction) {
    match action {
        BackupAction::PutBack(what, place) => put_back(app, what, place),
        BackupAction::LookInto(listed, backups) => look_into(app, listed, backups),
        BackupAction::AskWhereToSave(backup) => ask_where_to_save(app, backup),
        BackupAction::SaveAs(backup, path) => rescue::restore_as(app, *backup, path),
        BackupAction::AskForSecondPlace => ask_for_second_place(app),
        BackupAction::ChooseSecondPlace(place) => choose_second_place(app, place),
        BackupAction::MakeSecondPlace(place) => make_second_place(app, place),
        BackupAction::SetSecondPlace(place) => set_second_place(app, place),
        BackupAction::GiveUpPlace(place) => give_up_place(app, place),
    }
}

fn put_back(app: &mut App, what: PutBack, place: PathBuf) {
    let again = BackupAction::PutBack(what.clone(), place.clone());
    if app.may_leave_camp(&again.into()) {
        app.opening = true;
        app.keeper.put_back(what, place);
    }
}

fn look_into(app: &mut App, listed: Box<ListedBackup>, backups: Option<Arc<ItsBackups>>) {
    if app.may_leave_camp(&BackupAction::LookInto(listed.clone(), backups.clone()).into()) {
        app.opening = true;
        let camp = app.session.camp.as_ref();
        let stays = camp.is_some_and(|camp| camp.looked_into.is_some());
        // From one backup to the next the way back stays, but not to one of another camp, which would be restored in the place of the first.
        if !stays || app.not_opened_in_question().is_some() {
            let from = camp.zip(backups).and_then(|(camp, backups)| {
                Some(LookedFrom {
                    path: camp.path.clone()?,
                    mode: camp.mode,
                    backups,
                })
            });
            app.looked_from = from.map(Arc::new);
        }
        app.keeper.look_into(listed);
    }
}

fn ask_where_to_save(app: &mut App, backup: Box<Backup>) {
    let note = &backup.note;
    let folder = at_hand_or_documents(note.file.parent());
    let path = folder.join(note.new_name());
    app.dialog = Some(Dialog::RestoreAs(backup, PathField::new(&path)));
}

pub(super) fn restored(app: &mut App, path: PathBuf) {
    app.notices
        .done(format!("Restored as “{}”", path.display()));
    app.notices.latest_outlasts_camp();
    app.send(Action::Open(path));
}

pub(super) fn not_restored(app: &mut App, error: &BackupError) {
    tracing::warn!("not restored: {error}");
    app.opening = false;
    app.notices.problem(match error {
        // On another computer there is no such folder.
        BackupError::Open(OpenError::NoFolder(folder)) => format!(
            "The folder “{}” doesn’t exist. Choose “Save as new file…” instead",
            folder.display()
        ),
        error => error.to_string(),
    });
}

/// Asks for another path, with the reason.
pub(super) fn not_restored_as(
    app: &mut App,
    backup: Box<Backup>,
    path: &Path,
    error: &BackupError,
) {
    tracing::warn!("not restored: {error}");
    let field = PathField::refused(path, error.to_string());
    app.ask_again(Dialog::RestoreAs(backup, field), error.to_string());
}

fn ask_for_second_place(app: &mut App) {
    let place = app.settings.second_backups.as_deref();
    let field = place.map_or_else(PathField::default, PathField::new);
    app.dialog = Some(Dialog::SecondBackups(field));
}

/// A backup was made, or failed.
pub(super) fn backed_up(app: &mut App, backed_up: BackedUp) {
    let BackedUp { file, reason, made } = backed_up;
    let asked = reason == BackupReason::Asked;
    if made.is_ok() {
        app.notices.backed_up(&file);
    }
    if asked && made.is_ok() {
        app.notices.done(BACKED_UP);
    }
    // A camp is backed up when it is closed, and another one may be open by then, or this one for a moment still.
    let is_last = reason == BackupReason::Closed && made.is_err();
    let open = app.session.camp.as_mut().filter(|_| !is_last);
    let Some(camp) = open.filter(|camp| camp.path.as_deref() == Some(&file)) else {
        if let Err(reason) = made {
            app.notices
                .not_backed_up(&file, not_backed_up(&file, &reason));
        }
        return;
    };
    let had = camp.no_backup.take();
    match made {
        Ok(moment) => {
            camp.last_backup = Some(moment);
            if asked {
                camp.asked_of_second = Some(AskedOfSecond::Backup);
            }
        }
        Err(reason) => camp.no_backup = Some(reason),
    }
    if camp.no_backup != had {
        look_for_problems(camp);
    }
    if asked && let Some(reason) = camp.no_backup.clone() {
        app.notices.problem(reason);
    }
}

/// The second place has what the first one has, or hasn't.
pub(super) fn followed(app: &mut App, followed: Followed) {
    let Followed {
        file,
        place,
        second,
        with_deleted,
        unknown,
        deleted_in,
    } = followed;
    let open = app.session.camp.as_mut();
    let Some(camp) = open.filter(|camp| camp.path.as_deref() == Some(&file)) else {
        return;
    };
    // Of one that was chosen before nobody wants to know any more.
    if place == app.settings.second_backups {
        if let Some(place) = &place {
            say_of_second(&mut app.notices, camp, &second, place);
        }
        if camp.second != second {
            camp.second = second;
            look_for_problems(camp);
        }
    }
    let left = with_deleted.unwrap_or_default();
    // The same places are named again after each deletion.
    let is_new = std::mem::take(&mut camp.deletes_backups)
        || camp.with_deleted.as_ref().is_some_and(|had| *had != left);
    camp.with_deleted = Some(left);
    camp.unknown_with_deleted = unknown;
    if is_new {
        withdraw(&mut app.notices, &mut camp.said_of_deleted);
    }
    if let Some(places) = named(&deleted_in) {
        app.notices
            .done(format!("The deleted backups are gone from {places}, too"));
    }
    if !is_new {
        return;
    }
    let [known, unknown] = camp.places_with_deleted();
    if let Some(places) = known {
        let second = app.settings.second_backups.as_ref();
        let is_second = second.zip(camp.with_deleted.as_ref());
        let is_second = is_second.is_some_and(|(second, left)| left.contains(second));
        let why = camp.second.as_ref().err().filter(|_| is_second);
        let why = why.map_or_else(String::new, |why| format!("{why}. "));
        let text = why + &may_still_be_in(&places);
        app.notices.problem(text.clone());
        camp.said_of_deleted = Some(text);
    }
    if let Some(places) = unknown {
        app.notices.note(format!(
            "No backups of this camp are known to be in {places}. Any that are there are deleted as soon as that is possible"
        ));
    }
}

/// Says that the second place has nothing of what was asked for, and no longer says so once it has all.
fn say_of_second(
    notices: &mut Notices,
    camp: &mut OpenCamp,
    second: &Result<SecondPlace, String>,
    place: &Path,
) {
    let asked = camp.asked_of_second.take();
    let why = match second {
        Ok(second) => match second.sentences(place) {
            Some(why) => why,
            None => return withdraw(notices, &mut camp.said_of_second),
        },
        Err(why) => why.clone(),
    };
    let text = match asked {
        Some(AskedOfSecond::Backup) => {
            notices.withdraw(BACKED_UP.to_owned());
            format!("Backed up on this computer only. {why}")
        }
        Some(AskedOfSecond::Place) => why,
        None => return,
    };
    withdraw(notices, &mut camp.said_of_second);
    notices.problem(text.clone());
    camp.said_of_second = Some(text);
}

/// What was said isn't true any more.
fn withdraw(notices: &mut Notices, said: &mut Option<String>) {
    if let Some(said) = said.take() {
        notices.withdraw(said);
    }
}

fn may_still_be_in(places: &str) -> String {
    format!(
        "Backups of this camp may still be in {places}. They are deleted there as soon as that is possible"
    )
}
