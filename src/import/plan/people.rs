//! Who is meant by a number or a name in the games.

use std::collections::{BTreeMap, HashMap};

use crate::{
    domain::{
        CampData, ImportedPlayer, Player, PlayerId, Ratings, clean_name, full_name, listed_name,
    },
    import::{
        Choices, UnknownPlayers, plan::players::split_name, problem::NamedPlayer,
        values::parse_whole,
    },
};

/// The last name of a player who stands in for a number that nobody has.
pub(super) fn placeholder_name(id: PlayerId) -> String {
    format!("Unknown player {id}")
}

/// Everybody who will be in the camp, by number and by the names that a list may show.
pub(super) struct People<'a> {
    camp: &'a CampData,
    choices: &'a Choices,
    /// Whom a number of the files means, where that isn't the player who has it in the camp.
    elsewhere: &'a HashMap<i64, PlayerId>,
    /// "Ann Lee" by number.
    names: BTreeMap<PlayerId, String>,
    /// By "lee, ann" and by "ann lee".
    by_name: HashMap<String, Vec<PlayerId>>,
    /// By "lee", which is what a list shows whose first column is the last name; with everybody else whose first name or nickname it is.
    by_last_name: HashMap<String, Vec<PlayerId>>,
    /// What was found for a text that isn't a number, and whether it may be cut off.
    found: HashMap<(String, bool), Who>,
    made: Vec<ImportedPlayer>,
    /// The number of the next one made for somebody without one.
    next_number: i64,
}

/// Who is meant.
#[derive(Clone, Debug)]
pub(super) enum Who {
    Known(PlayerId),
    Blank,
    Unknown,
    /// Two children of one name.
    Ambiguous(Vec<NamedPlayer>),
    /// The text may be the beginning of these names.
    CutOff(Vec<NamedPlayer>),
    /// Nobody is known as this, so a player was made.
    New {
        id: PlayerId,
        name: String,
        active: bool,
    },
}

