//! The keeper of the camp file: the one thread that reads and writes it, so that the window never waits for a disk.

mod answer;
mod backups;
mod endings;
mod first;
mod held;
mod history;
mod old;
mod opening;
mod outlet;
mod report;
mod request;
mod restoring;
mod safety;
mod second;
mod watch;
mod weeks;

use std::{
    cell::{Cell, RefCell},
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

use jiff::civil::Date;

pub(crate) use self::watch::Watch;
use self::{
    answer::carry_out,
    backups::{Backing, Next},
    endings::UnderWay,
    held::Held,
    outlet::{LastSaved, Outlet},
    request::{Asked, Change, Request},
};
pub(super) use self::{
    backups::{BackedUp, Keeping},
    endings::Endings,
    first::Trust,
    old::OldWeek,
    report::{GaveUp, HistoryMovedTo, NotOpened, Opened, Report, Saved, State},
    request::{GivenUp, Origin},
    second::Followed,
};
use super::{Clock, ListedBackup, PutBack, Wake, reading::Reading, serial, untold::Unfinished};
use crate::{
    domain::{Edit, WeekId},
    storage::{Backup, HistoryMove, Mode, OpenError, OutsideChange, StepId, TakenCopy},
};

/// So often it is looked at whether the file is still in its place while nothing is asked.
const LOOK_OUTSIDE: Duration = Duration::from_secs(3);

/// A change that was asked for. The answer carries the same number.
pub(crate) type Ticket = u64;

/// A handle on the keeper. Dropping it closes the file, which isn't waited for here but [at the end](Endings).
#[derive(Debug)]
pub(super) struct Keeper {
    // Taken when the keeper is dropped, which ends the thread's loop.
    requests: Option<Sender<Asked>>,
    reports: Receiver<Report>,
    thread: Option<thread::JoinHandle<()>>,
    endings: Endings,
    clock: Clock,
    /// Whether the ratings follow every change at once.
    pub(super) ratings_follow: bool,
    /// Requests that have not been answered yet.
    unanswered: Cell<usize>,
    /// Requests that the thread hasn't begun.
    waiting: Arc<AtomicUsize>,
    /// Set when nobody wants to know any more whether the open file is sound.
    stop_check: Arc<AtomicBool>,
    /// Of the camp that is opened, or was last.
    given_up: RefCell<GivenUp>,
    /// The camp that was opened last, by the revision at which that was so.
    opened_at: Cell<u64>,
    watch: Arc<Watch>,
    last_saved: LastSaved,
    /// The changes that have not been answered yet.
    asked: RefCell<Vec<Ticket>>,
    under_way: RefCell<UnderWay>,
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
        trust: Trust,
        endings: Endings,
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
        let backing = match trust {
            Trust::Given => backing,
            Trust::AfterSilence => backing.in_doubt()?,
        };
        let watch = {
            let (outbox, wake) = (outbox.clone(), Arc::clone(&wake));
            Watch::start(move || {
                let _ = outbox.send(Report::FoundOutside(Some(OutsideChange::Silent)));
                wake();
            })?
        };
        let last_saved = LastSaved::default();
        let to = Outlet::new(
            outbox,
            wake,
            Arc::clone(&watch),
            Arc::clone(&last_saved),
            clock,
        );
        let thread = thread::Builder::new()
            .name("keeper of the camp file".to_owned())
            .spawn(move || keep(backing, &inbox, &to))?;
        Ok(Self {
            requests: Some(requests),
            reports,
            thread: Some(thread),
            endings,
            clock,
            ratings_follow,
            unanswered: Cell::new(0),
            waiting,
            stop_check: Arc::default(),
            given_up: RefCell::default(),
            opened_at: Cell::new(0),
            watch,
            last_saved,
            asked: RefCell::default(),
            under_way: RefCell::default(),
        })
    }

    /// Whether the camp is held in memory, too.
    #[cfg(test)]
    pub(super) fn holds_image(&self) -> bool {
        outlet::image_in(&self.last_saved).is_some()
    }

    /// Whether it waits for a drive that doesn't answer, and so nothing comes of what it is asked.
    pub(super) fn is_held_up(&self) -> bool {
        self.watch.silent().is_some()
    }

    /// That drive, as a director knows it.
    pub(super) fn held_up_by(&self) -> Option<PathBuf> {
        self.watch.silent_drive()
    }

    /// Whether that is because of this file.
    pub(super) fn waits_for(&self, file: &Path) -> bool {
        self.watch.silent().is_some_and(|silent| silent == file)
    }

    pub(super) fn open(&self, path: PathBuf, mode: Mode) {
        self.ask_to_open(Request::Open(path, mode));
    }

    /// The window goes on in the camp that is open, and no longer waits for another one.
    pub(super) fn give_up_opening(&self) {
        self.given_up.borrow().say();
    }

    pub(super) fn create(
        &self,
        path: PathBuf,
        name: String,
        today: Date,
        origin: Option<Box<Origin>>,
    ) {
        self.ask_to_open(Request::Create(path, name, today, origin));
    }

    /// Reads an old camp that a new one continues; without a path, the open one.
    pub(super) fn read_old(&self, path: Option<PathBuf>) {
        self.ask(Request::ReadOld(path));
    }

    pub(super) fn open_sample(&self, today: Date) {
        self.ask_to_open(Request::Sample(today));
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

    /// Asks for what is to be written into a copy, which comes as it is held here now.
    pub(super) fn take_copy(&self, path: PathBuf) -> GivenUp {
        let given_up = GivenUp::default();
        self.ask(Request::TakeCopy(path, given_up.clone()));
        given_up
    }

    /// Has a copy written that another keeper has taken.
    pub(super) fn write_copy(&self, taken: Box<TakenCopy>, path: PathBuf, given_up: GivenUp) {
        self.ask(Request::WriteCopy(taken, path, given_up));
    }

    /// Asks for a copy of the camp as it is held here. None is made any more once the answer says that it is given up.
    pub(super) fn save_copy(&self, path: PathBuf, given_up: GivenUp) {
        self.ask(Request::SaveCopy(path, given_up));
    }

    /// Goes on in a copy of a camp that is only looked at, which is there.
    pub(super) fn go_on_in(&self, path: PathBuf) {
        self.ask(Request::GoOnIn(path));
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

    /// Goes on from what another keeper, which is held up, has saved last, in a new file.
    pub(super) fn go_on_from(&self, other: &Self, path: PathBuf, revision: u64) {
        self.opened_at.set(revision);
        self.ask(Request::GoOn(Arc::clone(&other.last_saved), path, revision));
    }

    /// The changes that have not been answered, the first one first.
    pub(super) fn unanswered_changes(&self) -> Vec<Ticket> {
        self.asked.borrow().clone()
    }

    fn change(&mut self, ticket: Ticket, edit: Edit, only_at: Option<u64>, joins: Option<StepId>) {
        self.asked.borrow_mut().push(ticket);
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
                self.under_way.borrow_mut().follow(&report);
                if let Report::Applied(saved) = &report {
                    self.was_answered(saved.ticket);
                } else if let Report::Refused(ticket, _) = &report {
                    self.was_answered(*ticket);
                } else if let Report::Opened(opened) = &report {
                    self.opened_at.set(opened.known_by);
                }
                if report.is_answer() {
                    self.unanswered.set(self.unanswered.get().saturating_sub(1));
                }
                Ok(Some(report))
            }
            Err(mpsc::TryRecvError::Empty) => Ok(None),
            Err(mpsc::TryRecvError::Disconnected) => Err(KeeperGone),
        }
    }

    fn was_answered(&self, ticket: Ticket) {
        self.asked.borrow_mut().retain(|asked| *asked != ticket);
    }

    /// Whether something that was asked for has not been answered.
    pub(super) fn is_busy(&self) -> bool {
        self.unanswered.get() > 0
    }

    /// Puts a camp in its place, and opens it.
    pub(super) fn put_back(&self, what: PutBack, place: PathBuf) {
        self.ask_to_open(Request::PutBack(what, place));
    }

    /// Makes a new camp file of a backup.
    pub(super) fn restore_as(&self, backup: Backup, path: PathBuf) {
        self.ask(Request::RestoreAs(Box::new(backup), path));
    }

    /// Opens a backup to look at it.
    pub(super) fn look_into(&self, listed: Box<ListedBackup>) {
        self.ask_to_open(Request::LookInto(listed));
    }

    /// Asks for a backup of the open camp.
    pub(super) fn back_up(&self) {
        self.tell(Request::BackUp);
    }

    /// Gives up deleting backups in a place that is lost.
    pub(super) fn give_up_place(&self, place: PathBuf) {
        self.tell(Request::GiveUpPlace(place));
    }

    /// Keeps camps otherwise from now on.
    pub(super) fn keep_otherwise(&self, keeping: Keeping) {
        self.tell(Request::KeepOtherwise(keeping));
    }

    fn ask_to_open(&self, request: Request) {
        // That of the one before stays as it is.
        self.given_up.replace(GivenUp::default());
        self.ask(request);
    }

    /// Nobody wants to know any more what comes of a copy.
    pub(super) fn forget_copy(&self) {
        self.under_way.borrow_mut().forget_copy();
    }

    fn ask(&self, request: Request) {
        if let Some(copy) = request.copy() {
            let copy = Unfinished::Copy(copy.to_owned());
            self.under_way.borrow_mut().begin(copy);
        }
        self.unanswered.set(self.unanswered.get() + 1);
        self.tell(request);
    }

    fn tell(&self, request: Request) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let asked = Asked {
            request,
            of: self.opened_at.get(),
            given_up: self.given_up.borrow().clone(),
        };
        if let Some(requests) = &self.requests
            && requests.send(asked).is_err()
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
        if let Some(thread) = self.thread.take() {
            // What it says from now on the next start tells.
            let (_, nothing) = mpsc::channel();
            let reports = std::mem::replace(&mut self.reports, nothing);
            let watch = Arc::clone(&self.watch);
            let under_way = self.under_way.take();
            self.endings.add_keeper(thread, watch, reports, under_way);
        }
    }
}

