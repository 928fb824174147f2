//! Results of games, as people write them.

use strum::VariantArray;

use crate::domain::GameResult;

/// The only text that the old program counted as a win. Everything else it rated as a draw.
pub(in crate::import) const WIN_IN_ACCESS: &str = "(1-0)";

/// What a result text is taken for, in the order a list offers them.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, VariantArray)]
pub enum Meaning {
    White,
    Draw,
    Black,
    /// Games with this text are left out.
    Skip,
}

impl Meaning {
    /// The result that is stored, if the game is kept.
    #[must_use]
    pub const fn result(self) -> Option<GameResult> {
        match self {
            Self::White => Some(GameResult::WhiteWon),
            Self::Draw => Some(GameResult::Draw),
            Self::Black => Some(GameResult::BlackWon),
            Self::Skip => None,
        }
    }

    /// In words: "White won".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self.result() {
            Some(result) => result.words(),
            None => "Skip",
        }
    }
}

/// What a text means without doubt. Anything that could be read in two ways is `None`: the director says.
pub(in crate::import) fn parse_result(text: &str) -> Option<Meaning> {
    GameResult::from_text(text).map(|result| match result {
        GameResult::WhiteWon => Meaning::White,
        GameResult::Draw => Meaning::Draw,
        GameResult::BlackWon => Meaning::Black,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_the_three_results() {
        for text in [
            "(1-0)",
            "1-0",
            "1:0",
            "1–0",
            " 1 - 0 ",
            "White",
            "W",
            "[1-0]",
            "White won",
        ] {
            assert_eq!(parse_result(text), Some(Meaning::White), "{text}");
        }
        for text in [
            "(1/2-1/2)",
            "½-½",
            "½–½",
            ".5-.5",
            "0.5-0.5",
            "0,5:0,5",
            "1/2",
            "½",
            "Draw",
            "D",
            "=",
        ] {
            assert_eq!(parse_result(text), Some(Meaning::Draw), "{text}");
        }
        for text in ["(0-1)", "0-1", "0:1", "0–1", "Black", "b", "BLACK WINS"] {
            assert_eq!(parse_result(text), Some(Meaning::Black), "{text}");
        }
    }

    #[test]
    fn what_could_mean_two_things_is_asked() {
        for text in [
            "", " ", "1", "0", "win", "1-1", "0-0", "Jan-00", "1/1/2000", "(1-0", "?", "2-0",
        ] {
            assert_eq!(parse_result(text), None, "{text}");
        }
    }
}
