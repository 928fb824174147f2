//! An import that is open: the files as they were read, the director's choices, and what would come of them.

use std::{
    ffi::OsStr,
    fs, mem,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    app::{OpenCamp, Wake, page::Ticket, serial},
    domain::{ImportChanges, counted},
    import::{self, Choices, Plan, ReadProblem, Source, TableKind},
    jobs::{Job, Look, Progress, broken},
};

/// What stands where an import of files names these.
const PASTED: &str = "what you pasted";

/// Files as they were read, and those that could not be.
type Files = (Vec<Source>, Vec<ReadProblem>);

/// An import that is open.
#[derive(Debug)]
pub struct Import {
    /// Tells this import from every other one, and from itself before its decisions were given up.
    number: u64,
    /// The names of the files, without their folders, in the order in which they were chosen.
    files: Vec<String>,
    reading: Option<Job<Files>>,
    sources: Arc<Vec<Source>>,
    /// Files that could not be read at all.
    unreadable: Vec<ReadProblem>,
    /// What is chosen before the director decides anything.
    at_first: Choices,
    /// What the director decided in the preview. After a change, [`Self::choose`] must follow.
    choices: Choices,
    plan: Option<Plan>,
    /// A newer plan that is being made.
    planning: Option<Job<Plan>>,
    /// Another number for each plan, so that what is drawn of it is worked out once.
    planned: u64,
    /// The revision of the camp with which the files are compared, or were last; none once a choice has changed since.
    compared: Option<u64>,
    saving: Option<Ticket>,
    is_saved: bool,
    refusal: Option<String>,
}

impl Import {
    /// Starts to read the files.
    pub(super) fn read(files: Vec<PathBuf>, wake: &Wake) -> Self {
        let wake = Arc::clone(wake);
        let names = files.iter().map(|file| import::file_name(file)).collect();
        let reading = Job::start(
            "reading files",
            move || wake(),
            move |progress| read_all(&files, progress),
        );
        if let Err(error) = &reading {
            tracing::error!("the files can't be read: {error}");
        }
        Self {
            number: serial(),
            files: names,
            reading: reading.ok(),
            sources: Arc::default(),
            unreadable: Vec::new(),
            at_first: Choices::default(),
            choices: Choices::default(),
            plan: None,
            planning: None,
            planned: 0,
            compared: None,
            saving: None,
            is_saved: false,
            refusal: None,
        }
    }

