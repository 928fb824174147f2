//! What a week is worth a prize: who won, who improved, who played most, and who beat somebody far stronger.
//!
//! Only active players are honoured, and only for games that count. Ratings are the weekly ones, as they are saved; how far
//! apart two players were before a game comes from the recalculation's own replay. Whoever has the same figure has the same
//! rank and shares the prize: nothing else, such as the order of names or of play, decides between them. What more than a few share
//! is no honour, and isn't given.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
    iter,
    ops::ControlFlow,
};

use super::{
    Ladder,
    explain::{PlayedGame, Side, play},
};
use crate::domain::{CampData, GroupId, PlayerId, Scope, Standings, System};

/// What somebody is honoured for.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Award {
    /// The best weekly rating. Nobody wins without a game.
    Winner,
    /// The most points gained since the start of the week.
    MostImproved,
    /// The most games.
    MostGames,
    /// A win against the player who was furthest above the winner before the game.
    BiggestUpset,
}

impl Award {
    /// Every award, in the order of a list of them.
    pub(crate) const ALL: [Self; 4] = [
        Self::Winner,
        Self::BiggestUpset,
        Self::MostImproved,
        Self::MostGames,
    ];

    /// What a list of prizes calls it.
    #[must_use]
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Winner => "Winner",
            Self::BiggestUpset => "Upset of the week",
            Self::MostImproved => "Most improved",
            Self::MostGames => "Most games",
        }
    }
}

/// A player's place in the order of an award.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct AwardPlace {
    /// 1 is best; equal figures share a rank (1, 2, 2, 4).
    pub rank: usize,
    pub player: PlayerId,
    /// Of the winner the weekly rating; of the most improved the points gained; of most games their number; of an upset
    /// the points by which the opponent was rated higher before the game. But for a rating at least 1.
    pub figure: i32,
}

/// Who is honoured for an award.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Given {
    /// Best first, up to the first rank that too many share.
    pub places: Vec<AwardPlace>,
    /// Those who share that rank, and nobody where there is none: they get nothing, nor does anybody below them.
    pub too_many: Vec<AwardPlace>,
}

/// An award among the whole camp or in a group, and who is honoured for it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Prize {
    pub award: Award,
    /// Nothing for the whole camp.
    pub group: Option<GroupId>,
    pub given: Given,
}

/// The figures of a week that awards are given by.
#[derive(Clone, Debug)]
pub(crate) struct Awards {
    /// In the order of their names.
    candidates: Vec<Candidate>,
    /// Best group first.
    groups: Vec<GroupId>,
}

/// An active player with games that count.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    player: PlayerId,
    group: Option<GroupId>,
    rating: i32,
    change: i32,
    games: i32,
    /// The greatest number of points by which a player was rated higher whom this one has beaten.
    upset: Option<i32>,
}

impl Awards {
    /// Looks through the week. The cost grows with its games, as that of a recalculation. Where something keeps a
    /// recalculation from starting there are no upsets, as nobody knows the ratings before a game.
    #[must_use]
    pub(crate) fn new(camp: &CampData) -> Self {
        let upsets = upsets(camp);
        let standings = Standings::new(camp, System::Weekly, Scope::Camp, false);
        let mut candidates = standings
            .rows()
            .filter(|row| row.games > 0)
            .filter_map(|row| {
                let player = camp.player(row.id)?;
                let candidate = Candidate {
                    player: row.id,
                    group: player.group,
                    rating: row.rating,
                    change: row.change,
                    games: i32::try_from(row.games).unwrap_or(i32::MAX),
                    upset: upsets.get(&row.id).copied(),
                };
                Some((player.sort_key(), candidate))
            })
            .collect::<Vec<_>>();
        candidates.sort_by(|(one, _), (other, _)| one.cmp(other));
        Self {
            candidates: candidates.into_iter().map(|(_, found)| found).collect(),
            groups: camp.groups.iter().rev().map(|group| group.id).collect(),
        }
    }

    /// Every prize up to this place, in the order in which prizes are listed: of the whole camp with the winner of each group (but of one that
    /// everybody is in), of each group by itself, or of one. Where each player gets `only_one`, it is the best: what somebody has who gets a
    /// better one goes to the next in line.
    #[must_use]
    pub(crate) fn prizes(&self, scope: Scope, places: usize, only_one: bool) -> Vec<Prize> {
        let all = |group| Award::ALL.map(|award| (award, group));
        let groups = self.groups.iter().copied().map(Some);
        let wanted = match scope {
            Scope::Camp => {
                // Where everybody is of one group, its winner is that of the camp.
                let is_everybody =
                    |group: &Option<GroupId>| self.candidates.iter().all(|it| it.group == *group);
                let groups = groups.filter(|group| !is_everybody(group));
                let winners = groups.map(|group| (Award::Winner, group));
                all(None).into_iter().chain(winners).collect::<Vec<_>>()
            }
            Scope::ByGroup => groups.flat_map(all).collect(),
            Scope::Group(group) => all(Some(group)).into(),
        };
        let given = if only_one {
            self.given_once(&wanted, places)
        } else {
            let wanted = wanted.iter();
            wanted
                .map(|(award, group)| self.given(*award, *group, places))
                .collect()
        };
        let prizes = wanted.into_iter().zip(given);
        let prizes = prizes.map(|((award, group), given)| Prize {
            award,
            group,
            given,
        });
        prizes.collect()
    }

