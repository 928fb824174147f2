//! What the projector asks of the program around it.

use super::{state::Projector, view::Looks};
use crate::app::{
    Action, Command,
    page::{Handler, Logic},
    settings::{Settings, Theme},
};

/// The page of the projector.
#[derive(Debug, Default)]
pub struct ProjectorPage {
    pub projector: Projector,
    pub(super) looks: Looks,
}

impl Logic for ProjectorPage {
    /// The key that shows it leads out as well.
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        const LEAVE: Handler<ProjectorPage> =
            Handler::new(Command::PROJECTOR, |_, _, out| out.send(Action::Back));
        &[&[LEAVE]]
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
