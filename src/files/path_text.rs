//! Paths in JSON, each of which comes back as it was. Not each is text: on Linux a name is any bytes, on Windows any 16-bit units. What is no
//! text in it stands there by its number.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    ffi::OsString,
    fmt::Write as _,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Before such a number. No system has it in a path.
const MARK: char = '\0';

/// So many hexadecimal digits has the number.
const DIGITS: usize = 4;

fn written(path: &Path) -> Cow<'_, str> {
    path.to_str()
        .map_or_else(|| Cow::Owned(with_numbers(path)), Cow::Borrowed)
}

#[cfg(unix)]
fn with_numbers(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt as _;
    let mut text = String::new();
    for part in path.as_os_str().as_bytes().utf8_chunks() {
        text.push_str(part.valid());
        for byte in part.invalid() {
            let _ = write!(text, "{MARK}{byte:04x}");
        }
    }
    text
}

#[cfg(windows)]
fn with_numbers(path: &Path) -> String {
    use std::os::windows::ffi::OsStrExt as _;
    let mut text = String::new();
    for part in char::decode_utf16(path.as_os_str().encode_wide()) {
        match part {
            Ok(c) => text.push(c),
            Err(no_text) => {
                let _ = write!(text, "{MARK}{:04x}", no_text.unpaired_surrogate());
            }
        }
    }
    text
}

fn read(text: &str) -> PathBuf {
    let mut parts = text.split(MARK);
    let mut path = OsString::from(parts.next().unwrap_or_default());
    for part in parts {
        let (number, rest) = part.split_at_checked(DIGITS).unwrap_or((part, ""));
        path.push(
            numbered(number).unwrap_or_else(|| char::REPLACEMENT_CHARACTER.to_string().into()),
        );
        path.push(rest);
    }
    path.into()
}

#[cfg(unix)]
fn numbered(number: &str) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt as _;
    let byte = u8::from_str_radix(number, 16).ok()?;
    Some(OsString::from_vec(vec![byte]))
}

#[cfg(windows)]
fn numbered(number: &str) -> Option<OsString> {
    use std::os::windows::ffi::OsStringExt as _;
    let unit = u16::from_str_radix(number, 16).ok()?;
    Some(OsString::from_wide(&[unit]))
}

pub(crate) fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&written(path))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
    String::deserialize(from).map(|text| read(&text))
}

/// A path that may be there.
pub(crate) mod optional {
    use super::{Deserialize, Deserializer, PathBuf, Serialize as _, Serializer, read, written};

    #[expect(clippy::ref_option, reason = "serde gives the field")]
    pub(crate) fn serialize<S: Serializer>(
        path: &Option<PathBuf>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        path.as_deref().map(written).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<PathBuf>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        Ok(text.map(|text| read(&text)))
    }
}

/// A list or a set of paths.
pub(crate) mod all {
    use super::{Deserialize, Deserializer, PathBuf, Serializer, read, written};

    pub(crate) fn serialize<'p, C, S: Serializer>(paths: &'p C, to: S) -> Result<S::Ok, S::Error>
    where
        &'p C: IntoIterator<Item = &'p PathBuf>,
    {
        to.collect_seq(paths.into_iter().map(|path| written(path)))
    }

    pub(crate) fn deserialize<'de, C: FromIterator<PathBuf>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<C, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        Ok(texts.iter().map(|text| read(text)).collect())
    }
}

/// What is known of each path.
pub(crate) mod keys {
    use super::{
        BTreeMap, Deserialize, Deserializer, PathBuf, Serialize, Serializer, read, written,
    };

    pub(crate) fn serialize<V: Serialize, S: Serializer>(
        all: &BTreeMap<PathBuf, V>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_map(all.iter().map(|(path, value)| (written(path), value)))
    }

    pub(crate) fn deserialize<'de, V: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BTreeMap<PathBuf, V>, D::Error> {
        let all = BTreeMap::<String, V>::deserialize(from)?;
        let all = all.into_iter().map(|(path, value)| (read(&path), value));
        Ok(all.collect())
    }
}

/// A path for each of others.
pub(crate) mod pairs {
    use super::{BTreeMap, Deserializer, PathBuf, Serializer, keys, read, written};

    pub(crate) fn serialize<S: Serializer>(
        all: &BTreeMap<PathBuf, PathBuf>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_map(
            all.iter()
                .map(|(path, other)| (written(path), written(other))),
        )
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BTreeMap<PathBuf, PathBuf>, D::Error> {
        let all = keys::deserialize::<String, D>(from)?.into_iter();
        Ok(all.map(|(path, other)| (path, read(&other))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back(path: &Path) {
        assert_eq!(read(&written(path)), path, "{path:?}");
    }

    #[test]
    fn what_is_text_is_written_as_it_is() {
        for text in ["", "/Camps/Zoë – 2026.ladder", r"C:\Camps\x\0041.ladder"] {
            assert_eq!(written(Path::new(text)), text);
            comes_back(Path::new(text));
        }
        // Another program's.
        for odd in ["a\0", "a\0zzzzb", "a\0é", "\0\0\0"] {
            let _ = read(odd);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_no_text_comes_back() {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
        for bytes in [
            &b"/caf\xe9/Camp.ladder"[..],
            b"\xff\xfe",
            b"a\xc3",
            b"\xf0\x9f\x8f 1234",
        ] {
            let path = Path::new(OsStr::from_bytes(bytes));
            comes_back(path);
            let text = serde_json::to_string(&*written(path));
            assert!(text.is_ok(), "{text:?}");
        }
        let cafe = Path::new(OsStr::from_bytes(b"caf\xe9/a"));
        assert_eq!(written(cafe), "caf\u{0}00e9/a");
    }
}
