//! What is shown of sections and members, and files that are given to the page.

use std::{path::PathBuf, sync::Arc};

use super::{
    asked::Asked,
    commands::HANDLERS,
    explanation::Explaining,
    forms::Forms,
    importing::Importing,
    members::{Members, members_to_choose},
    reports::Reports,
    sections::Sections,
    to_check::SectionsToCheck,
    typing::Sheet,
    view::{self, ExplanationLooks},
};
use crate::{
    app::{
        FocusTarget, Pane, View,
        dialogs::Loss,
        exporting::ExportedList,
        leaving::Leaving,
        page::{Answer, Ctx, Handler, Logic, Outbox, RefusedChange, Route, SavedChange},
        printing::PrintJob,
        settings::Settings,
    },
    domain::{
        CampData, name_key,
        us_chess::{SectionHead, SectionKey},
    },
    kit::PickerItem,
    storage::{HistoryMoved, StoredMember},
};

/// What the page lists.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Lists {
    #[default]
    Sections,
    Members,
    ToCheck,
    Reports,
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
    pub(super) reports: Reports,
    /// The rating that is explained in place of the lists.
    pub(super) explaining: Option<Explaining>,
    pub(super) explanation_looks: ExplanationLooks,
    /// The lists from which a row led to another one: the way back.
    pub(super) came_from: Vec<Lists>,
    /// Files that are to be imported, in place of the lists.
    pub(super) importing: Option<Importing>,
    /// Whether they were shown last.
    pub(super) showed_import: bool,
}

