//! The print of a row: a number that tells whether a row of the old file says what it said when it was last imported.
//!
//! Prints are kept in camp files. A print that is made in another way would take every row for a changed one, and put the
//! old file's values over everything that was corrected since.

use crate::domain::{ExtraField, RowPrint};

/// A print in the making. Fields count by name and value, in any order; blank ones count as missing ones do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Print(u64);

impl Print {
    pub(super) fn field(self, name: &str, value: &str) -> Self {
        self.add(b'.', name, value)
    }

    pub(super) fn number(self, name: &str, number: i64) -> Self {
        self.field(name, &number.to_string())
    }

    /// The columns that are kept by name and value. Capitals of the names don't matter, as in the camp file.
    pub(super) fn extra(self, fields: &[ExtraField]) -> Self {
        fields
            .iter()
            .fold(self, |print, (name, value)| print.add(b'+', name, value))
    }

    pub(super) fn done(self) -> RowPrint {
        RowPrint(self.0.cast_signed())
    }

    fn add(self, mark: u8, name: &str, value: &str) -> Self {
        if value.is_empty() {
            return self;
        }
        // FNV-1a of 64 bits. No field has a zero byte in its name.
        let name = name.bytes().map(|byte| byte.to_ascii_lowercase());
        let sum = std::iter::once(mark)
            .chain(name)
            .chain([0])
            .chain(value.bytes())
            .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
                (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
        Self(self.0.wrapping_add(mixed(sum)))
    }
}

/// Spreads every bit over all others, as splitmix64 does: sums of such numbers tell which field had which value.
const fn mixed(mut sum: u64) -> u64 {
    sum = (sum ^ (sum >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    sum = (sum ^ (sum >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    sum ^ (sum >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_tell_what_rows_say() {
        let ann = Print::default().field("last", "Lee").field("first", "Ann");
        let turned = Print::default().field("first", "Ann").field("last", "Lee");
        assert_eq!(ann.done(), turned.done());
        assert_eq!(ann.field("notes", "").done(), ann.done());
        let other = Print::default().field("last", "Ann").field("first", "Lee");
        assert_ne!(ann.done(), other.done());
        let school = |name: &str| ann.extra(&[(name.to_owned(), "North".to_owned())]).done();
        assert_eq!(school("School"), school("SCHOOL"));
        assert_ne!(school("School"), school("Town"));
    }

    /// Camp files hold such numbers.
    #[test]
    fn prints_are_made_as_ever() {
        let ann = Print::default().field("last", "Lee").number("rating", 410);
        assert_eq!(ann.done(), RowPrint(4_398_136_189_116_201_690));
    }
}
