//! How the explanation is led to, walked through and left.

use super::{
    state::{Explaining, Subject},
    view::Looks,
};
use crate::{
    app::page::{AnyPage, Ctx, Logic, Outbox, Route},
    domain::Record,
};

/// The explanation of a rating.
#[derive(Debug)]
pub struct ExplainPage {
    pub(super) state: Explaining,
    pub(super) looks: Looks,
}

impl ExplainPage {
    pub(super) fn open(route: Route) -> Option<Box<dyn AnyPage>> {
        let state = Explaining::new(Subject::new(route.record?)?);
        let looks = Looks::default();
        Some(Box::new(Self { state, looks }))
    }
}

impl Logic for ExplainPage {
    fn follow(&mut self, ctx: &Ctx<'_>, _out: &mut Outbox) {
        self.state.tick(ctx.camp, ctx.wake);
    }

    fn go_on(&mut self, route: Route) -> bool {
        let subject = route.record.and_then(Subject::new);
        if let Some(subject) = subject {
            self.state.go_on(subject);
        }
        subject.is_some()
    }

    fn go_back(&mut self) -> bool {
        self.state.go_back()
    }

    fn is_over(&self) -> bool {
        self.state.subject().is_none()
    }

    fn is_busy(&self) -> bool {
        self.state.is_busy()
    }

    fn chosen(&self) -> Result<Record, &'static str> {
        let game = self.state.selected_game();
        game.map(Record::Game).ok_or("This is explained already")
    }

    fn subject(&self) -> Option<Record> {
        self.state.subject().map(Subject::record)
    }
}
