//! Sheets on their way to a PDF or a printer.

use std::{
    fmt::Display,
    path::{Path, PathBuf},
};

use super::{PrintJob, PrintOrder, ToPrint, start};
use crate::{
    app::{Action, Wake},
    jobs::{Job, Look, Progress, broken},
    report::{
        self, LaidOut, SaveError,
        print::{Printed, Printer},
        templates,
    },
};

/// What came of saving or printing.
#[derive(Debug)]
pub enum PaperworkDone {
    Saved {
        path: PathBuf,
        /// What should be known about the sheets, in sentences.
        remarks: Vec<String>,
    },
    /// There is a file already, and nothing was saved.
    IsThere(PathBuf),
    NotSaved {
        path: PathBuf,
        reason: String,
    },
    Printed {
        ended: Printed,
        remarks: Vec<String>,
    },
    /// Letters are missing on sheets that are worse so than none, and nothing was saved or printed.
    Spoiled {
        /// Which letters, in sentences.
        letters: Vec<String>,
        /// What saves or prints the sheets all the same.
        anyway: Box<Action>,
    },
    /// The templates are in this folder, which is open.
    TemplatesWritten(PathBuf),
    Failed(String),
}

/// A PDF, and what is on it.
#[derive(Clone, Debug)]
pub struct SavedPdf {
    job: PrintJob,
    /// The state of the camp that it shows.
    pub revision: u64,
    pub path: PathBuf,
}

/// What is on its way to a PDF or a printer, and what is known of either.
#[derive(Debug, Default)]
pub struct Paperwork {
    /// What was saved of this camp, the last one last.
    pdfs: Vec<SavedPdf>,
    saving: Option<SavedPdf>,
    under_way: Option<Job<PaperworkDone>>,
    /// Whether what is under way is on its way to a printer.
    is_printing: bool,
    asking_printers: Option<Job<Result<Vec<Printer>, String>>>,
    counting: Option<Job<Result<usize, String>>>,
    opening: Option<Job<Result<(), String>>>,
}

impl Paperwork {
    /// Whether a PDF is being saved, sheets are on their way to a printer or counted, printers are being asked for, or something is
    /// being opened.
    pub fn is_busy(&self) -> bool {
        let asks = self.asking_printers.is_some() || self.counting.is_some();
        self.is_under_way() || asks || self.opening.is_some()
    }

    /// Whether a PDF is being saved or sheets are on their way to a printer.
    pub fn is_under_way(&self) -> bool {
        self.under_way.is_some()
    }

    /// How far the sheets are that are on their way to a printer, and what stops them.
    pub fn printing(&self) -> Option<&Progress> {
        let under_way = self.under_way.as_ref().filter(|_| self.is_printing)?;
        Some(&under_way.progress)
    }

    /// The PDF that was saved last.
    pub fn last_pdf(&self) -> Option<&Path> {
        self.pdfs.last().map(|pdf| pdf.path.as_path())
    }

    /// The PDF of this print, if it was saved.
    pub fn pdf_of(&self, job: impl FnOnce() -> PrintJob) -> Option<&SavedPdf> {
        // Asked in every frame, and mostly before anything was saved.
        let job = (!self.pdfs.is_empty()).then(job)?;
        self.pdfs.iter().find(|pdf| pdf.job == job)
    }

    /// Forgets what belongs to a camp. What is on its way arrives all the same.
    pub(in crate::app) fn forget(&mut self) {
        self.pdfs.clear();
    }

    /// What came of saving or printing, once it has ended.
    pub(in crate::app) fn collect(&mut self) -> Option<PaperworkDone> {
        let done = match self.under_way.as_ref()?.look() {
            Look::Busy => return None,
            Look::Done(done) => done,
            Look::Broken => PaperworkDone::Failed(broken("The sheets could not be made")),
        };
        self.under_way = None;
        self.is_printing = false;
        let saved = self.saving.take();
        if let (PaperworkDone::Saved { .. }, Some(saved)) = (&done, saved) {
            let is_replaced = |pdf: &SavedPdf| pdf.job == saved.job || pdf.path == saved.path;
            self.pdfs.retain(|pdf| !is_replaced(pdf));
            self.pdfs.push(saved);
        }
        Some(done)
    }

    pub(in crate::app) fn ask_printers(&mut self, wake: &Wake) {
        self.asking_printers = start("asking for printers", wake, |_| {
            report::print::printers().map_err(|error| error.to_string())
        });
    }

    /// The printers of this computer, once they are known.
    pub(in crate::app) fn collect_printers(&mut self) -> Option<Result<Vec<Printer>, String>> {
        let printers = match self.asking_printers.as_ref()?.look() {
            Look::Busy => return None,
            Look::Done(printers) => printers,
            Look::Broken => Err("The printers could not be asked for".to_owned()),
        };
        self.asking_printers = None;
        Some(printers)
    }

