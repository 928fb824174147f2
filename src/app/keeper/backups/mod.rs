//! Backups of the open camp. The keeper takes the quick copy when nobody waits for it; a thread of its own verifies and packs it.

use std::{
    cell::Cell,
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use jiff::Timestamp;

use super::{
    Held, NotOpened, Report,
    first::Doubt,
    second::{Follow, Follower},
};
use crate::{
    app::{
        Wake,
        dialogs::{LastGood, PlaceOfCamp},
    },
    storage::{
        BackupError, BackupPlaces, BackupReason, Backups, BackupsOf, CameToNothing, CampFile,
        HistoryLimit, MadeRoom, Mode, OpenError, Snapshot, changes_since, real_clock,
    },
};

/// While it is worked on, a camp that has changed is backed up this often.
const WORKING: Duration = Duration::from_mins(10);

/// A camp that was just opened is first shown.
const SETTLED: Duration = Duration::from_millis(500);

/// When a backup was put off because somebody waited.
const AGAIN: Duration = Duration::from_secs(2);

/// Whether it is for the backup that nobody had to wait any longer.
fn is_backup_due(due: Option<Duration>, quiet: Option<Duration>) -> bool {
    due.is_some_and(|due| quiet.is_none_or(|quiet| due <= quiet))
}

/// What the keeper does next.
pub(super) enum Next<T> {
    Asked(T),
    BackupDue,
    /// Nothing was asked for a while.
    Quiet,
}

/// How camps are kept, on this computer.
#[derive(Clone, Debug)]
pub(in super::super) struct Keeping {
    /// Where backups go; `None` keeps none.
    pub(in super::super) backups: Option<BackupPlaces>,
    pub(in super::super) history: HistoryLimit,
}

/// What became of a backup.
#[derive(Debug)]
pub(in super::super) struct BackedUp {
    /// The camp.
    pub(in super::super) file: PathBuf,
    pub(in super::super) reason: BackupReason,
    /// When it was made, or why there is none.
    pub(in super::super) made: Result<Timestamp, String>,
}

/// What the thread that finishes backups is given.
enum Work {
    Finish {
        file: PathBuf,
        reason: BackupReason,
        places: BackupPlaces,
        made: Result<Snapshot, BackupError>,
        came_to_nothing: CameToNothing,
    },
    /// Deletes the backups of a camp, also those that are still on their way.
    Delete {
        file: PathBuf,
        places: BackupPlaces,
        of: BackupsOf,
        done: Sender<Result<usize, BackupError>>,
    },
}

/// The keeper's side.
pub(super) struct Backing {
    keeping: Keeping,
    outbox: Sender<Report>,
    // Taken at the end, which ends the thread.
    work: Option<Sender<Work>>,
    thread: Option<thread::JoinHandle<()>>,
    second: Follower,
    /// Until the first place has answered, where it may be on a drive that doesn't.
    doubt: Option<Doubt>,
    /// Brings the second place up to the first for a camp that was opened.
    to_follow: Cell<Option<Follow>>,
    /// Requests that the keeper hasn't begun.
    waiting: Arc<AtomicUsize>,
    /// When the open camp is to be backed up.
    due: Option<Instant>,
}

impl Backing {
    pub(super) fn start(
        keeping: Keeping,
        outbox: Sender<Report>,
        wake: Wake,
        waiting: Arc<AtomicUsize>,
    ) -> io::Result<Self> {
        let (work, inbox) = mpsc::channel();
        let second = Follower::start(outbox.clone(), Wake::clone(&wake))?;
        let follow = second.sender();
        let told = outbox.clone();
        let thread = thread::Builder::new()
            .name("backups".to_owned())
            .spawn(move || finish_all(&inbox, &follow, &told, &wake))?;
        Ok(Self {
            keeping,
            outbox,
            work: Some(work),
            thread: Some(thread),
            second,
            doubt: None,
            to_follow: Cell::new(None),
            waiting,
            due: None,
        })
    }

    /// The same where the first place may be on a drive that doesn't answer: it is asked first.
    ///
    /// # Errors
    /// The operating system has no thread left.
    pub(super) fn in_doubt(mut self) -> io::Result<Self> {
        let places = self.keeping.backups.as_ref();
        self.doubt = places.map(|places| Doubt::of(&places.folder)).transpose()?;
        Ok(self)
    }

    /// The folder that every camp takes that is opened or closed; `None` where there is none, or it is let alone.
    pub(super) fn folder_in_use(&mut self) -> Option<&Path> {
        self.doubt.take_if(|doubt| doubt.is_over());
        let places = self.keeping.backups.as_ref();
        let places = places.filter(|_| self.doubt.is_none());
        places.map(|places| places.folder.as_path())
    }

    /// Begins to keep backups of a camp that was opened without. The newest one is told where that has everything, as none is made then.
    pub(super) fn take_up(&mut self, held: Option<&mut Held>) -> Option<Report> {
        let wanted = held.filter(|held| held.is_watched() && !held.file.keeps_backups());
        let held = wanted.filter(|_| self.doubt.is_none())?;
        let backups = self.backups(held.file.path())?;
        held.file.keep_backups(backups);
        self.to_follow.set(self.follow_of(&held.file));
        self.follow_opened();
        // It may have been worked on without any.
        let is_due = held.file.needs_backup();
        self.due = is_due.then(Instant::now);
        let newest = held.file.last_backup().filter(|_| !is_due)?;
        Some(Report::BackedUp(BackedUp {
            file: held.file.path().to_owned(),
            reason: BackupReason::Opened,
            made: Ok(newest),
        }))
    }

    /// That nothing comes of backups as long as their place doesn't answer, where the director has asked for one.
    pub(super) fn refuse(&mut self, held: &Held) -> Option<Report> {
        let doubt = self.doubt.as_mut()?;
        Some(doubt.no_backup(held, BackupReason::Asked))
    }

    /// The same where nobody has asked, once for each camp.
    pub(super) fn tell_doubt(&mut self, held: Option<&Held>) -> Option<Report> {
        self.doubt.as_mut()?.tell_once(held?)
    }

    /// Something else was chosen.
    pub(super) fn use_other(&mut self, keeping: Keeping, held: Option<&mut Held>) {
        self.keeping = keeping;
        let Some(held) = held else { return };
        held.file.limit_history(self.keeping.history);
        if let Some(backups) = self.backups(held.file.path()) {
            held.file.keep_backups(backups);
        }
        self.to_follow.set(self.follow_of(&held.file));
        self.follow_opened();
    }

    fn follow_of(&self, camp: &CampFile) -> Option<Follow> {
        let places = self.keeping.backups.clone()?;
        let uid = camp.backups_of().ok()?.uid()?.to_owned();
        Some(Follow::new(camp.path().to_owned(), places, uid))
    }

    /// Brings the second place up to the first for a camp that was opened, once that is told.
    pub(super) fn follow_opened(&self) {
        if let Some(follow) = self.to_follow.take() {
            self.second.follow(follow);
        }
    }

    /// Deletes the backups of the camp that is open in the first place, and says how many there were. Those in other places follow.
    ///
    /// # Errors
    /// The disk refuses; some may be left then.
    pub(super) fn delete(&mut self, held: &mut Held) -> Result<usize, BackupError> {
        let of = held.file.backups_of();
        let places = self.keeping.backups.clone();
        let (Some(places), Some(work), Ok(of)) = (places, &self.work, of) else {
            return Ok(0);
        };
        held.file.forget_backups();
        let (done, deleted) = mpsc::channel();
        let file = held.file.path().to_owned();
        let _ = work.send(Work::Delete {
            file,
            places,
            of,
            done,
        });
        // At once there is a new one, of the camp without what was deleted.
        self.due = Some(Instant::now());
        deleted.recv().unwrap_or(Ok(0))
    }

    /// Gives up deleting backups in a place that is lost.
    pub(super) fn give_up(&self, place: PathBuf, held: Option<&Held>) {
        if let Some(follow) = held.and_then(|held| self.follow_of(&held.file)) {
            self.second.follow(follow.without(place));
        }
    }

    /// Adds what a camp that can't be opened may be had back from: what made room in its place, and the newest good backup, where that would help.
    pub(super) fn add_newest(&self, not_opened: &mut NotOpened) {
        not_opened.made_room = MadeRoom::of_gone(&not_opened.path);
        let NotOpened {
            path,
            error,
            can_import,
            ..
        } = &*not_opened;
        let would_help = matches!(
            error,
            OpenError::NotThere(_)
                | OpenError::Damaged { .. }
                | OpenError::Stranger { .. }
                | OpenError::NotACamp { .. }
        );
        let Some(places) = self.keeping.backups.as_ref().filter(|_| would_help) else {
            return;
        };
        let of = BackupsOf::file(path);
        let newest = match &self.doubt {
            Some(doubt) => Err(doubt.error()),
            None => places.newest_good(&of),
        };
        match newest {
            Ok(newest) => {
                let unread = newest.unread.map(|error| error.to_string());
                let without = places
                    .without_second(newest.second)
                    .map(|what| format!("{what}: its backups could not be checked"));
                let may_be_older = unread.is_some();
                // Of a file of another kind nobody expects a backup.
                let unseen = unread.into_iter().chain(without).filter(|_| !can_import);
                let unseen = unseen.collect::<Vec<_>>().join(". ");
                let place = match error {
                    _ if !has_folder(path) => PlaceOfCamp::HasNoFolder,
                    OpenError::NotThere(_) => PlaceOfCamp::Free,
                    _ => PlaceOfCamp::HasFile,
                };
                let replaces = place == PlaceOfCamp::HasFile;
                let newest = newest.good.map(|newest| {
                    let is_of_other_file = !of.is_of_file(&newest.backup);
                    LastGood {
                        since: changes_since(path, &of, &newest.backup),
                        place,
                        may_be_other: of.uid().is_none() && (replaces || is_of_other_file),
                        is_of_other_file,
                        may_be_older,
                        newer: newest.newer,
                        unanswered: newest.unanswered,
                        backup: newest.backup,
                    }
                });
                not_opened.backup = newest.map(Box::new);
                not_opened.not_checked = (!unseen.is_empty()).then_some(unseen);
            }
            Err(error) => {
                let why = format!("Its backups could not be checked: {error}");
                not_opened.not_checked = Some(why);
            }
        }
        not_opened.of = of;
    }

    pub(super) fn places(&self) -> Option<&BackupPlaces> {
        self.keeping.backups.as_ref()
    }

    pub(super) fn open(&self, path: &Path, mode: Mode) -> Result<CampFile, OpenError> {
        let opened = match self.doubt {
            Some(_) => CampFile::open_before_backups(path, mode),
            None => CampFile::open_with_backups(path, mode, self.backups(path)),
        };
        let mut camp = opened?;
        camp.limit_history(self.keeping.history);
        if mode == Mode::Change {
            self.to_follow.set(self.follow_of(&camp));
        }
        Ok(camp)
    }

    /// The same without a look at the backups, which are [taken up](Self::take_up) later.
    pub(super) fn open_without_backups(&self, path: &Path) -> Result<CampFile, OpenError> {
        let mut camp = CampFile::open(path, Mode::Change)?;
        camp.limit_history(self.keeping.history);
        Ok(camp)
    }

    /// Keeps backups of a camp that was just made.
    pub(super) fn keep(&self, made: Result<CampFile, OpenError>) -> Result<CampFile, OpenError> {
        let mut camp = made?;
        camp.limit_history(self.keeping.history);
        if let Some(backups) = self.backups(camp.path()) {
            camp.keep_backups(backups);
        }
        Ok(camp)
    }

    fn backups(&self, path: &Path) -> Option<Backups> {
        let places = self.keeping.backups.clone();
        let places = places.filter(|_| self.doubt.is_none())?;
        let work = self.work.clone()?;
        let file = path.to_owned();
        let came_to_nothing = CameToNothing::default();
        let told = came_to_nothing.clone();
        let outbox = self.outbox.clone();
        let backups = Backups::new(places.clone(), move |reason, made| {
            // Of the last one that is told sooner.
            if reason != BackupReason::Closed {
                let _ = outbox.send(Report::BackupBegun(file.clone()));
            }
            let finish = Work::Finish {
                file: file.clone(),
                reason,
                places: places.clone(),
                made,
                came_to_nothing: told.clone(),
            };
            // The thread goes on until nobody can send any more.
            let _ = work.send(finish);
        });
        let (outbox, file) = (self.outbox.clone(), path.to_owned());
        let backups = backups.last_is_told(move || {
            let _ = outbox.send(Report::BackupBegun(file));
        });
        Some(backups.or_made_anew(came_to_nothing))
    }

    /// While nothing is asked: a backup of which nothing came after it was taken is made anew.
    pub(super) fn follow_lost(&mut self, held: Option<&Held>) {
        if held.is_some_and(|held| held.file.has_lost_backup()) {
            self.follow(held);
        }
    }

    /// After each request: when the camp is to be backed up next.
    pub(super) fn follow(&mut self, held: Option<&Held>) {
        self.follow_at(Instant::now(), held);
    }

    fn follow_at(&mut self, now: Instant, held: Option<&Held>) {
        let wanted = held.filter(|held| held.file.needs_backup());
        let Some(held) = wanted else {
            self.due = None;
            return;
        };
        let wait = if held.file.has_begun() || held.file.has_lost_backup() {
            WORKING
        } else {
            SETTLED
        };
        let _ = self.due.get_or_insert(now + wait);
    }

    /// The next request, or what there is to do if none comes before a backup is due, or for so long as `quiet` says.
    ///
    /// # Errors
    /// Nobody can ask for anything any more.
    pub(super) fn next<T>(
        &self,
        inbox: &Receiver<T>,
        quiet: Option<Duration>,
    ) -> Result<Next<T>, RecvTimeoutError> {
        let due = self.due;
        let due = due.map(|due| due.saturating_duration_since(Instant::now()));
        let request = match [due, quiet].into_iter().flatten().min() {
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(wait) => inbox.recv_timeout(wait),
        };
        match request {
            Ok(request) => {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
                Ok(Next::Asked(request))
            }
            Err(RecvTimeoutError::Timeout) if is_backup_due(due, quiet) => Ok(Next::BackupDue),
            Err(RecvTimeoutError::Timeout) => Ok(Next::Quiet),
            Err(gone) => Err(gone),
        }
    }

    /// Makes the backup that is due, unless somebody waits for something else.
    pub(super) fn make(&mut self, held: Option<&mut Held>) {
        self.make_at(Instant::now(), held);
    }

    fn make_at(&mut self, now: Instant, held: Option<&mut Held>) {
        self.due = None;
        let Some(held) = held else { return };
        let reason = if held.file.has_begun() {
            BackupReason::Working
        } else {
            BackupReason::Opened
        };
        let waiting = &self.waiting;
        let done = held
            .file
            .back_up(reason, &|| waiting.load(Ordering::Relaxed) > 0);
        let again = if done { WORKING } else { AGAIN };
        if held.file.needs_backup() {
            self.due = Some(now + again);
        }
    }
}

impl Drop for Backing {
    fn drop(&mut self) {
        self.work = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread of the backups died");
        }
    }
}

