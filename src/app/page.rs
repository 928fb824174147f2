//! What a page is, what it is given, and what it may want. Pages plug in here: nothing of the shell knows one of them by name.

use std::{any::Any, collections::HashMap, fmt, ops::Deref, path::PathBuf};

use egui::{Context, Ui};
use jiff::{Zoned, civil::Date};

pub(crate) use super::keeper::Ticket;
use super::{
    Action, Command, KeyboardTo, OpenCamp, Pane, View, Wake, dialogs::Dialog,
    editors::RecordEditor, form::Rows, notices::Notices, printing::PrintRequest, serial,
    settings::Settings,
};
use crate::{
    domain::{CampData, Edit, Field, Record},
    kit::Icon,
    storage::{Step, WeekSummary},
};

/// A page of the window, or what stands in place of one for a while.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Page {
    /// What it is remembered by.
    pub key: &'static str,
    /// The name of the form in the old program, in sentence case, where there was one.
    pub title: &'static str,
    /// The views of its switch, in their order.
    pub views: &'static [View],
    /// Why there are no records on it; `None` on a form.
    pub why_no_records: Option<&'static str>,
    /// Why its records are in no list that is sorted and filtered; `None` if they are.
    pub why_no_list: Option<&'static str>,
}

impl Page {
    pub const PLAYERS: Self = Self {
        views: &[View::Form, View::Datasheet],
        ..Self::new("players", "Ladder players")
    };
    pub const GROUPS: Self = Self {
        views: &[View::Form, View::Datasheet],
        ..Self::new("groups", "Camp groups")
    };
    pub const GAMES: Self = Self {
        views: &[View::Entry, View::Form, View::Datasheet, View::Check],
        ..Self::new("games", "Ladder games")
    };
    pub const STANDINGS: Self = Self {
        why_no_records: Some("Standings are not typed: they follow from players and games"),
        ..Self::new("standings", "Standings")
    };

    /// A page with records and without a switch of views.
    pub const fn new(key: &'static str, title: &'static str) -> Self {
        Self {
            key,
            title,
            views: &[],
            why_no_records: None,
            why_no_list: None,
        }
    }
}

impl Default for Page {
    fn default() -> Self {
        Self::PLAYERS
    }
}

/// Where a page stands.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// In the list of pages.
    List(Listed),
    /// Not in the list: commands lead to it, and Esc leads back.
    Elsewhere,
    /// In place of another page, until Esc leads back.
    Over(Covers),
}

/// A page in the list of pages.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// Its place, in the order of these numbers.
    pub at: u8,
    pub icon: Icon,
    /// The command that leads to it.
    pub command: Command,
    /// How many records are counted beside it.
    pub count: fn(&CampData) -> Option<usize>,
    /// Whether Esc leads back from it, wherever one came from.
    pub leads_back: bool,
}

impl Listed {
    /// A page of which nothing is counted, and which isn't left by Esc.
    pub const fn new(at: u8, icon: Icon, command: Command) -> Self {
        Self {
            at,
            icon,
            command,
            count: |_| None,
            leads_back: false,
        }
    }
}

/// What can't be done while something stands in place of the page, and why.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Covers {
    /// Nothing that is about the page.
    Page(&'static str),
    /// Nothing that is about its records or its list.
    Records(&'static str),
}

/// What the director brought from elsewhere.
#[derive(Debug)]
pub enum Brought {
    /// Files that were chosen or dropped.
    Files(Vec<PathBuf>),
    /// Rows that were copied in a spreadsheet, and are of the kind that this page has.
    Rows { text: String, page: Page },
}

/// Makes a page of what was brought.
pub type TakesIn = fn(Brought, &Wake) -> Box<dyn AnyPage>;

/// Makes a page, for what a route names; `None` if that is nothing for it.
pub type Open = fn(Route) -> Option<Box<dyn AnyPage>>;

/// A page as it is registered.
pub struct PageSpec {
    pub page: Page,
    pub place: Place,
    /// The commands that are its own.
    pub commands: &'static [Command],
    /// Makes it, for what the route names; `None` if that is nothing for this page.
    pub open: Open,
    /// How it takes in what is brought from elsewhere, if it does.
    pub takes_in: Option<TakesIn>,
}

impl fmt::Debug for PageSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.page.key)
    }
}

