//! The sheets on the screen: laid out as they print, and drawn page by page.

use std::{collections::HashMap, ops::Range, sync::Arc};

use jiff::civil::Date;

use super::{PrintJob, ToPrint, start};
use crate::{
    app::{Wake, page::Ctx, session::serial},
    jobs::{Job, Look},
    report::{LaidOut, Picture, Print, ReportError},
};

/// Which sheets are meant: what is printed, and of which state of the camp.
#[derive(Clone, Debug, PartialEq)]
struct Sheets {
    job: PrintJob,
    revision: u64,
    today: Date,
    /// Another number for each time that the templates may have changed.
    templates: u64,
}

/// Sheets that are laid out, or why they can't be.
#[derive(Debug)]
pub struct Layout {
    sheets: Sheets,
    /// Another number for each layout.
    pub number: u64,
    pub laid: Result<LaidOut, ReportError>,
}

impl Layout {
    /// What is on the sheets; nothing where it is several prints.
    pub fn print(&self) -> Option<Print> {
        self.sheets.job.print()
    }
}

/// A page drawn for the screen.
#[derive(Debug)]
pub struct Drawn {
    /// Another number for each layout and scale, so that a texture is made once.
    pub number: u64,
    pub pixels_per_point: f32,
    pub picture: Picture,
}

/// A page to be drawn.
type PictureJob = Job<(usize, f32, Option<Picture>)>;

/// What is laid out and drawn for the screen.
#[derive(Debug, Default)]
pub struct Preview {
    layout: Option<Arc<Layout>>,
    /// Why the sheets that are wanted now can't be made, once that is known.
    why_none: Option<String>,
    laying_out: Option<(Sheets, Job<Result<LaidOut, ReportError>>)>,
    drawn: HashMap<usize, Drawn>,
    drawing: Option<PictureJob>,
}

impl Preview {
    /// Whether sheets are being laid out or drawn.
    pub fn is_busy(&self) -> bool {
        self.is_laying_out() || self.drawing.is_some()
    }

    /// Whether sheets are being laid out: those that are shown are the ones before.
    pub fn is_laying_out(&self) -> bool {
        self.laying_out.is_some()
    }

    /// The sheets, once they are laid out. While newer ones are being made, these are the ones before.
    pub fn layout(&self) -> Option<&Arc<Layout>> {
        self.layout.as_ref()
    }

    /// Why the sheets that are wanted now can't be made, once that is known.
    pub fn why_none(&self) -> Option<&str> {
        self.why_none.as_deref()
    }

    /// Collects what is done, and starts what the wanted sheets need. The last wish counts: what was wished for while
    /// sheets were being laid out is laid out next.
    pub fn follow(&mut self, wanted: Option<PrintJob>, ctx: &Ctx<'_>) {
        let wanted = wanted.map(|job| Sheets {
            job,
            revision: ctx.camp.revision,
            today: ctx.today(),
            templates: ctx.templates,
        });
        self.collect_layout(wanted.as_ref());
        self.collect_drawing();
        self.why_none = None;
        let Some(wanted) = wanted else {
            return self.drawn.clear();
        };
        if let Some(layout) = self
            .layout
            .as_ref()
            .filter(|layout| layout.sheets == wanted)
        {
            self.why_none = layout.laid.as_ref().err().map(ToString::to_string);
            return;
        }
        if self.laying_out.is_some() {
            return;
        }
        let to_print = ToPrint::new(wanted.job.clone(), ctx.camp, wanted.today);
        let job = start("laying out sheets", ctx.wake, move |_| to_print.lay_out());
        self.laying_out = job.map(|job| (wanted, job));
    }

    /// A page drawn at this many pixels a point. If it isn't yet, it will be, and until then the one before is shown.
    pub fn picture(&mut self, page: usize, pixels_per_point: f32, wake: &Wake) -> Option<&Drawn> {
        let fits = self
            .drawn
            .get(&page)
            .is_some_and(|drawn| (drawn.pixels_per_point - pixels_per_point).abs() < 0.01);
        if !fits
            && self.drawing.is_none()
            && let Some(layout) = self.layout.clone()
        {
            let work = move |_: &_| {
                let laid = layout.laid.as_ref().ok();
                let picture = laid.and_then(|laid| laid.pages.picture(page, pixels_per_point));
                (page, pixels_per_point, picture)
            };
            self.drawing = start("drawing a sheet", wake, work);
        }
        self.drawn.get(&page)
    }

    /// Lets go of the pictures of pages that are not shown.
    pub fn keep_pictures(&mut self, shown: &Range<usize>) {
        self.drawn.retain(|page, _| shown.contains(page));
    }

    fn collect_layout(&mut self, wanted: Option<&Sheets>) {
        let Some((sheets, job)) = &self.laying_out else {
            return;
        };
        let laid = match job.look() {
            Look::Busy => return,
            Look::Done(laid) => laid,
            Look::Broken => Err(ReportError::Pdf("the typesetter stopped".to_owned())),
        };
        let sheets = sheets.clone();
        self.laying_out = None;
        if wanted.is_some_and(|wanted| wanted.job.print() != sheets.job.print()) {
            // Another print was chosen meanwhile: its sheets come next, and these would only flash by.
            return;
        }
        self.layout = Some(Arc::new(Layout {
            sheets,
            number: serial(),
            laid,
        }));
        // Pictures of the layout before are shown until these sheets are drawn.
        for drawn in self.drawn.values_mut() {
            drawn.pixels_per_point = 0.0;
        }
        // A picture that is being drawn now is of the layout before.
        self.drawing = None;
    }

    fn collect_drawing(&mut self) {
        let Some(job) = &self.drawing else { return };
        match job.look() {
            Look::Busy => return,
            Look::Done((page, pixels_per_point, Some(picture))) => {
                let drawn = Drawn {
                    number: serial(),
                    pixels_per_point,
                    picture,
                };
                self.drawn.insert(page, drawn);
            }
            Look::Done((page, _, None)) => {
                self.drawn.remove(&page);
            }
            Look::Broken => {}
        }
        self.drawing = None;
    }
}
