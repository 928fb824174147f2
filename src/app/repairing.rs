//! A damaged camp file on its way into a new one: what the director is asked, how far it is, and what came of it.

use std::path::{Path, PathBuf};

use jiff::Zoned;

use super::{
    Wake,
    dialogs::{Dialog, PathField},
    paths::at_hand_or_documents,
};
use crate::{
    jobs::{Job, Look, Progress, broken},
    storage::{self, BackupPlaces, OpenError, Repaired},
};

/// What the director is asked before a damaged camp is repaired, and what came of it.
#[derive(Debug)]
pub struct RepairDialog {
    /// The damaged file.
    pub damaged: PathField,
    /// The new one. It is named after the damaged one until somebody chooses another.
    pub new: PathField,
    pub new_was_chosen: bool,
    /// Whether the newest backup is to fill in.
    pub with_backup: bool,
    pub stage: RepairStage,
    /// Whether the keyboard is on its way to the field that won't do.
    pub keyboard_to_problem: bool,
    /// The question that led here, if one did. It is asked again if nothing is repaired.
    pub(super) before: Option<Box<Dialog>>,
    /// When it was asked, for the name of the new file.
    now: Zoned,
}

/// How far it is.
#[derive(Clone, Debug)]
pub enum RepairStage {
    Asking,
    UnderWay(Progress),
    /// The new camp is in this place.
    Done {
        place: PathBuf,
        repaired: Repaired,
        /// Whether the list of what was saved was copied.
        is_copied: bool,
    },
}

impl RepairDialog {
    pub(super) fn new(damaged: Option<&Path>, now: Zoned, before: Option<Box<Dialog>>) -> Self {
        let mut dialog = Self {
            damaged: damaged.map_or_else(PathField::default, PathField::new),
            new: PathField::default(),
            new_was_chosen: false,
            with_backup: true,
            stage: RepairStage::Asking,
            keyboard_to_problem: false,
            before,
            now,
        };
        dialog.follow_name();
        dialog
    }

    /// Names the new file after the damaged one, unless it was chosen.
    pub fn follow_name(&mut self) {
        if self.new_was_chosen {
            return;
        }
        let Some(damaged) = self.damaged.typed() else {
            return;
        };
        let folder = at_hand_or_documents(damaged.parent());
        let name = repaired_name(&damaged, &self.now);
        self.new = PathField::new(&folder.join(name));
    }
}

/// What the new file is called where nobody says otherwise.
pub fn repaired_name(damaged: &Path, now: &Zoned) -> String {
    let stem = damaged.file_stem().unwrap_or_default().to_string_lossy();
    format!(
        "{stem} (repaired {}).ladder",
        now.strftime("%Y-%m-%d %H.%M")
    )
}

/// A repair under way.
#[derive(Debug)]
pub(super) struct Repairing {
    place: PathBuf,
    job: Job<Result<Option<Repaired>, (String, bool)>>,
}

/// How it ended.
#[derive(Debug)]
pub(super) enum RepairEnd {
    Repaired(PathBuf, Repaired),
    Cancelled,
    /// Why not, and whether that is said of the damaged file, and not of the new one.
    NotRepaired(String, bool),
}

impl Repairing {
    /// Starts it; `backups` are looked for what is missing.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(super) fn start(
        damaged: PathBuf,
        place: PathBuf,
        backups: Option<BackupPlaces>,
        wake: &Wake,
    ) -> Result<Self, String> {
        let wake = Wake::clone(wake);
        let to = place.clone();
        let job = Job::start(
            "repairing a camp",
            move || wake(),
            move |progress| {
                let mut reached = |done, total| progress.reached(done, total);
                let repaired = storage::repair(&damaged, &to, backups.as_ref(), &mut reached);
                repaired.map_err(|error| (error.to_string(), is_of(&error, &damaged)))
            },
        );
        let job = job.map_err(|error| format!("The camp can’t be repaired: {error}"))?;
        Ok(Self { place, job })
    }

    pub(super) fn progress(&self) -> Progress {
        self.job.progress.clone()
    }

    /// Has it end before anything is written.
    pub(super) fn cancel(&self) {
        self.job.progress.cancel();
    }

    /// How it ended, once it has.
    pub(super) fn look(&self) -> Option<RepairEnd> {
        Some(match self.job.look() {
            Look::Busy => return None,
            Look::Done(Ok(Some(repaired))) => RepairEnd::Repaired(self.place.clone(), repaired),
            Look::Done(Ok(None)) => RepairEnd::Cancelled,
            Look::Done(Err((reason, is_of_damaged))) => {
                RepairEnd::NotRepaired(reason, is_of_damaged)
            }
            Look::Broken => RepairEnd::NotRepaired(broken("The camp could not be repaired"), false),
        })
    }
}

/// Whether an error is about this file.
fn is_of(error: &OpenError, file: &Path) -> bool {
    matches!(
        error,
        OpenError::NotThere(path)
        | OpenError::Folder(path)
        | OpenError::NotAFile(path)
        | OpenError::NotACamp { path, .. }
        | OpenError::Newer(path)
        | OpenError::InUse { path, .. }
        | OpenError::Damaged { path, .. }
        | OpenError::NoPermission(path)
        | OpenError::Disk { path, .. } if path == file
    )
}
