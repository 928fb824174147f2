//! A file as it lies on the disk, and how it is read.

use std::path::Path;

use jiff::civil::Date;

use super::{
    FileFault, FileKind, FileRead, Mapping, Problem, Table, checked, dbf, entries_csv, is_dbf,
    is_table, json, members_csv,
    national_list::{self, ListedMember},
    read_bytes, read_three, recognise, text_crosstable, trf,
};
use crate::{
    domain::{counted, us_chess::Event},
    import::{TextEncoding, decode, file_name},
};

/// What a table may be taken for: its titles are all there is to tell it by.
const TABLES: [FileKind; 3] = [
    FileKind::EntriesCsv,
    FileKind::MembersCsv,
    FileKind::NationalList,
];

/// A file that was read from the disk, but not yet understood.
#[derive(Debug)]
pub struct OpenFile {
    /// The file's name, without its folder.
    name: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Text {
        text: String,
        encoding: TextEncoding,
        lost_letters: usize,
        kind: Option<FileKind>,
    },
    Dbf(Box<[Vec<u8>; 3]>),
}

/// How somebody wants a file to be read.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct HowToRead {
    /// What it is to be taken for; nothing for what it was recognised as.
    pub kind: Option<FileKind>,
    pub mapping: Mapping,
}

/// A file as it was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Understood {
    /// All of it, if there is no problem.
    pub read: FileRead,
    /// Its columns, where it is a table whose columns are known by titles.
    pub table: Option<Table>,
    /// What keeps it from being used.
    pub problems: Vec<Problem>,
}

impl OpenFile {
    /// Reads a file from the disk, and the two that belong to it, if it is one of the three DBF files of an event.
    ///
    /// # Errors
    /// What keeps it from being read, and what to do.
    pub fn new(path: &Path) -> Result<Self, FileFault> {
        let content = if is_dbf(path) {
            Content::Dbf(Box::new(read_three(path)?))
        } else {
            let bytes = read_bytes(path)?;
            let decoded = decode(&bytes).map_err(|_| FileFault::NotText)?;
            Content::Text {
                kind: recognise(&decoded.text),
                text: decoded.text,
                encoding: decoded.encoding,
                lost_letters: decoded.lost_letters,
            }
        };
        Ok(Self {
            name: file_name(path),
            content,
        })
    }

    /// The file's name, without its folder.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it was recognised as.
    #[must_use]
    pub fn kind(&self) -> Option<FileKind> {
        match &self.content {
            Content::Text { kind, .. } => *kind,
            Content::Dbf(_) => Some(FileKind::Dbf),
        }
    }

    /// What it could be taken for, where its beginning alone doesn't tell that for certain.
    #[must_use]
    pub fn kinds(&self) -> &'static [FileKind] {
        match &self.content {
            Content::Text { kind, text, .. } => match kind {
                Some(kind) if TABLES.contains(kind) => &TABLES,
                None if is_table(text) => &TABLES,
                _ => &[],
            },
            Content::Dbf(_) => &[],
        }
    }

    /// In which encoding a text was read: "Windows-1252 (Western European), assumed".
    #[must_use]
    pub fn encoding(&self) -> Option<String> {
        match &self.content {
            Content::Text { encoding, .. } => Some(encoding.describe()),
            Content::Dbf(_) => None,
        }
    }

    /// Understands the file as it is wanted. No day in it may be after `today`.
    #[must_use]
    pub fn read(&self, how: &HowToRead, today: Date) -> Understood {
        // A file that nobody knows the kind of has nothing, and its problem says so.
        let kind = how.kind.or_else(|| self.kind());
        let mut understood = Understood {
            read: FileRead {
                file: self.name.clone(),
                kind: kind.unwrap_or(FileKind::EntriesCsv),
                events: Vec::new(),
                members: Vec::new(),
                notes: Vec::new(),
            },
            table: None,
            problems: Vec::new(),
        };
        match (&self.content, kind) {
            (Content::Dbf(files), _) => understood.dbf(files, today),
            (Content::Text { text, .. }, Some(kind)) => {
                understood.text(kind, text, &how.mapping, today);
            }
            (Content::Text { .. }, None) => {
                understood.problems.push(Problem::new(FileFault::Unknown));
            }
        }
        if let Content::Text { lost_letters, .. } = &self.content
            && *lost_letters > 0
        {
            let letters = counted(*lost_letters, "letter");
            let what = format!(
                "{letters} can’t be read in this encoding. Look for � in names, or save the file as UTF-8"
            );
            understood.read.notes.push(Problem::new(what));
        }
        understood.read.name_events();
        if understood.problems.is_empty() {
            understood.problems = checked(&mut understood.read);
        }
        understood
    }
}

impl FileRead {
    /// An event that a table or a text doesn't name is called as its file: two files are two events.
    fn name_events(&mut self) {
        if !matches!(self.kind, FileKind::EntriesCsv | FileKind::TextCrosstable) {
            return;
        }
        let stem = Path::new(&self.file).file_stem().unwrap_or_default();
        for event in &mut self.events {
            if event.name.is_empty() {
                event.name = stem.to_string_lossy().into_owned();
            }
        }
    }
}

