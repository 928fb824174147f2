//! The pages of the window.

use super::Command;

/// A page of the window.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Page {
    #[default]
    Players,
    Groups,
    Games,
    Standings,
    Prints,
    Season,
    Meetings,
}

impl Page {
    /// All pages, in the order of the list on the left.
    pub const ALL: [Self; 7] = [
        Self::Players,
        Self::Groups,
        Self::Games,
        Self::Standings,
        Self::Prints,
        Self::Season,
        Self::Meetings,
    ];

    /// The name of the form in the old program, in sentence case; it had no page for prints, the season or
    /// meetings.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Players => "Ladder players",
            Self::Groups => "Camp groups",
            Self::Games => "Ladder games",
            Self::Standings => "Standings",
            Self::Prints => "Prints",
            Self::Season => "Season",
            Self::Meetings => "Meetings",
        }
    }

    /// The command that goes to the page.
    pub const fn command(self) -> Command {
        match self {
            Self::Players => Command::GO_PLAYERS,
            Self::Groups => Command::GO_GROUPS,
            Self::Games => Command::GO_GAMES,
            Self::Standings => Command::GO_STANDINGS,
            Self::Prints => Command::GO_PRINTS,
            Self::Season => Command::GO_SEASON,
            Self::Meetings => Command::GO_MEETINGS,
        }
    }

    /// Why there are no records on it; nothing on a form.
    pub const fn why_no_records(self) -> Option<&'static str> {
        match self {
            Self::Players | Self::Groups | Self::Games | Self::Meetings => None,
            Self::Standings => Some("Standings are not typed: they follow from players and games"),
            Self::Prints => Some("Sheets are not typed: they follow from players and games"),
            Self::Season => Some("The season is not typed: it follows from players and games"),
        }
    }
}
