//! A PDF file whose objects lie in compressed streams (ISO 32000-1, 7.5.7 and 7.5.8).
//!
//! The typesetter compresses pages and fonts, and writes everything else as plain text: an object for each cell of a tagged
//! table, and a line for each object in a table of places. Of the weeks of 500 players that is six sevenths.

use std::io::Write as _;

use flate2::{Compression, write::ZlibEncoder};

/// So many objects share a stream. Who reads one of them unpacks all.
const OBJECTS_TOGETHER: usize = 200;

/// Where an object is.
#[derive(Clone, Copy)]
enum Place {
    /// The number is taken by nothing.
    Free,
    /// By itself, so many bytes behind the beginning of the file.
    At(usize),
    /// In this stream, as the one of this place there.
    In(usize, usize),
}

/// The same file packed; as it is, where it isn't written as the typesetter writes it.
pub(super) fn packed(pdf: Vec<u8>) -> Vec<u8> {
    pack(&pdf).unwrap_or(pdf)
}

fn pack(pdf: &[u8]) -> Option<Vec<u8>> {
    let table = Table::read(pdf)?;
    let mut packed = pdf.get(..table.objects.first()?.start)?.to_vec();
    let mut places = vec![Place::Free; table.size];
    let mut alone = Vec::new();
    for object in &table.objects {
        let (written, content) = object.read(pdf)?;
        if content.ends_with(b"endstream") {
            *places.get_mut(object.number)? = Place::At(packed.len());
            packed.extend_from_slice(written);
        } else {
            alone.push((object.number, content));
        }
    }
    // Neighbours by number are most alike.
    alone.sort_unstable_by_key(|(number, _)| *number);
    for objects in alone.chunks(OBJECTS_TOGETHER) {
        let stream = places.len();
        places.push(Place::At(packed.len()));
        let (mut numbers, mut contents) = (Vec::new(), Vec::new());
        for (place, (number, content)) in objects.iter().enumerate() {
            *places.get_mut(*number)? = Place::In(stream, place);
            write!(numbers, "{number} {} ", contents.len()).ok()?;
            contents.extend_from_slice(content);
            contents.push(b'\n');
        }
        let head = format!("/Type/ObjStm/N {}/First {}", objects.len(), numbers.len());
        numbers.append(&mut contents);
        put_stream(&mut packed, stream, &head, &numbers)?;
    }
    let (stream, start) = (places.len(), packed.len());
    places.push(Place::At(start));
    // Each row as what it differs from the one before, by which nearly all of them are alike.
    let head = format!(
        "/Type/XRef/Size {}/W[1 4 2]{}/DecodeParms<</Predictor 12/Columns {ROW}>>",
        places.len(),
        table.trailer
    );
    put_stream(&mut packed, stream, &head, &rows(&places)?)?;
    write!(packed, "startxref\n{start}\n%%EOF\n").ok()?;
    Some(packed)
}

/// The bytes of a row that says where an object is.
const ROW: usize = 7;

/// The table of places, with the difference of each row to the one before ("up", as PNG calls it).
fn rows(places: &[Place]) -> Option<Vec<u8>> {
    const UP: u8 = 2;
    let mut rows = Vec::with_capacity(places.len() * (ROW + 1));
    let mut before = [0_u8; ROW];
    for place in places {
        let (kind, long, short): (u8, u32, u16) = match *place {
            Place::Free => (0, 0, u16::MAX),
            Place::At(offset) => (1, u32::try_from(offset).ok()?, 0),
            Place::In(stream, place) => {
                (2, u32::try_from(stream).ok()?, u16::try_from(place).ok()?)
            }
        };
        let mut row = [kind; ROW];
        row[1..5].copy_from_slice(&long.to_be_bytes());
        row[5..].copy_from_slice(&short.to_be_bytes());
        rows.push(UP);
        rows.extend(
            row.iter()
                .zip(before)
                .map(|(now, before)| now.wrapping_sub(before)),
        );
        before = row;
    }
    Some(rows)
}

/// The quickest compression, as objects are so much alike that more work gains a tenth.
fn put_stream(pdf: &mut Vec<u8>, number: usize, head: &str, content: &[u8]) -> Option<()> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).ok()?;
    let compressed = encoder.finish().ok()?;
    let length = compressed.len();
    write!(
        pdf,
        "{number} 0 obj\n<<{head}/Length {length}/Filter/FlateDecode>>\nstream\n"
    )
    .ok()?;
    pdf.extend_from_slice(&compressed);
    pdf.extend_from_slice(b"\nendstream\nendobj\n");
    Some(())
}

/// An object of a file.
struct Object {
    number: usize,
    start: usize,
    end: usize,
}

