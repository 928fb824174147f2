//! Which print is chosen.

use crate::{
    app::{
        printing::{PrintJob, PrintRequest},
        settings::Settings,
    },
    domain::CampData,
    report::{Personal, Print, PrintGroup},
};

/// An entry of the list of prints.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Chosen {
    Print(Print),
    /// Everything for the last day together.
    LastDay,
}

impl Chosen {
    /// The list: every print, and what is printed together before the prints that it is mostly made of.
    pub(super) fn all() -> Vec<Self> {
        let mut all = Print::ALL.map(Self::Print).to_vec();
        let is_of_last_day = |chosen: &Self| chosen.group() == PrintGroup::LastDay;
        let place = all.iter().position(is_of_last_day);
        all.insert(place.unwrap_or(all.len()), Self::LastDay);
        all
    }

    pub(super) fn print(self) -> Option<Print> {
        match self {
            Self::Print(print) => Some(print),
            Self::LastDay => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        self.print().map_or(PrintJob::LAST_DAY, Print::title)
    }

    /// A sentence: what it shows, and what it is for.
    pub(super) fn about(self) -> &'static str {
        let together = "Several prints in one go: one PDF, or one job for the printer.";
        self.print().map_or(together, Print::about)
    }

    pub(super) fn group(self) -> PrintGroup {
        self.print().map_or(PrintGroup::LastDay, Print::group)
    }

    /// Whether it says nothing of a week that has no games.
    pub(super) fn needs_games(self) -> bool {
        self.print().is_none_or(Print::needs_games)
    }
}

/// A part of the page, where not all have room beside each other.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Part {
    #[default]
    Prints,
    /// What is chosen for the print; with the list of prints, where that has room beside it.
    Choices,
    Sheets,
}

impl Part {
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Prints => "Prints",
            Self::Choices => "Choices",
            Self::Sheets => "Sheets",
        }
    }
}

/// What the page shows. What is chosen for each print is in the settings.
#[derive(Debug)]
pub struct PrintsState {
    pub chosen: Chosen,
    pub(super) part: Part,
    /// What is personal was asked for by name: that isn't remembered.
    pub(super) personal: Personal,
}

impl Default for PrintsState {
    fn default() -> Self {
        Self {
            chosen: Chosen::Print(Print::Standings),
            part: Part::default(),
            personal: Personal::default(),
        }
    }
}

impl PrintsState {
    /// A print, and what is chosen for it.
    pub(super) fn request(
        &self,
        print: Print,
        camp: &CampData,
        settings: &Settings,
    ) -> PrintRequest {
        let mut request = PrintRequest::as_chosen(print, camp, settings);
        let mut personal = self.personal.clone();
        // A column may have been deleted, or renamed, since it was asked for.
        let is_there = |name: &String| camp.player_column(name).is_some();
        personal.columns.retain(is_there);
        request.choices.personal = personal;
        request
    }

    /// What is laid out, saved and printed.
    pub fn job(&self, camp: &CampData, settings: &Settings) -> PrintJob {
        match self.chosen {
            Chosen::Print(print) => self.request(print, camp, settings).into(),
            Chosen::LastDay => PrintJob::last_day(camp, settings),
        }
    }
}
