//! What a file is from the outside, before SQLite touches it.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{ErrorKind, Read as _},
    path::{self, Path},
};

use crate::storage::{Mode, OpenError, open::from_io, schema};

/// Tells from the outside what a path leads to, before SQLite touches it. Returns the size in bytes.
pub(in crate::storage) fn look_at(path: &Path, mode: Mode) -> Result<u64, OpenError> {
    refuse_long_path(path)?;
    let about = plain_file(path)?;
    let mut file = File::open(path).map_err(|error| from_io(path, &error))?;
    let mut head = Vec::with_capacity(100);
    file.by_ref()
        .take(100)
        .read_to_end(&mut head)
        .map_err(|error| from_io(path, &error))?;
    let not_a_camp = |instead| OpenError::NotACamp {
        path: path.to_owned(),
        instead,
    };
    if let Some(instead) = known_as(&head) {
        return Err(not_a_camp(Some(instead)));
    }
    if !head.starts_with(b"SQLite format 3\0") {
        return Err(not_a_camp(None));
    }
    let [Some(version), Some(application)] = [60, 68].map(|at| number_at(&head, at)) else {
        return Err(OpenError::Damaged {
            path: path.to_owned(),
            detail: "its end is missing".to_owned(),
        });
    };
    if application != schema::APPLICATION_ID {
        return Err(not_a_camp(Some("it belongs to another program")));
    }
    if version > schema::newest() {
        return Err(OpenError::Newer(path.to_owned()));
    }
    if mode == Mode::Change {
        // The flag says it even to an administrator, whom the system would let write all the same.
        if about.permissions().readonly() {
            return Err(OpenError::ReadOnly(path.to_owned()));
        }
        if let Err(error) = OpenOptions::new().write(true).open(path) {
            return Err(match error.kind() {
                ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                    OpenError::ReadOnly(path.to_owned())
                }
                _ => from_io(path, &error),
            });
        }
    }
    Ok(about.len())
}

/// What is known of a file, which is neither a folder nor a pipe.
///
/// # Errors
/// It is, or isn't there.
pub(in crate::storage) fn plain_file(path: &Path) -> Result<Metadata, OpenError> {
    let about = fs::metadata(path).map_err(|error| from_io(path, &error))?;
    if about.is_dir() {
        return Err(OpenError::Folder(path.to_owned()));
    }
    // Opening a pipe waits for somebody to write into it.
    if !about.is_file() {
        return Err(OpenError::NotAFile(path.to_owned()));
    }
    Ok(about)
}

/// What a file that begins so is instead of a camp, where that is known.
pub(in crate::storage) fn known_as(head: &[u8]) -> Option<&'static str> {
    let is_access = head
        .get(4..)
        .is_some_and(|rest| rest.starts_with(b"Standard Jet") || rest.starts_with(b"Standard ACE"));
    if head.is_empty() {
        Some("it is empty")
    } else if is_access {
        Some("it is a Microsoft Access file. Choose “Import from Access” for it")
    } else {
        None
    }
}

/// A number of the file's head, as SQLite's file format stores it.
fn number_at(head: &[u8], at: usize) -> Option<u32> {
    let bytes = head.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_be_bytes(bytes))
}

/// The longest path that SQLite opens, in bytes, with the ending of the journal's name; and the longest name on nearly every disk.
const LONGEST_PATH: usize = 511 - JOURNAL.len();
pub(super) const LONGEST_NAME: usize = 255 - JOURNAL.len();
const JOURNAL: &str = "-journal";

/// # Errors
/// No journal could be kept beside a file of that name.
pub(in crate::storage) fn refuse_long_path(path: &Path) -> Result<(), OpenError> {
    let whole = path::absolute(path);
    let whole = whole.as_deref().unwrap_or(path);
    let name = whole.file_name().unwrap_or_default();
    if whole.as_os_str().len() > LONGEST_PATH || name.len() > LONGEST_NAME {
        return Err(OpenError::LongPath(path.to_owned()));
    }
    Ok(())
}
