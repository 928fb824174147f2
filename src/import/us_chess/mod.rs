//! Files of US Chess ─▶ sections. Changes nothing by itself.

pub mod text_crosstable;

use std::{fs, io, path::Path};

use thiserror::Error;

use self::text_crosstable::{LineProblem, ReadSection};
use super::{encoding::decode, file_name};

/// No crosstable is larger, in bytes: one of 9,999 rows and 99 rounds has 14 MB.
const MAX_CROSSTABLE: u64 = 32 * 1024 * 1024;

/// A file of which nothing was read.
#[derive(Debug, Error)]
pub enum NotRead {
    #[error("{file}: {fault}")]
    File {
        /// The file's name, without its folder.
        file: String,
        fault: FileFault,
    },
    #[error("{}", in_lines(.file, .problems))]
    Lines {
        file: String,
        problems: Vec<LineProblem>,
    },
}

/// Why a file can't be read at all, and what to do.
#[derive(Debug, Error)]
pub enum FileFault {
    #[error("This is not a file. Choose a crosstable that was saved as text")]
    NotAFile,
    #[error("This file is empty. Save the crosstable again")]
    Empty,
    #[error("This file has {} MB, more than any crosstable. Check that it is the right file", .0 / 1_000_000)]
    TooLarge(u64),
    #[error("This is not a text. Save the crosstable of US Chess as text")]
    NotText,
    #[error("This file can't be read: {0}")]
    Disk(#[from] io::Error),
}

/// Every problem with its file, one a line.
fn in_lines(file: &str, problems: &[LineProblem]) -> String {
    let lines = problems.iter().map(|problem| format!("{file}, {problem}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Reads the sections of a file.
///
/// # Errors
/// Whatever keeps the file from being read, and every line that isn't as a crosstable has it.
pub fn read(path: &Path) -> Result<Vec<ReadSection>, NotRead> {
    let file = file_name(path);
    let text = match read_text(path) {
        Ok(text) => text,
        Err(fault) => return Err(NotRead::File { file, fault }),
    };
    text_crosstable::read(&text).map_err(|problems| NotRead::Lines { file, problems })
}

fn read_text(path: &Path) -> Result<String, FileFault> {
    let about = fs::metadata(path)?;
    // A pipe or a device may never end.
    if !about.is_file() {
        return Err(FileFault::NotAFile);
    }
    if about.len() > MAX_CROSSTABLE {
        return Err(FileFault::TooLarge(about.len()));
    }
    let bytes = fs::read(path)?;
    if bytes.is_empty() {
        return Err(FileFault::Empty);
    }
    Ok(decode(&bytes).map_err(|_| FileFault::NotText)?.text)
}
