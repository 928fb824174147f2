//! A player's week, for the parents: a page for each player.

mod words;

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    rated::rated,
    roster::chosen,
    standings::since,
};
use crate::{
    domain::{
        CampData, Game, Moved, Player, PlayerId, PublicNames, PublishedNames, Scope, Standings,
        System,
    },
    rating::camp_ladder::explain::{PlayedGame, PlayerWeek, explain_players},
};

pub(super) const KIND: Kind = Kind {
    word: "player-week",
    title: "Player’s week",
    about: "Games, rating and places of a player, with a chart and in plain words: a page for each, to take home.",
    group: PrintGroup::LastDay,
    choices: &[
        Choice::Paper,
        Choice::Player,
        Choice::Scope,
        Choice::Arrows,
        Choice::BothSides,
        Choice::Inactive,
    ],
    default_choices: PrintChoices::default,
    template: Template {
        file: "player-week.typ",
        text: include_str!("../templates/player-week.typ"),
    },
    is_letterhead: true,
    fill,
};

/// What the template reads. It has no place for a permanent rating.
#[derive(Debug, Serialize)]
struct PlayerWeeks<'a> {
    /// Whether the games stand on the back of each player's sheet.
    both_sides: bool,
    players: Vec<Page<'a>>,
}

#[derive(Debug, Serialize)]
struct Page<'a> {
    /// "Ola de la Cruz", with the number where two children have this name.
    name: String,
    group: Option<&'a str>,
    /// The weekly rating now.
    rating: i32,
    /// Since the start of the week; `None` where it isn't known.
    change: Option<i32>,
    /// Among the group, or among the camp for who has none; nothing for an inactive player.
    place: Option<Place>,
    /// Games that count: won, drawn, lost.
    tally: [usize; 3],
    /// The week for parents.
    sentences: Vec<String>,
    /// What the ratings mean.
    meaning: &'static str,
    games: Vec<GameRow>,
    /// The rating before the first game and after each that counts; empty where it isn't known.
    ratings: Vec<i32>,
}

#[derive(Clone, Debug, Serialize)]
struct Place {
    /// "in the group Gold", "in the camp"
    among: String,
    /// "=7" where several share it.
    rank: String,
    players: usize,
    /// Ranks gained since the week before, lost ones as a negative number; `None` where there is nothing to compare with.
    moved: Option<i32>,
    /// "Week 2": the week before.
    since: Option<String>,
}

#[derive(Debug, Serialize)]
struct GameRow {
    /// The game's number in the week.
    number: i64,
    /// "Jul 6"
    date: Option<String>,
    /// "Ann L.", with the number where two are called so: others' parents need no more.
    opponent: String,
    is_white: bool,
    /// 1 for a win, 0 for a draw, −1 for a loss.
    points: i32,
    /// Whether it moves the ratings.
    counts: bool,
    rated: Option<Rated>,
}

/// The arithmetic of a game as the player sees it.
#[derive(Debug, Serialize)]
struct Rated {
    opponent: i32,
    before: i32,
    change: i32,
    after: i32,
}

fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let (camp, remarks) = rated(camp);
    let players = chosen(&camp, choices)?;
    let ids = players.iter().map(|player| player.id).collect::<Vec<_>>();
    // They are all there, and nobody stops it: what keeps it from being known is among the remarks.
    let explained = explain_players(&camp, &ids, |_, _| ControlFlow::Continue(()));
    let weeks = explained.unwrap_or_default();
    let facts = Facts::new(&camp, choices, &ids);
    let pages = players.iter().enumerate();
    let pages = pages.map(|(place, player)| facts.page(player, weeks.get(place)));
    let whose = match players.as_slice() {
        [player] => player.full_name(),
        _ => choices.scope.titled("players’ weeks", &camp),
    };
    let report = PlayerWeeks {
        both_sides: choices.both_sides,
        players: pages.collect(),
    };
    Ok(Filled::new(whose, &report)?.remarked(remarks))
}

/// What is gathered once for all pages.
struct Facts<'a> {
    camp: &'a CampData,
    namesakes: HashSet<PlayerId>,
    /// What everybody is called on the sheets of others.
    names: PublicNames,
    /// The games of everybody who has a page, in order of play.
    games: HashMap<PlayerId, Vec<&'a Game>>,
    /// Of those who have one.
    places: HashMap<PlayerId, Place>,
}

