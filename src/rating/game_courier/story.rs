//! What a Game Courier rating comes from: pair by pair, in both passes.

use super::{Meetings, Pair, START};
use crate::{
    domain::{counted, show_date, within_sentence},
    rating::{
        Field, NoStandings, OnProgress, Settings, Step, StepOf, Story, Value, kind::Outcome,
        value::trimmed,
    },
};

pub(super) fn story(
    field: &Field,
    _settings: &Settings,
    player: u32,
    on_progress: OnProgress<'_>,
) -> Result<Story, NoStandings> {
    let meetings = Meetings::new(field);
    let name = field.name(player);
    let id = field.entrants[player as usize].id;
    let Some(number) = meetings.order.iter().position(|place| *place == player) else {
        return Ok(Story {
            player: id,
            start: format!("{name} has no game that passes the filters, and so no rating."),
            steps: Vec::new(),
            end: Value::Blank,
            sum: String::new(),
        });
    };
    let mut steps = Vec::new();
    let mut ends = [START; 2];
    for (pass, end) in (1..).zip(&mut ends) {
        let mut ratings = meetings.fresh();
        let mut handle = |pair: &Pair| {
            let [first, second] = [pair.first, pair.second].map(|number| number as usize);
            if first != number && second != number {
                ratings.handle(pair);
                return;
            }
            let opponent = if first == number { second } else { first };
            let before = ratings.clone();
            ratings.handle(pair);
            let met = Met {
                field,
                pair,
                is_first: first == number,
                name,
                opponent: meetings.order[opponent],
                before: [before.ratings[number], before.ratings[opponent]],
                after: [ratings.ratings[number], ratings.ratings[opponent]],
                past: before.past[number],
                change: pair.change(&before.ratings),
                expected: pair.expected(&before.ratings),
            };
            steps.push(met.step(pass, player));
        };
        if pass == 1 {
            meetings.pairs.iter().for_each(&mut handle);
        } else {
            meetings.pairs.iter().rev().for_each(&mut handle);
        }
        *end = ratings.ratings[number];
        if on_progress(pass * meetings.pairs.len(), 2 * meetings.pairs.len()).is_break() {
            return Err(NoStandings::Cancelled);
        }
    }
    let [first, second] = ends;
    let mean = f64::midpoint(first, second);
    Ok(Story {
        player: id,
        start: format!("{name} began both passes at {START:.0}, as everybody does."),
        steps,
        end: Value::Rating(mean),
        sum: format!(
            "The first pass ended at {}, the second at {}: the rating is their mean, {}.",
            trimmed(first),
            trimmed(second),
            trimmed(mean)
        ),
    })
}

/// A pair as one of the two sees it, in one pass.
struct Met<'a> {
    field: &'a Field,
    pair: &'a Pair,
    /// Whether the player is the first of the pair.
    is_first: bool,
    name: &'a str,
    opponent: u32,
    /// Of the player and the opponent.
    before: [f64; 2],
    after: [f64; 2],
    /// The player's games in pairs handled before.
    past: u32,
    /// As the first of the pair sees it.
    change: f64,
    expected: f64,
}

impl Met<'_> {
    fn step(&self, pass: usize, player: u32) -> Step {
        let Self {
            field,
            pair,
            name,
            opponent,
            before: [own, _],
            after: [after, _],
            past,
            ..
        } = self;
        let opponents_name = field.name(*opponent);
        let change = if self.is_first {
            self.change
        } else {
            -self.change
        };
        let games = pair.games;
        let halves = if self.is_first {
            pair.halves
        } else {
            2 * games - pair.halves
        };
        let moved = after - own;
        let which = ["First pass", "Second pass"][pass - 1];
        Step {
            of: StepOf::Pair {
                opponent: field.entrants[*opponent as usize].id,
                pass,
            },
            date: None,
            place: which.to_owned(),
            title: format!("{} with {opponents_name}", counted(games, "game")),
            before: Value::Rating(*own),
            after: Value::Rating(*after),
            sentences: vec![
                self.games(player),
                format!(
                    "{name} got {} of {games}, which is {}%.",
                    trimmed(f64::from(halves) / 2.0),
                    trimmed(self.turned(pair.percent()))
                ),
                self.expectation(),
                format!(
                    "The difference in hundredths × 400 × {games} ÷ {} is {}.",
                    games + 10,
                    signed(change)
                ),
                match past {
                    0 => format!(
                        "{name} had no games behind, so all of that counts: {} points.",
                        signed(moved)
                    ),
                    _ => format!(
                        "{name} had {} behind: × (1 − {past} ÷ {}) makes {} points.",
                        counted(*past, "game"),
                        past + 800,
                        signed(moved)
                    ),
                },
            ],
        }
    }

    /// A percentage of the first of the pair, as the player sees it.
    fn turned(&self, percent: f64) -> f64 {
        if self.is_first {
            percent
        } else {
            100.0 - percent
        }
    }

    /// "Rated 1518.18 against 1481.82, Ann was expected to get 50 + 36.36 ÷ 8 = 54.55% of them."
    fn expectation(&self) -> String {
        let Self {
            name,
            before: [own, other],
            ..
        } = self;
        let difference = own - other;
        let rated = format!(
            "Rated {} against {}, {name} was expected to get",
            trimmed(*own),
            trimmed(*other)
        );
        if difference.abs() >= 400.0 {
            let all = if difference > 0.0 { "all" } else { "none" };
            return format!(
                "{rated} {all} of them: a difference of 400 or more can’t expect more."
            );
        }
        let sign = if difference < 0.0 { '−' } else { '+' };
        format!(
            "{rated} 50 {sign} {} ÷ 8 = {}% of them.",
            trimmed(difference.abs()),
            trimmed(self.turned(self.expected))
        )
    }

    /// "The games: week 1, game 3 (won); week 1, game 9 (lost)."
    fn games(&self, player: u32) -> String {
        let bouts = self.field.bouts.iter().enumerate();
        let games = bouts.filter_map(|(at, bout)| {
            let (opponent, outcome) = Outcome::new(bout, player)?;
            if opponent != self.opponent {
                return None;
            }
            let word = match outcome {
                Outcome::Won => "won",
                Outcome::Drew => "drawn",
                Outcome::Lost => "lost",
            };
            let day = self.field.details[at].date;
            let day = day.map_or_else(String::new, |day| format!("{}, ", show_date(day)));
            let place = within_sentence(&self.field.place_of_bout(at));
            Some(format!("{place} ({day}{word})"))
        });
        format!("The games: {}.", games.collect::<Vec<_>>().join("; "))
    }
}

/// "+18.18", "−7.5", "0"
fn signed(points: f64) -> String {
    match trimmed(points.abs()).as_str() {
        "0" => "0".to_owned(),
        shown if points < 0.0 => format!("−{shown}"),
        shown => format!("+{shown}"),
    }
}