impl PageSpec {
    /// What can't be done while it stands in place of another page.
    pub(super) const fn covers(&self) -> Option<Covers> {
        match self.place {
            Place::List(_) | Place::Elsewhere => None,
            Place::Over(covers) => Some(covers),
        }
    }

    /// A page without commands of its own, that nothing is brought to.
    pub const fn new(page: Page, place: Place, open: Open) -> Self {
        Self {
            page,
            place,
            commands: &[],
            open,
            takes_in: None,
        }
    }

    /// How it stands in the list of pages; nothing of one that doesn't.
    pub const fn listed(&self) -> Option<&Listed> {
        match &self.place {
            Place::List(listed) => Some(listed),
            Place::Elsewhere | Place::Over(_) => None,
        }
    }

    /// Whether Esc leads back from the page, wherever one came from.
    pub(super) const fn leads_back(&self) -> bool {
        match self.place {
            Place::List(listed) => listed.leads_back,
            Place::Elsewhere => true,
            Place::Over(_) => false,
        }
    }
}

/// Where to go: a page, and what it shall show there.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Route {
    pub page: Page,
    pub record: Option<Record>,
}

impl From<Page> for Route {
    fn from(page: Page) -> Self {
        Self { page, record: None }
    }
}

impl Page {
    /// The way to what the page shows of this record.
    pub const fn of(self, record: Record) -> Route {
        Route {
            page: self,
            record: Some(record),
        }
    }
}

/// The pages whose state the shell still holds.
static OF_SHELL: [PageSpec; 2] = [
    of_shell(
        Page::GAMES,
        Listed {
            count: |camp| Some(camp.games.len()),
            ..Listed::new(2, Icon::Games, Command::GO_GAMES)
        },
    ),
    of_shell(
        Page::STANDINGS,
        Listed::new(3, Icon::Standings, Command::GO_STANDINGS),
    ),
];

const fn of_shell(page: Page, listed: Listed) -> PageSpec {
    PageSpec::new(page, Place::List(listed), |_| None)
}

/// All pages: those of the list in its order, then what stands over one.
pub(super) fn sorted(pages: &[&'static PageSpec]) -> Vec<&'static PageSpec> {
    let mut all = OF_SHELL
        .iter()
        .chain(pages.iter().copied())
        .collect::<Vec<_>>();
    all.sort_by_key(|spec| spec.listed().map_or(u8::MAX, |listed| listed.at));
    all
}

/// What a page may read.
#[expect(
    missing_debug_implementations,
    reason = "what it borrows isn't all to be shown"
)]
pub struct Ctx<'a> {
    /// An empty one for what stands over the welcome page, where none is open.
    pub camp: &'a OpenCamp,
    pub settings: &'a Settings,
    pub wake: &'a Wake,
    pub page: Page,
    /// Whether it is on the screen, and nothing stands in its place.
    pub is_shown: bool,
    /// The view in which it is shown.
    pub view: View,
    pub(super) situation: &'a Situation,
    pub(super) refused: &'a Refused,
}

/// The commands that can't be given, and why: as it was before the window was drawn.
pub(super) type Refused = HashMap<Command, String>;

/// How things stand for a page.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "five things that have nothing to do with each other"
)]
pub struct Situation {
    pub now: Zoned,
    /// The page of the list that is chosen, whatever stands over it or was led to from there.
    pub chosen: Page,
    /// Another number for each stay on a page: what was shown for internal comparison only is hidden in the next one.
    pub stay: u64,
    /// Whether a camp is open.
    pub has_camp: bool,
    /// Whether Esc leads back to another page.
    pub can_go_back: bool,
    pub is_recalculating: bool,
    /// Whether a week is being closed, opened again or started.
    pub is_turning_week: bool,
    /// Why the week that is shown can't be changed.
    pub why_not_change_week: Option<String>,
    /// Whether a dialog is open, which has the keyboard.
    pub has_dialog: bool,
    /// Why nothing of the camp can be changed now.
    pub why_not_change: Option<&'static str>,
    /// Why nothing can be undone or redone now.
    pub why_not_turn: Option<&'static str>,
    /// Another number whenever a template of the sheets may have changed.
    pub templates: u64,
    /// The PDF that was saved last.
    pub last_pdf: Option<PathBuf>,
}

