//! Files on their way into the camp: read by a job, compared with what the camp has, and shown before anything is saved.

mod compared;

use std::{path::PathBuf, sync::Arc};

use self::compared::{Chosen, OfFile};
pub(super) use self::compared::{Compared, Listed, is_published};
use super::{asked::Asked, view::ImportLooks};
use crate::{
    app::{
        Wake,
        page::{Ctx, Outbox, RefusedChange, Ticket},
        reading::WasRead,
    },
    domain::{
        Edit, parse_date,
        us_chess::{Change, Known},
    },
    exchange::{Choices, FileKind, each_once},
    jobs::{Job, Look, broken},
    storage::CampFile,
};

/// Files that are to be imported.
#[derive(Debug)]
pub(super) struct Importing {
    /// Files that are being read from the disk, and those that come after them.
    opening: Option<Opening>,
    waiting: Vec<PathBuf>,
    files: Vec<Arc<Chosen>>,
    /// What the director says of each file.
    said: Vec<OfFile>,
    choices: Choices,
    /// The day on which sections ended that have none, as it is typed.
    pub(super) ended: String,
    /// Why that is no day.
    pub(super) ended_problem: Option<String>,
    known: Asked<(), Arc<Known>>,
    comparing: Option<Job<Compared>>,
    /// How often something else was chosen, and by that and the revision of the camp what is compared, or was last.
    changes: u64,
    compared_by: Option<(u64, u64)>,
    compared: Option<Arc<Compared>>,
    saving: Option<Ticket>,
    /// Why the files can't be compared, or the camp file refused them.
    pub(super) refusal: Option<String>,
    pub(super) looks: ImportLooks,
}

#[derive(Debug)]
struct Opening {
    job: Job<Vec<Chosen>>,
    /// Whether these are the files that are shown, in their order, and not further ones.
    is_again: bool,
}

impl Importing {
    pub(super) fn new(files: &[PathBuf], ctx: &Ctx<'_>) -> Self {
        let mut importing = Self {
            opening: None,
            waiting: Vec::new(),
            files: Vec::new(),
            said: Vec::new(),
            choices: Choices::default(),
            ended: String::new(),
            ended_problem: None,
            known: Asked::default(),
            comparing: None,
            changes: 0,
            compared_by: None,
            compared: None,
            saving: None,
            refusal: None,
            looks: ImportLooks::default(),
        };
        importing.add(files, ctx);
        importing
    }

    /// Takes further files.
    pub(super) fn add(&mut self, files: &[PathBuf], ctx: &Ctx<'_>) {
        self.waiting.extend_from_slice(files);
        self.looks.begin_again();
        self.open_waiting(ctx);
    }

    /// Reads all files from the disk once more. What was said of them, and of their columns, stays.
    pub(super) fn read_again(&mut self, ctx: &Ctx<'_>) {
        if self.opening.is_some() || self.is_saving() {
            return;
        }
        self.refusal = None;
        self.looks.begin_again();
        let paths = self.files.iter().map(|chosen| chosen.path.clone());
        let paths = paths.collect::<Vec<_>>();
        self.open(
            true,
            move || paths.iter().map(|path| Chosen::new(path)).collect(),
            ctx,
        );
    }

    fn open_waiting(&mut self, ctx: &Ctx<'_>) {
        if self.opening.is_none() && !self.waiting.is_empty() {
            let paths = std::mem::take(&mut self.waiting);
            let read = move || each_once(&paths).map(|path| Chosen::new(path)).collect();
            self.open(false, read, ctx);
        }
    }

    fn open(
        &mut self,
        is_again: bool,
        read: impl FnOnce() -> Vec<Chosen> + Send + 'static,
        ctx: &Ctx<'_>,
    ) {
        let wake = Wake::clone(ctx.wake);
        let job = Job::start("reading files of US Chess", move || wake(), move |_| read());
        match job {
            Ok(job) => self.opening = Some(Opening { job, is_again }),
            Err(error) => self.refusal = Some(format!("The files can’t be read ({error})")),
        }
    }

