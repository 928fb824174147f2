//! Whose backups are meant: those of one camp, or of what lay in one place.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{
    Backup, BackupError, BackupNote, FileHistory, RestoreSource, SecondPlace, restoring::first_good,
};
use crate::storage::{
    CampFile, Mode,
    repair::{can_be_repaired, uid_of},
};

/// Which backups are meant: those of one camp.
#[derive(Clone, Debug, Eq, PartialEq, Deserialize, Serialize)]
pub struct BackupsOf {
    /// `None` where the file has gone, or nothing of it tells any more.
    uid: Option<String>,
    #[serde(with = "crate::files::path_text")]
    file: PathBuf,
}

/// What a backup was made of.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum MadeOf {
    /// The file that is meant, also before it was renamed or moved.
    File,
    /// A copy of the camp in another place, or on another computer.
    Copy,
    /// Another camp, which lay where the file is now.
    OtherCamp,
}

/// Backups that may be taken where nobody chooses.
#[derive(Debug, Default)]
pub struct OwnBackups {
    /// In the order in which they may be: those of this very file, after one of another file that goes on from them, as the camp was moved and
    /// came back; where the file has none, those of its copies.
    pub backups: Vec<Backup>,
    /// The newest one of another file of the camp that is newer than all of these, and may lack something of this file: its history doesn't have
    /// the last step of theirs, or tells nothing; or nothing came from its place.
    pub newer: Option<Backup>,
    /// Whether the second place could be looked into for them.
    pub second: SecondPlace,
    /// Why those in the first place may not be among them.
    pub unread: Option<BackupError>,
}

/// What came of looking for the newest of [`OwnBackups`] that can be used.
#[derive(Debug)]
pub struct Newest<T = ()> {
    pub good: Option<NewestGood<T>>,
    /// As of [`OwnBackups::second`].
    pub second: SecondPlace,
    /// As of [`OwnBackups::unread`]: there may be a newer one.
    pub unread: Option<BackupError>,
}

/// The newest of [`OwnBackups`] that can be used.
#[derive(Debug)]
pub struct NewestGood<T = ()> {
    pub backup: Backup,
    /// What came of it.
    pub used: T,
    /// As of [`OwnBackups::newer`].
    pub newer: Option<Backup>,
    /// One that goes before it, and may be good as well: nothing came from its place.
    pub unanswered: Option<Backup>,
}

impl OwnBackups {
    /// The first of them that can be used, with what came of it. Those that are bad are passed over.
    ///
    /// # Errors
    /// Nobody can find out, as there is no room to unpack them, or their place doesn't answer.
    pub fn newest_good<T>(
        self,
        used: impl Fn(&RestoreSource) -> Result<T, BackupError>,
    ) -> Result<Newest<T>, BackupError> {
        let good = first_good(self.backups, used)?;
        Ok(Newest {
            good: good.map(|good| NewestGood {
                newer: self.newer,
                ..good
            }),
            second: self.second,
            unread: self.unread,
        })
    }
}

impl BackupsOf {
    pub(super) fn new(uid: String, file: &Path) -> Self {
        Self {
            uid: Some(uid),
            file: whole(file),
        }
    }

    /// Those of the camp file in this place, also when it is damaged or gone. Not for a file that this program has open: on Linux, closing it
    /// again would give up the lock of it.
    pub fn file(path: &Path) -> Self {
        let camp = CampFile::open(path, Mode::ReadOnly);
        let uid = match camp {
            Ok(camp) => super::making::uid(&camp).ok(),
            // One that was renamed, too, is known by nothing else.
            Err(error) if can_be_repaired(path, &error) => uid_of(path),
            Err(_) => None,
        };
        Self {
            uid,
            ..Self::place(path)
        }
    }

    /// Those of the camp that is in a backup.
    pub fn camp_in(backup: &BackupNote) -> Self {
        Self {
            uid: Some(backup.uid.clone()),
            file: backup.file.clone(),
        }
    }

    /// Those of what lies or lay in this place, whatever that is.
    pub fn place(path: &Path) -> Self {
        Self {
            uid: None,
            file: whole(path),
        }
    }

    /// What tells the camp from all others, where its file can be read.
    pub fn uid(&self) -> Option<&str> {
        self.uid.as_deref()
    }

    /// Whether a backup is listed: also one of another camp that lay where this one is now, as this one may have taken its place by mistake.
    pub(super) fn include(&self, note: &BackupNote) -> bool {
        self.is_of_camp(note) || self.file == note.file
    }

