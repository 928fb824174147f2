//! Where one is: a page, what stands over it, and the way back.

use std::mem;

use super::{
    Action, App, FocusTarget, Page, View,
    commands::Menu,
    dialogs::{Dialog, Discarding, Loss},
    leaving::{Leaving, SaveOutcome},
    page::{self, AnyPage, Covers, ImportInput, Listed, PageSpec, Route, Strip},
    session::{Session, serial},
    whole_window::{Behind, WholeWindow},
};
use crate::domain::PlayerId;

/// A page of the open camp, with what it holds.
#[derive(Debug)]
pub(super) struct OpenPage {
    pub(super) spec: &'static PageSpec,
    pub(super) page: Box<dyn AnyPage>,
    /// The question that led to it, and is asked again behind it.
    pub(super) question: Option<Box<Dialog>>,
}

impl OpenPage {
    fn new(spec: &'static PageSpec, page: Box<dyn AnyPage>) -> Self {
        Self {
            spec,
            page,
            question: None,
        }
    }
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
pub(super) enum Which {
    /// A page of the list, by its place among those.
    Page(usize),
    /// What stands over the page, by its place in the stack.
    Over(usize),
    /// What stands in place of the whole window.
    Window,
}

impl Session {
    /// A session in which nothing is open, with a page for each that is registered.
    pub(super) fn new(specs: &[&'static PageSpec]) -> Self {
        let pages = specs.iter().filter(|spec| spec.covers().is_none());
        let pages =
            pages.filter_map(|spec| Some(OpenPage::new(spec, (spec.open)(spec.page.into())?)));
        Self {
            number: serial(),
            pages: pages.collect(),
            ..Self::default()
        }
    }

    /// A page of the list, or one that is led to.
    pub(super) fn which(&self, page: Page) -> Option<Which> {
        let mut pages = self.pages.iter();
        pages
            .position(|open| open.spec.page == page)
            .map(Which::Page)
    }

    /// What stands over the page.
    pub fn over(&self) -> Option<Page> {
        self.over.last().map(|open| open.spec.page)
    }

    /// How many stand over the page, one over the other.
    pub fn stands_over(&self) -> usize {
        self.over.len()
    }

    /// What stands in place of the whole window.
    pub fn in_place_of_window(&self) -> Option<Page> {
        self.whole_window.as_ref().map(|shown| shown.open.spec.page)
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

    /// Whether a page stands in the list of pages: one that the camp has nothing of only while it is shown.
    pub(crate) fn is_listed(&self, spec: &PageSpec, listed: &Listed) -> bool {
        let camp = self.session.camp.as_ref();
        self.page == spec.page || camp.is_none_or(|camp| (listed.is_for)(&camp.data))
    }

    /// Whether a menu has a command of the window itself, or of a page that stands in the list of the open camp's pages.
    pub(crate) fn shows_menu(&self, menu: &Menu) -> bool {
        let has_camp = self.session.camp.is_some();
        let mut commands = self.commands.iter();
        commands.any(|command| {
            let mut pages = self.pages().filter(|spec| spec.commands.contains(command));
            let listed = pages.find_map(|spec| Some((spec, spec.listed()?)));
            let is_there =
                listed.is_none_or(|(spec, listed)| has_camp && self.is_listed(spec, listed));
            menu.groups.contains(&command.group()) && is_there
        })
    }

    /// The page that a camp is opened on.
    pub(super) fn first_page(&self) -> Page {
        page::first(&self.specs)
    }

    /// Goes where a route leads. What is being typed is saved first, unless nothing but the page is left.
    pub(crate) fn go_to(&mut self, route: Route) {
        let Some(spec) = self.pages().find(|spec| spec.page == route.page) else {
            return;
        };
        match spec.covers() {
            None if !self.may_discard(&Action::Go(route), Leaving::Away) => {}
            None => self.go_to_page(route),
            Some(Covers::Window(_)) => self.put_in_place_of_window(spec, route),
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
        if let Some(view) = route.view
            && !self.show_view_before(view, || Action::Go(route))
        {
            self.session.way_back = way;
            return;
        }
        let named = [
            route.record.is_some(),
            route.ladder.is_some(),
            route.section.is_some(),
        ];
        let names_something = named.contains(&true);
        if (names_something || route.view.is_some())
            && let Some(open) = self.page_now_mut()
        {
            open.page.go_on(route);
            self.focus_next = Some(FocusTarget::List);
        }
        // To a view one goes to stay there.
        let is_led = route.section.is_some() || route.record.is_some() && route.view.is_none();
        let moves = from.page != route.page || from.over.is_some();
        if !moves {
            self.session.way_back = way;
        } else if is_led || self.is_led_to() {
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
            self.left_page();
            self.page = self.page_below();
            if self.is_led_to() {
                self.page = self.first_page();
            }
            self.focus_next = Some(FocusTarget::List);
        }
        self.session.way_back.clear();
    }

    /// The page is left for another one.
    fn left_page(&mut self) {
        let Some(open) = self.page_now_mut() else {
            return;
        };
        if let Some(search) = open.page.search_mut() {
            search.clear();
        }
        open.page.left();
        let is_remembered = open.page.is_remembered();
        self.remember_looks();
        if is_remembered {
            // What is chosen may change with every letter, until then.
            self.settings.save_in_background();
        }
    }

    fn put_over(&mut self, spec: &'static PageSpec, covers: Covers, route: Route) {
        let is_aside = matches!(covers, Covers::Aside(_));
        if let Some(reason) = self.why_another_comes_first().filter(|_| !is_aside) {
            return self.notices.note(reason);
        }
        if let Some(top) = self.session.over.last_mut()
            && top.spec.page == route.page
        {
            top.page.go_on(route);
            return;
        }
        // The record that was being typed is told of as it is then.
        if route.record.is_some() && !self.is_typed_saved_before(Action::Go(route)) {
            return;
        }
        let Some(page) = (spec.open)(route) else {
            return;
        };
        if matches!(covers, Covers::Page(_)) {
            self.return_to_page();
            self.session.over.clear();
        }
        self.session.over.push(OpenPage::new(spec, page));
    }

    /// Shows a page with nothing of the window around it. What was being typed is saved first, so that it is seen there.
    fn put_in_place_of_window(&mut self, spec: &'static PageSpec, route: Route) {
        if let Some(reason) = self.why_another_comes_first() {
            return self.notices.note(reason);
        }
        if let Some(shown) = &mut self.session.whole_window
            && shown.open.spec.page == route.page
        {
            shown.open.page.go_on(route);
            return;
        }
        let again = || Action::Go(route);
        if self.leave_form(Leaving::Pause, again)
            && self.is_saved_before(again())
            && let Some(page) = (spec.open)(route)
        {
            let behind = match self.session.whole_window.take() {
                Some(before) => before.behind,
                None => Behind {
                    page: self.page,
                    view: self.view(),
                    search: self.search_mut().cloned().unwrap_or_default(),
                },
            };
            self.session.whole_window = Some(WholeWindow {
                open: OpenPage::new(spec, page),
                strip: Strip::Closed,
                behind,
            });
        }
    }

    /// Shows the window again, as it was.
    fn show_window_again(&mut self) {
        let again = || Action::Back;
        let left = self.leave_all_beside(Leaving::Pause);
        if let Some(shown) = &mut self.session.whole_window
            && left == SaveOutcome::Invalid
        {
            // What can't be saved is put right there.
            shown.strip = Strip::Open;
        }
        if self.may_go_on(left, again)
            && self.is_saved_before(again())
            && let Some(shown) = self.session.whole_window.take()
        {
            let Behind { page, view, search } = shown.behind;
            self.page = page;
            self.views.set(page, view);
            if let Some(before) = self.search_mut() {
                *before = search;
            }
            self.focus_next = Some(FocusTarget::List);
        }
    }

    /// The page in whose strip records are typed one after the other, and the view that is the strip's.
    pub(super) fn page_with_strip(&self) -> Option<(Page, View)> {
        self.pages().find_map(|spec| Some((spec.page, spec.strip?)))
    }

    /// Opens the strip at the foot of what stands in place of the window, or closes it.
    pub(super) fn show_or_close_strip(&mut self, wanted: bool) {
        if wanted {
            let again = || Action::ShowStrip(true);
            if self.may_change_week() {
                self.show_strip(again);
            }
        } else if let Some(shown) = &mut self.session.whole_window {
            shown.strip = Strip::Closed;
        }
    }

    /// Goes to the view in which records are typed one after the other, or opens its strip where the window isn't shown. Whether it is
    /// there.
    pub(crate) fn show_strip(&mut self, again: impl FnOnce() -> Action) -> bool {
        let Some((page, view)) = self.page_with_strip() else {
            return false;
        };
        self.go(page);
        let is_there = self.page == page && self.show_view_before(view, again);
        if is_there && let Some(shown) = &mut self.session.whole_window {
            shown.strip = Strip::Open;
        }
        is_there
    }

    /// Has what is to be imported shown by the page that imports. Everything that was typed is to be in the file.
    pub(super) fn start_import(&mut self, input: ImportInput) {
        let importer = self
            .pages()
            .find_map(|spec| Some((spec, spec.open_import?)));
        let Some((spec, open_import)) = importer else {
            return;
        };
        let page = open_import(input, &self.wake);
        // It is to be looked at.
        self.session.whole_window = None;
        self.return_to_page();
        self.session.over = vec![OpenPage::new(spec, page)];
    }

    /// Leads out of what is shown.
    pub(super) fn back(&mut self) {
        if self.session.whole_window.is_some() {
            self.show_window_again();
        } else if self
            .shown()
            .is_none_or(|shown| shown.loss(Leaving::Away).is_none())
            || self.may_discard(&Action::Back, Leaving::Away)
        {
            self.go_back();
        }
    }

    /// Whether nothing that was decided would be lost by this, where it leaves the page or the camp so. Otherwise that is asked, and it is
    /// done if the director gives that up.
    pub(super) fn may_discard(&mut self, by: &Action, leaving: Leaving) -> bool {
        let loss = self.first_loss(leaving).map(|(_, loss)| loss);
        if let Some(loss) = loss {
            let asked = Discarding::new(loss, Some(by.clone()), self.dialog.take());
            self.dialog = Some(Dialog::Discard(asked));
        }
        loss.is_none()
    }

    /// Gives up what the director was asked about. If more would be lost, that is asked next.
    pub(super) fn discard(&mut self) {
        // The same one comes first where less would be lost.
        if let Some((which, _)) = self.first_loss(Leaving::Camp) {
            self.with(which, &self.situation(), |page, _, _| page.discard());
        }
    }

    /// What would be lost first: over the page, then on it, and on all others where the camp is left.
    fn first_loss(&self, leaving: Leaving) -> Option<(Which, Loss)> {
        let over = (0..self.session.over.len()).rev().map(Which::Over);
        let pages = (0..self.session.pages.len()).map(Which::Page);
        let others = pages.filter(|_| matches!(leaving, Leaving::Camp));
        let mut asked = over.chain(self.session.which(self.page)).chain(others);
        asked.find_map(|which| Some((which, self.open_page(which)?.page.loss(leaving)?)))
    }

    /// Goes back to what the window showed before.
    pub(super) fn go_back(&mut self) {
        if let Some(top) = self.session.over.last_mut() {
            if !top.page.is_saving() && !top.page.go_back() {
                let left = self.session.over.pop();
                let question = left.and_then(|open| open.question);
                self.dialog = self.dialog.take().or(question.map(|question| *question));
            }
        } else if self.page_now_mut().is_some_and(|open| open.page.go_back()) {
            // It has gone back by itself.
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
        if !self.may_discard(&Action::Go(route), Leaving::Away) {
            return;
        }
        self.uncover();
        if page == self.page {
            if self.view() == View::Entry {
                self.focus_next = Some(FocusTarget::List);
            }
            return;
        }
        if self.leave_form(Leaving::Away, || Action::Go(route)) {
            self.left_page();
            self.page = page;
            self.session.way_back.clear();
            self.focus_next = Some(FocusTarget::List);
        }
    }

    /// Takes away what stands over the page, and has the page go all the way back, because the director goes to it or to another one.
    pub(super) fn uncover(&mut self) {
        let covered = !self.session.over.is_empty();
        self.session.over.clear();
        let mut leads_back = false;
        while self.page_now_mut().is_some_and(|open| open.page.go_back()) {
            leads_back = true;
        }
        if covered || leads_back {
            self.focus_next = Some(FocusTarget::List);
        }
    }

    /// Takes away what covers the whole page, unless it comes first.
    pub(super) fn uncover_page(&mut self) {
        let gives_way = |open: &OpenPage| {
            let covers_page =
                matches!(open.spec.covers(), Some(Covers::Page(_) | Covers::Aside(_)));
            covers_page && !open.page.comes_first()
        };
        self.session.over.retain(|open| !gives_way(open));
    }

    /// Takes away what has nothing to show any more, and goes on to where it leads.
    pub(super) fn take_away_what_is_over(&mut self) {
        let mut over = self.session.over.iter();
        let ended = over.rfind(|open| open.page.is_over());
        let Some(goes_on_to) = ended.map(|open| open.page.goes_on_to()) else {
            return;
        };
        self.session.over.retain(|open| !open.page.is_over());
        match goes_on_to {
            Some(page) => self.go(page),
            // The button that had the keyboard is gone.
            None => self.focus_next = self.focus_next.or(Some(FocusTarget::List)),
        }
    }

    /// What is to be left before something can be done on the page; nothing where it is shown.
    pub(crate) fn why_page_is_covered(&self) -> Option<&'static str> {
        if let Some(Covers::Page(reason) | Covers::Aside(reason)) = self.covers() {
            return Some(reason);
        }
        self.why_page_comes_first()
    }

    /// What is to be finished before anything takes the place of what stands over the page; nothing if it gives way, and where the page is
    /// shown.
    pub fn why_another_comes_first(&self) -> Option<&'static str> {
        let mut over = self.session.over.iter();
        let first = over.rfind(|open| open.page.comes_first())?;
        Some(first.spec.covers()?.reason())
    }

    /// Why a page from which Esc leads back is to be left first.
    pub(super) fn why_page_comes_first(&self) -> Option<&'static str> {
        self.page.why_no_records.filter(|_| self.is_led_to())
    }

    /// What is to be left before something can be done with the list of the page or its records.
    pub(super) fn why_list_is_covered(&self) -> Option<&'static str> {
        self.covers().map(Covers::reason)
    }

