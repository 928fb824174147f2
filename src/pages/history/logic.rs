//! What the history lists, and where its rows lead.

use std::sync::Arc;

use jiff::Timestamp;

use super::view;
use crate::{
    app::{
        Action,
        exporting::ExportedList,
        page::{Answer, Ctx, Logic, Outbox, Ticket},
    },
    domain::counted,
    jobs::{Job, Look},
    storage::{Backup, BackupPlaces, BackupsOf, CampFile, Cleared, HistoryMove, Step, StepId},
};

/// What the file says of its backups.
#[derive(Debug)]
pub(super) struct ItsHistory {
    /// Which are of the camp.
    pub(super) of: BackupsOf,
    /// Where the history begins since it was cleared, if it was.
    cleared: Option<Cleared>,
}

impl ItsHistory {
    /// `None` where it can't be read.
    fn of(file: &CampFile) -> Option<Arc<Self>> {
        Some(Arc::new(Self {
            of: file.backups_of().ok()?,
            cleared: file.cleared().ok().flatten(),
        }))
    }

    /// The backups from before the history was cleared. Reads one.
    pub(super) fn from_before(places: &BackupPlaces, its: &Self) -> Vec<Backup> {
        let cleared = its.cleared.as_ref();
        cleared.map_or_else(Vec::new, |cleared| {
            places.stayed_from_before(&its.of, cleared)
        })
    }
}

/// The history. Its rows are the points in time that one can go to: after each change, the latest first, and at the end before all of them.
#[derive(Debug, Default)]
pub struct HistoryPage {
    /// The oldest step first; `None` until they have been read.
    pub(crate) steps: Option<Arc<Vec<Step>>>,
    /// The revision of the camp that was asked for, and when the last backup had been made.
    asked: Option<(u64, Option<Timestamp>)>,
    /// By which question the file was asked whose backups are its own.
    ticket: Option<Ticket>,
    /// Which backups are of the camp, once that is known.
    pub(super) its: Option<Arc<ItsHistory>>,
    /// Counts those from before the history was cleared.
    counting: Option<Job<usize>>,
    /// How many there are, as far as that is known.
    pub(super) from_before: usize,
    pub(super) selected: Option<usize>,
    /// Whether the list has the keyboard, or had it.
    pub(super) has_list: bool,
}

impl Logic for HistoryPage {
    fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let now = (ctx.camp.revision, ctx.camp.last_backup);
        if self.asked != Some(now) {
            self.asked = Some(now);
            out.send(Action::ReadHistory);
            self.ticket = Some(out.read(ItsHistory::of));
        }
        match self.counting.as_ref().map(Job::look) {
            None | Some(Look::Busy) => {}
            Some(Look::Done(count)) => {
                self.counting = None;
                self.from_before = count;
            }
            Some(Look::Broken) => self.counting = None,
        }
    }

    fn forget_questions(&mut self) {
        if self.ticket.take().is_some() {
            // It is asked again.
            self.asked = None;
        }
    }

    fn answered(&mut self, ctx: &Ctx<'_>, answer: &Answer, _out: &mut Outbox) {
        match answer {
            Answer::Read(read) => {
                let its = self.ticket.and_then(|ticket| read.of(ticket));
                if let Some(its) = its {
                    self.ticket = None;
                    self.its.clone_from(&its);
                    self.count(ctx);
                }
            }
            Answer::History(steps) => self.steps = Some(Arc::new(steps.clone())),
            Answer::HistoryForgotten => {
                self.steps = Some(Arc::default());
                self.asked = None;
            }
            Answer::BackupsDeleted => self.asked = None,
            _ => {}
        }
    }

    fn is_busy(&self) -> bool {
        self.counting.is_some()
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
    /// Counts the backups from before the history was cleared, where the camp is in a file.
    fn count(&mut self, ctx: &Ctx<'_>) {
        self.counting = None;
        let its = self.its.clone();
        let its = its.filter(|its| its.cleared.is_some() && ctx.camp.path.is_some());
        let Some((its, places)) = its.zip(ctx.settings.backup_places()) else {
            self.from_before = 0;
            return;
        };
        let wake = ctx.wake.clone();
        let count = move |_: &_| ItsHistory::from_before(&places, &its).len();
        self.counting = Job::start("backups from before", move || wake(), count).ok();
    }

    /// That there are such backups: "12 backups from before the history was cleared are still there, and have what was deleted."
    pub(super) fn told_from_before(&self) -> Option<String> {
        let backups = counted(self.from_before, "backup");
        let [there, have, them] = match self.from_before {
            0 => return None,
            1 => ["is", "has", "it"],
            _ => ["are", "have", "them"],
        };
        Some(format!(
            "{backups} from before the history was cleared {there} still there, and {have} what was deleted. “Clear history…” deletes {them} if you like"
        ))
    }

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
