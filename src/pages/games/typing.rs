//! Games typed from the result sheets: saved by a result, put right, taken back.

use super::{
    GamesPage,
    entry::{EntryAction, Place, newest},
    view::AddCamper,
};
use crate::{
    app::{
        Command, View,
        editor::{Next, Target},
        leaving::{SaveOutcome, leave},
        page::{Ctx, Handler, Logic as _, Outbox},
    },
    domain::{Edit, Field, GameId, GameResult, Patch, show_date},
};

const STRIP: &[View] = &[View::Entry];

/// What the view in which games are typed does at the commands of all forms.
pub(super) const HANDLERS: [Handler<GamesPage>; 6] = [
    Handler::new(Command::NEW_RECORD, GamesPage::begin_game).in_views(STRIP),
    Handler::new(Command::SAVE_RECORD, |page: &mut GamesPage, ctx, out| {
        page.save_game(Target::New, ctx, out);
    })
    .in_views(STRIP),
    Handler::new(Command::UNDO_RECORD, |page: &mut GamesPage, _, _| {
        page.entry.begin_anew();
    })
    .in_views(STRIP),
    Handler::new(Command::DELETE_RECORD, |page: &mut GamesPage, ctx, out| {
        if let Some(game) = page.current_game() {
            page.act(EntryAction::Delete(game), ctx, out);
        }
    })
    .why_not(|page, _| {
        let is_none = page.current_game().is_none();
        is_none.then_some("Choose a record first")
    })
    .in_views(STRIP),
    Handler::new(Command::INSERT_TODAY, |page: &mut GamesPage, ctx, _| {
        let today = show_date(ctx.today());
        page.entry.strip.draft.set_text(Field::Date, &today);
    })
    .in_views(STRIP),
    Handler::new(Command::INSERT_GAME, |page: &mut GamesPage, ctx, out| {
        if let Some(game) = page.current_game() {
            page.act(EntryAction::InsertBefore(game), ctx, out);
        }
    })
    .why_not(|page, _| {
        let is_none = page.current_game().is_none();
        is_none.then_some("Choose the game that comes after it first")
    })
    .in_views(STRIP),
];

impl GamesPage {
    /// The game that a command about one is about, where games are typed.
    pub(super) fn current_game(&self) -> Option<GameId> {
        self.entry.strip.id().or(self.entry.selected)
    }

    /// Does something in the strip, or with the games that were typed last.
    pub(crate) fn enter(&mut self, action: EntryAction, ctx: &Ctx<'_>, out: &mut Outbox) {
        if let Some(reason) = ctx.why_not(Command::NEW_RECORD) {
            return out.notices.note(reason);
        }
        (ctx.wake)();
        self.act(action, ctx, out);
    }

    fn act(&mut self, action: EntryAction, ctx: &Ctx<'_>, out: &mut Outbox) {
        match action {
            EntryAction::Result(result) => {
                if !self.entry.strip.is_saving() {
                    self.entry.strip.draft.set(Field::Result, result.into());
                    self.save_game(Target::New, ctx, out);
                }
            }
            EntryAction::Leave => {
                if let Some(date) = self.entry.leave() {
                    out.notices.note(format!("Date is {date} again"));
                }
            }
            EntryAction::Correct(game) => self.correct_game(game, ctx, out),
            // A correction of the game that is on its way would be written over.
            EntryAction::ChangeResult(game, result) if self.is_being_saved() => {
                self.to_change.push_back((game, result));
            }
            EntryAction::ChangeResult(game, result) => {
                change_result(game, result, ctx, out);
            }
            EntryAction::Delete(game) => self.delete_game(game, ctx, out),
            EntryAction::DeleteThis => {
                if let Some(game) = self.entry.strip.id() {
                    self.delete_game(game, ctx, out);
                }
            }
            EntryAction::InsertBefore(game) => self.insert_before(game, out),
            EntryAction::AddCamper(side) => {
                let typed = self.entry.loose_name(side);
                out.ask(AddCamper::new(typed, &ctx.camp.data, ctx.today()));
                self.entry.begin_adding(side);
            }
        }
    }

