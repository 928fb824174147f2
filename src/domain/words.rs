//! Numbers and texts in a sentence.

use std::fmt::Display;

/// "1 game", "12 games"
pub(crate) fn counted<N: Copy + Display + From<u8> + PartialEq>(number: N, thing: &str) -> String {
    if number == N::from(1) {
        format!("1 {thing}")
    } else {
        format!("{number} {thing}s")
    }
}

/// A text with at most so many letters, the “…” of a longer one among them: enough of it to know it again.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start = text.chars().take(most.saturating_sub(1));
    let start = start.collect::<String>();
    format!("{}…", start.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_one_and_none_are_more() {
        let said = [0, 1, 2].map(|number| counted(number, "game"));
        assert_eq!(said, ["0 games", "1 game", "2 games"]);
    }

    #[test]
    fn a_text_is_cut_by_letters_and_not_after_a_blank() {
        let thirty = "ä".repeat(30);
        assert_eq!(shortened(&thirty, 30), thirty);
        assert_eq!(shortened(&thirty, 29), format!("{}…", "ä".repeat(28)));
        assert_eq!(shortened("Ann and Bo", 9), "Ann and…");
    }
}
