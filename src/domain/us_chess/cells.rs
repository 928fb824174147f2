//! What stands in a cell of a file, or is typed of a member: days, ratings, counts, yes and no. A cell is read without white space at its ends, and an empty one
//! is the caller's.

use std::ops::RangeInclusive;

use jiff::civil::Date;
use thiserror::Error;

use crate::domain::{YEARS, shortened, show_date, us_chess::IdProblem};

/// Ratings, floors and peaks of members are in this range. Anything else is a slip.
pub(crate) const RATINGS: RangeInclusive<u16> = 100..=4000;

/// What a section may have been entered with: the absolute floor of the day isn't looked at here, and 0 stands for none.
pub(crate) const ENTERED: RangeInclusive<u16> = 0..=4000;

/// How much of a cell is quoted.
const QUOTED: usize = 20;

/// Why a cell can't be read, and what to do.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub(crate) enum CellProblem {
    #[error("“{0}” is no date: write it like 2026-07-25 or 7/25/2026")]
    NotADate(String),
    #[error("There is no day “{0}”: check the month and the day")]
    NoSuchDay(String),
    #[error("The year of “{0}” is not between 1900 and 2199: correct it")]
    YearOutOfRange(String),
    #[error("{} is in the future: correct the year", show_date(*.0))]
    InTheFuture(Date),
    #[error(
        "“{0}” is no rating: write a number such as 1643 or 1643.76, and nothing for the unrated"
    )]
    NotARating(String),
    #[error("{text} is no rating: ratings are from {least} to {most}")]
    RatingOutOfRange { text: String, least: u16, most: u16 },
    #[error("“{0}” is no whole number: write the number alone, such as 25")]
    NotACount(String),
    #[error("“{0}” is neither yes nor no: write yes or no")]
    NeitherYesNorNo(String),
    #[error("{0}")]
    Id(#[from] IdProblem),
    #[error("{0}")]
    Text(String),
}

/// A day: "2026-07-25", "20260725" or "7/25/2026".
pub(crate) fn date(text: &str) -> Result<Date, CellProblem> {
    let quoted = || shortened(text, QUOTED);
    let [year, month, day] = parts(text).ok_or_else(|| CellProblem::NotADate(quoted()))?;
    if !YEARS.contains(&year) {
        return Err(CellProblem::YearOutOfRange(quoted()));
    }
    let (Ok(month), Ok(day)) = (i8::try_from(month), i8::try_from(day)) else {
        return Err(CellProblem::NoSuchDay(quoted()));
    };
    Date::new(year, month, day).map_err(|_| CellProblem::NoSuchDay(quoted()))
}

/// Year, month and day as they are written.
fn parts(text: &str) -> Option<[i16; 3]> {
    let (year, month, day) = if text.len() == 8 && is_digits(text) {
        (text.get(..4)?, text.get(4..6)?, text.get(6..)?)
    } else if let Some((year, rest)) = text.split_once('-') {
        let (month, day) = rest.split_once('-')?;
        (year, month, day)
    } else {
        let (month, rest) = text.split_once('/')?;
        let (day, year) = rest.split_once('/')?;
        (year, month, day)
    };
    let is_date = year.len() == 4 && month.len() <= 2 && day.len() <= 2;
    let number = |part: &str| is_digits(part).then(|| part.parse().ok()).flatten();
    is_date.then_some(())?;
    Some([number(year)?, number(month)?, number(day)?])
}

/// Whether a text is a row of figures, and not empty.
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A day that isn't after `today`.
pub(crate) fn past_date(text: &str, today: Date) -> Result<Date, CellProblem> {
    match date(text)? {
        day if day > today => Err(CellProblem::InTheFuture(day)),
        day => Ok(day),
    }
}

/// A number with decimals, which isn't below 0.
pub(crate) fn number(text: &str) -> Result<f64, CellProblem> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = is_digits(whole) && is_digits(decimals);
    let value = is_number.then(|| text.parse::<f64>().ok()).flatten();
    value.ok_or_else(|| CellProblem::NotARating(shortened(text, QUOTED)))
}

/// A rating in a range, with its decimals.
pub(crate) fn rating(text: &str, range: RangeInclusive<u16>) -> Result<f64, CellProblem> {
    let value = number(text)?;
    let (least, most) = range.into_inner();
    if (f64::from(least)..=f64::from(most)).contains(&value) {
        Ok(value)
    } else {
        let text = shortened(text, QUOTED);
        Err(CellProblem::RatingOutOfRange { text, least, most })
    }
}

/// The rating of another federation, a whole number.
pub(crate) fn whole_rating(text: &str, range: RangeInclusive<u16>) -> Result<u16, CellProblem> {
    rating(text, range)?;
    let value = text.parse();
    value.map_err(|_| CellProblem::NotACount(shortened(text, QUOTED)))
}

/// A rating that an entry of a section has.
pub(crate) fn entered(text: &str) -> Result<f64, CellProblem> {
    rating(text, ENTERED)
}

