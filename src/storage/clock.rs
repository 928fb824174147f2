//! This computer's clock, which may be wrong by thousands of years.

use std::time::SystemTime;

use jiff::{Timestamp, Zoned, tz::TimeZone};

/// The clock as it is, without the panic of [`Zoned::now`] at one that is set beyond all calendars.
pub fn real_clock() -> Zoned {
    let now = Timestamp::try_from(SystemTime::now());
    now.unwrap_or(Timestamp::MAX).to_zoned(TimeZone::system())
}
