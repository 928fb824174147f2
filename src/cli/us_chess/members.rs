//! `camp-ladder us-chess CAMP members`

use std::path::Path;

use crate::{
    cli::{Failure, put, say},
    exchange::members_csv,
    report,
    storage::CampFile,
};

/// Writes all members as CSV, with what they have now.
pub(super) fn run(file: &CampFile, birth_dates: bool, out: Option<&Path>) -> Result<(), Failure> {
    let members = file.members()?;
    let rows = members.iter().map(|stored| (&stored.member, &stored.now));
    let text = members_csv::write(rows, birth_dates);
    let Some(path) = out else {
        // The mark by which Excel knows the encoding is for a file.
        return put(text.trim_start_matches('\u{FEFF}'));
    };
    report::save_file(path, text.as_bytes())?;
    say(&format!("Saved “{}”", path.display()));
    Ok(())
}
