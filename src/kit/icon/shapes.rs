//! The drawings, in units of a field of 16 by 16.

use egui::{Painter, Pos2, Shape, Stroke, vec2};

use super::Icon;

impl Icon {
    #[expect(clippy::too_many_lines, reason = "one short arm for each icon")]
    pub(super) fn draw(self, pen: &Pen<'_>) {
        match self {
            Self::Players => {
                pen.circle(6.0, 5.25, 2.5);
                pen.arc((6.0, 13.75), 4.5, 180.0, 360.0);
                pen.line(&[(1.5, 13.75), (10.5, 13.75)]);
                pen.arc((10.5, 5.25), 2.5, -75.0, 75.0);
                pen.arc((10.0, 13.75), 4.5, -68.0, 0.0);
                pen.line(&[(12.75, 13.75), (14.5, 13.75)]);
            }
            Self::Groups => {
                pen.closed(&[(8.0, 1.75), (14.5, 5.0), (8.0, 8.25), (1.5, 5.0)]);
                pen.line(&[(1.5, 8.25), (8.0, 11.5), (14.5, 8.25)]);
                pen.line(&[(1.5, 11.25), (8.0, 14.5), (14.5, 11.25)]);
            }
            Self::Games => {
                pen.circle(8.0, 4.0, 2.25);
                pen.line(&[(5.25, 7.0), (10.75, 7.0)]);
                pen.line(&[(6.75, 7.0), (6.25, 10.25), (4.5, 12.25)]);
                pen.line(&[(9.25, 7.0), (9.75, 10.25), (11.5, 12.25)]);
                pen.closed(&[(3.75, 12.25), (12.25, 12.25), (12.25, 14.25), (3.75, 14.25)]);
            }
            Self::Standings => {
                pen.line(&[(1.75, 14.25), (1.75, 9.25), (5.75, 9.25)]);
                pen.closed(&[(5.75, 14.25), (5.75, 5.75), (10.25, 5.75), (10.25, 14.25)]);
                pen.line(&[(10.25, 11.0), (14.25, 11.0), (14.25, 14.25), (1.75, 14.25)]);
                pen.line(&[(8.0, 1.75), (8.0, 3.25)]);
            }
            Self::Calendar => {
                pen.closed(&[(2.0, 3.5), (14.0, 3.5), (14.0, 14.25), (2.0, 14.25)]);
                pen.line(&[(2.0, 6.75), (14.0, 6.75)]);
                pen.line(&[(5.25, 1.75), (5.25, 4.75)]);
                pen.line(&[(10.75, 1.75), (10.75, 4.75)]);
                pen.line(&[(5.0, 10.5), (7.25, 12.25), (11.0, 8.75)]);
            }
            Self::Add => {
                pen.line(&[(8.0, 2.75), (8.0, 13.25)]);
                pen.line(&[(2.75, 8.0), (13.25, 8.0)]);
            }
            Self::Delete => {
                pen.line(&[(2.25, 4.25), (13.75, 4.25)]);
                pen.line(&[(5.75, 4.25), (6.25, 2.0), (9.75, 2.0), (10.25, 4.25)]);
                pen.line(&[(3.75, 4.25), (4.5, 14.25), (11.5, 14.25), (12.25, 4.25)]);
                pen.line(&[(6.5, 7.0), (6.75, 11.5)]);
                pen.line(&[(9.5, 7.0), (9.25, 11.5)]);
            }
            Self::Edit => {
                pen.closed(&[
                    (10.75, 2.25),
                    (13.75, 5.25),
                    (5.25, 13.75),
                    (1.75, 14.25),
                    (2.25, 10.75),
                ]);
                pen.line(&[(9.0, 4.0), (12.0, 7.0)]);
            }
            Self::Search => {
                pen.circle(7.0, 7.0, 4.5);
                pen.line(&[(10.25, 10.25), (14.25, 14.25)]);
            }
            Self::Warning => {
                pen.closed(&[(8.0, 1.75), (15.0, 14.0), (1.0, 14.0)]);
                pen.line(&[(8.0, 6.0), (8.0, 9.75)]);
                pen.dot(8.0, 11.9);
            }
            Self::Error => {
                pen.circle(8.0, 8.0, 6.5);
                pen.line(&[(8.0, 4.5), (8.0, 8.75)]);
                pen.dot(8.0, 11.1);
            }
            Self::Info => {
                pen.circle(8.0, 8.0, 6.5);
                pen.line(&[(8.0, 7.25), (8.0, 11.5)]);
                pen.dot(8.0, 4.9);
            }
            Self::Check => pen.line(&[(2.75, 8.5), (6.25, 12.0), (13.25, 4.25)]),
            Self::Close => {
                pen.line(&[(3.5, 3.5), (12.5, 12.5)]);
                pen.line(&[(12.5, 3.5), (3.5, 12.5)]);
            }
            Self::ChevronLeft => pen.line(&[(10.0, 3.5), (5.5, 8.0), (10.0, 12.5)]),
            Self::ChevronRight => pen.line(&[(6.0, 3.5), (10.5, 8.0), (6.0, 12.5)]),
            Self::ChevronUp => pen.line(&[(3.5, 10.25), (8.0, 5.75), (12.5, 10.25)]),
            Self::ChevronDown => pen.line(&[(3.5, 5.75), (8.0, 10.25), (12.5, 5.75)]),
            Self::First => {
                pen.line(&[(12.0, 3.5), (7.5, 8.0), (12.0, 12.5)]);
                pen.line(&[(4.0, 3.5), (4.0, 12.5)]);
            }
            Self::Last => {
                pen.line(&[(4.0, 3.5), (8.5, 8.0), (4.0, 12.5)]);
                pen.line(&[(12.0, 3.5), (12.0, 12.5)]);
            }
            Self::More => {
                for x in [3.25, 8.0, 12.75] {
                    pen.disc(x, 8.0, 1.25);
                }
            }
            Self::Sun => {
                pen.circle(8.0, 8.0, 3.0);
                for step in 0..8_u8 {
                    let (sin, cos) = (f32::from(step) * 45.0_f32).to_radians().sin_cos();
                    pen.line(&[
                        (8.0 + cos * 5.25, 8.0 + sin * 5.25),
                        (8.0 + cos * 7.0, 8.0 + sin * 7.0),
                    ]);
                }
            }
            Self::Moon => {
                let mut outline = pen.arc_points((8.0, 8.0), 6.0, 5.0, 265.0);
                outline.extend(pen.arc_points((11.1, 4.9), 4.45, 209.0, 61.0));
                pen.path(outline, true);
            }
            Self::Print => {
                pen.line(&[(4.25, 5.75), (4.25, 1.75), (11.75, 1.75), (11.75, 5.75)]);
                pen.line(&[
                    (4.25, 11.75),
                    (1.75, 11.75),
                    (1.75, 5.75),
                    (14.25, 5.75),
                    (14.25, 11.75),
                    (11.75, 11.75),
                ]);
                pen.closed(&[(4.25, 9.0), (11.75, 9.0), (11.75, 14.25), (4.25, 14.25)]);
            }
            Self::File => pen.sheet(),
            Self::Filter => pen.closed(&[
                (1.75, 2.5),
                (14.25, 2.5),
                (9.5, 8.25),
                (9.5, 12.0),
                (6.5, 13.75),
                (6.5, 8.25),
            ]),
            Self::Asterisk => {
                pen.line(&[(8.0, 2.5), (8.0, 13.5)]);
                pen.line(&[(3.25, 5.25), (12.75, 10.75)]);
                pen.line(&[(3.25, 10.75), (12.75, 5.25)]);
            }
            Self::Chart => {
                pen.line(&[(2.0, 2.0), (2.0, 14.0), (14.25, 14.0)]);
                pen.line(&[(4.5, 10.75), (7.5, 7.25), (9.75, 9.25), (13.5, 3.75)]);
            }
            Self::Checklist => {
                for top in [4.0, 10.75] {
                    pen.line(&[(2.0, top), (3.5, top + 1.5), (6.25, top - 1.5)]);
                    pen.line(&[(8.75, top), (14.0, top)]);
                }
            }
            Self::Crosstable => {
                pen.closed(&[(2.0, 2.0), (14.0, 2.0), (14.0, 14.0), (2.0, 14.0)]);
                for at in [6.0, 10.0] {
                    pen.line(&[(2.0, at), (14.0, at)]);
                    pen.line(&[(at, 2.0), (at, 14.0)]);
                }
                for at in [4.0, 8.0, 12.0] {
                    pen.dot(at, at);
                }
            }
            Self::Pdf => {
                pen.sheet();
                pen.line(&[(5.25, 8.5), (10.75, 8.5)]);
                pen.line(&[(5.25, 11.25), (8.75, 11.25)]);
            }
            Self::New => {
                pen.sheet();
                pen.line(&[(8.0, 7.25), (8.0, 12.25)]);
                pen.line(&[(5.5, 9.75), (10.5, 9.75)]);
            }
            Self::Import => {
                pen.line(&[(8.0, 1.75), (8.0, 10.0)]);
                pen.line(&[(4.75, 6.75), (8.0, 10.0), (11.25, 6.75)]);
                pen.line(&[(1.75, 10.5), (1.75, 14.0), (14.25, 14.0), (14.25, 10.5)]);
            }
            Self::Export => {
                pen.line(&[(8.0, 2.0), (8.0, 10.25)]);
                pen.line(&[(4.75, 5.25), (8.0, 2.0), (11.25, 5.25)]);
                pen.line(&[(1.75, 10.5), (1.75, 14.0), (14.25, 14.0), (14.25, 10.5)]);
            }
            Self::Open => {
                pen.closed(&[
                    (1.75, 13.25),
                    (1.75, 2.75),
                    (6.0, 2.75),
                    (7.5, 4.75),
                    (14.25, 4.75),
                    (14.25, 13.25),
                ]);
                pen.line(&[(1.75, 7.5), (14.25, 7.5)]);
            }
            Self::Recalc => {
                pen.arc((8.0, 8.0), 5.75, 195.0, 330.0);
                pen.line(&[(13.5, 1.75), (13.25, 5.25), (9.75, 5.0)]);
                pen.arc((8.0, 8.0), 5.75, 15.0, 150.0);
                pen.line(&[(2.5, 14.25), (2.75, 10.75), (6.25, 11.0)]);
            }
            Self::Undo => {
                pen.line(&[(5.25, 2.5), (2.0, 5.75), (5.25, 9.0)]);
                pen.line(&[(2.0, 5.75), (10.0, 5.75)]);
                pen.arc((10.0, 9.75), 4.0, -90.0, 90.0);
                pen.line(&[(10.0, 13.75), (5.0, 13.75)]);
            }
            Self::Redo => {
                pen.line(&[(10.75, 2.5), (14.0, 5.75), (10.75, 9.0)]);
                pen.line(&[(14.0, 5.75), (6.0, 5.75)]);
                pen.arc((6.0, 9.75), 4.0, 90.0, 270.0);
                pen.line(&[(6.0, 13.75), (11.0, 13.75)]);
            }
        }
    }
}

