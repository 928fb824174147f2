//! The pages that are open: what they are given, what they are asked and told, and what becomes of their wishes.

use std::{any::Any, cell::OnceCell, mem, path::PathBuf, sync::Arc};

use super::{
    App, FocusTarget, LookedFrom, Page, Pane, Purpose,
    awake::Awake,
    commands::Command,
    dialogs::{Dialog, NotOpenedFile},
    exporting::ExportedList,
    leaving::{Leaving, SaveOutcome},
    page::{
        Answer, AnyPage, Ctx, Logic, NO_LIST, Outbox, PageDialog, PageSpec, RefusedChange,
        SavedChange, Situation, Strip,
    },
    problem_list,
    route::{OpenPage, Which},
    session::Session,
    settings::Theme,
    weeks::WeekStep,
};
use crate::{
    domain::{CampData, Record},
    storage::HistoryMoved,
};

impl App {
    /// How things stand for the pages.
    pub(super) fn situation(&self) -> Situation {
        Situation {
            now: self.now(),
            has_camp: self.session.camp.is_some(),
            can_go_back: self.can_go_back(),
            is_recalculating: self.is_recalculating(),
            current: self.page,
            is_week_step_running: self.is_week_step_running(),
            why_not_change_week: self.why_not_change_week().map(str::to_owned),
            chosen: self.page_below(),
            stay: self.stay,
            has_dialog: self.dialog.is_some(),
            pasting: self.session.pasting,
            strip: self.strip(),
            why_not_change: self.why_not_change(),
            why_not_move_in_history: self.why_not_move_in_history(),
            templates: self.templates,
            saved_pdf: self.saved_pdf().map(|pdf| pdf.path.clone()),
            not_opened: self.not_opened_in_question().cloned(),
            looked_from: self.looked_from(),
            printing: self.paperwork.printing().cloned(),
        }
    }

    /// The file that could not be opened, where no camp is open, or the question about that file has led to what is shown.
    pub(super) fn not_opened_in_question(&self) -> Option<&NotOpenedFile> {
        let has_led = |open: &OpenPage| {
            let question = open.question.as_deref();
            matches!(question, Some(Dialog::CannotOpen { .. }))
        };
        let is_wanted = self.session.camp.is_none() || self.session.over.iter().any(has_led);
        self.not_opened.as_ref().filter(|_| is_wanted)
    }

    /// The camp that was open before the backup that is looked into, if one was.
    pub fn looked_from(&self) -> Option<Arc<LookedFrom>> {
        let camp = self.session.camp.as_ref()?;
        let from = self.looked_from.as_ref();
        from.filter(|_| camp.looked_into.is_some()).cloned()
    }

    /// What is on the screen.
    fn on_screen(&self) -> Option<Which> {
        match self.session.whole_window {
            Some(_) => Some(Which::Window),
            None => self.which_is_shown(),
        }
    }

    /// The strip at the foot of what stands in place of the window.
    pub fn strip(&self) -> Strip {
        let shown = self.session.whole_window.as_ref();
        shown.map_or(Strip::Closed, |shown| shown.strip)
    }

    /// The theme of what is shown.
    pub fn theme(&self) -> Theme {
        let shown = self.session.whole_window.as_ref();
        shown.map_or(self.settings.theme, |shown| {
            shown.open.page.theme(&self.settings)
        })
    }

    /// Keeps the screen on for as long as what is shown wants it.
    pub(super) fn keep_screen_awake(&mut self) {
        let shown = self.on_screen().and_then(|which| self.open_page(which));
        let Some(reason) = shown.and_then(|open| open.page.keeps_screen_awake()) else {
            self.session.awake = None;
            return;
        };
        let start = || Awake::new(&self.keep_awake, reason, &self.wake);
        if self.session.awake.get_or_insert_with(start).has_failed() {
            self.notices.note(
                "This computer may turn its screen off after a while: it could not be asked to keep it on",
            );
        }
    }

