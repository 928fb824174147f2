//! Places that may be on another drive, the second one of the backups above all, are only asked on threads that nobody waits for without end: a
//! drive of the net that has gone holds a call for minutes, or for ever.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use super::BackupError;

/// So long nothing may come back from the place: a folder is listed, a part of a file is read.
pub(super) const PATIENCE: Duration = if cfg!(test) {
    Duration::from_secs(1)
} else {
    Duration::from_secs(4)
};

/// So long a whole file may take that is written there, while nobody waits.
pub(super) const PATIENCE_WRITING: Duration = Duration::from_secs(30);

/// Calls that were waited for in vain, each with the place that it is about. The one that has come back after all is dropped.
static UNANSWERED: Mutex<Vec<(PathBuf, Weak<()>)>> = Mutex::new(Vec::new());

/// By this a call says that it isn't held up.
pub(super) struct Pulse<T>(Sender<Option<T>>);

impl<T> Pulse<T> {
    /// # Errors
    /// Nobody waits any more.
    pub(super) fn beat(&self) -> Result<(), BackupError> {
        self.0.send(None).map_err(|_| BackupError::GivenUp)
    }
}

/// What `work` answers; `None` if nothing has come from it for so long, or another call to this place still hangs. What hangs is left alone, and
/// ends at its next beat.
pub(super) fn ask<T: Send + 'static>(
    place: &Path,
    patience: Duration,
    work: impl FnOnce(&Pulse<T>) -> T + Send + 'static,
) -> Option<T> {
    if hangs(place) {
        return None;
    }
    let (send, answers) = mpsc::channel();
    let under_way = Arc::new(());
    let call = Arc::downgrade(&under_way);
    #[cfg(test)]
    let there = place.to_owned();
    let started = thread::Builder::new()
        .name("slow place".to_owned())
        .spawn(move || {
            #[cfg(test)]
            hanging::wait(&there);
            let pulse = Pulse(send);
            let answer = work(&pulse);
            drop(under_way);
            let _ = pulse.0.send(Some(answer));
        });
    if let Err(error) = started {
        tracing::error!("“{}” can't be asked: {error}", place.display());
        return None;
    }
    loop {
        match answers.recv_timeout(patience) {
            Ok(Some(answer)) => return Some(answer),
            Ok(None) => {}
            Err(RecvTimeoutError::Timeout) => {
                tracing::warn!("“{}” doesn't answer", place.display());
                unanswered().push((place.to_owned(), call));
                return None;
            }
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// Whether a call to this place has not come back.
fn hangs(place: &Path) -> bool {
    let mut unanswered = unanswered();
    unanswered.retain(|(_, call)| call.strong_count() > 0);
    unanswered.iter().any(|(other, _)| other == place)
}

fn unanswered() -> MutexGuard<'static, Vec<(PathBuf, Weak<()>)>> {
    UNANSWERED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Places that hang, for tests.
#[cfg(test)]
pub(crate) mod hanging {
    use std::{
        path::{Path, PathBuf},
        sync::{Condvar, Mutex},
    };

    static PLACES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    static CHANGED: Condvar = Condvar::new();

    /// A place that hangs until this is dropped.
    #[derive(Debug)]
    pub(crate) struct Hang(PathBuf);

    impl Hang {
        pub(crate) fn new(place: &Path) -> Self {
            PLACES.lock().expect("the places").push(place.to_owned());
            Self(place.to_owned())
        }
    }

    impl Drop for Hang {
        fn drop(&mut self) {
            let mut places = PLACES.lock().expect("the places");
            places.retain(|place| *place != self.0);
            CHANGED.notify_all();
        }
    }

    pub(super) fn wait(place: &Path) {
        let mut places = PLACES.lock().expect("the places");
        while places.iter().any(|other| other == place) {
            places = CHANGED.wait(places).expect("the places");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_place_that_hangs_is_waited_for_once_and_asked_again_when_it_has_answered() {
        let place = Path::new("/a place that hangs");
        let hang = hanging::Hang::new(place);
        let answer = ask(place, Duration::from_millis(50), |_| 1);
        assert_eq!(answer, None);
        let before = Instant::now();
        assert_eq!(ask(place, Duration::from_mins(1), |_| 2), None);
        assert!(before.elapsed() < Duration::from_secs(30), "nobody waits");
        let other = Path::new("/another place");
        assert_eq!(ask(other, PATIENCE, |_| 3), Some(3));
        drop(hang);
        while hangs(place) {
            thread::yield_now();
        }
        assert_eq!(ask(place, PATIENCE, |_| 4), Some(4));
    }

    #[test]
    fn a_slow_place_has_time_while_something_comes_from_it() {
        let place = Path::new("/a slow place");
        let patience = Duration::from_millis(400);
        let slow = |pulse: &Pulse<bool>| {
            (0..30).all(|_| {
                thread::sleep(Duration::from_millis(20));
                pulse.beat().is_ok()
            })
        };
        assert_eq!(ask(place, patience, slow), Some(true));
        let (told, ended) = mpsc::channel();
        let late = move |pulse: &Pulse<()>| {
            thread::sleep(Duration::from_millis(800));
            let _ = told.send(pulse.beat().is_err());
        };
        assert_eq!(ask(place, patience, late), None);
        assert_eq!(ended.recv(), Ok(true), "it hears that nobody waits");
    }
}
