//! `camp-ladder us-chess CAMP rate` and `unrate`

use std::path::Path;

use strum::VariantArray as _;

use super::{find_section, member_table};
use crate::{
    cli::{
        Failure,
        arguments::{Rate, RatingChanges, SectionName},
        change, open_to_change, put, say,
    },
    domain::{
        Edit, counted,
        us_chess::{Change, SectionKey, System},
    },
    report::text::TextTable,
    storage::{CampFile, RateRequest, RatingRun},
};

pub(super) fn run(path: &Path, order: &Rate) -> Result<(), Failure> {
    let mut file = open_to_change(path)?;
    let request = match order.from {
        Some(day) => RateRequest::From(day),
        None if order.all => RateRequest::All,
        None => RateRequest::Sections {
            sections: keys(&file, &order.sections)?,
            out_of_order: order.out_of_order,
        },
    };
    carry_out(&mut file, &request, order.changes)
}

pub(super) fn unrate(
    path: &Path,
    sections: &[SectionName],
    changes: RatingChanges,
) -> Result<(), Failure> {
    let mut file = open_to_change(path)?;
    let keys = keys(&file, sections)?;
    carry_out(&mut file, &RateRequest::Unrate(keys), changes)
}

fn keys(file: &CampFile, sections: &[SectionName]) -> Result<Vec<SectionKey>, Failure> {
    let keys = sections
        .iter()
        .map(|name| Ok(find_section(file, name)?.key));
    keys.collect()
}

fn carry_out(
    file: &mut CampFile,
    request: &RateRequest,
    changes: RatingChanges,
) -> Result<(), Failure> {
    let run = file.rating_run(request)?;
    for refused in &run.refused {
        say(&format!(
            "Section {}: {}",
            refused.head.called(),
            refused.why
        ));
    }
    for note in &run.notes {
        say(note);
    }
    if run.blitz > 0 {
        say(&format!(
            "{} kept, and not rated",
            counted(run.blitz, "blitz section")
        ));
    }
    let is_named = matches!(request, RateRequest::Sections { .. });
    if is_named && !run.refused.is_empty() {
        return Err(Failure::Refused(
            "Nothing was rated, and nothing has changed".to_owned(),
        ));
    }
    put(&table(file, &run, changes.ids)?.in_columns())?;
    let sentence = in_words(&run);
    if changes.dry_run {
        say(&format!("{sentence}. Nothing was saved"));
        return Ok(());
    }
    if run.save != crate::domain::us_chess::RatingsToSave::default() {
        let edit = Edit::UsChess(Change::SaveRatings(Box::new(run.save)));
        change(file, &edit, edit.kind().to_owned())?;
    }
    say(&sentence);
    Ok(())
}

/// Who changes, and by how much.
fn table(file: &CampFile, run: &RatingRun, ids: bool) -> Result<TextTable, Failure> {
    let mut members = std::collections::HashMap::new();
    for stored in file.members()? {
        members.insert(stored.key, stored.member);
    }
    let shown = |rating: Option<f64>| {
        rating.map_or_else(|| "unrated".to_owned(), |rating| format!("{rating:.2}"))
    };
    let mut rows = Vec::new();
    for moved in &run.moved {
        let Some(member) = members.get(&moved.member) else {
            continue;
        };
        for system in System::VARIANTS {
            let before = moved.before.account(*system);
            let after = moved.after.account(*system);
            if before.rating == after.rating && before.games == after.games {
                continue;
            }
            let change = before.rating.zip(after.rating);
            let change = change.map_or_else(String::new, |(before, after)| {
                format!("{:+.2}", after - before)
            });
            let cells = [
                member.listed_name(),
                system.title().to_owned(),
                shown(before.rating),
                shown(after.rating),
                change,
            ];
            rows.push((member.id, cells));
        }
    }
    let titles = ["Name", "System", "Before", "After", "Change"];
    Ok(member_table((titles, 2), rows, ids))
}

/// "3 sections rated, 1 section out of date, 1 section not rated"
fn in_words(run: &RatingRun) -> String {
    let parts = [
        (run.save.rated.len(), "rated"),
        (run.save.unrated.len(), "unrated"),
        (run.save.stale.len(), "out of date"),
        (run.refused.len(), "not rated"),
    ];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts = parts.map(|(count, what)| format!("{} {what}", counted(count, "section")));
    let parts = parts.collect::<Vec<_>>().join(", ");
    if parts.is_empty() {
        "There is nothing to do".to_owned()
    } else {
        parts
    }
}
