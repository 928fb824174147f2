//! The rank ladder of a chess club: everybody holds a rank, 1 is best, and beating somebody who stands higher moves up.
//!
//! Source: "Chess club ranking system" (a gist of 2012), with its open points decided: `winner − ceil((winner − loser) / 2)` and
//! `loser + 1` when the lower placed of two wins, both from the ranks before the game; anything else is statistics. A no-show moves
//! down one. The ladder is always replayed from the start, so that a corrected game corrects everything after it.

mod ranks;
mod story;
#[cfg(test)]
mod tests;
mod timeline;

use std::{collections::HashMap, hint::select_unpredictable};

use self::{
    ranks::{Numbered, Ranks, Shared},
    story::Watcher,
    timeline::{Event, Timeline},
};
use super::{
    Bout, Column, Field, Kind, LadderStandings, NoStandings, OnProgress, Setting, Settings, Story,
    Takes, Value, Word, kind::tallied,
};
use crate::domain::{LadderSystem, long_date};

pub(super) use self::timeline::deal;

pub(super) static KIND: Kind = Kind {
    system: LadderSystem::Club,
    title: "Club ladder",
    the: "the club ladder",
    about: "Everybody holds a rank, and whoever beats somebody higher up moves up half the distance: for clubs that meet week by week.",
    figure: "Rank",
    smaller_is_better: true,
    rule: &[
        "New players begin below everybody else, in the order in which they joined.",
        "When the lower placed of two players wins, the winner moves up by half the difference of their ranks, rounded up, and the loser moves down one.",
        "When the higher placed wins, or the game is drawn, only the statistics change.",
        "Whoever misses a meeting without an excuse moves down one.",
        "Percent is (won + drawn ÷ 2) ÷ (won + drawn + lost).",
    ],
    rule_as_set_up,
    settings: &[
        Setting {
            name: "shared-ranks",
            title: "Shared ranks",
            about: "What happens when two players come to the same rank, or nobody holds one.",
            takes: Takes::Words(&[
                Word {
                    word: "close-top",
                    title: "Shared, the top is closed up",
                },
                Word {
                    word: "hide-empty",
                    title: "Shared, empty ranks are not shown",
                },
                Word {
                    word: "show-empty",
                    title: "Shared, empty ranks have a line",
                },
                Word {
                    word: "none",
                    title: "Not shared: always 1 to the last",
                },
            ]),
            default: "close-top",
        },
        Setting {
            name: "challenge-top",
            title: "Top ranks with a challenge limit",
            about: "How many of the top ranks have a challenge limit, which the next line sets; 0 for none.",
            takes: Takes::Number(0..=1000),
            default: "5",
        },
        Setting {
            name: "challenge-per-week",
            title: "Challenges a week",
            about: "How often a week the same player can challenge one of the top; further games of the two in that week are fun games. 0 sets no limit.",
            takes: Takes::Number(0..=100),
            default: "1",
        },
        Setting {
            name: "display",
            title: "Display",
            about: "One list with everything, or rankings and statistics apart.",
            takes: Takes::Words(&[
                Word {
                    word: "merged",
                    title: "One list",
                },
                Word {
                    word: "two-parts",
                    title: "Rankings and statistics apart",
                },
            ]),
            default: "merged",
        },
        Setting {
            name: "resets",
            title: "Resets",
            about: "Days when ranks were reset in random order, with the seed.",
            takes: Takes::Resets,
            default: "",
        },
    ],
    standings,
    story: tell,
    course: None,
    game_data: None,
};

