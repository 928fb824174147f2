//! The second pass: its keys carried out one after the other, each when the one before is in the file.

use super::super::{
    Action, App, Page, View,
    checking::{Check, Todo},
};
use crate::domain::GameId;

impl App {
    pub(super) fn check(&mut self, check: Check) {
        let changes = matches!(check, Check::Key(_) | Check::Overwrite);
        if changes && !self.may_change_week() {
            return;
        }
        let Some(camp) = &self.session.camp else {
            return;
        };
        match check {
            Check::Key(key) => {
                self.session.checking.press(key);
                self.go_on_checking();
            }
            Check::Show(game) => self.show_check(game),
            Check::Select(game) => self.session.checking.select(game, &camp.data),
            Check::OnlyUnchecked(only) => self.session.checking.show_only_unchecked(only),
            Check::Keep => self.session.checking.keep(),
            Check::Overwrite => {
                if let Some(edit) = self.session.checking.overwriting(&camp.data) {
                    let ticket = self.keeper.apply_at(edit, camp.revision);
                    self.session.checking.begin_saving(ticket);
                }
            }
        }
    }

    fn show_check(&mut self, game: Option<GameId>) {
        self.dialog = None;
        self.go(Page::GAMES);
        if self.page != Page::GAMES {
            return;
        }
        let again = || Action::Check(Check::Show(game));
        if !self.show_view_before(View::Check, again) {
            return;
        }
        self.session.checking.show_only_unchecked(game.is_none());
        if let (Some(camp), Some(game)) = (&self.session.camp, game) {
            // The camp may have changed since the list was last in sight.
            self.session.checking.follow(&camp.data, camp.revision);
            self.session.checking.select(game, &camp.data);
        }
    }

    /// Keeps the list up to date while it is shown, and carries out the next key.
    pub(super) fn go_on_checking(&mut self) {
        let Some(camp) = &self.session.camp else {
            return;
        };
        if !self.is_checking() && !self.session.checking.is_saving() {
            return;
        }
        self.session.checking.follow(&camp.data, camp.revision);
        match self.session.checking.next(&camp.data) {
            Some(Todo::Save(edit)) => {
                // What was compared is what is marked as checked: not what somebody else has made of it meanwhile.
                let ticket = self.keeper.apply_at(*edit, camp.revision);
                self.session.checking.begin_saving(ticket);
            }
            Some(Todo::Warn) => (self.bell)(),
            None => {}
        }
    }
}
