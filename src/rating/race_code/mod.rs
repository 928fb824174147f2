//! The Race Code league: values that are earned by taking part, by winning, and by beating whoever is worth more.
//!
//! Source: "New Dynamic League – Race Code Chess". Everybody's value begins at 0. A game earns each side 1 for taking part, the winner
//! 1 more, and each side ½ in a draw; a winner whose value was lower than the loser's earns the loser's value besides. Both values are
//! those before the game.
//!
//! Values are exact half points. Who wins against a higher value takes all of it over, so values can grow like a population: they are
//! added up in 128 bits, and once that is too small, from the start again in numbers without a bound.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{
    Bout, Column, Field, GameData, Halves, Kind, LadderStandings, NoStandings, OnProgress, Setting,
    Settings, Step, StepOf, Story, Takes, Value, Word,
    kind::{Outcome, tallied, tiers},
};
use crate::domain::LadderSystem;

pub(super) static KIND: Kind = Kind {
    system: LadderSystem::RaceCode,
    title: "Race Code league",
    the: "the Race Code league",
    about: "Every game earns points for taking part and for its result, and beating a higher value earns that value: for leagues that reward playing.",
    figure: "Value",
    smaller_is_better: false,
    rule: &[
        "Everybody begins at 0.",
        "A game earns each side 1 for taking part, the winner 1 more, and both sides ½ in a draw.",
        "A winner whose value was lower than the loser’s earns the loser’s value besides.",
    ],
    rule_as_set_up,
    settings: &[
        Setting {
            name: "current-value",
            title: "Current value",
            about: "Whether a game adds what it earned, or is all that counts until the next one.",
            takes: Takes::Words(&[
                Word {
                    word: "accumulate",
                    title: "All games together",
                },
                Word {
                    word: "latest",
                    title: "The latest game alone",
                },
            ]),
            default: "accumulate",
        },
        Setting {
            name: "background",
            title: "Ethnic background",
            about: "Whether players have a field for their ethnic background, as in the original league. It is never printed or published unless that is asked for.",
            takes: Takes::Words(&[
                Word {
                    word: "no",
                    title: "Not shown",
                },
                Word {
                    word: "yes",
                    title: "Shown on the screen",
                },
            ]),
            default: "no",
        },
    ],
    standings,
    story,
    course: None,
    game_data: Some(game_data),
};

fn rule_as_set_up(settings: &Settings) -> Vec<String> {
    let value = if settings.get("current-value") == "latest" {
        "A value is what the latest game earned."
    } else {
        "A value is what all games earned together."
    };
    vec![value.to_owned()]
}

/// So many games are played between two looks at the cancel button.
const GAMES_A_REPORT: usize = 1 << 16;

/// A number of half points that can be added up.
trait Points: Clone + Default + Ord {
    /// What a game earns a player of this value against one of the other; nothing if that is too large a number. `sign` is the player's
    /// result: 1, 0 or −1.
    fn earned(&self, other: &Self, sign: i32) -> Option<Self>;
    /// The sum; nothing if it is too large.
    fn plus(&self, other: &Self) -> Option<Self>;
    fn halves(&self) -> Halves;
}

/// For taking part and for the result, in half points: 2 for a loss, 3 for a draw, 4 for a win.
const fn without_bonus(sign: i32) -> u32 {
    (3 + sign).unsigned_abs()
}

impl Points for u128 {
    /// Without a branch: who of the two is worth more, and who wins, can't be foretold, and a replay goes through millions.
    #[expect(
        clippy::needless_bitwise_bool,
        reason = "&& is a branch, and which way it goes can't be foretold"
    )]
    fn earned(&self, other: &Self, sign: i32) -> Option<Self> {
        let takes_over = (sign == 1) & (self < other);
        let bonus = other & Self::from(takes_over).wrapping_neg();
        bonus.checked_add(Self::from(without_bonus(sign)))
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        self.checked_add(*other)
    }

    fn halves(&self) -> Halves {
        Halves(BigUint::from(*self))
    }
}

impl Points for BigUint {
    fn earned(&self, other: &Self, sign: i32) -> Option<Self> {
        let earned = Self::from(without_bonus(sign));
        Some(if sign == 1 && self < other {
            earned + other
        } else {
            earned
        })
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }

    fn halves(&self) -> Halves {
        Halves(self.clone())
    }
}

/// Where a player stands.
#[derive(Clone, Debug, Default)]
struct Standing<P> {
    value: P,
    /// The highest value until now, where values don't accumulate.
    highest: P,
    /// Won, drawn, lost.
    tally: [u32; 3],
}

