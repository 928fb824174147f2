//! What happens between two pictures of the window: answers are collected, actions carried out.

/// Does something with the record of the form that is shown, whichever form that is.
macro_rules! with_editor {
    ($app:expr, $editor:ident => $do:expr, else $otherwise:expr) => {
        match $app.page {
            Page::Players => {
                let $editor = &mut $app.session.players;
                $do
            }
            Page::Groups => {
                let $editor = &mut $app.session.groups;
                $do
            }
            Page::Games => {
                let $editor = &mut $app.session.games;
                $do
            }
            Page::Meetings => {
                let $editor = &mut $app.session.meetings;
                $do
            }
            Page::Standings | Page::Season | Page::Prints => $otherwise,
        }
    };
}

mod bulk;
mod camp_settings;
mod camps;
mod checking;
mod entry;
mod explanations;
mod fields;
mod files;
mod history;
mod ladders;
mod meetings;
mod navigation;
mod old_camp;
mod order;
mod paper;
mod projector;
mod publishing;
mod recalculation;
mod records;
mod replacement;
mod safety;
mod season;
mod weeks;

use self::records::{Everything, Leaving};
use super::{
    Action, App, Command, KeyboardTo, Page, View,
    bulk::Bulk,
    dialogs::{Dialog, NewCamp, PathField},
    entry::EntryAction,
    paths::documents,
    settings::Theme,
};
use crate::storage::{Mode, Turn};

impl App {
    /// Collects every answer that is there and carries out every action. Never waits.
    pub fn logic(&mut self) {
        self.collect_reports();
        self.follow_week_page();
        self.refresh_starting();
        // What is done now is done to the rows of the camp as it is now.
        self.refresh_listing();
        self.go_on_checking();
        if !self.is_saving()
            && let Some(action) = self.session.after_saving.take()
        {
            self.carry_out(action);
        }
        self.collect_recalculation();
        self.collect_browsing();
        self.collect_import();
        self.collect_paper();
        self.collect_publishing();
        self.collect_logo();
        // While another camp is being opened nothing may be done to the one before: it would be done to the other.
        while !self.opening
            && let Some(action) = self.actions.pop_front()
        {
            self.carry_out(action);
        }
        self.collect_explanation();
        self.follow_projector();
        self.collect_season();
        self.collect_ladders();
        self.go_on_checking();
        self.refresh_starting();
        // What an action asked of the sheets is started now, and not at the next turn.
        self.collect_paper();
        self.refresh_listing();
        self.refresh_meetings();
        if std::mem::replace(&mut self.stays_on, self.page) != self.page {
            self.stay += 1;
        }
        let (today, is_typing) = (self.today(), self.is_typing_games());
        if let Some(camp) = &self.session.camp {
            self.session.players.check_again(&camp.data, today);
            self.session.groups.check_again(&camp.data, today);
            self.session.games.check_again(&camp.data, today);
            self.session.meetings.check_again(&camp.data, today);
            let now = self.clock.now();
            // Half a game stays as it is while another week is looked at.
            if !camp.looks_back() {
                self.session.entry.strip.check_again(&camp.data, today);
                self.session.entry.follow(&camp.data, &now);
            }
            if is_typing {
                self.session
                    .entry
                    .look_back(&camp.data, camp.revision, &now);
            }
        }
    }

