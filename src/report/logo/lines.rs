//! How much drawing the lines of a picture takes. Whoever draws it divides an arc into the more curves the larger it is, and the border of a
//! line into the more pieces the longer and wider it is, before anything else is known of them: forty letters can ask for all the memory there
//! is, or for an hour.

use resvg::usvg::roxmltree::{Document, Node};
use svgtypes::{Length, LengthListParser, LengthUnit, PathParser, PathSegment};

/// So many curves an ellipse of a usual size becomes at most. They aren't counted.
const USUAL: u64 = 8;

/// The most curves that one arc may become: the time that reading them takes grows with the square.
const MOST_OF_ONE: u64 = 1024;

/// What a radius counts that is measured by what stands elsewhere. Numbers of a drawing end where it becomes a million curves.
const UNKNOWN: u64 = 20_000;

/// The width of the widest line that a drawing names anywhere, in its units.
pub(super) fn widest(document: &Document<'_>) -> f64 {
    const NAME: &str = "stroke-width";
    let parts = document.descendants();
    let named = parts.flat_map(|part| {
        let attributes = part.attributes().flat_map(|attribute| {
            let value = attribute.value();
            let is_width = attribute.name() == NAME;
            let in_style = value.split(NAME).skip(1);
            is_width.then_some(value).into_iter().chain(in_style)
        });
        let sheet = part.text().unwrap_or_default().split(NAME).skip(1);
        attributes.chain(sheet)
    });
    let widths = named.filter_map(|rest| {
        let rest = rest.trim_start_matches(|sign: char| sign.is_whitespace() || sign == ':');
        let rest = rest.split([';', '}']).next().unwrap_or_default();
        let width = LengthListParser::from(rest).next()?.ok()?;
        Some(in_units(width).abs())
    });
    widths.fold(1.0, f64::max)
}

/// A length in units of the drawing. What it is a part of is as large as a page.
fn in_units(length: Length) -> f64 {
    let unit = match length.unit {
        LengthUnit::None | LengthUnit::Px => 1.0,
        LengthUnit::Pt => 4.0 / 3.0,
        LengthUnit::Mm => 96.0 / 25.4,
        LengthUnit::Pc | LengthUnit::Em | LengthUnit::Ex => 16.0,
        LengthUnit::Percent | LengthUnit::Cm => 96.0 / 2.54,
        LengthUnit::In => 96.0,
    };
    length.number * unit
}

/// For how many parts more this one counts, whose line is no wider than `widest`; `None` if it is too much for any drawing.
pub(super) fn parts(node: Node<'_, '_>, widest: f64) -> Option<u64> {
    let radii = |names: &[&str]| {
        let radii = names.iter().filter_map(|name| node.attribute(*name));
        radii.map(|radius| of_length(radius, widest)).sum()
    };
    match node.tag_name().name() {
        "path" => of_path(node.attribute("d").unwrap_or_default(), widest),
        "rect" | "ellipse" => radii(&["rx", "ry"]),
        "circle" => radii(&["r"]),
        _ => Some(0),
    }
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

fn of_length(radius: &str, widest: f64) -> Option<u64> {
    match radius.trim().parse::<Length>() {
        Ok(Length {
            unit: LengthUnit::Percent | LengthUnit::Em | LengthUnit::Ex,
            ..
        }) => Some(UNKNOWN),
        Ok(length) => {
            let radius = in_units(length).abs();
            of_line(radius, of_radius(radius)?, widest)
        }
        // It isn't drawn.
        Err(_) => Some(0),
    }
}

/// How many curves an ellipse with this larger radius becomes, as kurbo divides it with a tolerance of a tenth of a unit.
fn of_radius(radius: f64) -> Option<u64> {
    let curves = at_least((radius * 11.2).powf(1.0 / 6.0), MOST_OF_ONE)?;
    Some(if curves > USUAL { curves } else { 0 })
}

/// For how many parts a line counts that becomes so many curves: each with its border. One of which length and width multiply to a million
/// takes 60 µs, and to a hundred millions ten times that.
fn of_line(length: f64, curves: u64, width: f64) -> Option<u64> {
    let border = at_least((length * width).sqrt() / 1000.0, 1 << 20)?;
    let borders = if border > 1 { border * (curves + 1) } else { 0 };
    Some(curves + borders)
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
