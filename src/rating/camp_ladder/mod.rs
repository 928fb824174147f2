//! The camp ladder of the School Chess Association: the arithmetic behind **Recalc Ratings**.
//!
//! Source: the association's "SCA Chess Camp Ladder Rating Algorithm" and the Access button that came with it.
//! The winner gains 16 and the loser gives 16; then the higher rated of the two gives a 25th of the difference to
//! the other, whoever won, and 15 at most. The weekly and the permanent rating follow the same rule, each from its
//! own difference. Everything is whole numbers.

pub(crate) mod awards;
pub(crate) mod explain;
mod ladder;
pub(super) mod over_weeks;

use std::ops::ControlFlow;

pub(crate) use self::ladder::LadderBuilder;
pub use self::ladder::{Entrant, Ladder, Pairing};
use crate::domain::{
    self, CampData, GameResult, LadderProblem, Problems, RATING_RANGE, Ratings, SavedRatings,
    Severity,
};

/// What a win is worth between equal players.
pub const WIN: i32 = 16;

/// Beyond this difference of ratings the step is always [`MAX_STEP`].
pub const FULL_DIFFERENCE: i32 = 375;

/// The points of difference that move one point.
pub const POINTS_A_STEP: i32 = 25;

/// The most that a difference of ratings moves.
pub const MAX_STEP: i32 = FULL_DIFFERENCE / POINTS_A_STEP;

/// So many games can't carry a rating from anywhere in [`RATING_RANGE`] out of an `i32`, as a game moves a rating by
/// 31 at most. Checked once, so that the loop need not check every sum.
const MOST_GAMES: usize = 69_000_000;

/// So many games are replayed between two looks at the cancel button: about half a millisecond.
const GAMES_A_REPORT: usize = 1 << 16;

/// What the difference of two ratings (White's minus Black's, before the game) takes from White and gives to
/// Black: 15 with its sign if it is beyond 375, else a whole 25th of it, cut towards zero.
///
/// One expression serves both branches of the old program, because 375 itself is 15 steps of 25.
#[inline]
pub fn step(difference: i32) -> i32 {
    difference.clamp(-FULL_DIFFERENCE, FULL_DIFFERENCE) / POINTS_A_STEP
}

/// What a result alone adds to White's rating and takes from Black's: 16, 0 or −16.
#[inline]
pub fn for_result(result: GameResult) -> i32 {
    WIN * result.sign()
}

/// What a game adds to White's rating and takes from Black's.
#[inline]
pub fn change(white: i32, black: i32, result: GameResult) -> i32 {
    for_result(result) - step(white - black)
}

/// A finished recalculation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Recalculation {
    pub saved: SavedRatings,
    pub players: usize,
    /// Games that count.
    pub games: usize,
    /// Players whose weekly or permanent rating isn't what it was.
    pub changed: usize,
    /// What was doubtful on the way.
    pub doubts: Vec<LadderProblem>,
}

impl Recalculation {
    /// "48 players, 320 games, 31 ratings changed"
    pub fn sentence(&self) -> String {
        let counted = self.counted_sentence();
        match self.changed {
            0 => format!("{counted}, no rating changed"),
            1 => format!("{counted}, 1 rating changed"),
            changed => format!("{counted}, {changed} ratings changed"),
        }
    }

    /// "48 players, 320 games"
    pub fn counted_sentence(&self) -> String {
        let count = |number: usize, one: &str, more: &str| match number {
            1 => format!("1 {one}"),
            _ => format!("{number} {more}"),
        };
        let players = count(self.players, "player", "players");
        if self.games == 0 {
            return format!(
                "{players}, no games to count: everybody is back at the rating of the start of the week"
            );
        }
        format!("{players}, {}", count(self.games, "game", "games"))
    }
}

/// Why there is no answer. Nothing has changed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum NoAnswer {
    /// The answer would be wrong, for these reasons.
    Problems(Vec<LadderProblem>),
    /// Somebody pressed Cancel.
    Cancelled,
}

