//! One window for a camp: who double-clicks the file of a camp that is open here means this window.
//!
//! A window that has a camp open answers, on this computer only, to a name that is made of its path: a named pipe of Windows, a socket
//! elsewhere. Nothing is told there but that somebody called.

use std::{
    env, fmt,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use interprocess::local_socket::{
    GenericNamespaced, Listener, ListenerOptions, Stream, ToNsName as _,
    traits::{ListenerExt as _, Stream as _},
};

use super::{Wake, paths::answer_within};

/// So long the drive of a camp may take that was double-clicked, before there is a window.
const PATIENCE: Duration = Duration::from_secs(2);

/// Waits for calls that are about the camp which is open.
pub struct OneWindow {
    open: Option<Listening>,
    is_called: Arc<AtomicBool>,
    wake: Wake,
}

impl fmt::Debug for OneWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OneWindow").finish_non_exhaustive()
    }
}

impl OneWindow {
    /// A window with nothing open. `wake` is called when somebody calls.
    pub fn new(wake: Wake) -> Self {
        Self {
            open: None,
            is_called: Arc::default(),
            wake,
        }
    }

    /// Has another window that has this camp open come to the front. Whether there is one. Where the drive of the camp doesn't answer, there is
    /// none: the window opens, and says so.
    pub fn call(camp: &Path) -> bool {
        let camp = camp.to_owned();
        let called = move || name_of(&camp).and_then(|name| call(&name));
        matches!(answer_within(PATIENCE, called), Ok(Some(Ok(()))))
    }

    /// Whether somebody has called since this was asked last.
    pub(super) fn is_called(&self) -> bool {
        self.is_called.swap(false, Ordering::Relaxed)
    }

    /// Answers for the camp that is open now, and for no other.
    pub(super) fn follow(&mut self, camp: Option<&Path>) {
        let followed = self.open.as_ref().map(|open| open.camp.as_path());
        if followed == camp {
            return;
        }
        self.open = camp.map(|camp| {
            let (is_called, wake) = (Arc::clone(&self.is_called), Arc::clone(&self.wake));
            let call = move || {
                is_called.store(true, Ordering::Relaxed);
                wake();
            };
            let path = camp.to_owned();
            Listening::start(camp, move || name_of(&path), call)
        });
    }
}

/// The camp that is answered for, until this is dropped.
struct Listening {
    camp: PathBuf,
    /// Under which it is, once it is answered to.
    name: Arc<OnceLock<String>>,
    is_over: Arc<AtomicBool>,
}

impl Listening {
    /// Begins under the name that `find` gives. The drive of the camp is asked for that, and so the window doesn't wait for it.
    fn start(
        camp: &Path,
        find: impl FnOnce() -> io::Result<String> + Send + 'static,
        call: impl Fn() + Send + 'static,
    ) -> Self {
        let listening = Self {
            camp: camp.to_owned(),
            name: Arc::default(),
            is_over: Arc::default(),
        };
        let (name, is_over) = (Arc::clone(&listening.name), Arc::clone(&listening.is_over));
        let wait = move || {
            // Only then: a name that is taken is another window's, which must not be called at the end.
            let listener = find().and_then(|found| {
                let listener = listener(&found)?;
                let _ = name.set(found);
                Ok(listener)
            });
            let callers = match &listener {
                Ok(listener) => listener.incoming(),
                Err(error) => return not_found(error),
            };
            // What ends it may have come before anybody could call.
            if is_over.load(Ordering::SeqCst) {
                return;
            }
            for caller in callers {
                if is_over.load(Ordering::SeqCst) {
                    return;
                }
                if caller.is_ok() {
                    call();
                }
            }
        };
        let thread = thread::Builder::new().name("one window".to_owned());
        if let Err(error) = thread.spawn(wait) {
            not_found(&error);
        }
        listening
    }
}

/// The camp is as safe without it: its file is locked.
fn not_found(error: &io::Error) {
    tracing::warn!("this window won't be found by a double-click: {error}");
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        // The thread that waits hears it by being called; if it can't be, it ends with the program.
        if let Some(Err(error)) = self.name.get().map(|name| call(name)) {
            tracing::debug!("nobody waits any more: {error}");
        }
    }
}

