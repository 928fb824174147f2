//! Printing on Windows: its own PDF drawing, and a print ticket for paper and copies.
//!
//! The shell's "print" verb is no way to print: the program that shows PDFs on most computers, Edge, has none.

use std::{error::Error, fs, ops::ControlFlow};

use winprint::{
    printer::{FilePrinter as _, FindDeviceError, PrintOutcome, PrinterDevice, WinPdfPrinter},
    ticket::{
        Copies, FeatureOptionPackWithPredefined as _, PageMediaSize, PredefinedMediaName,
        PrintCapabilities, PrintTicket, PrintTicketBuilder, PrintTicketBuilderError,
    },
};

use super::{PrintError, PrintOptions, Printed, Printer};
use crate::{
    jobs::Progress,
    report::{Paper, file_name},
};

pub(super) fn printers() -> Result<Vec<Printer>, PrintError> {
    // A default that can't be asked for is none: the director chooses.
    let default = PrinterDevice::user_default().unwrap_or_else(|error| {
        tracing::warn!("no default printer: {}", in_full(&error));
        None
    });
    let devices = PrinterDevice::all().map_err(|error| PrintError::NoList(in_full(&error)))?;
    Ok(devices
        .iter()
        .map(|device| Printer {
            name: device.name().to_owned(),
            is_default: default
                .as_ref()
                .is_some_and(|default| default.os_name() == device.os_name()),
        })
        .collect())
}

pub(super) fn print(
    pdf: &[u8],
    title: &str,
    printer: &str,
    options: PrintOptions,
    progress: &Progress,
) -> Result<Printed, PrintError> {
    let refused = |error: &dyn Error| PrintError::Refused {
        printer: printer.to_owned(),
        message: in_full(error),
    };
    let device = PrinterDevice::by_os_name(printer).map_err(|error| match error {
        FindDeviceError::NotFound => PrintError::PrinterGone(printer.to_owned()),
        error => refused(&error),
    })?;
    // The queue shows the name of the file, so it is the title's, in a folder of its own.
    let folder = tempfile::Builder::new().prefix("camp-ladder-").tempdir()?;
    let file = folder.path().join(file_name(title));
    fs::write(&file, pdf)?;

    let plan = Plan::new(&device, options);
    for run in 0..plan.runs {
        let outcome = WinPdfPrinter::new(device.clone())
            .print_with_progress(&file, plan.ticket.clone(), &mut |sheet| {
                let pages = sheet.total() as usize;
                progress.report(
                    usize::from(run) * pages + sheet.current() as usize,
                    usize::from(plan.runs) * pages,
                );
                if progress.is_cancelled() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
            .map_err(|error| refused(&error))?;
        match outcome {
            PrintOutcome::Completed => (),
            PrintOutcome::Canceled => return Ok(Printed::Cancelled),
        }
    }
    Ok(Printed::Sent)
}

/// What one run through the pages asks of the printer, and how many runs make all the copies.
#[derive(Debug)]
struct Plan {
    ticket: PrintTicket,
    runs: u16,
}

impl Plan {
    /// A printer that can't make all the copies at once would make fewer without a word: it gets the pages more than
    /// once. One that doesn't understand what it is asked for prints with its own settings, as a page on other paper
    /// is better than none.
    fn new(device: &PrinterDevice, options: PrintOptions) -> Self {
        let can = PrintCapabilities::fetch(device)
            .inspect_err(|error| {
                tracing::warn!("a printer doesn't say what it can: {}", in_full(error));
            })
            .ok();
        let copies = options.copies();
        let at_once = can.as_ref().and_then(PrintCapabilities::max_copies);
        let runs = match at_once {
            Some(Copies(most)) if copies <= most => 1,
            _ => copies,
        };
        let paper = can.and_then(|can| media(&can, options.paper));
        match ticket(device, paper, Copies(copies / runs)) {
            Ok(ticket) => Self { ticket, runs },
            Err(error) => {
                tracing::warn!(
                    "printing with the printer's own settings: {}",
                    in_full(&error)
                );
                Self {
                    ticket: PrintTicket::default(),
                    runs: copies,
                }
            }
        }
    }
}

/// What the printer calls the paper, if it has it.
fn media(can: &PrintCapabilities, paper: Paper) -> Option<PageMediaSize> {
    let name = match paper {
        Paper::Letter => PredefinedMediaName::NorthAmericaLetter,
        Paper::A4 => PredefinedMediaName::ISOA4,
    };
    can.page_media_sizes()
        .find(|size| size.as_predefined_name() == Some(name))
}

/// The printer's own settings with paper and copies put in.
fn ticket(
    device: &PrinterDevice,
    paper: Option<PageMediaSize>,
    copies: Copies,
) -> Result<PrintTicket, PrintTicketBuilderError> {
    let mut builder = PrintTicketBuilder::new(device)?;
    if let Some(paper) = paper {
        builder.merge(paper)?;
    }
    // Said even for one, as the printer's own settings may say two.
    builder.merge(copies)?;
    builder.build()
}

/// An error with its reasons.
fn in_full(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut reason = error.source();
    while let Some(error) = reason {
        text.push_str(": ");
        text.push_str(&error.to_string());
        reason = error.source();
    }
    text.trim_end_matches('.').to_owned()
}
