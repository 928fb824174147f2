//! The examples of the source and of the decided rules, state by state.

use jiff::civil::{Date, date};

use super::*;
use crate::{domain::PlayerId, rating::tests::Club};

const MONDAY: Date = date(2026, 9, 7);

/// A club in which these have joined in this order.
fn club(names: &[&'static str]) -> Club {
    Club::new(names)
}

fn ranks(club: &Club, setting: &str) -> Vec<(String, i64)> {
    ranks_with(club, &[("shared-ranks", setting)])
}

/// Everybody's rank, best first.
fn ranks_with(club: &Club, values: &[(&str, &str)]) -> Vec<(String, i64)> {
    let standings = club.standings(&KIND, values);
    standings
        .rows
        .iter()
        .map(|row| (row.first_name.clone(), row.rank))
        .collect()
}

fn listed(expected: &[(&str, i64)]) -> Vec<(String, i64)> {
    expected
        .iter()
        .map(|(name, rank)| ((*name).to_owned(), *rank))
        .collect()
}

const ALL_SETTINGS: [&str; 4] = ["close-top", "hide-empty", "show-empty", "none"];

#[test]
fn example_a_bob_at_11_beats_jim_at_10() {
    let names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "Jim", "Bob"];
    for setting in ALL_SETTINGS {
        let mut club = club(&names);
        let before = ranks(&club, setting);
        assert_eq!(before[9..], listed(&[("Jim", 10), ("Bob", 11)]));
        club.beats("Bob", "Jim");
        let after = ranks(&club, setting);
        assert_eq!(after[9..], listed(&[("Bob", 10), ("Jim", 11)]), "{setting}");
        assert_eq!(after[..9], before[..9]);
    }
}

#[test]
fn example_b_the_gap_at_the_top_is_closed() {
    let mut club = club(&["Alice", "Bob", "Chuck", "Dave"]);
    club.beats("Chuck", "Alice");
    assert_eq!(
        ranks(&club, "close-top"),
        listed(&[("Alice", 1), ("Bob", 1), ("Chuck", 1), ("Dave", 4)])
    );
    club.beats("Dave", "Chuck");
    assert_eq!(
        ranks(&club, "close-top"),
        listed(&[("Alice", 1), ("Bob", 1), ("Chuck", 2), ("Dave", 2)])
    );
}

#[test]
fn example_b_actual_ranks() {
    let mut club = club(&["Alice", "Bob", "Chuck", "Dave", "Eve"]);
    club.beats("Chuck", "Alice");
    let first = listed(&[
        ("Alice", 2),
        ("Bob", 2),
        ("Chuck", 2),
        ("Dave", 4),
        ("Eve", 5),
    ]);
    assert_eq!(ranks(&club, "hide-empty"), first);
    assert_eq!(ranks(&club, "show-empty"), first);
    let empty = |club: &Club, setting| {
        let standings = club.standings(&KIND, &[("shared-ranks", setting)]);
        standings.empty_ranks
    };
    assert_eq!(empty(&club, "show-empty"), [1, 3]);
    assert!(empty(&club, "hide-empty").is_empty());
    club.beats("Dave", "Chuck");
    let second = listed(&[
        ("Alice", 2),
        ("Bob", 2),
        ("Chuck", 3),
        ("Dave", 3),
        ("Eve", 5),
    ]);
    assert_eq!(ranks(&club, "hide-empty"), second);
    assert_eq!(ranks(&club, "show-empty"), second);
    assert_eq!(empty(&club, "show-empty"), [1, 4]);
}

#[test]
fn example_c_no_shared_ranks() {
    let mut three = club(&["Alice", "Bob", "Chuck"]);
    three.beats("Chuck", "Alice");
    assert_eq!(
        ranks(&three, "none"),
        listed(&[("Chuck", 1), ("Bob", 2), ("Alice", 3)])
    );
    // The question that the source leaves open.
    let mut four = club(&["Alice", "Bob", "Chuck", "Dave"]);
    four.beats("Dave", "Alice");
    assert_eq!(
        ranks(&four, "none"),
        listed(&[("Dave", 1), ("Bob", 2), ("Alice", 3), ("Chuck", 4)])
    );
}

#[test]
fn four_wins_ten_draws_and_ten_losses_are_37_5_percent() {
    let mut club = club(&["Alice", "Bob"]);
    for _ in 0..4 {
        club.beats("Alice", "Bob");
    }
    for _ in 0..10 {
        club.draws("Alice", "Bob");
        club.beats("Bob", "Alice");
    }
    let standings = club.standings(&KIND, &[("challenge-per-week", "0")]);
    let alice = &standings.rows.iter().find(|row| row.first_name == "Alice");
    let alice = alice.expect("Alice");
    let value = |key| standings.value(alice, key).expect("a column").clone();
    assert_eq!(value("won"), Value::Whole(4));
    assert_eq!(value("drawn"), Value::Whole(10));
    assert_eq!(value("lost"), Value::Whole(10));
    assert_eq!(value("percent"), Value::Percent(37.5));
    assert_eq!(value("percent").shown(), "37.5%");
    let fresh = self::club(&["Alice"]).standings(&KIND, &[]);
    assert_eq!(fresh.value(&fresh.rows[0], "percent"), Some(&Value::Blank));
}