impl Understood {
    fn dbf(&mut self, [th, ts, td]: &[Vec<u8>; 3], today: Date) {
        match dbf::read(th, ts, td, today) {
            Ok(read) => {
                self.read.events = read.value;
                self.read.notes = read.notes;
            }
            Err(problems) => self.problems = problems,
        }
    }

    /// Reads a text of this kind.
    fn text(&mut self, kind: FileKind, text: &str, mapping: &Mapping, today: Date) {
        let read = &mut self.read;
        match kind {
            FileKind::TextCrosstable => match text_crosstable::read(text) {
                Ok(sections) => read.events.push(Event {
                    name: text_crosstable::event_name(text).unwrap_or_default(),
                    sections: sections.into_iter().map(|read| read.section).collect(),
                    ..Event::default()
                }),
                Err(problems) => {
                    let problems = problems.into_iter();
                    let problems = problems.map(|it| Problem::at_line(it.line, it.fault));
                    self.problems = problems.collect();
                }
            },
            FileKind::Json => match json::read(text, today) {
                Ok(event) => read.events.push(event),
                Err(problems) => self.problems = problems,
            },
            FileKind::EntriesCsv => match entries_csv::rows(text) {
                Ok(rows) => {
                    let table = entries_csv::read(&rows, mapping, today);
                    read.events = table.value;
                    read.notes = table.notes;
                    self.problems = table.problems;
                    self.table = Some(table.table);
                }
                Err(problem) => self.problems = vec![problem],
            },
            FileKind::MembersCsv => {
                let table = members_csv::read(text, mapping, today);
                let members = table.value.into_iter();
                read.members = members.map(|(_, member)| member).collect();
                read.notes = table.notes;
                self.problems = table.problems;
                self.table = Some(table.table);
            }
            FileKind::NationalList => match national_list::read(text) {
                Ok(list) => {
                    read.members = list.members.iter().map(ListedMember::member).collect();
                    read.notes = list.problems;
                }
                Err(problem) => self.problems = vec![problem],
            },
            FileKind::Trf => match trf::read(text, today) {
                Ok(trf) => {
                    read.events.push(trf.value);
                    read.notes = trf.notes;
                }
                Err(problems) => self.problems = problems,
            },
            // Not a text, and read by itself.
            FileKind::Dbf => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::random::TODAY;

    fn open(name: &str, bytes: &[u8]) -> OpenFile {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        OpenFile::new(&path).expect("a text")
    }

    #[test]
    fn a_table_is_taken_for_what_its_titles_tell_and_can_be_taken_for_another() {
        for (text, kind, kinds) in [
            ("Pair,Name,R1\n1,Ann,B\n", Some(FileKind::EntriesCsv), 3),
            ("No.,Player,Rd 1\n1,Ann,B\n", Some(FileKind::EntriesCsv), 3),
            ("ID,Last name\n,Berger\n", Some(FileKind::MembersCsv), 3),
            ("ID\tName\n1\tAnn\n", Some(FileKind::NationalList), 3),
            ("Number,Surname\n,Berger\n", None, 3),
            ("{\"event\": {}}", Some(FileKind::Json), 0),
            ("Dear director,\nhello\n", None, 0),
        ] {
            let open = open("file.csv", text.as_bytes());
            assert_eq!((open.kind(), open.kinds().len()), (kind, kinds), "{text}");
        }
    }

    #[test]
    fn a_table_of_unknown_titles_is_read_as_it_is_wanted() {
        let open = open("list.csv", b"Number,Surname\n30000001,Berger\n");
        let unknown = open.read(&HowToRead::default(), TODAY);
        assert_eq!(unknown.problems.len(), 1);
        let mut how = HowToRead {
            kind: Some(FileKind::MembersCsv),
            ..HowToRead::default()
        };
        let read = open.read(&how, TODAY);
        assert_eq!(read.table.expect("a table").missing, ["Last name"]);
        how.mapping.take(0, Some("ID".to_owned()));
        how.mapping.take(1, Some("Last name".to_owned()));
        let read = open.read(&how, TODAY);
        assert_eq!(read.problems, []);
        assert_eq!(read.read.members[0].listed_name(), "Berger");
    }

    #[test]
    fn an_encoding_that_is_guessed_is_told() {
        // “Müller” by Windows-1252.
        let guessed = open("list.csv", b"Last name,State\nM\xFCller,MN\n");
        let encoding = guessed.encoding().expect("a text");
        assert!(encoding.ends_with(", assumed"), "{encoding}");
        let read = guessed.read(&HowToRead::default(), TODAY);
        assert_eq!(read.read.members[0].last_name, "M\u{FC}ller");
        let certain = open("list.csv", "Last name\nM\u{FC}ller\n".as_bytes());
        assert_eq!(certain.encoding().as_deref(), Some("UTF-8"));
    }
}
