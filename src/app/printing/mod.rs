//! What is printed, and the way to the screen, a PDF or a printer.

mod dialog;
mod paperwork;
mod preview;

use std::{path::PathBuf, sync::Arc};

use jiff::civil::Date;

pub use self::{
    dialog::{PagesToPrint, PrintDialog, PrintOrder},
    paperwork::{Paperwork, PaperworkDone, SavedPdf},
    preview::{Drawn, Layout, Preview},
};
use super::{OpenCamp, Wake, settings::Settings};
use crate::{
    domain::{CampData, PlayerId, us_chess::SectionTable, within_sentence},
    exchange::{export::in_order, text_crosstable},
    jobs::{Job, Progress},
    report::{
        self, CLASSIC_TEMPLATE, Choice, LaidOut, OwnTemplates, Personal, Print, PrintChoices,
        PrintScope, ReportError, SECTION_TEMPLATE, SectionChoices, print::Sides,
    },
};

/// What is laid out, saved or printed in one go.
#[derive(Clone, Debug, PartialEq)]
pub enum PrintJob {
    One(Box<PrintRequest>),
    /// Everything that is given out when the week ends, one print after the other.
    LastDay(Vec<PrintRequest>),
    Section(SectionRequest),
}

impl From<PrintRequest> for PrintJob {
    fn from(request: PrintRequest) -> Self {
        Self::One(Box::new(request))
    }
}

impl From<SectionRequest> for PrintJob {
    fn from(request: SectionRequest) -> Self {
        Self::Section(request)
    }
}

impl PrintJob {
    /// What a list calls all of the last day together.
    pub const LAST_DAY: &str = "Everything for the last day";

    /// Everything for the last day, each print as it is chosen for itself.
    pub fn last_day(camp: &CampData, settings: &Settings) -> Self {
        let prints = settings.last_day().iter();
        let as_chosen = |print: &Print| PrintRequest::as_chosen(*print, camp, settings);
        Self::LastDay(prints.map(as_chosen).collect())
    }

    /// The print, if it is one of the week's only.
    pub fn print(&self) -> Option<Print> {
        match self {
            Self::One(request) => Some(request.print),
            Self::LastDay(_) | Self::Section(_) => None,
        }
    }

    /// The sides of the paper that it is printed on unless the director says otherwise.
    pub(super) fn sides(&self) -> Sides {
        match self {
            Self::One(request) => Sides::of(request.print, &request.choices),
            Self::LastDay(_) | Self::Section(_) => Sides::AsSet,
        }
    }

    /// The file name of its template; nothing for several prints, each of which has its own.
    pub fn template(&self) -> Option<&'static str> {
        match self {
            Self::One(request) => Some(request.print.template()),
            Self::LastDay(_) => None,
            Self::Section(request) => Some(request.template()),
        }
    }

    /// What a list calls it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::One(request) => request.print.title(),
            Self::LastDay(_) => Self::LAST_DAY,
            Self::Section(request) if request.is_classic => "Classic crosstable of a section",
            Self::Section(_) => "Crosstable of a section",
        }
    }

    /// "Sample camp, Week 1, weekly standings, by group": what its PDF is called unless the director says otherwise.
    pub fn title(&self, camp: &CampData) -> String {
        match self {
            Self::One(request) => request.title(camp),
            Self::LastDay(_) => {
                let what = within_sentence(Self::LAST_DAY);
                format!("{}, {}, {what}", camp.name, camp.week.title())
            }
            Self::Section(request) => request.table.title(),
        }
    }
}

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
        choices.personal = Personal::default();
        Self { print, choices }
    }

    fn title(&self, camp: &CampData) -> String {
        let print = within_sentence(self.print.title());
        let player = self.choices.player.filter(|_| self.has(Choice::Player));
        if let Some(player) = player {
            let name = camp.full_name(player);
            return format!("{}, {}, {print}, {name}", camp.name, camp.week.title());
        }
        if let Some(ladder) = &self.choices.ladder
            && self.has(Choice::Ladder)
        {
            // Two prints of one ladder are two files.
            let is_ladder = self.print.ladder_system().map(Print::of_ladder) == Some(self.print);
            let what = if is_ladder {
                String::new()
            } else {
                format!(", {print}")
            };
            return format!("{}, {ladder}{what}", camp.name);
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

/// The crosstable of a section of US Chess, and how it is printed. It brings its data, as no week of a camp has a section.
#[derive(Clone, Debug)]
pub struct SectionRequest {
    /// Whoever shows sheets keeps it: the same one is the same sheets, in every frame and at no cost.
    pub table: Arc<SectionTable>,
    pub choices: SectionChoices,
    /// Whether it is the text crosstable of old, to the column, which has members' numbers.
    pub is_classic: bool,
}

impl SectionRequest {
    /// The file name of its template.
    const fn template(&self) -> &'static str {
        if self.is_classic {
            CLASSIC_TEMPLATE
        } else {
            SECTION_TEMPLATE
        }
    }
}

impl PartialEq for SectionRequest {
    fn eq(&self, other: &Self) -> bool {
        let is_same_table = || Arc::ptr_eq(&self.table, &other.table) || self.table == other.table;
        let has_same_looks = self.choices == other.choices && self.is_classic == other.is_classic;
        has_same_looks && is_same_table()
    }
}

/// Everything that sheets are laid out from, to be taken to another thread.
pub(super) struct ToPrint {
    job: PrintJob,
    camp: CampData,
    revision: u64,
    /// Where the camp file is, and the director's own templates beside it; `None` for the sample camp.
    path: Option<PathBuf>,
    today: Date,
}

impl ToPrint {
    pub(super) fn new(job: PrintJob, camp: &OpenCamp, today: Date) -> Self {
        Self {
            job,
            camp: camp.data.clone(),
            revision: camp.revision,
            path: camp.path.clone(),
            today,
        }
    }

    /// Reads the director's own templates, and lays out. Takes its time.
    fn lay_out(&self) -> Result<LaidOut, ReportError> {
        let requests = match &self.job {
            PrintJob::One(request) => return self.lay_out_one(request),
            PrintJob::Section(request) => return self.lay_out_section(request),
            PrintJob::LastDay(requests) => requests.iter(),
        };
        let parts = requests.map(|request| (request.print, self.lay_out_one(request)));
        LaidOut::together(parts, &self.job.title(&self.camp))
    }

    fn lay_out_one(&self, request: &PrintRequest) -> Result<LaidOut, ReportError> {
        let PrintRequest { print, choices } = request;
        let own = self.own_templates(print.template());
        report::lay_out(*print, &self.camp, choices, self.today, &own)
    }

    fn lay_out_section(&self, request: &SectionRequest) -> Result<LaidOut, ReportError> {
        let SectionRequest { table, choices, .. } = request;
        let own = self.own_templates(request.template());
        if !request.is_classic {
            return report::lay_out_section(table, *choices, &self.camp, self.today, &own);
        }
        let section = in_order(table.section.clone(), &table.rows(choices.order));
        let text = text_crosstable::write(&table.event, &[&section], choices.colors);
        let paper = (&self.camp, choices.paper);
        report::lay_out_text_crosstable(&text, table.title(), paper, self.today, &own)
    }

    fn own_templates(&self, template: &str) -> OwnTemplates {
        let camp = self.path.as_deref();
        camp.map_or_else(OwnTemplates::of_computer, |camp| {
            OwnTemplates::beside(camp, template)
        })
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

#[cfg(test)]
mod tests;
