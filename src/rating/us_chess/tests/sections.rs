//! Sections with what is not usual in them.

use jiff::civil::date;

use super::*;
use crate::domain::us_chess::{Contradiction, History, SectionKind};

/// The table of duplicates, with the ratings of the seed.
fn with_duplicates() -> Section {
    let mut section = section(&[
        ("L6, U, U, U", established(1493.0)),
        ("W3, L4, W5, W6", established(1678.0)),
        ("L2, B, W6, L4", established(1218.0)),
        ("L5, W2, B, W3", established(1493.0)),
        ("W4, L6, L2, B", established(1500.0)),
        ("W1, W5, L3, L2", established(1345.0)),
    ]);
    for (entry, number) in section.entries.iter_mut().zip([1, 2, 3, 1, 5, 6]) {
        entry.id = member(11_111_111 * number);
    }
    section
}

#[test]
fn entries_of_a_member_are_rated_as_one_player() {
    let section = with_duplicates();
    let rated = rated(&section, "2001");
    for (pair, rating) in [
        (1, 1484.44),
        (2, 1670.28),
        (3, 1238.13),
        (4, 1484.44),
        (5, 1483.92),
        (6, 1369.66),
    ] {
        assert_near(computed(&rated, pair).before_floors, rating, 0.005);
    }
    let [first, .., fourth, _, _] = rated.rows.as_slice() else {
        panic!("six rows");
    };
    assert_eq!((first.pair, first.rated_as), (1, 1));
    assert_eq!((fourth.pair, fourth.rated_as), (4, 1));
    assert_eq!(first.computed, fourth.computed);
    let games = computed(&rated, 4).played.iter();
    let games = games.map(|game| (game.pair, game.round, game.opponent, game.halves));
    assert_eq!(
        games.collect::<Vec<_>>(),
        [(4, 1, 2, 2), (4, 3, 3, 2), (4, 0, 5, 0), (1, 0, 6, 0)]
    );
}

#[test]
fn entries_of_a_member_must_agree() {
    let mut section = with_duplicates();
    // The rating may stand in one of them alone.
    section.entries[0].regular = Record::default();
    let rated = rated(&section, "2001");
    assert_near(computed(&rated, 1).before_floors, 1484.44, 0.005);
    section.entries[0].regular = established(1494.0);
    assert_eq!(
        rate(&section, System::Regular, &rules("2001")),
        Err(NotRated::DifferentRatings { first: 1, other: 4 })
    );
    let mut section = with_duplicates();
    section.entries[0].rounds[1] = "D4".parse().expect("a cell");
    section.entries[3].rounds[1] = "D1".parse().expect("a cell");
    section.entries[1].rounds[1] = "U".parse().expect("a cell");
    let refused = rate(&section, System::Regular, &rules("2001")).expect_err("one member");
    assert_eq!(
        refused.to_string(),
        "Results contradict each other. Pair 1, round 2: 4 is another entry of the same member; and 1 more"
    );
}

#[test]
fn meeting_a_member_again_by_another_entry_counts_as_the_same_opponent() {
    let opponents = ["L1", "U L1", "U U L1", "U U U L1"];
    let rows = |ids: [u32; 4]| {
        let mut rows = vec![("W2 W3 W4 W5", established(1500.0))];
        rows.extend(opponents.map(|rounds| (rounds, established(1500.0))));
        let mut section = section(&rows);
        for (entry, id) in section.entries.iter_mut().skip(1).zip(ids) {
            entry.id = member(id);
        }
        section
    };
    let bonus = |ids| match computed(&rated(&rows(ids), "2015"), 1).formula {
        Formula::Standard(standard) => standard.bonus,
        Formula::Special(_) => panic!("long established"),
    };
    assert!(bonus([1, 2, 3, 4]) > 0.0);
    assert!(bonus([1, 1, 3, 3]) > 0.0);
    assert_near(bonus([1, 1, 1, 4]), 0.0, 0.0);
}

#[test]
fn who_did_not_play_stays_as_before() {
    let section = section(&[
        ("W2 B X3", established(1500.0)),
        ("L1 H U", provisional(1400.0, 12)),
        ("B H F1", provisional(1450.5, 7)),
        ("U U U", Record::default()),
    ]);
    let rated = rated(&section, "2015");
    let [_, _, third, fourth] = rated.rows.as_slice() else {
        panic!("four rows");
    };
    assert_eq!(
        (third.computed.as_ref(), third.post(), third.post_games()),
        (None, Some(1450.5), Some(7))
    );
    assert_eq!(
        (fourth.computed.as_ref(), fourth.post(), fourth.post_games()),
        (None, None, Some(0))
    );
    // Byes and forfeits count for nothing.
    assert_eq!(computed(&rated, 1).played.len(), 1);
    assert_eq!(
        (computed(&rated, 1).games, computed(&rated, 2).games),
        (None, Some(13))
    );
}

