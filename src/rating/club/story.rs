//! How a player came to a rank, step by step.

use super::{
    Effect, Event, Field, Ladder, OnProgress, Ranks, Settings, Value, Visitor, in_words, percent,
    ranks::after_upset, replay,
};
use crate::{
    domain::show_date,
    rating::{Bout, NoStandings, Step, StepOf, Story, kind::Outcome, value::trimmed},
};

/// Looks on for one player.
pub(super) struct Watcher<'a> {
    field: &'a Field,
    player: u32,
    name: &'a str,
    shares_ranks: bool,
    /// Rank after the last step; 0 before the player has joined.
    rank: u32,
    /// How often one of the top may be challenged, and how many those are.
    limit: [u32; 2],
    start: String,
    steps: Vec<Step>,
}

impl<'a> Watcher<'a> {
    pub(super) fn tell<R: Ranks>(
        ranks: R,
        field: &'a Field,
        settings: &Settings,
        player: u32,
        on_progress: OnProgress<'_>,
    ) -> Result<Story, NoStandings> {
        let mut ladder = Ladder::new(ranks, field, settings);
        let mut watcher = Self {
            field,
            player,
            name: field.name(player),
            shares_ranks: super::shares_ranks(settings),
            rank: 0,
            limit: [ladder.challenges.per_week, ladder.challenges.top],
            start: String::new(),
            steps: Vec::new(),
        };
        replay(&mut ladder, field, &mut watcher, on_progress)?;
        let tally = ladder.tallies[player as usize];
        Ok(Story {
            player: field.entrants[player as usize].id,
            end: rank(watcher.rank),
            sum: sum(watcher.rank, tally),
            start: watcher.start,
            steps: watcher.steps,
        })
    }

    /// Takes a step from the rank before to that of now.
    fn step(&mut self, now: u32, step: Step) {
        self.steps.push(Step {
            before: rank(self.rank),
            after: rank(now),
            ..step
        });
        self.rank = now;
    }

    fn own_game(&self, bout: &Bout, effect: Effect, before: [u32; 2], now: u32) -> Vec<String> {
        let name = self.name;
        let is_white = bout.white == self.player;
        let [own, other] = if is_white {
            before
        } else {
            [before[1], before[0]]
        };
        let (opponent, outcome) = match Outcome::new(bout, self.player) {
            Some((opponent, outcome)) => (self.field.name(opponent), outcome),
            None => return Vec::new(),
        };
        let mut sentences = vec![format!(
            "Before the game {name} stood at rank {own}, {opponent} at {other}."
        )];
        match effect {
            Effect::Fun => {
                sentences.push(
                    "It was a fun game: it moves nothing, not even the statistics.".to_owned(),
                );
            }
            Effect::OverLimit => {
                let [limit, top] = self.limit;
                let times = in_words(i64::from(limit));
                sentences.push(format!(
                    "One of the top {top} can be challenged by the same player {times} a week, and that was used up: a fun game, which moves nothing, not even the statistics."
                ));
            }
            Effect::Statistics => sentences.push(match outcome {
                Outcome::Drew => "A draw changes the statistics only.".to_owned(),
                _ if own == other => {
                    "Both held the same rank, so only the statistics change.".to_owned()
                }
                _ => "The higher placed of the two won, so only the statistics change.".to_owned(),
            }),
            Effect::Upset => {
                let (winner, loser) = if outcome == Outcome::Won {
                    (own, other)
                } else {
                    (other, own)
                };
                let [winners, losers] = after_upset(winner, loser);
                let up = winner - winners;
                sentences.push(if outcome == Outcome::Won {
                    format!(
                        "The lower placed of the two won: half of {} − {} = {}, rounded up, is {up}, and {winner} − {up} = {winners}.",
                        winner,
                        loser,
                        winner - loser
                    )
                } else {
                    format!("The lower placed of the two won, so {name} moves down one: {loser} + 1 = {losers}.")
                });
                let expected = if outcome == Outcome::Won {
                    winners
                } else {
                    losers
                };
                sentences.extend(self.settled(
                    expected,
                    now,
                    "the winner stands first and the loser last",
                ));
            }
        }
        sentences
    }

    /// Why the rank isn't the one that the rule itself gave; `first` tells who stands first of those on one rank.
    fn settled(&self, given: u32, now: u32, first: &str) -> Option<String> {
        if given == now {
            return None;
        }
        Some(if self.shares_ranks {
            format!("Nobody held rank 1 then, so the best placed moved up: the rank is {now}.")
        } else {
            format!(
                "Ranks aren’t shared: on the same rank {first}, and then all are numbered anew. The rank is {now}."
            )
        })
    }

