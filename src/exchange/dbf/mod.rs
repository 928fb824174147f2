//! A report as US Chess takes it: three dBase III files in the format "2C", `THEXPORT.DBF` for events, `TSEXPORT.DBF` for their sections and
//! `TDEXPORT.DBF` for the entries of these, with a field for each round.
//!
//! ```text
//! D_SEC_NUM D_PAIR_NUM D_MEM_ID D_NAME       D_STATE D_RATING D_RND01 D_RND02 D_RND03
//! 5         1          90000001 BERGER, ANNA MN      1641     W12     B0      X3
//! ```
//!
//! All fields are written as characters, dates among them: the format has dates of type D, but the files that US Chess has rated have
//! eight characters. Colours (`W12B`) are written only if they are asked for, Z0 never. Blitz has no code in the format and is written as B.
//!
//! What the files can't hold, so that it comes back otherwise:
//! - of texts: accents, more than the field's letters (names of events 35, of sections and players 30, cities 21), several blanks in a row;
//!   an empty text is none;
//! - of an event without a first or last day: nothing, but a section without one comes back with those of its event;
//! - of a section: half K, and that it is kept as published; that a blitz section is in a system, and the order of systems; the spelling of time controls;
//! - of an entry: birth, FIDE, CFC, the member in the camp file, and of its records all but the rounded rating before the section in the
//!   system of the section (Regular of a dual one), which comes back as an established one;
//! - of rounds: colours, unless they are asked for; where entries have fewer rounds than others, unplayed rounds are added.
//!
//! Directors of sections and the field `H_OTHER_TD` are read and told, and not kept: only events have directors.

mod fault;
mod fields;
mod reading;
mod round_robin;
mod table;
mod values;
mod writing;

pub use self::{reading::read, writing::write};

#[cfg(test)]
mod tests;
