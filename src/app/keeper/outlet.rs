//! What comes out of the keeper: what it says, and the camp as it was saved last.

use std::{
    cell::Cell,
    sync::{Arc, Mutex, PoisonError, mpsc::Sender},
    time::{Duration, Instant},
};

use jiff::Zoned;

use super::{
    super::{Clock, Wake},
    Held, Report,
    watch::Watch,
};
use crate::storage::{CampImage, ImagePace};

/// So long nobody asks for anything before a camp is copied that takes a moment to copy.
const QUIET: Duration = Duration::from_millis(500);

/// And it is copied no more often than this.
const BETWEEN_COPIES: Duration = Duration::from_secs(30);

/// The camp as it was saved last, for whoever makes a copy without the keeper; `None` for a large one.
pub(super) type LastSaved = Arc<Mutex<Option<Image>>>;

/// A camp in memory.
#[derive(Clone, Debug)]
pub(super) struct Image {
    pub(super) camp: Arc<CampImage>,
    taken: Zoned,
    /// Of the camp, when it was taken.
    revision: u64,
    /// More was saved since.
    is_older: bool,
}

impl Image {
    /// When it was taken, if more was saved since.
    pub(super) fn up_to(&self) -> Option<Zoned> {
        self.is_older.then(|| self.taken.clone())
    }
}

/// Where the keeper says what it does.
pub(super) struct Outlet {
    outbox: Sender<Report>,
    wake: Wake,
    pub(super) watch: Arc<Watch>,
    pub(super) last_saved: LastSaved,
    clock: Clock,
    /// Whether the camp is to be copied once nobody asks for anything.
    is_due: Cell<bool>,
    /// When that was done last.
    copied: Cell<Option<Instant>>,
}

impl Outlet {
    pub(super) fn new(
        outbox: Sender<Report>,
        wake: Wake,
        watch: Arc<Watch>,
        last_saved: LastSaved,
        clock: Clock,
    ) -> Self {
        Self {
            outbox,
            wake,
            watch,
            last_saved,
            clock,
            is_due: Cell::new(false),
            copied: Cell::new(None),
        }
    }

    pub(super) fn tell(&self, report: Report) {
        // Nobody listens any more when the window is closing; what was asked is still done.
        let _ = self.outbox.send(report);
        (self.wake)();
    }

    /// Holds the camp as it is in the file now: a small one at once, a larger one when nobody waits for it. The image before stays until there is
    /// another one, as the drive may hold that up.
    pub(super) fn follow(&self, held: Option<&Held>) {
        self.is_due.set(false);
        let in_file = held.filter(|held| !held.file.path().as_os_str().is_empty());
        let Some(held) = in_file else {
            return self.forget();
        };
        let file = &held.file;
        let before = image_in(&self.last_saved).filter(|image| image.camp.is_from(file));
        if before.as_ref().is_some_and(|image| image.camp.is_of(file)) {
            return;
        }
        match CampImage::pace(file) {
            Some(ImagePace::AtOnce) => {
                self.copy(held);
            }
            Some(ImagePace::InQuiet) => {
                if before.is_none() {
                    self.copied.set(None);
                }
                self.is_due.set(true);
                self.keep_older(held);
            }
            Some(ImagePace::Never) => self.forget(),
            None => self.keep_older(held),
        }
    }

    /// How long nobody is to ask for anything for [`Self::copy_if_due`] to do something.
    pub(super) fn is_due_in(&self) -> Option<Duration> {
        let since = self.copied.get().map(|at| at.elapsed());
        let wait = since.map_or(QUIET, |since| {
            BETWEEN_COPIES.saturating_sub(since).max(QUIET)
        });
        self.is_due.get().then_some(wait)
    }

    /// Copies a camp that is larger, while nobody asks for anything.
    pub(super) fn copy_if_due(&self, held: Option<&Held>) {
        let is_early = |at: Instant| at.elapsed() < BETWEEN_COPIES;
        if let Some(held) = held
            && self.is_due.get()
            && !self.copied.get().is_some_and(is_early)
        {
            let is_copied = self.copy(held);
            self.is_due.set(!is_copied);
            self.copied.set(Some(Instant::now()));
        }
    }

    /// Holds the camp as it is now, or goes on holding it as it was, if it can't be read.
    fn copy(&self, held: &Held) -> bool {
        let Some(camp) = CampImage::of(&held.file) else {
            self.keep_older(held);
            return false;
        };
        let now = Image {
            camp: Arc::new(camp),
            taken: self.clock.now(),
            revision: held.known.revision,
            is_older: false,
        };
        let last_saved = self.last_saved.lock();
        *last_saved.unwrap_or_else(PoisonError::into_inner) = Some(now);
        true
    }

