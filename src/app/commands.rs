//! Everything a director can do without naming a record: one list for the menu, the toolbar, the keys and the tests.

mod kinds;
mod shortcut;
#[cfg(test)]
mod tests;

pub use self::shortcut::Shortcut;
use super::View;
use crate::domain::Attendance;

/// A page of the window.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Page {
    #[default]
    Players,
    Groups,
    Games,
    Standings,
    Prints,
    Season,
    Meetings,
}

impl Page {
    /// All pages, in the order of the list on the left.
    pub const ALL: [Self; 7] = [
        Self::Players,
        Self::Groups,
        Self::Games,
        Self::Standings,
        Self::Prints,
        Self::Season,
        Self::Meetings,
    ];

    /// The name of the form in the old program, in sentence case; it had no page for prints, the season or
    /// meetings.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Players => "Ladder players",
            Self::Groups => "Camp groups",
            Self::Games => "Ladder games",
            Self::Standings => "Standings",
            Self::Prints => "Prints",
            Self::Season => "Season",
            Self::Meetings => "Meetings",
        }
    }

    /// Why there are no records on it; nothing on a form.
    pub const fn why_no_records(self) -> Option<&'static str> {
        match self {
            Self::Players | Self::Groups | Self::Games | Self::Meetings => None,
            Self::Standings => Some("Standings are not typed: they follow from players and games"),
            Self::Prints => Some("Sheets are not typed: they follow from players and games"),
            Self::Season => Some("The season is not typed: it follows from players and games"),
        }
    }
}

/// A command.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Command {
    NewCamp,
    OpenCamp,
    OpenSample,
    RenameCamp,
    CloseCamp,
    /// Writes a copy of the camp into another file.
    SaveCopy,
    Import,
    /// Imports campers that were copied elsewhere.
    PasteCampers,
    /// Saves what the preview of the import shows.
    SaveImport,
    SavePdf,
    Print,
    /// The week of the player who is selected or shown, for the parents.
    PrintPlayerWeek,
    /// Makes web pages of the weeks.
    Publish,
    /// Writes the templates of the prints beside the camp file, to be changed there.
    ChangeLayout,
    /// Shows the PDF that was saved last.
    OpenPdf,
    Quit,
    Undo,
    Redo,
    History,
    NewRecord,
    SaveRecord,
    UndoRecord,
    UndoField,
    DeleteRecord,
    /// Takes the game back that was typed last, to be put right.
    TakeBackGame,
    FirstRecord,
    PreviousRecord,
    NextRecord,
    LastRecord,
    /// Sends the keyboard to the box with the number of the record.
    GoToRecord,
    /// The value of the same field in the record before.
    CopyFromPrevious,
    InsertToday,
    DefaultValue,
    /// A large box for the text of a field.
    Zoom,
    /// Types a game that was played before the one that is shown.
    InsertGame,
    MoveGameUp,
    MoveGameDown,
    /// Marks everybody so of whom the sheet of a meeting says nothing.
    MarkOthers(Attendance),
    Find,
    FindNext,
    Replace,
    SortAscending,
    SortDescending,
    /// Asks which values of the column are shown.
    Filter,
    FilterBySelection,
    FilterOff,
    /// Shows the list as it would be if it were opened now.
    Requery,
    /// The next part of the window: pages, list, record, navigation bar.
    NextPane,
    PreviousPane,
    /// Sends the keyboard to the menus.
    Menus,
    /// Shows or hides the list of pages.
    SideBar,
    /// The standings on a projector, or the window again.
    Projector,
    Recalculate,
    /// Everything that makes a rating doubtful.
    Problems,
    /// Whether the ratings follow every change, or only the button.
    RatingsFollow,
    /// Explains the rating of the player, or the game, that is selected or shown.
    ExplainRating,
    /// The page with all weeks.
    Weeks,
    CloseWeek,
    StartWeek,
    /// Opens the week that is shown again.
    ReopenWeek,
    NameWeek,
    /// Shows the week before the one that is shown, to look at.
    WeekBefore,
    WeekAfter,
    /// Shows the week that is worked on again.
    CurrentWeek,
    Go(Page),
    /// Shows the form in another view.
    View(View),
    /// The next view of the form, and round the end.
    NextView,
    PreviousView,
    ThemeLight,
    ThemeDark,
    ThemeSystem,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    Keys,
    About,
    /// Name, papers, and how published pages name the campers.
    CampSettings,
    /// Groups, settings and chosen players of an old camp begin a new one.
    NewCampFromOld,
    /// The season of the player that is selected or shown.
    WeeksOfPlayer,
    /// Sets up another ladder over the same players and games.
    NewLadder,
    /// Changes how the ladder that is shown is set up.
    SetUpLadder,
    DeleteLadder,
}

