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
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use interprocess::local_socket::{
    GenericNamespaced, Listener, ListenerOptions, Stream, ToNsName as _,
    traits::{ListenerExt as _, Stream as _},
};

use super::Wake;

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

    /// Has another window that has this camp open come to the front. Whether there is one.
    pub fn call(camp: &Path) -> bool {
        name_of(camp).and_then(|name| call(&name)).is_ok()
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
            Listening::start(camp, call)
        });
    }
}

/// The camp that is answered for, until this is dropped.
struct Listening {
    camp: PathBuf,
    /// Under which it is; nothing where that could not be begun.
    name: Option<String>,
    is_over: Arc<AtomicBool>,
}

impl Listening {
    fn start(camp: &Path, call: impl Fn() + Send + 'static) -> Self {
        let is_over = Arc::<AtomicBool>::default();
        let over = Arc::clone(&is_over);
        let started = name_of(camp).and_then(|name| {
            let listener = listener(&name)?;
            let wait = move || {
                for caller in listener.incoming() {
                    if over.load(Ordering::Relaxed) {
                        return;
                    }
                    if caller.is_ok() {
                        call();
                    }
                }
            };
            let thread = thread::Builder::new().name("one window".to_owned());
            thread.spawn(wait)?;
            Ok(name)
        });
        if let Err(error) = &started {
            // The camp is as safe without it: its file is locked.
            tracing::warn!("this window won't be found by a double-click: {error}");
        }
        Self {
            camp: camp.to_owned(),
            name: started.ok(),
            is_over,
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // The thread that waits hears it by being called; if it can't be, it ends with the program.
        if let Some(Err(error)) = self.name.as_deref().map(call) {
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
        window.follow(Some(one));
        window.follow(Some(one));
        let by_another_way = folder.path().join(".").join("One.ladder");
        assert!(OneWindow::call(&by_another_way));
        told.recv_timeout(Duration::from_secs(20)).expect("a call");
        assert!(window.is_called());
        assert!(!window.is_called(), "once");

        window.follow(Some(other));
        assert!(OneWindow::call(other));
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
}
