//! Numbers and texts in a sentence.

use std::fmt::Display;

use strum::VariantArray;

/// A number as a person reads it: in groups of three figures from five on, as "12,345".
pub(crate) fn grouped(number: impl Display) -> String {
    let figures = number.to_string();
    let (sign, digits) = match figures.strip_prefix('-') {
        Some(digits) => ("\u{2212}", digits),
        None => ("", figures.as_str()),
    };
    if digits.len() < 5 {
        return format!("{sign}{digits}");
    }
    let mut text = sign.to_owned();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A rank as a list shows it: "7", or "=7" where several share it.
pub(crate) fn shown_rank(rank: impl Display, is_shared: bool) -> String {
    format!("{}{rank}", if is_shared { "=" } else { "" })
}

/// Ranks in their order as a list shows them.
pub(crate) fn shown_ranks<R: Copy + Display + PartialEq>(ranks: &[R]) -> Vec<String> {
    let sharing = ranks.chunk_by(|one, other| one == other);
    let shown =
        sharing.flat_map(|ranks| ranks.iter().map(|rank| shown_rank(rank, ranks.len() > 1)));
    shown.collect()
}

/// The variant that `word` calls so.
pub(crate) fn by_word<T: Copy + VariantArray>(
    called: &str,
    word: fn(T) -> &'static str,
) -> Option<T> {
    T::VARIANTS
        .iter()
        .copied()
        .find(|variant| word(*variant) == called)
}

/// Half points as points: "½", "7", "7½"
pub(crate) fn in_points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// "1 game", "12 games", "12,345 games"
pub(crate) fn counted<N: Copy + Display + From<u8> + PartialEq>(number: N, thing: &str) -> String {
    if number == N::from(1) {
        format!("1 {thing}")
    } else {
        format!("{} {thing}s", grouped(number))
    }
}

/// The size of a file as a person reads it, rounded up: "71 KB", "5.2 MB"
pub(crate) fn file_size(bytes: u64) -> String {
    if bytes < 1_000_000 {
        return format!("{} KB", bytes.div_ceil(1000));
    }
    let tenths = bytes.div_ceil(100_000);
    format!("{}.{} MB", tenths / 10, tenths % 10)
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
    fn a_shared_rank_says_so() {
        assert_eq!(
            shown_ranks(&[1, 2, 2, 4, 5, 5, 5]),
            ["1", "=2", "=2", "4", "=5", "=5", "=5"]
        );
        assert_eq!(shown_ranks::<i64>(&[]), [""; 0]);
    }

    #[test]
    fn one_thing_is_one_and_none_are_more() {
        let said = [0, 1, 2].map(|number| counted(number, "game"));
        assert_eq!(said, ["0 games", "1 game", "2 games"]);
    }

    #[test]
    fn long_numbers_are_grouped() {
        let said = [0, 999, 9999, 10_000, 1_234_567, -12_345].map(grouped);
        assert_eq!(
            said,
            ["0", "999", "9999", "10,000", "1,234,567", "\u{2212}12,345"]
        );
        assert_eq!(counted(100_000, "game"), "100,000 games");
    }

    #[test]
    fn a_text_is_cut_by_letters_and_not_after_a_blank() {
        let thirty = "ä".repeat(30);
        assert_eq!(shortened(&thirty, 30), thirty);
        assert_eq!(shortened(&thirty, 29), format!("{}…", "ä".repeat(28)));
        assert_eq!(shortened("Ann and Bo", 9), "Ann and…");
    }
}
