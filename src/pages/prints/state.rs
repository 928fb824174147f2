//! Which print is chosen.

use crate::{
    app::{printing::PrintRequest, settings::Settings},
    domain::CampData,
    report::Print,
};

/// What the page shows. What is chosen for each print is in the settings.
#[derive(Debug)]
pub struct PrintsState {
    pub print: Print,
    /// Whether a personal column was asked for by name: that isn't remembered.
    pub(super) background: bool,
}

impl Default for PrintsState {
    fn default() -> Self {
        Self {
            print: Print::Standings,
            background: false,
        }
    }
}

impl PrintsState {
    /// The print, and what is chosen for it.
    pub fn request(&self, camp: &CampData, settings: &Settings) -> PrintRequest {
        let mut request = PrintRequest::as_chosen(self.print, camp, settings);
        request.choices.background = self.background;
        request
    }
}
