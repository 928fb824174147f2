//! Numbers that the reference works out, from its sources or from published ratings.

use super::{
    super::{
        special::special,
        standard::{Terms, k, standard},
    },
    *,
};
use crate::domain::us_chess::History;

/// The special formula after mixed games.
fn rating(rating: f64, games: f64, results: &[(f64, u32)]) -> f64 {
    special(rating, games, History::Mixed, &bouts(results)).rating
}

#[test]
fn few_games_are_rated_by_a_straight_line() {
    // `studylib.net/doc/18354842`
    let games = [(1400.0, 2), (1550.0, 0), (1650.0, 1)];
    assert_near(rating(1500.0, 6.0, &games), 1511.11, 0.005);
    // The classic formula says the same.
    assert_near(
        rating(1500.0, 6.0, &games),
        (6.0 * 1500.0 + 4600.0) / 9.0,
        1e-4,
    );
    // Published as 289.11.
    let games = [(364.67, 2), (525.69, 0), (100.0, 0)];
    assert_near(rating(335.27, 6.0, &games), 289.1089, 5e-5);
}

#[test]
fn a_level_stretch_is_entered_no_further_than_need_be() {
    let wins = [(400.0, 2); 4];
    assert_near(rating(500.0, 0.0, &wins), 800.0, 1e-9);
    assert_near(rating(1000.0, 0.0, &wins), 1000.0, 1e-9);
    let losses = [(400.0, 0); 4];
    assert_near(rating(750.0, 0.0, &losses), 0.0, 1e-9);
    let both = [(400.0, 2), (400.0, 2), (2000.0, 0), (2000.0, 0)];
    assert_near(rating(1000.0, 0.0, &both), 1000.0, 1e-9);
}

#[test]
fn nothing_but_wins_never_lowers_and_nothing_but_losses_never_raises() {
    let win = bouts(&[(600.0, 2)]);
    let loss = bouts(&[(600.0, 0)]);
    let after = |rating, history, games: &[Bout]| special(rating, 5.0, history, games);
    // The former wins stay wins up to 1500, where a win over 600 adds nothing.
    assert_near(after(1500.0, History::Wins, &win).rating, 1500.0, 1e-9);
    assert_near(after(1500.0, History::Wins, &win).adjusted, 1100.0, 1e-9);
    assert_near(after(1500.0, History::Wins, &win).score, 6.0, 1e-9);
    assert_near(after(300.0, History::Losses, &loss).rating, 200.0, 1e-9);
    assert_near(after(150.0, History::Losses, &loss).rating, 150.0, 1e-9);
    assert_near(after(150.0, History::Losses, &loss).adjusted, 550.0, 1e-9);
    assert_near(after(150.0, History::Losses, &loss).score, 0.0, 1e-9);
    // Mixed games against the own rating hold it.
    assert_near(after(1500.0, History::Mixed, &win).rating, 1500.0, 1e-9);
}

#[test]
fn k_is_that_of_the_published_table() {
    for (effective_games, games, whole, half) in [
        (6.0, 4, 80.0, 50.0),
        (6.0, 6, 66.67, 44.44),
        (6.0, 10, 50.0, 36.36),
        (20.0, 4, 33.33, 18.18),
        (20.0, 6, 30.77, 17.39),
        (20.0, 10, 26.67, 16.0),
        (50.0, 4, 14.81, 7.69),
        (50.0, 6, 14.29, 7.547),
        (50.0, 10, 13.33, 7.27),
    ] {
        let of = |half_k| {
            let terms = Terms {
                half_k,
                ..Terms::default()
            };
            k(terms, 1500.0, effective_games, games)
        };
        assert_near(of(false), whole, 0.005);
        assert_near(of(true), half, 0.005);
    }
}

#[test]
fn k_of_a_dual_section_is_cut_above_2200() {
    let cut = Terms {
        cut: rules("2015").dual_cut,
        ..Terms::default()
    };
    for (rating, part) in [
        (2199.0, 1.0),
        (2200.0, 1.0),
        (2300.0, 0.75),
        (2499.0, 0.2525),
        (2500.0, 0.25),
        (2800.0, 0.25),
    ] {
        assert_near(k(cut, rating, 46.0, 4), 16.0 * part, 1e-9);
        assert_near(k(Terms::default(), rating, 46.0, 4), 16.0, 1e-9);
    }
}

