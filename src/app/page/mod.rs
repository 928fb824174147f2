//! What a page is, what it is given, and what it may want. Pages plug in here: nothing of the shell knows one of them by name.

use std::{any::Any, fmt, path::PathBuf};

mod context;
mod route;

use egui::{Context, Ui, Vec2, vec2};

pub(super) use self::context::Refused;
pub use self::context::{
    Answer, Ctx, Outbox, Pasting, RefusedChange, SavedChange, Situation, Strip,
};
pub use self::route::Route;
pub(crate) use super::keeper::Ticket;
use super::{
    Command, FocusTarget, Pane, Purpose, View, Wake,
    dialogs::Loss,
    editors::RecordEditor,
    exporting::ExportedList,
    form::AnyForm,
    leaving::{Leaving, SaveOutcome},
    printing::PrintJob,
    settings::{Settings, Theme},
    weeks::WeekStep,
};
use crate::{
    domain::{CampData, Record, RecordKind},
    kit::Icon,
    storage::HistoryMoved,
};

/// The least room of a page that doesn't say otherwise, in points: what 900 × 640 pixels leave beside the list of pages at 200 %.
pub const LEAST_ROOM: Vec2 = vec2(336.0, 240.0);

/// The least room of a page that scrolls by itself below its head, in points: two bars beside each other would hide what the keyboard is at.
pub const LEAST_SCROLLING: Vec2 = vec2(336.0, 160.0);

/// The least room of a page that is this high where it is narrow, as things stand below each other there.
pub fn least_room_of(is_narrow: bool, height: f32) -> Vec2 {
    let height = if is_narrow { height } else { LEAST_ROOM.y };
    vec2(LEAST_ROOM.x, height)
}

/// A page of the window, or what stands in place of one for a while.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Page {
    /// What it is remembered by.
    pub key: &'static str,
    /// The name of the form in the old program, in sentence case, where there was one.
    pub title: &'static str,
    /// The views of its switch, in their order.
    pub views: &'static [View],
    /// Why nothing is typed on it, where there is more to say than that it isn't.
    pub why_no_records: Option<&'static str>,
    /// Why its records are in no list that is sorted and filtered; `None` if they are.
    pub why_no_list: Option<&'static str>,
}

impl Page {
    /// A page without a switch of views.
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
    pub icon: Icon,
    /// The command that leads to it.
    pub command: Command,
    /// How many records are counted beside it.
    pub count: fn(&CampData) -> Option<usize>,
    /// Whether Esc leads back from it, wherever one came from.
    pub leads_back: bool,
    /// Whether it stands in the list of a camp that it has nothing of; it always does while it is shown.
    pub is_for: fn(&CampData) -> bool,
}

impl Listed {
    /// A page of which nothing is counted, and which isn't left by Esc.
    pub const fn new(icon: Icon, command: Command) -> Self {
        Self {
            icon,
            command,
            count: |_| None,
            leads_back: false,
            is_for: |_| true,
        }
    }
}

