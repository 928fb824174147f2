//! Where one is: a page, what stands over it, and the way back.

use std::{any::Any, mem};

use super::{
    Action, App, KeyboardTo, Page, Pane,
    commands::Command,
    logic::leaving::Leaving,
    page::{
        Answer, AnyPage, Brought, Covers, Ctx, Logic, Outbox, PageSpec, Route, Situation, Ticket,
    },
    session::{Session, serial},
};
use crate::domain::{PlayerId, Record};

/// A page of the open camp, with what it holds.
#[derive(Debug)]
pub(super) struct OpenPage {
    pub(super) spec: &'static PageSpec,
    pub(super) page: Box<dyn AnyPage>,
}

/// Where the director was before being led to what is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct WayBack {
    /// The page that was led to.
    to: Page,
    page: Page,
    /// What stood over the page.
    over: Option<Route>,
}

/// One of the pages that are open.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Which {
    /// A page of the list, by its place among those.
    Page(usize),
    /// What stands over the page, by its place in the stack.
    Over(usize),
}

impl Session {
    /// A session in which nothing is open, with a page for each that is registered.
    pub(super) fn new(specs: &[&'static PageSpec]) -> Self {
        let pages = specs.iter().filter(|spec| spec.covers().is_none());
        let pages = pages.filter_map(|spec| {
            let page = (spec.open)(spec.page.into())?;
            Some(OpenPage { spec, page })
        });
        Self {
            number: serial(),
            pages: pages.collect(),
            ..Self::default()
        }
    }

    /// What stands over the page.
    pub fn over(&self) -> Option<Page> {
        self.over.last().map(|open| open.spec.page)
    }

    /// Whether what stands over the page has something on its way to the file.
    pub(super) fn over_is_saving(&self) -> bool {
        self.over.iter().any(|open| open.page.is_saving())
    }

    /// What stands over the page and stays there when another session follows this one.
    pub(super) fn take_lasting(&mut self) -> Vec<OpenPage> {
        self.over.retain(|open| open.page.outlasts_camp());
        mem::take(&mut self.over)
    }
}

impl App {
    /// The pages that are registered, those of the list in its order.
    pub fn pages(&self) -> impl Iterator<Item = &'static PageSpec> {
        self.specs.iter().copied()
    }

    /// Goes where a route leads. What is being typed is saved first, unless nothing but the page is left.
    pub(crate) fn go_to(&mut self, route: Route) {
        let Some(spec) = self.pages().find(|spec| spec.page == route.page) else {
            return;
        };
        match spec.covers() {
            None => self.go_to_page(route),
            Some(covers) => self.put_over(spec, covers, route),
        }
    }

    fn go_to_page(&mut self, route: Route) {
        let from = WayBack {
            to: route.page,
            page: self.page,
            over: self.over_now(),
        };
        let was_led = self.is_led_to();
        let mut way = mem::take(&mut self.session.way_back);
        self.go_by(route);
        if self.page != route.page {
            self.session.way_back = way;
            return;
        }
        if route.record.is_some()
            && let Some(open) = self.page_now_mut()
        {
            open.page.go_on(route);
            self.keyboard_to = Some(KeyboardTo::List);
        }
        let moves = from.page != route.page || from.over.is_some();
        if !moves {
            self.session.way_back = way;
        } else if route.record.is_some() || self.is_led_to() {
            if !was_led {
                way.clear();
            }
            // Nobody is led round in circles.
            let passed = way.iter().position(|before| before.page == route.page);
            match passed {
                Some(at) => way.truncate(at),
                None => way.push(from),
            }
            self.session.way_back = way;
        }
    }

    /// Whether Esc leads back from the page, wherever one came from. It stands alone, without what is said above others of the week and of
    /// problems.
    pub fn is_led_to(&self) -> bool {
        let mut pages = self.pages();
        pages.any(|spec| spec.page == self.page && spec.leads_back())
    }

