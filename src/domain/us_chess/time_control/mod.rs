//! Time controls: "40/90", "G/60", "G/60;d5", "G/90;+30", "SD/30", and up to three of them after each other.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::Section;

/// A section has this many time controls at most: a primary, a secondary and a tertiary one.
pub const MOST_CONTROLS: usize = 3;

/// How much of a text is quoted.
const QUOTED: usize = 30;

/// The bounds of what is written: more is a slip.
const MOST_MOVES: u16 = 200;
const MOST_MINUTES: u16 = 999;
const MOST_SECONDS: u16 = 999;

/// What is added for every move, in seconds.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Delay {
    /// The clock waits before it runs: "d5".
    Waits(u16),
    /// The clock gains time: "+30".
    Adds(u16),
}

impl Delay {
    #[must_use]
    pub const fn seconds(self) -> u16 {
        match self {
            Self::Waits(seconds) | Self::Adds(seconds) => seconds,
        }
    }
}

/// A time control.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct TimeControl {
    /// The moves that are to be made in this time; nothing for the rest of the game (sudden death).
    pub moves: Option<u16>,
    pub minutes: u16,
    pub delay: Option<Delay>,
}

/// Why a text is no time control, or several aren't those of a section.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum TimeControlProblem {
    #[error("There is no time control: type one like G/60;d5 or 40/90")]
    Empty,
    #[error("“{0}” is no time control: type it like G/60;d5, G/90;+30 or 40/90")]
    NotAControl(String),
    #[error("“{0}” stands before any time control: type it behind one, like G/60;d5")]
    DelayAlone(String),
    #[error("{control} has two delays: delete one")]
    TwoDelays { control: TimeControl },
    #[error(
        "“{0}” is no number of moves: a time control is for 1 to {MOST_MOVES} moves, or G for the whole game"
    )]
    Moves(String),
    #[error("“{0}” is no number of minutes: a time control has 1 to {MOST_MINUTES}")]
    Minutes(String),
    #[error("“{0}” is no number of seconds: a delay has 0 to {MOST_SECONDS}")]
    Seconds(String),
    #[error("These are {0} time controls: a section has one, and {MOST_CONTROLS} at most")]
    Several(usize),
    #[error("{control} is for the rest of the game, and others follow: type it last")]
    NotLast { control: TimeControl },
}

impl FromStr for TimeControl {
    type Err = TimeControlProblem;

    /// Reads a single one: "40/90", "G/60", "g/60 d5", "G/60;d5", "G/90+30", "SD/30".
    fn from_str(text: &str) -> Result<Self, TimeControlProblem> {
        match read_controls(text)?.as_slice() {
            [control] => Ok(*control),
            controls => Err(TimeControlProblem::Several(controls.len())),
        }
    }
}

impl fmt::Display for TimeControl {
    /// "40/90", "G/60;d5", "G/90;+30"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.written("G"))
    }
}

impl fmt::Display for Delay {
    /// "d5", "+30"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Waits(seconds) => write!(f, "d{seconds}"),
            Self::Adds(seconds) => write!(f, "+{seconds}"),
        }
    }
}

impl TimeControl {
    /// Whether the game ends in it.
    #[must_use]
    pub const fn is_sudden_death(self) -> bool {
        self.moves.is_none()
    }

    /// As it is written, sudden death with this letter.
    fn written(self, sudden_death: &str) -> String {
        let moves = self.moves.map(|moves| moves.to_string());
        let moves = moves.as_deref().unwrap_or(sudden_death);
        let delay = self.delay.map(|delay| format!(";{delay}"));
        format!("{moves}/{}{}", self.minutes, delay.unwrap_or_default())
    }
}

