//! Every record that becomes another one here.

use egui::{Label, RichText, Ui};

use super::{super::state::Planned, Looks};
use crate::{
    domain::merge::{Coming, How},
    kit::{
        Column, Table, UiTokens as _,
        page::{card, section_title},
        tokens::{size, space},
    },
};

/// So many rows are seen at once.
const ROWS: u16 = 9;

/// Who gets another number.
pub(super) fn renumbered(ui: &mut Ui, planned: &Planned) {
    if planned.renumbered.is_empty() {
        return;
    }
    card(ui, |ui| {
        section_title(ui, "New numbers");
        ui.spacing_mut().item_spacing.y = space::XS;
        for line in &planned.renumbered {
            ui.add(Label::new(RichText::new(line).color(ui.tokens().text)).wrap());
        }
    });
}

pub(super) fn coming(ui: &mut Ui, looks: &mut Looks, planned: &Planned) {
    let coming = &planned.coming;
    if coming.is_empty() {
        return;
    }
    card(ui, |ui| {
        section_title(ui, "What changes in the camp");
        let last = coming.len() - 1;
        looks.coming = Some(looks.coming.unwrap_or(0).min(last));
        let rows = u16::try_from(coming.len()).unwrap_or(u16::MAX).min(ROWS);
        let height = size::LIST_ROW * (f32::from(rows) + 1.5);
        ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
            list(ui, looks, coming);
        });
        // A cell has no room for all of it.
        let chosen = looks.coming.and_then(|row| coming.get(row));
        if let Some(chosen) = chosen.filter(|chosen| !chosen.details.is_empty()) {
            let text = format!("{}: {}", chosen.record, chosen.details.join("; "));
            ui.add(Label::new(RichText::new(text).color(ui.tokens().text_weak)).wrap());
        }
    });
}

/// "Added", as short as a column is.
const fn what(how: How) -> &'static str {
    match how {
        How::Moved => "Moved",
        how => how.title(),
    }
}

fn list(ui: &mut Ui, looks: &mut Looks, coming: &[Coming]) {
    let columns = [
        Column::fixed("What", 84.0),
        Column::flexible("Record", 200.0),
        Column::flexible("What is different", 160.0),
    ];
    let row_name = |row: usize| {
        coming
            .get(row)
            .map_or_else(String::new, ToString::to_string)
    };
    let t = ui.tokens();
    Table::new("What changes in the camp", &columns, coming.len())
        .row_name(&row_name)
        .show(ui, &mut looks.coming, |cell, row, column| {
            let Some(coming) = coming.get(row) else {
                return;
            };
            match (column, coming.how) {
                (0, How::Added) => cell.colored(what(coming.how), t.success),
                (0, How::Deleted) => cell.colored(what(coming.how), t.danger),
                (0, how) => cell.text(what(how)),
                (1, _) => cell.strong(&coming.record),
                (_, How::Moved) => cell.weak("Another place in the order of play"),
                _ => cell.text(&coming.details.join("; ")),
            }
        });
}
