//! The list of what is to be checked in all sections, and what is in the one that is shown.

use egui::{Ui, vec2};

use super::{UPPER, sections::name, take_keyboard};
use crate::{
    app::page::Outbox,
    domain::counted,
    kit::{Busy, Button, Column, EmptyState, Icon, Table, tokens::space},
    pages::us_chess::{UsChessPage, sections::Sections},
};

/// A row of the list in a section's panel, in points, and how many of them are seen at once.
const ROW: f32 = 30.0;
const ROWS: u16 = 3;

impl UsChessPage {
    pub(super) fn list_to_check(&mut self, ui: &mut Ui, out: &mut Outbox) {
        let rows = match self.to_check.all() {
            None => {
                Busy::new("Looking at the sections").show(ui);
                return;
            }
            Some(Err(reason)) => {
                ui.label(reason);
                return;
            }
            Some(Ok(rows)) => rows,
        };
        if rows.is_empty() {
            let text = "Contradictions, doubts and other ratings than those of a file appear here.";
            EmptyState::new(Icon::Check, "Nothing to check", text).show(ui, |_| false);
            return;
        }
        let shown = rows
            .iter()
            .filter(|row| self.is_found(&[&row.head.event_name, &name(&row.head), &row.sentence]));
        let shown = shown.collect::<Vec<_>>();
        let columns = [
            Column::fixed("Event", 180.0),
            Column::fixed("Section", 130.0),
            Column::flexible("What is found", 260.0),
        ];
        let row_name = |row: usize| {
            shown.get(row).map_or_else(String::new, |row| {
                let event = &row.head.event_name;
                format!("{event}, {}: {}", name(&row.head), row.sentence)
            })
        };
        let mut selected = self
            .to_check
            .row
            .filter(|row| *row < shown.len())
            .or(Some(0));
        let mut open = None;
        ui.horizontal(|ui| {
            let button = Button::secondary("Open section");
            if button.show(ui).clicked() {
                open = selected
                    .and_then(|row| shown.get(row))
                    .map(|row| row.head.key);
            }
        });
        ui.add_space(space::S);
        let table = Table::new("To check", &columns, shown.len()).row_name(&row_name);
        take_keyboard(ui, table.id_in(ui), UPPER, out);
        let answer = table.show(ui, &mut selected, |cell, row, column| {
            let Some(row) = shown.get(row) else { return };
            match column {
                0 => cell.strong(&row.head.event_name),
                1 => cell.text(&name(&row.head)),
                _ => cell.text(&row.sentence),
            }
        });
        let activated = answer.activated.and_then(|row| shown.get(row));
        let open = activated.map(|row| row.head.key).or(open);
        self.to_check.row = selected;
        if let Some(section) = open {
            self.show_section(section);
        }
    }
}

/// The button that unfolds what is to be checked in the section that is shown; none where there is nothing.
pub(super) fn unfold(ui: &mut Ui, things: &[String], is_open: &mut bool) {
    if things.is_empty() {
        return;
    }
    let text = format!("{} to check", counted(things.len(), "thing"));
    let icon = if *is_open {
        Icon::ChevronUp
    } else {
        Icon::ChevronDown
    };
    if Button::quiet(&text).icon(icon).show(ui).clicked() {
        *is_open = !*is_open;
    }
}

impl Sections {
    /// The height of what is to be checked in the section that is shown, as far as it is unfolded.
    pub(super) fn height_to_check(&self) -> f32 {
        let things = self.shown().map_or(&[][..], |shown| &shown.to_check);
        if self.shows_to_check && !things.is_empty() {
            height(things) + space::S
        } else {
            0.0
        }
    }
}

fn height(things: &[String]) -> f32 {
    let rows = u16::try_from(things.len()).unwrap_or(u16::MAX).min(ROWS);
    ROW * (f32::from(rows) + 1.5)
}

/// What is to be checked in the section that is shown.
pub(super) fn panel(ui: &mut Ui, things: &[String]) {
    let columns = [Column::flexible("What is found", 200.0)];
    let row_name = |row: usize| things.get(row).cloned().unwrap_or_default();
    ui.allocate_ui(vec2(ui.available_width(), height(things)), |ui| {
        Table::new("To check in this section", &columns, things.len())
            .row_name(&row_name)
            .show(ui, &mut None, |cell, row, _| {
                cell.text(things.get(row).map_or("", String::as_str));
            });
    });
    ui.add_space(space::S);
}
