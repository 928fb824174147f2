//! Files: browsed for, imported.

use std::path::PathBuf;

use super::super::{
    Action, App, Purpose,
    browse::Browsing,
    commands::{Entry, Group, Key, Needs, Shortcut, commands},
    dialogs::{Dialog, PathField},
    importing::Import,
    paths::{is_same_file, with_ending},
};
use crate::{domain::Edit, storage::Mode};

commands! {
    IMPORT = Entry::new("Import from Access…", Group::Import, 0, App::ask_for_import)
        .keys(&[Shortcut::command(Key::I)])
        .changes_week();
    /// Imports campers that were copied elsewhere.
    PASTE_CAMPERS = Entry::new("Paste new campers", Group::Import, 1, App::ask_for_pasted_campers)
        .keys(&[Shortcut::with_shift(Key::I)])
        .needs(Needs::Camp)
        .changes_week();
    /// Saves what the preview of the import shows.
    SAVE_IMPORT = Entry::new("Import what the preview shows", Group::Import, 2, App::save_import)
        .keys(&[Shortcut::command(Key::Enter)])
        .needs(Needs::Camp)
        .why_not(|app| match &app.session.import {
            None => Some("There is no import to save: begin with Import from Access"),
            Some(import) => import.why_not(),
        });
}

impl App {
    fn ask_for_import(&mut self) {
        self.dialog = Some(Dialog::Import(PathField::default()));
    }

    fn ask_for_pasted_campers(&mut self) {
        self.session.paste_wanted = true;
    }

    pub(super) fn browse(&mut self, purpose: Purpose) {
        if self.browsing.is_some() {
            return;
        }
        let typed = match &self.dialog {
            Some(
                Dialog::OpenCamp(field)
                | Dialog::Import(field)
                | Dialog::SavePdf(field)
                | Dialog::SaveCopy(field),
            ) => field.typed(),
            Some(Dialog::NewCamp(new)) => new.file.typed(),
            Some(Dialog::Publish(dialog)) => dialog.folder.typed(),
            Some(Dialog::CampSettings(form)) => PathField::typed_in(&form.logo.path),
            Some(Dialog::NewCampFromOld(from)) if purpose == Purpose::OldCamp => from.file.typed(),
            Some(Dialog::NewCampFromOld(from)) => from.new.file.typed(),
            _ => None,
        };
        self.browsing = Browsing::start(purpose, typed.as_deref(), &self.wake);
        if self.browsing.is_none() {
            self.notices
                .problem("The file dialog could not be opened: type the path instead");
        }
    }

    pub(super) fn collect_browsing(&mut self) {
        let Some((purpose, paths)) = self.browsing.as_ref().and_then(Browsing::look) else {
            return;
        };
        self.browsing = None;
        let Some(first) = paths.first() else { return };
        match (&mut self.dialog, purpose) {
            (_, Purpose::Import) => self.send(Action::ImportFiles(paths)),
            (Some(Dialog::NewCamp(new)), Purpose::NewCamp) => new.choose_file(first),
            (Some(Dialog::NewCampFromOld(from)), Purpose::NewCamp) => from.new.choose_file(first),
            (_, Purpose::OpenCamp) => self.send(Action::Open(first.clone())),
            // The system's dialog has asked already whether a file shall be replaced.
            (_, Purpose::SavePdf) => self.send(Action::SavePdf {
                path: with_ending(first, "pdf"),
                replace: true,
            }),
            (Some(Dialog::SaveCopy(field)), Purpose::SaveCopy) => {
                *field = PathField::of(&with_ending(first, "ladder"));
            }
            (_, Purpose::OldCamp) => self.send(Action::ReadOldCamp(Some(first.clone()))),
            (_, Purpose::Logo) => self.send(Action::ReadLogo(first.clone())),
            (Some(Dialog::Publish(dialog)), Purpose::PublishFolder) => {
                dialog.folder = PathField::of(first);
            }
            (_, Purpose::NewCamp | Purpose::PublishFolder | Purpose::SaveCopy) => {}
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
        self.dialog = None;
        if files.is_empty() {
            return;
        }
        if let [file] = files.as_slice()
            && file.extension().is_some_and(|ending| ending == "ladder")
        {
            return self.open(file.clone(), Mode::Change);
        }
        if !self.may_change_week() {
            return;
        }
        // A camp file is not opened a second time: closing it again would give up the lock on the first.
        let own = self
            .session
            .camp
            .as_ref()
            .and_then(|camp| camp.path.clone());
        if own.is_some_and(|own| files.iter().any(|file| is_same_file(file, &own))) {
            return self
                .notices
                .note("This camp itself can't be imported: choose the old Access files");
        }
        if !self.may_leave_camp(&Action::ImportFiles(files.clone())) {
            return;
        }
        self.return_to_page();
        self.session.import = Some(Import::read(files, &self.wake));
    }

    pub(super) fn collect_import(&mut self) {
        let (Some(import), Some(camp)) = (&mut self.session.import, &self.session.camp) else {
            return;
        };
        import.collect(&camp.data, &self.wake);
    }

    pub(super) fn save_import(&mut self) {
        let Some(import) = &mut self.session.import else {
            return;
        };
        let Some(changes) = import.changes() else {
            return;
        };
        if changes.is_empty() {
            self.notices
                .done("Everything in these files is in the camp already");
            self.session.import = None;
            return;
        }
        let ticket = self.keeper.apply(Edit::Import(Box::new(changes)));
        import.begin_saving(ticket);
    }
}
