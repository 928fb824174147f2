//! The page of standings: what it lists.

use std::sync::Arc;

use super::{OpenCamp, printing::Preview};
use crate::{
    domain::{PlayerId, Scope, Standings, System},
    report::{PrintChoices, PrintScope},
};

/// The page of standings.
#[derive(Debug, Default)]
pub struct StandingsPage {
    pub system: System,
    pub scope: Scope,
    pub include_inactive: bool,
    /// The player whose line of the list is selected.
    pub selected: Option<PlayerId>,
    /// Whether the sheets are shown instead of the list.
    pub preview: bool,
    pub sheets: Preview,
    list: Option<(u64, System, Scope, bool, Arc<Standings>)>,
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

    /// Lists the whole camp if the group that was listed is gone.
    pub(super) fn follow(&mut self, camp: &OpenCamp) {
        if let Scope::Group(group) = self.scope
            && camp.data.group(group).is_none()
        {
            self.scope = Scope::Camp;
        }
    }

    /// Has a print show whom this list shows. It always shows the weekly rating, whatever the list on the screen shows.
    pub(super) fn put_into(&self, choices: &mut PrintChoices, camp: &OpenCamp) {
        choices.scope = PrintScope::of(self.scope, &camp.data);
        choices.top = None;
        choices.inactive = self.include_inactive;
    }
}
