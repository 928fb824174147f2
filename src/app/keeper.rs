//! The keeper of the camp file: the one thread that reads and writes it, so that the window never waits for a disk.

mod backups;
mod held;
mod history;
mod old;
mod report;
mod restoring;
mod safety;
mod second;
mod weeks;

use std::{
    cell::Cell,
    collections::HashSet,
    io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

use jiff::{Timestamp, civil::Date};

pub(super) use self::{
    backups::{BackedUp, Keeping},
    old::OldWeek,
    report::{HistoryMovedTo, NotOpened, Opened, Report, Saved, State},
    second::Followed,
};
use self::{
    backups::{Backing, Next},
    held::Held,
};
use super::{Clock, Wake, paths::is_same_file, reading::Reading, sample, serial};
use crate::{
    domain::{CampData, CampSeed, Edit, PlayerId, WeekId},
    storage::{
        Backup, BackupReason, CampFile, HistoryMove, Mode, Occasion, OpenError, Refusal, StepId,
    },
};

/// So often it is looked at whether the file is still in its place while nothing is asked.
const LOOK_OUTSIDE: Duration = Duration::from_secs(3);

/// A change that was asked for. The answer carries the same number.
pub(crate) type Ticket = u64;

/// What the keeper is asked to do.
#[derive(Debug)]
enum Request {
    Open(PathBuf, Mode),
    Create(PathBuf, String, Date, Option<Box<Origin>>),
    Sample(Date),
    Apply(Change),
    MoveInHistory(HistoryMove),
    History,
    /// With the backups of the camp, if they are to go, too.
    ForgetHistory {
        with_backups: bool,
    },
    /// Another week shall be shown; `None` for the current one.
    LookAt(Option<WeekId>),
    WeekList,
    Season,
    Read(Reading),
    Close,
    /// Looks through the whole file, until somebody no longer wants to know.
    CheckFile(Arc<AtomicBool>),
    /// Whether the file is still the one that was opened.
    LookOutside,
    SaveCopy(PathBuf),
    /// `None`: the open camp.
    ReadOld(Option<PathBuf>),
    /// Puts a backup in this place, and opens it.
    PutBack(Box<Backup>, PathBuf),
    /// Makes a new camp file of a backup.
    RestoreAs(Box<Backup>, PathBuf),
    /// Opens a backup to look at it.
    LookInto(Box<Backup>),
    /// Has no answer of its own, as the next one: [`Report::BackedUp`] comes whenever a backup is made.
    BackUp,
    /// Camps are kept otherwise from now on.
    KeepOtherwise(Keeping),
}

/// The old camp that a new one goes on from, and who comes along.
#[derive(Debug)]
pub(super) struct Origin {
    pub(super) camp: CampData,
    pub(super) chosen: HashSet<PlayerId>,
}

/// A change of the open camp.
#[derive(Debug)]
struct Change {
    ticket: Ticket,
    edit: Box<Edit>,
    at: Timestamp,
    ratings_follow: bool,
    /// The step of the history that the change belongs to.
    joins: Option<StepId>,
    /// Makes the change only if the camp is still what it was at this revision.
    only_at: Option<u64>,
}

/// A handle on the keeper. Dropping it closes the file.
#[derive(Debug)]
pub(super) struct Keeper {
    // Taken when the keeper is dropped, which ends the thread's loop.
    requests: Option<Sender<Request>>,
    reports: Receiver<Report>,
    thread: Option<thread::JoinHandle<()>>,
    clock: Clock,
    /// Whether the ratings follow every change at once.
    pub(super) ratings_follow: bool,
    /// Requests that have not been answered yet.
    unanswered: Cell<usize>,
    /// Requests that the thread hasn't begun.
    waiting: Arc<AtomicUsize>,
    /// Set when nobody wants to know any more whether the open file is sound.
    stop_check: Arc<AtomicBool>,
}

impl Keeper {
    /// Starts the thread. `wake` is called after each report.
    ///
    /// # Errors
    /// The operating system has no thread left.
    pub(super) fn start(
        wake: Wake,
        clock: Clock,
        ratings_follow: bool,
        keeping: Keeping,
    ) -> io::Result<Self> {
        let (requests, inbox) = mpsc::channel();
        let (outbox, reports) = mpsc::channel();
        let waiting = Arc::<AtomicUsize>::default();
        let backing = Backing::start(
            keeping,
            outbox.clone(),
            Arc::clone(&wake),
            Arc::clone(&waiting),
        )?;
        let thread = thread::Builder::new()
            .name("keeper of the camp file".to_owned())
            .spawn(move || keep(backing, &inbox, &outbox, &wake))?;
        Ok(Self {
            requests: Some(requests),
            reports,
            thread: Some(thread),
            clock,
            ratings_follow,
            unanswered: Cell::new(0),
            waiting,
            stop_check: Arc::default(),
        })
    }

    pub(super) fn open(&self, path: PathBuf, mode: Mode) {
        self.ask(Request::Open(path, mode));
    }

    pub(super) fn create(
        &self,
        path: PathBuf,
        name: String,
        today: Date,
        origin: Option<Box<Origin>>,
    ) {
        self.ask(Request::Create(path, name, today, origin));
    }

    /// Reads an old camp that a new one continues; without a path, the open one.
    pub(super) fn read_old(&self, path: Option<PathBuf>) {
        self.ask(Request::ReadOld(path));
    }

    pub(super) fn open_sample(&self, today: Date) {
        self.ask(Request::Sample(today));
    }

    pub(super) fn close(&self) {
        self.stop_check.store(true, Ordering::Relaxed);
        self.ask(Request::Close);
    }

    /// Asks for a look through the whole file.
    pub(super) fn check_file(&mut self) {
        self.stop_check = Arc::default();
        self.ask(Request::CheckFile(Arc::clone(&self.stop_check)));
    }

    /// Asks whether the file is still the one that was opened.
    pub(super) fn look_outside(&self) {
        // Whoever closes a camp waits for nothing: a change would have looked through the file first.
        self.stop_check.store(true, Ordering::Relaxed);
        self.ask(Request::LookOutside);
    }

    /// Asks for a copy of the camp as it is held here.
    pub(super) fn save_copy(&self, path: PathBuf) {
        self.ask(Request::SaveCopy(path));
    }

    /// Asks for a change of the open camp.
    pub(super) fn apply(&mut self, edit: Edit) -> Ticket {
        let ticket = serial();
        self.apply_as(ticket, edit, None);
        ticket
    }

    /// As [`Self::apply`], or as [`Self::apply_at`] with a revision, under a number that was [given](serial) before.
    pub(super) fn apply_as(&mut self, ticket: Ticket, edit: Edit, only_at: Option<u64>) {
        self.change(ticket, edit, only_at, None);
    }

    /// Asks for a change that was computed from the camp at `revision`; refused as outdated at any other.
    pub(super) fn apply_at(&mut self, edit: Edit, revision: u64) -> Ticket {
        let ticket = serial();
        self.change(ticket, edit, Some(revision), None);
        ticket
    }

    /// Like [`Self::apply_at`], of something that follows from the last change, and is undone with it.
    pub(super) fn add_to(&mut self, step: StepId, edit: Edit, revision: u64) -> Ticket {
        let ticket = serial();
        self.change(ticket, edit, Some(revision), Some(step));
        ticket
    }

    fn change(&mut self, ticket: Ticket, edit: Edit, only_at: Option<u64>, joins: Option<StepId>) {
        self.ask(Request::Apply(Change {
            ticket,
            edit: Box::new(edit),
            at: self.clock.now().timestamp(),
            ratings_follow: self.ratings_follow,
            joins,
            only_at,
        }));
    }

    /// Goes back or forth in the history.
    pub(super) fn move_in_history(&self, to: HistoryMove) {
        self.ask(Request::MoveInHistory(to));
    }

    /// Asks for the history.
    pub(super) fn history(&self) {
        self.ask(Request::History);
    }

    /// Forgets the history for good.
    pub(super) fn forget_history(&self, with_backups: bool) {
        self.ask(Request::ForgetHistory { with_backups });
    }

    /// Asks for another week to be shown; `None` for the current one.
    pub(super) fn look_at(&self, week: Option<WeekId>) {
        self.ask(Request::LookAt(week));
    }

    /// Asks for the list of the weeks of the open camp.
    pub(super) fn week_list(&self) {
        self.ask(Request::WeekList);
    }

    /// Has something read that a page asks for.
    pub(super) fn read(&self, reading: Reading) {
        self.ask(Request::Read(reading));
    }

    /// Asks for all weeks of the open camp, with their records.
    pub(super) fn season(&self) {
        self.ask(Request::Season);
    }

    /// The next report, if there is one. Never waits.
    ///
    /// # Errors
    /// The keeper's thread has died; its message is in the log.
    pub(super) fn next_report(&self) -> Result<Option<Report>, KeeperGone> {
        match self.reports.try_recv() {
            Ok(report) => {
                if report.is_answer() {
                    self.unanswered.set(self.unanswered.get().saturating_sub(1));
                }
                Ok(Some(report))
            }
            Err(mpsc::TryRecvError::Empty) => Ok(None),
            Err(mpsc::TryRecvError::Disconnected) => Err(KeeperGone),
        }
    }

    /// Whether something that was asked for has not been answered.
    pub(super) fn is_busy(&self) -> bool {
        self.unanswered.get() > 0
    }

    /// Puts a backup in a place, and opens it.
    pub(super) fn put_back(&self, backup: Backup, place: PathBuf) {
        self.ask(Request::PutBack(Box::new(backup), place));
    }

    /// Makes a new camp file of a backup.
    pub(super) fn restore_as(&self, backup: Backup, path: PathBuf) {
        self.ask(Request::RestoreAs(Box::new(backup), path));
    }

    /// Opens a backup to look at it.
    pub(super) fn look_into(&self, backup: Backup) {
        self.ask(Request::LookInto(Box::new(backup)));
    }

    /// Asks for a backup of the open camp.
    pub(super) fn back_up(&self) {
        self.tell(Request::BackUp);
    }

    /// Keeps camps otherwise from now on.
    pub(super) fn keep_otherwise(&self, keeping: Keeping) {
        self.tell(Request::KeepOtherwise(keeping));
    }

    fn ask(&self, request: Request) {
        self.unanswered.set(self.unanswered.get() + 1);
        self.tell(request);
    }

    fn tell(&self, request: Request) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        if let Some(requests) = &self.requests
            && requests.send(request).is_err()
        {
            tracing::error!("the keeper of the camp file is gone");
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // Ends the loop; what was asked before is still done, so nothing that was typed is lost.
        self.requests = None;
        self.stop_check.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the keeper of the camp file died");
        }
    }
}

