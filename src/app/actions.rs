//! What the window asks for.

use std::{collections::BTreeSet, path::PathBuf, sync::Arc};

use super::{
    Command, ItsBackups, ListedBackup,
    browse::Purpose,
    form::Bulk,
    listing::{Choice, ColumnId},
    page::Route,
    printing::PrintOrder,
    settings::ProjectorSettings,
};
use crate::{
    domain::{Edit, NextWeek, PlayerId, Record, RecordKind, WeekDetails, WeekId},
    report::{Paper, Print, PrintChoices, print::Printer},
    storage::{Backup, HistoryLimit, HistoryMove, MadeRoom, Mode, StepId},
};

/// Something that the director did.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A command of the menu, the toolbar or the keys.
    Do(Command),
    /// A command to which the question that is open leads: what is shown then leads back to it.
    LeadOn(Command),
    Open(PathBuf),
    /// Opens a read-only file to look and print.
    OpenReadOnly(PathBuf),
    Create {
        path: PathBuf,
        name: String,
    },
    /// Shows a record in its form.
    Show(Record),
    /// Shows the record in this row of the list.
    ShowRow(usize),
    /// Shows the first record that the search has found, unless the one that is shown is among them.
    ShowFound,
    /// Tab behind the last field: saves the record, and goes to the first field of the next one.
    PastLastField,
    /// Shift+Tab before the first field: the last field of the record before.
    BeforeFirstField,
    /// Does something to all selected rows of a datasheet.
    Bulk(Bulk),
    /// Rows that were pasted into a datasheet, to be imported.
    ImportPasted(String),
    /// Shows only rows with these values in a column; `None` shows all again.
    SetFilter(ColumnId, Option<Choice>),
    /// Asks which values of a column are shown.
    AskForFilter(ColumnId),
    /// Remembers how the columns of a datasheet are arranged.
    ArrangeColumns(RecordKind, serde_json::Value),
    /// Goes to the next record with what the dialog Find and replace looks for.
    FindNextMatch,
    /// Replaces in the record that is shown, and goes to the next one.
    ReplaceOne,
    ReplaceAll,
    /// Takes a player out of the ladder, or back in.
    SetActive(PlayerId, bool),
    /// Puts a text into the field that had the keyboard last.
    SetText(String),
    /// Goes where the route leads.
    Go(Route),
    /// Goes back to where the director was before.
    Back,
    /// Opens or closes the strip at the foot of what stands in place of the whole window.
    ShowStrip(bool),
    /// Remembers what the standings on a projector are like.
    SetProjector(ProjectorSettings),
    /// Any other change.
    Change(Edit),
    /// Files chosen or dropped, to be imported.
    ImportFiles(Vec<PathBuf>),
    CancelRecalculation,
    /// Undoes or redoes a step, or all up to a point of the history.
    MoveInHistory {
        to: HistoryMove,
        goes_back: bool,
    },
    /// Undoes this step, if it is still the last one.
    UndoStep(StepId),
    /// Asks the keeper for the history.
    ReadHistory,
    ForgetHistory {
        /// The backups of the camp, which have the history still, are deleted.
        with_backups: bool,
    },
    /// Asks the keeper for the list of weeks.
    ReadWeekList,
    /// Asks the keeper for all weeks with their records.
    ReadSeason,
    /// Shows a week in the whole window, to be looked at; `None` for the current one.
    LookAtWeek(Option<WeekId>),
    /// Closes the current week.
    CloseWeek,
    /// Opens a closed week again, to correct it.
    ReopenWeek(WeekId),
    /// Starts the next week.
    StartWeek(Box<NextWeek>),
    /// Imports new campers that were copied elsewhere.
    PasteCampers(String),
    /// What the director calls a week.
    ChangeWeek(WeekId, WeekDetails),
    /// Asks the system's file dialog for a path.
    Browse(Purpose),
    /// Writes a copy of the camp, as the program holds it.
    SaveCopy(PathBuf),
    CancelCopy,
    Backups(BackupAction),
    /// Keeps so much of the history of camps.
    LimitHistory(HistoryLimit),
    Repair(RepairAction),
    /// Does what closes the camp, though not everything of it is in a file.
    CloseUnsaved(Box<Self>),
    /// Gives up what was decided and would be lost, and does what would have lost it.
    Discard(Option<Box<Self>>),
    SavePdf {
        path: PathBuf,
        /// Whether the director knows that a file of this name is replaced.
        replace: bool,
        /// Whether the director knows that letters are missing on certificates.
        spoiled_too: bool,
    },
    PrintOn {
        printer: Printer,
        order: PrintOrder,
        /// Whether the director knows that letters are missing on certificates.
        spoiled_too: bool,
    },
    /// Remembers what is chosen for a print.
    Choose(Print, PrintChoices),
    /// Remembers what is printed on the last day.
    ChooseLastDay(BTreeSet<Print>),
    /// Chooses the paper of all prints.
    SetPaper(Paper),
    /// Publishes the camp as the dialog says.
    Publish,
    /// Exports the list as the dialog says.
    ExportList {
        path: PathBuf,
        /// As of a PDF.
        replace: bool,
    },
    /// Leaves the dialog, also while the pages are being made.
    LeavePublishing,
    /// Opens published pages in the browser.
    OpenPages(PathBuf),
    /// Shows a folder in the computer's file manager.
    ShowFolder(PathBuf),
    /// Writes the templates of the prints beside the camp file, and opens their folder.
    WriteTemplates,
    /// Lays the sheets that are shown out again, as a template beside the camp may have changed.
    LayOutAgain,
    CloseDialog,
    /// Reads a picture file that shall become the logo, in the camp settings.
    ReadLogo(PathBuf),
    RemoveLogo,
    SaveCampSettings,
    /// Reads the camp that a new one continues; `None`: the open one.
    ReadOldCamp(Option<PathBuf>),
    /// Makes the camp that the dialog New camp from an old one describes.
    CreateFromOld,
}

