//! Which section is shown with its crosstable, and what rating sections would change.

use std::sync::Arc;

use super::{asked::Asked, logic::Overview, view::RatingQuestion};
use crate::{
    app::{
        page::{Ctx, Outbox},
        printing::{PrintJob, SectionRequest},
        reading::WasRead,
        settings::Settings,
    },
    domain::us_chess::{RowOrder, SectionHead, SectionKey, SectionTable},
    report::SectionChoices,
    storage::{CampFile, CheckedSection, RateRequest, RatingRun, StorageError},
};

/// A section with the ratings before and after it.
#[derive(Debug)]
pub(super) struct Crosstable {
    pub(super) head: SectionHead,
    /// As it is printed.
    pub(super) table: Arc<SectionTable>,
    /// What is to be checked in it, each a sentence.
    pub(super) to_check: Vec<String>,
}

/// The list of sections, and the crosstable of the chosen one.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is ticked on its own")]
pub(super) struct Sections {
    pub(super) chosen: Option<SectionKey>,
    pub(super) crosstable: Asked<SectionKey, Option<Crosstable>>,
    /// The rows in the order in which they were entered, and not by score.
    pub(super) as_entered: bool,
    pub(super) colors: bool,
    /// Whether the text crosstable of old is printed.
    pub(super) is_classic: bool,
    /// Whether what is to be checked in the section is unfolded.
    pub(super) shows_to_check: bool,
    /// The rounds of a section that was just made, where it is typed: its rows, which have them, aren't there yet.
    pub(super) new_rounds: Option<(SectionKey, usize)>,
    /// The player who is selected in the crosstable, by pairing number.
    pub(super) player: Option<u16>,
    /// A run that is being computed, or shown before it is saved.
    wanted_run: Option<RateRequest>,
    run: Asked<u64, RatingRun>,
    runs: u64,
}

impl Sections {
    pub(super) fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        if let Some(section) = self.chosen {
            self.crosstable
                .want(section, ctx, out, move |file| crosstable(file, section));
        }
    }

    pub(super) fn answered(
        &mut self,
        ctx: &Ctx<'_>,
        read: &WasRead,
        all: Option<&Overview>,
        out: &mut Outbox,
    ) {
        self.crosstable.take(read);
        self.run.take(read);
        if let Some((run, answer)) = self.run.latest()
            && *run == self.runs
            && let Some(request) = self.wanted_run.take()
        {
            match answer {
                Ok(run) => {
                    let members = all.map_or(&[][..], |all| &all.members);
                    out.ask(RatingQuestion::new(
                        &request,
                        run,
                        members,
                        ctx.camp.revision,
                    ));
                }
                Err(reason) => out.notices.problem(reason.clone()),
            }
        }
    }

    /// Has a run computed, to be shown before it is saved.
    pub(super) fn rate(&mut self, request: RateRequest, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.runs += 1;
        self.wanted_run = Some(request.clone());
        self.run
            .want(self.runs, ctx, out, move |file| file.rating_run(&request));
    }

    /// The crosstable of the chosen section, once it is read.
    pub(super) fn shown(&self) -> Option<&Crosstable> {
        let (section, answer) = self.crosstable.latest()?;
        let is_it = Some(*section) == self.chosen;
        answer.as_ref().ok()?.as_ref().filter(|_| is_it)
    }

    /// The player who is selected in the crosstable that is shown.
    pub(super) fn selected(&self) -> Option<u16> {
        let entries = &self.shown()?.table.section.entries;
        let player = self.player?;
        entries
            .iter()
            .any(|entry| entry.pair == player)
            .then_some(player)
    }

    pub(super) const fn is_computing(&self) -> bool {
        self.wanted_run.is_some()
    }

    /// The crosstable that is shown, in the order in which it is.
    pub(super) fn print_job(&self, settings: &Settings) -> Option<PrintJob> {
        let request = SectionRequest {
            table: Arc::clone(&self.shown()?.table),
            choices: SectionChoices {
                paper: settings.paper,
                order: if self.as_entered {
                    RowOrder::AsEntered
                } else {
                    RowOrder::Score
                },
                colors: self.colors,
                ids: false,
            },
            is_classic: self.is_classic,
        };
        Some(request.into())
    }
}

/// A section with the ratings that it was rated with, or with which its members begin it.
fn crosstable(file: &CampFile, key: SectionKey) -> Result<Option<Crosstable>, StorageError> {
    let Some(CheckedSection { head, found }) = file.section_to_check(key)? else {
        return Ok(None);
    };
    let table = file.section_table(&head)?;
    let things = found.into_iter().filter(|found| !found.what.is_state());
    Ok(Some(Crosstable {
        head,
        table: Arc::new(table),
        to_check: things.map(|found| found.sentence).collect(),
    }))
}