/// That of another federation.
pub(crate) fn entered_whole(text: &str) -> Result<u16, CellProblem> {
    whole_rating(text, ENTERED)
}

/// A number of games.
pub(crate) fn count(text: &str) -> Result<u32, CellProblem> {
    let value = is_digits(text).then(|| text.parse().ok()).flatten();
    value.ok_or_else(|| CellProblem::NotACount(shortened(text, QUOTED)))
}

pub(crate) fn yes_or_no(text: &str) -> Result<bool, CellProblem> {
    let is = |words: [&str; 4]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is(["yes", "y", "true", "1"]) {
        Ok(true)
    } else if is(["no", "n", "false", "0"]) {
        Ok(false)
    } else {
        Err(CellProblem::NeitherYesNorNo(shortened(text, QUOTED)))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date as day;

    use super::*;

    #[test]
    fn a_day_is_read_as_iso_8601_and_as_the_united_states_write_it() {
        for text in [
            "2026-07-25",
            "2026-7-25",
            "20260725",
            "7/25/2026",
            "07/25/2026",
        ] {
            assert_eq!(date(text), Ok(day(2026, 7, 25)), "{text}");
        }
    }

    #[test]
    fn what_is_no_day_says_why() {
        for text in [
            "",
            "7/25/26",
            "7/25",
            "25.7.2026",
            "2026-07",
            "-1/1/2026",
            "2026-07-25 ",
        ] {
            assert_eq!(
                date(text),
                Err(CellProblem::NotADate(text.to_owned())),
                "{text}"
            );
        }
        for text in ["2/29/2026", "13/1/2026", "2026-00-10", "20261301"] {
            assert_eq!(
                date(text),
                Err(CellProblem::NoSuchDay(text.to_owned())),
                "{text}"
            );
        }
        assert_eq!(
            date("1/1/1066"),
            Err(CellProblem::YearOutOfRange("1/1/1066".to_owned()))
        );
    }

    #[test]
    fn a_day_of_the_past_is_not_after_today() {
        let today = day(2026, 11, 23);
        assert_eq!(past_date("2026-11-23", today), Ok(today));
        assert_eq!(past_date("10/27/2001", today), Ok(day(2001, 10, 27)));
        let tomorrow = day(2026, 11, 24);
        let future = Err(CellProblem::InTheFuture(tomorrow));
        assert_eq!(past_date("2026-11-24", today), future);
        for text in ["2026-08-30T12:00", "26-08-30", "today"] {
            let none = Err(CellProblem::NotADate(text.to_owned()));
            assert_eq!(past_date(text, today), none, "{text}");
        }
        assert!(past_date("1899-12-31", today).is_err());
    }

    #[test]
    fn a_rating_is_in_its_range_at_full_precision() {
        let rating = |text| rating(text, RATINGS);
        assert_eq!(rating("100"), Ok(100.0));
        assert_eq!(rating("4000"), Ok(4000.0));
        assert_eq!(rating("1643.759"), Ok(1643.759));
        let whole = rating("1643.7590000000002");
        assert_eq!(whole, Ok(1_643.759_000_000_000_2));
        for text in ["99.99", "4000.01", "0", "99999999999999999999999999"] {
            assert!(
                matches!(rating(text), Err(CellProblem::RatingOutOfRange { .. })),
                "{text}"
            );
        }
        assert_eq!(super::rating("0", ENTERED), Ok(0.0));
        assert_eq!(super::rating("335.27", ENTERED), Ok(335.27));
        let high = super::rating("4000.0001", ENTERED).map_err(|problem| problem.to_string());
        let high = high.expect_err("out of range");
        assert_eq!(high, "4000.0001 is no rating: ratings are from 0 to 4000");
        for text in [
            "", "1643P12", "1,643", "-1643", "+1643", "1e3", "NaN", "inf", "infinity", "-inf",
            ".5", "5.",
        ] {
            assert!(
                matches!(rating(text), Err(CellProblem::NotARating(_))),
                "{text}"
            );
        }
        assert_eq!(whole_rating("1643", RATINGS), Ok(1643));
        assert_eq!(whole_rating("0", ENTERED), Ok(0));
        for text in ["1643.5", "4001", "+1", "-1", " 1"] {
            assert!(whole_rating(text, ENTERED).is_err(), "{text}");
        }
    }

    #[test]
    fn a_count_has_digits_only() {
        assert_eq!(count("4294967295"), Ok(u32::MAX));
        for text in ["", "+1", "-1", "1.0", " 1", "99999999999"] {
            assert!(count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn yes_and_no_have_four_spellings_each() {
        for text in ["yes", "Y", "TRUE", "1"] {
            assert_eq!(yes_or_no(text), Ok(true), "{text}");
        }
        for text in ["No", "n", "false", "0"] {
            assert_eq!(yes_or_no(text), Ok(false), "{text}");
        }
        assert!(yes_or_no("perhaps").is_err() && yes_or_no("2").is_err());
    }
}
