//! `camp-ladder us-chess CAMP export`

use std::{collections::HashMap, fs, path::Path};

use super::find_event;
use crate::{
    app,
    cli::{
        Failure,
        arguments::{Crosstable, CrosstableFormat},
        say,
    },
    domain::us_chess::{Event, Section, SectionHead},
    exchange::{
        Problem, entries_csv,
        export::{AlsoWritten, ExportFormat, files, in_order},
        text_crosstable,
    },
    rating::us_chess::upload,
    report,
    storage::CampFile,
};

/// A section as CSV, otherwise as a text crosstable, its rows in this order.
pub(super) fn crosstable(
    file: &CampFile,
    head: &SectionHead,
    section: &Section,
    rows: &[usize],
    order: &Crosstable,
) -> Result<String, Failure> {
    let event = file.event(head.event)?.unwrap_or_default();
    let section = in_order(section.clone(), rows);
    if order.format != CrosstableFormat::Csv {
        return Ok(text_crosstable::write(&event, &[&section], order.colors));
    }
    let event = Event {
        sections: vec![section],
        ..event
    };
    Ok(entries_csv::write(&event, false, order.colors))
}

pub(super) fn run(
    file: &CampFile,
    called: &str,
    format: ExportFormat,
    folder: &Path,
    also: AlsoWritten,
) -> Result<(), Failure> {
    let key = find_event(file, called)?;
    let event = file.event_as_rated(key)?.unwrap_or_default();
    if format == ExportFormat::Dbf {
        say_what_is_missing(file, &event)?;
    }
    let refused = |problems: Vec<Problem>| {
        let problems = problems.iter().map(ToString::to_string);
        Failure::Refused(problems.collect::<Vec<_>>().join("\n"))
    };
    let files = files(&event, key, format, also, app::today()).map_err(refused)?;
    fs::create_dir_all(folder)?;
    for (name, bytes) in files {
        let path = folder.join(name);
        report::save_file(&path, &bytes)?;
        say(&format!("Saved “{}”", path.display()));
    }
    Ok(())
}

/// What an upload would be sent back for.
fn say_what_is_missing(file: &CampFile, event: &Event) -> Result<(), Failure> {
    let mut expires = HashMap::new();
    for stored in file.members()? {
        expires.insert(stored.member.id, stored.member.expires);
    }
    let expires = |id| expires.get(&Some(id)).copied().flatten();
    for problem in upload::missing(event, &expires, app::today()) {
        say(&format!("Before the upload: {problem}"));
    }
    Ok(())
}
