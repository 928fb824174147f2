//! The standings on a projector: on a wall, in place of the whole window.

mod logic;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use self::logic::ProjectorPage;
use crate::app::{
    App,
    commands::{Entry, Group, Key, Needs, Shortcut, WithoutWindow, commands},
    page::{Covers, Page, PageSpec, Place},
};

commands! {
    /// The standings on a projector, or the window again.
    PROJECTOR = Entry::new("Show on projector", Group::WholeWindow, 0, |app| app.go_to(Page::PROJECTOR.into()))
        // F5 alone, which shows slides elsewhere, leads to a record as in Access.
        .keys(&[Shortcut::shift(Key::F5)])
        .needs(Needs::Camp)
        .without_window(WithoutWindow::Yes)
        .why_not(App::why_page_is_covered);
}

impl Page {
    pub const PROJECTOR: Self = Self::new("projector", "Standings on the projector");
}

pub(super) static SPEC: PageSpec = PageSpec {
    commands: COMMANDS,
    guide: |_| Some("Projector"),
    ..PageSpec::new(
        Page::PROJECTOR,
        Place::Over(Covers::Window("Close the projector first (Esc)")),
        |route| Some(Box::new(ProjectorPage::of(route.ladder))),
    )
};