impl<P: Points> Standing<P> {
    /// Takes what a game earned, with its place in the tally; nothing if the value is too large a number.
    #[inline]
    fn take(&mut self, earned: &P, outcome: usize, accumulates: bool) -> Option<()> {
        self.tally[outcome] += 1;
        if accumulates {
            // Values only rise: the highest is the one of now.
            self.value = self.value.plus(earned)?;
        } else {
            self.value.clone_from(earned);
            if self.highest < self.value {
                self.highest.clone_from(&self.value);
            }
        }
        Some(())
    }
}

/// Everybody's values.
#[derive(Clone, Debug)]
struct League<P> {
    accumulates: bool,
    players: Vec<Standing<P>>,
}

impl<P: Points> League<P> {
    fn new(field: &Field, settings: &Settings) -> Self {
        Self {
            accumulates: settings.get("current-value") != "latest",
            players: vec![Standing::default(); field.entrants.len()],
        }
    }

    /// Plays a game: what it earned White and Black; nothing if a value is too large a number.
    ///
    /// A call for each game takes less time than what is put into the loop.
    #[inline(never)]
    fn play(&mut self, bout: &Bout) -> Option<[P; 2]> {
        let sign = bout.result.sign();
        let [(white, whites), (black, blacks)] = tallied(bout);
        let [of_white, of_black] = [white, black].map(|place| &self.players[place].value);
        let earned = [
            of_white.earned(of_black, sign)?,
            of_black.earned(of_white, -sign)?,
        ];
        self.players[white].take(&earned[0], whites, self.accumulates)?;
        self.players[black].take(&earned[1], blacks, self.accumulates)?;
        Some(earned)
    }
}

/// Why the games weren't played to the end.
enum Stopped {
    /// A number was too large.
    TooLarge,
    Cancelled,
}

/// Plays every game, and shows each to `visit` with the values after it and what it earned.
fn play<P: Points>(
    field: &Field,
    settings: &Settings,
    on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    mut visit: impl FnMut(usize, &Bout, &League<P>, &[P; 2]),
) -> Result<League<P>, Stopped> {
    let mut league = League::<P>::new(field, settings);
    let mut done = 0;
    for bouts in field.bouts.chunks(GAMES_A_REPORT) {
        for bout in bouts {
            let earned = league.play(bout).ok_or(Stopped::TooLarge)?;
            visit(done, bout, &league, &earned);
            done += 1;
        }
        if on_progress(done, field.bouts.len()).is_break() {
            return Err(Stopped::Cancelled);
        }
    }
    Ok(league)
}

/// Does the same in 128 bits, and where those are too few, without a bound.
macro_rules! in_numbers_that_suffice {
    ($work:ident($($argument:expr),*)) => {
        match $work::<u128>($($argument),*) {
            Err(Stopped::TooLarge) => $work::<BigUint>($($argument),*),
            answer => answer,
        }
        .map_err(|_| NoStandings::Cancelled)
    };
}

fn standings(
    field: &Field,
    settings: &Settings,
    on_progress: OnProgress<'_>,
) -> Result<LadderStandings, NoStandings> {
    let table = in_numbers_that_suffice!(table(field, settings, on_progress))?;
    let mut columns = vec![
        Column::new("value", "Value"),
        Column::new("highest", "Highest"),
        Column::new("games", "Games"),
        Column::new("won", "Won"),
        Column::new("drawn", "Drawn"),
        Column::new("lost", "Lost"),
    ];
    let keeps_background = settings.get("background") == "yes";
    if keeps_background {
        columns.push(Column::new("background", "Ethnic background").personal());
    }
    let figures = table.iter().map(|line| &line.value).collect::<Vec<_>>();
    let tiers = tiers(&figures);
    let rows = table
        .iter()
        .zip(tiers)
        .enumerate()
        .map(|(place, (line, tier))| {
            let [won, drawn, lost] = line.tally;
            let count = |count: u32| Value::Whole(i64::from(count));
            let mut values = vec![
                Value::Halves(line.value.clone()),
                Value::Halves(line.highest.clone()),
                count(won + drawn + lost),
                count(won),
                count(drawn),
                count(lost),
            ];
            if keeps_background {
                values.push(Value::Text(field.entrants[place].background.clone()));
            }
            field.row(place, tier, values)
        });
    let rows = rows.collect();
    Ok(LadderStandings::new(field, columns).in_order(rows))
}

/// A player's row of `RankRating`.
struct Line {
    value: Halves,
    highest: Halves,
    /// Won, drawn, lost.
    tally: [u32; 3],
}

fn table<P: Points>(
    field: &Field,
    settings: &Settings,
    on_progress: OnProgress<'_>,
) -> Result<Vec<Line>, Stopped> {
    let league = play::<P>(field, settings, on_progress, |_, _, _, _| ())?;
    let accumulates = league.accumulates;
    let lines = league.players.into_iter().map(|standing| {
        let value = standing.value.halves();
        Line {
            highest: if accumulates {
                value.clone()
            } else {
                standing.highest.halves()
            },
            value,
            tally: standing.tally,
        }
    });
    Ok(lines.collect())
}

