//! Pages for the web on their way into a folder.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::civil::Date;

use super::{
    Wake,
    dialogs::PathField,
    page::Ticket,
    reading::{Reading, WasRead},
    serial,
};
use crate::{
    domain::{
        CampData, LadderId, PublishedNames,
        us_chess::{SectionKey, SectionTable},
    },
    jobs::{Job, Look, Progress, broken},
    publish::{self, PublishChoices, PublishedSheet, Saved, SheetOf},
    report::{
        self, OwnTemplates, Print, PrintChoices, ReportError, SECTION_TEMPLATE, SectionChoices,
    },
    storage::CampFile,
};

/// What the director is asked before a camp is published, and what came of it.
#[derive(Clone, Debug)]
pub struct PublishDialog {
    pub folder: PathField,
    pub names: PublishedNames,
    pub what: WhatToPublish,
    pub besides: Besides,
    pub stage: Stage,
}

/// Which standings are published.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum WhatToPublish {
    #[default]
    AllWeeks,
    /// The week that is shown.
    Week,
    /// A ladder alone, and nothing of the weeks.
    Ladder(LadderId),
}

impl WhatToPublish {
    pub(super) const fn ladder(self) -> Option<LadderId> {
        match self {
            Self::Ladder(ladder) => Some(ladder),
            Self::AllWeeks | Self::Week => None,
        }
    }
}

/// What is published besides the standings.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Besides {
    /// Single games.
    pub games: bool,
    /// Sheets of paper; with full names only.
    pub pdfs: bool,
    /// The crosstables of US Chess.
    pub crosstables: bool,
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
    pub(super) choices: PublishChoices,
    /// Whether sheets of paper are published, too.
    pub(super) pdfs: bool,
    today: Date,
    /// `None` while they are being read.
    weeks: Option<Vec<CampData>>,
    sections: Sections,
    /// `None` while anything is being read.
    job: Option<Job<Result<Ended, String>>>,
}

/// What is published of US Chess.
#[derive(Debug)]
enum Sections {
    None,
    Asked(Ticket),
    Read(Arc<SectionsRead>),
}

