//! Backups and copies that fail, or are never finished, when no window is left to say so. The next start does.

use std::{
    collections::BTreeMap,
    fs::{self, File, TryLockError},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::{notices::Notices, paths::answer_within};
use crate::storage::{BackupPlaces, path_text};

/// Why something came to nothing of which nobody has heard again.
pub(super) const ENDED: &str = "Camp Ladder was ended before that was done";

/// So long it may take to find out whether a backup is there after all, while no window is drawn yet.
const LOOK: Duration = Duration::from_millis(if cfg!(test) { 10_000 } else { 500 });

/// What goes on when the window is gone, and may come to nothing.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Unfinished {
    /// A backup of the camp in this file: its last one, or one of before that is being packed yet.
    Backup(PathBuf),
    /// A copy of a camp, which is to lie here.
    Copy(PathBuf),
}

/// What keeps camps from being backed up, or copied, until that is told.
#[derive(Clone, Debug, Default)]
pub(super) struct Untold {
    /// `None` keeps nothing, as tests want it.
    place: Option<PathBuf>,
    /// Where backups are.
    backups: Option<BackupPlaces>,
}

#[derive(Clone, Debug, Default, Eq, PartialEq, Deserialize, Serialize)]
struct Failed {
    #[serde(with = "path_text::keys")]
    camps: BTreeMap<PathBuf, String>,
    #[serde(default, with = "path_text::keys")]
    copies: BTreeMap<PathBuf, String>,
}

impl Untold {
    pub(super) const fn in_file(place: Option<PathBuf>) -> Self {
        Self {
            place,
            backups: None,
        }
    }

    /// Looks there whether a backup is there of which nobody has heard again.
    #[must_use]
    pub(super) fn with_backups_in(self, backups: Option<BackupPlaces>) -> Self {
        Self { backups, ..self }
    }

    /// Takes note that something is begun: that it came to nothing, unless something else is noted. As long as the answer is held, nobody says
    /// so.
    pub(super) fn begin(&self, what: &Unfinished) -> Option<File> {
        let lock = lock(self.place.as_deref()?);
        self.note(what, Err(ENDED.to_owned()));
        lock.inspect_err(|error| tracing::warn!("not locked: {error}"))
            .ok()
    }

    /// Takes note of what came of something: why nothing, as a sentence without its period.
    pub(super) fn note(&self, what: &Unfinished, result: Result<(), String>) {
        let Some(place) = self.place.as_deref() else {
            return;
        };
        let before = read(place);
        let mut failed = before.clone();
        let (noted, path) = match what {
            Unfinished::Backup(camp) => (&mut failed.camps, camp),
            Unfinished::Copy(copy) => (&mut failed.copies, copy),
        };
        match result {
            Ok(()) => noted.remove(path),
            Err(reason) => noted.insert(path.clone(), reason),
        };
        if failed != before
            && let Err(error) = write(place, &failed)
        {
            tracing::error!("not noted that a backup or a copy failed: {error}");
        }
    }

