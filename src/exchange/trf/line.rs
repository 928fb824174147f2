//! Columns of a line, and dates.

use jiff::civil::Date;

/// A line of a file.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

impl<'a> Line<'a> {
    /// The code with which a line begins, and what follows after a blank.
    pub(super) fn code(self) -> (&'a str, &'a str) {
        let end = self.text.char_indices().nth(3);
        let end = end.map_or(self.text.len(), |(place, _)| place);
        let (code, rest) = self.text.split_at(end);
        (code, rest.trim())
    }

    /// The letters in some columns, counted from 1, without blanks around them.
    pub(super) fn columns(self, from: usize, to: usize) -> String {
        let letters = self.text.chars().skip(from - 1).take(to + 1 - from);
        letters.collect::<String>().trim().to_owned()
    }

    /// How many letters the line has.
    pub(super) fn length(self) -> usize {
        self.text.trim_end().chars().count()
    }

    /// The first of some columns that isn't blank.
    pub(super) fn filled(self, mut columns: impl Iterator<Item = usize>) -> Option<usize> {
        let letters = self.text.chars().collect::<Vec<_>>();
        let is_filled = |column: &usize| {
            let letter = letters.get(column.saturating_sub(1));
            letter.is_some_and(|letter| !letter.is_whitespace())
        };
        columns.find(is_filled)
    }
}

/// The lines of a text, however they end.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let lines = (1..).zip(text.split(end));
    lines
        .map(|(number, text)| Line {
            number,
            text: text.trim_end(),
        })
        .collect()
}

/// How dates are written with the name of the month: "May 29, 2020", "29 May 2020".
const NAMED: [&str; 4] = ["%b %d, %Y", "%d %b %Y", "%B %d, %Y", "%d %B %Y"];

/// A date: year, month and day with anything between them; or, with the year last, day.month.year, month/day/year, and with the month's
/// name.
pub(super) fn date(text: &str) -> Option<Date> {
    let mut named = NAMED.iter();
    if let Some(date) = named.find_map(|format| Date::strptime(format, text).ok()) {
        return Some(date);
    }
    let numbers = text.split(|letter: char| !letter.is_ascii_digit());
    let numbers = numbers.filter(|number| !number.is_empty());
    let [first, second, third] = numbers.collect::<Vec<_>>()[..] else {
        return None;
    };
    let (year, month, day) = match (first.len(), third.len()) {
        (4, _) => (first, second, third),
        (_, 4) if text.contains('.') => (third, second, first),
        (_, 4) => (third, first, second),
        _ => return None,
    };
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}
