//! A drive that has stopped answering holds up whoever asks it for something, and so the keeper. It is noticed from outside, for the window to say
//! so, and to be left.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use super::EndOfWatch;
use crate::app::paths::{answer_within, drive_of};

/// So long the keeper may be at one thing before its drive is asked whether it answers. To look through a large file takes longer, which says
/// nothing about the drive.
const LONG: Duration = Duration::from_secs(2);

/// So long a drive may take to answer. One that has to start to turn first takes about as long.
const PATIENCE: Duration = Duration::from_secs(4);

/// How a drive is asked for what lies at a place: returns when it has answered, whatever it was.
type Ask = fn(&Path);

/// What the keeper is at, or another thread, for whoever waits for it.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Since when the keeper is at something, and the files that it takes; `None` while it waits to be asked.
    at_work: Option<(Instant, Vec<PathBuf>)>,
    /// The one of them whose drive doesn't answer.
    silent: Option<PathBuf>,
    /// Until the keeper has taken note of it.
    was_silent: bool,
    /// Nobody needs the keeper any more.
    is_over: bool,
}

/// As long as the keeper is at something.
pub(super) struct AtWork<'a>(&'a Watch);

impl Watch {
    /// Begins to watch. `tell` is called once whenever a drive doesn't answer.
    ///
    /// # Errors
    /// The operating system has no thread left.
    pub(crate) fn start(tell: impl Fn() + Send + 'static) -> io::Result<Arc<Self>> {
        Self::start_with(ask, [LONG, PATIENCE], tell)
    }

    fn start_with(
        ask: Ask,
        [long, patience]: [Duration; 2],
        tell: impl Fn() + Send + 'static,
    ) -> io::Result<Arc<Self>> {
        let watch = Arc::<Self>::default();
        let watched = Arc::clone(&watch);
        thread::Builder::new()
            .name("watch over the keeper".to_owned())
            .spawn(move || watched.keep_watch(ask, long, patience, &tell))?;
        Ok(watch)
    }

    /// Does the one thing that there is to watch over, which takes this file.
    pub(crate) fn over<T>(&self, file: &Path, work: impl FnOnce() -> T) -> T {
        let _ends = EndOfWatch(self);
        let _at_work = self.at_work(&[file.to_owned()]);
        #[cfg(test)]
        wait_for_drive(file);
        work()
    }

    /// The keeper is at something that takes these files, until the answer is dropped.
    pub(super) fn at_work(&self, files: &[PathBuf]) -> AtWork<'_> {
        self.state().at_work = Some((Instant::now(), files.to_owned()));
        self.changed.notify_all();
        AtWork(self)
    }

    /// The file whose drive doesn't answer now, if the keeper waits for one.
    pub(super) fn silent(&self) -> Option<PathBuf> {
        self.state().silent.clone()
    }

    /// That drive, as a director knows it.
    pub(crate) fn silent_drive(&self) -> Option<PathBuf> {
        self.silent().map(|file| drive_of(&file))
    }

    /// Whether that was so since this was asked last.
    pub(super) fn was_silent(&self) -> bool {
        std::mem::take(&mut self.state().was_silent)
    }

    /// Ends the watch once the keeper is at nothing any more.
    pub(crate) fn end(&self) {
        self.state().is_over = true;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while<'a>(
        &'a self,
        state: MutexGuard<'a, State>,
        condition: impl FnMut(&mut State) -> bool,
    ) -> MutexGuard<'a, State> {
        let waited = self.changed.wait_while(state, condition);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    fn keep_watch(&self, ask: Ask, long: Duration, patience: Duration, tell: &impl Fn()) {
        loop {
            let state = self.wait_while(self.state(), |now| now.at_work.is_none() && !now.is_over);
            let Some((since, files)) = state.at_work.clone() else {
                return;
            };
            let is_at_it = |now: &mut State| now.at_work.as_ref().is_some_and(|it| it.0 == since);
            let waited = self.changed.wait_timeout_while(state, long, is_at_it);
            let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if !is_at_it(&mut state) {
                continue;
            }
            drop(state);
            let Some(silent) = silent_one(ask, &files, patience) else {
                continue;
            };
            let mut state = self.state();
            if is_at_it(&mut state) {
                state.silent = Some(silent);
                state.was_silent = true;
                // While the keeper can't go on: what it says itself comes after this.
                tell();
                drop(self.wait_while(state, is_at_it));
            }
        }
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.at_work = None;
        state.silent = None;
        drop(state);
        self.0.changed.notify_all();
    }
}