    fn ctx<'a>(&'a self, page: Page, is_shown: bool, situation: &'a Situation) -> Ctx<'a> {
        Ctx {
            camp: self.session.camp.as_ref().unwrap_or(&self.no_camp),
            settings: &self.settings,
            wake: &self.wake,
            commands: &self.commands,
            page,
            is_shown,
            view: self.views.of(page),
            situation,
            refused: &self.refused,
        }
    }

    /// Has a page do something, and carries its wishes on.
    pub(super) fn with<R>(
        &mut self,
        which: Which,
        situation: &Situation,
        act: impl FnOnce(&mut dyn AnyPage, &Ctx<'_>, &mut Outbox) -> R,
    ) -> Option<R> {
        let is_shown = self.on_screen() == Some(which);
        if self.session.camp.is_none() && matches!(which, Which::Page(_)) {
            return None;
        }
        let open = self.open_page(which);
        let page = open.map_or(self.page, |open| open.spec.page);
        let mut out = self.outbox(page);
        let Session {
            camp,
            pages,
            over,
            whole_window,
            ..
        } = &mut self.session;
        let open = match which {
            Which::Page(at) => pages.get_mut(at),
            Which::Over(at) => over.get_mut(at),
            Which::Window => whole_window.as_mut().map(|shown| &mut shown.open),
        };
        let camp = camp.as_ref().unwrap_or(&self.no_camp);
        let ctx = Ctx {
            camp,
            settings: &self.settings,
            wake: &self.wake,
            commands: &self.commands,
            page,
            is_shown,
            view: self.views.of(page),
            situation,
            refused: &self.refused,
        };
        let done = open.map(|open| act(&mut *open.page, &ctx, &mut out));
        self.apply_outbox(page, out);
        done
    }

    /// What the wishes of a page are put into; to be [carried out](Self::apply_outbox).
    pub(super) fn outbox(&mut self, page: Page) -> Outbox {
        Outbox {
            actions: Vec::new(),
            edits: Vec::new(),
            readings: Vec::new(),
            afterwards: Vec::new(),
            notices: mem::take(&mut self.notices),
            undoable: None,
            dialog: None,
            focus_next: self.focus_next,
            pane: self.pane,
            field: self.field,
            view: self.views.of(page),
            forget_keys: false,
            bell: false,
        }
    }

    pub(super) fn apply_outbox(&mut self, page: Page, out: Outbox) {
        self.notices = out.notices;
        if let Some(sentence) = out.undoable {
            self.say_undoable(sentence);
        }
        self.focus_next = out.focus_next;
        self.pane = out.pane;
        self.field = out.field;
        self.dialog = out.dialog.or(self.dialog.take());
        self.views.set(page, out.view);
        self.forget_keys |= out.forget_keys;
        if out.bell {
            (self.bell)();
        }
        for asked in out.edits {
            self.keeper
                .apply_as(asked.ticket, asked.edit, asked.only_at);
        }
        for reading in out.readings {
            self.keeper.read(reading);
        }
        for (ticket, what) in out.afterwards {
            self.afterwards(ticket, what);
        }
        for action in out.actions {
            self.send(action);
        }
    }

    /// The parts that F6 goes through of what stands in place of the window, and of the strip at its foot; nothing where nothing does.
    pub(super) fn panes_in_place_of_window(&self) -> Option<Vec<(Pane, FocusTarget)>> {
        let shown = self.session.whole_window.as_ref()?;
        let view = self.views.of(shown.open.spec.page);
        let mut panes = shown.open.page.panes(view);
        if shown.strip.is_open() {
            panes.push((Pane::Record, FocusTarget::FirstField));
        }
        Some(panes)
    }

    /// The parts that F6 goes through of what is shown: the page, what stands over it, or without either the ways to a camp.
    pub(super) fn panes_of_shown(&self) -> Vec<(Pane, FocusTarget)> {
        let session = &self.session;
        let is_any_shown = session.camp.is_some() || session.over().is_some();
        match self.shown().filter(|_| is_any_shown) {
            Some(page) => page.panes(self.view()),
            None => vec![(Pane::List, FocusTarget::List)],
        }
    }

    /// The lists of what is shown, as they are shown.
    ///
    /// # Errors
    /// There is none: why.
    pub(super) fn lists_shown(&self) -> Result<Vec<ExportedList>, &'static str> {
        if let (Some(Dialog::Problems(_)), Some(camp)) = (&self.dialog, &self.session.camp) {
            return Ok(vec![problem_list::exported(camp)]);
        }
        let which = self.which_is_shown();
        let open = which.and_then(|which| self.open_page(which));
        let open = open.ok_or(NO_LIST)?;
        let situation = self.situation();
        open.page.lists(&self.ctx(open.spec.page, true, &situation))
    }

