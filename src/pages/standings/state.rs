//! What the page lists: the camp ladder of the week, or a ladder of the club.

use std::sync::Arc;

use super::{
    ladders::{LadderStory, Ladders},
    view::Looks,
};
use crate::{
    app::{
        OpenCamp,
        printing::{Preview, PrintRequest},
        settings::Settings,
    },
    domain::{CampData, LadderId, LadderSetup, PlayerId, Scope, Standings, System},
    rating::LadderRow,
    report::{
        Print, PrintScope,
        text::{TextTable, listed_columns},
    },
};

/// The page of standings.
#[derive(Debug, Default)]
pub struct StandingsPage {
    pub(crate) system: System,
    pub(crate) scope: Scope,
    pub(crate) include_inactive: bool,
    /// The player whose line of the list is selected.
    pub(crate) selected: Option<PlayerId>,
    /// The ladder that is to be asked about: how it is set up.
    pub(super) to_set_up: Option<LadderId>,
    /// Whether the sheets are shown instead of the list.
    pub preview: bool,
    pub sheets: Preview,
    /// The ladders of the club, one of which may be shown in place of the week's.
    pub(crate) ladders: Ladders,
    list: Option<(u64, System, Scope, bool, Arc<Standings>)>,
    /// Whether it was chosen which ladder the page begins with.
    has_begun: bool,
    pub(super) looks: Looks,
}

impl StandingsPage {
    /// The list as it is chosen, computed once for each state of the camp.
    pub fn list(&mut self, camp: &OpenCamp) -> Arc<Standings> {
        let (system, scope, inactive) = (self.system, self.scope, self.include_inactive);
        if let Some((revision, for_system, for_scope, for_inactive, list)) = &self.list
            && (*revision, *for_system, *for_scope, *for_inactive)
                == (camp.revision, system, scope, inactive)
        {
            return Arc::clone(list);
        }
        let list = Arc::new(Standings::new(&camp.data, system, scope, inactive));
        self.list = Some((camp.revision, system, scope, inactive, Arc::clone(&list)));
        list
    }

    /// The list as it may leave the screen: as on paper always of the weekly ratings, whatever is looked at.
    pub(super) fn weekly(&self, camp: &OpenCamp) -> Arc<Standings> {
        let wanted = (
            camp.revision,
            System::Weekly,
            self.scope,
            self.include_inactive,
        );
        match &self.list {
            Some((revision, system, scope, inactive, list))
                if (*revision, *system, *scope, *inactive) == wanted =>
            {
                Arc::clone(list)
            }
            _ => {
                let (_, system, scope, inactive) = wanted;
                Arc::new(Standings::new(&camp.data, system, scope, inactive))
            }
        }
    }

    /// Lists the whole camp if the group that was listed is gone.
    pub(super) fn follow_camp(&mut self, camp: &CampData) {
        if let Scope::Group(group) = self.scope
            && camp.group(group).is_none()
        {
            self.scope = Scope::Camp;
        }
        // Without groups there are no weekly ratings worth looking at: a club looks at its own ladder.
        if !std::mem::replace(&mut self.has_begun, true) && camp.groups.is_empty() {
            let first = camp.ladders.first();
            self.ladders.choose(first.map(|ladder| ladder.id));
        }
        self.ladders.follow_camp(camp);
    }

    /// The ladder that is shown; nothing for the camp ladder of the week.
    pub fn ladder<'a>(&self, camp: &'a CampData) -> Option<&'a LadderSetup> {
        self.ladders.chosen(camp)
    }

    /// Where a player stands on the ladder that is shown; somebody whom its list leaves out, among all.
    pub(super) fn on_ladder(&self, player: PlayerId) -> Option<&LadderRow> {
        self.ladders.standing(player, self.include_inactive)
    }

    /// The story that is shown in place of the list.
    pub(super) fn story(&self) -> Option<&LadderStory> {
        self.ladders.story.as_ref()
    }

    /// The player before or after the one whose story is shown.
    fn neighbour(&self, by: isize) -> Option<PlayerId> {
        let player = self.story()?.player()?;
        self.ladders.neighbour(player, by, self.include_inactive)
    }

    /// Why there is no story so many players further.
    pub(super) fn why_no_neighbour(&self, by: isize) -> Option<&'static str> {
        let reason = if by < 0 {
            "This is the first player of the ladder"
        } else {
            "This is the last player of the ladder"
        };
        self.neighbour(by).is_none().then_some(reason)
    }

    /// Tells the story of the player so many further.
    pub(super) fn turn(&mut self, by: isize) {
        let neighbour = self.neighbour(by);
        if let (Some(player), Some(story)) = (neighbour, &mut self.ladders.story) {
            story.turn_to(player);
        }
    }

    /// What is printed: what is listed, and of the camp ladder always the weekly rating.
    pub(super) fn request(&self, camp: &CampData, settings: &Settings) -> PrintRequest {
        let ladder = self.ladder(camp);
        let print = ladder.map_or(Print::Standings, |ladder| Print::of_ladder(ladder.system));
        let mut request = PrintRequest::as_chosen(print, camp, settings);
        let choices = &mut request.choices;
        choices.top = None;
        choices.inactive = self.include_inactive;
        match ladder {
            Some(ladder) => choices.ladder = Some(ladder.name.clone()),
            None => choices.scope = PrintScope::new(self.scope, camp),
        }
        request
    }

    /// The sheets that are shown instead of the list, if any are.
    pub(super) fn previewed(&self, camp: &CampData, settings: &Settings) -> Option<PrintRequest> {
        let is_printed = self.ladder(camp).is_some() || self.system == System::Weekly;
        (self.preview && is_printed).then(|| self.request(camp, settings))
    }

    /// Why there is nothing to copy.
    pub(super) fn why_nothing_to_copy(&self, camp: &CampData) -> Option<&'static str> {
        let is_made = || matches!(self.ladders.lists(), Some(Ok(_)));
        if camp.players.is_empty() {
            Some("There are no standings to copy yet")
        } else if self.ladder(camp).is_some() && !is_made() {
            Some("Go to Standings first: the ladder is computed there")
        } else {
            None
        }
    }

    /// What is listed. As on paper, of the camp ladder the weekly ratings, whatever the list on the screen shows, and of others nothing that
    /// is personal.
    pub(super) fn to_copy(&self, camp: &CampData) -> Option<TextTable> {
        let inactive_too = self.include_inactive;
        if self.ladder(camp).is_none() {
            let standings = Standings::new(camp, System::Weekly, self.scope, inactive_too);
            return Some(TextTable::of_week(&standings));
        }
        let list = self.ladders.lists()?.ok()?.of_players(inactive_too);
        let standings = list.standings.clone().without_personal();
        let columns = listed_columns(&standings, |_| true);
        Some(TextTable::of_ladder(&standings, &columns))
    }
}
