//! Reports over all members: which one is shown, of whom, and what it is asked for.
//!
//! Each report is a list, and of some of them the member who is chosen in it has tables of his or her own. All of it is read and computed off
//! the window's thread.

mod directors;
mod holders;
mod invitations;
mod recompute;
mod table;
mod titles;

use std::sync::Arc;

use strum::VariantArray;

pub(super) use self::{
    invitations::{InvitationForm, PeriodForm},
    recompute::{RecomputeForm, Scope},
    table::{Holds, Lead, ReportTable, shown_text},
};
use super::asked::Asked;
use crate::{
    app::{
        exporting::ExportedList,
        page::{Ctx, Outbox},
        reading::WasRead,
    },
    domain::{
        Edit,
        us_chess::{Balance, Change, MemberKey},
    },
    storage::{CampFile, Invitation, StorageError, WhichRecords},
};

/// Which report.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, VariantArray)]
pub(super) enum Kind {
    #[default]
    Titles,
    Holders,
    Invitations,
    Directors,
    Recompute,
}

impl Kind {
    /// As the choice has it.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Titles => "Titles",
            Self::Holders => "Holders of the 2200 title",
            Self::Invitations => "Invitations by peak",
            Self::Directors => "Directors",
            Self::Recompute => "Recompute records",
        }
    }

    /// Whether a member who is chosen has tables of his or her own.
    const fn has_details(self) -> bool {
        matches!(self, Self::Titles | Self::Directors)
    }
}

impl AsRef<str> for Kind {
    fn as_ref(&self) -> &str {
        self.title()
    }
}

/// What is asked of the camp file.
#[derive(Clone, Debug, PartialEq)]
enum Question {
    Titles,
    Holders,
    Invitations(Invitation),
    Directors,
    /// With the number of the order: it is computed when it is ordered, and not by itself.
    Recompute(WhichRecords, u64),
}

/// A report.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) list: Arc<ReportTable>,
    /// What there is to say about it.
    pub(super) notes: Vec<String>,
    /// Records that are to be saved.
    pub(super) balances: Vec<(MemberKey, Balance)>,
}

impl Report {
    fn new(list: ReportTable, notes: Vec<String>) -> Self {
        Self {
            list: Arc::new(list),
            notes,
            balances: Vec::new(),
        }
    }
}

/// The tables of the member who is chosen in a report.
type Details = Vec<Arc<ReportTable>>;

/// The report that is shown, with what is typed for it.
#[derive(Debug, Default)]
pub(super) struct Reports {
    pub(super) kind: Kind,
    list: Asked<Question, Report>,
    /// Who is chosen in the list.
    pub(super) chosen: Option<MemberKey>,
    details: Asked<(Kind, MemberKey), Details>,
    /// Which of the tables of the chosen member is shown.
    pub(super) detail: usize,
    /// The row that is selected in the list, and in the table of the chosen member.
    pub(super) row: Option<usize>,
    pub(super) detail_row: Option<usize>,
    pub(super) invitations: InvitationForm,
    pub(super) recompute: RecomputeForm,
    recomputed: Asked<Question, Report>,
    /// The revision of the camp that was computed from.
    recomputed_at: u64,
}

impl Reports {
    pub(super) fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let question = match self.kind {
            Kind::Titles => Question::Titles,
            Kind::Holders => Question::Holders,
            Kind::Invitations => Question::Invitations(self.invitations.asked()),
            Kind::Directors => Question::Directors,
            Kind::Recompute => return,
        };
        let read = question.clone();
        self.list
            .want(question, ctx, out, move |file| read_report(file, &read));
        if let Some(member) = self.chosen.filter(|_| self.kind.has_details()) {
            let kind = self.kind;
            self.details.want((kind, member), ctx, out, move |file| {
                let tables = match kind {
                    Kind::Directors => directors::details(file, member)?,
                    _ => titles::details(file, member)?,
                };
                Ok(tables.into_iter().map(Arc::new).collect())
            });
        }
    }

    pub(super) fn answered(&mut self, read: &WasRead) {
        self.list.take(read);
        self.details.take(read);
        if self.recomputed.take(read) {
            self.recomputed_at = read.revision;
            self.recompute.is_computing = false;
        }
    }

    /// Shows another report.
    pub(super) fn choose(&mut self, kind: Kind) {
        self.kind = kind;
        self.detail = 0;
        self.row = None;
        self.detail_row = None;
    }

    /// The report, once it is there: of the kind that is chosen, and of what is asked for now, or was before.
    pub(super) fn shown(&self) -> Option<Result<&Report, &str>> {
        let (question, answer) = if self.kind == Kind::Recompute {
            self.recomputed.latest()?
        } else {
            self.list.latest()?
        };
        let is_it = match question {
            Question::Titles => self.kind == Kind::Titles,
            Question::Holders => self.kind == Kind::Holders,
            Question::Invitations(_) => self.kind == Kind::Invitations,
            Question::Directors => self.kind == Kind::Directors,
            Question::Recompute(_, order) => *order == self.recompute.orders,
        };
        is_it.then_some(answer.as_ref().map_err(String::as_str))
    }

    /// The tables of the chosen member, once they are there.
    pub(super) fn details(&self) -> Option<Result<&Details, &str>> {
        let ((kind, member), answer) = self.details.latest()?;
        let is_it = *kind == self.kind && Some(*member) == self.chosen;
        is_it.then_some(answer.as_ref().map_err(String::as_str))
    }

    /// Whether the chosen member has tables, shown or on their way.
    pub(super) const fn has_details(&self) -> bool {
        self.kind.has_details()
    }

    /// The table of the chosen member that is shown.
    pub(super) fn detail(&self) -> Option<&Arc<ReportTable>> {
        let tables = self.details()?.ok()?;
        tables.get(self.detail).or(tables.first())
    }

    /// Has records computed.
    pub(super) fn compute(&mut self, which: WhichRecords, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.recompute.orders += 1;
        self.recompute.is_computing = true;
        let question = Question::Recompute(which, self.recompute.orders);
        let read = question.clone();
        self.recomputed
            .want(question, ctx, out, move |file| read_report(file, &read));
    }

    /// Whether the records were computed from the camp as it is now.
    pub(super) fn is_current(&self, ctx: &Ctx<'_>) -> bool {
        self.recomputed_at == ctx.camp.revision
    }

    /// Saves the records that were computed, as one step.
    pub(super) fn save(&mut self, out: &mut Outbox) {
        let Some(Ok(report)) = self.shown() else {
            return;
        };
        let balances = report.balances.clone();
        if !balances.is_empty() {
            let edit = Edit::UsChess(Change::SaveBalances(balances));
            out.apply_at(edit, self.recomputed_at);
            self.recomputed.forget();
        }
    }

    pub(super) const fn is_computing(&self) -> bool {
        self.recompute.is_computing
    }

    /// What is shown, for a file: the list, and the tables of the chosen member.
    pub(super) fn exported(&self, search: &str) -> Vec<ExportedList> {
        let Some(Ok(report)) = self.shown() else {
            return Vec::new();
        };
        let details = self.details().and_then(Result::ok);
        let details = details
            .into_iter()
            .flatten()
            .map(|table| table.exported(""));
        let list = report.list.exported(search);
        [list].into_iter().chain(details).collect()
    }
}

fn read_report(file: &CampFile, question: &Question) -> Result<Report, StorageError> {
    match question {
        Question::Titles => titles::list(file),
        Question::Holders => holders::list(file),
        Question::Invitations(invitation) => invitations::list(file, invitation),
        Question::Directors => directors::list(file),
        Question::Recompute(which, _) => recompute::list(file, which),
    }
}
