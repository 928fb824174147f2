//! What can go wrong with a backup, each in a sentence that a director can act on.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use thiserror::Error;

use crate::{files::SaveError, storage::OpenError};

/// Why there is no backup, or none that can be used.
#[derive(Debug, Error)]
pub enum BackupError {
    #[error("The backup was put off, as the camp was being changed")]
    GivenUp,
    #[error("The folder of the backups, “{}”, can’t be written to ({detail})", folder.display())]
    Folder { folder: PathBuf, detail: String },
    #[error(
        "The disk is full: there is no room for a backup in “{}”. Make room, and back up again",
        .0.display()
    )]
    DiskFull(PathBuf),
    #[error(
        "The backups in “{}” can’t be read ({detail}). Whether there are any isn’t known until you may look into that folder",
        folder.display()
    )]
    Unread { folder: PathBuf, detail: String },
    #[error("The camp can’t be read ({0}). Is the disk or the memory stick still there?")]
    Camp(#[source] rusqlite::Error),
    #[error(
        "The copy of the camp that was to be its backup is damaged ({0}). Look at the camp with “check”; the backups that there are stay"
    )]
    Damaged(String),
    #[error("The backup “{}” isn’t what it was when it was made, and can’t be used. Take another one", .0.display())]
    Changed(PathBuf),
    #[error("There is no backup “{}”", .0.display())]
    NotThere(PathBuf),
    #[error("The backup “{}” can’t be read ({detail})", path.display())]
    NotRead { path: PathBuf, detail: String },
    #[error(
        "Backups can’t be unpacked in “{}” ({detail}). Make room there, or see to it that you may write there",
        folder.display()
    )]
    Unpacking { folder: PathBuf, detail: String },
    #[error("The place of the backup “{}” doesn’t answer. Take another one, or try again when it does", .0.display())]
    NoAnswer(PathBuf),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Save(#[from] SaveError),
}

impl BackupError {
    /// Whether it says that the backup itself can't be used, and not what kept anybody from finding out.
    pub const fn is_of_backup(&self) -> bool {
        match self {
            Self::Changed(_) | Self::NotThere(_) | Self::NotRead { .. } => true,
            Self::Open(error) => matches!(
                error,
                OpenError::Damaged { .. }
                    | OpenError::NotACamp { .. }
                    | OpenError::Stranger { .. }
                    | OpenError::Newer(_)
                    | OpenError::Upgrade { .. }
            ),
            _ => false,
        }
    }

    /// The same of what was to be written into the second place: it is no file for which another folder is chosen.
    #[must_use]
    pub(super) fn of_second(self, place: &Path) -> Self {
        let folder = place.to_owned();
        match self {
            Self::Save(SaveError::NotAllowed(file)) if file.starts_with(place) => Self::Folder {
                folder,
                detail: "it is write-protected, or you don’t have permission".to_owned(),
            },
            Self::Save(SaveError::DiskFull(file)) if file.starts_with(place) => {
                Self::DiskFull(folder)
            }
            error => error,
        }
    }

    /// The error behind a folder that backups were to be written to.
    pub(super) fn of_folder(folder: &Path, error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::DiskFull(folder.to_owned()),
            _ => Self::Folder {
                folder: folder.to_owned(),
                detail: error.to_string(),
            },
        }
    }

    /// The error behind a folder whose backups were to be listed; nothing where there is no such folder, and so no backup.
    pub(super) fn of_listing<T>(folder: &Path, listed: io::Result<T>) -> Option<Self> {
        let error = listed.err()?;
        (error.kind() != ErrorKind::NotFound).then(|| Self::Unread {
            folder: folder.to_owned(),
            detail: error.to_string(),
        })
    }

    /// The error behind a backup that was to be read.
    pub(super) fn of_reading(path: &Path, error: &io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            ErrorKind::NotFound => Self::NotThere(path),
            // What was packed isn't what is unpacked, or ends early.
            ErrorKind::InvalidInput | ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
                Self::Changed(path)
            }
            _ => Self::NotRead {
                detail: error.to_string(),
                path,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_second_place_refuses_is_told_of_the_place() {
        let said = |error: SaveError| {
            let error = BackupError::from(error).of_second(Path::new("stick"));
            error.to_string()
        };
        let of = |file: &str| PathBuf::from(file);
        assert_eq!(
            said(SaveError::NotAllowed(of("stick/camp/a.ladder.gz"))),
            "The folder of the backups, “stick”, can’t be written to (it is write-protected, or you don’t have permission)"
        );
        assert_eq!(
            said(SaveError::DiskFull(of("stick/camp/a.ladder.gz"))),
            "The disk is full: there is no room for a backup in “stick”. Make room, and back up again"
        );
        // The first place is written to, too.
        let here = said(SaveError::DiskFull(of("backups/camp/in.list")));
        assert!(here.contains("“backups/camp/in.list”"), "{here}");
    }

    #[test]
    fn a_folder_that_nobody_may_look_into_is_not_one_without_backups() {
        let folder = Path::new("backups");
        let listed = |kind: ErrorKind| BackupError::of_listing(folder, Err::<(), _>(kind.into()));
        assert!(BackupError::of_listing(folder, Ok(())).is_none());
        assert!(listed(ErrorKind::NotFound).is_none(), "none was made yet");
        let error = listed(ErrorKind::PermissionDenied).expect("an error");
        assert!(!error.is_of_backup());
        let told = error.to_string();
        assert!(
            told.starts_with("The backups in “backups” can’t be read ("),
            "{told}"
        );
    }
}
