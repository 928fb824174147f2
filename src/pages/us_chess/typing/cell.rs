//! What is typed into a cell: a result, and the opponent by number or by letters of the name.

use crate::domain::us_chess::{Code, Round, RoundProblem};

/// What stands in the box of a cell, as far as it goes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::pages::us_chess) enum Typed<'a> {
    Nothing,
    Cell(Round),
    /// A result, and letters of the opponent's name.
    Opponent {
        code: Code,
        words: &'a str,
    },
    Wrong(RoundProblem),
}

/// Reads what is typed. A number alone is the opponent of the same result as the one before.
pub(in crate::pages::us_chess) fn read(text: &str, before: Code) -> Typed<'_> {
    let text = text.trim();
    let Some(first) = text.chars().next() else {
        return Typed::Nothing;
    };
    let (code, rest) = if first.is_ascii_digit() {
        (before, text)
    } else {
        match Code::of_letter(first) {
            Some(code) => (code, text[first.len_utf8()..].trim_start()),
            None => return Typed::Wrong(RoundProblem::NoSuchCode(first)),
        }
    };
    let is_name = rest.chars().next().is_some_and(char::is_alphabetic);
    // Behind a bye a single letter is a color.
    if is_name && !code.is_bye() {
        return Typed::Opponent { code, words: rest };
    }
    match format!("{}{rest}", code.letter()).parse() {
        Ok(cell) => Typed::Cell(cell),
        Err(problem) => Typed::Wrong(problem),
    }
}

/// Whether nothing more can be typed of a cell, as there is no pairing number that goes on like this one: then it needs no Tab.
pub(in crate::pages::us_chess) fn is_whole(cell: Round, highest: u16) -> bool {
    match cell.opponent() {
        Some(opponent) => opponent.saturating_mul(10) > highest,
        None => cell.code().is_bye() || cell.is_blank(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Typed<'_> {
        read(text, Code::Draw)
    }

    #[test]
    fn a_number_alone_has_the_result_of_the_one_before() {
        assert_eq!(cell("12"), Typed::Cell("D12".parse().expect("a cell")));
        assert_eq!(cell("w12"), Typed::Cell("W12".parse().expect("a cell")));
        assert_eq!(cell(" l 4 "), Typed::Cell("L4".parse().expect("a cell")));
        assert_eq!(cell(""), Typed::Nothing);
    }

    #[test]
    fn letters_behind_a_result_are_a_name() {
        let words = |text| match cell(text) {
            Typed::Opponent { code, words } => Some((code, words)),
            _ => None,
        };
        assert_eq!(words("wan"), Some((Code::Win, "an")));
        assert_eq!(words("d b"), Some((Code::Draw, "b")));
        assert_eq!(words("xvang"), Some((Code::ForfeitWin, "vang")));
        assert_eq!(cell("hw"), Typed::Cell("Hw".parse().expect("a cell")));
        assert_eq!(cell("smith"), Typed::Wrong(RoundProblem::NoSuchCode('s')));
        assert!(matches!(
            cell("w"),
            Typed::Wrong(RoundProblem::NoOpponent('W'))
        ));
    }

    #[test]
    fn a_cell_is_whole_where_no_number_goes_on() {
        let whole = |text: &str, highest| is_whole(text.parse().expect("a cell"), highest);
        assert!(whole("W12", 40) && whole("W12", 119) && !whole("W12", 120));
        assert!(!whole("W4", 40) && whole("W5", 40));
        assert!(whole("B", 40) && whole("-", 40));
        // A forfeit may have an opponent.
        assert!(!whole("X", 40) && whole("X5", 40));
    }
}
