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

/// White that is at least so wide, in dots, is not sent: between lines, and between words and columns. A page waits in
/// the printer's queue with some 10 MB rather than 34. Whatever is nearer stays together, so that a PDF that is printed
/// consists of a hundred pictures and not of thousands, which viewers round one by one.
const GAP: [usize; 2] = [128, 16];

/// The white that each piece keeps around its ink, in dots: a viewer that rounds its edges then rounds white.
const BORDER: usize = 8;

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

    /// Where a page comes to lie on a usable sheet, by where its words are: the left upper and the right lower corner of
    /// their ink, in points.
    ///
    /// It keeps its place and size on its own paper. Where words would lie in a margin that the printer can't reach, the
    /// page is moved, no further than it must; where they have no room at all it stays, and what can't be reached is cut.
    /// On other paper that it is too large for it is made smaller, and stands in the middle.
    pub(super) fn place(&self, page: PageSize, ink: [[f64; 2]; 2]) -> Placed {
        let axes = [0, 1];
        let dpi = self.dpi.map(f64::from);
        let points = |dots: [i32; 2]| axes.map(|axis| f64::from(dots[axis]) * 72.0 / dpi[axis]);
        let (paper, margin, reach) = (points(self.paper), points(self.margin), points(self.reach));

        let is_turned = (page.width > page.height) != (paper[0] > paper[1]);
        let mut size = [page.width, page.height].map(f64::from);
        let mut ink = ink;
        if is_turned {
            let [[left, top], [right, bottom]] = ink;
            ink = [[top, size[0] - right], [bottom, size[0] - left]];
            size.reverse();
        }
        let is_larger = |axis: usize| size[axis] > paper[axis] + TOLERANCE;
        let is_reduced = axes.into_iter().any(is_larger);
        let scale = if is_reduced {
            f64::min(paper[0] / size[0], paper[1] / size[1])
        } else {
            1.0
        };
        let left_upper = axes.map(|axis| {
            let centred = (paper[axis] - size[axis] * scale) / 2.0;
            let place = if is_reduced { centred } else { 0.0 };
            let [first, end] = ink.map(|corner| place + corner[axis] * scale);
            let before = margin[axis] - first;
            let behind = end - margin[axis] - reach[axis];
            match (before > 0.0, behind > 0.0) {
                _ if before + behind > 0.0 => place,
                (true, _) => place + before,
                (_, true) => place - behind,
                _ => place,
            }
        });
        let drawn_dpi = drawn(self.dpi);
        let dots_per_point = drawn_dpi / 72.0 * scale;
        let stretch = dpi.map(|dpi| dpi / drawn_dpi);
        // Whole dots: where a printer's dot is a drawn one, it stays one.
        let origin = axes.map(|axis| {
            let origin = left_upper[axis] * dpi[axis] / 72.0;
            origin.round() - f64::from(self.margin[axis])
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
    /// The rows that are reached.
    pub(super) fn rows(&self) -> Range<u32> {
        self.rows.clone()
    }

    /// The rows from this one on that are drawn at a time.
    pub(super) fn strip(&self, top: u32) -> Range<u32> {
        let height = (STRIP / 4 / self.width.max(1)).clamp(1, u32::from(u16::MAX));
        top..self.rows.end.min(top + height)
    }

    /// The pieces of a drawn strip that have ink and are reached, and the row with which the next strip begins: no line
    /// of a page is cut in two that fits into a strip.
    pub(super) fn tiles<'a>(
        &self,
        strip: &'a Picture,
        rows: &Range<u32>,
    ) -> (impl Iterator<Item = Tile> + use<'a>, u32) {
        let top = rows.start;
        let height = strip.height.min(rows.len());
        let right = strip.width.min(self.columns.end as usize);
        let columns = right.min(self.columns.start as usize)..right;
        let line = {
            let columns = columns.clone();
            move |row: usize| {
                let line = &strip.rgba[row * strip.width * 4..][..strip.width * 4];
                &line.as_chunks::<4>().0[columns.clone()]
            }
        };
        let mut lines = runs(height, GAP[1], |row| line(row).iter().copied().any(is_ink));
        let mut next = rows.end;
        if let Some(last) = lines.last()
            && last.start > 0
            && last.end == height
            && next < self.rows.end
        {
            next = top + dot_of(last.start);
            lines.pop();
        }
        let tiles = lines.into_iter().flat_map(move |rows| {
            let line = line.clone();
            let left = columns.start;
            let mut inked = vec![false; columns.len()];
            for row in rows.clone() {
                for (inked, dot) in inked.iter_mut().zip(line(row)) {
                    *inked |= is_ink(*dot);
                }
            }
            let words = runs(inked.len(), GAP[0], |column| inked[column]);
            words.into_iter().map(move |columns| {
                let lines = rows.clone().rev().map(|row| &line(row)[columns.clone()]);
                Tile {
                    left: dot_of(left + columns.start),
                    top: top + dot_of(rows.start),
                    ..Tile::new(columns.len(), lines)
                }
            })
        });
        (tiles, next)
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

/// What has ink of so many dots, with a border; runs with less than a gap between them are one.
fn runs(count: usize, gap: usize, is_inked: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let mut runs = Vec::<Range<usize>>::new();
    for at in (0..count).filter(|at| is_inked(*at)) {
        let bordered = at.saturating_sub(BORDER)..count.min(at + 1 + BORDER);
        match runs.last_mut() {
            Some(run) if at < run.end + gap - BORDER => run.end = bordered.end,
            _ => runs.push(bordered),
        }
    }
    runs
}

fn is_ink([red, green, blue, _]: [u8; 4]) -> bool {
    [red, green, blue] != [255; 3]
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

fn dot_of(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
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
    /// A piece at the page's corner, of lines so many dots wide, the lowest first.
    fn new<'a>(width: usize, lines: impl Iterator<Item = &'a [[u8; 4]]> + Clone) -> Self {
        let is_grey = |[red, green, blue, _]: &[u8; 4]| red == green && green == blue;
        let is_grey = lines.clone().flatten().all(is_grey);
        let bytes = if is_grey { 1 } else { 3 };
        let mut bits = Vec::new();
        let mut height = 0;
        for line in lines {
            for [red, green, blue, _] in line {
                bits.extend_from_slice(&[*blue, *green, *red][..bytes]);
            }
            bits.resize(bits.len().next_multiple_of(4), 255);
            height += 1;
        }
        Self {
            left: 0,
            top: 0,
            width: dot_of(width),
            height,
            is_grey,
            bits,
        }
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

    fn tiles(placed: &Placed, strip: &Picture, rows: Range<u32>) -> Vec<Tile> {
        placed.tiles(strip, &rows).0.collect()
    }

    /// Ink in the middle of a page.
    const MIDDLE: [[f64; 2]; 2] = [[200.0, 200.0], [400.0, 400.0]];

    #[test]
    fn a_page_keeps_its_place_on_its_own_paper() {
        let placed = letter([600, 600]).place(LETTER, MIDDLE);
        assert!(!placed.is_turned && !placed.is_reduced);
        assert_eq!(placed.origin.map(whole), [-150, -150]);
        assert_eq!(
            (placed.columns.clone(), placed.rows()),
            (150..4950, 150..6450)
        );
        let tiles = tiles(&placed, &picture(5100, 64, &[(350, 20, [0; 3])]), 150..214);
        let areas = tiles.iter().map(|tile| placed.area(tile));
        assert_eq!(
            areas.collect::<Vec<_>>(),
            [Area {
                left: 192,
                top: 12,
                width: 17,
                height: 17
            }]
        );
    }

    #[test]
    fn ink_is_moved_out_of_the_margins_and_no_further() {
        // A quarter of an inch is 18 points.
        let origin = |first: [f64; 2], end: [f64; 2]| {
            let placed = letter([600, 600]).place(LETTER, [first, end]);
            placed.origin.map(|origin| (origin + 150.0) * 72.0 / 600.0)
        };
        let near =
            |moved: [f64; 2], by: [f64; 2]| (0..2).all(|axis| (moved[axis] - by[axis]).abs() < 0.1);
        assert!(near(origin([18.0, 18.0], [594.0, 774.0]), [0.0, 0.0]));
        assert!(near(origin([30.0, 30.0], [580.0, 780.0]), [0.0, -6.0]));
        assert!(near(origin([10.0, 30.0], [580.0, 700.0]), [8.0, 0.0]));
        assert!(
            near(origin([10.0, 10.0], [610.0, 790.0]), [0.0, 0.0]),
            "cut on both sides"
        );

        let lying = letter([600, 600]).place(LYING, [[10.0, 30.0], [700.0, 500.0]]);
        assert!(lying.is_turned);
        let moved = (lying.origin[1] + 150.0) * 72.0 / 600.0;
        assert!(
            (moved + 8.0).abs() < 0.1,
            "its left side is the lower one now: {moved}"
        );
    }

    #[test]
    fn strips_are_small_and_leave_out_nothing() {
        let placed = letter([600, 600]).place(LETTER, MIDDLE);
        let strip = placed.strip(150);
        assert!(strip.len() * 5100 * 4 <= 16 << 20 && strip.len() > 800);
        assert_eq!(placed.strip(6400), 6400..6450);

        // A line of text lies across the end of a strip of 100 rows.
        let dots = [(1000, 20, [0; 3]), (1000, 90, [0; 3]), (1000, 99, [0; 3])];
        let first = picture(5100, 100, &dots);
        let (sent, next) = placed.tiles(&first, &(150..250));
        assert_eq!(next, 150 + 82);
        assert_eq!(sent.map(|tile| tile.top).collect::<Vec<_>>(), [150 + 12]);
        // It fills the whole of the next one, which is sent, as there is no place to part it.
        let dots = (0..100).map(|row| (1000, row, [0; 3])).collect::<Vec<_>>();
        let second = picture(5100, 100, &dots);
        let (sent, next) = placed.tiles(&second, &(232..332));
        assert_eq!(next, 332);
        assert_eq!(sent.map(|tile| tile.height).collect::<Vec<_>>(), [100]);
        // At the foot nothing comes after it.
        let (sent, next) = placed.tiles(&first, &(6350..6450));
        assert_eq!((sent.count(), next), (2, 6450));
    }

    #[test]
    fn a_fine_printer_gets_squares_of_dots() {
        let stretch = |dpi| {
            let placed = letter(dpi).place(LETTER, MIDDLE);
            (placed.dots_per_point * 72.0, placed.stretch)
        };
        assert_eq!(stretch([300, 300]), (300.0, [1.0, 1.0]));
        assert_eq!(stretch([600, 600]), (600.0, [1.0, 1.0]));
        assert_eq!(stretch([720, 720]), (360.0, [2.0, 2.0]));
        assert_eq!(stretch([1200, 1200]), (600.0, [2.0, 2.0]));
        assert_eq!(stretch([1200, 600]), (600.0, [2.0, 1.0]));
        assert_eq!(stretch([2400, 1200]), (600.0, [4.0, 2.0]));

        let placed = letter([2400, 1200]).place(LETTER, MIDDLE);
        let strip = picture(5100, 200, &[(260, 30, [0; 3]), (261, 31, [0; 3])]);
        let areas = tiles(&placed, &strip, 200..400);
        let areas = areas.iter().map(|tile| placed.area(tile));
        assert_eq!(
            areas.collect::<Vec<_>>(),
            [Area {
                left: (252 - 150) * 4,
                top: (222 - 150) * 2,
                width: 18 * 4,
                height: 18 * 2
            }]
        );
    }

    #[test]
    fn on_other_paper_a_page_is_smaller_and_in_the_middle() {
        let placed = letter([600, 600]).place(A4, MIDDLE);
        assert!(placed.is_reduced && !placed.is_turned);
        let scale = placed.dots_per_point * 72.0 / 600.0;
        assert!((scale - 792.0 / 841.89).abs() < 1e-6, "{scale}");
        let left = (612.0 - 595.28 * scale) / 2.0 * 600.0 / 72.0 - 150.0;
        assert_eq!(placed.origin.map(whole), [whole(left), -150]);

        let sheet = Sheet {
            paper: [5100, 8400],
            ..letter([600, 600])
        };
        let placed = sheet.place(LETTER, MIDDLE);
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
        let placed = sheet.place(A4, MIDDLE);
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
        assert!(!lying.place(LYING, MIDDLE).is_turned);
        assert!(upright.place(LYING, MIDDLE).is_turned);
        assert!(lying.place(LETTER, MIDDLE).is_turned);
        assert_eq!(upright.place(LYING, MIDDLE).rows, 150..6450);
        assert!(!upright.place(LYING, MIDDLE).is_reduced);
    }

    #[test]
    fn only_ink_that_is_reached_is_sent() {
        let placed = letter([600, 600]).place(LETTER, MIDDLE);
        assert_eq!(tiles(&placed, &picture(5100, 64, &[]), 150..214), []);

        let dots = [
            // The last column that isn't reached, and the first that is.
            (149, 5, [0; 3]),
            (150, 5, [1; 3]),
            (152, 6, [2; 3]),
            // Near enough, and too far.
            (262, 6, [3; 3]),
            (800, 6, [4; 3]),
            (800, 40, [5; 3]),
            (4949, 63, [6; 3]),
            (4950, 63, [7; 3]),
        ];
        let tiles = tiles(&placed, &picture(5100, 80, &dots), 150..230);
        let place = |tile: &Tile| (tile.left, tile.top, tile.width, tile.height);
        assert_eq!(
            tiles.iter().map(place).collect::<Vec<_>>(),
            [
                (150, 150, 121, 15),
                (792, 150, 17, 15),
                (792, 182, 17, 17),
                (4941, 205, 9, 17),
            ]
        );
        assert!(tiles.iter().all(|tile| tile.is_grey));
        // The lowest row is the first, and each is of whole double words.
        let rows = tiles[3].bits.chunks(12).collect::<Vec<_>>();
        assert_eq!(rows.len(), 17);
        for (row, dots) in rows.iter().enumerate() {
            let ink = if row == 8 { 6 } else { 255 };
            assert_eq!((dots[..8].iter().min(), dots[8]), (Some(&255), ink));
        }
    }

    #[test]
    fn what_has_a_colour_is_sent_in_colour() {
        let line = [[10, 20, 30, 255], [7, 7, 7, 255]];
        let tile = Tile::new(2, [line.as_slice()].into_iter());
        assert!(!tile.is_grey);
        assert_eq!(tile.bits, [30, 20, 10, 7, 7, 7, 255, 255]);
    }

    #[test]
    fn a_sheet_without_dots_is_told() {
        let sheet = letter([600, 600]);
        assert!(sheet.is_usable());
        let broken = |change: fn(&mut Sheet)| {
            let mut sheet = sheet;
            change(&mut sheet);
            !sheet.is_usable()
        };
        assert!(broken(|sheet| sheet.dpi[0] = 0));
        assert!(broken(|sheet| sheet.paper = [0, 0]));
        assert!(broken(|sheet| sheet.reach[1] = 0));
    }
}