/// The keeper's thread has died.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "Saving has stopped. Quit and start Camp Ladder again. Everything saved so far is in the file"
)]
pub(super) struct KeeperGone;

fn keep(mut backing: Backing, inbox: &Receiver<Asked>, to: &Outlet) {
    let watch = &*to.watch;
    let _ends = EndOfWatch(watch);
    // Dropped before the thread of the backups is, as closing a camp makes one.
    let mut held: Option<Held> = None;
    // Goes up with every camp and every change, and never back: what is drawn of one camp is never taken for another's.
    let mut revision = serial() << 32;
    // What was told last of the place of the file.
    let mut found = None;
    loop {
        let watched = held.as_ref().filter(|held| held.is_watched());
        let quiet = watched.map(|_| LOOK_OUTSIDE).into_iter();
        // A file that is away isn't copied, and its drive not asked more often for that.
        let quiet = quiet
            .chain(to.is_due_in().filter(|_| found.is_none()))
            .min();
        let next = backing.next(inbox, quiet);
        let open = held.as_ref().map(|held| held.file.path());
        let also = match &next {
            Ok(Next::Asked(asked)) => asked.request.file(),
            _ => None,
        };
        let takes_backups =
            matches!(&next, Ok(Next::Asked(asked)) if asked.request.takes_backups());
        let its_backups = backing.places().filter(|_| takes_backups);
        let its_backups = its_backups.map(|places| places.folder.clone());
        let files = open.into_iter().chain(also).map(Path::to_owned);
        // And what every camp that is opened or closed takes.
        let backups = backing.folder_in_use().map(Path::to_owned);
        let files = files.chain(its_backups.or(backups));
        let files = files.collect::<Vec<_>>();
        let _at_work = watch.at_work(&files);
        if let (Err(_), Some(held)) = (&next, &mut held) {
            held.file.begin_last_backup();
        }
        #[cfg(test)]
        for file in &files {
            watch::wait_for_drive(file);
        }
        if let Some(report) = backing.take_up(held.as_mut()) {
            to.tell(report);
        }
        let asked = match next {
            Ok(Next::Asked(asked)) => asked,
            Ok(Next::BackupDue) => {
                backing.make(held.as_mut());
                continue;
            }
            Ok(Next::Quiet) => {
                let watched = held.as_ref().filter(|held| held.is_watched());
                if let Some(report) = backing.tell_doubt(watched) {
                    to.tell(report);
                }
                backing.follow_lost(watched);
                let now = watched.and_then(|held| held.file.outside_change());
                if now != std::mem::replace(&mut found, now) || watch.was_silent() {
                    to.tell(Report::FoundOutside(now));
                }
                if now.is_none() {
                    to.copy_if_due(held.as_ref());
                }
                continue;
            }
            Err(_) => {
                drop(held.take());
                drop(backing);
                return;
            }
        };
        revision += 1;
        if let Request::GoOn(_, _, at) = asked.request {
            revision = at;
        }
        let Some(mut report) = carry_out(asked, &mut held, &mut backing, to, revision) else {
            continue;
        };
        if let Report::NotOpened(not_opened) = &mut report {
            backing.add_newest(not_opened);
        }
        backing.follow(held.as_ref());
        if matches!(report, Report::Forgotten { .. }) {
            // An image has what was deleted.
            to.forget();
        }
        to.follow(held.as_ref());
        found = report.outside(found);
        to.tell(report);
        backing.follow_opened();
        if watch.was_silent() {
            found = held.as_ref().and_then(|held| held.file.outside_change());
            to.tell(Report::FoundOutside(found));
        }
        if let Some(held) = &held {
            held.file.rest();
        }
    }
}

