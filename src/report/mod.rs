//! What can be printed: data, template, pages.
//!
//! A report is one struct of data that implements `Report`, one template in `templates/` and one public function
//! that fills the one and typesets the other:
//!
//! ```text
//! Standings ─▶ standings.rs: the report's own data ─▶ world.rs: data + template ─▶ pages.rs: Pages
//!                                                                                    ├─ picture, text (window)
//!                                                                                    └─ pdf ─▶ save.rs, print/
//! ```
//!
//! The data of a report is its own and holds what is printed and nothing else, so that a figure that must stay
//! off the wall can't be reached by a template, not even by one that a director changed. The preview, the PDF and
//! the paper are drawn from one layout.
//!
//! Nothing here knows a clock or the camp file; only [`save_file`], [`open_pdf`] and [`print`](print::print) touch
//! the world outside.

mod letters;
mod pages;
pub mod print;
mod save;
mod standings;
mod world;

use jiff::civil::Date;
use serde::Serialize;
use thiserror::Error;

pub use self::{
    letters::MissingLetters,
    pages::{PageSize, Pages, Picture},
    save::{SaveError, file_name, open_pdf, save_file},
    standings::{StandingsOptions, standings},
};
use self::{letters::missing_letters, world::SheetWorld};

/// The sheets that templates know.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq, Serialize)]
pub enum Paper {
    /// US Letter, 8.5 × 11 inches.
    #[default]
    #[serde(rename = "us-letter")]
    Letter,
    /// ISO A4, 210 × 297 millimetres.
    #[serde(rename = "a4")]
    A4,
}

impl Paper {
    /// Every paper, in the order of a menu.
    pub const ALL: [Self; 2] = [Self::Letter, Self::A4];

    /// "Letter" or "A4".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letter => "Letter",
            Self::A4 => "A4",
        }
    }
}

/// Why there are no pages.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ReportError {
    #[error("The permanent rating is never printed: print the weekly standings instead")]
    PermanentRating,
    #[error("The template {file} has a mistake{}: {message}", in_line(*.line))]
    Template {
        /// The name of the template file.
        file: String,
        /// Counted from 1; `None` where the mistake is not in one place.
        line: Option<usize>,
        message: String,
    },
    #[error("The pages could not be made into a PDF: {0}")]
    Pdf(String),
}

fn in_line(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(" in line {line}"))
}

/// A template of this program, by name and text.
#[derive(Clone, Copy, Debug)]
struct Template {
    /// "standings.typ": what an error calls it.
    file: &'static str,
    text: &'static str,
}

/// The data of a report, as its template reads it.
trait Report: Serialize {
    const TEMPLATE: Template;

    /// What the document is called: "Standings of week 3".
    fn title(&self) -> String;
}

/// What every sheet shows around its report.
#[derive(Clone, Copy, Debug)]
struct Sheet<'a> {
    camp: &'a str,
    paper: Paper,
    /// The date that the sheet says it was printed on.
    printed: Date,
}

/// Everything that a template reads, in `data.json`.
#[derive(Serialize)]
struct Data<'a, R> {
    title: &'a str,
    camp: &'a str,
    paper: Paper,
    /// "November 20, 2026": the month in letters, as 11/12 is another day in another country.
    printed: String,
    report: &'a R,
}

/// Lays a report out on paper.
fn typeset<R: Report>(sheet: Sheet<'_>, report: &R) -> Result<Pages, ReportError> {
    let title = report.title();
    let data = serde_json::to_value(Data {
        title: &title,
        camp: sheet.camp,
        paper: sheet.paper,
        printed: sheet.printed.strftime("%B %-d, %Y").to_string(),
        report,
    })
    .map_err(|error| ReportError::Template {
        file: R::TEMPLATE.file.to_owned(),
        line: None,
        message: error.to_string(),
    })?;
    let missing = missing_letters(&data);
    let document = SheetWorld::new(R::TEMPLATE, &data, sheet.printed).typeset()?;
    Ok(Pages::new(document, title, missing))
}
