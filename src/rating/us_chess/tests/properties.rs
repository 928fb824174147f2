//! What holds for every section.

use super::{
    super::{
        special::special,
        standard::{Terms, standard},
    },
    random::Random,
    *,
};
use crate::domain::us_chess::History;

/// What a computation says of a row, to the last bit, and whatever the rounds are called.
type Bits = (
    u16,
    Option<[u64; 4]>,
    Option<u32>,
    bool,
    Vec<(u16, u32, u64)>,
);

fn bits(rated: &Rated) -> Vec<Bits> {
    let rows = rated.rows.iter().map(|row| {
        let computed = row.computed.as_ref();
        let values = computed.map(|computed| {
            [
                computed.strength,
                computed.intermediate,
                computed.before_floors,
                computed.post,
            ]
            .map(f64::to_bits)
        });
        let is_estimate = computed.is_some_and(|computed| computed.is_estimate);
        let played = computed.into_iter().flat_map(|computed| &computed.played);
        let played = played.map(|game| (game.opponent, game.halves, game.strength.to_bits()));
        (
            row.pair,
            values,
            row.post_games(),
            is_estimate,
            played.collect(),
        )
    });
    let mut rows = rows.collect::<Vec<_>>();
    rows.sort();
    rows
}

#[test]
fn the_order_of_entries_and_rounds_does_not_matter() {
    let mut random = Random::new(4);
    for _ in 0..500 {
        let mut section = random.section();
        // Some members have two entries.
        for entry in &mut section.entries {
            entry.id = member(30_000_001 + random.below(40));
        }
        let Ok(first) = rate(&section, System::Regular, &rules("2023")) else {
            continue;
        };
        let rounds = section.entries[0].rounds.len();
        let mut order = (0..rounds).collect::<Vec<_>>();
        random.shuffle(&mut order);
        random.shuffle(&mut section.entries);
        for entry in &mut section.entries {
            entry.rounds = order.iter().map(|round| entry.rounds[*round]).collect();
        }
        let again = rate(&section, System::Regular, &rules("2023")).expect("the same section");
        let pairs = again.rows.iter().map(|row| row.pair);
        assert!(pairs.eq(section.entries.iter().map(|entry| entry.pair)));
        assert_eq!(bits(&first), bits(&again));
    }
}

#[test]
fn a_better_result_never_gives_a_lower_rating() {
    let mut random = Random::new(5);
    for set in Rules::names() {
        let rules = rules(set);
        for _ in 0..3000 {
            let rating = random.rating();
            let games = (!random.once_in(4)).then(|| random.below(40));
            let effective_games = rules.effective_games(rating, games);
            let terms = Terms {
                half_k: rules.half_k && random.once_in(2),
                cut: rules.dual_cut.filter(|_| random.once_in(2)),
                is_match: random.once_in(4),
            };
            let history = random.pick(&[History::Mixed, History::Wins, History::Losses]);
            let results = (0..=random.below(7)).map(|_| (random.rating(), random.below(3)));
            let worse = results.collect::<Vec<_>>();
            let mut better = worse.clone();
            for (_, halves) in &mut better {
                *halves = (*halves + random.below(3)).min(2);
            }
            let by_standard = |results: &[(f64, u32)]| {
                standard(&rules, terms, rating, effective_games, &bouts(results)).rating
            };
            let by_special = |results: &[(f64, u32)]| {
                special(rating, effective_games, history, &bouts(results)).rating
            };
            assert!(by_standard(&better) >= by_standard(&worse) - 1e-9);
            assert!(
                by_special(&better) >= by_special(&worse) - 1e-3,
                "{rating} {effective_games} {history:?} {worse:?} {better:?}"
            );
        }
    }
}

#[test]
fn wins_alone_never_lower_a_rating_and_losses_alone_never_raise_it() {
    let mut random = Random::new(6);
    for _ in 0..3000 {
        let rating = random.rating();
        // Who has not played before has won and lost nothing.
        let games = f64::from(random.below(9));
        let histories = [History::Mixed, History::Wins, History::Losses];
        let history = if games > 0.0 {
            random.pick(&histories)
        } else {
            History::Mixed
        };
        let opponents = (0..=random.below(7)).map(|_| random.rating());
        let opponents = opponents.collect::<Vec<_>>();
        let all = |halves| {
            let games = opponents.iter().map(|opponent| (*opponent, halves));
            bouts(&games.collect::<Vec<_>>())
        };
        let won = special(rating, games, history, &all(2)).rating;
        let lost = special(rating, games, history, &all(0)).rating;
        if history != History::Losses {
            assert!(
                won >= rating - 1e-3,
                "{rating} {games} {history:?} {opponents:?}"
            );
        }
        if history != History::Wins {
            assert!(
                lost <= rating + 1e-3,
                "{rating} {games} {history:?} {opponents:?}"
            );
        }
    }
}

#[test]
fn every_number_of_a_rated_section_is_a_number() {
    let mut random = Random::new(7);
    for _ in 0..500 {
        let section = random.section();
        for set in Rules::names() {
            let rated = rated(&section, set);
            assert_eq!(rated.rows.len(), section.entries.len());
            for (row, entry) in rated.rows.iter().zip(&section.entries) {
                assert_eq!(row.pair, entry.pair);
                let Some(computed) = &row.computed else {
                    assert_eq!((row.post(), row.post_games()), (row.pre, row.pre_games));
                    continue;
                };
                assert!(computed.before_floors >= 100.0 && computed.before_floors < 5000.0);
                assert!(computed.post >= computed.floor.max(computed.before_floors));
                let games = entry
                    .rounds
                    .iter()
                    .filter(|cell| cell.game().is_some())
                    .count();
                assert_eq!(computed.played.len(), games);
                let expected = computed
                    .played
                    .iter()
                    .map(|game| game.expected)
                    .sum::<f64>();
                if let Formula::Standard(standard) = computed.formula {
                    assert_near(expected, standard.expected, 1e-9);
                    let halves = computed.played.iter().map(|game| game.halves).sum::<u32>();
                    let gain = standard.k * (f64::from(halves) / 2.0 - standard.expected);
                    let rating = computed.start + gain + standard.bonus;
                    assert_near(rating.max(100.0), computed.before_floors, 1e-9);
                }
            }
        }
    }
}
