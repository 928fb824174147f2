//! A new camp that goes on from an old one: which one, who comes along, and where the new one is saved.

use std::{
    cmp::Reverse,
    collections::HashSet,
    path::{Path, PathBuf},
};

use super::{
    dialogs::{NewCamp, PathField},
    keeper::OldWeek,
    listing::{found_by, has_words, words_of},
};
use crate::domain::{CampData, GroupId, PlayerId};

/// What the director is asked: first the old camp, and then, once that is read, everything else.
#[derive(Debug)]
pub struct NewCampFromOld {
    pub new: NewCamp,
    /// The file of the old camp, as it is typed.
    pub file: PathField,
    /// The old camp, once it is read and as long as no other one is to be chosen.
    pub old: Option<OldCamp>,
    /// Whether an old camp is being read.
    pub is_reading: bool,
    /// The file that is being read; `None` for the open camp.
    wanted: Option<PathBuf>,
}

impl NewCampFromOld {
    /// Begins with the question for the old camp.
    pub(super) fn new(file: PathField, folder: PathBuf) -> Self {
        Self {
            new: NewCamp::in_folder(folder),
            file,
            old: None,
            is_reading: false,
            wanted: None,
        }
    }

    /// An old camp is being read: this file, or the open one.
    pub(super) fn begin_reading(&mut self, path: Option<&Path>) {
        if let Some(path) = path {
            self.file = PathField::new(path);
        }
        self.file.problem = None;
        self.old = None;
        self.is_reading = true;
        self.wanted = path.map(Path::to_owned);
    }

    /// Whether this is the answer that is waited for.
    pub(super) fn waits_for(&self, path: Option<&Path>) -> bool {
        self.is_reading && self.wanted.as_deref() == path
    }

    /// Another old camp shall be chosen.
    pub fn choose_another(&mut self) {
        self.old = None;
    }

    pub(super) fn was_read(&mut self, old: OldWeek) {
        self.is_reading = false;
        if let Some(folder) = self.wanted.as_deref().and_then(Path::parent)
            && !self.new.file_was_chosen
        {
            folder.clone_into(&mut self.new.folder);
            self.new.follow_name();
        }
        self.old = Some(OldCamp::new(self.wanted.clone(), old));
    }

    pub(super) fn was_not_read(&mut self, reason: String) {
        self.is_reading = false;
        self.file.problem = Some(reason);
    }

    /// "38 players copied from Summer camp 2026"
    pub(super) fn sentence(&self) -> Option<String> {
        let old = self.old.as_ref()?;
        let players = match old.coming {
            0 => "Nobody".to_owned(),
            1 => "1 player".to_owned(),
            count => format!("{count} players"),
        };
        Some(format!("{players} copied from {}", old.camp.name))
    }
}

/// Which players of the old camp are shown.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Shown {
    #[default]
    All,
    Of(GroupId),
    WithoutGroup,
}

impl Shown {
    fn has(self, group: Option<GroupId>) -> bool {
        match self {
            Self::All => true,
            Self::Of(id) => group == Some(id),
            Self::WithoutGroup => group.is_none(),
        }
    }
}

/// A player of the old camp.
#[derive(Debug)]
pub struct Candidate {
    pub id: PlayerId,
    /// With the number where two have one name.
    pub name: String,
    /// Empty for a player without a group.
    pub group: String,
    pub is_active: bool,
    /// Whether he or she comes along.
    pub comes: bool,
    group_id: Option<GroupId>,
    found_by: String,
}

/// The old camp, and who of it comes along: at first everybody who is active.
#[derive(Debug)]
pub struct OldCamp {
    /// `None` for the open camp.
    pub path: Option<PathBuf>,
    camp: CampData,
    /// Whether the ratings are those that the games give; otherwise they could not be computed, and are those saved last.
    pub is_computed: bool,
    /// Strongest group first, and by name within each.
    players: Vec<Candidate>,
    coming: usize,
    search: String,
    group: Shown,
    /// The places of the players that are shown, in their order.
    shown: Vec<usize>,
    generation: u64,
}

impl OldCamp {
    fn new(path: Option<PathBuf>, OldWeek { camp, is_computed }: OldWeek) -> Self {
        let namesakes = camp.namesakes();
        let candidate = |player: &crate::domain::Player| {
            let group = player.group.and_then(|id| camp.group(id));
            let name = player.listed_among(&namesakes);
            let group_name = group.map_or("", |group| group.name.as_str());
            Candidate {
                id: player.id,
                group: group_name.to_owned(),
                is_active: player.active,
                comes: player.active,
                group_id: player.group,
                found_by: found_by(&player.all_names(), player.id, group_name),
                name,
            }
        };
        let mut players = camp.players.iter().collect::<Vec<_>>();
        players.sort_by_cached_key(|player| {
            let group = player.group.and_then(|id| camp.group(id));
            let skill = group.map(|group| group.skill_order);
            (Reverse(skill), player.sort_key())
        });
        let players = players.into_iter().map(candidate).collect::<Vec<_>>();
        let mut old = Self {
            path,
            coming: players.iter().filter(|player| player.comes).count(),
            players,
            camp,
            is_computed,
            search: String::new(),
            group: Shown::All,
            shown: Vec::new(),
            generation: 0,
        };
        old.show();
        old
    }

