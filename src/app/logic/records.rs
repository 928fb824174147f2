//! Records: shown, left, deleted.

use super::super::{
    Action, App, Command, KeyboardTo, Page, View,
    dialogs::Dialog,
    drafts::{Draft, GameDraft, GroupDraft, PlayerDraft},
    editor::{Editor, Leave, Next, Target},
    importing::Import,
    keeper::{Keeper, Ticket},
};
use crate::domain::{CampData, GameId, Record, System};

impl App {
    pub(super) fn go(&mut self, page: Page) {
        if self.import.as_ref().is_some_and(Import::is_saving) {
            self.after_saving = Some(Command::Go(page).into());
            return;
        }
        self.import = None;
        self.history = None;
        self.close_explanation();
        if page == self.page {
            return;
        }
        if self.leave_form(Leaving::Away, || Command::Go(page).into()) {
            if self.page == Page::Standings {
                // The internal rating is shown only as long as it was asked for.
                self.standings.system = System::Weekly;
            }
            self.page = page;
            self.search.clear();
            self.keyboard_to = Some(KeyboardTo::List);
        }
    }

    pub(super) fn show(&mut self, record: Record) {
        if self.import.as_ref().is_some_and(Import::is_saving) {
            self.after_saving = Some(Action::Show(record));
            return;
        }
        self.dialog = None;
        self.import = None;
        self.close_explanation();
        let page = match record {
            Record::Player(_) => Page::Players,
            Record::Group(_) => Page::Groups,
            Record::Game(_) => Page::Games,
        };
        self.go(page);
        if self.page != page {
            return;
        }
        self.show_form();
        let Some(camp) = &self.camp else { return };
        let (camp, today) = (&camp.data, (self.clock)().date());
        let keeper = &mut self.keeper;
        let left = match record {
            Record::Player(id) => {
                let next = Next::To(Target::Existing(id));
                leave(&mut self.players, next, camp, today, keeper)
            }
            Record::Group(id) => {
                let next = Next::To(Target::Existing(id));
                leave(&mut self.groups, next, camp, today, keeper)
            }
            Record::Game(id) => {
                let next = Next::To(Target::Existing(id));
                leave(&mut self.games, next, camp, today, keeper)
            }
        };
        self.may_go_on(left, || Action::Show(record));
    }

    /// A record is shown in its form, also while the page shows something that has none.
    fn show_form(&mut self) {
        if self.is_checking() {
            self.views.set(self.page, View::Form);
        }
    }

    pub(super) fn new_record(&mut self) {
        self.show_form();
        let Some(camp) = &self.camp else { return };
        let (camp, today) = (&camp.data, (self.clock)().date());
        let keeper = &mut self.keeper;
        let left = match self.page {
            Page::Players => {
                let next = Next::To(Target::New);
                leave(&mut self.players, next, camp, today, keeper)
            }
            Page::Groups => leave(&mut self.groups, Next::To(Target::New), camp, today, keeper),
            Page::Games => leave(&mut self.games, Next::To(Target::New), camp, today, keeper),
            Page::Standings => Left::Now,
        };
        self.may_go_on(left, || Command::NewRecord.into());
    }

    /// Saves the record of the form that is shown, if it is changed. Whether the form may be left now. If the record is
    /// on its way to the file already, `again` is carried out when it has arrived.
    pub(super) fn leave_form(&mut self, leaving: Leaving, again: impl FnOnce() -> Action) -> bool {
        let left = self.leave_page(self.page, leaving);
        self.may_go_on(left, again)
    }

    fn may_go_on(&mut self, left: Left, again: impl FnOnce() -> Action) -> bool {
        match left {
            Left::Now => {}
            Left::Later => self.after_saving = Some(again()),
            Left::Not => self
                .notices
                .note("This record can't be saved yet: put right what is marked, or undo it"),
        }
        left == Left::Now
    }

    fn leave_page(&mut self, page: Page, leaving: Leaving) -> Left {
        let Some(camp) = &self.camp else {
            return Left::Now;
        };
        let (camp, today) = (&camp.data, (self.clock)().date());
        let keeper = &mut self.keeper;
        match page {
            Page::Players => leave(&mut self.players, leaving.next(), camp, today, keeper),
            Page::Groups => leave(&mut self.groups, leaving.next(), camp, today, keeper),
            Page::Games => leave(&mut self.games, leaving.next(), camp, today, keeper),
            Page::Standings => Left::Now,
        }
    }

