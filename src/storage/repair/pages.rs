//! The pages of a SQLite file, read without SQLite: of a damaged file SQLite reads nothing behind the first page that is broken, and the
//! pages behind it are whole. (<https://www.sqlite.org/fileformat2.html>)
//!
//! Nothing here trusts a byte: what a page says of itself is taken only as far as it lies within the file.

use std::borrow::Cow;

/// The number of a page, as the file counts them from 1.
pub(super) type PageNumber = u32;

/// The longest row that is put together, in bytes. The camp file's own limit is half of that.
const LONGEST: usize = 8 << 20;

/// The page size of every camp file that Camp Ladder makes.
const USUAL_SIZE: usize = 4096;

/// A file, page by page.
#[derive(Debug)]
pub(super) struct Pages<'a> {
    bytes: &'a [u8],
    /// How long each is, in bytes. All of it is used: nobody reserves a part of the pages of a camp file.
    size: usize,
}

/// What a page of a tree is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    TableLeaf,
    TableInterior,
    /// The leaves of indexes, and of tables whose key has several columns.
    IndexLeaf,
    IndexInterior,
}

impl Kind {
    pub(super) const fn is_interior(self) -> bool {
        matches!(self, Self::TableInterior | Self::IndexInterior)
    }

    pub(super) const fn is_table(self) -> bool {
        matches!(self, Self::TableInterior | Self::TableLeaf)
    }
}

/// A page of a tree.
#[derive(Debug)]
pub(super) struct Page<'a> {
    pub(super) kind: Kind,
    pub(super) cells: Vec<Cell<'a>>,
    /// The child behind the last cell, of an interior page.
    pub(super) last_child: Option<PageNumber>,
    /// Whether some of its cells can't be read.
    pub(super) has_bad_cells: bool,
}

/// An entry of a page.
#[derive(Debug)]
pub(super) struct Cell<'a> {
    /// Of an interior page: what comes before the entry.
    pub(super) child: Option<PageNumber>,
    /// Of a table's page: the row's number, or the last one below the child.
    pub(super) rowid: Option<i64>,
    /// The row; nothing on the interior page of a table.
    pub(super) payload: Option<Payload<'a>>,
}

/// The bytes of a row.
#[derive(Clone, Debug)]
pub(super) struct Payload<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    /// Where the rest of it lies that the page had no room for.
    pub(super) overflow: Vec<PageNumber>,
}

