//! What a rating doesn't fall below.
//!
//! Source: `math.bu.edu/people/mg/ratings/rs/node6.html` and what later texts changed; `../shared/reference/us-chess-ratings.md` 1.9.

use super::rules::Rules;
use crate::domain::us_chess::{Record, System};

/// Peak floors, and those of prizes, are whole hundreds, two classes below the peak.
const CLASS: f64 = 100.0;
const BELOW_PEAK: f64 = 200.0;

/// The personal floor of so many rated wins, draws, and events with three rated games or more.
#[must_use]
pub fn absolute_floor(rules: &Rules, wins: u32, draws: u32, events: u32) -> f64 {
    let floor = rules.absolute_floor;
    let earned = floor.per_win * f64::from(wins)
        + floor.per_draw * f64::from(draws)
        + floor.per_event * f64::from(events);
    (floor.lowest + earned).min(floor.highest)
}

/// The floor of an established player by the highest rating there was; nothing for a peak too low to have one.
#[must_use]
pub fn peak_floor(rules: &Rules, system: System, peak: f64) -> Option<f64> {
    let floors = rules.peak_floors;
    let floor = ((peak.round() - BELOW_PEAK) / CLASS).floor() * CLASS;
    (floors.systems.contains(&system) && floor >= floors.lowest).then(|| floor.min(floors.highest))
}

/// The floor of a life master, by the register of 2200; nothing where the member doesn't want it.
#[must_use]
pub fn title_floor(rules: &Rules, system: System, register: u32, is_allowed: bool) -> Option<f64> {
    let title = rules.title_floor;
    let is_reached = title.systems.contains(&system) && register >= title.games;
    (is_reached && is_allowed).then_some(title.floor)
}

/// What a player did in a section, as far as floors ask.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Done {
    pub wins: u32,
    pub draws: u32,
    pub events: u32,
}

impl Done {
    pub(super) fn of(halves: impl Iterator<Item = u32>) -> Self {
        let mut done = Self::default();
        let mut games = 0_u32;
        for halves in halves {
            games += 1;
            match halves {
                2 => done.wins += 1,
                1 => done.draws += 1,
                _ => (),
            }
        }
        done.events = u32::from(games >= 3);
        done
    }
}

/// The personal floor after a section, as low and as high as it can be by what is known.
pub(super) fn personal(rules: &Rules, record: &Record, done: Done) -> (f64, f64) {
    let is_new = record.rating.is_none();
    let before = |count: Option<u32>| count.unwrap_or(0);
    let least = absolute_floor(
        rules,
        before(record.wins).saturating_add(done.wins),
        before(record.draws).saturating_add(done.draws),
        before(record.events).saturating_add(done.events),
    );
    let all = [record.wins, record.draws, record.events];
    if is_new || all.iter().all(Option::is_some) {
        (least, least)
    } else {
        (least, rules.absolute_floor.highest.max(least))
    }
}

