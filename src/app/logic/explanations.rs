//! What Explain rating is about.

use super::super::{
    App, Page,
    commands::{Entry, Group, Key, Needs, Shortcut, commands},
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
        if let Some(page) = self.shown() {
            return page.chosen();
        }
        if let Some(story) = &self.session.ladders.story {
            return story
                .opponent()
                .map(Record::Player)
                .ok_or("Choose a game first: then the ladder explains its opponent");
        }
        match self.page {
            Page::STANDINGS => {
                let selected = self.session.standings.selected;
                let listed = selected.filter(|player| self.lists(*player));
                listed.map(Record::Player).ok_or("Choose a player first")
            }
            _ => Err("Choose a player in the standings first"),
        }
    }

    fn why_nothing_to_explain(&self) -> Option<&str> {
        self.why_page_is_covered()
            .or_else(|| self.record_to_explain().err())
    }

    fn explain_record_in_hand(&mut self) {
        match self.record_to_explain() {
            // The page tells of the ladder that it shows.
            Ok(Record::Player(player)) if self.shows_ladder() => self.tell_ladder(player),
            Ok(record) => self.go_to(Page::EXPLANATION.of(record)),
            Err(_) => {}
        }
    }
}