    fn carry_out(&mut self, action: Action) {
        match action {
            Action::Do(command) => self.command(command),
            Action::Open(path) => self.open(path, Mode::Change),
            Action::OpenToLook(path) => self.open(path, Mode::Look),
            Action::Create { path, name } => {
                let path = std::path::absolute(&path).unwrap_or(path);
                let again = Action::Create {
                    path: path.clone(),
                    name: name.clone(),
                };
                if self.may_leave_camp(&again) {
                    self.opening = true;
                    let today = self.today();
                    self.keeper.create(path, name, today, None);
                }
            }
            Action::Show(record) => self.show(record),
            Action::ShowRow(row) => self.show_row(row),
            Action::ShowMeeting(meeting) => self.show_meeting(meeting),
            Action::PastLastField => self.past_last_field(),
            Action::BeforeFirstField => self.before_first_field(),
            Action::Bulk(bulk) => self.bulk(bulk),
            Action::ImportPasted(text) => {
                let (page, again) = (self.page, Action::ImportPasted(text.clone()));
                self.import_pasted(&text, page, &again);
            }
            Action::PasteCampers(text) => {
                let again = Action::PasteCampers(text.clone());
                self.import_pasted(&text, Page::Players, &again);
            }
            Action::SetFilter(what, choice) => {
                if let Some(list) = self.lists.of_mut(self.page) {
                    list.set_filter(what, choice);
                }
            }
            Action::FindNextMatch => self.find_next_match(),
            Action::ReplaceOne => self.replace_one(),
            Action::ReplaceAll => self.replace_all(),
            Action::SetActive(player, active) => self.set_active(player, active),
            Action::SetText(text) => self.set_text(text),
            Action::Explain(record) => self.explain(record),
            Action::LeaveExplanation => self.leave_explanation(),
            Action::LeaveSeason => self.leave_season(),
            Action::ChooseLadder(ladder) => self.choose_ladder(ladder),
            Action::SetUpLadder(ladder) => self.set_up_ladder(ladder),
            Action::SaveLadder => self.save_ladder(),
            Action::TellLadder(player) => self.tell_ladder(player),
            Action::LeaveLadderStory => self.leave_ladder_story(),
            Action::TypeOnProjector(wanted) => self.type_on_projector(wanted),
            Action::Entry(action) => self.enter(action),
            Action::Change(edit) => {
                if !edit.changes_week() || self.may_change_week() {
                    self.keeper.apply(edit);
                }
            }
            Action::ImportFiles(files) => self.import_files(files),
            Action::CloseImport => {
                // What is on its way to the file can't be called back.
                self.session.import.take_if(|import| !import.is_saving());
            }
            Action::CancelRecalculation => {
                self.cancel_recalculation(&Action::Do(Command::Recalculate));
            }
            Action::Check(check) => self.check(check),
            Action::Turn(turn) => self.turn(turn),
            Action::ForgetHistory => self.keeper.forget_history(),
            Action::CloseHistory => self.session.history = None,
            Action::LookAtWeek(week) => self.look_at_week(week),
            Action::CloseWeek => self.close_week(),
            Action::ReopenWeek(week) => self.reopen_week(week),
            Action::Decide(decide) => self.decide(decide),
            Action::StartWeek => self.start_week(),
            Action::NameWeek(week, label) => self.name_week(week, label),
            Action::LeaveWeekPage => self.leave_week_page(),
            Action::Browse(purpose) => self.browse(purpose),
            Action::SaveCopy(path) => self.save_copy(path),
            Action::CloseUnsaved(action) => self.close_by(*action),
            Action::SavePdf { path, replace } => self.save_pdf(&path, replace),
            Action::PrintOn { printer, copies } => self.print_on(printer, copies),
            Action::ShowPrint(print) => self.session.prints.print = print,
            Action::Choose(print, choices) => {
                self.session.prints.background = choices.background;
                self.settings.choose(print, choices);
            }
            Action::Publish => self.publish(),
            Action::LeavePublishing => self.leave_publishing(),
            Action::OpenPages(folder) => self.open_pages(folder),
            Action::ShowFolder(folder) => self.show_folder(folder),
            Action::WriteTemplates => self.write_templates(),
            Action::LayOutAgain => self.session.preview.lay_out_again(),
            Action::CloseDialog => self.dialog = None,
            Action::ReadLogo(path) => self.read_logo(&path),
            Action::RemoveLogo => self.remove_logo(),
            Action::SaveCampSettings => self.save_camp_settings(),
            Action::ReadOldCamp(path) => self.read_old_camp(path),
            Action::CreateFromOld => self.create_from_old(),
        }
    }

