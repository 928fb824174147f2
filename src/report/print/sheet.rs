//! A page as the dots of a printer: where it comes to lie on the sheet, and the pieces of it that have ink.
//!
//! Nothing here knows Windows, so that all of it is tested everywhere.

use std::ops::Range;

use crate::report::{PageSize, Picture};

/// The finest that pages are drawn, in dots an inch: more is seen by nobody and takes memory and time with its square.
/// A finer printer gets each dot as a square of its own.
const FINEST: i32 = 600;

/// How much memory a strip takes at most, in bytes: 4 a dot.
const STRIP: u32 = 16 << 20;

/// The pieces that a strip is looked through by, in dots across and down: small enough to leave out most of the white,
/// so that a page waits in the printer's queue with 8 MB rather than 34, and large enough to be some two thousand.
const TILE: [u32; 2] = [256, 32];

/// How much wider or higher than the printer's paper a page may be and still be printed as it is, in points (2 mm):
/// drivers round, and say a little less of paper that they print to its edges.
const TOLERANCE: f64 = 5.7;

/// A sheet in the printer as it lies for the next page: its measures in the printer's own dots, across and down.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Sheet {
    /// Dots an inch.
    pub dpi: [i32; 2],
    /// The paper.
    pub paper: [i32; 2],
    /// From the left upper corner of the paper to what the printer reaches of it.
    pub margin: [i32; 2],
    /// What it reaches. All places are counted from the left upper corner of this.
    pub reach: [i32; 2],
}

/// A rectangle in a printer's dots.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Area {
    pub left: i32,
    pub top: i32,
    pub width: i32,
    pub height: i32,
}

/// How a page comes onto a sheet.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Placed {
    /// Whether the page is turned a quarter to the left, as the driver did not turn the sheet.
    pub is_turned: bool,
    /// Whether it is made smaller, as the printer has other paper.
    pub is_reduced: bool,
    pub dots_per_point: f64,
    /// How many dots across are drawn.
    width: u32,
    /// Those that the printer reaches. The others would be in a margin that it can't print in: the page keeps
    /// its place and size, and loses no more than what is there.
    columns: Range<u32>,
    rows: Range<u32>,
    /// Where the drawn page begins on the sheet, in the printer's dots.
    origin: [f64; 2],
    /// How many of the printer's dots a drawn one becomes.
    stretch: [f64; 2],
}

impl Sheet {
    /// Whether anything can be drawn on it: a driver that fails says 0.
    pub(super) fn is_usable(&self) -> bool {
        let mut all = self.dpi.iter().chain(&self.paper).chain(&self.reach);
        all.all(|length| *length > 0)
    }

    /// Where a page comes to lie on a usable sheet. It keeps its place and size on its own paper; on other paper that it
    /// is too large for it is made smaller, and stands in the middle.
    pub(super) fn place(&self, page: PageSize) -> Placed {
        let axes = [0, 1];
        let dpi = self.dpi.map(f64::from);
        let paper = axes.map(|axis| f64::from(self.paper[axis]) * 72.0 / dpi[axis]);
        let is_turned = (page.width > page.height) != (paper[0] > paper[1]);
        let mut size = [page.width, page.height].map(f64::from);
        if is_turned {
            size.reverse();
        }
        let is_reduced = axes
            .iter()
            .any(|axis| size[*axis] > paper[*axis] + TOLERANCE);
        let scale = if is_reduced {
            f64::min(paper[0] / size[0], paper[1] / size[1])
        } else {
            1.0
        };
        let drawn_dpi = drawn(self.dpi);
        let dots_per_point = drawn_dpi / 72.0 * scale;
        let stretch = dpi.map(|dpi| dpi / drawn_dpi);
        let origin = axes.map(|axis| {
            let room = if is_reduced {
                (paper[axis] - size[axis] * scale) / 2.0
            } else {
                0.0
            };
            room * dpi[axis] / 72.0 - f64::from(self.margin[axis])
        });
        let all = size.map(|length| (length * dots_per_point).round());
        let reached = |axis: usize| {
            let first = (-origin[axis] / stretch[axis]).ceil();
            let end = (f64::from(self.reach[axis]) - origin[axis]) / stretch[axis];
            dot(first)..dot(end.min(all[axis]))
        };
        Placed {
            is_turned,
            is_reduced,
            dots_per_point,
            width: dot(all[0]),
            columns: reached(0),
            rows: reached(1),
            origin,
            stretch,
        }
    }
}

