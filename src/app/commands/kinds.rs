//! What commands need, act on and change.

use super::Command;

impl Command {
    /// Whether the command needs an open camp.
    pub const fn needs_camp(self) -> bool {
        self.needs_records()
            || self.is_about_weeks()
            || self.is_about_paper()
            || self.is_about_ladders()
            || matches!(
                self,
                Self::CloseCamp
                    | Self::SaveCopy
                    | Self::RenameCamp
                    | Self::PasteCampers
                    | Self::SaveImport
                    | Self::Undo
                    | Self::Redo
                    | Self::History
                    | Self::ExplainRating
                    | Self::Problems
                    | Self::Find
                    | Self::Recalculate
                    | Self::Go(_)
                    | Self::View(_)
                    | Self::NextView
                    | Self::PreviousView
                    | Self::SideBar
                    | Self::Projector
                    | Self::NextPane
                    | Self::PreviousPane
                    | Self::CampSettings
                    | Self::WeeksOfPlayer
            )
    }

    /// Whether the command is one for the list of a form and the fields of its record, which the views for typing and
    /// checking games don't have.
    pub const fn needs_list(self) -> bool {
        self.needs_records()
            && !matches!(
                self,
                Self::NewRecord
                    | Self::SaveRecord
                    | Self::UndoRecord
                    | Self::DeleteRecord
                    | Self::InsertToday
                    | Self::InsertGame
                    | Self::TakeBackGame
                    | Self::MarkOthers(_)
            )
    }

    /// Whether the command has a meaning for meetings, which have no list to sort and no datasheet.
    pub const fn fits_meetings(self) -> bool {
        matches!(
            self,
            Self::NewRecord
                | Self::SaveRecord
                | Self::UndoRecord
                | Self::UndoField
                | Self::DeleteRecord
                | Self::FirstRecord
                | Self::PreviousRecord
                | Self::NextRecord
                | Self::LastRecord
                | Self::InsertToday
                | Self::Zoom
                | Self::MarkOthers(_)
        )
    }

    /// Whether the command is one of forms, which have records; Standings have none.
    pub const fn needs_records(self) -> bool {
        matches!(
            self,
            Self::NewRecord
                | Self::SaveRecord
                | Self::UndoRecord
                | Self::DeleteRecord
                | Self::TakeBackGame
                | Self::FirstRecord
                | Self::PreviousRecord
                | Self::NextRecord
                | Self::LastRecord
                | Self::GoToRecord
                | Self::FindNext
                | Self::Replace
                | Self::SortAscending
                | Self::SortDescending
                | Self::Filter
                | Self::FilterBySelection
                | Self::FilterOff
                | Self::Requery
                | Self::MarkOthers(_)
        ) || self.acts_on_field()
            || self.acts_on_game()
    }

    /// Whether the command acts on the field that has, or had last, the keyboard.
    pub const fn acts_on_field(self) -> bool {
        matches!(
            self,
            Self::UndoField
                | Self::CopyFromPrevious
                | Self::InsertToday
                | Self::DefaultValue
                | Self::Zoom
        )
    }

    /// Whether the command is one for the order of play.
    pub const fn acts_on_game(self) -> bool {
        matches!(
            self,
            Self::InsertGame | Self::MoveGameUp | Self::MoveGameDown
        )
    }

    /// Whether the command changes the camp, so that a camp to look and print refuses it.
    pub const fn changes_camp(self) -> bool {
        self.changes_week()
            || self.is_about_ladders()
            || matches!(
                self,
                Self::RenameCamp
                    | Self::Undo
                    | Self::Redo
                    | Self::CloseWeek
                    | Self::StartWeek
                    | Self::ReopenWeek
                    | Self::NameWeek
                    | Self::MarkOthers(_)
            )
    }

    /// Whether the command changes the week that is shown, so that a closed one refuses it.
    pub const fn changes_week(self) -> bool {
        matches!(
            self,
            Self::Import
                | Self::PasteCampers
                | Self::NewRecord
                | Self::SaveRecord
                | Self::DeleteRecord
                | Self::TakeBackGame
                | Self::Recalculate
                | Self::CopyFromPrevious
                | Self::InsertToday
                | Self::DefaultValue
                | Self::Replace
                | Self::CampSettings
        ) || self.acts_on_game()
    }

    /// Whether the command is one of the menu Week.
    pub const fn is_about_weeks(self) -> bool {
        matches!(
            self,
            Self::Weeks
                | Self::CloseWeek
                | Self::StartWeek
                | Self::ReopenWeek
                | Self::NameWeek
                | Self::WeekBefore
                | Self::WeekAfter
                | Self::CurrentWeek
        )
    }

    /// Whether the command is about the ladders of the club.
    pub const fn is_about_ladders(self) -> bool {
        matches!(
            self,
            Self::NewLadder | Self::SetUpLadder | Self::DeleteLadder
        )
    }

    /// Commands that take the camp out of the program: onto paper, or as pages for the web.
    pub const fn is_about_paper(self) -> bool {
        matches!(
            self,
            Self::SavePdf
                | Self::Print
                | Self::OpenPdf
                | Self::ChangeLayout
                | Self::PrintPlayerWeek
                | Self::Publish
        )
    }
}
