//! Files that can be a logo, and files that can't.

use base64::{Engine as _, prelude::BASE64_STANDARD};
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

/// The first part of a PNG says how large it is; everything after it is as it was.
pub(in crate::report) fn png_that_says(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = png(8, 8);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc(&bytes[12..29]).to_be_bytes();
    bytes[29..33].copy_from_slice(&sum);
    bytes
}

/// The frame header of a JPEG says how large it is.
pub(in crate::report) fn jpeg_that_says(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = jpeg();
    let frame = bytes.windows(2).position(|pair| pair == [0xff, 0xc0]);
    let frame = frame.expect("a baseline JPEG");
    bytes[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    bytes[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    bytes
}

/// An SVG that shows a picture so many times.
pub(in crate::report) fn svg_with_picture(kind: &str, picture: &[u8], times: usize) -> Vec<u8> {
    let picture = BASE64_STANDARD.encode(picture);
    let uses = "<use href='#p'/>".repeat(times - 1);
    svg(&format!(
        "<image id='p' width='9' height='9' href='data:image/{kind};base64,{picture}'/>{uses}"
    ))
}

/// A drawing in which each line shows the line before it ten times.
pub(in crate::report) fn svg_of_uses(lines: usize) -> Vec<u8> {
    let line = |at: usize| {
        let uses = format!("<use href='#l{}'/>", at - 1).repeat(10);
        format!("<g id='l{at}'>{uses}</g>")
    };
    let lines = (1..=lines).map(line).collect::<String>();
    svg(&format!("<rect id='l0' width='9' height='9'/>{lines}"))
}

/// A text that is short in the file and long when its entities are read.
pub(in crate::report) fn svg_of_entities(length: usize, times: usize) -> Vec<u8> {
    let (word, words) = ("x".repeat(length), "&a;".repeat(times));
    format!(
        "<!DOCTYPE svg [<!ENTITY a \"{word}\">]>\
         <svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>\
         <rect width='9' height='9'/><desc>{words}</desc></svg>"
    )
    .into_bytes()
}

#[test]
fn what_a_header_says_is_not_believed() {
    for (width, height) in [
        (1 << 31, 1 << 31),
        (i32::MAX as u32, i32::MAX as u32),
        (u32::MAX, 1),
    ] {
        let problem = problem(&png_that_says(width, height));
        assert!(
            matches!(
                problem,
                LogoProblem::TooManyPixels { .. } | LogoProblem::Broken("PNG")
            ),
            "{problem}"
        );
    }
    let (width, height) = (65_000, 65_000);
    assert_eq!(
        problem(&jpeg_that_says(width, height)),
        LogoProblem::TooManyPixels {
            width: width.into(),
            height: height.into()
        }
    );
}

/// Whoever draws an SVG decodes each picture in it as often as it is shown.
#[test]
fn pictures_in_an_svg_are_bounded_too() {
    let (_, shown) = read(&svg_with_picture("png", &png(64, 32), 3)).expect("a small picture");
    assert_eq!(dot(&shown, 20, 100), [200, 0, 0, 255]);
    for (kind, picture) in [
        ("png", png_that_says(1 << 30, 1 << 30)),
        ("png", png_that_says(30_000, 30_000)),
        ("jpeg", jpeg_that_says(65_000, 65_000)),
    ] {
        let problem = problem(&svg_with_picture(kind, &picture, 1));
        assert!(
            matches!(problem, LogoProblem::TooManyPixels { .. }),
            "{problem}"
        );
    }
    let problem = problem(&svg_with_picture("png", &png(1000, 1000), 1000));
    assert_eq!(problem, LogoProblem::TooComplex);
}

#[test]
fn an_svg_that_grows_when_it_is_read_is_refused() {
    for bytes in [
        svg_of_uses(5),
        svg_of_uses(9),
        svg_of_entities(500, 100_000),
    ] {
        assert_eq!(problem(&bytes), LogoProblem::TooComplex);
    }
    // Illustrator writes entities like these.
    let entities = svg_of_entities(30, 20);
    assert!(read(&entities).is_ok());
}

/// A line is read anew wherever it is shown, and which of two of one name is shown is the reader's choice.
#[test]
fn long_lines_that_are_shown_often_are_refused() {
    let shown = |line: &str| svg(&format!("{line}{}", "<use href='#p'/>".repeat(20_000)));
    let long = format!("<path id='p' d='M0 0{}'/>", "h1".repeat(200_000));
    assert_eq!(problem(&shown(&long)), LogoProblem::TooComplex);
    assert_eq!(
        problem(&shown(&format!("{long}<g id='p'/>"))),
        LogoProblem::TooComplex
    );
    let markers = (0..2_000).map(|at| format!("marker{at}=''"));
    let often = svg(&format!(
        "<path d='M0 0{}' {}/>",
        "h1".repeat(100_000),
        markers.collect::<Vec<_>>().join(" ")
    ));
    let start = std::time::Instant::now();
    let _ = read(&often);
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

/// Readers go down into a drawing by calling themselves, and end the program where the stack ends.
#[test]
fn an_svg_is_not_deeper_than_a_stack() {
    let square = "<rect width='9' height='9' fill='#c80000'/>";
    let nested = |depth: usize| {
        let (open, close) = ("<g opacity='0.99'>".repeat(depth), "</g>".repeat(depth));
        svg(&format!("{open}{square}{close}"))
    };
    let patterns = |depth: usize| {
        let pattern = |at: usize| {
            let next = at + 1;
            format!(
                "<pattern id='p{at}' width='9' height='9' patternUnits='userSpaceOnUse'>\
                 <rect width='9' height='9' fill='url(#p{next})'/></pattern>"
            )
        };
        let patterns = (0..depth).map(pattern).collect::<String>();
        svg(&format!(
            "{patterns}{square}<rect width='9' height='9' fill='url(#p0)'/>"
        ))
    };
    for deep in [nested(1000), nested(20_000), patterns(1000), patterns(8000)] {
        assert_eq!(problem(&deep), LogoProblem::TooComplex);
    }
    assert!(read(&nested(120)).is_ok());
    assert!(read(&patterns(45)).is_ok());
    let endless = svg("<g id='a'><rect width='9' height='9'/><use href='#a'/></g>");
    assert_eq!(problem(&endless), LogoProblem::TooComplex);
}

/// An arc is divided into the more curves the larger it is.
#[test]
fn arcs_that_become_too_many_curves_are_refused() {
    let path = |lines: &str| svg(&format!("<path d='M0 0{lines}' fill='#c80000'/>"));
    for too_much in [
        path("A1e60 1e60 0 0 1 1e60 0"),
        path("A1e300 1e300 0 1 1 1e300 9"),
        path("A.0001 1e7 0 0 1 1e7 0"),
        path("H1e20V-1e20a9 9 0 1 1 1e19 9"),
        path("m1e30 0L9 9zA9 9 0 0 1 9 0"),
        path(&"a1e15 1e15 0 1 1 9 9".repeat(200)),
        svg("<circle r='1e38' fill='#c80000'/>"),
        svg("<ellipse rx='9' ry='1e36cm' fill='#c80000'/>"),
        svg("<rect width='1e38' height='1e38' rx='1e38' fill='#c80000'/>"),
        svg("<g font-size='1e38'><circle r='1em' fill='#c80000'/></g>"),
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1e38 1e38'><circle r='50%' fill='#c80000'/></svg>".into(),
    ] {
        assert_eq!(problem(&too_much), LogoProblem::TooComplex);
    }
    for usual in [
        path("h9a5 5 0 0 1 5 5v5a900 9 30 1 0 -9 9z"),
        path(&"a3 3 0 1 1 2 2A9 40 0 0 1 9 9".repeat(5000)),
        path("a1e-9 1e9 0 0 1 9 9l9 0z"),
        svg(&"<circle r='45%' fill='#c80000'/>".repeat(9)),
        svg("<circle r='2em' fill='#c80000'/><ellipse rx='5in' ry='80' fill='#c80000'/>"),
        svg("<rect width='20' height='20' rx='3' ry='2mm' fill='#c80000'/>"),
    ] {
        assert!(read(&usual).is_ok(), "{}", String::from_utf8_lossy(&usual));
    }
}

/// The border of a line has the more pieces the longer and wider it is.
#[test]
fn wide_lines_that_are_long_are_refused() {
    let line = |style: &str, lines: &str| {
        svg(&format!("<path d='M0 0{lines}' stroke='#c80000' {style}/>"))
    };
    let circle = "m5 6a8e7 8e7 0 1 0 9 9z";
    for too_much in [
        line("stroke-width='8e7'", circle),
        line("style='fill: none; stroke-width : 8e7px;'", circle),
        line("stroke-width='8e5cm'", &circle.repeat(99)),
        line("stroke-width='9e3'", &"c9e4 0 0 9e4 9 9".repeat(9000)),
        svg(&format!(
            "<style>path {{ stroke-width: 8e7 }}</style><path d='M0 0{circle}' stroke='#c80000'/>"
        )),
        svg("<ellipse rx='8e9' ry='8e9' stroke='#c80000' stroke-width='8e7'/>"),
        line("style='stroke-width/**/:/* wide */8e7'", circle),
        line("font-size='1e7' stroke-width='8em'", circle),
        svg("<g font-size='8e9'><circle r='1em' stroke='#c80000' stroke-width='8e7'/></g>"),
        // Dashes, and what is made wide by scaling.
        svg(&"<path d='M0 0H3999' stroke='#c80000' stroke-dasharray='.005'/>".repeat(99)),
        svg(&format!(
            "<g transform='scale(1e3)'><path d='M0 0{}' stroke='#c80000' stroke-width='2'/></g>",
            "c2 0 0 2 .01 .01".repeat(30_000)
        )),
    ] {
        let start = std::time::Instant::now();
        assert_eq!(problem(&too_much), LogoProblem::TooComplex);
        assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    }
    // As CorelDRAW writes them, in hundredths of a millimeter.
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 21000 29700'>";
    let lines = "c90 20 40 90 -30 -9c-200 90 -90 9 30 9".repeat(5000);
    let drawing =
        format!("{drawing}<path d='M900 900{lines}' stroke='#c80000' stroke-width='76.2'/></svg>");
    assert!(read(drawing.as_bytes()).is_ok());
}

/// What draws it ends the whole program at lines that are much longer than the picture is wide.
#[test]
fn lines_that_lead_far_away_are_refused() {
    let long = |length: &str| format!("<path d='M0 0L{length} 9L9 {length}' fill='#c80000'/>");
    let tile = |transform: &str, inside: &str| {
        format!(
            "<pattern id='t' width='9' height='9' patternUnits='userSpaceOnUse' patternTransform='{transform}'>{inside}</pattern>\
             <rect width='40' height='20' fill='url(#t)'/>"
        )
    };
    let clipped = |transform: &str, inside: &str| {
        format!(
            "<clipPath id='c' transform='{transform}'>{inside}</clipPath>\
             <rect width='40' height='20' clip-path='url(#c)'/>"
        )
    };
    for too_long in [
        long("8e6"),
        format!("<g transform='scale(1e5)'>{}</g>", long("80")),
        tile("rotate(9)", &long("8e6")),
        tile("scale(1e5)", &long("80")),
        clipped("scale(1e5)", &long("80")),
        format!(
            "<g transform='scale(1e3)'>{}</g>",
            tile("scale(1e2)", &long("80"))
        ),
        "<path d='M0 0L9 9' stroke='#c80000' stroke-width='9e6'/>".to_owned(),
        "<text y='18' font-size='1e6'>MMM</text>".to_owned(),
    ] {
        assert_eq!(
            problem(&svg(&too_long)),
            LogoProblem::TooComplex,
            "{too_long}"
        );
    }
    for usual in [
        long("3000"),
        tile("scale(0.1)", &long("80")),
        tile("scale(10)", &long("80")),
        clipped("scale(10)", &long("80")),
        format!("<g transform='scale(0.001)'>{}</g>", long("20000")),
    ] {
        assert!(read(&svg(&usual)).is_ok(), "{usual}");
    }
}

/// Each corner of a line can have a picture of its own.
#[test]
fn markers_are_counted_at_each_corner() {
    let arrows = |parts: usize, corners: usize| {
        let parts = "<path d='M0 0h1v1z'/>".repeat(parts);
        let line = "h1".repeat(corners);
        svg(&format!(
            "<marker id='m'>{parts}</marker><path d='M0 0{line}' stroke='#000' marker-mid='url(#m)'/>"
        ))
    };
    assert!(read(&arrows(2, 100)).is_ok());
    assert_eq!(problem(&arrows(10_000, 100_000)), LogoProblem::TooComplex);
    let by_style = String::from_utf8(arrows(10_000, 100_000)).expect("text");
    let by_style = by_style
        .replace(" marker-mid='url(#m)'", "")
        .replace("<marker", "<style>path{marker-mid:url(#m)}</style><marker");
    assert_eq!(problem(by_style.as_bytes()), LogoProblem::TooComplex);
}

#[test]
fn a_color_profile_is_no_way_to_fill_the_memory() {
    let plain = png(8, 8);
    let with_profile = |length: usize| {
        let mut part = b"iCCPx\0\0".to_vec();
        part.resize(4 + length, 7);
        let size = u32::try_from(length).expect("small").to_be_bytes();
        let sum = crc(&part).to_be_bytes();
        [&plain[..33], &size, &part, &sum, &plain[33..]].concat()
    };
    assert!(read(&with_profile(3000)).is_ok());
    assert_eq!(problem(&with_profile(600_000)), LogoProblem::TooComplex);
}

/// Only the beginning of a packed drawing is text: what it unpacks to may be a thousand times as long.
#[test]
fn a_packed_drawing_is_no_svg() {
    let logo = Logo {
        kind: PictureKind::Svg,
        bytes: vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0],
    };
    assert_eq!(draw_logo(&logo), Err(LogoProblem::Broken("SVG")));
}
