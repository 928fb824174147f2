//! Whose backups are meant: those of one camp, or of what lay in one place.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Backup, BackupNote};
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
    /// The file that is meant, also before it was renamed.
    File,
    /// A copy of the camp in another place.
    Copy,
    /// Another camp, which lay where the file is now.
    OtherCamp,
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
    pub(super) fn is_of_camp(&self, note: &BackupNote) -> bool {
        match &self.uid {
            Some(uid) => *uid == note.uid,
            None => self.file == note.file,
        }
    }

    /// Of backups, the newest first, those that may be taken where nobody chooses, in that order: those of this very file; where it has none,
    /// those of its copies. One of another camp that lay in its place is taken only where nothing tells which camp this is.
    #[must_use]
    pub fn own(&self, mut backups: Vec<Backup>) -> Vec<Backup> {
        backups.retain(|backup| self.is_of_camp(&backup.note));
        if backups.iter().any(|backup| self.is_of_file(&backup.note)) {
            backups.retain(|backup| self.is_of_file(&backup.note));
        }
        backups
    }

    /// Whether a backup was made of this very file, and not of a copy of the camp in another place or of another camp in this one.
    pub fn is_of_file(&self, note: &BackupNote) -> bool {
        self.file == note.file && self.is_of_camp(note)
    }

    /// What a backup was made of. A file beside this one that isn't there any more is this one before it was renamed; other folders aren't
    /// asked, as a network drive may not answer.
    pub fn made_of(&self, note: &BackupNote) -> MadeOf {
        let is_beside = self.file.parent() == note.file.parent();
        if !self.is_of_camp(note) {
            MadeOf::OtherCamp
        } else if self.file == note.file || is_beside && !note.file.exists() {
            MadeOf::File
        } else {
            MadeOf::Copy
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
