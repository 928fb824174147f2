//! What makes a ladder's numbers wrong or doubtful.

use super::{CampData, GameId, GroupId, PlayerId};

/// A record that can be opened in its form.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Record {
    Group(GroupId),
    Player(PlayerId),
    Game(GameId),
}

/// How much a problem matters.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Severity {
    /// The ratings would be wrong: a recalculation doesn't start.
    Stops,
    /// The ratings are computed, but somebody should look.
    Doubtful,
}

/// One thing that is wrong or doubtful with a ladder.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum LadderProblem {
    /// An active player without a group has no rating to start from.
    NoGroup { player: PlayerId },
    /// Active players of this group have no rating to start from.
    NoInitialRating {
        group: GroupId,
        players: Vec<PlayerId>,
    },
    /// A game against nobody. The camp file refuses such a game; this guards the arithmetic itself.
    UnknownPlayer { game: GameId, player: PlayerId },
    /// A game of a player against himself or herself. The camp file refuses it too.
    SamePlayer { game: GameId, player: PlayerId },
    /// The ratings would leave [`RATING_RANGE`](super::RATING_RANGE).
    OutOfRange { player: PlayerId },
    /// The permanent rating at the start of the week is blank and counts as 0.
    BlankStart { player: PlayerId },
    /// An inactive player has games in this week: they are replayed from the frozen ratings.
    InactiveWithGames { player: PlayerId, games: usize },
    /// The saved ratings are not the ones that the games give: somebody changed something since.
    RatingsOutOfDate { players: usize },
}

impl LadderProblem {
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self {
            Self::NoGroup { .. }
            | Self::NoInitialRating { .. }
            | Self::UnknownPlayer { .. }
            | Self::SamePlayer { .. }
            | Self::OutOfRange { .. } => Severity::Stops,
            Self::BlankStart { .. }
            | Self::InactiveWithGames { .. }
            | Self::RatingsOutOfDate { .. } => Severity::Doubtful,
        }
    }

    /// The record to mend, if it is one.
    #[must_use]
    pub const fn record(&self) -> Option<Record> {
        match self {
            Self::NoGroup { player }
            | Self::OutOfRange { player }
            | Self::BlankStart { player }
            | Self::InactiveWithGames { player, .. } => Some(Record::Player(*player)),
            Self::NoInitialRating { group, .. } => Some(Record::Group(*group)),
            Self::UnknownPlayer { game, .. } | Self::SamePlayer { game, .. } => {
                Some(Record::Game(*game))
            }
            Self::RatingsOutOfDate { .. } => None,
        }
    }

    /// What is wrong and what to do, for people. `camp` gives the names.
    #[must_use]
    pub fn sentence(&self, camp: &CampData) -> String {
        let game_number = |id: &GameId| camp.game(*id).map_or(id.0, |game| game.sequence);
        match self {
            Self::NoGroup { player } => format!(
                "{} has no group, so there is no rating to start from. Choose a group, or make the player inactive",
                camp.full_name(*player)
            ),
            Self::NoInitialRating { group, players } => format!(
                "The group {} has no initial ladder rating, and {} in it. Type the rating in Camp groups",
                camp.group_name(Some(*group)),
                names(camp, players)
            ),
            Self::UnknownPlayer { game, player } => format!(
                "Game {} names player {player}, who isn't in Ladder players. Choose another player",
                game_number(game)
            ),
            Self::SamePlayer { game, player } => format!(
                "Game {} has {} on both sides. Correct one of them",
                game_number(game),
                camp.full_name(*player)
            ),
            Self::OutOfRange { player } => format!(
                "The rating of {} leaves the range from −32768 to 32767. Check the initial ratings of the groups and the start-of-week ratings",
                camp.full_name(*player)
            ),
            Self::BlankStart { player } => format!(
                "{} has no permanent rating for the start of the week, and it counts as 0",
                camp.full_name(*player)
            ),
            Self::InactiveWithGames { player, games } => format!(
                "{} is inactive but has {} this week. The games count, from the ratings held when the player became inactive",
                camp.full_name(*player),
                if *games == 1 {
                    "a game".to_owned()
                } else {
                    format!("{games} games")
                }
            ),
            Self::RatingsOutOfDate { players } => format!(
                "The saved ratings of {} are not the ones that the games give. Press Recalc Ratings",
                if *players == 1 {
                    "one player".to_owned()
                } else {
                    format!("{players} players")
                }
            ),
        }
    }
}

/// "Ann Lee is", "Ann Lee and Bo Vang are", "Ann Lee, Bo Vang and 5 more are"
fn names(camp: &CampData, players: &[PlayerId]) -> String {
    let name = |at: usize| camp.full_name(players[at]);
    match players.len() {
        0 => "nobody is".to_owned(),
        1 => format!("{} is", name(0)),
        2 => format!("{} and {} are", name(0), name(1)),
        3 => format!("{}, {} and {} are", name(0), name(1), name(2)),
        count => format!("{}, {} and {} more are", name(0), name(1), count - 2),
    }
}
