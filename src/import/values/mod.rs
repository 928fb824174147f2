//! What the text of one cell means: whole numbers, yes or no, dates, results.

mod dates;
mod numbers;
mod results;
mod times;
mod yes_no;

pub(crate) use self::dates::{DateBasis, DateOrder, DateReading};
pub use self::results::Meaning;
pub(super) use self::{
    dates::looks_like_date,
    numbers::{NotWhole, parse_whole},
    results::{WIN_IN_ACCESS, parse_result},
    yes_no::parse_yes_no,
};
