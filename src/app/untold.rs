//! Last backups that fail when no window is left to say so. The next start does.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{keeper::BackedUp, notices::Notices};
use crate::storage::path_text;

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

    /// Says it, once.
    pub(super) fn tell(&self, notices: &mut Notices) {
        let Some(place) = &self.place else { return };
        for (camp, reason) in read(place).camps {
            notices.problem(not_backed_up(&camp, &reason));
        }
        match fs::remove_file(place) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                tracing::warn!("what was told stays: {error}");
            }
            _ => {}
        }
    }
}

/// That a camp which isn't open was not backed up.
pub(super) fn not_backed_up(camp: &Path, reason: &str) -> String {
    format!("“{}” was not backed up. {reason}", camp.display())
}

fn read(place: &Path) -> Failed {
    let text = fs::read_to_string(place).ok();
    text.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

fn write(place: &Path, failed: &Failed) -> io::Result<()> {
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(place, serde_json::to_string_pretty(failed)?)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::storage::BackupReason;

    fn backed_up(camp: &str, made: Result<Timestamp, &str>) -> BackedUp {
        BackedUp {
            file: PathBuf::from(camp),
            reason: BackupReason::Closed,
            made: made.map_err(str::to_owned),
        }
    }

    fn told(untold: &Untold) -> Vec<String> {
        let mut notices = Notices::default();
        untold.tell(&mut notices);
        std::iter::from_fn(|| notices.take())
            .map(|notice| notice.text)
            .collect()
    }

    #[test]
    fn what_failed_last_is_told_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("new").join("failed.json");
        let untold = Untold::in_file(Some(place.clone()));
        assert!(told(&untold).is_empty());
        let now = Timestamp::UNIX_EPOCH;
        untold.note(vec![
            backed_up("A.ladder", Err("The disk is full")),
            backed_up("B.ladder", Err("The disk is full")),
            backed_up("B.ladder", Ok(now)),
        ]);
        untold.note(vec![backed_up("C.ladder", Ok(now))]);
        let said = ["“A.ladder” was not backed up. The disk is full"];
        assert_eq!(told(&untold), said);
        assert!(told(&untold).is_empty());

        untold.note(vec![backed_up("A.ladder", Err("The disk is full"))]);
        untold.note(vec![backed_up("A.ladder", Ok(now))]);
        assert!(told(&untold).is_empty(), "it is backed up by now");
    }
}
