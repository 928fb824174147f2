//! What the page of games holds, and how it answers to the program around it.

use std::collections::VecDeque;

use super::{
    checking::{Check, Checking, Todo},
    entry::{Entry, TakenBack, newest},
    order, typing,
    view::Looks,
};
use crate::{
    app::weeks::WeekStep,
    app::{
        FocusTarget, Pane, View,
        editors::RecordEditor,
        exporting::ExportedList,
        form::{AnyForm, Form},
        leaving::{Leaving, SaveOutcome, leave},
        page::{Ctx, Handler, Logic, Outbox, RefusedChange, Route, SavedChange, Ticket},
    },
    domain::{CampData, Game, GameId, GameResult, Record},
    storage::HistoryMoved,
};

/// The page of games.
#[derive(Debug, Default)]
pub struct GamesPage {
    pub form: Form<Game>,
    /// The view in which games are typed.
    pub(crate) entry: Entry,
    /// The second pass through the games.
    pub(crate) checking: Checking,
    /// Games that get another result once what is on its way to the file has arrived.
    pub(super) to_change: VecDeque<(GameId, GameResult)>,
    /// A game on its way to another place in the order of play: only then can it be moved again.
    pub(super) moving: Option<Ticket>,
    pub(super) looks: Looks,
}

impl Logic for GamesPage {
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        &[&order::HANDLERS, &typing::HANDLERS]
    }

    fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.go_on_typing(ctx, out);
        self.go_on_checking(ctx, out);
    }

    fn saved(&mut self, ctx: &Ctx<'_>, saved: SavedChange, out: &mut Outbox) {
        let SavedChange { ticket, added } = saved;
        if let Some(Record::Player(player)) = added {
            self.entry.added(player);
        }
        let strip: &mut dyn RecordEditor = &mut self.entry.strip;
        if strip.saved(ticket, added, &ctx.camp.data, ctx.today()) {
            self.entry.saved();
        }
        self.moving.take_if(|moving| *moving == ticket);
        self.checking.saved(ticket);
        self.go_on_checking(ctx, out);
    }

    fn refused(&mut self, refused: RefusedChange<'_>, out: &mut Outbox) -> bool {
        let RefusedChange {
            ticket,
            reason,
            problems,
            is_outdated,
            ..
        } = refused;
        let moving = self.moving.take_if(|moving| *moving == ticket);
        if moving.is_some() {
            out.notices.problem(reason);
            return true;
        }
        let was_typed = self.entry.strip.refused(ticket, problems, reason);
        if was_typed {
            self.to_change.clear();
            out.forget_keys = true;
        }
        was_typed || self.checking.refused(ticket, is_outdated) && is_outdated
    }

    /// A game that is undone while games are being typed is to be typed otherwise.
    fn history_moved(
        &mut self,
        ctx: &Ctx<'_>,
        before: &CampData,
        moved: &HistoryMoved,
        _out: &mut Outbox,
    ) {
        let now = &ctx.camp.data;
        let is_redone = !moved.redone.is_empty();
        self.checking.turned(now, is_redone);
        let is_typing = ctx.is_current() && ctx.view == View::Entry;
        let undone = newest(before)
            .filter(|game| {
                is_typing && before.week.id == now.week.id && now.game(game.id).is_none()
            })
            .and_then(|game| TakenBack::new(game, before, now, &moved.undone));
        if let Some(undone) = undone {
            self.entry.take_back(&undone);
        } else if is_redone || !self.entry.has_players_in(now) {
            self.entry.forget_taken_back();
        }
    }

    fn week_changed(&mut self) {
        self.checking = Checking::default();
    }

    /// A week that begins has nothing to check.
    fn week_step_done(&mut self, _ctx: &Ctx<'_>, step: WeekStep, out: &mut Outbox) {
        if matches!(step, WeekStep::Started) && out.view == View::Check {
            out.view = View::Entry;
        }
    }

    /// Saves the correction in the strip, if it is changed. A new game is saved by its result only; half of one stays for when the
    /// director comes back, but for leaving the camp.
    fn leave(&mut self, ctx: &Ctx<'_>, leaving: Leaving, out: &mut Outbox) -> SaveOutcome {
        if self.entry.strip.is_saving() {
            return SaveOutcome::Pending;
        }
        let left = match leaving {
            Leaving::Camp => self.finish(ctx, out),
            _ if self.entry.strip.id().is_none() => SaveOutcome::Started,
            _ => leave(
                &mut self.entry.strip,
                leaving.next(),
                &ctx.camp.data,
                ctx.today(),
                |edit| out.apply(edit),
            ),
        };
        if left == SaveOutcome::Invalid {
            // The marks stand there.
            out.view = View::Entry;
            self.entry.cursor_to = self.entry.first_wrong();
        }
        left
    }

    fn forget_refusal(&mut self) {
        self.form.editor.forget_refusal();
        self.entry.strip.forget_refusal();
    }

    /// Goes to what is to be compared with the sheets: a game, or all that is unchecked.
    fn go_on(&mut self, route: Route) -> bool {
        let is_checked = route.view == Some(View::Check);
        if is_checked {
            let game = route
                .record
                .and_then(|record| GameId::try_from(record).ok());
            self.checking.begin_at(game);
        }
        is_checked
    }

    fn panes(&self, view: View) -> Vec<(Pane, FocusTarget)> {
        match view {
            View::Entry => {
                let strip = (Pane::Record, FocusTarget::FirstField);
                let is_any = !self.entry.latest().is_empty();
                let latest = is_any.then_some((Pane::List, FocusTarget::Latest));
                [strip].into_iter().chain(latest).collect()
            }
            _ => vec![(Pane::List, FocusTarget::List)],
        }
    }

    fn is_busy(&self) -> bool {
        !self.to_change.is_empty()
    }

    fn is_saving(&self) -> bool {
        self.entry.strip.is_saving() || self.checking.is_saving() || self.moving.is_some()
    }

    fn advances_after_save(&self) -> bool {
        self.form.editor.advances_after_save()
            || self.entry.strip.advances_after_save()
            || self.checking.is_saving()
            || self.moving.is_some()
    }

    fn takes_single_keys(&self, view: View) -> bool {
        view == View::Entry && self.entry.takes_single_keys
    }

    fn undo_typing(&mut self, view: View) -> bool {
        view == View::Entry && self.entry.undo_typing()
    }

    /// Half a game is taken back as a whole.
    fn undo_last(&mut self, view: View) -> bool {
        let takes_back = view == View::Entry && self.entry.is_changed();
        if takes_back {
            self.entry.begin_anew();
        }
        takes_back
    }

    fn is_changed(&self, view: View) -> bool {
        match view {
            View::Entry => self.entry.is_changed(),
            _ => self.form.editor.is_changed(),
        }
    }

    fn shows_record(&self, view: View) -> bool {
        match view {
            View::Entry => self.current_game().is_some(),
            _ => self.form.editor.target().is_some(),
        }
    }

    fn chosen(&self) -> Result<Record, &'static str> {
        self.form.record().ok_or("Choose a game first")
    }

    fn lists(&self, ctx: &Ctx<'_>) -> Result<Vec<ExportedList>, &'static str> {
        Ok(vec![self.exported(ctx)])
    }

    fn form(&self) -> Option<&dyn AnyForm> {
        Some(&self.form)
    }

    fn form_mut(&mut self) -> Option<&mut dyn AnyForm> {
        Some(&mut self.form)
    }
}

