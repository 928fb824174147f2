//! A cell of a crosstable: "W12", "D6w", "X", "X3", "B".

use std::{fmt, str::FromStr};

use strum::VariantArray;
use thiserror::Error;

/// The highest pairing number.
pub const MAX_PAIR: u16 = 9999;

/// What a player had in a round.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, VariantArray)]
pub enum Code {
    Win,
    Loss,
    Draw,
    FullBye,
    HalfBye,
    Unplayed,
    ForfeitWin,
    ForfeitLoss,
    /// The codes that `SwissSys` has for two games in a round: two wins, a win and a draw, two draws. Where one of them is, all others stand
    /// for two games, too; `double.rs` has the table.
    Dollar,
    Hash,
    Percent,
    /// Nothing is entered yet. A section with such cells is kept while it is typed, and can't be rated.
    Blank,
}

impl Code {
    /// As files have it: 'W'.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Win => 'W',
            Self::Loss => 'L',
            Self::Draw => 'D',
            Self::FullBye => 'B',
            Self::HalfBye => 'H',
            Self::Unplayed => 'U',
            Self::ForfeitWin => 'X',
            Self::ForfeitLoss => 'F',
            Self::Dollar => '$',
            Self::Hash => '#',
            Self::Percent => '%',
            Self::Blank => '-',
        }
    }

    /// As it is told: "Win".
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Win => "Win",
            Self::Loss => "Loss",
            Self::Draw => "Draw",
            Self::FullBye => "Full-point bye",
            Self::HalfBye => "Half-point bye",
            Self::Unplayed => "Unplayed",
            Self::ForfeitWin => "Forfeit win",
            Self::ForfeitLoss => "Forfeit loss",
            Self::Dollar => "Two wins",
            Self::Hash => "A win and a draw",
            Self::Percent => "Two draws",
            Self::Blank => "Nothing entered",
        }
    }

    /// The code of a letter, small or capital.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::VARIANTS
            .iter()
            .copied()
            .find(|code| code.letter() == letter)
    }

    /// Whether a game was played, which is rated.
    #[must_use]
    pub const fn is_game(self) -> bool {
        matches!(self, Self::Win | Self::Loss | Self::Draw)
    }

    /// Whether it stands for two games in a round.
    #[must_use]
    pub const fn is_double(self) -> bool {
        matches!(self, Self::Dollar | Self::Hash | Self::Percent)
    }

    /// Whether nobody sat opposite.
    #[must_use]
    pub const fn is_bye(self) -> bool {
        matches!(self, Self::FullBye | Self::HalfBye | Self::Unplayed)
    }

    /// What the opponent has where a game is played in a round; nothing for what has no opponent, and for two games.
    #[must_use]
    pub const fn reciprocal(self) -> Option<Self> {
        match self {
            Self::Win => Some(Self::Loss),
            Self::Loss => Some(Self::Win),
            Self::Draw => Some(Self::Draw),
            Self::ForfeitWin => Some(Self::ForfeitLoss),
            Self::ForfeitLoss => Some(Self::ForfeitWin),
            _ => None,
        }
    }

    /// The points in halves, as a crosstable counts them.
    #[must_use]
    pub const fn halves(self) -> u32 {
        match self {
            Self::Dollar => 4,
            Self::Hash => 3,
            Self::Win | Self::FullBye | Self::ForfeitWin | Self::Percent => 2,
            Self::Draw | Self::HalfBye => 1,
            _ => 0,
        }
    }
}

/// The pieces that a player had.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, VariantArray)]
pub enum Side {
    White,
    Black,
}

impl Side {
    /// As it stands behind the opponent: 'w'.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The side of a letter, small or capital.
    #[must_use]
    pub const fn of_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'w' => Some(Self::White),
            'b' => Some(Self::Black),
            _ => None,
        }
    }
}

/// A player's cell of a round. A game has an opponent, a bye has none, and a forfeit may have one.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Round {
    code: Code,
    opponent: Option<u16>,
    side: Option<Side>,
}

/// Why a text is no cell of a crosstable.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum RoundProblem {
    #[error("There is no result: type W, L, D, B, H, U, X or F")]
    Empty,
    #[error("“{0}” is no result: type W, L, D, B, H, U, X or F")]
    NoSuchCode(char),
    #[error("“{0}” is no pairing number: type a number from 1 to 9,999, and w or b behind it")]
    NotANumber(String),
    #[error("{0} needs the pairing number of the opponent, like {0}12")]
    NoOpponent(char),
    #[error("{0} has no opponent: leave the number out")]
    Opponent(char),
}

impl Round {
    /// A cell in which nothing is entered yet.
    pub const BLANK: Self = Self {
        code: Code::Blank,
        opponent: None,
        side: None,
    };

