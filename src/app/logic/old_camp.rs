//! A new camp from an old one: the old one is read, the new one made.

use std::path::{Path, PathBuf, absolute};

use super::super::{
    Action, App, Command,
    commands::{Entry, Group, Key, Shortcut, commands},
    dialogs::{Dialog, PathField},
    keeper::{OldWeek, Origin},
    old_camp::NewCampFromOld,
    paths::{documents, may_be_same_file},
};
use crate::{
    domain::{check_camp_name, clean_name},
    storage::OpenError,
};

commands! {
    /// Groups, settings and chosen players of an old camp begin a new one.
    NEW_CAMP_FROM_OLD = Entry::new("New camp from an old one…", Group::NewCamp, 1, App::ask_for_old_camp)
        // F as in “from”.
        .keys(&[Shortcut::with_shift(Key::F)]);
}

impl App {
    /// Asks for the old camp: the open one, unless there is none.
    pub(super) fn ask_for_old_camp(&mut self) {
        // What is being typed comes along.
        let has_camp = self.session.camp.is_some();
        if has_camp && !self.may_leave_camp(&Command::NEW_CAMP_FROM_OLD.into()) {
            return;
        }
        let start = self.settings.recent.first();
        let usual = documents();
        let file = PathField::new(start.map_or(usual.as_path(), PathBuf::as_path));
        let own = self
            .session
            .camp
            .as_ref()
            .and_then(|camp| camp.path.as_deref());
        let folder = own.and_then(Path::parent).map(Path::to_owned);
        let from = NewCampFromOld::new(file, folder.unwrap_or(usual));
        self.dialog = Some(Dialog::NewCampFromOld(Box::new(from)));
        if has_camp {
            self.read_old_camp(None);
        }
    }

    pub(super) fn read_old_camp(&mut self, path: Option<PathBuf>) {
        let Some(Dialog::NewCampFromOld(from)) = &mut self.dialog else {
            return;
        };
        let path = path.map(|path| absolute(&path).unwrap_or(path));
        from.begin_reading(path.as_deref());
        self.keeper.read_old(path);
    }

    pub(super) fn old_camp_read(
        &mut self,
        path: Option<&Path>,
        camp: Result<Box<OldWeek>, OpenError>,
    ) {
        let Some(Dialog::NewCampFromOld(from)) = &mut self.dialog else {
            return;
        };
        if !from.waits_for(path) {
            return;
        }
        match camp {
            Ok(camp) => from.was_read(*camp),
            Err(error) => {
                tracing::warn!("the old camp was not read: {error}");
                from.was_not_read(error.to_string());
            }
        }
    }

    /// Makes the new camp. The dialog stays until it is open, or says why it isn't.
    pub(super) fn create_from_old(&mut self) {
        let Some(Dialog::NewCampFromOld(from)) = &mut self.dialog else {
            return;
        };
        let Some(old) = &from.old else { return };
        let new = &mut from.new;
        let name = clean_name(&new.name).unwrap_or_else(|_| new.name.clone());
        let problem = check_camp_name(&name).into_iter().next();
        new.name_problem = problem.map(|problem| problem.reason);
        let Some(path) = new.file_to_write() else {
            return;
        };
        let path = absolute(&path).unwrap_or(path);
        let open = self
            .session
            .camp
            .as_ref()
            .and_then(|camp| camp.path.as_deref());
        let old_path = old.path.as_deref().or(open);
        if old_path.is_some_and(|old| may_be_same_file(old, &path)) {
            let reason = "This is the old camp itself, which stays as it is: choose another name";
            new.file.problem = Some(reason.to_owned());
            return;
        }
        if new.name_problem.is_some() {
            return;
        }
        let origin = Origin {
            camp: old.camp().clone(),
            chosen: old.chosen(),
        };
        if self.may_leave_camp(&Action::CreateFromOld) {
            self.opening = true;
            let today = self.today();
            self.keeper
                .create(path, name, today, Some(Box::new(origin)));
        }
    }

    /// Says who is in the new camp, which is open now.
    pub(super) fn say_who_came_along(&mut self) {
        if let Some(Dialog::NewCampFromOld(from)) = &self.dialog
            && let Some(sentence) = from.sentence()
        {
            self.notices.done(sentence);
        }
    }
}
