//! What is wrong with files and what should be known of them, as a list, with the chosen line in full below it.

use egui::{Label, RichText, Ui};

use super::{Begins, in_list};
use crate::{
    domain::counted,
    kit::{
        Button, Column, Table, UiTokens as _,
        page::{card, section_title},
    },
    pages::us_chess::importing::{Compared, Importing, Listed},
};

/// So many rows are seen at once.
const ROWS: u16 = 6;

pub(super) fn problems(
    ui: &mut Ui,
    importing: &mut Importing,
    compared: &Compared,
    begins: Option<Begins>,
) {
    if compared.problems.is_empty() {
        return;
    }
    card(ui, |ui| {
        let stopping = compared.stopping();
        let title = match (stopping, compared.problems.len() - stopping) {
            (0, notes) => counted(notes, "note"),
            (problems, 0) => counted(problems, "problem"),
            (problems, notes) => {
                let problems = counted(problems, "problem");
                format!("{problems}, {}", counted(notes, "note"))
            }
        };
        section_title(ui, &title);
        let last = compared.problems.len() - 1;
        importing.looks.problem = Some(importing.looks.problem.unwrap_or(0).min(last));
        in_list(ui, compared.problems.len(), ROWS, |ui| {
            list(ui, importing, compared, begins);
        });
        let chosen = importing.looks.problem;
        if let Some(chosen) = chosen.and_then(|row| compared.problems.get(row)) {
            in_full(ui, importing, compared, chosen);
        }
    });
}

/// "Stops the import", as short as a column is.
const fn kind(listed: &Listed) -> &'static str {
    if listed.stops { "Stops" } else { "Note" }
}

/// "R2: “Z” is no result…"
fn what(listed: &Listed) -> String {
    let problem = &listed.found.what;
    match &problem.place {
        Some(place) => format!("{place}: {}", problem.what),
        None => problem.what.clone(),
    }
}

fn list(ui: &mut Ui, importing: &mut Importing, compared: &Compared, begins: Option<Begins>) {
    let columns = [
        Column::fixed("Kind", 72.0),
        Column::fixed("File", 132.0),
        Column::fixed("Line", 60.0).right(),
        Column::flexible("What is wrong, and what to do", 260.0),
    ];
    let row = |row: usize| compared.problems.get(row);
    let row_name =
        |at: usize| row(at).map_or_else(String::new, |it| format!("{}: {}", kind(it), it.found));
    let danger = ui.tokens().danger;
    let table = Table::new("Problems", &columns, compared.problems.len()).row_name(&row_name);
    if begins == Some(Begins::Problems) {
        let id = table.id_in(ui);
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let answer = table.show(ui, &mut importing.looks.problem, |cell, at, column| {
        let Some(listed) = row(at) else { return };
        match column {
            0 if listed.stops => cell.colored(kind(listed), danger),
            0 => cell.weak(kind(listed)),
            1 => cell.text(&listed.found.file),
            2 => {
                let line = listed.found.what.line;
                cell.text(&line.map_or_else(String::new, |line| line.to_string()));
            }
            _ => cell.text(&what(listed)),
        }
    });
    let activated = answer.activated.and_then(row);
    if let Some(listed) = activated {
        importing.looks.wanted_file = Some(listed.found.source);
    }
}

/// The chosen line, as a cell has no room for it, and what can be done here.
fn in_full(ui: &mut Ui, importing: &mut Importing, compared: &Compared, listed: &Listed) {
    let t = ui.tokens();
    let text = RichText::new(format!("{}.", what(listed))).color(t.text);
    ui.add(Label::new(text).wrap());
    let file = listed.found.source;
    ui.horizontal_wrapped(|ui| {
        let understood = compared.understood(file);
        if understood.is_some_and(|it| it.table.is_some()) {
            let look = Button::secondary("Look at its columns").show(ui);
            if look.clicked() {
                importing.looks.wanted_file = Some(file);
            }
        }
        if listed.stops && compared.names().len() > 1 {
            let text = format!("Leave {} out", listed.found.file);
            if Button::secondary(&text).show(ui).clicked() {
                importing.leave_out(file, true);
                // The button goes away with the problem.
                importing.looks.begin_again();
            }
        }
    });
}
