//! Step 1: where a player begins who has no rating in a system.
//!
//! Source: the text of 2004, step 1, and what later texts changed; `../shared/reference/us-chess-ratings.md` 1.3.

use jiff::civil::Date;

use super::{
    duplicates::Player,
    rules::{Conversion, Rules},
};
use crate::domain::us_chess::{Record, System};

/// What a first rating was taken from, the surest first.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Basis {
    /// It was given with the section.
    Given,
    Fide,
    Cfc,
    OtherSystem,
    Age,
    /// Nothing is known of the player.
    Nothing,
}

impl Basis {
    /// "FIDE rating"
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Given => "as given",
            Self::Fide => "FIDE rating",
            Self::Cfc => "CFC rating",
            Self::OtherSystem => "rating in the other system",
            Self::Age => "age",
            Self::Nothing => "nothing known",
        }
    }
}

/// The first rating of an unrated player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct First {
    pub rating: f64,
    /// The games that it counts for.
    pub games: u32,
    pub basis: Basis,
    /// Whether the rating that US Chess begins with can be another one.
    pub is_estimate: bool,
}

/// The first rating of a player in a system. `ends` is the day on which the section ends.
pub(super) fn first(
    rules: &Rules,
    system: System,
    ends: Option<Date>,
    player: &Player<'_>,
) -> First {
    let rating_of = |rating: Option<u16>| rating.filter(|rating| *rating > 0);
    let (rating, games, basis) = if let Some(given) = player.record.initial {
        (
            given,
            player.record.initial_games.unwrap_or(0),
            Basis::Given,
        )
    } else if let Some(fide) = rating_of(player.fide) {
        let (rating, games) = convert(rules.fide, fide);
        (rating, games, Basis::Fide)
    } else if let Some(cfc) = rating_of(player.cfc) {
        let (rating, games) = convert(rules.cfc, cfc);
        (rating, games, Basis::Cfc)
    } else if let Some((rating, games)) = of_other_system(rules, system, player.other) {
        (rating, games, Basis::OtherSystem)
    } else if let Some(rating) = player
        .birth
        .zip(ends)
        .and_then(|(birth, ends)| of_age(rules, (ends - birth).get_days()))
    {
        (rating, 0, Basis::Age)
    } else {
        (rules.by_age.unknown, 0, Basis::Nothing)
    };
    let is_estimate = match basis {
        Basis::Given => rules.blended && player.record.initial_games.is_none(),
        Basis::OtherSystem => rules.blended || !rules.other_system.is_certain,
        Basis::Fide | Basis::Cfc | Basis::Age => rules.blended,
        Basis::Nothing => true,
    };
    First {
        rating,
        games,
        basis,
        is_estimate,
    }
}

fn convert(conversion: Conversion, rating: u16) -> (f64, u32) {
    let rating = f64::from(rating);
    let line = if rating > conversion.bend {
        conversion.high
    } else {
        conversion.low
    };
    let games = if rating > conversion.games_bend {
        conversion.games_high
    } else {
        conversion.games_low
    };
    (line.at(rating), games)
}

/// From the rating in the other system, if it is of enough games.
fn of_other_system(rules: &Rules, system: System, other: &Record) -> Option<(f64, u32)> {
    let of_other = rules.other_system;
    let rating = other.rating?;
    let most = match system {
        System::Regular => of_other.most_in_regular,
        System::Quick => of_other.most_in_quick,
    };
    match other.games {
        Some(games) if games < of_other.from_games => None,
        games => Some((rating, games.map_or(most, |games| games.min(most)))),
    }
}

