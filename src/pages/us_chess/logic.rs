//! What is shown of sections and members, and what is done with them.

use std::{path::PathBuf, sync::Arc};

use super::{
    asked::Asked,
    importing::{Preview, Reading},
    view::{ImportQuestion, RatingQuestion},
};
use crate::{
    app::{
        page::{Answer, Ctx, Logic, Outbox},
        printing::{PrintJob, SectionRequest},
        settings::Settings,
    },
    domain::{
        CampData,
        us_chess::{Known, MemberKey, Section, SectionHead, SectionKey},
    },
    exchange::FileRead,
    report::{RowOrder, SectionChoices, SectionTable},
    storage::{CampFile, RateRequest, RatingRun, StorageError, StoredMember},
};

/// What the page lists.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Lists {
    #[default]
    Sections,
    Members,
}

/// All sections and members.
#[derive(Debug)]
pub(super) struct Overview {
    pub(super) sections: Vec<SectionHead>,
    pub(super) members: Vec<StoredMember>,
}

/// A section with the ratings before and after it.
#[derive(Debug)]
pub(super) struct Crosstable {
    pub(super) head: SectionHead,
    /// As it is printed.
    pub(super) table: Arc<SectionTable>,
}

/// A row of a member's history.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) head: SectionHead,
    pub(super) section: Section,
    /// The place of the member's entry in it.
    pub(super) row: usize,
}

/// The page of US Chess.
#[derive(Debug, Default)]
pub struct UsChessPage {
    pub(super) lists: Lists,
    pub(super) overview: Asked<(), Overview>,
    pub(super) section: Option<SectionKey>,
    pub(super) crosstable: Asked<SectionKey, Option<Crosstable>>,
    pub(super) member: Option<MemberKey>,
    pub(super) history: Asked<MemberKey, Vec<Played>>,
    pub(super) search: String,
    /// The rows in the order in which they were entered, and not by score.
    pub(super) as_entered: bool,
    pub(super) colors: bool,
    /// A run that is being computed, or shown before it is saved.
    wanted_run: Option<RateRequest>,
    run: Asked<u64, RatingRun>,
    runs: u64,
    reading: Option<Reading>,
    read: Option<Vec<FileRead>>,
    known: Asked<u64, Known>,
}

impl Logic for UsChessPage {
    fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.follow_files(ctx, out);
        if !ctx.is_shown {
            return;
        }
        self.overview.want((), ctx, out, |file| {
            Ok(Overview {
                sections: file.sections()?,
                members: file.members()?,
            })
        });
        if let Some(section) = self.section {
            self.crosstable
                .want(section, ctx, out, move |file| crosstable(file, section));
        }
        if let Some(member) = self.member {
            self.history
                .want(member, ctx, out, move |file| history(file, member));
        }
    }

    fn answered(&mut self, ctx: &Ctx<'_>, answer: &Answer, out: &mut Outbox) {
        let Answer::Read(read) = answer else { return };
        self.overview.take(read);
        self.crosstable.take(read);
        self.history.take(read);
        self.run.take(read);
        self.known.take(read);
        if let Some((run, answer)) = self.run.latest()
            && *run == self.runs
            && let Some(request) = self.wanted_run.take()
        {
            match answer {
                Ok(run) => {
                    let members = self.all().map_or(&[][..], |all| &all.members);
                    out.ask(RatingQuestion::new(
                        &request,
                        run,
                        members,
                        ctx.camp.revision,
                    ));
                }
                Err(reason) => out.notices.problem(reason.clone()),
            }
        }
    }

    fn search_mut(&mut self) -> Option<&mut String> {
        Some(&mut self.search)
    }

    fn take_files(&mut self, files: &[PathBuf], ctx: &Ctx<'_>) -> bool {
        self.reading = Some(Reading::start(files.to_vec(), ctx));
        true
    }

    /// The crosstable that is shown, in the order in which it is.
    fn print_job(&self, _camp: &CampData, settings: &Settings) -> Option<PrintJob> {
        let shown = self.shown().filter(|_| self.lists == Lists::Sections)?;
        let request = SectionRequest {
            table: Arc::clone(&shown.table),
            choices: SectionChoices {
                paper: settings.paper,
                order: if self.as_entered {
                    RowOrder::AsEntered
                } else {
                    RowOrder::Score
                },
                colors: self.colors,
                ids: false,
            },
        };
        Some(request.into())
    }

    fn is_busy(&self) -> bool {
        self.reading.is_some() || self.wanted_run.is_some()
    }
}

impl UsChessPage {
    /// Shows what files that were read would bring, once it is known whom the camp has.
    fn follow_files(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        match self.reading.as_ref().and_then(Reading::look) {
            None => {}
            Some(Ok(read)) => {
                self.reading = None;
                self.read = Some(read);
                self.known.forget();
            }
            Some(Err(problems)) => {
                self.reading = None;
                out.notices.problem(problems.join("\n"));
            }
        }
        if self.read.is_none() {
            return;
        }
        self.known.want(0, ctx, out, CampFile::known);
        if let Some((_, Ok(known))) = self.known.latest()
            && let Some(read) = self.read.take()
        {
            out.ask(ImportQuestion::new(Preview::new(
                read,
                Arc::new(known.clone()),
            )));
        }
    }

    /// Has a run computed, to be shown before it is saved.
    pub(super) fn rate(&mut self, request: RateRequest, ctx: &Ctx<'_>, out: &mut Outbox) {
        self.runs += 1;
        self.wanted_run = Some(request.clone());
        self.run
            .want(self.runs, ctx, out, move |file| file.rating_run(&request));
    }

    /// The crosstable of the chosen section, once it is read.
    pub(super) fn shown(&self) -> Option<&Crosstable> {
        let (section, answer) = self.crosstable.latest()?;
        let is_it = Some(*section) == self.section;
        answer.as_ref().ok()?.as_ref().filter(|_| is_it)
    }

    /// All sections and members, once they are read.
    pub(super) fn all(&self) -> Option<&Overview> {
        self.overview.answer()?.as_ref().ok()
    }

    pub(super) const fn is_computing(&self) -> bool {
        self.wanted_run.is_some()
    }
}

/// A section with the ratings that it was rated with, or with which its members begin it.
fn crosstable(file: &CampFile, key: SectionKey) -> Result<Option<Crosstable>, StorageError> {
    let heads = file.sections()?;
    let Some(head) = heads.into_iter().find(|head| head.key == key) else {
        return Ok(None);
    };
    let ratings = file.ratings_of(key)?;
    let section = file.section_as_it_begins(key)?.unwrap_or_default();
    let table = SectionTable {
        event: file.event_head(head.event)?.unwrap_or_default(),
        section: section.with_ratings(&ratings),
        ratings,
    };
    Ok(Some(Crosstable {
        head,
        table: Arc::new(table),
    }))
}

/// The sections of a member, the latest first.
fn history(file: &CampFile, member: MemberKey) -> Result<Vec<Played>, StorageError> {
    let mut rows = Vec::new();
    for head in file.sections_of_member(member)?.into_iter().rev() {
        let ratings = file.ratings_of(head.key)?;
        let Some(section) = file.section(head.key)? else {
            continue;
        };
        let section = section.with_ratings(&ratings);
        let row = section
            .entries
            .iter()
            .position(|entry| entry.member == Some(member));
        if let Some(row) = row {
            rows.push(Played { head, section, row });
        }
    }
    Ok(rows)
}