#[test]
fn one_of_the_top_is_challenged_once_a_week_by_the_same_player() {
    let mut club = club(&["Alice", "Bob", "Chuck", "Dave", "Eve", "Finn", "Gus"]);
    let actual = [("shared-ranks", "hide-empty")];
    club.on(MONDAY).beats("Alice", "Gus");
    club.on(date(2026, 9, 13)).beats("Gus", "Alice");
    let state = club.standings(&KIND, &actual);
    let of = |name: &str, key: &str| {
        let row = state.rows.iter().find(|row| row.first_name == name);
        state.value(row.expect("a row"), key).cloned()
    };
    // The second game of the week, the Sunday's, is a fun game: no rank and no statistics.
    assert_eq!(of("Gus", "value"), Some(Value::Whole(7)));
    assert_eq!(of("Gus", "won"), Some(Value::Whole(0)));
    assert_eq!(of("Gus", "lost"), Some(Value::Whole(1)));
    // Two a week, or no limit, or nobody protected: it counts. 7 − ceil(6 / 2) = 4.
    for more in [
        ("challenge-per-week", "2"),
        ("challenge-per-week", "0"),
        ("challenge-top", "0"),
    ] {
        let ranks = ranks_with(&club, &[actual[0], more]);
        assert!(ranks.contains(&("Gus".to_owned(), 4)), "{more:?} {ranks:?}");
    }
    // Nor is it a fun game in the next week, from Monday on.
    club.on(date(2026, 9, 14)).beats("Gus", "Alice");
    assert!(ranks_with(&club, &actual).contains(&("Gus".to_owned(), 4)));
}

#[test]
fn below_the_top_there_is_no_limit() {
    let mut club = club(&["Alice", "Bob", "Chuck", "Dave", "Eve", "Finn", "Gus"]);
    club.on(MONDAY).beats("Finn", "Gus");
    club.on(MONDAY).beats("Gus", "Finn");
    assert_eq!(
        ranks(&club, "hide-empty")[5..],
        listed(&[("Gus", 6), ("Finn", 7)])
    );
}

#[test]
fn a_no_show_moves_down_one() {
    let mut club = club(&["Alice", "Bob", "Chuck"]);
    club.misses(MONDAY, &["Alice"]);
    assert_eq!(
        ranks(&club, "hide-empty"),
        listed(&[("Alice", 2), ("Bob", 2), ("Chuck", 3)])
    );
    assert_eq!(
        ranks(&club, "close-top"),
        listed(&[("Alice", 1), ("Bob", 1), ("Chuck", 3)])
    );
    assert_eq!(
        ranks(&club, "none"),
        listed(&[("Bob", 1), ("Alice", 2), ("Chuck", 3)])
    );
    // Two who stand next to each other, at once: Chuck passes Bob, and Alice stays above Bob.
    club.misses(MONDAY, &["Alice", "Bob"]);
    let mut two = self::club(&["Alice", "Bob", "Chuck"]);
    two.misses(MONDAY, &["Alice", "Bob"]);
    assert_eq!(
        ranks(&two, "none"),
        listed(&[("Alice", 1), ("Chuck", 2), ("Bob", 3)])
    );
}

#[test]
fn a_meeting_comes_after_the_games_of_its_day_and_before_later_ones() {
    let mut club = club(&["Alice", "Bob", "Chuck"]);
    club.on(MONDAY).beats("Bob", "Alice");
    club.on(date(2026, 9, 8)).beats("Chuck", "Alice");
    let without = ranks(&club, "hide-empty");
    // Bob 1, Alice 2; then Chuck 3 − 1 = 2, Alice 3.
    assert_eq!(without, listed(&[("Bob", 1), ("Chuck", 2), ("Alice", 3)]));
    club.misses(MONDAY, &["Alice"]);
    // Bob 1, Alice 2, missed: 3. Chuck holds 3, too: equal ranks, so the win is statistics.
    assert_eq!(
        ranks(&club, "hide-empty"),
        listed(&[("Bob", 1), ("Alice", 3), ("Chuck", 3)])
    );
}

#[test]
fn who_joins_later_takes_the_next_free_rank() {
    let mut club = club(&["Alice", "Bob", "Late"]);
    club.joined("Late", date(2026, 9, 10));
    club.misses(date(2026, 9, 8), &["Bob"]);
    // Bob was moved to 3 on the 8th, so the next free rank on the 10th is 4.
    assert_eq!(
        ranks(&club, "hide-empty"),
        listed(&[("Alice", 1), ("Bob", 3), ("Late", 4)])
    );
    // Whoever has played before that day was there.
    club.on(MONDAY).beats("Late", "Alice");
    assert_eq!(
        ranks(&club, "hide-empty"),
        listed(&[("Alice", 2), ("Late", 2), ("Bob", 3)])
    );
}

