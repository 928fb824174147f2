//! What changed from year to year: each constant in a table of its own, by the day from which a value holds for sections that end then.
//!
//! The next change of the rules is one more line in one of these tables. Sources are named by the line; *open* marks a day or a value that
//! no source tells, and stands for what is taken instead.

use jiff::civil::{Date, date};

use crate::domain::us_chess::System;

/// Values with the day from which each holds, the oldest first.
pub(super) type Dated<T> = [(Date, T)];

/// From this day the rating system is the one of the tables: Tom Doan's program took over (`glicko.net/ratings/report01.txt`). Sections of
/// before are kept as they were published.
pub(super) const FIRST_DAY: Date = date(2001, 1, 1);

/// The rules as of a day, by the year that one calls them by.
const SETS: [(&str, Date); 5] = [
    ("2001", FIRST_DAY),
    ("2015", date(2015, 6, 1)),
    ("2017", date(2017, 5, 1)),
    ("2023", date(2023, 2, 1)),
    ("2025", date(2025, 1, 1)),
];

/// A straight line: `base + factor * value`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    pub base: f64,
    pub factor: f64,
}

impl Line {
    #[must_use]
    pub fn at(self, value: f64) -> f64 {
        self.base + self.factor * value
    }
}

const fn line(base: f64, factor: f64) -> Line {
    Line { base, factor }
}

/// The number of games that a rating counts for at most (N*): `50 / sqrt(base + slope * (centre - R)^2)` up to `cutoff`, above it 50.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EffectiveGames {
    pub cutoff: f64,
    pub base: f64,
    pub slope: f64,
    pub centre: f64,
}

static EFFECTIVE_GAMES: &Dated<EffectiveGames> = &[
    // The text of 2004.
    (
        FIRST_DAY,
        EffectiveGames {
            cutoff: 2200.0,
            base: 1.0,
            slope: 0.000_01,
            centre: 2200.0,
        },
    ),
    // The text of 2015. Open: the day; tests were completed in the winter before (`glicko.net/ratings/report13.txt`).
    (
        date(2013, 6, 1),
        EffectiveGames {
            cutoff: 2355.0,
            base: 0.662,
            slope: 0.000_007_39,
            centre: 2569.0,
        },
    ),
];

/// What a gain has to exceed to have a bonus, times the square root of the games (B).
static BONUS: &Dated<f64> = &[
    // The text of 2004.
    (FIRST_DAY, 10.0),
    // "Revised bonus threshold" of July 2008, `math.bu.edu/INDIVIDUAL/mg/ratings.html`.
    (date(2008, 7, 1), 6.0),
    // Open: whether and when; around 2012 or 2013.
    (date(2013, 1, 1), 8.0),
    // The text of July 2014, `glicko.net/ratings.html`.
    (date(2014, 7, 1), 10.0),
    // The text of June 2015.
    (date(2015, 6, 1), 12.0),
    // `new.uschess.org/news/us-chess-rating-bonus-formula-change`
    (date(2017, 5, 1), 14.0),
    // `new.uschess.org/news/change-us-chess-ratings-bonus-threshold-lowered`
    (date(2023, 2, 1), 12.0),
    // `forum.uschess.org/t/58574`
    (date(2025, 1, 1), 10.0),
];

/// How often one opponent may be met for a bonus.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Repeats {
    pub in_three_games: usize,
    pub in_more_games: usize,
}

static REPEATS: &Dated<Repeats> = &[
    // The text of 2004.
    (
        FIRST_DAY,
        Repeats {
            in_three_games: 2,
            in_more_games: 2,
        },
    ),
    // The text of 2026. Open: the day.
    (
        date(2025, 1, 1),
        Repeats {
            in_three_games: 1,
            in_more_games: 2,
        },
    ),
];

/// Whether directors may have a section rated with half the K: until March 2006.
static HALF_K: &Dated<bool> = &[(FIRST_DAY, true), (date(2006, 3, 1), false)];

/// K of a dual section in Regular, above a rating: less for every point, down to a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualCut {
    pub above: f64,
    /// What K is multiplied with.
    pub line: Line,
    pub least: f64,
}