    fn opened(&mut self, files: Vec<Chosen>, is_again: bool) {
        if is_again {
            self.files.clear();
        } else {
            self.said.extend(files.iter().map(|_| OfFile::default()));
        }
        self.files.extend(files.into_iter().map(Arc::new));
        self.changes += 1;
    }

    /// Collects what jobs have done, and compares the files anew whenever the camp or a choice is another.
    pub(super) fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        let opening = self.opening.as_ref();
        match opening.map(|opening| (opening.job.look(), opening.is_again)) {
            None | Some((Look::Busy, _)) => {}
            Some((Look::Done(files), is_again)) => {
                self.opening = None;
                self.opened(files, is_again);
            }
            Some((Look::Broken, _)) => {
                self.opening = None;
                self.refusal = Some(broken(
                    "The files could not be read, and nothing has changed",
                ));
            }
        }
        self.open_waiting(ctx);
        match self.comparing.as_ref().map(Job::look) {
            None | Some(Look::Busy) => {}
            Some(Look::Done(compared)) => {
                self.comparing = None;
                self.compared = Some(Arc::new(compared));
                self.looks.section_shown = None;
            }
            Some(Look::Broken) => {
                self.comparing = None;
                self.refusal = Some(broken(
                    "The files could not be compared with the camp, and nothing has changed",
                ));
            }
        }
        self.known
            .want((), ctx, out, |file: &CampFile| file.known().map(Arc::new));
        self.compare(ctx);
    }

    fn compare(&mut self, ctx: &Ctx<'_>) {
        let wanted = (ctx.camp.revision, self.changes);
        let is_free = self.opening.is_none() && self.comparing.is_none() && self.saving.is_none();
        if !is_free || self.compared_by == Some(wanted) {
            return;
        }
        let known = match self.known.answer_at(ctx.camp.revision) {
            None => return,
            Some(Ok(known)) => Arc::clone(known),
            Some(Err(reason)) => {
                self.refusal = Some(reason.clone());
                self.compared_by = Some(wanted);
                return;
            }
        };
        self.compared_by = Some(wanted);
        let (files, said, before) = (self.files.clone(), self.said.clone(), self.compared.clone());
        let (choices, today, wake) = (self.choices, ctx.today(), Wake::clone(ctx.wake));
        let job = Job::start(
            "comparing files of US Chess",
            move || wake(),
            move |_| Compared::new(files, said, before.as_deref(), (known, choices), today),
        );
        match job {
            Ok(job) => self.comparing = Some(job),
            Err(error) => {
                let reason = format!("The files can’t be compared with the camp ({error})");
                self.refusal = Some(reason);
            }
        }
    }

    pub(super) fn answered(&mut self, read: &WasRead) {
        self.known.take(read);
    }

    /// What would come of it, once it is known.
    pub(super) fn compared(&self) -> Option<Arc<Compared>> {
        self.compared.clone()
    }

    pub(super) const fn choices(&self) -> Choices {
        self.choices
    }

    /// Chooses something else.
    pub(super) fn choose(&mut self, choices: Choices) {
        if choices != self.choices {
            self.choices = choices;
            self.changes += 1;
        }
    }

    /// Takes what is typed for the day on which sections ended that have none.
    pub(super) fn read_ended(&mut self, ctx: &Ctx<'_>) {
        match parse_date(&self.ended, ctx.today()) {
            Ok(Some(day)) if day > ctx.today() => {
                self.ended_problem = Some("This day is in the future: correct it".to_owned());
            }
            Ok(ended) => {
                self.ended_problem = None;
                self.choose(Choices {
                    ended,
                    ..self.choices
                });
            }
            Err(reason) => self.ended_problem = Some(reason.to_string()),
        }
    }

    /// Leaves a file out, or takes it in again.
    pub(super) fn leave_out(&mut self, file: usize, is_left_out: bool) {
        self.say(file, |said| said.is_left_out = is_left_out);
    }

    /// Takes a file for something else, of which nothing is said of its columns yet.
    pub(super) fn take_for(&mut self, file: usize, kind: FileKind) {
        self.say(file, |said| {
            said.how.kind = Some(kind);
            said.how.mapping = crate::exchange::Mapping::default();
        });
    }

    /// Takes a column of a file for the one of this title, or leaves it out.
    pub(super) fn take_column(&mut self, file: usize, column: usize, title: Option<String>) {
        self.say(file, |said| said.how.mapping.take(column, title));
    }

    fn say(&mut self, file: usize, change: impl FnOnce(&mut OfFile)) {
        if let Some(said) = self.said.get_mut(file) {
            change(said);
            self.changes += 1;
        }
    }

    /// Whether anything was said or chosen that would be lost.
    pub(super) fn has_decided(&self) -> bool {
        let is_chosen = self.choices != Choices::default() || !self.ended.trim().is_empty();
        let mut said = self.said.iter();
        !self.is_saving() && (is_chosen || said.any(|said| *said != OfFile::default()))
    }

    /// Forgets what was said of the files, and chosen. They aren't read once more.
    pub(super) fn begin_again(&mut self) {
        self.said.fill(OfFile::default());
        self.choices = Choices::default();
        self.ended.clear();
        self.ended_problem = None;
        self.changes += 1;
        self.looks.begin_again();
    }

    pub(super) fn is_left_out(&self, file: usize) -> bool {
        self.said.get(file).is_some_and(|said| said.is_left_out)
    }

    /// Whether what is shown isn't of these choices and this camp any more.
    pub(super) fn is_outdated(&self, ctx: &Ctx<'_>) -> bool {
        let now = Some((ctx.camp.revision, self.changes));
        self.opening.is_some() || self.comparing.is_some() || self.compared_by != now
    }

    /// Why it can't be imported now; nothing if it can.
    pub(super) fn why_not(&self, ctx: &Ctx<'_>) -> Option<&'static str> {
        match &self.compared {
            _ if self.saving.is_some() => Some("The import is being saved"),
            _ if self.opening.is_some() => Some("The files are being read"),
            _ if self.is_outdated(ctx) => Some("The files are being compared with the camp"),
            None => Some("The files can’t be compared with the camp"),
            Some(_) if self.ended_problem.is_some() => {
                Some("Correct the day on which sections ended")
            }
            Some(compared) if compared.stopping() > 0 => {
                Some("Problems stop the import: correct them, or leave the file out")
            }
            Some(compared) if compared.plan.is_empty() => Some("There is nothing to import"),
            Some(_) => None,
        }
    }

    /// Has all of it saved, as one change.
    pub(super) fn import(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        if self.why_not(ctx).is_some() {
            return;
        }
        if let Some(compared) = &self.compared {
            self.refusal = None;
            let said = format!("{} imported", compared.plan.in_words());
            let import = Box::new(compared.plan.import.clone());
            let ticket = out.apply_and_say(Edit::UsChess(Change::Import(import)), said);
            self.saving = Some(ticket);
        }
    }

    /// Whether a change that is in the file was this import.
    pub(super) fn was_saved(&self, ticket: Ticket) -> bool {
        self.saving == Some(ticket)
    }

    /// Whether a change that the file refused was this import.
    pub(super) fn was_refused(&mut self, refused: RefusedChange<'_>) -> bool {
        let is_ours = self
            .saving
            .take_if(|ours| *ours == refused.ticket)
            .is_some();
        if is_ours {
            self.refusal = Some(refused.reason.to_owned());
        }
        is_ours
    }

    pub(super) const fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    pub(super) fn is_busy(&self) -> bool {
        let is_at_work = self.opening.is_some() || self.comparing.is_some() || self.is_saving();
        let is_to_be_compared = self
            .compared_by
            .is_none_or(|(_, changes)| changes != self.changes);
        is_at_work || is_to_be_compared
    }
}
