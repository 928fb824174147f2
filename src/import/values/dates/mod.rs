//! Dates, whose order of day, month and year is decided over a whole column.

use std::{cmp::Ordering, fmt};

use jiff::civil::{Date, date};
use strum::VariantArray;

use super::times::without_time;
use crate::domain::{Days, YEARS};

/// Access stores a time without a day as a time of this day.
const DAY_OF_BARE_TIMES: Date = date(1899, 12, 30);

/// A camp week is shorter than this: dates that lie within so many days fit together.
const DAYS_THAT_FIT_TOGETHER: i32 = 31;

/// A game this many days from those of a week may be one of it. Where day and month are swapped, a date moves by about a month or more.
const DAYS_NEAR_WEEK: i32 = 14;

/// One date that contradicts so many others, or more, is likely a slip of typing.
const OTHERS_OF_A_SLIP: usize = 8;

/// The order in which a date names its parts. A list offers them like this.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, VariantArray)]
pub enum DateOrder {
    MonthDayYear,
    DayMonthYear,
    YearMonthDay,
}

impl fmt::Display for DateOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MonthDayYear => "month, day, year",
            Self::DayMonthYear => "day, month, year",
            Self::YearMonthDay => "year, month, day",
        })
    }
}

/// Why a column of dates is read in one order.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum DateBasis {
    /// The director said so.
    Chosen,
    /// Only one order gives dates, or all orders give the same ones.
    Certain,
    /// Both orders give dates, but only this one gives days that lie together as those of a camp week do.
    DaysTogether,
    /// Both orders give dates, but only this one gives days near those of the open week.
    NearWeek,
    /// A few dates are none in this order. All others lie together, or near the open week, only so.
    FewContradict,
    /// Dates that are some only in this order decide, though it takes the others far from them.
    FewDecide,
    /// Both orders are possible, and countries that write dots put the day first.
    Dots,
    /// Both orders are possible, and nothing decides: the American order is assumed.
    Assumed,
}

/// How a column of dates is read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct DateReading {
    pub order: DateOrder,
    pub basis: DateBasis,
}

impl DateReading {
    /// Decides over all dates of a table. `week` is when the games of the open week were played, where that is known.
    pub(in crate::import) fn of_columns<'a>(
        texts: impl Iterator<Item = &'a str>,
        chosen: Option<DateOrder>,
        week: Option<Days>,
    ) -> Self {
        if let Some(order) = chosen {
            return Self {
                order,
                basis: DateBasis::Chosen,
            };
        }
        let mut evidence = Evidence {
            week,
            ..Evidence::default()
        };
        for numbers in texts.filter_map(Numbers::parse) {
            evidence.add(numbers);
        }
        evidence.decide()
    }

    /// Whether the preview must show the order as something that was assumed.
    #[must_use]
    pub const fn is_assumed(self) -> bool {
        !matches!(self.basis, DateBasis::Chosen | DateBasis::Certain)
    }

    /// Whether a date makes the order doubtful: it can be read in one order only, unlike the others.
    pub(in crate::import) fn is_contrary(self, text: &str) -> bool {
        let other = match self.order {
            DateOrder::MonthDayYear => DateOrder::DayMonthYear,
            DateOrder::DayMonthYear => DateOrder::MonthDayYear,
            DateOrder::YearMonthDay => return false,
        };
        let reads = |order| Numbers::parse(text).is_some_and(|it| it.date(order).is_some());
        let (so, otherwise) = match self.basis {
            DateBasis::FewDecide => (self.order, other),
            _ => (other, self.order),
        };
        reads(so) && !reads(otherwise)
    }

    /// The date of one cell; blank, and a time without a day, is `Ok(None)`.
    ///
    /// # Errors
    /// The text is no date in this order, or one of a year that no camp was in.
    pub(in crate::import) fn parse(self, text: &str) -> Result<Option<Date>, NotADate> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let day = match Numbers::parse(text) {
            Some(numbers) => numbers.date(self.order),
            None => date_with_month_name(text),
        };
        match day {
            Some(DAY_OF_BARE_TIMES) => Ok(None),
            Some(day) if YEARS.contains(&day.year()) => Ok(Some(day)),
            _ => Err(NotADate),
        }
    }
}

