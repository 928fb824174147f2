//! `camp-ladder us-chess CAMP directors`

use serde::Serialize;

use super::{find_member, member::CreditDocument};
use crate::{
    cli::{Failure, arguments::TableOrJson, plain_text, put},
    domain::us_chess::MemberId,
    rating::us_chess::directors::standing,
    report::text::TextTable,
    storage::{CampFile, StoredMember},
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
    /// Nothing where it isn't known what the level asks for.
    met: Option<bool>,
    missing: Vec<String>,
}

impl Director {
    fn new(stored: &StoredMember) -> Self {
        let credits = stored.now.director.iter();
        let credits = credits.map(|(credit, credits)| CreditDocument {
            role: credit.role.word(),
            category: credit.category.word(),
            credits: *credits,
        });
        let levels = standing(&stored.now.director).into_iter();
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
    format: TableOrJson,
) -> Result<(), Failure> {
    let directors = if let Some(id) = id {
        vec![find_member(file, id)?]
    } else {
        let mut members = file.members()?;
        members.retain(|stored| !stored.now.director.is_empty());
        members
    };
    let directors = directors.iter().map(Director::new).collect::<Vec<_>>();
    match format {
        TableOrJson::Json => put(&plain_text::json(&directors)?),
        TableOrJson::Table => put(&table(&directors).in_columns()),
    }
}

fn table(directors: &[Director]) -> TextTable {
    let rows = directors.iter().flat_map(|director| {
        let credits = director.credits.iter();
        let credits = credits.map(|it| format!("{} {}: {}", it.role, it.category, it.credits));
        let credits = credits.collect::<Vec<_>>().join(", ");
        director.levels.iter().map(move |level| {
            vec![
                director.id.clone().unwrap_or_else(|| "pending".to_owned()),
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
            ]
        })
    });
    let titles = vec!["ID", "Name", "Credits", "Level", "Met", "Missing"];
    TextTable::new(titles, rows.collect(), vec![0, 1, 2, 3, 4, 5])
}
