//! Who is invited by peak rating: what is typed for it, and the list.

use jiff::civil::Date;

use super::{
    Report,
    table::{Lead, ReportColumn, ReportRow, ReportTable, day, decimals},
    titles::id,
};
use crate::{
    domain::{
        parse_date,
        us_chess::{SectionHead, System},
    },
    rating::us_chess::peaks::Period,
    spreadsheet::Cell,
    storage::{CampFile, Invitation, StorageError},
};

const LIST: &[ReportColumn] = &[
    ReportColumn::number("Place", 64.0),
    ReportColumn::flexible("Name", 150.0),
    ReportColumn::text("State", 62.0),
    ReportColumn::number("Peak", 84.0),
    ReportColumn::day("Ended"),
    ReportColumn::flexible("Event", 110.0),
    ReportColumn::flexible("Section", 84.0),
    ReportColumn::private("ID"),
];

/// From when to when, as it is typed.
#[derive(Clone, Debug, Default)]
pub(in crate::pages::us_chess) struct PeriodForm {
    pub(in crate::pages::us_chess) from: String,
    pub(in crate::pages::us_chess) to: String,
    pub(in crate::pages::us_chess) from_problem: Option<String>,
    pub(in crate::pages::us_chess) to_problem: Option<String>,
    /// The last period that was typed without a mistake.
    pub(in crate::pages::us_chess) period: Period,
}

impl PeriodForm {
    /// Takes up what is typed. Whether nothing is wrong with it.
    pub(in crate::pages::us_chess) fn take(&mut self, today: Date) -> bool {
        let read = |typed: &str| parse_date(typed, today).map_err(|problem| problem.to_string());
        let (from, to) = (read(&self.from), read(&self.to));
        self.from_problem = from.as_ref().err().cloned();
        self.to_problem = to.as_ref().err().cloned();
        let (Ok(from), Ok(to)) = (from, to) else {
            return false;
        };
        if from.zip(to).is_some_and(|(from, to)| to < from) {
            self.to_problem = Some("This day is before the other one".to_owned());
            return false;
        }
        self.period = Period { from, to };
        true
    }
}

/// What is typed for an invitation list.
#[derive(Clone, Debug, Default)]
pub(in crate::pages::us_chess) struct InvitationForm {
    /// Whether it goes by Quick ratings.
    pub(in crate::pages::us_chess) is_quick: bool,
    pub(in crate::pages::us_chess) days: PeriodForm,
    pub(in crate::pages::us_chess) least: String,
    pub(in crate::pages::us_chess) most: String,
    pub(in crate::pages::us_chess) least_problem: Option<String>,
    pub(in crate::pages::us_chess) most_problem: Option<String>,
    /// As they were typed last without a mistake.
    taken: (Option<f64>, Option<usize>),
}

impl InvitationForm {
    /// Takes up what is typed.
    pub(in crate::pages::us_chess) fn take(&mut self, today: Date) {
        self.days.take(today);
        let least = whole(&self.least, "A rating is a whole number, as 1800");
        let most = whole(&self.most, "How many is a whole number, as 24");
        self.least_problem = least.err().map(str::to_owned);
        self.most_problem = most.err().map(str::to_owned);
        if let (Ok(least), Ok(most)) = (least, most) {
            let most = most.and_then(|most| usize::try_from(most).ok());
            self.taken = (least.map(f64::from), most);
        }
    }

    pub(super) const fn asked(&self) -> Invitation {
        Invitation {
            system: if self.is_quick {
                System::Quick
            } else {
                System::Regular
            },
            period: self.days.period,
            least: self.taken.0,
            most: self.taken.1,
        }
    }
}

/// A whole number, or nothing where nothing is typed.
///
/// # Errors
/// The sentence, of anything else.
fn whole<'a>(typed: &str, sentence: &'a str) -> Result<Option<u32>, &'a str> {
    match typed.trim() {
        "" => Ok(None),
        typed => typed.parse().map(Some).map_err(|_| sentence),
    }
}

pub(super) fn list(file: &CampFile, invitation: &Invitation) -> Result<Report, StorageError> {
    let rows = file.invited(invitation)?.into_iter().map(|invited| {
        let after = invited.peak.after.as_ref();
        ReportRow {
            cells: vec![
                Cell::count(invited.place),
                Cell::text(invited.stored.member.listed_name()),
                Cell::text(invited.stored.member.state.clone().unwrap_or_default()),
                decimals(invited.peak.rating),
                day(after.and_then(|head| head.section.ends)),
                Cell::text(after.map_or("before all crosstables", |head| &head.event_name)),
                Cell::text(after.map_or_else(String::new, SectionHead::named)),
                Cell::text(id(&invited.stored)),
            ],
            lead: Some(Lead::Member(invited.stored.key)),
        }
    });
    let list = ReportTable {
        name: "Invitations by peak",
        noun: "member",
        columns: LIST,
        rows: rows.collect(),
    };
    let note = "The highest established rating after an event of the period. The same whole number is the same place.";
    Ok(Report::new(list, vec![note.to_owned()]))
}
