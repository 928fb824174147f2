//! The camp's logo: whether a file can be one, and what it looks like on paper.

use std::{
    io::Cursor,
    sync::{LazyLock, Mutex, PoisonError},
};

use image::{
    DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, RgbaImage,
    metadata::Orientation,
};
use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{ImageHrefResolver, Options, Tree, fontdb},
};
use thiserror::Error;

use super::{Picture, world::bundled_fonts};
use crate::domain::{Logo, MAX_LOGO, PictureKind};

/// The longer side of the picture of a logo, in pixels: as large as a screen shows it, and larger than a sheet prints it.
const LONGER_SIDE: u16 = 800;

/// The most pixels of a PNG or JPEG: some 100 MB while it is drawn, and ten times what a printer resolves of a logo.
const MOST_PIXELS: u64 = 25_000_000;

/// Files that people take for a logo and that can't be printed: how they begin, at which byte, and what they are.
const OTHER_KINDS: [(&[u8], usize, &str); 7] = [
    (b"GIF8", 0, "GIF picture"),
    (b"WEBP", 8, "WebP picture"),
    (b"BM", 0, "BMP picture"),
    (b"II*\0", 0, "TIFF picture"),
    (b"MM\0*", 0, "TIFF picture"),
    (b"ftyphei", 4, "HEIC photo"),
    (b"%PDF", 0, "PDF"),
];

/// Why a file can't be a logo, in a sentence for people.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum LogoProblem {
    #[error("This is not a picture: choose a PNG, JPEG or SVG file")]
    NotAPicture,
    #[error("This is a {0}: save it as a PNG file, and choose that")]
    OtherKind(&'static str),
    #[error("This picture has {}: save it smaller than 1 MB, and choose that", megabytes(*.0))]
    TooLarge(u64),
    #[error(
        "This picture is {width} by {height} pixels large: save it with 2000 at most, and choose that"
    )]
    TooManyPixels { width: u32, height: u32 },
    #[error("This {0} file is damaged or cut short: save or copy it anew, and choose that")]
    Broken(&'static str),
    #[error(
        "This picture shows another file, “{0}”, that would be missing: save it with that inside"
    )]
    Linked(String),
    #[error("There is nothing to be seen in this picture: choose another one")]
    Empty,
}

/// "5.2 MB", rounded up
fn megabytes(bytes: u64) -> String {
    let tenths = bytes.div_ceil(100_000);
    format!("{}.{} MB", tenths / 10, tenths % 10)
}

/// Takes the content of a file for a logo. `size` is the size of the whole file in bytes, of which `bytes` need not be more
/// than the first [`MAX_LOGO`].
///
/// Draws all of it: a picture that begins well and ends early is found here, and not by the printer.
///
/// # Errors
/// What keeps the file from being a logo.
pub fn read_logo(bytes: Vec<u8>, size: u64) -> Result<(Logo, Picture), LogoProblem> {
    let kind = PictureKind::of(&bytes).ok_or_else(|| other_kind(&bytes))?;
    if size > MAX_LOGO as u64 {
        return Err(LogoProblem::TooLarge(size));
    }
    let logo = Logo { kind, bytes };
    let picture = draw_logo(&logo)?;
    Ok((logo, picture))
}

fn other_kind(bytes: &[u8]) -> LogoProblem {
    let kind = OTHER_KINDS
        .iter()
        .find(|(begin, at, _)| bytes.get(*at..).is_some_and(|rest| rest.starts_with(begin)));
    kind.map_or(LogoProblem::NotAPicture, |(_, _, kind)| {
        LogoProblem::OtherKind(kind)
    })
}

/// The logo as it prints, on white, with a longer side of 800 pixels at most. Takes up to some seconds: not for the thread that
/// draws a window.
///
/// # Errors
/// It can't be drawn.
pub fn draw_logo(logo: &Logo) -> Result<Picture, LogoProblem> {
    match logo.kind {
        PictureKind::Png => draw_dots(logo, ImageFormat::Png),
        PictureKind::Jpeg if is_cut_short(&logo.bytes) => Err(broken(logo.kind)),
        PictureKind::Jpeg => draw_dots(logo, ImageFormat::Jpeg),
        PictureKind::Svg => draw_svg(logo),
    }
}

fn broken(kind: PictureKind) -> LogoProblem {
    LogoProblem::Broken(match kind {
        PictureKind::Png => "PNG",
        PictureKind::Jpeg => "JPEG",
        PictureKind::Svg => "SVG",
    })
}

