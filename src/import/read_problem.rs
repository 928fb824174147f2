//! Why a file can't be read at all.

use std::io;

use thiserror::Error;

use super::{ForeignFile, source::MAX_FILE};

/// A file that can't be read, and why.
#[derive(Debug, Error)]
#[error("{file}: {reason}")]
pub struct ReadProblem {
    /// The file's name, without its folder.
    pub file: String,
    pub reason: ReadFailure,
}

/// What stands in the way of reading a file. Each sentence says what to do.
#[derive(Debug, Error)]
pub enum ReadFailure {
    #[error("This file is not there. It may have been moved or renamed, so choose it again")]
    NotThere,
    #[error("This is a folder. Choose the files in it")]
    Folder,
    #[error(
        "This is not a file that can be read. Choose the Access file of the camp, or a text file exported from it"
    )]
    NotAFile,
    #[error("This file is empty. Export the table from Access again")]
    Empty,
    #[error(
        "You don’t have permission to read this file. Copy it to your own documents, and import the copy"
    )]
    NoPermission,
    #[error("Another program keeps this file to itself. Close it there, and import it again")]
    InUse,
    #[error("This file has {} MB, more than the {} MB that can be imported. A camp’s tables are far smaller: check that it is the right file", .bytes / 1_000_000, MAX_FILE / 1_000_000)]
    TooLarge { bytes: u64 },
    #[error(
        "Line {line} is longer than a row of a table can be. Check that this is the right file, or export the table from Access again"
    )]
    LongLine { line: u64 },
    #[error(
        "Line {line} opens a quotation mark that is never closed. Correct that line, or export the table from Access again"
    )]
    OpenQuote { line: u64 },
    #[error("A quotation mark is out of place {}, or export the table from Access again", which_lines(*.from, *.to))]
    StrayQuote { from: u64, to: u64 },
    #[error(
        "Line {from} opens a quotation mark that is closed in line {to}, and the lines in between look like rows of their own. Correct line {from} or {to}, or export the table from Access again"
    )]
    SwallowedRows { from: u64, to: u64 },
    #[error("{0}")]
    Foreign(ForeignFile),
    #[error(
        "This Access file has a password. Open it in Access, choose “Decrypt Database” in the File menu, and import it again"
    )]
    Password,
    #[error(
        "This Access file is encrypted in a way that can’t be read here. Open it in Access, remove the password, and import it again"
    )]
    Encryption,
    #[error(
        "This Access file is damaged or cut off ({detail}). Use “Compact and Repair” in Access, or take a backup copy of the file"
    )]
    Damaged { detail: String },
    #[error(
        "This Access file has no tables of its own. Choose the file that holds the data; its name often ends in “_be”"
    )]
    NoTables,
    #[error(
        "The disk or network gave an error ({0}). Copy the file to this computer, and import the copy"
    )]
    Disk(io::Error),
    #[error("Reading was cancelled")]
    Cancelled,
}

/// "in line 3. Correct this line", "between lines 3 and 9. Correct these lines"
fn which_lines(from: u64, to: u64) -> String {
    if from == to {
        format!("in line {from}. Correct this line")
    } else {
        format!("between lines {from} and {to}. Correct these lines")
    }
}

impl From<io::Error> for ReadFailure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotThere,
            io::ErrorKind::PermissionDenied => Self::NoPermission,
            io::ErrorKind::IsADirectory => Self::Folder,
            _ if is_sharing_violation(&error) => Self::InUse,
            _ => Self::Disk(error),
        }
    }
}

/// Windows refuses a file that another program opened for itself alone.
fn is_sharing_violation(error: &io::Error) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    const LOCK_VIOLATION: i32 = 33;
    cfg!(windows)
        && matches!(
            error.raw_os_error(),
            Some(SHARING_VIOLATION | LOCK_VIOLATION)
        )
}
