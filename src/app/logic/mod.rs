//! What happens between two frames: answers are collected, actions carried out.

mod backups;
mod bulk;
mod camp_settings;
mod camps;
mod exporting;
mod fields;
mod files;
mod history;
mod mending;
mod navigation;
mod old_camp;
mod paper;
mod publishing;
mod recalculation;
mod records;
mod repairing;
mod replacement;
mod rescue;
mod safety;
mod us_chess;
mod weeks;
mod window;

/// The commands of each file.
pub(super) const COMMANDS: &[&[Command]] = &[
    backups::COMMANDS,
    camp_settings::COMMANDS,
    camps::COMMANDS,
    exporting::COMMANDS,
    fields::COMMANDS,
    history::COMMANDS,
    mending::COMMANDS,
    navigation::COMMANDS,
    old_camp::COMMANDS,
    paper::COMMANDS,
    publishing::COMMANDS,
    recalculation::COMMANDS,
    records::COMMANDS,
    repairing::COMMANDS,
    replacement::COMMANDS,
    safety::COMMANDS,
    weeks::COMMANDS,
    window::COMMANDS,
];

pub(super) use self::rescue::Rescue;
use super::{Action, App, Command, View, commands::Needs};
use crate::{app::listing::Listing, domain::RecordKind, storage::Mode};

impl App {
    /// Collects every answer that is there and carries out every action. Never waits.
    pub fn logic(&mut self) {
        self.collect_reports();
        // What is done now is done to the rows of the camp as it is now.
        self.refresh_listing();
        if !self.is_saving()
            && let Some(action) = self.session.after_saving.take()
        {
            self.carry_out(action);
        }
        self.collect_recalculation();
        self.collect_browsing();
        self.collect_paper();
        self.collect_publishing();
        exporting::collect(self);
        repairing::collect(self);
        self.collect_logo();
        us_chess::look_at_sections(self);
        // While another camp is being opened nothing may be done to the one before: it would be done to the other.
        while !self.opening
            && let Some(action) = self.actions.pop_front()
        {
            self.carry_out(action);
        }
        self.keep_screen_awake();
        self.follow_pages();
        // What an action asked of the sheets is started now, and not at the next frame.
        self.collect_paper();
        self.refresh_listing();
        self.show_some_record();
        if std::mem::replace(&mut self.stays_on, self.page) != self.page {
            self.stay += 1;
        }
        let today = self.today();
        if let Some((camp, editors)) = self.session.editors_in_camp() {
            for (_, editor) in editors {
                editor.check_again(camp, today);
            }
        }
        self.ask_of_commands();
    }