fn listener(name: &str) -> io::Result<Listener> {
    let name = name.to_ns_name::<GenericNamespaced>()?;
    ListenerOptions::new().name(name).create_sync()
}

fn call(name: &str) -> io::Result<()> {
    Stream::connect(name.to_ns_name::<GenericNamespaced>()?).map(drop)
}

/// The name that a window answers to: of this user, and of this file by whatever path it is reached.
fn name_of(camp: &Path) -> io::Result<String> {
    let mut hash = DefaultHasher::new();
    camp.canonicalize()?.hash(&mut hash);
    ["USERNAME", "USER"].map(env::var_os).hash(&mut hash);
    Ok(format!("camp-ladder-{:016x}", hash.finish()))
}

#[cfg(test)]
mod tests {
    use std::{fs, sync::mpsc, time::Duration};

    use super::*;

    #[test]
    fn a_camp_that_is_open_is_called_and_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = ["One.ladder", "Other.ladder"].map(|name| folder.path().join(name));
        for path in &paths {
            fs::write(path, "a camp").expect("a file");
        }
        let [one, other] = &paths;
        let (tell, told) = mpsc::channel();
        let wake: Wake = Arc::new(move || {
            let _ = tell.send(());
        });
        let mut window = OneWindow::new(wake);
        assert!(!OneWindow::call(one), "nobody has it open");
        let until_called = |camp: &Path| {
            for _ in 0..1000 {
                if OneWindow::call(camp) {
                    return;
                }
                thread::sleep(Duration::from_millis(10));
            }
            panic!("nobody answers");
        };
        window.follow(Some(one));
        window.follow(Some(one));
        let by_another_way = folder.path().join(".").join("One.ladder");
        until_called(&by_another_way);
        told.recv_timeout(Duration::from_secs(20)).expect("a call");
        assert!(window.is_called());
        assert!(!window.is_called(), "once");

        window.follow(Some(other));
        until_called(other);
        told.recv_timeout(Duration::from_secs(20)).expect("a call");
        assert!(!OneWindow::call(&folder.path().join("Nothing.ladder")));
        drop(window);
        let is_gone = || !OneWindow::call(one) && !OneWindow::call(other);
        for _ in 0..1000 {
            if is_gone() {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("somebody still answers");
    }

    /// The window of another copy of the program, which would come to the front.
    #[test]
    fn nobody_is_called_at_the_end_under_a_name_that_another_window_has() {
        let name = format!("camp-ladder-test-taken-{}", std::process::id());
        let path = Path::new("Camp.ladder");
        let (tell, told) = mpsc::channel();
        let found = name.clone();
        let has_it = Listening::start(
            path,
            || Ok(found),
            move || {
                let _ = tell.send(());
            },
        );
        while call(&name).is_err() {
            thread::sleep(Duration::from_millis(10));
        }
        told.recv_timeout(Duration::from_secs(20)).expect("a call");
        let found = name.clone();
        let late = Listening::start(path, || Ok(found), || ());
        while Arc::strong_count(&late.is_over) > 1 {
            thread::sleep(Duration::from_millis(10));
        }
        drop(late);
        let called = told.recv_timeout(Duration::from_millis(300));
        assert_eq!(called, Err(mpsc::RecvTimeoutError::Timeout));
        drop(has_it);
    }

    /// The name of a camp is made of what its drive says, and the window doesn't wait for that.
    #[test]
    fn a_drive_that_hangs_holds_up_neither_the_beginning_nor_the_end() {
        let name = format!("camp-ladder-test-{}", std::process::id());
        let (answer, drive) = mpsc::channel::<()>();
        let (over, is_over) = mpsc::channel::<()>();
        let found = name.clone();
        let find = move || {
            let _ = drive.recv();
            Ok(found)
        };
        let called = move || {
            let _ = over.send(());
        };
        let listening = Listening::start(Path::new("Camp.ladder"), find, called);
        assert!(listening.name.get().is_none());
        drop(listening);
        drop(answer);
        let left = is_over.recv_timeout(Duration::from_secs(20));
        assert_eq!(
            left,
            Err(mpsc::RecvTimeoutError::Disconnected),
            "nobody called"
        );
        assert!(call(&name).is_err(), "nobody listens");
    }
}
