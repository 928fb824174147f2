//! Explanations of ratings: opened from a record, walked through, closed.

use super::{
    super::{
        Action, App, KeyboardTo, Page,
        commands::{Entry, Group, Key, Needs, Shortcut, commands},
        explaining::{Explaining, Subject},
    },
    leaving::Leaving,
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
    /// The record that Explain rating is about: what is selected, or shown in the form.
    pub(in crate::app) fn record_to_explain(&self) -> Option<Record> {
        if let Some(explaining) = &self.session.explaining {
            return explaining.selected_game().map(Record::Game);
        }
        if let Some(story) = &self.session.ladders.story {
            return story.opponent().map(Record::Player);
        }
        match self.page {
            Page::Players => self.session.players.id().map(Record::Player),
            Page::Games => self.session.games.id().map(Record::Game),
            Page::Standings => {
                let listed = self
                    .session
                    .standings
                    .selected
                    .filter(|player| self.lists(*player));
                listed.map(Record::Player)
            }
            Page::Season => self.session.season.selected.map(Record::Player),
            Page::Groups | Page::Prints | Page::Meetings => None,
        }
    }

    /// Why there is nothing to explain.
    pub(in crate::app) fn why_nothing_to_explain(&self) -> Option<&'static str> {
        if let Some(reason) = self.why_page_is_covered() {
            return Some(reason);
        }
        if self.record_to_explain().is_some() {
            return None;
        }
        Some(match self.page {
            _ if self.session.explaining.is_some() => "This is explained already",
            _ if self.session.ladders.story.is_some() => {
                "Choose a game first: then the ladder explains its opponent"
            }
            Page::Groups => "A group's rating is typed: choose a player or a game to explain",
            Page::Games => "Choose a game first",
            Page::Players | Page::Standings | Page::Season => "Choose a player first",
            Page::Prints | Page::Meetings => "Choose a player in the standings first",
        })
    }

    pub(super) fn explain_record_in_hand(&mut self) {
        match self.record_to_explain() {
            // The page tells of the ladder that it shows.
            Some(Record::Player(player)) if self.shows_ladder() => self.tell_ladder(player),
            Some(record) => self.explain(record),
            None => {}
        }
    }

    pub(super) fn explain(&mut self, record: Record) {
        let Some(subject) = Subject::of(record) else {
            return;
        };
        if let Some(explaining) = &mut self.session.explaining {
            explaining.go_on(subject);
            return;
        }
        // The record that was being typed is saved first, and explained as it is then.
        let again = || Action::Explain(record);
        if self.leave_form(Leaving::Pause, again) && self.is_saved_before(again()) {
            self.session.explaining = Some(Explaining::new(subject));
        }
    }

    pub(super) fn leave_explanation(&mut self) {
        self.session
            .explaining
            .take_if(|explaining| !explaining.go_back());
    }

    /// The page comes back, because the director goes to it or to another one.
    pub(super) fn close_explanation(&mut self) {
        let [explanation, story] = [
            self.session.explaining.take().is_some(),
            self.session.ladders.story.take().is_some(),
        ];
        if explanation || story {
            self.keyboard_to = Some(KeyboardTo::List);
        }
    }

    pub(super) fn collect_explanation(&mut self) {
        if self.session.import.is_some() || self.session.history.is_some() {
            // They take the page.
            self.session.explaining = None;
        }
        let (Some(camp), Some(explaining)) = (&self.session.camp, &mut self.session.explaining)
        else {
            return;
        };
        explaining.tick(camp, &self.wake);
        self.session
            .explaining
            .take_if(|explaining| explaining.subject().is_none());
    }
}