    /// Whether something stands in place of the page, with all that is about it.
    pub fn is_covered(&self) -> bool {
        matches!(self.covers(), Some(Covers::Page(_) | Covers::Aside(_)))
    }

    fn covers(&self) -> Option<Covers> {
        self.session.over.last()?.spec.covers()
    }

    /// The way to what stands over the page now.
    fn over_now(&self) -> Option<Route> {
        let top = self.session.over.last()?;
        Some(Route {
            record: top.page.subject(),
            ..top.spec.page.into()
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

    /// What the window shows: what stands over the page, or the page.
    pub fn shown(&self) -> Option<&dyn AnyPage> {
        self.open_page(self.which_is_shown()?)
            .map(|open| &*open.page)
    }

    pub(super) fn which_is_shown(&self) -> Option<Which> {
        if let Some(top) = self.session.over.len().checked_sub(1) {
            return Some(Which::Over(top));
        }
        self.session.which(self.page)
    }

    pub(super) fn open_page(&self, which: Which) -> Option<&OpenPage> {
        match which {
            Which::Page(at) => self.session.pages.get(at),
            Which::Over(at) => self.session.over.get(at),
            Which::Window => self.session.whole_window.as_ref().map(|shown| &shown.open),
        }
    }

    pub(super) fn can_go_back(&self) -> bool {
        let mut way = self.session.way_back.last().into_iter();
        !self.session.over.is_empty() || way.any(|way| way.to == self.page)
    }

    /// The player in hand: selected, shown or explained.
    pub(crate) fn current_player(&self) -> Option<PlayerId> {
        PlayerId::try_from(self.shown()?.subject()?).ok()
    }
}
