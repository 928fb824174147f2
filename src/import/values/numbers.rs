//! Whole numbers, as Windows writes them in any country.

/// The text is something else than a whole number.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::import) struct NotWhole;

/// Reads a whole number with or without a currency sign, thousands separators and a fraction of zeros:
/// `1031`, `$1,031.00`, `1.031,00 €`, `1 031`, `1'031`, `-12`, `(12)` for −12. Blank is `None`.
///
/// A single separator before exactly three digits separates thousands: ratings are whole, so `1.031` is 1031.
///
/// # Errors
/// Anything else, also a fraction that isn't zero and a number beyond 64 bits.
pub(in crate::import) fn parse_whole(text: &str) -> Result<Option<i64>, NotWhole> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    // The common case by far, and the only one that a long file must be quick in.
    if let Ok(number) = text.parse() {
        return Ok(Some(number));
    }
    let mut bare = String::with_capacity(text.len());
    let mut negative = false;
    let inner = match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        Some(inner) => {
            negative = true;
            inner
        }
        None => text,
    };
    for c in inner.chars() {
        match c {
            '0'..='9' | '.' | ',' => bare.push(c),
            '-' | '\u{2212}' if !negative && bare.is_empty() => negative = true,
            '+' if bare.is_empty() => {}
            // Thousands are also set apart by spaces and apostrophes.
            '\'' | '\u{2019}' => bare.push('\''),
            c if c.is_whitespace() || is_currency_sign(c) => {}
            _ => return Err(NotWhole),
        }
    }
    let whole = without_separators(&bare).ok_or(NotWhole)?;
    let number = whole.parse::<i64>().map_err(|_| NotWhole)?;
    Ok(Some(if negative { -number } else { number }))
}

fn is_currency_sign(c: char) -> bool {
    matches!(c, '$' | '¢' | '£' | '¤' | '¥' | '\u{20A0}'..='\u{20CF}')
}

/// The digits before a fraction of zeros, without thousands separators; `None` if it is no whole number.
fn without_separators(bare: &str) -> Option<String> {
    let (whole, fraction) = match bare.rfind(['.', ',']) {
        Some(at) if is_decimal_separator(bare, at) => (&bare[..at], &bare[at + 1..]),
        _ => (bare, ""),
    };
    if !fraction.bytes().all(|b| b == b'0') {
        return None;
    }
    let mut groups = whole.split(['.', ',', '\'']);
    let first = groups.next()?;
    let mut digits = first.to_owned();
    let mut is_grouped = false;
    for group in groups {
        if group.len() != 3 {
            return None;
        }
        is_grouped = true;
        digits.push_str(group);
    }
    let is_first_fine = !first.is_empty() && (!is_grouped || first.len() <= 3);
    is_first_fine.then_some(digits)
}

/// Whether the last separator of a number starts its fraction.
fn is_decimal_separator(bare: &str, at: usize) -> bool {
    let separator = &bare[at..=at];
    let before = &bare[..at];
    let after = bare.len() - at - 1;
    let is_repeated = before.contains(separator);
    let has_other = before.contains(['.', ',', '\'']);
    let is_ungrouped = !has_other && (before.len() > 3 || before == "0");
    !is_repeated && (after != 3 || has_other || is_ungrouped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_of_many_countries() {
        for text in [
            "1031",
            " 1031 ",
            "1,031",
            "1.031",
            "1 031",
            "1\u{a0}031",
            "1'031",
            "$1,031.00",
            "1.031,00 €",
            "1031.0",
            "1031,00",
            "£1031",
            "+1031",
            "1031.0000",
            "1,031.000",
            "1031.000",
            "1’031.00",
            "$ 1031.",
        ] {
            assert_eq!(parse_whole(text), Ok(Some(1031)), "{text}");
        }
        for text in ["-12", "\u{2212}12", "($12.00)", "-$12.00", "-12,0"] {
            assert_eq!(parse_whole(text), Ok(Some(-12)), "{text}");
        }
        assert_eq!(parse_whole("0.000"), Ok(Some(0)));
        assert_eq!(parse_whole("1,234,567"), Ok(Some(1_234_567)));
    }

    #[test]
    fn blank_is_no_number() {
        assert_eq!(parse_whole("  "), Ok(None));
    }

    #[test]
    fn what_is_not_whole_is_refused() {
        for text in [
            "12.5",
            "12,55",
            "1,03",
            "abc",
            "$",
            "-",
            "()",
            "1031x",
            "1-2",
            ".",
            "1,0310,00",
            "99999999999999999999",
            "12,345.67",
            "1e3",
            "1,031,00",
            "--5",
        ] {
            assert_eq!(parse_whole(text), Err(NotWhole), "{text}");
        }
    }
}
