//! The list of sections, the latest first.

use egui::{Key, Modifiers, Ui};
use jiff::civil::Date;

use super::{NOTHING_FOUND, UPPER, take_keyboard};
use crate::{
    app::{
        Command,
        page::{Ctx, Outbox},
    },
    domain::{show_date, us_chess::SectionHead},
    kit::{Column, Table},
    pages::{
        looks::row_menu::row_commands,
        us_chess::{UsChessPage, commands::OF_SECTION},
    },
};

/// Whether a section is rated, in words.
pub(super) fn state(head: &SectionHead) -> &'static str {
    match (head.is_rated(), head.is_stale()) {
        (true, true) => "Out of date",
        (true, false) if head.section.as_published => "As published",
        (true, false) => "Rated",
        (false, _) if head.section.is_blitz => "Blitz, not rated",
        (false, _) if head.section.ends.is_none() => "No day, not rated",
        (false, _) => "Not rated",
    }
}

/// "8/29/2026 – 8/30/2026", as far as the first and the last day are known.
pub(super) fn days(days: [Option<Date>; 2]) -> String {
    let mut days = days
        .into_iter()
        .flatten()
        .map(show_date)
        .collect::<Vec<_>>();
    days.dedup();
    days.join(" – ")
}

/// "Regular and Quick"
pub(super) fn systems(head: &SectionHead) -> String {
    if head.section.is_blitz {
        return "Blitz".to_owned();
    }
    let systems = head.section.systems.iter().map(|system| system.title());
    systems.collect::<Vec<_>>().join(" and ")
}

/// The name of a section, or its number where it has none.
pub(super) fn name(head: &SectionHead) -> String {
    head.named()
}

pub(super) fn columns() -> [Column<'static>; 6] {
    [
        Column::fixed("Ended", 108.0),
        Column::flexible("Event", 120.0),
        Column::flexible("Section", 96.0),
        Column::fixed("Systems", 156.0),
        Column::fixed("Players", 68.0).right(),
        Column::fixed("State", 140.0),
    ]
}

pub(super) fn text(head: &SectionHead, column: usize) -> String {
    match column {
        0 => head.section.ends.map(show_date).unwrap_or_default(),
        1 => head.event_name.clone(),
        2 => name(head),
        3 => systems(head),
        4 => head.entries.to_string(),
        _ => state(head).to_owned(),
    }
}

/// What a section is found by.
pub(super) fn searched(head: &SectionHead) -> [&str; 3] {
    [&head.event_name, &head.event_called, &head.section.name]
}

impl UsChessPage {
    pub(super) fn section_list(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Some(all) = self.all() else { return };
        let shown = all.sections.iter().rev();
        let shown = shown.filter(|head| self.is_found(&searched(head)));
        let shown = shown.collect::<Vec<_>>();
        let columns = columns();
        let row_name = |row: usize| {
            shown.get(row).map_or_else(String::new, |head| {
                format!("{}, {}, {}", head.event_name, name(head), state(head))
            })
        };
        let mut selected = shown
            .iter()
            .position(|head| Some(head.key) == self.sections.chosen);
        let mut nothing = |ui: &mut Ui| {
            ui.label(NOTHING_FOUND);
        };
        let table = Table::new("Sections", &columns, shown.len())
            .row_name(&row_name)
            .empty(&mut nothing);
        take_keyboard(ui, table.id_in(ui), UPPER, out);
        let has_keyboard = ui.memory(|memory| memory.has_focus(table.id_in(ui)));
        let answer = table.show(ui, &mut selected, |cell, row, column| {
            let Some(head) = shown.get(row) else { return };
            let text = text(head, column);
            match column {
                1 => cell.strong(&text),
                5 if head.waits() => cell.strong(&text),
                5 => cell.weak(&text),
                _ => cell.text(&text),
            }
        });
        let first = shown.first().map(|head| head.key);
        let chosen = selected.and_then(|row| shown.get(row)).map(|head| head.key);
        // What the search hides isn't acted upon; a section that is new may not have been read yet.
        let is_hidden = all
            .sections
            .iter()
            .any(|head| Some(head.key) == self.sections.chosen)
            && chosen.is_none();
        let kept = self.sections.chosen.filter(|_| !is_hidden);
        // With a list there is always a crosstable below it.
        self.sections.chosen = chosen.or(kept).or(first);
        if has_keyboard && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F2)) {
            out.send(Command::SECTION_DETAILS);
        }
        row_commands(
            ui,
            (ctx, out),
            "sections",
            &answer,
            OF_SECTION.iter().copied(),
        );
    }
}
