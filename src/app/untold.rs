//! Last backups that fail, or are never finished, when no window is left to say so. The next start does.

use std::{
    collections::BTreeMap,
    fs::{self, File, TryLockError},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{keeper::BackedUp, notices::Notices};
use crate::storage::{BackupReason, path_text};

/// What keeps camps from being backed up, until that is told.
#[derive(Clone, Debug, Default)]
pub(super) struct Untold {
    /// `None` keeps nothing, as tests want it.
    place: Option<PathBuf>,
}

#[derive(Clone, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
struct Failed {
    #[serde(with = "path_text::keys")]
    camps: BTreeMap<PathBuf, String>,
}

impl Untold {
    pub(super) const fn in_file(place: Option<PathBuf>) -> Self {
        Self { place }
    }

    /// Takes note that the last backup of a camp is begun: that it came to nothing, unless something else is noted. As long as the answer is
    /// held, nobody says so.
    pub(super) fn begin(&self, camp: PathBuf) -> Option<File> {
        let lock = lock(self.place.as_deref()?);
        self.failed(camp, "Camp Ladder was ended before that was done");
        lock.inspect_err(|error| tracing::warn!("not locked: {error}"))
            .ok()
    }

    /// Takes note that the last backup of a camp came to nothing.
    pub(super) fn failed(&self, camp: PathBuf, reason: &str) {
        self.note(vec![BackedUp {
            file: camp,
            reason: BackupReason::Closed,
            made: Err(reason.to_owned()),
        }]);
    }

    /// Takes note of what came of backups, in the order in which they were made.
    pub(super) fn note(&self, backups: Vec<BackedUp>) {
        let Some(place) = self.place.as_deref().filter(|_| !backups.is_empty()) else {
            return;
        };
        let before = read(place);
        let mut failed = before.clone();
        for BackedUp { file, made, .. } in backups {
            match made {
                Ok(_) => failed.camps.remove(&file),
                Err(reason) => failed.camps.insert(file, reason),
            };
        }
        if failed != before
            && let Err(error) = write(place, &failed)
        {
            tracing::error!("not noted that the last backup failed: {error}");
        }
    }

    /// Says it, once. While last backups are under way, nobody knows.
    pub(super) fn tell(&self, notices: &mut Notices) {
        let Some(place) = &self.place else { return };
        let lock = File::open(lock_beside(place));
        let is_held = |lock: File| matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
        if lock.is_ok_and(is_held) {
            return;
        }
        for (camp, reason) in read(place).camps {
            notices.problem(not_backed_up(&camp, &reason));
        }
        for done in [place, &lock_beside(place)] {
            match fs::remove_file(done) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    tracing::warn!("what was told stays: {error}");
                }
                _ => {}
            }
        }
    }

    /// What is said.
    #[cfg(test)]
    pub(super) fn told(&self) -> Vec<String> {
        let mut notices = Notices::default();
        self.tell(&mut notices);
        std::iter::from_fn(|| notices.take())
            .map(|notice| notice.text)
            .collect()
    }
}

/// That a camp which isn't open was not backed up.
pub(super) fn not_backed_up(camp: &Path, reason: &str) -> String {
    format!("“{}” was not backed up. {reason}", camp.display())
}

/// Held by every program whose last backups are under way.
fn lock_beside(place: &Path) -> PathBuf {
    place.with_extension("lock")
}

fn lock(place: &Path) -> io::Result<File> {
    make_folder(place)?;
    let lock = File::options()
        .create(true)
        .append(true)
        // Windows locks no file that is opened for nothing but that.
        .read(true)
        .open(lock_beside(place))?;
    lock.try_lock_shared()?;
    Ok(lock)
}

fn read(place: &Path) -> Failed {
    let text = fs::read_to_string(place).ok();
    text.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

fn make_folder(place: &Path) -> io::Result<()> {
    place.parent().map_or(Ok(()), fs::create_dir_all)
}

fn write(place: &Path, failed: &Failed) -> io::Result<()> {
    make_folder(place)?;
    fs::write(place, serde_json::to_string_pretty(failed)?)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    fn backed_up(camp: &str, made: Result<Timestamp, &str>) -> BackedUp {
        BackedUp {
            file: PathBuf::from(camp),
            reason: BackupReason::Closed,
            made: made.map_err(str::to_owned),
        }
    }

    #[test]
    fn what_failed_last_is_told_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("new").join("failed.json");
        let untold = Untold::in_file(Some(place.clone()));
        assert!(untold.told().is_empty());
        let now = Timestamp::UNIX_EPOCH;
        untold.note(vec![
            backed_up("A.ladder", Err("The disk is full")),
            backed_up("B.ladder", Err("The disk is full")),
            backed_up("B.ladder", Ok(now)),
        ]);
        untold.note(vec![backed_up("C.ladder", Ok(now))]);
        let said = ["“A.ladder” was not backed up. The disk is full"];
        assert_eq!(untold.told(), said);
        assert!(untold.told().is_empty());

        untold.note(vec![backed_up("A.ladder", Err("The disk is full"))]);
        untold.note(vec![backed_up("A.ladder", Ok(now))]);
        assert!(untold.told().is_empty(), "it is backed up by now");
    }

    /// The computer was turned off, say.
    #[test]
    fn what_is_never_finished_is_told_once_nobody_is_at_it_any_more() {
        let folder = tempfile::tempdir().expect("a folder");
        let untold = Untold::in_file(Some(folder.path().join("new").join("failed.json")));
        let at_it = untold.begin(PathBuf::from("A.ladder"));
        let also = untold.begin(PathBuf::from("B.ladder"));
        assert!(at_it.is_some() && also.is_some());
        untold.note(vec![backed_up("A.ladder", Ok(Timestamp::UNIX_EPOCH))]);
        drop(at_it);
        assert!(untold.told().is_empty(), "the other one may still be made");
        drop(also);
        let said = "“B.ladder” was not backed up. Camp Ladder was ended before that was done";
        assert_eq!(untold.told(), [said]);
        assert!(untold.told().is_empty());
    }
}