fn rule_as_set_up(settings: &Settings) -> Vec<String> {
    let ranks = match settings.get("shared-ranks") {
        "close-top" => {
            "Players may share a rank. When nobody holds rank 1, the best placed move up to it."
        }
        "none" => {
            "No rank is shared: on the same rank the winner of a game stands first and its loser last, and all are numbered anew."
        }
        _ => "Players may share a rank, and a rank may be empty.",
    };
    let [top, times] = ["challenge-top", "challenge-per-week"].map(|name| settings.number(name));
    let times = in_words(times);
    let limit = format!(
        "The same player can challenge one of the top {top} {times} a week, from Monday to Sunday; further games of the two in that week move nothing."
    );
    let is_limited = top > 0 && settings.number("challenge-per-week") > 0;
    let resets = settings.resets();
    let dealt = resets
        .iter()
        .map(|reset| format!("All ranks were reset on {}.", long_date(reset.day)));
    std::iter::once(ranks.to_owned())
        .chain(is_limited.then_some(limit))
        .chain(dealt)
        .collect()
}

/// "once", "3 times"
fn in_words(times: i64) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => format!("{times} times"),
    }
}

/// So many games are played between two looks at the cancel button.
const GAMES_A_REPORT: usize = 1 << 15;

/// Why a game moves nothing, or what it moves.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Effect {
    /// It was put in as a fun game.
    Fun,
    /// One of the top was challenged by the same player as often as may be in a week.
    OverLimit,
    /// A draw, a win of the higher placed, or equal ranks.
    Statistics,
    /// The lower placed of the two won.
    Upset,
}

/// How often the top can be challenged, and how often it was.
#[derive(Debug)]
struct Challenges {
    top: u32,
    per_week: u32,
    /// By pair and calendar week.
    counts: HashMap<(u64, i32), u32>,
    /// The latest calendar week in which each player was in such a game: most games need not be looked up.
    latest: Vec<i32>,
}

impl Challenges {
    fn new(settings: &Settings, players: usize) -> Self {
        let number = |name| u32::try_from(settings.number(name)).unwrap_or(0);
        Self {
            top: number("challenge-top"),
            per_week: number("challenge-per-week"),
            counts: HashMap::new(),
            latest: vec![i32::MIN; players],
        }
    }

    /// Whether the pair has used up its challenges of that week. If not, and this game is one, it is counted.
    #[inline]
    fn is_over(&mut self, bout: &Bout, [white, black]: [u32; 2]) -> bool {
        if self.per_week == 0 {
            return false;
        }
        // The challenger is the lower placed of the two: equal ranks have none.
        let is_challenge = (white != black) & (white.min(black) <= self.top);
        let week = bout.calendar_week;
        let [latest_white, latest_black] =
            [bout.white, bout.black].map(|player| self.latest[player as usize]);
        let may_have_been = week <= latest_white.min(latest_black);
        (is_challenge | may_have_been) && self.is_over_limit(bout, is_challenge)
    }

    /// Few games come here; within the other one it would make that too large to be compiled into the replay.
    #[inline(never)]
    fn is_over_limit(&mut self, bout: &Bout, is_challenge: bool) -> bool {
        let week = bout.calendar_week;
        let pair =
            (u64::from(bout.white.min(bout.black)) << 32) | u64::from(bout.white.max(bout.black));
        let count = self.counts.get(&(pair, week)).copied().unwrap_or(0);
        if count >= self.per_week {
            return true;
        }
        if is_challenge {
            self.counts.insert((pair, week), count + 1);
            for player in [bout.white, bout.black] {
                let latest = &mut self.latest[player as usize];
                *latest = week.max(*latest);
            }
        }
        false
    }
}

/// The ladder on its way through meetings and games.
#[derive(Debug)]
struct Ladder<R> {
    ranks: R,
    challenges: Challenges,
    /// The rank that each player began with, or was dealt last.
    starts: Vec<u32>,
    /// Won, drawn, lost.
    tallies: Vec<[u32; 3]>,
    has_joined: Vec<bool>,
}

impl<R: Ranks> Ladder<R> {
    fn new(ranks: R, field: &Field, settings: &Settings) -> Self {
        let players = field.entrants.len();
        Self {
            ranks,
            challenges: Challenges::new(settings, players),
            starts: vec![0; players],
            tallies: vec![[0; 3]; players],
            has_joined: vec![false; players],
        }
    }

