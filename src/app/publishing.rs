//! Pages for the web on their way into a folder.

use std::path::{Path, PathBuf};

use jiff::civil::Date;

use super::{Wake, dialogs::PathField};
use crate::{
    domain::{CampData, PublishedNames},
    jobs::{Job, Look, broken},
    publish::{self, Saved},
    report,
};

/// What the director is asked before a camp is published, and what came of it.
#[derive(Clone, Debug)]
pub struct PublishDialog {
    pub folder: PathField,
    pub names: PublishedNames,
    /// All weeks, or only the one that is shown.
    pub all_weeks: bool,
    pub stage: Stage,
}

/// How far it is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Stage {
    Asking,
    UnderWay,
    /// The pages are in this folder.
    Done {
        folder: PathBuf,
        saved: Saved,
    },
}

/// Pages that are being made.
#[derive(Debug)]
pub(super) struct Publishing {
    /// The file of the camp.
    pub(super) camp: Option<PathBuf>,
    folder: PathBuf,
    pub(super) names: PublishedNames,
    today: Date,
    /// `None` while the weeks are being read.
    job: Option<Job<Result<Ended, String>>>,
}

/// How it ended.
#[derive(Debug)]
pub(super) enum Ended {
    Saved(PathBuf, Saved),
    Cancelled,
}

impl Publishing {
    pub(super) fn new(
        camp: Option<PathBuf>,
        folder: PathBuf,
        names: PublishedNames,
        today: Date,
    ) -> Self {
        Self {
            camp,
            folder,
            names,
            today,
            job: None,
        }
    }

    /// Whether the weeks are still to come.
    pub(super) fn waits_for_weeks(&self) -> bool {
        self.job.is_none()
    }

    /// Makes the pages of these weeks, the first one first, and writes them.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(super) fn start(&mut self, weeks: Vec<CampData>, wake: &Wake) -> Result<(), String> {
        let (folder, names, today) = (self.folder.clone(), self.names, self.today);
        let is_one_of_several = match weeks.as_slice() {
            [only] => only.weeks.len() > 1,
            _ => false,
        };
        let wake = Wake::clone(wake);
        let job = Job::start(
            "publishing",
            move || wake(),
            move |progress| {
                let files =
                    publish::pages(&weeks, names, today).map_err(|error| error.to_string())?;
                if is_one_of_several {
                    publish::refuse_other_weeks(&folder, &files)
                        .map_err(|error| error.to_string())?;
                }
                let saved = publish::save(&folder, &files, progress);
                Ok(match saved.map_err(|error| error.to_string())? {
                    Some(saved) => Ended::Saved(folder, saved),
                    None => Ended::Cancelled,
                })
            },
        );
        self.job = Some(job.map_err(|error| format!("The pages can't be made: {error}"))?);
        Ok(())
    }

    /// How it ended, once it has.
    pub(super) fn look(&self) -> Option<Result<Ended, String>> {
        match self.job.as_ref()?.look() {
            Look::Busy => None,
            Look::Done(ended) => Some(ended),
            Look::Broken => Some(Err(broken("The pages could not be made"))),
        }
    }

    /// Has it end before anything is replaced. What is being replaced already is finished.
    pub(super) fn cancel(&self) {
        if let Some(job) = &self.job {
            job.progress.cancel();
        }
    }
}

/// Where the pages of a camp go unless the director says otherwise: a folder of their own, as everything in it gets onto the
/// web.
pub(super) fn default_folder(camp: &str, beside: &Path) -> PathBuf {
    let name = report::file_name(&format!("{camp} – web pages"));
    beside.join(Path::new(&name).with_extension(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_of_a_camp_have_a_folder_of_their_own() {
        let folder = default_folder("Camp 2026.07: July", Path::new("camps"));
        assert_eq!(folder, Path::new("camps/Camp 2026.07 - July – web pages"));
    }
}
