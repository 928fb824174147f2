//! How a ladder of the club is set up: asked for, saved, and deleted.

use super::{
    super::leaving::Leaving,
    super::{
        App, Command, KeyboardTo, Page, afterwards::Afterwards, dialogs::Dialog,
        ladder_form::LadderForm,
    },
};
use crate::domain::{Edit, LadderId, LadderSetup};

impl App {
    /// Goes to the page that shows a ladder. Whether that is shown: a record that can't be saved keeps its form.
    fn show_ladder(&mut self, ladder: LadderId) -> bool {
        self.go(Page::STANDINGS);
        let open = self.page_now_mut();
        let open = open.filter(|open| open.spec.page == Page::STANDINGS);
        let is_there = open.is_some();
        if let Some(open) = open {
            open.page.show_ladder(ladder);
        }
        is_there
    }

    /// Goes to a ladder, and asks how it is set up.
    pub(super) fn set_up_ladder(&mut self, ladder: LadderId) {
        self.dialog = None;
        if self.show_ladder(ladder) {
            self.ask_how_ladder_is_set_up(ladder);
        }
    }

    pub(crate) fn ask_for_new_ladder(&mut self) {
        // The record that was being typed is saved first: the ladder stands on another page.
        if !self.leave_form(Leaving::Pause, || Command::NEW_LADDER.into())
            || !self.is_saved_before(Command::NEW_LADDER.into())
        {
            return;
        }
        let today = self.today();
        let Some(camp) = &self.session.camp else {
            return;
        };
        let form = LadderForm::new(&camp.data, today);
        self.dialog = Some(Dialog::Ladder(Box::new(form)));
    }

    pub(crate) fn ask_how_ladder_is_set_up(&mut self, ladder: LadderId) {
        let today = self.today();
        let camp = self.session.camp.as_ref().map(|camp| &camp.data);
        let form = camp.and_then(|camp| Some(LadderForm::of(camp.ladder(ladder)?, camp, today)));
        if let Some(form) = form {
            self.dialog = Some(Dialog::Ladder(Box::new(form)));
        }
    }

    /// Saves the ladder and closes the dialog; what is wrong stays.
    pub(super) fn save_ladder(&mut self) {
        let (Some(Dialog::Ladder(form)), Some(camp)) = (&mut self.dialog, &self.session.camp)
        else {
            return;
        };
        let Ok(edit) = form.edit(&camp.data) else {
            return;
        };
        self.dialog = None;
        match edit {
            Some(Edit::AddLadder(ladder)) => {
                let chosen = Afterwards::ChooseLadder(ladder.name.clone());
                let ticket = self.keeper.apply(Edit::AddLadder(ladder));
                self.afterwards(ticket, chosen);
            }
            Some(edit) => {
                self.keeper.apply(edit);
            }
            None => {}
        }
    }

    /// Shows a ladder that has been added.
    pub(super) fn ladder_added(&mut self, name: &str) {
        let ladders = self.session.camp.as_ref().map(|camp| &camp.data.ladders);
        let added = ladders.and_then(|all| all.iter().find(|ladder| ladder.name == name));
        if let Some(ladder) = added.map(|ladder| ladder.id) {
            self.show_ladder(ladder);
            self.keyboard_to = Some(KeyboardTo::List);
        }
    }

    /// Deletes a ladder. It isn't asked about: its players and games stay, and Ctrl+Z brings it back.
    pub(crate) fn delete_ladder(&mut self, ladder: &LadderSetup) {
        let sentence = format!("{} deleted", ladder.name);
        let ticket = self.keeper.apply(Edit::DeleteLadder(ladder.id));
        self.afterwards(ticket, Afterwards::SayUndoable(sentence));
    }
}
