//! Printing on Windows: each page drawn in the printer's own dots, with the printer's own settings for all but paper, the
//! way it lies, and copies.
//!
//! The shell's "print" verb is no way to print: the program that shows PDFs on most computers, Edge, has none.

use super::{
    PrintError, PrintOptions, Printed, Printer, Sides,
    gdi::{self, Dc, DevMode},
    job::{self, Failure, Order, Press},
    settings::{CopyPlan, Settings},
    sheet::{Area, Sheet, Tile},
};
use crate::{
    jobs::Progress,
    report::{Pages, Paper},
};

pub(super) fn printers() -> Result<Vec<Printer>, PrintError> {
    let default = gdi::default_printer();
    let names = gdi::printer_names().map_err(|failure| PrintError::NoList(failure.in_words()))?;
    let printers = names.into_iter().map(|name| Printer {
        is_default: default.as_ref() == Some(&name),
        name,
    });
    Ok(printers.collect())
}

pub(super) fn print(
    pages: &Pages,
    printer: &str,
    options: &PrintOptions,
    progress: &Progress,
) -> Result<Printed, PrintError> {
    let printed = GdiPress::new(printer, options, pages)
        .and_then(|(mut press, order)| job::run(&mut press, pages, &order, progress));
    printed.or_else(|failure| failure.ends(printer))
}

/// A printer of Windows'.
struct GdiPress {
    printer: gdi::Printer,
    own: DevMode,
    paper: Paper,
    sides: Sides,
    copies: CopyPlan,
    dc: Dc,
    /// How the sheet was asked for that is drawn on.
    is_wide: bool,
}

impl GdiPress {
    /// A printer that is ready for the first page, and how it is to get all of them.
    fn new(name: &str, options: &PrintOptions, pages: &Pages) -> Result<(Self, Order), Failure> {
        let PrintOptions { paper, sides, .. } = *options;
        let places = options.places(pages.count());
        let first = places.first();
        let is_wide = first.is_some_and(|first| pages.is_wide(*first));
        let printer = gdi::Printer::open(name)?;
        let own = printer.own_settings()?;
        let (most, collates) = (printer.most_copies(&own), printer.collates(&own));
        let planned = CopyPlan::new(options.copies(), places.len(), most, collates);
        let asked = |copies| own.get().with(paper, is_wide, sides, copies);
        let mut granted = granted(&printer, &own, asked(planned))?;
        let copies = planned.unless(granted.get().copies);
        if copies != planned {
            granted = self::granted(&printer, &own, asked(copies))?;
        }
        let order = Order {
            places,
            runs: copies.runs,
            is_duplex: granted.get().is_duplex(),
        };
        let dc = Dc::new(&printer, &granted)?;
        let press = Self {
            printer,
            own,
            paper,
            sides,
            copies,
            dc,
            is_wide,
        };
        Ok((press, order))
    }
}

/// What the driver makes of its own settings with ours put in.
fn granted(printer: &gdi::Printer, own: &DevMode, settings: Settings) -> Result<DevMode, Failure> {
    let mut asked = own.clone();
    asked.set(settings);
    printer.granted(&asked)
}

impl Press for GdiPress {
    fn begin(&mut self, title: &str) -> Result<(), Failure> {
        self.dc.start_doc(title)
    }

    fn turn(&mut self, is_wide: bool) -> Result<Sheet, Failure> {
        if is_wide != self.is_wide {
            let Self { printer, own, .. } = self;
            let settings = own.get().with(self.paper, is_wide, self.sides, self.copies);
            self.dc.reset(&granted(printer, own, settings)?)?;
            self.is_wide = is_wide;
        }
        Ok(self.dc.sheet())
    }

    fn begin_page(&mut self) -> Result<(), Failure> {
        self.dc.start_page()
    }

    fn draw(&mut self, tile: &Tile, area: Area) -> Result<(), Failure> {
        self.dc.draw(tile, area)
    }

    fn end_page(&mut self) -> Result<(), Failure> {
        self.dc.end_page()
    }

    fn end(&mut self) -> Result<(), Failure> {
        self.dc.end_doc()
    }

    fn abort(&mut self) {
        self.dc.abort_doc();
    }
}
