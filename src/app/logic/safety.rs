//! What others do to the file of the camp, and copies of what the program holds.

use std::{
    path::{self, Path, PathBuf},
    time::Duration,
};

use jiff::Zoned;

use super::{
    super::{
        Action, App, BackupAction, OpenCamp,
        closing::{Closing, LookOutside},
        commands::{Entry, Group, Key, Needs, Shortcut, commands},
        dialogs::{Dialog, PathField},
        leaving::Everything,
        paths::at_hand_or_documents,
    },
    rescue::{self, Rescue},
};
use crate::{
    app::Command,
    domain::show_time,
    storage::{Mode, OpenError, OutsideChange, StorageError},
};

commands! {
    /// Writes a copy of the camp into another file.
    SAVE_COPY = Entry::new("Save a copy…", Group::Camp, 2, App::ask_where_to_copy)
        // "Save as" in Office.
        .keys(&[Shortcut::plain(Key::F12)])
        .needs(Needs::Camp)
        .label(|app| {
            let camp = app.session.camp.as_ref()?;
            let stays = camp.outside.is_none() && camp.mode == Mode::Change;
            stays.then(|| "Save a copy to take along…".to_owned())
        });
}

impl App {
    /// What somebody else has done to the file, if anything. From then on nothing is called saved, until that is undone, such as another name of the file.
    pub(super) fn file_is(&mut self, change: Option<OutsideChange>) {
        if change.is_some() {
            self.session.last_done = None;
        }
        let Some(camp) = &mut self.session.camp else {
            return;
        };
        let before = std::mem::replace(&mut camp.outside, change);
        if let Some(before) = before.filter(|_| change.is_none()) {
            self.notices
                .withdraw(StorageError::Outside(before).to_string());
            self.forget_refusals();
        }
    }

    /// What kept something from being saved is over.
    fn forget_refusals(&mut self) {
        for open in &mut self.session.pages {
            open.page.forget_refusal();
        }
    }

    /// What is wrong with the file, or its drive, if anything is, as a sentence without its period: nothing is saved any more, if
    /// anything is to be.
    pub fn not_saved_because(&self) -> Option<String> {
        let change = self.session.camp.as_ref()?.outside?;
        let drive = self.keeper.held_up_by();
        let silent = drive.filter(|_| change == OutsideChange::Silent);
        Some(silent.map_or_else(
            || change.to_string(),
            |drive| {
                let drive = drive.display();
                format!("“{drive}” doesn’t answer, and Camp Ladder waits for it")
            },
        ))
    }

    /// What follows from a change that nobody has asked for.
    pub(super) fn found_outside(&mut self, change: Option<OutsideChange>) {
        if change != Some(OutsideChange::Silent) {
            return;
        }
        let was_opening = std::mem::take(&mut self.opening);
        if was_opening {
            self.keeper.give_up_opening();
        }
        if self.session.camp.is_none() {
            let drive = self.keeper.held_up_by();
            // Other camps can be opened meanwhile.
            if rescue::replace_keeper(self) {
                let drive = drive.unwrap_or_default();
                let follows = if was_opening {
                    ", so the camp isn’t open. Try again once it does, or open a backup with Restore…"
                } else {
                    ". Try again once it does, or choose another one"
                };
                let drive = drive.display();
                self.notices
                    .problem(format!("“{drive}” doesn’t answer{follows}"));
            }
            return;
        }
        // It was asked for before anybody knew that the drive doesn't answer. Nothing gets to a copy that is to lie on that.
        let can_be_made = |copy: &Path| self.rescuer.is_none() && !self.keeper.waits_for(copy);
        let copying = &mut self.session.copying;
        if let Some((copy, given_up)) = copying.take_if(|it| can_be_made(&it.0)) {
            given_up.say();
            rescue::rescue(self, copy);
        }
        // Whoever wanted to leave needn't wait for the drive.
        let waits = self.session.after_saving.take_if(|it| it.closes_camp());
        let closing = self.session.closing.take();
        if let Some(action) = closing.map(|it| it.action).or(waits) {
            self.before_closing(&action);
        }
    }

    /// Whether the camp may be closed as far as its file is concerned. If that isn't known yet, `action` is carried out again when it is.
    pub(super) fn is_in_file(&mut self, action: &Action) -> bool {
        let has_file = |camp: &OpenCamp| camp.path.is_some() && camp.mode == Mode::Change;
        if !action.closes_camp() || !self.session.camp.as_ref().is_some_and(has_file) {
            return true;
        }
        if let Some(closing) = self.session.closing.take()
            && closing.look == LookOutside::MayClose
            && closing.action == *action
        {
            return true;
        }
        self.session.closing = Some(Closing {
            action: action.clone(),
            look: LookOutside::Asked,
        });
        // Whoever leaves doesn't wait for a check.
        if let Some(Dialog::Checking(checking)) = &self.dialog {
            checking.progress.cancel();
        }
        self.keeper.look_outside();
        false
    }

