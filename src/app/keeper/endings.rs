//! What goes on when nobody needs it any more: a keeper does what it was asked, and makes a last backup. No window waits for that; the program does,
//! once its window is gone.

use std::{
    fs::File,
    sync::{Arc, Mutex, PoisonError, mpsc::Receiver},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::{Report, watch::Watch};
use crate::app::untold::{ENDED, Unfinished, Untold};

/// So often it is looked at whether a thread has ended, or waits for a drive that doesn't answer.
const LOOK_AT_THREAD: Duration = Duration::from_millis(5);

/// So long the settings may take, which nobody misses much.
const SETTINGS: Duration = Duration::from_secs(5);

/// Threads that end. Whoever drops this last waits for them, but for none that waits for a drive that doesn't answer.
#[derive(Clone, Debug, Default)]
pub struct Endings(Arc<Threads>);

#[derive(Debug, Default)]
struct Threads {
    all: Mutex<Vec<Ending>>,
    untold: Untold,
}

#[derive(Debug)]
struct Ending {
    thread: JoinHandle<()>,
    given_up: GivenUp,
    /// What it says, which nobody else hears any more.
    reports: Option<Receiver<Report>>,
    under_way: UnderWay,
    /// What keeps others from calling that lost.
    locks: Vec<File>,
}

/// What a keeper is at that isn't done yet, as far as its reports tell.
#[derive(Debug, Default)]
pub(super) struct UnderWay(Vec<Unfinished>);

impl UnderWay {
    pub(super) fn begin(&mut self, what: Unfinished) {
        self.0.push(what);
    }

    /// Nobody wants to know any more what comes of a copy.
    pub(super) fn forget_copy(&mut self) {
        self.0.retain(|what| !matches!(what, Unfinished::Copy(_)));
    }

    /// Whether this was under way, and is done.
    fn finish(&mut self, what: &Unfinished) -> bool {
        let at = self.0.iter().position(|it| it == what);
        at.map(|at| self.0.remove(at)).is_some()
    }

    /// Takes what a report says, and returns what came of something by it: why nothing, as a sentence without its period.
    pub(super) fn follow(&mut self, report: &Report) -> Option<(Unfinished, Result<(), String>)> {
        let (copy, came) = match report {
            Report::BackupBegun(camp) => {
                self.begin(Unfinished::Backup(camp.clone()));
                return None;
            }
            Report::BackedUp(backed_up) => {
                let what = Unfinished::Backup(backed_up.file.clone());
                self.finish(&what);
                // A later one may be on its way yet.
                let is_last = !self.0.contains(&what);
                let came = backed_up.made.clone().map(|_| ());
                return is_last.then_some((what, came));
            }
            // Nobody is left who would have it written.
            Report::CopyTaken(path, _) => (path, Err(ENDED.to_owned())),
            Report::CopySaved { path, .. } | Report::Rescued { path, .. } => (path, Ok(())),
            Report::CopyNotSaved(path, error) => (path, Err(error.to_string())),
            Report::CopyGivenUp => {
                let is_copy = |what: &Unfinished| matches!(what, Unfinished::Copy(_));
                let at = self.0.iter().position(is_copy)?;
                return Some((self.0.remove(at), Ok(())));
            }
            _ => return None,
        };
        let what = Unfinished::Copy(copy.clone());
        self.finish(&what).then_some((what, came))
    }
}

/// When a thread isn't waited for any longer.
#[derive(Debug)]
enum GivenUp {
    /// Once it is known to wait for a drive that doesn't answer.
    Silent(Arc<Watch>),
    After(Duration),
}

impl Endings {
    /// Takes note in `untold` of backups and copies that fail.
    pub(in super::super) fn new(untold: Untold) -> Self {
        Self(Arc::new(Threads {
            all: Mutex::default(),
            untold,
        }))
    }

    /// A keeper that nobody asks any more, with what it hasn't said to be done.
    pub(super) fn add_keeper(
        &self,
        thread: JoinHandle<()>,
        watch: Arc<Watch>,
        reports: Receiver<Report>,
        under_way: UnderWay,
    ) {
        // Whoever has left a drive that doesn't answer knows that nothing is saved there.
        let is_silent = watch.silent().is_some();
        let reports = (!is_silent).then_some((reports, under_way));
        self.add(thread, GivenUp::Silent(watch), reports);
    }

    /// A thread that writes the settings.
    pub(in super::super) fn add_settings(&self, thread: JoinHandle<()>) {
        self.add(thread, GivenUp::After(SETTINGS), None);
    }

    fn add(
        &self,
        thread: JoinHandle<()>,
        given_up: GivenUp,
        said: Option<(Receiver<Report>, UnderWay)>,
    ) {
        let (reports, under_way) = said.unzip();
        let mut threads = self.0.all.lock().unwrap_or_else(PoisonError::into_inner);
        threads.retain(|ending| ending.reports.is_some() || !ending.thread.is_finished());
        threads.push(Ending {
            thread,
            given_up,
            reports,
            under_way: under_way.unwrap_or_default(),
            locks: Vec::new(),
        });
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        let threads = self.all.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut threads = std::mem::take(threads);
        // Of all of them, before any is waited for: the program may be ended meanwhile.
        for ending in &mut threads {
            ending.begin(&self.untold);
        }
        for ending in threads {
            ending.wait(&self.untold);
        }
    }
}

impl Ending {
    /// Takes note of what isn't done yet.
    fn begin(&mut self, untold: &Untold) {
        let begun = self.under_way.0.iter();
        self.locks = begun.filter_map(|what| untold.begin(what)).collect();
        self.listen(untold);
    }

    /// Takes note of what it says, which nobody else hears.
    fn listen(&mut self, untold: &Untold) {
        for report in self.reports.iter().flat_map(Receiver::try_iter) {
            if let Report::BackupBegun(camp) = &report {
                let begun = untold.begin(&Unfinished::Backup(camp.clone()));
                self.locks.extend(begun);
            }
            if let Some((what, came)) = self.under_way.follow(&report) {
                untold.note(&what, came);
            }
        }
    }

    /// Waits for its end.
    fn wait(mut self, untold: &Untold) {
        let since = Instant::now();
        let name = self.thread.thread().name().unwrap_or_default().to_owned();
        loop {
            // Nothing is said after its end.
            let has_ended = self.thread.is_finished();
            self.listen(untold);
            if has_ended {
                break;
            }
            if let Some(why) = self.given_up.why(since) {
                tracing::error!("left to itself: {name}. {why}");
                for what in &self.under_way.0 {
                    untold.note(what, Err(why.clone()));
                }
                return;
            }
            thread::sleep(LOOK_AT_THREAD);
        }
        if self.thread.join().is_err() {
            tracing::error!("died at its end: {name}");
        }
    }
}

impl GivenUp {
    /// Why the thread isn't waited for any longer, if that is so, as a sentence without its period.
    fn why(&self, since: Instant) -> Option<String> {
        match self {
            Self::Silent(watch) => {
                let drive = watch.silent_drive();
                drive.map(|drive| format!("“{}” didn’t answer", drive.display()))
            }
            Self::After(patience) => {
                (since.elapsed() > *patience).then(|| "It took too long".to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::{
        app::{
            Clock,
            keeper::{Keeper, Keeping, Trust, request::GivenUp as CopyGivenUp},
        },
        domain::Edit,
        storage::{BackupPlaces, CampFile, HistoryLimit, Mode, OpenError, TakenCopy, real_clock},
    };

    /// What a keeper is asked last may take a while, and its last backup seconds.
    #[test]
    fn nobody_waits_for_a_keeper_but_whoever_ends_last() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Camp.ladder");
        let hung = path.with_extension("stuck");
        std::fs::write(&hung, "").expect("a mark");
        let endings = Endings::default();
        let keeper = keeper_of(&endings, None);
        keeper.create(path.clone(), "Camp".to_owned(), date(2026, 7, 6), None);
        let before = Instant::now();
        drop(keeper);
        // Sooner than the drive is taken for one that doesn't answer.
        assert!(before.elapsed() < Duration::from_secs(4));
        assert!(!path.exists());
        std::fs::remove_file(&hung).expect("the drive goes on");
        drop(endings);
        let camp = CampFile::open(&path, Mode::Change).expect("closed by now");
        assert_eq!(camp.load().expect("the camp").name, "Camp");
    }

    /// Its camp is on a stick that is pulled out then, say. Whoever starts the program meanwhile is told of nothing that may still be made.
    #[test]
    fn a_last_backup_that_is_never_finished_is_told_at_the_next_start() {
        for answers in [true, false] {
            let folder = tempfile::tempdir().expect("a folder");
            let at = |name: &str| folder.path().join(name);
            let [stick, note] = ["stick", "not backed up.json"].map(at);
            std::fs::create_dir(&stick).expect("a folder");
            let path = stick.join("Camp.ladder");
            let untold = Untold::in_file(Some(note.clone()));
            let endings = Endings::new(untold.clone());
            let mut keeper = keeper_of(&endings, Some(BackupPlaces::only(at("backups"))));
            keeper.create(path.clone(), "Camp".to_owned(), date(2026, 7, 6), None);
            until(|| matches!(keeper.next_report(), Ok(Some(Report::Opened(_)))));
            keeper.apply(Edit::RenameCamp("Changed".to_owned()));
            until(|| matches!(keeper.next_report(), Ok(Some(Report::Applied(_)))));
            let hung = path.with_extension("stuck");
            std::fs::write(&hung, "").expect("a mark");
            drop(keeper);
            let end = thread::spawn(move || drop(endings));
            until(|| note.exists());
            assert_eq!(untold.told(), [""; 0], "it is under way");
            if answers {
                std::fs::remove_file(&hung).expect("the drive goes on");
            }
            end.join().expect("an end");
            let said = format!(
                "“{}” was not backed up when it was closed. “{}” didn’t answer",
                path.display(),
                stick.display()
            );
            let said = [said].into_iter().filter(|_| !answers);
            assert_eq!(untold.told(), said.collect::<Vec<_>>());
            let _ = std::fs::remove_file(&hung);
        }
    }

    fn keeper_of(endings: &Endings, backups: Option<BackupPlaces>) -> Keeper {
        let keeping = Keeping {
            backups,
            history: HistoryLimit::default(),
        };
        let (wake, clock) = (Arc::new(|| ()), Clock(real_clock));
        let keeper = Keeper::start(wake, clock, true, keeping, Trust::Given, endings.clone());
        keeper.expect("a thread")
    }

    fn until(is_so: impl Fn() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_mins(1), "it never happens");
            thread::sleep(LOOK_AT_THREAD);
        }
    }

    /// The last one of a camp that was closed, or the one that the director has asked for: as nothing has changed since, no last one follows.
    #[test]
    fn a_backup_that_is_being_packed_when_the_director_quits_is_noted_until_it_is_there() {
        for is_closed in [true, false] {
            let folder = tempfile::tempdir().expect("a folder");
            let at = |name: &str| folder.path().join(name);
            let [path, backups, note] = ["Camp.ladder", "backups", "note.json"].map(at);
            std::fs::create_dir(&backups).expect("a folder");
            let packing = backups.join("packing.stuck");
            std::fs::write(&packing, "").expect("a mark");
            let untold = Untold::in_file(Some(note.clone()));
            let endings = Endings::new(untold.clone());
            let mut keeper = keeper_of(&endings, Some(BackupPlaces::only(backups)));
            keeper.create(path.clone(), "Camp".to_owned(), date(2026, 7, 6), None);
            until(|| matches!(keeper.next_report(), Ok(Some(Report::Opened(_)))));
            if is_closed {
                keeper.apply(Edit::RenameCamp("Changed".to_owned()));
                keeper.close();
                until(|| matches!(keeper.next_report(), Ok(Some(Report::Closed))));
            } else {
                keeper.back_up();
                until(|| matches!(keeper.next_report(), Ok(Some(Report::BackupBegun(_)))));
            }
            drop(keeper);
            let end = thread::spawn(move || drop(endings));
            until(|| note.exists());
            assert_eq!(untold.told(), [""; 0], "it is under way");
            // As the next start finds it if the program is killed now.
            let after_kill = at("after a kill.json");
            until(|| std::fs::copy(&note, &after_kill).is_ok_and(|bytes| bytes > 0));
            let said = format!(
                "“{}” was not backed up when it was closed. {ENDED}",
                path.display()
            );
            assert_eq!(Untold::in_file(Some(after_kill)).told(), [said]);
            std::fs::remove_file(&packing).expect("it goes on");
            end.join().expect("an end");
            assert_eq!(untold.told(), [""; 0], "it is there");
        }
    }

    /// The director has quit meanwhile.
    #[test]
    fn a_copy_that_fails_or_is_never_finished_is_told_at_the_next_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let [path, stick, note] = ["Camp.ladder", "stick", "note.json"].map(at);
        std::fs::create_dir(&stick).expect("a folder");
        let camp = CampFile::create(&path, "Camp", date(2026, 7, 6)).expect("a camp");
        let copy = stick.join("Copy.ladder");
        let hung = copy.with_extension("stuck");
        let not_saved = format!("The copy “{}” was not saved. ", copy.display());
        let silent = format!("{not_saved}“{}” didn’t answer", stick.display());
        let there = format!("{not_saved}{}", OpenError::AlreadyThere(copy.clone()));
        for (is_in_the_way, answers, is_wanted, said) in [
            (false, true, true, None),
            (true, true, true, Some(there)),
            (true, true, false, None),
            (false, false, true, Some(silent)),
        ] {
            let untold = Untold::in_file(Some(note.clone()));
            let endings = Endings::new(untold.clone());
            let keeper = keeper_of(&endings, None);
            std::fs::write(&hung, "").expect("a mark");
            if is_in_the_way {
                std::fs::write(&copy, "Dear parents,").expect("a file");
            }
            let taken = TakenCopy::of(&camp).expect("a copy");
            keeper.write_copy(Box::new(taken), copy.clone(), CopyGivenUp::default());
            if !is_wanted {
                keeper.forget_copy();
            }
            drop(keeper);
            let end = thread::spawn(move || drop(endings));
            if is_wanted {
                until(|| note.exists());
                assert_eq!(untold.told(), [""; 0], "it is under way");
            }
            if answers {
                std::fs::remove_file(&hung).expect("the drive goes on");
            }
            end.join().expect("an end");
            assert_eq!(untold.told(), said.into_iter().collect::<Vec<_>>());
            let is_copy = CampFile::open(&copy, Mode::ReadOnly).is_ok();
            assert_eq!(is_copy, answers && !is_in_the_way, "whole or not at all");
            let _ = std::fs::remove_file(&hung);
            let _ = std::fs::remove_file(&copy);
        }
    }

    #[test]
    fn a_thread_that_hangs_is_given_up() {
        let (go_on, waits) = std::sync::mpsc::channel::<()>();
        let thread = thread::spawn(move || {
            let _ = waits.recv();
        });
        let endings = Endings::default();
        endings.add(thread, GivenUp::After(Duration::from_millis(20)), None);
        let before = Instant::now();
        drop(endings);
        assert!(before.elapsed() >= Duration::from_millis(20));
        let why = GivenUp::After(Duration::from_millis(20)).why(before);
        assert_eq!(why.as_deref(), Some("It took too long"), "a sentence");
        assert!(go_on.send(()).is_ok(), "it still waits");
    }
}
