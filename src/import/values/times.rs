//! The time of day that Access writes after a date, which a camp doesn't need.

use super::dates::is_date_of_numbers;

/// A date without the time of day that follows it. Anything else that follows stays, and then it is no date.
pub(super) fn without_time(text: &str) -> &str {
    let text = text.trim();
    let is_gap = |(at, c): &(usize, char)| {
        // ISO joins day and time by a T.
        c.is_whitespace() || *c == 'T' && text[..*at].ends_with(|c: char| c.is_ascii_digit())
    };
    let gaps = text.char_indices().filter(is_gap);
    gaps.map(|(at, gap)| (&text[..at], &text[at + gap.len_utf8()..]))
        .find(|(_, time)| is_time_of_day(time.trim_start()))
        .map_or(text, |(day, _)| day.trim_end())
}

/// "0:00:00", "3:15 PM", "15:15:00.123Z", "0.00.00"
fn is_time_of_day(text: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, ':' | '.');
    let end = text.find(|c| !is_number(c)).unwrap_or(text.len());
    let (numbers, rest) = text.split_at(end);
    let Some(hour) = hour(numbers) else {
        return false;
    };
    let rest = rest
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '.')
        .collect::<String>()
        .to_lowercase();
    match rest.as_str() {
        "" | "z" => true,
        "am" | "pm" => hour <= 12,
        offset => offset
            .strip_prefix(['+', '-'])
            .is_some_and(|offset| self::hour(offset).is_some()),
    }
}

/// The hour of a time of day in numbers.
fn hour(text: &str) -> Option<u8> {
    let (separator, text) = if text.contains(':') {
        let whole = text.split_once('.').map_or(text, |(whole, fraction)| {
            let is_fraction = fraction.bytes().all(|byte| byte.is_ascii_digit());
            if is_fraction { whole } else { text }
        });
        (':', whole)
    } else if is_date_of_numbers(text) {
        // "7.09.25" is a time in Finland, and a day in Germany.
        return None;
    } else {
        ('.', text)
    };
    let parts = text.split(separator).collect::<Vec<_>>();
    let (hour, rest) = parts.split_first()?;
    let below = |text: &str, most: u8| text.parse::<u8>().ok().filter(|number| *number <= most);
    let is_sixtieth = |text: &&str| text.len() == 2 && below(text, 59).is_some();
    let counts = if separator == ':' { 1..=2 } else { 2..=2 };
    (counts.contains(&rest.len()) && hour.len() <= 2 && rest.iter().all(is_sixtieth))
        .then(|| below(hour, 23))
        .flatten()
}
