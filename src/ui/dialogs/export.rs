//! The question how a list is written to a file.

use egui::{Context, Ui};
use strum::VariantArray as _;

use super::super::kit::{
    self, Button, DialogAnswer, Form, Icon, input_check::check_box, page::section_title,
    tokens::space,
};
use crate::{
    app::{Action, App, Purpose, dialogs::Dialog, exporting::ExportDialog},
    spreadsheet::Format,
};

/// A format as the choice has it.
const fn format_text(format: Format) -> &'static str {
    match format {
        Format::Csv => "CSV (text with commas)",
        Format::Xlsx => "XLSX (Excel workbook)",
    }
}

pub(super) fn export(
    ctx: &Context,
    app: &mut App,
    mut dialog: Box<ExportDialog>,
) -> Option<Dialog> {
    let mut browse = false;
    let answer = kit::Dialog::new("Export list")
        .text("The columns and rows that the list shows, in their order.")
        .confirm("Export")
        .cancel("Cancel")
        .width(560.0)
        .show(ctx, |ui| {
            list(ui, &mut dialog);
            format(ui, &mut dialog);
            columns(ui, &mut dialog);
            browse = file(ui, &mut dialog);
        });
    if browse {
        app.send(Action::Browse(Purpose::ExportList(dialog.format)));
    }
    match answer {
        None => {}
        Some(DialogAnswer::Confirmed) => {
            if let Some(path) = dialog.file_to_write() {
                // Asked once for each file: pressing Export again is the answer.
                let replace = dialog.file.warned_about.as_ref() == Some(&path);
                app.send(Action::ExportList { path, replace });
            }
        }
        Some(DialogAnswer::Cancelled | DialogAnswer::Other) => return None,
    }
    Some(Dialog::Export(dialog))
}

/// Which list, where the page has several.
fn list(ui: &mut Ui, dialog: &mut ExportDialog) {
    let (names, chosen) = dialog.lists();
    if names.len() < 2 {
        return;
    }
    let mut now = Some(chosen);
    Form::above().field("List").choice(ui, &names, &mut now);
    if let Some(now) = now.filter(|now| *now != chosen) {
        dialog.choose(now);
    }
    ui.add_space(space::M);
}

fn format(ui: &mut Ui, dialog: &mut ExportDialog) {
    let texts = Format::VARIANTS.iter().copied().map(format_text);
    let texts = texts.collect::<Vec<_>>();
    let mut chosen = Format::VARIANTS
        .iter()
        .position(|format| *format == dialog.format);
    Form::above()
        .field("Format")
        .choice(ui, &texts, &mut chosen);
    let format = chosen.and_then(|at| Format::VARIANTS.get(at)).copied();
    if let Some(format) = format.filter(|format| *format != dialog.format) {
        dialog.set_format(format);
    }
    ui.add_space(space::M);
}

/// The private columns, each to be asked for by name.
fn columns(ui: &mut Ui, dialog: &mut ExportDialog) {
    let columns = dialog.columns_by_name();
    if columns.is_empty() {
        return;
    }
    section_title(ui, "Also export these private columns");
    for (title, is_asked_for) in columns {
        let id = ui.make_persistent_id(("private column", &*title));
        check_box(ui, id, title, is_asked_for);
    }
    ui.add_space(space::M);
}

/// Where the file goes; whether it is to be browsed for.
fn file(ui: &mut Ui, dialog: &mut ExportDialog) -> bool {
    let typed = Form::above()
        .field("File")
        .problem(dialog.file.problem.as_deref())
        .text(ui, &mut dialog.file.path);
    if typed.changed() {
        dialog.file_was_typed();
    }
    ui.add_space(space::XS);
    let browse = Button::secondary("Browse…").icon(Icon::Open);
    browse.show(ui).clicked()
}
