//! An import that is open: the files as they were read, the director's choices, and what would come of them.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{Wake, keeper::Ticket};
use crate::{
    domain::{CampData, ImportChanges},
    import::{self, Choices, Plan, ReadProblem, Source, TableKind},
    jobs::{Job, Look, Progress},
};

/// Files as they were read, and those that could not be.
type Files = (Vec<Source>, Vec<ReadProblem>);

/// Numbers every import and every plan of this run.
static LAST_NUMBER: AtomicU64 = AtomicU64::new(0);

fn next_number() -> u64 {
    LAST_NUMBER.fetch_add(1, Ordering::Relaxed) + 1
}

/// An import that is open.
#[derive(Debug)]
pub struct Import {
    /// Tells this import from every other one.
    number: u64,
    /// The names of the files, without their folders, in the order in which they were chosen.
    files: Vec<String>,
    reading: Option<Job<Files>>,
    sources: Arc<Vec<Source>>,
    /// Files that could not be read at all.
    unreadable: Vec<ReadProblem>,
    /// What the director decided in the preview. After a change, [`Self::choose`] must follow.
    choices: Choices,
    plan: Option<Plan>,
    /// A newer plan that is being made.
    planning: Option<Job<Plan>>,
    /// Another number for each plan, so that what is drawn of it is worked out once.
    planned: u64,
    /// Whether the choices have changed since the plan was made.
    outdated: bool,
    saving: Option<Ticket>,
    refusal: Option<String>,
}

impl Import {
    /// Starts to read the files.
    pub(super) fn read(files: Vec<PathBuf>, wake: &Wake) -> Self {
        let wake = Wake::clone(wake);
        let names = files.iter().map(|file| name_of(file)).collect();
        let reading = Job::start(
            "reading files",
            move || wake(),
            move |progress| read_all(&files, progress),
        );
        if let Err(error) = &reading {
            tracing::error!("the files can't be read: {error}");
        }
        Self {
            number: next_number(),
            files: names,
            reading: reading.ok(),
            sources: Arc::default(),
            unreadable: Vec::new(),
            choices: Choices::default(),
            plan: None,
            planning: None,
            planned: 0,
            outdated: true,
            saving: None,
            refusal: None,
        }
    }

    /// Takes rows that were copied from a spreadsheet, and that are of this kind; `columns` says what some of them are.
    pub(super) fn pasted(
        text: &str,
        kind: TableKind,
        columns: impl IntoIterator<Item = (usize, import::Field)>,
    ) -> Self {
        let name = "what you pasted";
        let (sources, unreadable) = match import::read_text(name, text.as_bytes()) {
            Ok(source) => (vec![source], Vec::new()),
            Err(reason) => {
                let file = name.to_owned();
                (Vec::new(), vec![ReadProblem { file, reason }])
            }
        };
        let mut choices = Choices {
            adds_games: true,
            ..Choices::default()
        };
        choices.kinds.insert(0, kind);
        let columns = columns.into_iter();
        choices
            .columns
            .extend(columns.map(|(column, field)| ((0, column), field)));
        Self {
            number: next_number(),
            files: vec![name.to_owned()],
            reading: None,
            sources: Arc::new(sources),
            unreadable,
            choices,
            plan: None,
            planning: None,
            planned: 0,
            outdated: true,
            saving: None,
            refusal: None,
        }
    }

    /// Tells this import from every other one of this run.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The names of the files, without their folders.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Another number for each plan.
    pub fn planned(&self) -> u64 {
        self.planned
    }

    /// How far the reading is, while it lasts.
    pub fn reading(&self) -> Option<&Progress> {
        self.reading.as_ref().map(|job| &job.progress)
    }

    /// Whether files are being read or the import is being saved.
    pub fn is_busy(&self) -> bool {
        self.reading.is_some() || self.saving.is_some() || self.is_planning()
    }

    fn is_planning(&self) -> bool {
        self.planning.is_some() || self.outdated
    }

    pub fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// What the import would do, once the files are read.
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    pub fn unreadable(&self) -> &[ReadProblem] {
        &self.unreadable
    }

    /// Why the camp file refused the import.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Changes a choice. The plan follows at the next turn.
    pub fn choose(&mut self, change: impl FnOnce(&mut Choices)) {
        change(&mut self.choices);
        self.outdated = true;
    }

    /// Collects the files once they are read, and plans anew after a choice.
    pub(super) fn collect(&mut self, camp: &CampData, wake: &Wake) {
        if let Some(job) = &self.reading {
            match job.look() {
                Look::Busy => return,
                Look::Done((sources, unreadable)) => {
                    self.sources = Arc::new(sources);
                    self.unreadable = unreadable;
                }
                Look::Broken => {
                    self.refusal = Some(
                        "The files could not be read, and nothing has changed. The log says more"
                            .to_owned(),
                    );
                }
            }
            self.reading = None;
            self.outdated = true;
        }
        self.collect_plan();
        if self.outdated && self.saving.is_none() && self.planning.is_none() {
            self.start_planning(camp, wake);
        }
    }

