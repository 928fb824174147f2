//! What goes on when nobody needs it any more: a keeper does what it was asked, and makes a last backup. No window waits for that; the program does,
//! once its window is gone.

use std::{
    sync::{Arc, Mutex, PoisonError, mpsc::Receiver},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::{BackedUp, Report, watch::Watch};
use crate::app::untold::Untold;

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
            self.untold.note(ending.backups());
        }
    }
}

impl Ending {
    /// Waits for its end, and says what came of backups that nobody has heard.
    fn backups(mut self) -> Vec<BackedUp> {
        let reports = self.reports.take();
        self.wait();
        let reports = reports.iter().flat_map(Receiver::try_iter);
        let backups = reports.filter_map(|report| match report {
            Report::BackedUp(backed_up) => Some(backed_up),
            _ => None,
        });
        backups.collect()
    }

    fn wait(self) {
        let since = Instant::now();
        let name = self.thread.thread().name().unwrap_or_default().to_owned();
        while !self.thread.is_finished() {
            let why = match &self.given_up {
                GivenUp::Silent(watch) => watch.silent().map(|_| "its drive gives no answer"),
                GivenUp::After(patience) => {
                    (since.elapsed() > *patience).then_some("it takes too long")
                }
            };
            if let Some(why) = why {
                tracing::error!("left to itself, as {why}: {name}");
                return;
            }
            thread::sleep(LOOK_AT_THREAD);
        }
        if self.thread.join().is_err() {
            tracing::error!("died at its end: {name}");
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
        storage::{CampFile, HistoryLimit, Mode, real_clock},
    };

    /// What a keeper is asked last may take a while, and its last backup seconds.
    #[test]
    fn nobody_waits_for_a_keeper_but_whoever_ends_last() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Camp.ladder");
        let stuck = path.with_extension("stuck");
        std::fs::write(&stuck, "").expect("a mark");
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
        std::fs::remove_file(&stuck).expect("the drive goes on");
        drop(endings);
        let camp = CampFile::open(&path, Mode::Change).expect("closed by now");
        assert_eq!(camp.load().expect("the camp").name, "Camp");
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
