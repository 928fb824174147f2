//! The weeks of a camp side by side, player by player.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{
    CampData, GroupId, Moved, Player, PlayerId, Scope, Standings, StandingsRow, System, Week,
    camp::shared_names, full_name, listed_name,
};

/// Where everybody stood at the end of each week. Of the two ratings it knows the posted one only.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Season {
    /// The weeks that were given, in their order.
    pub weeks: Vec<Week>,
    /// Everybody who was active in one of the weeks, by last name.
    pub lines: Vec<SeasonLine>,
}

/// A player's season.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct SeasonLine {
    pub id: PlayerId,
    /// As the latest week has it, as the first name is: a name may have been corrected.
    pub last_name: String,
    pub first_name: String,
    /// Both, and nicknames: what the player is found by.
    pub all_names: String,
    /// Whether somebody else of the season has the same two names.
    pub shares_name: bool,
    /// A place for each of [`Season::weeks`]; `None` where the player was not there or not active.
    pub weeks: Vec<Option<SeasonWeek>>,
}

/// How a player's week ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct SeasonWeek {
    /// Among all players of the camp. 1 is best; equal ratings share a rank (1, 2, 2, 4).
    pub rank: usize,
    pub shares_rank: bool,
    /// Since the list of the week before; `None` where there is no week before.
    pub moved: Option<Moved>,
    /// Among the players of the group, as [`rank`](Self::rank) is; `None` without a group.
    pub group_rank: Option<usize>,
    pub shares_group_rank: bool,
    /// The weekly rating.
    pub rating: i32,
    /// Since the start of that week.
    pub change: i32,
    /// Games that count.
    pub games: usize,
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    /// The group keeps its number from week to week, whatever it is called.
    pub group_id: Option<GroupId>,
    /// Empty for a player without a group.
    pub group: String,
}

impl Season {
    /// The weeks side by side, oldest first. Whoever was inactive in a week has no place in it.
    #[must_use]
    pub(crate) fn new(weeks: &[CampData]) -> Self {
        let mut seasons = HashMap::<PlayerId, Vec<Option<SeasonWeek>>>::new();
        for (place, camp) in weeks.iter().enumerate() {
            let standings = |scope| Standings::new(camp, System::Weekly, scope, false);
            let by_group = standings(Scope::ByGroup);
            let in_groups = by_group.rows().map(|row| (row.id, row));
            let in_groups = in_groups.collect::<HashMap<_, _>>();
            for row in standings(Scope::Camp).rows() {
                let season = seasons
                    .entry(row.id)
                    .or_insert_with(|| vec![None; weeks.len()]);
                if let Some(week) = season.get_mut(place) {
                    let group = camp.player(row.id).and_then(|player| player.group);
                    let in_group = group.and_then(|_| in_groups.get(&row.id).copied());
                    *week = Some(SeasonWeek::new(row, group, in_group));
                }
            }
        }
        let mut players = latest_players(weeks)
            .into_values()
            .filter(|player| seasons.contains_key(&player.id))
            .collect::<Vec<_>>();
        let namesakes = shared_names(players.iter().copied())
            .into_iter()
            .flatten()
            .collect::<HashSet<_>>();
        players.sort_by_cached_key(|player| player.sort_key());
        let lines = players.into_iter().map(|player| SeasonLine {
            id: player.id,
            last_name: player.last_name.clone(),
            first_name: player.first_name.clone(),
            all_names: player.all_names(),
            shares_name: namesakes.contains(&player.id),
            weeks: seasons.remove(&player.id).unwrap_or_default(),
        });
        Self {
            lines: lines.collect(),
            weeks: weeks.iter().map(|camp| camp.week.clone()).collect(),
        }
    }
}

/// Every player of these weeks by number, as the latest week that has him or her does.
#[must_use]
pub(crate) fn latest_players(weeks: &[CampData]) -> BTreeMap<PlayerId, &Player> {
    let players = weeks.iter().flat_map(|camp| camp.players.iter());
    players.map(|player| (player.id, player)).collect()
}

impl SeasonLine {
    /// "de la Cruz, Ola"; with the number, "de la Cruz, Ola (11)", where two children have these names.
    #[must_use]
    pub(crate) fn listed_name(&self) -> String {
        self.told_apart(listed_name(&self.last_name, &self.first_name))
    }

    /// "Ola de la Cruz", or "Ola de la Cruz (11)".
    #[must_use]
    pub(crate) fn full_name(&self) -> String {
        self.told_apart(full_name(&self.first_name, &self.last_name))
    }

    fn told_apart(&self, name: String) -> String {
        if self.shares_name {
            format!("{name} ({})", self.id)
        } else {
            name
        }
    }

    /// The group of the last week that the player was there. Empty without one.
    #[must_use]
    pub(crate) fn last_group(&self) -> &str {
        let last = self.weeks.iter().rev().flatten().next();
        last.map_or("", |week| week.group.as_str())
    }
}