/// Reads the time controls of a section: "40/90,SD/30;d5", "50/120, 20/60, G/30". Commas, semicolons and blanks separate them, and a delay
/// belongs to the one before it.
///
/// # Errors
/// No time control, more than three, a text that is none, or one for the rest of the game that isn't the last.
pub fn read_controls(text: &str) -> Result<Vec<TimeControl>, TimeControlProblem> {
    let mut controls = Vec::<TimeControl>::new();
    for part in parts(text) {
        match (read_delay(&part)?, controls.last_mut()) {
            (None, _) => controls.push(read_control(&part)?),
            (Some(_), None) => return Err(TimeControlProblem::DelayAlone(quoted(&part))),
            (Some(_), Some(control)) if control.delay.is_some() => {
                return Err(TimeControlProblem::TwoDelays { control: *control });
            }
            (delay, Some(control)) => control.delay = delay,
        }
    }
    match controls.as_slice() {
        [] => Err(TimeControlProblem::Empty),
        [first @ .., _] => {
            if controls.len() > MOST_CONTROLS {
                return Err(TimeControlProblem::Several(controls.len()));
            }
            match first.iter().find(|control| control.is_sudden_death()) {
                Some(control) => Err(TimeControlProblem::NotLast { control: *control }),
                None => Ok(controls),
            }
        }
    }
}

/// Several time controls as they are written: "40/90,SD/30;d5". The rest of a game that had another one before is SD, a whole game G.
#[must_use]
pub fn written_controls(controls: &[TimeControl]) -> String {
    let written = controls.iter().enumerate();
    let written =
        written.map(|(place, control)| control.written(if place == 0 { "G" } else { "SD" }));
    written.collect::<Vec<_>>().join(",")
}

impl Section {
    /// What the section's time controls say, however they are divided; none where none was told.
    ///
    /// # Errors
    /// Those of [`read_controls`].
    pub fn controls(&self) -> Result<Vec<TimeControl>, TimeControlProblem> {
        match read_controls(&self.time_controls.join(",")) {
            Err(TimeControlProblem::Empty) => Ok(Vec::new()),
            controls => controls,
        }
    }
}

/// The time controls and delays of a text, each for itself: a delay begins with d or +.
fn parts(text: &str) -> impl Iterator<Item = String> {
    let closed = text.split('/').map(str::trim).collect::<Vec<_>>().join("/");
    let spread = closed.replace('+', " +").replace(['d', 'D'], " d");
    // The D of SD belongs to what is before it.
    let spread = spread.replace("s d", "sd").replace("S d", "sd");
    let parts = spread.split([',', ';', ' ', '\t']).map(str::to_owned);
    let parts = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>();
    parts.into_iter()
}

/// The delay that a part is; nothing where it is something else.
fn read_delay(part: &str) -> Result<Option<Delay>, TimeControlProblem> {
    let (seconds, delay): (_, fn(u16) -> Delay) = if let Some(seconds) = part.strip_prefix('d') {
        (seconds, Delay::Waits)
    } else if let Some(seconds) = part.strip_prefix('+') {
        (seconds, Delay::Adds)
    } else {
        return Ok(None);
    };
    let value = number(seconds, 0, MOST_SECONDS);
    let value = value.ok_or_else(|| TimeControlProblem::Seconds(quoted(seconds)))?;
    Ok(Some(delay(value)))
}

fn read_control(part: &str) -> Result<TimeControl, TimeControlProblem> {
    let both = part.split_once('/');
    let (moves, minutes) = both.ok_or_else(|| TimeControlProblem::NotAControl(quoted(part)))?;
    let is_sudden_death = ["g", "sd"]
        .iter()
        .any(|word| moves.eq_ignore_ascii_case(word));
    let moves = if is_sudden_death {
        None
    } else {
        let number = number(moves, 1, MOST_MOVES);
        Some(number.ok_or_else(|| TimeControlProblem::Moves(quoted(moves)))?)
    };
    let value = number(minutes, 1, MOST_MINUTES);
    Ok(TimeControl {
        moves,
        minutes: value.ok_or_else(|| TimeControlProblem::Minutes(quoted(minutes)))?,
        delay: None,
    })
}

fn number(text: &str, least: u16, most: u16) -> Option<u16> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| text.parse().ok()).flatten();
    number.filter(|number| (least..=most).contains(number))
}

fn quoted(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

#[cfg(test)]
mod tests;
