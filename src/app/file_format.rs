//! What files are written as, and the endings of their names: one rule for the window and the command line.

use std::{
    ffi::OsStr,
    fmt,
    path::{Path, PathBuf},
};

use crate::spreadsheet::Format;

/// What is written into a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FileFormat {
    Camp,
    Pdf,
    Text,
    Csv,
    Xlsx,
    Json,
}

impl From<Format> for FileFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Csv => Self::Csv,
            Format::Xlsx => Self::Xlsx,
        }
    }
}

/// The endings by which computers choose a program that opens a file.
const ENDINGS: [&str; 22] = [
    "accdb", "csv", "dbf", "doc", "docx", "gif", "htm", "html", "jpeg", "jpg", "json", "ladder",
    "mdb", "ods", "odt", "pdf", "png", "svg", "txt", "xls", "xlsx", "zip",
];

impl FileFormat {
    /// Without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Camp => "ladder",
            Self::Pdf => "pdf",
            Self::Text => "txt",
            Self::Csv => Format::Csv.ending(),
            Self::Xlsx => Format::Xlsx.ending(),
            Self::Json => "json",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Camp => "a camp",
            Self::Pdf => "a PDF",
            Self::Text => "a text",
            Self::Csv => "CSV",
            Self::Xlsx => "an Excel workbook",
            Self::Json => "JSON",
        }
    }

    /// The file that is written where this path is asked for: with the ending of this format, unless it has that. A dot in a name
    /// ("Camp 2026.07") makes no ending.
    ///
    /// # Errors
    /// The name has the ending of another format: a program would open it that can't read it.
    pub fn file_at(self, path: &Path) -> Result<PathBuf, OtherEnding> {
        let ending = path.extension().unwrap_or_default();
        let ending = ending.to_string_lossy().to_lowercase();
        if ending == self.ending() {
            return Ok(path.to_owned());
        }
        if ENDINGS.contains(&ending.as_str()) {
            return Err(OtherEnding {
                file: path.to_owned(),
                ending,
                format: self,
            });
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".");
        name.push(self.ending());
        Ok(path.with_file_name(name))
    }

    /// The file that is written where only its folder is named: called as it was proposed, with the ending of this format.
    pub fn file_in(self, folder: &Path, proposed: &OsStr) -> PathBuf {
        folder.join(Path::new(proposed).with_extension(self.ending()))
    }
}

/// A file whose name says that it is something else.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OtherEnding {
    file: PathBuf,
    /// In small letters, without the dot.
    pub ending: String,
    format: FileFormat,
}

impl fmt::Display for OtherEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Path::new(self.file.file_name().unwrap_or_default());
        write!(
            f,
            "“{}” ends in .{}, but what is saved is {}: choose another name, such as “{}”",
            name.display(),
            self.ending,
            self.format.words(),
            name.with_extension(self.format.ending()).display(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gets_the_ending_of_its_format_unless_it_has_that_of_another() {
        let file_at = |name: &str, format: FileFormat| {
            let file = format.file_at(Path::new(name));
            file.map(|file| file.display().to_string())
                .map_err(|other| other.to_string())
        };
        for (name, format, file) in [
            ("July", FileFormat::Camp, "July.ladder"),
            ("Camp 2026.07", FileFormat::Camp, "Camp 2026.07.ladder"),
            ("Dr. Smith camp", FileFormat::Camp, "Dr. Smith camp.ladder"),
            ("July.LADDER", FileFormat::Camp, "July.LADDER"),
            ("list.csv", FileFormat::Csv, "list.csv"),
            ("list.week3", FileFormat::Text, "list.week3.txt"),
            ("wall", FileFormat::Pdf, "wall.pdf"),
        ] {
            assert_eq!(file_at(name, format).as_deref(), Ok(file));
        }
        for (name, format, sentence) in [
            (
                "sheets/my list.csv",
                FileFormat::Pdf,
                "“my list.csv” ends in .csv, but what is saved is a PDF: choose another name, such as “my list.pdf”",
            ),
            (
                "Camp.ladder",
                FileFormat::Json,
                "“Camp.ladder” ends in .ladder, but what is saved is JSON: choose another name, such as “Camp.json”",
            ),
            (
                "July.PDF",
                FileFormat::Camp,
                "“July.PDF” ends in .pdf, but what is saved is a camp: choose another name, such as “July.ladder”",
            ),
        ] {
            assert_eq!(file_at(name, format), Err(sentence.to_owned()));
        }
    }

    #[test]
    fn every_format_has_an_ending_that_is_known() {
        for format in [
            FileFormat::Camp,
            FileFormat::Pdf,
            FileFormat::Text,
            FileFormat::Csv,
            FileFormat::Xlsx,
            FileFormat::Json,
        ] {
            assert!(ENDINGS.contains(&format.ending()), "{format:?}");
        }
    }
}
