//! Prints: what can be printed, what is chosen for it, and the sheets as they print.

mod remarks;
mod sheets;

pub(super) use self::sheets::Sheets;
