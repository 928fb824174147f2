//! What is printed, and the way to a PDF or a printer.

mod paperwork;
mod preview;

use std::path::PathBuf;

use jiff::civil::Date;

pub use self::{
    paperwork::{Paperwork, PaperworkDone},
    preview::{Drawn, Layout, Preview},
};
use super::{App, OpenCamp, Page, Wake};
use crate::{
    domain::{CampData, PlayerId, System, within_sentence},
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

/// The page of prints: which one is chosen.
#[derive(Debug)]
pub struct PrintsPage {
    pub print: Print,
    /// Whether a personal column was asked for, by name, during this stay on the page: it is asked for anew each time.
    pub background: bool,
}

impl Default for PrintsPage {
    fn default() -> Self {
        Self {
            print: Print::Standings,
            background: false,
        }
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
    fn new(request: PrintRequest, camp: &OpenCamp, today: Date) -> Self {
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

impl App {
    /// What is chosen for a print: as it was chosen last, as far as this camp has it.
    pub fn choices(&self, print: Print) -> PrintChoices {
        let mut choices = self.settings.choices(print);
        let has_scope = |camp: &OpenCamp| choices.scope.in_camp(&camp.data).is_ok();
        if !self.session.camp.as_ref().is_some_and(has_scope) {
            choices.scope = PrintScope::Camp;
        }
        // Who came or left in between isn't in every week.
        let is_there = |player: &PlayerId| {
            let camp = self.session.camp.as_ref();
            camp.is_some_and(|camp| camp.data.player(*player).is_some())
        };
        choices.player = choices.player.filter(is_there);
        // Every camp has ladders of its own, so that the one of the last camp may be missing here.
        let ladder = self.session.camp.as_ref().and_then(|camp| {
            let chosen = report::chosen_ladder(print, &camp.data, &choices);
            let first = || report::chosen_ladder(print, &camp.data, &print.usual());
            chosen.or_else(|_| first()).ok().flatten()
        });
        choices.ladder = ladder.map(|ladder| ladder.name.clone());
        choices.background = self.session.prints.background && print == self.session.prints.print;
        choices
    }

    /// What Print and Save as PDF are about: what the page shows.
    pub fn to_be_printed(&self) -> PrintRequest {
        let print = self.print_at_hand();
        let mut choices = self.choices(print);
        if self.page != Page::PRINTS {
            match (self.ladder(), &self.session.camp) {
                (Some(ladder), _) => {
                    choices.ladder = Some(ladder.name.clone());
                    choices.top = None;
                    choices.inactive = self.session.standings.include_inactive;
                    // Asked for by name on the page of prints alone.
                    choices.background = false;
                }
                (None, Some(camp)) => self.session.standings.put_into(&mut choices, camp),
                (None, None) => {}
            }
        }
        PrintRequest { print, choices }
    }

    /// The print that Print and Save as PDF are about. Away from the page of prints that is the standings, as listed: those of the week,
    /// or of the ladder that is chosen there.
    pub fn print_at_hand(&self) -> Print {
        match self.page {
            Page::PRINTS => self.session.prints.print,
            _ => self
                .ladder()
                .map_or(Print::Standings, |ladder| Print::of_ladder(ladder.system)),
        }
    }

    /// The same, with everything that it takes to lay it out.
    pub(super) fn to_print(&self) -> Option<ToPrint> {
        let camp = self.session.camp.as_ref()?;
        Some(ToPrint::new(self.to_be_printed(), camp, self.today()))
    }

    /// The sheets that the page shows, if it shows any.
    pub(crate) fn previewed(&self) -> Option<PrintRequest> {
        let shows = match self.page {
            Page::PRINTS => true,
            Page::STANDINGS if self.ladder().is_some() => self.session.standings.preview,
            Page::STANDINGS => {
                self.session.standings.preview && self.session.standings.system == System::Weekly
            }
            _ => false,
        };
        shows.then(|| self.to_be_printed())
    }

    /// A page of the preview, drawn at this many pixels a point. If it isn't yet, it will be, and until then the one before
    /// is shown.
    pub fn sheet(&mut self, page: usize, pixels_per_point: f32) -> Option<&Drawn> {
        self.session
            .preview
            .picture(page, pixels_per_point, &self.wake)
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
