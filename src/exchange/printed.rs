//! The one rating that some files have of a player.

use crate::domain::us_chess::{Entry, Section, System};

/// The system of that rating: Quick in a section that is rated in nothing else, otherwise Regular.
pub(super) fn printed_system(section: &Section) -> System {
    // Files that tell a section to be blitz don't tell what systems it is in.
    if !section.is_blitz
        && section.is_rated_in(System::Quick)
        && !section.is_rated_in(System::Regular)
    {
        System::Quick
    } else {
        System::Regular
    }
}

/// The rating before the section in that system, rounded, of up to four digits; nothing for the unrated.
pub(super) fn printed_rating(section: &Section, entry: &Entry) -> Option<String> {
    rounded(entry.record(printed_system(section)).rating?)
}

/// A rating from 1 to 9999, rounded.
pub(super) fn rounded(rating: f64) -> Option<String> {
    let whole = rating.round();
    (1.0..=9999.0)
        .contains(&whole)
        .then(|| format!("{whole:.0}"))
}
