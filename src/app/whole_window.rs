//! What stands in place of the whole window, and what comes back after it.

use super::{
    Page, View,
    commands::WithoutWindow,
    page::{Covers, Strip},
    route::OpenPage,
};

/// A page with nothing of the window around it.
#[derive(Debug)]
pub(super) struct WholeWindow {
    pub(super) open: OpenPage,
    /// The strip at its foot, in which the page below takes records.
    pub(super) strip: Strip,
    pub(super) behind: Behind,
}

/// The page that comes back afterwards, as it was: the strip may have led to another one meanwhile.
#[derive(Debug)]
pub(super) struct Behind {
    pub(super) page: Page,
    pub(super) view: View,
    /// What is typed into the search box.
    pub(super) search: String,
}

impl WholeWindow {
    /// Why a command can't be given meanwhile; nothing if it can.
    pub(super) fn why_not(&self, without_window: WithoutWindow) -> Option<&'static str> {
        let works = match without_window {
            WithoutWindow::Yes => true,
            WithoutWindow::WithStrip => self.strip.is_open(),
            WithoutWindow::No => false,
        };
        let covers = self.open.spec.covers().filter(|_| !works);
        covers.map(Covers::reason)
    }
}
