//! Who stands where.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::{CampData, GroupId, Player, PlayerId, Ratings, camp::tally_place, listed_name};

/// Which of the two ratings of the camp ladder.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// The posted rating.
    #[default]
    Weekly,
    /// The internal rating: shown only where the director asks for it by name.
    Permanent,
}

impl System {
    #[must_use]
    pub const fn of(self, ratings: Ratings) -> i32 {
        match self {
            Self::Weekly => ratings.weekly,
            Self::Permanent => ratings.permanent,
        }
    }
}

/// Whom the standings list.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Scope {
    /// The whole camp in one list.
    #[default]
    Camp,
    /// A list for each group, best group first.
    ByGroup,
    /// One group.
    Group(GroupId),
}

/// One line of the standings.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct StandingsRow {
    /// 1 is best; equal ratings share a rank (1, 2, 2, 4).
    pub rank: usize,
    pub id: PlayerId,
    pub last_name: String,
    pub first_name: String,
    /// Empty for a player without a group.
    pub group: String,
    pub rating: i32,
    /// The rating at the start of the week.
    pub start: i32,
    /// Rating minus start.
    pub change: i32,
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    /// Games that count.
    pub games: usize,
    pub active: bool,
    /// Whether somebody else in the camp has the same two names.
    #[serde(skip)]
    pub shares_name: bool,
}

impl StandingsRow {
    /// "de la Cruz, Ola"; with the number, "de la Cruz, Ola (11)", where two children have these names.
    pub fn listed_name(&self) -> String {
        let name = listed_name(&self.last_name, &self.first_name);
        if self.shares_name {
            format!("{name} ({})", self.id)
        } else {
            name
        }
    }
}

/// A list of the standings: the camp's or a group's.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Section {
    /// The group's name; `None` for the whole camp.
    pub group: Option<String>,
    /// Best first.
    pub rows: Vec<StandingsRow>,
}

/// The standings of a week.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Standings {
    pub camp: String,
    /// "Week 3"
    pub week: String,
    pub week_number: i64,
    pub system: System,
    pub sections: Vec<Section>,
}

impl Standings {
    /// The standings as the saved ratings have them. Inactive players are left out unless `include_inactive`.
    #[must_use]
    pub fn new(camp: &CampData, system: System, scope: Scope, include_inactive: bool) -> Self {
        let tallies = Tallies::count(camp);
        let namesakes = camp.namesakes();
        let list = |keep: &dyn Fn(&Player) -> bool| {
            let players = camp
                .players
                .iter()
                .filter(|player| (player.active || include_inactive) && keep(player));
            ranked(camp, system, players, &tallies, &namesakes)
        };
        let section = |group: GroupId| Section {
            group: Some(camp.group_name(Some(group)).to_owned()),
            rows: list(&|player| player.group == Some(group)),
        };
        let sections = match scope {
            Scope::Camp => vec![Section {
                group: None,
                rows: list(&|_| true),
            }],
            Scope::Group(group) => vec![section(group)],
            Scope::ByGroup => {
                let mut sections = camp
                    .groups
                    .iter()
                    .rev()
                    .map(|group| section(group.id))
                    .collect::<Vec<_>>();
                sections.push(Section {
                    group: Some("Without a group".to_owned()),
                    rows: list(&|player| player.group.is_none()),
                });
                sections.retain(|section| !section.rows.is_empty());
                sections
            }
        };
        Self {
            camp: camp.name.clone(),
            week: camp.week.title(),
            week_number: camp.week.number,
            system,
            sections,
        }
    }

    /// The rows of all sections, in order.
    pub fn rows(&self) -> impl Iterator<Item = &StandingsRow> {
        self.sections.iter().flat_map(|section| &section.rows)
    }
}

/// Games won, drawn and lost, by player.
struct Tallies(HashMap<PlayerId, [usize; 3]>);

impl Tallies {
    fn count(camp: &CampData) -> Self {
        let mut tallies = HashMap::with_capacity(camp.players.len());
        for game in camp.games.iter().filter(|game| game.counts) {
            for (player, sign) in [
                (game.white, game.result.sign()),
                (game.black, -game.result.sign()),
            ] {
                let tally: &mut [usize; 3] = tallies.entry(player).or_default();
                tally[tally_place(sign)] += 1;
            }
        }
        Self(tallies)
    }
}

fn ranked<'a>(
    camp: &CampData,
    system: System,
    players: impl Iterator<Item = &'a Player>,
    tallies: &Tallies,
    namesakes: &HashSet<PlayerId>,
) -> Vec<StandingsRow> {
    let mut players = players.collect::<Vec<_>>();
    players.sort_by_cached_key(|player| {
        (
            std::cmp::Reverse(system.of(player.ratings)),
            player.sort_key(),
        )
    });
    let mut rows = Vec::<StandingsRow>::with_capacity(players.len());
    for (place, player) in players.into_iter().enumerate() {
        let rating = system.of(player.ratings);
        let rank = rows
            .last()
            .filter(|above| above.rating == rating)
            .map_or(place + 1, |above| above.rank);
        let start = start_of_week(camp, system, player);
        let [won, drawn, lost] = tallies.0.get(&player.id).copied().unwrap_or_default();
        rows.push(StandingsRow {
            rank,
            id: player.id,
            last_name: player.last_name.clone(),
            first_name: player.first_name.clone(),
            group: player
                .group
                .and_then(|id| camp.group(id))
                .map_or_else(String::new, |group| group.name.clone()),
            rating,
            start,
            change: rating - start,
            won,
            drawn,
            lost,
            games: won + drawn + lost,
            active: player.active,
            shares_name: namesakes.contains(&player.id),
        });
    }
    rows
}

/// The rating that a recalculation gives the player before the first game. An active player for whom there is
/// none yet (no group, or a group without initial rating) has not moved.
fn start_of_week(camp: &CampData, system: System, player: &Player) -> i32 {
    if let Some(frozen) = player.frozen {
        return system.of(frozen);
    }
    match system {
        System::Weekly => player
            .group
            .and_then(|id| camp.group(id))
            .and_then(|group| group.initial_rating)
            .unwrap_or(player.ratings.weekly),
        System::Permanent => player.start_permanent.unwrap_or(0),
    }
}