/// The one of these files whose drive doesn't answer in time.
fn silent_one(ask: Ask, files: &[PathBuf], patience: Duration) -> Option<PathBuf> {
    let answered = Arc::<AtomicUsize>::default();
    let (count, all) = (Arc::clone(&answered), files.to_owned());
    let answer = answer_within(patience, move || {
        for file in &all {
            ask(file);
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    match answer {
        Ok(None) => files.get(answered.load(Ordering::Relaxed)).cloned(),
        // Without a thread nothing is known.
        Ok(Some(())) | Err(_) => None,
    }
}

/// Asks for the file and for its folder: what is known of a file is kept for a while by some network drives. The file is never opened, as closing it
/// again would give up the lock on it.
fn ask(file: &Path) {
    #[cfg(test)]
    wait_for_drive(file);
    let _ = fs::metadata(file);
    if let Some(folder) = file.parent()
        && let Ok(mut entries) = fs::read_dir(folder)
    {
        let _ = entries.next();
    }
}

/// In tests a drive doesn't answer as long as a file lies beside the camp that has its name and ends with "stuck".
#[cfg(test)]
pub(super) fn wait_for_drive(file: &Path) {
    while file.with_extension("stuck").exists() {
        thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    const SHORT: [Duration; 2] = [Duration::from_millis(20); 2];

    fn until(is_so: impl Fn() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_secs(30));
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_drive_that_does_not_answer_is_told_once_and_only_while_it_holds_up_the_keeper() {
        static IS_STUCK: AtomicBool = AtomicBool::new(true);
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let told = Arc::<AtomicUsize>::default();
        let tell = Arc::clone(&told);
        let ask: Ask = |file| {
            ASKED.fetch_add(1, Ordering::SeqCst);
            until(|| file.starts_with("here") || !IS_STUCK.load(Ordering::SeqCst));
        };
        let watch = Watch::start_with(ask, SHORT, move || {
            tell.fetch_add(1, Ordering::SeqCst);
        })
        .expect("a thread");

        let [here, stick] = ["here/Backups", "stick/Camp.ladder"].map(PathBuf::from);
        let at_work = watch.at_work(&[here.clone(), stick.clone(), here]);
        until(|| watch.silent().is_some());
        assert_eq!(watch.silent(), Some(stick));
        thread::sleep(SHORT[0] * 5);
        assert_eq!(told.load(Ordering::SeqCst), 1);
        drop(at_work);
        assert_eq!(watch.silent(), None);
        assert!(watch.was_silent());
        assert!(!watch.was_silent());

        // Long work on a drive that answers.
        IS_STUCK.store(false, Ordering::SeqCst);
        let asked = ASKED.load(Ordering::SeqCst);
        let at_work = watch.at_work(&[PathBuf::from("Camp.ladder")]);
        until(|| ASKED.load(Ordering::SeqCst) > asked + 1);
        assert_eq!(watch.silent(), None);
        drop(at_work);
        assert!(!watch.was_silent());
        assert_eq!(told.load(Ordering::SeqCst), 1);

        watch.end();
        until(|| Arc::strong_count(&watch) == 1);
    }

    #[test]
    fn a_drive_that_has_the_file_and_one_that_lacks_it_answer() {
        let folder = tempfile::tempdir().expect("a folder");
        for file in [folder.path().join("none"), PathBuf::from("none")] {
            assert_eq!(silent_one(ask, &[file], Duration::from_secs(30)), None);
        }
    }
}
