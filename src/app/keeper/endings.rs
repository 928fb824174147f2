//! What goes on when nobody needs it any more: a keeper does what it was asked, and makes a last backup. No window waits for that; the program does,
//! once its window is gone.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, mpsc::Receiver},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::{Report, watch::Watch};
use crate::{app::untold::Untold, storage::BackupReason};

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
}

/// When a thread isn't waited for any longer.
#[derive(Debug)]
enum GivenUp {
    /// Once it is known to wait for a drive that doesn't answer.
    Silent(Arc<Watch>),
    After(Duration),
}

impl Endings {
    /// Takes note in `untold` of last backups that fail.
    pub(in super::super) fn new(untold: Untold) -> Self {
        Self(Arc::new(Threads {
            all: Mutex::default(),
            untold,
        }))
    }

    /// A keeper that nobody asks any more.
    pub(super) fn add_keeper(
        &self,
        thread: JoinHandle<()>,
        watch: Arc<Watch>,
        reports: Receiver<Report>,
    ) {
        // Whoever has left a drive that doesn't answer knows that nothing is saved there.
        let reports = watch.silent().is_none().then_some(reports);
        self.add(thread, GivenUp::Silent(watch), reports);
    }

    /// A thread that writes the settings.
    pub(in super::super) fn add_settings(&self, thread: JoinHandle<()>) {
        self.add(thread, GivenUp::After(SETTINGS), None);
    }

    fn add(&self, thread: JoinHandle<()>, given_up: GivenUp, reports: Option<Receiver<Report>>) {
        let mut threads = self.0.all.lock().unwrap_or_else(PoisonError::into_inner);
        threads.retain(|ending| ending.reports.is_some() || !ending.thread.is_finished());
        threads.push(Ending {
            thread,
            given_up,
            reports,
        });
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        let threads = self.all.get_mut().unwrap_or_else(PoisonError::into_inner);
        for ending in std::mem::take(threads) {
            ending.wait(&self.untold);
        }
    }
}

impl Ending {
    /// Waits for its end, and takes note of what it says of backups, which nobody else hears.
    fn wait(self, untold: &Untold) {
        let since = Instant::now();
        let name = self.thread.thread().name().unwrap_or_default().to_owned();
        // The camp whose last backup is under way, with what keeps others from calling that lost.
        let mut last = None;
        loop {
            // Nothing is said after its end.
            let has_ended = self.thread.is_finished();
            for report in self.reports.iter().flat_map(Receiver::try_iter) {
                match report {
                    Report::LastBackup(camp) => last = Some((untold.begin(camp.clone()), camp)),
                    Report::BackedUp(backed_up) => {
                        let is_awaited = |last: &(_, PathBuf)| last.1 == backed_up.file;
                        let is_last = backed_up.reason == BackupReason::Closed;
                        if last.as_ref().is_some_and(is_awaited) {
                            // One before it was still on its way.
                            if !is_last {
                                continue;
                            }
                            last = None;
                        }
                        untold.note(vec![backed_up]);
                    }
                    _ => {}
                }
            }
            if has_ended {
                break;
            }
            if let Some(why) = self.given_up.why(since) {
                tracing::error!("left to itself, as {why}: {name}");
                if let Some((_, camp)) = last {
                    untold.failed(camp, &why);
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
    /// Why the thread isn't waited for any longer, if that is so.
    fn why(&self, since: Instant) -> Option<String> {
        match self {
            Self::Silent(watch) => {
                let drive = watch.silent_drive();
                drive.map(|drive| format!("“{}” didn’t answer", drive.display()))
            }
            Self::After(patience) => {
                (since.elapsed() > *patience).then(|| "it takes too long".to_owned())
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
            keeper::{Keeper, Keeping, Trust},
        },
        domain::Edit,
        storage::{BackupPlaces, CampFile, HistoryLimit, Mode, real_clock},
    };

    /// What a keeper is asked last may take a while, and its last backup seconds.
    #[test]
    fn nobody_waits_for_a_keeper_but_whoever_ends_last() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Camp.ladder");
        let hung = path.with_extension("stuck");
        std::fs::write(&hung, "").expect("a mark");
        let keeping = Keeping {
            backups: None,
            history: HistoryLimit::default(),
        };
        let endings = Endings::default();
        let keeper = Keeper::start(
            Arc::new(|| ()),
            Clock(real_clock),
            true,
            keeping,
            Trust::Given,
            endings.clone(),
        );
        let keeper = keeper.expect("a thread");
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
            let keeping = Keeping {
                backups: Some(BackupPlaces::only(at("backups"))),
                history: HistoryLimit::default(),
            };
            let untold = Untold::in_file(Some(note.clone()));
            let endings = Endings::new(untold.clone());
            let keeper = Keeper::start(
                Arc::new(|| ()),
                Clock(real_clock),
                true,
                keeping,
                Trust::Given,
                endings.clone(),
            );
            let mut keeper = keeper.expect("a thread");
            keeper.create(path.clone(), "Camp".to_owned(), date(2026, 7, 6), None);
            let until = |keeper: &Keeper, is_it: fn(&Report) -> bool| {
                while !keeper
                    .next_report()
                    .expect("alive")
                    .is_some_and(|it| is_it(&it))
                {
                    thread::sleep(LOOK_AT_THREAD);
                }
            };
            until(&keeper, |it| matches!(it, Report::Opened(_)));
            keeper.apply(Edit::RenameCamp("Changed".to_owned()));
            until(&keeper, |it| matches!(it, Report::Applied(_)));
            let hung = path.with_extension("stuck");
            std::fs::write(&hung, "").expect("a mark");
            drop(keeper);
            let end = thread::spawn(move || drop(endings));
            while !note.exists() {
                thread::sleep(LOOK_AT_THREAD);
            }
            assert_eq!(untold.told(), [""; 0], "it is under way");
            if answers {
                std::fs::remove_file(&hung).expect("the drive goes on");
            }
            end.join().expect("an end");
            let said = format!(
                "“{}” was not backed up. “{}” didn’t answer",
                path.display(),
                stick.display()
            );
            let said = [said].into_iter().filter(|_| !answers);
            assert_eq!(untold.told(), said.collect::<Vec<_>>());
            let _ = std::fs::remove_file(&hung);
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
        assert!(go_on.send(()).is_ok(), "it still waits");
    }
}
