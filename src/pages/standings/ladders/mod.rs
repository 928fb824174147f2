//! The ladders of the club on the page of standings: the one that is chosen, computed off the window's thread, and how a player
//! came to stand there.

mod list;
mod story;
#[cfg(test)]
mod tests;

use jiff::civil::Date;

pub(super) use self::{
    list::{LadderList, LadderLists, Line},
    story::LadderStory,
};
pub(super) use crate::pages::looks::computed::NotMade;
use crate::{
    app::{OpenCamp, Wake},
    domain::{CampData, LadderId, LadderSetup, PlayerId},
    jobs::Progress,
    pages::looks::computed::{Computed, LadderQuestion as Question},
    rating::{LadderRow, Settings},
};

/// The ladders on the page of standings.
#[derive(Debug, Default)]
pub(crate) struct Ladders {
    /// Whether the rule of the ladder is shown, too.
    pub shows_rule: bool,
    /// How a player came to stand where he or she stands, in place of the page.
    pub story: Option<LadderStory>,
    chosen: Option<LadderId>,
    /// Whether the camp has the chosen one.
    is_shown: bool,
    lists: Computed<Question, LadderLists>,
}

impl Ladders {
    /// The ladder that the page shows; nothing for the camp ladder of the week. One that was deleted is shown again as soon as
    /// that is undone.
    pub(crate) fn chosen<'a>(&self, camp: &'a CampData) -> Option<&'a LadderSetup> {
        camp.ladder(self.chosen?)
    }

    /// Whether a ladder of the club is shown, and not the camp ladder of the week.
    pub(super) fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Shows another ladder; `None` for the camp ladder of the week.
    pub(crate) fn choose(&mut self, ladder: Option<LadderId>) {
        self.chosen = ladder;
        self.is_shown = ladder.is_some();
        self.story = None;
    }

    /// The number of the chosen one; nothing for the camp ladder of the week.
    pub(super) fn to_remember(&self) -> Option<serde_json::Value> {
        Some(serde_json::json!({ "ladder": self.chosen?.0 }))
    }

    /// Shows the ladder that was chosen last, if the camp still has it.
    pub(super) fn recall(&mut self, camp: &CampData, remembered: &serde_json::Value) {
        let ladder = remembered["ladder"].as_i64().map(LadderId);
        let ladder = ladder.filter(|ladder| camp.ladder(*ladder).is_some());
        if ladder.is_some() {
            self.choose(ladder);
        }
    }

    /// The camp may have lost the chosen ladder, or have it again.
    pub(super) fn follow_camp(&mut self, camp: &CampData) {
        self.is_shown = self.chosen(camp).is_some();
    }

    /// Tells how a player came to stand on the ladder that is shown; from one player on to the next.
    pub(crate) fn tell(&mut self, player: PlayerId) {
        match &mut self.story {
            Some(story) => story.go_on(player),
            None => self.story = Some(LadderStory::new(player)),
        }
    }

    /// The standings of the chosen ladder, once they are there. While those of a newer state of the camp are made, these are the
    /// ones before.
    pub(crate) fn lists(&self) -> Option<Result<&LadderLists, &NotMade>> {
        let (of, lists) = self.lists.latest()?;
        (Some(of.ladder) == self.chosen).then_some(lists.as_ref())
    }

    /// How far the standings are, while they are being made.
    pub(crate) fn progress(&self) -> Option<&Progress> {
        self.lists.progress()
    }

    /// Whether a job is under way.
    pub(super) fn is_busy(&self) -> bool {
        self.lists.is_busy() || self.story.as_ref().is_some_and(LadderStory::is_busy)
    }

    /// Collects what was made, and makes what the page shows now.
    pub(super) fn tick(&mut self, camp: &OpenCamp, today: Date, wake: &Wake) {
        let Some(ladder) = self.chosen(&camp.data) else {
            self.story = None;
            return self.stop();
        };
        let now = (today, wake);
        let question = self.lists.tick_ladder(ladder, camp, now, LadderLists::new);
        if let Some(story) = &mut self.story
            && let Ok(settings) = &Settings::of(ladder)
        {
            story.tick(question, &camp.data, settings, wake);
            // Nobody is left on the way back who is on the ladder.
            self.story.take_if(|story| story.player().is_none());
        }
    }

    /// Stops what is under way, as nobody looks at it any more.
    pub(super) fn stop(&mut self) {
        self.lists.stop();
        if let Some(story) = &mut self.story {
            story.stop();
        }
    }

    /// The player before this one on the list, or after.
    pub(crate) fn neighbour(
        &self,
        player: PlayerId,
        by: isize,
        inactive_too: bool,
    ) -> Option<PlayerId> {
        let list = self.lists()?.ok()?.of_players(inactive_too);
        let row = list.row_at(list.line_of(player)?)?;
        let next = list.standings.rows.get(row.checked_add_signed(by)?)?;
        Some(next.player)
    }

    /// Where somebody stands on the list; somebody whom it leaves out, among all.
    pub(crate) fn standing(&self, player: PlayerId, inactive_too: bool) -> Option<&LadderRow> {
        let lists = self.lists()?.ok()?;
        let mut lists = [inactive_too, true]
            .map(|all| lists.of_players(all))
            .into_iter();
        lists.find_map(|list| list.player_at(list.line_of(player)?))
    }
}
