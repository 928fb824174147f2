//! What a Windows printer is asked for: paper, the way it lies, copies. All else is as its own settings say.
//!
//! Source: Microsoft, `DEVMODEW` and `DeviceCapabilitiesW`. Nothing here knows Windows, so that all of it is tested
//! everywhere.

use super::Sides;
use crate::report::Paper;

/// The settings of a printer that the program touches, and which of all settings count.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Settings {
    /// `dmFields`: a bit for each setting that counts.
    pub fields: u32,
    /// `dmOrientation`
    pub orientation: i16,
    /// `dmPaperSize`
    pub paper: i16,
    /// `dmCopies`
    pub copies: i16,
    /// `dmCollate`
    pub collate: i16,
    /// `dmDuplex`
    pub duplex: i16,
}

const ORIENTATION: u32 = 0x1;
const PAPER: u32 = 0x2;
/// Other ways to say which paper: its length, its width, its name.
const OTHER_PAPER: u32 = 0x4 | 0x8 | 0x1_0000;
const COPIES: u32 = 0x100;
const DUPLEX: u32 = 0x1000;
const COLLATE: u32 = 0x8000;

const PORTRAIT: i16 = 1;
const LANDSCAPE: i16 = 2;
const LETTER: i16 = 1;
const A4: i16 = 9;
const ONE_SIDE: i16 = 1;
/// On both sides, turned over the edge that stands upright as the page is read: the long one of an upright page, the short one of a page on
/// its side.
const OVER_LONG_EDGE: i16 = 2;
const OVER_SHORT_EDGE: i16 = 3;

impl Settings {
    /// The printer's own settings with what pages need put in.
    pub(super) fn with(self, paper: Paper, is_wide: bool, sides: Sides, copies: CopyPlan) -> Self {
        let mut fields = (self.fields & !OTHER_PAPER) | ORIENTATION | PAPER | COPIES;
        // One that doesn't have the setting isn't asked for it.
        let collate = if copies.at_once > 1 && self.fields & COLLATE != 0 {
            1
        } else {
            fields &= !COLLATE;
            self.collate
        };
        Self {
            fields,
            orientation: if is_wide { LANDSCAPE } else { PORTRAIT },
            paper: match paper {
                Paper::Letter => LETTER,
                Paper::A4 => A4,
            },
            copies: copies.at_once,
            collate,
            // Only where the driver has the setting it counts.
            duplex: match sides {
                Sides::AsSet => self.duplex,
                Sides::One => ONE_SIDE,
                Sides::Both if is_wide => OVER_SHORT_EDGE,
                Sides::Both => OVER_LONG_EDGE,
            },
        }
    }

    /// Whether the printer prints on both sides.
    pub(super) fn is_duplex(self) -> bool {
        self.fields & DUPLEX != 0 && self.duplex > ONE_SIDE
    }
}

/// How all the copies are made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct CopyPlan {
    /// How many the printer makes.
    pub at_once: i16,
    /// How many times it gets all pages.
    pub runs: u16,
}

impl CopyPlan {
    /// A printer that can't make so many copies, or would make those of the first page first, gets the pages more than
    /// once.
    ///
    /// `most` is what it says that it can make, `collates` whether it can lay one set of pages after the other.
    pub(super) fn new(copies: u16, pages: usize, most: i32, collates: bool) -> Self {
        let in_order = copies == 1 || pages == 1 || collates;
        match i16::try_from(copies) {
            Ok(at_once) if in_order && i32::from(copies) <= most => Self { at_once, runs: 1 },
            _ => Self {
                at_once: 1,
                runs: copies,
            },
        }
    }

    /// The same copies with a printer that, asked for them, says that it will make another number.
    pub(super) fn unless(self, granted: i16) -> Self {
        if granted == self.at_once || self.runs > 1 {
            self
        } else {
            Self {
                at_once: 1,
                runs: self.at_once.unsigned_abs(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: Settings = Settings {
        // Portrait, A5, 2 copies, collated, both sides, and a resolution and a source that are none of ours.
        fields: ORIENTATION | PAPER | OTHER_PAPER | COPIES | DUPLEX | COLLATE | 0x200 | 0x400,
        orientation: PORTRAIT,
        paper: 11,
        copies: 2,
        collate: 0,
        duplex: 2,
    };

    #[test]
    fn paper_way_and_copies_are_asked_for_and_the_rest_is_the_printers_own() {
        let plan = CopyPlan::new(3, 2, 99, true);
        let asked = OWN.with(Paper::A4, true, Sides::AsSet, plan);
        assert_eq!(
            asked,
            Settings {
                fields: ORIENTATION | PAPER | COPIES | DUPLEX | COLLATE | 0x200 | 0x400,
                orientation: LANDSCAPE,
                paper: 9,
                copies: 3,
                collate: 1,
                duplex: 2,
            }
        );
        let one = OWN.with(
            Paper::Letter,
            false,
            Sides::AsSet,
            CopyPlan::new(1, 2, 99, true),
        );
        assert_eq!((one.orientation, one.paper, one.copies), (1, 1, 1));
        assert_eq!(one.fields & COLLATE, 0, "one copy is in order");
    }

    #[test]
    fn a_driver_without_settings_is_asked_for_what_every_driver_has() {
        let plan = CopyPlan::new(2, 1, 9, false);
        let asked = Settings::default().with(Paper::Letter, false, Sides::Both, plan);
        assert_eq!(asked.fields, ORIENTATION | PAPER | COPIES);
        assert!(!asked.is_duplex());
    }

    #[test]
    fn sides_are_asked_for_where_somebody_chose_them() {
        let duplex = |is_wide, sides| {
            let asked = OWN.with(Paper::A4, is_wide, sides, CopyPlan::new(1, 2, 1, true));
            (asked.duplex, asked.is_duplex())
        };
        assert_eq!(duplex(false, Sides::One), (1, false));
        assert_eq!(duplex(false, Sides::Both), (2, true));
        assert_eq!(duplex(true, Sides::Both), (3, true), "like a book, too");
    }

    #[test]
    fn both_sides_are_the_printers_own_choice() {
        assert!(OWN.is_duplex());
        assert!(!Settings { duplex: 1, ..OWN }.is_duplex());
        let without = Settings {
            fields: OWN.fields & !DUPLEX,
            ..OWN
        };
        assert!(!without.is_duplex(), "what isn't set doesn't count");
    }

    #[test]
    fn copies_that_the_printer_makes_otherwise_are_sent() {
        let by_printer = |copies| CopyPlan {
            at_once: copies,
            runs: 1,
        };
        let by_us = |runs| CopyPlan { at_once: 1, runs };
        let plan = CopyPlan::new;
        assert_eq!(plan(1, 5, 1, false), by_printer(1));
        assert_eq!(plan(3, 5, 9999, true), by_printer(3));
        assert_eq!(plan(3, 5, 2, true), by_us(3), "it makes two");
        assert_eq!(plan(3, 5, -1, true), by_us(3), "it doesn't say");
        assert_eq!(plan(3, 5, 9999, false), by_us(3), "page by page");
        assert_eq!(plan(3, 1, 9999, false), by_printer(3), "there is one page");
        assert_eq!(by_printer(3).unless(3), by_printer(3));
        assert_eq!(by_printer(3).unless(1), by_us(3), "it took one for three");
        assert_eq!(by_us(3).unless(1), by_us(3));
    }
}
