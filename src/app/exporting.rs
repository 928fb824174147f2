//! Lists as they are shown, on their way to a file: what a page offers, what the director is asked, and the file itself.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::civil::Date;

use super::{Wake, dialogs::PathField};
use crate::{
    domain::{CampData, counted, within_sentence},
    jobs::{Job, Look, broken},
    report,
    spreadsheet::{Cell, Column, Format, Sheet, tab_name},
};

/// Makes the rows of a list, away from the window: every cell of a row, in the order of the columns.
type Rows = Arc<dyn Fn() -> Vec<Vec<Cell>> + Send + Sync>;

/// A list as a page shows it.
#[derive(Clone)]
pub struct ExportedList {
    /// "Ladder players"
    pub name: String,
    /// What a row is counted as: "player".
    noun: &'static str,
    is_of_week: bool,
    columns: Vec<ExportedColumn>,
    rows: Rows,
}

/// A column of a list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ExportedColumn {
    column: Column,
    by_name: bool,
}

impl fmt::Debug for ExportedList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExportedList")
            .field("name", &self.name)
            .field("columns", &self.columns)
            .finish_non_exhaustive()
    }
}

impl ExportedList {
    /// A list of the week that is shown. `rows` makes a cell for each column; it has everything that it needs, as it is called elsewhere.
    pub(crate) fn new(
        name: impl Into<String>,
        noun: &'static str,
        columns: Vec<ExportedColumn>,
        rows: impl Fn() -> Vec<Vec<Cell>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            noun,
            is_of_week: true,
            columns,
            rows: Arc::new(rows),
        }
    }

    /// Its file isn't named by a week.
    #[must_use]
    pub(crate) fn of_all_weeks(mut self) -> Self {
        self.is_of_week = false;
        self
    }

    /// The columns that are written only where the director asks for them by name.
    fn columns_by_name(&self) -> impl Iterator<Item = &str> {
        let columns = self.columns.iter().filter(|column| column.by_name);
        columns.map(|column| column.column.title.as_str())
    }

    /// What its file is called unless the director says otherwise, without ending: "Sample camp, Week 1, ladder players".
    fn file_stem(&self, camp: &CampData) -> String {
        let name = within_sentence(&self.name);
        if self.is_of_week {
            format!("{}, {}, {name}", camp.name, camp.week.title())
        } else {
            format!("{}, {name}", camp.name)
        }
    }

    /// The table with the columns of this kind that the director has asked for.
    fn sheet(&self, title: String, is_asked_for: &[bool]) -> Sheet {
        let mut asked = is_asked_for.iter().copied();
        let mut is_written =
            |column: &ExportedColumn| !column.by_name || asked.next().unwrap_or_default();
        let columns = self.columns.iter();
        let written = columns.map(&mut is_written).collect::<Vec<_>>();
        let chosen = |cells: Vec<Cell>| {
            let cells = cells.into_iter().zip(&written);
            cells
                .filter_map(|(cell, is_written)| is_written.then_some(cell))
                .collect()
        };
        let columns = self.columns.iter().zip(&written);
        let columns = columns.filter(|(_, is_written)| **is_written);
        Sheet {
            tab: tab_name(&self.name),
            title,
            columns: columns.map(|(column, _)| column.column.clone()).collect(),
            rows: (self.rows)().into_iter().map(chosen).collect(),
        }
    }
}

impl ExportedColumn {
    pub(crate) fn text(title: impl Into<String>) -> Self {
        Self::new(Column::text(title))
    }

    /// For numbers and days.
    pub(crate) fn number(title: impl Into<String>) -> Self {
        Self::new(Column::number(title))
    }

    pub(crate) fn new(column: Column) -> Self {
        Self {
            column,
            by_name: false,
        }
    }

    /// It is personal or internal, and written only where the director asks for it by name.
    #[must_use]
    pub(crate) fn by_name(mut self, by_name: bool) -> Self {
        self.by_name = by_name;
        self
    }
}

/// What the director is asked before a list is written.
#[derive(Clone, Debug)]
pub struct ExportDialog {
    choices: Vec<ExportChoice>,
    chosen: usize,
    pub format: Format,
    pub file: PathField,
    /// Whether the file is another one than would follow from the list and the format.
    file_was_chosen: bool,
    folder: PathBuf,
}

/// One of the lists of a page, and what is asked for of it.
#[derive(Clone, Debug)]
struct ExportChoice {
    list: ExportedList,
    stem: String,
    /// Each column that is written only if it is asked for by name, and whether it is.
    by_name: Vec<(String, bool)>,
}

impl ExportDialog {
    /// Asks about these lists, of which there is at least one, to be written into this folder.
    pub(super) fn new(
        lists: Vec<ExportedList>,
        camp: &CampData,
        folder: PathBuf,
        format: Format,
    ) -> Self {
        let choices = lists.into_iter().map(|list| ExportChoice {
            stem: list.file_stem(camp),
            by_name: list
                .columns_by_name()
                .map(|title| (title.to_owned(), false))
                .collect(),
            list,
        });
        let mut dialog = Self {
            choices: choices.collect(),
            chosen: 0,
            format,
            file: PathField::default(),
            file_was_chosen: false,
            folder,
        };
        dialog.follow();
        dialog
    }

