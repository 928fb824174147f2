//! What is printed, and the way to the screen, a PDF or a printer.

mod paperwork;
mod preview;

use std::path::PathBuf;

use jiff::civil::Date;

pub use self::{
    paperwork::{Paperwork, PaperworkDone},
    preview::{Drawn, Layout, Preview},
};
use super::{OpenCamp, Wake, settings::Settings};
use crate::{
    domain::{CampData, PlayerId, within_sentence},
    jobs::{Job, Progress},
    report::{self, Choice, LaidOut, OwnTemplates, Print, PrintChoices, PrintScope, ReportError},
};

/// A print, and what is chosen for it.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintRequest {
    pub print: Print,
    pub choices: PrintChoices,
}

impl PrintRequest {
    /// A print with what was chosen for it last, as far as this camp has it.
    pub fn as_chosen(print: Print, camp: &CampData, settings: &Settings) -> Self {
        let mut choices = settings.choices(print);
        if choices.scope.in_camp(camp).is_err() {
            choices.scope = PrintScope::Camp;
        }
        // Who came or left in between isn't in every week.
        let is_there = |player: &PlayerId| camp.player(*player).is_some();
        choices.player = choices.player.filter(is_there);
        // Every camp has ladders of its own, so that the one of the last camp may be missing here.
        let chosen = report::chosen_ladder(print, camp, &choices);
        let first = || report::chosen_ladder(print, camp, &print.default_choices());
        let ladder = chosen.or_else(|_| first()).ok().flatten();
        choices.ladder = ladder.map(|ladder| ladder.name.clone());
        // Asked for by name, each time.
        choices.background = false;
        Self { print, choices }
    }

    /// "Sample camp, Week 1, weekly standings, by group": what its PDF is called unless the director says otherwise.
    pub fn title(&self, camp: &CampData) -> String {
        let print = within_sentence(self.print.title());
        let player = self.choices.player.filter(|_| self.has(Choice::Player));
        if let Some(player) = player {
            let name = camp.full_name(player);
            return format!("{}, {}, {print}, {name}", camp.name, camp.week.title());
        }
        if let Some(ladder) = &self.choices.ladder
            && self.has(Choice::Ladder)
        {
            return format!("{}, {ladder}", camp.name);
        }
        let scope = match &self.choices.scope {
            _ if !self.has(Choice::Scope) => String::new(),
            PrintScope::Camp => String::new(),
            PrintScope::ByGroup => ", by group".to_owned(),
            PrintScope::Group(group) => format!(", {group}"),
        };
        format!("{}, {}, {print}{scope}", camp.name, camp.week.title())
    }

    fn has(&self, choice: Choice) -> bool {
        self.print.choices().contains(&choice)
    }
}

/// Everything that sheets are laid out from, to be taken to another thread.
pub(super) struct ToPrint {
    request: PrintRequest,
    camp: CampData,
    /// Where the camp file is, and the director's own templates beside it; `None` for the sample camp.
    path: Option<PathBuf>,
    today: Date,
}

impl ToPrint {
    pub(super) fn new(request: PrintRequest, camp: &OpenCamp, today: Date) -> Self {
        Self {
            request,
            camp: camp.data.clone(),
            path: camp.path.clone(),
            today,
        }
    }

    /// Reads the director's own templates, and lays out. Takes its time.
    fn lay_out(&self) -> Result<LaidOut, ReportError> {
        let PrintRequest { print, choices } = &self.request;
        let own = self
            .path
            .as_deref()
            .map(|camp| OwnTemplates::beside(camp, *print));
        report::lay_out(
            *print,
            &self.camp,
            choices,
            self.today,
            &own.unwrap_or_default(),
        )
    }
}

fn start<T: Send + 'static>(
    name: &str,
    wake: &Wake,
    work: impl FnOnce(&Progress) -> T + Send + 'static,
) -> Option<Job<T>> {
    let wake = Wake::clone(wake);
    match Job::start(name, move || wake(), work) {
        Ok(job) => Some(job),
        Err(error) => {
            tracing::error!("{name} could not be started: {error}");
            None
        }
    }
}