/// Ends the watch with the keeper, also if that dies.
struct EndOfWatch<'a>(&'a Watch);

impl Drop for EndOfWatch<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// What is so while a request is carried out.
#[derive(Clone, Copy)]
struct Turn<'a> {
    /// What a camp has after it that is another then.
    revision: u64,
    given_up: &'a GivenUp,
}

/// Holds a camp instead of the one before, if it was opened. `closed`: that one is closed already, and so there is none to go on in.
fn begin(
    held: &mut Option<Held>,
    opened: Result<Held, OpenError>,
    path: Option<PathBuf>,
    turn: Turn<'_>,
    closed: bool,
) -> Report {
    match opened {
        Ok(_) if !closed && turn.given_up.is_so() => Report::GivenUp(GaveUp::of(path)),
        Ok(mut now) => {
            now.known.revision = turn.revision;
            now.known.opened_at = turn.revision;
            let opened = Opened {
                // A history that can't be read keeps nobody from the camp.
                state: now.state(now.file.next_steps().unwrap_or_default()),
                known_by: turn.revision,
                path,
                mode: now.file.mode(),
                is_checked: now.file.is_checked(),
                moved_aside: now.file.moved_aside().cloned(),
                last_backup: now.file.last_backup(),
                backup: None,
                restored: None,
                replaced: None,
            };
            *held = Some(now);
            Report::Opened(Box::new(opened))
        }
        Err(error) => safety::not_opened(path.unwrap_or_default(), error, closed),
    }
}