/// All sections, or why they can't be read.
type SectionsRead = Result<Vec<(SectionKey, SectionTable)>, String>;

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
        choices: PublishChoices,
        pdfs: bool,
        today: Date,
    ) -> Self {
        Self {
            camp,
            folder,
            choices,
            pdfs,
            today,
            weeks: None,
            sections: Sections::None,
            job: None,
        }
    }

    /// Has the crosstables of US Chess published, too: what the keeper is to read for that.
    pub(super) fn ask_for_crosstables(&mut self) -> Reading {
        let ticket = serial();
        self.sections = Sections::Asked(ticket);
        Reading::new(ticket, |file: &CampFile| -> SectionsRead {
            file.section_tables().map_err(|error| error.to_string())
        })
    }

    /// Whether crosstables are published.
    pub(super) const fn has_crosstables(&self) -> bool {
        !matches!(self.sections, Sections::None)
    }

    /// Whether the weeks are still to come.
    pub(super) const fn waits_for_weeks(&self) -> bool {
        self.weeks.is_none() && !self.is_under_way()
    }

    /// Whether everything was read.
    pub(super) const fn is_under_way(&self) -> bool {
        self.job.is_some()
    }

    /// Takes the weeks, the first one first.
    pub(super) fn take_weeks(&mut self, weeks: Vec<CampData>) {
        self.weeks = Some(weeks);
    }

    /// Takes the crosstables, if this is the answer that has them.
    pub(super) fn take_crosstables(&mut self, read: &WasRead) -> bool {
        let Sections::Asked(ticket) = self.sections else {
            return false;
        };
        let Some(sections) = read.of::<SectionsRead>(ticket) else {
            return false;
        };
        self.sections = Sections::Read(sections);
        true
    }

    /// Makes the pages and writes them, once everything has been read.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(super) fn start_if_read(&mut self, wake: &Wake) -> Result<(), String> {
        let sections = match &self.sections {
            Sections::None => Arc::new(Ok(Vec::new())),
            Sections::Asked(_) => return Ok(()),
            Sections::Read(sections) => Arc::clone(sections),
        };
        let Some(weeks) = self.weeks.take() else {
            return Ok(());
        };
        let (camp, folder) = (self.camp.clone(), self.folder.clone());
        let (choices, pdfs, today) = (self.choices, self.pdfs, self.today);
        let is_a_part = match weeks.as_slice() {
            _ if choices.ladder.is_some() => true,
            [only] => only.weeks.len() > 1,
            _ => false,
        };
        let wake = Wake::clone(wake);
        let job = Job::start(
            "publishing",
            move || wake(),
            move |progress| {
                let sections = sections.as_ref().as_ref().map_err(String::clone)?;
                let sheets = if pdfs {
                    let camp = camp.as_deref();
                    published_sheets((&weeks, sections), choices, camp, today, progress)
                        .map_err(|error| error.to_string())?
                } else {
                    Vec::new()
                };
                let files = publish::pages(&weeks, sections, &sheets, choices, today);
                let files = files.map_err(|error| error.to_string())?;
                if is_a_part {
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
        self.job = Some(job.map_err(|error| format!("The pages can’t be made: {error}"))?);
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

/// Lays out the sheets that stand beside the pages: those that may be published as everything is chosen, and that there are. A ladder whose
/// standings can't be computed has none, and its page says so; nor has a week without players. `camp` is the file beside which the director's own templates are.
///
/// # Errors
/// Sheets that can't be made, which is a mistake of this program.
pub(crate) fn published_sheets(
    (weeks, sections): (&[CampData], &[(SectionKey, SectionTable)]),
    choices: PublishChoices,
    camp: Option<&Path>,
    today: Date,
    progress: &Progress,
) -> Result<Vec<PublishedSheet>, ReportError> {
    let own = |template| {
        let own = camp.map(|camp| OwnTemplates::beside(camp, template));
        own.unwrap_or_default()
    };
    let mut sheets = Vec::new();
    for of in publish::sheets(weeks, sections, choices) {
        if progress.is_cancelled() {
            break;
        }
        let laid = if let SheetOf::Section(key) = of {
            let mut sections = sections.iter();
            let section = sections.find(|(other, _)| *other == key);
            let Some(((_, table), newest)) = section.zip(weeks.last()) else {
                continue;
            };
            let table = publish::section_to_print(table);
            let (chosen, own) = (SectionChoices::default(), own(SECTION_TEMPLATE));
            report::lay_out_section(&table, chosen, newest, today, &own)
        } else if let Some((print, week, chosen)) = print_of(of, weeks) {
            report::lay_out(print, week, &chosen, today, &own(print.template()))
        } else {
            continue;
        };
        match laid {
            Ok(laid) => sheets.push(PublishedSheet {
                of,
                bytes: laid.pages.pdf()?,
            }),
            Err(ReportError::Ladder { .. } | ReportError::NothingToShow(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(sheets)
}

/// What is printed for a sheet of a week or a ladder, of which week, and how: as it comes out of the printer if nothing else is chosen, without anybody who is inactive and
/// without anything personal.
fn print_of(of: SheetOf, weeks: &[CampData]) -> Option<(Print, &CampData, PrintChoices)> {
    let week = |id| weeks.iter().find(|camp| camp.week.id == id);
    match of {
        SheetOf::Standings(id) => {
            let choices = PrintChoices {
                new_pages: false,
                ..Print::Standings.default_choices()
            };
            Some((Print::Standings, week(id)?, choices))
        }
        SheetOf::Crosstable(id) => {
            // As on the page, fun games are only in the list of games.
            let choices = PrintChoices {
                fun_games: false,
                ..Print::Crosstable.default_choices()
            };
            Some((Print::Crosstable, week(id)?, choices))
        }
        SheetOf::Ladder(id) => {
            let newest = weeks.last()?;
            let ladder = newest.ladder(id)?;
            let print = Print::of_ladder(ladder.system);
            let choices = PrintChoices {
                ladder: Some(ladder.name.clone()),
                ..print.default_choices()
            };
            Some((print, newest, choices))
        }
        SheetOf::Section(_) => None,
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
