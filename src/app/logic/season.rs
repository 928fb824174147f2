//! The season: its weeks are read while the page is shown, and again when the camp changes.

use super::super::{
    App, KeyboardTo, Page,
    commands::{Entry, Group, Key, Needs, Shortcut, commands},
    explaining::Subject,
    season::CameFrom,
};
use crate::{
    domain::{CampData, PlayerId, Record},
    storage::StorageError,
};
commands! {
    /// The season of the player that is selected or shown.
    WEEKS_OF_PLAYER = Entry::new("Weeks of this player", Group::Explain, 1, App::show_weeks_of_player)
        // As Explain rating, of more than this week.
        .keys(&[Shortcut::with_shift(Key::E)])
        .needs(Needs::Camp)
        .why_not(App::why_no_weeks_of_player);
}

impl App {
    /// The player that Weeks of this player is about: what is selected, shown or explained.
    pub(super) fn player_in_hand(&self) -> Option<PlayerId> {
        if let Some(explaining) = &self.session.explaining {
            return match explaining.subject()? {
                Subject::Player(id) => Some(id),
                Subject::Game(_) => None,
            };
        }
        if let Some(story) = &self.session.ladders.story {
            return story.player();
        }
        match self.record_to_explain()? {
            Record::Player(id) => Some(id),
            Record::Group(_) | Record::Game(_) => None,
        }
    }

    /// Why there are no weeks of a player to show.
    pub(in crate::app) fn why_no_weeks_of_player(&self) -> Option<&'static str> {
        let nobody = self.player_in_hand().is_none();
        self.why_page_is_covered()
            .or(nobody.then_some("Choose a player first"))
    }

    /// Goes to the season, to the weeks of the player in hand.
    pub(super) fn show_weeks_of_player(&mut self) {
        let Some(player) = self.player_in_hand() else {
            return;
        };
        let explained = self
            .session
            .explaining
            .is_some()
            .then_some(Record::Player(player));
        let from = CameFrom {
            page: self.page,
            explained,
        };
        self.go(Page::Season);
        if self.page == Page::Season {
            if from.page != Page::Season || explained.is_some() {
                self.session.season.came_from = Some(from);
            }
            self.session.season.selected = Some(player);
            self.session.season.reveal = true;
            self.keyboard_to = Some(KeyboardTo::List);
        }
    }

    /// Whether Esc leads from the season to where the director came from.
    pub fn can_leave_season(&self) -> bool {
        self.session.season.came_from.is_some()
    }

    /// Goes back to where the weeks of a player were asked for.
    pub(super) fn leave_season(&mut self) {
        let Some(from) = self.session.season.came_from.take() else {
            return;
        };
        self.go(from.page);
        if let Some(record) = from.explained.filter(|_| self.page == from.page) {
            self.explain(record);
        }
    }

    /// Takes the weeks that the keeper has read, if they were read for the page.
    pub(super) fn season_read(
        &mut self,
        revision: u64,
        weeks: Result<Vec<CampData>, StorageError>,
    ) {
        if !self.session.season.waits_for(revision) {
            return;
        }
        match weeks {
            Ok(weeks) => self.session.season.read(revision, weeks, &self.wake),
            Err(error) => self.session.season.not_read(error.to_string()),
        }
    }

    /// Whether nothing stands in place of the page.
    fn season_is_shown(&self) -> bool {
        self.page == Page::Season
            && self.why_page_is_covered().is_none()
            && self.session.explaining.is_none()
            && self.session.projector.is_none()
    }

    pub(super) fn collect_season(&mut self) {
        self.session.season.collect();
        let Some(camp) = &self.session.camp else {
            return;
        };
        if self.page != Page::Season {
            // Who comes by another way isn't led back.
            self.session.season.came_from = None;
            return self.session.season.try_again_later();
        }
        if !self.season_is_shown() {
            return;
        }
        if self.session.season.wants(camp.revision) {
            self.session.season.was_asked_for(camp.revision);
            self.keeper.season();
        }
        self.sort_season();
    }

    /// Finds and sorts the rows anew where something of that was chosen now.
    pub fn sort_season(&mut self) {
        self.session.season.refresh(&self.session.search);
    }
}