/// Unrated players who have met only each other and a rated one.
fn newcomers() -> Section {
    section(&[
        ("W2 D3", unrated(406.0)),
        ("L1 W4", unrated(900.0)),
        ("U D1", established(1000.0)),
        ("U L2", provisional(800.0, 5)),
    ])
}

#[test]
fn a_newcomers_strength_is_guessed_for_the_others() {
    let rated = rated(&newcomers(), "2025");
    let first = computed(&rated, 1);
    // Step 3: a win over 900 and a draw with 1000; the draw with 406, of step 1, is out of reach there.
    assert_near(first.strength, 950.0, 1e-3);
    assert_eq!((first.start_games, first.games), (Some(0), Some(2)));
    assert_near(first.effective_games, 0.0, 0.0);
    // A draw with 900, a loss to 406 and a win over 800.
    let second = computed(&rated, 2);
    assert_near(second.strength, (900.0 + 6.0 + 1200.0) / 3.0, 1e-3);
    // Step 4: without a game before, against 900 as guessed, and 1000.
    assert_near(
        first.intermediate,
        f64::midpoint(second.strength + 400.0, 1000.0),
        1e-3,
    );
    assert_near(
        first.before_floors,
        f64::midpoint(
            second.intermediate + 400.0,
            computed(&rated, 3).intermediate,
        ),
        1e-3,
    );
    assert_near(computed(&rated, 3).strength, 1000.0, 0.0);
}

#[test]
fn a_newcomer_has_no_history() {
    let usual = rated(&newcomers(), "2025");
    for history in [History::Wins, History::Losses] {
        let mut section = newcomers();
        section.entries[0].regular.history = Some(history);
        assert_eq!(rated(&section, "2025"), usual);
    }
}

#[test]
fn an_estimate_spreads_as_far_as_strengths_do() {
    // 1 met 2, who met 3, who met 4, who met 5.
    let chain = |last: Record| {
        section(&[
            ("W2", established(1500.0)),
            ("L1 W3", established(1500.0)),
            ("U L2 W4", established(1500.0)),
            ("U U L3 W5", established(1500.0)),
            ("U U U L4", last),
        ])
    };
    let estimates = |section: &Section, set| {
        let rated = rated(section, set);
        let pairs = rated
            .rows
            .iter()
            .filter(|row| computed(&rated, row.pair).is_estimate);
        pairs.map(|row| row.pair).collect::<Vec<_>>()
    };
    assert_eq!(estimates(&chain(Record::default()), "2025"), [3, 4, 5]);
    assert_eq!(estimates(&chain(unrated(700.0)), "2025"), Vec::<u16>::new());
    // A guessed strength passes it on once more.
    let mut section = chain(Record::default());
    section.entries[3].regular = unrated(700.0);
    section.entries[2].regular = established(1500.0);
    assert_eq!(estimates(&section, "2025"), [2, 3, 4, 5]);
    // What changes is no more than that.
    let sure = rated(&chain(unrated(100.0)), "2025");
    let other = rated(&chain(unrated(1500.0)), "2025");
    let changed =
        |pair| computed(&sure, pair).post.to_bits() != computed(&other, pair).post.to_bits();
    assert_eq!(
        [1, 2, 3, 4, 5].map(changed),
        [false, false, true, true, true]
    );
}

#[test]
fn a_newcomer_who_loses_all_games_has_a_floor_of_101() {
    let mut section = section(&[
        ("L2 L3 L4", unrated(300.0)),
        ("W1", provisional(300.0, 10)),
        ("U W1", provisional(300.0, 10)),
        ("U U W1", provisional(300.0, 10)),
    ]);
    let rated = rated(&section, "2025");
    let computed = computed(&rated, 1);
    assert_near(computed.before_floors, 100.0, 0.0);
    assert_near(computed.floor, 101.0, 0.0);
    assert_near(computed.post, 101.0, 0.0);
    assert_eq!(computed.personal_floor, (101.0, 101.0));
    // Two games are no event.
    section.entries[0].rounds = cells("L2 L3");
    section.entries[3].rounds.clear();
    assert_near(
        super::computed(&super::rated(&section, "2025"), 1).floor,
        100.0,
        0.0,
    );
}

