//! The page of standings: what it lists, its preview, and the way to a PDF or a printer.

use std::{
    collections::HashMap,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::civil::Date;

use super::{App, OpenCamp, Wake, settings::PaperSetting};
use crate::{
    domain::{CampData, PlayerId, Scope, Standings, System},
    jobs::{Job, Look},
    report::{
        self, LaidOut, OwnTemplates, Pages, Paper, Picture, Print, PrintChoices, PrintScope,
        ReportError,
        print::{PrintOptions, Printed, Printer},
    },
};

/// What is printed, and of which state of the camp.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    revision: u64,
    scope: Scope,
    include_inactive: bool,
    paper: Paper,
    today: Date,
}

/// Pages that are laid out.
#[derive(Debug)]
struct Layout {
    sheet: Sheet,
    pages: Result<Pages, ReportError>,
}

/// A page drawn for the screen.
#[derive(Debug)]
pub struct Drawn {
    /// Another number for each layout and scale, so that a texture is made once.
    pub number: u64,
    pub pixels_per_point: f32,
    pub picture: Picture,
}

/// A page to be drawn.
type PictureJob = Job<(usize, f32, Option<Picture>)>;

/// What came of saving or printing.
#[derive(Debug)]
pub enum Paperwork {
    Saved {
        path: PathBuf,
        /// Texts with letters that can't be printed, in sentences.
        missing: Vec<String>,
    },
    /// There is a file already, and nothing was saved.
    IsThere(PathBuf),
    NotSaved {
        path: PathBuf,
        reason: String,
    },
    Printed {
        ended: Printed,
        missing: Vec<String>,
    },
    /// A PDF is open in the program for it.
    Opened,
    Failed(String),
}

/// The page of standings.
#[derive(Debug)]
pub struct StandingsPage {
    pub system: System,
    pub scope: Scope,
    pub include_inactive: bool,
    pub paper: Paper,
    /// The player whose line of the list is selected.
    pub selected: Option<PlayerId>,
    /// Whether the sheets are shown instead of the list.
    pub preview: bool,
    /// The last PDF that was saved, for "Open PDF".
    pub last_pdf: Option<PathBuf>,
    list: Option<(u64, System, Scope, bool, Arc<Standings>)>,
    layout: Option<Arc<Layout>>,
    laying_out: Option<(Sheet, Job<Result<Pages, ReportError>>)>,
    drawn: HashMap<usize, Drawn>,
    drawing: Option<PictureJob>,
    last_drawn: u64,
    paperwork: Option<Job<Paperwork>>,
    asking_printers: Option<Job<Result<Vec<Printer>, String>>>,
}

impl StandingsPage {
    pub(super) fn new(paper: PaperSetting) -> Self {
        Self {
            system: System::Weekly,
            scope: Scope::Camp,
            include_inactive: false,
            paper: match paper {
                PaperSetting::Letter => Paper::Letter,
                PaperSetting::A4 => Paper::A4,
            },
            selected: None,
            preview: false,
            last_pdf: None,
            list: None,
            layout: None,
            laying_out: None,
            drawn: HashMap::new(),
            drawing: None,
            last_drawn: 0,
            paperwork: None,
            asking_printers: None,
        }
    }

    /// Whether pages are being made.
    pub fn is_busy(&self) -> bool {
        self.laying_out.is_some()
            || self.drawing.is_some()
            || self.paperwork.is_some()
            || self.asking_printers.is_some()
    }

    /// Whether a PDF is being saved or sheets are on their way to a printer.
    pub fn is_doing_paperwork(&self) -> bool {
        self.paperwork.is_some()
    }

    /// The list as it is chosen, computed once for each state of the camp.
    pub fn list(&mut self, camp: &OpenCamp) -> Arc<Standings> {
        let (system, scope, inactive) = (self.system, self.scope, self.include_inactive);
        if let Some((revision, for_system, for_scope, for_inactive, list)) = &self.list
            && (*revision, *for_system, *for_scope, *for_inactive)
                == (camp.revision, system, scope, inactive)
        {
            return Arc::clone(list);
        }
        let list = Arc::new(Standings::new(&camp.data, system, scope, inactive));
        self.list = Some((camp.revision, system, scope, inactive, Arc::clone(&list)));
        list
    }

    /// The sheets, once they are laid out. While newer ones are being made, these are the ones before.
    pub fn pages(&self) -> Option<Result<&Pages, &ReportError>> {
        self.layout.as_ref().map(|layout| layout.pages.as_ref())
    }