/// The text is no date.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::import) struct NotADate;

/// Whether a text is a date in some order.
pub(in crate::import) fn looks_like_date(text: &str) -> bool {
    is_date_of_numbers(text) || date_with_month_name(text).is_some()
}

/// Whether three numbers are a date in some order.
pub(super) fn is_date_of_numbers(text: &str) -> bool {
    Numbers::parse(text).is_some_and(|numbers| {
        DateOrder::VARIANTS
            .iter()
            .any(|order| numbers.date(*order).is_some())
    })
}

/// The three numbers of a date, in the order they are written.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    parts: [i16; 3],
    separator: char,
    is_year_first: bool,
}

impl Numbers {
    /// Three numbers and two equal separators; a time of day after them doesn't matter, and anything else does.
    fn parse(text: &str) -> Option<Self> {
        let day = without_time(text);
        let separator = day.chars().find(|c| !c.is_ascii_digit())?;
        if !matches!(separator, '/' | '.' | '-') {
            return None;
        }
        let mut parts = day.splitn(3, separator);
        let first = parts.next()?;
        let second = parts.next()?;
        let third = parts.next()?;
        Some(Self {
            parts: [number(first)?, number(second)?, number(third)?],
            separator,
            is_year_first: first.len() == 4,
        })
    }

    fn date(self, order: DateOrder) -> Option<Date> {
        let [first, second, third] = self.parts;
        // A year of four digits in front leaves no doubt, whatever the rest of the column looks like.
        let order = if self.is_year_first {
            DateOrder::YearMonthDay
        } else {
            order
        };
        let (year, month, day) = match order {
            DateOrder::MonthDayYear => (third, first, second),
            DateOrder::DayMonthYear => (third, second, first),
            DateOrder::YearMonthDay => (first, second, third),
        };
        civil(year, month, day)
    }
}

/// A number of one to four digits.
fn number(text: &str) -> Option<i16> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

