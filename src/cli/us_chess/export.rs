//! `camp-ladder us-chess CAMP export`

use std::{collections::HashMap, fs, path::Path};

use super::{crosstable::with_ratings, find_event};
use crate::{
    app,
    cli::{
        Failure,
        arguments::{Crosstable, CrosstableFormat, ExportFormat},
        say,
    },
    domain::us_chess::{Event, EventKey, Section, SectionHead, System},
    exchange::{Problem, dbf, entries_csv, json, text_crosstable, trf},
    rating::us_chess::upload,
    report,
    storage::CampFile,
};

/// A section as a text crosstable or as CSV, its rows in this order.
pub(super) fn crosstable(
    file: &CampFile,
    head: &SectionHead,
    section: &Section,
    rows: &[usize],
    order: &Crosstable,
) -> Result<String, Failure> {
    let event = file.event(head.event)?.unwrap_or_default();
    let section = in_order(section.clone(), rows);
    if order.format == CrosstableFormat::Text {
        return Ok(text_crosstable::write(&event, &[&section], order.colors));
    }
    let event = Event {
        sections: vec![section],
        ..event
    };
    Ok(entries_csv::write(&event, false, order.colors))
}

fn in_order(mut section: Section, rows: &[usize]) -> Section {
    let entries = rows.iter();
    let entries = entries.filter_map(|row| section.entries.get(*row).cloned());
    section.entries = entries.collect();
    section
}

/// An event with what its sections were rated with.
fn event_with_ratings(file: &CampFile, called: &str) -> Result<Event, Failure> {
    let key = find_event(file, called)?;
    let mut event = file.event(key)?.unwrap_or_default();
    let heads = file.sections_of_event(key)?;
    for (section, head) in event.sections.iter_mut().zip(&heads) {
        // One that isn't rated goes out as it was entered.
        if !head.is_rated() {
            continue;
        }
        let (begins, ends) = (section.begins, section.ends);
        let (rated, _) = with_ratings(file, head)?;
        *section = Section {
            begins,
            ends,
            ..rated
        };
    }
    Ok(event)
}

pub(super) fn run(
    file: &CampFile,
    called: &str,
    format: ExportFormat,
    folder: &Path,
    (birth_dates, colors): (bool, bool),
) -> Result<(), Failure> {
    let event = event_with_ratings(file, called)?;
    let name = file_stem(&event, find_event(file, called)?);
    let refused = |problems: Vec<Problem>| {
        let problems = problems.iter().map(ToString::to_string);
        Failure::Refused(problems.collect::<Vec<_>>().join("\n"))
    };
    let files = match format {
        ExportFormat::Json => {
            let text = json::write(&event, birth_dates);
            vec![(format!("{name}.json"), text.into_bytes())]
        }
        ExportFormat::Csv => {
            let text = entries_csv::write(&event, birth_dates, colors);
            vec![(format!("{name}.csv"), text.into_bytes())]
        }
        ExportFormat::Text => {
            let sections = event.sections.iter().cloned();
            let sections = sections.map(|section| {
                let rows = section.standing(System::Regular);
                in_order(section, &rows)
            });
            let sections = sections.collect::<Vec<_>>();
            let all = sections.iter().collect::<Vec<_>>();
            let text = text_crosstable::write(&event, &all, colors);
            vec![(format!("{name}.txt"), text.into_bytes())]
        }
        ExportFormat::Dbf => {
            say_what_is_missing(file, &event)?;
            let three = dbf::write(std::slice::from_ref(&event), app::today(), colors);
            let names = ["THEXPORT.DBF", "TSEXPORT.DBF", "TDEXPORT.DBF"];
            let names = names.into_iter().map(str::to_owned);
            names.zip(three.map_err(refused)?).collect()
        }
        ExportFormat::Trf => {
            let sections = event.sections.iter().map(|section| {
                let text = trf::write(&event, section, birth_dates).map_err(refused)?;
                Ok((format!("{name}-{}.trf", section.number), text.into_bytes()))
            });
            sections.collect::<Result<Vec<_>, Failure>>()?
        }
    };
    fs::create_dir_all(folder)?;
    for (name, bytes) in files {
        let path = folder.join(name);
        report::save_file(&path, &bytes)?;
        say(&format!("Saved “{}”", path.display()));
    }
    Ok(())
}

/// "202608300103", "event-7". The id comes from a stranger's file, and must lead to no other folder.
fn file_stem(event: &Event, key: EventKey) -> String {
    let plain = |id: &&String| {
        id.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let id = event.id.as_ref().filter(plain);
    id.cloned().unwrap_or_else(|| format!("event-{}", key.0))
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
