//! What the history lists, and where its rows lead.

use std::sync::Arc;

use super::view;
use crate::{
    app::{
        Action,
        exporting::ExportedList,
        page::{Answer, Ctx, Logic, Outbox, Ticket},
    },
    storage::{BackupsOf, HistoryMove, Step, StepId},
};

/// The history. Its rows are the points in time that one can go to: after each change, the latest first, and at the end before all of them.
#[derive(Debug, Default)]
pub struct HistoryPage {
    /// The oldest step first; `None` until they have been read.
    pub(crate) steps: Option<Arc<Vec<Step>>>,
    /// The revision of the camp that was asked for, and whether its history was known to be lost.
    asked: Option<(u64, bool)>,
    /// By which question the file was asked whose backups are its own.
    ticket: Option<Ticket>,
    /// Which backups are of the camp, once that is known.
    pub(super) of: Option<BackupsOf>,
    pub(super) selected: Option<usize>,
    /// Whether the list has the keyboard, or had it.
    pub(super) has_list: bool,
}

impl Logic for HistoryPage {
    fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        // A file that is still being looked through may turn out to have lost what is listed.
        let now = (ctx.camp.revision, ctx.camp.next_steps.lost.is_some());
        if self.asked != Some(now) {
            self.asked = Some(now);
            out.send(Action::ReadHistory);
            self.ticket = Some(out.read(|file| file.backups_of().ok()));
        }
    }

    fn forget_questions(&mut self) {
        if self.ticket.take().is_some() {
            // It is asked again.
            self.asked = None;
        }
    }

    fn answered(&mut self, _ctx: &Ctx<'_>, answer: &Answer, _out: &mut Outbox) {
        match answer {
            Answer::Read(read) => {
                let of = self.ticket.and_then(|ticket| read.of(ticket));
                if let Some(of) = of {
                    self.ticket = None;
                    self.of.clone_from(&of);
                }
            }
            Answer::History(steps) => self.steps = Some(Arc::new(steps.clone())),
            Answer::HistoryForgotten => self.steps = Some(Arc::default()),
            _ => {}
        }
    }

    fn lists(&self, ctx: &Ctx<'_>) -> Result<Vec<ExportedList>, &'static str> {
        let is_read = self.steps.is_some();
        let zone = ctx.now.time_zone().clone();
        let list = is_read.then(|| view::exported(self, zone));
        list.map(|list| vec![list])
            .ok_or("The history is still being read")
    }
}

impl HistoryPage {
    /// How many steps there are.
    fn len(&self) -> usize {
        self.steps.as_ref().map_or(0, |steps| steps.len())
    }

    /// How many points there are to go to: none while nothing was changed.
    pub(super) fn rows(&self) -> usize {
        if self.len() == 0 { 0 } else { self.len() + 1 }
    }

    /// The step after which the camp is at the point of this row; `None` for the last one, before all of them.
    pub(super) fn step(&self, row: usize) -> Option<&Step> {
        self.steps.as_ref()?.iter().rev().nth(row)
    }

    /// The row of the point at which the camp is: after the last change that is done.
    pub(super) fn here(&self) -> usize {
        let steps = self.steps.iter().flat_map(|steps| steps.iter());
        steps.filter(|step| step.undone).count()
    }

    /// The way to the point of a row.
    pub(super) fn move_to(&self, row: usize) -> Action {
        Action::MoveInHistory {
            to: HistoryMove::To(self.step(row).map(|step| -> StepId { step.id })),
            goes_back: row > self.here(),
        }
    }
}
