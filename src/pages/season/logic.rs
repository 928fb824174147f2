//! When the weeks are read, and whose are shown.

use super::{
    state::SeasonState,
    view::{self, Looks},
};
use crate::{
    app::{
        Action,
        exporting::ExportedList,
        page::{Answer, Ctx, Logic, Outbox, Route},
    },
    domain::Record,
};

/// The page of the season.
#[derive(Debug, Default)]
pub struct SeasonPage {
    pub(super) state: SeasonState,
    pub(super) looks: Looks,
}

impl Logic for SeasonPage {
    fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let state = &mut self.state;
        state.collect();
        if !ctx.is_shown {
            return state.try_again_later();
        }
        if state.wants(ctx.camp.revision) {
            state.was_asked_for(ctx.camp.revision);
            out.send(Action::ReadSeason);
        }
        state.refresh();
    }

    fn answered(&mut self, ctx: &Ctx<'_>, answer: &Answer, _out: &mut Outbox) {
        let Answer::Season { revision, weeks } = answer else {
            return;
        };
        if !self.state.waits_for(*revision) {
            return;
        }
        match weeks {
            Ok(weeks) => self.state.read(*revision, weeks.clone(), ctx.wake),
            Err(reason) => self.state.not_read(reason.clone()),
        }
    }

    fn search_mut(&mut self) -> Option<&mut String> {
        Some(&mut self.state.search)
    }

    /// Shows the weeks of a player.
    fn go_on(&mut self, route: Route) -> bool {
        let Some(Record::Player(player)) = route.record else {
            return false;
        };
        self.state.selected = Some(player);
        self.state.reveal = true;
        true
    }

    /// All players, and the weeks of the selected one.
    fn lists(&self, _ctx: &Ctx<'_>) -> Result<Vec<ExportedList>, &'static str> {
        let list = view::exported(&self.state).ok_or("The weeks are still being read")?;
        let of_player = view::exported_player(&self.state);
        Ok([list].into_iter().chain(of_player).collect())
    }

    fn is_busy(&self) -> bool {
        self.state.is_busy()
    }

    fn chosen(&self) -> Result<Record, &'static str> {
        let player = self.state.selected;
        player.map(Record::Player).ok_or("Choose a player first")
    }
}
