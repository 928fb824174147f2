//! A row as SQLite writes it: the kinds of its values, and then the values.

use rusqlite::types::Value;

use super::pages::varint;

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stored {
    pub(super) value: Value,
    /// Whether letters of a text couldn't be read, and were left out or replaced, or a number is none that was written so.
    pub(super) is_spoilt: bool,
}

impl Stored {
    pub(super) const fn sound(value: Value) -> Self {
        let is_spoilt = false;
        Self { value, is_spoilt }
    }

    /// Whether it is a number that can be read.
    pub(super) const fn is_number(&self) -> bool {
        matches!(self.value, Value::Integer(_)) && !self.is_spoilt
    }
}

/// The values of a row; `None` if it is no row.
pub(super) fn values(payload: &[u8]) -> Option<Vec<Stored>> {
    let (kinds, mut body) = kinds(payload)?;
    let mut values = Vec::with_capacity(kinds.len());
    for kind in kinds {
        let (bytes, rest) = body.split_at_checked(length_of(kind)?)?;
        values.push(value(kind, bytes)?);
        body = rest;
    }
    body.is_empty().then_some(values)
}

/// How many values a row has; `None` if it is no row. Quicker than [`values`].
pub(super) fn count(payload: &[u8]) -> Option<usize> {
    let (kinds, body) = kinds(payload)?;
    let mut length = 0_usize;
    for kind in &kinds {
        length = length.checked_add(length_of(*kind)?)?;
    }
    (length == body.len()).then_some(kinds.len())
}

fn kinds(payload: &[u8]) -> Option<(Vec<i64>, &[u8])> {
    let (length, used) = varint(payload)?;
    let (head, body) = payload.split_at_checked(usize::try_from(length).ok()?)?;
    let mut head = head.get(used..)?;
    let mut kinds = Vec::new();
    while !head.is_empty() {
        let (kind, used) = varint(head)?;
        kinds.push(kind);
        head = &head[used..];
    }
    Some((kinds, body))
}

fn length_of(kind: i64) -> Option<usize> {
    Some(match kind {
        0 | 8 | 9 => 0,
        1..=4 => usize::try_from(kind).ok()?,
        5 => 6,
        6 | 7 => 8,
        12.. => usize::try_from((kind - 12) / 2).ok()?,
        _ => return None,
    })
}

fn value(kind: i64, bytes: &[u8]) -> Option<Stored> {
    let mut is_spoilt = false;
    let value = match kind {
        0 => Value::Null,
        1..=6 => {
            let first = *bytes.first()?;
            let sign = if first < 0x80 { 0 } else { -1 };
            let number = bytes
                .iter()
                .fold(sign, |number, byte| number << 8 | i64::from(*byte));
            is_spoilt = has_shorter_kind(kind, number);
            Value::Integer(number)
        }
        7 => Value::Real(f64::from_be_bytes(bytes.try_into().ok()?)),
        8 => Value::Integer(0),
        9 => Value::Integer(1),
        _ if kind % 2 == 0 => Value::Blob(bytes.to_vec()),
        _ => {
            let (text, spoilt) = text(bytes);
            is_spoilt = spoilt;
            Value::Text(text)
        }
    };
    Some(Stored { value, is_spoilt })
}

/// Whether a number would have been written with a kind that takes fewer bytes, as SQLite does: then it was another one. Where a page was
/// overwritten with zeros, it is 0 now.
fn has_shorter_kind(kind: i64, number: i64) -> bool {
    let bits = match kind {
        1 => return matches!(number, 0 | 1),
        5 => 32,
        6 => 48,
        _ => 8 * (kind - 1),
    };
    let most = 1_i64 << (bits - 1);
    (-most..most).contains(&number)
}

/// A text as far as it can be read, and whether it is spoilt: one letter that can't be read is replaced, and of more the text ends before
/// them. Where a page was overwritten with zeros, they are zeros.
fn text(bytes: &[u8]) -> (String, bool) {
    let is_text = str::from_utf8(bytes).is_ok();
    let is_bad = |c: char| c == '\0' || c == char::REPLACEMENT_CHARACTER && !is_text;
    let read = String::from_utf8_lossy(bytes);
    let mut bad = read.match_indices(is_bad).map(|(at, _)| at);
    match (bad.next(), bad.next()) {
        (None, _) => (read.into_owned(), false),
        (Some(_), None) => (read.replace('\0', "\u{FFFD}"), true),
        (Some(at), Some(_)) => (read[..at].to_owned(), true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_as_it_was_written() {
        // Its head has five bytes: NULL, 1, a byte, a text of two letters.
        let row = [5, 0, 9, 1, 17, 0xfe, b'a', b'b'];
        let read = values(&row).expect("a row");
        let read = read.into_iter().map(|it| it.value).collect::<Vec<_>>();
        let expected = [
            Value::Null,
            Value::Integer(1),
            Value::Integer(-2),
            Value::Text("ab".to_owned()),
        ];
        assert_eq!(read, expected);
        assert_eq!(count(&row), Some(4));
        for cut in 0..row.len() {
            assert_eq!((values(&row[..cut]), count(&row[..cut])), (None, None));
        }
        let longer = [row.as_slice(), &[0]].concat();
        assert_eq!((values(&longer), count(&longer)), (None, None));
    }

    #[test]
    fn a_number_that_was_overwritten_is_known() {
        for (kind, bytes, is_spoilt) in [
            (1, &[0][..], true),
            (1, &[2], false),
            (1, &[0xff], false),
            (2, &[0, 0x41], true),
            (2, &[0, 0x80], false),
            (2, &[0xff, 0x7f], false),
            (4, &[0, 0x7f, 0xff, 0xff], true),
            (5, &[0, 0, 0x80, 0, 0, 0], false),
            (5, &[0, 0, 0x7f, 0, 0, 0], true),
            (6, &[0; 8], true),
            (6, &[0x12, 0, 0, 0, 0, 0, 0, 0], false),
        ] {
            let stored = value(kind, bytes).expect("a number");
            assert_eq!(stored.is_spoilt, is_spoilt, "{kind}: {bytes:?}");
        }
    }

    #[test]
    fn what_can_not_be_read_of_a_text_is_said() {
        assert_eq!(
            text("Müller\nA".as_bytes()),
            ("Müller\nA".to_owned(), false)
        );
        assert_eq!(text(b"M\xfcller"), ("M\u{FFFD}ller".to_owned(), true));
        assert_eq!(text(b"Notes\0\0\0"), ("Notes".to_owned(), true));
    }
}