    /// A round in which nothing was played.
    pub const UNPLAYED: Self = Self {
        code: Code::Unplayed,
        opponent: None,
        side: None,
    };

    /// A cell of its parts.
    ///
    /// # Errors
    /// A game without an opponent, a bye with one, or a pairing number that isn't from 1 to 9,999.
    pub fn new(
        code: Code,
        opponent: Option<u16>,
        side: Option<Side>,
    ) -> Result<Self, RoundProblem> {
        match opponent {
            None if code.is_game() => Err(RoundProblem::NoOpponent(code.letter())),
            Some(_) if code.is_bye() || code == Code::Blank => {
                Err(RoundProblem::Opponent(code.letter()))
            }
            Some(pair) if !(1..=MAX_PAIR).contains(&pair) => {
                Err(RoundProblem::NotANumber(pair.to_string()))
            }
            _ => Ok(Self {
                code,
                opponent,
                side,
            }),
        }
    }

    /// Reads a cell that is written as camp files have it, of which they have millions; nothing for what has to be looked at letter by letter.
    fn as_written(text: &str) -> Option<Self> {
        let (letter, rest) = text.as_bytes().split_first()?;
        let code = Code::of_letter(char::from(*letter))?;
        let side = rest.last().copied().map(char::from);
        let side = side.and_then(Side::of_letter);
        let (figures, _) = rest.split_at(rest.len() - usize::from(side.is_some()));
        let mut pair = 0;
        for figure in figures {
            let value = char::from(*figure).to_digit(10)?;
            pair = pair * 10 + value;
            if !(1..=u32::from(MAX_PAIR)).contains(&pair) {
                return None;
            }
        }
        let opponent = u16::try_from(pair).ok().filter(|pair| *pair != 0);
        Self::new(code, opponent, side).ok()
    }

    #[must_use]
    pub const fn code(self) -> Code {
        self.code
    }

    /// The opponent's pairing number.
    #[must_use]
    pub const fn opponent(self) -> Option<u16> {
        self.opponent
    }

    /// The pieces that this player had, where that was told.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        self.side
    }

    #[must_use]
    pub fn is_blank(self) -> bool {
        self.code == Code::Blank
    }

    /// What the opponent has, where this player has the pairing number `pair` and two games are played in a round, or one; nothing without an
    /// opponent.
    #[must_use]
    pub fn mirrored(self, pair: u16, two_games: bool) -> Option<Self> {
        self.opponent?;
        let code = if two_games {
            self.code.reciprocal_of_two()
        } else {
            self.code.reciprocal()
        };
        Some(Self {
            code: code?,
            opponent: Some(pair),
            side: self.side.map(Side::other),
        })
    }

    /// The same without the colour.
    #[must_use]
    pub const fn without_side(self) -> Self {
        self.with_side(None)
    }

    /// The same with this colour.
    #[must_use]
    pub const fn with_side(self, side: Option<Side>) -> Self {
        Self { side, ..self }
    }

    /// The game that is played, with its opponent; nothing for byes and forfeits, which aren't rated.
    #[must_use]
    pub const fn game(self) -> Option<u16> {
        if self.code.is_game() {
            self.opponent
        } else {
            None
        }
    }
}

impl FromStr for Round {
    type Err = RoundProblem;

    /// Reads "W12", "D6w", "X", "X3", "B", and what files write besides: small letters, capital colours, spaces, and 0 for no opponent.
    fn from_str(text: &str) -> Result<Self, RoundProblem> {
        if let Some(round) = Self::as_written(text) {
            return Ok(round);
        }
        let mut letters = text.trim().chars();
        let letter = letters.next().ok_or(RoundProblem::Empty)?;
        let code = Code::of_letter(letter).ok_or(RoundProblem::NoSuchCode(letter))?;
        let rest = letters.as_str().trim_start();
        let side = rest.chars().next_back().and_then(Side::of_letter);
        let number = rest[..rest.len() - usize::from(side.is_some())].trim_end();
        let not_a_number = || RoundProblem::NotANumber(rest.chars().take(20).collect());
        let opponent = match number {
            "" | "0" => None,
            _ => {
                let is_number = (1..=4).contains(&number.len())
                    && number.bytes().all(|byte| byte.is_ascii_digit());
                let pair = is_number.then(|| number.parse().ok()).flatten();
                let pair = pair.filter(|pair| *pair != 0);
                Some(pair.ok_or_else(not_a_number)?)
            }
        };
        Self::new(code, opponent, side)
    }
}

impl fmt::Display for Round {
    /// "W12", "D6w", "X"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::from(self.code.letter());
        if let Some(opponent) = self.opponent {
            text += &opponent.to_string();
        }
        text.extend(self.side.map(Side::letter));
        f.pad(&text)
    }
}
