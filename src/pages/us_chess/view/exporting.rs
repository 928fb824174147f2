//! What is asked before an event is written into files.

use egui::{Context, ScrollArea, Ui};
use strum::VariantArray as _;

use crate::{
    app::page::{Ctx, Outbox, PageDialog},
    domain::counted,
    exchange::export::ExportFormat,
    kit::{self, DialogAnswer, Form, input_check::check_box, tokens::space},
    pages::us_chess::forms::Exporting,
};

/// The height of the list of what is to be corrected, in points.
const LIST: f32 = 150.0;

impl PageDialog for Exporting {
    fn show(&mut self, window: &Context, ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        if self.folder.is_none() {
            self.folder = Some(self.offered_folder(ctx.camp.path.as_deref()));
        }
        if let Some((files, folder)) = self.written() {
            let files = counted(files, "file");
            out.notices
                .done(format!("{files} saved in {}", folder.display()));
            return false;
        }
        let title = format!("Export {}", self.event.name);
        let under_way = self.is_under_way().then_some("The files are being written");
        let answer = kit::Dialog::new(title.trim())
            .confirm("Export")
            .refused(under_way)
            .cancel("Cancel")
            .width(560.0)
            .show(window, |ui| self.choices(ui));
        match answer {
            Some(DialogAnswer::Confirmed) => {
                self.problem = None;
                self.start(ctx);
                true
            }
            answer => answer.is_none(),
        }
    }
}

impl Exporting {
    fn choices(&mut self, ui: &mut Ui) {
        let titles = ExportFormat::VARIANTS.iter().map(|format| format.title());
        let titles = titles.collect::<Vec<_>>();
        let mut formats = ExportFormat::VARIANTS.iter();
        let mut chosen = formats.position(|format| *format == self.format);
        let form = Form::above();
        form.field("Format").choice(ui, &titles, &mut chosen);
        if let Some(format) = chosen.and_then(|at| ExportFormat::VARIANTS.get(at)) {
            self.format = *format;
        }
        ui.add_space(space::S);
        let folder = self.folder.get_or_insert_default();
        form.field("Folder")
            .problem(self.problem.as_deref())
            .help("It is made if it isn’t there. Files of the same names are replaced")
            .text(ui, folder);
        ui.add_space(space::S);
        if self.format.has_birth_dates() {
            let id = ui.make_persistent_id("write birth dates");
            check_box(ui, id, "Birth dates", &mut self.also.birth_dates);
        }
        if self.format.asks_for_colors() {
            let id = ui.make_persistent_id("write colors");
            check_box(ui, id, "Colors", &mut self.also.colors);
        }
        if self.format == ExportFormat::Dbf && !self.to_correct.is_empty() {
            ui.add_space(space::S);
            let things = counted(self.to_correct.len(), "thing");
            ui.label(format!("{things} to look at before the upload:"));
            ScrollArea::vertical().max_height(LIST).show(ui, |ui| {
                for sentence in &self.to_correct {
                    ui.label(sentence);
                }
            });
        }
    }
}