/// Whether the end of a JPEG is missing. Its reader fills up with grey what isn't there; the marker of the end must come after
/// the last scan, as a preview inside the file has an end of its own.
fn is_cut_short(bytes: &[u8]) -> bool {
    let last = |marker: [u8; 2]| bytes.windows(2).rposition(|pair| pair == marker);
    last([0xff, 0xd9]) < last([0xff, 0xda])
}

fn draw_dots(logo: &Logo, format: ImageFormat) -> Result<Picture, LogoProblem> {
    let reader = || ImageReader::with_format(Cursor::new(&logo.bytes), format);
    let broken = |_| broken(logo.kind);
    let (width, height) = reader().into_dimensions().map_err(broken)?;
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(LogoProblem::TooManyPixels { width, height });
    }
    let mut reader = reader();
    reader.limits(Limits::no_limits());
    let mut decoder = reader.into_decoder().map_err(broken)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(broken)?;
    image.apply_orientation(orientation);
    let side = u32::from(LONGER_SIDE);
    if image.width().max(image.height()) > side {
        image = image.thumbnail(side, side);
    }
    let mut image = image.into_rgba8();
    lay_on_white(&mut image);
    picture(image.width(), image.height(), image.into_raw())
}

fn lay_on_white(image: &mut RgbaImage) {
    for pixel in image.pixels_mut() {
        let [colours @ .., alpha] = &mut pixel.0;
        for colour in colours {
            let white = u16::from(255 - *alpha) * 255;
            let sum = u16::from(*colour) * u16::from(*alpha) + white;
            *colour = u8::try_from(sum / 255).unwrap_or(u8::MAX);
        }
        *alpha = 255;
    }
}

fn draw_svg(logo: &Logo) -> Result<Picture, LogoProblem> {
    let linked = Mutex::new(None);
    let options = Options {
        font_family: FAMILY.to_owned(),
        fontdb: FONTS.clone(),
        image_href_resolver: ImageHrefResolver {
            resolve_data: ImageHrefResolver::default_data_resolver(),
            // Only what is in the file goes along with it.
            resolve_string: Box::new(|file, _| {
                *linked.lock().unwrap_or_else(PoisonError::into_inner) = Some(file.to_owned());
                None
            }),
        },
        ..Options::default()
    };
    let tree = Tree::from_data(&logo.bytes, &options);
    drop(options);
    let linked = linked.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = linked {
        return Err(LogoProblem::Linked(file));
    }
    let tree = tree.map_err(|_| broken(logo.kind))?;
    if !tree.root().has_children() {
        return Err(LogoProblem::Empty);
    }
    let size = tree.size();
    let scale = f32::from(LONGER_SIDE) / size.width().max(size.height());
    let pixels = size.scale_by(scale).map(|size| size.to_int_size());
    let pixmap = pixels.and_then(|size| Pixmap::new(size.width(), size.height()));
    let mut pixmap = pixmap.ok_or(LogoProblem::Empty)?;
    pixmap.fill(Color::WHITE);
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    picture(pixmap.width(), pixmap.height(), pixmap.take())
}

fn picture(width: u32, height: u32, rgba: Vec<u8>) -> Result<Picture, LogoProblem> {
    Ok(Picture {
        width: usize::try_from(width).map_err(|_| LogoProblem::Empty)?,
        height: usize::try_from(height).map_err(|_| LogoProblem::Empty)?,
        rgba,
    })
}

/// The one font that is printed with.
const FAMILY: &str = "Roboto";

static FONTS: LazyLock<std::sync::Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for font in bundled_fonts() {
        fonts.load_font_data(font.data().to_vec());
    }
    fonts.set_serif_family(FAMILY);
    fonts.set_sans_serif_family(FAMILY);
    fonts.into()
});

#[cfg(test)]
mod tests {
    use image::{Rgba, codecs::jpeg::JpegEncoder};

    use super::*;

    /// A red picture, half of it transparent.
    fn red(width: u32, height: u32) -> RgbaImage {
        RgbaImage::from_fn(width, height, |x, _| {
            Rgba([200, 0, 0, if x < width / 2 { 255 } else { 0 }])
        })
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        red(width, height)
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .expect("a PNG");
        bytes
    }

    fn jpeg() -> Vec<u8> {
        let mut bytes = Vec::new();
        let image = DynamicImage::ImageRgba8(red(64, 32)).to_rgb8();
        JpegEncoder::new(&mut bytes)
            .encode_image(&image)
            .expect("a JPEG");
        bytes
    }

    fn svg(inside: &str) -> Vec<u8> {
        format!("<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>{inside}</svg>")
            .into_bytes()
    }

    fn read(bytes: &[u8]) -> Result<(Logo, Picture), LogoProblem> {
        read_logo(bytes.to_vec(), bytes.len() as u64)
    }