    /// Says it, once. While anything is under way, nobody knows.
    pub(super) fn tell(&self, notices: &mut Notices) {
        let Some(place) = &self.place else { return };
        let lock = File::open(lock_beside(place));
        let is_held = |lock: File| matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
        if lock.is_ok_and(is_held) {
            return;
        }
        let Failed { camps, copies } = read(place);
        for (camp, reason) in camps {
            if reason == ENDED && self.is_backed_up(&camp) {
                continue;
            }
            notices.not_backed_up(&camp, not_backed_up(&camp, &reason));
        }
        for (copy, reason) in copies {
            notices.problem(format!(
                "The copy “{}” was not saved. {reason}",
                copy.display()
            ));
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

    /// Whether a backup has all of a camp: the program may have been ended before it could note that.
    fn is_backed_up(&self, camp: &Path) -> bool {
        let Some(places) = self.backups.clone() else {
            return false;
        };
        let camp = camp.to_owned();
        let answer = answer_within(LOOK, move || places.has_as_it_is(&camp));
        answer.ok().flatten().unwrap_or(false)
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
    format!(
        "“{}” was not backed up when it was closed. {reason}",
        camp.display()
    )
}

/// Held by every program that is at something yet.
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
    use jiff::civil::date;

    use super::*;
    use crate::{
        domain::Edit,
        storage::{BackupReason, CampFile, Mode, Occasion, Snapshot},
    };

    fn backup(camp: &str) -> Unfinished {
        Unfinished::Backup(PathBuf::from(camp))
    }

    fn full() -> Result<(), String> {
        Err("The disk is full".to_owned())
    }

    #[test]
    fn what_failed_last_is_told_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("new").join("failed.json");
        let untold = Untold::in_file(Some(place));
        assert!(untold.told().is_empty());
        for (camp, came) in [
            ("A.ladder", full()),
            ("B.ladder", full()),
            ("B.ladder", Ok(())),
            ("C.ladder", Ok(())),
        ] {
            untold.note(&backup(camp), came);
        }
        let said = ["“A.ladder” was not backed up when it was closed. The disk is full"];
        assert_eq!(untold.told(), said);
        assert!(untold.told().is_empty());

        untold.note(&backup("A.ladder"), full());
        untold.note(&backup("A.ladder"), Ok(()));
        assert!(untold.told().is_empty(), "it is backed up by now");
    }

    /// A camp may be backed up while a copy, which once lay in its place, is not there.
    #[test]
    fn copies_and_backups_are_told_apart() {
        let folder = tempfile::tempdir().expect("a folder");
        let untold = Untold::in_file(Some(folder.path().join("failed.json")));
        let copy = Unfinished::Copy(PathBuf::from("A.ladder"));
        untold.note(&copy, full());
        untold.note(&backup("A.ladder"), Ok(()));
        let said = ["The copy “A.ladder” was not saved. The disk is full"];
        assert_eq!(untold.told(), said);
        untold.note(&copy, full());
        untold.note(&copy, Ok(()));
        assert!(untold.told().is_empty(), "it is there by now");
    }

    /// By a version that knew of no copies.
    #[test]
    fn what_was_noted_before_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("failed.json");
        fs::write(&place, r#"{"camps": {"A.ladder": "The disk is full"}}"#).expect("a note");
        let said = ["“A.ladder” was not backed up when it was closed. The disk is full"];
        assert_eq!(Untold::in_file(Some(place)).told(), said);
    }

    /// The computer was turned off, say.
    #[test]
    fn what_is_never_finished_is_told_once_nobody_is_at_it_any_more() {
        let folder = tempfile::tempdir().expect("a folder");
        let untold = Untold::in_file(Some(folder.path().join("new").join("failed.json")));
        let at_it = untold.begin(&backup("A.ladder"));
        let also = untold.begin(&backup("B.ladder"));
        assert!(at_it.is_some() && also.is_some());
        untold.note(&backup("A.ladder"), Ok(()));
        drop(at_it);
        assert!(untold.told().is_empty(), "the other one may still be made");
        drop(also);
        let said = "“B.ladder” was not backed up when it was closed. Camp Ladder was ended before that was done";
        assert_eq!(untold.told(), [said]);
        assert!(untold.told().is_empty());
    }

    /// The program is killed when the backup is in its place, and that isn't noted yet.
    #[test]
    fn a_backup_that_is_there_after_all_is_not_told_to_be_missing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Camp.ladder");
        let places = BackupPlaces::only(folder.path().join("backups"));
        let camp = CampFile::create(&path, "Camp", date(2026, 7, 6)).expect("a camp");
        let snapshot = camp.snapshot(&places, BackupReason::Closed);
        let made = snapshot.and_then(Snapshot::keep).expect("a backup");
        drop(camp);
        let untold = Untold::in_file(Some(folder.path().join("failed.json")));
        let untold = untold.with_backups_in(Some(places));
        let told_after_kill = || {
            drop(untold.begin(&Unfinished::Backup(path.clone())));
            untold.told()
        };
        assert!(told_after_kill().is_empty());
        let said = [not_backed_up(&path, ENDED)];
        let packed = fs::read(&made.path).expect("the backup");
        fs::write(&made.path, "cut off").expect("a file");
        assert_eq!(told_after_kill(), said, "it isn't whole");
        fs::write(&made.path, packed).expect("as it was");
        assert!(told_after_kill().is_empty());
        let mut camp = CampFile::open(&path, Mode::Change).expect("the camp");
        let edit = Edit::RenameCamp("Changed".to_owned());
        let changed = camp.apply(&edit, &Occasion::now("Rename"));
        changed.expect("a change");
        drop(camp);
        assert_eq!(told_after_kill(), said, "it lacks a change");
    }
}
