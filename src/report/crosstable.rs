//! Who met whom, and how the games ended.

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, PrintScope, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    standings::list_title,
};
use crate::domain::{CampData, CrosstableRow, GamesOf, Section, Standings, System};

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
    #[serde(flatten)]
    games: CrosstableRow,
}

impl<'a> List<'a> {
    fn new(camp: &CampData, section: &'a Section, games: &GamesOf) -> Self {
        let ids = section.rows.iter().map(|row| row.id);
        let rows = section.rows.iter().zip(games.crosstable(ids));
        let rows = rows.map(|(row, games)| Row {
            name: row.listed_name(),
            active: row.active,
            games,
        });
        Self {
            title: list_title(section, camp),
            rows: rows.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

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
