//! The number of a member of US Chess.

use std::{fmt, num::NonZeroU32, str::FromStr};

use thiserror::Error;

/// How many digits a member's number has.
const DIGITS: usize = 8;

/// The number of a member: eight digits, not all of them 0.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct MemberId(NonZeroU32);

/// Why a text isn't a member's number.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum IdProblem {
    #[error("A member’s number has eight digits, “{0}” has not")]
    NotEightDigits(String),
    #[error("00000000 stands for a membership that is pending, and is nobody’s number")]
    Pending,
}

impl MemberId {
    /// Reads a number that may be missing: nothing for an empty text, and for 00000000, which stands for a pending membership.
    ///
    /// # Errors
    /// Any other text that isn't of eight digits.
    pub fn read(text: &str) -> Result<Option<Self>, IdProblem> {
        match text.trim() {
            "" => Ok(None),
            text => match text.parse() {
                Ok(id) => Ok(Some(id)),
                Err(IdProblem::Pending) => Ok(None),
                Err(problem) => Err(problem),
            },
        }
    }
}

impl FromStr for MemberId {
    type Err = IdProblem;

    fn from_str(text: &str) -> Result<Self, IdProblem> {
        let is_number = text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = is_number.then(|| text.parse::<u32>().ok()).flatten();
        let number =
            number.ok_or_else(|| IdProblem::NotEightDigits(text.chars().take(20).collect()))?;
        NonZeroU32::new(number).map(Self).ok_or(IdProblem::Pending)
    }
}

impl fmt::Display for MemberId {
    /// "01234567"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:0DIGITS$}", self.0))
    }
}