impl Deref for Ctx<'_> {
    type Target = Situation;

    fn deref(&self) -> &Situation {
        self.situation
    }
}

impl Ctx<'_> {
    /// The day.
    pub fn today(&self) -> Date {
        self.now.date()
    }

    /// Whether it is the page of the list that is chosen, whatever stands over it or was led to from there.
    pub fn is_chosen(&self) -> bool {
        self.page == self.chosen
    }

    /// Why a command can't be given; nothing if it can. To be asked while the page is drawn.
    pub fn why_not(&self, command: Command) -> Option<&str> {
        self.refused.get(&command).map(String::as_str)
    }
}

/// What a page wants: carried out when it has been drawn, or has answered.
#[derive(Debug)]
pub struct Outbox {
    pub(super) actions: Vec<Action>,
    pub(super) edits: Vec<(Ticket, Edit)>,
    pub notices: Notices,
    /// A question to ask.
    pub dialog: Option<Dialog>,
    /// Where the keyboard shall go; the part of the window that takes it takes this.
    pub keyboard_to: Option<KeyboardTo>,
    /// The part of the window that has, or had last, the keyboard.
    pub pane: Pane,
    /// The field that has, or had last, the keyboard.
    pub field: Option<Field>,
}

impl Outbox {
    /// Asks for something to be done.
    pub fn send(&mut self, action: impl Into<Action>) {
        self.actions.push(action.into());
    }

    /// Asks for a change of the open camp. The page hears of it, by this number, when it is in the file, or was refused.
    pub fn apply(&mut self, edit: Edit) -> Ticket {
        let ticket = serial();
        self.edits.push((ticket, edit));
        ticket
    }
}

/// What the keeper of the camp file answers to a page.
#[derive(Debug)]
pub enum Answer {
    /// The history, the oldest step first.
    History(Vec<Step>),
    HistoryForgotten,
    /// All weeks as a list, the first one first.
    WeekList(Vec<WeekSummary>),
    /// All weeks of this revision of the camp, or why they can't be read.
    Weeks {
        revision: u64,
        weeks: Result<Vec<CampData>, String>,
    },
}

