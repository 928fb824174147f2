//! Undo and redo: back and forth in the history that the camp file keeps.

use super::{
    super::{
        Action, App, FocusTarget, OpenCamp, Pane,
        commands::{Entry, Group, Key, Needs, Shortcut, WithoutWindow, commands},
        editors::RecordEditor,
        keeper::HistoryMovedTo,
        leaving::{Leaving, SaveOutcome},
        page::Answer,
    },
    camps::look_for_problems,
};
use crate::{
    domain::within_sentence,
    storage::{
        BackupError, GAMES_FOLLOWED_AT_ONCE, HistoryLimit, HistoryMove, HistoryMoved, NextSteps,
        StepId,
    },
};
commands! {
    UNDO = Entry::new("Undo", Group::Undo, 0, App::undo)
        .keys(&[Shortcut::command(Key::Z)])
        .needs(Needs::Camp)
        .changes_camp()
        .without_window(WithoutWindow::Yes)
        .why_not(App::why_not_undo)
        .label(|app| {
            let what = if app.record_is_changed() {
                "what is typed"
            } else {
                app.session.camp.as_ref()?.next_steps.undo.as_deref()?
            };
            Some(format!("Undo: {}", within_sentence(what)))
        });
    REDO = Entry::new("Redo", Group::Undo, 1, |app| app.move_in_history(HistoryMove::Redo, false))
        .keys(&[Shortcut::command(Key::Y), Shortcut::with_shift(Key::Z)])
        .needs(Needs::Camp)
        .changes_camp()
        .without_window(WithoutWindow::Yes)
        .why_not(|app| {
            let steps = &app.session.camp.as_ref()?.next_steps;
            let is_none = steps.redo.is_none();
            let nothing = is_none.then(|| why_nothing(steps, "There is nothing to redo"));
            app.why_not_move_in_history().or(nothing)
        })
        .label(|app| {
            let what = app.session.camp.as_ref()?.next_steps.redo.as_deref()?;
            Some(format!("Redo: {}", within_sentence(what)))
        });
}

impl App {
    fn why_not_undo(&self) -> Option<&str> {
        // What is typed of a record that is in no week can be taken back in every one.
        let is_typed = |editor: &dyn RecordEditor| !editor.is_of_week() && editor.is_changed();
        if self.editor().is_some_and(is_typed) {
            return None;
        }
        let steps = &self.session.camp.as_ref()?.next_steps;
        let is_none = steps.undo.is_none() && !self.record_is_changed();
        let nothing = is_none.then(|| why_nothing(steps, "There is nothing to undo"));
        self.why_not_move_in_history().or(nothing)
    }

    fn undo(&mut self) {
        if self.undo_typing() {
            return;
        }
        if self.record_is_changed() {
            if !self.undo_last() {
                self.undo_record();
            }
        } else {
            self.move_in_history(HistoryMove::Undo, true);
        }
    }

    /// Says what is done, with a button that takes it back.
    pub(in crate::app) fn say_undoable(&mut self, sentence: String) {
        let can_change = self.why_not_change().is_none();
        let camp = self.session.camp.as_ref().filter(|_| can_change);
        let step = camp.and_then(|camp| camp.next_steps.last);
        let moved = self.session.moved_ratings.take();
        let sentence = match &moved {
            Some(moved) if sentence.is_empty() => moved.sentence(),
            Some(moved) => format!("{sentence}. {}", moved.sentence()),
            None => sentence,
        };
        self.notices.undoable(sentence, step, moved);
    }

    /// Says which ratings a change has moved, unless that has been said already.
    pub(super) fn say_moved_ratings(&mut self) {
        if self.session.moved_ratings.is_some() {
            self.say_undoable(String::new());
        }
    }

    /// Undoes a step, unless something else was done since, be it that what is typed had to be saved first. It leads to the current week.
    pub(super) fn undo_step(&mut self, step: StepId) {
        let camp = self.session.camp.as_ref();
        if camp.is_some_and(OpenCamp::shows_other_week) {
            // It is undone where that is seen.
            self.look_at_week(None);
            let waits = matches!(self.session.after_saving, Some(Action::LookAtWeek(None)));
            self.session.undo_when_looked = Some(step).filter(|_| self.opening || waits);
            return;
        }
        let again = || Action::UndoStep(step);
        let left = self.leave_all_beside(Leaving::Pause);
        if !self.may_go_on(left, again) || !self.is_saved_before(again()) {
            return;
        }
        let camp = self.session.camp.as_ref();
        if camp.is_some_and(|camp| camp.next_steps.last == Some(step)) {
            self.move_in_history(HistoryMove::Undo, true);
        }
    }