/// What is drawn for a printer, in dots an inch: its own dots, or squares of them.
fn drawn(dpi: [i32; 2]) -> f64 {
    let coarser = dpi[0].min(dpi[1]);
    let square = (coarser - 1) / FINEST + 1;
    f64::from(coarser) / f64::from(square)
}

impl Placed {
    /// The rows that are drawn at a time, from the top.
    pub(super) fn strips(&self) -> impl ExactSizeIterator<Item = Range<u32>> {
        let height = (STRIP / 4 / self.width.max(1)).clamp(1, u32::from(u16::MAX));
        let end = self.rows.end;
        let starts = self.rows.clone().step_by(height as usize);
        starts.map(move |start| start..end.min(start + height))
    }

    /// The pieces of a drawn strip that have ink and are reached.
    pub(super) fn tiles<'a>(
        &'a self,
        strip: &'a Picture,
        rows: &Range<u32>,
    ) -> impl Iterator<Item = Tile> {
        let Range { start: top, end } = rows.clone();
        let [width, height] = TILE;
        let corners = (0..end - top)
            .step_by(height as usize)
            .flat_map(move |row| {
                let columns = self.columns.clone().step_by(width as usize);
                columns.map(move |column| [column, row])
            });
        corners.filter_map(move |[left, row]| {
            let columns = left..self.columns.end.min(left + width);
            let rows = row..(end - top).min(row + height);
            let mut tile = Tile::new(strip, columns, rows)?;
            tile.top += top;
            Some(tile)
        })
    }

    /// Where a piece of the page is on the sheet. Pieces that touch on the page touch there, too.
    pub(super) fn area(&self, tile: &Tile) -> Area {
        let edge = |axis: usize, at: u32| {
            whole(f64::from(at).mul_add(self.stretch[axis], self.origin[axis]))
        };
        let [left, top] = [edge(0, tile.left), edge(1, tile.top)];
        Area {
            left,
            top,
            width: edge(0, tile.left + tile.width) - left,
            height: edge(1, tile.top + tile.height) - top,
        }
    }
}

/// A drawn dot that isn't before the first one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a sheet has some thousand dots, and a negative number becomes 0"
)]
fn dot(at: f64) -> u32 {
    at as u32
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a sheet has some thousand dots"
)]
fn whole(at: f64) -> i32 {
    at.round() as i32
}

/// A piece of a page, as Windows takes pictures: rows from the lowest to the highest, each of whole double words.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Tile {
    /// In drawn dots of the page, as all of them are.
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
    /// Whether a dot is a byte from black (0) to white; otherwise it is blue, green and red.
    pub is_grey: bool,
    pub bits: Vec<u8>,
}

