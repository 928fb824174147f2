//! The first place of the backups, after a drive has stopped answering: it may be the same drive, and so nobody waits for it until it has answered.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use super::{BackedUp, Held, Report};
use crate::storage::{BackupError, BackupReason};

/// Whether the first place of the backups is taken to answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in super::super) enum Trust {
    Given,
    /// A drive has just stopped: the place is asked first.
    AfterSilence,
}

/// A place that has not answered yet.
#[derive(Debug)]
pub(super) struct Doubt {
    place: PathBuf,
    has_answered: Arc<AtomicBool>,
    /// The camp of which it was told that no backups are made.
    told: Option<PathBuf>,
}

impl Doubt {
    /// Asks the place, on a thread that nobody waits for.
    ///
    /// # Errors
    /// The operating system has no thread left.
    pub(super) fn of(place: &Path) -> io::Result<Self> {
        let has_answered = Arc::<AtomicBool>::default();
        let (asked, answered) = (place.to_owned(), Arc::clone(&has_answered));
        thread::Builder::new()
            .name("question to the place of backups".to_owned())
            .spawn(move || {
                #[cfg(test)]
                super::watch::wait_for_drive(&asked);
                if let Ok(mut entries) = fs::read_dir(&asked) {
                    let _ = entries.next();
                }
                answered.store(true, Ordering::Relaxed);
            })?;
        Ok(Self {
            place: place.to_owned(),
            has_answered,
            told: None,
        })
    }

    pub(super) fn is_over(&self) -> bool {
        self.has_answered.load(Ordering::Relaxed)
    }

    pub(super) fn error(&self) -> BackupError {
        BackupError::Folder {
            folder: self.place.clone(),
            detail: "its drive doesn’t answer".to_owned(),
        }
    }

    /// That there are no backups of a camp for now.
    pub(super) fn no_backup(&mut self, held: &Held, reason: BackupReason) -> Report {
        let file = held.file.path().to_owned();
        self.told = Some(file.clone());
        Report::BackedUp(BackedUp {
            file,
            reason,
            made: Err(self.error().to_string()),
        })
    }

    /// The same, once for each camp.
    pub(super) fn tell_once(&mut self, held: &Held) -> Option<Report> {
        let is_told = self.told.as_deref() == Some(held.file.path());
        (!is_told).then(|| self.no_backup(held, BackupReason::Opened))
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{Arc, Mutex, mpsc},
        thread,
        time::Duration,
    };

    use jiff::civil::date;

    use super::*;
    use crate::{
        app::{
            Clock,
            keeper::{
                Keeping,
                backups::{Backing, Next},
                outlet::{LastSaved, Outlet, image_in},
                safety,
                watch::Watch,
            },
        },
        storage::{BackupPlaces, CampFile, HistoryLimit, Mode, OpenError, real_clock},
    };

    /// Whoever looks at the backups of a copy that was just saved may wait for ever for the drive that was left.
    #[test]
    fn a_copy_is_gone_on_in_before_anything_of_the_backups_is_touched() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let (path, place) = (at("Camp.ladder"), at("backups"));
        let (outbox, _inbox) = mpsc::channel();
        let (_nobody_asks, requests) = mpsc::channel::<()>();
        let wake: crate::app::Wake = Arc::new(|| ());
        let watch = Watch::start(|| ()).expect("a thread");
        let last_saved = Arc::<Mutex<_>>::default();
        let held = Held::open(CampFile::create(&path, "Camp", date(2026, 7, 6)), &path);
        let mut slot = Some(held.expect("a camp"));
        let saved: LastSaved = Arc::clone(&last_saved);
        let to = Outlet::new(
            outbox.clone(),
            Arc::clone(&wake),
            watch,
            saved,
            Clock(real_clock),
        );
        to.follow(slot.as_ref());
        let image = image_in(&last_saved).expect("a camp in memory");

