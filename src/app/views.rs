//! The views of a form: one record at a time, all of them as a sheet, and what else a page can be.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Command, Page};

/// A view of a form.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// Games typed one after the other from the result sheets.
    Entry,
    /// One record, beside the list that it is in.
    #[default]
    Form,
    /// All records, as rows and columns.
    Datasheet,
    /// The games in the order in which they were typed, to be compared with the paper.
    Check,
}

impl View {
    /// Whether records are shown in it as a form shows them: one at a time, or as rows and columns.
    pub const fn is_of_form(self) -> bool {
        matches!(self, Self::Form | Self::Datasheet)
    }

    /// Whether one sees in it what was done last, so that a message would only cover the records.
    pub const fn shows_changes(self) -> bool {
        !self.is_of_form()
    }

    /// As the switch shows it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Entry => "Type games",
            Self::Form => "Form",
            Self::Datasheet => "Datasheet",
            Self::Check => "Check",
        }
    }

    /// The command that shows it.
    pub const fn command(self) -> Command {
        match self {
            Self::Entry => Command::VIEW_ENTRY,
            Self::Form => Command::VIEW_FORM,
            Self::Datasheet => Command::VIEW_DATASHEET,
            Self::Check => Command::VIEW_CHECK,
        }
    }
}

/// The view in which each page is shown: at first the first of its switch.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Views(HashMap<Page, View>);

impl Views {
    /// The view of a page.
    pub fn of(&self, page: Page) -> View {
        let chosen = self.0.get(&page).or(page.views.first());
        chosen.copied().unwrap_or_default()
    }

    /// Shows a page in a view that it has.
    pub fn set(&mut self, page: Page, view: View) {
        if page.views.contains(&view) {
            self.0.insert(page, view);
        }
    }

    /// The view that is `by` places further than the present one, round the ends.
    pub fn next(&self, page: Page, by: isize) -> View {
        let views = page.views;
        let now = self.of(page);
        let Some(at) = views.iter().position(|view| *view == now) else {
            return now;
        };
        let count = isize::try_from(views.len()).unwrap_or(1);
        let at = isize::try_from(at).unwrap_or(0);
        let to = usize::try_from((at + by).rem_euclid(count)).unwrap_or(0);
        views.get(to).copied().unwrap_or(now)
    }
}
