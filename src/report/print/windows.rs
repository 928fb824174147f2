//! Printing on Windows: each page drawn in the printer's own dots, with the printer's own settings for all but paper, the
//! way it lies, and copies.
//!
//! The shell's "print" verb is no way to print: the program that shows PDFs on most computers, Edge, has none.

use super::{
    PrintError, PrintOptions, Printed, Printer,
    gdi::{self, Dc, DevMode},
    job::{self, Failure, Order, Press},
    settings::CopyPlan,
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
    options: PrintOptions,
    progress: &Progress,
) -> Result<Printed, PrintError> {
    let printed = GdiPress::new(printer, options, pages)
        .and_then(|(mut press, order)| job::run(&mut press, pages, order, progress));
    printed.or_else(|failure| failure.ends(printer))
}

/// A printer of Windows'.
struct GdiPress {
    printer: gdi::Printer,
    own: DevMode,
    paper: Paper,
    copies: CopyPlan,
    dc: Dc,
    /// How the sheet was asked for that is drawn on.
    is_wide: bool,
}

impl GdiPress {
    /// A printer that is ready for the first page, and how it is to get all of them.
    fn new(name: &str, options: PrintOptions, pages: &Pages) -> Result<(Self, Order), Failure> {
        let PrintOptions { paper, .. } = options;
        let is_wide = job::is_wide(pages, 0);
        let printer = gdi::Printer::open(name)?;
        let own = printer.own_settings()?;
        let (most, collates) = (printer.most_copies(&own), printer.collates(&own));
        let planned = CopyPlan::new(options.copies(), pages.count(), most, collates);
        let mut granted = granted(&printer, &own, paper, is_wide, planned)?;
        let copies = planned.unless(granted.get().copies);
        if copies != planned {
            granted = self::granted(&printer, &own, paper, is_wide, copies)?;
        }
        let order = Order {
            runs: copies.runs,
            is_duplex: granted.get().is_duplex(),
        };
        let dc = Dc::new(&printer, &granted)?;
        let press = Self {
            printer,
            own,
            paper,
            copies,
            dc,
            is_wide,
        };
        Ok((press, order))
    }
}

/// What the driver makes of its own settings with ours put in.
fn granted(
    printer: &gdi::Printer,
    own: &DevMode,
    paper: Paper,
    is_wide: bool,
    copies: CopyPlan,
) -> Result<DevMode, Failure> {
    let mut asked = own.clone();
    asked.set(own.get().with(paper, is_wide, copies));
    printer.granted(&asked)
}

impl Press for GdiPress {
    fn begin(&mut self, title: &str) -> Result<(), Failure> {
        self.dc.start_doc(title)
    }

    fn turn(&mut self, is_wide: bool) -> Result<Sheet, Failure> {
        if is_wide != self.is_wide {
            let Self { printer, own, .. } = self;
            let settings = granted(printer, own, self.paper, is_wide, self.copies)?;
            self.dc.reset(&settings)?;
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
