//! Moments, small enough to keep for each of a million games.

use std::{fmt, num::NonZeroU64};

use jiff::Timestamp;
use thiserror::Error;

/// A moment to the nanosecond, between 1678 and 2261: those in which a camp can be. With or without one, 8 bytes; an optional [`Timestamp`]
/// takes 24.
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Moment(NonZeroU64);

/// A moment that no camp can have been in.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("{0} is in no year of a camp")]
pub struct NoMoment(Timestamp);

/// Turns nanoseconds into numbers that begin at 0, which no moment is, and back. Their order stays.
const TURNED: i64 = i64::MIN;

impl Moment {
    /// The same as everybody else has it.
    pub fn timestamp(self) -> Timestamp {
        let nanoseconds = self.0.get().cast_signed() ^ TURNED;
        // Every number of 64 bits is within the years of a timestamp.
        Timestamp::from_nanosecond(nanoseconds.into()).unwrap_or_default()
    }
}

impl TryFrom<Timestamp> for Moment {
    type Error = NoMoment;

    fn try_from(at: Timestamp) -> Result<Self, NoMoment> {
        let nanoseconds = i64::try_from(at.as_nanosecond()).ok();
        nanoseconds
            .and_then(|it| NonZeroU64::new((it ^ TURNED).cast_unsigned()))
            .map(Self)
            .ok_or(NoMoment(at))
    }
}

impl fmt::Debug for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.timestamp().fmt(f)
    }
}

/// As a timestamp: "2026-07-09T10:00:00Z".
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.timestamp().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_what_it_was_to_the_nanosecond() {
        let mut before = None;
        for text in [
            "1678-01-01T00:00:00Z",
            "1969-12-31T23:59:59.999999999Z",
            "1970-01-01T00:00:00Z",
            "2026-07-09T10:00:00.123456789Z",
            "2199-12-31T23:59:59.999999999Z",
        ] {
            let at = text.parse::<Timestamp>().expect("a timestamp");
            let moment = Moment::try_from(at).expect("of a camp");
            assert_eq!(moment.timestamp(), at);
            assert_eq!(moment.to_string(), text);
            assert!(before < Some(moment));
            before = Some(moment);
        }
        for text in ["1600-01-01T00:00:00Z", "9999-01-01T00:00:00Z"] {
            let at = text.parse::<Timestamp>().expect("a timestamp");
            assert_eq!(Moment::try_from(at), Err(NoMoment(at)));
        }
    }
}
