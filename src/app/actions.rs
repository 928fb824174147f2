//! What the window asks for.

use std::path::PathBuf;

use super::{Command, browse::Purpose, checking::Check};
use crate::{
    domain::{Edit, Record},
    report::print::Printer,
    storage::Turn,
};

/// Something that the director did.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A command of the menu, the toolbar or the keys.
    Do(Command),
    Open(PathBuf),
    /// Opens a read-only file to look and print.
    OpenToLook(PathBuf),
    Create {
        path: PathBuf,
        name: String,
    },
    /// Shows a record in its form.
    Show(Record),
    /// Explains the rating of a player, or what a game did to two; from one explanation on to the next.
    Explain(Record),
    /// Goes back to the explanation before, or to the page.
    LeaveExplanation,
    /// Deletes a record; the director has been asked.
    Delete(Record),
    /// Any other change.
    Change(Edit),
    /// Files chosen or dropped, to be imported.
    ImportFiles(Vec<PathBuf>),
    CloseImport,
    CancelRecalculation,
    /// Something in the second pass through the games.
    Check(Check),
    /// Goes to a point of the history.
    Turn(Turn),
    ForgetHistory,
    CloseHistory,
    /// Asks the system's file dialog for a path.
    Browse(Purpose),
    SavePdf {
        path: PathBuf,
        /// Whether the director knows that a file of this name is replaced.
        replace: bool,
    },
    OpenPdf(PathBuf),
    PrintOn {
        printer: Printer,
        copies: u16,
    },
    CloseDialog,
}

impl From<Command> for Action {
    fn from(command: Command) -> Self {
        Self::Do(command)
    }
}
