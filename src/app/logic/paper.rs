//! Standings on their way to a PDF or a printer.

use std::path::Path;

use super::{
    super::{
        App, Page,
        dialogs::{Dialog, PathField},
        printing::Paperwork,
        settings::PaperSetting,
    },
    files::documents,
};
use crate::{
    domain::System,
    report::{self, print::Printed},
};

impl App {
    pub(super) fn ask_where_to_save(&mut self) {
        let Some(camp) = &self.camp else { return };
        self.page = Page::Standings;
        self.standings.system = System::Weekly;
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

    pub(super) fn save_pdf(&mut self, path: &Path) {
        let today = self.today();
        let Some(camp) = &self.camp else { return };
        self.dialog = None;
        self.standings.save_pdf(&camp.data, path, today, &self.wake);
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
            None => {}
            Some(Paperwork::Saved(path)) => {
                self.notices.done(format!("Saved “{}”", path.display()));
            }
            Some(Paperwork::Printed(Printed::Sent)) => {
                self.notices
                    .done("The standings are on their way to the printer");
            }
            Some(Paperwork::Printed(Printed::Cancelled)) => {
                self.notices.note("Printing was cancelled");
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
}
