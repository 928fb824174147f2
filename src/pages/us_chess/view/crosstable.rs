//! The crosstable of a section.

use egui::{Ui, vec2};
use strum::VariantArray as _;

use super::{
    LOWER, as_many_as_fit,
    sections::{days, name, state, systems},
    take_keyboard, to_check,
};
use crate::{
    app::{
        Command,
        page::{Ctx, Outbox},
    },
    domain::us_chess::{Entry, Section, System},
    kit::{
        Busy, Button, Column, Table, TableResponse, input_check::check_box, page::section_title,
        tip::Tip as _, tokens::space,
    },
    pages::{
        looks::{record::command_button, row_menu::row_commands},
        us_chess::{UsChessPage, sections::Crosstable},
    },
};

/// Widths of columns, in points.
const NUMBER: f32 = 54.0;
const ROUND: f32 = 56.0;
const RATING: f32 = 100.0;

/// What the table is called.
const CROSSTABLE: &str = "Crosstable";

/// What can be done with the section, beside its menu.
const COMMANDS: &[Command] = &[
    Command::TYPE_RESULTS,
    Command::EXPLAIN_RATING,
    Command::RATE_SECTION,
    Command::UNRATE_SECTION,
    Command::RERATE_FROM_HERE,
];

/// A provisional rating counts for fewer games than this.
const ESTABLISHED: u32 = 26;

/// "4.5"
pub(super) fn points(halves: u32) -> String {
    format!("{:.1}", f64::from(halves) / 2.0)
}

/// "1643", "1643P17", "unrated"
pub(super) fn rating(rating: Option<f64>, games: Option<u32>) -> String {
    match (rating, games.filter(|games| *games < ESTABLISHED)) {
        (None, _) => "unrated".to_owned(),
        (Some(rating), None) => format!("{rating:.0}"),
        (Some(rating), Some(games)) => format!("{rating:.0}P{games}"),
    }
}

/// A rating with the sign of an estimate, which goes back to a first rating that isn't certain.
pub(super) fn estimated(is_estimate: bool, value: Option<f64>, games: Option<u32>) -> String {
    let sign = if is_estimate && value.is_some() {
        "≈"
    } else {
        ""
    };
    format!("{sign}{}", rating(value, games))
}

/// What a column shows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shows {
    Pair,
    Name,
    State,
    Round(usize),
    Score,
    Before(System),
    After(System),
}

impl Shows {
    pub(super) const fn is_text(self) -> bool {
        matches!(self, Self::Name | Self::State | Self::Round(_))
    }
}

pub(super) fn columns(section: &Section) -> Vec<(Shows, Column<'static>)> {
    let mut columns = vec![
        (Shows::Pair, Column::fixed("Pair", NUMBER).right()),
        (Shows::Name, Column::flexible("Name", 140.0)),
        (Shows::State, Column::fixed("State", 62.0)),
    ];
    columns.extend((0..section.rounds()).map(|round| {
        let title = (round + 1).to_string();
        (Shows::Round(round), Column::fixed(title, ROUND))
    }));
    columns.push((Shows::Score, Column::fixed("Score", 58.0).right()));
    for system in System::VARIANTS.iter().copied() {
        if section.is_rated_in(system) {
            let before = Column::fixed("Before", RATING).under(system.title());
            let after = Column::fixed("After", RATING).under(system.title());
            columns.push((Shows::Before(system), before.right()));
            columns.push((Shows::After(system), after.right()));
        }
    }
    columns
}

pub(super) fn text(entry: &Entry, halves: u32, shows: Shows, with_colors: bool) -> String {
    match shows {
        Shows::Pair => entry.pair.to_string(),
        Shows::Name => entry.name.clone(),
        Shows::State => entry.state.clone().unwrap_or_default(),
        Shows::Round(round) => entry.rounds.get(round).map_or_else(String::new, |cell| {
            let cell = if with_colors {
                *cell
            } else {
                cell.without_side()
            };
            cell.to_string()
        }),
        Shows::Score => points(halves),
        Shows::Before(system) => {
            let record = entry.record(system);
            rating(record.rating, record.games)
        }
        Shows::After(system) => {
            let record = entry.record(system);
            record.post.map_or_else(String::new, |post| {
                estimated(record.is_estimate, Some(post), record.post_games)
            })
        }
    }
}

