//! Texts that no spreadsheet takes for formulas, and that can be read back.
//!
//! They are guarded as those of all exported lists are, with an apostrophe before the sign that would begin a formula; one more apostrophe
//! where the text has some there itself, so that what is read is what was written.

use crate::domain::is_unprintable;

/// The signs that the Open Worldwide Application Security Project names under "CSV injection", with their wide forms.
const SIGNS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Where a cell may begin within a text, for a spreadsheet of another country.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// The text as a cell. What can't be printed, and a terminal would obey, has a mark in its place.
pub(super) fn guard(text: &str) -> String {
    let mut cell = String::with_capacity(text.len() + 1);
    let mut begins = true;
    for (place, c) in text.char_indices() {
        if begins && is_formula(&text[place..]) {
            cell.push('\'');
        }
        let is_seen = !is_unprintable(c) || SEPARATORS.contains(&c);
        cell.push(if is_seen {
            c
        } else {
            char::REPLACEMENT_CHARACTER
        });
        begins = SEPARATORS.contains(&c);
    }
    cell
}

/// The text of a cell: without the apostrophes of [`guard`].
pub(super) fn unguard(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len());
    let mut begins = true;
    for (place, c) in cell.char_indices() {
        let is_guard = begins && c == '\'' && is_formula(&cell[place..]);
        if !is_guard {
            text.push(c);
        }
        begins = SEPARATORS.contains(&c);
    }
    text
}

/// Whether a text begins like a formula, with apostrophes before it or none.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(SIGNS)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_formula_becomes_a_text_and_is_read_as_it_was() {
        // Those without apostrophes are the ones of `spreadsheet::harmless`.
        for (text, guarded) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-Ann", "'-Ann"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t'=1"),
            ("＝1", "'＝1"),
            ("Ann;=1+1", "Ann;'=1+1"),
            ("Jean-Luc P.", "Jean-Luc P."),
            ("O'Brien", "O'Brien"),
            ("'Ann", "'Ann"),
            ("", ""),
            ("'=1", "''=1"),
            ("''@x;'-", "'''@x;''-"),
        ] {
            assert_eq!(guard(text), guarded);
            assert_eq!(unguard(guarded), text);
        }
        assert_eq!(guard("a\u{1b}[2J"), "a\u{fffd}[2J");
    }

    proptest! {
        #[test]
        fn every_text_is_read_as_it_was(text in "[a='+;\\t\\n＠-]{0,12}") {
            let guarded = guard(&text);
            prop_assert_eq!(unguard(&guarded), text);
            prop_assert!(!guarded.starts_with(SIGNS));
        }
    }
}