    /// Takes rows that were copied from a spreadsheet, and that are of this kind; `columns` says what some of them are.
    pub(super) fn pasted(
        text: &str,
        kind: TableKind,
        columns: impl IntoIterator<Item = (usize, import::Field)>,
    ) -> Self {
        let name = PASTED;
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
            number: serial(),
            files: vec![name.to_owned()],
            reading: None,
            sources: Arc::new(sources),
            unreadable,
            at_first: choices.clone(),
            choices,
            plan: None,
            planning: None,
            planned: 0,
            compared: None,
            saving: None,
            is_saved: false,
            refusal: None,
        }
    }

    /// Tells this import from every other one of this run.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether it is of rows that were copied elsewhere, and of no file.
    pub(super) fn is_pasted(&self) -> bool {
        self.files.first().is_some_and(|name| name == PASTED)
    }

    /// Of which kind rows were when they were pasted; nothing for files.
    pub(super) fn kind_of_pasted(&self) -> Option<TableKind> {
        let kind = self.at_first.kinds.get(&0).copied();
        kind.filter(|_| self.is_pasted())
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

    /// Whether files are being read or compared, or the import is being saved. Files that wait for a camp are not compared yet.
    pub(super) fn is_busy(&self) -> bool {
        let is_to_be_planned = self.plan.is_some() && self.compared.is_none();
        let is_at_work = self.reading.is_some() || self.planning.is_some();
        is_at_work || self.is_saving() || is_to_be_planned
    }

    /// Whether there will be another plan, of the camp at this revision.
    fn is_planning(&self, revision: u64) -> bool {
        self.planning.is_some() || self.compared != Some(revision)
    }

    /// Whether it is on its way to the file.
    pub fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// Whether it is in the file.
    pub(super) fn is_saved(&self) -> bool {
        self.is_saved
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
        self.compared = None;
    }

    /// Whether anything was decided that would be lost.
    pub(super) fn has_decided(&self) -> bool {
        !self.is_saving() && !self.is_saved && self.choices != self.at_first
    }

    /// Forgets what was decided. The files aren't read once more.
    pub(super) fn begin_again(&mut self) {
        self.number = serial();
        self.choices = self.at_first.clone();
        self.plan = None;
        self.planning = None;
        self.compared = None;
    }

    /// Collects the files once they are read, and compares them with the camp, anew whenever a choice or the camp has changed.
    pub(super) fn follow(&mut self, camp: Option<&OpenCamp>, wake: &Wake) {
        self.collect_files();
        self.collect_plan();
        let is_free = self.reading.is_none() && self.planning.is_none() && !self.is_saving();
        if let Some(camp) = camp.filter(|_| is_free)
            && self.compared != Some(camp.revision)
        {
            self.start_planning(camp, wake);
        }
    }

    fn collect_files(&mut self) {
        let Some(job) = &self.reading else { return };
        match job.look() {
            Look::Busy => return,
            Look::Done((sources, unreadable)) => {
                self.sources = Arc::new(sources);
                self.unreadable = unreadable;
            }
            Look::Broken => {
                self.refusal = Some(broken(
                    "The files could not be read, and nothing has changed",
                ));
            }
        }
        self.reading = None;
    }

    fn collect_plan(&mut self) {
        let Some(job) = &self.planning else { return };
        match job.look() {
            Look::Busy => return,
            Look::Done(plan) => {
                self.plan = Some(plan);
                self.planned = serial();
            }
            Look::Broken => {
                self.refusal = Some(broken(
                    "The files could not be compared with the camp, and nothing has changed",
                ));
            }
        }
        self.planning = None;
    }

    /// Starts to compare the files with the camp as it is now. The plan before stays on the screen until then.
    fn start_planning(&mut self, camp: &OpenCamp, wake: &Wake) {
        self.compared = Some(camp.revision);
        let sources = Arc::clone(&self.sources);
        let camp = camp.data.clone();
        let choices = self.choices.clone();
        let wake = Arc::clone(wake);
        let job = Job::start(
            "planning an import",
            move || wake(),
            move |_| Plan::new(&sources, &camp, &choices),
        );
        match job {
            Ok(job) => self.planning = Some(job),
            Err(error) => {
                self.refusal = Some(format!(
                    "The files can’t be compared with the camp ({error})"
                ));
            }
        }
    }

    /// Why the import can't be saved now, with the camp at this revision; nothing if it can.
    pub(super) fn why_not(&self, revision: u64) -> Option<&'static str> {
        match &self.plan {
            _ if self.saving.is_some() => Some("The import is being saved"),
            None => Some("The files are being read"),
            Some(_) if self.is_planning(revision) => {
                Some("The files are being compared with the camp")
            }
            Some(plan) if plan.is_ready() && plan.changes.is_empty() => {
                Some("There is nothing to import")
            }
            Some(plan) if !plan.is_ready() => Some("Decisions needed first"),
            Some(_) => None,
        }
    }

    /// What is to be saved; nothing while something waits for a decision. It is given away, as a million games are much to hold twice: if it is
    /// refused, there will be another plan.
    pub(super) fn take_changes(&mut self, revision: u64) -> Option<ImportChanges> {
        let is_settled = self.why_not(revision).is_none();
        let plan = self.plan.as_mut().filter(|_| is_settled)?;
        Some(mem::take(&mut plan.changes))
    }

    pub(super) fn begin_saving(&mut self, ticket: Ticket) {
        self.refusal = None;
        self.saving = Some(ticket);
    }

    /// A change is in the file. Whether it was this import.
    pub(super) fn was_saved(&mut self, ticket: Ticket) -> bool {
        let mine = self.saving.take_if(|awaited| *awaited == ticket).is_some();
        self.is_saved |= mine;
        mine
    }

    /// The file refused a change. Whether it was this import.
    pub(super) fn was_refused(&mut self, ticket: Ticket, reason: &str) -> bool {
        let mine = self.saving.take_if(|awaited| *awaited == ticket).is_some();
        if mine {
            self.refusal = Some(reason.to_owned());
            self.compared = None;
        }
        mine
    }

    /// "Imported 5 groups, 48 players and 320 games. 2 rows skipped": what has come about and what not, without what is 0. Where ratings stay
    /// as they are for now, it is said; `follow` says whether every change recalculates.
    pub(super) fn saved_sentence(&self, camp: &OpenCamp, follow: bool) -> String {
        let Some(plan) = &self.plan else {
            return "Imported".to_owned();
        };
        let kinds = [
            (plan.groups, "group"),
            (plan.players, "player"),
            (plan.games, "game"),
        ];
        let named = kinds.into_iter().filter_map(|(counts, thing)| {
            let number = counts.added + counts.changed;
            let changed = match counts.changed {
                0 => String::new(),
                changed => format!(" ({changed} changed)"),
            };
            (number > 0).then(|| format!("{}{changed}", counted(number, thing)))
        });
        let imported = match named.collect::<Vec<_>>().as_slice() {
            [] => "Imported".to_owned(),
            [only] => format!("Imported {only}"),
            [others @ .., last] => format!("Imported {} and {last}", others.join(", ")),
        };
        let imported = match lacking(plan) {
            lacking if lacking.is_empty() => imported,
            lacking => format!("{imported}. {lacking}"),
        };
        if camp.is_out_of_date() {
            let press = match (camp.is_stopped(), follow) {
                (true, true) => "fix the problems (F7)",
                (true, false) => "fix the problems (F7) and press Recalc Ratings",
                (false, true) => "change a game or press Recalc Ratings (F9)",
                (false, false) => "press Recalc Ratings (F9)",
            };
            let old = if self.is_pasted() {
                "as before"
            } else {
                "those of the old file"
            };
            format!("{imported}. Ratings are {old} until you {press}")
        } else {
            imported
        }
    }
}

/// "2 rows skipped, 1 game has no date": what is looked for in vain later; nothing where all has come.
fn lacking(plan: &Plan) -> String {
    let skipped = match plan.skipped() {
        0 => None,
        rows => Some(format!("{} skipped", counted(rows, "row"))),
    };
    let undated = match plan.undated {
        0 => None,
        1 => Some("1 game has no date".to_owned()),
        games => Some(format!("{games} games have no date")),
    };
    let parts = skipped.into_iter().chain(undated);
    parts.collect::<Vec<_>>().join(", ")
}

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
                import::ENDINGS
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
