//! What comes out of the keeper: what it says, and the camp as it was saved last.

use std::sync::{Arc, Mutex, PoisonError, mpsc::Sender};

use super::{super::Wake, Held, Report, watch::Watch};
use crate::storage::CampImage;

/// The camp as it was saved last, for whoever makes a copy without the keeper; `None` for a large one.
pub(super) type LastSaved = Arc<Mutex<Option<Arc<CampImage>>>>;

/// Where the keeper says what it does.
pub(super) struct Outlet {
    pub(super) outbox: Sender<Report>,
    pub(super) wake: Wake,
    pub(super) watch: Arc<Watch>,
    pub(super) last_saved: LastSaved,
}

impl Outlet {
    pub(super) fn tell(&self, report: Report) {
        // Nobody listens any more when the window is closing; what was asked is still done.
        let _ = self.outbox.send(report);
        (self.wake)();
    }

    /// Holds the camp as it is in the file now. The image before stays until there is another one, as the drive may hold that up.
    pub(super) fn take_image(&self, held: Option<&Held>) {
        let file = held.map(|held| &held.file);
        let file = file.filter(|file| !file.path().as_os_str().is_empty());
        let before = image_in(&self.last_saved);
        if before.is_some_and(|image| file.is_some_and(|file| image.is_of(file))) {
            return;
        }
        let now = file.and_then(CampImage::of).map(Arc::new);
        let last_saved = self.last_saved.lock();
        *last_saved.unwrap_or_else(PoisonError::into_inner) = now;
    }
}

/// What is held in memory now.
pub(super) fn image_in(last_saved: &LastSaved) -> Option<Arc<CampImage>> {
    let image = last_saved.lock().unwrap_or_else(PoisonError::into_inner);
    image.clone()
}