/// Replays the week. The answer depends on the ladder alone: asked twice, it is the same.
///
/// `on_progress` hears how many games of how many are done, every 65,536 games, and may stop the replay.
///
/// # Errors
/// Problems of severity [`Severity::Stops`] on the ladder, or a cancelled replay.
pub fn recalculate(
    ladder: &Ladder,
    mut on_progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Recalculation, NoAnswer> {
    can_be_played(ladder).map_err(NoAnswer::Problems)?;
    let total = ladder.games.len();
    let mut ratings = ladder.start_ratings();
    let mut done = 0;
    for games in ladder.games.chunks(GAMES_A_REPORT) {
        replay(&mut ratings, games);
        done += games.len();
        if on_progress(done, total).is_break() {
            return Err(NoAnswer::Cancelled);
        }
    }

    let mut out_of_range = Vec::new();
    for (entrant, now) in ladder.entrants.iter().zip(&ratings) {
        if !(RATING_RANGE.contains(&now.weekly) && RATING_RANGE.contains(&now.permanent)) {
            out_of_range.push(LadderProblem::OutOfRange { player: entrant.id });
        }
    }
    if !out_of_range.is_empty() {
        return Err(NoAnswer::Problems(out_of_range));
    }
    let changed = ladder.changed(&ratings);
    let ids = ladder.entrants.iter().map(|entrant| entrant.id);
    Ok(Recalculation {
        saved: SavedRatings {
            ratings: ids.zip(ratings).collect(),
        },
        players: ladder.entrants.len(),
        games: total,
        changed,
        doubts: ladder.problems.clone(),
    })
}

/// Whether a replay of the week gives right ratings, and if not, why.
fn can_be_played(ladder: &Ladder) -> Result<(), Vec<LadderProblem>> {
    let mut stops = ladder
        .problems
        .iter()
        .filter(|problem| problem.severity() == Severity::Stops)
        .cloned()
        .collect::<Vec<_>>();
    if stops.is_empty() && ladder.games.len() <= MOST_GAMES {
        return Ok(());
    }
    if stops.is_empty() {
        // There is no one player to name: any of them could be carried out of range.
        let anybody = ladder.entrants.first().map(|entrant| entrant.id);
        stops.extend(anybody.map(|player| LadderProblem::OutOfRange { player }));
    }
    Err(stops)
}

/// Plays every game once, in order, on both ratings.
fn replay(ratings: &mut [Ratings], games: &[Pairing]) {
    for game in games {
        let (white_at, black_at) = (game.white as usize, game.black as usize);
        let (white, black) = (ratings[white_at], ratings[black_at]);
        let weekly = change(white.weekly, black.weekly, game.result);
        let permanent = change(white.permanent, black.permanent, game.result);
        ratings[white_at] = Ratings {
            weekly: white.weekly + weekly,
            permanent: white.permanent + permanent,
        };
        ratings[black_at] = Ratings {
            weekly: black.weekly - weekly,
            permanent: black.permanent - permanent,
        };
    }
}

/// What makes the camp's ratings wrong or doubtful, what stops a recalculation first. What the director has called right isn't among it.
pub fn problems(camp: &CampData) -> Vec<LadderProblem> {
    all_problems(camp).listed
}

/// Whether the saved ratings aren't those of the games: nothing has recalculated them since something changed.
pub fn is_out_of_date(camp: &CampData) -> bool {
    out_of_date(camp).is_some()
}

/// The same as a problem: whether a recalculation would put it right, or is stopped itself.
pub fn out_of_date(camp: &CampData) -> Option<LadderProblem> {
    let ladder = Ladder::new(camp);
    out_of_date_by(&ladder, &answer(&ladder), camp)
}

fn answer(ladder: &Ladder) -> Result<Recalculation, NoAnswer> {
    recalculate(ladder, |_, _| ControlFlow::Continue(()))
}

/// Of a week that has lost games, those that are left give other ratings than it had.
fn out_of_date_by(
    ladder: &Ladder,
    answer: &Result<Recalculation, NoAnswer>,
    camp: &CampData,
) -> Option<LadderProblem> {
    let is_kept = domain::keeps_ratings(&camp.accepted, camp.week.id);
    if camp.week.lacks_part || is_kept {
        return None;
    }
    let (players, changed) = match answer {
        Ok(answer) => (Some(answer.changed), answer.changed),
        Err(_) => (None, changed_though_stopped(ladder)),
    };
    (changed > 0).then_some(LadderProblem::RatingsOutOfDate { players })
}

/// How many ratings the games would change if whoever has no rating to start from had 0, as a new player has. Those ratings are good for
/// nothing else: that they aren't the saved ones tells that something has changed since.
fn changed_though_stopped(ladder: &Ladder) -> usize {
    if ladder.games.len() > MOST_GAMES {
        return 0;
    }
    let mut ratings = ladder.start_ratings();
    replay(&mut ratings, &ladder.games);
    ladder.changed(&ratings)
}

/// Everything that makes the camp's ratings wrong or doubtful.
pub fn all_problems(camp: &CampData) -> Problems {
    let ladder = Ladder::new(camp);
    let mut problems = ladder.problems.clone();
    let answer = answer(&ladder);
    problems.extend(out_of_date_by(&ladder, &answer, camp));
    if let Err(NoAnswer::Problems(found)) = answer {
        problems.extend(found.into_iter().filter(|problem| {
            // The others are on the ladder already.
            matches!(problem, LadderProblem::OutOfRange { .. })
        }));
    }
    problems.extend(domain::doubts(camp));
    problems.extend(super::problems(camp));
    Problems::new(problems, camp)
}

#[cfg(test)]
mod tests;