impl<'a> Facts<'a> {
    fn new(camp: &'a CampData, choices: &PrintChoices, ids: &[PlayerId]) -> Self {
        let mut games = ids
            .iter()
            .map(|id| (*id, Vec::new()))
            .collect::<HashMap<_, Vec<&Game>>>();
        for game in camp.games.iter() {
            for player in [game.white, game.black] {
                if let Some(games) = games.get_mut(&player) {
                    games.push(game);
                }
            }
        }
        Self {
            camp,
            namesakes: camp.namesakes(),
            names: PublicNames::new(camp, camp.players.iter(), PublishedNames::Initial),
            games,
            places: places(camp, since(camp, choices).as_deref()),
        }
    }

    fn page(&self, player: &'a Player, week: Option<&PlayerWeek>) -> Page<'a> {
        let games = self.games.get(&player.id).map_or(&[][..], Vec::as_slice);
        let rating_of = |place| week.and_then(|week| Some((week, week.games.get(place)?)));
        let games = games.iter().enumerate();
        let games = games
            .map(|(place, game)| self.row(game, player.id, rating_of(place)))
            .collect::<Vec<_>>();
        let tally = [1, 0, -1].map(|points| {
            let of_result = |row: &&GameRow| row.counts && row.points == points;
            games.iter().filter(of_result).count()
        });
        let counting = games.iter().filter(|row| row.counts);
        let rated = counting.filter_map(|row| row.rated.as_ref());
        let first = week.map(|week| week.start.weekly);
        Page {
            name: player.named_among(&self.namesakes),
            group: player.group.map(|group| self.camp.group_name(Some(group))),
            rating: player.ratings.weekly,
            change: first.map(|first| player.ratings.weekly - first),
            place: self.places.get(&player.id).cloned(),
            tally,
            sentences: words::sentences(self.camp, &self.names, player, week),
            meaning: words::MEANING,
            ratings: first
                .into_iter()
                .chain(rated.map(|rated| rated.after))
                .collect(),
            games,
        }
    }

    fn row(
        &self,
        game: &Game,
        player: PlayerId,
        rated: Option<(&PlayerWeek, &PlayedGame)>,
    ) -> GameRow {
        let is_white = game.white == player;
        let opponent = if is_white { game.black } else { game.white };
        let sign = game.result.sign();
        GameRow {
            number: game.sequence,
            date: game.date.map(|date| date.strftime("%b %-d").to_string()),
            opponent: self.names.of(opponent),
            is_white,
            points: if is_white { sign } else { -sign },
            counts: game.counts,
            rated: rated.map(|(week, game)| {
                let working = week.working(game, System::Weekly);
                Rated {
                    opponent: working.opponent,
                    before: working.before,
                    change: working.change,
                    after: working.after,
                }
            }),
        }
    }
}

/// Everybody's place in the list of the own group, or of the camp for who has no group. In a group a camper is among equals:
/// what a place in the whole camp says is mostly which group it is. Before the first game there are none: everybody of a group
/// has the same rating.
fn places(camp: &CampData, since: Option<&str>) -> HashMap<PlayerId, Place> {
    if !camp.has_counted_games() {
        return HashMap::new();
    }
    let of_camp = Standings::new(camp, System::Weekly, Scope::Camp, false);
    let of_groups = Standings::new(camp, System::Weekly, Scope::ByGroup, false);
    let mut places = HashMap::new();
    let lists = of_camp.sections.iter().chain(&of_groups.sections);
    for section in lists {
        for row in &section.rows {
            let among = match &section.group {
                Some(_) if row.group.is_empty() => continue,
                Some(group) => format!("in the group {group}"),
                None if camp.is_club() => "in the club".to_owned(),
                None => "in the camp".to_owned(),
            };
            let place = Place {
                among,
                rank: row.shown_rank(),
                players: section.rows.len(),
                moved: match row.moved {
                    Some(Moved::Ranks(ranks)) if since.is_some() => Some(ranks),
                    _ => None,
                },
                since: since.map(str::to_owned),
            };
            places.insert(row.id, place);
        }
    }
    places
}

#[cfg(test)]
mod tests;
