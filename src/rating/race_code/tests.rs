//! The examples of the source and of the decided rules.

use proptest::prelude::*;
use strum::VariantArray as _;

use super::*;
use crate::{
    domain::{GameResult, PlayerId},
    rating::tests::Club,
};

/// Value and highest value of everybody, best first.
fn table(club: &Club, values: &[(&str, &str)]) -> Vec<(String, String, String)> {
    let standings = club.standings(&KIND, values);
    let shown = |row, key| standings.value(row, key).expect("a column").shown();
    standings
        .rows
        .iter()
        .map(|row| {
            (
                row.first_name.clone(),
                shown(row, "value"),
                shown(row, "highest"),
            )
        })
        .collect()
}

fn listed(expected: &[(&str, &str, &str)]) -> Vec<(String, String, String)> {
    let expected = expected.iter();
    expected
        .map(|(name, value, highest)| {
            (
                (*name).to_owned(),
                (*value).to_owned(),
                (*highest).to_owned(),
            )
        })
        .collect()
}

/// B has won once, and is worth 2: 1 for taking part and 1 for winning.
fn after_a_win_of_b() -> Club {
    let mut club = Club::new(&["A", "B", "C"]);
    club.beats("B", "C");
    club
}

#[test]
fn a_win_earns_2_a_draw_1_5_and_a_loss_1() {
    let club = after_a_win_of_b();
    assert_eq!(
        table(&club, &[]),
        listed(&[("B", "2", "2"), ("C", "1", "1"), ("A", "0", "0")])
    );
    let mut drawn = Club::new(&["A", "B"]);
    drawn.draws("A", "B");
    assert_eq!(
        table(&drawn, &[]),
        listed(&[("A", "1.5", "1.5"), ("B", "1.5", "1.5")])
    );
}

#[test]
fn who_beats_a_higher_value_earns_it_besides() {
    let mut club = after_a_win_of_b();
    club.beats("A", "B");
    // A earns 1 + 1 + 2 = 4, and B, the loser, 1: 2 + 1 = 3.
    assert_eq!(
        table(&club, &[]),
        listed(&[("A", "4", "4"), ("B", "3", "3"), ("C", "1", "1")])
    );
    let data = crate::rating::game_data(
        &club.camp,
        &Club::settings(&KIND, &[]),
        crate::rating::tests::TODAY,
        &mut |_, _| ControlFlow::Continue(()),
    );
    let data = data.expect("the games");
    let earned = |at: usize| data[at].earned.each_ref().map(ToString::to_string);
    assert_eq!(data.len(), 2);
    assert_eq!(data[1].players, [PlayerId(1), PlayerId(2)]);
    assert_eq!(data[1].outcomes(), ["Win", "Loss"]);
    assert_eq!(earned(0), ["2", "1"]);
    assert_eq!(earned(1), ["4", "1"]);
}

#[test]
fn who_beats_an_equal_or_lower_value_earns_no_bonus() {
    let mut club = after_a_win_of_b();
    club.beats("B", "A");
    assert_eq!(table(&club, &[])[0], listed(&[("B", "4", "4")])[0]);
    let mut equal = Club::new(&["A", "B"]);
    equal.draws("A", "B");
    equal.beats("A", "B");
    assert_eq!(
        table(&equal, &[]),
        listed(&[("A", "3.5", "3.5"), ("B", "2.5", "2.5")])
    );
}

#[test]
fn the_current_value_can_be_the_latest_games_alone() {
    let mut club = after_a_win_of_b();
    club.beats("A", "B");
    club.beats("C", "A");
    // A was worth 4 and C 1: C earns 1 + 1 + 4 = 6, A 1. B's latest game was lost.
    assert_eq!(
        table(&club, &[("current-value", "latest")]),
        listed(&[("C", "6", "6"), ("A", "1", "4"), ("B", "1", "2")])
    );
}

#[test]
fn the_background_is_there_only_where_the_field_is_turned_on() {
    let mut club = after_a_win_of_b();
    club.player("B").background = "Somali".to_owned();
    let has = |standings: &LadderStandings| {
        let shows =
            |row: &crate::rating::LadderRow| row.values.contains(&Value::Text("Somali".to_owned()));
        let mut columns = standings.columns.iter();
        (
            columns.any(|column| column.personal),
            standings.rows.iter().any(shows),
        )
    };
    assert_eq!(has(&club.standings(&KIND, &[])), (false, false));
    let on = club.standings(&KIND, &[("background", "yes")]);
    assert_eq!(has(&on), (true, true));
    assert_eq!(has(&on.without_personal()), (false, false));
}

#[test]
fn values_beyond_128_bits_are_exact() {
    // Whoever is behind wins: values grow like Fibonacci's numbers.
    let mut club = Club::new(&["A", "B"]);
    let mut values = [BigUint::default(), BigUint::default()];
    for game in 0..400_usize {
        let (winner, loser) = (game % 2, 1 - game % 2);
        let bonus = if values[winner] < values[loser] {
            values[loser].clone()
        } else {
            BigUint::default()
        };
        values[winner] += BigUint::from(2_u8) + bonus;
        values[loser] += 1_u8;
        let names = ["A", "B"];
        club.beats(names[winner], names[loser]);
    }
    let best = values.iter().max().expect("two").to_string();
    assert!(best.len() > 60, "{best}");
    assert_eq!(table(&club, &[])[0].1, best);
    let story = club.story(&KIND, &[], PlayerId(1));
    assert_eq!(story.end.shown(), values[0].to_string());
}

#[test]
fn a_story_says_what_each_game_earned() {
    let mut club = after_a_win_of_b();
    club.beats("A", "B");
    let story = club.story(&KIND, &[], club.id("A"));
    assert_eq!(story.steps.len(), 1);
    let step = &story.steps[0];
    assert_eq!(
        (step.title.as_str(), step.place.as_str()),
        ("Beat B", "Week 1, game 2")
    );
    assert_eq!(
        step.sentences,
        [
            "A gets 1 for taking part.",
            "The win adds 1.",
            "B was worth more before the game, 2 against 0: the winner earns that value, too.",
            "Together 4: 0 + 4 = 4."
        ]
    );
    assert_eq!(story.end.shown(), "4");
}

proptest! {
    #[test]
    fn values_are_the_sum_of_what_was_earned(
        games in prop::collection::vec((0_usize..6, 1_usize..6, 0_usize..3), 0..60)
    ) {
        let names = ["A", "B", "C", "D", "E", "F"];
        let mut club = Club::new(&names);
        for (white, step, result) in games {
            let black = (white + step) % names.len();
            club.plays(names[white], names[black], GameResult::VARIANTS[result]);
        }
        let settings = Club::settings(&KIND, &[]);
        let data = crate::rating::game_data(&club.camp, &settings, crate::rating::tests::TODAY, &mut |_, _| ControlFlow::Continue(()));
        let mut sums = vec![BigUint::default(); names.len()];
        for game in data.expect("the games") {
            for (player, earned) in game.players.iter().zip(game.earned) {
                prop_assert!(earned.0 >= BigUint::from(2_u8), "1 for taking part");
                sums[usize::try_from(player.0 - 1).expect("small")] += earned.0;
            }
        }
        let standings = club.standings(&KIND, &[]);
        for row in &standings.rows {
            let sum = Halves(sums[usize::try_from(row.player.0 - 1).expect("small")].clone());
            prop_assert_eq!(standings.value(row, "value"), Some(&Value::Halves(sum.clone())));
            prop_assert_eq!(standings.value(row, "highest"), Some(&Value::Halves(sum)), "values only rise");
        }
    }
}
