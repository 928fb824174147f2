//! Games typed from the result sheets: saved by a result, put right, taken back.

use super::{
    super::{
        Action, App, Command,
        afterwards::Afterwards,
        commands::{Entry, Group, Handler, Key, Needs, OnProjector, Shortcut, commands},
        editor::{Next, Target},
        entry::{EntryAction, Place, TakenBack, newest},
        keeper::Ticket,
    },
    leaving::{Leaving, SaveOutcome, leave},
};
use crate::{
    domain::{Edit, Field, FieldProblem, Game, GameId, GameResult, name_of_adding},
    storage::HistoryMove,
};
commands! {
    /// Takes the game back that was typed last, to be put right.
    TAKE_BACK_GAME = Entry::new("Take back the last game", Group::OrderOfPlay, 0, App::take_back_game)
        // Free in Access's forms.
        .keys(&[Shortcut::plain(Key::F8)])
        .needs(Needs::Records)
        .changes_week()
        .on_projector(OnProjector::Yes);
}

/// What the view in which games are typed does at the commands of all forms.
pub(in crate::app) static TYPING_GAMES: [Handler; 6] = [
    Handler::new(Command::NEW_RECORD, App::begin_game),
    Handler::new(Command::SAVE_RECORD, |app| {
        app.save_game();
    }),
    Handler::new(Command::UNDO_RECORD, App::undo_record),
    Handler::new(Command::DELETE_RECORD, |app| {
        if let Some(game) = app.game_in_hand() {
            app.enter(EntryAction::Delete(game));
        }
    })
    .why_not(App::why_nothing_to_delete),
    Handler::new(Command::INSERT_TODAY, App::insert_today),
    Handler::new(Command::INSERT_GAME, |app| {
        if let Some(game) = app.game_in_hand() {
            app.enter(EntryAction::InsertBefore(game));
        }
    })
    .why_not(|app| {
        let is_none = app.game_in_hand().is_none();
        is_none.then_some("Choose the game that comes after it first")
    }),
];

impl App {
    pub(super) fn enter(&mut self, action: EntryAction) {
        if let Some(reason) = self.why_not(Command::NEW_RECORD).map(str::to_owned) {
            self.notices.note(reason);
            return;
        }
        match action {
            EntryAction::Result(result) => {
                if !self.session.entry.strip.is_saving() {
                    self.session
                        .entry
                        .strip
                        .draft
                        .set(Field::Result, result.into());
                    self.save_game();
                }
            }
            EntryAction::Leave => self.session.entry.leave(),
            EntryAction::Correct(game) => self.correct_game(game),
            EntryAction::ChangeResult(game, result) => self.change_result(game, result),
            EntryAction::Delete(game) => self.delete_game(game),
            EntryAction::InsertBefore(game) => {
                if self.session.entry.strip.is_saving()
                    || self.session.entry.strip.is_changed()
                        && self.session.entry.strip.id().is_some()
                {
                    self.notices
                        .note("Save the correction first, or leave it with Esc");
                    return;
                }
                if self.session.entry.strip.id().is_some() {
                    self.session.entry.begin_anew();
                }
                self.session.entry.insert_before(Some(game));
            }
        }
    }

    /// Saves the game in the strip; the next one comes after it. Whether the strip is free for it, or will be.
    pub(super) fn save_game(&mut self) -> bool {
        self.save_game_before(Target::New)
    }

    fn save_game_before(&mut self, next: Target<GameId>) -> bool {
        let Some(camp) = &self.session.camp else {
            return false;
        };
        let strip = &self.session.entry.strip;
        if strip.id().is_some() && !strip.is_changed() && !self.session.entry.has_loose_name() {
            // Nothing to put right after all.
            self.session.entry.begin_anew();
            return true;
        }
        let (camp, today) = (&camp.data, self.clock.now().date());
        let has_loose_name = self.session.entry.has_loose_name();
        let strip = &mut self.session.entry.strip;
        let left = if has_loose_name && !strip.is_changed() {
            SaveOutcome::Invalid
        } else {
            leave(
                strip,
                Next::To(next.of_record()),
                camp,
                today,
                &mut self.keeper,
            )
        };
        // What was typed ahead was meant for the next game, and would spoil this one.
        self.forget_keys |= left == SaveOutcome::Invalid;
        left != SaveOutcome::Invalid
    }