static DUAL_CUT: &Dated<Option<DualCut>> = &[
    // The text of 2004 has none.
    (FIRST_DAY, None),
    // The text of 2015: all of it at 2200, a quarter from 2500 on. Open: the day.
    (
        date(2015, 6, 1),
        Some(DualCut {
            above: 2200.0,
            line: line(6.5, -0.0025),
            least: 0.25,
        }),
    ),
];

/// The highest rating that the special formula gives. Open: the day; it isn't seen in the text of 2004.
static SPECIAL_CAP: &Dated<Option<f64>> = &[(FIRST_DAY, None), (date(2015, 6, 1), Some(2700.0))];

/// From how many games a rating is established: "more than 25". (The seed has 25.)
static ESTABLISHED_FROM: &Dated<u32> = &[(FIRST_DAY, 26)];

/// What nobody's rating falls below, by what one has won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AbsoluteFloor {
    pub lowest: f64,
    /// What is added for a rated win, a rated draw, and an event of three rated games or more.
    pub per_win: f64,
    pub per_draw: f64,
    pub per_event: f64,
    pub highest: f64,
}

static ABSOLUTE_FLOOR: &Dated<AbsoluteFloor> = &[
    // `math.bu.edu/people/mg/ratings/rs/node6.html`
    (
        FIRST_DAY,
        AbsoluteFloor {
            lowest: 100.0,
            per_win: 0.0,
            per_draw: 0.0,
            per_event: 0.0,
            highest: 100.0,
        },
    ),
    // Introduced "about June 2009".
    (
        date(2009, 6, 1),
        AbsoluteFloor {
            lowest: 100.0,
            per_win: 4.0,
            per_draw: 2.0,
            per_event: 1.0,
            highest: 150.0,
        },
    ),
];

/// What the rating of an established player doesn't fall below, by the highest that it was: the hundred at or below the peak less 200.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PeakFloors {
    pub lowest: f64,
    pub highest: f64,
    /// The systems that have them.
    pub systems: &'static [System],
}

static PEAK_FLOORS: &Dated<PeakFloors> = &[
    // `math.bu.edu/people/mg/ratings/rs/node6.html`
    (
        FIRST_DAY,
        PeakFloors {
            lowest: 1400.0,
            highest: 2100.0,
            systems: &[System::Regular, System::Quick],
        },
    ),
    // Regular only: `innovativechesssolutions.com/?p=749`. Open: the day.
    (
        date(2009, 6, 1),
        PeakFloors {
            lowest: 1200.0,
            highest: 2100.0,
            systems: &[System::Regular],
        },
    ),
];

/// The life master's floor: the games that the register of 2200 has to count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TitleFloor {
    pub floor: f64,
    pub games: u32,
    /// The systems that have registers.
    pub systems: &'static [System],
}

static TITLE_FLOOR: &Dated<TitleFloor> = &[(
    FIRST_DAY,
    TitleFloor {
        floor: 2200.0,
        games: 300,
        systems: &[System::Regular],
    },
)];

/// A first rating from that of another federation: a line up to a rating, another one above it, and the games that each counts for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conversion {
    pub bend: f64,
    pub low: Line,
    pub high: Line,
    /// Above this, `games_high` are counted, otherwise `games_low`.
    pub games_bend: f64,
    pub games_low: u32,
    pub games_high: u32,
}

static FIDE: &Dated<Conversion> = &[
    // The text of 2004, step 1.
    (
        FIRST_DAY,
        Conversion {
            bend: 2150.0,
            low: line(50.0, 1.0),
            high: line(50.0, 1.0),
            games_bend: 2150.0,
            games_low: 5,
            games_high: 10,
        },
    ),
    // `spacious-mind.com` for the lower half. Open: the upper half, the day in 2008, and the games, which are as before.
    (
        date(2008, 1, 1),
        Conversion {
            bend: 2000.0,
            low: line(720.0, 0.625),
            high: line(-350.0, 1.16),
            games_bend: 2150.0,
            games_low: 5,
            games_high: 10,
        },
    ),
    // `wiki.sharewiz.net`, and `skillratings` for the games. Open: the day.
    (
        date(2015, 6, 1),
        Conversion {
            bend: 2000.0,
            low: line(180.0, 0.94),
            high: line(20.0, 1.02),
            games_bend: 2000.0,
            games_low: 5,
            games_high: 10,
        },
    ),
    // The text of 2026, by `uscfEstimate.js`.
    (
        date(2024, 3, 1),
        Conversion {
            bend: 2000.0,
            low: line(-1073.0, 1.5667),
            high: line(20.0, 1.02),
            games_bend: 2000.0,
            games_low: 5,
            games_high: 10,
        },
    ),
];

