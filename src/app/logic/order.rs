//! The order of play: games are moved and inserted in it.

use super::super::{
    Action, App, Command, Page,
    afterwards::Afterwards,
    commands::{Entry, Group, Needs, commands},
    editor::{Next, Target},
    listing::Listing,
};
use crate::domain::{Edit, Field};

commands! {
    /// Types a game that was played before the one that is shown.
    INSERT_GAME = Entry::new("Insert game before this one", Group::OrderOfPlay, 1, App::insert_game)
        .needs(Needs::Records)
        .changes_week()
        .why_not(App::why_no_game);
    MOVE_GAME_UP = Entry::new("Move game up", Group::OrderOfPlay, 2, |app| app.move_game(-1))
        .needs(Needs::List)
        .changes_week()
        .why_not(|app| {
            let is_first = app.neighbour(-1).is_none();
            app.why_no_order().or(is_first.then_some("This is the first game"))
        });
    MOVE_GAME_DOWN = Entry::new("Move game down", Group::OrderOfPlay, 3, |app| app.move_game(1))
        .needs(Needs::List)
        .changes_week()
        .why_not(|app| {
            let is_last = app.neighbour(1).is_none();
            app.why_no_order().or(is_last.then_some("This is the last game"))
        });
}

impl App {
    /// Why there is no game to insert another one before.
    fn why_no_game(&self) -> Option<&str> {
        if self.page != Page::GAMES {
            return Some("Only games have an order of play");
        }
        let is_none = self.session.games.editor.id().is_none();
        is_none.then_some("Choose a game first")
    }

    /// Why a game can't be moved now.
    fn why_no_order(&self) -> Option<&str> {
        let is_sorted = !self.listing().is_some_and(Listing::is_in_own_order);
        self.why_no_game()
            .or(is_sorted.then_some("Sort the games by their number first"))
    }

    /// The place of the game `by` places further in the order of play.
    fn neighbour(&self, by: isize) -> Option<usize> {
        let camp = self.session.camp.as_ref()?;
        let place = self.listing()?.place_of(&camp.data, self.record()?)?;
        let place = place.checked_add_signed(by)?;
        (place < camp.data.games.len()).then_some(place)
    }

    /// Moves the game that is shown one place up or down in the order of play.
    pub(super) fn move_game(&mut self, by: isize) {
        let command = if by < 0 {
            Command::MOVE_GAME_UP
        } else {
            Command::MOVE_GAME_DOWN
        };
        if !self.leave_form(super::Leaving::Pause, || command.into())
            || !self.is_saved_before(command.into())
        {
            return;
        }
        let (Some(camp), Some(game)) = (&self.session.camp, self.session.games.editor.id()) else {
            return;
        };
        // To stand behind the next game is to stand before the one after it.
        let ahead = if by < 0 { by } else { by + 1 };
        let before = self.neighbour(ahead);
        let before = before.and_then(|place| camp.data.games.get(place));
        let before = before.map(|game| game.id);
        if by > 0 || before.is_some() {
            let ticket = self.keeper.apply(Edit::MoveGame { game, before });
            self.afterwards(ticket, Afterwards::Moved);
        }
    }

    /// Shows a new game that will be inserted before the one that is shown.
    pub(super) fn insert_game(&mut self) {
        let again = || Action::Do(Command::INSERT_GAME);
        if !self.leave_form(super::Leaving::Pause, again) || !self.is_saved_before(again()) {
            return;
        }
        let (Some(camp), Some(before)) = (&self.session.camp, self.session.games.editor.id())
        else {
            return;
        };
        let date = self
            .session
            .games
            .editor
            .draft
            .typed(Field::Date)
            .to_owned();
        let today = self.clock.now().date();
        if let super::super::editor::Leave::Done =
            self.session
                .games
                .editor
                .leave(Next::To(Target::New), &camp.data, today)
        {
            self.session.games.editor.begin_new(|draft| {
                draft.before = Some(before);
                draft.set_text(Field::Date, &date);
            });
        }
    }
}
