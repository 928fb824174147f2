//! Game Courier ratings: relative strengths that follow from all results at once.
//!
//! Source: Fergus Duniho, "Game Courier Ratings" (chessvariants.com), with its open points decided: pairs of players who met are gone through twice, the second time backwards and from fresh ratings, and the two ratings are averaged. Ratings
//! are floating point, 1500 at first.

mod story;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::{
    Bout, Column, CoursePoint, Field, Kind, LadderStandings, NoStandings, OnProgress, Settings,
    Value,
    kind::{tallied, tiers},
};
use crate::domain::{LadderSystem, show_date};

pub(super) static KIND: Kind = Kind {
    system: LadderSystem::GameCourier,
    title: "Game Courier ratings",
    the: "the Game Courier ratings",
    about: "Estimates of playing strength that follow from all results together, whatever their order: for a set of games that is looked at as a whole.",
    figure: "Rating",
    smaller_is_better: false,
    rule: &[
        "Only rating differences matter. Expected score: 50% plus one eighth of the difference.",
        "Everybody begins at 1500. All pairs of players who met are gone through, then once more in the reverse order from fresh ratings, and the two ratings are averaged.",
        "The more games two players have played together, the more their result moves; the more games a player has played already, the less.",
        "Accuracy is how close the results come to what the ratings expect, 100% at best.",
    ],
    rule_as_set_up: |_| Vec::new(),
    settings: &[],
    standings,
    story: story::story,
    course: Some(course),
    game_data: None,
};

/// Everybody's rating at first.
const START: f64 = 1500.0;

/// The most that a pair's result can move a rating, at a difference of 100 between the percentages expected and reached.
const MOST: f64 = 400.0;

/// So many points of difference are one in a hundred games.
const POINTS_A_PERCENT: f64 = 8.0;

/// A pair of this many games moves half of what it could.
const HALF_AT_TOGETHER: f64 = 10.0;

/// A player with so many games behind is moved half as far.
const HALF_AT_PAST: f64 = 800.0;

/// So many pairs are handled between two looks at the cancel button.
const PAIRS_A_BREATH: usize = 1 << 15;

/// Two players who met.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// Their numbers in the order of players; the first is the smaller one.
    first: u32,
    second: u32,
    games: u32,
    /// Half points of the first.
    halves: u32,
}

impl Pair {
    const fn distance(&self) -> u32 {
        self.second - self.first
    }

    /// The percentage of the points that the first one got.
    fn percent(&self) -> f64 {
        f64::from(self.halves) / (2.0 * f64::from(self.games)) * 100.0
    }

    /// The percentage by which a pass moves the two, at these ratings and past games, and by how many points: the product before it is
    /// split by past games.
    fn change(&self, ratings: &[f64]) -> f64 {
        let together = f64::from(self.games);
        (self.percent() - self.expected(ratings)) / 100.0 * MOST * together
            / (together + HALF_AT_TOGETHER)
    }

    /// The percentage of the points that the first one is expected to get.
    fn expected(&self, ratings: &[f64]) -> f64 {
        let difference = ratings[self.first as usize] - ratings[self.second as usize];
        (50.0 + difference / POINTS_A_PERCENT).clamp(0.0, 100.0)
    }
}

/// How far a player with so many games behind him is moved, 1 at first.
fn unsettled(past: u32) -> f64 {
    let past = f64::from(past);
    1.0 - past / (past + HALF_AT_PAST)
}

/// A player's results.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    games: u32,
    won: u32,
    halves: u32,
    opponents: u32,
}

/// Who met whom, in the order in which it is gone through.
#[derive(Debug)]
struct Meetings {
    /// By place in the field.
    records: Vec<Record>,
    /// The places in the field of those who have games, in the order of players.
    order: Vec<u32>,
    /// In the order of the first pass.
    pairs: Vec<Pair>,
}

