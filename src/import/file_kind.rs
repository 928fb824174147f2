//! What a file is, told by its first bytes and not by its name.

use thiserror::Error;

/// How many bytes [`FileKind::new`] wants to see.
pub(super) const HEAD: usize = 4096;

/// What kind of file starts with these bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum FileKind {
    Access,
    /// Text, as far as the first bytes tell.
    Text,
    Foreign(ForeignFile),
}

/// A file of another program. The sentence says how its data can be imported.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum ForeignFile {
    #[error("This is an Excel workbook. Save it as CSV in Excel, and import that file")]
    Excel,
    #[error("This is an office document. Save the table as CSV, and import that file")]
    OfficeDocument,
    #[error("This is a packed archive. Unpack it, and import the files in it")]
    Archive,
    #[error("This is a camp file. Choose Open for it instead of Import")]
    CampFile,
    #[error("This is a PDF. Export the table from Access as a text file, and import that file")]
    Pdf,
    #[error("This is a picture. Export the table from Access as a text file, and import that file")]
    Picture,
    #[error(
        "This is a web page or an XML file. Export the table from Access as a text file, and import that file"
    )]
    Markup,
    #[error(
        "This is a Rich Text file. Export the table from Access as a text file, and import that file"
    )]
    RichText,
    #[error(
        "This is the lock of a database that is open in Access. Choose the database itself, which ends in .accdb or .mdb"
    )]
    AccessLock,
    #[error(
        "This file is neither text nor an Access file. Choose the Access file of the camp, or a text file exported from it"
    )]
    Unknown,
}

impl FileKind {
    /// `head` is the start of the file, [`HEAD`] bytes of it if it has as many.
    pub(super) fn new(head: &[u8]) -> Self {
        let has_at = |at: usize, magic: &[u8]| head.get(at..at + magic.len()) == Some(magic);
        if has_at(4, b"Standard Jet DB") || has_at(4, b"Standard ACE DB") {
            return Self::Access;
        }
        let contains = |needle: &[u8]| head.windows(needle.len()).any(|part| part == needle);
        let foreign = if has_at(0, b"PK\x03\x04") || has_at(0, b"PK\x05\x06") {
            if contains(b"xl/") || contains(b"opendocument.spreadsheet") {
                ForeignFile::Excel
            } else if contains(b"word/") || contains(b"ppt/") || contains(b"opendocument.") {
                ForeignFile::OfficeDocument
            } else if contains(b"[Content_Types].xml") {
                // The folders of a workbook come later in the file than we look.
                ForeignFile::Excel
            } else {
                ForeignFile::Archive
            }
        } else if has_at(0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
            ForeignFile::Excel
        } else if has_at(0, b"SQLite format 3\0") {
            ForeignFile::CampFile
        } else if has_at(0, b"%PDF-") {
            ForeignFile::Pdf
        } else if has_at(0, b"\x89PNG") || has_at(0, b"\xFF\xD8\xFF") || has_at(0, b"GIF8") {
            ForeignFile::Picture
        } else if has_at(0, b"7z\xBC\xAF\x27\x1C") || has_at(0, b"Rar!") || has_at(0, b"\x1F\x8B") {
            ForeignFile::Archive
        } else if has_at(0, b"{\\rtf") {
            ForeignFile::RichText
        } else if is_markup(head) {
            ForeignFile::Markup
        } else {
            return Self::Text;
        };
        Self::Foreign(foreign)
    }
}

fn is_markup(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let start = text.trim_ascii_start();
    [b"<?xml".as_slice(), b"<!doctype", b"<html"]
        .iter()
        .any(|tag| {
            start
                .get(..tag.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(tag))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_programs_are_told_apart() {
        let cases: [(&[u8], ForeignFile); 9] = [
            (b"PK\x03\x04....xl/workbook.xml", ForeignFile::Excel),
            (b"PK\x03\x04....[Content_Types].xml", ForeignFile::Excel),
            (
                b"PK\x03\x04....word/document.xml",
                ForeignFile::OfficeDocument,
            ),
            (b"PK\x03\x04....photos/a.jpg", ForeignFile::Archive),
            (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1...", ForeignFile::Excel),
            (b"SQLite format 3\0...", ForeignFile::CampFile),
            (b"%PDF-1.7", ForeignFile::Pdf),
            (b"\x89PNG\r\n\x1a\n", ForeignFile::Picture),
            (b"\xEF\xBB\xBF  <!DOCTYPE html>", ForeignFile::Markup),
        ];
        for (head, foreign) in cases {
            assert_eq!(FileKind::new(head), FileKind::Foreign(foreign));
        }
    }

    #[test]
    fn access_and_text() {
        assert_eq!(
            FileKind::new(b"\x00\x01\x00\x00Standard Jet DB\x00"),
            FileKind::Access
        );
        assert_eq!(
            FileKind::new(b"\x00\x01\x00\x00Standard ACE DB\x00"),
            FileKind::Access
        );
        assert_eq!(FileKind::new(b"\"ID\",\"Group\""), FileKind::Text);
        assert_eq!(FileKind::new(b""), FileKind::Text);
    }
}
