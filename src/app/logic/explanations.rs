//! What Explain rating is about.

use super::super::{
    App, Page,
    commands::{Entry, Group, Key, Needs, Shortcut, commands},
    page::Logic,
};
use crate::domain::Record;

commands! {
    /// Explains the rating of the player, or the game, that is selected or shown.
    EXPLAIN_RATING = Entry::new("Explain rating", Group::Explain, 0, App::explain_record_in_hand)
        .keys(&[Shortcut::command(Key::E)])
        .needs(Needs::Camp)
        .why_not(App::why_nothing_to_explain);
}

impl App {
    /// The record that is selected, or shown in the form; otherwise what to choose first.
    pub(in crate::app) fn record_to_explain(&self) -> Result<Record, &'static str> {
        let page = self.shown();
        page.map_or(Err("Choose a player in the standings first"), Logic::chosen)
    }

    fn why_nothing_to_explain(&self) -> Option<&str> {
        self.why_page_is_covered()
            .or_else(|| self.record_to_explain().err())
    }

    fn explain_record_in_hand(&mut self) {
        if let Ok(record) = self.record_to_explain() {
            self.go_to(Page::EXPLANATION.of(record));
        }
    }
}