    fn happen(&mut self, event: &Event, field: &Field) {
        match event {
            Event::Join(player) => {
                self.ranks.join(*player);
                self.has_joined[*player as usize] = true;
                self.starts[*player as usize] = self.ranks.rank(*player);
            }
            Event::Reset(reset) => {
                let players = (0_u32..)
                    .zip(&self.has_joined)
                    .filter(|(_, has_joined)| **has_joined)
                    .map(|(player, _)| player)
                    .collect::<Vec<_>>();
                let ids = players
                    .iter()
                    .map(|player| field.entrants[*player as usize].id);
                let dealt = deal(reset.seed, &ids.collect::<Vec<_>>());
                let mut in_order = vec![0; players.len()];
                for (player, rank) in players.iter().zip(dealt) {
                    in_order[rank - 1] = *player;
                }
                self.ranks.deal(&in_order);
                for (rank, player) in (1..).zip(in_order) {
                    self.starts[player as usize] = rank;
                }
            }
            Event::Missed(meeting) => {
                let absent = field.missed[*meeting].absent.iter().copied();
                let absent = absent.filter(|player| self.has_joined[*player as usize]);
                self.ranks.move_down(&absent.collect::<Vec<_>>());
            }
        }
    }

    /// Plays a game: what it did, and the ranks of White and Black before it.
    #[expect(
        clippy::inline_always,
        reason = "the compiler decides otherwise in the program that is handed out, which takes a seventh longer"
    )]
    #[inline(always)]
    fn play(&mut self, bout: &Bout) -> (Effect, [u32; 2]) {
        let before = [self.ranks.rank(bout.white), self.ranks.rank(bout.black)];
        if !bout.counts {
            return (Effect::Fun, before);
        }
        if self.challenges.is_over(bout, before) {
            return (Effect::OverLimit, before);
        }
        for (player, outcome) in tallied(bout) {
            self.tallies[player][outcome] += 1;
        }
        let sign = bout.result.sign();
        let [white, black] = before;
        let is_upset = (i64::from(white) - i64::from(black)) * i64::from(sign) > 0;
        let has_white_won = sign > 0;
        let pick = |one: u32, other: u32| select_unpredictable(has_white_won, one, other);
        let (winner, loser) = (pick(bout.white, bout.black), pick(bout.black, bout.white));
        let from = [pick(white, black), pick(black, white)];
        self.ranks.settle(winner, loser, from, is_upset);
        let effect = if is_upset {
            Effect::Upset
        } else {
            Effect::Statistics
        };
        (effect, before)
    }
}

/// Looks on while the ladder is replayed.
trait Visitor<R> {
    fn happened(&mut self, event: &Event, ladder: &Ladder<R>);
    fn played(&mut self, at: usize, effect: Effect, before: [u32; 2], ladder: &Ladder<R>);
}

/// Nobody looks on.
impl<R> Visitor<R> for () {
    fn happened(&mut self, _: &Event, _: &Ladder<R>) {}
    fn played(&mut self, _: usize, _: Effect, _: [u32; 2], _: &Ladder<R>) {}
}

/// Replays everything in order.
fn replay<R: Ranks, V: Visitor<R>>(
    ladder: &mut Ladder<R>,
    field: &Field,
    visitor: &mut V,
    on_progress: OnProgress<'_>,
) -> Result<(), NoStandings> {
    let timeline = Timeline::new(field);
    let mut next = 0;
    let total = field.bouts.len();
    let mut done = 0;
    loop {
        let events = timeline.before(done, &mut next);
        for event in events {
            ladder.happen(event, field);
            visitor.happened(event, ladder);
        }
        if done == total {
            return Ok(());
        }
        let until = timeline.next_at(next).min(done + GAMES_A_REPORT).min(total);
        for (at, bout) in (done..).zip(&field.bouts[done..until]) {
            let (effect, before) = ladder.play(bout);
            visitor.played(at, effect, before, ladder);
        }
        done = until;
        if on_progress(done, total).is_break() {
            return Err(NoStandings::Cancelled);
        }
    }
}

