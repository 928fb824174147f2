//! Dates as a director types and reads them.

use std::ops::RangeInclusive;

use jiff::{
    Zoned,
    civil::{Date, date},
};
use thiserror::Error;

/// Dates of a camp are in these years. Anything else is a typing error.
pub(crate) const YEARS: RangeInclusive<i16> = 1900..=2199;

/// Why a typed date can't be stored.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub(crate) enum DateProblem {
    #[error("“{0}” is not a date: type it like 7/25/2026 or 2026-07-25")]
    NotADate(String),
    #[error("There is no such day: check the month and the day")]
    NoSuchDay,
    #[error("This year is not between 1900 and 2199")]
    YearOutOfRange,
}

/// Reads a typed date: month/day/year as in Minnesota, day.month.year, or year-month-day. The year may be left out
/// (it is this year then) or have two digits (26 is 2026). An empty text is no date.
///
/// # Errors
/// A text that isn't a date, a day that isn't in the calendar, or a year outside 1900 to 2199.
pub(crate) fn parse_date(typed: &str, today: Date) -> Result<Option<Date>, DateProblem> {
    let text = typed.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let not_a_date = || DateProblem::NotADate(text.chars().take(20).collect());
    let separator = text
        .chars()
        .find(|c| matches!(c, '/' | '.' | '-'))
        .ok_or_else(not_a_date)?;
    let numbers = text
        .trim_end_matches(separator)
        .split(separator)
        .map(|part| {
            let part = part.trim();
            let digits = (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| part.parse::<i16>().ok()).flatten()
        })
        .collect::<Option<Vec<_>>>()
        .ok_or_else(not_a_date)?;
    let (year, month, day) = match (separator, numbers.as_slice()) {
        ('/' | '-', [month, day]) | ('.', [day, month]) => (today.year(), *month, *day),
        ('-', [year, month, day]) if *year > 31 => (*year, *month, *day),
        ('/' | '-', [month, day, year]) | ('.', [day, month, year]) => (*year, *month, *day),
        _ => return Err(not_a_date()),
    };
    let year = if (0..100).contains(&year) {
        year + 2000
    } else {
        year
    };
    if !YEARS.contains(&year) {
        return Err(DateProblem::YearOutOfRange);
    }
    let (Ok(month), Ok(day)) = (i8::try_from(month), i8::try_from(day)) else {
        return Err(DateProblem::NoSuchDay);
    };
    Date::new(year, month, day)
        .map(Some)
        .map_err(|_| DateProblem::NoSuchDay)
}

/// A moment as a camp can write it down: one of a clock that is set to another age becomes the nearest day of the years that a camp can
/// be in. Around those there is room to count days and weeks in.
#[must_use]
pub(crate) fn within_years(now: Zoned) -> Zoned {
    let nearest = if now.year() < *YEARS.start() {
        date(*YEARS.start(), 1, 1)
    } else if now.year() > *YEARS.end() {
        date(*YEARS.end(), 12, 31)
    } else {
        return now;
    };
    let midday = nearest.at(12, 0, 0, 0);
    midday.to_zoned(now.time_zone().clone()).unwrap_or(now)
}

/// "7/25/2026", as [`parse_date`] reads it.
pub(crate) fn show_date(date: Date) -> String {
    format!("{}/{}/{}", date.month(), date.day(), date.year())
}

/// "7/25/2026 2:30 PM", in the time zone of the moment.
pub(crate) fn show_moment(moment: &Zoned) -> String {
    format!("{} {}", show_date(moment.date()), show_time(moment))
}

/// "2:30 PM", with the date before it where that isn't today; in the time zone of the moment.
pub(crate) fn show_moment_from(moment: &Zoned, today: Date) -> String {
    if moment.date() == today {
        show_time(moment)
    } else {
        show_moment(moment)
    }
}

/// As [`show_moment_from`], to the second: "2:30:05 PM".
pub(crate) fn show_second_from(moment: &Zoned, today: Date) -> String {
    let time = moment.strftime("%-I:%M:%S %p");
    if moment.date() == today {
        time.to_string()
    } else {
        format!("{} {time}", show_date(moment.date()))
    }
}

/// "2:30 PM", in the time zone of the moment.
pub(crate) fn show_time(moment: &Zoned) -> String {
    moment.strftime("%-I:%M %p").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: Date = date(2026, 7, 10);

    #[test]
    fn every_usual_way_to_write_a_date() {
        for typed in [
            "7/25/2026",
            "7/25/26",
            "7/25",
            "07/25/2026",
            "2026-07-25",
            "25.7.2026",
            "25.7.",
            " 7 / 25 / 2026 ",
            "7-25-2026",
        ] {
            assert_eq!(
                parse_date(typed, TODAY),
                Ok(Some(date(2026, 7, 25))),
                "{typed}"
            );
        }
        assert_eq!(parse_date("  ", TODAY), Ok(None));
    }

    #[test]
    fn what_is_no_date_is_told_apart() {
        assert_eq!(parse_date("2/31/2026", TODAY), Err(DateProblem::NoSuchDay));
        assert_eq!(parse_date("13/1/2026", TODAY), Err(DateProblem::NoSuchDay));
        assert_eq!(
            parse_date("7/25/1066", TODAY),
            Err(DateProblem::YearOutOfRange)
        );
        for typed in [
            "tomorrow",
            "7",
            "7/",
            "7//26",
            "1/2/3/4",
            "7/x",
            "99999/1/1",
            "7/8/2026 and 7/9/2025",
            "7/8/2026 7/9/2025",
            "7/8/2026 rained",
            "8.7.2026 9.7.2026",
            "2026-07-08 2026-07-09",
        ] {
            assert!(
                matches!(parse_date(typed, TODAY), Err(DateProblem::NotADate(_))),
                "{typed}"
            );
        }
    }

    #[test]
    fn what_is_shown_can_be_typed() {
        let shown = show_date(date(2026, 12, 1));
        assert_eq!(shown, "12/1/2026");
        assert_eq!(parse_date(&shown, TODAY), Ok(Some(date(2026, 12, 1))));
    }
}
