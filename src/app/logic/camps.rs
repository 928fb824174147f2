//! Camps: opened, changed, closed; what the keeper of the file reports.

use std::{
    fmt::Write as _,
    path::{self, PathBuf},
    sync::Arc,
};

use super::super::{
    Action, App, Command, FocusTarget, OpenCamp, Session,
    commands::{Entry, Group, Key, Needs, Shortcut, WithoutWindow, commands},
    dialogs::{Dialog, LastGood, NewCamp, NotOpenedFile, Offer, PathField},
    keeper::{GaveUp, NotOpened, Opened, Report, Saved, Ticket},
    leaving::Everything,
    page::{self, Answer, RefusedChange, SavedChange},
    paths::{at_hand_or_documents, documents, is_folder_at_hand, synchronized_by},
    remembered::Remembered,
};
use super::{backups, mending, rescue, us_chess};
use crate::{
    app::rating_changes::RatingChanges,
    domain::{LadderProblem, Problems, Record, show_moment},
    rating::camp_ladder,
    storage::{Mode, NextSteps, OpenError, Refusal, StorageError},
};

commands! {
    NEW_CAMP = Entry::new("New camp…", Group::NewCamp, 0, App::ask_for_new_camp)
        .keys(&[Shortcut::command(Key::N)]);
    OPEN_CAMP = Entry::new("Open camp…", Group::NewCamp, 2, App::ask_for_camp)
        .keys(&[Shortcut::command(Key::O)]);
    OPEN_SAMPLE = Entry::new("Open the sample camp", Group::NewCamp, 3, App::open_sample)
        .closes_camp();
    RENAME_CAMP = Entry::new("Rename camp…", Group::Camp, 0, App::ask_for_name)
        .needs(Needs::Camp)
        .changes_camp();
    CLOSE_CAMP = Entry::new("Close camp", Group::Camp, 7, App::close_camp)
        .keys(&[Shortcut::command(Key::W)])
        .needs(Needs::Camp)
        .closes_camp()
        .without_window(WithoutWindow::Yes);
    QUIT = Entry::new("Quit", Group::Quit, 0, App::quit)
        .keys(&[Shortcut::command(Key::Q)])
        .closes_camp()
        .without_window(WithoutWindow::Yes);
}

impl App {
    fn ask_for_new_camp(&mut self) {
        self.dialog = Some(Dialog::NewCamp(NewCamp::in_folder(documents())));
    }

    fn ask_for_camp(&mut self) {
        let before = Dialog::take_cannot_open(&mut self.dialog);
        let start = match before.as_deref() {
            Some(Dialog::CannotOpen { path, .. }) => at_hand_or_documents(path.parent()),
            _ => self
                .settings
                .recent
                .first()
                .cloned()
                .unwrap_or_else(documents),
        };
        self.dialog = Some(Dialog::OpenCamp(PathField::new(&start), before));
    }

    fn open_sample(&mut self) {
        if self.may_leave_camp(&Command::OPEN_SAMPLE.into()) {
            self.opening = true;
            let today = self.today();
            self.keeper.open_sample(today);
        }
    }

    fn ask_for_name(&mut self) {
        if let Some(camp) = &self.session.camp {
            self.dialog = Some(Dialog::RenameCamp {
                name: camp.data.name.clone(),
                problem: None,
            });
        }
    }

    fn close_camp(&mut self) {
        if self.may_leave_camp(&Command::CLOSE_CAMP.into()) {
            self.keeper.close();
        }
    }

    fn quit(&mut self) {
        match self.leave_all(&Command::QUIT.into()) {
            Everything::Saved => self.quitting = true,
            Everything::OnItsWay | Everything::Asked => {}
            Everything::CannotBeSaved => self.dialog = Some(Dialog::QuitAnyway),
        }
    }

    pub(super) fn open(&mut self, path: PathBuf, mode: Mode) {
        // A recent camp is found again wherever the program is started the next time.
        let path = path::absolute(&path).unwrap_or(path);
        let again = Action::open_for(path.clone(), mode);
        if self.may_leave_camp(&again) {
            self.opening = true;
            self.keeper.open(path, mode);
        }
    }

