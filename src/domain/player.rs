//! Ladder players.

use std::collections::HashSet;

use jiff::civil::Date;

use super::{CustomValues, GroupId, PlayerId, Ratings, RowPrint, full_name, listed_name, name_key};

/// A camper on the ladder.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Player {
    pub id: PlayerId,
    pub last_name: String,
    pub first_name: String,
    /// Other names and spellings, with commas between.
    pub nickname: String,
    /// `None` only for players imported without a group.
    pub group: Option<GroupId>,
    /// An inactive player is on no list, and keeps his or her games.
    pub active: bool,
    /// The ratings after the last recalculation.
    pub ratings: Ratings,
    /// The permanent rating at the start of the week (`StWkPerm` in Access). A blank counts as 0.
    pub start_permanent: Option<i32>,
    /// What the week starts from for a player who was inactive before it, or was imported so. `None` for everybody active, and for who became
    /// inactive in this week: they start from the group's initial rating and [`Self::start_permanent`].
    pub frozen: Option<Ratings>,
    pub notes: String,
    /// When the player joined the club; `None`: before its first game. The club ladder ranks new players as they join.
    pub joined: Option<Date>,
    /// Personal: shown to nobody who doesn't ask for it.
    pub birth_date: Option<Date>,
    /// The ethnic background, where the club has turned that field on. Optional and personal: it leaves the camp only where it is asked for by
    /// name.
    pub background: String,
    /// What stands in the custom columns of the camp.
    pub custom: CustomValues,
    /// The player's number in the old file, where that is somebody else's here, of another week.
    pub imported_number: Option<i64>,
    /// The row of the old file that was last imported as this player.
    pub imported_row: Option<RowPrint>,
}

/// The starting point: number 1, active, without names, group and ratings, and not imported.
impl Default for Player {
    fn default() -> Self {
        Self {
            id: PlayerId(1),
            last_name: String::new(),
            first_name: String::new(),
            nickname: String::new(),
            group: None,
            active: true,
            ratings: Ratings::default(),
            start_permanent: None,
            frozen: None,
            notes: String::new(),
            joined: None,
            birth_date: None,
            background: String::new(),
            custom: CustomValues::default(),
            imported_number: None,
            imported_row: None,
        }
    }
}

/// What an old file has in a column that is no field here, by the name of the column.
pub(crate) type ExtraField = (String, String);

impl Player {
    /// The one with this number, among some that stand by number.
    pub(super) fn among(players: &[Self], id: PlayerId) -> Option<&Self> {
        let place = players.binary_search_by_key(&id, |player| player.id);
        players.get(place.ok()?)
    }

    /// Makes a player one who was inactive before the week, and starts it from the ratings of now.
    #[cfg(test)]
    pub(crate) fn leave_before_the_week(&mut self) {
        self.active = false;
        self.frozen = Some(self.ratings);
    }

    /// "de la Cruz, Ola"
    #[must_use]
    pub fn listed_name(&self) -> String {
        listed_name(&self.last_name, &self.first_name)
    }

    /// "de la Cruz, Ola"; with the number, "de la Cruz, Ola (11)", where the player is one of those who share their names
    /// with somebody ([`CampData::namesakes`](super::CampData::namesakes)).
    #[must_use]
    pub fn listed_among(&self, namesakes: &HashSet<PlayerId>) -> String {
        self.told_apart(self.listed_name(), namesakes)
    }

    /// The same as it is spoken: "Ola de la Cruz", or "Ola de la Cruz (11)".
    #[must_use]
    pub fn named_among(&self, namesakes: &HashSet<PlayerId>) -> String {
        self.told_apart(self.full_name(), namesakes)
    }

    fn told_apart(&self, name: String, namesakes: &HashSet<PlayerId>) -> String {
        if namesakes.contains(&self.id) {
            format!("{name} ({})", self.id)
        } else {
            name
        }
    }

    /// "Ola de la Cruz"
    #[must_use]
    pub fn full_name(&self) -> String {
        full_name(&self.first_name, &self.last_name)
    }

    /// Last name, first name and nicknames: what the player is found by.
    #[must_use]
    pub fn all_names(&self) -> String {
        format!("{} {} {}", self.last_name, self.first_name, self.nickname)
    }

    /// What players are listed by: last name, first name, number.
    #[must_use]
    pub fn sort_key(&self) -> (String, String, PlayerId) {
        (
            name_key(&self.last_name),
            name_key(&self.first_name),
            self.id,
        )
    }

    /// The permanent rating that the first game of the week finds, for an inactive player the frozen one; `None` where it is
    /// blank.
    #[must_use]
    pub fn permanent_at_start(&self) -> Option<i32> {
        match self.frozen {
            Some(frozen) => Some(frozen.permanent),
            None => self.start_permanent,
        }
    }

    /// Whether the player had joined by this day, or nobody knows of one of the two.
    #[must_use]
    pub fn had_joined_by(&self, day: Option<Date>) -> bool {
        let both = self.joined.zip(day);
        both.is_none_or(|(joined, day)| joined <= day)
    }

    /// Takes the player's name off the lists or puts it there again. The week starts for the player as for everybody active, so that no
    /// rating moves.
    pub fn set_active(&mut self, active: bool) {
        if active != self.active {
            self.active = active;
            self.frozen = None;
        }
    }
}