    fn collect_plan(&mut self) {
        let Some(job) = &self.planning else { return };
        match job.look() {
            Look::Busy => return,
            Look::Done(plan) => {
                self.plan = Some(plan);
                self.planned = next_number();
            }
            Look::Broken => {
                self.refusal = Some(
                    "The files could not be compared with the camp, and nothing has changed. The log says more"
                        .to_owned(),
                );
            }
        }
        self.planning = None;
    }

    /// Starts to compare the files with the camp as it is now. The plan before stays on the screen until then.
    fn start_planning(&mut self, camp: &CampData, wake: &Wake) {
        let sources = Arc::clone(&self.sources);
        let camp = camp.clone();
        let choices = self.choices.clone();
        let wake = Wake::clone(wake);
        let job = Job::start(
            "planning an import",
            move || wake(),
            move |_| Plan::new(&sources, &camp, &choices),
        );
        self.outdated = false;
        match job {
            Ok(job) => self.planning = Some(job),
            Err(error) => {
                self.refusal = Some(format!(
                    "The files can't be compared with the camp ({error})"
                ));
            }
        }
    }

    /// The camp has changed: it is compared anew at the next turn.
    pub(super) fn plan_again(&mut self) {
        self.outdated = true;
    }

    /// Why the import can't be saved now; nothing if it can.
    pub fn why_not(&self) -> Option<&'static str> {
        match &self.plan {
            _ if self.saving.is_some() => Some("The import is being saved"),
            None => Some("The files are being read"),
            Some(_) if self.is_planning() => Some("The files are being compared with the camp"),
            Some(plan) if plan.is_ready() && plan.changes.is_empty() => {
                Some("There is nothing to import")
            }
            Some(plan) if !plan.is_ready() => Some("Something has to be decided first"),
            Some(_) => None,
        }
    }

    /// What is to be saved; nothing while something waits for a decision.
    pub(super) fn changes(&self) -> Option<ImportChanges> {
        if self.saving.is_some() || self.is_planning() {
            return None;
        }
        self.plan
            .as_ref()
            .filter(|plan| plan.is_ready())
            .map(|plan| plan.changes.clone())
    }

    pub(super) fn begin_saving(&mut self, ticket: Ticket) {
        self.refusal = None;
        self.saving = Some(ticket);
    }

    pub(super) fn was_saved_as(&self, ticket: Ticket) -> bool {
        self.saving == Some(ticket)
    }

    /// Whether the ticket was this import's.
    pub(super) fn was_refused(&mut self, ticket: Ticket, reason: &str) -> bool {
        let mine = self.saving.take_if(|awaited| *awaited == ticket).is_some();
        if mine {
            self.refusal = Some(reason.to_owned());
        }
        mine
    }

    /// "Imported 5 groups, 48 players and 320 games. Press Recalc Ratings"
    pub(super) fn saved_sentence(&self) -> String {
        let Some(plan) = &self.plan else {
            return "Imported".to_owned();
        };
        let count = |counts: import::Counts, one: &str, more: &str| {
            let number = counts.added + counts.changed;
            format!("{number} {}", if number == 1 { one } else { more })
        };
        format!(
            "Imported {}, {} and {}. Now press Recalc Ratings",
            count(plan.groups, "group", "groups"),
            count(plan.players, "player", "players"),
            count(plan.games, "game", "games"),
        )
    }
}

fn name_of(file: &Path) -> String {
    file.file_name().map_or_else(
        || file.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// What Access files and text exported from them end in.
pub(super) const ENDINGS: [&str; 6] = ["accdb", "mdb", "csv", "txt", "tab", "tsv"];

/// The files of a folder that may have come from Access, by name; a file itself.
fn in_folder(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else {
        return vec![path.to_owned()];
    };
    let mut files = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| {
            let ending = file.extension().map(OsStr::to_string_lossy);
            ending.is_some_and(|ending| {
                ENDINGS
                    .iter()
                    .any(|known| ending.eq_ignore_ascii_case(known))
            })
        })
        .collect::<Vec<_>>();
    files.sort();
    if files.is_empty() {
        // The folder itself, so that its problem is said.
        files.push(path.to_owned());
    }
    files
}

impl Drop for Import {
    fn drop(&mut self) {
        // Nobody waits for the rest of a large file any more.
        if let Some(reading) = &self.reading {
            reading.progress.cancel();
        }
    }
}

/// Reads every file that can be read.
fn read_all(files: &[PathBuf], progress: &Progress) -> Files {
    let files = files
        .iter()
        .flat_map(|file| in_folder(file))
        .collect::<Vec<_>>();
    let mut sources = Vec::new();
    let mut unreadable = Vec::new();
    for (done, file) in files.iter().enumerate() {
        progress.report(done, files.len());
        match import::read(file, progress) {
            Ok(source) => sources.push(source),
            Err(problem) => unreadable.push(problem),
        }
    }
    (sources, unreadable)
}