/// From an age in days; nothing for one that is taken for unknown.
fn of_age(rules: &Rules, days: i32) -> Option<f64> {
    let by_age = rules.by_age;
    let age = f64::from(days) / 365.25;
    if age <= by_age.slip {
        by_age.after_slip
    } else if age >= by_age.adult {
        Some(by_age.highest)
    } else {
        Some(by_age.line.at(age).clamp(by_age.lowest, by_age.highest))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const ENDS: Date = date(2004, 8, 30);

    /// A player who has nothing but these.
    fn begins(
        rules: &str,
        system: System,
        change: impl FnOnce(&mut Player<'_>, &mut Record, &mut Record),
    ) -> First {
        let rules = Rules::named(rules).expect("rules");
        let (mut record, mut other) = (Record::default(), Record::default());
        let blank = Record::default();
        let mut player = Player {
            pair: 1,
            rows: vec![(0, 1)],
            record: &blank,
            other: &blank,
            birth: None,
            fide: None,
            cfc: None,
            games: Vec::new(),
        };
        change(&mut player, &mut record, &mut other);
        let player = Player {
            record: &record,
            other: &other,
            ..player
        };
        first(&rules, system, Some(ENDS), &player)
    }

    fn assert_begins(first: First, rating: f64, games: u32, basis: Basis) {
        assert!((first.rating - rating).abs() < 1e-9, "{first:?}");
        assert_eq!((first.games, first.basis), (games, basis), "{first:?}");
    }

    #[test]
    fn fide_comes_before_cfc_and_both_before_the_rest() {
        let all = |fide, cfc| {
            begins("2001", System::Regular, |player, _, other| {
                (player.fide, player.cfc) = (fide, cfc);
                player.birth = Some(date(1994, 8, 30));
                other.rating = Some(1111.0);
                other.games = Some(4);
            })
        };
        assert_begins(all(Some(2150), Some(1600)), 2200.0, 5, Basis::Fide);
        assert_begins(all(Some(2151), None), 2201.0, 10, Basis::Fide);
        assert_begins(all(Some(0), Some(1600)), 1520.0, 5, Basis::Cfc);
        assert_begins(all(None, Some(1500)), 1410.0, 0, Basis::Cfc);
        assert_begins(all(None, Some(1501)), 1411.1, 5, Basis::Cfc);
        assert_begins(all(None, None), 1111.0, 0, Basis::OtherSystem);
    }

    #[test]
    fn fide_is_converted_as_in_its_time() {
        let fide = |rules, fide| {
            begins(rules, System::Regular, |player, _, _| {
                player.fide = Some(fide);
            })
        };
        assert_begins(fide("2015", 2000), 2060.0, 5, Basis::Fide);
        assert_begins(fide("2015", 1500), 1590.0, 5, Basis::Fide);
        assert_begins(fide("2017", 2100), 2162.0, 10, Basis::Fide);
        assert_begins(fide("2025", 1500), 1277.05, 5, Basis::Fide);
        assert_begins(fide("2025", 2100), 2162.0, 10, Basis::Fide);
    }

    #[test]
    fn the_other_system_needs_four_games() {
        let other = |system, games| {
            begins("2001", system, |_, _, other| {
                (other.rating, other.games) = (Some(1500.5), games);
            })
        };
        assert_begins(other(System::Regular, Some(3)), 750.0, 0, Basis::Nothing);
        assert_begins(other(System::Regular, None), 1500.5, 0, Basis::OtherSystem);
        assert_begins(other(System::Quick, Some(4)), 1500.5, 4, Basis::OtherSystem);
        assert_begins(
            other(System::Quick, Some(40)),
            1500.5,
            10,
            Basis::OtherSystem,
        );
        assert_begins(other(System::Quick, None), 1500.5, 10, Basis::OtherSystem);
    }

    #[test]
    fn age_tells_where_to_begin() {
        let born = |rules, birth| {
            begins(rules, System::Regular, |player, _, _| {
                player.birth = Some(birth);
            })
        };
        // Ten years are 3652 or 3653 days.
        let ten = 3653.0 / 365.25;
        assert_begins(
            born("2001", date(1994, 8, 30)),
            300.0 + 50.0 * ten,
            0,
            Basis::Age,
        );
        assert_begins(born("2001", date(1984, 8, 1)), 1300.0, 0, Basis::Age);
        // Of just four years, 1461 days.
        assert_begins(born("2001", date(2000, 8, 30)), 1300.0, 0, Basis::Age);
        assert_begins(born("2001", date(2002, 1, 1)), 1300.0, 0, Basis::Age);
        assert_begins(born("2001", date(2024, 1, 1)), 1300.0, 0, Basis::Age);
        assert_begins(born("2015", date(1994, 8, 30)), 50.0 * ten, 0, Basis::Age);
        assert_begins(born("2015", date(1970, 8, 30)), 1300.0, 0, Basis::Age);
        assert_begins(born("2015", date(2002, 1, 1)), 750.0, 0, Basis::Nothing);
        assert_begins(born("2015", date(2024, 1, 1)), 750.0, 0, Basis::Nothing);
    }

    #[test]
    fn what_is_not_certain_is_an_estimate() {
        let aged = |rules| {
            begins(rules, System::Regular, |player, _, _| {
                player.birth = Some(date(1994, 8, 30));
            })
        };
        assert!(!aged("2001").is_estimate && !aged("2017").is_estimate && aged("2023").is_estimate);
        assert!(begins("2001", System::Regular, |_, _, _| ()).is_estimate);
        let given = |games| {
            begins("2025", System::Quick, |_, record, _| {
                (record.initial, record.initial_games) = (Some(406.0), games);
            })
        };
        assert_begins(given(Some(3)), 406.0, 3, Basis::Given);
        assert_begins(given(None), 406.0, 0, Basis::Given);
        assert!(!given(Some(0)).is_estimate && given(None).is_estimate);
        let by_quick = |rules| {
            begins(rules, System::Regular, |_, _, other| {
                (other.rating, other.games) = (Some(1500.5), None);
            })
        };
        assert!(!by_quick("2001").is_estimate && by_quick("2015").is_estimate);
    }
}
