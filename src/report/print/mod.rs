//! Paper: which printers there are, and how pages get to one.
//!
//! One interface, two ways. On Windows the pages are drawn in the printer's own dots, by the one way that every driver
//! has (GDI, `windows.rs`); every other system hands the PDF to `lp` (`unix.rs`). Both wait for the printer's software,
//! which may take seconds: to be called from a [job](crate::jobs::Job), never from the thread that draws a window.

#[cfg(windows)]
#[expect(
    unsafe_code,
    reason = "GDI and the print spooler are C: all calls to them are in this file, and nothing else"
)]
mod gdi;
#[cfg(any(windows, test))]
mod job;
mod ranges;
#[cfg(any(windows, test))]
mod settings;
#[cfg(any(windows, test))]
mod sheet;
#[cfg(not(windows))]
mod unix;
#[cfg(windows)]
mod windows;

use std::io;

use strum::VariantArray;
use thiserror::Error;

pub(crate) use self::ranges::PageRanges;
#[cfg(not(windows))]
use self::unix as system;
#[cfg(windows)]
use self::windows as system;
use super::{Choice, Named, Pages, Paper, Print, PrintChoices, ReportError};
use crate::jobs::Progress;

/// The most copies that are printed at once. A director who wants more has a typing error or a copier.
pub(crate) const MAX_COPIES: u16 = 99;

/// A printer that this computer knows.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Printer {
    /// What the system calls it.
    pub name: String,
    /// Whether it is the one that is used unless one says otherwise. At most one printer is.
    pub is_default: bool,
}

/// How pages are printed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct PrintOptions {
    /// The paper that the pages were laid out for.
    pub paper: Paper,
    /// From 1 to [`MAX_COPIES`]; what lies outside counts as the nearest that doesn't.
    pub copies: u16,
    pub sides: Sides,
    /// Nothing: all of them.
    pub pages: Option<PageRanges>,
}

impl PrintOptions {
    fn copies(&self) -> u16 {
        self.copies.clamp(1, MAX_COPIES)
    }

    /// The pages that are printed of so many, counted from 0.
    fn places(&self, count: usize) -> Vec<usize> {
        let some = self.pages.as_ref();
        some.map_or_else(|| (0..count).collect(), |pages| pages.places(count))
    }
}

/// Which sides of the paper are printed on.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, VariantArray)]
pub enum Sides {
    /// As the printer's own settings say.
    #[default]
    AsSet,
    One,
    /// A page on its side is turned over like a page of a book, too.
    Both,
}

impl Sides {
    /// What is usual for a print: both sides where its sheets are laid out for them.
    pub(crate) fn of(print: Print, choices: &PrintChoices) -> Self {
        if choices.both_sides && print.choices().contains(&Choice::BothSides) {
            Self::Both
        } else {
            Self::AsSet
        }
    }
}

impl Named for Sides {
    fn word(self) -> &'static str {
        match self {
            Self::AsSet => "as-set",
            Self::One => "one",
            Self::Both => "both",
        }
    }

    fn title(self) -> String {
        let title = match self {
            Self::AsSet => "As the printer is set",
            Self::One => "One side of the paper",
            Self::Both => "Both sides of the paper",
        };
        title.to_owned()
    }
}

/// How printing ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Printed {
    /// The printer's queue has all pages. What the printer makes of them is not observed.
    Sent,
    /// The same, but the pages were made smaller to fit the printer's paper, as it has none of theirs.
    Reduced,
    /// It was cancelled, here or in the printer's queue.
    Cancelled,
}

impl Printed {
    /// What is said where pages were made smaller.
    pub(crate) const REDUCED: &str =
        "Sent to printer. It has other paper, so the pages were made smaller";
}

/// Why nothing was printed.
#[derive(Debug, Error)]
pub enum PrintError {
    #[error(
        "This computer can’t print yet, as it has no printing system (CUPS): save the PDF instead, and print that elsewhere"
    )]
    NoPrinting,
    #[error("The printer “{0}” is not there any more: choose another one, or save the PDF instead")]
    PrinterGone(String),
    #[error(
        "The printer “{printer}” did not take the pages: {message}. Save the PDF instead, and print it from there"
    )]
    Refused { printer: String, message: String },
    #[error("The printers could not be listed: {0}. Save the PDF instead, and print it from there")]
    NoList(String),
    #[error(transparent)]
    Report(#[from] ReportError),
    #[error("The pages could not be sent: {0}. Save the PDF instead, and print it from there")]
    Io(#[from] io::Error),
}

/// The printers of this computer, the default one first, the others by name. It can be none: then there is only the
/// PDF.
///
/// # Errors
/// [`PrintError::NoPrinting`], [`PrintError::NoList`], [`PrintError::Io`].
pub(crate) fn printers() -> Result<Vec<Printer>, PrintError> {
    let mut printers = system::printers()?;
    printers.sort_by_cached_key(|printer| (!printer.is_default, printer.name.to_lowercase()));
    Ok(printers)
}

/// Prints the pages; `progress` tells how far they are and can cancel them.
///
/// # Errors
/// Every [`PrintError`] but [`PrintError::NoList`].
pub(crate) fn print(
    pages: &Pages,
    printer: &Printer,
    options: &PrintOptions,
    progress: &Progress,
) -> Result<Printed, PrintError> {
    system::print(pages, &printer.name, options, progress)
}
