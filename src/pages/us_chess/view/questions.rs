//! What is asked before ratings are saved.

use egui::{Context, Key, Ui};
use strum::VariantArray as _;

use crate::{
    app::{
        FocusTarget,
        page::{Ctx, Outbox, PageDialog},
    },
    domain::{
        Edit, counted,
        us_chess::{Change, System},
    },
    kit::{self, Column, DialogAnswer, Table},
    storage::{RateRequest, RatingRun, StoredMember},
};

/// The height of a list in a question, in points.
const LIST: f32 = 240.0;

/// In a question narrower than this, in points, the list scrolls sideways.
const NARROW: f32 = 500.0;

/// The column of the ratings before.
const BEFORE: usize = 2;

/// Shows who changes and by how much, before that is saved.
#[derive(Debug)]
pub(in crate::pages::us_chess) struct RatingQuestion {
    title: &'static str,
    text: String,
    confirm: Option<&'static str>,
    /// Name, system, before, after, change.
    rows: Vec<[String; 5]>,
    /// Sections that aren't rated, with the reasons.
    refused: Vec<String>,
    edit: Edit,
    revision: u64,
}

impl RatingQuestion {
    pub(in crate::pages::us_chess) fn new(
        request: &RateRequest,
        run: &RatingRun,
        members: &[StoredMember],
        revision: u64,
    ) -> Self {
        let is_unrating = matches!(request, RateRequest::Unrate(_));
        let parts = [
            (run.save.rated.len(), "to be rated"),
            (run.save.unrated.len(), "to be unrated"),
            (run.save.stale.len(), "out of date afterwards"),
        ];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts = parts.map(|(count, what)| format!("{} {what}", counted(count, "section")));
        let parts = parts.collect::<Vec<_>>().join(", ");
        let has_something = !parts.is_empty();
        let refused = run.refused.iter();
        let refused = refused.map(|refused| format!("{}: {}", refused.head.title(), refused.why));
        Self {
            title: match (has_something, is_unrating) {
                (false, _) => "No ratings to save",
                (true, true) => "Unrate?",
                (true, false) => "Save these ratings?",
            },
            text: if has_something {
                format!("{parts}.")
            } else {
                "Nothing changes.".to_owned()
            },
            confirm: has_something.then_some(if is_unrating {
                "Unrate"
            } else {
                "Save ratings"
            }),
            rows: rows(run, members),
            refused: refused.chain(run.notes.iter().cloned()).collect(),
            edit: Edit::UsChess(Change::SaveRatings(Box::new(run.save.clone()))),
            revision,
        }
    }
}

fn rows(run: &RatingRun, members: &[StoredMember]) -> Vec<[String; 5]> {
    let shown = |rating: Option<f64>| {
        rating.map_or_else(|| "unrated".to_owned(), |rating| format!("{rating:.2}"))
    };
    let mut rows = Vec::new();
    for moved in &run.moved {
        let stored = members.iter().find(|stored| stored.key == moved.member);
        let name = stored.map_or_else(String::new, |stored| stored.member.listed_name());
        for system in System::VARIANTS {
            let before = moved.before.account(*system).rating;
            let after = moved.after.account(*system).rating;
            if before == after {
                continue;
            }
            let change = before.zip(after).map(|(before, after)| after - before);
            rows.push([
                name.clone(),
                system.title().to_owned(),
                shown(before),
                shown(after),
                change.map_or_else(String::new, |change| format!("{change:+.2}")),
            ]);
        }
    }
    rows
}

impl PageDialog for RatingQuestion {
    fn show(&mut self, window: &Context, _ctx: &Ctx<'_>, out: &mut Outbox) -> bool {
        let mut dialog = kit::Dialog::new(self.title).text(&self.text).width(640.0);
        dialog = match self.confirm {
            Some(confirm) => dialog.confirm(confirm).cancel("Cancel"),
            None => dialog.cancel("Close"),
        };
        let mut is_entered = false;
        let answer = dialog.show(window, |ui| {
            for sentence in &self.refused {
                ui.label(sentence);
            }
            is_entered = !self.rows.is_empty() && self.table(ui);
        });
        let is_confirmed = is_entered || answer == Some(DialogAnswer::Confirmed);
        if is_confirmed && self.confirm.is_some() {
            out.apply_at(self.edit.clone(), self.revision);
        }
        let goes_on = answer.is_none() && !is_entered;
        if !goes_on {
            // It comes from a job: what had the keyboard before may be gone.
            out.focus_next = Some(FocusTarget::List);
        }
        goes_on
    }
}

impl RatingQuestion {
    /// Who changes. Whether Enter was pressed, which says yes here as on the button.
    fn table(&self, ui: &mut Ui) -> bool {
        // Where not all have room, what would be saved is seen first.
        let is_narrow = ui.available_width() < NARROW;
        let [name, other] = if is_narrow {
            [112.0, 70.0]
        } else {
            [150.0, 84.0]
        };
        let mut columns = [
            Column::flexible("Name", name),
            Column::fixed("System", other),
            Column::fixed("Before", other).right(),
            Column::fixed("After", other).right(),
            Column::fixed("Change", other).right(),
        ];
        if is_narrow {
            columns[BEFORE..].rotate_left(1);
        }
        let row_name = |row: usize| {
            self.rows
                .get(row)
                .map_or_else(String::new, |row| row.join(", "))
        };
        let height = kit::dialog::height_of_list(ui, LIST, 0.0);
        ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
            let table = Table::new("Who changes", &columns, self.rows.len()).row_name(&row_name);
            let has_keyboard = ui.memory(|memory| memory.has_focus(table.id_in(ui)));
            let is_entered = has_keyboard && ui.input(|input| input.key_pressed(Key::Enter));
            table.show(ui, &mut None, |cell, row, column| {
                let column = match column {
                    ..BEFORE => column,
                    _ if is_narrow => BEFORE + (column - BEFORE + 1) % 3,
                    _ => column,
                };
                if let Some(text) = self.rows.get(row).and_then(|row| row.get(column)) {
                    cell.text(text);
                }
            });
            is_entered
        })
        .inner
    }
}
