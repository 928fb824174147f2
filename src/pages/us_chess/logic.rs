//! What is shown of sections and members, and files that are given to the page.

use std::{path::PathBuf, sync::Arc};

use super::{
    asked::Asked,
    commands::HANDLERS,
    forms::Forms,
    importing::{Preview, Reading},
    members::{Members, members_to_choose},
    sections::Sections,
    to_check::SectionsToCheck,
    typing::Sheet,
    view::ImportQuestion,
};
use crate::{
    app::{
        FocusTarget,
        page::{Answer, Ctx, Handler, Logic, Outbox, RefusedChange, Route, SavedChange},
        printing::PrintJob,
        settings::Settings,
    },
    domain::{
        CampData,
        us_chess::{Known, SectionHead, SectionKey},
    },
    exchange::FileRead,
    kit::PickerItem,
    storage::{CampFile, StoredMember},
};

/// What the page lists.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Lists {
    #[default]
    Sections,
    Members,
    ToCheck,
}

/// What was added, which is what was numbered last.
#[derive(Clone, Copy, Debug)]
enum Added {
    Member,
    /// With the rounds that it is to have.
    Section(Option<usize>),
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
    /// The section that is typed, in place of the lists.
    pub(super) sheet: Option<Sheet>,
    /// All members, to choose from.
    pub(super) members_to_choose: Vec<PickerItem>,
    pub(super) forms: Forms,
    /// What is chosen as soon as it is listed.
    added: Option<Added>,
    pub(super) to_check: SectionsToCheck,
    reading: Option<Reading>,
    read: Option<Vec<FileRead>>,
    known: Asked<u64, Known>,
}

impl Logic for UsChessPage {
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        &[HANDLERS]
    }

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
        if self.sheet.as_ref().is_some_and(|sheet| sheet.is_gone) {
            self.sheet = None;
        }
        if let Some(sheet) = &mut self.sheet {
            sheet.follow(ctx, out);
        }
        self.sections.follow(ctx, out);
        self.members.follow(ctx, out);
        if self.lists == Lists::ToCheck {
            self.to_check.follow(ctx, out);
        }
    }

    fn answered(&mut self, ctx: &Ctx<'_>, answer: &Answer, out: &mut Outbox) {
        let Answer::Read(read) = answer else { return };
        let is_overview = self.overview.take(read);
        if is_overview {
            self.choose_added();
        }
        self.forms.answered(read, out);
        let all = all(&self.overview);
        if let Some(all) = all.filter(|_| is_overview) {
            self.members_to_choose = members_to_choose(&all.members);
        }
        if let Some(sheet) = &mut self.sheet {
            sheet.answered(ctx, read);
        }
        self.sections.answered(ctx, read, all, out);
        self.members.answered(read);
        self.to_check.answered(read);
        self.known.take(read);
    }

    fn saved(&mut self, _ctx: &Ctx<'_>, saved: SavedChange, _out: &mut Outbox) {
        if let Some(sheet) = &mut self.sheet {
            sheet.saved(saved);
        }
    }

    fn refused(&mut self, refused: RefusedChange<'_>, out: &mut Outbox) -> bool {
        let sheet = self.sheet.as_mut();
        sheet.is_some_and(|sheet| sheet.refused(refused, out))
    }

    fn go_back(&mut self) -> bool {
        self.sheet.take().is_some()
    }

    fn is_saving(&self) -> bool {
        self.sheet.as_ref().is_some_and(Sheet::is_saving)
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
            Lists::Members | Lists::ToCheck => None,
        }
    }

    fn go_on(&mut self, route: Route) -> bool {
        if let Some(section) = route.section {
            self.show_section(section);
        }
        route.section.is_some()
    }

    fn is_busy(&self) -> bool {
        let awaits = self.added.is_some() || self.forms.is_opening();
        awaits || self.reading.is_some() || self.sections.is_computing()
    }
}

impl UsChessPage {
    /// Opens the sheet on which a section is typed.
    pub(super) fn type_section(&mut self, section: SectionKey) {
        let rounds = self.sections.new_rounds.filter(|(key, _)| *key == section);
        self.sheet = Some(Sheet::new(section, rounds.map(|(_, rounds)| rounds)));
    }

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

    /// Chooses the member who was added last, once he or she is listed.
    pub(super) fn show_added_member(&mut self, out: &mut Outbox) {
        self.added = Some(Added::Member);
        self.lists = Lists::Members;
        self.search.clear();
        out.focus_next = Some(FocusTarget::List);
    }

    /// Chooses the section that was added last, once it is listed. It has as many rounds where it is typed.
    pub(super) fn show_added_section(&mut self, rounds: Option<usize>, out: &mut Outbox) {
        self.added = Some(Added::Section(rounds));
        self.lists = Lists::Sections;
        self.search.clear();
        out.focus_next = Some(FocusTarget::List);
    }

    fn choose_added(&mut self) {
        let Some(all) = all(&self.overview) else {
            return;
        };
        match self.added.take() {
            None => {}
            Some(Added::Member) => {
                self.members.chosen = all.members.iter().map(|stored| stored.key).max();
            }
            Some(Added::Section(rounds)) => {
                let last = all.sections.iter().map(|head| head.key).max();
                self.sections.chosen = last;
                self.sections.new_rounds = last.zip(rounds);
                // Nobody is in it yet: players come next.
                if let Some(section) = last {
                    self.type_section(section);
                }
            }
        }
    }

    /// Shows a section with its crosstable, whatever was searched for.
    pub(super) fn show_section(&mut self, section: SectionKey) {
        self.lists = Lists::Sections;
        self.search.clear();
        self.sections.chosen = Some(section);
        self.sheet = None;
    }

    /// All sections and members, once they are read.
    pub(super) fn all(&self) -> Option<&Overview> {
        all(&self.overview)
    }
}

fn all(overview: &Asked<(), Overview>) -> Option<&Overview> {
    overview.answer()?.as_ref().ok()
}