impl<'a> Pages<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let size = match read_u16(bytes, 16) {
            Some(1) => 65_536,
            Some(size) => usize::from(size),
            None => 0,
        };
        let is_possible = size >= 512 && size.is_power_of_two() && size <= bytes.len().max(512);
        let size = if is_possible { size } else { USUAL_SIZE };
        Self { bytes, size }
    }

    /// How many there are. What is left of the last one of a file that was cut is no page.
    pub(super) fn count(&self) -> PageNumber {
        PageNumber::try_from(self.bytes.len() / self.size).unwrap_or(PageNumber::MAX)
    }

    /// A number of the file's head.
    pub(super) fn head(&self, at: usize) -> Option<u32> {
        read_u32(self.bytes, at)
    }

    fn bytes_of(&self, number: PageNumber) -> Option<&'a [u8]> {
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        let start = at.checked_mul(self.size)?;
        self.bytes.get(start..start.checked_add(self.size)?)
    }

    /// A page of a tree; `None` if it is none, or not there.
    pub(super) fn page(&self, number: PageNumber) -> Option<Page<'a>> {
        let bytes = self.bytes_of(number)?;
        // The first page begins with the head of the file.
        let head = if number == 1 { 100 } else { 0 };
        let kind = match *bytes.get(head)? {
            13 => Kind::TableLeaf,
            5 => Kind::TableInterior,
            10 => Kind::IndexLeaf,
            2 => Kind::IndexInterior,
            _ => return None,
        };
        let count = usize::from(read_u16(bytes, head + 3)?);
        let places = head + if kind.is_interior() { 12 } else { 8 };
        let end = places + 2 * count;
        if end > bytes.len() {
            return None;
        }
        let mut page = Page {
            kind,
            cells: Vec::with_capacity(count),
            last_child: kind
                .is_interior()
                .then(|| read_u32(bytes, head + 8))
                .flatten(),
            has_bad_cells: false,
        };
        for place in 0..count {
            let at = read_u16(bytes, places + 2 * place).map(usize::from);
            let at = at.filter(|at| *at >= end);
            match at.and_then(|at| self.cell(kind, bytes, at)) {
                Some(cell) => page.cells.push(cell),
                None => page.has_bad_cells = true,
            }
        }
        // Junk that begins like a page.
        let is_page = count == 0 || !page.cells.is_empty();
        is_page.then_some(page)
    }

    fn cell(&self, kind: Kind, page: &'a [u8], at: usize) -> Option<Cell<'a>> {
        let mut rest = page.get(at..)?;
        let mut child = None;
        if kind.is_interior() {
            child = Some(read_u32(rest, 0)?);
            rest = rest.get(4..)?;
        }
        if kind == Kind::TableInterior {
            let (rowid, _) = varint(rest)?;
            return Some(Cell {
                child,
                rowid: Some(rowid),
                payload: None,
            });
        }
        let (length, used) = varint(rest)?;
        rest = rest.get(used..)?;
        let length = usize::try_from(length).ok().filter(|it| *it <= LONGEST)?;
        let mut rowid = None;
        if kind == Kind::TableLeaf {
            let (number, used) = varint(rest)?;
            rowid = Some(number);
            rest = rest.get(used..)?;
        }
        let payload = self.payload(kind, rest, length)?;
        Some(Cell {
            child,
            rowid,
            payload: Some(payload),
        })
    }

    /// A row of this length, of which the page has the beginning.
    fn payload(&self, kind: Kind, rest: &'a [u8], length: usize) -> Option<Payload<'a>> {
        let usable = self.size;
        let most = if kind == Kind::TableLeaf {
            usable - 35
        } else {
            (usable - 12) * 64 / 255 - 23
        };
        if length <= most {
            return Some(Payload {
                bytes: Cow::Borrowed(rest.get(..length)?),
                overflow: Vec::new(),
            });
        }
        let least = (usable - 12) * 32 / 255 - 23;
        let there = least + (length - least) % (usable - 4);
        let there = if there <= most { there } else { least };
        let mut bytes = rest.get(..there)?.to_vec();
        let mut next = read_u32(rest, there)?;
        let mut overflow = Vec::new();
        while bytes.len() < length {
            let page = self.bytes_of(next)?;
            overflow.push(next);
            next = read_u32(page, 0)?;
            let more = page.get(4..)?;
            let missing = length - bytes.len();
            bytes.extend(&more[..missing.min(more.len())]);
        }
        Some(Payload {
            bytes: Cow::Owned(bytes),
            overflow,
        })
    }

    /// The pages in which nothing is stored, as far as the file's list of them can be read.
    pub(super) fn free(&self) -> Vec<PageNumber> {
        let mut free = Vec::new();
        let mut trunk = self.head(32).unwrap_or(0);
        let most = usize::try_from(self.count()).unwrap_or(usize::MAX);
        while free.len() < most
            && let Some(page) = self.bytes_of(trunk)
        {
            free.push(trunk);
            let count = read_u32(page, 4).unwrap_or(0);
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            if count > self.size / 4 - 2 {
                break;
            }
            free.extend((0..count).filter_map(|leaf| read_u32(page, 8 + 4 * leaf)));
            trunk = read_u32(page, 0).unwrap_or(0);
        }
        free
    }
}

fn read_u16(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_be_bytes(bytes.try_into().ok()?))
}

fn read_u32(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

/// A whole number in one to nine bytes, and how many.
pub(super) fn varint(bytes: &[u8]) -> Option<(i64, usize)> {
    let mut value = 0_u64;
    for at in 0..8 {
        let byte = *bytes.get(at)?;
        value = value << 7 | u64::from(byte & 0x7f);
        if byte < 0x80 {
            return Some((value.cast_signed(), at + 1));
        }
    }
    value = value << 8 | u64::from(*bytes.get(8)?);
    Some((value.cast_signed(), 9))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_length_are_read() {
        assert_eq!(varint(&[0x07]), Some((7, 1)));
        assert_eq!(varint(&[0x81, 0x00]), Some((128, 2)));
        assert_eq!(varint(&[0xff; 9]), Some((-1, 9)));
        assert_eq!(varint(&[0x81]), None);
        assert_eq!(varint(&[0xff; 8]), None);
    }

    #[test]
    fn nothing_that_is_called_a_file_is_trusted() {
        let junk = (0..20_000_u32).map(|at| at.wrapping_mul(2_654_435_761).to_be_bytes()[1]);
        let mut junk = junk.collect::<Vec<_>>();
        for kind in [2, 5, 10, 13] {
            for page in 0..5 {
                let at = page * 4096 + if page == 0 { 100 } else { 0 };
                if let Some(byte) = junk.get_mut(at) {
                    *byte = kind;
                }
            }
            for length in [0, 1, 50, 99, 100, 108, 4095, 4096, 9000, 20_000] {
                let pages = Pages::new(&junk[..length]);
                for number in 0..=pages.count() + 1 {
                    let _ = pages.page(number);
                }
                let _ = pages.free();
            }
        }
    }
}
