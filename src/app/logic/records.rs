//! Records: shown, left, deleted.

use super::super::{
    Action, App, Command, FocusTarget, OpenCamp, Page, View,
    afterwards::{Afterwards, Then},
    commands::{Entry, Group, Key, Needs, Shortcut, WithoutWindow, commands},
    dialogs::Dialog,
    editor::{Next, Target},
    editors::RecordEditor,
    form::Bulk,
    keeper::Ticket,
    leaving::{CANNOT_BE_SAVED, Everything, Leaving, SaveOutcome},
};
use crate::domain::{
    CampData, Edit, Field, Game, Patch, Player, PlayerId, Record, Value, show_date,
};
commands! {
    NEW_RECORD = Entry::new("New record", Group::Record, 0, App::new_record)
        // The plus sign shares its key with “=” on most keyboards.
        .keys(&[Shortcut::command(Key::Plus), Shortcut::command(Key::Equals)])
        .needs(Needs::Records)
        .changes_week()
        .without_window(WithoutWindow::WithStrip);
    SAVE_RECORD = Entry::new("Save record", Group::Record, 1, App::save_record)
        .keys(&[Shortcut::command(Key::S), Shortcut::shift(Key::Enter)])
        .needs(Needs::Records)
        .changes_week()
        .without_window(WithoutWindow::WithStrip);
    DELETE_RECORD = Entry::new("Delete record", Group::Record, 2, App::delete_selected)
        .keys(&[Shortcut::command(Key::Minus)])
        .once_a_press()
        .needs(Needs::Records)
        .changes_week()
        .why_not(App::why_nothing_to_delete);
    UNDO_RECORD = Entry::new("Undo changes to this record", Group::UndoTyping, 1, App::undo_record)
        .needs(Needs::Records)
        .without_window(WithoutWindow::WithStrip);
}

impl App {
    pub(super) fn save_record(&mut self) {
        self.leave_form(Leaving::Stay, || Command::SAVE_RECORD.into());
    }

    pub(super) fn why_nothing_to_delete(&self) -> Option<&str> {
        if self.selected() > 0 {
            return None;
        }
        if !self.record_is_shown() {
            return Some("Choose a record first");
        }
        // Whoever looks at the list would believe that it deletes what is found there.
        let is_hidden =
            self.listing().is_some() && self.record().is_some() && self.current_row().is_none();
        is_hidden
            .then_some("The record beside the list isn’t in it: choose a row first, or show all")
    }

    fn delete_selected(&mut self) {
        if self.selected() > 1 {
            self.bulk(Bulk::Delete);
        } else {
            self.delete_record();
        }
    }

    pub(super) fn undo_record(&mut self) {
        if let Some(editor) = self.editor_mut() {
            editor.undo();
        }
    }

    pub(super) fn show(&mut self, record: Record) {
        if self.session.over_is_saving() {
            self.session.after_saving = Some(Action::Show(record));
            return;
        }
        if !self.may_discard(&Action::Show(record), Leaving::Away) {
            return;
        }
        self.dialog = None;
        self.uncover();
        let Some(page) = self.session.page_of(record) else {
            return;
        };
        self.go(page);
        if self.page != page {
            return;
        }
        if !self.show_form(|| Action::Show(record)) {
            return;
        }
        let left = self.leave_record(page, Next::To(Target::Existing(record)));
        self.may_go_on(left, || Action::Show(record));
    }

    /// A form shows a record wherever there is one, as in Access: the first of its list, until another is chosen.
    pub(super) fn show_some_record(&mut self) {
        let is_bare = |editor: &dyn RecordEditor| !editor.shows_record();
        if !self.view().is_of_form() || !self.editor().is_some_and(is_bare) {
            return;
        }
        let (Some(camp), Some(list)) = (&self.session.camp, self.listing()) else {
            return;
        };
        if let Some(first) = list.record(&camp.data, 0) {
            self.leave_record(self.page, Next::To(Target::Existing(first)));
        }
    }

