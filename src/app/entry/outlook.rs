//! What a game will do to the ratings, before it is saved.

use crate::{
    app::drafts::GameDraft,
    domain::{CampData, GameResult},
    rating::camp_ladder,
};

/// What one result would do to both weekly ratings.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Forecast {
    pub result: GameResult,
    /// White's rating before and after.
    pub white: (i32, i32),
    /// Black's rating before and after.
    pub black: (i32, i32),
    /// The game of the same pair, entered today, that has another result.
    pub contradicts: Option<i64>,
}

impl Forecast {
    /// What White gains and Black gives.
    pub fn change(&self) -> i32 {
        self.white.1 - self.white.0
    }
}

/// What the game in the strip will do to the ratings.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Outlook {
    /// The two players are not chosen yet.
    Unknown,
    /// A fun game moves nothing.
    Nothing,
    /// Not the last game: the ratings of this and of all later games are worked out anew.
    Replay,
    /// For each result, in the order of [`GameResult::ALL`].
    Moves([Forecast; 3]),
}

impl Outlook {
    /// `is_last` says whether the game comes after all others.
    pub(super) fn of(camp: &CampData, draft: &GameDraft, is_last: bool) -> Self {
        let player = |id: Option<_>| id.and_then(|id| camp.player(id));
        let (Some(white), Some(black)) = (player(draft.white), player(draft.black)) else {
            return Self::Unknown;
        };
        if white.id == black.id {
            return Self::Unknown;
        }
        if !draft.counts {
            return Self::Nothing;
        }
        if !is_last {
            return Self::Replay;
        }
        let (white, black) = (white.ratings.weekly, black.ratings.weekly);
        Self::Moves(GameResult::ALL.map(|result| {
            let change = camp_ladder::change(white, black, result);
            Forecast {
                result,
                white: (white, white + change),
                black: (black, black - change),
                contradicts: None,
            }
        }))
    }
}
