//! Who stands where.

use std::collections::{HashMap, HashSet};

use serde::{Serialize, Serializer};

use super::{
    CampData, GroupId, Player, PlayerId, Ratings, camp::tally_place, listed_name, shown_rank,
};

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
    /// Since the same list of the week before; `None` where there is no week before.
    pub moved: Option<Moved>,
    /// Whether somebody else in the camp has the same two names.
    #[serde(skip)]
    pub shares_name: bool,
    /// Whether somebody else in the list has the same rank.
    #[serde(skip)]
    pub shares_rank: bool,
}

/// How a player has moved in a list since the week before.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Moved {
    /// The player was not in that list.
    New,
    /// So many ranks, those up as a positive number.
    Ranks(i32),
}

impl Serialize for Moved {
    /// "new", or the number.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::New => serializer.serialize_str("new"),
            Self::Ranks(ranks) => serializer.serialize_i32(*ranks),
        }
    }
}

impl StandingsRow {
    /// "7", or "=7" where several share it.
    pub fn shown_rank(&self) -> String {
        shown_rank(self.rank, self.shares_rank)
    }

    /// First and last name, as they are spoken: "Ola" and "de la Cruz"; with the number behind them, "de la Cruz (11)",
    /// where two children have these names. One of them may be empty.
    pub fn names(&self) -> [String; 2] {
        let mut names = [self.first_name.clone(), self.last_name.clone()];
        if self.shares_name {
            let [first, last] = &mut names;
            let end = if last.is_empty() { first } else { last };
            *end = format!("{end} ({})", self.id);
        }
        names
    }

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
        let week_before = camp.compared_week();
        let list = |keep: &dyn Fn(&Player) -> bool| {
            let is_listed = |player: &&Player| (player.active || include_inactive) && keep(player);
            let players = camp.players.iter().filter(is_listed);
            let before = week_before.map(|before| {
                let players = before.players.iter().filter(is_listed);
                ranks(in_order(players, system), system)
                    .map(|(rank, player)| (player.id, rank))
                    .collect::<HashMap<_, _>>()
            });
            rows(camp, system, players, before.as_ref(), &tallies, &namesakes)
        };
        // A group keeps its number from week to week, whatever it is called.
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

/// Best first; equal ratings by name.
fn in_order<'a>(players: impl Iterator<Item = &'a Player>, system: System) -> Vec<&'a Player> {
    let mut players = players.collect::<Vec<_>>();
    players.sort_by_cached_key(|player| {
        (
            std::cmp::Reverse(system.of(player.ratings)),
            player.sort_key(),
        )
    });
    players
}

/// The rank of each of these players, who are in order: 1 is best, and equal ratings share one.
fn ranks(players: Vec<&Player>, system: System) -> impl Iterator<Item = (usize, &Player)> {
    let mut last = None;
    players.into_iter().zip(1..).map(move |(player, place)| {
        let rating = system.of(player.ratings);
        let rank = last
            .filter(|(above, _)| *above == rating)
            .map_or(place, |(_, rank)| rank);
        last = Some((rating, rank));
        (rank, player)
    })
}

/// `before` are the ranks in the same list of the week before.
fn rows<'a>(
    camp: &CampData,
    system: System,
    players: impl Iterator<Item = &'a Player>,
    before: Option<&HashMap<PlayerId, usize>>,
    tallies: &Tallies,
    namesakes: &HashSet<PlayerId>,
) -> Vec<StandingsRow> {
    let row = |(rank, player): (usize, &Player)| {
        let rating = system.of(player.ratings);
        let start = start_of_week(camp, system, player);
        let [won, drawn, lost] = tallies.0.get(&player.id).copied().unwrap_or_default();
        StandingsRow {
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
            moved: before.map(|before| moved(before.get(&player.id).copied(), rank)),
            shares_name: namesakes.contains(&player.id),
            shares_rank: false,
        }
    };
    let rows = ranks(in_order(players, system), system).map(row);
    let mut rows = rows.collect::<Vec<_>>();
    for sharing in rows.chunk_by_mut(|one, other| one.rank == other.rank) {
        let is_shared = sharing.len() > 1;
        for row in sharing {
            row.shares_rank = is_shared;
        }
    }
    rows
}

fn moved(before: Option<usize>, now: usize) -> Moved {
    let Some(before) = before else {
        return Moved::New;
    };
    let ranks = i32::try_from(before.abs_diff(now)).unwrap_or(i32::MAX);
    Moved::Ranks(if before < now { -ranks } else { ranks })
}

