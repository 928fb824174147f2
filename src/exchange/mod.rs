//! Files of US Chess, in and out. Nothing here changes a camp.
//!
//! A file is recognised by what stands in it ([`FileKind`]), and read into events and members; each format has a file of its own that reads
//! and writes it.

mod ascii;
mod check;
mod columns;
pub mod dbf;
pub mod entries_csv;
pub mod export;
pub mod json;
pub mod members_csv;
pub mod national_list;
mod noted;
mod open_file;
mod plan;
mod printed;
mod problem;
pub mod text_crosstable;
mod time_controls;
pub mod trf;

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use jiff::civil::Date;
use strum::VariantArray as _;
use thiserror::Error;

pub use self::{
    check::Fault,
    columns::{ColumnOfFile, Mapping, RowOfFile, Table, TableRead},
    noted::Noted,
    open_file::{HowToRead, OpenFile, Understood},
    plan::{Choices, Found, MemberToCome, Plan, SectionToCome},
    problem::Problem,
};
use crate::{
    domain::{
        counted,
        us_chess::{Event, Member, Record, Section, System},
    },
    import::file_name,
};

/// No file is larger, in bytes: a text crosstable of 9,999 rows and 99 rounds has 14 MB, the national list some 70 MB.
const MAX_FILE: u64 = 256 * 1024 * 1024;

/// What a file was taken for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FileKind {
    TextCrosstable,
    Json,
    EntriesCsv,
    MembersCsv,
    NationalList,
    /// The triple THEXPORT, TSEXPORT and TDEXPORT.
    Dbf,
    Trf,
}

impl FileKind {
    /// "text crosstable"
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::TextCrosstable => "text crosstable",
            Self::Json => "JSON of an event",
            Self::EntriesCsv => "CSV of entries",
            Self::MembersCsv => "CSV of members",
            Self::NationalList => "national member list",
            Self::Dbf => "DBF files of an event",
            Self::Trf => "TRF16",
        }
    }
}

/// What a file has.
#[derive(Clone, Debug, PartialEq)]
pub struct FileRead {
    /// The file's name, without its folder.
    pub file: String,
    pub kind: FileKind,
    pub events: Vec<Event>,
    pub members: Vec<Member>,
    /// What was left out, and is no reason to refuse the rest.
    pub notes: Vec<Problem>,
}

impl FileRead {
    /// What it is and how much: "CSV of members, 12 members"
    #[must_use]
    pub fn in_words(&self) -> String {
        let sections = self.events.iter().map(|event| event.sections.len());
        let what = match (self.members.len(), sections.sum::<usize>()) {
            (0, sections) => counted(sections, "section"),
            (members, _) => counted(members, "member"),
        };
        format!("{}, {what}", self.kind.words())
    }
}

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
    Problems {
        file: String,
        problems: Vec<Problem>,
    },
}

/// Why a file can't be read at all, and what to do.
#[derive(Debug, Error)]
pub enum FileFault {
    #[error("This is not a file. Choose a file of US Chess")]
    NotAFile,
    #[error("This file is empty. Save it again")]
    Empty,
    #[error("This file has {} MB, more than any file of US Chess. Check that it is the right one", .0 / 1_000_000)]
    TooLarge(u64),
    #[error("This is not a text. Save the crosstable of US Chess as text")]
    NotText,
    #[error(
        "This is no file of US Chess that can be read: a text crosstable begins with “Pair | Player Name”, a table of entries has the columns Pair, Name and R1, a list of members has a column Last name"
    )]
    Unknown,
    #[error(
        "{0} doesn’t lie beside it. An event has three DBF files, whose names begin with TH, TS and TD"
    )]
    NotBeside(String),
    #[error(
        "The names of an event’s three DBF files begin with TH, TS and TD. Rename it as it was"
    )]
    NotOfThree,
    #[error("This file can’t be read: {0}")]
    Disk(#[from] io::Error),
}

