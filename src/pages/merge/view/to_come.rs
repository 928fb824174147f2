//! Every record that becomes another one here.

use std::borrow::Cow;

use egui::{Label, RichText, Ui};

use super::{super::state::Planned, Looks};
use crate::{
    domain::merge::{Coming, How},
    kit::{
        Column, Table, UiTokens as _,
        input::text_width,
        page::{card, section_title},
        table::{room_for_columns, width_of_name},
        theme,
        tokens::{size, space},
    },
};

/// So many rows are seen at once.
const ROWS: u16 = 9;

/// The least room for what is different, in points.
const LEAST_DETAIL: f32 = 140.0;

/// The room for what becomes of a record, in points.
const WHAT: f32 = 84.0;

/// The least room for a record's name, in points, and of the room for both: what needs more is cut before what is different is.
const LEAST_NAME: f32 = 200.0;
const OF_NAME: f32 = 0.4;

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

/// About the widest of some texts, without measuring each.
fn longest<'a>(texts: impl Iterator<Item = Cow<'a, str>>) -> String {
    let longest = texts.max_by_key(|text| text.chars().count());
    longest.map_or_else(String::new, Cow::into_owned)
}

fn list(ui: &mut Ui, looks: &mut Looks, coming: &[Coming]) {
    // Of the others the name has the room of both.
    let with_details = || coming.iter().filter(|coming| !different(coming).is_empty());
    let name = longest(with_details().map(|coming| coming.record.as_str().into()));
    let details = longest(with_details().map(different));
    let details = text_width(ui, details, &theme::regular(size::TEXT)) + 2.0 * space::M;
    let room = room_for_columns(ui) - WHAT;
    let least_name = width_of_name(ui, name).min((room * OF_NAME).max(LEAST_NAME));
    let details = details.ceil().min(room - least_name).max(LEAST_DETAIL);
    let name = (room - details).floor().max(LEAST_DETAIL);
    let columns = [
        Column::fixed("What", WHAT),
        Column::flexible("Record", name),
        Column::flexible("What is different", details),
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
                (1, _) if different(coming).is_empty() => {
                    cell.reach_to_the_end().strong_by_its_ends(&coming.record);
                }
                (1, _) => cell.strong_by_its_ends(&coming.record),
                (_, How::Moved) => cell.weak(&different(coming)),
                _ => cell.text(&different(coming)),
            }
        });
}
