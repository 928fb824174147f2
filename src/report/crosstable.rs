//! Who met whom, and how the games ended.

use std::collections::HashSet;

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Choice, PrintChoices, PrintScope, ReportError,
    catalogue::{Filled, Kind, PrintGroup, Template},
    standings::list_title,
};
use crate::domain::{
    CampData, CrosstableRow, GamesOf, MOST_IN_SQUARE, Section, Standings, System,
    us_chess::key_of_games,
};

pub(super) const KIND: Kind = Kind {
    word: "crosstable",
    title: "Weekly crosstable",
    about: "Who met whom, and how each game ended: a square for few players, a row of games with their colors for each of many.",
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
    let lists = standings
        .sections
        .iter()
        .filter(|section| !section.rows.is_empty())
        .map(|section| List::new(camp, section, &games))
        .collect::<Vec<_>>();
    if lists.is_empty() {
        return Err(ReportError::no_players(choices));
    }
    let mut rows = lists.iter().flat_map(|list| &list.rows);
    if rows.all(|row| row.games.games.is_empty()) {
        return Err(ReportError::no_games());
    }
    let crosstable = Crosstable::new(choices.new_pages, lists);
    Filled::new(choices.scope.titled("crosstable", camp), &crosstable)
}

/// Signs on the sheets, each with what it means.
type Key = Vec<(&'static str, &'static str)>;

/// What the template reads. It has no place for a permanent rating.
#[derive(Debug, Serialize)]
struct Crosstable<'a> {
    new_page_per_list: bool,
    /// A list of more players is none as a square.
    most_in_square: usize,
    /// Whether somebody shares a rank: otherwise ranks are the numbers of the rows.
    has_shared_ranks: bool,
    /// Of a square.
    square_key: Key,
    /// Of games in a row.
    games_key: Key,
    /// Without those that nobody is in.
    lists: Vec<List<'a>>,
}

#[derive(Debug, Serialize)]
struct List<'a> {
    title: &'a str,
    /// As they stand. A row's place in the list, counted from 1, is the number that opponents know it by.
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    /// "=7" where several share it.
    rank: String,
    name: String,
    active: bool,
    /// The weekly rating at the start of the week, and now.
    before: i32,
    after: i32,
    #[serde(flatten)]
    games: CrosstableRow,
}

impl<'a> Crosstable<'a> {
    fn new(new_page_per_list: bool, lists: Vec<List<'a>>) -> Self {
        let rows = || lists.iter().flat_map(|list| &list.rows);
        let games = || rows().flat_map(|row| &row.games.games);
        let has_fun_games = games().any(|game| !game.played.counts);
        let has_others = games().any(|game| game.opponent.is_none());

        let codes = games().map(|game| game.played.code().letter());
        let codes = codes.collect::<HashSet<_>>();
        let has_code = |code| codes.contains(&code);
        let mut games_key = key_of_games(has_code, !codes.is_empty(), "won against #12");
        let mut square_key = vec![
            ("1", "won against the player of the column"),
            ("½", "drawn"),
            ("0", "lost, in order of play"),
        ];
        if has_fun_games {
            games_key.push(("(W12)", "a fun game, which doesn’t count"));
            square_key.push(("(1)", "a fun game, which doesn’t count"));
        }
        if has_others {
            games_key.push(("*", "somebody who isn’t in this list"));
            square_key.push(("Others", "games with somebody who isn’t in this list"));
        }
        for key in [&mut games_key, &mut square_key] {
            key.push(("8½ / 14", "points of games that count"));
        }
        Self {
            new_page_per_list,
            most_in_square: MOST_IN_SQUARE,
            has_shared_ranks: rows().any(|row| row.rank.starts_with('=')),
            square_key,
            games_key,
            lists,
        }
    }
}