impl Tile {
    /// What has ink of these dots of a picture; `None` where all is white.
    fn new(picture: &Picture, columns: Range<u32>, rows: Range<u32>) -> Option<Self> {
        let rows = rows.start as usize..picture.height.min(rows.end as usize);
        let right = picture.width.min(columns.end as usize);
        let columns = right.min(columns.start as usize)..right;
        let line = |row: usize| {
            let line = &picture.rgba[row * picture.width * 4..][..picture.width * 4];
            let (dots, _) = line.as_chunks::<4>();
            &dots[columns.clone()]
        };
        let is_ink = |dot: &[u8; 4]| dot[..3] != [255; 3];
        let inked = |row: &usize| line(*row).iter().any(is_ink);
        let first = rows.clone().find(inked)?;
        let last = rows.rev().find(inked)?;
        let lines = || (first..=last).map(line);
        let left = lines()
            .filter_map(|line| line.iter().position(is_ink))
            .min()?;
        let right = lines()
            .filter_map(|line| line.iter().rposition(is_ink))
            .max()?;
        let dots = || lines().rev().map(|line| &line[left..=right]);
        let is_grey = dots()
            .flatten()
            .all(|[red, green, blue, _]| red == green && green == blue);
        let bytes = if is_grey { 1 } else { 3 };
        let width = right - left + 1;
        let height = last - first + 1;
        let mut bits = Vec::with_capacity((width * bytes).next_multiple_of(4) * height);
        for line in dots() {
            for [red, green, blue, _] in line {
                bits.extend_from_slice(&[*blue, *green, *red][..bytes]);
            }
            bits.resize(bits.len().next_multiple_of(4), 255);
        }
        let dot = |at: usize| u32::try_from(at).ok();
        Some(Self {
            left: dot(columns.start + left)?,
            top: dot(first)?,
            width: dot(width)?,
            height: dot(height)?,
            is_grey,
            bits,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTER: PageSize = PageSize {
        width: 612.0,
        height: 792.0,
    };
    const A4: PageSize = PageSize {
        width: 595.28,
        height: 841.89,
    };
    const LYING: PageSize = PageSize {
        width: 792.0,
        height: 612.0,
    };

    /// Letter paper of which a printer with so many dots an inch can't reach the outer quarter of an inch.
    fn letter(dpi: [i32; 2]) -> Sheet {
        Sheet {
            dpi,
            paper: [dpi[0] * 17 / 2, dpi[1] * 11],
            margin: dpi.map(|dpi| dpi / 4),
            reach: [dpi[0] * 8, dpi[1] * 21 / 2],
        }
    }

    /// White but for these dots, each as left, top and colour.
    fn picture(width: usize, height: usize, dots: &[(usize, usize, [u8; 3])]) -> Picture {
        let mut rgba = vec![255; width * height * 4];
        for (left, top, colour) in dots {
            rgba[(top * width + left) * 4..][..3].copy_from_slice(colour);
        }
        Picture {
            width,
            height,
            rgba,
        }
    }

    fn drawn(placed: &Placed, strip: &Picture, rows: Range<u32>) -> Vec<Tile> {
        placed.tiles(strip, &rows).collect()
    }

    #[test]
    fn a_page_keeps_its_place_on_its_own_paper() {
        let placed = letter([600, 600]).place(LETTER);
        assert!(!placed.is_turned && !placed.is_reduced);
        assert_eq!(placed.origin.map(whole), [-150, -150]);
        assert_eq!(
            (placed.columns.clone(), placed.rows.clone()),
            (150..4950, 150..6450)
        );
        let tile = Tile::new(&picture(200, 200, &[(150, 160, [0; 3])]), 0..200, 0..200);
        let area = placed.area(&tile.expect("ink"));
        assert_eq!(
            area,
            Area {
                left: 0,
                top: 10,
                width: 1,
                height: 1
            }
        );
    }

    #[test]
    fn strips_are_small_and_leave_out_nothing() {
        let placed = letter([600, 600]).place(LETTER);
        let strips = placed.strips().collect::<Vec<_>>();
        assert_eq!(strips.first().map(|rows| rows.start), Some(150));
        assert_eq!(strips.last().map(|rows| rows.end), Some(6450));
        assert!(strips.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert!(strips.iter().all(|rows| rows.len() * 5100 * 4 <= 16 << 20));
        assert_eq!(strips.len(), 8);
    }

    #[test]
    fn a_fine_printer_gets_squares_of_dots() {
        let stretch = |dpi| {
            let placed = letter(dpi).place(LETTER);
            (placed.dots_per_point * 72.0, placed.stretch)
        };
        assert_eq!(stretch([300, 300]), (300.0, [1.0, 1.0]));
        assert_eq!(stretch([600, 600]), (600.0, [1.0, 1.0]));
        assert_eq!(stretch([720, 720]), (360.0, [2.0, 2.0]));
        assert_eq!(stretch([1200, 1200]), (600.0, [2.0, 2.0]));
        assert_eq!(stretch([1200, 600]), (600.0, [2.0, 1.0]));
        assert_eq!(stretch([2400, 1200]), (600.0, [4.0, 2.0]));

        let placed = letter([2400, 1200]).place(LETTER);
        let strip = picture(5100, 200, &[(160, 10, [0; 3]), (161, 11, [0; 3])]);
        let tiles = drawn(&placed, &strip, 200..400);
        let areas = tiles
            .iter()
            .map(|tile| placed.area(tile))
            .collect::<Vec<_>>();
        assert_eq!(
            areas,
            [Area {
                left: 40,
                top: 120,
                width: 8,
                height: 4
            }]
        );
    }

    #[test]
    fn on_other_paper_a_page_is_smaller_and_in_the_middle() {
        let placed = letter([600, 600]).place(A4);
        assert!(placed.is_reduced && !placed.is_turned);
        let scale = placed.dots_per_point * 72.0 / 600.0;
        assert!((scale - 792.0 / 841.89).abs() < 1e-6, "{scale}");
        let left = (612.0 - 595.28 * scale) / 2.0 * 600.0 / 72.0 - 150.0;
        assert!((placed.origin[0] - left).abs() < 1e-3);
        assert_eq!(whole(placed.origin[1]), -150);

        let sheet = Sheet {
            paper: [5100, 8400],
            ..letter([600, 600])
        };
        let placed = sheet.place(LETTER);
        assert!(!placed.is_reduced, "Legal has room for it");
        assert_eq!(placed.origin.map(whole), [-150, -150]);
    }

    #[test]
    fn a_driver_may_round() {
        let sheet = Sheet {
            dpi: [300, 300],
            paper: [2479, 3500],
            margin: [0, 0],
            reach: [2479, 3500],
        };
        let placed = sheet.place(A4);
        assert!(!placed.is_reduced);
        assert_eq!((placed.columns, placed.rows), (0..2479, 0..3500));
    }

    #[test]
    fn a_page_is_turned_where_the_sheet_is_not() {
        let upright = letter([600, 600]);
        let lying = Sheet {
            dpi: [600, 600],
            paper: [6600, 5100],
            margin: [150, 150],
            reach: [6300, 4800],
        };
        assert!(!lying.place(LYING).is_turned);
        assert!(upright.place(LYING).is_turned);
        assert!(lying.place(LETTER).is_turned);
        assert_eq!(upright.place(LYING).rows, 150..6450);
        assert!(!upright.place(LYING).is_reduced);
    }

    #[test]
    fn only_ink_that_is_reached_is_sent() {
        let placed = letter([600, 600]).place(LETTER);
        let white = picture(5100, 64, &[]);
        assert_eq!(drawn(&placed, &white, 150..214), []);

        let dots = [
            (149, 5, [0; 3]),
            (150, 5, [1; 3]),
            (152, 6, [2; 3]),
            (4949, 63, [9; 3]),
            (4950, 63, [9; 3]),
        ];
        let tiles = drawn(&placed, &picture(5100, 64, &dots), 150..214);
        let [first, last] = tiles.as_slice() else {
            panic!("{tiles:?}");
        };
        let place = |tile: &Tile| (tile.left, tile.top, tile.width, tile.height);
        assert_eq!(place(first), (150, 155, 3, 2));
        assert_eq!(place(last), (4949, 213, 1, 1));
        assert!(first.is_grey);
        // The lower row first, each of four bytes.
        assert_eq!(first.bits, [255, 255, 2, 255, 1, 255, 255, 255]);
    }

    #[test]
    fn what_has_a_colour_is_sent_in_colour() {
        let strip = picture(9, 9, &[(1, 1, [10, 20, 30]), (2, 1, [7; 3])]);
        let tile = Tile::new(&strip, 0..9, 0..9).expect("ink");
        assert!(!tile.is_grey);
        assert_eq!(tile.bits, [30, 20, 10, 7, 7, 7, 255, 255]);
    }

    #[test]
    fn a_sheet_without_dots_is_told() {
        assert!(letter([600, 600]).is_usable());
        for broken in [
            Sheet {
                dpi: [0, 600],
                ..letter([600, 600])
            },
            Sheet {
                paper: [0, 0],
                ..letter([600, 600])
            },
            Sheet {
                reach: [100, 0],
                ..letter([600, 600])
            },
        ] {
            assert!(!broken.is_usable(), "{broken:?}");
        }
    }
}