        let stuck = place.with_extension("stuck");
        fs::write(&stuck, "").expect("a mark");
        let keeping = Keeping {
            backups: Some(BackupPlaces::only(place)),
            history: HistoryLimit::default(),
        };
        for name in ["By another keeper.ladder", "By its own.ladder"] {
            let backing = Backing::start(
                keeping.clone(),
                outbox.clone(),
                Arc::clone(&wake),
                Arc::default(),
            );
            let mut backing = backing.expect("a thread");
            if stuck.exists() {
                backing = backing.in_doubt().expect("a thread");
            }
            let report = safety::go_on(&mut slot, Some(&image), at(name), &backing, 1);
            assert!(matches!(report, Report::Rescued { .. }), "{report:?}");
            let keeps =
                |held: &Option<Held>| held.as_ref().is_some_and(|held| held.file.keeps_backups());
            assert!(!keeps(&slot));
            if stuck.exists() {
                assert_eq!(backing.folder_in_use(), None);
                assert!(backing.take_up(slot.as_mut()).is_none());
                assert!(!keeps(&slot), "it has not answered");
                assert!(backing.tell_doubt(slot.as_ref()).is_some());
                assert!(backing.tell_doubt(slot.as_ref()).is_none(), "once");
                fs::remove_file(&stuck).expect("it answers");
                while backing.folder_in_use().is_none() {
                    thread::sleep(Duration::from_millis(2));
                }
                assert!(backing.tell_doubt(slot.as_ref()).is_none());
            }
            let told = backing.take_up(slot.as_mut());
            assert!(told.is_none(), "a backup is made: {told:?}");
            assert!(keeps(&slot));
            let next = backing.next(&requests, None);
            assert!(matches!(next, Ok(Next::BackupDue)), "at once");
            // Before the thread of the backups, as closing a camp makes one.
            slot = None;
        }
    }

    /// It may hang for ever, and what the upgrade makes another is in no backup.
    #[test]
    fn a_camp_of_an_older_version_stays_as_it_is_until_the_place_has_answered() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let (path, place) = (at("Old.ladder"), at("backups"));
        let old = Path::new(env!("CARGO_MANIFEST_DIR"));
        let old = old.join("tests/fixtures/camps/schema-1.ladder");
        let before = fs::read(old).expect("a camp of the first version");
        fs::write(&path, &before).expect("a copy");
        let stuck = place.with_extension("stuck");
        fs::write(&stuck, "").expect("a mark");
        let keeping = Keeping {
            backups: Some(BackupPlaces::only(place)),
            history: HistoryLimit::default(),
        };
        let (outbox, reports) = mpsc::channel();
        let backing = Backing::start(keeping, outbox, Arc::new(|| ()), Arc::default());
        let backing = backing.and_then(Backing::in_doubt);
        let mut backing = backing.expect("a thread");
        let opened = backing.open(&path, Mode::Change);
        assert!(
            matches!(opened, Err(OpenError::NotBackedUp(_))),
            "{opened:?}"
        );
        let looked_at = backing.open(&path, Mode::ReadOnly).expect("the camp");
        drop(looked_at);
        assert!(fs::read(&path).expect("the camp") == before);
        // One of this version needs none to be opened.
        let new = at("New.ladder");
        drop(CampFile::create(&new, "Camp", date(2026, 7, 6)).expect("a camp"));
        drop(backing.open(&new, Mode::Change).expect("the camp"));

        fs::remove_file(&stuck).expect("it answers");
        while backing.folder_in_use().is_none() {
            thread::sleep(Duration::from_millis(2));
        }
        let camp = backing.open(&path, Mode::Change).expect("upgraded");
        let next = || reports.recv_timeout(Duration::from_mins(1));
        assert!(matches!(next(), Ok(Report::BackupBegun(_))));
        let report = next();
        let Ok(Report::BackedUp(done)) = report else {
            panic!("{report:?}")
        };
        assert_eq!(done.reason, BackupReason::BeforeUpgrade);
        assert!(done.made.is_ok(), "{done:?}");
        drop(camp);
    }
}
