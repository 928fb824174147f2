//! When the weeks are read, and what the pages about one week are about.

use super::{
    starting::Starting,
    view::{
        close::Digest,
        dialogs::{ChangeWeek, Closed, Reopen, Started},
        list,
        start::Looks,
    },
};
use crate::{
    app::{
        Action, Command, FocusTarget,
        dialogs::Loss,
        exporting::ExportedList,
        leaving::Leaving,
        page::{Answer, Ctx, Handler, Logic, Outbox},
        problem_list::{self, ProblemList},
        weeks::WeekStep,
    },
    domain::{Week, WeekId},
    storage::WeekSummary,
};

const CHOOSE_FIRST: &str = "Choose a week first";

/// All weeks of the camp.
#[derive(Debug, Default)]
pub struct ListPage {
    /// The first one first; `None` until they have been read.
    pub(crate) weeks: Option<Vec<WeekSummary>>,
    /// The revision of the camp whose weeks were asked for.
    asked: Option<u64>,
    pub(super) selected: Option<WeekId>,
}

impl ListPage {
    /// The week that is selected in the list, once that has been read.
    fn chosen(&self) -> Option<&Week> {
        let mut weeks = self.weeks.iter().flatten().map(|summary| &summary.week);
        weeks.find(|week| Some(week.id) == self.selected)
    }

    fn reopen(&mut self, _ctx: &Ctx<'_>, out: &mut Outbox) {
        if let Some(week) = self.chosen() {
            out.ask(Reopen(week.id));
        }
    }

    fn change(&mut self, _ctx: &Ctx<'_>, out: &mut Outbox) {
        if let Some(week) = self.chosen() {
            out.ask(ChangeWeek::new(week));
        }
    }

    fn why_not_change(&self, _ctx: &Ctx<'_>) -> Option<&'static str> {
        self.chosen().is_none().then_some(CHOOSE_FIRST)
    }

    fn why_not_reopen(&self, ctx: &Ctx<'_>) -> Option<&'static str> {
        let why_not = |week| ctx.camp.why_not_reopen(week);
        self.chosen().map_or(Some(CHOOSE_FIRST), why_not)
    }
}

impl Logic for ListPage {
    /// The commands do what the buttons beside the list do: this week is the selected one.
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        const REOPEN: Handler<ListPage> =
            Handler::new(Command::REOPEN_WEEK, ListPage::reopen).why_not(ListPage::why_not_reopen);
        const CHANGE: Handler<ListPage> =
            Handler::new(Command::CHANGE_WEEK, ListPage::change).why_not(ListPage::why_not_change);
        &[&[REOPEN, CHANGE]]
    }

    fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        if ctx.is_shown && self.asked != Some(ctx.camp.revision) {
            self.asked = Some(ctx.camp.revision);
            out.send(Action::ReadWeekList);
        }
    }

    fn answered(&mut self, _ctx: &Ctx<'_>, answer: &Answer, _out: &mut Outbox) {
        if let Answer::WeekList(weeks) = answer {
            self.weeks = Some(weeks.clone());
        }
    }

    fn left(&mut self) {
        self.selected = None;
    }

    fn lists(&self, ctx: &Ctx<'_>) -> Result<Vec<ExportedList>, &'static str> {
        let weeks = self
            .weeks
            .as_deref()
            .ok_or("The weeks are still being read")?;
        Ok(vec![list::exported(weeks, ctx.camp)])
    }

    /// Says what was done, or asks what comes next.
    fn week_step_done(&mut self, ctx: &Ctx<'_>, step: WeekStep, out: &mut Outbox) {
        match step {
            WeekStep::Closed(week) => out.ask(Closed(week)),
            WeekStep::Started => out.ask(Started::default()),
            WeekStep::Reopened(id) => {
                let mut weeks = ctx.camp.data.weeks.iter();
                if let Some(week) = weeks.find(|week| week.id == id) {
                    out.undoable = Some(format!("{} reopened", week.name()));
                }
            }
        }
    }
}

/// What is looked at before a week is closed.
#[derive(Debug, Default)]
pub struct ClosePage {
    pub(super) problems: ProblemList,
    pub(super) digest: Option<Digest>,
    is_over: bool,
}

impl Logic for ClosePage {
    /// There is nothing to close any more once the week is closed, or another one is looked at.
    fn follow(&mut self, ctx: &Ctx<'_>, _out: &mut Outbox) {
        self.is_over = ctx.camp.shows_other_week() || ctx.camp.current.is_closed();
    }

    fn left(&mut self) {
        *self = Self::default();
    }

    /// The problems that are looked at before the week is closed.
    fn lists(&self, ctx: &Ctx<'_>) -> Result<Vec<ExportedList>, &'static str> {
        Ok(vec![problem_list::exported(ctx.camp)])
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}

/// How the next week starts.
#[derive(Debug, Default)]
pub struct StartPage {
    /// As far as it is decided. It stays while other pages are looked at.
    pub(crate) starting: Option<Starting>,
    pub(super) looks: Looks,
    /// Whether that is still to be done: the week isn't started yet, nor on its way to the file.
    is_to_come: bool,
    is_over: bool,
}

impl Logic for StartPage {
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        const FIND: Handler<StartPage> = Handler::new(Command::FIND, |_, _, out| {
            out.focus_next = Some(FocusTarget::Search);
        });
        // It would take the page away, with what is decided on it.
        const UNDO: Handler<StartPage> = Handler::new(Command::UNDO, |_, _, _| {})
            .why_not(|_, _| Some("Leave this page first (Esc): Undo may reopen the closed week"));
        &[&[FIND, UNDO]]
    }

    fn follow(&mut self, ctx: &Ctx<'_>, _out: &mut Outbox) {
        let camp = ctx.camp;
        self.is_over = camp.shows_other_week() || !camp.current.is_closed();
        let starting = self.starting.as_ref();
        let is_next = starting.is_some_and(|starting| starting.is_after(camp.current.id));
        self.is_to_come = is_next && !ctx.is_week_step_running;
        if !ctx.is_shown || self.is_over {
            return;
        }
        self.starting
            .take_if(|starting| !starting.is_after(camp.current.id));
        let today = ctx.today();
        let starting = &mut self.starting;
        let starting = starting.get_or_insert_with(|| Starting::after(&camp.data, today));
        starting.refresh(camp);
    }

    fn left(&mut self) {
        self.looks = Looks::default();
    }

    fn loss(&self, leaving: Leaving) -> Option<Loss> {
        let starting = self.starting.as_ref();
        let is_decided = self.is_to_come && starting.is_some_and(Starting::has_decided);
        // It stays while other pages are looked at.
        let is_lost = is_decided && matches!(leaving, Leaving::Camp);
        is_lost.then_some(Loss::of_decisions(
            "The next week isn’t started yet. When you open this camp again, you decide anew.",
        ))
    }

    fn discard(&mut self) {
        self.starting = None;
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}
