//! Records computed anew from the crosstables: whose, and in what they differ from what is stored.

use std::iter;

use super::{
    Report,
    table::{Lead, ReportColumn, ReportRow, ReportTable},
    titles::id,
};
use crate::{
    domain::{
        counted,
        us_chess::{MemberId, MemberKey},
    },
    spreadsheet::Cell,
    storage::{CampFile, StorageError, UnlikeCrosstable, WhichRecords},
};

const LIST: &[ReportColumn] = &[
    ReportColumn::flexible("Name", 150.0),
    ReportColumn::flexible("Field", 130.0),
    ReportColumn::flexible("Stored", 130.0),
    ReportColumn::flexible("By the crosstables", 130.0),
    ReportColumn::private("ID"),
];

/// Whose records are computed.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(in crate::pages::us_chess) enum Scope {
    #[default]
    All,
    Range,
    /// The one who is chosen among the members.
    Chosen,
}

impl Scope {
    pub(in crate::pages::us_chess) const ALL: [(&'static str, Self); 3] = [
        ("All", Self::All),
        ("Numbers from – to", Self::Range),
        ("Chosen member", Self::Chosen),
    ];
}

/// What is typed for it.
#[derive(Clone, Debug, Default)]
pub(in crate::pages::us_chess) struct RecomputeForm {
    pub(in crate::pages::us_chess) scope: Scope,
    pub(in crate::pages::us_chess) from: String,
    pub(in crate::pages::us_chess) to: String,
    /// How often it was ordered.
    pub(super) orders: u64,
    pub(super) is_computing: bool,
}

impl RecomputeForm {
    /// Whose records are meant.
    ///
    /// # Errors
    /// What to type or to choose first.
    pub(in crate::pages::us_chess) fn which(
        &self,
        chosen: Option<MemberKey>,
    ) -> Result<WhichRecords, String> {
        match self.scope {
            Scope::All => Ok(WhichRecords::All),
            Scope::Chosen => {
                let chosen = chosen.ok_or("Choose a member in the list Members first")?;
                Ok(WhichRecords::Members(vec![chosen]))
            }
            Scope::Range => {
                let id = |typed: &str| {
                    let id = MemberId::read(typed).map_err(|problem| problem.to_string())?;
                    id.ok_or_else(|| "Type the first and the last member’s number".to_owned())
                };
                let (from, to) = (id(&self.from)?, id(&self.to)?);
                if to < from {
                    return Err("The first number is greater than the last one".to_owned());
                }
                Ok(WhichRecords::Range(from, to))
            }
        }
    }
}

pub(super) fn list(file: &CampFile, which: &WhichRecords) -> Result<Report, StorageError> {
    let mut recomputed = file.recomputed(which)?;
    let unlike = file.sections_unlike_crosstables()?;
    let asked_for = |section: &&UnlikeCrosstable| {
        let mut records = recomputed.iter();
        records.any(|record| section.has(record.stored.key))
    };
    let left = unlike.iter().filter(asked_for);
    let left = left.map(|section| format!("{}.", section.sentence()));
    let left = left.collect::<Vec<_>>();
    recomputed.retain(|record| !record.is_of(&unlike));
    let computed = counted(recomputed.len(), "record");
    let mut rows = Vec::new();
    let mut balances = Vec::new();
    for record in recomputed {
        if !record.differs() {
            continue;
        }
        let stored = &record.stored;
        let row = |what: &str, before: &str, after: &str| ReportRow {
            cells: vec![
                Cell::text(stored.member.listed_name()),
                Cell::text(what),
                Cell::text(before),
                Cell::text(after),
                Cell::text(id(stored)),
            ],
            lead: Some(Lead::Member(stored.key)),
        };
        if record.differences.is_empty() {
            rows.push(row("What no list shows", "–", "–"));
        }
        for it in &record.differences {
            rows.push(row(&it.what, &it.before, &it.after));
        }
        balances.push((record.stored.key, record.computed));
    }
    let differ = balances.len();
    let verb = if differ == 1 { "differs" } else { "differ" };
    let note = format!("{computed} computed, {differ} {verb}.");
    let list = ReportTable {
        name: "Records that differ",
        noun: "field",
        columns: LIST,
        rows,
    };
    Ok(Report {
        balances,
        ..Report::new(list, iter::once(note).chain(left).collect())
    })
}