impl Logic for UsChessPage {
    fn handlers() -> &'static [&'static [Handler<Self>]] {
        &[HANDLERS]
    }

    fn follow(&mut self, ctx: &Ctx<'_>, out: &mut Outbox) {
        if let Some(importing) = &mut self.importing {
            importing.follow(ctx, out);
        }
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
        // While a section is typed, nothing else of the page is seen.
        if self.sheet.is_some() {
            return;
        }
        self.sections.follow(ctx, out);
        self.members.follow(ctx, out);
        match self.lists {
            Lists::Sections | Lists::Members => {}
            Lists::ToCheck => self.to_check.follow(ctx, out),
            Lists::Reports => self.reports.follow(ctx, out),
        }
        if let Some(explaining) = &mut self.explaining {
            explaining.follow(ctx, out);
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
        self.reports.answered(read);
        if let Some(explaining) = &mut self.explaining {
            explaining.answered(read);
        }
        if let Some(importing) = &mut self.importing {
            importing.answered(read);
        }
    }

    fn saved(&mut self, _ctx: &Ctx<'_>, saved: SavedChange, out: &mut Outbox) {
        let importing = self.importing.as_ref();
        if importing.is_some_and(|importing| importing.was_saved(saved.ticket)) {
            self.end_import(out);
        }
        if let Some(sheet) = &mut self.sheet {
            sheet.saved(saved);
        }
    }

    fn refused(&mut self, refused: RefusedChange<'_>, out: &mut Outbox) -> bool {
        let importing = self.importing.as_mut();
        if importing.is_some_and(|importing| importing.was_refused(refused)) {
            return true;
        }
        let sheet = self.sheet.as_mut();
        sheet.is_some_and(|sheet| sheet.refused(refused, out))
    }

    fn panes(&self, _view: View) -> Vec<(Pane, FocusTarget)> {
        let is_covered =
            self.importing.is_some() || self.sheet.is_some() || self.explaining.is_some();
        let has_lower = match self.lists {
            Lists::Sections => self.sections.shown().is_some(),
            Lists::Members => self.members.has_list(),
            Lists::Reports => self.reports.has_details() && self.reports.detail().is_some(),
            Lists::ToCheck => false,
        };
        let lower = (has_lower && !is_covered).then_some(view::LOWER);
        [view::UPPER].into_iter().chain(lower).collect()
    }

    fn history_moved(
        &mut self,
        _ctx: &Ctx<'_>,
        _before: &CampData,
        _moved: &HistoryMoved,
        _out: &mut Outbox,
    ) {
        if let Some(sheet) = &mut self.sheet {
            sheet.keys.is_behind = true;
            sheet.keys.has_kept_itself = false;
        }
    }

    fn advances_after_save(&self) -> bool {
        self.sheet.as_ref().is_some_and(Sheet::lets_wait)
    }

    fn takes_single_keys(&self, _view: View) -> bool {
        self.sheet.as_ref().is_some_and(Sheet::is_at_results)
    }

    fn is_saving(&self) -> bool {
        let importing = self.importing.as_ref();
        let imports = importing.is_some_and(Importing::is_saving);
        imports || self.sheet.as_ref().is_some_and(Sheet::is_saving)
    }

    /// The preview goes with the page, and doesn't come back.
    fn loss(&self, leaving: Leaving) -> Option<Loss> {
        let importing = self.importing.as_ref();
        let is_left = matches!(leaving, Leaving::Away | Leaving::Camp);
        let is_lost = is_left && importing.is_some_and(Importing::has_decided);
        is_lost.then_some(Loss::OF_FILES)
    }

    fn discard(&mut self) {
        if let Some(importing) = &mut self.importing {
            importing.begin_again();
        }
    }

    fn search_mut(&mut self) -> Option<&mut String> {
        Some(&mut self.search)
    }

    fn take_files(&mut self, files: &[PathBuf], ctx: &Ctx<'_>) -> bool {
        match &mut self.importing {
            Some(importing) => importing.add(files, ctx),
            None => self.importing = Some(Importing::new(files, ctx)),
        }
        true
    }

    /// The crosstable that is shown, in the order in which it is.
    fn print_job(&self, _camp: &CampData, settings: &Settings) -> Option<PrintJob> {
        match self.lists {
            _ if self.importing.is_some() => None,
            Lists::Sections => self.sections.print_job(settings),
            Lists::Members | Lists::ToCheck | Lists::Reports => None,
        }
    }

    fn go_on(&mut self, route: Route) -> bool {
        if let Some(section) = route.section {
            self.show_section(section);
        }
        route.section.is_some()
    }

    fn go_back(&mut self) -> bool {
        if self.importing.take().is_some() || self.sheet.take().is_some() {
            return true;
        }
        if let Some(explaining) = &mut self.explaining {
            if !explaining.go_back() {
                self.explaining = None;
            }
            return true;
        }
        let came_from = self.came_from.pop();
        self.lists = came_from.unwrap_or(self.lists);
        came_from.is_some()
    }

    fn lists(&self, _ctx: &Ctx<'_>) -> Result<Vec<ExportedList>, &'static str> {
        let is_empty = |all: &Overview| all.sections.is_empty() && all.members.is_empty();
        if self.all().is_none_or(is_empty) {
            return Err("There is no list to export yet");
        }
        let lists = match self.lists {
            Lists::Sections => self.lists_of_sections(),
            Lists::Members => self.lists_of_members(),
            Lists::ToCheck => Vec::new(),
            Lists::Reports => self.reports.exported(&self.search),
        };
        if lists.is_empty() {
            return Err("There is no list to export yet");
        }
        Ok(lists)
    }

    fn is_busy(&self) -> bool {
        let awaits = self.added.is_some() || self.forms.is_opening();
        let computes = self.sections.is_computing() || self.reports.is_computing();
        let importing = self.importing.as_ref();
        awaits || computes || importing.is_some_and(Importing::is_busy)
    }
}

impl UsChessPage {
    /// Opens the sheet on which a section is typed.
    pub(super) fn type_section(&mut self, section: SectionKey) {
        let rounds = self.sections.new_rounds.filter(|(key, _)| *key == section);
        self.sheet = Some(Sheet::new(section, rounds.map(|(_, rounds)| rounds)));
    }

    /// Shows the lists again, with what was imported.
    pub(super) fn end_import(&mut self, out: &mut Outbox) {
        self.importing = None;
        self.sheet = None;
        out.focus_next = Some(FocusTarget::List);
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

    /// Explains the rating of the player who is selected in the crosstable.
    pub(super) fn explain(&mut self) {
        let selected = self.sections.chosen.zip(self.sections.selected());
        if let Some((section, pair)) = selected {
            self.explaining = Some(Explaining::new(section, pair));
        }
    }

    /// Why there is no rating to explain.
    pub(super) fn why_nothing_to_explain(&self) -> Option<&'static str> {
        if self.explaining.is_some() {
            return Some("The rating is explained already");
        }
        let is_none = self.lists != Lists::Sections || self.sections.selected().is_none();
        is_none.then_some("Choose a player in a crosstable first")
    }

    /// Shows the crosstable of a section; the way back leads here again.
    pub(super) fn open_section(&mut self, section: SectionKey) {
        self.came_from.push(self.lists);
        self.sections.chosen = Some(section);
        self.lists = Lists::Sections;
    }

    /// Whether Esc leads back to something on this page.
    pub(super) fn has_way_back(&self) -> bool {
        self.explaining.is_some() || !self.came_from.is_empty()
    }

    fn lists_of_sections(&self) -> Vec<ExportedList> {
        let all = self.overview.shared();
        let list = all.map(|all| view::section_list(all, self.search.clone()));
        let crosstable = self.sections.shown().map(|shown| {
            let sections = &self.sections;
            let table = Arc::clone(&shown.table);
            view::crosstable_list(table, sections.as_entered, sections.colors)
        });
        list.into_iter().chain(crosstable).collect()
    }

    fn lists_of_members(&self) -> Vec<ExportedList> {
        let all = self.overview.shared();
        let list = all.map(|all| view::member_list(all, self.search.clone()));
        let chosen = self.members.chosen;
        let stored = self.all().and_then(|all| {
            let mut members = all.members.iter();
            members.find(|stored| Some(stored.key) == chosen)
        });
        let rows = self.members.history.latest();
        let is_read = rows.is_some_and(|(member, _)| Some(*member) == chosen);
        let history = stored.zip(self.members.history.shared());
        let history = history.filter(|_| is_read);
        let history =
            history.map(|(stored, rows)| view::history_list(rows, &stored.member.listed_name()));
        list.into_iter().chain(history).collect()
    }

    /// All sections and members, once they are read.
    pub(super) fn all(&self) -> Option<&Overview> {
        all(&self.overview)
    }
}

/// Whether one of these texts has what is searched for.
pub(super) fn is_found(search: &str, texts: &[&str]) -> bool {
    let wanted = name_key(search);
    let found = |text: &&str| name_key(text).contains(&wanted);
    wanted.is_empty() || texts.iter().any(found)
}

fn all(overview: &Asked<(), Overview>) -> Option<&Overview> {
    overview.answer()?.as_ref().ok()
}
