//! `camp-ladder us-chess CAMP members`

use std::path::Path;

use crate::{
    app::FileFormat,
    cli::{
        Failure,
        out::{out_at, put_or_save},
    },
    exchange::members_csv,
    storage::CampFile,
};

/// Writes all members as CSV, with what they have now.
pub(super) fn run(file: &CampFile, birth_dates: bool, out: Option<&Path>) -> Result<(), Failure> {
    let out = out_at(out, FileFormat::Csv)?;
    let members = file.members()?;
    let rows = members.iter().map(|stored| (&stored.member, &stored.now));
    let text = members_csv::write(rows, birth_dates);
    put_or_save(&text, FileFormat::Csv, out.as_deref())
}
