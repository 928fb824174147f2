//! Before sheets are printed: on which printer, which pages, how often, and how many sheets of paper that takes.

use egui::{Context, Ui};
use strum::VariantArray as _;

use super::super::kit::{self, Busy, DialogAnswer, Form, form::problem_line, tokens::space};
use crate::{
    app::{
        Action, App, Command,
        dialogs::Dialog,
        printing::{PagesToPrint, PrintDialog},
    },
    domain::within_sentence,
    report::{
        Named as _,
        print::{Printer, Sides},
    },
};

/// Width of a box for a number, in points.
const NUMBER: f32 = 80.0;

const SAVE_PDF: &str = "Save as PDF…";

/// Width of the dialog, in points.
const WIDTH: f32 = 460.0;

pub(super) fn print_on(ctx: &Context, app: &mut App, mut print: PrintDialog) -> Option<Dialog> {
    let refused = print.order().err();
    let title = format!("Print {}", within_sentence(app.print_job().name()));
    let sheets = print.sheets();
    let dialog = kit::Dialog::new(&title)
        .text(&sheets)
        .cancel("Cancel")
        .width(WIDTH);
    let has_none = match &print.printers {
        None => false,
        Some(Err(_)) => true,
        Some(Ok(printers)) => printers.is_empty(),
    };
    let dialog = if has_none {
        dialog.confirm(SAVE_PDF)
    } else {
        let dialog = dialog.confirm("Print").refused(refused.as_deref());
        dialog.other(SAVE_PDF)
    };
    let answer = dialog.show(ctx, |ui| match print.printers.clone() {
        None => {
            Busy::new("Looking for printers").show(ui);
        }
        Some(Err(reason)) => problem_line(ui, &reason),
        Some(Ok(printers)) if printers.is_empty() => {
            ui.label(
                "No printer is set up on this computer. Save a PDF, and print that elsewhere.",
            );
        }
        Some(Ok(printers)) => fields(ui, &printers, &mut print),
    });
    match answer {
        None => return Some(Dialog::Print(print)),
        Some(DialogAnswer::Confirmed) if has_none => app.send(Command::SAVE_PDF),
        Some(DialogAnswer::Confirmed) => {
            // What was typed in this very frame counts.
            let Ok((printer, order)) = print.order() else {
                return Some(Dialog::Print(print));
            };
            app.send(Action::PrintOn {
                printer: printer.clone(),
                order,
                spoiled_too: false,
            });
        }
        Some(DialogAnswer::Other) => app.send(Command::SAVE_PDF),
        Some(DialogAnswer::Cancelled) => {}
    }
    None
}

fn fields(ui: &mut Ui, printers: &[Printer], print: &mut PrintDialog) {
    let form = Form::above();
    let names = printers.iter().map(|printer| printer.name.as_str());
    let names = names.collect::<Vec<_>>();
    let mut chosen = Some(print.chosen);
    form.field("Printer").choice(ui, &names, &mut chosen);
    print.chosen = chosen.unwrap_or_default();
    ui.add_space(space::M);
    let problem = print.copies().err();
    form.field("Copies")
        .width(NUMBER)
        .hint("1–99")
        .problem(problem.as_deref())
        .number(ui, &mut print.copies);
    let Some(count) = print.count().filter(|count| *count > 1) else {
        return;
    };
    ui.add_space(space::M);
    pages(ui, form, count, print);
    ui.add_space(space::M);
    let texts = Sides::VARIANTS.iter().map(|sides| sides.title());
    let texts = texts.collect::<Vec<_>>();
    let mut sides = Sides::VARIANTS
        .iter()
        .position(|sides| *sides == print.sides);
    form.field("Sides").choice(ui, &texts, &mut sides);
    if let Some(sides) = sides.and_then(|at| Sides::VARIANTS.get(at)) {
        print.sides = *sides;
    }
}

/// Which of so many pages.
fn pages(ui: &mut Ui, form: Form, count: usize, print: &mut PrintDialog) {
    let shown = print.shown();
    let shown = shown.map(|page| (format!("This page: {page}"), PagesToPrint::Shown));
    let all = (format!("All {count} pages"), PagesToPrint::All);
    let some = ("Some pages".to_owned(), PagesToPrint::Some);
    let options = [all].into_iter().chain(shown).chain([some]);
    let (texts, values): (Vec<_>, Vec<_>) = options.unzip();
    let mut chosen = values.iter().position(|pages| *pages == print.pages);
    form.field("Pages").choice(ui, &texts, &mut chosen);
    if let Some(pages) = chosen.and_then(|at| values.get(at)) {
        print.pages = *pages;
    }
    if print.pages != PagesToPrint::Some {
        return;
    }
    ui.add_space(space::S);
    let problem = print.pages().err();
    form.field("Which pages")
        .hint("1-3, 5")
        .problem(problem.as_deref())
        .text(ui, &mut print.some);
}
