//! What a game will do to the ratings, before it is saved.

use std::array;

use strum::VariantArray as _;

use crate::{
    app::drafts::GameDraft,
    domain::{CampData, Field, GameResult, Player, SavedRatings},
    rating::camp_ladder,
};

/// What one result would do to both weekly ratings.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Forecast {
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
    pub(crate) fn change(&self) -> i32 {
        self.white.1 - self.white.0
    }
}

/// The ratings to which the next game will be added.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) enum WeekEnd {
    /// Those that are saved, in a week that is too long to be played in passing.
    #[default]
    AsSaved,
    /// Those after the last game. The saved ones can be older, after an import for one.
    Played(SavedRatings),
    /// Something keeps them from being worked out.
    Stopped,
}

impl WeekEnd {
    fn weekly(&self, player: &Player) -> Option<i32> {
        match self {
            Self::AsSaved => Some(player.ratings.weekly),
            Self::Played(SavedRatings { ratings }) => {
                let place = ratings.binary_search_by_key(&player.id, |(id, _)| *id);
                Some(ratings[place.ok()?].1.weekly)
            }
            Self::Stopped => None,
        }
    }
}

/// What the game in the strip will do to the ratings.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Outlook {
    /// The two players are not chosen yet.
    Unknown,
    /// A fun game moves nothing.
    Nothing,
    /// Not the last game: the ratings of this and of all later games are worked out anew.
    Replay,
    /// A problem keeps all ratings from being worked out.
    Stopped,
    /// For each result, in the order of [`GameResult::VARIANTS`].
    Moves([Forecast; GameResult::VARIANTS.len()]),
}

impl Outlook {
    /// `is_last` says whether the game comes after all others.
    pub(super) fn new(
        camp: &CampData,
        draft: &GameDraft,
        is_last: bool,
        week_end: &WeekEnd,
    ) -> Self {
        let player = |id: Option<_>| id.and_then(|id| camp.player(id));
        let (Some(white), Some(black)) = (
            player(draft.player(Field::White)),
            player(draft.player(Field::Black)),
        ) else {
            return Self::Unknown;
        };
        if white.id == black.id {
            return Self::Unknown;
        }
        if !draft.is_yes(Field::Counts) {
            return Self::Nothing;
        }
        let (Some(white), Some(black)) = (week_end.weekly(white), week_end.weekly(black)) else {
            return Self::Stopped;
        };
        if !is_last {
            return Self::Replay;
        }
        Self::Moves(array::from_fn(|at| {
            let result = GameResult::VARIANTS[at];
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
