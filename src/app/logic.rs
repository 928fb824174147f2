//! What happens between two pictures of the window: answers are collected, actions carried out.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use super::{
    Action, App, Command, OpenCamp, Page, Purpose, Recalc, SavingRatings, Wake,
    browse::Browsing,
    dialogs::{Dialog, NewCamp, PathField, PrintDialog},
    drafts::Draft,
    editor::{Editor, Leave, Next, Target},
    importing::Import,
    keeper::{Keeper, Opened, Report, Saved, Ticket},
    printing::Paperwork,
    settings::Theme,
};
use crate::{
    domain::{CampData, Edit, Record, System},
    jobs::{Job, Look},
    rating::camp_ladder::{self, Ladder, NoAnswer},
    report::{self, print::Printed},
    storage::{Mode, OpenError, Refusal, StorageError},
};

/// Camps with more games are not checked for problems after every change, but by the recalculation itself.
const GAMES_CHECKED_AT_ONCE: usize = 200_000;

impl App {
    /// Collects every answer that is there and carries out every action. Never waits.
    pub fn logic(&mut self) {
        self.collect_reports();
        if self.recalc_wanted && !self.is_saving_record() {
            self.recalculate();
        }
        self.collect_recalculation();
        self.collect_browsing();
        self.collect_import();
        self.collect_paper();
        while let Some(action) = self.actions.pop_front() {
            tracing::debug!("{action:?}");
            self.carry_out(action);
        }
        // What an action asked of the sheets is started now, and not at the next turn.
        self.collect_paper();
    }

    fn carry_out(&mut self, action: Action) {
        match action {
            Action::Do(command) => self.command(command),
            Action::Open(path) => self.open(path, Mode::Change),
            Action::OpenToLook(path) => self.open(path, Mode::Look),
            Action::Create { path, name } => {
                if self.leave_all() {
                    self.opening = true;
                    let today = self.today();
                    self.keeper.create(path, name, today);
                }
            }
            Action::Show(record) => self.show(record),
            Action::Delete(record) => self.delete(record),
            Action::Change(edit) => {
                self.keeper.apply(edit);
            }
            Action::ImportFiles(files) => self.import_files(files),
            Action::SaveImport => self.save_import(),
            Action::CloseImport => self.import = None,
            Action::CancelRecalculation => {
                self.recalc_wanted = false;
                if let Some(recalc) = &self.recalc {
                    recalc.job.progress.cancel();
                }
            }
            Action::Browse(purpose) => self.browse(purpose),
            Action::SavePdf(path) => self.save_pdf(&path),
            Action::OpenPdf(path) => {
                if let Err(error) = report::open_pdf(&path) {
                    self.notices.problem(error.to_string());
                }
            }
            Action::PrintOn { printer, copies } => {
                let today = self.today();
                if let Some(camp) = &self.camp {
                    self.standings
                        .print(&camp.data, printer, copies, today, &self.wake);
                }
                self.dialog = None;
            }
            Action::CloseDialog => self.dialog = None,
        }
    }

    fn command(&mut self, command: Command) {
        if let Some(reason) = self.why_not(command) {
            self.notices.note(reason);
            return;
        }
        match command {
            Command::NewCamp => {
                self.dialog = Some(Dialog::NewCamp(NewCamp::in_folder(camp_folder())));
            }
            Command::OpenCamp => {
                let start = self.settings.recent.first().cloned();
                self.dialog = Some(Dialog::OpenCamp(PathField::of(
                    start.as_deref().unwrap_or(&camp_folder()),
                )));
            }
            Command::OpenSample => {
                if self.leave_all() {
                    self.opening = true;
                    let today = self.today();
                    self.keeper.open_sample(today);
                }
            }
            Command::CloseCamp => {
                if self.leave_all() {
                    self.keeper.close();
                }
            }
            Command::Import => self.dialog = Some(Dialog::Import(PathField::default())),
            Command::SaveImport => self.save_import(),
            Command::SavePdf => self.ask_where_to_save(),
            Command::Print => {
                self.page = Page::Standings;
                self.standings.system = System::Weekly;
                self.standings.ask_printers(&self.wake);
                self.dialog = Some(Dialog::Print(PrintDialog {
                    printers: None,
                    chosen: 0,
                    copies: "1".to_owned(),
                }));
            }
            Command::Quit => {
                if self.leave_form(Leaving::Away) {
                    self.quitting = true;
                } else {
                    self.dialog = Some(Dialog::QuitAnyway);
                }
            }
            Command::NewRecord => self.new_record(),
            Command::SaveRecord => {
                self.leave_form(Leaving::Stay);
            }
            Command::UndoRecord => match self.page {
                Page::Players => self.players.undo(),
                Page::Groups => self.groups.undo(),
                Page::Games => self.games.undo(),
                Page::Standings => {}
            },
            Command::DeleteRecord => self.ask_before_deleting(),
            Command::Find => self.find_wanted = true,
            Command::Recalculate => {
                // The record that was being typed is saved first, and the ratings follow from it.
                if self.leave_form(Leaving::Stay) {
                    self.recalc_wanted = self.is_saving_record();
                    if !self.recalc_wanted {
                        self.recalculate();
                    }
                }
            }
            Command::Go(page) => self.go(page),
            Command::ThemeLight => self.set_theme(Theme::Light),
            Command::ThemeDark => self.set_theme(Theme::Dark),
            Command::ThemeSystem => self.set_theme(Theme::System),
            Command::ZoomIn => self.set_zoom(self.settings.zoom + 0.25),
            Command::ZoomOut => self.set_zoom(self.settings.zoom - 0.25),
            Command::ZoomReset => self.set_zoom(1.0),
            Command::Keys => self.dialog = Some(Dialog::Keys),
            Command::About => self.dialog = Some(Dialog::About),
        }
    }

