//! What is laid out, and where the keyboard goes.

use super::{
    state::{Chosen, PrintsState},
    view::Looks,
};
use crate::{
    app::{
        FocusTarget, Pane, View,
        page::{Ctx, Logic, Outbox, Route},
        printing::{Preview, PrintJob},
        settings::Settings,
    },
    domain::{CampData, Record},
    report::{Personal, Print},
};

/// The page of prints.
#[derive(Debug, Default)]
pub struct PrintsPage {
    pub state: PrintsState,
    pub preview: Preview,
    pub(super) looks: Looks,
}

impl Logic for PrintsPage {
    fn follow(&mut self, ctx: &Ctx<'_>, _out: &mut Outbox) {
        // Whatever is shown in its place, the sheets are there when that is left.
        let wanted = ctx
            .is_chosen()
            .then(|| self.state.job(&ctx.camp.data, ctx.settings));
        if wanted.is_none() {
            self.looks.close();
        }
        self.preview.follow(wanted, ctx);
    }

    /// Shows the week of a player.
    fn go_on(&mut self, route: Route) -> bool {
        let is_of_player = matches!(route.record, Some(Record::Player(_)));
        if is_of_player {
            self.state.chosen = Chosen::Print(Print::PlayerWeek);
        }
        is_of_player
    }

    /// What is personal is asked for anew each time.
    fn left(&mut self) {
        self.state.personal = Personal::default();
    }

    fn is_busy(&self) -> bool {
        self.preview.is_busy()
    }

    fn panes(&self, _view: View) -> Vec<(Pane, FocusTarget)> {
        vec![
            (Pane::List, FocusTarget::List),
            (Pane::Record, FocusTarget::FirstField),
            (Pane::Sheets, FocusTarget::Sheets),
        ]
    }

    fn print_job(&self, camp: &CampData, settings: &Settings) -> Option<PrintJob> {
        Some(self.state.job(camp, settings))
    }

    fn why_not_print(&self) -> Option<&str> {
        let print = self.state.chosen.print();
        let problem = print.and_then(|print| self.looks.problem(print));
        problem.or_else(|| self.preview.why_none())
    }

    fn page_shown(&self) -> Option<usize> {
        Some(self.looks.page())
    }

    fn is_remembered(&self) -> bool {
        true
    }
}
