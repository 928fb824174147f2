//! How many curves the arcs of a drawing become. Whoever draws it divides an arc into the more curves the larger it is, before anything else
//! is known of it: forty letters can ask for all the memory there is.

use resvg::usvg::roxmltree::Node;
use svgtypes::{Length, LengthUnit, PathParser, PathSegment};

/// So many curves an ellipse of a usual size becomes at most. They aren't counted.
const USUAL: u32 = 8;

/// The most curves that one arc may become: the time that reading them takes grows with the square.
const MOST_OF_ONE: u32 = 1024;

/// What a radius counts that is measured by what stands elsewhere. Numbers of the drawing end where it becomes a million curves.
const UNKNOWN: u64 = 20_000;

/// How many curves the arcs of this part become, where that is more than usual; `None` if one of them becomes too many.
pub(super) fn curves(node: Node<'_, '_>) -> Option<u64> {
    let radii = |names: &[&str]| {
        let radii = names.iter().filter_map(|name| node.attribute(*name));
        radii.map(of_length).sum()
    };
    match node.tag_name().name() {
        "path" => of_path(node.attribute("d").unwrap_or_default()),
        "rect" | "ellipse" => radii(&["rx", "ry"]),
        "circle" => radii(&["r"]),
        _ => Some(0),
    }
}

fn of_path(path: &str) -> Option<u64> {
    let mut pen = Pen::default();
    // What comes after a fault isn't drawn.
    let segments = PathParser::from(path).map_while(Result::ok);
    segments.map(|segment| of_radius(pen.draws(segment))).sum()
}

fn of_length(radius: &str) -> Option<u64> {
    match radius.trim().parse::<Length>() {
        Ok(Length {
            unit: LengthUnit::Percent | LengthUnit::Em | LengthUnit::Ex,
            ..
        }) => Some(UNKNOWN),
        // An inch is 96 units.
        Ok(length) => of_radius(length.number * 100.0),
        // It isn't drawn.
        Err(_) => Some(0),
    }
}

/// How many curves an ellipse with this larger radius becomes, as kurbo divides it with a tolerance of a tenth of a unit.
fn of_radius(radius: f64) -> Option<u64> {
    let mut curves = USUAL;
    while f64::from(curves).powi(6) < radius.abs() * 11.2 {
        curves *= 2;
        if curves > MOST_OF_ONE {
            return None;
        }
    }
    let is_known = !radius.is_nan();
    is_known.then_some(if curves > USUAL { curves.into() } else { 0 })
}

/// Where the pen is that draws a path.
#[derive(Debug, Default)]
struct Pen {
    at: [f64; 2],
    /// Where a line that closes leads.
    began: [f64; 2],
}

impl Pen {
    /// Draws a part of a path. The larger radius, if it is an arc: as large as it has to be to reach the end.
    fn draws(&mut self, segment: PathSegment) -> f64 {
        use PathSegment as Draw;
        let [from_x, from_y] = self.at;
        let along = |abs: bool, to: f64, from: f64| if abs { to } else { from + to };
        self.at = match segment {
            Draw::ClosePath { .. } => self.began,
            Draw::HorizontalLineTo { abs, x } => [along(abs, x, from_x), from_y],
            Draw::VerticalLineTo { abs, y } => [from_x, along(abs, y, from_y)],
            Draw::MoveTo { abs, x, y }
            | Draw::LineTo { abs, x, y }
            | Draw::CurveTo { abs, x, y, .. }
            | Draw::SmoothCurveTo { abs, x, y, .. }
            | Draw::Quadratic { abs, x, y, .. }
            | Draw::SmoothQuadratic { abs, x, y }
            | Draw::EllipticalArc { abs, x, y, .. } => {
                [along(abs, x, from_x), along(abs, y, from_y)]
            }
        };
        let [x, y] = self.at;
        match segment {
            Draw::MoveTo { .. } => self.began = self.at,
            Draw::EllipticalArc { rx, ry, .. } => {
                let half = (x - from_x).hypot(y - from_y) / 2.0;
                let [larger, smaller] = [rx.abs().max(ry.abs()), rx.abs().min(ry.abs())];
                // Shorter ones are drawn as a line.
                if smaller > 1e-5 {
                    return larger * (half / smaller).max(1.0);
                }
            }
            _ => {}
        }
        0.0
    }
}