    // Going somewhere.

    fn go(&mut self, page: Page) {
        if page != self.page && self.leave_form(Leaving::Away) {
            self.page = page;
            self.search.clear();
        }
    }

    fn show(&mut self, record: Record) {
        let page = match record {
            Record::Player(_) => Page::Players,
            Record::Group(_) => Page::Groups,
            Record::Game(_) => Page::Games,
        };
        self.dialog = None;
        self.import = None;
        if page != self.page {
            if !self.leave_form(Leaving::Away) {
                return;
            }
            self.page = page;
            self.search.clear();
        }
        let Some(camp) = &self.camp else { return };
        let (camp, today) = (&camp.data, (self.calendar)());
        let keeper = &mut self.keeper;
        match record {
            Record::Player(id) => {
                let next = Next::To(Target::Existing(id));
                leave(&mut self.players, next, camp, today, keeper);
            }
            Record::Group(id) => {
                let next = Next::To(Target::Existing(id));
                leave(&mut self.groups, next, camp, today, keeper);
            }
            Record::Game(id) => {
                let next = Next::To(Target::Existing(id));
                leave(&mut self.games, next, camp, today, keeper);
            }
        }
    }

    fn new_record(&mut self) {
        let Some(camp) = &self.camp else { return };
        let (camp, today) = (&camp.data, (self.calendar)());
        let keeper = &mut self.keeper;
        match self.page {
            Page::Players => {
                leave(
                    &mut self.players,
                    Next::To(Target::New),
                    camp,
                    today,
                    keeper,
                );
            }
            Page::Groups => {
                leave(&mut self.groups, Next::To(Target::New), camp, today, keeper);
            }
            Page::Games => {
                leave(&mut self.games, Next::To(Target::New), camp, today, keeper);
            }
            Page::Standings => {}
        }
    }

    /// Saves the record of the form that is shown, if it is changed. Whether the form may be left now; a record on its
    /// way to the file may, as it can only be refused for what the form has checked already.
    fn leave_form(&mut self, leaving: Leaving) -> bool {
        let Some(camp) = &self.camp else { return true };
        let (camp, today) = (&camp.data, (self.calendar)());
        let keeper = &mut self.keeper;
        match self.page {
            Page::Players => leave(&mut self.players, leaving.next(), camp, today, keeper),
            Page::Groups => leave(&mut self.groups, leaving.next(), camp, today, keeper),
            Page::Games => leave(&mut self.games, leaving.next(), camp, today, keeper),
            Page::Standings => true,
        }
    }

    /// As [`Self::leave_form`], before the camp itself is left.
    fn leave_all(&mut self) -> bool {
        let leaves = self.leave_form(Leaving::Away);
        if !leaves {
            self.notices
                .note("This record can't be saved yet: correct it, or undo it, first");
        }
        leaves
    }

    // Camps.

    fn open(&mut self, path: PathBuf, mode: Mode) {
        if self.leave_all() {
            self.opening = true;
            self.keeper.open(path, mode);
        }
    }

