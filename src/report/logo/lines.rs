//! How much drawing the lines of a picture takes. Whoever draws it divides an arc into the more curves the larger it is, and the border of a
//! line into the more pieces the longer and wider it is, before anything else is known of them: forty letters can ask for all the memory there
//! is, or for an hour.

use std::borrow::Cow;

use resvg::{
    tiny_skia::{PathSegment as Drawn, Point},
    usvg::{
        Path,
        roxmltree::{Document, Node},
    },
};
use svgtypes::{Length, LengthListParser, LengthUnit, PathParser, PathSegment};

/// So many curves an ellipse of a usual size becomes at most. They aren't counted.
const USUAL_CURVES: u64 = 8;

/// The most curves that one arc may become. In a path, the time that reading them takes grows with the square.
const MOST_CURVES: u64 = 1024;

/// So many letters of a written line count for a part: a picture that was traced has all its lines in one.
const LETTERS: usize = 20;

/// The height of a letter where nothing is said of it, in units.
const LETTER: f64 = 16.0;

/// What lengths of a drawing are measured by, in its units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measures {
    /// The width of its widest line.
    widest: f64,
    /// The longest side of whatever a length may be a part of.
    page: f64,
    /// What a length in letters is measured by: infinite where the drawing says how high they are, as such sizes multiply.
    letter: f64,
}

impl Measures {
    pub(super) fn new(document: &Document<'_>) -> Self {
        let mut it = Self {
            widest: 1.0,
            page: 1.0,
            letter: LETTER,
        };
        each_value(document, "font", |_| it.letter = f64::INFINITY);
        for name in ["width", "height", "viewBox"] {
            each_value(document, name, |sides| {
                let sides = LengthListParser::from(sides).map_while(Result::ok);
                let sides = sides.filter(|side| side.unit != LengthUnit::Percent);
                let longest = sides.map(|side| it.units(side).abs()).fold(0.0, f64::max);
                it.page = it.page.max(longest);
            });
        }
        each_value(document, "stroke-width", |width| {
            if let Some(Ok(width)) = LengthListParser::from(width).next() {
                it.widest = it.widest.max(it.units(width).abs());
            }
        });
        it
    }

    /// A length in units.
    fn units(&self, length: Length) -> f64 {
        length.number
            * match length.unit {
                LengthUnit::None | LengthUnit::Px => 1.0,
                LengthUnit::Pt => 4.0 / 3.0,
                LengthUnit::Mm => 96.0 / 25.4,
                LengthUnit::Cm => 96.0 / 2.54,
                LengthUnit::Pc => 16.0,
                LengthUnit::In => 96.0,
                LengthUnit::Em | LengthUnit::Ex => self.letter,
                LengthUnit::Percent => self.page / 100.0,
            }
    }
}

/// Takes each value that an attribute whose name begins so has anywhere, or is given by a style.
fn each_value(document: &Document<'_>, name: &str, mut take: impl FnMut(&str)) {
    for node in document.descendants() {
        for attribute in node.attributes() {
            if attribute.name().starts_with(name) {
                take(attribute.value());
            } else if attribute.name() == "style" {
                each_in_style(attribute.value(), name, &mut take);
            }
        }
        if node.is_text() {
            each_in_style(node.text().unwrap_or_default(), name, &mut take);
        }
    }
}

fn each_in_style(style: &str, name: &str, take: &mut impl FnMut(&str)) {
    let style = without_comments(style);
    for rest in style.split(name).skip(1) {
        if let Some((_, value)) = rest.split_once(':') {
            take(value.split([';', '}']).next().unwrap_or_default().trim());
        }
    }
}

fn without_comments(style: &str) -> Cow<'_, str> {
    if !style.contains("/*") {
        return Cow::Borrowed(style);
    }
    let mut parts = style.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.filter_map(|part| Some(part.split_once("*/")?.1));
    Cow::Owned(rest.fold(first, |all, part| all + part))
}

/// For how many parts more this one counts; `None` if it is too much for any drawing.
pub(super) fn parts(node: Node<'_, '_>, measures: Measures) -> Option<u64> {
    let written = ["d", "points"].map(|name| node.attribute(name).unwrap_or_default());
    let long = written.map(str::len).iter().sum::<usize>() / LETTERS;
    let radii = |names: &[&str]| {
        let radii = names.iter().filter_map(|name| node.attribute(*name));
        radii.map(|radius| of_length(radius, measures)).sum()
    };
    let of_lines: Option<u64> = match node.tag_name().name() {
        "path" => of_path(written[0], measures.widest),
        "rect" | "ellipse" => radii(&["rx", "ry"]),
        "circle" => radii(&["r"]),
        _ => Some(0),
    };
    Some(of_lines?.saturating_add(long as u64))
}

fn of_path(path: &str, widest: f64) -> Option<u64> {
    let mut pen = Pen::default();
    // What comes after a fault isn't drawn.
    let segments = PathParser::from(path).map_while(Result::ok);
    let parts = segments.map(|segment| {
        let Line { length, radius } = pen.draws(segment);
        of_line(length.max(radius), of_radius(radius)?, widest)
    });
    parts.sum()
}

fn of_length(radius: &str, measures: Measures) -> Option<u64> {
    // What is no length isn't drawn.
    let Ok(radius) = radius.trim().parse::<Length>() else {
        return Some(0);
    };
    let radius = measures.units(radius).abs();
    of_line(radius, of_radius(radius)?, measures.widest)
}

