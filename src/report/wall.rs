//! Standings to be read across a room.

use std::num::NonZeroUsize;

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    standings::{list_title, since},
};
use crate::domain::{CampData, Moved, Section, Standings, StandingsRow, System};

pub(super) const KIND: Kind = Kind {
    word: "wall",
    title: "Wall standings",
    about: "Rank and name in the largest type that the pages have room for, to be read across a room.",
    group: PrintGroup::Results,
    choices: &[
        Choice::Paper,
        Choice::Scope,
        Choice::Top,
        Choice::Pages,
        Choice::Arrows,
        Choice::Ratings,
    ],
    default_choices: || PrintChoices {
        // The figures would take a fifth of the size of the names.
        ratings: false,
        ..PrintChoices::default()
    },
    template: Template {
        file: "wall.typ",
        text: include_str!("templates/wall.typ"),
    },
    is_letterhead: false,
    fill,
};

/// Each list is fitted on pages of its own: lists of groups hang in the rooms of the groups.
fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let scope = choices.scope.in_camp(camp)?;
    let standings = Standings::new(camp, System::Weekly, scope, false);
    let wall = Wall {
        pages: choices.pages,
        ratings: choices.ratings,
        since: since(camp, choices),
        lists: standings
            .sections
            .iter()
            .map(|section| List::new(camp, section, choices))
            .collect(),
    };
    Filled::new(choices.scope.titled("wall standings", camp), &wall)
}

/// What the template reads. It has no place for a permanent rating.
#[derive(Debug, Serialize)]
struct Wall<'a> {
    /// The most pages for each list.
    pages: NonZeroUsize,
    ratings: bool,
    /// "Week 2": the week that places are compared with. `None` if they are not.
    since: Option<String>,
    lists: Vec<List<'a>>,
}

#[derive(Debug, Serialize)]
struct List<'a> {
    title: &'a str,
    /// How many players there are, listed or not.
    players: usize,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    rank: usize,
    /// What a name is broken into where the type is so large that it takes two lines: "Ola", "de la Cruz (11)". One of
    /// them may be empty.
    names: [String; 2],
    rating: i32,
    moved: Option<Moved>,
}

impl<'a> List<'a> {
    fn new(camp: &CampData, section: &'a Section, choices: &PrintChoices) -> Self {
        let rows = section.rows.iter();
        Self {
            title: list_title(section, camp),
            players: section.rows.len(),
            rows: rows
                .filter(|row| choices.is_among_first(row.rank))
                .map(Row::new)
                .collect(),
        }
    }
}

impl Row {
    fn new(row: &StandingsRow) -> Self {
        let [first, last] = row.names();
        Self {
            rank: row.rank,
            names: [first, last],
            rating: row.rating,
            moved: row.moved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{
        Pages, Print, PrintScope,
        tests::{assert_sheets, assert_within_margins, laid, plain_camp, texts, with_week_before},
    };

    fn on(camp: &CampData, pages: usize) -> Pages {
        let choices = PrintChoices {
            pages: NonZeroUsize::new(pages).expect("a page"),
            ..Print::Wall.default_choices()
        };
        laid(Print::Wall, camp, &choices).pages
    }

    /// The size of the type that ranks are set in, in points.
    fn size(pages: &Pages) -> f64 {
        let sizes = pages.type_sizes(0);
        let rank = sizes.iter().find(|(text, _)| text == "1");
        rank.expect("the first rank").1
    }

    #[test]
    fn the_type_grows_with_the_pages_until_nothing_is_gained() {
        let camp = plain_camp(60);
        let mut last = 0.0;
        for (pages, taken) in [(1, 1), (2, 2), (4, 4)] {
            let pages = on(&camp, pages);
            assert_eq!(pages.count(), taken);
            assert_sheets(&pages);
            assert!(size(&pages) > 1.3 * last, "{} after {last}", size(&pages));
            last = size(&pages);
        }
        assert!(last > 30.0, "{last}");

        let few = plain_camp(2);
        let pages = on(&few, 10);
        assert_eq!(pages.count(), 2, "a page for each, and no stray one");
        assert!(size(&pages) > 90.0, "{}", size(&pages));
    }

    #[test]
    fn capitals_are_never_higher_than_two_inches() {
        let mut camp = plain_camp(1);
        let mut player = camp.players[0].clone();
        (player.first_name, player.last_name) = ("Al".to_owned(), "Li".to_owned());
        camp.players = vec![player].into();
        let size = size(&on(&camp, 1));
        assert!((size * 0.711 - 144.0).abs() < 0.5, "{size}");
    }

    #[test]
    fn one_endless_name_does_not_rule_the_others() {
        let plain = plain_camp(60);
        let mut with_one = plain.clone();
        let mut list = plain.players.to_vec();
        list[30].last_name = "W".repeat(80);
        list[30].first_name = "M".repeat(80);
        with_one.players = list.into();
        for pages in [1, 3] {
            let (usual, with_one) = (on(&plain, pages), on(&with_one, pages));
            assert!(
                size(&with_one) > 0.85 * size(&usual),
                "{} of {}",
                size(&with_one),
                size(&usual)
            );
            assert_eq!(with_one.count(), pages);
            for page in 0..pages {
                assert_within_margins(&with_one, page, 50);
            }
        }
    }

    #[test]
    fn each_group_is_fitted_on_pages_of_its_own() {
        let choices = PrintChoices {
            scope: PrintScope::ByGroup,
            pages: const { NonZeroUsize::MIN },
            ratings: true,
            ..Print::Wall.default_choices()
        };
        let camp = with_week_before(plain_camp(40));
        let pages = laid(Print::Wall, &camp, &choices).pages;
        assert_eq!(pages.count(), 5);
        assert_sheets(&pages);
        let groups = ["Gold", "Blue", "Red", "Purple", "Without a group"];
        for (text, group) in texts(&pages).iter().zip(groups) {
            assert!(text.contains(&format!("{group}\t")), "{group}: {text}");
            assert!(text.contains("moved since Week 2"), "{text}");
        }
        assert!(
            texts(&pages)[3].contains("Mai Last1\t1400"),
            "{:?}",
            texts(&pages)[3]
        );
    }
}
