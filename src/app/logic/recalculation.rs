//! Recalc Ratings, from the button to the message, and the list of problems that it begins with.

use super::super::{
    Action, App, Command, Wake,
    commands::{Entry, Group, Key, Needs, Shortcut, WithoutWindow, commands},
    dialogs::Dialog,
    session::{Recalc, SavingRatings},
};
use crate::{
    domain::{Edit, arrange, counted},
    jobs::{Job, Look, broken},
    rating::camp_ladder::{self, Ladder, NoAnswer},
    storage::StepId,
};
commands! {
    RECALCULATE = Entry::new("Recalc Ratings", Group::Ratings, 0, App::save_and_recalculate)
        .keys(&[Shortcut::plain(Key::F9)])
        .needs(Needs::Camp)
        .changes_week()
        .without_window(WithoutWindow::Yes)
        .why_not(|app| {
            let is_busy = app.is_recalculating();
            is_busy.then_some("The ratings are being recalculated")
        });
    /// Whether the ratings follow every change, or only the button.
    RATINGS_FOLLOW = Entry::new("Recalculate automatically", Group::Ratings, 1, |app| {
        app.settings.ratings_follow = !app.settings.ratings_follow;
        app.keeper.ratings_follow = app.settings.ratings_follow;
        app.settings.save_in_background();
    })
    .ticked(|app| app.settings.ratings_follow);
    /// Everything that makes a rating doubtful.
    PROBLEMS = Entry::new("Problems…", Group::Explain, 2, |app| {
        app.dialog = Some(Dialog::Problems(Box::default()));
    })
    // Access's own key for looking through what was typed.
    .keys(&[Shortcut::plain(Key::F7)])
    .needs(Needs::Camp);
}

impl App {
    /// Stops a recalculation, also one that waits for a record to be saved because it was `asked` for.
    pub(super) fn cancel_recalculation(&mut self, asked: &Action) {
        let session = &mut self.session;
        session.after_saving.take_if(|action| action == asked);
        if let Some(recalc) = &session.recalc {
            recalc.job.progress.cancel();
        }
    }

    /// The record that was being typed is saved first, and the ratings follow from it.
    fn save_and_recalculate(&mut self) {
        if self.is_typed_saved_before(Command::RECALCULATE) {
            self.recalculate();
        }
    }

    pub(super) fn recalculate(&mut self) {
        self.start_recalculation(None);
    }

    /// The ratings follow the last change, in a week that is too long for that to be done in passing.
    pub(super) fn recalculate_after_change(&mut self) {
        // One that is under way began before the change: its answer would be outdated.
        let before = self.session.recalc.take();
        if let Some(before) = &before {
            before.job.progress.cancel();
        }
        if self.session.saving_ratings.is_some() {
            // The file will refuse it as outdated, and then it begins anew.
            return;
        }
        match before {
            Some(before) if before.follows.is_none() => self.start_recalculation(None),
            _ => self.follow_last_change(),
        }
    }

    /// Starts a recalculation that is undone with the last change. Before all changes there is none to follow.
    pub(super) fn follow_last_change(&mut self) {
        let last = self
            .session
            .camp
            .as_ref()
            .and_then(|camp| camp.next_steps.last);
        if last.is_some() {
            self.start_recalculation(last);
        }
    }

    fn start_recalculation(&mut self, follows: Option<StepId>) {
        if self.why_not_change_week().is_some() {
            // A closed week has the ratings of its games.
            return;
        }
        let Some(camp) = &self.session.camp else {
            return;
        };
        let data = camp.data.clone();
        let revision = camp.revision;
        let wake = Wake::clone(&self.wake);
        let job = Job::start(
            "Recalc Ratings",
            move || wake(),
            move |progress| {
                let ladder = Ladder::new(&data);
                camp_ladder::recalculate(&ladder, |done, total| progress.reached(done, total))
            },
        );
        match job {
            Ok(job) => {
                self.session.recalc = Some(Recalc {
                    job,
                    revision,
                    follows,
                });
            }
            Err(error) => self
                .notices
                .problem(format!("The recalculation could not be started ({error})")),
        }
    }

    pub(super) fn collect_recalculation(&mut self) {
        let Some(recalc) = &self.session.recalc else {
            return;
        };
        let (revision, follows) = (recalc.revision, recalc.follows);
        let answer = match recalc.job.look() {
            Look::Busy => return,
            // It was cancelled, even if the last game was faster.
            Look::Done(_) if recalc.job.progress.is_cancelled() => Some(Err(NoAnswer::Cancelled)),
            Look::Done(answer) => Some(answer),
            Look::Broken => None,
        };
        self.session.recalc = None;
        match answer {
            Some(Ok(recalculation)) => {
                let is_asked_for = follows.is_none();
                let is_outdated =
                    self.session.camp.as_ref().map(|camp| camp.revision) != Some(revision);
                if recalculation.changed == 0 && !is_outdated {
                    // Nothing to save, and so nothing to undo.
                    if is_asked_for {
                        self.notices.done(recalculation.sentence());
                    }
                    return;
                }
                // How many ratings have changed is said with every change that moves some.
                let sentence = is_asked_for.then(|| recalculation.counted_sentence());
                let edit = Edit::SaveRatings(recalculation.saved);
                let ticket = match follows {
                    Some(step) => self.keeper.add_to(step, edit, revision),
                    None => self.keeper.apply_at(edit, revision),
                };
                self.session.saving_ratings = Some(SavingRatings {
                    ticket,
                    sentence,
                    follows,
                });
            }
            Some(Err(NoAnswer::Cancelled)) => {
                self.notices
                    .note("Recalc Ratings was cancelled: nothing has changed");
            }
            Some(Err(NoAnswer::Problems(problems))) => {
                // What keeps ratings from following stands in the list of problems, and is no news.
                if follows.is_none() {
                    let found = counted(problems.len(), "problem");
                    self.notices
                        .problem(format!("Not recalculated: fix {found} first (F7)"));
                }
                if let Some(camp) = &mut self.session.camp {
                    camp.problems.retain(|known| !problems.contains(known));
                    camp.problems.splice(0..0, problems);
                    arrange(&mut camp.problems);
                }
            }
            None => self
                .notices
                .problem(broken("Recalc Ratings stopped, and nothing has changed")),
        }
    }
}
