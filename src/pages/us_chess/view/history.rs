//! The sections of a member, with whom he or she met in one of them, and the rating over time.

use egui::Ui;

use super::{
    LOWER,
    crosstable::{estimated, points, rating},
    rating_chart,
    reports::{in_lines, is_typed, typed_day, wide},
    sections::name,
    take_keyboard,
};
use crate::{
    app::page::{Ctx, Outbox},
    domain::{
        show_date,
        us_chess::{Entry, SectionKey, System},
    },
    kit::{Busy, Column, Table, segmented, tokens::space},
    pages::us_chess::{
        UsChessPage,
        members::{Panel, Played},
    },
    storage::Peak,
};

/// What the lists are called.
const SECTIONS: &str = "Sections of this member";
const OPPONENTS: &str = "Opponents";

/// What the columns of the history are.
pub(super) fn columns() -> [Column<'static>; 7] {
    [
        Column::fixed("Ended", 108.0),
        Column::flexible("Event", 120.0),
        Column::flexible("Section", 90.0),
        Column::fixed("Score", 58.0).right(),
        Column::flexible("Rounds", 170.0),
        Column::fixed("Regular", 156.0).right(),
        Column::fixed("Quick", 156.0).right(),
    ]
}

impl UsChessPage {
    /// What there is of the chosen member.
    pub(super) fn member_panel(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Some(wanted) = self.members.chosen else {
            return;
        };
        self.panel_options(ui, ctx);
        let peaks = [System::Regular, System::Quick]
            .into_iter()
            .zip(self.members.peaks(wanted));
        let peaks = peaks.filter_map(|(system, peak)| Some(peak_in_words(system, peak?)));
        let peaks = peaks.collect::<Vec<_>>().join(" · ");
        if !peaks.is_empty() {
            ui.label(peaks);
        }
        ui.add_space(space::S);
        let rows = match self.members.history.latest() {
            Some((member, Ok(rows))) if *member == wanted => rows,
            Some((member, Err(reason))) if *member == wanted => {
                ui.label(reason);
                return;
            }
            _ => {
                Busy::new("Reading the sections").show(ui);
                return;
            }
        };
        let chosen = self.members.played(rows);
        let mut answer = Chosen::default();
        let list = match self.members.panel {
            Panel::Sections => Some(SECTIONS),
            Panel::Opponents => Some(OPPONENTS),
            Panel::Chart => None,
        };
        if let Some(list) = list {
            take_keyboard(ui, Table::id_of(ui, list), LOWER, out);
        }
        match self.members.panel {
            Panel::Sections => answer = history(ui, rows, chosen),
            Panel::Opponents => opponents(ui, rows, chosen, self.sections.colors),
            Panel::Chart => rating_chart::show(ui, rows, chosen),
        }
        if let Some(section) = answer.row {
            self.members.section = Some(section);
        }
        if let Some(section) = answer.opened {
            self.open_section(section);
        }
    }

    /// What is shown, and the period of the peak.
    fn panel_options(&mut self, ui: &mut Ui, ctx: &Ctx<'_>) {
        in_lines(ui, |ui| {
            let chosen = Panel::ALL
                .iter()
                .position(|(_, panel)| *panel == self.members.panel);
            let titles = Panel::ALL.map(|(title, _)| title);
            if let Some(at) = segmented(ui, "Show of this member", &titles, chosen.unwrap_or(0)) {
                self.members.panel = Panel::ALL[at].1;
            }
            let days = &mut self.members.days;
            let from = typed_day(
                ui,
                "Peak from",
                &mut days.from,
                days.from_problem.as_deref(),
            );
            let to = typed_day(ui, "Peak to", &mut days.to, days.to_problem.as_deref());
            if is_typed(&[from, to]) {
                days.take(ctx.today());
            }
        });
    }
}

/// "Peak Regular 1850 after Late Open, 5 Reserve, 8/30/2026"
fn peak_in_words(system: System, peak: &Peak) -> String {
    let rating = format!("Peak {} {:.0}", system.title(), peak.rating);
    match &peak.after {
        None => format!("{rating}, from before all crosstables"),
        Some(head) => {
            let day = head.section.ends.map(show_date).unwrap_or_default();
            format!("{rating} after {}, {}, {day}", head.event_name, name(head))
        }
    }
}