impl UsChessPage {
    pub(super) fn crosstable(&mut self, ui: &mut Ui, ctx: &Ctx<'_>, out: &mut Outbox) {
        let Some(wanted) = self.sections.chosen else {
            return;
        };
        let (mut as_entered, mut colors) = (self.sections.as_entered, self.sections.colors);
        let mut is_classic = self.sections.is_classic;
        let shown = match self.sections.crosstable.latest() {
            Some((section, Ok(Some(shown)))) if *section == wanted => shown,
            Some((_, Err(reason))) => {
                ui.label(reason);
                return;
            }
            _ => {
                Busy::new("Reading the crosstable").show(ui);
                return;
            }
        };
        let mut shows_to_check = self.sections.shows_to_check;
        let looks = (
            &mut as_entered,
            &mut colors,
            &mut is_classic,
            &mut shows_to_check,
        );
        buttons(ui, shown, (ctx, out), looks);
        if shows_to_check && !shown.to_check.is_empty() {
            to_check::panel(ui, &shown.to_check);
        }
        let looks = (as_entered, colors);
        let mut player = self.sections.selected();
        take_keyboard(ui, Table::id_of(ui, CROSSTABLE), LOWER, out);
        let answer = table(ui, CROSSTABLE, &shown.table.section, looks, &mut player);
        let commands = [Command::EXPLAIN_RATING];
        row_commands(ui, (ctx, out), "crosstable", &answer, commands);
        self.sections.shows_to_check = shows_to_check;
        self.sections.as_entered = as_entered;
        self.sections.colors = colors;
        self.sections.is_classic = is_classic;
        self.sections.player = player;
        if answer.activated.is_some() {
            self.explain();
            ui.ctx().request_repaint();
        }
    }
}

/// What the section is, and what can be done with it.
fn buttons(
    ui: &mut Ui,
    shown: &Crosstable,
    (ctx, out): (&Ctx<'_>, &mut Outbox),
    (as_entered, colors, is_classic, shows_to_check): (&mut bool, &mut bool, &mut bool, &mut bool),
) {
    let head = &shown.head;
    let about = [
        days([head.section.begins, head.section.ends]),
        systems(head),
        head.section.time_controls.join(", "),
        state(head).to_owned(),
    ];
    let about = about.into_iter().filter(|text| !text.is_empty());
    let about = about.collect::<Vec<_>>().join("\u{a0}· ");
    ui.horizontal_wrapped(|ui| {
        section_title(ui, &format!("{}, {}", head.event_name, name(head)));
        ui.label(about);
    });
    ui.add_space(space::XS);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, space::S);
        for command in as_many_as_fit(ui, COMMANDS) {
            command_button(ui, ctx, out, Button::secondary(command.text()), *command);
        }
        let id = ui.make_persistent_id("as entered");
        check_box(ui, id, "As entered", as_entered);
        let id = ui.make_persistent_id("colors");
        check_box(ui, id, "Colors", colors);
        let id = ui.make_persistent_id("classic");
        let about =
            "Print… and Save as PDF… make the text crosstable of old, which has members’ numbers";
        check_box(ui, id, "Print the classic layout", is_classic).tip(about);
        to_check::unfold(ui, &shown.to_check, shows_to_check);
    });
    ui.add_space(space::S);
}

/// The rows of a section, in all the room there is, and which player is selected.
pub(super) fn table(
    ui: &mut Ui,
    name: &str,
    section: &Section,
    (as_entered, colors): (bool, bool),
    player: &mut Option<u16>,
) -> TableResponse {
    let rows = if as_entered {
        (0..section.entries.len()).collect()
    } else {
        section.standing(System::Regular)
    };
    let columns = columns(section);
    let (contents, columns): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
    let halves = section.halves();
    let entry = |row: usize| {
        let row = *rows.get(row)?;
        section.entries.get(row).zip(halves.get(row).copied())
    };
    let row_name = |row: usize| {
        entry(row).map_or_else(String::new, |(entry, halves)| {
            let mut parts = vec![format!(
                "{}, {}, {} points",
                entry.pair,
                entry.name,
                points(halves)
            )];
            for system in System::VARIANTS {
                let after = text(entry, halves, Shows::After(*system), false);
                if !after.is_empty() {
                    let before = text(entry, halves, Shows::Before(*system), false);
                    parts.push(format!("{} {before} to {after}", system.title()));
                }
            }
            parts.join(", ")
        })
    };
    let pair = |row: usize| Some(entry(row)?.0.pair);
    let mut selected = (0..rows.len()).find(|row| player.is_some() && pair(*row) == *player);
    let mut nobody = |ui: &mut Ui| {
        ui.label("No players yet. Choose Type results to add them");
    };
    let answer = Table::new(name, &columns, rows.len())
        .row_name(&row_name)
        .empty(&mut nobody)
        .show(ui, &mut selected, |cell, row, column| {
            let Some(((entry, halves), content)) = entry(row).zip(contents.get(column)) else {
                return;
            };
            let text = text(entry, halves, *content, colors);
            match content {
                Shows::Name | Shows::After(_) => cell.strong(&text),
                Shows::State | Shows::Before(_) => cell.weak(&text),
                _ => cell.text(&text),
            }
        });
    *player = selected.and_then(pair);
    answer
}