/// The rating that a recalculation gives the player before the first game. An active player for whom there is
/// none yet (no group, or a group without initial rating) has not moved.
fn start_of_week(camp: &CampData, system: System, player: &Player) -> i32 {
    if let Some(frozen) = player.frozen {
        return system.of(frozen);
    }
    match system {
        // Without any group everybody begins at 0.
        System::Weekly if camp.groups.is_empty() => 0,
        System::Weekly => player
            .group
            .and_then(|id| camp.group(id))
            .and_then(|group| group.initial_rating)
            .unwrap_or(player.ratings.weekly),
        System::Permanent => player.start_permanent.unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::domain::{Game, GameResult, Group, Week, WeekBefore};

    fn player(id: i64, group: i64, weekly: i32) -> Player {
        Player {
            id: PlayerId(id),
            last_name: format!("Last{id}"),
            first_name: "Mai".to_owned(),
            group: Some(GroupId(group)),
            ratings: Ratings {
                weekly,
                permanent: 0,
            },
            ..Player::default()
        }
    }

    fn week(number: i64) -> Week {
        Week::new(number, jiff::civil::date(2026, 7, 6))
    }

    fn group(id: i64, name: &str) -> Group {
        Group {
            id: GroupId(id),
            name: name.to_owned(),
            initial_rating: Some(1000),
            skill_order: id,
            ..Group::default()
        }
    }

    fn game(white: i64, black: i64) -> Game {
        Game {
            ..Game::new(PlayerId(white), PlayerId(black), GameResult::Draw)
        }
    }

    fn camp(before: Option<Vec<Player>>, players: Vec<Player>) -> CampData {
        CampData {
            weeks: Arc::new(vec![week(1), week(2)]),
            before: before.map(|players| {
                Arc::new(WeekBefore {
                    week: week(1),
                    groups: vec![group(1, "Reds"), group(2, "Gold")],
                    players,
                })
            }),
            groups: Arc::new(vec![group(1, "Red"), group(2, "Gold")]),
            players: Arc::new(players),
            next_player: PlayerId(9),
            games: Arc::new(vec![game(1, 2)]),
            ..CampData::new("Camp", week(2))
        }
    }

    /// Number, rank, and how the player has moved.
    fn moves(camp: &CampData, scope: Scope) -> Vec<(i64, usize, Option<Moved>)> {
        let standings = Standings::new(camp, System::Weekly, scope, false);
        let rows = standings.rows();
        rows.map(|row| (row.id.0, row.rank, row.moved)).collect()
    }

    #[test]
    fn places_are_compared_with_the_same_list_of_the_week_before() {
        let gone = Player {
            active: false,
            ..player(5, 1, 1600)
        };
        // Ranks before, in the camp: 1 is 1st, 2 and 3 share the 2nd place, 4 is 4th.
        let before = vec![
            player(1, 1, 1500),
            player(2, 1, 1400),
            player(3, 2, 1400),
            player(4, 1, 1300),
            gone,
        ];
        // 4 has moved up from Red to Gold; 5 has come back; 1 is at the end, and 6 is new.
        let now = vec![
            player(1, 1, 900),
            player(2, 1, 1100),
            player(3, 2, 1400),
            player(4, 2, 1400),
            player(5, 1, 1200),
            player(6, 1, 1000),
        ];
        let camp = camp(Some(before), now);
        let ranks = |ranks| Some(Moved::Ranks(ranks));
        let new = Some(Moved::New);
        assert_eq!(
            moves(&camp, Scope::Camp),
            [
                (3, 1, ranks(1)),
                (4, 1, ranks(3)),
                (5, 3, new),
                (2, 4, ranks(-2)),
                (6, 5, new),
                (1, 6, ranks(-5)),
            ]
        );
        assert_eq!(
            moves(&camp, Scope::ByGroup),
            [
                (3, 1, ranks(0)),
                (4, 1, new),
                (5, 1, new),
                (2, 2, ranks(0)),
                (6, 3, new),
                (1, 4, ranks(-3)),
            ],
            "a group is the same one under another name"
        );
    }

    #[test]
    fn in_the_first_week_nobody_has_moved() {
        let camp = camp(None, vec![player(1, 1, 1000)]);
        assert_eq!(moves(&camp, Scope::Camp), [(1, 1, None)]);
    }

    #[test]
    fn before_the_first_game_nobody_has_moved() {
        let before = vec![player(1, 1, 1200), player(2, 1, 1100)];
        let now = vec![player(1, 1, 1000), player(2, 1, 1000)];
        let mut camp = camp(Some(before), now);
        let first = Some(Moved::Ranks(0));
        let second = Some(Moved::Ranks(1));
        let started = [(1, 1, first), (2, 1, second)];
        assert_eq!(moves(&camp, Scope::Camp), started, "one game was drawn");
        let fun = Game {
            counts: false,
            ..game(1, 2)
        };
        camp.games = Arc::new(vec![fun]);
        assert_eq!(moves(&camp, Scope::Camp), [(1, 1, None), (2, 1, None)]);
    }

    #[test]
    fn a_move_is_written_as_a_number_or_as_new() {
        let written = |moved| serde_json::to_string(&moved).expect("JSON");
        assert_eq!(written(Some(Moved::Ranks(-3))), "-3");
        assert_eq!(written(Some(Moved::New)), "\"new\"");
        assert_eq!(written(None), "null");
    }
}
