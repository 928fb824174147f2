//! The keeper of the camp file: the one thread that reads and writes it, so that the window never waits for a disk.

use std::{
    cell::Cell,
    io,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, Sender},
    thread,
};

use jiff::civil::Date;

use super::{paths::is_same_file, sample};
use crate::{
    domain::{CampData, Edit, Record},
    storage::{CampFile, Mode, OpenError, Refusal, StorageError},
};

/// A change that was asked for. The answer carries the same number.
pub(super) type Ticket = u64;

/// What the keeper is asked to do.
#[derive(Debug)]
enum Request {
    Open(PathBuf, Mode),
    Create(PathBuf, String, Date),
    Sample(Date),
    Apply(Ticket, Box<Edit>),
    /// Like `Apply`, but only if the camp is still what it was at this revision.
    ApplyAt(Ticket, Box<Edit>, u64),
    Close,
}

/// What the keeper answers.
#[derive(Debug)]
pub(super) enum Report {
    Opened(Box<Opened>),
    NotOpened {
        path: PathBuf,
        error: OpenError,
        /// The camp that was open before is closed.
        closed: bool,
    },
    /// There is no sample camp: the program itself is damaged.
    NoSample(String),
    Applied(Box<Saved>),
    Refused(Ticket, StorageError),
    /// A change was saved, but then the file could not be read, and was closed.
    Lost(StorageError),
    Closed,
}

/// A camp that was opened.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) camp: CampData,
    /// `None` for the sample camp, which is in no file.
    pub(super) path: Option<PathBuf>,
    pub(super) mode: Mode,
    pub(super) revision: u64,
}

/// A change that was saved.
#[derive(Debug)]
pub(super) struct Saved {
    pub(super) ticket: Ticket,
    /// What was done, in the words of a menu.
    pub(super) name: String,
    /// The camp as it is now.
    pub(super) camp: CampData,
    pub(super) revision: u64,
    pub(super) added: Option<Record>,
}

/// A handle on the keeper. Dropping it closes the file.
#[derive(Debug)]
pub(super) struct Keeper {
    // Taken when the keeper is dropped, which ends the thread's loop.
    requests: Option<Sender<Request>>,
    reports: Receiver<Report>,
    thread: Option<thread::JoinHandle<()>>,
    last_ticket: Ticket,
    /// Requests that have not been answered yet.
    unanswered: Cell<usize>,
}

impl Keeper {
    /// Starts the thread. `wake` is called after each report.
    ///
    /// # Errors
    /// The operating system has no thread left.
    pub(super) fn start(wake: impl Fn() + Send + 'static) -> io::Result<Self> {
        let (requests, inbox) = mpsc::channel();
        let (outbox, reports) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("keeper of the camp file".to_owned())
            .spawn(move || keep(&inbox, &outbox, &wake))?;
        Ok(Self {
            requests: Some(requests),
            reports,
            thread: Some(thread),
            last_ticket: 0,
            unanswered: Cell::new(0),
        })
    }

    pub(super) fn open(&self, path: PathBuf, mode: Mode) {
        self.ask(Request::Open(path, mode));
    }

    pub(super) fn create(&self, path: PathBuf, name: String, today: Date) {
        self.ask(Request::Create(path, name, today));
    }

    pub(super) fn open_sample(&self, today: Date) {
        self.ask(Request::Sample(today));
    }

    pub(super) fn close(&self) {
        self.ask(Request::Close);
    }

    /// Asks for a change of the open camp.
    pub(super) fn apply(&mut self, edit: Edit) -> Ticket {
        self.last_ticket += 1;
        self.ask(Request::Apply(self.last_ticket, Box::new(edit)));
        self.last_ticket
    }

    /// Asks for a change that was computed from the camp at `revision`; refused as outdated at any other.
    pub(super) fn apply_at(&mut self, edit: Edit, revision: u64) -> Ticket {
        self.last_ticket += 1;
        self.ask(Request::ApplyAt(self.last_ticket, Box::new(edit), revision));
        self.last_ticket
    }