    /// Counts the pages of what may be printed.
    pub(in crate::app) fn count_pages(&mut self, to_print: ToPrint, wake: &Wake) {
        self.counting = start("counting pages", wake, move |_| {
            let laid = to_print.lay_out().map_err(|error| error.to_string())?;
            Ok(laid.pages.count())
        });
    }

    /// How many pages there are, or why there are none, once they are counted.
    pub(in crate::app) fn collect_count(&mut self) -> Option<Result<usize, String>> {
        let count = match self.counting.as_ref()?.look() {
            Look::Busy => return None,
            Look::Done(count) => count,
            Look::Broken => Err(broken("The sheets could not be made")),
        };
        self.counting = None;
        Some(count)
    }

    /// Saves a print as a PDF.
    pub(in crate::app) fn save_pdf(
        &mut self,
        to_print: ToPrint,
        path: &Path,
        replace: bool,
        spoiled_too: bool,
        wake: &Wake,
    ) {
        let path = path.to_owned();
        self.saving = Some(SavedPdf {
            job: to_print.job.clone(),
            revision: to_print.revision,
            path: path.clone(),
        });
        self.under_way = start("saving a PDF", wake, move |_| {
            if !replace && path.exists() {
                return PaperworkDone::IsThere(path);
            }
            let anyway = Action::SavePdf {
                path: path.clone(),
                replace,
                spoiled_too: true,
            };
            let laid = match laid_whole(&to_print, spoiled_too, anyway) {
                Ok(laid) => laid,
                Err(done) => return done,
            };
            let remarks = laid.sentences();
            let pdf = match laid.pages.pdf() {
                Ok(pdf) => pdf,
                Err(error) => return PaperworkDone::Failed(error.to_string()),
            };
            match report::save_file(&path, &pdf) {
                Ok(()) => PaperworkDone::Saved { path, remarks },
                Err(error) => PaperworkDone::NotSaved {
                    path,
                    reason: error.to_string(),
                },
            }
        });
    }

    /// Has something opened in the program for it.
    pub(in crate::app) fn open<E: Display + 'static>(
        &mut self,
        wake: &Wake,
        open: fn(&Path) -> Result<(), E>,
        path: PathBuf,
    ) {
        self.opening = start("opening a file", wake, move |_| {
            open(&path).map_err(|error| error.to_string())
        });
    }

    /// Why something was not opened, once that is known.
    pub(in crate::app) fn collect_not_opened(&mut self) -> Option<String> {
        let opened = match self.opening.as_ref()?.look() {
            Look::Busy => return None,
            Look::Done(opened) => opened,
            Look::Broken => Err(broken("It could not be opened")),
        };
        self.opening = None;
        opened.err()
    }

    /// Writes the templates of all prints into a folder, without touching those that are there, and has it opened.
    pub(in crate::app) fn write_templates(
        &mut self,
        folder: PathBuf,
        open: fn(&Path) -> Result<(), SaveError>,
        wake: &Wake,
    ) {
        self.under_way = start(
            "writing templates",
            wake,
            move |_| match templates::write_out(&folder).and_then(|_| open(&folder)) {
                Ok(()) => PaperworkDone::TemplatesWritten(folder),
                Err(error) => PaperworkDone::Failed(error.to_string()),
            },
        );
    }

    /// Prints.
    pub(in crate::app) fn print(
        &mut self,
        to_print: ToPrint,
        printer: Printer,
        order: PrintOrder,
        spoiled_too: bool,
        wake: &Wake,
    ) {
        self.is_printing = true;
        self.under_way = start("printing", wake, move |progress| {
            let anyway = Action::PrintOn {
                printer: printer.clone(),
                order: order.clone(),
                spoiled_too: true,
            };
            let laid = match laid_whole(&to_print, spoiled_too, anyway) {
                Ok(laid) => laid,
                Err(done) => return done,
            };
            let options = order.options(laid.paper);
            match report::print::print(&laid.pages, &printer, &options, progress) {
                Ok(ended) => PaperworkDone::Printed {
                    ended,
                    remarks: laid.sentences(),
                },
                Err(error) => PaperworkDone::Failed(error.to_string()),
            }
        });
    }
}

/// The sheets, unless boxes stand on them for letters that no font has, which is asked about first: `anyway` is what makes them with boxes.
fn laid_whole(
    to_print: &ToPrint,
    spoiled_too: bool,
    anyway: Action,
) -> Result<LaidOut, PaperworkDone> {
    let laid = to_print
        .lay_out()
        .map_err(|error| PaperworkDone::Failed(error.to_string()))?;
    if laid.is_spoiled && !spoiled_too {
        let letters = laid.pages.missing_letters().iter();
        return Err(PaperworkDone::Spoiled {
            letters: letters.map(ToString::to_string).collect(),
            anyway: Box::new(anyway),
        });
    }
    Ok(laid)
}