    /// A sheet drawn at this many pixels a point. If it isn't yet, it will be, and until then the one before is shown.
    pub fn picture(&mut self, page: usize, pixels_per_point: f32, wake: &Wake) -> Option<&Drawn> {
        let fits = self
            .drawn
            .get(&page)
            .is_some_and(|drawn| (drawn.pixels_per_point - pixels_per_point).abs() < 0.01);
        if !fits
            && self.drawing.is_none()
            && let Some(layout) = self.layout.clone()
        {
            let wake = Wake::clone(wake);
            let work = move |_: &_| {
                let picture = layout
                    .pages
                    .as_ref()
                    .ok()
                    .and_then(|pages| pages.picture(page, pixels_per_point));
                (page, pixels_per_point, picture)
            };
            self.drawing = start("drawing a sheet", wake, work);
        }
        self.drawn.get(&page)
    }

    /// Lets go of the pictures of sheets that are not shown.
    pub fn keep_pictures(&mut self, shown: &Range<usize>) {
        self.drawn.retain(|page, _| shown.contains(page));
    }

    /// Forgets everything about a camp.
    pub(super) fn forget(&mut self) {
        self.scope = Scope::Camp;
        self.system = System::Weekly;
        self.selected = None;
        self.preview = false;
        self.last_pdf = None;
        self.list = None;
        self.layout = None;
        self.laying_out = None;
        self.drawn.clear();
        self.drawing = None;
    }

    /// Starts and collects what the preview needs. What came of saving or printing is returned.
    pub(super) fn tick(&mut self, camp: &OpenCamp, today: Date, wake: &Wake) -> Option<Paperwork> {
        self.collect_layout();
        self.collect_drawing();
        if let Scope::Group(group) = self.scope
            && camp.data.group(group).is_none()
        {
            self.scope = Scope::Camp;
        }
        if self.preview && self.system == System::Weekly {
            self.lay_out(camp, today, wake);
        }
        let paperwork = self.paperwork.as_ref()?;
        let ended = match paperwork.look() {
            Look::Busy => return None,
            Look::Done(ended) => ended,
            Look::Broken => {
                Paperwork::Failed("The sheets could not be made. The log says more".to_owned())
            }
        };
        self.paperwork = None;
        if let Paperwork::Saved { path, .. } = &ended {
            self.last_pdf = Some(path.clone());
        }
        Some(ended)
    }

    /// The printers of this computer, once they are known.
    pub(super) fn collect_printers(&mut self) -> Option<Result<Vec<Printer>, String>> {
        let printers = match self.asking_printers.as_ref()?.look() {
            Look::Busy => return None,
            Look::Done(printers) => printers,
            Look::Broken => Err("The printers could not be asked for".to_owned()),
        };
        self.asking_printers = None;
        Some(printers)
    }

    pub(super) fn ask_printers(&mut self, wake: &Wake) {
        let wake = Wake::clone(wake);
        self.asking_printers = start("asking for printers", wake, |_| {
            report::print::printers().map_err(|error| error.to_string())
        });
    }

    /// Saves the chosen list as a PDF.
    pub(super) fn save_pdf(
        &mut self,
        camp: &CampData,
        path: &Path,
        replace: bool,
        today: Date,
        wake: &Wake,
    ) {
        let lay_out = self.to_be_printed(camp, today);
        let path = path.to_owned();
        let work = move |_: &_| {
            if !replace && path.exists() {
                return Paperwork::IsThere(path);
            }
            let made = lay_out().and_then(|laid| Ok((laid.pages.pdf()?, laid.sentences())));
            let (pdf, missing) = match made {
                Ok(made) => made,
                Err(error) => return Paperwork::Failed(error.to_string()),
            };
            match report::save_file(&path, &pdf) {
                Ok(()) => Paperwork::Saved { path, missing },
                Err(error) => Paperwork::NotSaved {
                    path,
                    reason: error.to_string(),
                },
            }
        };
        self.paperwork = start("saving a PDF", Wake::clone(wake), work);
    }

    /// Opens a PDF in the program for it.
    pub(super) fn open_pdf(&mut self, path: PathBuf, wake: &Wake) {
        let work = move |_: &_| match report::open_pdf(&path) {
            Ok(()) => Paperwork::Opened,
            Err(error) => Paperwork::Failed(error.to_string()),
        };
        self.paperwork = start("opening a PDF", Wake::clone(wake), work);
    }

