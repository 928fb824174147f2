//! Why a rating is what it is: the games of the open week one by one, with the arithmetic of each.
//!
//! The ratings before a game come from the recalculation's own replay, which is stopped at the games that are asked for,
//! and the arithmetic of a game from the same functions. So what is explained is what was computed.

#[cfg(test)]
mod tests;
mod words;

use std::{
    collections::{BTreeSet, HashMap},
    ops::ControlFlow,
};

use jiff::civil::Date;

use super::{GAMES_A_REPORT, Ladder, can_be_played, change, for_result, replay, step};
use crate::domain::{
    CampData, Game, GameId, GameResult, GroupId, LadderProblem, Player, PlayerId, Ratings,
    SavedRatings, System,
};

/// A side of the board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Side {
    White,
    Black,
}

/// The arithmetic of a game on one of the two ratings, as the rule has it: from White's side.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Working {
    /// White's rating before the game.
    pub white: i32,
    /// Black's rating before the game.
    pub black: i32,
    /// White's rating minus Black's.
    pub difference: i32,
    /// What the difference takes from White and gives to Black, −15 to 15; 0 for a fun game.
    pub step: i32,
    /// What the result gives to White and takes from Black: 16, 0 or −16; 0 for a fun game.
    pub for_result: i32,
    /// What the game adds to White's rating and takes from Black's: [`Self::for_result`] minus [`Self::step`].
    pub change: i32,
}

/// The arithmetic of a game from one player's side: `before + for_result + for_difference` is `after`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct SideWorking {
    pub before: i32,
    /// The opponent's rating before the game.
    pub opponent: i32,
    /// 16 for a win, 0 for a draw, −16 for a loss; 0 for a fun game.
    pub for_result: i32,
    /// What the difference gives (the opponent was rated higher) or takes (lower), −15 to 15; 0 for a fun game.
    pub for_difference: i32,
    pub change: i32,
    pub after: i32,
}

impl Working {
    /// The same, as a side sees it.
    #[must_use]
    pub(crate) const fn of(self, side: Side) -> SideWorking {
        let (before, opponent, sign) = match side {
            Side::White => (self.white, self.black, 1),
            Side::Black => (self.black, self.white, -1),
        };
        SideWorking {
            before,
            opponent,
            for_result: sign * self.for_result,
            for_difference: -sign * self.step,
            change: sign * self.change,
            after: before + sign * self.change,
        }
    }
}

/// A game of the week with both players' ratings before it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct PlayedGame {
    pub id: GameId,
    /// The place in the order of play.
    pub sequence: i64,
    pub date: Option<Date>,
    pub white: PlayerId,
    pub black: PlayerId,
    pub result: GameResult,
    /// A fun game moves nothing.
    pub counts: bool,
    white_before: Ratings,
    black_before: Ratings,
}

impl PlayedGame {
    const fn new(game: &Game, [white_before, black_before]: [Ratings; 2]) -> Self {
        Self {
            id: game.id,
            sequence: game.sequence,
            date: game.date,
            white: game.white,
            black: game.black,
            result: game.result,
            counts: game.counts,
            white_before,
            black_before,
        }
    }

    /// What the game did to one of the two ratings.
    #[must_use]
    pub(crate) fn working(&self, system: System) -> Working {
        let white = system.of(self.white_before);
        let black = system.of(self.black_before);
        let difference = white - black;
        let (step, for_result, change) = if self.counts {
            let change = change(white, black, self.result);
            (step(difference), for_result(self.result), change)
        } else {
            (0, 0, 0)
        };
        Working {
            white,
            black,
            difference,
            step,
            for_result,
            change,
        }
    }

    /// The side that a player of the game has.
    #[must_use]
    pub(crate) fn side_of(&self, player: PlayerId) -> Side {
        if player == self.white {
            Side::White
        } else {
            Side::Black
        }
    }

    /// The other one.
    #[must_use]
    pub(crate) fn opponent_of(&self, player: PlayerId) -> PlayerId {
        match self.side_of(player) {
            Side::White => self.black,
            Side::Black => self.white,
        }
    }