/// What can't be done while something stands in place of the page, and why.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Covers {
    /// Nothing that is about the page.
    Page(&'static str),
    /// As [`Self::Page`], beside one's work: what stood over the page stays below it, and comes back as it was, even what comes first.
    Aside(&'static str),
    /// Nothing that is about its records or its list.
    Records(&'static str),
    /// Nothing but what says so itself, as it takes the whole screen and nothing of the window is drawn around it. Others than the director
    /// look at it, so that no message names anybody.
    Window(&'static str),
}

impl Covers {
    pub(super) const fn reason(self) -> &'static str {
        let (Self::Page(reason)
        | Self::Aside(reason)
        | Self::Records(reason)
        | Self::Window(reason)) = self;
        reason
    }
}

/// What is to be imported.
#[derive(Debug)]
pub enum ImportInput {
    /// Files that were chosen or dropped.
    Files(Vec<PathBuf>),
    /// Rows of a kind that were copied in a spreadsheet.
    Rows { text: String, kind: RecordKind },
}

/// Makes the page that imports it.
pub type OpenImport = fn(ImportInput, &Wake) -> Box<dyn AnyPage>;

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
    /// The view in which it takes records one after the other, also in a strip at the foot of what stands in place of the window.
    pub strip: Option<View>,
    /// How it imports what comes from elsewhere, if it does.
    pub open_import: Option<OpenImport>,
    /// Whether the sample camp is opened on it.
    pub shows_sample_first: bool,
    /// The heading of the guide under which it is told of, by its view.
    pub guide: fn(View) -> Option<&'static str>,
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

    /// A page without commands of its own, that imports nothing.
    pub const fn new(page: Page, place: Place, open: Open) -> Self {
        Self {
            page,
            place,
            commands: &[],
            open,
            strip: None,
            open_import: None,
            shows_sample_first: false,
            guide: |_| None,
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

/// The page that a camp is opened on: the first one of the list.
pub(super) fn first(pages: &[&'static PageSpec]) -> Page {
    let none = Page::new("none", "No page");
    pages.first().map_or(none, |spec| spec.page)
}

/// The page that the sample camp is opened on.
pub(super) fn first_of_sample(pages: &[&'static PageSpec]) -> Page {
    let marked = pages.iter().find(|spec| spec.shows_sample_first);
    marked.map_or_else(|| first(pages), |spec| spec.page)
}

/// What a page does at a command that is its own, or that others have too.
#[derive(Debug)]
pub struct Handler<P: 'static> {
    command: Command,
    views: &'static [View],
    saves_first: bool,
    why_not: fn(&P, &Ctx<'_>) -> Option<&'static str>,
    run: fn(&mut P, &Ctx<'_>, &mut Outbox),
}

impl<P> Handler<P> {
    /// In all views, and whenever the command can be given at all.
    pub const fn new(command: Command, run: fn(&mut P, &Ctx<'_>, &mut Outbox)) -> Self {
        Self {
            command,
            views: &[],
            saves_first: false,
            why_not: |_, _| None,
            run,
        }
    }

    /// Why the command can't be given now; nothing if it can.
    #[must_use]
    pub const fn why_not(mut self, why_not: fn(&P, &Ctx<'_>) -> Option<&'static str>) -> Self {
        self.why_not = why_not;
        self
    }

    /// In these views only.
    #[must_use]
    pub const fn in_views(mut self, views: &'static [View]) -> Self {
        self.views = views;
        self
    }

    /// Once the record that is being typed is in the file.
    #[must_use]
    pub const fn saves_first(mut self) -> Self {
        self.saves_first = true;
        self
    }

    fn is_for(&self, command: Command, view: View) -> bool {
        self.command == command && (self.views.is_empty() || self.views.contains(&view))
    }
}

/// What a page says that has no list to export.
pub(crate) const NO_LIST: &str = "There is no list to export on this page";

/// A page without its looks.
pub trait Logic: fmt::Debug + 'static {
    /// What it does at commands.
    fn handlers() -> &'static [&'static [Handler<Self>]]
    where
        Self: Sized,
    {
        &[]
    }

    /// Collects what its jobs have made, and starts what is wanted. Called between two frames, whether it is shown or not.
    fn follow(&mut self, _ctx: &Ctx<'_>, _out: &mut Outbox) {}

    /// Takes what the keeper answers, if it has asked for it.
    fn answered(&mut self, _ctx: &Ctx<'_>, _answer: &Answer, _out: &mut Outbox) {}

    /// Takes files that were chosen or dropped while it is shown, if it imports such itself.
    fn take_files(&mut self, _files: &[PathBuf], _ctx: &Ctx<'_>) -> bool {
        false
    }

    /// Says beside the path that is browsed for why it can't be, if it is typed on this page.
    fn say_of_path(&mut self, _purpose: Purpose, _why: &str) -> bool {
        false
    }

    /// A change is in the file; the camp is already as it is with it.
    fn saved(&mut self, _ctx: &Ctx<'_>, _saved: SavedChange, _out: &mut Outbox) {}

    /// The file refused a change. Whether it was this page's, which says why or tries again.
    fn refused(&mut self, _refused: RefusedChange<'_>, _out: &mut Outbox) -> bool {
        false
    }

    /// Something was undone, or done again; `before` is the camp as it was until then.
    fn history_moved(
        &mut self,
        _ctx: &Ctx<'_>,
        _before: &CampData,
        _moved: &HistoryMoved,
        _out: &mut Outbox,
    ) {
    }

    /// Something has been done to a whole week, which is as it is now.
    fn week_step_done(&mut self, _ctx: &Ctx<'_>, _step: WeekStep, _out: &mut Outbox) {}

    /// Another week is shown: what was about the records of one isn't about those of another.
    fn week_changed(&mut self) {}

    /// Saves what is typed on it beside the record of its form. Whether it may be left.
    fn leave(&mut self, _ctx: &Ctx<'_>, _leaving: Leaving, _out: &mut Outbox) -> SaveOutcome {
        SaveOutcome::Started
    }

    /// What kept something from being saved is over.
    fn forget_refusal(&mut self) {
        if let Some(editor) = self.editor_mut() {
            editor.forget_refusal();
        }
    }

    /// What was asked of the file before has no answer any more.
    fn forget_questions(&mut self) {}

    /// The director has gone to another page. What was searched for isn't any more.
    fn left(&mut self) {}

    /// What of its looks is remembered with the camp: by default, the order of its list.
    fn to_remember(&self, camp: &CampData) -> Option<serde_json::Value> {
        self.form()?.rows().listing.to_remember(camp)
    }

    /// Takes up what was remembered when the camp was looked at last.
    fn recall(&mut self, camp: &CampData, remembered: &serde_json::Value) {
        if let Some(form) = self.form_mut() {
            form.rows_mut().listing.recall(camp, remembered);
        }
    }

    /// Shows something else, where the route leads to what is shown already. Whether it does.
    fn go_on(&mut self, _route: Route) -> bool {
        false
    }

    /// Goes back to what it showed before. Whether there was something; otherwise the page is left. Where the director goes to the page
    /// itself, or to another one, it goes back until there is nothing.
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

    /// Its parts that F6 goes through in this view, each with what takes the keyboard there.
    fn panes(&self, _view: View) -> Vec<(Pane, FocusTarget)> {
        vec![(Pane::List, FocusTarget::List)]
    }

    /// Whether something of it is on its way to the file: that can't be called back, and the page isn't left before it has arrived.
    fn is_saving(&self) -> bool {
        false
    }

    /// Whether what is typed now has to wait: another record follows once something has arrived in the file, or what is shown is read anew.
    fn advances_after_save(&self) -> bool {
        self.editor().is_some_and(RecordEditor::advances_after_save)
    }

    /// Whether the keyboard is where a single letter does something.
    fn takes_single_keys(&self, _view: View) -> bool {
        false
    }

    /// Whether something is typed in this view that isn't saved.
    fn is_changed(&self, _view: View) -> bool {
        self.editor().is_some_and(RecordEditor::is_changed)
    }

    /// Whether there is a record in this view that a command can be about.
    fn shows_record(&self, _view: View) -> bool {
        self.editor().is_some_and(RecordEditor::shows_record)
    }

    /// Whether the director is to finish or cancel it before anything else takes its place.
    fn comes_first(&self) -> bool {
        false
    }

    /// What would be lost if the director left it so, as it was decided there and is nowhere else; nothing where nothing would. What stands
    /// over a page goes in any case.
    fn loss(&self, _leaving: Leaving) -> Option<Loss> {
        None
    }

    /// The director gives that up.
    fn discard(&mut self) {}

    /// Why the screen is to stay on while it is shown, as the system is told; `None` if it may go dark.
    fn keeps_screen_awake(&self) -> Option<&'static str> {
        None
    }

    /// The theme while it stands in place of the window.
    fn theme(&self, settings: &Settings) -> Theme {
        settings.theme
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

    /// Its lists as they are shown, which can be written to a file: the one that it is about first. Asked often, so that the rows are made
    /// later and elsewhere.
    ///
    /// # Errors
    /// There is none now: why.
    fn lists(&self, _ctx: &Ctx<'_>) -> Result<Vec<ExportedList>, &'static str> {
        Err(NO_LIST)
    }

    /// Its form, if it has one with rows that are sorted and filtered.
    fn form(&self) -> Option<&dyn AnyForm> {
        None
    }

    /// As [`Self::form`].
    fn form_mut(&mut self) -> Option<&mut dyn AnyForm> {
        None
    }

    /// The record that is typed on it.
    fn editor(&self) -> Option<&dyn RecordEditor> {
        self.form().map(AnyForm::editor)
    }

    /// As [`Self::editor`].
    fn editor_mut(&mut self) -> Option<&mut dyn RecordEditor> {
        self.form_mut().map(AnyForm::editor_mut)
    }

    /// What is typed into its search box.
    fn search_mut(&mut self) -> Option<&mut String> {
        let form = self.form_mut()?;
        Some(&mut form.rows_mut().search)
    }

    /// The record to be shown when this one is deleted.
    fn beside(&self, _record: Record) -> Option<Record> {
        None
    }

    /// Takes back what was typed last in one box, before anything else is. Whether anything was.
    fn undo_typing(&mut self, _view: View) -> bool {
        false
    }

    /// Takes back what was done last and isn't saved, where that is less than all of the record. Whether anything was.
    fn undo_last(&mut self, _view: View) -> bool {
        false
    }

    /// What Print and Save as PDF are about while it is chosen. Where a page has nothing to print, it is what the first one of the list has.
    fn print_job(&self, _camp: &CampData, _settings: &Settings) -> Option<PrintJob> {
        None
    }

    /// Shows what it has to print, and nothing else in its place: that is about to be printed.
    fn show_printed(&mut self) {}

    /// Why what is chosen on it can't be printed as it stands there.
    fn why_not_print(&self) -> Option<&str> {
        None
    }

    /// The page, counted from 0, of the sheets that it shows; nothing while it shows none.
    fn page_shown(&self) -> Option<usize> {
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

/// A question that a page asks. It is drawn over everything, also when the page is left meanwhile.
pub trait PageDialog: fmt::Debug + Any {
    /// Draws it. Whether it stays: nothing was answered yet, or not as it has to be.
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool;
}

/// A page with its looks.
pub trait PageView: Logic {
    /// Whether something is typed in a field of text of this view that isn't saved yet: what Undo takes back then are letters.
    fn is_typing(&self, ctx: &Context, _view: View) -> bool {
        ctx.text_edit_focused()
    }

    fn view(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox);

    /// The least room, in points, in which everything of this view is there; `width` is what there is. In a smaller window the page is
    /// drawn as large as this, and scrolls.
    fn least_room(&self, _view: View, _width: f32) -> Vec2 {
        LEAST_ROOM
    }

    /// Draws what takes records one after the other, without the rest of the page, where Esc closes it. Whether it has the keyboard.
    fn strip(&mut self, _ui: &mut Ui, _ctx: &Ctx<'_>, _out: &mut Outbox) -> bool {
        false
    }
}

/// A page as the shell holds it.
pub trait AnyPage: PageView + Any {
    /// Whether it does something of its own at a command, in this view.
    fn answers(&self, command: Command, view: View) -> bool;

    /// Whether the record that is being typed is to be in the file before it carries out a command.
    fn saves_first(&self, command: Command, view: View) -> bool;

    /// Why a command can't be given to it now; nothing if it can.
    fn why_not(&self, command: Command, ctx: &Ctx<'_>) -> Option<&'static str>;

    /// Carries out a command that it has an answer to. Whether it has.
    fn run(&mut self, command: Command, ctx: &Ctx<'_>, out: &mut Outbox) -> bool;
}

impl<P: PageView> AnyPage for P {
    fn answers(&self, command: Command, view: View) -> bool {
        handler::<P>(command, view).is_some()
    }

    fn saves_first(&self, command: Command, view: View) -> bool {
        handler::<P>(command, view).is_some_and(|handler| handler.saves_first)
    }

    fn why_not(&self, command: Command, ctx: &Ctx<'_>) -> Option<&'static str> {
        (handler(command, ctx.view)?.why_not)(self, ctx)
    }

    fn run(&mut self, command: Command, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let handler = handler(command, ctx.view);
        if let Some(handler) = handler {
            (handler.run)(self, ctx, out);
        }
        handler.is_some()
    }
}

fn handler<P: Logic>(command: Command, view: View) -> Option<&'static Handler<P>> {
    let mut handlers = P::handlers().iter().copied().flatten();
    handlers.find(|handler| handler.is_for(command, view))
}
