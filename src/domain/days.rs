//! Days that follow one another, as people read them.

use std::fmt;

use jiff::civil::Date;

/// From one day to another, both among them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Days {
    pub first: Date,
    /// Not before the first.
    pub last: Date,
}

impl Days {
    /// The earliest and the latest of these; `None` of none.
    #[must_use]
    pub fn of(days: impl IntoIterator<Item = Date>) -> Option<Self> {
        let mut days = days.into_iter();
        let first = days.next().map(Self::from)?;
        Some(days.fold(first, |so_far, day| Self {
            first: so_far.first.min(day),
            last: so_far.last.max(day),
        }))
    }
}

impl From<Date> for Days {
    fn from(day: Date) -> Self {
        Self {
            first: day,
            last: day,
        }
    }
}

/// "July 6, 2026", "July 6–10, 2026", "June 29–July 3, 2026", "December 28, 2026–January 1, 2027": the month in letters, as 7/6 is another
/// day in another country.
impl fmt::Display for Days {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last } = self;
        let last_day = last.strftime("%B %-d, %Y");
        if first == last {
            write!(f, "{last_day}")
        } else if first.year() != last.year() {
            write!(f, "{}–{last_day}", first.strftime("%B %-d, %Y"))
        } else if first.month() != last.month() {
            write!(f, "{}–{last_day}", day_in_year(*first))
        } else {
            write!(f, "{}–{}", day_in_year(*first), last.strftime("%-d, %Y"))
        }
    }
}

/// "July 6, 2026"
#[must_use]
pub fn long_date(day: Date) -> String {
    Days::from(day).to_string()
}

/// "July 6", where the year is said beside it.
#[must_use]
pub(crate) fn day_in_year(day: Date) -> String {
    day.strftime("%B %-d").to_string()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_read_with_the_month_in_letters_and_nothing_said_twice() {
        let words = |first, last| Days { first, last }.to_string();
        let july = |day| date(2026, 7, day);
        assert_eq!(words(july(6), july(6)), "July 6, 2026");
        assert_eq!(words(july(6), july(10)), "July 6–10, 2026");
        assert_eq!(words(date(2026, 6, 29), july(3)), "June 29–July 3, 2026");
        assert_eq!(
            words(date(2026, 12, 28), date(2027, 1, 1)),
            "December 28, 2026–January 1, 2027"
        );
        assert_eq!(long_date(july(31)), "July 31, 2026");
        assert_eq!(day_in_year(july(6)), "July 6");
    }

    #[test]
    fn the_first_and_the_last_of_any_days_are_found() {
        let july = |day| date(2026, 7, day);
        let days = Days::of([july(9), july(6), july(10), july(7)]);
        assert_eq!(
            days.map(|days| days.to_string()).as_deref(),
            Some("July 6–10, 2026")
        );
        assert_eq!(Days::of([]), None);
    }
}
