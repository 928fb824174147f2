//! The program behind its window: what is open, what is being typed, what is under way.
//!
//! The window sends [`Action`]s and draws what it finds here; [`App::logic`] carries the actions out and collects the
//! answers of the keeper and of the jobs. Nothing here draws, and nothing here waits.

pub mod access_keys;
mod actions;
mod afterwards;
pub mod awake;
pub mod bell;
mod browse;
mod camp_fields;
pub mod camp_settings;
mod clock;
mod closing;
pub mod commands;
pub mod dialogs;
pub mod drafts;
pub mod editor;
pub mod editors;
pub mod exporting;
mod file_format;
pub mod form;
mod host;
mod keeper;
pub mod leaving;
pub mod listing;
mod logic;
pub mod notices;
pub mod old_camp;
mod one_window;
mod open_camp;
mod openers;
pub mod page;
mod paths;
pub mod printing;
pub mod problem_list;
pub mod publishing;
pub mod rating_changes;
pub mod reading;
mod remembered;
pub mod repairing;
pub mod replacement;
mod result_keys;
mod route;
mod sample;
mod session;
pub mod settings;
mod untold;
mod views;
pub mod weeks;
mod whole_window;

use std::{collections::VecDeque, fmt, io, path::PathBuf, sync::Arc};

use jiff::{Zoned, civil::Date};

pub use self::{
    actions::{Action, BackupAction, PutBack, RepairAction},
    browse::Purpose,
    camp_fields::CampFields,
    commands::Command,
    file_format::FileFormat,
    one_window::OneWindow,
    open_camp::{ItsBackups, ListedBackup, LookedFrom, OpenCamp},
    openers::Openers,
    page::Page,
    result_keys::{RESULT_KEYS, result_of_key},
    session::Session,
    views::{View, Views},
};
use self::{
    awake::KeepAwake,
    browse::Browsing,
    dialogs::{Dialog, NotOpenedFile},
    exporting::Exporting,
    keeper::{Endings, Keeper, Trust},
    logic::Rescue,
    notices::Notices,
    page::{PageSpec, Refused},
    printing::Paperwork,
    publishing::Publishing,
    repairing::Repairing,
    settings::Settings,
};
pub(crate) use self::{keeper::Watch, session::serial};
use crate::{domain::Field, jobs::Progress, spreadsheet::Format, storage::OutsideChange};

use self::clock::Clock;
pub use self::{
    clock::{clock_problem, real_clock, today},
    sample::open as open_sample,
};

/// Wakes the window up when something has happened elsewhere.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A widget that can be focused by what isn't drawn with it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FocusTarget {
    Search,
    List,
    /// The first field of the record, or the first cell of its row.
    FirstField,
    LastField,
    Field(Field),
    /// The box with the number of the record.
    RecordBox,
    SideBar,
    Menus,
    /// The games that were typed last.
    Latest,
    /// The sheets as they print.
    Sheets,
    /// The bar of this number above the page, of those with a button.
    Bar(usize),
    /// The messages that stay until they are closed.
    Messages,
}

impl FocusTarget {
    /// Whether it is a part of the page, as F6 goes through them, and not one thing on it or around it.
    pub(crate) const fn is_part_of_page(self) -> bool {
        match self {
            Self::List
            | Self::FirstField
            | Self::LastField
            | Self::RecordBox
            | Self::Latest
            | Self::Sheets => true,
            Self::Search
            | Self::Field(_)
            | Self::SideBar
            | Self::Menus
            | Self::Bar(_)
            | Self::Messages => false,
        }
    }
}

/// A part of the window, as F6 goes through them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Pane {
    SideBar,
    #[default]
    List,
    Record,
    Navigation,
    Sheets,
    /// Who was at a meeting.
    Attendance,
    /// The bar of this number above the page, of those with a button.
    Bar(usize),
    /// The messages that stay until they are closed, below the page.
    Messages,
}