    fn collect_reports(&mut self) {
        loop {
            match self.keeper.next_report() {
                Ok(Some(report)) => self.take_report(report),
                Ok(None) => return,
                Err(gone) => {
                    self.camp = None;
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

    fn take_report(&mut self, report: Report) {
        match report {
            Report::Opened(opened) => self.opened(*opened),
            Report::NotOpened(path, error) => {
                self.opening = false;
                // The camp that was open before is closed already, unless a new one could not be made.
                if !matches!(self.dialog, Some(Dialog::NewCamp(_))) {
                    self.forget_camp();
                }
                self.not_opened(path, &error);
            }
            Report::NoSample(reason) => {
                self.opening = false;
                self.forget_camp();
                self.notices.problem(reason);
            }
            Report::Applied(saved) => self.saved(*saved),
            Report::Refused(ticket, error) => self.refused(ticket, &error),
            Report::Closed => self.forget_camp(),
        }
    }

    fn opened(&mut self, opened: Opened) {
        let pending_import = self.import.take();
        self.forget_camp();
        self.opening = false;
        self.dialog = None;
        self.page = Page::Players;
        if let Some(path) = &opened.path {
            self.settings.remember(path);
            self.settings.save_in_background();
        }
        let is_sample = opened.path.is_none();
        let mut camp = OpenCamp {
            data: opened.camp,
            path: opened.path,
            mode: opened.mode,
            revision: opened.revision,
            problems: Vec::new(),
        };
        look_for_problems(&mut camp);
        self.camp = Some(camp);
        if is_sample {
            self.page = Page::Standings;
        }
        // Files that were dropped before there was a camp to import them into.
        self.import = pending_import.filter(|_| !is_sample);
        if let (Some(import), Some(camp)) = (&mut self.import, &self.camp) {
            import.plan_again(&camp.data);
        }
    }

    fn not_opened(&mut self, path: PathBuf, error: &OpenError) {
        tracing::warn!("not opened: {error}");
        let reason = error.to_string();
        if matches!(error, OpenError::NotThere(_)) {
            self.settings.forget(&path);
            self.settings.save_in_background();
        }
        match &mut self.dialog {
            Some(Dialog::NewCamp(new)) => new.file.problem = Some(reason),
            Some(Dialog::OpenCamp(field)) if !matches!(error, OpenError::ReadOnly(_)) => {
                field.problem = Some(reason);
            }
            dialog => {
                *dialog = Some(Dialog::CannotOpen {
                    can_look: matches!(error, OpenError::ReadOnly(_)),
                    path,
                    reason,
                });
            }
        }
    }

    fn forget_camp(&mut self) {
        self.camp = None;
        self.last_saved = None;
        self.players.clear();
        self.groups.clear();
        self.games.clear();
        self.standings.forget();
        self.search.clear();
        self.recalc = None;
        self.recalc_wanted = false;
        self.saving_ratings = None;
        self.import = None;
    }

    fn saved(&mut self, saved: Saved) {
        let today = self.today();
        let Some(camp) = &mut self.camp else { return };
        self.last_saved = Some(saved.name);
        camp.data = saved.camp;
        camp.revision = saved.revision;
        look_for_problems(camp);
        let camp = &camp.data;
        let (player, group, game) = match saved.added {
            Some(Record::Player(id)) => (Some(id), None, None),
            Some(Record::Group(id)) => (None, Some(id), None),
            Some(Record::Game(id)) => (None, None, Some(id)),
            None => (None, None, None),
        };
        self.players.saved(saved.ticket, player, camp, today);
        self.groups.saved(saved.ticket, group, camp, today);
        self.games.saved(saved.ticket, game, camp, today);
        self.players.follow(camp);
        self.groups.follow(camp);
        self.games.follow(camp);
        if let Some(saving) = self
            .saving_ratings
            .take_if(|saving| saving.ticket == saved.ticket)
        {
            self.notices.done(saving.sentence);
        }
        if let Some(import) = self
            .import
            .take_if(|import| import.was_saved_as(saved.ticket))
        {
            self.notices.done(import.saved_sentence());
            self.page = Page::Games;
        }
        // The preview of an import that is still open compares with the camp as it is now.
        if let (Some(import), Some(camp)) = (&mut self.import, &self.camp) {
            import.plan_again(&camp.data);
        }
    }

    fn refused(&mut self, ticket: Ticket, error: &StorageError) {
        let reason = error.to_string();
        let outdated = matches!(error, StorageError::Refused(Refusal::Outdated));
        if self
            .saving_ratings
            .take_if(|saving| saving.ticket == ticket)
            .is_some()
        {
            // Something was saved while the ratings were computed: they are computed again, from what is there now.
            if outdated && self.camp.is_some() {
                self.recalculate();
            } else {
                self.notices.problem(reason);
            }
            return;
        }
        if let Some(import) = &mut self.import
            && import.was_refused(ticket, &reason)
        {
            return;
        }
        let problems = match error {
            StorageError::Refused(Refusal::Invalid(problems)) => problems.as_slice(),
            _ => &[],
        };
        let in_form = self.players.refused(ticket, problems, &reason)
            || self.groups.refused(ticket, problems, &reason)
            || self.games.refused(ticket, problems, &reason);
        self.recalc_wanted &= !in_form;
        if !in_form {
            self.notices.problem(reason);
        }
    }

    // Deleting.

    fn ask_before_deleting(&mut self) {
        let Some(camp) = &self.camp else { return };
        let camp = &camp.data;
        let (record, what) = match self.page {
            Page::Players => match self.players.id() {
                Some(id) => (Record::Player(id), camp.full_name(id)),
                None => return self.players.clear(),
            },
            Page::Groups => match self.groups.id() {
                Some(id) => (
                    Record::Group(id),
                    format!("the group {}", camp.group_name(Some(id))),
                ),
                None => return self.groups.clear(),
            },
            Page::Games => match self.games.id() {
                Some(id) => (Record::Game(id), game_in_words(camp, id)),
                None => return self.games.clear(),
            },
            Page::Standings => return,
        };
        self.dialog = Some(Dialog::Delete { record, what });
    }

    fn delete(&mut self, record: Record) {
        self.dialog = None;
        let edit = match record {
            Record::Player(id) => <super::drafts::PlayerDraft as Draft>::delete(id),
            Record::Group(id) => <super::drafts::GroupDraft as Draft>::delete(id),
            Record::Game(id) => <super::drafts::GameDraft as Draft>::delete(id),
        };
        // What was typed in the record goes with it.
        match record {
            Record::Player(_) => self.players.undo(),
            Record::Group(_) => self.groups.undo(),
            Record::Game(_) => self.games.undo(),
        }
        self.keeper.apply(edit);
    }

    // Recalc Ratings.

    fn recalculate(&mut self) {
        self.recalc_wanted = false;
        let Some(camp) = &self.camp else { return };
        let data = camp.data.clone();
        let revision = camp.revision;
        let wake = Wake::clone(&self.wake);
        let job = Job::start(
            "Recalc Ratings",
            move || wake(),
            move |progress| {
                let ladder = Ladder::of(&data);
                camp_ladder::recalculate(&ladder, |done, total| {
                    progress.report(done, total);
                    if progress.is_cancelled() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
            },
        );
        match job {
            Ok(job) => self.recalc = Some(Recalc { job, revision }),
            Err(error) => self
                .notices
                .problem(format!("The recalculation could not be started ({error})")),
        }
    }

    fn collect_recalculation(&mut self) {
        let Some(recalc) = &self.recalc else { return };
        let revision = recalc.revision;
        let answer = match recalc.job.look() {
            Look::Busy => return,
            // It was cancelled, even if the last game was faster.
            Look::Done(_) if recalc.job.progress.is_cancelled() => Some(Err(NoAnswer::Cancelled)),
            Look::Done(answer) => Some(answer),
            Look::Broken => None,
        };
        self.recalc = None;
        match answer {
            Some(Ok(recalculation)) => {
                let sentence = recalculation.sentence();
                let edit = Edit::SaveRatings(recalculation.saved);
                let ticket = self.keeper.apply_at(edit, revision);
                self.saving_ratings = Some(SavingRatings { ticket, sentence });
            }
            Some(Err(NoAnswer::Cancelled)) => {
                self.notices
                    .note("Recalc Ratings was cancelled: nothing has changed");
            }
            Some(Err(NoAnswer::Problems(problems))) => {
                self.notices.problem(match problems.len() {
                    1 => "Recalc Ratings did not start, because of the problem above".to_owned(),
                    count => {
                        format!(
                            "Recalc Ratings did not start, because of the {count} problems above"
                        )
                    }
                });
                if let Some(camp) = &mut self.camp {
                    camp.problems.retain(|known| !problems.contains(known));
                    camp.problems.splice(0..0, problems);
                }
            }
            None => self
                .notices
                .problem("Recalc Ratings stopped, and nothing has changed. The log says more"),
        }
    }

    // Files.

    fn browse(&mut self, purpose: Purpose) {
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

    fn collect_browsing(&mut self) {
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

    // Import.

    fn import_files(&mut self, files: Vec<PathBuf>) {
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
        if !self.leave_all() {
            return;
        }
        self.import = Some(Import::read(files, &self.wake));
        if self.camp.is_none() {
            self.dialog = Some(Dialog::NewCamp(NewCamp::in_folder(camp_folder())));
        }
    }

    fn collect_import(&mut self) {
        let (Some(import), Some(camp)) = (&mut self.import, &self.camp) else {
            return;
        };
        import.collect(&camp.data);
    }

    fn save_import(&mut self) {
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

    // Paper.

    fn ask_where_to_save(&mut self) {
        let Some(camp) = &self.camp else { return };
        self.page = Page::Standings;
        self.standings.system = System::Weekly;
        let folder = self
            .standings
            .last_pdf
            .as_deref()
            .or(camp.path.as_deref())
            .and_then(Path::parent)
            .map_or_else(documents, Path::to_owned);
        let file = report::file_name(&self.standings.title(&camp.data));
        self.dialog = Some(Dialog::SavePdf(PathField::of(&folder.join(file))));
    }

    fn save_pdf(&mut self, path: &Path) {
        let today = self.today();
        let Some(camp) = &self.camp else { return };
        self.dialog = None;
        self.standings.save_pdf(&camp.data, path, today, &self.wake);
    }

    fn collect_paper(&mut self) {
        let today = self.today();
        if let Some(printers) = self.standings.collect_printers()
            && let Some(Dialog::Print(dialog)) = &mut self.dialog
        {
            if let Ok(printers) = &printers {
                dialog.chosen = printers
                    .iter()
                    .position(|printer| printer.is_default)
                    .unwrap_or(0);
            }
            dialog.printers = Some(printers);
        }
        let Some(camp) = &self.camp else { return };
        match self.standings.tick(camp, today, &self.wake) {
            None => {}
            Some(Paperwork::Saved(path)) => {
                self.notices.done(format!("Saved “{}”", path.display()));
            }
            Some(Paperwork::Printed(Printed::Sent)) => {
                self.notices
                    .done("The standings are on their way to the printer");
            }
            Some(Paperwork::Printed(Printed::Cancelled)) => {
                self.notices.note("Printing was cancelled");
            }
            Some(Paperwork::Failed(reason)) => self.notices.problem(reason),
        }
        let paper = match self.standings.paper {
            report::Paper::Letter => super::settings::PaperSetting::Letter,
            report::Paper::A4 => super::settings::PaperSetting::A4,
        };
        if self.settings.paper != paper {
            self.settings.paper = paper;
            self.settings.save_in_background();
        }
    }

    // Looks.

    fn set_theme(&mut self, theme: Theme) {
        self.settings.theme = theme;
        self.settings.save_in_background();
    }

    fn set_zoom(&mut self, zoom: f32) {
        self.settings.zoom = zoom.clamp(0.75, 2.0);
        self.settings.save_in_background();
    }
}

/// Where the director goes when a form is left.
#[derive(Clone, Copy, Debug)]
enum Leaving {
    /// Nowhere: the record is saved and stays.
    Stay,
    /// To another page or camp.
    Away,
}

impl Leaving {
    /// A form that is left keeps showing its record for when the director comes back.
    const fn next<Id>(self) -> Next<Id> {
        match self {
            Self::Stay => Next::Stay,
            Self::Away => Next::Away,
        }
    }
}

/// Leaves a record: saves it if it is changed. Whether it may be left.
fn leave<D: Draft>(
    editor: &mut Editor<D>,
    next: Next<D::Id>,
    camp: &CampData,
    today: jiff::civil::Date,
    keeper: &mut Keeper,
) -> bool {
    match editor.leave(next, camp, today) {
        Leave::Done => true,
        Leave::Save(edit) => {
            let ticket = keeper.apply(edit);
            editor.begin_saving(ticket, next);
            true
        }
        Leave::Stays => false,
    }
}

fn look_for_problems(camp: &mut OpenCamp) {
    camp.problems = if camp.data.games.len() <= GAMES_CHECKED_AT_ONCE {
        camp_ladder::problems(&camp.data)
    } else {
        Vec::new()
    };
}

fn game_in_words(camp: &CampData, id: crate::domain::GameId) -> String {
    camp.game(id).map_or_else(
        || "this game".to_owned(),
        |game| {
            format!(
                "game {}, {} against {}",
                game.sequence,
                camp.full_name(game.white),
                camp.full_name(game.black)
            )
        },
    )
}

/// Where camp files go unless the director says otherwise.
fn camp_folder() -> PathBuf {
    documents()
}

/// The user's documents; where there is no such folder, the home folder.
fn documents() -> PathBuf {
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
