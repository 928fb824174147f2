//! Weeks of a camp.

use std::collections::HashSet;

use jiff::{ToSpan as _, civil::Date};

use super::{
    CampData, CampSettings, Described as _, FieldSpec, Game, Group, GroupId, Player, PlayerId,
    Ratings, Value, Visibility, WeekId,
};

/// The longest label of a week, in characters.
pub(crate) const MAX_WEEK_LABEL: usize = 40;

/// A week: the unit of the ladder. Its games are replayed together.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Week {
    pub id: WeekId,
    /// 1 for the camp's first week.
    pub number: i64,
    /// What the director calls it; empty where "Week 3" will do.
    pub label: String,
    pub opened_on: Date,
    /// `None` while the week is open. A closed week is kept as it is.
    pub closed_on: Option<Date>,
}

impl Week {
    /// The starting point: open and without a label. Its id is its number, as weeks are made one after the other.
    #[must_use]
    pub const fn new(number: i64, opened_on: Date) -> Self {
        Self {
            id: WeekId(number),
            number,
            label: String::new(),
            opened_on,
            closed_on: None,
        }
    }

    /// "Week 3", or "Week 3: Gold camp"
    #[must_use]
    pub fn title(&self) -> String {
        if self.label.is_empty() {
            self.name()
        } else {
            format!("{}: {}", self.name(), self.label)
        }
    }

    /// "Week 3"
    #[must_use]
    pub fn name(&self) -> String {
        format!("Week {}", self.number)
    }

    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.closed_on.is_some()
    }
}

/// How the week before ended: what the standings are compared with.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WeekBefore {
    pub week: Week,
    /// Weakest first.
    pub groups: Vec<Group>,
    /// By number, with the ratings after the last game.
    pub players: Vec<Player>,
}

impl WeekBefore {
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        Player::among(&self.players, id)
    }
}

/// Another week of the camp, as far as the ladders need it that go over all weeks.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OtherWeek {
    pub week: Week,
    /// Weakest first.
    pub groups: Vec<Group>,
    /// By number, without the further columns of the old file.
    pub players: Vec<Player>,
    /// In order of play, without where they came from.
    pub games: Vec<Game>,
}

/// A week that started from other permanent ratings than the week before it ends with, as that one was corrected since.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StaleWeek {
    pub week: Week,
    pub before: Week,
    /// Who started from something else, by name: "Ola de la Cruz".
    pub players: Vec<String>,
}

/// The next week, as the director decides it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NextWeek {
    /// Empty where "Week 4" will do.
    pub label: String,
    pub opened_on: Date,
    /// Whom something is decided about. Everybody else stays as he or she is.
    pub players: Vec<NextPlayer>,
}

/// A new camp that goes on from an old one.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct CampSeed {
    pub settings: CampSettings,
    pub groups: Vec<Group>,
    /// By number, at the ratings of the first day.
    pub players: Vec<Player>,
}

impl CampData {
    /// The first day of the next week, unless the director says another one. Camps go from week to week; after a break the next
    /// week starts when it is started.
    #[must_use]
    pub fn next_week_opens(&self, today: Date) -> Date {
        let in_a_week = self.week.opened_on.checked_add(7.days());
        in_a_week.unwrap_or(today).max(today)
    }

    /// What a new camp takes over from this one: its groups, its settings, and the chosen players with their numbers. They
    /// begin as in a next week: at the initial rating of their group, and at the permanent rating of now.
    #[must_use]
    pub fn seed(&self, chosen: &HashSet<PlayerId>) -> CampSeed {
        let players = self.players.iter();
        let begin = |player: &Player| {
            let group = player.group.and_then(|group| self.group(group));
            let initial = group.and_then(|group| group.initial_rating);
            let mut begun = Player {
                active: true,
                frozen: None,
                ratings: Ratings {
                    weekly: initial.unwrap_or(player.ratings.weekly),
                    ..player.ratings
                },
                start_permanent: Some(player.ratings.permanent),
                ..player.clone()
            };
            // What was only for the form of the old camp is asked anew.
            let form_only =
                |spec: &&FieldSpec<Player>| spec.about.visibility == Visibility::FormOnly;
            for spec in Player::FIELDS.iter().filter(form_only) {
                (spec.set)(&mut begun, Value::Empty);
            }
            begun
        };
        CampSeed {
            settings: self.settings.as_ref().clone(),
            groups: self.groups.to_vec(),
            players: players
                .filter(|player| chosen.contains(&player.id))
                .map(begin)
                .collect(),
        }
    }
}

/// A player's place in the next week.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct NextPlayer {
    pub id: PlayerId,
    pub group: Option<GroupId>,
    /// Whether he or she stays. Who leaves becomes inactive, and keeps the ratings of the last day.
    pub stays: bool,
}