fn game_data(
    field: &Field,
    settings: &Settings,
    on_progress: OnProgress<'_>,
) -> Result<Vec<GameData>, NoStandings> {
    in_numbers_that_suffice!(game_rows(field, settings, on_progress))
}

fn game_rows<P: Points>(
    field: &Field,
    settings: &Settings,
    on_progress: OnProgress<'_>,
) -> Result<Vec<GameData>, Stopped> {
    let mut rows = Vec::with_capacity(field.bouts.len());
    play::<P>(field, settings, on_progress, |at, bout, _, earned| {
        let detail = &field.details[at];
        rows.push(GameData {
            game: detail.game,
            week: detail.week,
            sequence: detail.sequence,
            date: detail.date,
            players: [bout.white, bout.black].map(|place| field.entrants[place as usize].id),
            result: bout.result,
            earned: earned.each_ref().map(Points::halves),
        });
    })?;
    Ok(rows)
}

fn story(
    field: &Field,
    settings: &Settings,
    player: u32,
    on_progress: OnProgress<'_>,
) -> Result<Story, NoStandings> {
    in_numbers_that_suffice!(steps(field, settings, player, on_progress))
}

fn steps<P: Points>(
    field: &Field,
    settings: &Settings,
    player: u32,
    on_progress: OnProgress<'_>,
) -> Result<Story, Stopped> {
    let mut steps = Vec::new();
    let mut before = vec![P::default(); field.entrants.len()];
    let league = play::<P>(field, settings, on_progress, |at, bout, league, earned| {
        let both = [bout.white as usize, bout.black as usize];
        if let Some((opponent, outcome)) = Outcome::new(bout, player) {
            let side = usize::from(bout.black == player);
            let own = player as usize;
            let met = Meeting {
                name: field.name(player),
                opponent: field.name(opponent),
                outcome,
                before: before[own].halves(),
                opponents: before[opponent as usize].halves(),
                earned: earned[side].halves(),
                after: league.players[own].value.halves(),
                accumulates: league.accumulates,
            };
            steps.push(Step {
                of: StepOf::Game {
                    game: field.details[at].game,
                    opponent: field.entrants[opponent as usize].id,
                },
                date: field.details[at].date,
                place: field.place_of_bout(at),
                title: outcome.title(field.name(opponent)),
                sentences: met.sentences(),
                before: Value::Halves(met.before),
                after: Value::Halves(met.after),
            });
        }
        for place in both {
            before[place].clone_from(&league.players[place].value);
        }
    })?;
    let end = league.players[player as usize].value.halves();
    let name = field.name(player);
    let sum = match steps.len() {
        0 => format!("{name} has played no game of this league yet."),
        1 => format!("One game: {name} stands at {end}."),
        games if league.accumulates => {
            format!("{games} games, and all that they earned together: {name} stands at {end}.")
        }
        games => format!("{games} games, of which the latest counts: {name} stands at {end}."),
    };
    Ok(Story {
        player: field.entrants[player as usize].id,
        start: format!("{name} began at 0, as everybody does."),
        steps,
        end: Value::Halves(end),
        sum,
    })
}

/// A game as one side of it sees it.
struct Meeting<'a> {
    name: &'a str,
    opponent: &'a str,
    outcome: Outcome,
    before: Halves,
    /// The opponent's value before the game.
    opponents: Halves,
    earned: Halves,
    after: Halves,
    accumulates: bool,
}

impl Meeting<'_> {
    fn sentences(&self) -> Vec<String> {
        let Self {
            name,
            opponent,
            outcome,
            before,
            opponents,
            earned,
            after,
            accumulates,
        } = self;
        let mut sentences = vec![format!("{name} gets 1 for taking part.")];
        match outcome {
            Outcome::Won => {
                sentences.push("The win adds 1.".to_owned());
                sentences.push(if before < opponents {
                    format!(
                        "{opponent} was worth more before the game, {opponents} against {before}: the winner earns that value, too."
                    )
                } else {
                    format!(
                        "{opponent} was not worth more before the game, {opponents} against {before}: nothing is added for that."
                    )
                });
            }
            Outcome::Drew => sentences.push("The draw adds 0.5.".to_owned()),
            Outcome::Lost => sentences.push("The loss adds nothing.".to_owned()),
        }
        sentences.push(if *accumulates {
            format!("Together {earned}: {before} + {earned} = {after}.")
        } else {
            format!("Together {earned}, which is the value until the next game.")
        });
        sentences
    }
}
