//! The keys that give a result, wherever one is typed: those of chess, and what number pads have.

use strum::VariantArray as _;

use crate::domain::GameResult;

/// The keys, each with the place of its result in [`GameResult::VARIANTS`]. The first one of a result is shown with it.
pub const RESULT_KEYS: [(&str, usize); 11] = [
    ("1", 0),
    ("w", 0),
    ("5", 1),
    ("=", 1),
    ("½", 1),
    (".", 1),
    // The number pads of other countries.
    (",", 1),
    ("/", 1),
    ("d", 1),
    ("0", 2),
    ("b", 2),
];

/// The result that a typed letter stands for, small or capital.
pub fn result_of_key(letter: char) -> Option<GameResult> {
    let small = letter.to_lowercase().to_string();
    let (_, place) = RESULT_KEYS.iter().find(|(key, _)| *key == small)?;
    GameResult::VARIANTS.get(*place).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_gives_its_result_and_no_other_letter_does() {
        use GameResult::{BlackWon, Draw, WhiteWon};
        for (keys, result) in [("1wW", WhiteWon), ("5=½.,/dD", Draw), ("0bB", BlackWon)] {
            for key in keys.chars() {
                assert_eq!(result_of_key(key), Some(result), "{key}");
            }
        }
        assert!(" 234xz".chars().all(|key| result_of_key(key).is_none()));
    }
}