    pub(super) fn collect_reports(&mut self) {
        rescue::collect(self);
        loop {
            match self.keeper.next_report() {
                Ok(Some(report)) => self.take_report(report),
                Ok(None) => return,
                Err(gone) => {
                    self.forget_camp();
                    self.opening = false;
                    if !matches!(self.dialog, Some(Dialog::Stopped)) {
                        tracing::error!("{gone}");
                        self.dialog = Some(Dialog::Stopped);
                    }
                    return;
                }
            }
        }
    }

    pub(super) fn take_report(&mut self, report: Report) {
        let known = self.session.camp.as_ref().and_then(|camp| camp.outside);
        self.file_is(report.outside(known));
        match report {
            Report::Opened(opened) => self.opened(*opened),
            Report::NotOpened(not_opened) => {
                self.opening = false;
                if not_opened.closed {
                    self.forget_camp();
                }
                self.not_opened(*not_opened);
            }
            Report::GivenUp(gave_up) => given_up(self, gave_up),
            Report::NoSample(reason) => {
                self.opening = false;
                self.notices.problem(reason);
            }
            Report::Applied(saved) => self.saved(*saved),
            Report::Refused(ticket, error) => self.refused(ticket, &error),
            Report::FileChecked(lost_history) => {
                if let Some(camp) = &mut self.session.camp {
                    camp.is_being_checked = false;
                    if let Some(lost) = lost_history {
                        camp.next_steps = NextSteps::of_lost(lost);
                        look_for_problems(camp);
                        self.notices.problem(lost.to_string());
                    }
                }
            }
            Report::Outside(change) => self.looked_outside(change),
            Report::FoundOutside(change) => self.found_outside(change),
            Report::CopyTaken(path, taken) => rescue::copy_taken(self, &path, taken),
            Report::CopySaved {
                path,
                goes_on,
                up_to,
            } => self.copy_saved(path, goes_on, up_to.as_ref()),
            Report::CopyNotSaved(path, error) => self.copy_not_saved(&path, &error),
            // The last one is for whoever waits for the end of it.
            Report::CopyGivenUp | Report::StillOpen | Report::BackupBegun(_) => {}
            Report::Rescued { path, state, up_to } => {
                self.looked(*state);
                self.copy_saved(path, true, up_to.as_ref());
            }
            Report::Restored(path) => backups::restored(self, path),
            Report::NotRestored(error) => backups::not_restored(self, &error),
            Report::NotRestoredAs(backup, path, error) => {
                backups::not_restored_as(self, backup, &path, &error);
            }
            Report::BackedUp(backed_up) => backups::backed_up(self, backed_up),
            Report::Followed(followed) => backups::followed(self, followed),
            Report::Lost(error) => {
                self.forget_camp();
                self.notices.problem(format!(
                    "The last change was saved, but the camp can’t be read any more and was closed: {error}"
                ));
            }
            Report::HistoryMoved(moved) => self.moved_in_history(*moved),
            Report::HistoryNotMoved(error) => {
                if let Some(camp) = &mut self.session.camp {
                    camp.deletes_backups = false;
                }
                self.session.moves_in_history = false;
                self.notices.problem(error.to_string());
            }
            Report::History(steps) => self.answer(&Answer::History(steps)),
            Report::Forgotten { traces, backups } => self.history_forgotten(traces, backups),
            Report::Looked(state) => self.looked(*state),
            Report::NotLooked(error) => {
                self.opening = false;
                self.session.undo_when_looked = None;
                self.notices.problem(error.to_string());
            }
            Report::Read(read) => {
                if let Some(read) = read {
                    us_chess::sections_looked_at(self, &read);
                    mending::compared(self, &read);
                    self.crosstables_to_publish(&read);
                    self.answer(&Answer::Read(read));
                }
            }
            Report::WeekList(weeks) => self.answer(&Answer::WeekList(weeks)),
            Report::Closed => self.forget_camp(),
            Report::Old { path, camp } => self.old_camp_read(path.as_deref(), camp),
            Report::Season { revision, weeks } => {
                self.weeks_to_publish(&weeks);
                let weeks = weeks.map_err(|error| error.to_string());
                self.answer(&Answer::Season { revision, weeks });
            }
        }
    }

