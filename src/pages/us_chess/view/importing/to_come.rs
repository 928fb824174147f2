//! What would come of the import: sections with their rows, and members with what changes.

use egui::Ui;

use super::in_list;
use crate::{
    domain::{
        counted,
        us_chess::{Event, Section, System},
    },
    exchange::MemberToCome,
    kit::{
        Column, Table,
        page::{card, section_title},
        tokens::space,
    },
    pages::us_chess::{
        importing::{Compared, Importing, is_published},
        view::{crosstable, sections},
    },
};

/// So many rows are seen at once.
const ROWS: u16 = 6;

/// The same of the chosen section, whose titles take two lines.
const ROWS_OF_SECTION: u16 = 9;

pub(super) fn sections(ui: &mut Ui, importing: &mut Importing, compared: &Compared) {
    let sections = &compared.plan.sections;
    if sections.is_empty() {
        return;
    }
    card(ui, |ui| {
        section_title(ui, "Events and sections");
        let last = sections.len() - 1;
        importing.looks.section = Some(importing.looks.section.unwrap_or(0).min(last));
        in_list(ui, sections.len(), ROWS, |ui| {
            section_list(ui, importing, compared);
        });
        let Some(at) = importing.looks.section else {
            return;
        };
        let is_shown = importing.looks.section_shown.as_ref();
        if is_shown.is_none_or(|(shown, _)| *shown != at) {
            let rows = sections.get(at).and_then(|it| compared.rows_to_come(*it));
            importing.looks.section_shown = rows.map(|rows| (at, rows));
        }
        if let Some((_, section)) = &importing.looks.section_shown {
            ui.add_space(space::S);
            section_title(ui, &format!("Rows of {}", name(section)));
            in_list(ui, section.entries.len() + 1, ROWS_OF_SECTION, |ui| {
                crosstable::table(ui, "Rows of the section", section, (true, true), &mut None);
            });
        }
    });
}

/// The name of a section with its number.
fn name(section: &Section) -> String {
    format!("{} {}", section.number, section.name)
        .trim_end()
        .to_owned()
}

/// "8/29/2026 – 8/30/2026", as far as the days are known.
fn days(event: &Event, section: &Section) -> String {
    let days = [section.begins.or(event.begins), event.ends_of(section)];
    sections::days(days)
}

/// "Regular and Quick"
fn systems(section: &Section) -> String {
    if section.is_blitz {
        return "Blitz".to_owned();
    }
    let systems = section.systems.iter().map(|system| System::title(*system));
    systems.collect::<Vec<_>>().join(" and ")
}

fn section_list(ui: &mut Ui, importing: &mut Importing, compared: &Compared) {
    let columns = [
        Column::flexible("Event", 110.0),
        Column::flexible("Section", 90.0),
        Column::fixed("Days", 200.0),
        Column::fixed("Players", 70.0).right(),
        Column::fixed("Rounds", 72.0).right(),
        Column::fixed("Systems", 156.0),
        Column::fixed("Ratings", 88.0),
        Column::fixed("In this camp", 104.0),
    ];
    let sections = &compared.plan.sections;
    let row = |row: usize| {
        let at = *sections.get(row)?;
        let (event, section) = compared.plan.section(at)?;
        Some((event, section, at.is_known))
    };
    let ratings = |section: &Section| match (is_published(section), section.as_published) {
        (_, true) => "Kept",
        (true, _) => "Published",
        (false, _) => "None",
    };
    let state = |is_known: bool| if is_known { "Already" } else { "New" };
    let row_name = |at: usize| {
        row(at).map_or_else(String::new, |(event, section, is_known)| {
            let players = counted(section.entries.len(), "player");
            let rounds = counted(section.rounds(), "round");
            let name = name(section);
            format!(
                "{}, {name}, {players}, {rounds}, {}",
                event.name,
                state(is_known)
            )
        })
    };
    Table::new("Events and sections", &columns, sections.len())
        .row_name(&row_name)
        .show(ui, &mut importing.looks.section, |cell, at, column| {
            let Some((event, section, is_known)) = row(at) else {
                return;
            };
            match column {
                0 => cell.strong(&event.name),
                1 => cell.text(&name(section)),
                2 => cell.text(&days(event, section)),
                3 => cell.text(&section.entries.len().to_string()),
                4 => cell.text(&section.rounds().to_string()),
                5 => cell.text(&systems(section)),
                6 => cell.text(ratings(section)),
                _ if is_known => cell.wrong(state(is_known)),
                _ => cell.text(state(is_known)),
            }
        });
}

pub(super) fn members(ui: &mut Ui, importing: &mut Importing, compared: &Compared) {
    let members = &compared.plan.members;
    if members.is_empty() {
        return;
    }
    let personal = importing.looks.personal;
    card(ui, |ui| {
        section_title(ui, "Members");
        let columns = [
            Column::flexible("Name", 150.0),
            Column::fixed("What", 96.0),
            Column::flexible("What changes", 240.0),
        ];
        let what = |member: &MemberToCome| if member.is_new { "New" } else { "Changed" };
        let row_name = |at: usize| {
            members.get(at).map_or_else(String::new, |member| {
                let changes = changes(member, personal);
                let parts = [member.name.as_str(), what(member), changes.as_str()];
                let parts = parts.into_iter().filter(|part| !part.is_empty());
                parts.collect::<Vec<_>>().join(", ")
            })
        };
        in_list(ui, members.len(), ROWS, |ui| {
            Table::new("Members to come", &columns, members.len())
                .row_name(&row_name)
                .show(ui, &mut importing.looks.member, |cell, at, column| {
                    let Some(member) = members.get(at) else {
                        return;
                    };
                    match column {
                        0 => cell.strong(&member.name),
                        1 => cell.text(what(member)),
                        _ => cell.text(&changes(member, personal)),
                    }
                });
        });
    });
}

/// "State: MN to WI, FIDE: – to 1712"
fn changes(member: &MemberToCome, personal: bool) -> String {
    let changes = member.differences.iter().map(|it| {
        if it.is_personal() && !personal {
            format!("{}: another", it.what)
        } else {
            format!("{}: {} to {}", it.what, it.before, it.after)
        }
    });
    changes.collect::<Vec<_>>().join(", ")
}
