//! `camp-ladder us-chess CAMP crosstable`

mod pdf;

use std::{collections::BTreeMap, path::Path};

use serde::Serialize;
use strum::VariantArray as _;

use super::find_section;
use crate::{
    cli::{
        Failure,
        arguments::{Crosstable, CrosstableFormat, CrosstableLayout},
        open_to_read,
        out::{out_at, put_or_save},
        plain_text, say,
    },
    domain::us_chess::{Posted, Section, SectionHead, SectionRating, System},
    report::text::TextTable,
    storage::CampFile,
};

/// A crosstable as JSON.
#[derive(Debug, Serialize)]
struct Document {
    event: String,
    event_name: String,
    section: u16,
    section_name: String,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    pair: u16,
    id: Option<String>,
    name: String,
    score: f64,
    rounds: Vec<String>,
    regular: Option<Rated>,
    quick: Option<Rated>,
}

#[derive(Debug, Serialize)]
struct Rated {
    pre: Option<f64>,
    pre_games: Option<u32>,
    post_unfloored: Option<f64>,
    post: Option<f64>,
    games: Option<u32>,
    floor: Option<f64>,
    estimate: bool,
}

impl Rated {
    const fn new(posted: &Posted) -> Self {
        Self {
            pre: posted.pre,
            pre_games: posted.pre_games,
            post_unfloored: posted.before_floors,
            post: posted.post,
            games: posted.games,
            floor: posted.floor,
            estimate: posted.is_estimate,
        }
    }
}

/// A section with what it was rated with; if it wasn't, with the ratings that its members have before it.
pub(super) fn with_ratings(
    file: &CampFile,
    head: &SectionHead,
) -> Result<(Section, Vec<SectionRating>), Failure> {
    let ratings = file.ratings_of(head.key)?;
    let section = file.section_as_it_begins(head.key)?;
    let section = section.map(|section| section.with_ratings(&ratings));
    let mut section = section.unwrap_or_default();
    section.begins = head.section.begins;
    section.ends = head.section.ends;
    Ok((section, ratings))
}

pub(super) fn run(path: &Path, order: &Crosstable) -> Result<(), Failure> {
    pdf::refuse_its_choices_elsewhere(order)?;
    let out = out_at(order.out.as_deref(), order.format)?;
    let (file, camp) = open_to_read(path)?;
    let head = find_section(&file, &order.section)?;
    let (mut section, ratings) = with_ratings(&file, &head)?;
    if head.is_stale() {
        say(
            "These ratings are out of date: something that they were computed from has changed since",
        );
    } else if !head.is_rated() {
        say("This section isn’t rated");
    }
    let is_classic = order.layout == Some(CrosstableLayout::Classic);
    let pdf = out.as_deref();
    let pdf = pdf.filter(|_| order.format == CrosstableFormat::Pdf);
    if let Some(out) = pdf.filter(|_| !is_classic) {
        let table = file.section_table(&head)?;
        return pdf::save(&table, order, (path, &camp), out);
    }
    if !order.colors {
        for entry in &mut section.entries {
            for cell in &mut entry.rounds {
                *cell = cell.without_side();
            }
        }
    }
    let rows = if order.entered {
        (0..section.entries.len()).collect()
    } else {
        section.standing(System::Regular)
    };
    let text = match order.format {
        CrosstableFormat::Table => table(&section, &rows).in_columns(),
        CrosstableFormat::Json => plain_text::json(&document(&head, &section, &ratings, &rows))?,
        CrosstableFormat::Text | CrosstableFormat::Csv | CrosstableFormat::Pdf => {
            super::export::crosstable(&file, &head, &section, &rows, order)?
        }
    };
    match pdf {
        Some(out) => pdf::save_classic(&text, &head, order, (path, &camp), out),
        None => put_or_save(&text, order.format.into(), out.as_deref()),
    }
}

fn document(
    head: &SectionHead,
    section: &Section,
    ratings: &[SectionRating],
    rows: &[usize],
) -> Document {
    let posted = ratings.iter().map(|rating| (rating.system, rating));
    let posted = posted.collect::<BTreeMap<_, _>>();
    let rated = |system: System, row: usize| {
        if let Some(rating) = posted.get(&system) {
            return rating.rows.get(row).map(Rated::new);
        }
        let record = section.entries.get(row)?.record(system);
        section.is_rated_in(system).then(|| {
            Rated::new(&Posted {
                pre: record.rating,
                pre_games: record.games,
                ..Posted::default()
            })
        })
    };
    let halves = section.halves();
    let rows = rows.iter().filter_map(|row| {
        let entry = section.entries.get(*row)?;
        Some(Row {
            pair: entry.pair,
            id: entry.id.map(|id| id.to_string()),
            name: entry.name.clone(),
            score: f64::from(*halves.get(*row)?) / 2.0,
            rounds: entry.rounds.iter().map(ToString::to_string).collect(),
            regular: rated(System::Regular, *row),
            quick: rated(System::Quick, *row),
        })
    });
    Document {
        event: head.event_called.clone(),
        event_name: head.event_name.clone(),
        section: section.number,
        section_name: section.name.clone(),
        rows: rows.collect(),
    }
}

fn table(section: &Section, rows: &[usize]) -> TextTable {
    let halves = section.halves();
    let entries = || {
        let found = |row: &usize| {
            let halves = halves.get(*row).copied().unwrap_or_default();
            Some((section.entries.get(*row)?, halves))
        };
        rows.iter().filter_map(found)
    };
    let cells = entries().flat_map(|(entry, _)| &entry.rounds);
    let widest = cells.map(|cell| cell.to_string().len()).max().unwrap_or(0);
    let mut titles = vec!["Pair", "Name", "State", "Rounds", "Score"];
    let systems = System::VARIANTS.iter();
    let systems = systems.filter(|system| section.is_rated_in(**system));
    let systems = systems.copied().collect::<Vec<_>>();
    for system in &systems {
        titles.push(system.title());
        titles.push("After");
    }
    let rating = |rating: Option<f64>, games: Option<u32>| {
        let games = games.filter(|games| *games < 26);
        match (rating, games) {
            (None, _) => "unrated".to_owned(),
            (Some(rating), None) => format!("{rating:.0}"),
            (Some(rating), Some(games)) => format!("{rating:.0}P{games}"),
        }
    };
    let rows = entries().map(|(entry, halves)| {
        let mut cells = vec![
            entry.pair.to_string(),
            entry.name.clone(),
            entry.state.clone().unwrap_or_default(),
        ];
        let rounds = entry.rounds.iter();
        let rounds = rounds.map(|cell| format!("{cell:<widest$}"));
        cells.push(rounds.collect::<Vec<_>>().join("  "));
        cells.push(format!("{:.1}", f64::from(halves) / 2.0));
        for system in &systems {
            let record = entry.record(*system);
            cells.push(rating(record.rating, record.games));
            let after = record
                .post
                .map(|post| rating(Some(post), record.post_games));
            let sign = if record.is_estimate { "≈" } else { "" };
            cells.push(after.map_or_else(String::new, |after| format!("{sign}{after}")));
        }
        cells
    });
    TextTable::new(titles, rows.collect(), vec![1, 2, 3])
}