    /// Empties the strip. A correction is saved first, as everywhere when a record is left.
    pub(super) fn begin_game(&mut self) {
        if self.session.entry.strip.id().is_some() {
            self.save_game();
        } else {
            self.session.entry.begin_anew();
        }
        self.session.entry.cursor_to = Some(Place::White);
    }

    fn correct_game(&mut self, game: GameId) {
        let Some(camp) = &self.session.camp else {
            return;
        };
        let strip = &self.session.entry.strip;
        if strip.is_saving() {
            return;
        }
        if strip.id().is_some() && strip.is_changed() {
            self.save_game_before(Target::Existing(game));
            self.session.entry.cursor_to = Some(Place::White);
        } else {
            let today = self.clock.now().date();
            self.session.entry.correct(game, &camp.data, today);
        }
    }

    fn change_result(&mut self, id: GameId, result: GameResult) {
        // A correction of the game that is on its way would be written over.
        if !self.is_saved_before(EntryAction::ChangeResult(id, result).into()) {
            return;
        }
        let game = self
            .session
            .camp
            .as_ref()
            .and_then(|camp| camp.data.game(id));
        let Some(game) = game.filter(|game| game.result != result) else {
            return;
        };
        let sentence = format!("Game {}: {}", game.sequence, result.words());
        let changed = Game {
            result,
            ..game.clone()
        };
        let ticket = self.keeper.apply(Edit::ChangeGame(changed));
        self.afterwards(ticket, Afterwards::Say(sentence));
    }

    fn delete_game(&mut self, id: GameId) {
        let Some(game) = self
            .session
            .camp
            .as_ref()
            .and_then(|camp| camp.data.game(id))
        else {
            return;
        };
        let sentence = format!("Game {} deleted", game.sequence);
        if self.session.entry.strip.id() == Some(id) {
            self.session.entry.begin_anew();
        }
        let ticket = self.keeper.apply(Edit::DeleteGame(id));
        self.afterwards(ticket, Afterwards::SayUndoable(sentence));
    }

    /// Takes the game back that was entered last: undoes it where it was the last thing done, otherwise deletes it.
    pub(super) fn take_back_game(&mut self) {
        let again = || Action::Do(Command::TAKE_BACK_GAME);
        if !self.is_saved_before(again()) {
            return;
        }
        if self.keeper.is_busy() {
            self.session.after_saving = Some(again());
            return;
        }
        if !self.show_strip(again) {
            return;
        }
        if let Some(projector) = &mut self.session.projector {
            projector.is_typing = true;
        }
        // A correction in the strip makes room, and is saved as everywhere.
        let left = self.leave_strip(Leaving::Pause);
        if !self.may_go_on(left, again) || !self.is_saved_before(again()) {
            return;
        }
        let Some(camp) = &self.session.camp else {
            return;
        };
        let Some(game) = newest(&camp.data) else {
            self.notices.note("No game has been typed yet");
            return;
        };
        // Nothing is on its way, so this is the step that an undo would take. Its name is the one it had when it was made,
        // and no other change of any kind is called that.
        let players = (game.white, game.black);
        let adding = name_of_adding(&camp.data, game.sequence, players, game.result);
        if camp.next_steps.undo.as_ref() == Some(&adding) {
            self.turn(HistoryMove::Undo, true);
        } else if let Some(taken) = TakenBack::of(game, &camp.data) {
            let ticket = self.keeper.apply(Edit::DeleteGame(game.id));
            self.afterwards(ticket, Afterwards::TakeBack(taken));
        }
    }

    pub(super) fn game_was_refused(
        &mut self,
        ticket: Ticket,
        problems: &[FieldProblem],
        reason: &str,
    ) -> bool {
        let was_refused = self.session.entry.strip.refused(ticket, problems, reason);
        self.forget_keys |= was_refused;
        was_refused
    }
}
