//! `camp-ladder us-chess CAMP members`

use std::path::Path;

use crate::{
    cli::{
        Failure,
        out::{Written, put_or_save, refuse_other_ending},
    },
    exchange::members_csv,
    storage::CampFile,
};

/// Writes all members as CSV, with what they have now.
pub(super) fn run(file: &CampFile, birth_dates: bool, out: Option<&Path>) -> Result<(), Failure> {
    refuse_other_ending(out, Written::Csv)?;
    let members = file.members()?;
    let rows = members.iter().map(|stored| (&stored.member, &stored.now));
    let text = members_csv::write(rows, birth_dates);
    put_or_save(&text, Written::Csv, out)
}