    /// The page of the list from which one was led to this one; this one, if Esc leads back from none.
    pub(super) fn page_below(&self) -> Page {
        let first = self.session.way_back.first().map(|way| way.page);
        first.filter(|_| self.is_led_to()).unwrap_or(self.page)
    }

    /// Goes back at once to the page from which one was led to this one.
    pub(super) fn return_to_page(&mut self) {
        if self.is_led_to() {
            if let Some(open) = self.page_now_mut() {
                open.page.left();
            }
            self.page = self.page_below();
            if self.is_led_to() {
                self.page = Page::default();
            }
            self.keyboard_to = Some(KeyboardTo::List);
        }
        self.session.way_back.clear();
    }

    fn put_over(&mut self, spec: &'static PageSpec, covers: Covers, route: Route) {
        if let Some(reason) = self.why_another_comes_first() {
            return self.notices.note(reason);
        }
        if let Some(top) = self.session.over.last_mut()
            && top.spec.page == route.page
        {
            top.page.go_on(route);
            return;
        }
        // The record that was being typed is told of as it is then.
        let again = || Action::Go(route);
        let tells = route.record.is_some();
        if tells && !(self.leave_form(Leaving::Pause, again) && self.is_saved_before(again())) {
            return;
        }
        let Some(page) = (spec.open)(route) else {
            return;
        };
        if matches!(covers, Covers::Page(_)) {
            self.return_to_page();
            self.session.over.clear();
        }
        self.session.over.push(OpenPage { spec, page });
    }

    /// Has what was brought shown by the page that takes it in. Everything that was typed is to be in the file.
    pub(super) fn take_in(&mut self, brought: Brought) {
        let taker = self.pages().find_map(|spec| Some((spec, spec.takes_in?)));
        let Some((spec, takes_in)) = taker else {
            return;
        };
        let page = takes_in(brought, &self.wake);
        // It is to be looked at.
        self.session.projector = None;
        self.return_to_page();
        self.session.over = vec![OpenPage { spec, page }];
    }

    /// Goes back to what was shown before.
    pub(super) fn go_back(&mut self) {
        if let Some(top) = self.session.over.last_mut() {
            if !top.page.is_saving() && !top.page.go_back() {
                self.session.over.pop();
            }
        } else if let Some(from) = self.session.way_back.pop() {
            let mut way = mem::take(&mut self.session.way_back);
            self.go(from.page);
            if self.page != from.page {
                way.push(from);
            }
            self.session.way_back = way;
            if let Some(over) = from.over.filter(|_| self.page == from.page) {
                self.go_to(over);
            }
        }
    }

    /// Goes to a page. A record that can't be saved keeps its form.
    pub(crate) fn go(&mut self, page: Page) {
        self.go_by(page.into());
    }

    /// Goes to the page of a route, and by the same route once what is on its way to the file has arrived.
    fn go_by(&mut self, route: Route) {
        let page = route.page;
        if self.session.over_is_saving() {
            self.session.after_saving = Some(Action::Go(route));
            return;
        }
        self.uncover();
        if page == self.page {
            if self.is_typing_games() {
                self.keyboard_to = Some(KeyboardTo::List);
            }
            return;
        }
        if self.leave_form(Leaving::Away, || Action::Go(route)) {
            self.left_page();
            if let Some(open) = self.page_now_mut() {
                open.page.left();
            }
            self.page = page;
            self.session.way_back.clear();
            self.keyboard_to = Some(KeyboardTo::List);
        }
    }

    /// Takes away what stands over the page, because the director goes to it or to another one.
    pub(super) fn uncover(&mut self) {
        let covered = !self.session.over.is_empty();
        self.session.over.clear();
        let told = self.session.ladders.story.take().is_some();
        if covered || told {
            self.keyboard_to = Some(KeyboardTo::List);
        }
    }