    /// The names of the lists, and which one is chosen.
    pub fn lists(&self) -> (Vec<&str>, usize) {
        let names = self.choices.iter().map(|choice| choice.list.name.as_str());
        (names.collect(), self.chosen)
    }

    pub fn choose(&mut self, list: usize) {
        self.chosen = list.min(self.choices.len().saturating_sub(1));
        self.follow();
    }

    pub fn set_format(&mut self, format: Format) {
        self.format = format;
        self.follow();
        if self.file_was_chosen
            && let Some(path) = self.file.typed().filter(|path| format_of(path).is_some())
        {
            // In the folder in which it was chosen.
            let path = path.with_extension(format.ending());
            self.file.path = path.display().to_string();
            self.file.problem = None;
            self.file.warned_about = None;
        }
    }

    /// The columns of the chosen list that are written only if they are asked for by name, and whether they are.
    pub fn columns_by_name(&mut self) -> &mut [(String, bool)] {
        let chosen = self.choices.get_mut(self.chosen);
        chosen.map_or(&mut [], |choice| &mut choice.by_name)
    }

    /// Takes up what was typed as the file. Its ending says the format.
    pub fn file_was_typed(&mut self) {
        self.file_was_chosen = true;
        self.file.problem = None;
        let format = self.file.typed().as_deref().and_then(format_of);
        self.format = format.unwrap_or(self.format);
    }

    /// The file that is typed, with the ending of the format; `None`, with the problem told, if it won't do.
    pub fn file_to_write(&mut self) -> Option<PathBuf> {
        self.file.typed_for(self.format.into(), PathField::BLANK)
    }

    /// Takes a file that was browsed for; `None`, with the problem told, if it won't do.
    pub(super) fn take_file(&mut self, path: &Path) -> Option<PathBuf> {
        self.format = format_of(path).unwrap_or(self.format);
        self.file = PathField::for_new(path, self.format.into());
        self.file_was_chosen = true;
        self.file_to_write()
    }

    /// Names the file after the list, unless it was chosen.
    fn follow(&mut self) {
        if let Some(choice) = self.choices.get(self.chosen)
            && !self.file_was_chosen
        {
            // A dot in the name of a camp is no ending.
            let name = report::file_name(&choice.stem);
            let name = Path::new(&name).with_extension(self.format.ending());
            self.file = PathField::new(&self.folder.join(name));
        }
    }

    fn choice(&self) -> Option<&ExportChoice> {
        self.choices.get(self.chosen)
    }
}

/// The format that the ending of a file says.
fn format_of(path: &Path) -> Option<Format> {
    let ending = path.extension()?;
    let mut formats = [Format::Csv, Format::Xlsx].into_iter();
    formats.find(|format| ending.eq_ignore_ascii_case(format.ending()))
}

/// What came of writing a list.
#[derive(Debug)]
pub(super) enum ExportDone {
    /// "63 players exported"
    Saved(String),
    /// There is a file already, and nothing was written.
    IsThere,
    NotSaved(String),
}

/// A list on its way to a file.
#[derive(Debug)]
pub(super) struct Exporting {
    /// What was answered, to ask again where it won't do.
    pub(super) dialog: Box<ExportDialog>,
    pub(super) path: PathBuf,
    job: Job<ExportDone>,
}

impl Exporting {
    /// Writes the list that is chosen.
    ///
    /// # Errors
    /// The system has no thread left, or there is no list; and the dialog, to ask again.
    pub(super) fn start(
        dialog: Box<ExportDialog>,
        (path, replace): (PathBuf, bool),
        today: Date,
        wake: &Wake,
    ) -> Result<Self, (Box<ExportDialog>, String)> {
        let Some(choice) = dialog.choice().cloned() else {
            return Err((dialog, "There is no list to export".to_owned()));
        };
        let format = dialog.format;
        let file = path.clone();
        let wake = Wake::clone(wake);
        let job = Job::start(
            "exporting a list",
            move || wake(),
            move |_| choice.write(format, &file, replace, today),
        );
        match job {
            Ok(job) => Ok(Self { dialog, path, job }),
            Err(error) => Err((dialog, format!("The list can’t be exported: {error}"))),
        }
    }

    /// How it ended, once it has.
    pub(super) fn look(&self) -> Option<ExportDone> {
        match self.job.look() {
            Look::Busy => None,
            Look::Done(done) => Some(done),
            Look::Broken => Some(ExportDone::NotSaved(broken("The list could not be made"))),
        }
    }
}

impl ExportChoice {
    /// Makes the table and writes it, whole or not at all.
    fn write(&self, format: Format, path: &Path, replace: bool, today: Date) -> ExportDone {
        if !replace && path.exists() {
            return ExportDone::IsThere;
        }
        let is_asked_for = self.by_name.iter().map(|(_, is_asked_for)| *is_asked_for);
        let is_asked_for = is_asked_for.collect::<Vec<_>>();
        let sheet = self.list.sheet(self.stem.clone(), &is_asked_for);
        let written = sheet
            .write(format, today)
            .map_err(|error| error.to_string())
            .and_then(|file| report::save_file(path, &file).map_err(|error| error.to_string()));
        match written {
            Ok(()) => {
                let rows = counted(sheet.rows.len(), self.list.noun);
                ExportDone::Saved(format!("{rows} exported to “{}”", path.display()))
            }
            Err(reason) => ExportDone::NotSaved(reason),
        }
    }
}