    /// The next report, if there is one. Never waits.
    ///
    /// # Errors
    /// The keeper's thread has died; its message is in the log.
    pub(super) fn next_report(&self) -> Result<Option<Report>, KeeperGone> {
        match self.reports.try_recv() {
            Ok(report) => {
                self.unanswered.set(self.unanswered.get().saturating_sub(1));
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

    fn ask(&self, request: Request) {
        self.unanswered.set(self.unanswered.get() + 1);
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
    "The part of the program that saves your camp has stopped. Close the program and start it again: what was saved is in the file"
)]
pub(super) struct KeeperGone;

/// An open file with what it holds.
struct Held {
    file: CampFile,
    camp: CampData,
    revision: u64,
}

impl Held {
    fn open(opened: Result<CampFile, OpenError>, path: &Path) -> Result<Self, OpenError> {
        let file = opened?;
        let camp = file
            .load()
            .map_err(|error| OpenError::from_loading(path, &error))?;
        Ok(Self {
            file,
            camp,
            revision: 0,
        })
    }
}

fn keep(inbox: &Receiver<Request>, outbox: &Sender<Report>, wake: &impl Fn()) {
    let mut held: Option<Held> = None;
    // Goes up with every camp and every change, and never back: what is drawn of one camp is never taken for another's.
    let mut revision = 0;
    while let Ok(request) = inbox.recv() {
        revision += 1;
        let report = match request {
            Request::Open(path, mode) => {
                // A camp that is opened anew is closed first; any other stays open until the new one is.
                let closed = held
                    .take_if(|held| is_same_file(held.file.path(), &path))
                    .is_some();
                let opened = Held::open(CampFile::open(&path, mode), &path);
                begin(&mut held, opened, Some(path), revision, closed)
            }
            Request::Create(path, name, today) => {
                let opened = Held::open(CampFile::create(&path, &name, today), &path);
                begin(&mut held, opened, Some(path), revision, false)
            }
            Request::Sample(today) => match sample::open(today) {
                Ok((file, camp)) => {
                    let opened = Held {
                        file,
                        camp,
                        revision,
                    };
                    begin(&mut held, Ok(opened), None, revision, false)
                }
                Err(reason) => Report::NoSample(reason),
            },
            Request::Apply(ticket, edit) => apply(&mut held, ticket, &edit, None, revision),
            Request::ApplyAt(ticket, edit, at) => {
                apply(&mut held, ticket, &edit, Some(at), revision)
            }
            Request::Close => {
                held = None;
                Report::Closed
            }
        };
        // Nobody listens any more when the window is closing; what was asked is still done.
        let _ = outbox.send(report);
        wake();
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
                camp: now.camp.clone(),
                path,
                mode: now.file.mode(),
                revision,
            };
            *held = Some(now);
            Report::Opened(Box::new(opened))
        }
        Err(error) => Report::NotOpened {
            path: path.unwrap_or_default(),
            error,
            closed,
        },
    }
}

/// Makes a change; `at` is the revision that it was computed from, if it was.
fn apply(
    slot: &mut Option<Held>,
    ticket: Ticket,
    edit: &Edit,
    at: Option<u64>,
    revision: u64,
) -> Report {
    let Some(held) = slot else {
        return Report::Refused(ticket, Refusal::Outdated.into());
    };
    if at.is_some_and(|at| at != held.revision) {
        return Report::Refused(ticket, Refusal::Outdated.into());
    }
    let name = edit.name(&held.camp);
    // The log has no names of children: the kind of change is enough to follow what happened.
    let applied = match held.file.apply(edit) {
        Ok(applied) => applied,
        Err(error) => {
            tracing::warn!("not saved: {}", edit.kind());
            return Report::Refused(ticket, error);
        }
    };
    tracing::info!("saved: {}", edit.kind());
    match held.file.reload(&held.camp, applied.changed) {
        Ok(camp) => {
            held.revision = revision;
            held.camp = camp.clone();
            Report::Applied(Box::new(Saved {
                ticket,
                name,
                camp,
                revision,
                added: applied.added,
            }))
        }
        Err(error) => {
            *slot = None;
            Report::Lost(error)
        }
    }
}
