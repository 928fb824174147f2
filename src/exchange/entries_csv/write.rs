//! An event ─▶ CSV.

use super::{
    column::{Column, Scope},
    guard::guard,
};
use crate::{
    domain::us_chess::{Entry, Event, Record, Section, System},
    exchange::check::BLITZ,
    spreadsheet::MARK,
};

/// What stands in a cell for yes.
const YES: &str = "yes";

/// The entries of an event as CSV with commas: UTF-8 with a mark before it, lines that end as RFC 4180 says, ratings with all their
/// digits. Dates of birth and colours stay out unless they are asked for. A section's own days, half K, and what is kept as published
/// have columns only where there is something in them.
#[must_use]
pub fn write(event: &Event, with_birth: bool, with_colors: bool) -> String {
    let entries = event.sections.iter().flat_map(|section| &section.entries);
    let rounds = entries.map(|entry| entry.rounds.len()).max().unwrap_or(0);
    let fixed = Column::before_rounds().into_iter();
    let columns = fixed
        .filter(|column| is_written(*column, event, with_birth))
        // A table without a round couldn't be read again.
        .chain((1..=rounds.max(1)).map(Column::Round))
        .collect::<Vec<_>>();
    let mut text = String::from(MARK);
    text += &line(columns.iter().map(|column| column.title()));
    for section in &event.sections {
        for entry in &section.entries {
            text += &line(columns.iter().map(|column| match column.scope() {
                Scope::Event => event_cell(*column, event),
                Scope::Section => section_cell(*column, section),
                Scope::Entry => entry_cell(*column, entry, with_colors),
            }));
        }
    }
    text
}

/// Whether a column is in the table.
fn is_written(column: Column, event: &Event, with_birth: bool) -> bool {
    match column {
        Column::Birth => with_birth,
        Column::SectionBegins | Column::SectionEnds | Column::HalfK | Column::AsPublished => {
            let mut sections = event.sections.iter();
            sections.any(|section| !section_cell(column, section).is_empty())
        }
        _ => true,
    }
}

/// A line of the file.
fn line(cells: impl Iterator<Item = String>) -> String {
    let cells = cells.map(|cell| quoted(&guard(&cell)));
    cells.collect::<Vec<_>>().join(",") + "\r\n"
}

/// A cell as RFC 4180 has it.
fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\r', '\n', ';', '\t']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

fn event_cell(column: Column, event: &Event) -> String {
    match column {
        Column::EventId => event.id.clone().unwrap_or_default(),
        Column::Event => event.name.clone(),
        Column::Begins => shown(event.begins),
        Column::Ends => shown(event.ends),
        _ => String::new(),
    }
}

fn section_cell(column: Column, section: &Section) -> String {
    match column {
        Column::Section => section.number.to_string(),
        Column::SectionName => section.name.clone(),
        Column::SectionBegins => shown(section.begins),
        Column::SectionEnds => shown(section.ends),
        Column::Type => section.kind.word().to_owned(),
        Column::HalfK => shown(section.half_k.then_some(YES)),
        Column::AsPublished => shown(section.as_published.then_some(YES)),
        Column::Systems => {
            let systems = section.systems.iter().copied().map(System::word);
            let systems = systems.chain(section.is_blitz.then_some(BLITZ));
            systems.collect::<Vec<_>>().join(", ")
        }
        Column::TimeControls => section.time_controls.join(", "),
        _ => String::new(),
    }
}

fn entry_cell(column: Column, entry: &Entry, with_colors: bool) -> String {
    match column {
        Column::Pair => entry.pair.to_string(),
        Column::Id => shown(entry.id),
        Column::Name => entry.name.clone(),
        Column::State => entry.state.clone().unwrap_or_default(),
        Column::Birth => shown(entry.birth),
        Column::Fide => shown(entry.fide),
        Column::Cfc => shown(entry.cfc),
        Column::Rating(system) => rating(entry.record(system).rating),
        Column::Games(system) => games(entry.record(system)),
        Column::Post(system) => rating(entry.record(system).post),
        Column::PostGames(system) => shown(entry.record(system).post_games),
        Column::Round(round) => {
            let cell = round.checked_sub(1).and_then(|at| entry.rounds.get(at));
            let cell = cell.map(|cell| {
                if with_colors {
                    *cell
                } else {
                    cell.without_side()
                }
            });
            shown(cell)
        }
        _ => String::new(),
    }
}

/// N before the section. That of the unrated is 0, and needn't be said.
fn games(record: &Record) -> String {
    if record.rating.is_none() && record.games == Record::default().games {
        return String::new();
    }
    shown(record.games)
}

fn rating(rating: Option<f64>) -> String {
    shown(rating.filter(|rating| rating.is_finite()))
}

fn shown(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