    /// Who has this side.
    #[must_use]
    pub(crate) const fn player(&self, side: Side) -> PlayerId {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The result as a side sees it: 1 for a win, 0 for a draw, −1 for a loss.
    #[must_use]
    pub(crate) const fn points_sign(&self, side: Side) -> i32 {
        match side {
            Side::White => self.result.sign(),
            Side::Black => -self.result.sign(),
        }
    }
}

/// Why a player's week began at a rating.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum StartReason {
    /// The initial ladder rating of the player's group.
    GroupRating(GroupId),
    /// The permanent rating at the start of the week, as it is stored with the player.
    StartOfWeek,
    /// There is no permanent rating for the start of the week, and that counts as 0.
    BlankStart,
    /// The rating that a player held when he or she became inactive, before the week.
    Frozen,
}

impl StartReason {
    fn new(player: &Player, system: System) -> Self {
        match (player.frozen, system, player.group) {
            (Some(_), _, _) => Self::Frozen,
            (None, System::Weekly, Some(group)) => Self::GroupRating(group),
            (None, System::Permanent, _) if player.start_permanent.is_some() => Self::StartOfWeek,
            // Without a group there is no recalculation, and no explanation either.
            (None, System::Permanent, _) | (None, System::Weekly, None) => Self::BlankStart,
        }
    }
}

/// A player's week: from the start through every game to the rating now.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct PlayerWeek {
    pub player: PlayerId,
    /// The ratings before the first game.
    pub start: Ratings,
    /// In the order of play, fun games too.
    pub games: Vec<PlayedGame>,
    /// The ratings after the last game: those of a recalculation.
    pub end: Ratings,
    /// Games that count: won, drawn, lost.
    pub tally: [usize; 3],
    /// What all results gave together; the same for both ratings.
    pub for_results: i32,
    /// What all differences gave together.
    pub for_differences: Ratings,
    reasons: [StartReason; 2],
}

impl PlayerWeek {
    /// A week before its first game.
    fn begun(player: &Player, start: Ratings) -> Self {
        let reason = |system| StartReason::new(player, system);
        Self {
            player: player.id,
            start,
            games: Vec::new(),
            end: start,
            tally: [0; 3],
            for_results: 0,
            for_differences: Ratings::default(),
            reasons: [System::Weekly, System::Permanent].map(reason),
        }
    }

    /// Why the week began at [`Self::start`].
    #[must_use]
    pub(crate) const fn start_reason(&self, system: System) -> StartReason {
        match system {
            System::Weekly => self.reasons[0],
            System::Permanent => self.reasons[1],
        }
    }

    /// The rating now minus the rating at the start.
    #[must_use]
    pub(crate) const fn change(&self, system: System) -> i32 {
        system.of(self.end) - system.of(self.start)
    }

    /// A game of this player as he or she sees it.
    #[must_use]
    pub(crate) fn working(&self, game: &PlayedGame, system: System) -> SideWorking {
        game.working(system).of(game.side_of(self.player))
    }

    fn add(&mut self, game: PlayedGame) {
        if game.counts {
            let place = match game.points_sign(game.side_of(self.player)) {
                1 => 0,
                0 => 1,
                _ => 2,
            };
            self.tally[place] += 1;
            let weekly = self.working(&game, System::Weekly);
            let permanent = self.working(&game, System::Permanent);
            self.for_results += weekly.for_result;
            self.for_differences.weekly += weekly.for_difference;
            self.for_differences.permanent += permanent.for_difference;
        }
        self.games.push(game);
    }
}

/// Why there is no explanation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum NotExplained {
    /// There is no such player or game in the open week.
    Gone,
    /// The ratings would be wrong, for these reasons: the same that keep a recalculation from starting.
    Problems(Vec<LadderProblem>),
    /// Nobody waits for it any more.
    Cancelled,
}

