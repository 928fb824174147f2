//! `camp-ladder us-chess CAMP directors`

use serde::Serialize;

use super::{find_member, member::CreditDocument, member_table};
use crate::{
    cli::{Failure, arguments::TableOrJson, plain_text, put},
    domain::us_chess::MemberId,
    rating::us_chess::directors::standing,
    report::text::TextTable,
    storage::{CampFile, DirectedEvent, StoredMember},
};

#[derive(Debug, Serialize)]
struct Director {
    id: Option<String>,
    name: String,
    credits: Vec<CreditDocument>,
    levels: Vec<Level>,
}

#[derive(Debug, Serialize)]
struct Level {
    name: &'static str,
    /// Nothing where it isn't known what the level asks for, or how many players there were.
    met: Option<bool>,
    missing: Vec<String>,
}

impl Director {
    fn new(stored: &StoredMember, events: &[DirectedEvent]) -> Self {
        let credits = stored.now.director.iter();
        let credits = credits.map(|(credit, credits)| CreditDocument {
            role: credit.role.word(),
            category: credit.category.word(),
            credits: *credits,
        });
        let credited = events.iter().filter(|event| event.is_credited);
        let credited = credited.map(|event| (event.credit, event.players));
        let credited = credited.collect::<Vec<_>>();
        let levels = standing(&stored.now.director, &credited).into_iter();
        let levels = levels.map(|standing| Level {
            name: standing.level.name,
            met: standing.is_met,
            missing: standing.missing,
        });
        Self {
            id: stored.member.id.map(|id| id.to_string()),
            name: stored.member.listed_name(),
            credits: credits.collect(),
            levels: levels.collect(),
        }
    }
}

pub(super) fn run(
    file: &CampFile,
    id: Option<MemberId>,
    ids: bool,
    format: TableOrJson,
) -> Result<(), Failure> {
    let directors = if let Some(id) = id {
        vec![find_member(file, id)?]
    } else {
        let mut members = file.members()?;
        members.retain(|stored| !stored.now.director.is_empty());
        members
    };
    let mut told = Vec::with_capacity(directors.len());
    for stored in &directors {
        let events = match stored.member.id {
            Some(id) => file.directed_events(id)?,
            None => Vec::new(),
        };
        told.push(Director::new(stored, &events));
    }
    match format {
        TableOrJson::Json => put(&plain_text::json(&told)?),
        TableOrJson::Table => put(&table(&told, ids || id.is_some()).in_columns()),
    }
}

fn table(directors: &[Director], with_ids: bool) -> TextTable {
    let rows = directors.iter().flat_map(|director| {
        let credits = director.credits.iter();
        let credits = credits.map(|it| format!("{} {}: {}", it.role, it.category, it.credits));
        let credits = credits.collect::<Vec<_>>().join(", ");
        director.levels.iter().map(move |level| {
            let cells = [
                director.name.clone(),
                credits.clone(),
                level.name.to_owned(),
                match level.met {
                    Some(true) => "yes",
                    Some(false) => "no",
                    None => "not known",
                }
                .to_owned(),
                level.missing.join("; "),
            ];
            (director.id.clone(), cells)
        })
    });
    let titles = ["Name", "Credits", "Level", "Met", "Missing"];
    member_table((titles, titles.len()), rows.collect(), with_ids)
}