    /// The record that a page shows once another one is deleted.
    pub(super) fn beside(&self, record: Record) -> Option<Record> {
        let mut pages = self.session.pages.iter();
        pages.find_map(|open| open.page.beside(record))
    }

    /// Takes back what was typed last in one box of the page. Whether anything was.
    pub(super) fn undo_typing(&mut self) -> bool {
        let view = self.view();
        self.page_now_mut()
            .is_some_and(|open| open.page.undo_typing(view))
    }

    /// Takes back what was done last on the page, where that is less than all of the record. Whether anything was.
    pub(super) fn undo_last(&mut self) -> bool {
        let view = self.view();
        self.page_now_mut()
            .is_some_and(|open| open.page.undo_last(view))
    }

    /// Draws what is shown. Whether anything is.
    pub fn with_shown(
        &mut self,
        draw: impl FnOnce(&mut dyn AnyPage, &Ctx<'_>, &mut Outbox),
    ) -> bool {
        let Some(which) = self.which_is_shown() else {
            return false;
        };
        self.with(which, &self.situation(), draw).is_some()
    }

    /// Draws what stands in place of the whole window.
    pub fn with_whole_window(
        &mut self,
        draw: impl FnOnce(&mut dyn AnyPage, &Ctx<'_>, &mut Outbox),
    ) {
        self.with(Which::Window, &self.situation(), draw);
    }

    /// Draws the strip of the page below, which says whether it has the keyboard.
    pub fn with_strip(
        &mut self,
        draw: impl FnOnce(&mut dyn AnyPage, &Ctx<'_>, &mut Outbox) -> bool,
    ) {
        let page = self.page_with_strip();
        let which = page.and_then(|(page, _)| self.session.which(page));
        let has_keyboard = which.and_then(|which| self.with(which, &self.situation(), draw));
        if let Some(shown) = &mut self.session.whole_window {
            shown.strip = match has_keyboard {
                Some(true) => Strip::HasKeyboard,
                Some(false) => Strip::Open,
                None => Strip::Closed,
            };
        }
    }

    fn each_page(&mut self, mut act: impl FnMut(&mut dyn AnyPage, &Ctx<'_>, &mut Outbox)) {
        let pages = (0..self.session.pages.len()).map(Which::Page);
        let over = (0..self.session.over.len()).map(Which::Over);
        let window = self.session.whole_window.iter().map(|_| Which::Window);
        let situation = self.situation();
        for which in pages.chain(over).chain(window).collect::<Vec<_>>() {
            self.with(which, &situation, &mut act);
        }
    }

    /// Has every page collect what was made for it, and takes away those that have nothing to show any more.
    pub(super) fn follow_pages(&mut self) {
        self.each_page(Logic::follow);
        self.take_away_what_is_over();
        if self.is_led_to() && self.page_now_mut().is_some_and(|open| open.page.is_over()) {
            self.go_back();
        }
    }

    /// Gives files to the page that is shown, if it imports such itself. Whether it has taken them.
    pub(super) fn page_takes_files(&mut self, files: &[PathBuf]) -> bool {
        let situation = self.situation();
        let which = self.which_is_shown();
        let taken = which.and_then(|which| {
            self.with(which, &situation, |page, ctx, _| {
                page.take_files(files, ctx)
            })
        });
        taken.unwrap_or(false)
    }

    /// Has the page that is shown say why a path can't be browsed for, if it is typed there.
    pub(super) fn page_says_of_path(&mut self, purpose: Purpose, why: &str) -> bool {
        let situation = self.situation();
        let which = self.which_is_shown();
        let said = which.and_then(|which| {
            self.with(which, &situation, |page, _, _| {
                page.say_of_path(purpose, why)
            })
        });
        said.unwrap_or(false)
    }

    /// Gives an answer of the keeper to those who have asked.
    pub(super) fn answer(&mut self, answer: &Answer) {
        self.each_page(|page, ctx, out| page.answered(ctx, answer, out));
    }

    /// Tells the pages that a change is in the file.
    pub(super) fn pages_saved(&mut self, saved: SavedChange) {
        self.each_page(|page, ctx, out| page.saved(ctx, saved, out));
        // What waited for it begins where the page led.
        self.take_away_what_is_over();
    }

    /// Tells the pages that the file refused a change. Whether it was one of theirs, which says why.
    pub(super) fn page_was_refused(&mut self, refused: RefusedChange<'_>) -> bool {
        let mut is_of_page = false;
        let mut tries_again = false;
        self.each_page(|page, _, out| {
            if page.refused(refused, out) {
                is_of_page = true;
                tries_again |= page.is_saving();
            }
        });
        if is_of_page && !tries_again {
            self.session.after_saving = None;
        }
        is_of_page
    }

    /// Asks the director something.
    pub(crate) fn ask(&mut self, dialog: impl PageDialog) {
        self.dialog = Some(Dialog::OfPage(Box::new(dialog)));
    }

    /// Draws the question of a page, and carries its wishes on.
    pub fn with_dialog<R>(&mut self, draw: impl FnOnce(&Ctx<'_>, &mut Outbox) -> R) -> R {
        let situation = self.situation();
        let mut out = self.outbox(self.page);
        let drawn = draw(&self.ctx(self.page, false, &situation), &mut out);
        self.apply_outbox(self.page, out);
        drawn
    }

    /// Tells the pages that something has been done to a whole week.
    pub(super) fn pages_see_week_step(&mut self, step: WeekStep) {
        self.each_page(|page, ctx, out| page.week_step_done(ctx, step, out));
    }

    /// Tells the pages that something was undone or done again.
    pub(super) fn history_moved(&mut self, before: &CampData, moved: &HistoryMoved) {
        self.each_page(|page, ctx, out| page.history_moved(ctx, before, moved, out));
    }

    /// Saves what is typed on a page beside the record of its form. Whether it may be left.
    pub(crate) fn leave_beside(&mut self, page: Page, leaving: Leaving) -> SaveOutcome {
        let left = self.session.which(page).and_then(|which| {
            self.with(which, &self.situation(), |page, ctx, out| {
                page.leave(ctx, leaving, out)
            })
        });
        left.unwrap_or(SaveOutcome::Started)
    }

    /// Saves what is typed on all pages beside the records of their forms. Whether all of them may be left.
    pub(super) fn leave_all_beside(&mut self, leaving: Leaving) -> SaveOutcome {
        let pages = self.session.pages.iter().map(|open| open.spec.page);
        for page in pages.collect::<Vec<_>>() {
            let left = self.leave_beside(page, leaving);
            if left != SaveOutcome::Started {
                return left;
            }
        }
        SaveOutcome::Started
    }

    /// Whether a job of a page is under way.
    pub(super) fn pages_are_busy(&self) -> bool {
        self.all_open().any(|open| open.page.is_busy())
    }

    /// Whether something of a page is on its way to the file.
    pub(super) fn pages_are_saving(&self) -> bool {
        self.all_open().any(|open| open.page.is_saving())
    }

    fn all_open(&self) -> impl Iterator<Item = &OpenPage> {
        let Session {
            pages,
            over,
            whole_window,
            ..
        } = &self.session;
        let window = whole_window.iter().map(|shown| &shown.open);
        pages.iter().chain(over).chain(window)
    }

    /// Whether another record follows, once something has arrived in the file, on the page that takes what is typed: the one that is on the
    /// screen, or the one whose strip is there.
    pub(super) fn page_advances_after_save(&self) -> bool {
        let page = if self.strip().is_open() {
            self.page_now()
        } else {
            self.on_screen().and_then(|which| self.open_page(which))
        };
        page.is_some_and(|open| open.page.advances_after_save())
    }

    /// The page that is shown, as it is registered; none without a camp, unless it stands over the welcome page.
    pub(crate) fn shown_spec(&self) -> Option<&'static PageSpec> {
        let which = self.on_screen()?;
        let is_there = self.session.camp.is_some() || !matches!(which, Which::Page(_));
        let open = self.open_page(which).filter(|_| is_there);
        open.map(|open| open.spec)
    }

    /// Whether what is shown does something of its own at a command.
    pub(crate) fn page_answers(&self, command: Command) -> bool {
        self.which_answers(command).is_some()
    }

    /// What does something of its own at a command. What stands in place of the window is asked before what is shown there.
    fn which_answers(&self, command: Command) -> Option<Which> {
        let window = self.session.whole_window.as_ref().map(|_| Which::Window);
        let mut asked = window.into_iter().chain(self.which_is_shown());
        asked.find(|which| {
            let open = self.open_page(*which);
            open.is_some_and(|open| {
                let view = self.views.of(open.spec.page);
                open.page.answers(command, view)
            })
        })
    }

    /// Asks of every command whether it can be given, before the window is drawn.
    pub(super) fn ask_of_commands(&mut self) {
        let situation = OnceCell::new();
        let commands = self.commands.iter();
        let refused = commands.filter_map(|command| {
            let reason = self.why_not_as(*command, &situation)?;
            Some((*command, reason.to_owned()))
        });
        self.refused = refused.collect();
    }

    /// Why a command can't be given to what is shown, which has an answer of its own to it; nothing if it can.
    pub(super) fn why_not_on_page(
        &self,
        command: Command,
        situation: &Situation,
    ) -> Option<&'static str> {
        let which = self.which_answers(command)?;
        let open = self.open_page(which)?;
        let is_shown = self.on_screen() == Some(which);
        let ctx = self.ctx(open.spec.page, is_shown, situation);
        open.page.why_not(command, &ctx)
    }

    /// Gives a command to what is shown. Whether that has an answer of its own to it.
    pub(super) fn run_on_page(&mut self, command: Command) -> bool {
        let Some(which) = self.which_answers(command) else {
            return false;
        };
        let saves_first = |open: &OpenPage| {
            let view = self.views.of(open.spec.page);
            open.page.saves_first(command, view)
        };
        let saves_first = self.open_page(which).is_some_and(saves_first);
        if saves_first && !self.is_typed_saved_before(command) {
            return true;
        }
        let run =
            |page: &mut dyn AnyPage, ctx: &Ctx<'_>, out: &mut Outbox| page.run(command, ctx, out);
        self.with(which, &self.situation(), run).unwrap_or_default()
    }

    /// Has a page of the list do something, and carries its wishes on.
    pub fn with_page<P: AnyPage, R>(
        &mut self,
        act: impl FnOnce(&mut P, &Ctx<'_>, &mut Outbox) -> R,
    ) -> Option<R> {
        let mut pages = self.session.pages.iter();
        let at = pages.position(|open| {
            let page: &dyn Any = &*open.page;
            page.is::<P>()
        })?;
        let situation = self.situation();
        let done = self.with(Which::Page(at), &situation, |page, ctx, out| {
            let page: &mut dyn Any = page;
            Some(act(page.downcast_mut()?, ctx, out))
        });
        done.flatten()
    }

    /// A page of the list, or what stands over one or in place of the window, to be changed.
    pub fn page_mut<P: AnyPage>(&mut self) -> Option<&mut P> {
        let session = &mut self.session;
        let window = session.whole_window.iter_mut();
        let window = window.map(|shown| &mut shown.open);
        let mut open = session
            .over
            .iter_mut()
            .chain(&mut session.pages)
            .chain(window);
        open.find_map(|open| {
            let page: &mut dyn Any = &mut *open.page;
            page.downcast_mut()
        })
    }
}