/// How many curves an ellipse with this larger radius becomes, as kurbo divides it with a tolerance of a tenth of a unit.
fn of_radius(radius: f64) -> Option<u64> {
    let curves = at_least((radius * 11.2).powf(1.0 / 6.0), MOST_CURVES)?;
    Some(if curves > USUAL_CURVES { curves } else { 0 })
}

/// For how many parts a line counts that becomes so many curves, each of them with its border.
fn of_line(length: f64, curves: u64, width: f64) -> Option<u64> {
    let borders = of_border(length, width)?.saturating_mul(curves + 1);
    Some(borders.saturating_add(curves))
}

/// For how many parts the border of a piece of a line counts. One of which length and width multiply to a million takes 60 µs, and to a
/// hundred millions ten times that.
fn of_border(length: f64, width: f64) -> Option<u64> {
    let border = at_least((length * width).sqrt() / 1000.0, 1 << 20)?;
    Some(if border > 1 { border } else { 0 })
}

/// For how many parts a line more counts as it is drawn, with so many pixels to a unit: with its border and its dashes.
pub(super) fn drawn(path: &Path, pixels: f64) -> Option<u64> {
    let Some(stroke) = path.stroke() else {
        return Some(0);
    };
    let bounds = path.bounding_box();
    let across = f64::from(bounds.width().hypot(bounds.height())) * pixels;
    let border = of_border(across, f64::from(stroke.width().get()) * pixels)?;
    let borders = border.saturating_mul(path.data().len() as u64);
    let Some(dashes) = stroke.dasharray() else {
        return Some(borders);
    };
    let mut at = Point::default();
    let lengths = path.data().segments().map(|segment| match segment {
        Drawn::MoveTo(to) => {
            at = to;
            0.0
        }
        Drawn::LineTo(to) => along(&mut at, [to]),
        Drawn::QuadTo(by, to) => along(&mut at, [by, to]),
        Drawn::CubicTo(by, and, to) => along(&mut at, [by, and, to]),
        Drawn::Close => 0.0,
    });
    let length = lengths.sum::<f64>();
    let dash = dashes.iter().copied().map(f64::from).sum::<f64>();
    let dashes = at_least(length / dash, 1 << 20)?;
    Some(borders.saturating_add(dashes))
}

/// How long the way is from here by these corners, the last of which is then here.
fn along<const CORNERS: usize>(at: &mut Point, corners: [Point; CORNERS]) -> f64 {
    let lengths = corners.map(|corner| f64::from(std::mem::replace(at, corner).distance(corner)));
    lengths.into_iter().sum()
}

/// The first power of two that isn't less than a number, if it isn't more than `most`.
fn at_least(number: f64, most: u64) -> Option<u64> {
    let mut power = 1_u32;
    while number > f64::from(power) {
        power = power
            .checked_mul(2)
            .filter(|power| u64::from(*power) <= most)?;
    }
    (!number.is_nan()).then_some(power.into())
}

/// Where the pen is that draws a path.
#[derive(Debug, Default)]
struct Pen {
    at: [f64; 2],
    /// Where a line that closes leads.
    began: [f64; 2],
}

/// What the pen has drawn.
struct Line {
    length: f64,
    /// The larger one of an arc, as large as it has to be to reach its end; 0 otherwise.
    radius: f64,
}

impl Pen {
    fn draws(&mut self, segment: PathSegment) -> Line {
        use PathSegment as Draw;
        let from = self.at;
        let [from_x, from_y] = from;
        let far = |[x, y]: [f64; 2]| (x - from_x).hypot(y - from_y);
        let along = |abs: bool, to: f64, from: f64| if abs { to } else { from + to };
        let point = |abs: bool, x: f64, y: f64| [along(abs, x, from_x), along(abs, y, from_y)];
        let (to, bent) = match segment {
            Draw::ClosePath { .. } => (self.began, 0.0),
            Draw::HorizontalLineTo { abs, x } => ([along(abs, x, from_x), from_y], 0.0),
            Draw::VerticalLineTo { abs, y } => ([from_x, along(abs, y, from_y)], 0.0),
            Draw::MoveTo { abs, x, y }
            | Draw::LineTo { abs, x, y }
            | Draw::SmoothQuadratic { abs, x, y }
            | Draw::EllipticalArc { abs, x, y, .. } => (point(abs, x, y), 0.0),
            Draw::SmoothCurveTo { abs, x2, y2, x, y } => {
                (point(abs, x, y), far(point(abs, x2, y2)))
            }
            Draw::Quadratic { abs, x1, y1, x, y } => (point(abs, x, y), far(point(abs, x1, y1))),
            Draw::CurveTo {
                abs,
                x1,
                y1,
                x2,
                y2,
                x,
                y,
            } => {
                let bent = far(point(abs, x1, y1)).max(far(point(abs, x2, y2)));
                (point(abs, x, y), bent)
            }
        };
        self.at = to;
        let length = far(to).max(bent);
        let mut radius = 0.0;
        match segment {
            Draw::MoveTo { .. } => self.began = to,
            Draw::EllipticalArc { rx, ry, .. } => {
                let [larger, smaller] = [rx.abs().max(ry.abs()), rx.abs().min(ry.abs())];
                // Shorter ones are drawn as a line.
                if smaller > 1e-5 {
                    radius = larger * (length / 2.0 / smaller).max(1.0);
                }
            }
            _ => {}
        }
        Line { length, radius }
    }
}
