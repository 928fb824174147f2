//! Whether a camp file is still the one that was opened. While it is open, nobody else should touch it; on Linux and macOS anybody can.

use std::{
    fs::{self, Metadata},
    io,
    path::Path,
};

/// What somebody else did to a camp file while it was open here.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum OutsideChange {
    /// Nothing lies at its place any more: deleted, moved or renamed, or its folder was.
    #[error("The camp file was deleted, moved or renamed while it was open here")]
    Gone,
    /// Another file lies at its place.
    #[error("Another file was put in the place of the camp file while it was open here")]
    Replaced,
    /// Somebody else wrote into it.
    #[error("Another program wrote into the camp file while it was open here")]
    Overwritten,
    /// The disk doesn't answer, or not to us.
    #[error("The camp file can’t be reached any more")]
    OutOfReach,
    /// A disk is asked, of the camp file or of another one that is wanted now, and nothing comes back.
    #[error("A drive doesn’t answer, and Camp Ladder waits for it")]
    Silent,
}

/// Whether two paths lead to one file.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// What tells a file from another one, and from itself after somebody wrote into it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::storage) struct FileStamp {
    identity: Identity,
    size: u64,
    content: Content,
}

/// Device and number of the file.
#[cfg(unix)]
type Identity = (u64, u64);

/// Windows itself refuses to delete, move or replace a file that is open.
#[cfg(not(unix))]
type Identity = ();

/// When it was written to. The file is never opened: closing it again would give up the lock on it.
#[cfg(unix)]
type Content = Option<std::time::SystemTime>;

/// Its head, in which every change is counted. The time of a file on a network drive may change later than the file.
#[cfg(not(unix))]
type Content = Vec<u8>;

impl FileStamp {
    pub(in crate::storage) fn new(path: &Path) -> io::Result<Self> {
        let about = fs::metadata(path)?;
        Ok(Self {
            identity: identity(&about),
            size: about.len(),
            content: content(path, &about)?,
        })
    }

    /// What somebody else has done to the file at `path` since this stamp.
    pub(in crate::storage) fn compare(&self, path: &Path) -> Option<OutsideChange> {
        match self.again(path) {
            Ok(now) if now == *self => None,
            Ok(_) => Some(OutsideChange::Overwritten),
            Err(change) => Some(change),
        }
    }

    /// The stamp after a change of our own.
    ///
    /// # Errors
    /// It isn't the same file any more.
    pub(in crate::storage) fn again(&self, path: &Path) -> Result<Self, OutsideChange> {
        match Self::new(path) {
            Ok(now) if now.identity == self.identity => Ok(now),
            Ok(_) => Err(OutsideChange::Replaced),
            Err(error) if is_gone(&error) => Err(OutsideChange::Gone),
            Err(error) => {
                tracing::warn!("the camp file can't be reached: {error}");
                Err(OutsideChange::OutOfReach)
            }
        }
    }
}

fn is_gone(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

#[cfg(unix)]
fn identity(about: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (about.dev(), about.ino())
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "as where the file is read")]
fn content(_: &Path, about: &Metadata) -> io::Result<Content> {
    Ok(about.modified().ok())
}

#[cfg(not(unix))]
fn content(path: &Path, _: &Metadata) -> io::Result<Content> {
    super::journal::head_of(path)
}