    fn problem(bytes: &[u8]) -> LogoProblem {
        match read(bytes) {
            Ok((logo, picture)) => panic!("{logo:?} is {picture:?}"),
            Err(problem) => problem,
        }
    }

    fn dot(picture: &Picture, x: usize, y: usize) -> &[u8] {
        let at = 4 * (y * picture.width + x);
        &picture.rgba[at..at + 4]
    }

    #[test]
    fn each_kind_of_picture_is_drawn_on_white() {
        let (logo, picture) = read(&png(64, 32)).expect("a PNG");
        assert_eq!(logo.kind, PictureKind::Png);
        assert_eq!((picture.width, picture.height), (64, 32));
        assert_eq!(dot(&picture, 3, 3), [200, 0, 0, 255]);
        assert_eq!(dot(&picture, 60, 3), [255; 4], "nothing is paper");

        let (logo, picture) = read(&jpeg()).expect("a JPEG");
        assert_eq!(logo.kind, PictureKind::Jpeg);
        assert!(dot(&picture, 3, 3)[0] > 180 && dot(&picture, 3, 3)[1] < 20);

        let square = svg("<rect width='20' height='20' fill='#00c800'/>");
        let (logo, picture) = read(&square).expect("an SVG");
        assert_eq!(logo.kind, PictureKind::Svg);
        assert_eq!((picture.width, picture.height), (800, 400));
        assert_eq!(dot(&picture, 100, 100), [0, 200, 0, 255]);
        assert_eq!(dot(&picture, 700, 100), [255; 4]);
    }

    #[test]
    fn words_of_an_svg_are_drawn_whatever_their_font() {
        let words = svg("<text y='18' font-family='Comic Sans MS' font-size='18'>MMM</text>");
        let (_, picture) = read(&words).expect("an SVG");
        let ink = picture.rgba.chunks(4).filter(|dot| dot[0] < 100).count();
        assert!(ink > 1000, "{ink} pixels");
    }

    #[test]
    fn a_large_picture_is_shown_smaller() {
        let (logo, picture) = read(&png(1600, 400)).expect("a PNG");
        assert_eq!((picture.width, picture.height), (800, 200));
        assert_eq!(draw_logo(&logo), Ok(picture));
    }

    #[test]
    fn what_is_no_picture_is_told() {
        assert_eq!(problem(b"Dear parents,"), LogoProblem::NotAPicture);
        assert_eq!(problem(b""), LogoProblem::NotAPicture);
        assert_eq!(problem(b"GIF89a..."), LogoProblem::OtherKind("GIF picture"));
        let photo = b"\0\0\0\x18ftypheic\0\0";
        assert_eq!(problem(photo), LogoProblem::OtherKind("HEIC photo"));
        let photo = read_logo(jpeg(), 5_200_000).expect_err("too large");
        assert_eq!(
            photo.to_string(),
            "This picture has 5.2 MB: save it smaller than 1 MB, and choose that"
        );
    }

    #[test]
    fn a_picture_that_ends_early_is_broken() {
        for whole in [png(300, 300), jpeg()] {
            for length in [20, whole.len() / 2, whole.len() - 20] {
                let problem = problem(&whole[..length]);
                assert!(matches!(problem, LogoProblem::Broken(_)), "{problem}");
            }
        }
        let whole = svg("<rect width='9' height='9'/>");
        assert_eq!(
            problem(&whole[..whole.len() - 8]),
            LogoProblem::Broken("SVG")
        );
        let page = b"<html><body><svg/></body></html>";
        assert_eq!(problem(page), LogoProblem::Broken("SVG"));
        assert_eq!(problem(&svg("")), LogoProblem::Empty);
    }

    /// A megabyte can say that it is a picture of any size: nothing is made of that before it is known.
    #[test]
    fn a_picture_that_is_too_large_to_be_drawn_is_not() {
        let mut bytes = png(8, 8);
        // Width and height of the first part of the file, and the checksum of that part.
        bytes[16..24].copy_from_slice(&[0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]);
        let sum = crc(&bytes[12..29]).to_be_bytes();
        bytes[29..33].copy_from_slice(&sum);
        let (width, height) = (30_000, 30_000);
        assert_eq!(
            problem(&bytes),
            LogoProblem::TooManyPixels { width, height }
        );
    }

    /// CRC-32 as PNG has it.
    fn crc(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0, |mut sum: u32, byte| {
            sum ^= u32::from(*byte);
            for _ in 0..8 {
                sum = (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
            }
            sum
        })
    }

    #[test]
    fn an_svg_brings_everything_along() {
        let linked = svg("<image href='../photo.jpg' width='9' height='9'/>");
        assert_eq!(
            problem(&linked),
            LogoProblem::Linked("../photo.jpg".to_owned())
        );
    }
}