#[test]
fn floors_are_those_of_the_peak_and_of_the_member() {
    let loser = |record: Record| {
        let section = section(&[("L2", record), ("W1", established(800.0))]);
        let rated = rated(&section, "2015");
        let computed = computed(&rated, 1);
        assert!(computed.before_floors < computed.post || computed.floor <= computed.before_floors);
        computed.floor
    };
    assert_near(loser(established(1794.0)), 1500.0, 0.0);
    // 1700 was reached, if not any more.
    assert_near(loser(established(1701.0)), 1500.0, 0.0);
    assert_near(
        loser(Record {
            peak: Some(1999.51),
            ..established(1605.0)
        }),
        1800.0,
        0.0,
    );
    assert_near(
        loser(Record {
            floor: Some(1700.0),
            ..established(1705.0)
        }),
        1700.0,
        0.0,
    );
    // Not yet established: 25 games with this one.
    assert_near(loser(provisional(1794.0, 24)), 100.0, 0.0);
    assert_near(loser(provisional(1794.0, 25)), 1500.0, 0.0);
    let known = Record {
        wins: Some(3),
        draws: Some(1),
        events: Some(10),
        ..provisional(300.0, 20)
    };
    assert_near(loser(known), 124.0, 0.0);
}

#[test]
fn a_match_changes_a_rating_by_fifty_at_most() {
    let mut section = section(&[
        ("W2 W2 W2 W2", established(1500.0)),
        ("L1 L1 L1 L1", established(1600.0)),
    ]);
    section.kind = SectionKind::Match;
    let now = rated(&section, "2015");
    assert_near(computed(&now, 1).before_floors, 1550.0, 0.0);
    assert_near(computed(&now, 2).before_floors, 1550.0, 0.0);
    assert!(computed(&now, 1).is_limited);
    assert_eq!(now.breaches, []);
    let then = rated(&section, "2001");
    assert!(computed(&then, 1).before_floors > 1550.0 && !computed(&then, 1).is_limited);
    section.entries[1].regular = provisional(1901.0, 12);
    assert_eq!(
        rated(&section, "2025").breaches,
        [MatchBreach::NotEstablished, MatchBreach::TooFarApart]
    );
    // No rating is below 100, not even by a match.
    section.entries[0].regular = established(20.0);
    assert_near(
        computed(&rated(&section, "2015"), 1).before_floors,
        100.0,
        0.0,
    );
    section.entries.truncate(1);
    section.entries[0].rounds = cells("B");
    assert_eq!(rated(&section, "2025").breaches, [MatchBreach::NotTwo]);
}

#[test]
fn each_system_of_a_dual_section_goes_by_its_own_ratings() {
    let mut section = section(&[
        ("W2 W3 D4", established(2400.0)),
        ("L1", established(2300.0)),
        ("U L1", established(2300.0)),
        ("U U D1", established(2300.0)),
    ]);
    for entry in &mut section.entries {
        entry.quick = entry.regular.clone();
    }
    let alone = rated(&section, "2015");
    section.systems.push(System::Quick);
    let regular = rated(&section, "2015");
    let quick = rate(&section, System::Quick, &rules("2015")).expect("a dual section");
    let k = |rated: &Rated| match computed(rated, 1).formula {
        Formula::Standard(standard) => standard.k,
        Formula::Special(_) => panic!("long established"),
    };
    assert_near(k(&quick), k(&alone), 0.0);
    assert_near(k(&regular), 0.5 * k(&alone), 1e-9);
    section.entries[0].quick = provisional(1000.0, 3);
    let again = rate(&section, System::Quick, &rules("2015")).expect("a dual section");
    assert!(matches!(computed(&again, 1).formula, Formula::Special(_)));
    assert_eq!(rated(&section, "2015"), regular);
}

#[test]
fn half_of_k_was_a_choice_until_2006() {
    let mut section = section(&[("W2", established(1500.0)), ("L1", established(1500.0))]);
    section.half_k = true;
    let half = rated(&section, "2001");
    section.half_k = false;
    let whole = rated(&section, "2001");
    assert!(computed(&half, 1).post < computed(&whole, 1).post);
    section.half_k = true;
    assert_eq!(
        rate(&section, System::Regular, &rules("2015")),
        Err(NotRated::HalfK)
    );
}

#[test]
fn the_special_formula_ends_with_eight_games_and_at_2700() {
    let after = |record: Record| {
        let section = section(&[("W2", record), ("L1", established(2680.0))]);
        computed(&rated(&section, "2015"), 1).clone()
    };
    assert!(matches!(
        after(provisional(1500.0, 8)).formula,
        Formula::Special(_)
    ));
    assert!(matches!(
        after(provisional(1500.0, 9)).formula,
        Formula::Standard(_)
    ));
    let only_wins = Record {
        history: Some(History::Wins),
        ..provisional(1500.0, 12)
    };
    assert!(matches!(after(only_wins).formula, Formula::Special(_)));
    assert_near(after(unrated(2600.0)).before_floors, 2700.0, 0.0);
    // The games before count as wins, for as much as they can: N' is capped too.
    let few = after(provisional(400.0, 8));
    assert_near(
        few.effective_games,
        8.0_f64.min(rules("2015").most_effective_games(400.0)),
        0.0,
    );
}

