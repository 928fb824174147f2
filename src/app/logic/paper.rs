//! Sheets on their way to the screen, a PDF or a printer.

use std::path::{Path, PathBuf};

use super::super::{
    App, Command,
    commands::{Entry, Group, Key, Needs, Shortcut, commands},
    dialogs::{Dialog, PathField},
    leaving::Leaving,
    paths::{documents, may_be_same_file},
    printing::{PaperworkDone, PrintDialog, PrintJob, PrintOrder, PrintRequest, SavedPdf, ToPrint},
    route::OpenPage,
};
use crate::{
    domain::within_sentence,
    report::{
        self, Paper, Print,
        print::{Printed, Printer},
        templates,
    },
};

commands! {
    SAVE_PDF = Entry::new("Save as PDF…", Group::Paper, 0, App::ask_where_to_save)
        .keys(&[Shortcut::with_shift(Key::S)])
        .needs(Needs::Camp)
        .why_not(App::why_no_sheets)
        .label(|app| Some(format!("Save {} as PDF…", app.print_in_words()?)));
    PRINT = Entry::new("Print…", Group::Paper, 1, App::ask_for_printer)
        .keys(&[Shortcut::command(Key::P)])
        .needs(Needs::Camp)
        .why_not(App::why_no_sheets)
        .label(|app| Some(format!("Print {}…", app.print_in_words()?)));
    CANCEL_PRINTING = Entry::new("Cancel printing", Group::Paper, 2, App::cancel_printing)
        .needs(Needs::Camp)
        .why_not(|app| app.paperwork.printing().is_none().then_some("Nothing is being printed"))
        .only_while(|app| app.paperwork.printing().is_some());
    /// Shows the PDF of what is chosen.
    OPEN_PDF = Entry::new("Open PDF", Group::Paper, 3, App::open_pdf)
        .needs(Needs::Camp)
        .why_not(|app| app.why_no_sheets().or_else(|| app.why_no_pdf()));
    /// Writes the templates of the prints beside the camp file, to be changed there.
    CHANGE_LAYOUT = Entry::new("Change the layout…", Group::Paper, 4, App::ask_to_change_layout)
        .needs(Needs::Camp)
        .why_not(|app| {
            let camp = app.session.camp.as_ref()?;
            let is_in_no_file = camp.path.is_none();
            let is_of_several = || app.print_job().template().is_none();
            is_in_no_file
                .then_some("The sample camp is in no file: open or make a camp first")
                .or_else(|| is_of_several().then_some("Each print has a layout of its own. Choose one in the list"))
                .or_else(|| app.why_no_paperwork())
        });
}

impl App {
    /// Why nothing can be done with the sheets now.
    fn why_no_sheets(&self) -> Option<&str> {
        let of_page = || self.page_to_print()?.0.page.why_not_print();
        self.why_no_paperwork().or_else(of_page)
    }