    /// A record is shown in its form, also while the page shows something that has none. Whether that may be left.
    fn show_form(&mut self, again: impl FnOnce() -> Action) -> bool {
        if self.view().is_of_form() {
            return true;
        }
        let left = self.leave_beside(self.page, Leaving::Pause);
        if !self.may_go_on(left, again) {
            return false;
        }
        self.views.set(self.page, View::Form);
        true
    }

    pub(super) fn new_record(&mut self) {
        if !self.show_form(|| Command::NEW_RECORD.into()) {
            return;
        }
        let left = self.leave_record(self.page, Next::To(Target::New));
        if self.may_go_on(left, || Command::NEW_RECORD.into()) {
            // Whatever was pressed: what is typed next is for the new record.
            self.focus_next = Some(if self.view() == View::Datasheet {
                FocusTarget::List
            } else {
                FocusTarget::FirstField
            });
        }
    }

    /// Saves the record of the form that is shown, if it is changed. Whether the form may be left now. If the record is
    /// on its way to the file already, `again` is carried out when it has arrived.
    pub(in crate::app) fn leave_form(
        &mut self,
        leaving: Leaving,
        again: impl FnOnce() -> Action,
    ) -> bool {
        let left = self.leave_page(self.page, leaving);
        self.may_go_on(left, again)
    }

    /// As [`Self::is_saved_before`], and whether the file has answered everything that it was asked.
    pub(crate) fn is_answered_before(&mut self, action: Action) -> bool {
        let is_asked = self.is_saving() || self.keeper.is_busy();
        if is_asked {
            self.session.after_saving = Some(action);
        }
        !is_asked
    }

    /// Saves what is typed on the page, before something else is done. Whether it is in the file; otherwise `action` is carried out when it
    /// has arrived.
    pub(crate) fn is_typed_saved_before(&mut self, action: impl Into<Action>) -> bool {
        let action = action.into();
        self.leave_form(Leaving::Pause, || action.clone()) && self.is_saved_before(action)
    }

    /// Asks for a change, and says when it is in the file, with a button that takes it back.
    pub(crate) fn apply_and_say(&mut self, edit: Edit, sentence: String) {
        let ticket = self.keeper.apply(edit);
        self.afterwards(ticket, Afterwards::SayUndoable(sentence));
    }

    pub(crate) fn may_go_on(&mut self, left: SaveOutcome, again: impl FnOnce() -> Action) -> bool {
        match left {
            SaveOutcome::Started => {}
            SaveOutcome::Pending => self.session.after_saving = Some(again()),
            SaveOutcome::Invalid => {
                self.notices.note(CANNOT_BE_SAVED);
                self.focus_wrong_field();
            }
        }
        left == SaveOutcome::Started
    }

    fn leave_page(&mut self, page: Page, leaving: Leaving) -> SaveOutcome {
        let left = self.leave_record(page, leaving.next());
        if left == SaveOutcome::Started {
            return self.leave_beside(page, leaving);
        }
        if !self.views.of(page).is_of_form() {
            // The marks stand there.
            self.views.set(page, View::Form);
        }
        left
    }

    /// Saves what is typed in all forms, before `action` leaves the camp. Whether everything is in the file; while
    /// something is on its way, the action waits for it, and is dropped if the file refuses it. A form with a record
    /// that can't be saved is shown.
    pub(super) fn leave_all(&mut self, action: &Action) -> Everything {
        let everything = self.leave_forms_and_file(action);
        if everything == Everything::CannotBeSaved {
            // What was known of the file is to be asked anew.
            self.session.closing = None;
        }
        everything
    }

