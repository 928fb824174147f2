//! Records: shown, left, deleted.

use super::super::{
    Action, App, Page,
    dialogs::Dialog,
    drafts::{Draft, GameDraft, GroupDraft, PlayerDraft},
    editor::{Editor, Leave, Next, Target},
    keeper::Keeper,
};
use crate::domain::{CampData, GameId, Record};

impl App {
    pub(super) fn go(&mut self, page: Page) {
        if page != self.page && self.leave_form(Leaving::Away) {
            self.page = page;
            self.search.clear();
        }
    }

    pub(super) fn show(&mut self, record: Record) {
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

    pub(super) fn new_record(&mut self) {
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
    pub(super) fn leave_form(&mut self, leaving: Leaving) -> bool {
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

    /// As [`Self::leave_form`], before `action` leaves the camp itself. If the record is on its way to the file, the
    /// action waits for it, and is dropped if the record is refused.
    pub(super) fn leave_all(&mut self, action: Action) -> bool {
        if !self.leave_form(Leaving::Away) {
            self.notices
                .note("This record can't be saved yet: correct it, or undo it, first");
            return false;
        }
        self.is_saved_before(action)
    }

    /// Whether no record is on its way to the file. Otherwise `action` is carried out when it has arrived.
    pub(super) fn is_saved_before(&mut self, action: Action) -> bool {
        let is_saving = self.is_saving_record();
        if is_saving {
            self.after_saving = Some(action);
        }
        !is_saving
    }

    pub(super) fn ask_before_deleting(&mut self) {
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
        // What was typed in the record goes with it.
        match record {
            Record::Player(_) => self.players.undo(),
            Record::Group(_) => self.groups.undo(),
            Record::Game(_) => self.games.undo(),
        }
        self.keeper.apply(edit);
    }
}

/// Where the director goes when a form is left.
#[derive(Clone, Copy, Debug)]
pub(super) enum Leaving {
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
