//! Opens one file and reads the tables in it, whatever it is.

use std::{
    fs::{self, File},
    io::Read as _,
    path::Path,
};

use super::{
    Place, Problem, ProblemKind, ReadFailure, ReadProblem, RuleCheck, Severity, TextEncoding,
    access_file,
    delimited::{self, Delimiter},
    encoding::{self, NotText},
    file_kind::{FileKind, ForeignFile, HEAD},
    formatted,
    rows::{Row, Rows},
};
use crate::jobs::Progress;

/// The largest file that is read, in bytes. It is held in memory, and an Access file has at most 2 GB.
pub(super) const MAX_FILE: u64 = 512 * 1024 * 1024;

/// The longest line of a text file, in bytes. Access keeps at most 255 columns of 255 letters, and a few memos.
const MAX_LINE: usize = 1024 * 1024;

/// How much is read between two looks at the line length and at the cancel button, in bytes.
const CHUNK: usize = 256 * 1024;

/// What Access files and text exported from them end in.
pub(crate) const ENDINGS: [&str; 6] = ["accdb", "mdb", "csv", "txt", "tab", "tsv"];

/// What was read from one file.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's name, without its folder.
    pub file: String,
    pub tables: Vec<Table>,
    /// What was found on the way, such as rows that are damaged.
    pub problems: Vec<Problem>,
    /// What the ladder's program code in an Access file computes with.
    pub rules: RuleCheck,
}

/// A table as it was read, before anything is known about what it means.
#[derive(Clone, Debug)]
pub struct Table {
    pub file: String,
    /// The table's name in an Access file; for a text file its name without the extension.
    pub name: String,
    pub format: Format,
    /// The column names, where the file leaves no doubt which they are.
    pub header: Option<Vec<String>>,
    /// How many characters fit into each column, where longer values were cut.
    pub widths: Option<Vec<usize>>,
    /// Nothing in the file tells the order of the rows: they come as Access stored them, which can be any order.
    pub is_unordered: bool,
    pub rows: Rows,
}

/// How a table was stored.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Format {
    Delimited {
        delimiter: Delimiter,
        encoding: TextEncoding,
    },
    Formatted {
        encoding: TextEncoding,
    },
    Access {
        /// "2016"
        version: &'static str,
    },
}

impl Format {
    /// For people: "Columns separated by commas, UTF-8".
    #[must_use]
    pub fn describe(self) -> String {
        match self {
            Self::Delimited {
                delimiter,
                encoding,
            } => format!(
                "Columns separated by {}, {}",
                delimiter.words(),
                encoding.describe()
            ),
            Self::Formatted { encoding } => {
                format!("Table with formatting and layout, {}", encoding.describe())
            }
            Self::Access { version } => format!("Access {version}"),
        }
    }
}

impl Table {
    /// The table as a whole, as a place to point at.
    pub(super) fn place(&self) -> Place {
        Place {
            file: self.file.clone(),
            table: matches!(self.format, Format::Access { .. }).then(|| self.name.clone()),
            line: None,
        }
    }

    /// One row of the table, as a place to point at.
    pub(super) fn place_of(&self, row: Row<'_>) -> Place {
        Place {
            line: Some(row.line()),
            ..self.place()
        }
    }
}

/// What a file is called, without its folder.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Reads one file. Takes as long as the disk and the file's size ask for, so this belongs in a job.
///
/// # Errors
/// [`ReadProblem`] says in plain words why the file can't be read, and what to do.
pub fn read(path: &Path, progress: &Progress) -> Result<Source, ReadProblem> {
    let file = file_name(path);
    read_named(path, &file, progress).map_err(|reason| ReadProblem { file, reason })
}

/// Whether a file looks like one that can be imported, by its first bytes. Reads no more of it than those.
pub fn is_importable(path: &Path) -> bool {
    let mut head = Vec::with_capacity(HEAD);
    let is_read = fs::metadata(path).is_ok_and(|about| about.is_file())
        && File::open(path).is_ok_and(|file| {
            let head = file.take(HEAD as u64).read_to_end(&mut head);
            head.is_ok_and(|bytes| bytes > 0)
        });
    is_read && matches!(FileKind::new(&head), FileKind::Access | FileKind::Text)
}

