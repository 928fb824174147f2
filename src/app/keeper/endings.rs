//! What goes on when nobody needs it any more: a keeper does what it was asked, and makes a last backup. No window waits for that; the program does,
//! once its window is gone.

use std::{
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::watch::Watch;

/// So often it is looked at whether a thread has ended, or waits for a drive that doesn't answer.
const LOOK_AT_THREAD: Duration = Duration::from_millis(5);

/// So long the settings may take, which nobody misses much.
const SETTINGS: Duration = Duration::from_secs(5);

/// Threads that end. Whoever drops this last waits for them, but for none that waits for a drive that doesn't answer.
#[derive(Clone, Debug, Default)]
pub struct Endings(Arc<Threads>);

#[derive(Debug, Default)]
struct Threads(Mutex<Vec<Ending>>);

#[derive(Debug)]
struct Ending {
    thread: JoinHandle<()>,
    given_up: GivenUp,
}

/// When a thread isn't waited for any longer.
#[derive(Debug)]
enum GivenUp {
    /// Once it is known to wait for a drive that doesn't answer.
    Silent(Arc<Watch>),
    After(Duration),
}

impl Endings {
    /// A keeper that nobody asks any more.
    pub(super) fn add_keeper(&self, thread: JoinHandle<()>, watch: Arc<Watch>) {
        self.add(thread, GivenUp::Silent(watch));
    }

    /// A thread that writes the settings.
    pub(in super::super) fn add_settings(&self, thread: JoinHandle<()>) {
        self.add(thread, GivenUp::After(SETTINGS));
    }

    fn add(&self, thread: JoinHandle<()>, given_up: GivenUp) {
        let mut threads = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        threads.retain(|ending| !ending.thread.is_finished());
        threads.push(Ending { thread, given_up });
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        let threads = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        for ending in std::mem::take(threads) {
            ending.wait();
        }
    }
}

impl Ending {
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
        endings.add(thread, GivenUp::After(Duration::from_millis(20)));
        let before = Instant::now();
        drop(endings);
        assert!(before.elapsed() >= Duration::from_millis(20));
        assert!(go_on.send(()).is_ok(), "it still waits");
    }
}
