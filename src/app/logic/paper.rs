//! Standings on their way to a PDF or a printer.

use std::path::Path;

use super::super::{
    App, Command, Page,
    dialogs::{Dialog, PathField, PrintDialog},
    paths::{documents, is_same_file},
    printing::Paperwork,
    settings::PaperSetting,
};
use crate::{
    domain::System,
    report::{self, print::Printed},
};

impl App {
    /// Shows the standings as they print. Whether they are shown: a record that can't be saved keeps its form.
    fn turn_to_standings(&mut self) -> bool {
        self.go(Page::Standings);
        self.standings.system = System::Weekly;
        let is_idle = !self.standings.is_doing_paperwork();
        if !is_idle {
            self.notices
                .note("The standings are still on their way: wait a moment");
        }
        self.page == Page::Standings && is_idle
    }

    pub(super) fn ask_for_printer(&mut self) {
        if !(self.is_saved_before(Command::Print.into()) && self.turn_to_standings()) {
            return;
        }
        self.standings.ask_printers(&self.wake);
        self.dialog = Some(Dialog::Print(PrintDialog {
            printers: None,
            chosen: 0,
            copies: "1".to_owned(),
        }));
    }

    pub(super) fn ask_where_to_save(&mut self) {
        if !(self.is_saved_before(Command::SavePdf.into()) && self.turn_to_standings()) {
            return;
        }
        let Some(camp) = &self.camp else { return };
        let folder = self
            .standings
            .last_pdf
            .as_deref()
            .or(camp.path.as_deref())
            .and_then(Path::parent)
            .map_or_else(documents, Path::to_owned);
        let file = report::file_name(&self.standings.title(&camp.data));
        self.dialog = Some(Dialog::SavePdf(PathField::of(&folder.join(file))));
    }

    pub(super) fn save_pdf(&mut self, path: &Path, replace: bool) {
        let today = self.today();
        let Some(camp) = &self.camp else { return };
        if camp
            .path
            .as_deref()
            .is_some_and(|own| is_same_file(own, path))
        {
            let mut field = PathField::of(path);
            field.problem = Some("This is the camp itself: choose another name".to_owned());
            self.dialog = Some(Dialog::SavePdf(field));
            return;
        }
        self.dialog = None;
        self.standings
            .save_pdf(&camp.data, path, replace, today, &self.wake);
    }

    pub(super) fn collect_paper(&mut self) {
        let today = self.today();
        if let Some(printers) = self.standings.collect_printers()
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
        let Some(camp) = &self.camp else { return };
        match self.standings.tick(camp, today, &self.wake) {
            None | Some(Paperwork::Opened) => {}
            Some(Paperwork::Saved { path, missing }) => {
                self.notices.done(format!("Saved “{}”", path.display()));
                self.say_missing(&missing);
            }
            Some(Paperwork::NotSaved { path, reason }) => {
                let mut field = PathField::of(&path);
                field.problem = Some(reason);
                self.dialog = Some(Dialog::SavePdf(field));
            }
            Some(Paperwork::IsThere(path)) => {
                let mut field = PathField::of(&path);
                field.problem =
                    Some("There is a file of this name. Press Save again to replace it".to_owned());
                field.warned_about = Some(path);
                self.dialog = Some(Dialog::SavePdf(field));
            }
            Some(Paperwork::Printed { ended, missing }) => {
                match ended {
                    Printed::Sent => self
                        .notices
                        .done("The standings are on their way to the printer"),
                    Printed::Cancelled => self.notices.note("Printing was cancelled"),
                }
                self.say_missing(&missing);
            }
            Some(Paperwork::Failed(reason)) => self.notices.problem(reason),
        }
        let paper = match self.standings.paper {
            report::Paper::Letter => PaperSetting::Letter,
            report::Paper::A4 => PaperSetting::A4,
        };
        if self.settings.paper != paper {
            self.settings.paper = paper;
            self.settings.save_in_background();
        }
    }

    /// Names with letters that came out as empty boxes.
    fn say_missing(&mut self, missing: &[String]) {
        if let [first, others @ ..] = missing {
            let more = match others.len() {
                0 => String::new(),
                1 => ", and one more text like it".to_owned(),
                more => format!(", and {more} more texts like it"),
            };
            self.notices.problem(format!("{first}{more}"));
        }
    }
}