fn civil(year: i16, month: i16, day: i16) -> Option<Date> {
    // The pivot of Windows and Access: 29 is 2029, 30 is 1930.
    let year = match year {
        0..=29 => year + 2000,
        30..=99 => year + 1900,
        100.. => year,
        ..0 => return None,
    };
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// "6-Jul-26", "July 6, 2026", "Monday, 6 July 2026": the month's name leaves no doubt about the order. Another word, or a
/// third number, does.
fn date_with_month_name(text: &str) -> Option<Date> {
    let text = without_time(text);
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | '.' | '-' | '/');
    let words = text
        .split(is_between)
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>();
    let words = match words.as_slice() {
        [day, rest @ ..] if named(day, &WEEKDAYS).is_some() => rest,
        all => all,
    };
    let (month, day, year) = match words {
        [month, day, year] if named(month, &MONTHS).is_some() => (month, day, year),
        [day, month, year] => (month, day, year),
        _ => return None,
    };
    civil(number(year)?, named(month, &MONTHS)?, number(day)?)
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// Which of the names a word is, from 1; the word may be cut short to three letters.
fn named(word: &str, names: &[&str]) -> Option<i16> {
    let word = word.to_lowercase();
    let place = names
        .iter()
        .zip(1..)
        .find(|(name, _)| word.len() >= 3 && name.starts_with(&word));
    place.map(|(_, place)| place)
}

/// What a column says about the order of its dates.
#[derive(Debug, Default)]
struct Evidence {
    dates: usize,
    dotted: usize,
    year_first: usize,
    month_first: Span,
    day_first: Span,
    differing: usize,
    /// Dates that both orders read, as different days.
    unclear: usize,
    week: Option<Days>,
}

/// The dates that one order gives.
#[derive(Debug, Default)]
struct Span {
    dates: usize,
    reach: Option<(Date, Date)>,
    /// How many of the dates that are unclear lie near the open week.
    near_week: usize,
}

impl Span {
    fn add(&mut self, day: Option<Date>) {
        let Some(day) = day else { return };
        self.dates += 1;
        let (from, to) = self.reach.unwrap_or((day, day));
        self.reach = Some((from.min(day), to.max(day)));
    }

    fn is_together(&self) -> bool {
        self.reach
            .is_none_or(|(from, to)| days_between(from, to) <= DAYS_THAT_FIT_TOGETHER)
    }
}

fn days_between(from: Date, to: Date) -> i32 {
    // Both are valid dates of jiff's range, which is far smaller than that of an i32.
    (to - from).get_days()
}

fn is_near(week: Days, day: Date) -> bool {
    days_between(day, week.first) <= DAYS_NEAR_WEEK
        && days_between(week.last, day) <= DAYS_NEAR_WEEK
}

impl Evidence {
    fn add(&mut self, numbers: Numbers) {
        if numbers.is_year_first {
            self.year_first += 1;
            return;
        }
        let month_first = numbers.date(DateOrder::MonthDayYear);
        let day_first = numbers.date(DateOrder::DayMonthYear);
        if month_first.is_none() && day_first.is_none() {
            return;
        }
        self.dates += 1;
        self.dotted += usize::from(numbers.separator == '.');
        self.differing += usize::from(month_first != day_first);
        self.month_first.add(month_first);
        self.day_first.add(day_first);
        if let (Some(month_first), Some(day_first)) = (month_first, day_first)
            && month_first != day_first
        {
            self.unclear += 1;
            let is_near = |day| usize::from(self.week.is_some_and(|week| is_near(week, day)));
            self.month_first.near_week += is_near(month_first);
            self.day_first.near_week += is_near(day_first);
        }
    }

    fn decide(&self) -> DateReading {
        use DateOrder::{DayMonthYear, MonthDayYear, YearMonthDay};
        let by = |order, basis| DateReading { order, basis };
        if self.dates == 0 {
            let order = if self.year_first > 0 {
                YearMonthDay
            } else {
                MonthDayYear
            };
            return by(order, DateBasis::Certain);
        }
        let month_first = (MonthDayYear, &self.month_first);
        let day_first = (DayMonthYear, &self.day_first);
        match self.month_first.dates.cmp(&self.day_first.dates) {
            Ordering::Greater => return self.weigh(month_first, day_first),
            Ordering::Less => return self.weigh(day_first, month_first),
            Ordering::Equal => {}
        }
        if self.differing == 0 {
            return by(MonthDayYear, DateBasis::Certain);
        }
        let (month_first, day_first) = (month_first.1, day_first.1);
        match (month_first.is_together(), day_first.is_together()) {
            (true, false) => by(MonthDayYear, DateBasis::DaysTogether),
            (false, true) => by(DayMonthYear, DateBasis::DaysTogether),
            _ if self.dotted == self.dates => by(DayMonthYear, DateBasis::Dots),
            _ if self.is_nearer(month_first, day_first) => by(MonthDayYear, DateBasis::NearWeek),
            _ if self.is_nearer(day_first, month_first) => by(DayMonthYear, DateBasis::NearWeek),
            _ => by(MonthDayYear, DateBasis::Assumed),
        }
    }

    /// One order reads more dates than the other. Those that tell are believed, unless they are few and all others speak
    /// for the other order: a slip of typing turns no column around.
    fn weigh(
        &self,
        (order, more): (DateOrder, &Span),
        (other, fewer): (DateOrder, &Span),
    ) -> DateReading {
        let by = |order, basis| DateReading { order, basis };
        let telling = self.dates - fewer.dates;
        if self.is_nearer(fewer, more) && !more.is_together() && telling < self.unclear {
            return by(other, DateBasis::FewContradict);
        }
        let is_torn = fewer.is_together() && !more.is_together() && !self.is_nearer(more, fewer);
        if is_torn && telling * OTHERS_OF_A_SLIP <= self.unclear {
            by(other, DateBasis::FewContradict)
        } else if is_torn && telling <= self.unclear {
            by(order, DateBasis::FewDecide)
        } else if more.dates == self.dates {
            by(order, DateBasis::Certain)
        } else {
            // Each order fits some dates only: the column contradicts itself, and the more frequent one is a guess.
            by(order, DateBasis::Assumed)
        }
    }

    /// Whether most dates that are unclear lie near the open week in this order, and more than in the other one.
    const fn is_nearer(&self, this: &Span, other: &Span) -> bool {
        this.near_week > other.near_week && this.near_week * 2 > self.unclear
    }
}

#[cfg(test)]
mod tests;