fn finish_all(
    inbox: &Receiver<Work>,
    follow: &Sender<Follow>,
    outbox: &Sender<Report>,
    wake: &Wake,
) {
    for work in inbox {
        match work {
            Work::Finish {
                file,
                reason,
                places,
                made,
                came_to_nothing,
            } => {
                #[cfg(test)]
                super::watch::wait_for_drive(&places.folder.join("packing"));
                let made = made.and_then(Snapshot::keep);
                let report = match &made {
                    Ok(backup) => Ok(backup.note.made),
                    Err(error) => {
                        came_to_nothing.say();
                        tracing::warn!("no backup: {error}");
                        Err(error.to_string())
                    }
                };
                let _ = outbox.send(Report::BackedUp(BackedUp {
                    file: file.clone(),
                    reason,
                    made: report,
                }));
                wake();
                if let Ok(backup) = made {
                    let uid = backup.note.uid;
                    let _ = follow.send(Follow::new(file, places, uid));
                }
            }
            Work::Delete {
                file,
                places,
                of,
                done,
            } => {
                let _ = done.send(places.delete(&of, real_clock().timestamp()));
                if let Some(uid) = of.uid().map(str::to_owned) {
                    let _ = follow.send(Follow::new(file, places, uid));
                }
            }
        }
    }
}

/// Whether the folder of a camp file is there.
fn has_folder(path: &Path) -> bool {
    let folder = path.parent();
    folder.is_none_or(|folder| folder.as_os_str().is_empty() || folder.is_dir())
}

#[cfg(test)]
mod tests;
