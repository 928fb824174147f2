//! What belongs to the camp and not to a week: how its papers look, and what may be told in public.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// The longest footer of a camp's papers, in characters.
pub(crate) const MAX_FOOTER: usize = 160;

/// The largest logo, in bytes: it is part of the camp file, and of every page that shows it.
pub(crate) const MAX_LOGO: usize = 1 << 20;

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
    pub const BLACK: Self = Self([0; 3]);

    /// The least contrast with white paper at which words are read without effort, and survive a photocopier. Source:
    /// Web Content Accessibility Guidelines 2.2, criterion 1.4.3.
    pub const LEAST_CONTRAST: f64 = 4.5;

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

    /// How it stands out from white, from 1 (not at all) to 21 (black). Source: Web Content Accessibility Guidelines 2.2,
    /// "contrast ratio".
    #[must_use]
    pub fn contrast_on_white(self) -> f64 {
        let [red, green, blue] = self.0.map(light_of);
        let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        1.05 / (luminance + 0.05)
    }

    /// The colour itself if it stands out from white by [`Self::LEAST_CONTRAST`], otherwise the same hue as dark as that
    /// takes.
    #[must_use]
    pub fn legible_on_white(self) -> Self {
        let contrast = self.contrast_on_white();
        if contrast >= Self::LEAST_CONTRAST {
            return self;
        }
        let luminance = |contrast: f64| 1.05 / contrast - 0.05;
        let dimmed = luminance(Self::LEAST_CONTRAST) / luminance(contrast);
        Self(self.0.map(|part| part_of(light_of(part) * dimmed)))
    }
}

/// The light that a part of a colour gives, 0 to 1. Source: IEC 61966-2-1 (sRGB).
fn light_of(part: u8) -> f64 {
    let part = f64::from(part) / 255.0;
    if part <= 0.04045 {
        part / 12.92
    } else {
        ((part + 0.055) / 1.055).powf(2.4)
    }
}

/// The largest part of a colour that gives at most this light, 0 to 1.
fn part_of(light: f64) -> u8 {
    let above = (0..=u8::MAX).find(|part| light_of(*part) > light);
    above.map_or(u8::MAX, |above| above.saturating_sub(1))
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The kind of a picture file.
#[derive(Clone, Copy, Debug, Eq, PartialEq, VariantArray)]
pub enum PictureKind {
    Png,
    Jpeg,
    Svg,
}

impl PictureKind {
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
    pub fn new(bytes: &[u8]) -> Option<Self> {
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
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Deserialize, Serialize, VariantArray)]
#[serde(rename_all = "lowercase")]
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
    fn a_light_colour_is_darkened_until_it_can_be_read_on_paper() {
        assert!((Colour::BLACK.contrast_on_white() - 21.0).abs() < 1e-9);
        // WebAIM's contrast checker: #767676 is the lightest grey that passes.
        let grey = Colour([0x76; 3]);
        assert!((grey.contrast_on_white() - 4.54).abs() < 0.005);
        assert_eq!(grey.legible_on_white(), grey);
        assert_eq!(Colour([0x77; 3]).legible_on_white(), grey);
        for light in [[255; 3], [255, 255, 0], [0, 255, 255], [255, 192, 203]] {
            let dark = Colour(light).legible_on_white();
            let contrast = dark.contrast_on_white();
            assert!((4.5..4.7).contains(&contrast), "{dark} {contrast}");
        }
        let Colour([red, green, blue]) = Colour([255, 255, 0]).legible_on_white();
        assert!(red == green && blue == 0, "still yellow, only darker");
    }

    #[test]
    fn a_picture_is_told_by_its_first_bytes() {
        assert_eq!(
            PictureKind::new(b"\x89PNG\r\n\x1a\n..."),
            Some(PictureKind::Png)
        );
        assert_eq!(
            PictureKind::new(&[0xff, 0xd8, 0xff, 0xe0]),
            Some(PictureKind::Jpeg)
        );
        assert_eq!(
            PictureKind::new(b"<?xml version='1.0'?><svg"),
            Some(PictureKind::Svg)
        );
        assert_eq!(PictureKind::new(b"GIF89a"), None);
        assert_eq!(PictureKind::new(b""), None);
    }
}