    pub fn camp(&self) -> &CampData {
        &self.camp
    }

    /// How many players there are, and how many of them come along.
    pub fn counts(&self) -> (usize, usize) {
        (self.players.len(), self.coming)
    }

    /// How many players are shown.
    pub fn rows(&self) -> usize {
        self.shown.len()
    }

    /// The player in a row.
    pub fn row(&self, row: usize) -> Option<&Candidate> {
        self.players.get(*self.shown.get(row)?)
    }

    pub fn search(&self) -> &str {
        &self.search
    }

    /// Shows only players who are found by these words.
    pub fn set_search(&mut self, search: &str) {
        if search != self.search {
            search.clone_into(&mut self.search);
            self.show();
        }
    }

    pub fn group(&self) -> Shown {
        self.group
    }

    /// Shows only the players of a group, or of none.
    pub fn set_group(&mut self, group: Shown) {
        if group != self.group {
            self.group = group;
            self.show();
        }
    }

    /// Another number whenever the rows are others.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Ticks the players in these rows, or unticks them.
    pub fn set(&mut self, rows: impl IntoIterator<Item = usize>, comes: bool) {
        for row in rows {
            let place = self.shown.get(row).copied();
            if let Some(player) = place.and_then(|place| self.players.get_mut(place)) {
                player.comes = comes;
            }
        }
        self.coming = self.players.iter().filter(|player| player.comes).count();
    }

    pub(super) fn chosen(&self) -> HashSet<PlayerId> {
        let coming = self.players.iter().filter(|player| player.comes);
        coming.map(|player| player.id).collect()
    }

    /// Works out which rows are shown.
    fn show(&mut self) {
        let words = words_of(&self.search);
        let is_shown = |player: &Candidate| {
            self.group.has(player.group_id) && has_words(&player.found_by, &words)
        };
        let players = self.players.iter().enumerate();
        let shown = players.filter(|(_, player)| is_shown(player));
        self.shown = shown.map(|(place, _)| place).collect();
        self.generation += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::open_sample;

    fn old() -> OldCamp {
        let (_, camp) = open_sample(jiff::civil::date(2026, 7, 10)).expect("the sample camp");
        let is_computed = true;
        OldCamp::new(None, OldWeek { camp, is_computed })
    }

    fn names(old: &OldCamp) -> Vec<&str> {
        let rows = (0..old.rows()).filter_map(|row| old.row(row));
        rows.map(|player| player.name.as_str()).collect()
    }

    #[test]
    fn active_players_come_along_unless_they_are_unticked() {
        let mut old = old();
        let camp = old.camp.clone();
        let active = camp.players.iter().filter(|player| player.active);
        let active = active.map(|player| player.id).collect::<HashSet<_>>();
        assert_eq!(old.counts(), (40, active.len()));
        assert_eq!(old.chosen(), active);

        // Only those of one group that are shown.
        let group = camp.groups.last().expect("a group").id;
        old.set_group(Shown::Of(group));
        assert!(old.rows() > 1 && old.rows() < 40);
        old.set(0..old.rows(), false);
        let others = camp
            .players
            .iter()
            .filter(|player| player.active && player.group != Some(group));
        assert_eq!(old.chosen(), others.map(|player| player.id).collect());
        old.set_group(Shown::All);
        old.set(0..old.rows(), true);
        assert_eq!(old.counts(), (40, 40));
    }

    #[test]
    fn players_are_found_by_name_and_group() {
        let mut old = old();
        let strongest = old.camp.groups.last().expect("a group").name.clone();
        assert_eq!(names(&old).len(), 40);
        let first = old.row(0).expect("a player");
        assert_eq!(first.group, strongest);
        let first = first.name.clone();
        old.set_search(&first);
        assert!(names(&old).contains(&first.as_str()) && old.rows() < 4);
        old.set_search(&strongest);
        assert!(old.rows() > 1 && old.rows() < 40);
        let rows = (0..old.rows()).filter_map(|row| old.row(row));
        assert!(rows.into_iter().all(|player| player.group == strongest));
        old.set_search("nobody of this name");
        assert_eq!(old.rows(), 0);
        old.set(0..9, false);
        assert!(old.counts().1 > 30, "nobody was meant");
    }
}
