//! The week as the arithmetic wants it: start ratings and games in order of play.

use std::collections::HashMap;

use crate::{
    domain::{
        CampData, GameId, GameResult, Group, GroupId, LadderProblem, Player, PlayerId, Ratings,
    },
    rating::places::Places,
};

/// A player before the first game of the week.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Entrant {
    pub id: PlayerId,
    pub start: Ratings,
    /// The ratings that are saved now; only to tell how many a recalculation changed.
    pub saved: Ratings,
}

/// A game that counts, between two places of [`Ladder::entrants`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Pairing {
    pub white: u32,
    pub black: u32,
    pub result: GameResult,
}

/// Players with their start ratings, and the games that count.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Ladder {
    /// By player number.
    pub entrants: Vec<Entrant>,
    /// In order of play.
    pub games: Vec<Pairing>,
    /// Whatever is wrong or doubtful with the players and the games.
    pub problems: Vec<LadderProblem>,
}

impl Ladder {
    /// The open week of a camp.
    pub fn new(camp: &CampData) -> Self {
        let mut builder = LadderBuilder::new(&camp.groups, &camp.players);
        for game in camp.games.iter().filter(|game| game.counts) {
            builder.add_game(game.id, game.white, game.black, game.result);
        }
        builder.finish()
    }

    /// Everybody's ratings before the first game, in the order of the entrants.
    pub(super) fn start_ratings(&self) -> Vec<Ratings> {
        self.entrants.iter().map(|entrant| entrant.start).collect()
    }

    /// How many have another rating saved than these, in the order of the entrants.
    pub(super) fn changed(&self, ratings: &[Ratings]) -> usize {
        let both = self.entrants.iter().zip(ratings);
        both.filter(|(entrant, now)| entrant.saved != **now).count()
    }
}

/// Gathers a ladder from players and then from games in order of play, one by one, so that a long week need not be
/// held in memory as anything but pairings.
#[derive(Debug)]
pub(crate) struct LadderBuilder {
    ladder: Ladder,
    places: Places,
    /// The places of those who were inactive before the week, and their games in it.
    inactive: HashMap<u32, Vec<GameId>>,
}

impl LadderBuilder {
    /// Gives every player his or her start ratings: those of the start of the week, or the frozen ones of somebody who was inactive before
    /// it.
    ///
    /// `players` are in the order of their numbers.
    pub(crate) fn new(groups: &[Group], players: &[Player]) -> Self {
        let initial_ratings = groups
            .iter()
            .map(|group| (group.id, group.initial_rating))
            .collect::<HashMap<_, _>>();
        let mut problems = Vec::new();
        // A club without groups has no start ratings either, and needs none.
        let has_groups = !groups.is_empty();
        if !has_groups && players.iter().any(|player| player.active) {
            problems.push(LadderProblem::NoGroupsAtAll);
        }
        let mut without_initial_rating = Vec::<(GroupId, Vec<PlayerId>)>::new();
        let mut inactive = HashMap::new();
        let mut entrants = Vec::with_capacity(players.len());
        for (place, player) in (0_u32..).zip(players) {
            let start = if let Some(frozen) = player.frozen {
                inactive.insert(place, Vec::new());
                frozen
            } else {
                if player.start_permanent.is_none() && has_groups {
                    problems.push(LadderProblem::BlankStart { player: player.id });
                }
                let weekly = match player.group {
                    None => {
                        if has_groups {
                            problems.push(LadderProblem::NoGroup { player: player.id });
                        }
                        None
                    }
                    Some(group) => {
                        let initial = initial_ratings.get(&group).copied().flatten();
                        if initial.is_none() {
                            list_under(&mut without_initial_rating, group, player.id);
                        }
                        initial
                    }
                };
                Ratings {
                    weekly: weekly.unwrap_or(0),
                    permanent: player.start_permanent.unwrap_or(0),
                }
            };
            entrants.push(Entrant {
                id: player.id,
                start,
                saved: player.ratings,
            });
        }
        let unrated = without_initial_rating
            .into_iter()
            .map(|(group, players)| LadderProblem::NoInitialRating { group, players });
        problems.extend(unrated);
        Self {
            places: Places::new(players.iter().map(|player| player.id)),
            ladder: Ladder {
                entrants,
                games: Vec::new(),
                problems,
            },
            inactive,
        }
    }

    /// Adds the next game that counts.
    pub(crate) fn add_game(
        &mut self,
        id: GameId,
        white: PlayerId,
        black: PlayerId,
        result: GameResult,
    ) {
        let (Some(white_at), Some(black_at)) = (self.places.of(white), self.places.of(black))
        else {
            for player in [white, black] {
                if self.places.of(player).is_none() {
                    let problem = LadderProblem::UnknownPlayer { game: id, player };
                    self.ladder.problems.push(problem);
                }
            }
            return;
        };
        if white_at == black_at {
            let problem = LadderProblem::SamePlayer {
                game: id,
                player: white,
            };
            self.ladder.problems.push(problem);
            return;
        }
        if !self.inactive.is_empty() {
            for place in [white_at, black_at] {
                if let Some(games) = self.inactive.get_mut(&place) {
                    games.push(id);
                }
            }
        }
        self.ladder.games.push(Pairing {
            white: white_at,
            black: black_at,
            result,
        });
    }

    /// The ladder, complete.
    pub(crate) fn finish(mut self) -> Ladder {
        let mut playing = self
            .inactive
            .into_iter()
            .filter(|(_, games)| !games.is_empty())
            .collect::<Vec<_>>();
        playing.sort_unstable();
        for (place, games) in playing {
            let player = self.ladder.entrants[place as usize].id;
            let problem = LadderProblem::InactiveWithGames { player, games };
            self.ladder.problems.push(problem);
        }
        self.ladder
    }
}

fn list_under(lists: &mut Vec<(GroupId, Vec<PlayerId>)>, group: GroupId, player: PlayerId) {
    match lists.iter_mut().find(|(listed, _)| *listed == group) {
        Some((_, players)) => players.push(player),
        None => lists.push((group, vec![player])),
    }
}