/// What a page does at a command that is its own, or that others have too.
#[derive(Debug)]
pub struct Handler<P: 'static> {
    pub command: Command,
    /// Why it can't be given now; nothing if it can.
    pub why_not: fn(&P, &Ctx<'_>) -> Option<&'static str>,
    pub run: fn(&mut P, &Ctx<'_>, &mut Outbox),
}

/// A page without its looks.
pub trait Logic: fmt::Debug + 'static {
    /// What it does at commands.
    fn handlers() -> &'static [Handler<Self>]
    where
        Self: Sized,
    {
        &[]
    }

    /// Collects what its jobs have made, and starts what is wanted. Called between two frames, whether it is shown or not.
    fn follow(&mut self, _ctx: &Ctx<'_>, _out: &mut Outbox) {}

    /// Takes what the keeper answers, if it has asked for it.
    fn answered(&mut self, _ctx: &Ctx<'_>, _answer: &Answer, _out: &mut Outbox) {}

    /// A change is in the file; the camp is already as it is with it.
    fn saved(&mut self, _ctx: &Ctx<'_>, _ticket: Ticket, _out: &mut Outbox) {}

    /// The file refused a change. Whether it was this page's, which says why.
    fn refused(&mut self, _ticket: Ticket, _reason: &str) -> bool {
        false
    }

    /// The director has gone to another page.
    fn left(&mut self) {}

    /// Shows something else, where the route leads to what is shown already. Whether it does.
    fn go_on(&mut self, _route: Route) -> bool {
        false
    }

    /// Goes back to what it showed before. Whether there was something; otherwise the page is left.
    fn go_back(&mut self) -> bool {
        false
    }

    /// Whether it has nothing to show any more.
    fn is_over(&self) -> bool {
        false
    }

    /// The page to go on to once it has nothing to show any more; `None` for the one below it.
    fn goes_on_to(&self) -> Option<Page> {
        None
    }

    /// Whether a job of it is under way.
    fn is_busy(&self) -> bool {
        false
    }

    /// Its parts that F6 goes through, each with what takes the keyboard there.
    fn panes(&self) -> Vec<(Pane, KeyboardTo)> {
        vec![(Pane::List, KeyboardTo::List)]
    }

    /// Whether something of it is on its way to the file: that can't be called back, and the page isn't left before it has arrived.
    fn is_saving(&self) -> bool {
        false
    }

    /// Whether the director is to finish or cancel it before anything else takes its place. Nothing of the week or of a page is said
    /// above it.
    fn comes_first(&self) -> bool {
        false
    }

    /// Whether it stays where it is when a camp is opened.
    fn outlasts_camp(&self) -> bool {
        false
    }

    /// The record that is chosen on it.
    ///
    /// # Errors
    /// None is: what to choose first.
    fn chosen(&self) -> Result<Record, &'static str> {
        Err("Choose a player in the standings first")
    }

    /// The record that is typed on it, on a page with a form.
    fn editor(&self) -> Option<&dyn RecordEditor> {
        None
    }

    /// As [`Self::editor`].
    fn editor_mut(&mut self) -> Option<&mut dyn RecordEditor> {
        None
    }

    /// The rows of its form.
    fn rows(&self) -> Option<&Rows> {
        None
    }

    /// As [`Self::rows`].
    fn rows_mut(&mut self) -> Option<&mut Rows> {
        None
    }

    /// What is typed into its search box.
    fn search_mut(&mut self) -> Option<&mut String> {
        self.rows_mut().map(|rows| &mut rows.search)
    }

    /// The record to be shown when this one is deleted.
    fn beside(&self, _record: Record) -> Option<Record> {
        None
    }

    /// Takes back what was done last and isn't saved, where that is less than all of the record. Whether anything was.
    fn undo_last(&mut self) -> bool {
        false
    }

    /// What Print and Save as PDF are about while it is chosen; nothing if that is the standings, as they are listed.
    fn to_be_printed(&self, _camp: &CampData, _settings: &Settings) -> Option<PrintRequest> {
        None
    }

    /// Whether what is chosen on it is in the settings: they are saved when it is left.
    fn is_remembered(&self) -> bool {
        false
    }

    /// The record that it is about: the chosen one, unless something is told of one.
    fn subject(&self) -> Option<Record> {
        self.chosen().ok()
    }
}

/// A page with its looks.
pub trait PageView: Logic {
    /// Whether something is typed in a field of text that isn't saved yet: what Undo takes back then are letters.
    fn is_typing(&self, ctx: &Context) -> bool {
        ctx.text_edit_focused()
    }

    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox);
}

/// A page as the shell holds it.
pub trait AnyPage: PageView + Any {
    /// Whether it does something of its own at a command.
    fn answers(&self, command: Command) -> bool;

    /// Why a command can't be given to it now; nothing if it can.
    fn why_not(&self, command: Command, ctx: &Ctx<'_>) -> Option<&'static str>;

    /// Carries out a command that it has an answer to. Whether it has.
    fn run(&mut self, command: Command, ctx: &Ctx<'_>, out: &mut Outbox) -> bool;
}

impl<P: PageView> AnyPage for P {
    fn answers(&self, command: Command) -> bool {
        P::handlers().iter().any(|own| own.command == command)
    }

    fn why_not(&self, command: Command, ctx: &Ctx<'_>) -> Option<&'static str> {
        let handler = P::handlers().iter().find(|own| own.command == command)?;
        (handler.why_not)(self, ctx)
    }

    fn run(&mut self, command: Command, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let handler = P::handlers().iter().find(|own| own.command == command);
        if let Some(handler) = handler {
            (handler.run)(self, ctx, out);
        }
        handler.is_some()
    }
}