    /// Why a command for records has no meaning where it has no handler of its own.
    pub(crate) fn why_no_such_records(&self, command: Command) -> Option<&'static str> {
        if command.needs() >= Needs::Field && !self.view().is_of_form() {
            return Some("Switch to Form or Datasheet first (Ctrl+.)");
        }
        if self.editor().is_none() {
            return Some(
                self.page
                    .why_no_records
                    .unwrap_or("Not available on this page"),
            );
        }
        if command.needs() >= Needs::List
            && let Some(reason) = self.page.why_no_list
        {
            return Some(reason);
        }
        let is_missing = self.view() == View::Check && command != Command::NEW_RECORD;
        is_missing.then_some("Switch to Form first")
    }

    fn carry_out(&mut self, action: Action) {
        match action {
            Action::Do(command) => self.command(command),
            Action::LeadOn(command) => self.lead_on(command),
            Action::Open(path) => self.open(path, Mode::Change),
            Action::OpenReadOnly(path) => self.open(path, Mode::ReadOnly),
            Action::Create { path, name } => camps::create(self, path, name),
            Action::Show(record) => self.show(record),
            Action::ShowRow(row) => self.show_row(row),
            Action::ShowFound => self.show_found(),
            Action::PastLastField => self.past_last_field(),
            Action::BeforeFirstField => self.before_first_field(),
            Action::Bulk(bulk) => self.bulk(bulk),
            Action::ImportPasted(text) => {
                let again = Action::ImportPasted(text.clone());
                if let Some(kind) = self.listing().map(Listing::kind) {
                    self.import_pasted(text, kind, &again);
                }
            }
            Action::PasteCampers(text) => {
                let again = Action::PasteCampers(text.clone());
                // The question that led here is answered.
                self.dialog = None;
                self.import_pasted(text, RecordKind::Player, &again);
            }
            Action::SetFilter(what, choice) => {
                if let Some(list) = self.listing_mut() {
                    list.set_filter(what, choice);
                }
            }
            Action::AskForFilter(what) => self.ask_for_filter_of(what),
            Action::ArrangeColumns(kind, layout) => self.settings.arrange_columns(kind, layout),
            Action::FindNextMatch => self.find_next_match(),
            Action::ReplaceOne => self.replace_one(),
            Action::ReplaceAll => self.replace_all(),
            Action::SetActive(player, active) => self.set_active(player, active),
            Action::SetText(text) => self.set_text(text),
            Action::Go(route) => self.go_to(route),
            Action::Back => self.back(),
            Action::ShowStrip(wanted) => self.show_or_close_strip(wanted),
            Action::SetProjector(chosen) => self.settings.set_projector(chosen),
            Action::Change(edit) => {
                if !edit.changes_week() || self.may_change_week() {
                    self.keeper.apply(edit);
                }
            }
            Action::ImportFiles(files) => self.import_files(files),
            Action::CancelRecalculation => {
                self.cancel_recalculation(&Action::Do(Command::RECALCULATE));
            }
            Action::MoveInHistory { to, goes_back } => self.move_in_history(to, goes_back),
            Action::UndoStep(step) => self.undo_step(step),
            Action::ReadHistory => self.keeper.history(),
            Action::LimitHistory(limit) => history::limit(self, limit),
            Action::Backups(action) => backups::carry_out(self, action),
            Action::ForgetHistory { with_backups } => history::forget(self, with_backups),
            Action::ReadWeekList => self.keeper.week_list(),
            Action::ReadSeason => self.keeper.season(),
            Action::LookAtWeek(week) => self.look_at_week(week),
            Action::CloseWeek => self.close_week(),
            Action::ReopenWeek(week) => self.reopen_week(week),
            Action::StartWeek(next) => self.start_week(next),
            Action::ChangeWeek(week, details) => self.change_week(week, details),
            Action::Browse(purpose) => self.browse(purpose),
            Action::SaveCopy(path) => self.save_copy(path),
            Action::CancelCopy => rescue::cancel_copy(self),
            Action::Repair(action) => repairing::carry_out(self, action),
            Action::CloseUnsaved(action) => self.close_by(*action),
            Action::Discard(by) => {
                self.discard();
                if let Some(action) = by {
                    self.carry_out(*action);
                }
            }
            Action::SavePdf {
                path,
                replace,
                spoiled_too,
            } => self.save_pdf(&path, replace, spoiled_too),
            Action::PrintOn {
                printer,
                order,
                spoiled_too,
            } => self.print_on(printer, order, spoiled_too),
            Action::Choose(print, choices) => self.settings.choose(print, choices),
            Action::ChooseLastDay(prints) => self.settings.choose_last_day(prints),
            Action::SetPaper(paper) => self.set_paper(paper),
            Action::Publish => self.publish(),
            Action::ExportList { path, replace } => exporting::save(self, path, replace),
            Action::LeavePublishing => self.leave_publishing(),
            Action::OpenPages(folder) => self.open_pages(folder),
            Action::ShowFolder(folder) => self.show_folder(folder),
            Action::WriteTemplates => self.write_templates(),
            Action::LayOutAgain => self.templates += 1,
            Action::CloseDialog => self.dialog = None,
            Action::ReadLogo(path) => self.read_logo(&path),
            Action::RemoveLogo => self.remove_logo(),
            Action::SaveCampSettings => self.save_camp_settings(),
            Action::ReadOldCamp(path) => self.read_old_camp(path),
            Action::CreateFromOld => self.create_from_old(),
        }
    }
}
