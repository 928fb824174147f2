//! The published examples, and what must hold of any games.

use proptest::prelude::*;
use strum::VariantArray as _;

use super::*;
use crate::{
    domain::GameResult,
    rating::{LadderRow, StepOf, tests::Club, value::trimmed},
};

fn number(standings: &LadderStandings, row: &LadderRow, key: &str) -> f64 {
    match standings.value(row, key) {
        Some(Value::Rating(number) | Value::Percent(number)) => *number,
        other => panic!("{key}: {other:?}"),
    }
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

#[test]
fn one_player_beats_another_once() {
    let mut club = Club::new(&["A", "B"]);
    club.beats("A", "B");
    let standings = club.standings(&KIND, &[]);
    let shown = |row: usize, key| {
        standings
            .value(&standings.rows[row], key)
            .expect("a column")
            .shown()
    };
    // 400 · 0.5 · 1/11 = 18.18: published as 1518 and 1481, both passes the same.
    for key in ["rating", "first", "second"] {
        assert_eq!([shown(0, key), shown(1, key)], ["1518", "1481"], "{key}");
    }
    assert!(close(
        number(&standings, &standings.rows[0], "rating"),
        1500.0 + 200.0 / 11.0
    ));
    assert_eq!([shown(0, "share"), shown(1, "share")], ["100.0%", "0.0%"]);
    let accuracy = standings.accuracy.expect("a pair met");
    for accuracy in accuracy {
        assert_eq!(trimmed(accuracy), "54.55");
    }
}

#[test]
fn one_draw_moves_nothing() {
    let mut club = Club::new(&["A", "B"]);
    club.draws("A", "B");
    let standings = club.standings(&KIND, &[]);
    for row in &standings.rows {
        assert!(close(number(&standings, row, "rating"), 1500.0));
        assert_eq!(row.rank, 1);
    }
    assert_eq!(standings.accuracy, Some([100.0; 3]));
}

#[test]
fn without_games_there_is_no_table_and_it_is_said() {
    let club = Club::new(&["A", "B"]);
    let standings = club.standings(&KIND, &[]);
    assert_eq!(standings.rows, []);
    assert_eq!(standings.accuracy, None);
    assert_eq!(standings.notes, NO_GAMES);
}

#[test]
fn players_are_ordered_by_games_then_wins_then_opponents_then_number() {
    let mut club = Club::new(&["A", "B", "C", "D", "E"]);
    // Games: A 2, B 3, C 3, D 2, E 2. Wins: B 1, C 2; A 0, D 1, E 1. Opponents: A 2; D 1 (C twice), E 2.
    club.beats("C", "B");
    club.beats("B", "A");
    club.draws("B", "E");
    club.beats("C", "D");
    club.beats("D", "C");
    club.beats("E", "A");
    let settings = Club::settings(&KIND, &[]);
    let field = Field::gather(&club.camp, &settings, crate::rating::tests::TODAY).expect("a field");
    let meetings = Meetings::new(&field);
    let order = meetings.order.iter().map(|place| field.name(*place));
    assert_eq!(order.collect::<Vec<_>>(), ["C", "B", "E", "D", "A"]);
}

#[test]
fn pairs_are_gone_through_in_zig_zag() {
    let all = (0..5).flat_map(|first| {
        (first + 1..5).map(move |second| Pair {
            first,
            second,
            games: 1,
            halves: 1,
        })
    });
    let order = zig_zag(all.collect());
    let order = order.iter().map(|pair| (pair.first, pair.second));
    assert_eq!(
        order.collect::<Vec<_>>(),
        [
            // Distance 1, rising; 2, falling; 3, rising; 4.
            (0, 1),
            (1, 2),
            (2, 3),
            (3, 4),
            (2, 4),
            (1, 3),
            (0, 2),
            (0, 3),
            (1, 4),
            (0, 4),
        ]
    );
}

/// Two pairs worked out by hand: A beats B, B beats C. All of them have met one opponent a game; B has two games and is first, then A
/// with a win, then C. Pairs: (B, A) at distance 1, (B, C) at distance 2.
#[test]
fn two_pairs_by_hand() {
    let mut club = Club::new(&["A", "B", "C"]);
    club.beats("A", "B");
    club.beats("B", "C");
    let standings = club.standings(&KIND, &[]);
    let step = 400.0 / 11.0;
    // First pass: B loses half a step to A; then B is expected to get 50 − (step/2)/8 percent against C and gets all, with 1 game behind.
    let b = 1500.0 - step / 2.0;
    let change = (100.0 - (50.0 + (b - 1500.0) / 8.0)) / 100.0 * step;
    let unsettled = 1.0 - 1.0 / 801.0;
    let first = [1500.0 + step / 2.0, b + change * unsettled, 1500.0 - change];
    // Second pass: B beats C first, and then loses to A, higher rated and with 1 game behind.
    let b = 1500.0 + step / 2.0;
    let change = (0.0 - (50.0 + (b - 1500.0) / 8.0)) / 100.0 * step;
    let second = [1500.0 - change, b + change * unsettled, 1500.0 - step / 2.0];
    for row in &standings.rows {
        let place = ["A", "B", "C"]
            .iter()
            .position(|name| *name == row.first_name);
        let place = place.expect("a name");
        assert!(
            close(number(&standings, row, "first"), first[place]),
            "{row:?}"
        );
        assert!(
            close(number(&standings, row, "second"), second[place]),
            "{row:?}"
        );
        assert!(close(
            number(&standings, row, "rating"),
            f64::midpoint(first[place], second[place])
        ));
    }
}

#[test]
fn a_story_ends_where_the_standings_are() {
    let mut club = Club::new(&["A", "B", "C"]);
    club.beats("A", "B");
    club.beats("B", "C");
    let standings = club.standings(&KIND, &[]);
    for row in &standings.rows {
        let story = club.story(&KIND, &[], row.player);
        let rating = standings.value(row, "rating").expect("a rating");
        assert_eq!(story.end, *rating);
        let last_of = |pass: usize| {
            let mut steps = story.steps.iter().rev();
            steps
                .find(|step| matches!(step.of, StepOf::Pair { pass: of, .. } if of == pass))
                .map(|step| step.after.clone())
        };
        assert_eq!(last_of(1).as_ref(), standings.value(row, "first"));
        assert_eq!(last_of(2).as_ref(), standings.value(row, "second"));
    }
    let story = club.story(&KIND, &[], club.id("A"));
    assert_eq!(
        story.steps[0].sentences,
        [
            "The games: week 1, game 1 (won).",
            "A got 1 of 1, which is 100%.",
            "Rated 1500 against 1500, A was expected to get 50 + 0 ÷ 8 = 50% of them.",
            "The difference in hundredths × 400 × 1 ÷ 11 is +18.18.",
            "A had no games behind, so all of that counts: +18.18 points."
        ]
    );
}

proptest! {
    #[test]
    fn ratings_are_the_mean_of_both_passes_and_do_not_depend_on_the_order_of_games(
        games in prop::collection::vec((0_usize..7, 1_usize..7, 0_usize..3), 1..80),
        seed in any::<u64>(),
    ) {
        let names = ["A", "B", "C", "D", "E", "F", "G"];
        let play = |order: &[usize]| {
            let mut club = Club::new(&names);
            for at in order {
                let (white, step, result) = games[*at];
                club.plays(names[white], names[(white + step) % 7], GameResult::VARIANTS[result]);
            }
            club.standings(&KIND, &[])
        };
        let typed = play(&(0..games.len()).collect::<Vec<_>>());
        let lots = (1..).map(crate::domain::PlayerId).take(games.len());
        let dealt = crate::rating::club::deal(seed, &lots.collect::<Vec<_>>());
        let shuffled = play(&dealt.iter().map(|place| place - 1).collect::<Vec<_>>());
        prop_assert_eq!(&typed.rows, &shuffled.rows);
        prop_assert_eq!(typed.accuracy, shuffled.accuracy);
        for row in &typed.rows {
            let mean = f64::midpoint(number(&typed, row, "first"), number(&typed, row, "second"));
            prop_assert!(close(number(&typed, row, "rating"), mean));
        }
        for accuracy in typed.accuracy.expect("games") {
            prop_assert!((0.0..=100.0).contains(&accuracy));
        }
    }
}
