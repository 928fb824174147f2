//! A section as a FIDE Tournament Report File (TRF16): a line begins with a code of three letters, and has its fields in columns.
//!
//! ```text
//! 012 Summer Open
//! 001    3      BERGER, ANNA                      1641                             2.5    1    12 w 1  0000 - H     7 - +
//! USA    3                                        1641 MN     90000001
//! ```
//!
//! A line `001` is a player: starting rank (the pairing number) in columns 5 to 8, name 15 to 47, rating 49 to 52, federation 54 to 56, number at
//! FIDE 58 to 68, birth 70 to 79, points 81 to 84, rank 86 to 89; then ten columns a round from 92 on: opponent, colour, result. Results are
//! `1 = 0` for games, `+ -` for forfeits, and F H Z for byes of a full, a half and no point (also U for a full point that pairing gave). F is
//! a full-point bye here and a forfeit loss at US Chess.
//!
//! Numbers of US Chess are none of FIDE. They stand in lines `USA`, which have the columns of `001` and the national rating, state and number:
//! FIDE's "national rating support" of TRF26, to which `172` belongs. Programs that know TRF16 only skip lines of unknown codes. Section and
//! systems stand in comments, lines that begin with `###`. Line ends are CR LF, and letters are ASCII: some programs count bytes.
//!
//! What the file can't hold, so that it comes back otherwise:
//! - of an event: its id, affiliate, state, ZIP and other sections; without days the section's are the event's, and the section has none;
//! - of texts: accents, players' letters beyond 33, several blanks in a row; an empty text is none;
//! - of a section: half K, that it is kept as published, the order of systems, the spelling of time controls, and the time controls beyond commas;
//! - of an entry: birth, unless it is asked for, FIDE, CFC, the member in the camp file, a state of more than three letters, and of its
//!   records all but the rounded rating before the section in its system (Regular of a dual one), which comes back as an established one;
//! - of rounds: colours of byes; where entries have fewer rounds than others, unplayed rounds are added.
//!
//! Of other programs' files are read besides: `DAT 0003 ID:USCF 90000001`, as Tornelo writes it; games of less than a move (W, D, L) as
//! forfeits and half-point byes; two forfeit losses against each other as two without an opponent; ratings of players with a FIDE number as
//! FIDE ratings.

mod fault;
mod line;
mod player;
mod reading;
mod writing;

pub use self::{reading::read, writing::write};

/// The code of a player's line.
const PLAYER: &str = "001";
/// The code of a line of national rating support: FIDE's of the federation.
const FEDERATION: &str = "USA";
/// What a comment begins with.
const COMMENT: &str = "###";
/// What the comment that tells number and name of the section begins with: "5: Open".
const SECTION: &str = "### US Chess section ";
/// What the comment that tells the systems of the section begins with: "regular, quick" or "blitz".
const SYSTEMS: &str = "### US Chess systems: ";
/// The word for blitz among these.
const BLITZ: &str = "blitz";
/// The first column of the first round.
const ROUNDS: usize = 92;
/// The columns of a round.
const ROUND: usize = 10;
/// The most rounds that are read: points of more wouldn't fit their columns.
const MOST_ROUNDS: usize = 99;
/// The letters of a name.
const NAME: usize = 33;

#[cfg(test)]
mod tests;
