//! `camp-ladder us-chess CAMP list`

use serde::Serialize;

use crate::{
    cli::{Failure, arguments::ListFormat, csv_text::csv_text, plain_text, put, say},
    domain::{counted, us_chess::SectionHead},
    report::text::TextTable,
    storage::CampFile,
};

/// A section as the list has it.
#[derive(Debug, Serialize)]
struct Listed {
    event: String,
    event_name: String,
    section: u16,
    name: String,
    #[serde(rename = "type")]
    kind: &'static str,
    begins: Option<String>,
    ends: Option<String>,
    systems: Vec<&'static str>,
    time_controls: Vec<String>,
    players: usize,
    /// "rated", "out of date", "published", "not rated", "not rated: blitz"
    state: &'static str,
}

impl Listed {
    fn new(head: SectionHead) -> Self {
        let state = state(&head);
        let section = head.section;
        let mut systems = section
            .systems
            .iter()
            .map(|it| it.word())
            .collect::<Vec<_>>();
        systems.extend(section.is_blitz.then_some("blitz"));
        Self {
            event: head.event_called,
            event_name: head.event_name,
            section: section.number,
            name: section.name,
            kind: section.kind.word(),
            begins: section.begins.map(|day| day.to_string()),
            ends: section.ends.map(|day| day.to_string()),
            systems,
            time_controls: section.time_controls,
            players: head.entries,
            state,
        }
    }

    fn cells(&self) -> Vec<String> {
        let day = |day: &Option<String>| day.clone().unwrap_or_default();
        vec![
            format!("{}:{}", self.event, self.section),
            self.event_name.clone(),
            self.name.clone(),
            day(&self.begins),
            day(&self.ends),
            self.systems.join(", "),
            self.players.to_string(),
            self.state.to_owned(),
        ]
    }
}

/// Whether a section is rated, in words.
fn state(head: &SectionHead) -> &'static str {
    match (head.is_rated(), head.is_stale()) {
        (true, true) => "out of date",
        (true, false) if head.section.as_published => "as published",
        (true, false) => "rated",
        (false, _) if head.section.is_blitz => "not rated: blitz",
        (false, _) if head.section.ends.is_none() => "not rated: no day",
        (false, _) => "not rated",
    }
}

const TITLES: [&str; 8] = [
    "Section", "Event", "Name", "Begins", "Ends", "Systems", "Players", "State",
];

pub(super) fn run(file: &CampFile, format: ListFormat) -> Result<(), Failure> {
    let sections = file.sections()?;
    let waiting = sections.iter().filter(|head| head.waits()).count();
    let listed = sections.into_iter().map(Listed::new).collect::<Vec<_>>();
    let rows = || listed.iter().map(Listed::cells);
    match format {
        ListFormat::Table => {
            let left = vec![0, 1, 2, 3, 4, 5, 7];
            let table = TextTable::new(TITLES.to_vec(), rows().collect(), left);
            put(&table.in_columns())?;
        }
        ListFormat::Csv => put(&csv_text(|writer| {
            writer.write_record(TITLES)?;
            rows().try_for_each(|row| writer.write_record(row))
        })?)?,
        ListFormat::Json => put(&plain_text::json(&listed)?)?,
    }
    say(&format!(
        "{}, {waiting} not rated or out of date",
        counted(listed.len(), "section")
    ));
    Ok(())
}
