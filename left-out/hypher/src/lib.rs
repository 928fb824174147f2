//! Where the words of 40 languages are hyphenated, left out: of none it is known.

use std::iter::Empty;

#[derive(Clone, Copy, Debug)]
pub enum Lang {}

impl Lang {
    pub const fn from_iso(_: [u8; 2]) -> Option<Self> {
        None
    }
}

pub fn hyphenate(_: &str, lang: Lang) -> Empty<&str> {
    match lang {}
}
