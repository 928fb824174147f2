//! A player's week, as it leaves the printer.

use std::sync::Arc;

use strum::VariantArray as _;

use super::*;
use crate::{
    domain::{GameResult, Ratings, WeekBefore},
    report::{
        OwnTemplates, Paper, Print, PrintScope, lay_out,
        tests::{TODAY, assert_sheets, assert_within_margins, camp, laid, run_together, texts},
    },
};

/// Three players of the group Purple at 800, and three games of the first, with the ratings that these games give.
fn three() -> CampData {
    let mut camp = camp(3);
    let players = Arc::make_mut(&mut camp.players);
    let names = [("Vang", "Mai"), ("Lee", "Ann"), ("Rao", "Bo")];
    // 1 beats 2: 816 and 784. 3 beats 1 (800 against 816, no step): 816 and 800. 1 draws 2 (800 and 784): nothing moves.
    for (player, ((last, first), weekly)) in players
        .iter_mut()
        .zip(names.into_iter().zip([800, 784, 816]))
    {
        (player.last_name, player.first_name) = (last.to_owned(), first.to_owned());
        player.group = camp.groups.first().map(|group| group.id);
        player.ratings = Ratings {
            weekly,
            permanent: 7777,
        };
    }
    let pairs = [
        (1, 2, GameResult::WhiteWon, true),
        (3, 1, GameResult::WhiteWon, true),
        (1, 3, GameResult::WhiteWon, false),
        (2, 1, GameResult::Draw, true),
    ];
    let first = camp.games[0].clone();
    let games = pairs
        .into_iter()
        .zip(1..)
        .map(|((white, black, result, counts), sequence)| Game {
            id: crate::domain::GameId(sequence),
            sequence,
            white: PlayerId(white),
            black: PlayerId(black),
            result,
            counts,
            ..first.clone()
        });
    camp.games = Arc::new(games.collect());
    camp
}

fn of(player: i64) -> PrintChoices {
    PrintChoices {
        player: Some(PlayerId(player)),
        ..Print::PlayerWeek.default_choices()
    }
}

fn page_of(camp: &CampData, player: i64) -> String {
    let pages = laid(Print::PlayerWeek, camp, &of(player)).pages;
    assert_eq!(pages.count(), 1);
    assert_sheets(&pages);
    pages.text(0).expect("a page")
}

#[test]
fn the_week_of_one_player_worked_out_by_hand() {
    let text = page_of(&three(), 1);
    let lines = text.lines().collect::<Vec<_>>();
    for line in [
        "Mai Vang",
        "Group Purple",
        "1\tNov 17\tAnn L.\tWhite\tWon\t800\t800\t+16\t816",
        "2\tNov 17\tBo R.\tBlack\tLost\t800\t816\t−16\t800",
        "3\tNov 17\tBo R.\tWhite\tWon\t816\tfor fun, moves nothing",
        "4\tNov 17\tAnn L.\tBlack\tDraw\t784\t800\t0\t800",
    ] {
        assert!(lines.contains(&line), "{line:?} in {text}");
    }
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        "Mai played 3 games this week against 2 different opponents, won 1 of them and drew 1.",
        "Everybody in the group Purple began the week with 800 points; Mai now has 800 again, and the highest on the way \
         was 816.",
        "Next week everybody begins anew.",
        "1 won, 1 drawn, 1 lost",
        "2 of 3 in the group Purple",
    ] {
        assert!(words.contains(sentence), "{sentence:?} in {words}");
    }
    let words = |player| {
        page_of(&three(), player)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert!(words(2).contains("Ann now has 784."), "{}", words(2));
    assert!(
        words(3).contains("Bo now has 816, which is 16 more."),
        "{}",
        words(3)
    );
    // 800 against 816.
    assert!(
        words(3).contains("The finest win was against Mai V., who was rated 16 points higher."),
        "{}",
        words(3)
    );
    assert!(!words(1).contains("finest"), "nobody stronger was beaten");
}

