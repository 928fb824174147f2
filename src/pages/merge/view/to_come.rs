//! Every record that becomes another one here.

use std::borrow::Cow;

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

/// About the room of a letter, in points.
const LETTER: f32 = 7.0;

/// The least room for what is different, in points.
const LEAST_DETAIL: f32 = 140.0;

/// The room for what becomes of a record, in points.
const WHAT: f32 = 84.0;

/// The least room for a record's name, in points, and the most that is kept for it beside long details where these need it.
const LEAST_NAME: f32 = 200.0;
const MOST_NAME: f32 = 330.0;

/// Who gets another number.
pub(super) fn renumbered(ui: &mut Ui, planned: &Planned) {
    named(ui, "New numbers", &planned.renumbered);
}

/// Games that may be one, and ended otherwise on each.
pub(super) fn contrary(ui: &mut Ui, planned: &Planned) {
    named(ui, "Different results", &planned.contrary);
}

fn named(ui: &mut Ui, title: &str, named: &[String]) {
    if named.is_empty() {
        return;
    }
    card(ui, |ui| {
        section_title(ui, title);
        ui.spacing_mut().item_spacing.y = space::XS;
        for line in named {
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

/// What is different in a record, as its cell says it.
fn different(coming: &Coming) -> Cow<'_, str> {
    match (coming.how, coming.details.as_slice()) {
        (How::Moved, _) => "Another place in the order of play".into(),
        (_, [one]) => one.as_str().into(),
        (_, more) => more.join("; ").into(),
    }
}

/// About the room that the longest of some texts takes in a cell, in points, and at least this much.
fn longest<'a>(texts: impl Iterator<Item = Cow<'a, str>>, least: f32) -> f32 {
    let letters = texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let letters = u16::try_from(letters).unwrap_or(u16::MAX);
    (f32::from(letters) * LETTER + 2.0 * space::M).max(least)
}

fn list(ui: &mut Ui, looks: &mut Looks, coming: &[Coming]) {
    let details = coming.iter().map(different);
    let longest_detail = longest(details, LEAST_DETAIL);
    let names = coming.iter().map(|coming| coming.record.as_str().into());
    let room = ui.available_width() - WHAT - LEAST_DETAIL;
    let longest_name = longest(names, LEAST_NAME).min(room.max(MOST_NAME));
    let is_short = longest_detail < ui.available_width() / 3.0;
    let columns = [
        Column::fixed("What", WHAT),
        Column::flexible("Record", longest_name),
        // What it doesn't need is the name's.
        if is_short {
            Column::fixed("What is different", longest_detail)
        } else {
            Column::flexible("What is different", LEAST_DETAIL)
        },
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
                (_, How::Moved) => cell.weak(&different(coming)),
                _ => cell.text(&different(coming)),
            }
        });
}
