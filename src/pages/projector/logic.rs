//! What the projector asks of the program around it.

use super::{state::Projector, view::Looks};
use crate::{
    app::{
        Action, Command, FocusTarget, Pane, View,
        page::{Ctx, Handler, Logic, Outbox},
        settings::{Settings, Theme},
    },
    domain::{CampData, LadderId, LadderSetup},
    pages::looks::computed::{Computed, LadderQuestion},
    rating::LadderStandings,
};

/// The page of the projector.
#[derive(Debug, Default)]
pub struct ProjectorPage {
    pub projector: Projector,
    /// The ladder that is shown; nothing for the camp ladder of the week.
    pub(super) ladder: Option<LadderId>,
    pub(super) standings: Computed<LadderQuestion, LadderStandings>,
    pub(super) looks: Looks,
}

impl ProjectorPage {
    /// With this ladder, or with the camp ladder of the week.
    pub(super) fn of(ladder: Option<LadderId>) -> Self {
        Self {
            ladder,
            ..Self::default()
        }
    }

    /// The ladder that is shown, as long as the camp has it.
    pub(super) fn shown_ladder<'a>(&self, camp: &'a CampData) -> Option<&'a LadderSetup> {
        camp.ladder(self.ladder?)
    }
}

impl Logic for ProjectorPage {
    /// The key that shows it leads out as well.
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        const LEAVE: Handler<ProjectorPage> =
            Handler::new(Command::PROJECTOR, |_, _, out| out.send(Action::Back));
        &[&[LEAVE]]
    }

    fn follow(&mut self, ctx: &Ctx<'_>, _: &mut Outbox) {
        match self.shown_ladder(&ctx.camp.data) {
            Some(ladder) => {
                let now = (ctx.today(), ctx.wake);
                let public = |standings: LadderStandings| standings.of_active().without_personal();
                self.standings.tick_ladder(ladder, ctx.camp, now, public);
            }
            None => self.standings.stop(),
        }
    }

    fn is_busy(&self) -> bool {
        self.standings.is_busy()
    }

    fn panes(&self, _view: View) -> Vec<(Pane, FocusTarget)> {
        vec![(Pane::Sheets, FocusTarget::Sheets)]
    }

    fn keeps_screen_awake(&self) -> Option<&'static str> {
        Some("The standings are on the projector")
    }

    fn theme(&self, settings: &Settings) -> Theme {
        match settings.projector.theme {
            Theme::System => settings.theme,
            theme => theme,
        }
    }
}