impl<'a> People<'a> {
    pub(super) fn new(
        camp: &'a CampData,
        imported: &[ImportedPlayer],
        (next_number, elsewhere): (i64, &'a HashMap<i64, PlayerId>),
        choices: &'a Choices,
    ) -> Self {
        let new = imported.iter().map(|imported| &imported.player);
        // A player who is in both goes by the names in the file.
        let people = camp.players.iter().chain(new);
        let people = people
            .map(|player| {
                let names = (player.last_name.as_str(), player.first_name.as_str());
                (player.id, (names, player.nickname.as_str()))
            })
            .collect::<BTreeMap<_, _>>();
        let mut by_name = HashMap::<_, Vec<_>>::new();
        let mut by_last_name = HashMap::<_, Vec<_>>::new();
        for (&id, &((last, first), _)) in &people {
            let listed = Choices::who_key(&listed_name(last, first));
            let full = Choices::who_key(&full_name(first, last));
            if listed != full {
                by_name.entry(full).or_default().push(id);
            }
            by_name.entry(listed).or_default().push(id);
            by_last_name
                .entry(Choices::who_key(last))
                .or_default()
                .push(id);
        }
        for (&id, &((_, first), nicknames)) in &people {
            for name in nicknames.split(',').chain([first]).map(Choices::who_key) {
                let others = by_last_name.get_mut(&name);
                if let Some(others) = others.filter(|others| !others.contains(&id)) {
                    others.push(id);
                }
            }
        }
        Self {
            camp,
            choices,
            elsewhere,
            names: people
                .iter()
                .map(|(id, ((last, first), _))| (*id, full_name(first, last)))
                .collect(),
            by_name,
            by_last_name,
            found: HashMap::new(),
            made: Vec::new(),
            next_number,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// "Ann Lee"
    pub(super) fn name(&self, id: PlayerId) -> String {
        self.names
            .get(&id)
            .cloned()
            .unwrap_or_else(|| format!("Player {id}"))
    }

    /// Finds out who is meant by a cell. `is_cut_off` says whether the text fills its column.
    pub(super) fn who(&mut self, text: &str, is_cut_off: bool) -> Who {
        let text = text.trim();
        if text.is_empty() {
            return Who::Blank;
        }
        let number = parse_whole(text)
            .ok()
            .flatten()
            .filter(|number| i32::try_from(*number).is_ok())
            .map(|number| {
                self.elsewhere
                    .get(&number)
                    .copied()
                    .unwrap_or(PlayerId(number))
            });
        if let Some(id) = number
            && self.choices.who.is_empty()
            && self.names.contains_key(&id)
        {
            return Who::Known(id);
        }
        let key = (Choices::who_key(text), is_cut_off);
        if let Some(who) = self.found.get(&key) {
            return who.clone();
        }
        let who = match self.find(&key.0, number, is_cut_off) {
            Who::Unknown => match self.active_if_made() {
                Some(active) => {
                    let (id, name) = self.make(text, number, active);
                    // From the second game on the player is known.
                    self.found
                        .insert((key.0.clone(), !is_cut_off), Who::Known(id));
                    self.found.insert(key, Who::Known(id));
                    return Who::New { id, name, active };
                }
                None => Who::Unknown,
            },
            who => who,
        };
        self.found.insert(key, who.clone());
        who
    }

    fn find(&self, key: &str, number: Option<PlayerId>, is_cut_off: bool) -> Who {
        let chosen = self.choices.who.get(key).copied();
        if let Some(id) = chosen.or(number).filter(|id| self.names.contains_key(id)) {
            return Who::Known(id);
        }
        let found = self.by_name.get(key).or_else(|| self.by_last_name.get(key));
        let found = found.map_or(&[][..], Vec::as_slice);
        if is_cut_off {
            // "Lee, Ann" may be all of a name and the beginning of another, "Lee, Anna".
            let candidates = self.beginning_with(key);
            if candidates.iter().any(|id| !found.contains(id)) {
                return Who::CutOff(self.named(&candidates));
            }
        }
        match found {
            [] => Who::Unknown,
            [only] => Who::Known(*only),
            several => Who::Ambiguous(self.named(several)),
        }
    }

    /// Everybody whose name is this or begins with it.
    fn beginning_with(&self, key: &str) -> Vec<PlayerId> {
        let mut ids = self
            .by_name
            .iter()
            .filter(|(name, _)| name.starts_with(key))
            .flat_map(|(_, ids)| ids.iter().copied())
            .collect::<Vec<_>>();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    fn named(&self, ids: &[PlayerId]) -> Vec<NamedPlayer> {
        ids.iter().map(|id| (*id, self.name(*id))).collect()
    }

    /// Whether somebody unknown is made a player, and then whether an active one.
    const fn active_if_made(&self) -> Option<bool> {
        match self.choices.unknown_players {
            UnknownPlayers::Placeholder => Some(false),
            UnknownPlayers::Add => Some(true),
            UnknownPlayers::LeaveOut => None,
        }
    }

    /// Makes a player. An inactive one has ratings of 0, which is what the old program computed with.
    fn make(&mut self, text: &str, number: Option<PlayerId>, active: bool) -> (PlayerId, String) {
        let id = number.unwrap_or(PlayerId(self.next_number));
        self.next_number = self.next_number.max(id.0.saturating_add(1));
        // Who isn't in this week keeps the name that the other weeks have.
        let elsewhere = self.camp.player_of_another_week(id);
        let (last_name, first_name) = match (elsewhere, clean_name(text)) {
            (Some(person), _) => (person.last_name.clone(), person.first_name.clone()),
            (None, Ok(name)) if number.is_none() && name.contains(char::is_alphanumeric) => {
                split_name(&name)
            }
            _ => (placeholder_name(id), String::new()),
        };
        let name = full_name(&first_name, &last_name);
        self.names.insert(id, name.clone());
        // The other spelling, "Lee, Ann" of "Ann Lee", is the same player.
        for spelling in [name.clone(), listed_name(&last_name, &first_name)] {
            let ids = self.by_name.entry(Choices::who_key(&spelling)).or_default();
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        self.made.push(ImportedPlayer {
            extra: Vec::new(),
            player: Player {
                id,
                last_name,
                first_name,
                active,
                ..Player::default()
            },
            ratings: (!active).then(Ratings::default),
            ..ImportedPlayer::default()
        });
        (id, name)
    }

    pub(super) fn into_made(self) -> Vec<ImportedPlayer> {
        self.made
    }
}