    /// The image stays as it is, if it is one of this camp.
    fn keep_older(&self, held: &Held) {
        let last_saved = self.last_saved.lock();
        let mut last_saved = last_saved.unwrap_or_else(PoisonError::into_inner);
        *last_saved = last_saved
            .take()
            .filter(|image| image.camp.is_from(&held.file));
        if let Some(image) = &mut *last_saved {
            image.is_older = image.revision != held.known.revision;
        }
    }

    /// Holds nothing any more.
    pub(super) fn forget(&self) {
        let last_saved = self.last_saved.lock();
        *last_saved.unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// What is held in memory now.
pub(super) fn image_in(last_saved: &LastSaved) -> Option<Image> {
    let image = last_saved.lock().unwrap_or_else(PoisonError::into_inner);
    image.clone()
}

#[cfg(test)]
mod tests {
    use std::{fs, sync::mpsc};

    use jiff::civil::date;

    use super::*;
    use crate::{
        app::keeper::{Keeping, backups::Backing, safety},
        domain::Edit,
        storage::{CampFile, HistoryLimit, Mode, Occasion, real_clock},
    };

    fn now() -> Zoned {
        date(2026, 7, 8)
            .at(14, 30, 0, 0)
            .in_tz("UTC")
            .expect("a moment")
    }

    /// A large camp that can't be read any more: what the window shows is what is in the copy, which says until when it has everything.
    #[test]
    fn a_copy_of_an_older_image_is_gone_on_in_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, copy] = ["Camp.ladder", "Copy.ladder"].map(|name| folder.path().join(name));
        drop(CampFile::create(&path, "Camp", date(2026, 7, 6)).expect("a camp file"));
        let (outbox, _inbox) = mpsc::channel();
        let wake: Wake = Arc::new(|| ());
        let keeping = Keeping {
            backups: None,
            history: HistoryLimit::default(),
        };
        let backing = Backing::start(keeping, outbox.clone(), Arc::clone(&wake), Arc::default());
        let backing = backing.expect("a thread");
        let watch = Watch::start(|| ()).expect("a thread");
        let to = Outlet::new(outbox, wake, watch, LastSaved::default(), Clock(now));
        let opened = Held::open(backing.open(&path, Mode::Change), &path);
        let mut slot = Some(opened.expect("the camp"));
        to.follow(slot.as_ref());
        let image = || image_in(&to.last_saved).expect("a camp in memory");
        assert_eq!(image().up_to(), None);

        let held = slot.as_mut().expect("the camp");
        let later = Edit::RenameCamp("Later".to_owned());
        let applied = held.file.apply(&later, &Occasion::now("Rename the camp"));
        let applied = applied.expect("a change");
        held.follow(applied.changed, 7).expect("the camp");
        to.keep_older(held);
        assert_eq!(image().up_to(), Some(now()));
        held.file.forget_pages();
        let file = fs::File::options().write(true).open(&path);
        file.and_then(|file| file.set_len(0)).expect("no pages");
        let report = safety::save_copy(&mut slot, Some(&image()), copy.clone(), &backing, 9);
        let Report::Rescued { state, up_to, .. } = report else {
            panic!("{report:?}");
        };
        assert_eq!((state.camp.name.as_str(), state.revision), ("Camp", 9));
        assert_eq!(up_to, Some(now()));
        let held = slot.expect("the camp");
        assert_eq!(held.file.path(), copy);
        assert_eq!(held.known.camp.name, "Camp");
    }

    /// No more often than its size allows, and not while somebody types.
    #[test]
    fn a_large_camp_is_copied_when_nobody_asks_for_anything() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Camp.ladder");
        let camp = CampFile::create(&path, "Camp", date(2026, 7, 6));
        let held = Held::open(camp, &path).expect("the camp");
        let (outbox, _inbox) = mpsc::channel();
        let watch = Watch::start(|| ()).expect("a thread");
        let wake: Wake = Arc::new(|| ());
        let to = Outlet::new(outbox, wake, watch, LastSaved::default(), Clock(real_clock));
        to.copy_if_due(Some(&held));
        assert!(image_in(&to.last_saved).is_none() && to.is_due_in().is_none());
        // As after it was opened.
        to.is_due.set(true);
        assert_eq!(to.is_due_in(), Some(QUIET));
        to.copy_if_due(Some(&held));
        assert!(image_in(&to.last_saved).is_some() && to.is_due_in().is_none());
        // As after a change.
        to.forget();
        to.is_due.set(true);
        assert!(to.is_due_in().is_some_and(|wait| wait > BETWEEN_COPIES / 2));
        to.copy_if_due(Some(&held));
        assert!(image_in(&to.last_saved).is_none());
    }
}
