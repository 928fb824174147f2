//! The lists of what is shown, written to a file.

use std::path::{Path, PathBuf};

use super::super::{
    App, Command,
    commands::{Entry, Group, Needs, commands},
    dialogs::Dialog,
    exporting::{ExportDialog, ExportDone, Exporting},
    paths::{documents, may_be_same_file},
};

commands! {
    /// Writes the list that is shown as CSV or XLSX.
    EXPORT_LIST = Entry::new("Export list…", Group::Paper, 9, ask)
        .needs(Needs::Camp)
        .why_not(why_no_list);
}

fn why_no_list(app: &App) -> Option<&str> {
    if app.exporting.is_some() {
        return Some("The list before is still being exported: wait a moment");
    }
    app.lists_shown().err()
}

/// Asks which file, of what kind, and with which private columns.
fn ask(app: &mut App) {
    // The record that was being typed is saved first, and exported.
    if !app.is_typed_saved_before(Command::EXPORT_LIST) {
        return;
    }
    let Ok(lists) = app.lists_shown() else { return };
    let Some(camp) = &app.session.camp else {
        return;
    };
    let last = app.last_export.as_ref();
    let beside = last
        .map(|(path, _)| path.as_path())
        .or(camp.path.as_deref());
    let folder = beside
        .and_then(Path::parent)
        .map_or_else(documents, Path::to_owned);
    let format = last.map(|(_, format)| *format).unwrap_or_default();
    let dialog = ExportDialog::new(lists, &camp.data, folder, format);
    app.dialog = Some(Dialog::Export(Box::new(dialog)));
}

/// Writes what the dialog says; `replace` where the director knows that a file of this name is replaced.
pub(super) fn save(app: &mut App, path: PathBuf, replace: bool) {
    let today = app.today();
    let (mut dialog, camp) = match (app.dialog.take(), &app.session.camp) {
        (Some(Dialog::Export(dialog)), Some(camp)) => (dialog, camp),
        (other, _) => return app.dialog = other,
    };
    let own = camp.path.as_deref();
    if own.is_some_and(|own| may_be_same_file(own, &path)) {
        dialog.file.problem = Some("This is the camp itself: choose another name".to_owned());
        return app.dialog = Some(Dialog::Export(dialog));
    }
    match Exporting::start(dialog, (path, replace), today, &app.wake) {
        Ok(exporting) => app.exporting = Some(exporting),
        Err((mut dialog, reason)) => {
            dialog.file.problem = Some(reason);
            app.dialog = Some(Dialog::Export(dialog));
        }
    }
}

/// Says what was written, or asks again.
pub(super) fn collect(app: &mut App) {
    let Some(done) = app.exporting.as_ref().and_then(Exporting::look) else {
        return;
    };
    let Some(Exporting {
        mut dialog, path, ..
    }) = app.exporting.take()
    else {
        return;
    };
    match done {
        ExportDone::Saved(said) => {
            app.last_export = Some((path, dialog.format));
            return app.notices.done(said);
        }
        ExportDone::IsThere => {
            let there = "There is a file of this name. Press Export again to replace it";
            dialog.file.problem = Some(there.to_owned());
            dialog.file.warned_about = Some(path);
        }
        ExportDone::NotSaved(reason) => dialog.file.problem = Some(reason),
    }
    if app.dialog.is_none() {
        app.dialog = Some(Dialog::Export(dialog));
    } else if let Some(reason) = dialog.file.problem {
        // Something else is asked meanwhile.
        app.notices.problem(reason);
    }
}
