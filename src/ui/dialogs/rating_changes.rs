//! Whose ratings a change has moved, each before and after.

use std::sync::Arc;

use egui::Context;

use super::super::kit::{self, Column, DialogAnswer, Table};
use crate::{
    app::{dialogs::Dialog, rating_changes::RatingChanges},
    domain::{show_change, show_rating},
};

const COLUMNS: [&str; 5] = ["Player", "Before", "Now", "Change", "Permanent"];

/// The height of the list, in points.
const HEIGHT: f32 = 300.0;

pub(super) fn rating_changes(ctx: &Context, changes: Arc<RatingChanges>) -> Option<Dialog> {
    let title = changes.sentence();
    let list = changes.list();
    let answer = kit::Dialog::new(&title)
        .text("Weekly ratings before and after the change; the last column is that of the permanent rating.")
        .confirm("Close")
        .width(560.0)
        .show(ctx, |ui| {
            let height = kit::dialog::height_of_list(ui, HEIGHT, 0.0);
            ui.set_min_height(height);
            ui.set_max_height(height);
            let columns = COLUMNS.map(|title| match title {
                "Player" => Column::flexible(title, 160.0),
                _ => Column::fixed(title, 84.0).right(),
            });
            let name = |row: usize| {
                list.get(row).map_or_else(String::new, |change| {
                    format!(
                        "{}, {} to {}",
                        change.name,
                        show_rating(change.before.weekly),
                        show_rating(change.after.weekly)
                    )
                })
            };
            let table = Table::new(&title, &columns, list.len()).row_name(&name);
            table.show(ui, &mut None, |cell, row, column| {
                let Some(change) = list.get(row) else { return };
                match column {
                    0 => cell.strong(&change.name),
                    1 => cell.text(&show_rating(change.before.weekly)),
                    2 => cell.text(&show_rating(change.after.weekly)),
                    3 => cell.text(&show_change(change.after.weekly - change.before.weekly)),
                    _ => cell.weak(&show_change(
                        change.after.permanent - change.before.permanent,
                    )),
                }
            });
        });
    match answer {
        None => Some(Dialog::RatingChanges(changes)),
        Some(DialogAnswer::Confirmed | DialogAnswer::Cancelled | DialogAnswer::Other) => None,
    }
}
