//! Reads strangers' files into one plan, and changes nothing by itself.
//!
//! Two steps:
//! 1. [`read`] opens a file and reads its tables as text, whatever it is: delimited text, the text that Access writes
//!    "with formatting", or an Access file itself. This is slow work for a job.
//! 2. [`Plan::new`] recognises the tables, compares them with the camp, and lists what would be added, changed and
//!    left out, and every problem with file and line. This is quick, and done anew whenever the director changes one
//!    of the [`Choices`] in the preview.
//!
//! Nothing is guessed in silence: what isn't clear waits for a decision, and what is assumed is among the problems.

mod access_file;
mod choices;
mod delimited;
mod encoding;
mod fields;
mod file_kind;
mod formatted;
mod plan;
mod problem;
mod quotes;
mod read_problem;
mod recognise;
mod rows;
mod sentences;
mod shape;
mod source;
#[cfg(test)]
mod tests;
mod values;
mod vba;

pub(crate) use self::{
    choices::GamesElsewhere,
    encoding::TextEncoding,
    encoding::decode,
    fields::TableKind,
    file_kind::ForeignFile,
    plan::{Counts, InCamp, ResultUse},
    problem::{Place, ProblemKind},
    read_problem::{ReadFailure, ReadProblem},
    recognise::{HeaderIs, TableView},
    source::{ENDINGS, Format, file_name},
    values::{DateBasis, DateOrder, DateReading},
};
pub use self::{
    choices::{Choices, UnknownPlayers},
    fields::Field,
    plan::Plan,
    problem::{Problem, Severity},
    source::{Source, Table, is_importable, read, read_text},
    values::Meaning,
    vba::RuleCheck,
};