impl Meetings {
    fn new(field: &Field) -> Self {
        let mut records = vec![Record::default(); field.entrants.len()];
        for bout in &field.bouts {
            for (place, outcome) in tallied(bout) {
                let record = &mut records[place];
                record.games += 1;
                record.won += u32::from(outcome == 0);
                record.halves += [2, 1, 0][outcome];
            }
        }
        let mut met = met(&field.bouts);
        for pair in &met {
            records[pair.first as usize].opponents += 1;
            records[pair.second as usize].opponents += 1;
        }
        let mut order = (0_u32..)
            .zip(&records)
            .filter(|(_, record)| record.games > 0)
            .map(|(place, _)| place)
            .collect::<Vec<_>>();
        // Entrants are by number already.
        order.sort_by_key(|place| {
            let Record {
                games,
                won,
                opponents,
                ..
            } = records[*place as usize];
            std::cmp::Reverse((games, won, opponents))
        });
        let mut numbers = vec![0; records.len()];
        for (number, place) in (0..).zip(&order) {
            numbers[*place as usize] = number;
        }
        for pair in &mut met {
            let [first, second] =
                [pair.first, pair.second].map(|place: u32| numbers[place as usize]);
            *pair = if first < second {
                Pair {
                    first,
                    second,
                    ..*pair
                }
            } else {
                Pair {
                    first: second,
                    second: first,
                    halves: 2 * pair.games - pair.halves,
                    ..*pair
                }
            };
        }
        Self {
            records,
            order,
            pairs: zig_zag(met),
        }
    }

    fn fresh(&self) -> Pass {
        Pass {
            ratings: vec![START; self.order.len()],
            past: vec![0; self.order.len()],
        }
    }
}

/// Every pair that met, by places in the field, with its games added up. Sorting what was played keeps the cost to the games, however
/// many players there are.
fn met(bouts: &[Bout]) -> Vec<Pair> {
    let mut results = bouts
        .iter()
        .map(|bout| {
            let for_white = u64::try_from(bout.result.sign() + 1).unwrap_or(0);
            let (first, second, halves) = if bout.white < bout.black {
                (bout.white, bout.black, for_white)
            } else {
                (bout.black, bout.white, 2 - for_white)
            };
            // Both places have at most 31 bits: a field has no more players than a camp.
            (u64::from(first) << 33) | (u64::from(second) << 2) | halves
        })
        .collect::<Vec<_>>();
    results.sort_unstable();
    let mut pairs = Vec::<Pair>::new();
    for result in results {
        let [first, second] = [result >> 33, (result >> 2) & 0x7FFF_FFFF]
            .map(|place| u32::try_from(place).unwrap_or(u32::MAX));
        let halves = u32::from((result & 3) as u8);
        match pairs.last_mut() {
            Some(pair) if (pair.first, pair.second) == (first, second) => {
                pair.games += 1;
                pair.halves += halves;
            }
            _ => pairs.push(Pair {
                first,
                second,
                games: 1,
                halves,
            }),
        }
    }
    pairs
}

/// By distance of the two numbers, the nearest first; within a distance by the first number, rising for odd distances and falling for
/// even ones.
fn zig_zag(mut pairs: Vec<Pair>) -> Vec<Pair> {
    pairs.sort_unstable_by_key(|pair| {
        let distance = pair.distance();
        let first = if distance % 2 == 1 {
            pair.first
        } else {
            u32::MAX - pair.first
        };
        (u64::from(distance) << 32) | u64::from(first)
    });
    pairs
}

/// Ratings on their way through the pairs.
#[derive(Clone, Debug)]
struct Pass {
    /// By number in the order of players.
    ratings: Vec<f64>,
    /// Games in pairs that were handled already.
    past: Vec<u32>,
}

impl Pass {
    fn handle(&mut self, pair: &Pair) {
        let (first, second) = (pair.first as usize, pair.second as usize);
        let change = pair.change(&self.ratings);
        self.ratings[first] += change * unsettled(self.past[first]);
        self.ratings[second] -= change * unsettled(self.past[second]);
        self.past[first] += pair.games;
        self.past[second] += pair.games;
    }
}

/// The two passes and their mean, by number in the order of players.
#[derive(Debug)]
struct Ratings {
    mean: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
}

fn rate(meetings: &Meetings, on_progress: OnProgress<'_>) -> Result<Ratings, NoStandings> {
    let total = meetings.pairs.len() * 2;
    let mut done = 0;
    let mut is_stopped = |handled: usize| {
        done += handled;
        on_progress(done, total).is_break()
    };
    let mut first = meetings.fresh();
    for pairs in meetings.pairs.chunks(PAIRS_A_BREATH) {
        for pair in pairs {
            first.handle(pair);
        }
        if is_stopped(pairs.len()) {
            return Err(NoStandings::Cancelled);
        }
    }
    let mut second = meetings.fresh();
    for pairs in meetings.pairs.rchunks(PAIRS_A_BREATH) {
        for pair in pairs.iter().rev() {
            second.handle(pair);
        }
        if is_stopped(pairs.len()) {
            return Err(NoStandings::Cancelled);
        }
    }
    let mean = first.ratings.iter().zip(&second.ratings);
    Ok(Ratings {
        mean: mean
            .map(|(first, second)| f64::midpoint(*first, *second))
            .collect(),
        first: first.ratings,
        second: second.ratings,
    })
}