#[test]
fn places_are_compared_with_the_week_before() {
    let mut camp = three();
    let mut before = camp.players.to_vec();
    // Last week: Mai first, Ann second, Bo third.
    for (player, weekly) in before.iter_mut().zip([900, 850, 800]) {
        player.ratings.weekly = weekly;
    }
    camp.before = Some(Arc::new(WeekBefore {
        week: crate::domain::Week {
            number: 2,
            label: String::new(),
            ..camp.week.clone()
        },
        groups: camp.groups.to_vec(),
        players: before,
    }));
    let words = |camp: &CampData, player| {
        page_of(camp, player)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert!(words(&camp, 3).contains("2 since Week 2"));
    let without = PrintChoices {
        arrows: false,
        ..of(3)
    };
    let text = laid(Print::PlayerWeek, &camp, &without)
        .pages
        .text(0)
        .expect("a page");
    assert!(!text.contains("since Week 2"), "{text}");
}

#[test]
fn everybody_of_a_camp_or_a_group_has_a_page_by_name() {
    for paper in Paper::VARIANTS.iter().copied() {
        let choices = PrintChoices {
            paper,
            ..Print::PlayerWeek.default_choices()
        };
        let camp = camp(12);
        let pages = laid(Print::PlayerWeek, &camp, &choices).pages;
        assert_eq!(pages.count(), 12);
        assert_sheets(&pages);
        let mut players = camp.players.to_vec();
        players.sort_by_key(Player::sort_key);
        for (page, player) in players.iter().enumerate() {
            let text = run_together(&pages.text(page).expect("a page"));
            assert!(text.contains(&run_together(&player.full_name())), "{text}");
            assert_within_margins(&pages, page, 50);
        }
    }
    let gold = PrintChoices {
        scope: PrintScope::Group("Gold".to_owned()),
        ..Print::PlayerWeek.default_choices()
    };
    assert_eq!(laid(Print::PlayerWeek, &camp(12), &gold).pages.count(), 3);
}

#[test]
fn where_the_ratings_are_not_known_the_games_are_there_and_it_is_said() {
    // Player 13 has no group, so nobody knows the ratings before a game.
    let laid = laid(Print::PlayerWeek, &camp(14), &of(9));
    let sentences = laid.remarks.iter().map(ToString::to_string);
    assert_eq!(
        sentences.collect::<Vec<_>>(),
        [
            "These sheets are without what each game was worth. Mai Last12 has no group, so there is no rating to start \
             from. Choose a group"
        ]
    );
    let text = texts(&laid.pages).concat();
    assert!(
        text.contains("Beatriz Chang (9)"),
        "with the number, as two are called so: {text}"
    );
    assert!(
        text.contains("Against") && !text.contains("Before"),
        "{text}"
    );
}

#[test]
fn somebody_without_games_and_nobody_at_all() {
    let text = page_of(&camp(1), 1);
    assert!(text.contains("No games this week."), "{text}");
    assert!(!text.contains("of 1 in the group"), "no place yet: {text}");
    assert!(
        run_together(&text).contains(&run_together("has not played a game that counts yet.")),
        "{text}"
    );
    let nobody = lay_out(
        Print::PlayerWeek,
        &camp(3),
        &of(77),
        TODAY,
        &OwnTemplates::default(),
    );
    assert_eq!(
        nobody.expect_err("nobody").to_string(),
        "There is no player 77 in this week of the camp. Choose another one"
    );
}

/// A child that plays more than anybody reads still has one page, and the newest games are on it.
#[test]
fn however_many_games_there_are_they_take_one_page() {
    for count in [20, 40, 200] {
        let mut camp = three();
        let any = camp.games[0].clone();
        let games = (1..=count).map(|sequence| Game {
            id: crate::domain::GameId(sequence),
            sequence,
            ..any.clone()
        });
        camp.games = games.collect::<Vec<_>>().into();
        let text = page_of(&camp, 1);
        assert!(text.contains("Page 1 of 1"), "{text}");
        let last = format!("\n{count}\tNov 17\tAnn L.");
        assert!(text.contains(&last), "{text}");
        assert_eq!(text.contains("have no room here"), count == 200, "{text}");
    }
}

#[test]
fn on_both_sides_the_games_are_on_the_back() {
    let choices = PrintChoices {
        both_sides: true,
        ..Print::PlayerWeek.default_choices()
    };
    let pages = texts(&laid(Print::PlayerWeek, &three(), &choices).pages);
    assert_eq!(pages.len(), 6, "a sheet of paper each");
    for sheet in pages.chunks(2) {
        assert!(sheet[0].contains("Page 1 of 2") && sheet[1].contains("Page 2 of 2"));
        assert!(!sheet[0].contains("Against"), "{}", sheet[0]);
        assert!(sheet[1].contains("Against"), "{}", sheet[1]);
    }
}

#[test]
fn the_chart_is_told_to_those_who_listen_to_it() {
    let pdf = laid(Print::PlayerWeek, &three(), &of(1))
        .pages
        .unpacked_pdf(&[])
        .expect("a PDF");
    let text = String::from_utf8_lossy(&pdf);
    assert!(
        text.contains("Rating from game to game: 800 before the first game, 800 after 3 games. Lowest 800, highest 816."),
        "no alternative text"
    );
}