/// The program behind its window.
pub struct App {
    pub settings: Settings,
    /// The pages that are registered.
    specs: Vec<&'static PageSpec>,
    commands: Vec<Command>,
    /// The commands that can't be given, as it was before the window was drawn.
    refused: Refused,
    pub session: Session,
    pub page: Page,
    /// Goes up whenever a page or a camp is left: what was shown for internal comparison only is hidden again.
    pub stay: u64,
    /// The page of this stay.
    stays_on: Page,
    /// The view in which each form is shown.
    pub views: Views,
    pub paperwork: Paperwork,
    /// Goes up whenever a template of the sheets may have changed.
    templates: u64,
    /// The camp on its way to the web.
    publishing: Option<Publishing>,
    /// The list on its way to a file.
    exporting: Option<Exporting>,
    /// The damaged camp that is being repaired.
    repairing: Option<Repairing>,
    /// The list that was exported last, and how.
    last_export: Option<(PathBuf, Format)>,
    pub dialog: Option<Dialog>,
    pub notices: Notices,
    /// Widget to focus next frame.
    pub focus_next: Option<FocusTarget>,
    /// The part of the window that has, or had last, the keyboard.
    pub pane: Pane,
    /// How many bars with a button stand above the page, as it was drawn last.
    pub bars: usize,
    /// The field that has, or had last, the keyboard.
    pub field: Option<Field>,
    /// Whether a camp file is being opened or made, or another week of the camp is being read.
    pub opening: bool,
    /// Set once the window shall close.
    pub quitting: bool,
    /// Set when a game could not be saved: keys that were typed ahead were meant for the next one.
    pub forget_keys: bool,
    actions: VecDeque<Action>,
    /// What pages read that need no camp, while none is open.
    no_camp: OpenCamp,
    /// The file that could not be opened, until another one is.
    not_opened: Option<NotOpenedFile>,
    /// The camp that was open before a backup was looked into.
    looked_from: Option<Arc<LookedFrom>>,
    keeper: Keeper,
    /// Makes a copy of the camp while that one waits for a drive that doesn't answer, and then takes its place.
    rescuer: Option<Rescue>,
    /// What goes on without the window.
    endings: Endings,
    browsing: Option<Browsing>,
    /// Draws attention by a sound; silent unless the window gives it one.
    pub bell: fn(),
    pub openers: Openers,
    /// A text on its way to the clipboard; the window takes it there.
    pub copied: Option<String>,
    /// Keeps the screen on; nothing does unless the window says how.
    pub keep_awake: KeepAwake,
    /// Comes to the front when its camp is opened once more; it doesn't unless the window wants it.
    pub one_window: Option<OneWindow>,
    wake: Wake,
    clock: Clock,
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App")
            .field("page", &self.page)
            .field("camp", &self.session.camp.as_ref().map(OpenCamp::file_name))
            .finish_non_exhaustive()
    }
}