impl<'a> List<'a> {
    fn new(camp: &CampData, section: &'a Section, games: &GamesOf) -> Self {
        let ids = section.rows.iter().map(|row| row.id);
        let rows = section.rows.iter().zip(games.crosstable(ids));
        let rows = rows.map(|(row, games)| Row {
            rank: row.shown_rank(),
            name: row.listed_name(),
            active: row.active,
            before: row.start,
            after: row.rating,
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
    use strum::VariantArray as _;

    use super::*;
    use crate::{
        domain::{Game, GameId, GameResult, Group, GroupId, PlayerId},
        report::{
            Pages, Paper, Print,
            tests::{
                assert_sheets, assert_within_margins, camp, camp_of_groups, filled, laid,
                plain_camp, run_together, texts,
            },
        },
    };

    fn in_camp(fun_games: bool) -> PrintChoices {
        PrintChoices {
            scope: PrintScope::Camp,
            fun_games,
            ..Print::Crosstable.default_choices()
        }
    }

    /// 150 players in six groups, each with fourteen games in the group.
    fn large_camp() -> CampData {
        let mut camp = plain_camp(150);
        let id = |place: usize| PlayerId(i64::try_from(place % 150 + 1).expect("few"));
        let groups = (1..=6).map(|group| Group {
            id: GroupId(group),
            name: format!("Group {group}"),
            skill_order: group,
            ..Group::default()
        });
        let mut players = camp.players.to_vec();
        for (player, place) in players.iter_mut().zip(0..) {
            player.group = Some(GroupId(place % 6 + 1));
        }
        let games = (0..150).flat_map(|place| (1..=7).map(move |k| (place, place + 6 * k)));
        let games = games.zip(1..).map(|((white, black), sequence)| Game {
            id: GameId(sequence),
            sequence,
            ..Game::new(
                id(white),
                id(black),
                GameResult::VARIANTS[(white + black) % 3],
            )
        });
        let games = games.collect::<Vec<_>>();
        camp.groups = groups.collect::<Vec<_>>().into();
        camp.players = players.into();
        camp.games = games.into();
        camp
    }

    /// A camp in which the first two have met with these results.
    fn with_games(mut camp: CampData, results: &[GameResult]) -> CampData {
        let [one, other] = [0, 1].map(|place| camp.players[place].id);
        let games = results.iter().zip(1..).map(|(result, sequence)| Game {
            id: GameId(sequence),
            sequence,
            ..Game::new(one, other, *result)
        });
        camp.games = games.collect::<Vec<_>>().into();
        camp
    }

    /// The words of all sheets, with one space between any two.
    fn words(pages: &Pages) -> String {
        let text = texts(pages).join("\n");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn points_and_ratings_are_those_of_the_standings() {
        let camp = camp(13);
        let standings = Standings::new(&camp, System::Weekly, crate::domain::Scope::ByGroup, false);
        let games = GamesOf::new(&camp, true);
        for section in &standings.sections {
            let list = List::new(&camp, section, &games);
            for (row, standing) in list.rows.iter().zip(&section.rows) {
                let total = row.games.total;
                assert_eq!(total.games as usize, standing.games);
                assert_eq!(total.halves as usize, 2 * standing.won + standing.drawn,);
                assert_eq!((row.before, row.after), (standing.start, standing.rating));
            }
        }
    }

    #[test]
    fn fun_games_stand_in_brackets_or_are_left_out() {
        for (players, fun_game) in [(12, "(½)"), (30, "(D")] {
            let camp = camp(players);
            let with = words(&laid(Print::Crosstable, &camp, &in_camp(true)).pages);
            assert!(
                with.contains("a fun game, which doesn’t count") && with.contains(fun_game),
                "{with}"
            );
            let without = words(&laid(Print::Crosstable, &camp, &in_camp(false)).pages);
            assert!(
                !without.contains("fun game") && !without.contains(fun_game),
                "{without}"
            );
        }
    }

    #[test]
    fn few_have_a_square_and_more_a_row_of_games_each() {
        for (players, is_square) in [(2, true), (15, true), (16, false)] {
            let camp = plain_camp(players);
            let pages = laid(Print::Crosstable, &camp, &in_camp(true)).pages;
            assert_sheets(&pages);
            assert_eq!(pages.count(), 1);
            assert_within_margins(&pages, 0, 50);
            let words = words(&pages);
            assert_eq!(
                [
                    words.contains("1 won against the player of the column"),
                    words.contains("W12 won against #12"),
                ],
                [is_square, !is_square],
                "{players}: {words}"
            );
        }
    }

    #[test]
    fn games_with_players_of_other_groups_are_told_beside_those_of_the_list() {
        let choices = Print::Crosstable.default_choices();
        let few = words(&laid(Print::Crosstable, &plain_camp(12), &choices).pages);
        assert!(
            few.contains("Others Points")
                && few.contains("Others games with somebody who isn’t in this list"),
            "{few}"
        );
        let many = words(&laid(Print::Crosstable, &plain_camp(90), &choices).pages);
        assert!(
            many.contains(" W*w ") && many.contains("* somebody who isn’t in this list"),
            "{many}"
        );
        let all = words(&laid(Print::Crosstable, &plain_camp(12), &in_camp(true)).pages);
        assert!(!all.contains("Others"), "{all}");
    }

    #[test]
    fn a_hundred_and_fifty_take_six_upright_sheets_with_a_key_on_each() {
        let camp = large_camp();
        for scope in [PrintScope::ByGroup, PrintScope::Camp] {
            for paper in Paper::VARIANTS.iter().copied() {
                let choices = PrintChoices {
                    scope: scope.clone(),
                    paper,
                    ..Print::Crosstable.default_choices()
                };
                let pages = laid(Print::Crosstable, &camp, &choices).pages;
                assert!(pages.count() <= 6, "{scope:?}: {}", pages.count());
                assert_sheets(&pages);
                for (page, text) in texts(&pages).iter().enumerate() {
                    assert_within_margins(&pages, page, 50);
                    assert!(
                        run_together(text).contains("W12wonagainst#12"),
                        "no key on page {page}: {text}"
                    );
                    let size = pages.size(page).expect("a page");
                    assert!(size.width < size.height, "page {page} lies on its side");
                }
            }
        }
    }

    #[test]
    fn results_stand_apart_as_words_too() {
        use GameResult::{BlackWon, Draw, WhiteWon};
        let results = [WhiteWon, BlackWon, Draw];
        let few = with_games(plain_camp(3), &results);
        let few = words(&laid(Print::Crosstable, &few, &in_camp(true)).pages);
        assert!(few.contains(" 1 0 ½ 1½ / 3"), "{few}");
        assert!(few.contains(" 0 1 ½ 1½ / 3"), "{few}");
        let many = with_games(plain_camp(20), &results);
        let many = words(&laid(Print::Crosstable, &many, &in_camp(true)).pages);
        assert!(many.contains(" W2w L2w D2w "), "{many}");
        assert!(many.contains(" L1b W1b D1b "), "{many}");
        // Few games leave room for ratings beside the names.
        assert!(few.contains(" below each name the rating"), "{few}");
        assert!(many.contains(" Name Rating Games in order"), "{many}");
        assert!(many.contains(" Rating the rating before"), "{many}");
    }

    #[test]
    fn a_row_of_very_many_games_goes_on_in_a_further_one() {
        for players in [2, 20] {
            let camp = with_games(plain_camp(players), &[GameResult::WhiteWon; 1000]);
            let pages = laid(Print::Crosstable, &camp, &in_camp(true)).pages;
            assert_sheets(&pages);
            for page in 0..pages.count() {
                assert_within_margins(&pages, page, 50);
                let size = pages.size(page).expect("a page");
                let ink = pages.ink(page).into_iter();
                let lowest = ink.map(|[.., bottom]| bottom).fold(0.0, f64::max);
                assert!(lowest < f64::from(size.height) - 20.0, "page {page}");
            }
            let words = words(&pages);
            let count = |wanted| words.split(' ').filter(|word| *word == wanted).count();
            assert_eq!([count("W2w"), count("L1b")], [1000, 1000]);
            assert!(words.contains("Last1, Mai continued"), "{words}");
            assert!(words.contains(" 1000 / 1000"), "{words}");
        }
    }

    #[test]
    fn who_shares_a_rank_is_known_by_a_number_still() {
        let mut camp = plain_camp(20);
        let mut players = camp.players.to_vec();
        players[3].ratings = players[2].ratings;
        camp.players = players.into();
        let shared = words(&laid(Print::Crosstable, &camp, &in_camp(true)).pages);
        assert!(shared.contains("# Rank Name"), "{shared}");
        assert!(
            shared.contains(" 3 =3 Last3, Mai ") && shared.contains(" 4 =3 Last4, Mai "),
            "{shared}"
        );
        let alone = words(&laid(Print::Crosstable, &plain_camp(20), &in_camp(true)).pages);
        assert!(alone.contains("# Name"), "{alone}");
    }

    #[test]
    fn a_club_is_one_list_of_all_players() {
        let mut camp = plain_camp(20);
        let mut players = camp.players.to_vec();
        for player in &mut players {
            player.group = None;
        }
        camp.groups = Vec::new().into();
        camp.players = players.into();
        let choices = Print::Crosstable.default_choices();
        let words = words(&laid(Print::Crosstable, &camp, &choices).pages);
        assert!(
            words.contains("All players 20 players") && !words.contains("Without a group"),
            "{words}"
        );
    }

    #[test]
    fn a_list_of_two_pages_leaves_no_few_rows_alone_on_the_second() {
        let camp = camp_of_groups(&[40, 26, 25]);
        let choices = PrintChoices {
            scope: PrintScope::ByGroup,
            ..Print::Crosstable.default_choices()
        };
        let pages = laid(Print::Crosstable, &camp, &choices).pages;
        assert_sheets(&pages);
        for page in 0..pages.count() {
            let filled = filled(&pages, page);
            assert!(filled > 0.5, "{filled} of page {page}");
        }
    }
}