impl Object {
    /// All of it, and what stands between its number and its end.
    fn read<'a>(&self, pdf: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
        let written = pdf.get(self.start..self.end)?;
        let content = written.strip_prefix(format!("{} 0 obj\n", self.number).as_bytes())?;
        Some((
            written,
            content
                .trim_ascii_end()
                .strip_suffix(b"endobj")?
                .trim_ascii_end(),
        ))
    }
}

/// What the end of a file tells of it.
struct Table<'a> {
    /// In the order in which they lie in the file.
    objects: Vec<Object>,
    /// One more than the highest number.
    size: usize,
    /// "/Root 4081 0 R/Info 4079 0 R"
    trailer: &'a str,
}

impl<'a> Table<'a> {
    fn read(pdf: &'a [u8]) -> Option<Self> {
        const WORD: &[u8] = b"startxref\n";
        let last = pdf.windows(WORD.len()).rposition(|bytes| bytes == WORD)?;
        let words = std::str::from_utf8(pdf.get(last + WORD.len()..)?).ok()?;
        let start = words.lines().next()?.parse::<usize>().ok()?;
        let table = std::str::from_utf8(pdf.get(start..last)?).ok()?;
        let (rows, trailer) = table.strip_prefix("xref\n0 ")?.split_once("trailer\n")?;
        let mut rows = rows.lines();
        let size = rows.next()?.parse::<usize>().ok()?;
        let mut objects = Vec::with_capacity(size);
        for (number, row) in rows.enumerate() {
            let (offset, kind) = row.split_once(' ')?;
            match kind.trim_end().split_once(' ')? {
                ("00000", "n") => objects.push(Object {
                    number,
                    start: offset.parse().ok()?,
                    end: start,
                }),
                (_, "f") => (),
                _ => return None,
            }
        }
        objects.sort_unstable_by_key(|object| object.start);
        for place in 1..objects.len() {
            objects[place - 1].end = objects[place].start;
        }
        let trailer = trailer.trim().strip_prefix("<<")?.strip_suffix(">>")?;
        let trailer = trailer.strip_prefix(&format!("/Size {size}"))?;
        Some(Self {
            objects,
            size,
            trailer,
        })
    }
}

#[cfg(test)]
mod tests {
    use hayro_syntax::{
        Pdf,
        object::{Dict, ObjectIdentifier, Stream},
    };

    use typst_pdf::PdfStandard;

    use super::super::{
        Print,
        tests::{laid, plain_camp},
    };
    use super::*;

    #[test]
    fn a_packed_file_has_the_same_objects_in_a_fraction_of_the_space() {
        let pages = laid(
            Print::Standings,
            &plain_camp(60),
            &Print::Standings.default_choices(),
        );
        let plain = pages
            .pages
            .unpacked_pdf(&[PdfStandard::Ua_1])
            .expect("a PDF");
        let packed = packed(plain.clone());
        assert_eq!(packed, pages.pages.pdf().expect("a PDF"));
        assert!(
            packed.len() * 2 < plain.len(),
            "{} of {}",
            packed.len(),
            plain.len()
        );
        let [before, after] = [&plain, &packed].map(|pdf| Pdf::new(pdf.clone()).expect("a PDF"));
        let (mut dictionaries, mut streams) = (0, 0);
        for object in Table::read(&plain).expect("a table").objects {
            let number = i32::try_from(object.number).expect("few");
            let id = ObjectIdentifier::new(number, 0);
            let (_, content) = object.read(&plain).expect("an object");
            if content.ends_with(b"endstream") {
                let read = |pdf: &Pdf| {
                    let stream = pdf.xref().get::<Stream<'_>>(id);
                    let content =
                        stream.and_then(|stream| Some(stream.decoded().ok()?.into_owned()));
                    content.expect("a stream")
                };
                assert!(read(&before) == read(&after), "{number}");
                streams += 1;
            } else {
                let read = |pdf: &Pdf| Some(pdf.xref().get::<Dict<'_>>(id)?.data().to_vec());
                assert_eq!(read(&before), read(&after), "{number}");
                dictionaries += usize::from(read(&after).is_some());
            }
        }
        assert!(
            dictionaries > 500 && streams > 5,
            "{dictionaries}, {streams}"
        );
    }

    #[test]
    fn what_is_no_such_file_stays_as_it_is() {
        for pdf in [
            b"".as_slice(),
            b"%PDF-1.7\n",
            b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 2\nnonsense\ntrailer\n<</Size 2>>\nstartxref\n27\n%%EOF",
            b"%PDF-1.7\nstartxref\n99999999\n%%EOF",
        ] {
            assert_eq!(packed(pdf.to_vec()), pdf);
        }
    }
}