    fn why_no_paperwork(&self) -> Option<&'static str> {
        let is_under_way = self.paperwork.is_under_way();
        is_under_way.then_some("Still printing or saving. Wait a moment")
    }

    /// The PDF of what Print and Save as PDF are about.
    pub fn saved_pdf(&self) -> Option<&SavedPdf> {
        self.paperwork.pdf_of(|| self.print_job())
    }

    fn why_no_pdf(&self) -> Option<&'static str> {
        let revision = self.session.camp.as_ref().map(|camp| camp.revision);
        match self.saved_pdf() {
            None => Some("Save it as a PDF first"),
            Some(pdf) if Some(pdf.revision) != revision => {
                Some("The camp has changed. Save the PDF again")
            }
            Some(_) => None,
        }
    }

    /// What would be printed now, within a sentence; nothing where no camp is open.
    fn print_in_words(&self) -> Option<String> {
        self.session.camp.as_ref()?;
        Some(within_sentence(self.print_job().name()))
    }

    /// The page whose sheets are printed, and what they are: the one that is chosen, whatever stands over it, and where that has nothing
    /// to print the first one of the list that has.
    fn page_to_print(&self) -> Option<(&OpenPage, PrintJob)> {
        let camp = self.session.camp.as_ref()?;
        let mut pages = self.page_now().into_iter().chain(&self.session.pages);
        pages.find_map(|open| {
            let job = open.page.print_job(&camp.data, &self.settings)?;
            Some((open, job))
        })
    }

    /// What Print and Save as PDF are about.
    pub fn print_job(&self) -> PrintJob {
        let of_page = self.page_to_print().map(|(_, job)| job);
        of_page.unwrap_or_else(|| {
            PrintRequest::as_chosen(Print::Standings, &self.no_camp.data, &self.settings).into()
        })
    }

    /// The same, with everything that it takes to lay it out.
    fn to_print(&self) -> Option<ToPrint> {
        let camp = self.session.camp.as_ref()?;
        Some(ToPrint::new(self.print_job(), camp, self.today()))
    }

    /// Shows what is to be printed, at this command. Whether it is shown: a record that can't be saved keeps its form, and what was decided
    /// over the page isn't lost unasked.
    fn turn_to_print(&mut self, by: Command) -> bool {
        let Some((open, _)) = self.page_to_print() else {
            return false;
        };
        let page = open.spec.page;
        if !self.may_discard(&by.into(), Leaving::Away) {
            return false;
        }
        self.go(page);
        let open = self.page_now_mut().filter(|open| open.spec.page == page);
        let is_there = open.is_some();
        if let Some(open) = open {
            open.page.show_printed();
        }
        is_there
    }

    pub(super) fn ask_for_printer(&mut self) {
        if !(self.is_saved_before(Command::PRINT.into()) && self.turn_to_print(Command::PRINT)) {
            return;
        }
        let Some(to_print) = self.to_print() else {
            return;
        };
        self.paperwork.ask_printers(&self.wake);
        self.paperwork.count_pages(to_print, &self.wake);
        let shown = self.page_now().and_then(|open| open.page.page_shown());
        let dialog = PrintDialog::new(&self.print_job(), shown);
        self.dialog = Some(Dialog::Print(dialog));
    }

    pub(super) fn print_on(&mut self, printer: Printer, order: PrintOrder, spoiled_too: bool) {
        self.dialog = None;
        if let Some(to_print) = self.to_print() {
            self.paperwork
                .print(to_print, printer, order, spoiled_too, &self.wake);
        }
    }

    fn cancel_printing(&mut self) {
        if let Some(progress) = self.paperwork.printing() {
            progress.cancel();
        }
    }

    pub(super) fn ask_where_to_save(&mut self) {
        if !(self.is_saved_before(Command::SAVE_PDF.into())
            && self.turn_to_print(Command::SAVE_PDF))
        {
            return;
        }
        let Some(camp) = &self.session.camp else {
            return;
        };
        let folder = self
            .paperwork
            .last_pdf()
            .or(camp.path.as_deref())
            .and_then(Path::parent)
            .map_or_else(documents, Path::to_owned);
        let file = report::file_name(&self.print_job().title(&camp.data));
        self.dialog = Some(Dialog::SavePdf(PathField::new(&folder.join(file))));
    }

    pub(super) fn save_pdf(&mut self, path: &Path, replace: bool, spoiled_too: bool) {
        let own = self
            .session
            .camp
            .as_ref()
            .and_then(|camp| camp.path.as_deref());
        if own.is_some_and(|own| may_be_same_file(own, path)) {
            let mut field = PathField::new(path);
            field.problem = Some("This is the camp itself: choose another name".to_owned());
            self.dialog = Some(Dialog::SavePdf(field));
            return;
        }
        self.dialog = None;
        if let Some(to_print) = self.to_print() {
            self.paperwork
                .save_pdf(to_print, path, replace, spoiled_too, &self.wake);
        }
    }

    pub(super) fn ask_to_change_layout(&mut self) {
        let template = self.print_job().template();
        if let (Some(folder), Some(template)) = (self.templates_folder(), template) {
            self.dialog = Some(Dialog::ChangeLayout { folder, template });
        }
    }

    pub(super) fn write_templates(&mut self) {
        self.dialog = None;
        if let Some(folder) = self.templates_folder() {
            self.paperwork
                .write_templates(folder, self.openers.folder, &self.wake);
        }
    }

    /// Where the director's own templates lie; a camp in no file has none.
    fn templates_folder(&self) -> Option<PathBuf> {
        let path = self.session.camp.as_ref()?.path.as_deref()?;
        Some(path.with_file_name(templates::FOLDER))
    }

    pub(super) fn open_pdf(&mut self) {
        if let Some(path) = self.saved_pdf().map(|pdf| pdf.path.clone()) {
            self.paperwork.open(&self.wake, self.openers.pdf, path);
        }
    }

    /// Chooses the paper of all prints.
    pub(super) fn set_paper(&mut self, paper: Paper) {
        self.settings.paper = paper;
        self.settings.save_in_background();
    }

    pub(super) fn collect_paper(&mut self) {
        if let Some(printers) = self.paperwork.collect_printers()
            && let Some(Dialog::Print(dialog)) = &mut self.dialog
        {
            if let Ok(printers) = &printers {
                dialog.chosen = printers
                    .iter()
                    .position(|printer| printer.is_default)
                    .unwrap_or(0);
            }
            dialog.printers = Some(printers);
        }
        if let Some(count) = self.paperwork.collect_count()
            && let Some(Dialog::Print(dialog)) = &mut self.dialog
        {
            dialog.count = Some(count);
        }
        if let Some(done) = self.paperwork.collect() {
            self.paperwork_done(done);
        }
        if let Some(reason) = self.paperwork.collect_not_opened() {
            self.notices.problem(reason);
        }
    }

    fn paperwork_done(&mut self, done: PaperworkDone) {
        match done {
            PaperworkDone::TemplatesWritten(folder) => {
                self.notices.done(format!(
                    "The templates are in “{}”. Edit one and save it: the preview updates",
                    folder.display()
                ));
            }
            PaperworkDone::Saved { path, remarks } => {
                self.notices.done(format!("Saved “{}”", path.display()));
                self.say_remarks(&remarks);
            }
            PaperworkDone::NotSaved { path, reason } => {
                let mut field = PathField::new(&path);
                field.problem = Some(reason);
                self.dialog = Some(Dialog::SavePdf(field));
            }
            PaperworkDone::IsThere(path) => {
                let mut field = PathField::new(&path);
                field.problem =
                    Some("There is a file of this name. Press Save again to replace it".to_owned());
                field.warned_about = Some(path);
                self.dialog = Some(Dialog::SavePdf(field));
            }
            PaperworkDone::Spoiled { letters, anyway } => {
                self.dialog = Some(Dialog::Spoiled { letters, anyway });
            }
            PaperworkDone::Printed { ended, remarks } => {
                match ended {
                    Printed::Sent => self.notices.done("Sent to printer"),
                    Printed::Reduced => self.notices.note(Printed::REDUCED),
                    Printed::Cancelled => self.notices.note("Printing was cancelled"),
                }
                self.say_remarks(&remarks);
            }
            PaperworkDone::Failed(reason) => {
                // The sheets are missed all the same.
                self.notices.problem_beyond_camp(reason);
            }
        }
    }

    /// What is not on the sheets as it should be: a broken template or logo, names with letters that came out as empty
    /// boxes.
    fn say_remarks(&mut self, remarks: &[String]) {
        if let [first, others @ ..] = remarks {
            let more = match others.len() {
                0 => String::new(),
                1 => ", and one more remark like it".to_owned(),
                more => format!(", and {more} more remarks like it"),
            };
            self.notices.problem(format!("{first}{more}"));
        }
    }
}
