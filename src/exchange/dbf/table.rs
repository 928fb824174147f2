//! Bytes of a dBase III file, and the texts of its records.
//!
//! The crate `dbase` takes the header's word for how long everything is, and a record with a date that is none for damaged. So the header
//! is looked at here, and handed over as one of a file in which all fields are characters: what a text means is up to the reader.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Cursor, Read, Seek, Write},
    rc::Rc,
    str,
};

use dbase::{
    FieldError, FieldIterator, FieldName, FieldValue, FieldWriter, ReadableRecord, ReaderBuilder,
    TableWriterBuilder, Unicode, WritableRecord,
    encoding::{DynEncoding, EncodingRs},
};
use encoding_rs::WINDOWS_1252;
use jiff::civil::Date;
use thiserror::Error;

use super::fields::File;
use crate::exchange::{Problem, noted::at};

/// The first byte of a dBase III file without memos.
const VERSION: u8 = 0x03;
/// The bytes of the header without its fields, and of each field.
const BLOCK: usize = 32;
/// The byte after the last field.
const END_OF_FIELDS: u8 = 0x0D;
/// The byte after the last record.
const END_OF_FILE: u8 = 0x1A;
/// The first byte of a record.
const KEPT: u8 = b' ';
/// The first byte of a record that is marked as deleted.
const DELETED: u8 = b'*';
/// Where the header has the code page; dBase III has none.
const CODE_PAGE: usize = 29;

/// What is wrong with the bytes of a file.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
enum Fault {
    #[error("The file is empty or cut off in its header. Copy it again, or export it again")]
    NoHeader,
    #[error(
        "A dBase III file begins with byte 03, this one with {0:02X}. Export it again as a rating report, and don’t save it with another program"
    )]
    Version(u8),
    #[error("The list of its fields has no end: the header is damaged. Export the file again")]
    Header,
    #[error(
        "Field {0} has no name, no length or no known type: the header is damaged. Export the file again"
    )]
    Field(usize),
    #[error("The file has two fields {0}: the header is damaged. Export the file again")]
    FieldTwice(String),
    #[error(
        "The header says that a record has {told} bytes, but its fields have {counted}. Export the file again"
    )]
    RecordLength { told: usize, counted: usize },
    #[error(
        "The header says {told} records, but only {found} are there: the file is cut off. Copy it again, or export it again"
    )]
    Cut { told: usize, found: usize },
    #[error(
        "The header says {0} records, but something else follows them: the file is damaged. Export it again"
    )]
    More(usize),
    #[error(
        "A record begins with a blank, or * if it is deleted; this one begins with byte {0:02X}: the file is damaged. Export it again"
    )]
    RecordStart(u8),
    #[error("The file can’t be handled ({0}). Export it again")]
    Other(String),
}

/// A record: its number, counted from 1, and the text of each field without blanks around it.
pub(super) struct Row {
    pub(super) number: usize,
    /// The place of each field's text.
    places: Rc<BTreeMap<String, usize>>,
    texts: Vec<String>,
}

impl Row {
    /// The text of a field; nothing in it where the file has no such field.
    pub(super) fn text(&self, field: &str) -> &str {
        let place = self.places.get(field);
        let text = place.and_then(|place| self.texts.get(*place));
        text.map_or("", String::as_str)
    }
}

/// The records of a file.
pub(super) struct Table {
    pub(super) rows: Vec<Row>,
    /// The names of the fields, in capitals.
    pub(super) fields: Vec<String>,
    /// The numbers of the records that are marked as deleted, which are no rows.
    pub(super) deleted: Vec<usize>,
}

