//! Pages that are laid out: pictures for the window, a PDF for everything else.

#[cfg(any(windows, test))]
use std::ops::Range;
use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
};

use typst::{
    foundations::Smart,
    layout::{Abs, Angle, Frame, FrameItem, Point, Size, Transform},
};
use typst_layout::{Page, PagedDocument};
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};
use typst_render::RenderOptions;

use super::{MissingLetters, ReportError, packed::packed, world::GAVE_UP};

/// The bounds of [`Pages::picture`]'s scale. Above 16 (1152 dots an inch) a picture of a page is over 100 million
/// dots; below 1/16 nothing of it is left.
const PIXELS_PER_POINT: std::ops::RangeInclusive<f32> = 0.0625..=16.0;

/// The most dots of a picture: as many as the largest paper of the program has at the largest scale.
const MOST_PIXELS: f32 = 270e6;

/// The size of a page in points, of which 72 make an inch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageSize {
    pub width: f32,
    pub height: f32,
}

/// A page as dots.
#[derive(Clone, Eq, PartialEq)]
pub struct Picture {
    /// In pixels.
    pub width: usize,
    /// In pixels.
    pub height: usize,
    /// Red, green, blue and alpha of each pixel, from the top left, row by row. Paper is white and every pixel is
    /// opaque.
    pub rgba: Vec<u8>,
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({} × {})", self.width, self.height)
    }
}

/// A report that is laid out. Window, PDF and paper show the same: they are drawn from this.
///
/// Cloning is cheap; pages can be sent to another thread.
#[derive(Clone, Debug)]
pub struct Pages {
    pub(super) document: PagedDocument,
    title: String,
    missing: Vec<MissingLetters>,
}

impl Pages {
    pub(super) fn new(
        document: PagedDocument,
        title: String,
        missing: Vec<MissingLetters>,
    ) -> Self {
        Self {
            document,
            title,
            missing,
        }
    }

    /// What the document is called: "Week 3 standings". [`file_name`](super::file_name) makes a file name of it.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The number of pages, at least 1.
    pub fn count(&self) -> usize {
        self.document.pages().len()
    }

    /// The names and other texts that can't be printed as they are. To be shown before anything is printed.
    pub fn missing_letters(&self) -> &[MissingLetters] {
        &self.missing
    }

    /// The size of a page, counted from 0.
    pub fn size(&self, page: usize) -> Option<PageSize> {
        let size = self.page(page)?.frame.size();
        Some(PageSize {
            width: points(size.x),
            height: points(size.y),
        })
    }

    /// Whether a page, counted from 0, lies on its side.
    pub(super) fn is_wide(&self, page: usize) -> bool {
        let size = self.size(page);
        size.is_some_and(|size| size.width > size.height)
    }

    /// All pages as a PDF file: with title and author, accessible to everybody as PDF/UA-1 wants it, and with nothing but the
    /// letters that it needs of its fonts. The same pages give the same bytes.
    ///
    /// A letter that no font has, or a picture without words in a template of the director's own, is what the standard forbids: such a file
    /// is tagged for screen readers all the same.
    ///
    /// # Errors
    /// [`ReportError::Pdf`] with the typesetter's words.
    pub fn pdf(&self) -> Result<Vec<u8>, ReportError> {
        let pdf = self.unpacked_pdf(&[PdfStandard::Ua_1]).or_else(|error| {
            tracing::warn!("not as PDF/UA-1: {error}");
            self.unpacked_pdf(&[])
        })?;
        Ok(packed(pdf))
    }

    /// The same as the typesetter writes it.
    ///
    /// # Errors
    /// [`ReportError::Pdf`], also where the pages don't meet one of the standards.
    pub(super) fn unpacked_pdf(&self, standards: &[PdfStandard]) -> Result<Vec<u8>, ReportError> {
        let standards = PdfStandards::new(standards)
            .map_err(|error| ReportError::Pdf(error.message().to_string()))?;
        let options = PdfOptions {
            creator: Smart::Custom(Some("Camp Ladder".to_owned())),
            standards,
            ..PdfOptions::default()
        };
        // What could be laid out needn't be anything that can be written, if a template asks for it.
        let write = || typst_pdf::pdf(&self.document, &options);
        let written = catch_unwind(AssertUnwindSafe(write))
            .map_err(|_| ReportError::Pdf(GAVE_UP.to_owned()))?;
        written.map_err(|mistakes| {
            let messages = mistakes.iter().map(|mistake| mistake.message.as_str());
            ReportError::Pdf(messages.collect::<Vec<_>>().join("; "))
        })
    }