impl App {
    /// A program with nothing open, and these pages.
    ///
    /// # Errors
    /// The operating system has no thread left.
    pub fn new(
        settings: Settings,
        wake: Wake,
        clock: fn() -> Zoned,
        pages: &[&'static PageSpec],
    ) -> io::Result<Self> {
        let mut notices = Notices::default();
        if let Some(problem) = clock::problem_of(clock()) {
            notices.problem(problem);
        }
        let clock = Clock(clock);
        let untold = settings.untold();
        untold.tell(&mut notices);
        let endings = Endings::new(untold);
        let keeper = Keeper::start(
            Arc::clone(&wake),
            clock,
            settings.ratings_follow,
            settings.keeping(),
            Trust::Given,
            endings.clone(),
        )?;
        let specs = pages.to_vec();
        let first_page = page::first(&specs);
        Ok(Self {
            settings,
            session: Session::new(&specs),
            commands: commands::all(&specs),
            refused: Refused::default(),
            specs,
            page: first_page,
            stay: 0,
            stays_on: first_page,
            views: Views::default(),
            paperwork: Paperwork::default(),
            templates: 0,
            publishing: None,
            exporting: None,
            repairing: None,
            last_export: None,
            dialog: None,
            notices,
            focus_next: None,
            pane: Pane::default(),
            bars: 0,
            field: None,
            opening: false,
            quitting: false,
            forget_keys: false,
            actions: VecDeque::new(),
            no_camp: OpenCamp::none(),
            not_opened: None,
            looked_from: None,
            keeper,
            rescuer: None,
            endings,
            browsing: None,
            bell: || (),
            openers: Openers::default(),
            copied: None,
            keep_awake: awake::not_at_all(),
            one_window: None,
            wake,
            clock,
        })
    }

    /// Asks for something to be done, at the next turn of [`Self::logic`].
    pub fn send(&mut self, action: impl Into<Action>) {
        self.actions.push_back(action.into());
        (self.wake)();
    }

    pub fn today(&self) -> Date {
        self.now().date()
    }

    /// Date and time.
    pub fn now(&self) -> Zoned {
        self.clock.now()
    }

    /// A moment on this computer's clock.
    pub fn local(&self, moment: jiff::Timestamp) -> Zoned {
        moment.to_zoned(self.clock.now().time_zone().clone())
    }

    /// How far a recalculation is, while there is one.
    pub fn recalculating(&self) -> Option<&Progress> {
        self.session
            .recalc
            .as_ref()
            .map(|recalc| &recalc.job.progress)
    }

    /// Whether a recalculation is under way or being saved.
    pub fn is_recalculating(&self) -> bool {
        let waits = self.session.after_saving == Some(Action::Do(Command::RECALCULATE));
        waits || self.session.recalc.is_some() || self.session.saving_ratings.is_some()
    }

    /// Whether something that was typed or imported is on its way to the file.
    fn is_saving(&self) -> bool {
        self.session.is_saving_record() || self.pages_are_saving() || self.awaits_another_record()
    }

    /// Whether the window may close now. Published pages that are being replaced are replaced to the end.
    pub fn may_close(&self) -> bool {
        self.quitting && self.publishing.is_none()
    }

    /// What goes on when the window is gone, for whoever waits for that.
    pub fn endings(&self) -> Endings {
        self.endings.clone()
    }

    /// The window is closed: what it looks like is remembered, and nothing waits for the drive of the settings.
    pub fn end(&mut self) {
        self.remember_looks();
        match self.settings.begin_to_save() {
            Ok(saving) => self.endings.add_settings(saving),
            Err(error) => tracing::warn!("the settings can't be saved: {error}"),
        }
    }

    /// Whether the camp is held in memory, too.
    #[cfg(test)]
    pub fn holds_image(&self) -> bool {
        self.keeper.holds_image()
    }

    /// Whether a copy is made without the keeper.
    #[cfg(test)]
    pub fn rescues(&self) -> bool {
        self.rescuer.is_some()
    }

    /// Whether anything is under way, by which something may come that isn't shown yet.
    pub fn is_busy(&self) -> bool {
        !self.actions.is_empty()
            || self.keeper.is_busy()
            || self.rescuer.is_some()
            || self.is_recalculating()
            || self.browsing.is_some()
            || self.paperwork.is_busy()
            || self.publishing.is_some()
            || self.exporting.is_some()
            || self.repairing.is_some()
            || self.is_reading_logo()
            || self.pages_are_busy()
    }

    /// Whether a record is on its way to the file and another one comes after it, or something is being undone: what is typed now belongs to
    /// what is shown then.
    pub fn advances_after_save(&self) -> bool {
        self.page_advances_after_save()
            || self.awaits_another_record()
            || self.session.moves_in_history
    }

    /// Whether it is known that the drive of the camp doesn't answer: nobody knows when what is on its way gets to the file.
    pub fn is_drive_silent(&self) -> bool {
        let camp = self.session.camp.as_ref();
        camp.is_some_and(|camp| camp.outside == Some(OutsideChange::Silent))
    }

    /// The view in which the page is shown.
    pub fn view(&self) -> View {
        self.views.of(self.page)
    }
}