/// Reads the records of a file.
///
/// # Errors
/// Everything in the file's bytes that isn't as dBase III has it.
pub(super) fn read(file: File, bytes: &[u8]) -> Result<Table, Vec<Problem>> {
    let whole = |fault: Fault| vec![at(file, &fault)];
    let header = Header::read(bytes).map_err(whole)?;
    let mut kept = Vec::new();
    let mut deleted = Vec::new();
    let mut problems = Vec::new();
    for (place, record) in header.records.chunks(header.record_length).enumerate() {
        match record.first() {
            Some(&KEPT) => kept.push(place + 1),
            Some(&DELETED) => deleted.push(place + 1),
            start => problems.push(at(
                format_args!("{file} record {}", place + 1),
                &Fault::RecordStart(start.copied().unwrap_or_default()),
            )),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let records = header
        .texts()
        .map_err(|error| whole(Fault::Other(error.to_string())))?;
    let places = Rc::new(header.names().zip(0..).collect());
    let rows = kept
        .into_iter()
        .zip(records)
        .map(|(number, Cells(texts))| Row {
            number,
            places: Rc::clone(&places),
            texts,
        });
    Ok(Table {
        rows: rows.collect(),
        fields: header.names().collect(),
        deleted,
    })
}

/// What a header says, found to be so.
struct Header<'a> {
    /// Names in capitals, and lengths in bytes.
    fields: Vec<(String, u8)>,
    count: usize,
    /// With the byte that a record begins with.
    record_length: usize,
    /// All records, and nothing else.
    records: &'a [u8],
}

impl<'a> Header<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, Fault> {
        let version = *bytes.first().ok_or(Fault::NoHeader)?;
        if version != VERSION {
            return Err(Fault::Version(version));
        }
        let (head, _) = bytes.split_first_chunk::<BLOCK>().ok_or(Fault::NoHeader)?;
        let [_, _, _, _, c0, c1, c2, c3, h0, h1, r0, r1, ..] = *head;
        let told = u32::from_le_bytes([c0, c1, c2, c3]);
        let told = usize::try_from(told).unwrap_or(usize::MAX);
        let header_length = usize::from(u16::from_le_bytes([h0, h1]));
        let record_length = usize::from(u16::from_le_bytes([r0, r1]));
        let descriptors = bytes.get(BLOCK..header_length).ok_or(Fault::NoHeader)?;
        let fields = fields(descriptors)?;
        let counted = 1 + fields
            .iter()
            .map(|(_, length)| usize::from(*length))
            .sum::<usize>();
        if counted != record_length {
            return Err(Fault::RecordLength {
                told: record_length,
                counted,
            });
        }
        let body = bytes.get(header_length..).unwrap_or_default();
        let cut = Fault::Cut {
            told,
            found: body.len() / record_length,
        };
        let end = told.checked_mul(record_length).ok_or(cut.clone())?;
        let (records, rest) = body.split_at_checked(end).ok_or(cut)?;
        // Some programs write no byte for the end, or fill their files up.
        if !matches!(rest.first(), None | Some(&END_OF_FILE | 0)) {
            return Err(Fault::More(told));
        }
        Ok(Self {
            fields,
            count: told,
            record_length,
            records,
        })
    }

    fn names(&self) -> impl Iterator<Item = String> {
        self.fields.iter().map(|(name, _)| name.clone())
    }

    /// The texts of all records that aren't deleted.
    fn texts(&self) -> Result<Vec<Cells>, dbase::Error> {
        let encoding = match str::from_utf8(self.records) {
            Ok(_) => DynEncoding::from(Unicode),
            Err(_) => DynEncoding::from(EncodingRs::from(WINDOWS_1252)),
        };
        let mut reader = ReaderBuilder::new()
            .with_encoding(encoding)
            .build(Cursor::new(self.plain_file()))?;
        reader.iter_records_as::<Cells>().collect()
    }

    /// The file as it would be if all its fields were characters, and nothing in its header but what is needed.
    fn plain_file(&self) -> Vec<u8> {
        let header_length = BLOCK + BLOCK * self.fields.len() + 1;
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
        let mut file = vec![VERSION, 100, 1, 1];
        file.extend(number(self.count));
        file.extend(&number(header_length)[..2]);
        file.extend(&number(self.record_length)[..2]);
        file.resize(BLOCK, 0);
        for (place, (name, length)) in self.fields.iter().enumerate() {
            let start = BLOCK + BLOCK * place;
            file.extend(name.bytes());
            file.resize(start + 11, 0);
            file.push(b'C');
            file.resize(start + 16, 0);
            file.push(*length);
            file.resize(start + BLOCK, 0);
        }
        file.push(END_OF_FIELDS);
        file.extend(self.records);
        file.push(END_OF_FILE);
        file
    }
}

