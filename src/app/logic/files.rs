//! Files: browsed for, imported.

use std::path::{Path, PathBuf};

use super::super::{
    Action, App, Purpose,
    browse::Browsing,
    dialogs::{Dialog, NewCamp, PathField},
    importing::Import,
};
use crate::{domain::Edit, storage::Mode};

impl App {
    pub(super) fn browse(&mut self, purpose: Purpose) {
        if self.browsing.is_some() {
            return;
        }
        let typed = match &self.dialog {
            Some(Dialog::OpenCamp(field) | Dialog::Import(field) | Dialog::SavePdf(field)) => {
                field.typed()
            }
            Some(Dialog::NewCamp(new)) => new.file.typed(),
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
            (Some(Dialog::NewCamp(new)), Purpose::NewCamp) => {
                new.file = PathField::of(first);
                new.file_was_chosen = true;
            }
            (_, Purpose::OpenCamp) => self.send(Action::Open(first.clone())),
            (_, Purpose::SavePdf) => self.send(Action::SavePdf(with_ending(first, "pdf"))),
            (_, Purpose::NewCamp) => {}
        }
    }

    pub(super) fn import_files(&mut self, files: Vec<PathBuf>) {
        self.dialog = None;
        if files.is_empty() {
            return;
        }
        if let [file] = files.as_slice()
            && file.extension().is_some_and(|ending| ending == "ladder")
        {
            return self.open(file.clone(), Mode::Change);
        }
        if let Some(camp) = &self.camp
            && camp.mode == Mode::Look
        {
            return self
                .notices
                .note("This camp is open to look and print only");
        }
        if !self.leave_all(Action::ImportFiles(files.clone())) {
            return;
        }
        self.import = Some(Import::read(files, &self.wake));
        if self.camp.is_none() {
            self.dialog = Some(Dialog::NewCamp(NewCamp::in_folder(documents())));
        }
    }

    pub(super) fn collect_import(&mut self) {
        let (Some(import), Some(camp)) = (&mut self.import, &self.camp) else {
            return;
        };
        import.collect(&camp.data);
    }

    pub(super) fn save_import(&mut self) {
        let Some(import) = &mut self.import else {
            return;
        };
        let Some(changes) = import.changes() else {
            return;
        };
        if changes.is_empty() {
            self.notices
                .done("Everything in these files is in the camp already");
            self.import = None;
            return;
        }
        let ticket = self.keeper.apply(Edit::Import(Box::new(changes)));
        import.begin_saving(ticket);
    }
}

/// Where camp files and sheets go unless the director says otherwise: the user's documents; where there is no such folder, the home folder.
pub(super) fn documents() -> PathBuf {
    let user = directories::UserDirs::new();
    let folder = user.as_ref().map(|user| {
        user.document_dir()
            .filter(|folder| folder.is_dir())
            .unwrap_or_else(|| user.home_dir())
    });
    folder.map(Path::to_owned).unwrap_or_default()
}

/// The path, with this ending unless it has one.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    if path.extension().is_some() {
        path.to_owned()
    } else {
        path.with_extension(ending)
    }
}