#[test]
fn the_standard_formula_gives_what_was_published() {
    let rules = rules("2025");
    let of = |rating: f64, games: &[(f64, u32)]| {
        let effective_games = rules.effective_games(rating, None);
        standard(
            &rules,
            Terms::default(),
            rating,
            effective_games,
            &bouts(games),
        )
    };
    let first = of(554.22, &[(499.22, 2), (494.53, 2), (142.69, 2)]);
    assert_near(first.k, 66.5013, 5e-5);
    assert_near(first.expected, 2.078, 5e-5);
    assert_near(first.bonus, 41.315, 5e-4);
    assert_near(first.rating, 656.85, 5e-3);
    // Six points of ten games; which, makes no difference.
    let opponents = [
        694.62, 813.33, 590.87, 805.57, 599.78, 508.06, 816.01, 797.91, 658.29, 599.78,
    ];
    let games = opponents.iter().enumerate();
    let games = games.map(|(at, opponent)| (*opponent, if at < 6 { 2 } else { 0 }));
    let second = of(787.25, &games.collect::<Vec<_>>());
    assert_near(second.k, 39.6427, 5e-5);
    assert_near(second.expected, 6.2689, 5e-5);
    assert_near(second.bonus, 0.0, 0.0);
    assert_near(second.rating, 776.59, 5e-3);
}

/// The bonus of wins and draws against these opponents, all of the own strength.
fn bonus(set: &str, terms: Terms, opponents: &[usize], halves: u32) -> (f64, f64) {
    let games = opponents.iter().map(|opponent| Bout {
        opponent: *opponent,
        strength: 1500.0,
        halves,
    });
    let games = games.collect::<Vec<_>>();
    let standard = standard(&rules(set), terms, 1500.0, 20.0, &games);
    (standard.bonus, standard.rating - 1500.0)
}

#[test]
fn a_bonus_is_what_exceeds_the_threshold() {
    // `gamesreviews.net/archive569-2005-4-267300`
    for (games, threshold) in [(3, 20.0), (4, 20.0), (5, 22.36), (9, 30.0)] {
        let opponents = (0..games).collect::<Vec<_>>();
        let (bonus, change) = bonus("2001", Terms::default(), &opponents, 2);
        assert_near(change - 2.0 * bonus, threshold, 0.005);
    }
    assert_near(
        bonus("2001", Terms::default(), &[0, 1, 2, 3], 1).0,
        0.0,
        0.0,
    );
    for (set, factor) in [
        ("2015", 12.0),
        ("2017", 14.0),
        ("2023", 12.0),
        ("2025", 10.0),
    ] {
        let (bonus, change) = bonus(set, Terms::default(), &[0, 1, 2, 3, 4], 2);
        assert_near(change - 2.0 * bonus, factor * 5.0_f64.sqrt(), 1e-9);
    }
}

#[test]
fn matches_few_games_and_repeats_earn_no_bonus() {
    let usual = Terms::default();
    let is_match = Terms {
        is_match: true,
        ..usual
    };
    let earns = |set, terms, opponents: &[usize]| bonus(set, terms, opponents, 2).0 > 0.0;
    assert!(earns("2001", usual, &[0, 1, 2]));
    assert!(!earns("2001", is_match, &[0, 1, 2]));
    assert!(!earns("2001", usual, &[0, 1]));
    assert!(earns("2001", usual, &[0, 0, 1, 1]));
    assert!(!earns("2001", usual, &[0, 0, 0, 1]));
    assert!(earns("2001", usual, &[0, 0, 1]) && earns("2023", usual, &[0, 0, 1]));
    assert!(!earns("2025", usual, &[0, 0, 1]));
    assert!(earns("2025", usual, &[0, 0, 1, 1]));
    assert!(!earns("2025", usual, &[0, 1, 1, 1]));
}

#[test]
fn how_long_a_rating_is_established_matters_above_1928() {
    let rules = rules("2015");
    let games = bouts(&[
        (2100.0, 2),
        (2100.0, 2),
        (2100.0, 2),
        (2100.0, 2),
        (2100.0, 1),
    ]);
    let after = |of| {
        let effective_games = rules.effective_games(2150.0, of);
        standard(&rules, Terms::default(), 2150.0, effective_games, &games).rating
    };
    assert_near(after(Some(26)), 2207.95, 0.005);
    assert_near(after(None), 2187.71, 0.005);
    assert!(rules.games_matter(2150.0));
}