    /// The same pages as they go into a printer: one that lies on its side is turned upright, as the paper lies in the
    /// tray. A printer that is asked for both in one go cuts off what it has no room for, or asks for other paper.
    #[cfg(any(not(windows), test))]
    pub(super) fn upright(&self) -> Self {
        use typst::model::Document;

        let pages = self.document.pages().iter().cloned().map(|mut page| {
            if page.frame.width() > page.frame.height() {
                turn(&mut page.frame);
            }
            page
        });
        Self {
            document: PagedDocument::new(pages.collect(), Document::info(&self.document).clone()),
            ..self.clone()
        }
    }

    /// A page, counted from 0, as a picture. Outside 1/16 to 16 `pixels_per_point` it is drawn with the nearest scale
    /// that is not; a page that is larger than any paper in fewer dots.
    pub fn picture(&self, page: usize, pixels_per_point: f32) -> Option<Picture> {
        let scale = pixels_per_point.clamp(*PIXELS_PER_POINT.start(), *PIXELS_PER_POINT.end());
        let size = self.size(page)?;
        let scale = scale.min((MOST_PIXELS / (size.width * size.height)).sqrt());
        Some(draw(self.page(page)?, f64::from(scale)))
    }

    /// Where the words of a page are, counted from 0: the left upper and the right lower corner of their ink, in points;
    /// the middle of a page without any. Lines don't count: the edges of labels lie where no printer reaches.
    #[cfg(any(windows, test))]
    pub(super) fn inked(&self, page: usize) -> [[f64; 2]; 2] {
        let boxes = self.ink(page).into_iter();
        let boxes = boxes.map(|[left, top, right, bottom]| [[left, top], [right, bottom]]);
        let both = |[first, end]: [[f64; 2]; 2], [other, other_end]: [[f64; 2]; 2]| {
            let least = [0, 1].map(|axis: usize| first[axis].min(other[axis]));
            [
                least,
                [0, 1].map(|axis: usize| end[axis].max(other_end[axis])),
            ]
        };
        boxes.reduce(both).unwrap_or_else(|| {
            let size = self.page(page).map(|page| page.frame.size());
            [size.map_or([0.0; 2], |size| {
                [size.x.to_pt() / 2.0, size.y.to_pt() / 2.0]
            }); 2]
        })
    }

    /// Some rows of a page, counted from 0, drawn with so many dots a point: what a printer is given at a time, as a
    /// whole page would be a hundred million bytes. The page can be turned onto its side, a quarter to the left.
    #[cfg(any(windows, test))]
    pub(super) fn strip(
        &self,
        page: usize,
        is_turned: bool,
        dots_per_point: f64,
        rows: &Range<u32>,
    ) -> Option<Picture> {
        let mut page = self.page(page)?.clone();
        if is_turned {
            turn(&mut page.frame);
        }
        let at = |row: u32| Abs::pt(f64::from(row) / dots_per_point);
        let size = Size::new(page.frame.width(), at(rows.end) - at(rows.start));
        let mut strip = Frame::soft(size);
        strip.push_frame(Point::with_y(-at(rows.start)), page.frame);
        page.frame = strip;
        Some(draw(&page, dots_per_point))
    }

    /// The words of a page, counted from 0, line by line in reading order: for screen readers, which can't read the
    /// picture. A name that takes two lines on paper takes two lines here.
    pub fn text(&self, page: usize) -> Option<String> {
        let mut reader = TextReader::default();
        reader.read(&self.page(page)?.frame, Point::zero());
        Some(reader.text)
    }

