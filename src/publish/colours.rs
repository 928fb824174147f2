//! The camp's colour on the light page and on the dark one.

use crate::domain::Colour;

/// How much of the camp's colour is in the words on a dark page, in hundredths. The rest is white, which leaves a contrast of
/// at least 7 with the page, whatever the colour is.
const SHARE: u32 = 35;

/// The text of the dark page, as `templates/page.css` has it.
const INK: Colour = Colour([0xe9, 0xeb, 0xee]);

/// What words and lines in the camp's colour are drawn with.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Colours {
    /// The colour as it was chosen, for what nobody has to read.
    pub(super) plain: Colour,
    /// For words on white.
    pub(super) on_light: Colour,
    /// For words on the dark page.
    pub(super) on_dark: Colour,
}

impl Colours {
    /// Black where the camp has no colour, and on the dark page what its text is drawn with.
    pub(super) fn new(colour: Option<Colour>) -> Self {
        let plain = colour.unwrap_or(Colour::BLACK);
        Self {
            plain,
            on_light: plain.legible_on_white(),
            on_dark: colour.map_or(INK, |colour| Colour(colour.0.map(lightened))),
        }
    }
}

fn lightened(part: u8) -> u8 {
    let mixed = (u32::from(part) * SHARE + 255 * (100 - SHARE)) / 100;
    u8::try_from(mixed).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dark page of `templates/page.css`.
    const DARK: Colour = Colour([0x14, 0x17, 0x1b]);

    #[test]
    fn every_colour_can_be_read_on_both_pages() {
        let style = include_str!("templates/page.css");
        for dark in [format!("--page: {DARK};"), format!("--ink: {INK};")] {
            assert!(style.contains(&dark), "{dark}");
        }
        let parts = [0, 0x40, 0x80, 0xc0, 0xff];
        for red in parts {
            for green in parts {
                for blue in parts {
                    let plain = Colour([red, green, blue]);
                    let colours = Colours::new(Some(plain));
                    assert_eq!(colours.plain, plain);
                    assert!(colours.on_light.contrast_on_white() >= 4.5, "{plain}");
                    // How much darker the page is than the words.
                    let contrast = DARK.contrast_on_white() / colours.on_dark.contrast_on_white();
                    assert!(contrast >= 7.0, "{plain}: {contrast}");
                }
            }
        }
        let none = Colours::new(None);
        assert_eq!((none.plain, none.on_dark), (Colour::BLACK, INK));
    }
}
