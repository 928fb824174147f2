//! Directors: what they have been credited, and which level that is enough for.

use super::{
    Report,
    table::{Lead, ReportColumn, ReportRow, ReportTable, games},
    titles::id,
};
use crate::{
    domain::us_chess::{Category, Credit, MemberKey, Role, SectionKind},
    rating::us_chess::directors::{LevelStanding, standing},
    spreadsheet::Cell,
    storage::{CampFile, DirectedEvent, StorageError, StoredMember},
};

const LIST: &[ReportColumn] = &[
    ReportColumn::flexible("Name", 140.0),
    ReportColumn::number("Chief", 66.0),
    ReportColumn::number("Assistant", 88.0),
    ReportColumn::text("Meets", 84.0),
    ReportColumn::flexible("For the next level", 210.0),
    ReportColumn::private("ID"),
];

const LEVELS: &[ReportColumn] = &[
    ReportColumn::text("Level", 164.0),
    ReportColumn::number("Chief of", 84.0),
    ReportColumn::text("Met", 104.0),
    ReportColumn::flexible("Missing", 210.0),
    ReportColumn::flexible("Needed besides", 180.0),
];

const CREDITS: &[ReportColumn] = &[
    ReportColumn::text("Role", 140.0),
    ReportColumn::flexible("Size", 220.0),
    ReportColumn::number("Credits", 84.0),
];

const EVENTS: &[ReportColumn] = &[
    ReportColumn::day("Ended"),
    ReportColumn::flexible("Event", 120.0),
    ReportColumn::text("Role", 90.0),
    ReportColumn::number("Players", 76.0),
    ReportColumn::number("Rounds", 76.0),
    ReportColumn::text("Type", 120.0),
    ReportColumn::text("Category", 110.0),
    ReportColumn::text("Credit", 170.0),
];

/// How a director stands to the levels, by the credits and the events that gave them.
fn standing_of(stored: &StoredMember, events: &[DirectedEvent]) -> Vec<LevelStanding> {
    let credited = events.iter().filter(|event| event.is_credited);
    let credited = credited.map(|event| (event.credit, event.players));
    standing(&stored.now.director, &credited.collect::<Vec<_>>())
}

fn events_of(file: &CampFile, stored: &StoredMember) -> Result<Vec<DirectedEvent>, StorageError> {
    match stored.member.id {
        Some(id) => file.directed_events(id),
        None => Ok(Vec::new()),
    }
}

/// Everybody who has a credit.
pub(super) fn list(file: &CampFile) -> Result<Report, StorageError> {
    let mut members = file.members()?;
    members.retain(|stored| !stored.now.director.is_empty());
    let mut rows = Vec::with_capacity(members.len());
    for stored in members {
        let levels = standing_of(&stored, &events_of(file, &stored)?);
        let has_met = |standing: &&LevelStanding| standing.is_met == Some(true);
        let met = levels.iter().rev().find(has_met);
        let next = levels.iter().find(|standing| standing.is_met != Some(true));
        let next = next.map(|standing| match standing.missing.join("; ") {
            missing if missing.is_empty() => format!("{}: not known here", standing.level.name),
            missing => format!("{}: {missing}", standing.level.name),
        });
        let of_role = |role: Role| {
            let credits = stored.now.director.iter();
            let credits = credits.filter(|(credit, _)| credit.role == role);
            credits.fold(0, |sum: u32, (_, times)| sum.saturating_add(*times))
        };
        rows.push(ReportRow {
            cells: vec![
                Cell::text(stored.member.listed_name()),
                games(of_role(Role::Chief)),
                games(of_role(Role::Assistant)),
                Cell::text(met.map_or("", |standing| standing.level.name)),
                Cell::text(next.unwrap_or_default()),
                Cell::text(id(&stored)),
            ],
            lead: Some(Lead::Member(stored.key)),
        });
    }
    let list = ReportTable {
        name: "Directors",
        noun: "director",
        columns: LIST,
        rows,
    };
    let note = "Levels by experience alone: what a test and US Chess ask besides is named at each.";
    Ok(Report::new(list, vec![note.to_owned()]))
}

/// How a director stands to each level, the credits, and the events that gave them.
pub(super) fn details(
    file: &CampFile,
    member: MemberKey,
) -> Result<Vec<ReportTable>, StorageError> {
    let members = file.members()?;
    let Some(stored) = members.iter().find(|stored| stored.key == member) else {
        return Ok(Vec::new());
    };
    let events = events_of(file, stored)?;
    let levels = standing_of(stored, &events);
    let credits = stored.now.director.iter();
    let credits = credits.map(|(credit, times)| {
        plain(vec![
            Cell::text(role(credit.role)),
            Cell::text(size(*credit)),
            games(*times),
        ])
    });
    Ok(vec![
        ReportTable {
            name: "Levels",
            noun: "level",
            columns: LEVELS,
            rows: levels.iter().map(level).collect(),
        },
        ReportTable {
            name: "Credits",
            noun: "kind of credit",
            columns: CREDITS,
            rows: credits.collect(),
        },
        ReportTable {
            name: "Events directed",
            noun: "event",
            columns: EVENTS,
            rows: events.iter().rev().map(event).collect(),
        },
    ])
}

const fn plain(cells: Vec<Cell>) -> ReportRow {
    ReportRow { cells, lead: None }
}

fn level(standing: &LevelStanding) -> ReportRow {
    let chief_of = standing.level.chief_of;
    plain(vec![
        Cell::text(standing.level.name),
        chief_of.map_or(Cell::Empty, games),
        Cell::text(match standing.is_met {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not known",
        }),
        Cell::text(standing.missing.join("; ")),
        Cell::text(standing.level.also.join("; ")),
    ])
}

fn event(event: &DirectedEvent) -> ReportRow {
    let kinds = event.kinds.iter().map(|kind| match kind {
        SectionKind::Swiss => "Swiss",
        SectionKind::RoundRobin => "round robin",
        SectionKind::Match => "match",
    });
    plain(vec![
        Cell::Date(event.day),
        Cell::text(&event.name),
        Cell::text(role(event.credit.role)),
        Cell::count(event.players),
        Cell::count(event.rounds),
        Cell::text(kinds.collect::<Vec<_>>().join(", ")),
        Cell::text(size(event.credit)),
        Cell::text(if event.is_credited {
            "yes"
        } else {
            "another event of the day"
        }),
    ])
}

const fn role(role: Role) -> &'static str {
    match role {
        Role::Chief => "Chief",
        Role::Assistant => "Assistant",
    }
}

fn size(credit: Credit) -> &'static str {
    match credit.category {
        Category::A => "A: 300 or more",
        Category::B => "B: 100 or more",
        Category::C => "C: 50 or more",
        Category::D => "D: fewer",
        Category::RoundRobin => "Round robin",
        Category::Other => "Counts for none",
    }
}