/// Every problem with its file, one a line.
fn in_lines(file: &str, problems: &[Problem]) -> String {
    let lines = problems.iter().map(|problem| format!("{file}, {problem}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The endings that files of US Chess usually have.
pub const ENDINGS: [&str; 7] = ["json", "dbf", "csv", "txt", "tsv", "trf", "trfx"];

/// Reads a file, whatever its format. No day in it may be after `today`.
///
/// # Errors
/// Whatever keeps the file from being read, and everything in it that isn't as its format has it.
pub fn read(path: &Path, today: Date) -> Result<FileRead, NotRead> {
    let file = file_name(path);
    let open = match OpenFile::new(path) {
        Ok(open) => open,
        Err(fault) => return Err(NotRead::File { file, fault }),
    };
    if open.kind().is_none() {
        let fault = FileFault::Unknown;
        return Err(NotRead::File { file, fault });
    }
    let Understood { read, problems, .. } = open.read(&HowToRead::default(), today);
    if problems.is_empty() {
        Ok(read)
    } else {
        Err(NotRead::Problems { file, problems })
    }
}

/// Reads files, the three DBF files of an event once, whichever of them are named.
///
/// # Errors
/// Whatever keeps any of them from being read.
pub fn read_all(paths: &[PathBuf], today: Date) -> Result<Vec<FileRead>, Vec<NotRead>> {
    let mut all = Vec::new();
    let mut failed = Vec::new();
    for path in each_once(paths) {
        match read(path, today) {
            Ok(read) => all.push(read),
            Err(fault) => failed.push(fault),
        }
    }
    if failed.is_empty() {
        Ok(all)
    } else {
        Err(failed)
    }
}

/// The files, of the three DBF files of an event only the first that is named.
pub fn each_once(paths: &[PathBuf]) -> impl Iterator<Item = &PathBuf> {
    let mut triples = HashSet::new();
    paths.iter().filter(move |path| {
        if !is_dbf(path) {
            return true;
        }
        let rest = file_name(path).to_lowercase();
        let rest = rest.chars().skip(2).collect::<String>();
        triples.insert((path.parent().map(Path::to_owned), rest))
    })
}

/// Everything in a file that can't be kept. A FIDE or CFC rating of 0 is none.
fn checked(read: &mut FileRead) -> Vec<Problem> {
    let sections = read.events.iter_mut().flat_map(|event| &mut event.sections);
    let entries = sections.flat_map(|section| &mut section.entries);
    for entry in entries {
        entry.fide = entry.fide.filter(|rating| *rating > 0);
        entry.cfc = entry.cfc.filter(|rating| *rating > 0);
    }
    if read.kind == FileKind::EntriesCsv {
        for section in read.events.iter_mut().flat_map(|event| &mut event.sections) {
            name_systems(section);
        }
    }
    let faults = read.events.iter().flat_map(Event::faults);
    let faults = faults.chain(read.members.iter().flat_map(Member::faults));
    faults.map(Problem::new).collect()
}

/// A table of entries that names no system is of those whose ratings it has.
fn name_systems(section: &mut Section) {
    if section.systems.is_empty() && !section.is_blitz {
        let has = |system: &&System| {
            let mut entries = section.entries.iter();
            entries.any(|entry| *entry.record(**system) != Record::default())
        };
        section.systems = System::VARIANTS.iter().filter(has).copied().collect();
    }
}

fn is_dbf(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("dbf"))
}

/// The three files of an event, of which one was named: their names differ in the second letter.
fn read_three(path: &Path) -> Result<[Vec<u8>; 3], FileFault> {
    let name = file_name(path);
    let mut letters = name.chars();
    let is_first = letters
        .next()
        .is_some_and(|letter| letter.eq_ignore_ascii_case(&'t'));
    let second = letters.next().unwrap_or_default();
    if !is_first || !['h', 's', 'd'].contains(&second.to_ascii_lowercase()) {
        return Err(FileFault::NotOfThree);
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let beside = fs::read_dir(folder)?.filter_map(Result::ok);
    let beside = beside.map(|entry| entry.path()).collect::<Vec<_>>();
    let file_of = |letter: char| {
        let wanted = format!("T{letter}{}", letters.as_str());
        let found = beside
            .iter()
            .find(|path| file_name(path).eq_ignore_ascii_case(&wanted));
        let found = found.ok_or(FileFault::NotBeside(wanted))?;
        read_bytes(found)
    };
    Ok([file_of('H')?, file_of('S')?, file_of('D')?])
}

/// What a text is, by its beginning.
fn recognise(text: &str) -> Option<FileKind> {
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    if text.starts_with('{') {
        return Some(FileKind::Json);
    }
    let is_head = |line: &str| {
        let mut cells = line.split('|').map(str::trim);
        cells.next() == Some("Pair") && cells.next() == Some("Player Name")
    };
    if text.lines().take(200).any(is_head) {
        return Some(FileKind::TextCrosstable);
    }
    let first = text.lines().next()?;
    let code = first.split(' ').next()?;
    if code.len() == 3 && (code == "###" || code.bytes().all(|byte| byte.is_ascii_digit())) {
        return Some(FileKind::Trf);
    }
    let titles = titles(first);
    let has = |title: &str| titles.iter().any(|other| other == title);
    if has("r1") || has("pair") {
        Some(FileKind::EntriesCsv)
    } else if has("last name") {
        Some(FileKind::MembersCsv)
    } else if titles
        .iter()
        .any(|title| entries_csv::is_first_round(title))
    {
        Some(FileKind::EntriesCsv)
    } else if first.contains('\t') {
        Some(FileKind::NationalList)
    } else {
        None
    }
}

/// The cells of a table's first line, in small letters.
fn titles(first: &str) -> Vec<String> {
    let titles = first.split([',', ';', '\t']);
    let titles = titles.map(|title| title.trim().trim_matches('"').to_lowercase());
    titles.collect()
}

/// Whether a text may be a table: its first lines have cells, and all the same number of them.
fn is_table(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let cells = lines.take(3).map(|line| titles(line).len());
    let cells = cells.collect::<Vec<_>>();
    cells.len() > 1 && cells.iter().all(|count| *count > 1 && *count == cells[0])
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, FileFault> {
    let about = fs::metadata(path)?;
    // A pipe or a device may never end.
    if !about.is_file() {
        return Err(FileFault::NotAFile);
    }
    if about.len() > MAX_FILE {
        return Err(FileFault::TooLarge(about.len()));
    }
    let bytes = fs::read(path)?;
    if bytes.is_empty() {
        return Err(FileFault::Empty);
    }
    Ok(bytes)
}

#[cfg(test)]
mod random;
#[cfg(test)]
mod samples;
