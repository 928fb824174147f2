//! An event that is written into files: in which format, and what is to be put right before an upload.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use jiff::civil::Date;

use crate::{
    app::{Wake, page::Ctx},
    domain::us_chess::{Event, EventKey},
    exchange::export::{AlsoWritten, ExportFormat, file_stem, files},
    jobs::{Job, Look, broken},
    rating::us_chess::upload,
    report,
    storage::{CampFile, StorageError, UsChessRefusal},
};

/// How many files were written, and where.
type Written = Result<(usize, PathBuf), String>;

/// An event as it goes out.
#[derive(Clone, Debug)]
pub(super) struct EventToExport {
    key: EventKey,
    event: Event,
    to_correct: Vec<String>,
}

impl EventToExport {
    /// Reads the event with its ratings, and what is missing in it.
    pub(super) fn read(file: &CampFile, key: EventKey, today: Date) -> Result<Self, StorageError> {
        let event = file.event_as_rated(key)?.ok_or(UsChessRefusal::NoEvent)?;
        let members = file.members()?.into_iter();
        let expires = members.map(|stored| (stored.member.id, stored.member.expires));
        let expires = expires.collect::<HashMap<_, _>>();
        let expires = |id| expires.get(&Some(id)).copied().flatten();
        let missing = upload::missing(&event, &expires, today).into_iter();
        Ok(Self {
            key,
            to_correct: missing.map(|problem| problem.to_string()).collect(),
            event,
        })
    }
}

/// What is chosen for an export.
#[derive(Debug)]
pub(in crate::pages::us_chess) struct Exporting {
    key: EventKey,
    pub(in crate::pages::us_chess) event: Event,
    /// What an upload would be sent back for, in sentences.
    pub(in crate::pages::us_chess) to_correct: Vec<String>,
    pub(in crate::pages::us_chess) format: ExportFormat,
    pub(in crate::pages::us_chess) also: AlsoWritten,
    /// As it is typed; nothing until it is known where the camp is.
    pub(in crate::pages::us_chess) folder: Option<String>,
    /// Why nothing was written.
    pub(in crate::pages::us_chess) problem: Option<String>,
    job: Option<Job<Written>>,
}

impl Exporting {
    pub(super) fn new(what: EventToExport) -> Self {
        Self {
            key: what.key,
            event: what.event,
            to_correct: what.to_correct,
            format: ExportFormat::Dbf,
            also: AlsoWritten::default(),
            folder: None,
            problem: None,
            job: None,
        }
    }

    /// The folder beside the camp file that is offered.
    pub(in crate::pages::us_chess) fn offered_folder(&self, camp: Option<&Path>) -> String {
        let beside = camp.and_then(Path::parent).unwrap_or(Path::new(""));
        let folder = beside.join(file_stem(&self.event, self.key));
        folder.display().to_string()
    }

    pub(in crate::pages::us_chess) const fn is_under_way(&self) -> bool {
        self.job.is_some()
    }

    /// Writes the files, by a job.
    pub(in crate::pages::us_chess) fn start(&mut self, ctx: &Ctx<'_>) {
        let typed = self.folder.clone().unwrap_or_default();
        let folder = PathBuf::from(typed.trim());
        if !folder.is_absolute() {
            let what = "Type the whole path of a folder, with its drive or its first slash";
            self.problem = Some(what.to_owned());
            return;
        }
        let (event, key, format) = (self.event.clone(), self.key, self.format);
        let also = AlsoWritten {
            birth_dates: self.also.birth_dates && format.has_birth_dates(),
            colors: self.also.colors && format.asks_for_colors(),
        };
        let (wake, today) = (Wake::clone(ctx.wake), ctx.today());
        let job = Job::start(
            "exporting an event",
            move || wake(),
            move |_| {
                let made = files(&event, key, format, also, today).map_err(|problems| {
                    let problems = problems.iter().map(ToString::to_string);
                    problems.collect::<Vec<_>>().join("\n")
                })?;
                write(&folder, &made)?;
                Ok((made.len(), folder))
            },
        );
        match job {
            Ok(job) => self.job = Some(job),
            Err(error) => self.problem = Some(error.to_string()),
        }
    }

    /// What came of it; nothing while it goes on, and after a problem, which is shown.
    pub(in crate::pages::us_chess) fn written(&mut self) -> Option<(usize, PathBuf)> {
        let answer = match self.job.as_ref()?.look() {
            Look::Busy => return None,
            Look::Done(answer) => answer,
            Look::Broken => Err(broken("The event could not be exported")),
        };
        self.job = None;
        match answer {
            Ok(written) => Some(written),
            Err(reason) => {
                self.problem = Some(reason);
                None
            }
        }
    }
}

fn write(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), String> {
    fs::create_dir_all(folder)
        .map_err(|error| format!("{}: {error}. Choose another folder", folder.display()))?;
    for (name, bytes) in files {
        report::save_file(&folder.join(name), bytes).map_err(|error| error.to_string())?;
    }
    Ok(())
}