static CFC: &Dated<Conversion> = &[
    // The text of 2004, step 1; unchanged in November 2005 (`uschess.discourse.group/t/1165`). Open: whether it changed since.
    (
        FIRST_DAY,
        Conversion {
            bend: 1500.0,
            low: line(-90.0, 1.0),
            high: line(-240.0, 1.1),
            games_bend: 1500.0,
            games_low: 0,
            games_high: 5,
        },
    ),
];

/// A first rating from the other system: of how many games that has to be, and how many of them are counted at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OtherSystem {
    pub from_games: u32,
    /// Of a Quick rating in Regular, and the other way round.
    pub most_in_regular: u32,
    pub most_in_quick: u32,
    /// Whether this is how it is done. Where not, what comes of it is an estimate.
    pub is_certain: bool,
}

static OTHER_SYSTEM: &Dated<OtherSystem> = &[
    // The text of 2004, step 1.
    (
        FIRST_DAY,
        OtherSystem {
            from_games: 4,
            most_in_regular: 0,
            most_in_quick: 10,
            is_certain: true,
        },
    ),
    // Open: texts since 2015 do it otherwise, and don't tell how.
    (
        date(2015, 6, 1),
        OtherSystem {
            from_games: 4,
            most_in_regular: 0,
            most_in_quick: 10,
            is_certain: false,
        },
    ),
];

/// A first rating by age: `line`, in years, within bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByAge {
    pub line: Line,
    pub lowest: f64,
    /// That of adults too.
    pub highest: f64,
    /// From this age on all are adults.
    pub adult: f64,
    /// At this age or below it a birth date is taken for a slip of the pen.
    pub slip: f64,
    /// What the player is taken for then; nothing for a player of unknown age.
    pub after_slip: Option<f64>,
    /// The first rating without any age.
    pub unknown: f64,
}

static BY_AGE: &Dated<ByAge> = &[
    // The text of 2004, step 1: 4 < age < 20.
    (
        FIRST_DAY,
        ByAge {
            line: line(300.0, 50.0),
            lowest: 100.0,
            highest: 1300.0,
            adult: 20.0,
            slip: 4.0,
            after_slip: Some(1300.0),
            unknown: 750.0,
        },
    ),
    // The text of 2017. Open: the day.
    (
        date(2015, 6, 1),
        ByAge {
            line: line(0.0, 50.0),
            lowest: 100.0,
            highest: 1300.0,
            adult: 26.0,
            slip: 3.0,
            after_slip: None,
            unknown: 750.0,
        },
    ),
];

/// Whether first ratings are blended from several systems, in a way that isn't told: since June 2020, retroactively.
static BLENDED: &Dated<bool> = &[(FIRST_DAY, false), (date(2020, 6, 1), true)];

/// How much ratings may change by matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchRules {
    pub fewest_games: u32,
    pub most_games: Option<u32>,
    /// Whether both have to be established.
    pub established: bool,
    /// How far apart both may be.
    pub apart: Option<f64>,
    /// The most that a match changes a rating by.
    pub change: Option<f64>,
    /// The most that all matches of half a year (180 days) and of three years change it by. Who saves ratings has to look at them.
    pub change_in_180_days: Option<f64>,
    pub change_in_3_years: Option<f64>,
}

static MATCHES: &Dated<MatchRules> = &[
    // Open: no numbers are known.
    (
        FIRST_DAY,
        MatchRules {
            fewest_games: 2,
            most_games: None,
            established: false,
            apart: None,
            change: None,
            change_in_180_days: None,
            change_in_3_years: None,
        },
    ),
    // "Before" the rules of 2006. Open: since when.
    (
        date(2005, 1, 1),
        MatchRules {
            fewest_games: 3,
            most_games: None,
            established: false,
            apart: None,
            change: Some(50.0),
            change_in_180_days: None,
            change_in_3_years: Some(200.0),
        },
    ),
    // `uschess.org/2006newrulesratedmatches.php`. Open: the day.
    (
        date(2006, 7, 1),
        MatchRules {
            fewest_games: 1,
            most_games: Some(20),
            established: true,
            apart: Some(400.0),
            change: Some(50.0),
            change_in_180_days: Some(100.0),
            change_in_3_years: Some(200.0),
        },
    ),
];