/// How close the results come to what the ratings expect, in percent.
fn accuracy(pairs: &[Pair], ratings: &[f64]) -> f64 {
    let close = pairs
        .iter()
        .map(|pair| 100.0 - (pair.percent() - pair.expected(ratings)).abs());
    #[expect(clippy::cast_precision_loss, reason = "a count of pairs")]
    let count = pairs.len() as f64;
    close.sum::<f64>() / count
}

/// What is said instead of standings.
const NO_GAMES: [&str; 2] = [
    "No games passed through the filters, so there is no data for calculating any ratings",
    "There was insufficient data to calculate any ratings",
];

fn standings(
    field: &Field,
    _settings: &Settings,
    on_progress: OnProgress<'_>,
) -> Result<LadderStandings, NoStandings> {
    let meetings = Meetings::new(field);
    let Ratings {
        mean,
        first,
        second,
    } = rate(&meetings, on_progress)?;
    let columns = vec![
        Column::new("rating", "Rating"),
        Column::new("share", "Percent won"),
        Column::new("points", "Points"),
        Column::new("games", "Games"),
        Column::new("first", "First pass"),
        Column::new("second", "Second pass"),
    ];
    // Equal to a millionth is equal: what is left is the order of additions.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "ratings are a few thousand"
    )]
    let steadied = |rating: &f64| (rating * 1e6).round() as i64;
    let tiers = tiers(&mean.iter().map(steadied).collect::<Vec<_>>());
    let rows = tiers.into_iter().enumerate().map(|(number, tier)| {
        let place = meetings.order[number] as usize;
        let record = &meetings.records[place];
        let points = f64::from(record.halves) / 2.0;
        let values = vec![
            Value::Rating(mean[number]),
            Value::Percent(points / f64::from(record.games) * 100.0),
            Value::Halves(super::Halves(record.halves.into())),
            Value::Whole(i64::from(record.games)),
            Value::Rating(first[number]),
            Value::Rating(second[number]),
        ];
        field.row(place, tier, values)
    });
    let rows = rows.collect();
    let has_games = !meetings.pairs.is_empty();
    let accuracy = has_games
        .then(|| [&mean, &first, &second].map(|ratings| accuracy(&meetings.pairs, ratings)));
    let notes = if has_games { &[] } else { &NO_GAMES[..] };
    let standings = LadderStandings {
        accuracy,
        notes: notes.iter().map(|&note| note.to_owned()).collect(),
        ..LadderStandings::new(field, columns)
    };
    Ok(standings.in_order(rows))
}

/// So many points a chart has at most: each of them is a rating of its own, from all games until then.
const MOST_POINTS: usize = 40;

/// Ratings have no course of their own, as every game moves all of them: what is drawn is the rating that the games gave until then.
fn course(
    field: &Field,
    _settings: &Settings,
    player: u32,
    on_progress: OnProgress<'_>,
) -> Result<Vec<CoursePoint>, NoStandings> {
    let games = field.bouts.len();
    let steps = games.min(MOST_POINTS);
    let mut points = Vec::with_capacity(steps);
    for step in 1..=steps {
        let until = games * step / steps;
        let part = Field {
            entrants: field.entrants.clone(),
            bouts: field.bouts[..until].to_vec(),
            ..Field::default()
        };
        let meetings = Meetings::new(&part);
        let ratings = rate(&meetings, &mut |_, _| ControlFlow::Continue(()))?;
        let number = meetings.order.iter().position(|place| *place == player);
        if let (Some(number), Some(last)) = (number, until.checked_sub(1)) {
            let detail = &field.details[last];
            points.push(CoursePoint {
                label: detail
                    .date
                    .map_or_else(|| field.place_of_bout(last), show_date),
                date: detail.date,
                value: Value::Rating(ratings.mean[number]),
            });
        }
        if on_progress(step, steps).is_break() {
            return Err(NoStandings::Cancelled);
        }
    }
    Ok(points)
}