impl Command {
    /// All commands, in the order of the menus.
    pub const ALL: &[Self] = &[
        Self::NewCamp,
        Self::OpenCamp,
        Self::OpenSample,
        Self::Import,
        Self::PasteCampers,
        Self::SaveImport,
        Self::SavePdf,
        Self::Print,
        Self::OpenPdf,
        Self::ChangeLayout,
        Self::PrintPlayerWeek,
        Self::Publish,
        Self::RenameCamp,
        Self::SaveCopy,
        Self::CloseCamp,
        Self::Quit,
        Self::Undo,
        Self::Redo,
        Self::History,
        Self::NewRecord,
        Self::SaveRecord,
        Self::UndoRecord,
        Self::UndoField,
        Self::DeleteRecord,
        Self::TakeBackGame,
        Self::FirstRecord,
        Self::PreviousRecord,
        Self::NextRecord,
        Self::LastRecord,
        Self::GoToRecord,
        Self::CopyFromPrevious,
        Self::InsertToday,
        Self::DefaultValue,
        Self::Zoom,
        Self::InsertGame,
        Self::MoveGameUp,
        Self::MoveGameDown,
        Self::MarkOthers(Attendance::Present),
        Self::MarkOthers(Attendance::Absent),
        Self::MarkOthers(Attendance::Excused),
        Self::Find,
        Self::FindNext,
        Self::Replace,
        Self::SortAscending,
        Self::SortDescending,
        Self::Filter,
        Self::FilterBySelection,
        Self::FilterOff,
        Self::Requery,
        Self::NextPane,
        Self::PreviousPane,
        Self::Menus,
        Self::SideBar,
        Self::Projector,
        Self::Recalculate,
        Self::Problems,
        Self::RatingsFollow,
        Self::ExplainRating,
        Self::WeeksOfPlayer,
        Self::NewLadder,
        Self::SetUpLadder,
        Self::DeleteLadder,
        Self::Weeks,
        Self::CloseWeek,
        Self::StartWeek,
        Self::ReopenWeek,
        Self::NameWeek,
        Self::WeekBefore,
        Self::WeekAfter,
        Self::CurrentWeek,
        Self::Go(Page::Players),
        Self::Go(Page::Groups),
        Self::Go(Page::Games),
        Self::Go(Page::Standings),
        Self::Go(Page::Prints),
        Self::Go(Page::Season),
        Self::Go(Page::Meetings),
        Self::View(View::Entry),
        Self::View(View::Form),
        Self::View(View::Datasheet),
        Self::View(View::Check),
        Self::NextView,
        Self::PreviousView,
        Self::ThemeLight,
        Self::ThemeDark,
        Self::ThemeSystem,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::ZoomReset,
        Self::Keys,
        Self::About,
        Self::CampSettings,
        Self::NewCampFromOld,
    ];

