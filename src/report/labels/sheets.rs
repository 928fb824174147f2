//! The sheets of labels that are sold, measured to the tenth of a millimetre.
//!
//! Sources of the measures, where nothing else is said: the lists of LibreOffice (`extras/source/labels/labels.xml`, in
//! hundredths of a millimetre) and of gLabels (`templates/avery-us-templates.xml` and `avery-iso-templates.xml`). Both
//! were made from the maker's own. Where they differ, the one is taken by which the labels lie in the middle of the
//! paper, as they do on all these sheets; a test sees to that.

use serde::{Deserialize, Serialize};
use strum::VariantArray;

use crate::report::Paper;

/// A sheet of labels, by the maker's number. In the order of a menu: Letter first, and on each paper from small labels to large ones.
#[derive(
    Clone, Copy, Debug, Default, Eq, Hash, PartialEq, Deserialize, Serialize, VariantArray,
)]
pub enum LabelSheet {
    /// Address labels. gLabels has the columns 0.8 mm apart from here; LibreOffice, and the maker's 3/16 and 2¾ inches,
    /// agree.
    #[default]
    #[serde(rename = "avery-5160")]
    Avery5160,
    /// Shipping labels. The left margin of gLabels is 0.2 mm wider, which can't be for both sides.
    #[serde(rename = "avery-5163")]
    Avery5163,
    /// Name badges that stick to clothes.
    #[serde(rename = "avery-5395")]
    Avery5395,
    /// Cards for badge holders. Source: LibreOffice only.
    #[serde(rename = "avery-5392")]
    Avery5392,
    /// Address labels. Source of the margins: LibreOffice; gLabels has them in points and 0.3 mm wider.
    #[serde(rename = "avery-l7160")]
    AveryL7160,
    /// Address labels. Source of the margins and of the space between the columns: LibreOffice, as gLabels rounds them to
    /// half a millimetre.
    #[serde(rename = "avery-l7163")]
    AveryL7163,
    /// Name badges that stick to clothes. Source: gLabels, with its margins of 18 and 13 mm put right by half a millimetre.
    #[serde(rename = "avery-l4785")]
    AveryL4785,
    /// Cards for badge holders. Source: LibreOffice only.
    #[serde(rename = "avery-l7418")]
    AveryL7418,
}

/// Where the labels of a sheet are, in millimetres. Rows and columns are evenly spaced.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LabelGrid {
    #[serde(skip)]
    pub paper: Paper,
    pub columns: usize,
    pub rows: usize,
    /// Of a label.
    pub width: f64,
    /// Of a label.
    pub height: f64,
    /// From the edge of the paper to the first column.
    pub left: f64,
    /// From the edge of the paper to the first row.
    pub top: f64,
    /// From the left edge of a column to that of the next.
    pub column_step: f64,
    /// From the upper edge of a row to that of the next.
    pub row_step: f64,
}

/// In millimetres.
const INCH: f64 = 25.4;

impl LabelGrid {
    /// The labels of a sheet.
    #[must_use]
    pub const fn labels(&self) -> usize {
        self.columns * self.rows
    }

    /// The left upper corner of a label, counted from 0 row by row.
    #[cfg(test)]
    pub(super) fn corner(&self, place: usize) -> (f64, f64) {
        let of = |start: f64, step: f64, number: usize| {
            start + step * f64::from(u32::try_from(number).expect("few"))
        };
        (
            of(self.left, self.column_step, place % self.columns),
            of(self.top, self.row_step, place / self.columns),
        )
    }
}

/// Labels on Letter, measured in inches: size, corner of the first one, steps to the next.
const fn letter(
    [columns, rows]: [usize; 2],
    [width, height]: [f64; 2],
    [left, top]: [f64; 2],
    [column_step, row_step]: [f64; 2],
) -> LabelGrid {
    LabelGrid {
        paper: Paper::Letter,
        columns,
        rows,
        width: width * INCH,
        height: height * INCH,
        left: left * INCH,
        top: top * INCH,
        column_step: column_step * INCH,
        row_step: row_step * INCH,
    }
}

