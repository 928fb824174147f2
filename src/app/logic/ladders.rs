//! The ladders of the club: chosen, set up, deleted, and how a player came to stand there.

use super::{
    super::leaving::Leaving,
    super::{
        App, Command, KeyboardTo, Page,
        afterwards::Afterwards,
        commands::{Entry, Group, Handler, Key, Needs, Shortcut, commands},
        dialogs::Dialog,
        ladders::{LadderForm, LadderStory},
    },
};
use crate::{
    domain::{Edit, LadderId, LadderSetup, PlayerId, Standings, System, counted},
    publish::harmless,
    rating::LadderRow,
    report::text::{TextTable, listed_columns},
};
commands! {
    /// Sets up another ladder over the same players and games.
    NEW_LADDER = Entry::new("New ladder…", Group::Ladders, 0, App::ask_for_new_ladder)
        // A as in “add”; with Shift, L filters a list.
        .keys(&[Shortcut::with_shift(Key::A)])
        .needs(Needs::Camp)
        .changes_camp()
        .why_not(App::why_page_is_covered);
    /// Changes how the ladder that is shown is set up.
    SET_UP_LADDER = Entry::new("Set up ladder…", Group::Ladders, 1, App::ask_how_ladder_is_set_up)
        .keys(&[Shortcut::command(Key::L)])
        .needs(Needs::Camp)
        .changes_camp()
        .why_not(App::why_no_ladder);
    DELETE_LADDER = Entry::new("Delete ladder", Group::Ladders, 2, App::delete_ladder)
        .needs(Needs::Camp)
        .changes_camp()
        .why_not(App::why_no_ladder);
    /// Copies what the page of standings lists, as rows that a spreadsheet takes.
    COPY_STANDINGS = Entry::new("Copy standings", Group::Paper, 6, |app| app.copy_standings(|table| table.in_rows(harmless)))
        .keys(&[Shortcut::with_shift(Key::C)])
        .needs(Needs::Camp)
        .why_not(App::why_nothing_to_copy);
    /// The same in columns that line up, for an e-mail.
    COPY_STANDINGS_AS_TEXT = Entry::new("Copy standings as text", Group::Paper, 7, |app| app.copy_standings(TextTable::in_columns))
        .needs(Needs::Camp)
        .why_not(App::why_nothing_to_copy);
}

/// What the story of a player on a ladder does at the commands of all forms.
pub(in crate::app) static STORY: [Handler; 2] = [
    Handler::new(Command::PREVIOUS_RECORD, |app| app.turn_ladder_story(-1))
        .why_not(|app| app.why_no_neighbour_story(-1)),
    Handler::new(Command::NEXT_RECORD, |app| app.turn_ladder_story(1))
        .why_not(|app| app.why_no_neighbour_story(1)),
];

impl App {
    fn why_nothing_to_copy(&self) -> Option<&str> {
        let camp = &self.session.camp.as_ref()?.data;
        let is_made = || matches!(self.session.ladders.lists(), Some(Ok(_)));
        if camp.players.is_empty() {
            Some("There are no standings to copy yet")
        } else if self.ladder().is_some() && !is_made() {
            Some("Go to Standings first: the ladder is computed there")
        } else {
            None
        }
    }

    /// What the page of standings lists. As on paper, of the camp ladder the weekly ratings, whatever the list on the screen shows, and of
    /// others nothing that is personal.
    fn standings_to_copy(&self) -> Option<TextTable> {
        let camp = &self.session.camp.as_ref()?.data;
        let page = &self.session.standings;
        let inactive_too = page.include_inactive;
        if self.ladder().is_none() {
            let standings = Standings::new(camp, System::Weekly, page.scope, inactive_too);
            return Some(TextTable::of_week(&standings));
        }
        let list = self.session.ladders.lists()?.ok()?.of_players(inactive_too);
        let standings = list.standings.clone().without_personal();
        let columns = listed_columns(&standings, |_| true);
        Some(TextTable::of_ladder(&standings, &columns))
    }

    fn copy_standings(&mut self, as_text: impl FnOnce(&TextTable) -> String) {
        if let Some(table) = self.standings_to_copy() {
            let lines = counted(table.rows.len(), "line");
            self.notices.done(format!("Copied {lines}"));
            self.copied = Some(as_text(&table));
        }
    }

    /// The ladder that the page of standings shows; nothing for the camp ladder of the week.
    pub fn ladder(&self) -> Option<&LadderSetup> {
        self.session
            .ladders
            .chosen(&self.session.camp.as_ref()?.data)
    }