/// Everything that depends on the day on which a section ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// The day as of which these rules are.
    pub day: Date,
    pub effective_games: EffectiveGames,
    pub bonus: f64,
    pub repeats: Repeats,
    pub half_k: bool,
    pub dual_cut: Option<DualCut>,
    pub special_cap: Option<f64>,
    pub established_from: u32,
    pub absolute_floor: AbsoluteFloor,
    pub peak_floors: PeakFloors,
    pub title_floor: TitleFloor,
    pub fide: Conversion,
    pub cfc: Conversion,
    pub other_system: OtherSystem,
    pub by_age: ByAge,
    pub blended: bool,
    pub matches: MatchRules,
}

impl Rules {
    /// The rules for sections that end on a day; nothing for those of before 2001, which are kept as they were published.
    #[must_use]
    pub fn on(day: Date) -> Option<Self> {
        Some(Self {
            day,
            effective_games: on(EFFECTIVE_GAMES, day)?,
            bonus: on(BONUS, day)?,
            repeats: on(REPEATS, day)?,
            half_k: on(HALF_K, day)?,
            dual_cut: on(DUAL_CUT, day)?,
            special_cap: on(SPECIAL_CAP, day)?,
            established_from: on(ESTABLISHED_FROM, day)?,
            absolute_floor: on(ABSOLUTE_FLOOR, day)?,
            peak_floors: on(PEAK_FLOORS, day)?,
            title_floor: on(TITLE_FLOOR, day)?,
            fide: on(FIDE, day)?,
            cfc: on(CFC, day)?,
            other_system: on(OTHER_SYSTEM, day)?,
            by_age: on(BY_AGE, day)?,
            blended: on(BLENDED, day)?,
            matches: on(MATCHES, day)?,
        })
    }

    /// The same; of before 2001, the first ones, which floors, titles and peaks go by then.
    #[must_use]
    pub fn for_day(day: Date) -> Self {
        Self::on(day).unwrap_or_else(Self::first)
    }

    /// The rules of 2001.
    #[must_use]
    pub fn first() -> Self {
        Self::on(FIRST_DAY).unwrap_or_else(|| unreachable!("every table begins with the first day"))
    }

    /// The set of a name: "2015".
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let (_, day) = SETS.iter().find(|(set, _)| *set == name)?;
        Self::on(*day)
    }

    /// The names of all sets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SETS.iter().map(|(name, _)| *name)
    }

    /// Step 2, the most games that a rating counts for: N*.
    #[must_use]
    pub fn most_effective_games(&self, rating: f64) -> f64 {
        let formula = self.effective_games;
        if rating > formula.cutoff {
            return 50.0;
        }
        let distance = formula.centre - rating;
        50.0 / (formula.base + formula.slope * distance * distance).sqrt()
    }

    /// Step 2, the games that a rating counts for: N'. The long established count for as many as their rating can.
    #[must_use]
    pub fn effective_games(&self, rating: f64, games: Option<u32>) -> f64 {
        let most = self.most_effective_games(rating);
        games.map_or(most, |games| f64::from(games).min(most))
    }

    /// Whether a rating of so many games is established.
    #[must_use]
    pub fn is_established(&self, games: Option<u32>) -> bool {
        games.is_none_or(|games| games >= self.established_from)
    }

    /// Whether it makes a difference for an established player of this rating how many games it is of.
    #[must_use]
    pub fn games_matter(&self, rating: f64) -> bool {
        self.most_effective_games(rating) > f64::from(self.established_from)
    }
}

/// The value of a day: the last one that holds since then or before.
pub(super) fn on<T: Copy>(values: &Dated<T>, day: Date) -> Option<T> {
    let holds = values.partition_point(|(from, _)| *from <= day);
    Some(values.get(holds.checked_sub(1)?)?.1)
}

#[cfg(test)]
mod tests;
