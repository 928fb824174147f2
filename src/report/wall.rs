//! Standings to be read across a room.

use std::num::NonZeroUsize;

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    standings::{first_of, list_title, since},
};
use crate::domain::{CampData, Moved, Section, Standings, StandingsRow, System};

pub(super) const KIND: Kind = Kind {
    word: "wall",
    title: "Wall standings",
    about: "Rank and name to be read across a room: all lists in one size, on the fewest pages or on as many as you like.",
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

fn fill(camp: &CampData, choices: &PrintChoices, _printed: Date) -> Result<Filled, ReportError> {
    let scope = choices.scope.in_camp(camp)?;
    let standings = Standings::new(camp, System::Weekly, scope, false);
    if standings.rows().next().is_none() {
        return Err(ReportError::no_players(choices));
    }
    let wall = Wall {
        most_pages: choices.most_pages,
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
    /// For all lists together. `None`: the fewest on which names can be read across a room.
    most_pages: Option<NonZeroUsize>,
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
    /// "=7" where several share it.
    rank: String,
    /// "Ola de la Cruz (11)"
    name: String,
    /// What a name that is too long for a line is broken into: "Ola", "de la Cruz (11)".
    parts: Vec<String>,
    rating: i32,
    moved: Option<Moved>,
}

impl<'a> List<'a> {
    fn new(camp: &CampData, section: &'a Section, choices: &PrintChoices) -> Self {
        Self {
            title: list_title(section, camp),
            players: section.rows.len(),
            rows: first_of(section, choices).map(Row::new).collect(),
        }
    }
}

impl Row {
    fn new(row: &StandingsRow) -> Self {
        let mut parts = Vec::from(row.names());
        parts.retain(|part| !part.is_empty());
        Self {
            rank: row.shown_rank(),
            name: parts.join(" "),
            parts,
            rating: row.rating,
            moved: row.moved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{
        Pages, Paper, Print, PrintScope,
        tests::{
            assert_sheets, assert_within_margins, camp_of_groups, filled, laid, plain_camp, texts,
            with_week_before,
        },
    };

    fn on(camp: &CampData, most_pages: Option<usize>) -> Pages {
        let choices = PrintChoices {
            most_pages: most_pages.and_then(NonZeroUsize::new),
            ..Print::Wall.default_choices()
        };
        laid(Print::Wall, camp, &choices).pages
    }

    fn by_group(camp: &CampData) -> Pages {
        let choices = PrintChoices {
            scope: PrintScope::ByGroup,
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

    /// The sizes of all first names on all sheets, each once; they begin with "Mai".
    fn name_sizes(pages: &Pages) -> Vec<f64> {
        let texts = (0..pages.count()).flat_map(|page| pages.type_sizes(page));
        let names = texts.filter(|(text, _)| text.starts_with("Mai"));
        let mut sizes = names.map(|(_, size)| size).collect::<Vec<_>>();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup_by(|one, other| (*one - *other).abs() < 0.01);
        sizes
    }

    #[test]
    fn names_can_be_read_on_the_fewest_sheets_and_grow_with_more() {
        let camp = plain_camp(60);
        let fewest = on(&camp, None);
        assert_sheets(&fewest);
        assert!(fewest.count() <= 2, "{}", fewest.count());
        assert!(size(&fewest) >= 20.0, "{}", size(&fewest));
        let mut last = 0.0;
        for pages in [1, 2, 4] {
            let pages = on(&camp, Some(pages));
            assert_sheets(&pages);
            assert!(size(&pages) > 1.2 * last, "{} after {last}", size(&pages));
            last = size(&pages);
        }
        assert!(last > 30.0, "{last}");

        let pages = on(&plain_camp(2), Some(10));
        assert!(pages.count() <= 2, "no stray one: {}", pages.count());
        assert!(size(&pages) > 90.0, "{}", size(&pages));
    }

    #[test]
    fn capitals_are_never_higher_than_two_inches() {
        let mut camp = plain_camp(1);
        let mut player = camp.players[0].clone();
        (player.first_name, player.last_name) = ("Al".to_owned(), "Li".to_owned());
        camp.players = vec![player].into();
        let size = size(&on(&camp, None));
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
        for pages in [None, Some(3)] {
            let (usual, with_one) = (on(&plain, pages), on(&with_one, pages));
            assert!(
                size(&with_one) > 0.8 * size(&usual),
                "{} of {}",
                size(&with_one),
                size(&usual)
            );
            for page in 0..with_one.count() {
                assert_within_margins(&with_one, page, 50);
            }
        }
    }

    #[test]
    fn a_long_name_among_short_ones_can_be_read_as_well() {
        for (players, paper, most_pages) in [
            (20, Paper::Letter, None),
            (54, Paper::A4, None),
            (54, Paper::Letter, NonZeroUsize::new(4)),
            (150, Paper::Letter, None),
        ] {
            let mut camp = plain_camp(players);
            let mut list = camp.players.to_vec();
            list[2].first_name = "Maisie".to_owned();
            list[2].last_name = "Featherstonehaugh-Cholmondeley".to_owned();
            camp.players = list.into();
            for scope in [PrintScope::Camp, PrintScope::ByGroup] {
                let choices = PrintChoices {
                    paper,
                    scope,
                    most_pages,
                    ..Print::Wall.default_choices()
                };
                let pages = laid(Print::Wall, &camp, &choices).pages;
                assert_sheets(&pages);
                let text = texts(&pages).concat().replace(['\u{ad}', '\n'], "");
                assert!(text.contains("Featherstonehaugh-Cholmondeley"), "{text}");
                let sizes = name_sizes(&pages);
                assert!(sizes.len() <= 2 && sizes[0] >= 20.0, "{players}: {sizes:?}");
                for page in 0..pages.count() {
                    assert_within_margins(&pages, page, 50);
                }
            }
        }
    }

    #[test]
    fn a_name_that_has_room_on_a_line_is_not_broken() {
        for players in [8, 12, 38, 60] {
            for paper in [Paper::Letter, Paper::A4] {
                let mut camp = plain_camp(players);
                let mut list = camp.players.to_vec();
                list[4].first_name = "Beatriz".to_owned();
                camp.players = list.into();
                let choices = PrintChoices {
                    paper,
                    ..Print::Wall.default_choices()
                };
                let pages = laid(Print::Wall, &camp, &choices).pages;
                let text = texts(&pages).concat();
                assert!(text.contains("Beatriz Last5"), "{players}: {text}");
            }
        }
    }

    #[test]
    fn all_sheets_of_a_set_are_alike_and_say_group_and_week_in_large_letters() {
        for players in [20, 90, 150] {
            let pages = by_group(&plain_camp(players));
            assert_sheets(&pages);
            let sizes = name_sizes(&pages);
            assert!(
                matches!(sizes.as_slice(), [only] if *only >= 20.0),
                "{players}: {sizes:?}"
            );
            for page in 0..pages.count() {
                assert_within_margins(&pages, page, 50);
                assert_eq!(pages.size(page), pages.size(0), "all lie alike");
                let texts = pages.type_sizes(page);
                let is_large = |words: &[&str]| {
                    let mut large = texts.iter().filter(|(_, size)| *size >= 28.0);
                    large.any(|(text, _)| words.iter().any(|word| text.starts_with(word)))
                };
                assert!(is_large(&["Week 3: Gold camp"]), "{texts:?}");
                assert!(
                    is_large(&["Gold", "Blue", "Red", "Purple", "Without a group"]),
                    "{texts:?}"
                );
            }
        }
    }

    #[test]
    fn small_groups_share_a_sheet() {
        let pages = by_group(&plain_camp(20));
        assert_eq!(pages.count(), 1);
        let text = &texts(&pages)[0];
        for group in ["Gold", "Blue", "Red", "Purple", "Without a group"] {
            assert!(text.contains(group), "{group}: {text}");
        }
    }

    #[test]
    fn rows_go_down_to_the_foot_of_every_sheet() {
        for groups in [[28, 25, 26], [31, 23, 27], [40, 26, 24]] {
            let pages = by_group(&camp_of_groups(&groups));
            assert_sheets(&pages);
            assert_eq!(pages.count(), 3, "{groups:?}");
            for page in 0..pages.count() {
                let filled = filled(&pages, page);
                assert!(filled > 0.87, "{groups:?}: {filled} of page {page}");
                assert_within_margins(&pages, page, 50);
            }
        }
    }

    #[test]
    fn a_small_group_stands_where_an_earlier_one_left_room() {
        let pages = by_group(&camp_of_groups(&[12, 60, 5]));
        let text = &texts(&pages)[0];
        assert!(text.contains("12 players"), "{text}");
        assert!(text.contains("5 players"), "{text}");
        assert!(!text.contains("60 players"), "{text}");
    }

    #[test]
    fn a_long_list_has_sheets_to_itself_that_are_filled_alike() {
        let pages = on(&plain_camp(130), None);
        let names = texts(&pages)
            .iter()
            .map(|text| text.matches("Mai ").count())
            .collect::<Vec<_>>();
        assert_eq!(names.iter().sum::<usize>(), 130);
        let (most, fewest) = (names.iter().max(), names.iter().min());
        assert!(
            most.zip(fewest)
                .is_some_and(|(most, fewest)| most - fewest < 9),
            "{names:?}"
        );
        assert!(
            texts(&pages)[1].contains("continued"),
            "{}",
            texts(&pages)[1]
        );
    }

    #[test]
    fn shared_ranks_ratings_and_moves_stand_beside_the_names() {
        let mut camp = plain_camp(40);
        let mut players = camp.players.to_vec();
        players[3].ratings = players[7].ratings;
        camp.players = players.into();
        let choices = PrintChoices {
            scope: PrintScope::ByGroup,
            ratings: true,
            ..Print::Wall.default_choices()
        };
        let camp = with_week_before(camp);
        let pages = laid(Print::Wall, &camp, &choices).pages;
        assert_sheets(&pages);
        let text = texts(&pages).join("\n");
        assert!(text.contains("moved since Week 2"), "{text}");
        assert!(text.contains("Mai Last1\t1400"), "{text}");
        assert_eq!(text.matches("=1").count(), 2, "{text}");
    }
}