    fn command(&mut self, command: Command) {
        if let Some(reason) = self.why_not(command).map(str::to_owned) {
            self.notices.note(reason);
            return;
        }
        if let Some(by) = self.turn_of_story(command) {
            return self.turn_ladder_story(by);
        }
        match command {
            command if command.is_about_weeks() => self.week_command(command),
            command if command.is_about_ladders() => self.ladder_command(command),
            command if command.is_about_paper() => self.paper_command(command),
            Command::NewCamp => {
                self.dialog = Some(Dialog::NewCamp(NewCamp::in_folder(documents())));
            }
            Command::OpenCamp => {
                let start = self.settings.recent.first().cloned();
                self.dialog = Some(Dialog::OpenCamp(PathField::of(
                    start.as_deref().unwrap_or(&documents()),
                )));
            }
            Command::OpenSample => {
                if self.may_leave_camp(&command.into()) {
                    self.opening = true;
                    let today = self.today();
                    self.keeper.open_sample(today);
                }
            }
            Command::CloseCamp => {
                if self.may_leave_camp(&command.into()) {
                    self.keeper.close();
                }
            }
            Command::SaveCopy => self.ask_where_to_copy(),
            Command::PasteCampers => self.session.weeks.paste_wanted = true,
            Command::Import => self.dialog = Some(Dialog::Import(PathField::default())),
            Command::SaveImport => self.save_import(),
            Command::RenameCamp => {
                if let Some(camp) = &self.session.camp {
                    self.dialog = Some(Dialog::RenameCamp {
                        name: camp.data.name.clone(),
                        problem: None,
                    });
                }
            }
            Command::Quit => match self.leave_all(&command.into()) {
                Everything::Saved => self.quitting = true,
                Everything::OnItsWay | Everything::Asked => {}
                Everything::CannotBeSaved => self.dialog = Some(Dialog::QuitAnyway),
            },
            Command::Undo if self.record_is_changed() => self.undo_record(),
            Command::Undo => self.turn(Turn::Undo),
            Command::Redo => self.turn(Turn::Redo),
            Command::History => self.show_history(),
            Command::TakeBackGame => self.take_back_game(),
            Command::Find if self.is_typing_games() && self.session.weeks.page.is_none() => {
                // The list that can be searched is in the other view.
                if self.show_view_before(View::Form, || command.into()) {
                    self.keyboard_to = Some(KeyboardTo::Search);
                }
            }
            Command::Find => self.keyboard_to = Some(KeyboardTo::Search),
            Command::NextPane => self.next_pane(1),
            Command::PreviousPane => self.next_pane(-1),
            Command::Menus => self.keyboard_to = Some(KeyboardTo::Menus),
            Command::SideBar => {
                self.settings.side_bar = !self.settings.side_bar;
                self.settings.save_in_background();
            }
            Command::Projector => self.show_or_leave_projector(),
            Command::Recalculate => {
                // The record that was being typed is saved first, and the ratings follow from it.
                if self.leave_form(Leaving::Pause, || command.into())
                    && self.is_saved_before(command.into())
                {
                    self.recalculate();
                }
            }
            Command::Problems => self.dialog = Some(Dialog::Problems { selected: 0 }),
            Command::RatingsFollow => {
                self.settings.ratings_follow = !self.settings.ratings_follow;
                self.keeper.ratings_follow = self.settings.ratings_follow;
                self.settings.save_in_background();
            }
            Command::ExplainRating => self.explain_record_in_hand(),
            Command::Go(page) => self.go(page),
            Command::View(view) => self.show_view(view),
            Command::NextView => self.show_view(self.views.next(self.page, 1)),
            Command::PreviousView => self.show_view(self.views.next(self.page, -1)),
            Command::ThemeLight => self.set_theme(Theme::Light),
            Command::ThemeDark => self.set_theme(Theme::Dark),
            Command::ThemeSystem => self.set_theme(Theme::System),
            Command::ZoomIn => self.set_zoom(self.settings.zoom + 0.25),
            Command::ZoomOut => self.set_zoom(self.settings.zoom - 0.25),
            Command::ZoomReset => self.set_zoom(1.0),
            Command::Keys => self.dialog = Some(Dialog::Keys),
            Command::About => self.dialog = Some(Dialog::About),
            Command::CampSettings => self.show_camp_settings(),
            Command::NewCampFromOld => self.ask_for_old_camp(),
            Command::WeeksOfPlayer => self.show_weeks_of_player(),
            _ => self.record_command(command),
        }
    }

