//! The camp's logo: whether a file can be one, and what it looks like on paper.
//!
//! A camp file may come from anybody, and its logo with it: each way to a decoder begins with [`check_logo`].

mod drawing;
mod lines;

use std::{
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
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

use super::{Picture, fonts::Fonts};
use crate::domain::{Logo, MAX_LOGO, PictureKind, file_size};

/// The longer side of the picture of a logo, in pixels: as large as a screen shows it, and larger than a sheet prints it.
const LONGER_SIDE: u16 = 800;

/// The most pixels of a PNG or JPEG: some 100 MB while it is drawn, and ten times what a printer resolves of a logo.
const MOST_PIXELS: u64 = 25_000_000;

/// The longest color profile of a PNG, in bytes as the file has it: unpacked it may be a thousand times as long.
const LONGEST_PROFILE: u32 = 1 << 16;

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
    #[error("This picture has {}: save it smaller than 1 MB, and choose that", file_size(*.0))]
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
    #[error(
        "This picture has too many parts, or parts that are too large: save it as a plain PNG file, and choose that"
    )]
    TooComplex,
    #[error("There is nothing to be seen in this picture: choose another one")]
    Empty,
}

/// Takes the content of a file for a logo. `size` is the size of the whole file in bytes, of which `bytes` need not be more
/// than the first [`MAX_LOGO`].
///
/// Draws all of it: a picture that begins well and ends early is found here, and not by the printer.
///
/// # Errors
/// What keeps the file from being a logo.
pub fn read_logo(bytes: Vec<u8>, size: u64) -> Result<(Logo, Picture), LogoProblem> {
    let kind = PictureKind::new(&bytes).ok_or_else(|| other_kind(&bytes))?;
    check_size(size)?;
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

fn check_size(bytes: u64) -> Result<(), LogoProblem> {
    if bytes > MAX_LOGO as u64 {
        return Err(LogoProblem::TooLarge(bytes));
    }
    Ok(())
}

/// Whether a logo can be given to a decoder: what it says of itself is bounded, and decoding it takes no more memory than a
/// computer has. That it is whole, only drawing it tells.
///
/// # Errors
/// It isn't.
pub(super) fn check_logo(logo: &Logo) -> Result<(), LogoProblem> {
    check_size(logo.bytes.len() as u64)?;
    match logo.kind {
        PictureKind::Png => check_dots(logo, ImageFormat::Png),
        PictureKind::Jpeg => check_dots(logo, ImageFormat::Jpeg),
        PictureKind::Svg => read_svg(logo).map(drop),
    }
}

/// The logo as it prints, on white, with a longer side of 800 pixels at most. Takes up to some seconds: not for the thread that
/// draws a window.
///
/// # Errors
/// It can't be drawn.
pub(crate) fn draw_logo(logo: &Logo) -> Result<Picture, LogoProblem> {
    check_size(logo.bytes.len() as u64)?;
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

fn dots(logo: &Logo, format: ImageFormat) -> ImageReader<Cursor<&[u8]>> {
    let mut reader = ImageReader::with_format(Cursor::new(logo.bytes.as_slice()), format);
    reader.limits(Limits::default());
    reader
}

fn check_dots(logo: &Logo, format: ImageFormat) -> Result<(), LogoProblem> {
    let dimensions = dots(logo, format).into_dimensions();
    let (width, height) = dimensions.map_err(|_| broken(logo.kind))?;
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(LogoProblem::TooManyPixels { width, height });
    }
    if has_long_profile(&logo.bytes) {
        return Err(LogoProblem::TooComplex);
    }
    Ok(())
}

/// Whether a PNG brings a color profile along that is no picture's. Each part of a PNG begins with its length and its name.
fn has_long_profile(bytes: &[u8]) -> bool {
    let is_profile = |part: &&[u8]| part.ends_with(b"iCCP");
    let length = |part: &[u8]| part.first_chunk().copied().map(u32::from_be_bytes);
    let mut profiles = bytes.windows(8).filter(is_profile);
    profiles.any(|part| length(part) > Some(LONGEST_PROFILE))
}

fn draw_dots(logo: &Logo, format: ImageFormat) -> Result<Picture, LogoProblem> {
    let broken = |_| broken(logo.kind);
    check_dots(logo, format)?;
    let reader = dots(logo, format);
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

/// Reads a drawing that is of a bearable size.
fn read_svg(logo: &Logo) -> Result<Tree, LogoProblem> {
    // A packed one isn't text: nobody knows how long it will be.
    let text = std::str::from_utf8(&logo.bytes).map_err(|_| broken(logo.kind))?;
    let document = drawing::parse(text)?;
    let refused = Mutex::new(None);
    let refuse = |problem| {
        let mut refused = refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.get_or_insert(problem);
        None
    };
    let resolve = ImageHrefResolver::default_data_resolver();
    let options = Options {
        font_family: FAMILY.to_owned(),
        fontdb: FONTS.clone(),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|kind, data, options| {
                let is_drawing = match kind {
                    "image/svg+xml" => true,
                    "text/plain" => PictureKind::new(&data) == Some(PictureKind::Svg),
                    _ => false,
                };
                // A drawing in a drawing in a drawing is nobody's logo.
                if is_drawing || data.starts_with(&PACKED) {
                    return refuse(LogoProblem::TooComplex);
                }
                resolve(kind, data, options)
            }),
            // Only what is in the file goes along with it.
            resolve_string: Box::new(|file, _| refuse(LogoProblem::Linked(file.to_owned()))),
        },
        ..Options::default()
    };
    let tree = Tree::from_xmltree(&document, &options);
    drop(options);
    let refused = refused.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(problem) = refused {
        return Err(problem);
    }
    let tree = tree.map_err(|_| broken(logo.kind))?;
    if !tree.root().has_children() {
        return Err(LogoProblem::Empty);
    }
    drawing::check(&tree)?;
    Ok(tree)
}

/// How a packed drawing begins.
const PACKED: [u8; 2] = [0x1f, 0x8b];

fn draw_svg(logo: &Logo) -> Result<Picture, LogoProblem> {
    let tree = read_svg(logo)?;
    let size = tree.size();
    let scale = f32::from(LONGER_SIDE) / size.width().max(size.height());
    let pixels = size.scale_by(scale).map(|size| size.to_int_size());
    let pixmap = pixels.and_then(|size| Pixmap::new(size.width(), size.height()));
    let mut pixmap = pixmap.ok_or(LogoProblem::Empty)?;
    pixmap.fill(Color::WHITE);
    let scale = Transform::from_scale(scale, scale);
    // What draws it gives up at lines that no drawing program would write.
    let draw = || resvg::render(&tree, scale, &mut pixmap.as_mut());
    catch_unwind(AssertUnwindSafe(draw)).map_err(|_| broken(logo.kind))?;
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
    for font in Fonts::bundled().weights() {
        fonts.load_font_data(font.data().to_vec());
    }
    fonts.set_serif_family(FAMILY);
    fonts.set_sans_serif_family(FAMILY);
    fonts.into()
});

#[cfg(test)]
pub(in crate::report) mod tests;