/// The keeper's thread has died.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "Saving has stopped. Quit and start Camp Ladder again. Everything saved so far is in the file"
)]
pub(super) struct KeeperGone;

fn keep(mut backing: Backing, inbox: &Receiver<Request>, outbox: &Sender<Report>, wake: &Wake) {
    // Dropped before the thread of the backups is, as closing a camp makes one.
    let mut held: Option<Held> = None;
    // Goes up with every camp and every change, and never back: what is drawn of one camp is never taken for another's.
    let mut revision = 0;
    // What was found at the place of the file since anything was asked.
    let mut found = None;
    let tell = |report| {
        // Nobody listens any more when the window is closing; what was asked is still done.
        let _ = outbox.send(report);
        wake();
    };
    loop {
        let watched = held.as_ref().filter(|held| held.is_watched());
        let request = match backing.next(inbox, watched.map(|_| LOOK_OUTSIDE)) {
            Ok(Next::Asked(request)) => request,
            Ok(Next::BackupDue) => {
                backing.make(held.as_mut());
                continue;
            }
            Ok(Next::Quiet) => {
                let now = watched.and_then(|held| held.file.outside_change());
                if now != std::mem::replace(&mut found, now) {
                    tell(Report::FoundOutside(now));
                }
                continue;
            }
            Err(_) => break,
        };
        found = None;
        revision += 1;
        let mut report = match request {
            Request::Open(path, mode) => {
                // A camp that is opened anew is closed first; any other stays open until the new one is.
                let closed = held
                    .take_if(|held| is_same_file(held.file.path(), &path))
                    .is_some();
                let opened = Held::open(backing.open(&path, mode), &path);
                begin(&mut held, opened, Some(path), revision, closed)
            }
            Request::Create(path, name, today, origin) => {
                let seed = origin
                    .map_or_else(CampSeed::default, |origin| origin.camp.seed(&origin.chosen));
                let made = CampFile::create_from(&path, &name, today, &seed);
                let opened = Held::open(backing.keep(made), &path);
                begin(&mut held, opened, Some(path), revision, false)
            }
            Request::Sample(today) => match sample::open(today) {
                Ok((file, camp)) => {
                    begin(&mut held, Ok(Held::new(file, camp)), None, revision, false)
                }
                Err(reason) => Report::NoSample(reason),
            },
            Request::Apply(change) => apply(&mut held, change, revision),
            Request::MoveInHistory(way) => history::move_in_history(&mut held, way, revision),
            Request::History => history::list(held.as_ref()),
            Request::ForgetHistory { with_backups } => {
                history::forget(held.as_mut(), with_backups.then_some(&mut backing))
            }
            Request::LookAt(week) => weeks::look(held.as_mut(), week, revision),
            Request::WeekList => weeks::summaries(held.as_ref()),
            Request::Season => weeks::season(held.as_ref()),
            Request::Read(reading) => Report::Read(held.as_ref().map(|held| held.answer(reading))),
            Request::Close => {
                held = None;
                Report::Closed
            }
            Request::CheckFile(stop) => safety::check_file(&mut held, stop),
            Request::LookOutside => safety::look_outside(held.as_ref()),
            Request::SaveCopy(path) => safety::save_copy(held.as_mut(), path, &backing),
            Request::ReadOld(path) => {
                let camp = old::read(held.as_ref(), path.as_deref());
                Report::Old {
                    camp: camp.map(Box::new),
                    path,
                }
            }
            Request::PutBack(backup, place) => {
                restoring::put_back(&mut held, &backing, &backup, place, revision)
            }
            Request::RestoreAs(backup, path) => restoring::save_as(backup, path),
            Request::LookInto(backup) => {
                restoring::look_into(&mut held, &backing, &backup, revision)
            }
            Request::BackUp => {
                if let Some(held) = &mut held {
                    held.file.back_up(BackupReason::Asked, &|| false);
                }
                continue;
            }
            Request::KeepOtherwise(keeping) => {
                backing.use_other(keeping, held.as_mut());
                continue;
            }
        };
        if let Report::NotOpened(not_opened) = &mut report {
            let newest = backing.newest(&not_opened.path, &not_opened.error);
            not_opened.backup = newest.map(Box::new);
        }
        backing.follow(held.as_ref());
        tell(report);
        backing.follow_opened();
        if let Some(held) = &held {
            held.file.rest();
        }
    }
}