    /// Looks at the camp as it is now, and does what waited for the file.
    pub(super) fn go_on_typing(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        while !self.is_being_saved()
            && let Some((game, result)) = self.to_change.pop_front()
        {
            change_result(game, result, ctx, out);
        }
        let camp = ctx.camp;
        // Half a game stays as it is while another week is looked at.
        if !camp.shows_other_week() {
            self.entry.strip.check_again(&camp.data, ctx.today());
            self.entry.follow(&camp.data, &ctx.now);
        }
        if ctx.is_current() && ctx.view == View::Entry {
            self.entry.look_back(&camp.data, camp.revision, &ctx.now);
        }
    }

    /// Whether a game that is typed is on its way to the file.
    fn is_being_saved(&self) -> bool {
        self.is_saving() || self.form.editor.is_saving()
    }

    /// Saves the game in the strip, and goes on to `next`. Whether it can be saved.
    fn save_game(&mut self, next: Target<GameId>, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let has_loose_name = self.entry.has_loose_name();
        let strip = &mut self.entry.strip;
        if strip.id().is_some() && !strip.is_changed() && !has_loose_name {
            // Nothing to put right after all.
            self.entry.begin_anew();
            return true;
        }
        let left = if has_loose_name && !strip.is_changed() {
            SaveOutcome::Invalid
        } else {
            let (camp, today) = (&ctx.camp.data, ctx.today());
            leave(strip, Next::To(next.of_record()), camp, today, |edit| {
                out.apply(edit)
            })
        };
        // What was typed ahead was meant for the next game, and would spoil this one.
        out.forget_keys |= left == SaveOutcome::Invalid;
        left != SaveOutcome::Invalid
    }

    /// Saves what is half typed, as the camp is left.
    pub(super) fn finish(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) -> SaveOutcome {
        if !self.entry.is_changed() {
            return SaveOutcome::Started;
        }
        if ctx.camp.shows_other_week() {
            // The strip is that of the current week.
            return SaveOutcome::Invalid;
        }
        let is_free = self.save_game(Target::New, ctx, out);
        // What had been put aside may stand there now.
        if is_free && (!self.entry.is_changed() || self.entry.strip.is_saving()) {
            SaveOutcome::Started
        } else {
            SaveOutcome::Invalid
        }
    }

    /// Empties the strip. A correction is saved first, as everywhere when a record is left.
    fn begin_game(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        if self.entry.strip.id().is_some() {
            self.save_game(Target::New, ctx, out);
        } else {
            self.entry.begin_anew();
        }
        self.entry.cursor_to = Some(Place::White);
    }

    fn correct_game(&mut self, game: GameId, ctx: &Ctx<'_>, out: &mut Outbox) {
        let strip = &self.entry.strip;
        if strip.is_saving() {
            return;
        }
        if strip.id().is_some() && strip.is_changed() {
            self.save_game(Target::Existing(game), ctx, out);
            self.entry.cursor_to = Some(Place::White);
        } else {
            self.entry.correct(game, &ctx.camp.data, ctx.today());
        }
    }

    fn delete_game(&mut self, id: GameId, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Some(game) = ctx.camp.data.game(id) else {
            return;
        };
        let sentence = format!("Game {} deleted", game.sequence);
        if self.entry.strip.id() == Some(id) {
            self.entry.begin_anew();
        }
        out.apply_and_say(Edit::DeleteGame(id), sentence);
    }

    fn insert_before(&mut self, game: GameId, out: &mut Outbox) {
        let strip = &self.entry.strip;
        if strip.is_saving() || strip.is_changed() && strip.id().is_some() {
            out.notices
                .note("Save the correction first, or leave it with Esc");
            return;
        }
        if strip.id().is_some() {
            self.entry.begin_anew();
        }
        self.entry.insert_before(Some(game));
    }

    /// Loads the game that was typed last to be put right. It stays in the camp until the correction is saved.
    pub(super) fn correct_last(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Some(game) = newest(&ctx.camp.data) else {
            out.notices.note("No game has been typed yet");
            return;
        };
        self.correct_game(game.id, ctx, out);
        // Most often it is the result that was wrong.
        self.entry.cursor_to = Some(Place::Result);
    }
}

fn change_result(id: GameId, result: GameResult, ctx: &Ctx<'_>, out: &mut Outbox) {
    let game = ctx.camp.data.game(id);
    let Some(game) = game.filter(|game| game.result != result) else {
        return;
    };
    let sentence = format!("Game {}: {}", game.sequence, result.words());
    let change = Patch::new(id, Field::Result, result);
    out.apply_and_mention(Edit::ChangeGame(change), sentence);
}