    fn leave_forms_and_file(&mut self, action: &Action) -> Everything {
        let leaving = if action.closes_camp() {
            Leaving::Camp
        } else {
            Leaving::Pause
        };
        if !self.may_discard(action, leaving) {
            return Everything::Asked;
        }
        if let Some(asked) = self.before_closing(action) {
            return asked;
        }
        for page in self.pages().map(|spec| spec.page).collect::<Vec<_>>() {
            if self.leave_page(page, Leaving::Camp) == SaveOutcome::Invalid {
                self.session.over.clear();
                self.session.way_back.clear();
                self.session.whole_window = None;
                self.page = page;
                let camp = self.session.camp.as_ref();
                if camp.is_some_and(OpenCamp::shows_other_week) {
                    // It is put right where it was typed.
                    self.look_at_week(None);
                }
                return Everything::CannotBeSaved;
            }
        }
        if self.is_saved_before(action.clone()) && self.is_in_file(action) {
            Everything::Saved
        } else {
            Everything::OnItsWay
        }
    }

    /// As [`Self::leave_all`]; what can't be saved is said.
    pub(super) fn may_leave_camp(&mut self, action: &Action) -> bool {
        let everything = self.leave_all(action);
        if everything == Everything::CannotBeSaved {
            self.notices.note(CANNOT_BE_SAVED);
        }
        everything == Everything::Saved
    }

    /// Whether nothing is on its way to the file. Otherwise `action` is carried out when it has arrived.
    pub(crate) fn is_saved_before(&mut self, action: Action) -> bool {
        let is_saving = self.is_saving();
        if is_saving {
            self.session.after_saving = Some(action);
        }
        !is_saving
    }

    /// Deletes the record that is selected, or else shown. It isn't asked about: Ctrl+Z brings it back.
    pub(super) fn delete_record(&mut self) {
        if !self.is_saved_before(Command::DELETE_RECORD.into()) {
            return;
        }
        let Some(camp) = &self.session.camp else {
            return;
        };
        let camp = &camp.data;
        let selected = self.selected_records().first().copied();
        let Some(record) = selected.or_else(|| self.record()) else {
            if let Some(editor) = self.editor_mut() {
                editor.clear();
            }
            if self.listing().is_none() {
                self.focus_next = Some(FocusTarget::List);
            }
            return;
        };
        if let Some(stays) = why_it_stays(camp, record) {
            match stays {
                Stays::PlayedInstead(player, reason) => {
                    self.dialog = Some(Dialog::DeactivateInstead { player, reason });
                }
                Stays::Because(reason) => self.notices.note(reason),
            }
            return;
        }
        let in_list = self.listing().and_then(|list| {
            let row = list.row_of(camp, record)?;
            let before = row.checked_sub(1);
            list.record(camp, row + 1)
                .or_else(|| before.and_then(|row| list.record(camp, row)))
        });
        let next = in_list.or_else(|| self.beside(record));
        let ticket = self.keeper.apply(Edit::delete(record));
        let sentence = format!("{} deleted", in_words(camp, record));
        let gone = Afterwards::Gone {
            record,
            next,
            sentence,
        };
        self.afterwards(ticket, gone);
    }

    /// A change is in the file.
    pub(super) fn arrived(&mut self, ticket: Ticket) {
        match self.take_awaited(ticket) {
            Some(Afterwards::Mention(sentence)) if self.session.moved_ratings.is_none() => {
                self.session.last_done = Some(sentence);
            }
            Some(Afterwards::SayUndoable(sentence) | Afterwards::Mention(sentence)) => {
                self.say_undoable(sentence);
            }
            Some(Afterwards::SayOfReplacing(sentence)) => self.say_of_replacing(Ok(sentence)),
            Some(Afterwards::Gone {
                record,
                next,
                sentence,
            }) => self.deleted(record, next, sentence),
            Some(Afterwards::Week(step)) => self.week_step_done(step),
            Some(Afterwards::Run(Then(run))) => run(self),
            None => {}
        }
    }

