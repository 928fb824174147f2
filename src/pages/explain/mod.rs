//! A rating explained: a player's week, or a game from both sides.

mod logic;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use self::logic::ExplainPage;
use crate::app::page::{Covers, Page, PageSpec, Place};

impl Page {
    pub const EXPLANATION: Self = Self::new("explanation", "Explain rating");
}

pub(super) static SPEC: PageSpec = PageSpec::new(
    Page::EXPLANATION,
    Place::Over(Covers::Records(
        "Go back to the list first: Esc closes the explanation",
    )),
    ExplainPage::open,
);
