//! The formulas again, written down in another way: the special one by halving an interval and, besides, word for word; the standard one
//! and the five steps by searching the crosstable anew at every turn.

use std::collections::BTreeMap;

use super::{
    super::{
        special::special,
        standard::{Terms, standard},
    },
    random::Random,
    *,
};
use crate::domain::us_chess::{Code, History};

/// The excess of the expected score over the one that was made.
fn excess(at: f64, games: f64, adjusted: f64, score: f64, results: &[(f64, f64)]) -> f64 {
    let line = |difference: f64| {
        if difference <= -400.0 {
            0.0
        } else if difference >= 400.0 {
            1.0
        } else {
            0.5 + difference / 800.0
        }
    };
    let expected = results.iter().map(|(opponent, _)| line(at - opponent));
    games * line(at - adjusted) + expected.sum::<f64>() - score
}

fn adjusted(rating: f64, games: f64, history: History, results: &[(f64, f64)]) -> (f64, f64) {
    let score = results.iter().map(|(_, score)| score).sum::<f64>();
    match history {
        History::Wins => (rating - 400.0, score + games),
        History::Losses => (rating + 400.0, score),
        History::Mixed => (rating, score + games / 2.0),
    }
}

/// Where a function that never falls begins to be true.
fn halve(is_above: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (-5000.0, 10_000.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if is_above(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// The special formula: all points that will do lie between two ends, of which the one is taken that is nearest to the beginning.
fn by_halving(rating: f64, games: f64, history: History, results: &[(f64, f64)]) -> f64 {
    let (adjusted, score) = adjusted(rating, games, history, results);
    let excess = |at| excess(at, games, adjusted, score, results);
    let low = halve(|at| excess(at) >= -1e-9);
    let high = halve(|at| excess(at) > 1e-9);
    adjusted.max(low).min(high)
}

/// The special formula as the text has it, in its four steps.
fn word_for_word(rating: f64, games: f64, history: History, results: &[(f64, f64)]) -> f64 {
    let (adjusted, score) = adjusted(rating, games, history, results);
    let f = |at| excess(at, games, adjusted, score, results);
    let centres = || {
        results
            .iter()
            .map(|(opponent, _)| *opponent)
            .chain([adjusted])
    };
    let knots = || centres().flat_map(|centre| [centre - 400.0, centre + 400.0]);
    let below = |at: f64| {
        knots()
            .filter(|knot| *knot < at - 1e-9)
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let above = |at: f64| {
        knots()
            .filter(|knot| *knot > at + 1e-9)
            .fold(f64::INFINITY, f64::min)
    };
    let epsilon = 1e-7;
    let mut m = adjusted;
    while f(m) > epsilon {
        let za = below(m);
        m = if (f(m) - f(za)).abs() < epsilon {
            za
        } else {
            za.max(m - f(m) * (m - za) / (f(m) - f(za)))
        };
    }
    while f(m) < -epsilon {
        let zb = above(m);
        m = if (f(m) - f(zb)).abs() < epsilon {
            zb
        } else {
            zb.min(m + -f(m) * (zb - m) / (f(zb) - f(m)))
        };
    }
    // Rule 4.
    if centres().any(|centre| (m - centre).abs() <= 400.0 + 1e-6) {
        return m;
    }
    rating.clamp(below(m), above(m))
}

#[test]
fn three_ways_to_the_special_rating_agree() {
    let mut random = Random::new(1);
    let mut level = 0;
    for case in 0..20_000 {
        let rating = random.rating();
        let games = match random.below(4) {
            0 => 0.0,
            1 => f64::from(random.below(900)) / 100.0,
            _ => f64::from(random.below(9)),
        };
        let history = random.pick(&[
            History::Mixed,
            History::Mixed,
            History::Wins,
            History::Losses,
        ]);
        let results = (0..=random.below(9)).map(|_| (random.rating(), random.below(3)));
        let results = results.collect::<Vec<_>>();
        let as_score = |&(opponent, halves): &(f64, u32)| (opponent, f64::from(halves) / 2.0);
        let plain = results.iter().map(as_score).collect::<Vec<_>>();
        let rated = special(rating, games, history, &bouts(&results)).rating;
        let about = || format!("{case}: {rating} {games} {history:?} {results:?}");
        let halved = by_halving(rating, games, history, &plain);
        assert!(
            (rated - halved).abs() < 1e-3,
            "{rated}, {halved} in {}",
            about()
        );
        let literal = word_for_word(rating, games, history, &plain);
        assert!(
            (rated - literal).abs() < 1e-3,
            "{rated}, {literal} in {}",
            about()
        );
        let (adjusted, score) = adjusted(rating, games, history, &plain);
        let excess = |at| excess(at, games, adjusted, score, &plain).abs();
        level += u32::from(excess(rated - 1.0).min(excess(rated + 1.0)) < 1e-9);
    }
    assert!(level > 500, "{level} of them on a level stretch");
}

/// What the standard formula depends on besides the games.
#[derive(Clone, Copy, Default)]
struct Plainly {
    rating: f64,
    games: f64,
    b: f64,
    /// Where no bonus is: at matches, and, strictly, after two of three games against the same.
    is_match: bool,
    is_strict: bool,
    is_half: bool,
}

/// The standard formula of the text. `results` are opponents, their strengths, and scores.
fn plain_standard(of: Plainly, is_cut: bool, results: &[(usize, f64, f64)]) -> f64 {
    let m = f64::from(count(results));
    let mut gain = 0.0;
    let mut most = 0;
    for (who, opponent, score) in results {
        gain += score - 1.0 / (1.0 + 10.0_f64.powf((opponent - of.rating) / 400.0));
        most = most.max(results.iter().filter(|(other, ..)| other == who).count());
    }
    let mut k = if of.is_half {
        400.0 / (of.games + m / 2.0)
    } else {
        800.0 / (of.games + m)
    };
    if is_cut && of.rating >= 2500.0 {
        k = 200.0 / (of.games + m);
    } else if is_cut && of.rating > 2200.0 {
        k = 800.0 * (6.5 - 0.0025 * of.rating) / (of.games + m);
    }
    let without = of.rating + k * gain;
    let is_strict = of.is_strict && results.len() == 3 && most > 1;
    if results.len() < 3 || most > 2 || is_strict || of.is_match {
        return without;
    }
    let threshold = of.b * (if results.len() < 4 { 4.0 } else { m }).sqrt();
    if k * gain > threshold {
        without + k * gain - threshold
    } else {
        without
    }
}

#[test]
fn two_ways_to_the_standard_rating_agree() {
    let mut random = Random::new(2);
    for (set, b, is_strict) in [
        ("2001", 10.0, false),
        ("2015", 12.0, false),
        ("2017", 14.0, false),
        ("2023", 12.0, false),
        ("2025", 10.0, true),
    ] {
        let rules = rules(set);
        let mut bonuses = 0;
        for _ in 0..4000 {
            let rating = random.rating();
            let of = Plainly {
                rating,
                games: rules.effective_games(rating, Some(9 + random.below(60))),
                b,
                is_match: random.once_in(6),
                is_strict,
                is_half: random.once_in(5),
            };
            let is_cut = !of.is_half && random.once_in(3);
            let strengths = (0..5).map(|_| random.rating()).collect::<Vec<_>>();
            let mut results = (0..=random.below(6))
                .map(|_| (random.below(5) as usize, random.below(3)))
                .collect::<Vec<_>>();
            results.sort_unstable();
            let bouts = results.iter().map(|(opponent, halves)| Bout {
                opponent: *opponent,
                strength: strengths[*opponent],
                halves: *halves,
            });
            let bouts = bouts.collect::<Vec<_>>();
            let terms = Terms {
                half_k: of.is_half,
                cut: self::rules("2015").dual_cut.filter(|_| is_cut),
                is_match: of.is_match,
            };
            let rated = standard(&rules, terms, rating, of.games, &bouts);
            let plain = results
                .iter()
                .map(|(who, halves)| (*who, strengths[*who], f64::from(*halves) / 2.0));
            let plain = plain_standard(of, is_cut, &plain.collect::<Vec<_>>());
            assert!((rated.rating - plain).abs() < 1e-9, "{rated:?}, {plain}");
            bonuses += u32::from(rated.bonus > 0.0);
        }
        assert!(bonuses > 200, "{bonuses} of them with a bonus");
    }
}

/// A section by the rules of 2015, in five steps, each of which searches the crosstable.
struct Plain<'a>(&'a Section);

impl Plain<'_> {
    fn entry(&self, pair: u16) -> &Entry {
        let mut entries = self.0.entries.iter();
        entries
            .find(|entry| entry.pair == pair)
            .expect("an opponent")
    }

    /// Step 1, of players of whom no more is known than what `Random` gives them.
    fn start(&self, pair: u16) -> (f64, Option<u32>) {
        let entry = self.entry(pair);
        let record = &entry.regular;
        match (record.rating, record.initial, entry.quick.rating) {
            (Some(rating), ..) => (rating, record.games),
            (None, Some(initial), _) => (initial, record.initial_games),
            (None, None, Some(quick)) if entry.quick.games.is_none_or(|games| games >= 4) => {
                (quick, Some(0))
            }
            _ => (750.0, Some(0)),
        }
    }

    fn games(&self, pair: u16) -> Vec<(u16, f64)> {
        let mut games = Vec::new();
        for cell in &self.entry(pair).rounds {
            let score = match cell.code() {
                Code::Win => 1.0,
                Code::Draw => 0.5,
                Code::Loss => 0.0,
                _ => continue,
            };
            games.push((cell.opponent().expect("an opponent"), score));
        }
        games
    }

    fn step_3(&self, pair: u16) -> f64 {
        let (rating, games) = self.start(pair);
        let results = self.games(pair);
        if self.entry(pair).regular.rating.is_some() || games != Some(0) || results.is_empty() {
            return rating;
        }
        let results = results
            .iter()
            .map(|(opponent, score)| (self.start(*opponent).0, *score));
        let results = results.collect::<Vec<_>>();
        by_halving(rating, 1.0, History::Mixed, &results).clamp(100.0, 2700.0)
    }

    fn pass(&self, pair: u16, strength: &dyn Fn(u16) -> f64) -> f64 {
        let (rating, games) = self.start(pair);
        let mut effective = 50.0;
        if rating <= 2355.0 {
            effective = 50.0 / (0.662 + 0.000_007_39 * (2569.0 - rating).powi(2)).sqrt();
        }
        if let Some(games) = games {
            effective = effective.min(f64::from(games));
        }
        let results = self.games(pair);
        let record = &self.entry(pair).regular;
        let history = record
            .history
            .filter(|_| record.rating.is_some())
            .unwrap_or_default();
        if history != History::Mixed || games.is_some_and(|games| games <= 8) {
            let results = results
                .iter()
                .map(|(opponent, score)| (strength(*opponent), *score));
            let results = results.collect::<Vec<_>>();
            by_halving(rating, effective, history, &results).clamp(100.0, 2700.0)
        } else {
            let results = results
                .iter()
                .map(|(opponent, score)| (usize::from(*opponent), strength(*opponent), *score));
            let results = results.collect::<Vec<_>>();
            let of = Plainly {
                rating,
                games: effective,
                b: 12.0,
                ..Plainly::default()
            };
            plain_standard(of, self.0.systems.len() == 2, &results).max(100.0)
        }
    }

    /// Everybody's rating, pass after pass.
    fn ratings(&self) -> BTreeMap<u16, f64> {
        let everybody = |rating: &dyn Fn(u16) -> f64| {
            let pairs = self.0.entries.iter().map(|entry| entry.pair);
            pairs
                .map(|pair| (pair, rating(pair)))
                .collect::<BTreeMap<_, _>>()
        };
        let strengths = everybody(&|pair| self.step_3(pair));
        let intermediate = everybody(&|pair| self.pass(pair, &|other| strengths[&other]));
        everybody(&|pair| self.pass(pair, &|other| intermediate[&other]))
    }
}

#[test]
fn two_ways_through_the_five_steps_agree() {
    let mut random = Random::new(3);
    let mut rows = 0;
    for case in 0..2000 {
        let section = random.section();
        let rated = rated(&section, "2015");
        let plain = Plain(&section).ratings();
        for row in &rated.rows {
            let Some(computed) = &row.computed else {
                assert!(Plain(&section).games(row.pair).is_empty(), "{case}");
                assert_eq!(row.post(), row.pre);
                continue;
            };
            rows += 1;
            let plain = plain[&row.pair];
            let difference = (computed.before_floors - plain).abs();
            assert!(difference < 0.005, "{plain} in {case}: {row:#?}");
        }
    }
    assert!(rows > 5000, "{rows}");
}