impl SeasonWeek {
    /// `row` is in the list of the camp, and `in_group` in that of the group.
    fn new(row: &StandingsRow, group_id: Option<GroupId>, in_group: Option<&StandingsRow>) -> Self {
        Self {
            rank: row.rank,
            shares_rank: row.shares_rank,
            moved: row.moved,
            group_rank: in_group.map(|row| row.rank),
            shares_group_rank: in_group.is_some_and(|row| row.shares_rank),
            group_id,
            rating: row.rating,
            change: row.change,
            games: row.games,
            won: row.won,
            drawn: row.drawn,
            lost: row.lost,
            group: row.group.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::civil::date;

    use super::*;
    use crate::domain::{Game, GameId, GameResult, Group, Ratings, WeekBefore};

    fn player(id: i64, last: &str, first: &str, weekly: i32) -> Player {
        Player {
            id: PlayerId(id),
            last_name: last.to_owned(),
            first_name: first.to_owned(),
            group: Some(GroupId(1)),
            ratings: Ratings {
                weekly,
                permanent: 9999,
            },
            start_permanent: Some(9999),
            ..Player::default()
        }
    }

    fn week(number: i64, players: Vec<Player>, games: &[(i64, i64, GameResult)]) -> CampData {
        let games = (1..).zip(games).map(|(id, (white, black, result))| Game {
            id: GameId(id),
            sequence: id,
            ..Game::new(PlayerId(*white), PlayerId(*black), *result)
        });
        CampData {
            groups: Arc::new(vec![Group {
                id: GroupId(1),
                name: "Gold".to_owned(),
                initial_rating: Some(1200),
                ..Group::default()
            }]),
            players: Arc::new(players),
            next_player: PlayerId(99),
            games: Arc::new(games.collect()),
            ..CampData::new("Camp", Week::new(number, date(2026, 7, 6)))
        }
    }

    #[test]
    fn a_line_has_a_place_for_every_week() {
        let first = week(
            1,
            vec![
                player(1, "Vang", "Mai", 1216),
                player(2, "Akesson", "Bo", 1184),
            ],
            &[(1, 2, GameResult::WhiteWon)],
        );
        let mut gone = player(2, "Akesson", "Bo", 1184);
        gone.leave_before_the_week();
        let second = week(
            2,
            vec![
                player(1, "Vang-Lee", "Mai", 1200),
                gone,
                player(3, "Zoe", "Ann", 1200),
            ],
            &[(1, 3, GameResult::Draw)],
        );
        let season = Season::new(&[first, second]);

        let numbers = season.weeks.iter().map(|week| week.number);
        assert_eq!(numbers.collect::<Vec<_>>(), [1, 2]);
        let names = season.lines.iter().map(SeasonLine::listed_name);
        assert_eq!(
            names.collect::<Vec<_>>(),
            ["Akesson, Bo", "Vang-Lee, Mai", "Zoe, Ann"],
            "by last name, as the latest week has it"
        );
        let places = |line: usize| {
            let weeks = season.lines[line].weeks.iter();
            weeks
                .map(|week| {
                    week.as_ref()
                        .map(|week| (week.rank, week.rating, week.change))
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(places(0), [Some((2, 1184, -16)), None], "inactive");
        assert_eq!(places(1), [Some((1, 1216, 16)), Some((1, 1200, 0))]);
        assert_eq!(places(2), [None, Some((1, 1200, 0))], "a rank is shared");
        let played = season.lines[1].weeks[0].as_ref().expect("week 1");
        assert_eq!(
            (
                played.games,
                played.won,
                played.drawn,
                played.lost,
                played.group.as_str()
            ),
            (1, 1, 0, 0, "Gold")
        );
    }

    /// Groups, and a week before to have moved since.
    #[test]
    fn a_place_is_one_in_the_camp_and_one_in_the_group() {
        let groups = [(1, "Red"), (2, "Gold")].map(|(id, name)| Group {
            id: GroupId(id),
            name: name.to_owned(),
            initial_rating: Some(1000),
            skill_order: id,
            ..Group::default()
        });
        let in_group = |id, last, weekly, group: Option<i64>| Player {
            group: group.map(GroupId),
            ..player(id, last, "Ann", weekly)
        };
        let mut camp = week(
            2,
            vec![
                in_group(1, "Gold", 1300, Some(2)),
                in_group(2, "Red", 1200, Some(1)),
                in_group(3, "Second", 1100, Some(1)),
                in_group(4, "Without", 1000, None),
            ],
            &[(1, 2, GameResult::WhiteWon)],
        );
        camp.groups = Arc::new(groups.to_vec());
        camp.before = Some(Arc::new(WeekBefore {
            week: week(1, Vec::new(), &[]).week,
            groups: groups.to_vec(),
            players: vec![
                in_group(2, "Red", 1100, Some(1)),
                in_group(3, "Second", 1150, Some(1)),
            ],
        }));
        let season = Season::new(&[camp]);
        let places = season.lines.iter().map(|line| {
            let week = line.weeks[0].as_ref().expect("there");
            (week.rank, week.moved, week.group_id, week.group_rank)
        });
        let red = Some(GroupId(1));
        assert_eq!(
            places.collect::<Vec<_>>(),
            [
                (1, Some(Moved::New), Some(GroupId(2)), Some(1)),
                (2, Some(Moved::Ranks(0)), red, Some(1)),
                (3, Some(Moved::Ranks(-2)), red, Some(2)),
                (4, Some(Moved::New), None, None),
            ]
        );
    }

    #[test]
    fn namesakes_are_told_apart_only_where_both_are_there() {
        let players = vec![player(1, "Lee", "Ann", 1200), player(2, "LEE", "Ann", 1190)];
        let season = Season::new(&[week(1, players, &[])]);
        let names = season.lines.iter().map(SeasonLine::listed_name);
        assert_eq!(names.collect::<Vec<_>>(), ["Lee, Ann (1)", "LEE, Ann (2)"]);

        let mut away = player(2, "LEE", "Ann", 1190);
        away.leave_before_the_week();
        let season = Season::new(&[week(1, vec![player(1, "Lee", "Ann", 1200), away], &[])]);
        let names = season.lines.iter().map(SeasonLine::listed_name);
        assert_eq!(names.collect::<Vec<_>>(), ["Lee, Ann"]);
    }

    #[test]
    fn no_week_is_no_season() {
        assert_eq!(Season::new(&[]), Season::default());
    }
}