    /// Prints the chosen list.
    pub(super) fn print(
        &mut self,
        camp: &CampData,
        printer: Printer,
        copies: u16,
        today: Date,
        wake: &Wake,
    ) {
        let lay_out = self.to_be_printed(camp, today);
        let paper = self.paper;
        self.paperwork = start("printing", Wake::clone(wake), move |progress| {
            let laid = match lay_out() {
                Ok(laid) => laid,
                Err(error) => return Paperwork::Failed(error.to_string()),
            };
            let options = PrintOptions { paper, copies };
            match report::print::print(&laid.pages, &printer, options, progress) {
                Ok(ended) => Paperwork::Printed {
                    ended,
                    missing: laid.sentences(),
                },
                Err(error) => Paperwork::Failed(error.to_string()),
            }
        });
    }

    /// "Standings of week 1": what the PDF is called.
    pub fn title(&self, camp: &CampData) -> String {
        let list = match self.scope {
            Scope::Camp => String::new(),
            Scope::ByGroup => ", by group".to_owned(),
            Scope::Group(group) => format!(", {}", camp.group_name(Some(group))),
        };
        format!("{} standings, {}{list}", camp.name, camp.week.title())
    }

    /// Always the weekly rating, whatever the list on the screen shows.
    fn to_be_printed(
        &self,
        camp: &CampData,
        today: Date,
    ) -> impl FnOnce() -> Result<LaidOut, ReportError> + Send + 'static {
        let camp = camp.clone();
        let choices = PrintChoices {
            paper: self.paper,
            scope: PrintScope::of(self.scope, &camp),
            inactive: self.include_inactive,
            ..Print::Standings.usual()
        };
        move || {
            let own = OwnTemplates::default();
            report::lay_out(Print::Standings, &camp, &choices, today, &own)
        }
    }

    fn lay_out(&mut self, camp: &OpenCamp, today: Date, wake: &Wake) {
        let sheet = Sheet {
            revision: camp.revision,
            scope: self.scope,
            include_inactive: self.include_inactive,
            paper: self.paper,
            today,
        };
        let is_there = self
            .layout
            .as_ref()
            .is_some_and(|layout| layout.sheet == sheet);
        if is_there || self.laying_out.is_some() {
            return;
        }
        let lay_out = self.to_be_printed(&camp.data, today);
        let job = start("laying out sheets", Wake::clone(wake), move |_| {
            lay_out().map(|laid| laid.pages)
        });
        self.laying_out = job.map(|job| (sheet, job));
    }

    fn collect_layout(&mut self) {
        let Some((sheet, job)) = &self.laying_out else {
            return;
        };
        let pages = match job.look() {
            Look::Busy => return,
            Look::Done(pages) => pages,
            Look::Broken => Err(ReportError::Pdf("the typesetter stopped".to_owned())),
        };
        self.layout = Some(Arc::new(Layout {
            sheet: *sheet,
            pages,
        }));
        self.laying_out = None;
        // Pictures of the layout before are shown until these sheets are drawn.
        for drawn in self.drawn.values_mut() {
            drawn.pixels_per_point = 0.0;
        }
        // A picture that is being drawn now is of the layout before.
        self.drawing = None;
    }

    fn collect_drawing(&mut self) {
        let Some(job) = &self.drawing else { return };
        match job.look() {
            Look::Busy => return,
            Look::Done((page, pixels_per_point, Some(picture))) => {
                self.last_drawn += 1;
                let drawn = Drawn {
                    number: self.last_drawn,
                    pixels_per_point,
                    picture,
                };
                self.drawn.insert(page, drawn);
            }
            Look::Done((page, _, None)) => {
                self.drawn.remove(&page);
            }
            Look::Broken => {}
        }
        self.drawing = None;
    }
}

impl App {
    /// A sheet of the standings, drawn at this many pixels a point: see [`StandingsPage::picture`].
    pub fn sheet(&mut self, page: usize, pixels_per_point: f32) -> Option<&Drawn> {
        self.standings.picture(page, pixels_per_point, &self.wake)
    }
}

fn start<T: Send + 'static>(
    name: &str,
    wake: Wake,
    work: impl FnOnce(&crate::jobs::Progress) -> T + Send + 'static,
) -> Option<Job<T>> {
    match Job::start(name, move || wake(), work) {
        Ok(job) => Some(job),
        Err(error) => {
            tracing::error!("{name} could not be started: {error}");
            None
        }
    }
}