/// The floor that explains why more was printed than computed: a legal one at which the printed rating stands. `personal` is how low and
/// how high the player's own can be.
#[must_use]
pub fn explaining_floor(
    rules: &Rules,
    system: System,
    personal: (f64, f64),
    stored: Option<f64>,
    computed: f64,
    printed: f64,
) -> Option<f64> {
    let is = |a: f64, b: f64| (a - b).abs() < f64::EPSILON;
    let (least, most) = personal;
    let is_whole = is(printed.fract(), 0.0);
    let peaks = rules.peak_floors;
    let is_level = is((printed / CLASS).fract(), 0.0);
    let is_peak = is_level
        && peaks.systems.contains(&system)
        && (peaks.lowest..=peaks.highest).contains(&printed);
    let title = rules.title_floor;
    let is_title = title.systems.contains(&system) && is(printed, title.floor);
    let is_legal = (least..=most).contains(&printed)
        || is_peak
        || is_title
        || stored.is_some_and(|stored| is(stored, printed));
    (is_whole && is_legal && computed < printed).then_some(printed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(name: &str) -> Rules {
        Rules::named(name).expect(name)
    }

    #[test]
    fn a_personal_floor_grows_with_what_is_won() {
        let today = rules("2025");
        for (wins, draws, events, floor) in [
            (3, 1, 10, 124.0),
            (0, 0, 0, 100.0),
            (0, 0, 1, 101.0),
            (12, 1, 0, 150.0),
            (u32::MAX, u32::MAX, u32::MAX, 150.0),
        ] {
            let computed = absolute_floor(&today, wins, draws, events);
            assert!((computed - floor).abs() < f64::EPSILON, "{computed}");
            let then = absolute_floor(&rules("2001"), wins, draws, events);
            assert!((then - 100.0).abs() < f64::EPSILON, "{then}");
        }
    }

    #[test]
    fn a_peak_floor_is_two_classes_below() {
        for (set, system, peak, floor) in [
            ("2001", System::Regular, 1941.0, Some(1700.0)),
            ("2001", System::Quick, 1941.0, Some(1700.0)),
            ("2001", System::Regular, 1588.0, None),
            ("2001", System::Regular, 1600.0, Some(1400.0)),
            ("2001", System::Regular, 2800.0, Some(2100.0)),
            ("2015", System::Regular, 1400.0, Some(1200.0)),
            ("2015", System::Regular, 1499.4, Some(1200.0)),
            ("2015", System::Regular, 1388.0, None),
            ("2015", System::Regular, 1999.51, Some(1800.0)),
            ("2015", System::Regular, 2600.0, Some(2100.0)),
            ("2015", System::Quick, 2600.0, None),
        ] {
            assert_eq!(peak_floor(&rules(set), system, peak), floor, "{set} {peak}");
        }
    }

    #[test]
    fn a_life_master_has_a_floor_unless_it_is_not_wanted() {
        let now = rules("2025");
        assert_eq!(title_floor(&now, System::Regular, 300, true), Some(2200.0));
        assert_eq!(title_floor(&now, System::Regular, 299, true), None);
        assert_eq!(title_floor(&now, System::Regular, 300, false), None);
        assert_eq!(title_floor(&now, System::Quick, 300, true), None);
    }

    #[test]
    fn only_a_legal_floor_explains_a_printed_rating() {
        let explains = |set, system, personal, computed, printed| {
            explaining_floor(&rules(set), system, personal, None, computed, printed)
        };
        let anybody = (104.0, 150.0);
        let regular = System::Regular;
        assert_eq!(
            explains("2015", regular, anybody, 1595.19, 1600.0),
            Some(1600.0)
        );
        assert_eq!(
            explains("2015", regular, anybody, 1182.88, 1200.0),
            Some(1200.0)
        );
        assert_eq!(
            explains("2001", regular, (100.0, 100.0), 1182.88, 1200.0),
            None
        );
        assert_eq!(
            explains("2015", System::Quick, anybody, 1595.19, 1600.0),
            None
        );
        assert_eq!(explains("2015", regular, anybody, 1605.19, 1600.0), None);
        assert_eq!(explains("2015", regular, anybody, 1595.19, 1601.0), None);
        assert_eq!(
            explains("2015", regular, anybody, 2105.0, 2200.0),
            Some(2200.0)
        );
        assert_eq!(explains("2015", regular, anybody, 2205.0, 2300.0), None);
        assert_eq!(
            explains("2015", System::Quick, anybody, 100.0, 104.0),
            Some(104.0)
        );
        assert_eq!(explains("2015", regular, anybody, 100.0, 103.0), None);
        assert_eq!(
            explains("2015", regular, (101.0, 101.0), 100.0, 101.0),
            Some(101.0)
        );
        assert_eq!(
            explains("2015", regular, (101.0, 101.0), 100.0, 104.0),
            None
        );
        let stored = explaining_floor(
            &rules("2025"),
            System::Quick,
            anybody,
            Some(1300.0),
            1250.0,
            1300.0,
        );
        assert_eq!(stored, Some(1300.0));
    }
}