/// What was done in the list of sections.
#[derive(Debug, Default)]
struct Chosen {
    row: Option<SectionKey>,
    opened: Option<SectionKey>,
}

/// The sections, the latest first.
fn history(ui: &mut Ui, rows: &[Played], chosen: Option<usize>) -> Chosen {
    let columns = columns();
    let row_name = |row: usize| {
        let played = rows.get(row);
        played.map_or_else(String::new, |played| {
            format!("{}, {}", played.head.event_name, name(&played.head))
        })
    };
    let mut selected = chosen;
    let answer = Table::new(SECTIONS, &columns, rows.len())
        .row_name(&row_name)
        .show(ui, &mut selected, |cell, row, column| {
            let Some(played) = rows.get(row) else { return };
            let text = text(played, column);
            if column == 1 {
                cell.strong(&text);
            } else {
                cell.text(&text);
            }
        });
    let section = |row: usize| rows.get(row).map(|played| played.head.key);
    Chosen {
        row: selected.and_then(section),
        opened: answer.activated.and_then(section),
    }
}

pub(super) fn text(played: &Played, column: usize) -> String {
    let Some(entry) = played.entry() else {
        return String::new();
    };
    let rated = |system: System| {
        if !played.is_rated_in(system) {
            return String::new();
        }
        let record = entry.record(system);
        let after = estimated(record.is_estimate, record.post, record.post_games);
        format!("{} to {after}", rating(record.rating, record.games))
    };
    match column {
        0 => played.head.section.ends.map(show_date).unwrap_or_default(),
        1 => played.head.event_name.clone(),
        2 => name(&played.head),
        3 => points(played.halves),
        4 => {
            let cells = entry
                .rounds
                .iter()
                .map(|cell| cell.without_side().to_string());
            cells.collect::<Vec<_>>().join(" ")
        }
        5 => rated(System::Regular),
        _ => rated(System::Quick),
    }
}

/// Whom the member met in a section, round by round.
fn opponents(ui: &mut Ui, rows: &[Played], chosen: Option<usize>, with_colors: bool) {
    let Some(played) = chosen.and_then(|row| rows.get(row)) else {
        return;
    };
    let Some(own) = played.entry() else { return };
    ui.label(format!(
        "{}, {}",
        played.head.event_name,
        name(&played.head)
    ));
    let systems = played.head.section.systems.clone();
    let mut columns = vec![
        Column::fixed("Round", 70.0).right(),
        Column::fixed("Result", 76.0),
        Column::flexible("Opponent", 140.0),
    ];
    for system in &systems {
        let of = |title| wide(title).under(system.title()).right();
        columns.extend([of("Before"), of("After")]);
    }
    let opponent = |row: usize| -> Option<&Entry> {
        let pair = own.rounds.get(row)?.opponent()?;
        let mut entries = played.entries.iter();
        entries.find(|entry| entry.pair == pair)
    };
    let text = |row: usize, column: usize| -> String {
        match column {
            0 => (row + 1).to_string(),
            1 => own.rounds.get(row).map_or_else(String::new, |cell| {
                let cell = if with_colors {
                    *cell
                } else {
                    cell.without_side()
                };
                cell.to_string()
            }),
            2 => opponent(row).map_or_else(String::new, |entry| entry.name.clone()),
            column => {
                let system = systems.get((column - 3) / 2);
                let Some((system, entry)) = system.zip(opponent(row)) else {
                    return String::new();
                };
                let record = entry.record(*system);
                if column % 2 == 1 {
                    rating(record.rating, record.games)
                } else {
                    record.post.map_or_else(String::new, |post| {
                        estimated(record.is_estimate, Some(post), record.post_games)
                    })
                }
            }
        }
    };
    let row_name = |row: usize| {
        let texts = (0..columns.len()).map(|column| text(row, column));
        let texts = texts.filter(|text| !text.is_empty());
        format!("Round {}", texts.collect::<Vec<_>>().join(", "))
    };
    Table::new(OPPONENTS, &columns, own.rounds.len())
        .row_name(&row_name)
        .show(ui, &mut None, |cell, row, column| {
            let text = text(row, column);
            if column == 2 {
                cell.strong(&text);
            } else {
                cell.text(&text);
            }
        });
}
