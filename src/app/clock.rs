//! This computer's clock, which may be wrong by thousands of years.

use jiff::{Zoned, civil::Date};

use crate::domain::{show_date, within_years};
pub use crate::storage::real_clock;

/// Tells day and time, at a day that a camp can be in. Tests have a clock of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock(pub(super) fn() -> Zoned);

impl Clock {
    pub(super) fn now(self) -> Zoned {
        within_years(self.0())
    }
}

/// The day on this computer's clock; the nearest one that a camp can be in.
pub fn today() -> Date {
    within_years(real_clock()).date()
}

/// What a director should know of this computer's clock.
pub fn clock_problem() -> Option<String> {
    problem_of(real_clock())
}

/// Says so if a clock is set to a day that no camp is in.
pub(super) fn problem_of(now: Zoned) -> Option<String> {
    let year = now.year();
    let taken = within_years(now);
    (taken.year() != year).then(|| {
        format!(
            "This computer’s clock says the year {year}, so what you enter now gets the date {}. Set the clock, and start \
             Camp Ladder again",
            show_date(taken.date())
        )
    })
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;

    use super::*;

    fn at(year: i16) -> Zoned {
        let day = Date::new(year, 12, 28).expect("a day").at(23, 59, 0, 0);
        day.to_zoned(TimeZone::UTC).expect("a moment")
    }

    #[test]
    fn a_right_clock_is_believed_to_the_second() {
        for year in [1900, 2026, 2199] {
            assert_eq!(within_years(at(year)), at(year));
            assert_eq!(problem_of(at(year)), None);
        }
        assert_eq!(
            problem_of(at(9999)).as_deref(),
            Some(
                "This computer’s clock says the year 9999, so what you enter now gets the date 12/31/2199. Set the clock, \
                 and start Camp Ladder again"
            )
        );
        let early = problem_of(at(-5)).expect("wrong");
        assert!(
            early.contains("the year -5, ") && early.contains(" 1/1/1900. "),
            "{early}"
        );
    }
}
