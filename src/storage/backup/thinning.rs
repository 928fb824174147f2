//! Which backups have served their time: all of two days are kept, the last one a day for two weeks, the last one a week for a year.

use jiff::{ToSpan as _, civil::DateTime};

/// No more are removed at a time. In the long run one is removed for each that is made; where a clock is set ahead by years, no more than
/// a few are lost until somebody notices.
const REMOVED_AT_A_TIME: usize = 2;

/// Of backups made at these moments (local time, in any order), the places of those to remove now, the oldest first. The newest is always
/// kept, and so is one from a time to come, as a clock that goes wrong makes it.
pub(super) fn outdated(made: &[DateTime], now: DateTime) -> Vec<usize> {
    let mut oldest_first = (0..made.len()).collect::<Vec<_>>();
    oldest_first.sort_by_key(|place| made.get(*place));
    let in_order = oldest_first
        .iter()
        .filter_map(|place| Some((*place, *made.get(*place)?)))
        .collect::<Vec<_>>();
    let pairs = in_order.iter().zip(in_order.iter().skip(1));
    pairs
        .filter(|((_, this), (_, next))| is_outdated(*this, *next, now))
        .map(|((place, _), _)| *place)
        .take(REMOVED_AT_A_TIME)
        .collect()
}

/// Whether a backup is removed that is followed by another one.
fn is_outdated(this: DateTime, next: DateTime, now: DateTime) -> bool {
    // Calendars end in the year 9999, and there nothing is outdated.
    let older_than = |span: jiff::Span| now.checked_sub(span).is_ok_and(|limit| this < limit);
    if !older_than(2.days()) {
        return false;
    }
    if !older_than(14.days()) {
        return this.date() == next.date();
    }
    if !older_than(1.year()) {
        return this.date().iso_week_date().week() == next.date().iso_week_date().week()
            && this.date().iso_week_date().year() == next.date().iso_week_date().year();
    }
    true
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    /// Thins until nothing is left to remove, as a row of further backups does.
    fn thinned(mut made: Vec<DateTime>, now: DateTime) -> Vec<DateTime> {
        loop {
            let gone = outdated(&made, now);
            if gone.is_empty() {
                return made;
            }
            assert!(gone.len() <= REMOVED_AT_A_TIME);
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
        // A clock that is set ahead by years costs two at a time.
        let made = (1..=9).map(|day| date(2026, 7, day).at(9, 0, 0, 0));
        assert_eq!(outdated(&made.collect::<Vec<_>>(), to_come), [0, 1]);
    }
}