    /// A record has been deleted, and what was typed in it goes with it. Until then it stays, as it may be refused.
    /// Another record that is shown by now stays.
    fn deleted(&mut self, record: Record, next: Option<Record>, sentence: String) {
        let Some(page) = self.session.page_of(record) else {
            return;
        };
        let editor = self.session.editor_in_camp(page);
        let is_shown = editor.is_some_and(|(_, editor)| editor.forget_record(record));
        self.say_undoable(sentence);
        if let Some(next) = next.filter(|_| is_shown && page == self.page) {
            self.show(next);
        }
        // Where there is no datasheet, only the list is left.
        if page == self.page && self.listing().is_none() {
            self.focus_next = Some(FocusTarget::List);
        }
    }

    /// The record that the form shows, unless it is a new one.
    pub fn record(&self) -> Option<Record> {
        self.editor()?.record()
    }

    /// Whether the record of the form that is shown holds something that isn't saved.
    pub fn record_is_changed(&self) -> bool {
        let page = self.page_now();
        page.is_some_and(|open| open.page.is_changed(self.view()))
    }

    /// Whether the form shows a record.
    pub(in crate::app) fn record_is_shown(&self) -> bool {
        let page = self.page_now();
        page.is_some_and(|open| open.page.shows_record(self.view()))
    }

    /// Sends the keyboard to the first field that keeps the record from being saved.
    pub(super) fn focus_wrong_field(&mut self) {
        let wrong = self.editor().and_then(RecordEditor::first_wrong_field);
        if let Some(field) = wrong {
            self.focus_next = Some(FocusTarget::Field(field));
        }
    }

    pub(super) fn set_active(&mut self, id: PlayerId, active: bool) {
        if !self.may_change_week() {
            return;
        }
        let change = Patch::new(id, Field::Active, Value::YesNo(active));
        self.keeper.apply(Edit::ChangePlayer(change));
    }
}

/// Why a record can't be deleted.
enum Stays {
    /// The player has games, and can be made inactive instead.
    PlayedInstead(PlayerId, String),
    Because(String),
}

/// Why the record can't be deleted, as far as the open week tells; the camp file asks again.
fn why_it_stays(camp: &CampData, record: Record) -> Option<Stays> {
    match record {
        Record::Player(id) => {
            let has = |game: &&Game| game.white == id || game.black == id;
            let games = camp.games.iter().filter(has).count();
            if games == 0 {
                return None;
            }
            let name = camp.full_name(id);
            let games = if games == 1 {
                "a game".to_owned()
            } else {
                format!("{games} games")
            };
            Some(if camp.player(id).is_some_and(|player| player.active) {
                let reason = format!(
                    "{name} has played {games} this week and can’t be deleted. Make {name} inactive? The player leaves the lists; games and ratings stay."
                );
                Stays::PlayedInstead(id, reason)
            } else {
                Stays::Because(format!(
                    "{name} has played {games} this week and can’t be deleted, but is inactive already"
                ))
            })
        }
        Record::Group(id) => {
            let in_group = |player: &&Player| player.group == Some(id);
            let players = camp.players.iter().filter(in_group).count();
            let name = camp.group_name(Some(id));
            match players {
                0 => None,
                1 => Some(Stays::Because(format!(
                    "There is a player in {name}: move the player to another group first"
                ))),
                _ => Some(Stays::Because(format!(
                    "There are {players} players in {name}: move them to another group first"
                ))),
            }
        }
        Record::Game(_) | Record::Meeting(_) => None,
    }
}

/// "Mai Xiong", "Game 12, Mai Xiong against Ben Lee,"
fn in_words(camp: &CampData, record: Record) -> String {
    match record {
        Record::Player(id) => camp.full_name(id),
        Record::Group(id) => format!("Group {}", camp.group_name(Some(id))),
        Record::Game(id) => camp.game(id).map_or_else(
            || "This game".to_owned(),
            |game| {
                format!(
                    "Game {}, {} against {},",
                    game.sequence,
                    camp.full_name(game.white),
                    camp.full_name(game.black)
                )
            },
        ),
        Record::Meeting(id) => camp.meeting(id).map_or_else(
            || "This meeting".to_owned(),
            |meeting| format!("Meeting of {}", show_date(meeting.date)),
        ),
    }
}