    pub(super) fn opened(&mut self, opened: Opened) {
        let lasting = self.session.take_lasting();
        self.forget_camp();
        self.opening = false;
        self.not_opened = None;
        // What was asked for while the camp was being opened was meant for the one before.
        self.actions.clear();
        self.say_who_came_along();
        self.dialog = None;
        self.page = self.first_page();
        if opened.mode == Mode::Change
            && let Some(path) = &opened.path
            && let Some(service) = synchronized_by(path)
            && self.settings.told_of_cloud.insert(path.clone())
        {
            self.notices.note(format!(
                "This camp lies in {service}. Work on it on one computer at a time, and let {service} finish before you open it on another"
            ));
        }
        // A backup that is looked into is gone when it is closed.
        if let Some(path) = opened.path.as_ref().filter(|_| opened.backup.is_none()) {
            self.settings.remember(path);
            self.settings.save_in_background();
        }
        let is_sample = opened.path.is_none();
        if let Some(moved) = opened.moved_aside {
            self.notices.problem(moved.to_string());
        }
        if let Some(lost) = opened.state.next_steps.lost {
            self.notices.problem(lost.to_string());
        }
        if let Some(replaced) = opened.replaced {
            let text = format!(
                "Restored. The file that was there before is “{}” now",
                replaced.display()
            );
            self.notices.opens(text, replaced);
        } else if let Some(made) = opened.restored {
            let made = made.to_zoned(self.now().time_zone().clone());
            let made = show_moment(&made);
            self.notices
                .done(format!("Restored from the backup made {made}"));
        }
        let mut camp = OpenCamp::new(opened.state, opened.path, opened.mode);
        camp.last_backup = opened.last_backup;
        camp.looked_into = opened.backup;
        camp.is_being_checked = !opened.is_checked;
        if camp.is_being_checked {
            self.keeper.check_file();
        }
        look_for_problems(&mut camp);
        self.session.camp = Some(camp);
        self.recall_looks();
        if is_sample {
            self.page = page::first_of_sample(&self.specs);
        } else {
            // Files that were dropped before there was a camp to import them into.
            self.session.over = lasting;
        }
        // What had it in the window before is gone.
        self.focus_next = Some(FocusTarget::List);
    }

    fn not_opened(&mut self, not_opened: NotOpened) {
        let NotOpened {
            path,
            error,
            can_import,
            can_repair,
            of,
            made_room,
            backup,
            not_checked,
            ..
        } = not_opened;
        tracing::warn!("not opened: {error}");
        let offered = backup.as_ref().map(|last| last.backup.path.clone());
        self.not_opened = Some(NotOpenedFile { of, offered });
        let mut reason = error.to_string();
        let mut go_on = |more: &str| {
            let end = if reason.ends_with('?') { "" } else { "." };
            let _ = write!(reason, "{end} {more}");
        };
        if let Some(why) = not_checked {
            go_on(&why);
        }
        let backup_is_newer = |last: &LastGood| {
            let made_room = made_room.as_ref();
            made_room.is_some_and(|it| it.is_older_than(&last.backup))
        };
        let (older, made_room) = if backup.as_deref().is_some_and(backup_is_newer) {
            (made_room, None)
        } else {
            (None, made_room)
        };
        if let Some(older) = older {
            let path = older.path().display();
            go_on(&format!(
                "“{path}” lies beside it, from before it was restored"
            ));
        }
        // One on a stick that isn't plugged in will be there again, and one that has a backup can be.
        let is_gone =
            matches!(error, OpenError::NotThere(_)) && backup.is_none() && made_room.is_none();
        if is_gone && path.parent().is_some_and(is_folder_at_hand) {
            self.settings.forget(&path);
            self.settings.save_in_background();
        }
        // Whatever is done about it now, it is found again.
        if can_repair {
            self.settings.remember_not_opened(&path);
            self.settings.save_in_background();
        }
        let has_backup = backup.is_some();
        let offer = match made_room {
            Some(made_room) => Some(Offer::PutBack {
                made_room,
                has_backup,
            }),
            None => offer(&error, can_import, backup),
        };
        let is_about_path = matches!(offer, None | Some(Offer::Another | Offer::Again));
        match &mut self.dialog {
            Some(Dialog::NewCamp(new)) => new.file.problem = Some(reason),
            Some(Dialog::NewCampFromOld(from)) => from.new.file.problem = Some(reason),
            Some(Dialog::OpenCamp(field, _)) if is_about_path && !can_repair => {
                field.problem = Some(reason);
            }
            dialog => {
                *dialog = Some(Dialog::CannotOpen {
                    path,
                    reason,
                    offer,
                    can_repair,
                });
            }
        }
    }