/// Explains a player's ratings. The cost grows with the games of the week, as that of a recalculation.
///
/// `on_progress` hears how many games of how many are done, every 65,536 games, and may stop it.
///
/// # Errors
/// The player isn't in the camp, something keeps a recalculation from starting, or `on_progress` has stopped it.
pub(crate) fn explain_player(
    camp: &CampData,
    id: PlayerId,
    on_progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<PlayerWeek, NotExplained> {
    let mut weeks = explain_players(camp, &[id], on_progress)?;
    weeks.pop().ok_or(NotExplained::Gone)
}

/// Explains the ratings of several players, in the order in which they are asked for. Plays the week once, however many
/// they are. For `on_progress` and errors see [`explain_player`].
///
/// # Errors
/// As with one player.
pub(crate) fn explain_players(
    camp: &CampData,
    ids: &[PlayerId],
    on_progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Vec<PlayerWeek>, NotExplained> {
    let ladder = Ladder::new(camp);
    let begun = ids.iter().map(|id| {
        let place = place_of(&ladder, *id)?;
        let week = PlayerWeek::begun(camp.player(*id)?, ladder.entrants[place].start);
        Some((place, week))
    });
    let begun = begun.collect::<Option<Vec<_>>>();
    let (places, mut weeks): (Vec<_>, Vec<_>) =
        begun.ok_or(NotExplained::Gone)?.into_iter().unzip();
    let week_of = ids.iter().copied().zip(0..).collect::<HashMap<_, usize>>();
    let ratings = play(
        camp,
        &ladder,
        |game| week_of.contains_key(&game.white) || week_of.contains_key(&game.black),
        |game| {
            for player in [game.white, game.black] {
                if let Some(week) = week_of.get(&player) {
                    weeks[*week].add(game);
                }
            }
            ControlFlow::Continue(())
        },
        on_progress,
    )?;
    for (week, place) in weeks.iter_mut().zip(places) {
        week.end = ratings[place];
    }
    Ok(weeks)
}

/// Explains what a game did to the ratings of its two players. For `on_progress` see [`explain_player`].
///
/// # Errors
/// The game isn't in the open week, something keeps a recalculation from starting, or `on_progress` has stopped it.
pub(crate) fn explain_game(
    camp: &CampData,
    id: GameId,
    on_progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<PlayedGame, NotExplained> {
    let ladder = Ladder::new(camp);
    let mut found = None;
    play(
        camp,
        &ladder,
        |game| game.id == id,
        |game| {
            found = Some(game);
            ControlFlow::Break(())
        },
        on_progress,
    )?;
    found.ok_or(NotExplained::Gone)
}

/// Explains several games, in the order of play, and gives the ratings after the last game of the week. Plays the week
/// once, however many games are asked for.
///
/// # Errors
/// Something keeps a recalculation from starting.
pub(crate) fn explain_games(
    camp: &CampData,
    wanted: &BTreeSet<GameId>,
) -> Result<(Vec<PlayedGame>, SavedRatings), NotExplained> {
    let ladder = Ladder::new(camp);
    let mut games = Vec::with_capacity(wanted.len());
    let ratings = play(
        camp,
        &ladder,
        |game| wanted.contains(&game.id),
        |game| {
            games.push(game);
            ControlFlow::Continue(())
        },
        |_, _| ControlFlow::Continue(()),
    )?;
    let ids = ladder.entrants.iter().map(|entrant| entrant.id);
    let ratings = ids.zip(ratings).collect();
    Ok((games, SavedRatings { ratings }))
}

/// Plays the week, and shows every game that `is_wanted` to `visit`, which may end it. The ratings then.
pub(super) fn play(
    camp: &CampData,
    ladder: &Ladder,
    is_wanted: impl Fn(&Game) -> bool,
    mut visit: impl FnMut(PlayedGame) -> ControlFlow<()>,
    mut on_progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Vec<Ratings>, NotExplained> {
    can_be_played(ladder).map_err(NotExplained::Problems)?;
    let mut ratings = ladder.start_ratings();
    let total = camp.games.len();
    // A ladder that can be played holds every game that counts: so many of its games come before the one looked at, and
    // so many of them are played.
    let (mut before, mut played) = (0, 0);
    let mut done = 0;
    for games in camp.games.chunks(GAMES_A_REPORT) {
        for game in games {
            if is_wanted(game)
                && let (Some(white), Some(black)) =
                    (place_of(ladder, game.white), place_of(ladder, game.black))
            {
                replay(&mut ratings, &ladder.games[played..before]);
                played = before;
                let game = PlayedGame::new(game, [ratings[white], ratings[black]]);
                if visit(game).is_break() {
                    return Ok(ratings);
                }
            }
            before += usize::from(game.counts);
        }
        replay(&mut ratings, &ladder.games[played..before]);
        played = before;
        done += games.len();
        if on_progress(done, total).is_break() {
            return Err(NotExplained::Cancelled);
        }
    }
    Ok(ratings)
}

fn place_of(ladder: &Ladder, player: PlayerId) -> Option<usize> {
    ladder
        .entrants
        .binary_search_by_key(&player, |entrant| entrant.id)
        .ok()
}