impl GamesPage {
    /// Does something in the second pass.
    pub(super) fn check(&mut self, check: Check, ctx: &Ctx<'_>, out: &mut Outbox) {
        let changes = matches!(check, Check::Key(_) | Check::Overwrite);
        if changes && let Some(reason) = &ctx.why_not_change_week {
            return out.notices.note(reason.clone());
        }
        let camp = ctx.camp;
        match check {
            Check::Key(key) => {
                self.checking.press(key);
                self.go_on_checking(ctx, out);
            }
            Check::Select(game) => self.checking.select(game, &camp.data),
            Check::OnlyUnchecked(only) => self.checking.show_only_unchecked(only),
            Check::Keep => self.checking.keep(),
            Check::Overwrite => {
                if let Some(edit) = self.checking.overwriting(&camp.data) {
                    let ticket = out.apply_at(edit, camp.revision);
                    self.checking.begin_saving(ticket);
                }
            }
        }
    }

    /// Keeps the list of the second pass up to date while it is shown, and carries out the next key: each when the one before is in the
    /// file.
    fn go_on_checking(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let is_checking = ctx.is_current() && ctx.view == View::Check;
        if !is_checking && !self.checking.is_saving() {
            return;
        }
        let camp = ctx.camp;
        self.checking.follow(&camp.data, camp.revision);
        match self.checking.next(&camp.data) {
            Some(Todo::Save(edit)) => {
                // What was compared is what is marked as checked: not what somebody else has made of it meanwhile.
                let ticket = out.apply_at(*edit, camp.revision);
                self.checking.begin_saving(ticket);
            }
            Some(Todo::Warn) => {
                out.bell = true;
                // Keys that wait were typed before the difference was seen.
                out.forget_keys = true;
            }
            None => {}
        }
    }
}