    /// As the menu shows it. An ellipsis says that something will be asked.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NewCamp => "New camp…",
            Self::OpenCamp => "Open camp…",
            Self::OpenSample => "Open the sample camp",
            Self::RenameCamp => "Rename camp…",
            Self::CloseCamp => "Close camp",
            Self::SaveCopy => "Save a copy…",
            Self::Import => "Import from Access…",
            Self::PasteCampers => "Paste new campers",
            Self::SaveImport => "Import what the preview shows",
            Self::SavePdf => "Save as PDF…",
            Self::Print => "Print…",
            Self::OpenPdf => "Open PDF",
            Self::ChangeLayout => "Change the layout…",
            Self::PrintPlayerWeek => "Print this player’s week",
            Self::Publish => "Publish…",
            Self::Quit => "Quit",
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::History => "History…",
            Self::NewRecord => "New record",
            Self::SaveRecord => "Save record",
            Self::UndoRecord => "Undo changes to this record",
            Self::UndoField => "Undo changes to this field",
            Self::DeleteRecord => "Delete record",
            Self::TakeBackGame => "Take back the last game",
            Self::FirstRecord => "First record",
            Self::PreviousRecord => "Previous record",
            Self::NextRecord => "Next record",
            Self::LastRecord => "Last record",
            Self::GoToRecord => "Go to record number",
            Self::CopyFromPrevious => "As in the record before",
            Self::InsertToday => "Today’s date",
            Self::DefaultValue => "Default value",
            Self::Zoom => "Zoom box…",
            Self::InsertGame => "Insert game before this one",
            Self::MoveGameUp => "Move game up",
            Self::MoveGameDown => "Move game down",
            Self::MarkOthers(Attendance::Present) => "Everybody else present",
            Self::MarkOthers(Attendance::Absent) => "Everybody else absent",
            Self::MarkOthers(Attendance::Excused) => "Everybody else excused",
            Self::FindNext => "Find next",
            Self::Replace => "Find and replace…",
            Self::SortAscending => "Sort ascending",
            Self::SortDescending => "Sort descending",
            Self::Filter => "Filter this column…",
            Self::FilterBySelection => "Filter by this value",
            Self::FilterOff => "Show all records again",
            Self::Requery => "Refresh the list",
            Self::NextPane => "Next part of the window",
            Self::PreviousPane => "Previous part of the window",
            Self::Menus => "Menus",
            Self::SideBar => "List of pages",
            Self::Projector => "Show on projector",
            Self::Find => "Find in this list",
            Self::Recalculate => "Recalc Ratings",
            Self::Problems => "Problems…",
            Self::RatingsFollow => "Ratings follow every change",
            Self::ExplainRating => "Explain rating",
            Self::Weeks => "Weeks…",
            Self::CloseWeek => "Close week…",
            Self::StartWeek => "Start next week…",
            Self::ReopenWeek => "Reopen this week…",
            Self::NameWeek => "Name this week…",
            Self::WeekBefore => "Look at the week before",
            Self::WeekAfter => "Look at the week after",
            Self::CurrentWeek => "Back to the current week",
            Self::Go(page) => page.title(),
            Self::View(view) => view.title(),
            Self::NextView => "Next view",
            Self::PreviousView => "Previous view",
            Self::ThemeLight => "Light",
            Self::ThemeDark => "Dark",
            Self::ThemeSystem => "As the system",
            Self::ZoomIn => "Larger",
            Self::ZoomOut => "Smaller",
            Self::ZoomReset => "Normal size",
            Self::Keys => "Keys",
            Self::About => "About Camp Ladder",
            Self::CampSettings => "Camp settings…",
            Self::NewCampFromOld => "New camp from an old one…",
            Self::WeeksOfPlayer => "Weeks of this player",
            Self::NewLadder => "New ladder…",
            Self::SetUpLadder => "Set up ladder…",
            Self::DeleteLadder => "Delete ladder",
        }
    }

    /// The key, where there is one. Access's own where Access had one.
    pub const fn shortcut(self) -> Option<Shortcut> {
        use egui::Key;
        Some(match self {
            Self::NewCamp => Shortcut::command(Key::N),
            Self::OpenCamp => Shortcut::command(Key::O),
            Self::Import => Shortcut::command(Key::I),
            Self::PasteCampers => Shortcut::with_shift(Key::I),
            Self::SaveImport => Shortcut::command(Key::Enter),
            Self::SavePdf => Shortcut::with_shift(Key::S),
            Self::Print => Shortcut::command(Key::P),
            Self::Publish => Shortcut::with_shift(Key::P),
            Self::CloseCamp => Shortcut::command(Key::W),
            // "Save as" in Office.
            Self::SaveCopy => Shortcut::plain(Key::F12),
            Self::Quit => Shortcut::command(Key::Q),
            Self::Undo => Shortcut::command(Key::Z),
            Self::Redo => Shortcut::command(Key::Y),
            Self::History => Shortcut::with_shift(Key::H),
            Self::NewRecord => Shortcut::command(Key::Plus),
            Self::SaveRecord => Shortcut::command(Key::S),
            Self::DeleteRecord => Shortcut::command(Key::Minus),
            Self::PreviousRecord => Shortcut::command(Key::PageUp),
            Self::NextRecord => Shortcut::command(Key::PageDown),
            Self::GoToRecord => Shortcut::plain(Key::F5),
            Self::CopyFromPrevious => Shortcut::command(Key::Quote),
            Self::InsertToday => Shortcut::command(Key::Semicolon),
            Self::Zoom => Shortcut::shift(Key::F2),
            // Free in Access's forms.
            Self::TakeBackGame => Shortcut::plain(Key::F8),
            Self::Find => Shortcut::command(Key::F),
            Self::FindNext => Shortcut::shift(Key::F4),
            Self::Replace => Shortcut::command(Key::H),
            Self::FilterBySelection => Shortcut {
                command: true,
                shift: true,
                key: Key::L,
            },
            Self::Requery => Shortcut::shift(Key::F9),
            Self::NextPane => Shortcut::plain(Key::F6),
            Self::PreviousPane => Shortcut::shift(Key::F6),
            Self::Menus => Shortcut::plain(Key::F10),
            Self::SideBar => Shortcut::plain(Key::F11),
            // F5 alone, which shows slides elsewhere, leads to a record as in Access.
            Self::Projector => Shortcut::shift(Key::F5),
            Self::Recalculate => Shortcut::plain(Key::F9),
            Self::ExplainRating => Shortcut::command(Key::E),
            // What explains a week to the parents.
            Self::PrintPlayerWeek => Shortcut::with_shift(Key::R),
            Self::Weeks => Shortcut::command(Key::Num5),
            // With Shift the keys of a camp are those of a week.
            Self::CloseWeek => Shortcut::with_shift(Key::W),
            Self::StartWeek => Shortcut::with_shift(Key::N),
            Self::ReopenWeek => Shortcut::with_shift(Key::O),
            Self::WeekBefore => Shortcut::with_shift(Key::PageUp),
            Self::WeekAfter => Shortcut::with_shift(Key::PageDown),
            Self::CurrentWeek => Shortcut::with_shift(Key::B),
            // Access's own key for looking through what was typed.
            Self::Problems => Shortcut::plain(Key::F7),
            Self::Go(Page::Players) => Shortcut::command(Key::Num1),
            Self::Go(Page::Groups) => Shortcut::command(Key::Num2),
            Self::Go(Page::Games) => Shortcut::command(Key::Num3),
            Self::Go(Page::Standings) => Shortcut::command(Key::Num4),
            Self::Go(Page::Prints) => Shortcut::command(Key::Num6),
            Self::Go(Page::Season) => Shortcut::command(Key::Num7),
            Self::Go(Page::Meetings) => Shortcut::command(Key::Num8),
            // As type grows and shrinks in Office.
            Self::ZoomIn => Shortcut::with_shift(Key::Period),
            Self::ZoomOut => Shortcut::with_shift(Key::Comma),
            Self::ZoomReset => Shortcut::command(Key::Num0),
            Self::NextView => Shortcut::command(Key::Period),
            Self::PreviousView => Shortcut::command(Key::Comma),
            Self::Keys => Shortcut::plain(Key::F1),
            Self::CampSettings => Shortcut::with_shift(Key::T),
            Self::SetUpLadder => Shortcut::command(Key::L),
            // A as in “add”; with Shift, L filters a list.
            Self::NewLadder => Shortcut::with_shift(Key::A),
            // F as in “from”.
            Self::NewCampFromOld => Shortcut::with_shift(Key::F),
            // As Explain rating, of more than this week.
            Self::WeeksOfPlayer => Shortcut::with_shift(Key::E),
            Self::OpenSample
            | Self::OpenPdf
            | Self::ChangeLayout
            | Self::RenameCamp
            | Self::NameWeek
            | Self::DeleteLadder
            | Self::UndoRecord
            | Self::UndoField
            | Self::FirstRecord
            | Self::LastRecord
            | Self::DefaultValue
            | Self::InsertGame
            | Self::MoveGameUp
            | Self::MoveGameDown
            | Self::MarkOthers(_)
            | Self::SortAscending
            | Self::SortDescending
            | Self::Filter
            | Self::FilterOff
            | Self::RatingsFollow
            | Self::View(_)
            | Self::ThemeLight
            | Self::ThemeDark
            | Self::ThemeSystem
            | Self::About => return None,
        })
    }

    /// A second key for the same command, for fingers that know it.
    pub const fn other_shortcut(self) -> Option<Shortcut> {
        match self {
            Self::SaveRecord => Some(Shortcut::shift(egui::Key::Enter)),
            Self::Redo => Some(Shortcut::with_shift(egui::Key::Z)),
            // The plus sign shares its key with “=” on most keyboards.
            Self::NewRecord => Some(Shortcut::command(egui::Key::Equals)),
            Self::CopyFromPrevious => Some(Shortcut {
                command: true,
                shift: true,
                key: egui::Key::Quote,
            }),
            Self::NextPane => Some(Shortcut::command(egui::Key::Tab)),
            Self::PreviousPane => Some(Shortcut {
                command: true,
                shift: true,
                key: egui::Key::Tab,
            }),
            _ => None,
        }
    }
}