    /// What is to be done before a camp is closed whose file isn't its own any more: the director is asked, once.
    pub(super) fn before_closing(&mut self, action: &Action) -> Option<Everything> {
        let camp = self.session.camp.as_ref();
        let mode = camp.filter(|camp| camp.outside.is_some())?.mode;
        if !action.closes_camp() {
            return None;
        }
        let is_decided = |closing: &mut Closing| {
            closing.look == LookOutside::MayClose && closing.action == *action
        };
        // Of a camp that is only looked at nothing can be lost.
        if self.session.closing.take_if(is_decided).is_some() || mode == Mode::ReadOnly {
            if rescue::replace_keeper(self) {
                self.forget_camp();
            }
            return Some(Everything::Saved);
        }
        self.dialog = Some(Dialog::CloseUnsaved(Box::new(action.clone())));
        Some(Everything::Asked)
    }

    pub(super) fn looked_outside(&mut self, change: Option<OutsideChange>) {
        let closing = self.session.closing.take();
        let Some(Closing { action, .. }) = closing else {
            return;
        };
        match change {
            None => self.close_by(action),
            Some(_) => {
                self.before_closing(&action);
            }
        }
    }

    /// Closes the camp by this action, whatever its file is now.
    pub(super) fn close_by(&mut self, action: Action) {
        self.session.closing = Some(Closing {
            action: action.clone(),
            look: LookOutside::MayClose,
        });
        self.carry_out(action);
    }

    /// Asks where a copy of the camp shall be written.
    pub(super) fn ask_where_to_copy(&mut self) {
        let is_saved = |camp: &OpenCamp| camp.outside.is_none() && camp.mode == Mode::Change;
        let is_saved = self.session.camp.as_ref().is_some_and(is_saved);
        // What is half typed belongs into the copy, if it can be saved at all.
        if is_saved && !self.is_typed_saved_before(Command::SAVE_COPY) {
            return;
        }
        let Some(camp) = &self.session.camp else {
            return;
        };
        // Its file is a folder's of the program, and goes with it.
        if let Some(listed) = &camp.looked_into {
            let backup = Box::new(listed.backup.clone());
            return self.send(BackupAction::AskWhereToSave(backup));
        }
        if camp.outside.is_some() && !self.keeper.is_held_up() {
            // It may be back in its place.
            self.keeper.look_outside();
        }
        let now = self.now();
        let name = match &camp.path {
            Some(path) => path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            None => camp.data.name.clone(),
        };
        let name = if camp.outside.is_some() {
            format!("{name} (rescued {}).ladder", now.strftime("%Y-%m-%d %H.%M"))
        } else {
            format!("{name} (copy {}).ladder", now.strftime("%Y-%m-%d"))
        };
        let folder = camp.path.as_deref().and_then(Path::parent);
        let folder = folder.filter(|_| camp.mode == Mode::Change);
        let path = at_hand_or_documents(folder).join(name);
        self.dialog = Some(Dialog::SaveCopy(PathField::new(&path)));
    }

    /// Whether something is typed in a form that isn't saved.
    pub(crate) fn is_anything_typed(&self) -> bool {
        self.session.pages.iter().any(|open| {
            let page = open.spec.page;
            let mut views = page.views.iter().copied().chain([self.views.of(page)]);
            views.any(|view| open.page.is_changed(view))
        })
    }

    pub(super) fn save_copy(&mut self, path: PathBuf) {
        // The copy is found again wherever the program is started the next time.
        let path = path::absolute(&path).unwrap_or(path);
        rescue::save_copy(self, path);
    }

    /// The copy that is being written while the window goes on in its own file, and for how long.
    pub fn writes_copy(&self) -> Option<(&Path, Duration)> {
        self.rescuer.as_ref().and_then(Rescue::writes)
    }

    /// A copy was saved. `up_to`: when the camp in it was held in memory, if more was saved since, which is only in the file that can't be read.
    pub(super) fn copy_saved(&mut self, path: PathBuf, goes_on: bool, up_to: Option<&Zoned>) {
        self.forget_copying(&path);
        let shown = path.display();
        let goes_on_in_it = if goes_on {
            ", and this window goes on in it"
        } else {
            ""
        };
        if let Some(up_to) = up_to {
            let text = format!(
                "Saved a copy with everything up to {}{goes_on_in_it}: “{shown}”. What was saved later is only in the other file. Once that can be \
                 read again, choose “Bring a copy back…” for it",
                show_time(up_to)
            );
            self.notices.problem_beyond_camp(text);
        } else {
            let text = format!("Saved a copy{goes_on_in_it}: “{shown}”");
            self.notices.copied(text);
        }
        if !goes_on {
            return;
        }
        // What was refused because of the other file can be saved in this one.
        self.forget_refusals();
        self.settings.remember(&path);
        self.settings.save_in_background();
        if let Some(camp) = &mut self.session.camp {
            camp.mode = Mode::Change;
            camp.path = Some(path);
            camp.looked_into = None;
        }
    }

    /// What came of a copy is known.
    fn forget_copying(&mut self, path: &Path) {
        self.session.copying.take_if(|copying| copying.0 == path);
        rescue::forget(self, path);
    }

    /// Asks for another path, with the reason.
    pub(super) fn copy_not_saved(&mut self, path: &Path, error: &OpenError) {
        tracing::warn!("no copy: {error}");
        self.forget_copying(path);
        let field = PathField::refused(path, error.to_string());
        self.ask_again(Dialog::SaveCopy(field), error.to_string());
    }

    /// Asks a question once more, unless another one is asked by now: then a message says why.
    pub(super) fn ask_again(&mut self, question: Dialog, reason: String) {
        if self.dialog.is_none() {
            self.dialog = Some(question);
        } else {
            self.notices.problem(reason);
        }
    }
}
