//! Which system a section is rated in by its time controls, and whether it is marked as such.
//!
//! Source: `../shared/reference/us-chess-ratings.md` 1.1. As in [`super::rules`], *open* marks a day or a value that no source tells.

use jiff::civil::{Date, date};
use thiserror::Error;

use super::rules::{Dated, FIRST_DAY, on};
use crate::domain::{
    show_date,
    us_chess::{Section, System, TimeControl, TimeControlProblem, written_controls},
};

/// The speed of a game: minutes of all its time controls, and with later rules the seconds of its delay added to them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Bands {
    /// Whether the seconds of a delay count as if they were minutes.
    with_delay: bool,
    blitz: Option<Band>,
    quick: Band,
    regular: Band,
    /// Whether a section in which both systems are possible may be rated in one only, as its director chooses.
    one_by_choice: bool,
}

/// The speeds of a system.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Band {
    from: u32,
    /// The slowest; nothing for a system of all that is slower.
    to: Option<u32>,
    /// How many minutes the first time control has to have.
    first_minutes: u16,
}

const fn band(from: u32, to: u32, first_minutes: u16) -> Band {
    Band {
        from,
        to: Some(to),
        first_minutes,
    }
}

const fn slower(from: u32) -> Band {
    Band {
        from,
        to: None,
        first_minutes: 0,
    }
}

static BANDS: &Dated<Bands> = &[
    // Quick below G/30, both from G/30 to G/60 by a flag of the section. Open: how fast Quick may be.
    (
        FIRST_DAY,
        Bands {
            with_delay: false,
            blitz: None,
            quick: band(1, 60, 0),
            regular: slower(30),
            one_by_choice: true,
        },
    ),
    // The text of April 2010, `vdocuments.us/ratingsystem.html`.
    (
        date(2010, 4, 4),
        Bands {
            with_delay: false,
            blitz: None,
            quick: band(5, 60, 0),
            regular: slower(30),
            one_by_choice: false,
        },
    ),
    // The texts of 2015 and 2016, `1library.net/document/z195r2dq`: Blitz G/5 or G/3+2 to G/10, Quick G/10 to G/60+5, Regular from G/25+5.
    // Open: the day on which blitz began; it was before.
    (
        date(2015, 6, 1),
        Bands {
            with_delay: true,
            blitz: Some(band(5, 10, 3)),
            quick: band(10, 65, 0),
            regular: slower(30),
            one_by_choice: false,
        },
    ),
    // The text of September 2020, `docslib.org/doc/1308419`; the first minutes by `Zinkelburger/Meow-Chess`. Open: since when these hold.
    (
        date(2020, 9, 2),
        Bands {
            with_delay: true,
            blitz: Some(band(5, 10, 3)),
            quick: band(11, 65, 5),
            regular: slower(30),
            one_by_choice: false,
        },
    ),
];

/// The systems that time controls allow. Where both Regular and Quick are possible, a section is rated in both, but for the years before 2010 in
/// which its director chose.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Speed {
    pub regular: bool,
    pub quick: bool,
    pub blitz: bool,
}

impl Speed {
    #[must_use]
    pub const fn allows(self, system: System) -> bool {
        match system {
            System::Regular => self.regular,
            System::Quick => self.quick,
        }
    }

    /// For people: "Regular and Quick"; nothing where nothing is allowed.
    #[must_use]
    pub fn words(self) -> Option<&'static str> {
        match (self.regular, self.quick, self.blitz) {
            (true, true, _) => Some("Regular and Quick"),
            (true, false, _) => Some("Regular"),
            (false, true, true) => Some("Quick or Blitz"),
            (false, true, false) => Some("Quick"),
            (false, false, true) => Some("Blitz"),
            (false, false, false) => None,
        }
    }
}

/// What speaks against the system for which a section is marked.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum SystemProblem {
    #[error("{0}")]
    Controls(#[from] TimeControlProblem),
    #[error(
        "{controls} is a {allowed} time control by the rules since {}: this section is marked {marked}. Mark it {allowed}, or correct the time control",
        show_date(*.since)
    )]
    Other {
        controls: String,
        allowed: &'static str,
        marked: &'static str,
        since: Date,
    },
    #[error(
        "{controls} is too fast to be rated by the rules since {}: this section is marked {marked}. Correct the time control, or rate it in no system",
        show_date(*.since)
    )]
    TooFast {
        controls: String,
        marked: &'static str,
        since: Date,
    },
}