/// Labels on A4, measured in millimetres.
const fn a4(
    [columns, rows]: [usize; 2],
    [width, height]: [f64; 2],
    [left, top]: [f64; 2],
    [column_step, row_step]: [f64; 2],
) -> LabelGrid {
    LabelGrid {
        paper: Paper::A4,
        columns,
        rows,
        width,
        height,
        left,
        top,
        column_step,
        row_step,
    }
}

impl LabelSheet {
    /// The maker's number, which is what the command line calls it: "5160". The maker sells the same sheet under other
    /// numbers too (8160, 5260).
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Avery5160 => "5160",
            Self::Avery5163 => "5163",
            Self::Avery5395 => "5395",
            Self::Avery5392 => "5392",
            Self::AveryL7160 => "L7160",
            Self::AveryL7163 => "L7163",
            Self::AveryL4785 => "L4785",
            Self::AveryL7418 => "L7418",
        }
    }

    /// "Avery 5160: labels, 2⅝ × 1 in, 30 on Letter"
    #[must_use]
    pub fn name(self) -> String {
        let (what, size) = match self {
            Self::Avery5160 => ("labels", "2⅝ × 1 in"),
            Self::Avery5163 => ("labels", "4 × 2 in"),
            Self::Avery5395 => ("name badges", "3⅜ × 2⅓ in"),
            Self::Avery5392 => ("cards for badge holders", "4 × 3 in"),
            Self::AveryL7160 => ("labels", "63.5 × 38.1 mm"),
            Self::AveryL7163 => ("labels", "99.1 × 38.1 mm"),
            Self::AveryL4785 => ("name badges", "80 × 50 mm"),
            Self::AveryL7418 => ("cards for badge holders", "86 × 55 mm"),
        };
        let grid = self.grid();
        format!(
            "Avery {}: {what}, {size}, {} on {}",
            self.word(),
            grid.labels(),
            grid.paper.name()
        )
    }

    /// Where its labels are.
    #[must_use]
    pub const fn grid(self) -> LabelGrid {
        match self {
            Self::Avery5160 => letter([3, 10], [2.625, 1.0], [0.1875, 0.5], [2.75, 1.0]),
            Self::Avery5163 => letter([2, 5], [4.0, 2.0], [0.15625, 0.5], [4.1875, 2.0]),
            Self::Avery5395 => letter(
                [2, 4],
                [3.375, 7.0 / 3.0],
                [0.6875, 7.0 / 12.0],
                [3.75, 2.5],
            ),
            Self::Avery5392 => letter([2, 3], [4.0, 3.0], [0.25, 1.0], [4.0, 3.0]),
            Self::AveryL7160 => a4([3, 7], [63.5, 38.1], [7.21, 15.15], [66.04, 38.1]),
            Self::AveryL7163 => a4([2, 7], [99.06, 38.1], [4.67, 15.15], [101.6, 38.1]),
            Self::AveryL4785 => a4([2, 5], [80.0, 50.0], [17.5, 13.5], [95.0, 55.0]),
            Self::AveryL7418 => a4([2, 4], [86.0, 55.0], [19.0, 38.5], [86.0, 55.0]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_lie_in_the_middle_of_their_paper_and_apart() {
        for sheet in LabelSheet::VARIANTS.iter().copied() {
            let grid = sheet.grid();
            let (width, height) = match grid.paper {
                Paper::Letter => (8.5 * INCH, 11.0 * INCH),
                Paper::A4 => (210.0, 297.0),
            };
            let (left, top) = grid.corner(grid.labels() - 1);
            let right = width - left - grid.width;
            let bottom = height - top - grid.height;
            let name = sheet.name();
            assert!((right - grid.left).abs() < 0.05, "{name}: {right}");
            assert!((bottom - grid.top).abs() < 0.05, "{name}: {bottom}");
            assert!(grid.column_step >= grid.width - 1e-9, "{name}");
            assert!(grid.row_step >= grid.height - 1e-9, "{name}");
        }
    }

    #[test]
    fn a_sheet_is_told_by_its_number() {
        for sheet in LabelSheet::VARIANTS.iter().copied() {
            assert!(sheet.name().contains(sheet.word()));
        }
        assert_eq!(
            LabelSheet::AveryL4785.name(),
            "Avery L4785: name badges, 80 × 50 mm, 10 on A4"
        );
    }
}
