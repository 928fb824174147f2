//! Which camper a member is.

use crate::{
    app::page::Outbox,
    domain::{
        CampData, Edit, Player, PlayerId, name_key,
        us_chess::{Change, MemberKey},
    },
    kit::{PickerItem, picker::PickerState},
    pages::looks::players_to_choose,
};

/// The question which camper a member is.
#[derive(Clone, Debug)]
pub(in crate::pages::us_chess) struct LinkForm {
    pub(super) key: MemberKey,
    /// "Berger, Anna"
    pub(in crate::pages::us_chess) name: String,
    pub(in crate::pages::us_chess) linked: Option<PlayerId>,
    /// The campers, those of the member's name first; nothing until it is drawn.
    pub(in crate::pages::us_chess) items: Vec<PickerItem>,
    pub(in crate::pages::us_chess) picker: PickerState,
    pub(in crate::pages::us_chess) problem: Option<&'static str>,
}

/// Whether a camper has the names of a member.
fn has_name(player: &Player, listed: &str) -> bool {
    let words = |name: &str| {
        let key = name_key(&name.replace(',', " "));
        let mut words = key.split(' ').map(str::to_owned).collect::<Vec<_>>();
        words.sort();
        words
    };
    words(&format!("{} {}", player.first_name, player.last_name)) == words(listed)
}

impl LinkForm {
    pub(super) fn new(key: MemberKey, name: String, linked: Option<PlayerId>) -> Self {
        Self {
            key,
            name,
            linked,
            items: Vec::new(),
            picker: PickerState::default(),
            problem: None,
        }
    }

    /// Finds whom of the camp the member may be: whoever has the same name is offered first, and chosen where nobody else has it.
    pub(in crate::pages::us_chess) fn look_for(&mut self, camp: &CampData) {
        if !self.items.is_empty() {
            return;
        }
        let of_name = |item: &PickerItem| {
            let mut players = camp.players.iter();
            players.any(|player| player.id.0 == item.key && has_name(player, &self.name))
        };
        let (likely, others): (Vec<_>, Vec<_>) =
            players_to_choose(camp).into_iter().partition(of_name);
        let linked = |item: &&PickerItem| Some(PlayerId(item.key)) == self.linked;
        let found = likely.iter().chain(&others).find(linked);
        let meant = match (found, likely.as_slice()) {
            (Some(linked), _) => Some(linked),
            (None, [only]) if self.linked.is_none() => Some(only),
            (None, _) => None,
        };
        self.picker = meant.map(PickerState::new).unwrap_or_default();
        self.items = [likely, others].concat();
    }

    /// Saves the link. Whether somebody is chosen.
    pub(in crate::pages::us_chess) fn save(&mut self, out: &mut Outbox) -> bool {
        let Some(chosen) = self.picker.chosen else {
            self.problem = Some("Choose a camper of the list");
            return false;
        };
        self.link(Some(PlayerId(chosen)), out);
        true
    }

    pub(in crate::pages::us_chess) fn link(&self, camper: Option<PlayerId>, out: &mut Outbox) {
        if camper != self.linked {
            let edit = Edit::UsChess(Change::LinkCamper(self.key, camper));
            let said = match camper {
                Some(_) => format!("{} linked", self.name),
                None => format!("Link of {} taken away", self.name),
            };
            out.apply_and_mention(edit, said);
        }
    }
}