    /// Saves what is typed in all forms, before `action` leaves the camp. Whether everything is in the file; while
    /// something is on its way, the action waits for it, and is dropped if the file refuses it. A form with a record
    /// that can't be saved is shown.
    pub(super) fn leave_all(&mut self, action: Action) -> Everything {
        for page in Page::ALL {
            if self.leave_page(page, Leaving::Away) == Left::Not {
                self.import = None;
                self.page = page;
                return Everything::CannotBeSaved;
            }
        }
        if self.is_saved_before(action) {
            Everything::Saved
        } else {
            Everything::OnItsWay
        }
    }

    /// As [`Self::leave_all`]; what can't be saved is said.
    pub(super) fn may_leave_camp(&mut self, action: Action) -> bool {
        let everything = self.leave_all(action);
        if everything == Everything::CannotBeSaved {
            self.notices
                .note("This record can't be saved yet: put right what is marked, or undo it");
        }
        everything == Everything::Saved
    }

    /// Whether nothing is on its way to the file. Otherwise `action` is carried out when it has arrived.
    pub(super) fn is_saved_before(&mut self, action: Action) -> bool {
        let is_saving = self.is_saving();
        if is_saving {
            self.after_saving = Some(action);
        }
        !is_saving
    }

    pub(super) fn ask_before_deleting(&mut self) {
        if !self.is_saved_before(Command::DeleteRecord.into()) {
            return;
        }
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

    pub(super) fn delete(&mut self, record: Record) {
        self.dialog = None;
        let edit = match record {
            Record::Player(id) => PlayerDraft::delete(id),
            Record::Group(id) => GroupDraft::delete(id),
            Record::Game(id) => GameDraft::delete(id),
        };
        let ticket = self.keeper.apply(edit);
        self.deleting = Some((ticket, record));
    }

    /// A record has been deleted, and what was typed in it goes with it. Until then it stays, as it may be refused.
    pub(super) fn deleted(&mut self, ticket: Ticket) {
        match self.deleting.take_if(|(awaited, _)| *awaited == ticket) {
            Some((_, Record::Player(_))) => self.players.clear(),
            Some((_, Record::Group(_))) => self.groups.clear(),
            Some((_, Record::Game(_))) => self.games.clear(),
            None => {}
        }
    }
}

/// Where the director goes when a form is left.
#[derive(Clone, Copy, Debug)]
pub(super) enum Leaving {
    /// Nowhere: the record is saved by hand, and stays.
    Stay,
    /// Nowhere: what is typed is saved before something else is done; an empty record is left in peace.
    Pause,
    /// To another page or camp.
    Away,
}

impl Leaving {
    /// A form that is left keeps showing its record for when the director comes back.
    const fn next<Id>(self) -> Next<Id> {
        match self {
            Self::Stay => Next::Stay,
            Self::Pause => Next::Pause,
            Self::Away => Next::Away,
        }
    }
}

/// Whether a record may be left.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Left {
    /// It is saved, or on its way to the file since now.
    Now,
    /// It is on its way to the file since before.
    Later,
    /// It can't be saved as it is; the form says why.
    Not,
}

/// Whether everything that was typed is in the file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Everything {
    Saved,
    OnItsWay,
    CannotBeSaved,
}

/// Leaves a record: saves it if it is changed.
fn leave<D: Draft>(
    editor: &mut Editor<D>,
    next: Next<D::Id>,
    camp: &CampData,
    today: jiff::civil::Date,
    keeper: &mut Keeper,
) -> Left {
    match editor.leave(next, camp, today) {
        Leave::Done => Left::Now,
        Leave::Save(edit) => {
            let ticket = keeper.apply(edit);
            editor.begin_saving(ticket, next);
            Left::Now
        }
        Leave::Saving => Left::Later,
        Leave::Stays => Left::Not,
    }
}

fn game_in_words(camp: &CampData, id: GameId) -> String {
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
