//! The file that `--out` names.

use std::path::Path;

use super::{
    Failure,
    arguments::{CrosstableFormat, Format},
    plain_text, put, say,
};
use crate::{report, spreadsheet::MARK};

/// What is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Written {
    Text,
    Csv,
    Json,
    Pdf,
}

impl From<Format> for Written {
    fn from(format: Format) -> Self {
        match format {
            Format::Table => Self::Text,
            Format::Csv => Self::Csv,
            Format::Json => Self::Json,
        }
    }
}

impl From<CrosstableFormat> for Written {
    fn from(format: CrosstableFormat) -> Self {
        match format {
            CrosstableFormat::Table | CrosstableFormat::Text => Self::Text,
            CrosstableFormat::Csv => Self::Csv,
            CrosstableFormat::Json => Self::Json,
            CrosstableFormat::Pdf => Self::Pdf,
        }
    }
}

impl Written {
    const fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Pdf => "pdf",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Csv => "CSV",
            Self::Json => "JSON",
            Self::Pdf => "a PDF",
        }
    }
}

/// The endings by which computers choose a program that opens a file.
const ENDINGS: [&str; 22] = [
    "accdb", "csv", "dbf", "doc", "docx", "gif", "htm", "html", "jpeg", "jpg", "json", "ladder",
    "mdb", "ods", "odt", "pdf", "png", "svg", "txt", "xls", "xlsx", "zip",
];

/// A file with the ending of another format would be opened by a program that can't read it. Any other ending is the director's
/// own business: "standings.week3".
pub(super) fn refuse_other_ending(out: Option<&Path>, written: Written) -> Result<(), Failure> {
    let Some(out) = out else { return Ok(()) };
    let ending = out.extension().map(|ending| ending.to_string_lossy());
    let ending = ending.unwrap_or_default().to_lowercase();
    if ending == written.ending() || !ENDINGS.contains(&ending.as_str()) {
        return Ok(());
    }
    Err(Failure::Refused(format!(
        "“{}” ends in .{ending}, but what is saved is {}: choose another name, such as “{}”{}",
        out.display(),
        written.words(),
        out.with_extension(written.ending()).display(),
        match ending.as_str() {
            // Text is what comes of an order with a choice of formats where none is said.
            "csv" | "json" if written == Written::Text => format!(", or add “--format {ending}”"),
            _ => String::new(),
        }
    )))
}

/// What was asked for: to a file, or to standard output if none is named.
pub(super) fn put_or_save(
    text: &str,
    written: Written,
    path: Option<&Path>,
) -> Result<(), Failure> {
    // The mark by which Excel knows the encoding is for a file: what reads standard output would take it for a letter.
    let text = plain_text::shown(text.trim_start_matches(MARK));
    let Some(path) = path else {
        return put(&text);
    };
    let mark = (written == Written::Csv).then_some(MARK);
    let text = mark.into_iter().chain(text.chars()).collect::<String>();
    report::save_file(path, text.as_bytes())?;
    say(&format!("Saved “{}”", path.display()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_another_format_is_refused_and_no_other() {
        let refused = |name: &str, written| {
            let refused = refuse_other_ending(Some(Path::new(name)), written);
            refused.err().map(|failure| failure.to_string())
        };
        for (name, written) in [
            ("list", Written::Csv),
            ("list.csv", Written::Csv),
            ("LIST.CSV", Written::Csv),
            ("list.week3", Written::Text),
            ("list.pdf", Written::Pdf),
        ] {
            assert_eq!(refused(name, written), None, "{name}");
        }
        assert!(refuse_other_ending(None, Written::Pdf).is_ok());
        for (name, written, sentence) in [
            (
                "my list.csv",
                Written::Pdf,
                "“my list.csv” ends in .csv, but what is saved is a PDF: choose another name, such as “my list.pdf”",
            ),
            (
                "list.CSV",
                Written::Text,
                "“list.CSV” ends in .csv, but what is saved is a text: choose another name, such as “list.txt”, or add “--format csv”",
            ),
            (
                "Camp.ladder",
                Written::Json,
                "“Camp.ladder” ends in .ladder, but what is saved is JSON: choose another name, such as “Camp.json”",
            ),
        ] {
            assert_eq!(refused(name, written).as_deref(), Some(sentence));
        }
    }
}
