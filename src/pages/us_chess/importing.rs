//! Files on their way into the camp: read by a job, compared with the members that the camp has, and shown before anything is saved.

use std::{path::PathBuf, sync::Arc};

use crate::{
    app::{Wake, page::Ctx},
    domain::us_chess::Known,
    exchange::{self, Choices, FileRead, Plan},
    jobs::{Job, Look},
};

/// What was read, or every reason why it can't be.
type Read = Result<Vec<FileRead>, Vec<String>>;

/// Files that are being read.
#[derive(Debug)]
pub(super) struct Reading {
    job: Option<Job<Read>>,
}

impl Reading {
    pub(super) fn start(files: Vec<PathBuf>, ctx: &Ctx<'_>) -> Self {
        let (wake, today) = (Wake::clone(ctx.wake), ctx.today());
        let job = Job::start(
            "reading files of US Chess",
            move || wake(),
            move |_| {
                exchange::read_all(&files, today)
                    .map_err(|failed| failed.iter().map(ToString::to_string).collect())
            },
        );
        Self { job: job.ok() }
    }

    /// What came of it; nothing while it goes on.
    pub(super) fn look(&self) -> Option<Read> {
        let failed = || Err(vec!["The files could not be read".to_owned()]);
        match self.job.as_ref().map(Job::look) {
            Some(Look::Busy) => None,
            Some(Look::Done(read)) => Some(read),
            Some(Look::Broken) | None => Some(failed()),
        }
    }
}

/// Files that were read, and what they would bring.
#[derive(Debug)]
pub(super) struct Preview {
    read: Vec<FileRead>,
    known: Arc<Known>,
    choices: Choices,
    pub(super) plan: Plan,
}

impl Preview {
    pub(super) fn new(read: Vec<FileRead>, known: Arc<Known>) -> Self {
        let choices = Choices::default();
        Self {
            plan: Plan::new(read.clone(), &known, choices),
            read,
            known,
            choices,
        }
    }

    pub(super) const fn choices(&self) -> Choices {
        self.choices
    }

    /// Chooses something else.
    pub(super) fn choose(&mut self, choices: Choices) {
        if choices != self.choices {
            self.choices = choices;
            self.plan = Plan::new(self.read.clone(), &self.known, choices);
        }
    }

    /// Whether any section says nothing of when it ended.
    pub(super) fn lacks_days(&self) -> bool {
        let events = self.read.iter().flat_map(|read| &read.events);
        let mut sections = events.flat_map(|event| {
            let sections = event.sections.iter();
            sections.map(|section| event.ends_of(section))
        });
        sections.any(|ends| ends.is_none())
    }
}