impl SystemProblem {
    /// What it is known by in this section: "other-system quick 2020-09-02 G/90;d5". Camp files hold it.
    #[must_use]
    pub fn key(&self, section: &Section) -> String {
        let controls = section.time_controls.join(",");
        let systems = section.systems.iter().map(|system| system.word());
        let marked = systems.chain(section.is_blitz.then_some("blitz"));
        let marked = marked.collect::<Vec<_>>().join("+");
        match self {
            Self::Controls(_) => format!("time-control {controls}"),
            Self::Other { since, .. } => format!("other-system {marked} {since} {controls}"),
            Self::TooFast { since, .. } => format!("too-fast {marked} {since} {controls}"),
        }
    }
}

/// The systems in which games with these time controls are rated by the rules of a day. Where the last control is no sudden death it repeats,
/// and the game is as slow as any. Nothing is allowed without a time control, and before 2001.
#[must_use]
pub fn allowed(controls: &[TimeControl], day: Date) -> Speed {
    let (Some(bands), Some(first)) = (on(BANDS, day), controls.first()) else {
        return Speed::default();
    };
    let speed = speed(bands, controls);
    let is_in = |band: Band| match speed {
        None => band.to.is_none(),
        Some(speed) => {
            speed >= band.from
                && band.to.is_none_or(|to| speed <= to)
                && first.minutes >= band.first_minutes
        }
    };
    Speed {
        regular: is_in(bands.regular),
        quick: is_in(bands.quick),
        blitz: bands.blitz.is_some_and(is_in),
    }
}

/// The minutes of all time controls, and the seconds of the longest delay where these count. Nothing for a game without an end.
fn speed(bands: Bands, controls: &[TimeControl]) -> Option<u32> {
    let last = controls.last()?;
    last.is_sudden_death().then_some(())?;
    let minutes = controls.iter().map(|control| u32::from(control.minutes));
    let delays = controls.iter().filter_map(|control| control.delay);
    let seconds = delays.map(|delay| u32::from(delay.seconds())).max();
    let seconds = seconds.filter(|_| bands.with_delay).unwrap_or_default();
    Some(minutes.sum::<u32>() + seconds)
}

/// What speaks against the system for which a section is marked, by the rules of the day on which it ends. Nothing is said of a section without
/// time controls, of one that isn't marked, and of those of before 2001.
#[must_use]
pub fn check(section: &Section, day: Date) -> Option<SystemProblem> {
    let controls = match section.controls() {
        Ok(controls) if controls.is_empty() => return None,
        Ok(controls) => controls,
        Err(problem) => return Some(problem.into()),
    };
    let (since, bands) = *BANDS.iter().rfind(|(from, _)| *from <= day)?;
    let marked = marked(section)?;
    let speed = allowed(&controls, day);
    if is_right(section, speed, bands) {
        return None;
    }
    let controls = written_controls(&controls);
    Some(match speed.words() {
        Some(allowed) => SystemProblem::Other {
            controls,
            allowed,
            marked,
            since,
        },
        None => SystemProblem::TooFast {
            controls,
            marked,
            since,
        },
    })
}

/// What a section is marked, for people; nothing where it isn't.
fn marked(section: &Section) -> Option<&'static str> {
    let is = |system| section.is_rated_in(system);
    match (is(System::Regular), is(System::Quick)) {
        (true, true) => Some("Regular and Quick"),
        (true, false) => Some("Regular"),
        (false, true) => Some("Quick"),
        (false, false) => section.is_blitz.then_some("Blitz"),
    }
}

fn is_right(section: &Section, speed: Speed, bands: Bands) -> bool {
    if section.systems.is_empty() {
        return speed.blitz;
    }
    let is_one = !section.is_dual() && speed.regular && speed.quick;
    let are_allowed = section.systems.iter().all(|system| speed.allows(*system));
    are_allowed && !section.is_blitz && (bands.one_by_choice || !is_one)
}

#[cfg(test)]
mod tests;