    pub(super) fn forget_camp(&mut self) {
        self.remember_looks();
        self.notices.camp_is_left(self.session.camp.is_some());
        self.session = Session::new(&self.specs);
        self.stay += 1;
        self.settings.forget_players();
        // What is on its way to a file or a printer arrives all the same.
        self.paperwork.forget();
        self.stop_publishing();
    }

    pub(super) fn saved(&mut self, saved: Saved) {
        let today = self.today();
        let Some(camp) = &mut self.session.camp else {
            return;
        };
        let is_in_file = saved.outside.is_none();
        self.session.last_done = is_in_file.then(|| format!("Saved: {}", saved.name));
        if let Some(sentence) = saved.thinned {
            self.notices.note(sentence);
        }
        let before = camp.data.clone();
        let lost = camp.next_steps.lost;
        let is_other_week = camp.take(saved.state);
        self.notices.history_begins(lost, &camp.next_steps);
        look_for_problems(camp);
        let moved = RatingChanges::new(&before, &camp.data);
        // Two players move by every game that is typed, and that is seen where it is typed.
        let is_game = matches!(saved.added, Some(Record::Game(_)));
        let is_news = moved.list().len() > if is_game { 2 } else { 0 };
        self.session.moved_ratings = is_news.then(|| Arc::new(moved));
        if let Some((camp, editors)) = self.session.editors_in_camp() {
            for (_, editor) in editors {
                editor.saved(saved.ticket, saved.added, camp, today);
            }
        }
        self.session.follow_camp();
        if is_other_week {
            self.other_week_shown();
        }
        self.arrived(saved.ticket);
        self.pages_saved(SavedChange {
            ticket: saved.ticket,
            added: saved.added,
        });
        if let Some(saving) = self
            .session
            .saving_ratings
            .take_if(|saving| saving.ticket == saved.ticket)
            && let Some(sentence) = saving.sentence
        {
            self.say_undoable(sentence);
        }
        self.say_moved_ratings();
        if saved.ratings_wait {
            self.recalculate_after_change();
        }
    }

    pub(super) fn refused(&mut self, ticket: Ticket, error: &StorageError) {
        let reason = error.to_string();
        if self.take_awaited(ticket).is_some() {
            // What was to come after it was meant for a camp with this change.
            self.session.after_saving = None;
        }
        let outdated = matches!(
            error,
            StorageError::Refused(Refusal::Outdated | Refusal::MergeOutdated)
        );
        if let Some(saving) = self
            .session
            .saving_ratings
            .take_if(|saving| saving.ticket == ticket)
        {
            // Something was saved while the ratings were computed: they are computed again, from what is there now.
            if outdated && self.session.camp.is_some() {
                match saving.follows {
                    Some(_) => self.follow_last_change(),
                    None => self.recalculate(),
                }
            } else {
                self.notices.problem(reason);
            }
            return;
        }
        let problems = match error {
            StorageError::Refused(Refusal::Invalid(problems)) => problems.as_slice(),
            _ => &[],
        };
        let refused = RefusedChange {
            ticket,
            reason: &reason,
            problems,
            is_outdated: outdated,
            may_pass: error.may_pass(),
        };
        if self.page_was_refused(refused) {
            return;
        }
        let in_form = {
            let editors = self.session.editors_in_camp();
            let mut editors = editors.into_iter().flat_map(|(_, editors)| editors);
            editors.any(|(_, editor)| editor.refused(ticket, problems, &reason))
        };
        if in_form {
            self.session.after_saving = None;
            self.focus_wrong_field();
        } else {
            self.notices.problem(reason);
        }
    }