impl Action {
    /// Opens a camp for this.
    pub const fn open_for(camp: PathBuf, mode: Mode) -> Self {
        match mode {
            Mode::Change => Self::Open(camp),
            Mode::ReadOnly => Self::OpenReadOnly(camp),
        }
    }
}

impl From<Command> for Action {
    fn from(command: Command) -> Self {
        Self::Do(command)
    }
}

/// Something that the director did about backups.
#[derive(Clone, Debug, PartialEq)]
pub enum BackupAction {
    /// Puts it in this place, and opens it.
    PutBack(PutBack, PathBuf),
    /// Opens a backup to look at it; of the camp that is open, if one is, with what tells its backups.
    LookInto(Box<ListedBackup>, Option<Arc<ItsBackups>>),
    /// Asks where a new camp file shall be made of a backup.
    AskWhereToSave(Box<Backup>),
    /// Makes a new camp file of a backup, and opens it.
    SaveAs(Box<Backup>, PathBuf),
    AskForSecondPlace,
    /// Has backups made in this second place, too, once it is clear what a folder means that isn't there.
    ChooseSecondPlace(PathBuf),
    /// Makes the folder, and has backups made there, too.
    MakeSecondPlace(PathBuf),
    /// Has backups made in a second place, too; `None` for the first one alone.
    SetSecondPlace(Option<PathBuf>),
    /// Gives up deleting backups in this place, which is lost.
    GiveUpPlace(PathBuf),
}

/// What is put in the place of a camp.
#[derive(Clone, Debug, PartialEq)]
pub enum PutBack {
    /// What lies there is moved aside.
    Backup(Box<Backup>),
    /// The file that was there, where nothing is now.
    MadeRoom(MadeRoom),
}

/// Something that the director did about a damaged camp file.
#[derive(Clone, Debug, PartialEq)]
pub enum RepairAction {
    /// Asks where to save what can be read of this one.
    Ask(PathBuf),
    /// Repairs as the dialog says.
    Start,
    /// Leaves the dialog, also while the camp is being repaired.
    Leave,
}

impl From<RepairAction> for Action {
    fn from(action: RepairAction) -> Self {
        Self::Repair(action)
    }
}

impl From<BackupAction> for Action {
    fn from(action: BackupAction) -> Self {
        Self::Backups(action)
    }
}
