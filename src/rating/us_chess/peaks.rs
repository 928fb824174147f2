//! Highest ratings in a period, and who is invited by them.

use jiff::civil::Date;

use super::Rules;
use crate::domain::us_chess::Posted;

/// From a day to a day, both among it; without one it has no beginning, or no end.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Period {
    pub from: Option<Date>,
    pub to: Option<Date>,
}

impl Period {
    #[must_use]
    pub fn contains(self, day: Date) -> bool {
        self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }
}

/// The rating with which somebody left a section that ended on this day, if it was established.
#[must_use]
pub fn established_after(day: Date, posted: &Posted) -> Option<f64> {
    let is_established = Rules::for_day(day).is_established(posted.games);
    posted.post.filter(|_| is_established)
}

/// The rating with which somebody came to it, if it was established.
#[must_use]
pub fn established_before(day: Date, posted: &Posted) -> Option<f64> {
    let is_established = Rules::for_day(day).is_established(posted.pre_games);
    posted.pre.filter(|_| is_established)
}

/// Who is invited: all of a peak of `least` or more, the highest first, up to the place `most`. Peaks count as they are published, in whole
/// numbers, and who has the same shares a place: 1, 2, 2, 4. Who shares the last place is invited, too.
#[must_use]
pub fn invited<T>(
    peaks: Vec<(f64, T)>,
    least: Option<f64>,
    most: Option<usize>,
) -> Vec<(usize, f64, T)> {
    let mut peaks = peaks;
    peaks.retain(|(peak, _)| least.is_none_or(|least| peak.round() >= least));
    // Stable: who shares a place stays in the order that was given.
    peaks.sort_by(|(one, _), (other, _)| other.round().total_cmp(&one.round()));
    let mut placed = Vec::<(usize, f64, T)>::with_capacity(peaks.len());
    for (peak, of) in peaks {
        let shared = placed.last().filter(|(_, last, _)| {
            last.round().total_cmp(&peak.round()) == std::cmp::Ordering::Equal
        });
        let place = shared.map_or(placed.len() + 1, |(place, ..)| *place);
        if most.is_some_and(|most| place > most) {
            break;
        }
        placed.push((place, peak, of));
    }
    placed
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_period_has_both_its_days() {
        let year = Period {
            from: Some(date(2025, 1, 1)),
            to: Some(date(2025, 12, 31)),
        };
        let days = [
            date(2024, 12, 31),
            date(2025, 1, 1),
            date(2025, 12, 31),
            date(2026, 1, 1),
        ];
        assert_eq!(
            days.map(|day| year.contains(day)),
            [false, true, true, false]
        );
        assert!(Period::default().contains(date(1901, 5, 5)));
    }

    #[test]
    fn a_peak_is_established() {
        let posted = |games| Posted {
            pre: Some(1500.0),
            pre_games: games,
            post: Some(1600.0),
            games,
            ..Posted::default()
        };
        let day = date(2025, 5, 1);
        // Established is more than 25 games, or as many as nobody counts any more.
        for (games, is_established) in [(Some(25), false), (Some(26), true), (None, true)] {
            let posted = posted(games);
            assert_eq!(
                established_after(day, &posted).is_some(),
                is_established,
                "{games:?}"
            );
            assert_eq!(established_before(day, &posted).is_some(), is_established);
        }
    }

    #[test]
    fn who_has_the_same_peak_shares_a_place() {
        let peaks = vec![
            (1850.4, "Ann"),
            (2001.0, "Bo"),
            (1849.6, "Cy"),
            (1849.4, "Di"),
            (1700.0, "Eve"),
        ];
        let all = invited(peaks.clone(), None, None);
        let told = all.iter().map(|(place, _, name)| (*place, *name));
        // 1850.4 and 1849.6 are both published as 1850.
        assert_eq!(
            told.collect::<Vec<_>>(),
            [(1, "Bo"), (2, "Ann"), (2, "Cy"), (4, "Di"), (5, "Eve")]
        );
        let two = invited(peaks.clone(), None, Some(2));
        assert_eq!(two.len(), 3, "both of the second place");
        assert_eq!(invited(peaks.clone(), None, Some(3)).len(), 3);
        let strong = invited(peaks, Some(1850.0), None);
        assert_eq!(strong.len(), 3, "1849.6 is published as 1850");
        assert!(invited(Vec::<(f64, ())>::new(), None, Some(0)).is_empty());
    }
}