/// The fields of a header: their names in capitals, and their lengths.
fn fields(descriptors: &[u8]) -> Result<Vec<(String, u8)>, Fault> {
    let mut fields = Vec::new();
    let mut names = BTreeSet::new();
    let mut rest = descriptors;
    loop {
        match rest.split_first_chunk::<BLOCK>() {
            _ if rest.first() == Some(&END_OF_FIELDS) && !fields.is_empty() => return Ok(fields),
            None => return Err(Fault::Header),
            Some((descriptor, after)) => {
                let field = field(descriptor).ok_or(Fault::Field(fields.len() + 1))?;
                if !names.insert(field.0.clone()) {
                    return Err(Fault::FieldTwice(field.0));
                }
                fields.push(field);
                rest = after;
            }
        }
    }
}

/// The name in capitals and the length of a field.
fn field(descriptor: &[u8; BLOCK]) -> Option<(String, u8)> {
    let (name, rest) = descriptor.split_at_checked(11)?;
    let name = name.split(|byte| *byte == 0).next()?;
    let name = str::from_utf8(name).ok()?.trim().to_ascii_uppercase();
    let [kind, _, _, _, _, length, ..] = *rest else {
        return None;
    };
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic());
    (is_name && b"CDNLFM".contains(&kind) && length > 0).then_some((name, length))
}

/// The texts of a record, in the order of the fields.
pub(super) struct Cells(pub(super) Vec<String>);

impl ReadableRecord for Cells {
    fn read_using<S, M>(fields: &mut FieldIterator<S, M>) -> Result<Self, FieldError>
    where
        S: Read + Seek,
        M: Read + Seek,
    {
        let texts = fields.map(|field| match field?.value {
            FieldValue::Character(Some(text)) => Ok(tidy(&text)),
            _ => Ok(String::new()),
        });
        Ok(Self(texts.collect::<Result<_, _>>()?))
    }
}

/// The text without tabs and the like, of which some programs write one into names, and with single blanks.
fn tidy(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    let words = words.filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

impl WritableRecord for Cells {
    fn write_using<W: Write>(&self, writer: &mut FieldWriter<'_, W>) -> Result<(), FieldError> {
        self.0
            .iter()
            .try_for_each(|text| writer.write_next_field_value(text))
    }
}

/// The bytes of a file with these fields, all of characters, and records.
///
/// # Errors
/// What speaks against it, if the crate finds anything.
pub(super) fn write(
    file: File,
    fields: &[(String, u8)],
    records: &[Cells],
    written: Date,
) -> Result<Vec<u8>, Problem> {
    let not_written = |why: String| at(file, &Fault::Other(why));
    let mut bytes = Cursor::new(Vec::new());
    let mut builder = TableWriterBuilder::new();
    for (name, length) in fields {
        let name =
            FieldName::try_from(name.as_str()).map_err(|error| not_written(error.to_owned()))?;
        builder = builder.add_character_field(name, *length);
    }
    let mut writer = builder.build_with_dest(&mut bytes);
    let done = records
        .iter()
        .try_for_each(|record| writer.write_record(record))
        .and_then(|()| writer.finalize());
    done.map_err(|error| not_written(error.to_string()))?;
    drop(writer);
    let mut bytes = bytes.into_inner();
    // The crate writes the day of the clock, and a code page that dBase III doesn't have.
    let year = u8::try_from(written.year() - 1900).unwrap_or_default();
    let date = [
        year,
        written.month().unsigned_abs(),
        written.day().unsigned_abs(),
    ];
    for (place, byte) in (1..).zip(date).chain([(CODE_PAGE, 0)]) {
        if let Some(old) = bytes.get_mut(place) {
            *old = byte;
        }
    }
    Ok(bytes)
}