    /// The best figure for an award, in the whole camp or in a group; nothing where nobody deserves it.
    #[must_use]
    pub(crate) fn best(&self, award: Award, group: Option<GroupId>) -> Option<i32> {
        let places = self.of_group(group).filter_map(|it| it.for_award(award));
        places.map(|place| place.figure).max()
    }

    /// Who gets an award up to this place, in the whole camp or in a group; players of equal figures by name. A place that more than
    /// a quarter of the players share isn't given, nor one that more than three do; but two may always share.
    #[must_use]
    pub(crate) fn given(&self, award: Award, group: Option<GroupId>, places: usize) -> Given {
        let most_sharing = self.most_sharing(group);
        let mut order = self.places(award, group, places);
        let mut ranks = order.chunk_by(|one, other| one.rank == other.rank);
        let Some(crowd) = ranks.find(|sharing| sharing.len() > most_sharing) else {
            return Given {
                places: order,
                too_many: Vec::new(),
            };
        };
        let (rank, count) = (crowd[0].rank, crowd.len());
        let mut too_many = order.split_off(rank - 1);
        too_many.truncate(count);
        Given {
            places: order,
            too_many,
        }
    }

    /// The same for several awards, where nobody is honoured twice: all first places are given, then all second ones, in the order of the
    /// awards, and who has a place already is passed over, so that the next in line gets it.
    fn given_once(&self, awards: &[(Award, Option<GroupId>)], places: usize) -> Vec<Given> {
        let orders = awards
            .iter()
            .map(|(award, group)| self.places(*award, *group, usize::MAX))
            .collect::<Vec<_>>();
        let mut all = vec![Given::default(); awards.len()];
        let mut honoured = HashSet::new();
        let most_places = orders.iter().map(Vec::len).max().unwrap_or(0).min(places);
        for rank in 1..=most_places {
            for ((given, order), (_, group)) in all.iter_mut().zip(&orders).zip(awards) {
                // A place that is shared takes those after it.
                if !given.too_many.is_empty() || given.places.len() >= rank {
                    continue;
                }
                let mut left = order
                    .iter()
                    .filter(|place| !honoured.contains(&place.player));
                let Some(next) = left.next() else { continue };
                let sharing = left.take_while(|place| place.figure == next.figure);
                let sharing = iter::once(next).chain(sharing);
                let sharing = sharing.map(|place| AwardPlace { rank, ..*place });
                let sharing = sharing.collect::<Vec<_>>();
                if sharing.len() > self.most_sharing(*group) {
                    given.too_many = sharing;
                } else {
                    honoured.extend(sharing.iter().map(|place| place.player));
                    given.places.extend(sharing);
                }
            }
        }
        all
    }

    /// So many may share a place of an award that is given.
    fn most_sharing(&self, group: Option<GroupId>) -> usize {
        (self.of_group(group).count() / 4).clamp(2, 3)
    }

    fn of_group(&self, group: Option<GroupId>) -> impl Iterator<Item = &Candidate> {
        let candidates = self.candidates.iter();
        candidates.filter(move |candidate| group.is_none() || candidate.group == group)
    }

    /// Who is among the first `places` for an award, in the whole camp or in a group; players of equal figures by name.
    /// Who shares the last place is there too. Empty where nobody deserves it.
    #[must_use]
    fn places(&self, award: Award, group: Option<GroupId>, places: usize) -> Vec<AwardPlace> {
        let mut order = self
            .of_group(group)
            .filter_map(|candidate| candidate.for_award(award))
            .collect::<Vec<_>>();
        order.sort_by_key(|place| Reverse(place.figure));
        for at in 0..order.len() {
            order[at].rank = match at.checked_sub(1).map(|above| order[above]) {
                Some(above) if above.figure == order[at].figure => above.rank,
                _ => at + 1,
            };
        }
        order.retain(|place| place.rank <= places);
        order
    }
}

impl Candidate {
    /// What counts for an award, still without a rank; nothing where there is nothing to honour.
    fn for_award(&self, award: Award) -> Option<AwardPlace> {
        let figure = match award {
            Award::Winner => self.rating,
            Award::MostImproved if self.change > 0 => self.change,
            Award::MostImproved => return None,
            Award::MostGames => self.games,
            Award::BiggestUpset => self.upset?,
        };
        Some(AwardPlace {
            rank: 0,
            player: self.player,
            figure,
        })
    }
}

/// The points of each player's greatest upset. None where the week can't be played.
fn upsets(camp: &CampData) -> HashMap<PlayerId, i32> {
    let mut upsets = HashMap::<PlayerId, i32>::new();
    let played = play(
        camp,
        &Ladder::new(camp),
        |game| game.counts,
        |game| {
            if let Some((winner, above)) = upset(&game) {
                let greatest = upsets.entry(winner).or_insert(above);
                *greatest = above.max(*greatest);
            }
            ControlFlow::Continue(())
        },
        |_, _| ControlFlow::Continue(()),
    );
    if played.is_ok() {
        upsets
    } else {
        HashMap::new()
    }
}

/// The winner of a game who was rated lower, and by how many points.
fn upset(game: &PlayedGame) -> Option<(PlayerId, i32)> {
    let winner = match game.result.sign() {
        1 => Side::White,
        -1 => Side::Black,
        _ => return None,
    };
    let working = game.working(System::Weekly).of(winner);
    let above = working.opponent - working.before;
    (above > 0).then_some((game.player(winner), above))
}

#[cfg(test)]
mod tests;
