//! `camp-ladder us-chess CAMP invitations`

use serde::Serialize;

use crate::{
    cli::{
        Failure,
        arguments::{Invitations, ListFormat, PeakPeriod},
        csv_text::csv_text,
        plain_text, put,
    },
    domain::us_chess::{SectionHead, System},
    rating::us_chess::peaks::Period,
    report::text::TextTable,
    storage::{CampFile, Invitation, Invited},
};

/// Somebody who is invited. Numbers of members aren't in the list.
#[derive(Debug, Serialize)]
struct Row {
    place: usize,
    name: String,
    state: Option<String>,
    peak: f64,
    /// The section after which it was reached; nothing where it is from before all crosstables.
    section: Option<String>,
    event_name: Option<String>,
    ended: Option<String>,
}

impl Row {
    fn new(invited: Invited) -> Self {
        let after = invited.peak.after.as_ref();
        Self {
            place: invited.place,
            peak: invited.peak.rating,
            section: after.map(SectionHead::called),
            event_name: after.map(|head| head.event_name.clone()),
            ended: after.and_then(|head| Some(head.section.ends?.to_string())),
            name: invited.stored.member.listed_name(),
            state: invited.stored.member.state,
        }
    }

    fn cells(&self) -> Vec<String> {
        let or_none = |text: &Option<String>| text.clone().unwrap_or_default();
        vec![
            self.place.to_string(),
            self.name.clone(),
            or_none(&self.state),
            format!("{:.0}", self.peak),
            or_none(&self.ended),
            or_none(&self.section),
            or_none(&self.event_name),
        ]
    }
}

const TITLES: [&str; 7] = [
    "Place", "Name", "State", "Peak", "Ended", "Section", "Event",
];

/// A period as it was asked for.
///
/// # Errors
/// It ends before it begins.
pub(super) fn period(asked: PeakPeriod) -> Result<Period, Failure> {
    if let Some((from, to)) = asked.from.zip(asked.to)
        && to < from
    {
        return Err(Failure::Refused(format!(
            "{to} is before {from}. Name the earlier day with --from"
        )));
    }
    Ok(Period {
        from: asked.from,
        to: asked.to,
    })
}

pub(super) fn run(file: &CampFile, order: &Invitations) -> Result<(), Failure> {
    let invited = file.invited(&Invitation {
        system: System::of_word(&order.system).unwrap_or(System::Regular),
        period: period(order.period)?,
        least: order.least,
        most: order.most,
    })?;
    let rows = invited.into_iter().map(Row::new).collect::<Vec<_>>();
    let cells = || rows.iter().map(Row::cells);
    match order.format {
        ListFormat::Json => put(&plain_text::json(&rows)?),
        ListFormat::Csv => put(&csv_text(|writer| {
            writer.write_record(TITLES)?;
            cells().try_for_each(|row| {
                let row = row.iter().map(|cell| crate::spreadsheet::harmless(cell));
                writer.write_record(row)
            })
        })?),
        ListFormat::Table => {
            let left = vec![1, 2, 4, 5, 6];
            put(&TextTable::new(TITLES.to_vec(), cells().collect(), left).in_columns())
        }
    }
}