/// What the standings are made from, whatever the ranks are kept in.
struct Ended {
    ranks: Vec<u32>,
    starts: Vec<u32>,
    tallies: Vec<[u32; 3]>,
}

fn replayed<R: Ranks>(
    ranks: R,
    field: &Field,
    settings: &Settings,
    on_progress: OnProgress<'_>,
) -> Result<Ended, NoStandings> {
    let mut ladder = Ladder::new(ranks, field, settings);
    replay(&mut ladder, field, &mut (), on_progress)?;
    Ok(Ended {
        ranks: ladder.ranks.all(),
        starts: ladder.starts,
        tallies: ladder.tallies,
    })
}

fn shares_ranks(settings: &Settings) -> bool {
    settings.get("shared-ranks") != "none"
}

fn shared(field: &Field, settings: &Settings) -> Shared {
    let closes_top = settings.get("shared-ranks") == "close-top";
    Shared::new(field.entrants.len(), closes_top)
}

fn standings(
    field: &Field,
    settings: &Settings,
    on_progress: OnProgress<'_>,
) -> Result<LadderStandings, NoStandings> {
    let ended = if shares_ranks(settings) {
        replayed(shared(field, settings), field, settings, on_progress)?
    } else {
        let players = field.entrants.len();
        replayed(Numbered::new(players), field, settings, on_progress)?
    };
    let columns = vec![
        Column::new("value", "Rank").unlisted(),
        Column::new("start", "Start"),
        Column::new("won", "Won").of_statistics(),
        Column::new("drawn", "Drawn").of_statistics(),
        Column::new("lost", "Lost").of_statistics(),
        Column::new("percent", "Percent").of_statistics(),
    ];
    let rows = ended.ranks.iter().enumerate().map(|(place, rank)| {
        let [won, drawn, lost] = ended.tallies[place].map(i64::from);
        let values = vec![
            Value::Whole(i64::from(*rank)),
            Value::Whole(i64::from(ended.starts[place])),
            Value::Whole(won),
            Value::Whole(drawn),
            Value::Whole(lost),
            percent(ended.tallies[place]),
        ];
        let mut row = field.row(place, *rank as usize, values);
        row.rank = i64::from(*rank);
        row
    });
    let rows = rows.collect();
    let empty_ranks = if settings.get("shared-ranks") == "show-empty" {
        empty(&ended.ranks)
    } else {
        Vec::new()
    };
    let standings = LadderStandings {
        empty_ranks,
        in_two_parts: settings.get("display") == "two-parts",
        ranks_are_own: true,
        ..LadderStandings::new(field, columns)
    };
    Ok(standings.in_order(rows))
}

/// The ranks above the last one that nobody holds.
fn empty(ranks: &[u32]) -> Vec<i64> {
    let mut held = ranks.to_vec();
    held.sort_unstable();
    held.dedup();
    let mut empty = Vec::new();
    let mut next = 1;
    for rank in held {
        empty.extend((next..rank).map(i64::from));
        next = rank + 1;
    }
    empty
}

/// `(won + drawn / 2) / (won + drawn + lost) · 100`; without a game there is none.
fn percent([won, drawn, lost]: [u32; 3]) -> Value {
    let games = won + drawn + lost;
    if games == 0 {
        return Value::Blank;
    }
    Value::Percent((f64::from(won) + f64::from(drawn) / 2.0) / f64::from(games) * 100.0)
}

fn tell(
    field: &Field,
    settings: &Settings,
    player: u32,
    on_progress: OnProgress<'_>,
) -> Result<Story, NoStandings> {
    if shares_ranks(settings) {
        let ranks = shared(field, settings);
        Watcher::tell(ranks, field, settings, player, on_progress)
    } else {
        let ranks = Numbered::new(field.entrants.len());
        Watcher::tell(ranks, field, settings, player, on_progress)
    }
}
