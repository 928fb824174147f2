//! A picture that comes with the program, as crisp as a screen can show it.

use std::io::Cursor;

use egui::{ColorImage, Vec2, vec2};
use image::{ImageFormat, ImageReader, imageops::FilterType};

/// The size of a PNG in its own pixels; nothing if it is none. Only its first bytes are read.
pub fn size_of(png: &[u8]) -> Option<Vec2> {
    let reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    let (width, height) = reader.into_dimensions().ok()?;
    Some(vec2(points(width), points(height)))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "no picture has 24 bits of pixels"
)]
const fn points(pixels: u32) -> f32 {
    pixels as f32
}

/// A PNG in exactly as many pixels as it has on the screen, so that the screen has nothing to smooth; nothing if it is none. Takes some
/// tenths of a second: not for the thread that draws a window.
pub fn scaled(png: &[u8], width: u32, height: u32) -> Option<ColorImage> {
    let reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    let mut picture = reader.decode().ok()?;
    if (picture.width(), picture.height()) != (width, height) {
        picture = picture.resize_exact(width, height, FilterType::CatmullRom);
    }
    let size = [width as usize, height as usize];
    Some(ColorImage::from_rgba_unmultiplied(
        size,
        &picture.into_rgba8(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ICON: &[u8] = include_bytes!("../../icons/camp-ladder-256.png");

    #[test]
    fn a_picture_has_the_pixels_that_are_asked_for() {
        let own = size_of(ICON).expect("a picture");
        assert_eq!(own, vec2(256.0, 256.0));
        for (width, height) in [(256, 256), (20, 17)] {
            let picture = scaled(ICON, width, height).expect("a picture");
            assert_eq!(picture.size, [width as usize, height as usize]);
        }
        assert_eq!(size_of(b"no picture"), None);
        assert!(scaled(&ICON[..100], 20, 20).is_none());
    }
}