    /// Remembers how the open camp is looked at; the sample camp begins anew each time.
    pub fn remember_looks(&mut self) {
        let Some(camp) = &self.session.camp else {
            return;
        };
        let Some(path) = camp.path.clone() else {
            return;
        };
        let camp = &camp.data;
        let key = |key: &str| key.to_owned();
        let pages = self.session.pages.iter();
        let told =
            pages.filter_map(|open| Some((key(open.spec.page.key), open.page.to_remember(camp)?)));
        let remembered = Remembered {
            pages: told.collect(),
            views: self
                .pages()
                .filter(|spec| spec.page.views.len() > 1)
                .map(|spec| (key(spec.page.key), self.views.of(spec.page)))
                .collect(),
        };
        self.settings.camps.insert(path, remembered);
    }

    /// Looks at a camp that was opened as it was looked at last.
    fn recall_looks(&mut self) {
        let Some(camp) = &self.session.camp else {
            return;
        };
        let remembered = camp
            .path
            .as_ref()
            .and_then(|path| self.settings.camps.get(path));
        let Some(remembered) = remembered else {
            return;
        };
        for open in &mut self.session.pages {
            let page = open.spec.page;
            if let Some(told) = remembered.pages.get(page.key) {
                open.page.recall(&camp.data, told);
            }
            if let Some(view) = remembered.views.get(page.key) {
                self.views.set(page, *view);
            }
        }
    }
}

pub(super) fn create(app: &mut App, path: PathBuf, name: String) {
    let path = path::absolute(&path).unwrap_or(path);
    let again = Action::Create {
        path: path.clone(),
        name: name.clone(),
    };
    if app.may_leave_camp(&again) {
        app.opening = true;
        let today = app.today();
        app.keeper.create(path, name, today, None);
    }
}

/// What can be done with a file that was not opened, and lies where it was.
fn offer(error: &OpenError, can_import: bool, backup: Option<Box<LastGood>>) -> Option<Offer> {
    match (error, backup) {
        (OpenError::ReadOnly(_) | OpenError::NotBackedUp(_), _) => Some(Offer::Look),
        _ if can_import => Some(Offer::Import),
        (_, Some(backup)) => Some(Offer::Restore(backup)),
        (
            OpenError::NotThere(_)
            | OpenError::NotACamp { .. }
            | OpenError::Folder(_)
            | OpenError::NotAFile(_),
            None,
        ) => Some(Offer::Another),
        (OpenError::InUse { .. }, None) => Some(Offer::Again),
        _ => None,
    }
}

/// Says what became of a camp that nobody waited for any more.
fn given_up(app: &mut App, gave_up: GaveUp) {
    const LATE: &str = "isn’t open, as its drive answered late";

    let GaveUp {
        path,
        is_made,
        replaced,
    } = gave_up;
    let Some(path) = path else {
        let text = format!("What you wanted to open {LATE}. Try again");
        return app.notices.problem_beyond_camp(text);
    };
    let name = path.display();
    if !is_made {
        let text = format!("“{name}” {LATE}. Try again");
        return app.notices.problem_beyond_camp(text);
    }
    let before = replaced.map_or_else(String::new, |replaced| {
        let replaced = replaced.display();
        format!(". The file that was there before is “{replaced}” now")
    });
    let text = format!("“{name}” is there now, but {LATE}{before}");
    app.notices.opens(text, path);
    app.notices.latest_outlasts_camp();
}

pub(super) fn look_for_problems(camp: &mut OpenCamp) {
    let found = if camp.is_looked_through() {
        camp_ladder::all_problems(&camp.data)
    } else {
        Problems::default()
    };
    let found = found.and(&camp.us_chess_problems, &camp.data);
    let no_backup = camp.no_backup.clone().map(LadderProblem::NoBackup);
    let second = camp.second.as_ref().err().cloned();
    let second = second.map(LadderProblem::NoSecondBackup);
    let lost = camp.next_steps.lost.map(|_| LadderProblem::LostHistory);
    let of_file = lost.into_iter().chain(no_backup).chain(second);
    let found = found.and(&of_file.collect::<Vec<_>>(), &camp.data);
    camp.problems = found.listed;
    camp.accepted_problems = found.accepted;
}
