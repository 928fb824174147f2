//! Ladder games.

use std::{fmt, sync::Arc};

use jiff::civil::Date;
use strum::VariantArray;

use super::{ExtraField, GameId, Moment, PlayerId, RowPrint};

/// How a game ended, in the order a list offers them.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, VariantArray)]
#[repr(i8)]
pub enum GameResult {
    WhiteWon = 1,
    Draw = 0,
    BlackWon = -1,
}

impl GameResult {
    /// White's result as a sign: 1, 0 or −1. This is also how the camp file stores it.
    #[must_use]
    pub const fn sign(self) -> i32 {
        self as i32
    }

    /// The result with this sign, or nothing for any other number.
    #[must_use]
    pub const fn from_sign(sign: i64) -> Option<Self> {
        match sign {
            1 => Some(Self::WhiteWon),
            0 => Some(Self::Draw),
            -1 => Some(Self::BlackWon),
            _ => None,
        }
    }

    /// The result of a game that was `played` by these as White and Black, as it reads with the colors of `pair`; nothing if that is another pair.
    pub(crate) fn as_played<P: Copy + PartialEq>(
        self,
        played: [P; 2],
        pair: [P; 2],
    ) -> Option<Self> {
        let [white, black] = pair;
        if played == pair {
            Some(self)
        } else if played == [black, white] {
            Self::from_sign(i64::from(-self.sign()))
        } else {
            None
        }
    }

    /// What a text means without doubt, in any usual spelling; nothing if it could be read in two ways.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let bare = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .flat_map(char::to_lowercase)
            .map(|c| match c {
                '\u{2010}'..='\u{2015}' | '\u{2212}' | ':' => '-',
                ',' => '.',
                _ => c,
            })
            .collect::<String>();
        let bare = bare
            .strip_prefix(['(', '['])
            .and_then(|bare| bare.strip_suffix([')', ']']))
            .unwrap_or(&bare);
        let halves = bare
            .replace('½', "1/2")
            .replace("0.5", "1/2")
            .replace(".5", "1/2");
        match halves.as_str() {
            "1-0" | "1.0-0.0" | "white" | "w" | "whitewon" | "whitewins" => Some(Self::WhiteWon),
            "0-1" | "0.0-1.0" | "black" | "b" | "blackwon" | "blackwins" => Some(Self::BlackWon),
            "1/2-1/2" | "1/2" | "draw" | "drawn" | "d" | "=" | "tie" | "tied" | "remis" => {
                Some(Self::Draw)
            }
            _ => None,
        }
    }

    /// As chess players write it: "1–0".
    #[must_use]
    pub const fn score(self) -> &'static str {
        match self {
            Self::WhiteWon => "1–0",
            Self::Draw => "½–½",
            Self::BlackWon => "0–1",
        }
    }

    /// In words: "White won".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::WhiteWon => "White won",
            Self::Draw => "Draw",
            Self::BlackWon => "Black won",
        }
    }
}

/// A game of the ladder. A camp may have a million of them: a test holds how many bytes one takes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Game {
    pub id: GameId,
    /// The order of play within the week. Ratings depend on it.
    pub sequence: i64,
    pub white: PlayerId,
    pub black: PlayerId,
    pub result: GameResult,
    pub date: Option<Date>,
    /// A game that doesn't count is a fun game: kept, but it moves nothing.
    pub counts: bool,
    /// The tournament that the game belongs to; empty for most.
    pub tournament: Tournament,
    /// The board at which it was played, from 1 to 999.
    pub board: Option<i16>,
    /// When the game was typed. `None` for one that was imported.
    pub entered: Option<Moment>,
    /// When players and result were last compared with the paper; `None` if they were not, or were changed since.
    pub verified: Option<Moment>,
    /// Where the game came from, if it was imported.
    pub imported: Option<ImportedFrom>,
}

impl Game {
    /// The starting point: the first game of a week. It counts, has no day and no tournament, was neither imported nor compared
    /// with the paper.
    #[must_use]
    pub const fn new(white: PlayerId, black: PlayerId, result: GameResult) -> Self {
        Self {
            id: GameId(1),
            sequence: 1,
            white,
            black,
            result,
            date: None,
            counts: true,
            tournament: Tournament::NONE,
            board: None,
            entered: None,
            verified: None,
            imported: None,
        }
    }

    /// Has the name of its tournament where the game before has it, if that is of the same one: the games of a tournament stand together.
    pub(crate) fn share_names(&mut self, before: Option<&Self>) {
        if let Some(before) = before.filter(|before| before.tournament == self.tournament) {
            self.tournament.clone_from(&before.tournament);
        }
    }
}

/// The name of a tournament, once for all games that have it; none for most.
#[derive(Clone, Default, Eq, PartialEq)]
pub struct Tournament(Option<Arc<String>>);

impl Tournament {
    pub const NONE: Self = Self(None);

    pub fn as_str(&self) -> &str {
        self.0.as_ref().map_or("", |name| name.as_str())
    }

    pub const fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

impl From<String> for Tournament {
    fn from(name: String) -> Self {
        Self((!name.is_empty()).then(|| Arc::new(name)))
    }
}

impl fmt::Debug for Tournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

/// What is kept of a game's row in the old file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ImportedFrom {
    /// The game's number in the old file; where it had none, its row.
    pub number: i64,
    /// What the row said.
    pub row: RowPrint,
    /// Its texts, once for all games that have the same.
    pub texts: Arc<ImportedTexts>,
}

/// What a row of the old file said that is kept as it was.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ImportedTexts {
    /// The result as the old file wrote it.
    pub result: Box<str>,
    /// What that text was taken for. The game's own result may have been corrected since.
    pub taken_for: GameResult,
    /// Further columns, by name and value.
    pub extra: Box<[ExtraField]>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A million games are 92 MiB, and a window with them fits into 250. (A day takes more in a build with checks.)
    #[test]
    fn a_game_takes_96_bytes() {
        let day = size_of::<Option<Date>>() - 6;
        assert!(size_of::<Game>() <= 96 + day.next_multiple_of(8));
    }

    #[test]
    fn games_of_a_tournament_share_its_name() {
        let of = |name: &str| Game {
            tournament: name.to_owned().into(),
            ..Game::new(PlayerId(1), PlayerId(2), GameResult::Draw)
        };
        let (one, mut other) = (of("Fall open"), of("Fall open"));
        other.share_names(Some(&one));
        let names = [&one, &other].map(|game| game.tournament.as_str());
        assert!(std::ptr::eq(names[0], names[1]));
        other.share_names(Some(&of("Winter open")));
        assert_eq!(other.tournament.as_str(), "Fall open");
    }
}
