//! The file that `--out` names.

use std::path::{Path, PathBuf, is_separator};

use super::{
    Failure,
    arguments::{CrosstableFormat, Format},
    plain_text, put, say,
};
use crate::{app::FileFormat, report, spreadsheet::MARK};

impl From<Format> for FileFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Table => Self::Text,
            Format::Csv => Self::Csv,
            Format::Json => Self::Json,
        }
    }
}

impl From<CrosstableFormat> for FileFormat {
    fn from(format: CrosstableFormat) -> Self {
        match format {
            CrosstableFormat::Table | CrosstableFormat::Text => Self::Text,
            CrosstableFormat::Csv => Self::Csv,
            CrosstableFormat::Json => Self::Json,
            CrosstableFormat::Pdf => Self::Pdf,
        }
    }
}

/// The file that is written where this path is asked for: with the ending of its format.
///
/// # Errors
/// The name has the ending of another format.
fn file_at(out: &Path, format: FileFormat) -> Result<PathBuf, Failure> {
    format.file_at(out).map_err(|other| {
        let or = match other.ending.as_str() {
            // Text is what comes of an order with a choice of formats where none is said.
            ending @ ("csv" | "json") if format == FileFormat::Text => {
                format!(", or add “--format {ending}”")
            }
            _ => String::new(),
        };
        Failure::Refused(format!("{other}{or}"))
    })
}

/// The file that `--out` names, if it is given.
pub(super) fn out_at(
    out: Option<&Path>,
    format: impl Into<FileFormat>,
) -> Result<Option<PathBuf>, Failure> {
    out.map(|out| file_at(out, format.into())).transpose()
}

/// Where `--out` has a new camp come.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum NewCamp {
    File(PathBuf),
    /// In this folder, called as it is proposed.
    In(PathBuf),
}

impl NewCamp {
    /// A file gets the ending of a camp. What ends with a separator is a folder, also where there is none.
    ///
    /// # Errors
    /// The name has the ending of another format.
    pub(super) fn at(out: &Path) -> Result<Self, Failure> {
        let ends_as_folder = out.to_string_lossy().ends_with(is_separator);
        if ends_as_folder || out.is_dir() {
            return Ok(Self::In(out.to_owned()));
        }
        file_at(out, FileFormat::Camp).map(Self::File)
    }

    pub(super) fn called(&self, proposed: &str) -> PathBuf {
        match self {
            Self::File(file) => file.clone(),
            Self::In(folder) => FileFormat::Camp.file_in(folder, proposed.as_ref()),
        }
    }
}

/// The camp file of this name that is there, or else the one that is made: with its ending.
pub(super) fn camp_at(path: &Path) -> Result<PathBuf, Failure> {
    if path.exists() {
        Ok(path.to_owned())
    } else {
        file_at(path, FileFormat::Camp)
    }
}

/// What was asked for: to a file, or to standard output if none is named.
pub(super) fn put_or_save(
    text: &str,
    format: FileFormat,
    path: Option<&Path>,
) -> Result<(), Failure> {
    // The mark by which Excel knows the encoding is for a file: what reads standard output would take it for a letter.
    let text = plain_text::shown(text.trim_start_matches(MARK));
    let Some(path) = path else {
        return put(&text);
    };
    let mark = (format == FileFormat::Csv).then_some(MARK);
    let text = mark.into_iter().chain(text.chars()).collect::<String>();
    report::save_file(path, text.as_bytes())?;
    say(&format!("Saved “{}”", path.display()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_ending_is_refused_with_the_option_that_would_fit() {
        let refused = |name: &str, format| {
            let refused = out_at(Some(Path::new(name)), format).expect_err("refused");
            refused.to_string()
        };
        assert_eq!(
            refused("list.CSV", Format::Table),
            "“list.CSV” ends in .csv, but what is saved is a text: choose another name, such as “list.txt”, or add “--format csv”"
        );
        assert_eq!(
            refused("list.csv", Format::Json),
            "“list.csv” ends in .csv, but what is saved is JSON: choose another name, such as “list.json”"
        );
        assert!(matches!(out_at(None, FileFormat::Pdf), Ok(None)));
        let file = out_at(Some(Path::new("list")), CrosstableFormat::Csv);
        assert!(matches!(file, Ok(Some(file)) if file == Path::new("list.csv")));
    }

    #[test]
    fn a_camp_comes_into_the_folder_that_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let proposed = "Camp (repaired 2026-07-10 19.05).ladder";
        let called = |out: &Path| {
            let new = NewCamp::at(out).map_err(|failure| failure.to_string());
            new.map(|new| new.called(proposed))
        };
        assert_eq!(called(folder.path()), Ok(at(proposed)));
        // It is for the one who writes it to say that there is no such folder.
        assert_eq!(called(&at("gone/")), Ok(at("gone").join(proposed)));
        assert_eq!(called(&at("New")), Ok(at("New.ladder")));
        assert!(called(&at("New.pdf")).is_err());
    }
}
