//! Who met whom, and how the games ended.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, PrintScope, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    standings::list_title,
};
use crate::domain::{CampData, Game, PlayerId, Section, Standings, System};

pub(super) const KIND: Kind = Kind {
    word: "crosstable",
    title: "Weekly crosstable",
    about: "Who met whom in a group, and how the games ended; games against others are counted beside it.",
    group: PrintGroup::Results,
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::Inactive,
        Choice::FunGames,
        Choice::NewPages,
    ],
    default_choices: || PrintChoices {
        scope: PrintScope::ByGroup,
        new_pages: false,
        ..PrintChoices::default()
    },
    template: Template {
        file: "crosstable.typ",
        text: include_str!("templates/crosstable.typ"),
    },
    is_letterhead: true,
    fill,
};

fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let scope = choices.scope.in_camp(camp)?;
    let standings = Standings::new(camp, System::Weekly, scope, choices.inactive);
    let games = GamesOf::new(camp, choices.fun_games);
    let crosstable = Crosstable {
        fun_games: choices.fun_games && camp.games.iter().any(|game| !game.counts),
        new_page_per_list: choices.new_pages,
        lists: standings
            .sections
            .iter()
            .filter(|section| !section.rows.is_empty())
            .map(|section| List::new(camp, section, &games))
            .collect(),
    };
    Filled::new(choices.scope.titled("crosstable", camp), &crosstable)
}

/// What the template reads.
#[derive(Debug, Serialize)]
struct Crosstable<'a> {
    /// Whether there may be games that don't count.
    fun_games: bool,
    new_page_per_list: bool,
    /// Without those that nobody is in.
    lists: Vec<List<'a>>,
}

#[derive(Debug, Serialize)]
struct List<'a> {
    title: &'a str,
    /// As they stand. A row's place in the list, counted from 1, is the number of its column.
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: String,
    active: bool,
    /// Only the opponents that the player met, by their places, counted from 0.
    met: Vec<Meeting>,
    /// Against everybody who isn't listed.
    others: Score,
    /// Against everybody.
    total: Score,
}

