//! The screen, kept from going dark while it shows something that nobody types at.
//!
//! A thread of its own holds the screen: Windows ties the wish to the thread that has it, and a desktop of Linux may take its
//! time to answer. Whatever happens to the program, the wish ends with it.

#[cfg(not(windows))]
mod desktop;

use std::{
    any::Any,
    fmt,
    sync::{Arc, mpsc},
    thread,
};

use super::Wake;

/// What the system calls the program.
const PROGRAM: &str = "Camp Ladder";

/// What keeps the screen on until it is dropped. It stays on the thread that asked for it.
pub type Held = Box<dyn Any>;

/// Asks the system to keep the screen on for this reason, and may wait for the answer: what came of it, or why not.
pub type KeepAwake = Arc<dyn Fn(&'static str) -> Result<Held, String> + Send + Sync>;

/// Keeps the screen on for as long as it lives.
pub struct Awake {
    /// Never sent: the thread that holds the screen lets go when this is gone.
    _let_go: mpsc::Sender<()>,
    trouble: mpsc::Receiver<String>,
}

impl fmt::Debug for Awake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Awake").finish_non_exhaustive()
    }
}

impl Awake {
    /// Keeps the screen on by `keep_awake`. `wake` is called when that fails.
    pub(super) fn new(keep_awake: &KeepAwake, reason: &'static str, wake: &Wake) -> Self {
        let (let_go, until) = mpsc::channel();
        let (tell, trouble) = mpsc::channel();
        let (keep_awake, wake) = (Arc::clone(keep_awake), Arc::clone(wake));
        let told = tell.clone();
        let started = thread::Builder::new()
            .name("keeping the screen awake".to_owned())
            .spawn(move || match keep_awake(reason) {
                Ok(held) => {
                    // Nothing is ever sent: this returns when the sender is gone.
                    let _ = until.recv();
                    drop(held);
                }
                Err(reason) => {
                    tracing::warn!("the screen can't be kept awake: {reason}");
                    // Nobody is told any more if the screen isn't needed any more.
                    let _ = told.send(reason);
                    wake();
                }
            });
        if let Err(error) = started {
            tracing::warn!("the screen can't be kept awake: {error}");
            let _ = tell.send(error.to_string());
        }
        Self {
            _let_go: let_go,
            trouble,
        }
    }

    /// Whether it has turned out now that the screen can't be kept on. Tells so once; the log says why.
    pub(super) fn has_failed(&self) -> bool {
        self.trouble.try_recv().is_ok()
    }
}

/// Keeps nothing awake: what a test wants, and a program without a window.
pub(super) fn not_at_all() -> KeepAwake {
    Arc::new(|_| Ok(Box::new(())))
}

/// Keeps the screen of this computer on.
pub fn by_the_system() -> KeepAwake {
    Arc::new(ask_the_system)
}

/// Windows neither turns the screen off nor goes to sleep by itself.
#[cfg(windows)]
fn ask_the_system(reason: &'static str) -> Result<Held, String> {
    let awake = keepawake::Builder::default()
        .display(true)
        .idle(true)
        .app_name(PROGRAM)
        .reason(reason)
        .create();
    match awake {
        Ok(awake) => Ok(Box::new(awake)),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(not(windows))]
fn ask_the_system(reason: &'static str) -> Result<Held, String> {
    desktop::keep_awake(PROGRAM, reason)
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        time::{Duration, Instant},
    };

    use super::*;

    fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed() < Duration::from_secs(20), "never {what}");
            thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn the_screen_is_held_by_one_thread_and_let_go_by_the_same() {
        struct Holds(Arc<AtomicUsize>, thread::ThreadId);
        impl Drop for Holds {
            fn drop(&mut self) {
                assert_eq!(thread::current().id(), self.1);
                self.0.fetch_sub(1, Ordering::SeqCst);
            }
        }
        let holds = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&holds);
        let keep_awake: KeepAwake = Arc::new(move |_| {
            counter.fetch_add(1, Ordering::SeqCst);
            Ok(Box::new(Holds(
                Arc::clone(&counter),
                thread::current().id(),
            )))
        });
        let wake: Wake = Arc::new(|| ());
        let awake = Awake::new(&keep_awake, "a test", &wake);
        wait_for("held", || holds.load(Ordering::SeqCst) == 1);
        assert!(!awake.has_failed());
        drop(awake);
        wait_for("let go", || holds.load(Ordering::SeqCst) == 0);
    }

    #[test]
    fn trouble_wakes_the_window_and_is_told_once() {
        let woken = Arc::new(AtomicUsize::new(0));
        let wakes = Arc::clone(&woken);
        let wake: Wake = Arc::new(move || {
            wakes.fetch_add(1, Ordering::SeqCst);
        });
        let keep_awake: KeepAwake = Arc::new(|_| Err("nobody answers".to_owned()));
        let awake = Awake::new(&keep_awake, "a test", &wake);
        wait_for("woken", || woken.load(Ordering::SeqCst) == 1);
        assert!(awake.has_failed());
        assert!(!awake.has_failed(), "once is enough");
    }
}
