//! From bytes to text: which code page a file is written in.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// What MS-DOS programs write at the end of a text.
const END_OF_FILE: char = '\u{1A}';

/// How much of a file is looked at to tell UTF-16 without a mark.
const SAMPLE: usize = 4096;

/// How the bytes of a text were read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TextEncoding {
    encoding: &'static Encoding,
    /// Nothing in the file says so: it was told by the letters in it.
    pub is_assumed: bool,
}

impl TextEncoding {
    /// For people: "UTF-8", "Windows-1252 (assumed)".
    #[must_use]
    pub fn describe(self) -> String {
        let name = match self.encoding.name() {
            "windows-1252" => "Windows-1252 (Western European)",
            "windows-1250" => "Windows-1250 (Central European)",
            "windows-1251" => "Windows-1251 (Cyrillic)",
            name => name,
        };
        if self.is_assumed {
            format!("{name}, assumed")
        } else {
            name.to_owned()
        }
    }
}

/// A decoded text.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) text: String,
    pub(crate) encoding: TextEncoding,
    /// Bytes that stand for no letter in this encoding; each is U+FFFD in the text.
    pub(crate) lost_letters: usize,
}

/// The bytes are no text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct NotText;

/// Decodes a text: by its byte order mark, else as UTF-16 if every other byte is zero, else as UTF-8 if it is
/// valid, else as the code page its letters look like, Windows-1252 in doubt.
///
/// # Errors
/// Zero bytes that no UTF-16 text has.
pub(crate) fn decode(bytes: &[u8]) -> Result<Decoded, NotText> {
    let (encoding, is_assumed) = if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        (encoding, false)
    } else if let Some(encoding) = utf16_without_mark(bytes) {
        (encoding, true)
    } else if bytes.contains(&0) {
        return Err(NotText);
    } else if std::str::from_utf8(bytes).is_ok() {
        (UTF_8, false)
    } else {
        (guess(bytes), true)
    };
    let (text, _) = encoding.decode_with_bom_removal(bytes);
    let mut text = text.into_owned();
    if text.contains('\0') {
        return Err(NotText);
    }
    text.truncate(text.trim_end_matches(END_OF_FILE).len());
    let lost_letters = text.matches(char::REPLACEMENT_CHARACTER).count();
    Ok(Decoded {
        text,
        encoding: TextEncoding {
            encoding,
            is_assumed,
        },
        lost_letters,
    })
}

/// Camp files are mostly ASCII, so UTF-16 shows by zeros in the high bytes and hardly any in the low ones.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let zeros = |parity: usize| {
        sample
            .iter()
            .skip(parity)
            .step_by(2)
            .filter(|b| **b == 0)
            .count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    let is_most = |count: usize| count * 4 > sample.len();
    if is_most(odd) && even == 0 {
        Some(UTF_16LE)
    } else if is_most(even) && odd == 0 {
        Some(UTF_16BE)
    } else {
        None
    }
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    // A handful of accented letters is too little to tell the code pages of Europe apart, and Access writes
    // Windows-1252 in America and Western Europe.
    let letters = bytes.iter().filter(|b| !b.is_ascii()).count();
    if letters < 8 || guess.is_single_byte() && !is_other_alphabet(guess) {
        WINDOWS_1252
    } else {
        guess
    }
}

/// Single-byte code pages of other alphabets than the Latin one, which many letters in a row tell apart.
fn is_other_alphabet(encoding: &'static Encoding) -> bool {
    use encoding_rs::{
        IBM866, ISO_8859_5, ISO_8859_7, KOI8_R, KOI8_U, WINDOWS_874, WINDOWS_1250, WINDOWS_1251,
        WINDOWS_1253, WINDOWS_1255, WINDOWS_1256,
    };
    [
        IBM866,
        ISO_8859_5,
        ISO_8859_7,
        KOI8_R,
        KOI8_U,
        WINDOWS_874,
        WINDOWS_1250,
        WINDOWS_1251,
        WINDOWS_1253,
        WINDOWS_1255,
        WINDOWS_1256,
    ]
    .contains(&encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn marks_are_believed_and_removed() {
        for bytes in [
            b"\xEF\xBB\xBFRen\xC3\xA9e".to_vec(),
            utf16("\u{FEFF}Renée", u16::to_le_bytes),
            utf16("\u{FEFF}Renée", u16::to_be_bytes),
        ] {
            let decoded = decode(&bytes).expect("text");
            assert_eq!(decoded.text, "Renée");
            assert!(!decoded.encoding.is_assumed);
        }
    }

    #[test]
    fn utf16_shows_without_a_mark() {
        for bytes in [
            utf16("1,\"Renée\"", u16::to_le_bytes),
            utf16("1,\"Renée\"", u16::to_be_bytes),
        ] {
            let decoded = decode(&bytes).expect("text");
            assert_eq!(decoded.text, "1,\"Renée\"");
            assert!(decoded.encoding.is_assumed);
        }
    }

    #[test]
    fn old_windows_text_is_an_assumption_that_is_shown() {
        let decoded = decode(b"Ren\xE9e Mu\xF1oz\x1A").expect("text");
        assert_eq!(decoded.text, "Renée Muñoz");
        assert_eq!(
            decoded.encoding.describe(),
            "Windows-1252 (Western European), assumed"
        );
    }

    #[test]
    fn other_alphabets_are_told_by_their_letters() {
        let (bytes, ..) = encoding_rs::WINDOWS_1251.encode("Иванов;Пётр\r\nСмирнова;Анна\r\n");
        assert_eq!(
            decode(&bytes).expect("text").text,
            "Иванов;Пётр\r\nСмирнова;Анна\r\n"
        );
    }

    #[test]
    fn zeros_are_no_text() {
        assert_eq!(decode(b"abc\0\0\0def\0ghi").err(), Some(NotText));
    }

    #[test]
    fn half_a_letter_is_counted() {
        let decoded = decode(b"\xEF\xBB\xBFRen\xC3").expect("text");
        assert_eq!(decoded.lost_letters, 1);
    }
}