    /// Whether a backup is of this camp: by its file only where nothing else tells.
    pub fn is_of_camp(&self, note: &BackupNote) -> bool {
        match &self.uid {
            Some(uid) => *uid == note.uid,
            None => self.file == note.file,
        }
    }

    /// Of backups, the newest first, those that may be taken where nobody chooses. One of another camp that lay in the place of this one is
    /// taken only where nothing tells which camp this is. Newer ones of other files are read, to see whether they go on from this one.
    ///
    /// # Errors
    /// Nobody can find out, as there is no room to unpack them.
    pub fn own(&self, mut backups: Vec<Backup>) -> Result<OwnBackups, BackupError> {
        backups.retain(|backup| self.is_of_camp(&backup.note));
        let is_of_file = |backup: &Backup| self.is_of_file(backup);
        let Some(newest) = backups.iter().position(is_of_file) else {
            return Ok(OwnBackups {
                backups,
                ..OwnBackups::default()
            });
        };
        let mut of_file = backups.split_off(newest);
        of_file.retain(is_of_file);
        let Some(newest) = of_file.first().map(|backup| backup.note.clone()) else {
            return Ok(OwnBackups::default());
        };
        // Another camp may lie in the same place on another computer.
        backups.retain(|backup| backup.note.uid == newest.uid);
        let mut own = OwnBackups::default();
        let mut apart = Vec::new();
        for backup in backups {
            let line = (backup.note.computer.clone(), backup.note.file.clone());
            if apart.contains(&line) {
                continue;
            }
            if self.is_of_another_beside(&backup) {
                apart.push(line);
                own.newer.get_or_insert(backup);
                continue;
            }
            match RestoreSource::from(&backup).history() {
                Ok(Some(history)) if history.goes_on_from(&newest) => {
                    own.backups.push(backup);
                    break;
                }
                // Its older ones are no nearer to this file.
                Ok(_) => {
                    apart.push(line);
                    own.newer.get_or_insert(backup);
                }
                Err(error) if error.is_of_backup() => tracing::warn!("passed over: {error}"),
                Err(BackupError::NoAnswer(_)) => {
                    own.newer.get_or_insert(backup);
                }
                Err(error) => return Err(error),
            }
        }
        own.backups.append(&mut of_file);
        Ok(own)
    }

    /// Whether a backup was made of this very file, and not of a copy of the camp in another place or on another computer, or of another camp in
    /// this one.
    pub fn is_of_file(&self, backup: &Backup) -> bool {
        let note = &backup.note;
        !backup.is_of_other_computer && self.file == note.file && self.is_of_camp(note)
    }

    /// Whether another file beside this one, of which a backup was made, is there yet: then it is no earlier name of this one. Nothing for other
    /// folders, which aren't asked, as a network drive may not answer.
    fn is_there_beside(&self, note: &BackupNote) -> Option<bool> {
        let is_beside = self.file.parent() == note.file.parent() && self.file != note.file;
        is_beside.then(|| note.file.exists())
    }

    /// Whether a backup was made of another file beside this one that is there yet, whatever was done in it.
    fn is_of_another_beside(&self, backup: &Backup) -> bool {
        !backup.is_of_other_computer && self.is_there_beside(&backup.note) == Some(true)
    }

    /// What a backup was made of. A file beside this one that isn't there any more is this one before it was renamed.
    pub fn made_of(&self, backup: &Backup) -> MadeOf {
        let note = &backup.note;
        if !self.is_of_camp(note) {
            MadeOf::OtherCamp
        } else if backup.is_of_other_computer {
            MadeOf::Copy
        } else if self.file == note.file || self.is_there_beside(note) == Some(false) {
            MadeOf::File
        } else {
            MadeOf::Copy
        }
    }

    /// The same where it is known what was done in this file: one of another file from which it goes on is one of it before it was moved, unless
    /// this file was further already by then.
    pub fn made_of_with(&self, backup: &Backup, now: &FileHistory) -> MadeOf {
        let note = &backup.note;
        match self.made_of(backup) {
            MadeOf::Copy if self.is_of_another_beside(backup) => MadeOf::Copy,
            MadeOf::Copy if now.goes_on_from(note) && !now.was_ahead_of(note) => MadeOf::File,
            made_of => made_of,
        }
    }
}

/// The path from the root, as notes have it: the same one from whatever folder a file is named.
pub(super) fn whole(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|_| cfg!(unix));
    // On Windows nothing of ".." is left by now, and folders without links have names of their own kind.
    let folder = folder.and_then(|folder| folder.canonicalize().ok());
    match folder.zip(path.file_name()) {
        Some((folder, name)) => folder.join(name),
        None => path,
    }
}