    fn others_game(&self, bout: &Bout) -> Vec<String> {
        let (winner, loser) = if bout.result.sign() > 0 {
            (bout.white, bout.black)
        } else {
            (bout.black, bout.white)
        };
        let [winner, loser] = [winner, loser].map(|player| self.field.name(player));
        let beat = format!("{winner} beat {loser}, who stood higher.");
        let so = if self.shares_ranks {
            "Nobody held rank 1 then, so the best placed moved up to it."
        } else {
            "Ranks aren’t shared, so those between the two were numbered anew."
        };
        vec![beat, so.to_owned()]
    }
}

impl<R: Ranks> Visitor<R> for Watcher<'_> {
    fn happened(&mut self, event: &Event, ladder: &Ladder<R>) {
        if !ladder.has_joined[self.player as usize] {
            return;
        }
        let now = ladder.ranks.rank(self.player);
        let step = |of, date, title: String, sentences| Step {
            of,
            date,
            place: String::new(),
            title,
            before: Value::Blank,
            after: Value::Blank,
            sentences,
        };
        match event {
            Event::Join(player) if *player == self.player => {
                self.rank = now;
                let entrant = &self.field.entrants[*player as usize];
                let name = self.name;
                self.start = match entrant.joined {
                    Some(day) => format!(
                        "{name} joined on {} at rank {now}, the next free one.",
                        show_date(day)
                    ),
                    None => format!(
                        "{name} was there from the beginning, and took rank {now} in the order of joining."
                    ),
                };
            }
            Event::Join(_) => {}
            Event::Reset(reset) => {
                let sentence = format!(
                    "All ranks were reset in random order, with the seed {}. The statistics went on.",
                    reset.seed
                );
                let title = "Ranks reset".to_owned();
                self.step(
                    now,
                    step(StepOf::Reset, Some(reset.day), title, vec![sentence]),
                );
            }
            Event::Missed(at) => {
                let missed = &self.field.missed[*at];
                let was_absent = missed.absent.contains(&self.player);
                if !was_absent && now == self.rank {
                    return;
                }
                let name = self.name;
                let (title, sentences) = if was_absent {
                    let down = format!("{name} was not there: one rank down.");
                    let settled =
                        self.settled(self.rank + 1, now, "whoever was there stands first");
                    let sentences = std::iter::once(down).chain(settled).collect();
                    ("Missed a meeting".to_owned(), sentences)
                } else {
                    let so = if self.shares_ranks {
                        "Nobody held rank 1 then, so the best placed moved up to it."
                    } else {
                        "Whoever missed the meeting moved down, and all were numbered anew."
                    };
                    ("Others missed a meeting".to_owned(), vec![so.to_owned()])
                };
                self.step(
                    now,
                    step(StepOf::Meeting, Some(missed.day), title, sentences),
                );
            }
        }
    }

    fn played(&mut self, at: usize, effect: Effect, before: [u32; 2], ladder: &Ladder<R>) {
        let bout = &self.field.bouts[at];
        let own = Outcome::new(bout, self.player);
        if own.is_none() && (self.rank == 0 || effect != Effect::Upset) {
            return;
        }
        let now = ladder.ranks.rank(self.player);
        if own.is_none() && now == self.rank {
            return;
        }
        let detail = &self.field.details[at];
        let game = detail.game;
        let (of, title, sentences) = match own {
            Some((opponent, outcome)) => (
                StepOf::Game {
                    game,
                    opponent: self.field.entrants[opponent as usize].id,
                },
                outcome.title(self.field.name(opponent)),
                self.own_game(bout, effect, before, now),
            ),
            None => (
                StepOf::OthersGame { game },
                "A game of others".to_owned(),
                self.others_game(bout),
            ),
        };
        let step = Step {
            of,
            date: detail.date,
            place: self.field.place_of_bout(at),
            title,
            before: Value::Blank,
            after: Value::Blank,
            sentences,
        };
        self.step(now, step);
    }
}

fn rank(rank: u32) -> Value {
    Value::Whole(i64::from(rank))
}

/// "Rank 3. Won 4, drawn 10, lost 10: (4 + 10 ÷ 2) ÷ 24 is 37.5%."
fn sum(rank: u32, tally: [u32; 3]) -> String {
    let [won, drawn, lost] = tally;
    match percent(tally) {
        Value::Percent(share) => format!(
            "Rank {rank}. Won {won}, drawn {drawn}, lost {lost}: ({won} + {drawn} ÷ 2) ÷ {} is {}%.",
            won + drawn + lost,
            trimmed(share)
        ),
        _ => format!("Rank {rank}, with no game that counts yet."),
    }
}