fn read_named(path: &Path, file: &str, progress: &Progress) -> Result<Source, ReadFailure> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(ReadFailure::Folder);
    }
    // A pipe or a device may never end.
    if !metadata.is_file() {
        return Err(ReadFailure::NotAFile);
    }
    let size = metadata.len();
    if size > MAX_FILE {
        return Err(ReadFailure::TooLarge { bytes: size });
    }
    let mut reader = Chunks::open(path, size, progress)?;
    while reader.bytes.len() < HEAD && reader.next()? {}
    if reader.bytes.is_empty() {
        return Err(ReadFailure::Empty);
    }
    let kind = FileKind::new(&reader.bytes[..reader.bytes.len().min(HEAD)]);
    match kind {
        FileKind::Foreign(foreign) => Err(ReadFailure::Foreign(foreign)),
        FileKind::Access => {
            while reader.next()? {}
            let mut source = access_file::read(file, reader.bytes, progress)?;
            source.problems.extend(open_in_access(path, file));
            Ok(source)
        }
        FileKind::Text => {
            let mut lines = LineLengths::default();
            lines.check(&reader.bytes)?;
            let mut checked = reader.bytes.len();
            while reader.next()? {
                lines.check(&reader.bytes[checked..])?;
                checked = reader.bytes.len();
            }
            read_text(file, &reader.bytes)
        }
    }
}

/// Reads the bytes of a text file; `file` is the name that problems are said to be in.
///
/// # Errors
/// The bytes are no text, or an empty one, or a row has no end.
pub fn read_text(file: &str, bytes: &[u8]) -> Result<Source, ReadFailure> {
    let decoded =
        encoding::decode(bytes).map_err(|NotText| ReadFailure::Foreign(lock_or_unknown(file)))?;
    if decoded.text.trim().is_empty() {
        return Err(ReadFailure::Empty);
    }
    let name = Path::new(file).file_stem().map_or_else(
        || file.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    );
    let table = if formatted::is_formatted(&decoded.text) {
        formatted::read(file, &name, &decoded)
    } else {
        delimited::read(file, &name, &decoded)?
    };
    let problems = (decoded.lost_letters > 0)
        .then(|| {
            Problem::new(
                table.place(),
                Severity::Note,
                ProblemKind::LostLetters {
                    count: decoded.lost_letters,
                    encoding: decoded.encoding.describe(),
                },
            )
        })
        .into_iter()
        .collect();
    Ok(Source {
        file: file.to_owned(),
        tables: vec![table],
        problems,
        rules: RuleCheck::NoCode,
    })
}

fn lock_or_unknown(file: &str) -> ForeignFile {
    let extension = Path::new(file).extension();
    let is_lock = extension.is_some_and(|extension| {
        extension.eq_ignore_ascii_case("laccdb") || extension.eq_ignore_ascii_case("ldb")
    });
    if is_lock {
        ForeignFile::AccessLock
    } else {
        ForeignFile::Unknown
    }
}

/// Access keeps a lock file beside a database that is open.
fn open_in_access(path: &Path, file: &str) -> Option<Problem> {
    ["laccdb", "ldb"]
        .iter()
        .any(|extension| path.with_extension(extension).exists())
        .then(|| Problem::new(Place::file(file), Severity::Note, ProblemKind::OpenInAccess))
}

/// A file read piece by piece, so that it can be given up between two pieces.
struct Chunks<'a> {
    file: File,
    size: u64,
    progress: &'a Progress,
    bytes: Vec<u8>,
}

impl<'a> Chunks<'a> {
    fn open(path: &Path, size: u64, progress: &'a Progress) -> Result<Self, ReadFailure> {
        Ok(Self {
            file: File::open(path)?,
            size,
            progress,
            bytes: Vec::new(),
        })
    }

    /// Reads on. Says whether there was anything left to read.
    fn next(&mut self) -> Result<bool, ReadFailure> {
        if self.progress.is_cancelled() {
            return Err(ReadFailure::Cancelled);
        }
        let mut piece = (&self.file).take(CHUNK as u64);
        let count = piece.read_to_end(&mut self.bytes)?;
        let read = self.bytes.len();
        if read as u64 > MAX_FILE {
            return Err(ReadFailure::TooLarge { bytes: read as u64 });
        }
        let size = usize::try_from(self.size).unwrap_or(usize::MAX);
        self.progress.report(read.min(size), size);
        Ok(count > 0)
    }
}

/// Finds a line too long for a table while the file is still being read.
#[derive(Debug)]
struct LineLengths {
    line: u64,
    length: usize,
}

impl Default for LineLengths {
    fn default() -> Self {
        Self { line: 1, length: 0 }
    }
}

impl LineLengths {
    fn check(&mut self, bytes: &[u8]) -> Result<(), ReadFailure> {
        for piece in bytes.split_inclusive(|b| matches!(b, b'\n' | b'\r')) {
            self.length += piece.len();
            if self.length > MAX_LINE {
                return Err(ReadFailure::LongLine { line: self.line });
            }
            match piece.last() {
                Some(b'\n') => (self.line, self.length) = (self.line + 1, 0),
                Some(b'\r') => self.length = 0,
                _ => {}
            }
        }
        Ok(())
    }
}
