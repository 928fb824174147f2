//! Ladder games.

use std::sync::Arc;

use jiff::{Timestamp, civil::Date};
use strum::VariantArray;

use super::{GameId, PlayerId, RowPrint, WeekId};

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

/// A game of the ladder.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Game {
    pub id: GameId,
    pub week: WeekId,
    /// The order of play within the week. Ratings depend on it.
    pub sequence: i64,
    pub white: PlayerId,
    pub black: PlayerId,
    pub result: GameResult,
    pub date: Option<Date>,
    /// A game that doesn't count is a fun game: kept, but it moves nothing.
    pub counts: bool,
    /// The tournament that the game belongs to; empty for most.
    pub tournament: String,
    /// The board at which it was played, from 1 to 999.
    pub board: Option<i64>,
    /// When the game was typed. `None` for one that was imported.
    pub entered: Option<Timestamp>,
    /// When players and result were last compared with the paper; `None` if they were not, or were changed since.
    pub verified: Option<Timestamp>,
    /// Where the game came from, if it was imported.
    pub imported: Option<Box<ImportedFrom>>,
}

impl Game {
    /// The starting point: the first game of the first week. It counts, has no day and no tournament, was neither imported nor compared
    /// with the paper.
    #[must_use]
    pub const fn new(white: PlayerId, black: PlayerId, result: GameResult) -> Self {
        Self {
            id: GameId(1),
            week: WeekId(1),
            sequence: 1,
            white,
            black,
            result,
            date: None,
            counts: true,
            tournament: String::new(),
            board: None,
            entered: None,
            verified: None,
            imported: None,
        }
    }
}

/// What is kept of a game's row in the old file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ImportedFrom {
    /// The game's number in the old file; where it had none, its row.
    pub number: i64,
    /// The result as the old file wrote it.
    pub result_text: Arc<str>,
    /// What that text was taken for. The game's own result may have been corrected since.
    pub result: GameResult,
    /// What the row said.
    pub row: RowPrint,
    /// Further columns, by name and value.
    pub extra: Box<[(String, String)]>,
}