/// The games of two players of a list, in order of play.
#[derive(Debug, Serialize)]
struct Meeting {
    place: usize,
    games: Vec<Played>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Played {
    /// In half points, from the row's view: 2, 1 or 0.
    halves: u32,
    counts: bool,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Score {
    /// In half points, of games that count.
    halves: u32,
    /// Games that count.
    games: u32,
    /// Games that don't.
    fun: u32,
}

impl Score {
    fn add(&mut self, game: Played) {
        if game.counts {
            self.halves += game.halves;
            self.games += 1;
        } else {
            self.fun += 1;
        }
    }
}

/// The games of each player, in order of play: the opponent, and the game from the player's view.
struct GamesOf(HashMap<PlayerId, Vec<(PlayerId, Played)>>);

impl GamesOf {
    fn new(camp: &CampData, fun_games: bool) -> Self {
        let mut games = HashMap::<_, Vec<_>>::with_capacity(camp.players.len());
        let kept = |game: &&Game| game.counts || fun_games;
        for game in camp.games.iter().filter(kept) {
            let sign = game.result.sign();
            for (player, opponent, sign) in [
                (game.white, game.black, sign),
                (game.black, game.white, -sign),
            ] {
                let played = Played {
                    halves: (sign + 1).unsigned_abs(),
                    counts: game.counts,
                };
                games.entry(player).or_default().push((opponent, played));
            }
        }
        Self(games)
    }

    fn of(&self, player: PlayerId) -> &[(PlayerId, Played)] {
        self.0.get(&player).map_or(&[], Vec::as_slice)
    }
}

impl<'a> List<'a> {
    fn new(camp: &CampData, section: &'a Section, games: &GamesOf) -> Self {
        let places = section.rows.iter().map(|row| row.id).zip(0..);
        let places = places.collect::<HashMap<_, _>>();
        let rows = section.rows.iter().map(|row| {
            let mut met = BTreeMap::<usize, Vec<Played>>::new();
            let (mut others, mut total) = (Score::default(), Score::default());
            for (opponent, played) in games.of(row.id) {
                total.add(*played);
                match places.get(opponent) {
                    Some(place) => met.entry(*place).or_default().push(*played),
                    None => others.add(*played),
                }
            }
            let met = met.into_iter();
            Row {
                name: row.listed_name(),
                active: row.active,
                met: met.map(|(place, games)| Meeting { place, games }).collect(),
                others,
                total,
            }
        });
        Self {
            title: list_title(section, camp),
            rows: rows.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{
        Print,
        tests::{assert_sheets, assert_within_margins, camp, laid, texts},
    };

    fn in_camp(fun_games: bool) -> PrintChoices {
        PrintChoices {
            scope: PrintScope::Camp,
            fun_games,
            ..Print::Crosstable.default_choices()
        }
    }

    #[test]
    fn games_are_seen_from_each_row_and_add_up() {
        let camp = camp(13);
        let standings = Standings::new(&camp, System::Weekly, crate::domain::Scope::ByGroup, false);
        let games = GamesOf::new(&camp, true);
        for section in &standings.sections {
            let list = List::new(&camp, section, &games);
            for (place, (row, standing)) in list.rows.iter().zip(&section.rows).enumerate() {
                assert_eq!(row.total.games as usize, standing.games);
                assert_eq!(
                    row.total.halves as usize,
                    2 * standing.won + standing.drawn,
                    "points are those of the standings"
                );
                let mut inside = Score::default();
                for meeting in &row.met {
                    let other = &list.rows[meeting.place];
                    let same = other.met.iter().find(|back| back.place == place);
                    let same = &same.expect("the other has met this one").games;
                    for (game, back) in meeting.games.iter().zip(same) {
                        inside.add(*game);
                        assert_eq!((game.halves + back.halves, game.counts), (2, back.counts));
                    }
                }
                let sum = |of: fn(&Score) -> u32| of(&inside) + of(&row.others);
                assert_eq!(sum(|score| score.games), row.total.games, "none is lost");
                assert_eq!(sum(|score| score.halves), row.total.halves);
                assert_eq!(sum(|score| score.fun), row.total.fun);
            }
        }
    }

    #[test]
    fn fun_games_stand_in_brackets_or_are_left_out() {
        let camp = camp(12);
        let with = texts(&laid(Print::Crosstable, &camp, &in_camp(true)).pages).concat();
        assert!(
            with.contains("in brackets: fun games") && with.contains("(½)"),
            "{with}"
        );
        let without = texts(&laid(Print::Crosstable, &camp, &in_camp(false)).pages).concat();
        assert!(
            !without.contains("brackets") && !without.contains("(½)"),
            "{without}"
        );
        // Two games with each of the fourth and eighth on either side: 4 × 1 to 5 in all.
        assert!(without.contains("Others\tPoints"), "{without}");
    }

    #[test]
    fn a_long_list_lies_on_its_side_and_then_goes_over_two_sheets() {
        for (players, sheets) in [(9, 1), (20, 1), (30, 2)] {
            let mut camp = camp(players);
            camp.games = camp
                .games
                .iter()
                .step_by(5)
                .cloned()
                .collect::<Vec<_>>()
                .into();
            let pages = laid(Print::Crosstable, &camp, &in_camp(true)).pages;
            assert_sheets(&pages);
            let size = pages.size(0).expect("a page");
            assert_eq!(size.width > size.height, players > 9, "{players}");
            let texts = texts(&pages);
            let across = texts.iter().filter(|text| text.contains("across")).count();
            assert_eq!(across, if sheets == 1 { 0 } else { sheets });
            for (page, text) in texts.iter().enumerate() {
                assert_within_margins(&pages, page, 50);
                assert!(text.contains("Row\tName\t"), "{text}");
            }
            let ends = texts.iter().filter(|text| text.contains("Others\tPoints"));
            assert_eq!(ends.count(), pages.count() / sheets, "{players}");
        }
    }

    #[test]
    fn a_list_that_nobody_would_lay_out_has_its_games_in_rows() {
        let camp = camp(125);
        let pages = laid(Print::Crosstable, &camp, &in_camp(true)).pages;
        assert_sheets(&pages);
        let texts = texts(&pages);
        assert!(texts.len() < 6, "{}", texts.len());
        for (page, text) in texts.iter().enumerate() {
            assert_within_margins(&pages, page, 50);
            assert!(text.contains("Won, drawn or lost against row"), "{text}");
            assert!(!text.contains("across"), "{text}");
        }

        let standings = Standings::new(&camp, System::Weekly, crate::domain::Scope::Camp, false);
        let ranks = standings.sections[0].rows.iter().map(|row| row.id).zip(1..);
        let ranks = ranks.collect::<HashMap<_, _>>();
        let text = texts.concat();
        let words = text.split_whitespace().collect::<Vec<_>>();
        let count = |word: &str| words.iter().filter(|other| **other == word).count();
        let first = standings.sections[0].rows[0].id;
        let games = camp.games.iter().filter(|game| game.counts);
        let beaten = games.filter_map(|game| match game.result.sign() {
            1 if game.white == first => Some(game.black),
            -1 if game.black == first => Some(game.white),
            _ => None,
        });
        let beaten = beaten.collect::<Vec<_>>();
        assert!(!beaten.is_empty());
        for loser in &beaten {
            let rank = ranks[loser];
            assert!(count(&format!("W{rank}")) > 0, "against {rank}");
        }
        assert_eq!(
            count("L1"),
            beaten.len(),
            "the same games from the other side"
        );
    }
}
