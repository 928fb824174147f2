//! Weeks: looked at, closed, opened again, followed by the next one.

use super::{
    super::{
        Action, App, Command, FocusTarget,
        afterwards::Afterwards,
        commands::{Entry, Group, Key, Needs, Shortcut, commands},
        keeper::State,
        leaving::Leaving,
        weeks::WeekStep,
    },
    camps::look_for_problems,
};
use crate::domain::{Edit, NextWeek, Week, WeekDetails, WeekId};
commands! {
    /// Shows the week before the one that is shown, to look at.
    WEEK_BEFORE = Entry::new("Show previous week", Group::OtherWeeks, 0, |app| app.look_at_neighbour(-1))
        .keys(&[Shortcut::with_shift(Key::PageUp)])
        .needs(Needs::Camp)
        .why_not(|app| {
            let is_none = app.session.camp.as_ref()?.neighbour_week(-1).is_none();
            app.why_another_comes_first()
                .or(is_none.then_some("This is the first week"))
        });
    WEEK_AFTER = Entry::new("Show next week", Group::OtherWeeks, 1, |app| app.look_at_neighbour(1))
        .keys(&[Shortcut::with_shift(Key::PageDown)])
        .needs(Needs::Camp)
        .why_not(|app| {
            let is_none = app.session.camp.as_ref()?.neighbour_week(1).is_none();
            app.why_another_comes_first()
                .or(is_none.then_some("This is the last week"))
        });
    /// Shows the week that is worked on again.
    CURRENT_WEEK = Entry::new("Back to the current week", Group::OtherWeeks, 2, |app| app.look_at_week(None))
        .keys(&[Shortcut::with_shift(Key::B)])
        .needs(Needs::Camp)
        .why_not(|app| {
            let is_current = !app.session.camp.as_ref()?.shows_other_week();
            app.why_another_comes_first()
                .or(is_current.then_some("The current week is shown"))
        });
}

impl App {
    pub(crate) fn why_not_current(&self) -> Option<&str> {
        let shows_other_week = self.session.camp.as_ref()?.shows_other_week();
        self.why_another_comes_first()
            .or(shows_other_week.then_some("Go back to the current week first"))
    }

    fn look_at_neighbour(&mut self, by: isize) {
        let camp = self.session.camp.as_ref();
        let week = camp.and_then(|camp| camp.neighbour_week(by));
        let week = week.map(|week| week.id);
        self.look_at_week(week);
    }

    /// Shows a week in the whole window; `None` for the current one. Any other can only be looked at.
    pub(super) fn look_at_week(&mut self, week: Option<WeekId>) {
        let Some(camp) = &self.session.camp else {
            return;
        };
        let wanted = week.unwrap_or(camp.current.id);
        if wanted == camp.data.week.id {
            return self.return_to_page();
        }
        if self.keeper.is_held_up() {
            return self
                .notices
                .note("Wait until the drive answers, or save a copy");
        }
        if let Some(reason) = self.why_another_comes_first() {
            return self.notices.note(reason);
        }
        let again = || Action::LookAtWeek(week);
        if !self.leave_form(Leaving::Away, again) || !self.is_at_rest_before(again()) {
            return;
        }
        self.dialog = None;
        self.uncover_page();
        self.return_to_page();
        self.opening = true;
        self.keeper.look_at(Some(wanted));
    }

    /// Another week has been read.
    pub(super) fn looked(&mut self, state: State) {
        self.opening = false;
        let Some(camp) = &mut self.session.camp else {
            return;
        };
        camp.take(state);
        look_for_problems(camp);
        self.session.follow_camp();
        self.other_week_shown();
        self.focus_next = Some(FocusTarget::List);
        if let Some(step) = self.session.undo_when_looked.take() {
            self.send(Action::UndoStep(step));
        }
    }

    /// What was about the records of one week isn't about those of another.
    pub(super) fn other_week_shown(&mut self) {
        for open in &mut self.session.pages {
            if let Some(form) = open.page.form_mut() {
                form.rows_mut().selected.clear();
            }
            open.page.week_changed();
        }
    }

    /// Whether nothing is on its way to the file and no ratings are being computed, which would be those of another week.
    /// Otherwise `action` is carried out when everything has arrived.
    fn is_at_rest_before(&mut self, action: Action) -> bool {
        let is_busy = self.is_saving()
            || self.session.recalc.is_some()
            || self.session.saving_ratings.is_some();
        if is_busy {
            self.session.after_saving = Some(action);
        }
        !is_busy
    }

    /// Closes the current week.
    pub(super) fn close_week(&mut self) {
        if let Some(reason) = self.why_not(Command::CLOSE_WEEK).map(str::to_owned) {
            return self.notices.note(reason);
        }
        let on = self.today();
        self.run_week_step(Action::CloseWeek, Edit::CloseWeek { on }, WeekStep::Closed);
    }

    /// Starts the next week.
    pub(super) fn start_week(&mut self, next: Box<NextWeek>) {
        if let Some(reason) = self.why_not(Command::START_WEEK).map(str::to_owned) {
            return self.notices.note(reason);
        }
        let again = Action::StartWeek(next.clone());
        self.run_week_step(again, Edit::StartWeek(next), |_| WeekStep::Started);
    }

    /// Opens a closed week again.
    pub(super) fn reopen_week(&mut self, id: WeekId) {
        let (Some(camp), Some(week)) = (&self.session.camp, self.week(id)) else {
            return;
        };
        if let Some(reason) = camp.why_not_reopen(week) {
            return self.notices.note(reason);
        }
        let step = WeekStep::Reopened;
        self.run_week_step(Action::ReopenWeek(id), Edit::ReopenWeek(id), step);
    }

    /// Does something to a whole week, once everything that was typed is in the file.
    fn run_week_step(&mut self, again: Action, edit: Edit, step: fn(WeekId) -> WeekStep) {
        let Some(camp) = &self.session.camp else {
            return;
        };
        let week = match edit {
            Edit::ReopenWeek(id) => id,
            _ => camp.current.id,
        };
        if !self.may_leave_camp(&again) || !self.is_at_rest_before(again) {
            return;
        }
        let ticket = self.keeper.apply(edit);
        self.afterwards(ticket, Afterwards::Week(step(week)));
    }

    /// Something has been done to a whole week.
    pub(super) fn week_step_done(&mut self, step: WeekStep) {
        self.return_to_page();
        self.focus_next = Some(FocusTarget::List);
        // The ratings are part of the step: a message of them alone would offer to take only them back.
        let closed = match step {
            WeekStep::Closed(week) => self.week(week).map(Week::name),
            WeekStep::Reopened(_) | WeekStep::Started => None,
        };
        if let Some(week) = closed.filter(|_| self.session.moved_ratings.is_some()) {
            self.say_undoable(format!("{week} closed"));
        }
        self.pages_see_week_step(step);
    }

    /// Gives a week another name, or other days.
    pub(super) fn change_week(&mut self, id: WeekId, details: WeekDetails) {
        if self
            .week(id)
            .is_some_and(|week| WeekDetails::of(week) != details)
        {
            self.keeper.apply(Edit::ChangeWeek { week: id, details });
        }
    }
}