    /// Takes away what covers the whole page, unless it comes first.
    pub(super) fn uncover_page(&mut self) {
        let gives_way = |open: &OpenPage| {
            let covers_page = matches!(open.spec.covers(), Some(Covers::Page(_)));
            covers_page && !open.page.comes_first()
        };
        self.session.over.retain(|open| !gives_way(open));
    }

    /// Takes away what has nothing to show any more, and goes on to where it leads.
    fn take_away_what_is_over(&mut self) {
        let mut over = self.session.over.iter();
        let ended = over.rfind(|open| open.page.is_over());
        let Some(goes_on_to) = ended.map(|open| open.page.goes_on_to()) else {
            return;
        };
        self.session.over.retain(|open| !open.page.is_over());
        if let Some(page) = goes_on_to {
            self.go(page);
        }
    }

    /// What is to be left before something can be done on the page; nothing where it is shown.
    pub(crate) fn why_page_is_covered(&self) -> Option<&'static str> {
        if let Some(Covers::Page(reason)) = self.covers() {
            return Some(reason);
        }
        self.why_page_comes_first()
    }

    /// What is to be finished before anything takes the place of what stands over the page; nothing if it gives way, and where the page is
    /// shown.
    pub fn why_another_comes_first(&self) -> Option<&'static str> {
        let top = self.session.over.last()?;
        let (Covers::Page(reason) | Covers::Records(reason)) = top.spec.covers()?;
        top.page.comes_first().then_some(reason)
    }

    /// Why a page from which Esc leads back is to be left first.
    pub(super) fn why_page_comes_first(&self) -> Option<&'static str> {
        self.page.why_no_records.filter(|_| self.is_led_to())
    }

    /// What is to be left before something can be done with the list of the page or its records.
    pub(super) fn why_list_is_covered(&self) -> Option<&'static str> {
        match self.covers() {
            Some(Covers::Page(reason) | Covers::Records(reason)) => Some(reason),
            None => None,
        }
    }

    /// Whether something stands in place of the page, with all that is about it.
    pub fn is_covered(&self) -> bool {
        matches!(self.covers(), Some(Covers::Page(_)))
    }

    fn covers(&self) -> Option<Covers> {
        self.session.over.last()?.spec.covers()
    }

    /// The way to what stands over the page now.
    fn over_now(&self) -> Option<Route> {
        let top = self.session.over.last()?;
        Some(Route {
            page: top.spec.page,
            record: top.page.subject(),
        })
    }

    pub(super) fn page_now(&self) -> Option<&OpenPage> {
        let mut pages = self.session.pages.iter();
        pages.find(|open| open.spec.page == self.page)
    }

    pub(super) fn page_now_mut(&mut self) -> Option<&mut OpenPage> {
        let page = self.page;
        let mut pages = self.session.pages.iter_mut();
        pages.find(|open| open.spec.page == page)
    }

    /// What is shown: what stands over the page, or the page.
    pub fn shown(&self) -> Option<&dyn AnyPage> {
        self.open_page(self.which_is_shown()?)
            .map(|open| &*open.page)
    }

    fn which_is_shown(&self) -> Option<Which> {
        if let Some(top) = self.session.over.len().checked_sub(1) {
            return Some(Which::Over(top));
        }
        let mut pages = self.session.pages.iter();
        pages
            .position(|open| open.spec.page == self.page)
            .map(Which::Page)
    }

    fn open_page(&self, which: Which) -> Option<&OpenPage> {
        match which {
            Which::Page(at) => self.session.pages.get(at),
            Which::Over(at) => self.session.over.get(at),
        }
    }

    fn can_go_back(&self) -> bool {
        let mut way = self.session.way_back.last().into_iter();
        !self.session.over.is_empty() || way.any(|way| way.to == self.page)
    }

    /// How things stand for the pages.
    pub(super) fn situation(&self) -> Situation {
        Situation {
            now: self.now(),
            has_camp: self.session.camp.is_some(),
            can_go_back: self.can_go_back(),
            is_recalculating: self.is_recalculating(),
            is_turning_week: self.is_turning_week(),
            why_not_change_week: self.why_not_change_week().map(str::to_owned),
            chosen: self.page_below(),
            stay: self.stay,
            has_dialog: self.dialog.is_some(),
            why_not_change: self.why_not_change(),
            why_not_turn: self.why_not_turn(),
            templates: self.templates,
            last_pdf: self.paperwork.last_pdf.clone(),
        }
    }

    /// What is on the screen, unless the projector takes it all.
    fn on_screen(&self) -> Option<Which> {
        let is_taken = self.session.projector.is_some();
        self.which_is_shown().filter(|_| !is_taken)
    }

    /// Has a page do something, and carries its wishes on.
    fn with<R>(
        &mut self,
        which: Which,
        situation: &Situation,
        act: impl FnOnce(&mut dyn AnyPage, &Ctx<'_>, &mut Outbox) -> R,
    ) -> Option<R> {
        let is_shown = self.on_screen() == Some(which);
        if self.session.camp.is_none() && matches!(which, Which::Page(_)) {
            return None;
        }
        let mut out = self.outbox();
        let Session {
            camp, pages, over, ..
        } = &mut self.session;
        let open = match which {
            Which::Page(at) => pages.get_mut(at),
            Which::Over(at) => over.get_mut(at),
        };
        let camp = camp.as_ref().unwrap_or(&self.no_camp);
        let page = open.as_ref().map_or(self.page, |open| open.spec.page);
        let ctx = Ctx {
            camp,
            settings: &self.settings,
            wake: &self.wake,
            page,
            is_shown,
            view: self.views.of(page),
            situation,
            refused: &self.refused,
        };
        let done = open.map(|open| act(&mut *open.page, &ctx, &mut out));
        self.fulfil(out);
        done
    }

    /// What wishes are put into; to be [fulfilled](Self::fulfil).
    pub(super) fn outbox(&mut self) -> Outbox {
        Outbox {
            actions: Vec::new(),
            edits: Vec::new(),
            notices: mem::take(&mut self.notices),
            dialog: None,
            keyboard_to: self.keyboard_to,
            pane: self.pane,
            field: self.field,
        }
    }

    pub(super) fn fulfil(&mut self, out: Outbox) {
        self.notices = out.notices;
        self.keyboard_to = out.keyboard_to;
        self.pane = out.pane;
        self.field = out.field;
        self.dialog = out.dialog.or(self.dialog.take());
        for (ticket, edit) in out.edits {
            self.keeper.apply_as(ticket, edit);
        }
        for action in out.actions {
            self.send(action);
        }
    }

    /// The parts of the page that F6 goes through; nothing of one that the shell still holds.
    pub(super) fn panes_of_page(&self) -> Option<Vec<(Pane, KeyboardTo)>> {
        let open = self.page_now()?;
        Some(open.page.panes())
    }

    /// The record that a page shows once another one is deleted.
    pub(super) fn beside(&self, record: Record) -> Option<Record> {
        let mut pages = self.session.pages.iter();
        pages.find_map(|open| open.page.beside(record))
    }

    /// Takes back what was done last on the page, where that is less than all of the record. Whether anything was.
    pub(super) fn undo_last(&mut self) -> bool {
        self.page_now_mut()
            .is_some_and(|open| open.page.undo_last())
    }

    /// Draws what is shown, if it is a page that draws itself. Whether it is.
    pub fn with_shown(
        &mut self,
        draw: impl FnOnce(&mut dyn AnyPage, &Ctx<'_>, &mut Outbox),
    ) -> bool {
        let Some(which) = self.which_is_shown() else {
            return false;
        };
        self.with(which, &self.situation(), draw).is_some()
    }

    fn each_page(&mut self, mut act: impl FnMut(&mut dyn AnyPage, &Ctx<'_>, &mut Outbox)) {
        let pages = (0..self.session.pages.len()).map(Which::Page);
        let over = (0..self.session.over.len()).map(Which::Over);
        let situation = self.situation();
        for which in pages.chain(over).collect::<Vec<_>>() {
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

    /// Gives an answer of the keeper to those who have asked.
    pub(super) fn answer(&mut self, answer: &Answer) {
        self.each_page(|page, ctx, out| page.answered(ctx, answer, out));
    }

    /// Tells the pages that a change is in the file.
    pub(super) fn pages_saved(&mut self, ticket: Ticket) {
        self.each_page(|page, ctx, out| page.saved(ctx, ticket, out));
        // What waited for it begins where the page led.
        self.take_away_what_is_over();
    }

    /// Tells the pages that the file refused a change. Whether it was one of theirs, which says why.
    pub(super) fn page_was_refused(&mut self, ticket: Ticket, reason: &str) -> bool {
        let session = &mut self.session;
        let mut open = session.pages.iter_mut().chain(&mut session.over);
        let is_of_page = open.any(|open| open.page.refused(ticket, reason));
        if is_of_page {
            session.after_saving = None;
        }
        is_of_page
    }

    /// Whether a job of a page is under way.
    pub(super) fn pages_are_busy(&self) -> bool {
        let mut open = self.session.pages.iter().chain(&self.session.over);
        open.any(|open| open.page.is_busy())
    }

    /// Whether something of a page is on its way to the file.
    pub(super) fn pages_are_saving(&self) -> bool {
        let mut open = self.session.pages.iter().chain(&self.session.over);
        open.any(|open| open.page.is_saving())
    }

    /// Whether what is shown does something of its own at a command.
    pub(super) fn page_answers(&self, command: Command) -> bool {
        self.shown().is_some_and(|page| page.answers(command))
    }

    /// Asks of every command whether it can be given, before the window is drawn.
    pub(super) fn ask_of_commands(&mut self) {
        let commands = self.commands.iter();
        let refused =
            commands.filter_map(|command| Some((*command, self.why_not(*command)?.to_owned())));
        self.refused = refused.collect();
    }

    /// Why a command can't be given to what is shown, which has an answer of its own to it; nothing if it can.
    pub(super) fn why_not_on_page(&self, command: Command) -> Option<&'static str> {
        let which = self.which_is_shown()?;
        let page = self.open_page(which)?.spec.page;
        let ctx = Ctx {
            camp: self.session.camp.as_ref().unwrap_or(&self.no_camp),
            settings: &self.settings,
            wake: &self.wake,
            page,
            is_shown: self.on_screen() == Some(which),
            view: self.views.of(page),
            situation: &self.situation(),
            refused: &self.refused,
        };
        self.open_page(which)?.page.why_not(command, &ctx)
    }

    /// Gives a command to what is shown. Whether that has an answer of its own to it.
    pub(super) fn run_on_page(&mut self, command: Command) -> bool {
        let Some(which) = self.which_is_shown() else {
            return false;
        };
        let run =
            |page: &mut dyn AnyPage, ctx: &Ctx<'_>, out: &mut Outbox| page.run(command, ctx, out);
        self.with(which, &self.situation(), run).unwrap_or_default()
    }

    /// The player in hand: selected, shown or explained.
    pub(crate) fn player_in_hand(&self) -> Option<PlayerId> {
        if self.session.over.is_empty()
            && let Some(story) = &self.session.ladders.story
        {
            return story.player();
        }
        let record = match self.shown() {
            Some(page) => page.subject(),
            None => self.record_to_explain().ok(),
        };
        PlayerId::try_from(record?).ok()
    }

    /// A page of the list, or what stands over one, to be looked into.
    pub fn page_of<P: AnyPage>(&mut self) -> Option<&mut P> {
        let session = &mut self.session;
        let mut open = session.over.iter_mut().chain(&mut session.pages);
        open.find_map(|open| {
            let page: &mut dyn Any = &mut *open.page;
            page.downcast_mut()
        })
    }
}