    /// Where the ink of each text of a page is, in points from the left upper corner: left, top, right, bottom.
    #[cfg(any(windows, test))]
    pub(super) fn ink(&self, page: usize) -> Vec<[f64; 4]> {
        let mut ink = Vec::new();
        if let Some(page) = self.page(page) {
            gather_ink(&page.frame, Point::zero(), &mut ink);
        }
        ink
    }

    /// The texts of a page with the sizes of their type, in points.
    #[cfg(test)]
    pub(super) fn type_sizes(&self, page: usize) -> Vec<(String, f64)> {
        fn collect(frame: &Frame, sizes: &mut Vec<(String, f64)>) {
            for (_, item) in frame.items() {
                match item {
                    FrameItem::Group(group) => collect(&group.frame, sizes),
                    FrameItem::Text(text) => sizes.push((text.text.to_string(), text.size.to_pt())),
                    _ => (),
                }
            }
        }
        let mut sizes = Vec::new();
        if let Some(page) = self.page(page) {
            collect(&page.frame, &mut sizes);
        }
        sizes
    }

    fn page(&self, page: usize) -> Option<&Page> {
        self.document.pages().get(page)
    }
}

fn draw(page: &Page, pixels_per_point: f64) -> Picture {
    let options = RenderOptions {
        pixel_per_pt: pixels_per_point.into(),
        render_bleed: false,
    };
    let pixels = typst_render::render(page, &options);
    Picture {
        width: pixels.width() as usize,
        height: pixels.height() as usize,
        // The alpha that colours are multiplied with is 1 everywhere, as the paper is painted first.
        rgba: pixels.take(),
    }
}

/// Turns what is on a page a quarter to the left, and the page with it.
fn turn(frame: &mut Frame) {
    let Size {
        x: width,
        y: height,
    } = frame.size();
    let turned = Transform::rotate(Angle::deg(-90.0));
    let moved = Transform::translate(Abs::zero(), width);
    frame.transform(moved.pre_concat(turned));
    frame.set_size(Size::new(height, width));
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a sheet is measured in hundreds of points, and the error lies beyond the twelfth decimal"
)]
fn points(length: Abs) -> f32 {
    length.to_pt() as f32
}

#[cfg(any(windows, test))]
fn gather_ink(frame: &Frame, origin: Point, ink: &mut Vec<[f64; 4]>) {
    for (position, item) in frame.items() {
        let place = origin + *position;
        match item {
            FrameItem::Group(group) => gather_ink(&group.frame, place, ink),
            FrameItem::Text(text) => {
                let ink_of_text = text.bbox();
                let corners = [place + ink_of_text.min, place + ink_of_text.max];
                let (min, max) = (corners[0].min(corners[1]), corners[0].max(corners[1]));
                let edges = [min.x, min.y, max.x, max.y].map(Abs::to_pt);
                // Spaces have no ink.
                if edges.iter().all(|edge| edge.is_finite()) {
                    ink.push(edges);
                }
            }
            _ => (),
        }
    }
}

/// Collects the words of a page.
#[derive(Debug, Default)]
struct TextReader {
    text: String,
    /// The end of the last word: its baseline, and how far right it reaches.
    end: Option<Point>,
}

impl TextReader {
    fn read(&mut self, frame: &Frame, origin: Point) {
        for (position, item) in frame.items() {
            let place = origin + *position;
            match item {
                // No template turns or scales anything with words in it.
                FrameItem::Group(group) => self.read(&group.frame, place),
                FrameItem::Text(text) => {
                    self.text.push_str(self.between(place));
                    // A hyphen that is there only as the line ends belongs to no name.
                    self.text
                        .extend(text.text.chars().filter(|c| *c != '\u{AD}'));
                    self.end = Some(place + Point::with_x(text.width()));
                }
                _ => (),
            }
        }
    }

    /// What stands between the last word and the one that starts at `place`.
    fn between(&self, place: Point) -> &'static str {
        let same = |a: Abs, b: Abs| (a - b).abs() < Abs::pt(0.5);
        match self.end {
            None => "",
            Some(end) if !same(end.y, place.y) => "\n",
            Some(end) if same(end.x, place.x) => "",
            Some(_) => "\t",
        }
    }
}