    /// Goes back or forth, once everything that is on its way has arrived.
    pub(crate) fn move_in_history(&mut self, to: HistoryMove, goes_back: bool) {
        if let Some(reason) = self.why_not_move_in_history() {
            return self.notices.note(reason);
        }
        let again = || Action::MoveInHistory { to, goes_back };
        // A game that is undone may come into the strip: a correction there makes room, and is saved as everywhere.
        if goes_back {
            let left = self.leave_all_beside(Leaving::Pause);
            if left == SaveOutcome::Invalid {
                self.uncover_page();
            }
            if !self.may_go_on(left, again) {
                return;
            }
        }
        if !self.is_saved_before(again()) {
            return;
        }
        // Its answer would be one to a camp that is no more.
        if let Some(recalc) = self.session.recalc.take() {
            recalc.job.progress.cancel();
        }
        self.session.moves_in_history = true;
        self.keeper.move_in_history(to);
    }

    pub(super) fn moved_in_history(&mut self, moved: HistoryMovedTo) {
        self.session.moves_in_history = false;
        if let Some(sentence) = moved.thinned {
            self.notices.note(sentence);
        }
        let showed_record = self.record_is_shown();
        let shows_changes = self.view().shows_changes() && self.session.over().is_none();
        let Some(camp) = &mut self.session.camp else {
            return;
        };
        let before = camp.data.clone();
        let is_other_week = camp.take(moved.state);
        look_for_problems(camp);
        let redone = !moved.moved.redone.is_empty();
        self.session.follow_camp();
        if is_other_week {
            self.other_week_shown();
        }
        self.history_moved(&before, &moved.moved);
        // The field that had the keyboard is gone together with its record.
        if showed_record && !self.record_is_shown() && self.pane == Pane::Record {
            self.focus_next = Some(FocusTarget::List);
        }
        self.session.last_done = in_words(&moved.moved);
        let is_seen = shows_changes && !is_other_week;
        if self.session.whole_window.is_some() {
            // The message would name campers, who may be there by number only.
            self.notices
                .of_history(if redone { "Redone" } else { "Undone" });
        } else if let Some(sentence) = self.session.last_done.clone().filter(|_| !is_seen) {
            self.notices.of_history(sentence);
        }
        let is_long = self
            .session
            .camp
            .as_ref()
            .is_some_and(|camp| camp.data.games.len() > GAMES_FOLLOWED_AT_ONCE);
        if self.keeper.ratings_follow && is_long {
            // A change before the undone one may still wait for its ratings.
            self.recalculate_after_change();
        }
        if moved.moved.outside.is_some() {
            self.session.last_done = None;
        }
    }

    pub(super) fn history_forgotten(
        &mut self,
        traces: bool,
        backups: Option<Result<usize, BackupError>>,
    ) {
        let mut was_empty = false;
        if let Some(camp) = &mut self.session.camp {
            let before = std::mem::take(&mut camp.next_steps);
            self.notices.history_begins(before.lost, &camp.next_steps);
            was_empty = before.is_empty();
            look_for_problems(camp);
            // It may name what was deleted, or what somebody was called.
            self.session.last_done = None;
            if matches!(backups, Some(Ok(_))) {
                camp.last_backup = None;
            }
        }
        self.answer(&Answer::HistoryForgotten);
        if traces {
            self.notices.problem(
                "History cleared, but some deleted data may still be in the file: the disk is full. Free some space, then save a copy",
            );
        } else {
            // Not how many: since they were counted, one was made before the first change.
            let deletes = matches!(backups, Some(Ok(1..)));
            match (deletes, was_empty) {
                (true, true) => self.notices.done("Backups of this camp deleted"),
                (true, false) => {
                    self.notices
                        .done("History cleared, and the backups of this camp deleted");
                }
                (false, true) if backups.is_some() => {}
                (false, _) => self.notices.done("History cleared"),
            }
        }
        if let Some(Err(error)) = backups {
            self.notices
                .problem(format!("Not all backups were deleted. {error}"));
        }
    }
}

fn why_nothing(steps: &NextSteps, otherwise: &'static str) -> &'static str {
    match steps.lost {
        Some(_) => "The history of this camp can’t be read",
        None => otherwise,
    }
}

/// Clears the history, if that is wanted with the backups.
pub(super) fn forget(app: &mut App, with_backups: bool) {
    if let Some(camp) = &mut app.session.camp {
        camp.deletes_backups |= with_backups;
    }
    app.keeper.forget_history(with_backups);
}

/// Keeps so much of the history of camps, from the next time that one is opened.
pub(super) fn limit(app: &mut App, limit: HistoryLimit) {
    app.settings.history = limit;
    app.settings.save_in_background();
    app.keeper.keep_otherwise(app.settings.keeping());
}

/// "Undone: change result of game 17"
fn in_words(moved: &HistoryMoved) -> Option<String> {
    let list = |what: &str, names: &[String]| match names {
        [] => None,
        [name] => Some(format!("{what}: {}", within_sentence(name))),
        names => Some(format!("{what}: {} changes", names.len())),
    };
    list("Undone", &moved.undone).or_else(|| list("Redone", &moved.redone))
}