#[test]
fn a_reset_deals_all_ranks_from_a_seed_that_gives_the_same_deal_again() {
    let mut club = club(&["Alice", "Bob", "Chuck", "Dave"]);
    club.on(MONDAY).beats("Dave", "Alice");
    let resets = [("shared-ranks", "hide-empty"), ("resets", "2026-09-08/7")];
    let dealt = ranks_with(&club, &resets);
    let expected = deal(7, &[1, 2, 3, 4].map(PlayerId));
    for (name, rank) in ["Alice", "Bob", "Chuck", "Dave"].into_iter().zip(expected) {
        let rank = i64::try_from(rank).expect("small");
        assert!(dealt.contains(&(name.to_owned(), rank)), "{dealt:?}");
    }
    // A deal after the days that are taken isn't taken either.
    let until = [resets[0], resets[1], ("to", "2026-09-07")];
    assert_eq!(
        ranks_with(&club, &until),
        listed(&[("Alice", 2), ("Bob", 2), ("Dave", 2), ("Chuck", 3)])
    );
    let standings = club.standings(&KIND, &resets);
    for row in &standings.rows {
        assert_eq!(standings.value(row, "start"), Some(&Value::Whole(row.rank)));
        let won = standings.value(row, "won").expect("a column");
        let expected = i64::from(row.first_name == "Dave");
        assert_eq!(*won, Value::Whole(expected), "the statistics go on");
    }
}

/// An undated game says nothing of the day, and leaves meetings where they are among the dated ones.
#[test]
fn a_game_without_a_date_moves_no_meeting() {
    let mut club = club(&["Alice", "Bob", "Chuck"]);
    club.beats("Alice", "Chuck");
    club.on(MONDAY).beats("Bob", "Alice");
    club.misses(date(2026, 9, 8), &["Bob"]);
    club.on(date(2026, 9, 9)).beats("Alice", "Bob");
    // Bob 1, Alice 2; Bob missed: 2; equal ranks, so Alice's win is statistics.
    assert_eq!(
        ranks(&club, "hide-empty"),
        listed(&[("Alice", 2), ("Bob", 2), ("Chuck", 3)])
    );
}

#[test]
fn a_story_goes_from_rank_to_rank_and_ends_where_the_standings_are() {
    let mut club = club(&["Alice", "Bob", "Chuck", "Dave"]);
    club.on(MONDAY).beats("Chuck", "Alice");
    club.on(MONDAY).draws("Alice", "Bob");
    club.on(MONDAY).beats("Dave", "Chuck");
    club.misses(MONDAY, &["Alice"]);
    for setting in ALL_SETTINGS {
        let values = [("shared-ranks", setting), ("resets", "2026-09-09/3")];
        for values in [&values[..], &values[..1]] {
            let standings = club.standings(&KIND, values);
            for row in &standings.rows {
                let story = club.story(&KIND, values, row.player);
                assert_eq!(story.end, Value::Whole(row.rank));
                for pair in story.steps.windows(2) {
                    assert_eq!(pair[0].after, pair[1].before, "{story:?}");
                }
                assert_eq!(story.steps.last().map(|step| &step.after), Some(&story.end));
                assert!(story.steps.iter().all(|step| !step.sentences.is_empty()));
            }
        }
    }
    let chuck = club.id("Chuck");
    let story = club.story(&KIND, &[], chuck);
    assert_eq!(
        story.steps[0].sentences,
        [
            "Before the game Chuck stood at rank 3, Alice at 1.",
            "The lower placed of the two won: half of 3 − 1 = 2, rounded up, is 1, and 3 − 1 = 2.",
            "Nobody held rank 1 then, so the best placed moved up: the rank is 1."
        ]
    );
}

#[test]
fn settings_are_looked_through() {
    let problem = |name: &str, value: &str| {
        let values = [(name.to_owned(), value.to_owned())].into();
        Settings::new(&KIND, &values)
            .expect_err("a problem")
            .to_string()
    };
    assert_eq!(
        problem("shared-ranks", "sometimes"),
        "shared-ranks=sometimes: choose one of close-top, hide-empty, show-empty, none"
    );
    assert_eq!(
        problem("challenge-top", "-1"),
        "challenge-top=-1: a whole number from 0 to 1000 is needed"
    );
    assert_eq!(
        problem("resets", "2026-09-01"),
        "resets=2026-09-01: days with the seed of the deal are needed, as in 2026-09-01/8123"
    );
    assert_eq!(
        problem("from", "9/1/2026"),
        "from=9/1/2026: a day is needed, as in 2026-09-03"
    );
    assert!(problem("top", "5").starts_with(
        "There is no setting “top” for the club ladder. There are shared-ranks, challenge-top,"
    ));
}