/// Holds a camp instead of the one before, if it was opened.
fn begin(
    held: &mut Option<Held>,
    opened: Result<Held, OpenError>,
    path: Option<PathBuf>,
    revision: u64,
    closed: bool,
) -> Report {
    match opened {
        Ok(mut now) => {
            now.revision = revision;
            let opened = Opened {
                // A history that can't be read keeps nobody from the camp.
                state: now.state(now.file.next_steps().unwrap_or_default()),
                path,
                mode: now.file.mode(),
                is_checked: now.file.is_checked(),
                moved_aside: now.file.moved_aside().cloned(),
                lost_history: now.file.lost_history(),
                last_backup: now.file.last_backup(),
                is_backup: false,
                replaced: None,
            };
            *held = Some(now);
            Report::Opened(Box::new(opened))
        }
        Err(error) => safety::not_opened(path.unwrap_or_default(), error, closed),
    }
}

/// Makes a change.
fn apply(slot: &mut Option<Held>, change: Change, revision: u64) -> Report {
    let ticket = change.ticket;
    let Some(held) = slot else {
        return Report::Refused(ticket, Refusal::Outdated.into());
    };
    if change.only_at.is_some_and(|at| at != held.revision) {
        return Report::Refused(ticket, Refusal::Outdated.into());
    }
    let edit = &change.edit;
    if let Some(refusal) = held.refusal().filter(|_| edit.changes_week()) {
        return Report::Refused(ticket, refusal);
    }
    let occasion = Occasion {
        name: held.file.name_of(edit, &held.camp),
        at: change.at,
        ratings_follow: change.ratings_follow,
        joins: change.joins,
    };
    // The log has no names of children: the kind of change is enough to follow what happened.
    let applied = match held.file.apply(edit, &occasion) {
        Ok(applied) => applied,
        Err(error) => {
            tracing::warn!("not saved: {}", edit.kind());
            return Report::Refused(ticket, error);
        }
    };
    tracing::info!("saved: {}", edit.kind());
    // Before the camp is read anew: an import may hold a million games.
    drop(change.edit);
    match held.follow(applied.changed, revision) {
        Ok(state) => Report::Applied(Box::new(Saved {
            ticket,
            name: occasion.name,
            state,
            added: applied.added,
            ratings_wait: applied.ratings_wait,
            outside: applied.outside,
            thinned: held.file.take_thinned(),
        })),
        Err(error) => {
            *slot = None;
            Report::Lost(error)
        }
    }
}
