//! A camp is held for some seconds more after its window is gone: its last backup is read from the file.

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use crate::{app::OneWindow, storage::OpenError};

/// So long that may take.
const CLOSING: Duration = if cfg!(test) {
    Duration::from_secs(2)
} else {
    Duration::from_secs(10)
};

const AGAIN: Duration = Duration::from_millis(100);

/// What comes of opening a camp, or of taking its place, once nobody holds it any more whose window is gone. A window that has it open comes to
/// the front.
///
/// # Errors
/// It can't be opened; that it is in use is told at once where it isn't held by this user on this computer.
pub(super) fn once_closed<T>(
    camp: &Path,
    open: impl Fn() -> Result<T, OpenError>,
) -> Result<T, OpenError> {
    once_closed_or_called(open, || OneWindow::call(camp))
}

/// The same; `call` is asked once, as each call that a drive holds up stays.
fn once_closed_or_called<T>(
    open: impl Fn() -> Result<T, OpenError>,
    call: impl FnOnce() -> bool,
) -> Result<T, OpenError> {
    let since = Instant::now();
    let mut call = Some(call);
    loop {
        let opened = open();
        let is_held_here = matches!(
            &opened,
            Err(OpenError::InUse { holder: Some(holder), .. }) if holder.is_of_this_user()
        );
        if !is_held_here || since.elapsed() >= CLOSING || call.take().is_some_and(|call| call()) {
            return opened;
        }
        thread::sleep(AGAIN);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use jiff::civil::date;

    use super::*;
    use crate::storage::{CampFile, Mode};

    #[test]
    fn a_camp_that_is_just_being_closed_is_opened_after_that() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Camp.ladder");
        let made = CampFile::create(&path, "Camp", date(2026, 7, 6));
        let closing = RefCell::new(Some(made.expect("a camp")));
        let tries = Cell::new(0);
        let open = || {
            tries.set(tries.get() + 1);
            if tries.get() == 2 {
                drop(closing.take());
            }
            CampFile::open(&path, Mode::Change)
        };
        let opened = once_closed(&path, open).expect("it was closed");
        assert_eq!(tries.get(), 2);

        let before = Instant::now();
        let calls = Cell::new(0);
        let open = || CampFile::open(&path, Mode::Change);
        let call = |is_there| {
            calls.set(calls.get() + 1);
            is_there
        };
        let held = once_closed_or_called(open, || call(false));
        assert!(matches!(held, Err(OpenError::InUse { .. })), "{held:?}");
        assert!(before.elapsed() >= CLOSING, "it was waited for");
        assert_eq!(calls.get(), 1, "a drive that hangs would keep each call");
        let before = Instant::now();
        let held = once_closed_or_called(open, || call(true));
        assert!(matches!(held, Err(OpenError::InUse { .. })), "{held:?}");
        assert!(before.elapsed() < CLOSING, "its window is there");
        drop(opened);
        let gone = once_closed(&path.with_extension("gone"), || {
            tries.set(0);
            CampFile::open(&path.with_extension("gone"), Mode::Change)
        });
        assert!(matches!(gone, Err(OpenError::NotThere(_))), "{gone:?}");
    }
}