#[test]
fn first_ratings_count_for_games() {
    let mut section = section(&[("W2", Record::default()), ("L1", established(1500.0))]);
    section.entries[0].fide = Some(2300);
    section.entries[0].birth = Some(date(1990, 1, 1));
    let rated = rated(&section, "2015");
    let computed = computed(&rated, 1);
    assert_eq!((computed.start_games, computed.games), (Some(10), Some(11)));
    assert!(matches!(computed.formula, Formula::Standard(_)));
    assert_near(computed.strength, 2366.0, 1e-9);
    assert_eq!(computed.first.map(|first| first.basis), Some(Basis::Fide));
}

#[test]
fn two_games_in_a_round_are_both_rated() {
    // By the formula worked out apart: N' 31.009 and 26.726, two games with 1.5 and 0.5 points, no bonus.
    let two = section(&[("#2", established(1800.0)), ("D1", established(1700.0))]);
    let rated_two = rated(&two, "2001");
    assert_near(computed(&rated_two, 1).before_floors, 1804.937, 0.001);
    assert_near(computed(&rated_two, 2).before_floors, 1694.269, 0.001);
    assert_eq!(computed(&rated_two, 1).played.len(), 2);
    // A re-entry (4 is 1 again), a win each, forfeits and byes, as they are and with each game written down.
    let with_member = |rows: &[(&str, Record)]| {
        let mut section = section(rows);
        for (entry, number) in section.entries.iter_mut().zip([1, 2, 3, 1]) {
            entry.id = member(11_111_111 * number);
        }
        section
    };
    let as_reported = with_member(&[
        ("$2 U B", established(1493.0)),
        ("L1 W3 %4", established(1678.0)),
        ("U W2 X", established(1218.0)),
        ("U U %2", established(1493.0)),
    ]);
    let game_by_game = with_member(&[
        ("W2 W2 U U B B", established(1493.0)),
        ("L1 L1 W3 L3 D4 D4", established(1678.0)),
        ("U U L2 W2 X X", established(1218.0)),
        ("U U U U D2 D2", established(1493.0)),
    ]);
    assert_eq!(as_reported.problems(), []);
    let mut by_rounds = rated(&game_by_game, "2001");
    // Both games of a round are told under its number.
    let computed = by_rounds
        .rows
        .iter_mut()
        .filter_map(|row| row.computed.as_mut());
    for game in computed.flat_map(|computed| &mut computed.played) {
        game.round /= 2;
    }
    assert_eq!(rated(&as_reported, "2001"), by_rounds);
    assert_eq!(as_reported.halves(), game_by_game.halves());
}

#[test]
fn what_can_not_be_rated_says_why() {
    let refusal = |section: &Section| {
        let refused = rate(section, System::Regular, &rules("2015")).expect_err("a refusal");
        refused.to_string()
    };
    let whole = || section(&[("W2", established(1500.0)), ("L1", established(1500.0))]);
    let mut blitz = whole();
    blitz.systems.clear();
    assert_eq!(
        refusal(&blitz),
        "The section isn’t rated in the regular system"
    );
    let mut double = whole();
    double.entries[0].rounds = cells("U #");
    double.entries[1].rounds = cells("U U");
    assert_eq!(
        refusal(&double),
        "Pair 1, round 2: two games need the opponent’s number"
    );
    for value in [f64::NAN, f64::INFINITY, -1.0, 4001.0] {
        let mut wild = whole();
        wild.entries[1].regular.rating = Some(value);
        assert_eq!(
            refusal(&wild),
            format!("Pair 2 has {value}, which is no rating")
        );
        let mut wild = whole();
        wild.entries[1].regular.peak = Some(value);
        assert_eq!(
            refusal(&wild),
            format!("Pair 2 has {value}, which is no rating")
        );
    }
    let wrong = section(&[("W2", established(1500.0)), ("W1", established(1500.0))]);
    assert_eq!(
        refusal(&wrong),
        "Results contradict each other. Pair 1, round 1: 2 has W1, which doesn’t fit; and 1 more"
    );
    // Colours aren't rated.
    let colours = section(&[("W2w", established(1500.0)), ("L1w", established(1500.0))]);
    assert_eq!(
        colours.problems()[0].what,
        Contradiction::Sides { opponent: 2 }
    );
    assert!(rate(&colours, System::Regular, &rules("2015")).is_ok());
    assert_eq!(
        rated(
            &Section {
                systems: vec![System::Regular],
                ..Section::default()
            },
            "2015"
        )
        .rows,
        []
    );
}