/// Draws in units of the 16-point field.
pub(super) struct Pen<'a> {
    pub(super) painter: &'a Painter,
    pub(super) corner: Pos2,
    pub(super) scale: f32,
    pub(super) stroke: Stroke,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> Pos2 {
        self.corner + vec2(x, y) * self.scale
    }

    fn line(&self, points: &[(f32, f32)]) {
        self.path(points.iter().map(|&(x, y)| self.at(x, y)).collect(), false);
    }

    fn closed(&self, points: &[(f32, f32)]) {
        self.path(points.iter().map(|&(x, y)| self.at(x, y)).collect(), true);
    }

    fn path(&self, points: Vec<Pos2>, closed: bool) {
        let shape = if closed {
            Shape::closed_line(points, self.stroke)
        } else {
            Shape::line(points, self.stroke)
        };
        self.painter.add(shape);
    }

    fn circle(&self, x: f32, y: f32, radius: f32) {
        self.painter
            .circle_stroke(self.at(x, y), radius * self.scale, self.stroke);
    }

    fn disc(&self, x: f32, y: f32, radius: f32) {
        self.painter
            .circle_filled(self.at(x, y), radius * self.scale, self.stroke.color);
    }

    /// The point of an i or an exclamation mark.
    fn dot(&self, x: f32, y: f32) {
        self.disc(x, y, 0.95);
    }

    /// An arc in degrees, clockwise from the right, as angles grow downwards on a screen.
    fn arc(&self, center: (f32, f32), radius: f32, from: f32, to: f32) {
        self.path(self.arc_points(center, radius, from, to), false);
    }

    fn arc_points(&self, center: (f32, f32), radius: f32, from: f32, to: f32) -> Vec<Pos2> {
        const STEPS: u8 = 24;
        (0..=STEPS)
            .map(|step| {
                let angle = (from + (to - from) * f32::from(step) / f32::from(STEPS)).to_radians();
                let (sin, cos) = angle.sin_cos();
                self.at(center.0 + radius * cos, center.1 + radius * sin)
            })
            .collect()
    }

    /// A sheet of paper with a folded corner.
    fn sheet(&self) {
        self.closed(&[
            (2.75, 1.75),
            (9.25, 1.75),
            (13.25, 5.75),
            (13.25, 14.25),
            (2.75, 14.25),
        ]);
        self.line(&[(9.25, 1.75), (9.25, 5.75), (13.25, 5.75)]);
    }
}
