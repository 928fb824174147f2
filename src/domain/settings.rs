//! What belongs to the camp and not to a week: how its papers look, and what may be told in public.

use std::{fmt, sync::Arc};

/// The longest footer of a camp's papers, in characters.
pub const MAX_FOOTER: usize = 160;

/// The largest logo, in bytes: it is part of the camp file, and of every page that shows it.
pub const MAX_LOGO: usize = 1 << 20;

/// How a camp's papers and pages look, and how they name its campers.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct CampSettings {
    /// At the foot of every paper: "Next meeting: Monday, 9 am, in the library". May be empty.
    pub footer: String,
    /// The colour of the camp's headings and lines. `None`: black.
    pub colour: Option<Colour>,
    pub logo: Option<Arc<Logo>>,
    /// How published pages name the campers. `None` until the director was asked.
    pub published_names: Option<PublishedNames>,
}

/// A colour of red, green and blue, 0 to 255 each.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// Reads "#1a6b8f", with or without the sign.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        let digits = text.strip_prefix('#').unwrap_or(text);
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Self([red, green, blue]))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The kind of a picture file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PictureKind {
    Png,
    Jpeg,
    Svg,
}

impl PictureKind {
    pub const ALL: [Self; 3] = [Self::Png, Self::Jpeg, Self::Svg];

    /// The ending of its file names, which is also what the camp file calls it.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Svg => "svg",
        }
    }

    /// Tells the kind by how the file begins; nothing for any other file.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            return Some(Self::Png);
        }
        if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
            return Some(Self::Jpeg);
        }
        let head = bytes.get(..bytes.len().min(1024))?;
        let is_svg = String::from_utf8_lossy(head).contains("<svg");
        is_svg.then_some(Self::Svg)
    }
}

/// The camp's logo, as its file has it.
#[derive(Clone, Eq, PartialEq)]
pub struct Logo {
    pub kind: PictureKind,
    pub bytes: Vec<u8>,
}

impl fmt::Debug for Logo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Logo({:?}, {} bytes)", self.kind, self.bytes.len())
    }
}

/// How published pages name the campers.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum PublishedNames {
    /// "Ola de la Cruz"
    Full,
    /// "Ola D."; with the number where two have the same.
    #[default]
    Initial,
    /// "Camper 11"
    Number,
}

impl PublishedNames {
    pub const ALL: [Self; 3] = [Self::Full, Self::Initial, Self::Number];

    /// What the command line and the camp file call it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Initial => "initial",
            Self::Number => "number",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_read_as_it_is_written() {
        let colour = Colour::from_text("#1a6b8f");
        assert_eq!(colour, Some(Colour([0x1a, 0x6b, 0x8f])));
        assert_eq!(Colour::from_text(" 1A6B8F "), colour);
        assert_eq!(
            colour.map(|colour| colour.to_string()).as_deref(),
            Some("#1a6b8f")
        );
        for text in ["", "#12345", "#1234567", "+12345", "#12345é"] {
            assert_eq!(Colour::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn a_picture_is_told_by_its_first_bytes() {
        assert_eq!(
            PictureKind::of(b"\x89PNG\r\n\x1a\n..."),
            Some(PictureKind::Png)
        );
        assert_eq!(
            PictureKind::of(&[0xff, 0xd8, 0xff, 0xe0]),
            Some(PictureKind::Jpeg)
        );
        assert_eq!(
            PictureKind::of(b"<?xml version='1.0'?><svg"),
            Some(PictureKind::Svg)
        );
        assert_eq!(PictureKind::of(b"GIF89a"), None);
        assert_eq!(PictureKind::of(b""), None);
    }
}