    /// Commands of forms, which have records.
    fn record_command(&mut self, command: Command) {
        match command {
            command if self.page == Page::Meetings => self.meeting_command(command),
            Command::NewRecord if self.is_typing_games() => self.begin_game(),
            Command::NewRecord => self.new_record(),
            Command::SaveRecord if self.is_typing_games() => {
                self.save_game();
            }
            Command::SaveRecord => {
                self.leave_form(Leaving::Stay, || command.into());
            }
            Command::UndoRecord => self.undo_record(),
            Command::UndoField => self.undo_field(),
            Command::DeleteRecord if self.is_typing_games() => {
                if let Some(game) = self.game_in_hand() {
                    self.enter(EntryAction::Delete(game));
                }
            }
            Command::DeleteRecord if self.selected() > 1 => self.bulk(Bulk::Delete),
            Command::DeleteRecord => self.delete_record(),
            Command::FirstRecord => self.show_row(0),
            Command::PreviousRecord => self.previous_record(),
            Command::NextRecord => self.next_record(),
            Command::LastRecord => self.last_record(),
            Command::GoToRecord => self.keyboard_to = Some(KeyboardTo::RecordBox),
            Command::CopyFromPrevious => self.copy_from_previous(),
            Command::InsertToday => self.insert_today(),
            Command::DefaultValue => self.default_value(),
            Command::Zoom => self.zoom(),
            Command::InsertGame if self.is_typing_games() => {
                if let Some(game) = self.game_in_hand() {
                    self.enter(EntryAction::InsertBefore(game));
                }
            }
            Command::InsertGame => self.insert_game(),
            Command::MoveGameUp => self.move_game(-1),
            Command::MoveGameDown => self.move_game(1),
            Command::FindNext => self.find_next(),
            Command::Replace => self.ask_what_to_replace(),
            Command::SortAscending => self.sort_by_field(false),
            Command::SortDescending => self.sort_by_field(true),
            Command::Filter => self.ask_for_filter(),
            Command::FilterBySelection => self.filter_by_selection(),
            Command::FilterOff => self.filter_off(),
            Command::Requery => self.requery(),
            _ => {}
        }
    }

    /// Shows the form of this page in another view. The record that is shown stays.
    pub(super) fn show_view(&mut self, view: View) {
        self.show_view_before(view, || Command::View(view).into());
    }

    /// As [`Self::show_view`]. Whether the view is shown; `again` is carried out once what is on its way has arrived.
    pub(super) fn show_view_before(&mut self, view: View, again: impl FnOnce() -> Action) -> bool {
        // Form and datasheet have one record between them, which may stay as it is typed; every other way leaves it.
        let keeps_record = |view| matches!(view, View::Form | View::Datasheet);
        let now = self.views.of(self.page);
        let stays = now == view || keeps_record(now) && keeps_record(view);
        if !stays && !self.leave_form(Leaving::Pause, again) {
            return false;
        }
        self.views.set(self.page, view);
        self.session.weeks.page = None;
        self.keyboard_to = Some(KeyboardTo::List);
        true
    }

    fn undo_record(&mut self) {
        if self.is_typing_games() {
            self.session.entry.begin_anew();
            return;
        }
        // A mark is taken back by itself, and not with all others.
        if self.page == Page::Meetings && self.unmark() {
            return;
        }
        with_editor!(self, editor => editor.undo(), else ());
    }

    fn set_theme(&mut self, theme: Theme) {
        self.settings.theme = theme;
        self.settings.save_in_background();
    }

    fn set_zoom(&mut self, zoom: f32) {
        self.settings.zoom = zoom.clamp(0.75, 2.0);
        self.settings.save_in_background();
    }
}
