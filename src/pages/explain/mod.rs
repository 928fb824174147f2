//! A rating explained: a player's week, or a game from both sides.

mod logic;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use self::logic::ExplainPage;
use crate::{
    app::{
        Command,
        page::{Covers, Page, PageSpec, Place},
    },
    kit::Icon,
};

impl Page {
    pub const EXPLANATION: Self = Self::new("explanation", "Explain rating");
}

pub(super) static SPEC: PageSpec = PageSpec {
    page: Page::EXPLANATION,
    icon: Icon::Info,
    place: Place::Over(Covers::Records(
        "Go back to the list first: Esc closes the explanation",
    )),
    leads_back: false,
    count: |_| None,
    command: Command::EXPLAIN_RATING,
    commands: &[],
    open: ExplainPage::open,
};