    /// Whether the page shows a ladder of the club, or would if nothing stood in its place.
    pub(super) fn shows_ladder(&self) -> bool {
        self.page == Page::STANDINGS && self.ladder().is_some()
    }

    /// Whether the page of standings tells of this player: on the ladder that it shows not everybody may be.
    pub(super) fn lists(&self, player: PlayerId) -> bool {
        self.ladder().is_none() || self.on_ladder(player).is_some()
    }

    /// Where a player stands on the ladder that the page shows; somebody whom its list leaves out, among all.
    pub fn on_ladder(&self, player: PlayerId) -> Option<&LadderRow> {
        let inactive_too = self.session.standings.include_inactive;
        self.session.ladders.standing(player, inactive_too)
    }

    /// Why there is no ladder to set up or delete.
    fn why_no_ladder(&self) -> Option<&str> {
        if let Some(reason) = self.why_page_is_covered() {
            return Some(reason);
        }
        if self.page != Page::STANDINGS {
            return Some("Go to Standings and choose a ladder first");
        }
        let none = self.ladder().is_none();
        none.then_some("The camp ladder of the week has nothing to set up: choose another ladder")
    }

    /// Shows another ladder on the page of standings; `None` for the camp ladder of the week.
    pub(super) fn choose_ladder(&mut self, ladder: Option<LadderId>) {
        self.session.ladders.choose(ladder);
    }

    /// Goes to a ladder, and asks how it is set up. A record that can't be saved keeps its form.
    pub(super) fn set_up_ladder(&mut self, ladder: LadderId) {
        self.dialog = None;
        self.go(Page::STANDINGS);
        if self.page == Page::STANDINGS {
            self.choose_ladder(Some(ladder));
            self.ask_how_ladder_is_set_up();
        }
    }

    pub(super) fn ask_for_new_ladder(&mut self) {
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

    pub(super) fn ask_how_ladder_is_set_up(&mut self) {
        let (today, ladder) = (self.today(), self.ladder());
        if let (Some(ladder), Some(camp)) = (ladder, &self.session.camp) {
            let form = LadderForm::of(ladder, &camp.data, today);
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
        let Some(added) = added.map(|ladder| ladder.id) else {
            return;
        };
        self.go(Page::STANDINGS);
        self.choose_ladder(Some(added));
        self.keyboard_to = Some(KeyboardTo::List);
    }

    /// Deletes the ladder that is shown. It isn't asked about: its players and games stay, and Ctrl+Z brings it back.
    pub(super) fn delete_ladder(&mut self) {
        let Some(ladder) = self.ladder() else { return };
        let sentence = format!("{} deleted", ladder.name);
        let ticket = self.keeper.apply(Edit::DeleteLadder(ladder.id));
        self.afterwards(ticket, Afterwards::SayUndoable(sentence));
    }

    /// Tells how a player came to stand on the ladder that is shown.
    pub(super) fn tell_ladder(&mut self, player: PlayerId) {
        if !self.shows_ladder() {
            return;
        }
        match &mut self.session.ladders.story {
            Some(story) => story.go_on(player),
            None => self.session.ladders.story = Some(LadderStory::new(player)),
        }
    }

    /// Goes back to the player before, or to the standings.
    pub(super) fn leave_ladder_story(&mut self) {
        self.session.ladders.story.take_if(|story| !story.go_back());
    }

    /// The player before or after the one whose story is shown.
    fn neighbour_story(&self, by: isize) -> Option<PlayerId> {
        let player = self.session.ladders.story.as_ref()?.player()?;
        let inactive_too = self.session.standings.include_inactive;
        self.session.ladders.neighbour(player, by, inactive_too)
    }

    /// Why there is no story so many players further.
    pub fn why_no_neighbour_story(&self, by: isize) -> Option<&'static str> {
        let reason = if by < 0 {
            "This is the first player of the ladder"
        } else {
            "This is the last player of the ladder"
        };
        self.neighbour_story(by).is_none().then_some(reason)
    }

    pub(super) fn turn_ladder_story(&mut self, by: isize) {
        let neighbour = self.neighbour_story(by);
        if let (Some(player), Some(story)) = (neighbour, &mut self.session.ladders.story) {
            story.turn_to(player);
        }
    }

    /// Has the standings computed while they are looked at, and only then.
    pub(super) fn collect_ladders(&mut self) {
        let today = self.today();
        let is_covered = self.why_page_is_covered().is_some()
            || self.session.over().is_some()
            || self.session.projector.is_some();
        let Some(camp) = &self.session.camp else {
            return;
        };
        if self.page == Page::STANDINGS && !is_covered {
            self.session.ladders.tick(camp, today, &self.wake);
        } else {
            self.session.ladders.stop();
        }
    }
}
