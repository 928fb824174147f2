//! What is shown of sections and members, and files that are given to the page.

use std::{path::PathBuf, sync::Arc};

use super::{
    asked::Asked,
    importing::{Preview, Reading},
    members::Members,
    sections::Sections,
    view::ImportQuestion,
};
use crate::{
    app::{
        page::{Answer, Ctx, Logic, Outbox},
        printing::PrintJob,
        settings::Settings,
    },
    domain::{
        CampData,
        us_chess::{Known, SectionHead},
    },
    exchange::FileRead,
    storage::{CampFile, StoredMember},
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

/// The page of US Chess.
#[derive(Debug, Default)]
pub struct UsChessPage {
    pub(super) lists: Lists,
    pub(super) overview: Asked<(), Overview>,
    pub(super) search: String,
    pub(super) sections: Sections,
    pub(super) members: Members,
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
        self.sections.follow(ctx, out);
        self.members.follow(ctx, out);
    }

    fn answered(&mut self, ctx: &Ctx<'_>, answer: &Answer, out: &mut Outbox) {
        let Answer::Read(read) = answer else { return };
        self.overview.take(read);
        let all = all(&self.overview);
        self.sections.answered(ctx, read, all, out);
        self.members.answered(read);
        self.known.take(read);
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
        match self.lists {
            Lists::Sections => self.sections.print_job(settings),
            Lists::Members => None,
        }
    }

    fn is_busy(&self) -> bool {
        self.reading.is_some() || self.sections.is_computing()
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

    /// All sections and members, once they are read.
    pub(super) fn all(&self) -> Option<&Overview> {
        all(&self.overview)
    }
}

fn all(overview: &Asked<(), Overview>) -> Option<&Overview> {
    overview.answer()?.as_ref().ok()
}
