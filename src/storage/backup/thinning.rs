//! Which backups have served their time: all of two days are kept, the last one a day for two weeks, the last one a week for a year.

use std::path::Path;

use jiff::{Span, ToSpan as _, civil::DateTime};

/// No more are removed at a time. In the long run one is removed for each that is made; where a clock is set ahead by years, no more than
/// a few are lost until somebody notices.
pub(super) const REMOVED_AT_A_TIME: usize = 2;

/// What thinning asks of a backup.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Made<'n> {
    /// Two copies of a camp that are worked on apart are thinned apart, also where they lie in the same place on two computers. Where nothing
    /// tells the computer, it may be any.
    pub(super) computer: Option<&'n str>,
    pub(super) file: &'n Path,
    /// Local time.
    pub(super) at: DateTime,
}

impl Made<'_> {
    fn is_of_line(&self, other: &Self) -> bool {
        self.file == other.file && self.computer.is_some() && self.computer == other.computer
    }

    fn is_of_computer(&self, other: &Self) -> bool {
        self.computer.is_none() || self.computer == other.computer
    }
}

/// Of the backups of a camp (in any order), the places of those that have served their time, the oldest first. The newest is always kept, and so is
/// one from a time to come, as a clock that goes wrong makes it. The last one of a file that was renamed, moved or left is kept for a year, the
/// last one of a computer for two: it may be taken up in the next summer only, and one that was renamed counts as another from then on.
pub(super) fn outdated(made: &[Made<'_>], now: DateTime) -> Vec<usize> {
    let mut oldest_first = made.iter().enumerate().collect::<Vec<_>>();
    oldest_first.sort_by_key(|(_, made)| made.at);
    let mut outdated = Vec::new();
    let mut rest = oldest_first.as_slice();
    while let Some(((place, this), later)) = rest.split_first() {
        let mut of_line = later.iter().filter(|(_, it)| it.is_of_line(this));
        let is_gone = if let Some((_, next)) = of_line.next() {
            is_outdated(this.at, next.at, now)
        } else {
            // What a clock made that was ahead stands for nothing.
            let mut later = later.iter().filter(|(_, it)| it.at <= now).peekable();
            let has_later = later.peek().is_some();
            let years = if later.any(|(_, it)| this.is_of_computer(it)) {
                1
            } else {
                2
            };
            has_later && is_older(this.at, years.years(), now)
        };
        if is_gone {
            outdated.push(*place);
        }
        rest = later;
    }
    outdated
}

/// Of the same backups, the one that stands for another once that is removed: the next of its line, or else the newest.
pub(super) fn stand_in(made: &[Made<'_>], place: usize, now: DateTime) -> Option<usize> {
    let this = made.get(place)?;
    let later = made.iter().enumerate();
    let later = later.filter(|(other, it)| (it.at, *other) > (this.at, place));
    let of_line = later.clone().filter(|(_, it)| it.is_of_line(this));
    let next = of_line.min_by_key(|(other, it)| (it.at, *other));
    let newest = later
        .filter(|(_, it)| it.at <= now)
        .max_by_key(|(_, it)| it.at);
    next.or(newest).map(|(other, _)| other)
}

/// Whether a backup is removed that is followed by another one.
fn is_outdated(this: DateTime, next: DateTime, now: DateTime) -> bool {
    if !is_older(this, 2.days(), now) {
        return false;
    }
    if !is_older(this, 14.days(), now) {
        return this.date() == next.date();
    }
    if !is_of_last_year(this, now) {
        return this.date().iso_week_date().week() == next.date().iso_week_date().week()
            && this.date().iso_week_date().year() == next.date().iso_week_date().year();
    }
    true
}

fn is_of_last_year(this: DateTime, now: DateTime) -> bool {
    is_older(this, 1.year(), now)
}

/// Calendars end in the year 9999, and there nothing is outdated.
fn is_older(this: DateTime, span: Span, now: DateTime) -> bool {
    now.checked_sub(span).is_ok_and(|limit| this < limit)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    /// Of one file.
    fn outdated(made: &[DateTime], now: DateTime) -> Vec<usize> {
        let file = Path::new("Camp.ladder");
        let computer = Some("here");
        let made = made.iter().map(|at| Made {
            computer,
            file,
            at: *at,
        });
        super::outdated(&made.collect::<Vec<_>>(), now)
    }

    /// Thins until nothing is left to remove, as a row of further backups does.
    fn thinned(mut made: Vec<DateTime>, now: DateTime) -> Vec<DateTime> {
        loop {
            let mut gone = outdated(&made, now);
            gone.truncate(REMOVED_AT_A_TIME);
            if gone.is_empty() {
                return made;
            }
            let mut place = 0;
            made.retain(|_| {
                place += 1;
                !gone.contains(&(place - 1))
            });
        }
    }

    fn days(kept: &[DateTime]) -> Vec<String> {
        kept.iter()
            .map(|at| at.strftime("%m-%d %H").to_string())
            .collect()
    }

    /// Four backups each day of camp, at 9, 12, 15 and 18: what is kept at moments of the year that follows, worked out by hand from the
    /// rule above. 2026-07-06 is a Monday.
    #[test]
    fn a_week_of_camp_is_kept_for_a_year_and_less_of_it_as_time_goes_by() {
        let mut made = Vec::new();
        for day in 6..=10 {
            for hour in [9, 12, 15, 18] {
                made.push(date(2026, 7, day).at(hour, 0, 0, 0));
            }
        }
        let at = |month, day, hour| date(2026, month, day).at(hour, 0, 0, 0);
        let each_evening = ["07-06 18", "07-07 18", "07-08 18", "07-09 18", "07-10 18"];
        let table: [(_, &[&str]); 6] = [
            // Nothing is two days old.
            (
                at(7, 7, 10),
                &["07-06 09", "07-06 12", "07-06 15", "07-06 18", "07-07 09"],
            ),
            // Monday has its last one; Tuesday and Wednesday have all.
            (
                at(7, 8, 19),
                &[
                    "07-06 18", "07-07 09", "07-07 12", "07-07 15", "07-07 18", "07-08 09",
                    "07-08 12", "07-08 15", "07-08 18",
                ],
            ),
            (
                at(7, 11, 8),
                &[
                    "07-06 18", "07-07 18", "07-08 18", "07-09 09", "07-09 12", "07-09 15",
                    "07-09 18", "07-10 09", "07-10 12", "07-10 15", "07-10 18",
                ],
            ),
            (at(7, 13, 8), &each_evening),
            // Two weeks after Tuesday evening, Monday's and Tuesday's have another one of their week behind them.
            (at(7, 21, 19), &["07-08 18", "07-09 18", "07-10 18"]),
            (at(8, 1, 8), &["07-10 18"]),
        ];
        for (now, expected) in table {
            let so_far = made.iter().copied().filter(|made| *made <= now).collect();
            assert_eq!(days(&thinned(so_far, now)), expected, "at {now}");
        }
        // The next summer the last one is still there, and goes with the first backup of that summer.
        let next_summer = date(2027, 7, 12).at(9, 0, 0, 0);
        let mut kept = thinned(made, next_summer);
        assert_eq!(days(&kept), ["07-10 18"]);
        kept.push(next_summer);
        assert_eq!(thinned(kept, next_summer), [next_summer]);
    }

    /// A club that plays each Tuesday, and makes two backups then, for two years.
    #[test]
    fn a_club_keeps_a_year_of_weeks() {
        let mut kept = Vec::<DateTime>::new();
        let mut day = date(2025, 1, 7);
        for _ in 0..104 {
            for hour in [18, 22] {
                let now = day.at(hour, 0, 0, 0);
                kept.push(now);
                let gone = outdated(&kept, now);
                let gone = gone
                    .into_iter()
                    .take(REMOVED_AT_A_TIME)
                    .filter_map(|place| kept.get(place).copied());
                let gone = gone.collect::<Vec<_>>();
                kept.retain(|at| !gone.contains(at));
                assert_eq!(kept.last(), Some(&now), "the newest is kept");
            }
            day = day.checked_add(7.days()).expect("a day");
        }
        // One for each Tuesday of the year, and the first one of the last Tuesday.
        assert_eq!(kept.len(), 53 + 1);
        let mut evenings = kept.iter().rev().skip(1);
        assert!(evenings.next().is_some_and(|at| at.hour() == 18));
        assert!(evenings.all(|at| at.hour() == 22));
    }

    #[test]
    fn whatever_the_order_and_the_clock_the_newest_stays() {
        let now = date(2026, 7, 10).at(9, 0, 0, 0);
        assert_eq!(outdated(&[], now), Vec::<usize>::new());
        let long_ago = date(1980, 1, 1).at(0, 0, 0, 0);
        assert_eq!(outdated(&[long_ago], now), Vec::<usize>::new());
        // From a time to come, from now, from long ago: in no order.
        let to_come = date(2040, 1, 1).at(0, 0, 0, 0);
        assert_eq!(outdated(&[to_come, long_ago, now], now), [1]);
    }

    /// Both were worked on one week. One was renamed, or left, on the Tuesday.
    #[test]
    fn files_are_thinned_apart_and_the_last_one_of_each_goes_after_a_year() {
        let at = |day, hour| date(2026, 7, day).at(hour, 0, 0, 0);
        let [left, kept] = ["Left.ladder", "Kept.ladder"].map(Path::new);
        let made = [(left, 6), (left, 7), (kept, 7), (kept, 8), (kept, 9)];
        let made = made.map(|(file, day)| Made {
            computer: Some("here"),
            file,
            at: at(day, 9),
        });
        let outdated = |now| super::outdated(&made, now);
        assert_eq!(outdated(at(20, 8)), [0_usize; 0]);
        // Two weeks after its week, Monday's has the other one of its file behind it, and so on.
        assert_eq!(outdated(at(31, 8)), [0, 2, 3]);
        assert_eq!(outdated(date(2027, 7, 7).at(8, 0, 0, 0)), [0, 2, 3]);
        assert_eq!(outdated(date(2027, 7, 8).at(8, 0, 0, 0)), [0, 1, 2, 3]);
        // The only later one is of a clock that is ahead.
        let ahead = Made {
            computer: Some("here"),
            file: kept,
            at: date(2040, 1, 1).at(0, 0, 0, 0),
        };
        let made = [made[1], ahead];
        assert_eq!(
            super::outdated(&made, date(2028, 1, 1).at(0, 0, 0, 0)),
            [0_usize; 0]
        );
    }

    /// Both have the camp in the same place, and one second place.
    #[test]
    fn computers_are_thinned_apart_and_the_last_one_of_each_goes_after_two_years() {
        let file = Path::new("Camp.ladder");
        let monday = |hour| date(2026, 7, 6).at(hour, 0, 0, 0);
        let made = |computer, hour| Made {
            computer,
            file,
            at: monday(hour),
        };
        let (lost, here) = (Some("lost"), Some("here"));
        let two = [(lost, 9), (here, 10), (lost, 11), (here, 12)];
        let two = two.map(|(computer, hour)| made(computer, hour));
        for (now, expected) in [
            (date(2026, 7, 10), &[0_usize, 1] as &[_]),
            (date(2026, 8, 10), &[0, 1]),
            (date(2028, 7, 6), &[0, 1]),
            (date(2028, 7, 7), &[0, 1, 2]),
        ] {
            let outdated = super::outdated(&two, now.at(8, 0, 0, 0));
            assert_eq!(outdated, expected, "at {now}");
        }
        // The only later one is of a clock that is ahead.
        let ahead = Made {
            at: date(2040, 1, 1).at(0, 0, 0, 0),
            ..made(here, 12)
        };
        let outdated = super::outdated(&[two[0], ahead], date(2030, 8, 10).at(8, 0, 0, 0));
        assert_eq!(outdated, [0_usize; 0]);
        // Of which computer these are, nobody knows.
        let unknown = [(None, 9), (None, 10), (here, 11)];
        let unknown = unknown.map(|(computer, hour)| made(computer, hour));
        let outdated = |now: jiff::civil::Date| super::outdated(&unknown, now.at(8, 0, 0, 0));
        assert_eq!(outdated(date(2026, 8, 10)), [0_usize; 0]);
        assert_eq!(outdated(date(2027, 8, 10)), [0, 1]);
    }
}
