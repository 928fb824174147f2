//! Files and rows that come from elsewhere: browsed for, and given to the page that imports them.

use std::path::PathBuf;

use super::super::{
    Action, App, FileFormat, Purpose,
    browse::Browsing,
    dialogs::{Dialog, PathField},
    leaving::Leaving,
    page::ImportInput,
    paths::{is_camp_file_name, may_be_among},
};
use crate::{domain::RecordKind, storage::Mode};

impl App {
    pub(super) fn browse(&mut self, purpose: Purpose) {
        if self.browsing.is_some() {
            return;
        }
        let typed = self
            .dialog
            .as_mut()
            .and_then(|dialog| dialog.path_field(purpose));
        let typed = typed.and_then(|(path, _)| PathField::typed_in(path));
        self.browsing = Browsing::start(purpose, typed.as_deref(), &self.wake);
        if self.browsing.is_none() {
            let why = "The file dialog could not be opened: type the path instead";
            self.say_of_path(purpose, why.to_owned());
        }
    }

    pub(super) fn collect_browsing(&mut self) {
        let Some((purpose, answer)) = self.browsing.as_ref().and_then(Browsing::look) else {
            return;
        };
        self.browsing = None;
        let paths = match answer {
            Ok(paths) => paths,
            Err(none) => {
                return self.say_of_path(purpose, none.to_string());
            }
        };
        let Some(first) = paths.first() else { return };
        match (&mut self.dialog, purpose) {
            (_, Purpose::Import | Purpose::ImportSections | Purpose::CopyOfCamp) => {
                self.send(Action::ImportFiles(paths));
            }
            (Some(Dialog::NewCamp(new)), Purpose::NewCamp) => new.choose_file(first),
            (Some(Dialog::NewCampFromOld(from)), Purpose::NewCamp) => from.new.choose_file(first),
            (_, Purpose::OpenCamp) => self.send(Action::Open(first.clone())),
            (_, Purpose::SavePdf) => match FileFormat::Pdf.file_at(first) {
                // The system's dialog has asked already whether the file that was chosen there shall be replaced.
                Ok(path) => self.send(Action::SavePdf {
                    replace: &path == first,
                    path,
                    spoiled_too: false,
                }),
                Err(other) => self.say_of_path(purpose, other.to_string()),
            },
            (Some(Dialog::Export(dialog)), Purpose::ExportList(_)) => {
                if let Some(path) = dialog.take_file(first) {
                    let replace = &path == first;
                    self.send(Action::ExportList { path, replace });
                }
            }
            (Some(Dialog::SaveCopy(field) | Dialog::RestoreAs(_, field)), Purpose::SaveCopy) => {
                *field = PathField::for_new(first, FileFormat::Camp);
            }
            (Some(Dialog::Repair(dialog)), Purpose::DamagedCamp) => {
                dialog.damaged = PathField::new(first);
                dialog.follow_name();
            }
            (Some(Dialog::Repair(dialog)), Purpose::RepairedCamp) => {
                dialog.new = PathField::for_new(first, FileFormat::Camp);
                dialog.new_was_chosen = true;
            }
            (_, Purpose::OldCamp) => self.send(Action::ReadOldCamp(Some(first.clone()))),
            (_, Purpose::Logo) => self.send(Action::ReadLogo(first.clone())),
            (Some(Dialog::Publish(dialog)), Purpose::PublishFolder) => {
                dialog.folder = PathField::new(first);
            }
            (Some(Dialog::SecondBackups(field)), Purpose::BackupFolder) => {
                *field = PathField::new(first);
            }
            (
                _,
                Purpose::NewCamp
                | Purpose::PublishFolder
                | Purpose::BackupFolder
                | Purpose::SaveCopy
                | Purpose::DamagedCamp
                | Purpose::RepairedCamp
                | Purpose::ExportList(_),
            ) => {}
        }
    }

    /// Says beside the field in which a path is typed why it won't do, or else at the foot of the window.
    fn say_of_path(&mut self, purpose: Purpose, why: String) {
        let dialog = self.dialog.as_mut();
        if let Some((_, problem)) = dialog.and_then(|dialog| dialog.path_field(purpose)) {
            *problem = Some(why);
        } else if !self.page_says_of_path(purpose, &why) {
            self.notices.problem(why);
        }
    }

    pub(super) fn import_files(&mut self, files: Vec<PathBuf>) {
        match (&self.dialog, files.first()) {
            (Some(Dialog::CampSettings(_)), Some(picture)) => return self.read_logo(picture),
            (Some(Dialog::NewCampFromOld(_)), Some(camp)) => {
                return self.read_old_camp(Some(camp.clone()));
            }
            _ => {}
        }
        if let (Some(Dialog::Import(field)), [path]) = (&mut self.dialog, files.as_slice())
            && let Ok(false) = path.try_exists()
        {
            field.problem = Some(
                "There is no file or folder of this name. Check the path, or browse for it"
                    .to_owned(),
            );
            return;
        }
        self.dialog = None;
        let again = Action::ImportFiles(files.clone());
        if files.is_empty() || !self.may_discard(&again, Leaving::Pause) {
            return;
        }
        if let [file] = files.as_slice()
            && is_camp_file_name(file)
        {
            // What stands over the page may have asked for one.
            if self.session.over().is_some() && self.page_takes_files(&files) {
                return;
            }
            return self.open(file.clone(), Mode::Change);
        }
        if self.page_takes_files(&files) || !self.may_change_week() {
            return;
        }
        // A camp file is not opened a second time: closing it again would give up the lock on the first.
        let own = self
            .session
            .camp
            .as_ref()
            .and_then(|camp| camp.path.clone());
        if own.is_some_and(|own| may_be_among(&own, &files)) {
            return self
                .notices
                .note("This camp itself can’t be imported: choose the old Access files");
        }
        if self.may_leave_camp(&again) {
            self.start_import(ImportInput::Files(files));
        }
    }

    /// Has rows of a kind shown that were pasted.
    pub(super) fn import_pasted(&mut self, text: String, kind: RecordKind, again: &Action) {
        if self.may_change_week() && self.may_leave_camp(again) {
            self.start_import(ImportInput::Rows { text, kind });
        }
    }
}
